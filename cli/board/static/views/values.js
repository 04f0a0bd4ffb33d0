/** What the position and each card are worth. */

/** @import {Bounds, CardValue, Position, Seat, Shown, State, Values} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { SEATS, seatTitle, suitOf } from "../cards.js";
import { h } from "../dom.js";
import { mode, values } from "../state.js";
import { boundsSign, lossBounds, proved, sureSign } from "../words.js";
import { cardText } from "./card.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { shown } = state;
  if (mode(state) === "train") {
    return h("p", { class: "quiet" }, "Hidden while a puzzle is being solved.");
  }
  if (state.settings.hideValues) {
    return h(
      "div",
      null,
      h("p", { class: "quiet" }, "Values are hidden, and none are searched."),
      h(
        "button",
        { type: "button", class: "button", onclick: () => act.frame.toggleValues() },
        "Show values",
      ),
    );
  }
  if (!shown || shown.position.contract === null) {
    return h(
      "p",
      { class: "quiet" },
      shown ? "A position has values once a contract is named." : "No deal yet.",
    );
  }
  const found = values(state);
  return h(
    "div",
    { class: "worths" },
    progress(shown, act),
    found ? seats(shown.position, found) : h("p", { class: "quiet" }, "Searching …"),
    found && found.cards.length ? cards(shown.position, found, act) : null,
    found ? legend(shown.position, found) : null,
  );
}

/** @param {Shown} shown @param {Actions} act */
function progress({ search, values: found }, act) {
  const exact = Boolean(found?.exact) && search === "done";
  const text = exact
    ? "exact"
    : search === "paused"
      ? "bounds; the search has paused"
      : search === "busy"
        ? "searching, bounds narrow"
        : "";
  return h(
    "div",
    { class: `progress ${exact ? "exact" : search}` },
    h("span", { class: "light", "aria-hidden": "true" }),
    h("span", null, text),
    search === "paused" &&
      h(
        "button",
        { type: "button", class: "button small", key: "on", onclick: () => act.board.goOn() },
        "Go on",
      ),
    h(
      "button",
      { type: "button", class: "button small", onclick: () => act.frame.toggleValues() },
      "Hide values",
    ),
  );
}

/** @param {Position} position @param {Values} found */
function seats(position, found) {
  const most = position.contract === "NULLO";
  return h(
    "table",
    { class: "seats" },
    h("caption", null, "From here on, in tricks"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        h("th", { scope: "col" }, most ? "at most" : "guarantee"),
        h("th", { scope: "col" }, "best case"),
        h("th", { scope: "col" }, "share"),
        h("th", { scope: "col" }, "points"),
      ),
    ),
    h(
      "tbody",
      null,
      SEATS.map((seat) =>
        h(
          "tr",
          { key: seat, class: seat === position.to_play ? "mover" : "" },
          h("th", { scope: "row" }, seatTitle(seat)),
          boundsCell(found.guarantee[seat]),
          h("td", null, found.best_case ? found.best_case[seat] : "…"),
          h("td", null, found.share ? found.share[seat] : "…"),
          h("td", null, found.points ? found.points[seat].replace("-", "−") : "…"),
        ),
      ),
    ),
  );
}

/** @param {Bounds} bounds @param {string} [key] */
function boundsCell(bounds, key) {
  return h(
    "td",
    { class: proved(bounds) ? "" : "unproved", ...(key ? { key } : {}) },
    boundsSign(bounds),
  );
}

/** @param {Position} position @param {Values} found @param {Actions} act */
function cards(position, found, act) {
  const most = position.contract === "NULLO";
  const seat = /** @type {Seat} */ (position.to_play);
  const sure = hasSure(found);
  return h(
    "table",
    { class: "cards" },
    h("caption", null, `After each card of ${seatTitle(seat).toLowerCase()}`),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        h("td", null),
        sure ? h("td", { key: "sure" }) : null,
        h("th", { scope: "colgroup", colspan: 3 }, most ? "at most" : "guarantee"),
        h("th", { scope: "colgroup", colspan: 3 }, "share"),
      ),
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "card"),
        h("th", { scope: "col" }, "loss"),
        sure ? h("th", { key: "sure", scope: "col" }, "sure") : null,
        SEATS.map((each) =>
          h(
            "th",
            { key: `g${each}`, scope: "col", class: each === seat ? "mover" : "" },
            h("abbr", { title: seatTitle(each) }, each),
          ),
        ),
        SEATS.map((each) =>
          h(
            "th",
            { key: `s${each}`, scope: "col", class: each === seat ? "mover" : "" },
            h("abbr", { title: seatTitle(each) }, each),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      groups(found.cards).map((group) => row(group, seat, sure, act)),
    ),
  );
}

/** Whether selfish play has been worked out. @param {Values} found */
function hasSure(found) {
  return found.cards.some((value) => value.sure_loss !== null);
}

/**
 * Equal cards together, in the order of the hand.
 *
 * @param {CardValue[]} all
 * @returns {CardValue[][]}
 */
function groups(all) {
  /** @type {Map<number, CardValue[]>} */
  const found = new Map();
  all.forEach((value) => found.set(value.group, [...(found.get(value.group) ?? []), value]));
  return [...found.values()];
}

/** @param {CardValue[]} group @param {Seat} seat @param {boolean} sure @param {Actions} act */
function row(group, seat, sure, act) {
  const value = /** @type {CardValue} */ (group[0]);
  const kind = !proved(value.loss) ? "open" : value.loss[0] === 0 ? "keeps" : "loses";
  return h(
    "tr",
    { key: value.card, class: `${kind} ${suitOf(value.card)}` },
    h(
      "th",
      { scope: "row" },
      group.map(({ card }) =>
        h(
          "button",
          {
            key: card,
            type: "button",
            class: "card-button",
            onclick: () => act.play.choose(card),
          },
          cardText(card),
        ),
      ),
    ),
    h("td", { class: "loss" }, lossBounds(value.loss)),
    sure ? h("td", { key: "sure", class: "loss" }, sureSign(value)) : null,
    SEATS.map((each) => boundsCell(value.guarantee[each], `g${each}`)),
    SEATS.map((each) =>
      h(
        "td",
        { key: `s${each}`, class: each === seat ? "mover" : "" },
        value.share ? value.share[each] : "…",
      ),
    ),
  );
}

/** @param {Position} position @param {Values} found */
function legend(position, found) {
  const most = position.contract === "NULLO";
  const marks = `✓ keeps the ${most ? "limit" : "guarantee"} of the hand to play, −1 gives a trick of it away${most ? " (takes one more)" : ""}; 2–5: at least 2, at most 5, not proved closer yet. Equal cards share a row.`;
  return h(
    "details",
    { class: "legend", open: true },
    h("summary", null, "What the numbers say"),
    found.legend.split("\n").map((line, at) => h("p", { key: at }, line)),
    h("p", null, marks),
    hasSure(found)
      ? h(
          "p",
          { key: "sure" },
          "sure: what a card costs if all play for their own tricks alone, whatever the others choose; free: a loss that costs nothing then. No forecast.",
        )
      : null,
  );
}
