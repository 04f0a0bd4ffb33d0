/** The record: a row a trick, and under it the branches that leave it there. */

/** @import {Seat} from "../messages.js" */
/** @import {Place, State, Tree} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { seatTitle, seatWith, seatWord } from "../cards.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { controls } from "./bar.js";
import { cardText } from "./card.js";
import { seatsOf, training } from "../state.js";
import { button, select, table, taking, textField } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { tree, deal, shown } = state;
  const { keep } = act;
  const line = record.mainLine(tree);
  const problem = deal?.problem;
  const won = shown?.position.over ? shown.position.won : deal?.deal.result;
  return h(
    "div.record",
    controls(state, act, true),
    h(
      "div.row",
      button(_("Undo"), () => keep.undo(), { class: "small", title: "Ctrl-Z", off: !keep.undoable }),
      button(_("Redo"), () => keep.redo(), { class: "small", title: "Ctrl-Y", off: !keep.redoable }),
    ),
    tree.at !== record.ROOT && !training(state) && remarks(record.place(tree), act),
    problem && h("p.warning", problem.message),
    line.length
      ? tricks(tree, line, seatsOf(state), act)
      : h("p.quiet", _("Nothing played yet: click a card, or type it, suit first: s7.")),
    won &&
      h(
        "p.tricks-won",
        h("b", shown?.position.over ? _("Tricks") : _("Recorded result"), " "),
        seatsOf(state).map((seat) => seatWith(seat, won[seat] ?? "?")).join(", "),
      ),
  );
}

const MARKS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** What is said of the last card, to be written. @param {Place} place @param {Actions} act */
function remarks({ id, card, mark = "", comment = "" }, act) {
  return h(
    "div.row.remarks",
    { key: `remarks-${id}` },
    cardText(card),
    select(_("Mark"), mark, MARKS, (sign) => act.board.remark({ mark: sign })),
    textField(
      _("Comment"),
      comment,
      () => {}, // before all is written
      {
        id: "comment",
        maxlength: "300",
        // What is being written stays, whatever is drawn meanwhile.
        value: document.activeElement?.id === "comment" ? undefined : comment,
        onchange: taking((text) => act.board.remark({ comment: text.trim() })),
      },
    ),
  );
}

/** What has been said of cards. @param {Place[]} places */
const comments = (places) =>
  places
    .filter((place) => place.comment)
    .map(({ card, mark, comment }) => h("p.comment", cardText(card), mark, " ", comment));

/** @param {Tree} tree @param {Place[]} line @param {Seat[]} seats @param {Actions} act */
function tricks(tree, line, seats, act) {
  /** @type {Map<number, Place[]>} */
  const rows = new Map();
  line.forEach((place) => {
    const trick = place.move?.trick ?? rows.size;
    rows.set(trick, [...(rows.get(trick) ?? []), place]);
  });
  return table(
    "trick-list",
    h("span.said", _("The tricks of the main line")),
    ["", ...seats.map(seatTitle)],
    [...rows].flatMap(([trick, places]) => [
      trickRow(tree, trick, places, seats, act),
      below(`n${trick}`, comments(places), seats.length),
      below(`b${trick}`, branchList(tree, places, act), seats.length),
    ]),
  );
}

/** A row below a trick, if there is something in it. @param {string} key @param {VNode[]} what @param {number} colspan */
const below = (key, what, colspan) =>
  what.length > 0 && h("tr.branches", { key }, h("td"), h("td", { colspan }, what));

/** @param {Tree} tree @param {number} trick @param {Place[]} places @param {Seat[]} seats @param {Actions} act */
function trickRow(tree, trick, places, seats, act) {
  const winner = places.at(-1)?.move?.wins;
  return h(
    "tr",
    { key: trick },
    h("th", { scope: "row" }, trick),
    seats.map((seat) => {
      const place = places.find((other) => other.move?.seat === seat);
      const leads = place !== undefined && place === places[0];
      const wins = seat === winner;
      return h(
        "td",
        { class: wins && "wins" },
        place && [
          h("span.lead", { "aria-hidden": true }, leads && "›"),
          cardLink(tree, place, act, [leads && _("led"), wins && _("wins")]),
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
 * @param {(string | false)[]} [notes] said after its name
 */
const cardLink = (tree, { id, card, mark }, act, notes = []) =>
  h(
    "button.card-button",
    { key: id, "aria-current": id === tree.at ? "step" : null, onclick: () => act.board.jump(id) },
    cardText(card),
    mark,
    h("span.said", notes.map((note) => note && `, ${note}`)),
  );

/**
 * What was played in place of cards.
 *
 * @param {Tree} tree
 * @param {Place[]} places
 * @param {Actions} act
 * @returns {VNode[]}
 */
function branchList(tree, places, act) {
  const firsts = places.flatMap((place) => {
    const [main, ...rest] = record.place(tree, place.up).next;
    return main === place.id ? rest.map((id) => h("li", { key: id }, branch(tree, record.place(tree, id), act))) : [];
  });
  return firsts.length ? [h("ul.branch-list", firsts)] : [];
}

/** @param {Tree} tree @param {Place} place @param {Actions} act */
function branch(tree, place, act) {
  const { id, move, recorded } = place;
  const line = [place, ...record.mainLine(tree, id)];
  const here = record.path(tree).some((stop) => stop.id === id);
  return [
    h("span.quiet", move && seatWord(/** @type {Seat} */ (move.seat)), " "),
    h("span.moves", line.map((stop, at) => [trickMark(stop, line[at - 1]), cardLink(tree, stop, act)])),
    comments(line),
    here &&
      button(_("Main line"), () => act.board.promote(id), {
        class: "small",
        title: _("Make it the main line"),
      }),
    here && !recorded && button(_("Delete"), () => act.board.remove(id), { class: "small" }),
    branchList(tree, line.slice(1), act),
  ];
}

/** The number of the trick before its first card here. @param {Place} place @param {Place} [before] */
const trickMark = ({ move }, before) =>
  move && before?.move?.trick !== move.trick && h("span.quiet", `${move.trick}. `);
