/** What the position and each card are worth. */

/** @import {Card, CardValue, Position, Reason, Seat, Values} from "../messages.js" */
/** @import {Shown, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import {
  seatLetter,
  seatNamed,
  seatTitle,
  sideTitle,
  suitOf,
  SUITS,
} from "../cards.js";
import { h } from "../h.js";
import { _, pgettext } from "../language.js";
import { mode, seatsOf, values } from "../state.js";
import {
  boundsOf,
  boundsSign,
  decimal,
  lossBounds,
  lossKind,
  pointsText,
  proved,
  scoreText,
} from "../words.js";
import { cardText, suitText } from "./card.js";
import { button, problemList, row, table } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { shown } = state;
  const { frame } = act;
  if (mode(state) === "train") {
    return h("p.quiet", _("Hidden while a puzzle is being solved."));
  }
  if (state.settings.hideValues) {
    return h(
      "div",
      h("p.quiet", _("Values are hidden, and none are searched.")),
      button(_("Show values"), () => frame.toggleValues()),
    );
  }
  if (!shown) {
    return h("p.quiet", _("No deal yet."));
  }
  const { position } = shown;
  if (position.contract === null) {
    return h(
      "div",
      h("p.quiet", _("A position has values once a contract is named.")),
      button(_("Name a contract"), () => frame.openSheet("setup")),
    );
  }
  if (position.over) {
    return h("div.worths", outcome(state, position));
  }
  const found = values(state);
  return h(
    "div.worths",
    progress(shown, act),
    found
      ? [
          seats(position, found),
          found.cards.length > 0 && cards(position, found, act),
          h(
            "details.legend",
            { open: true },
            h("summary", _("What the numbers say")),
            found.legend.split("\n").map((line) => h("p", line)),
          ),
        ]
      : h("p.quiet", _("Searching …")),
    position.unit === "tricks" && matters(state, position, act),
  );
}

/**
 * Which cards matter for each guarantee, asked seat by seat.
 *
 * @param {State} state
 * @param {Position} position
 * @param {Actions} act
 */
function matters(state, { moves }, { board }) {
  const { deal, asked: { reasons } } = state;
  const { about, found, problem, search } = reasons ?? {};
  const here = about?.deal === deal && `${about?.played}` === `${moves.map(({ card }) => card)}`;
  return h(
    "section.matters",
    h("h2", _("Which cards matter")),
    h(
      "div.row",
      seatsOf(state).map((seat) =>
        button(seatTitle(seat), () => board.askReason(seat), {
          class: "small",
          "aria-pressed": here && about?.seat === seat,
        }),
      ),
    ),
    here &&
      (found
        ? reasonView(found)
        : problem
          ? problemList([problem])
          : h("p.quiet", search === "paused" ? _("not found in time") : _("Searching …"))),
  );
}

/** What came of it at the end. @param {State} state @param {Position} position */
const outcome = (state, { won, score, unit }) =>
  table(
    "figures seats",
    _("The score"),
    ["", _(unit), score && pgettext("column", "points")],
    seatsOf(state).map((seat) =>
      row({}, seatTitle(seat), [won[seat], score && scoreText(score[seat])]),
    ),
  );

/** @param {Shown} shown @param {Actions} act */
function progress({ asked }, { board, frame }) {
  const kind = asked?.found?.exact ? "exact" : (asked?.search ?? "busy");
  const words = {
    exact: _("exact"),
    paused: _("bounds; the search has paused"),
    busy: _("searching, bounds narrow"),
    done: "",
  };
  return h(
    "div.progress",
    { class: kind },
    h("span.light", { "aria-hidden": true }),
    h("span", words[kind]),
    kind === "paused" && button(_("Go on"), () => board.searchOn("position"), { class: "small" }),
    button(_("Hide values"), () => frame.toggleValues(), { class: "small" }),
  );
}

