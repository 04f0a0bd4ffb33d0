/** The record: a row a trick, and under it the branches that leave it there. */

/** @import {Seat} from "../messages.js" */
/** @import {Place, State, Tree} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { SEATS, seatTitle, seatWord } from "../cards.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { cardText } from "./card.js";
import { mode } from "../state.js";
import { button, select } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { tree } = state;
  const line = record.mainLine(tree);
  const problem = state.deal?.problem;
  return h(
    "div",
    { class: "record" },
    h(
      "div",
      { class: "row", key: "undo" },
      button(_("Undo"), () => act.keep.undo(), {
        class: "button small",
        title: "Ctrl-Z",
        "aria-disabled": act.keep.undoable ? null : "true",
      }),
      button(_("Redo"), () => act.keep.redo(), {
        class: "button small",
        title: "Ctrl-Y",
        "aria-disabled": act.keep.redoable ? null : "true",
      }),
    ),
    tree.at === record.ROOT || mode(state) === "train" ? null : remarks(record.place(tree), act),
    problem && h("p", { class: "warning", key: "problem" }, problem.message),
    line.length
      ? tricks(tree, line, act)
      : h("p", { class: "quiet" }, _("Nothing played yet: click a card, or type it, suit first: s7.")),
    result(state),
  );
}

const MARKS = ["!", "?", "!!", "??", "!?", "?!"];

/** What is said of the last card, to be written. @param {Place} place @param {Actions} act */
function remarks({ id, card, mark = "", comment = "" }, act) {
  return h(
    "div",
    { class: "row remarks", key: `remarks-${id}` },
    cardText(card),
    select(
      _("Mark"),
      mark,
      [["", "–"], ...MARKS.map((sign) => /** @type {[string, string]} */ ([sign, sign]))],
      (sign) => act.board.remark({ mark: sign }),
    ),
    h(
      "label",
      { class: "field" },
      h("span", null, _("Comment")),
      h("input", {
        id: "comment",
        type: "text",
        maxlength: "300",
        autocomplete: "off",
        // What is being written stays, whatever is drawn meanwhile.
        value: document.activeElement?.id === "comment" ? undefined : comment,
        onchange: (/** @type {Event} */ event) =>
          act.board.remark({ comment: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
      }),
    ),
  );
}

/** What has been said of cards. @param {Place[]} places */
function comments(places) {
  return places
    .filter((place) => place.comment)
    .map((place) =>
      h("p", { class: "comment", key: `c${place.id}` }, cardText(place.card), place.mark ?? "", " ", place.comment),
    );
}

/** @param {State} state */
function result({ deal, shown }) {
  const recorded = deal?.deal.result;
  if (shown?.position.over) {
    const { won } = shown.position;
    return h(
      "p",
      { class: "tricks-won" },
      h("b", null, _("Tricks"), " "),
      SEATS.map((seat) => `${seatWord(seat)} ${won[seat]}`).join(", "),
    );
  }
  return recorded
    ? h(
        "p",
        { class: "tricks-won" },
        h("b", null, _("Recorded result"), " "),
        SEATS.map((seat) => `${seatWord(seat)} ${recorded[seat] ?? "?"}`).join(", "),
      )
    : null;
}

/** @param {Tree} tree @param {Place[]} line @param {Actions} act */
function tricks(tree, line, act) {
  /** @type {Map<number, Place[]>} */
  const rows = new Map();
  line.forEach((place) => {
    const trick = place.move?.trick ?? rows.size;
    rows.set(trick, [...(rows.get(trick) ?? []), place]);
  });
  return h(
    "table",
    { class: "trick-list" },
    h("caption", { class: "said" }, _("The tricks of the main line")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        SEATS.map((seat) => h("th", { key: seat, scope: "col" }, seatTitle(seat))),
      ),
    ),
    h(
      "tbody",
      null,
      [...rows].map(([trick, places]) => [
        trickRow(tree, trick, places, act),
        places.some((place) => place.comment)
          ? h(
              "tr",
              { key: `n${trick}`, class: "branches" },
              h("td", null),
              h("td", { colspan: 3 }, comments(places)),
            )
          : null,
        branchRow(tree, trick, places, act),
      ]),
    ),
  );
}

/** @param {Tree} tree @param {number} trick @param {Place[]} places @param {Actions} act */
function trickRow(tree, trick, places, act) {
  const winner = places.at(-1)?.move?.wins;
  return h(
    "tr",
    { key: trick },
    h("th", { scope: "row" }, trick),
    SEATS.map((seat) => {
      const place = places.find((each) => each.move?.seat === seat);
      const leads = place !== undefined && place === places[0];
      return h(
        "td",
        { key: seat, class: seat === winner ? "wins" : "" },
        place && [
          h("span", { class: "lead", key: "lead", "aria-hidden": "true" }, leads ? "›" : ""),
          cardLink(tree, place, act, [leads ? _("led") : "", seat === winner ? _("wins") : ""]),
        ],
      );
    }),
  );
}

/**
 * A card of the record, to jump to.
 *
 * @param {Tree} tree
 * @param {Place} place
 * @param {Actions} act
 * @param {string[]} [notes] said after its name
 */
function cardLink(tree, place, act, notes = []) {
  const here = place.id === tree.at;
  const said = notes.filter(Boolean).join(", ");
  return h(
    "button",
    {
      key: place.id,
      type: "button",
      class: "card-button",
      "aria-current": here ? "step" : null,
      onclick: () => act.board.jump(place.id),
    },
    cardText(place.card),
    place.mark,
    said && h("span", { class: "said" }, `, ${said}`),
  );
}

/** @param {Tree} tree @param {number} trick @param {Place[]} places @param {Actions} act */
function branchRow(tree, trick, places, act) {
  const found = places.flatMap((place) => others(tree, place));
  return found.length
    ? h(
        "tr",
        { key: `b${trick}`, class: "branches" },
        h("td", null),
        h("td", { colspan: 3 }, branchList(tree, found, act)),
      )
    : null;
}

/**
 * What was played in place of a card.
 *
 * @param {Tree} tree
 * @param {Place} place
 * @returns {Place[]}
 */
function others(tree, place) {
  const [main, ...rest] = record.place(tree, place.up).next;
  return main === place.id ? rest.map((id) => record.place(tree, id)) : [];
}

/** @param {Tree} tree @param {Place[]} firsts @param {Actions} act @returns {VNode} */
function branchList(tree, firsts, act) {
  return h(
    "ul",
    { class: "branch-list" },
    firsts.map((place) => h("li", { key: place.id }, branch(tree, place, act))),
  );
}

/** @param {Tree} tree @param {Place} place @param {Actions} act */
function branch(tree, place, act) {
  const line = [place, ...record.mainLine(tree, place.id)];
  const within = line.slice(1).flatMap((each) => others(tree, each));
  const here = record.path(tree).some((each) => each.id === place.id);
  const who = place.move ? seatWord(/** @type {Seat} */ (place.move.seat)) : "";
  return [
    h("span", { class: "quiet", key: "who" }, `${who} `),
    h(
      "span",
      { class: "moves", key: "moves" },
      line.map((each) => [trickMark(each, place), cardLink(tree, each, act)]),
    ),
    ...comments(line),
    here &&
      h(
        "button",
        {
          key: "main",
          type: "button",
          class: "button small",
          onclick: () => act.board.promote(place.id),
          title: _("Make it the main line"),
        },
        _("Main line"),
      ),
    here &&
      !place.recorded &&
      h(
        "button",
        {
          key: "away",
          type: "button",
          class: "button small",
          onclick: () => act.board.remove(place.id),
        },
        _("Delete"),
      ),
    within.length ? branchList(tree, within, act) : null,
  ];
}

/** The number of the trick before its first card. @param {Place} place @param {Place} first */
function trickMark(place, first) {
  const { move } = place;
  return move && (move.number % 3 === 1 || place === first)
    ? h("span", { class: "quiet", key: `t${place.id}` }, `${move.trick}. `)
    : null;
}
