/** What the position and each card are worth. */

/** @import {Bounds, Card, CardValue, Position, Seat, Values} from "../messages.js" */
/** @import {Shown, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { seatLetter, seatNamed, SEATS, seatTitle, seatWord, sideTitle, suitOf } from "../cards.js";
import { h } from "../h.js";
import { _, capital, fill, pgettext } from "../language.js";
import { mode, values } from "../state.js";
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
import { cardText } from "./card.js";
import { button, table } from "./pieces.js";
import { reasonView } from "./reason.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { shown } = state;
  if (mode(state) === "train") {
    return h("p.quiet", _("Hidden while a puzzle is being solved."));
  }
  if (state.settings.hideValues) {
    return h(
      "div",
      h("p.quiet", _("Values are hidden, and none are searched.")),
      button(_("Show values"), () => act.frame.toggleValues()),
    );
  }
  if (!shown || shown.position.contract === null) {
    return h(
      "div",
      h(
        "p.quiet",
        shown ? _("A position has values once a contract is named.") : _("No deal yet."),
      ),
      shown ? button(_("Name a contract"), () => act.frame.openSheet("setup")) : null,
    );
  }
  if (shown.position.over) {
    return outcome(shown.position);
  }
  const found = values(state);
  return h(
    "div.worths",
    progress(shown, act),
    found ? seats(shown.position, found) : h("p.quiet", _("Searching …")),
    found && found.cards.length ? cards(shown.position, found, act) : null,
    found ? legend(found) : null,
    matters(state, act),
  );
}

/** Which cards matter for each guarantee, asked seat by seat. @param {State} state @param {Actions} act */
function matters({ deal, shown, matters: mine }, act) {
  const position = shown?.position;
  if (!position || position.unit !== "tricks") {
    return null;
  }
  const here = mine?.deal === deal && mine?.place === shown?.place ? mine : null;
  return h(
    "section.matters",
    h("h2", _("Which cards matter")),
    h(
      "div.row",
      SEATS.map((seat) =>
        button(capital(seatWord(seat)), () => act.board.askReason(seat), {
          key: seat,
          class: "small",
          "aria-pressed": here?.seat === seat,
        }),
      ),
    ),
    here && !here.reason ? h("p.quiet", here.problem || _("Searching …")) : null,
    here?.reason ? reasonView(here.reason) : null,
  );
}

/** What came of it at the end. @param {Position} position */
function outcome({ won, score, unit }) {
  const heads = ["", _(unit), ...(score ? [pgettext("column", "points")] : [])];
  const rows = SEATS.map((seat) =>
    h(
      "tr",
      { key: seat },
      h("th", { scope: "row" }, seatTitle(seat)),
      h("td", won[seat]),
      score ? h("td", scoreText(score[seat])) : null,
    ),
  );
  return h("div.worths", table("seats", _("The score"), heads, rows));
}

/** @param {Shown} shown @param {Actions} act */
function progress({ search, values: found }, act) {
  const exact = Boolean(found?.exact);
  const text = exact
    ? _("exact")
    : search === "paused"
      ? _("bounds; the search has paused")
      : search === "busy"
        ? _("searching, bounds narrow")
        : "";
  return h(
    "div",
    { class: `progress ${exact ? "exact" : search}` },
    h("span.light", { "aria-hidden": "true" }),
    h("span", text),
    search === "paused" &&
      button(_("Go on"), () => act.board.goOn(), { class: "small" }),
    button(_("Hide values"), () => act.frame.toggleValues(), { class: "small" }),
  );
}

/** @param {Position} position @param {Values} found */
function seats(position, found) {
  const { columns } = found;
  const worths = columns.map((name) => pgettext("column", name.replace("_", " ")));
  const heads = ["", guarantee(position), ...worths];
  const rows = position.sides.map((side) => {
    const seat = /** @type {Seat} */ (side[0]);
    return h(
      "tr",
      { key: seat, class: moves(position, side) ? "mover" : "" },
      h("th", { scope: "row" }, sideTitle(side)),
      boundsCell(boundsOf(found, seat)),
      columns.map((name) => h("td", { key: name }, worthIn(found, name, seat))),
    );
  });
  return table("seats", found.caption, heads, rows);
}