/** @param {Position} position @param {Values} found */
const seats = (position, found) =>
  table(
    "figures seats",
    found.caption,
    [
      "",
      guarantee(position),
      ...found.columns.map((name) => pgettext("column", name.replace("_", " "))),
    ],
    position.sides.map((side) =>
      h(
        "tr",
        { class: moves(position, side) },
        h("th", { scope: "row" }, sideTitle(side)),
        bounds(found, side),
        found.columns.map((name) => h("td", worthIn(found, name, side))),
      ),
    ),
  );

/** What the numbers of a seat are. @param {Position} position */
const guarantee = (position) => (position.at_most ? _("at most") : _("guarantee"));

/** The class of who is to play. @param {Position} position @param {Seat[]} side */
const moves = (position, side) => side.some((seat) => seat === position.to_play) && "mover";

/** @param {Values | CardValue} value @param {Seat[]} side */
function bounds(value, [seat]) {
  const found = boundsOf(value, seat);
  return h("td", { class: !proved(found) && "unproved" }, boundsSign(found));
}

/**
 * @param {Partial<Values>} value
 * @param {"best_case" | "share" | "points"} name
 * @param {Seat[]} side
 */
function worthIn(value, name, [seat]) {
  const known = value[name]?.[seat];
  return known === undefined
    ? "…"
    : name === "share"
      ? decimal(Number(known))
      : name === "points"
        ? pointsText(known)
        : `${known}`;
}

/** @param {Position} position @param {Values} found @param {Actions} act */
function cards(position, found, act) {
  const { sides } = position;
  const shares = found.columns.includes("share");
  const over = [guarantee(position), ...(shares ? [pgettext("column", "share")] : [])];
  return table(
    "figures cards",
    _("After each card of {seat:of}", {
      seat: seatNamed(/** @type {Seat} */ (position.to_play)),
    }),
    [
      _("card"),
      pgettext("column", "loss"),
      ...over.flatMap(() =>
        sides.map((side) =>
          h(
            "abbr",
            { class: moves(position, side), title: sideTitle(side) },
            side.map(seatLetter).join(" "),
          ),
        ),
      ),
    ],
    groups(found.cards).map(([value, ...equal]) =>
      h(
        "tr",
        { key: value.card, class: [lossKind(value.loss_bounds), suitOf(value.card)] },
        h(
          "th",
          { scope: "row" },
          [value, ...equal].map(({ card }) =>
            h(
              "button.card-button",
              { key: card, onclick: () => act.board.choose(card) },
              cardText(card),
            ),
          ),
        ),
        h("td.loss", lossBounds(value.loss_bounds)),
        sides.map((side) => bounds(value, side)),
        shares &&
          sides.map((side) =>
            h("td", { class: moves(position, side) }, worthIn(value, "share", side)),
          ),
      ),
    ),
    ["", "", ...over.flatMap((head) => sides.map(() => head))],
  );
}

/**
 * Equal cards together, in the order of the hand.
 *
 * @param {CardValue[]} all
 * @returns {[CardValue, ...CardValue[]][]}
 */
function groups(all) {
  /** @type {Map<Card, [CardValue, ...CardValue[]]>} */
  const found = new Map();
  all.forEach((value) => {
    const [first = value.card] = [value.card, ...value.equal].sort();
    found.get(first)?.push(value) ?? found.set(first, [value]);
  });
  return [...found.values()];
}

/** Which cards matter: a diagram with x for those that do not. @param {Reason} reason @returns {VNode} */
export const reasonView = ({ text, suits }) =>
  h(
    "section.reason",
    h("p", text),
    h(
      "table",
      { "aria-label": _("Which cards matter") },
      h(
        "tbody",
        Object.entries(suits).map(([seat, ranks]) =>
          row(
            {},
            seatTitle(/** @type {Seat} */ (seat)),
            SUITS.map((suit, at) => suitText(suit, ranks[at])),
          ),
        ),
      ),
    ),
    h("p.quiet", _("x: whatever other card of the suit it is, as long as the hand stays in order.")),
  );