/** What the numbers of a seat are. @param {Position} position */
const guarantee = (position) => (position.at_most ? _("at most") : _("guarantee"));

/** @param {Position} position @param {Seat[]} side */
const moves = (position, side) => side.some((seat) => seat === position.to_play);

/**
 * @param {Values | CardValue} value
 * @param {"best_case" | "share" | "points"} name
 * @param {Seat} seat
 */
function worthIn(value, name, seat) {
  const known = /** @type {Partial<Values>} */ (value)[name]?.[seat];
  if (known === undefined) {
    return "…";
  }
  return name === "best_case"
    ? `${known}`
    : name === "share"
      ? decimal(Number(known))
      : pointsText(known);
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
  const { sides } = position;
  const seat = /** @type {Seat} */ (position.to_play);
  const shares = found.columns.includes("share");
  return h(
    "table.cards",
    h("caption", fill(_("After each card of {seat:of}"), { seat: seatNamed(seat) })),
    h(
      "thead",
      h(
        "tr",
        h("td"),
        h("td"),
        h("th", { scope: "colgroup", colspan: sides.length }, guarantee(position)),
        shares
          ? h("th", { scope: "colgroup", colspan: sides.length }, pgettext("column", "share"))
          : null,
      ),
      h(
        "tr",
        h("th", { scope: "col" }, _("card")),
        h("th", { scope: "col" }, pgettext("column", "loss")),
        sides.map((side) => sideHead("g", position, side)),
        shares ? sides.map((side) => sideHead("s", position, side)) : null,
      ),
    ),
    h("tbody", groups(found.cards).map((group) => row(position, group, shares, act))),
  );
}

/** @param {string} kind of numbers @param {Position} position @param {Seat[]} side */
function sideHead(kind, position, side) {
  return h(
    "th",
    { key: `${kind}${side[0]}`, scope: "col", class: moves(position, side) ? "mover" : "" },
    h("abbr", { title: sideTitle(side) }, side.map(seatLetter).join(" ")),
  );
}

/**
 * Equal cards together, in the order of the hand.
 *
 * @param {CardValue[]} all
 * @returns {CardValue[][]}
 */
function groups(all) {
  /** @type {Map<Card, CardValue[]>} */
  const found = new Map();
  all.forEach((value) => {
    const first = [value.card, ...value.equal].sort()[0] ?? value.card;
    found.set(first, [...(found.get(first) ?? []), value]);
  });
  return [...found.values()];
}

/**
 * @param {Position} position
 * @param {CardValue[]} group
 * @param {boolean} shares
 * @param {Actions} act
 */
function row(position, group, shares, act) {
  const { sides } = position;
  const value = /** @type {CardValue} */ (group[0]);
  const kind = lossKind(value.loss_bounds);
  return h(
    "tr",
    { key: value.card, class: `${kind} ${suitOf(value.card)}` },
    h(
      "th",
      { scope: "row" },
      group.map(({ card }) =>
        h(
          "button.card-button",
          {
            key: card,
            onclick: () => act.play.choose(card),
          },
          cardText(card),
        ),
      ),
    ),
    h("td.loss", lossBounds(value.loss_bounds)),
    sides.map(([each = "F"]) => boundsCell(boundsOf(value, each), `g${each}`)),
    shares
      ? sides.map((side) =>
          h(
            "td",
            { key: `s${side[0]}`, class: moves(position, side) ? "mover" : "" },
            worthIn(value, "share", side[0] ?? "F"),
          ),
        )
      : null,
  );
}

/** @param {Values} found */
function legend(found) {
  return h(
    "details.legend",
    { open: true },
    h("summary", _("What the numbers say")),
    found.legend.split("\n").map((line, at) => h("p", { key: at }, line)),
  );
}
