/** Puzzles: the list, and the one being solved. */

/** @import {PuzzleEntry} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Progress, TrainState} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { progressOf, remembered } from "../actions/train.js";
import { contractSign, seatNamed, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, ngettext } from "../language.js";
import { chosen, training } from "../state.js";
import { pip, withCards } from "./card.js";
import { button, problemList, select } from "./pieces.js";
import { reasonView } from "./values.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { deal, train: mine } = state;
  const { credit, comment } = mine.list?.find((puzzle) => puzzle.id === mine.id) ?? {};
  const solves = training(state);
  return h(
    "div.training",
    !solves &&
      deal?.deal.goal && // a deal of one's own
      h(
        "section",
        button(_("Solve “{title}” with its values hidden", { title: deal.title }), () =>
          act.train.beginWith(deal),
        ),
      ),
    solves && credit && h("p.quiet", credit),
    solves && comment && ["over", "shown"].includes(mine.phase) && h("p", comment),
    problemList([mine.problem]),
    mine.list && mine.list.length > 0 && listing(mine, mine.list, act),
  );
}

/**
 * The puzzle on the board: what came of the last card, what one can do now.
 *
 * @param {State} state
 * @param {Actions} act
 */
export function solving(state, { train, frame }) {
  const { shown, train: { id, phase, text } } = state;
  const seat = shown?.position.to_play;
  const wrong = phase === "wrong";
  const over = phase === "over";
  return h(
    "div.asks.yours.solving",
    { class: phase, role: "group", "aria-label": _("The puzzle on the board") },
    h(
      "p.outcome",
      h("span.sign", { "aria-hidden": true }, wrong ? "✗ " : text && "✓ "),
      text
        ? withCards(text)
        : phase === "shown"
          ? _("The solution.")
          : seat &&
            _("{seat:The} is to play: which card keeps the goal?", { seat: seatNamed(seat) }),
    ),
    h(
      "div.row",
      wrong && [
        button(_("Take back"), () => train.retry(), { class: "main" }),
        refuted(state) && button(_("Why?"), () => frame.openSheet("why")),
      ],
      over && [
        button(_("Next puzzle"), () => train.next(), { class: "main" }),
        button(_("Once more"), () => train.again()),
      ],
      (phase === "try" || wrong) && button(_("Show the solution"), () => train.solution()),
      !over && !wrong && id !== null && button(_("Skip"), () => train.next()),
      !wrong && button(_("Analyse it"), () => train.leave()),
    ),
  );
}

/** Which cards matter after the wrong one. @param {State} state */
const refuted = ({ deal, asked: { reasons } }) => reasons?.about.deal === deal && reasons?.found;

/** @param {State} state */
export function why(state) {
  const reason = refuted(state);
  return reason && reasonView(reason);
}

/** @param {TrainState} mine @param {PuzzleEntry[]} all @param {Actions} act */
function listing(mine, all, { train }) {
  const { id, grade, theme } = mine;
  const puzzles = chosen(mine);
  const known = remembered(); // read once for all of them
  const solved = puzzles.filter((puzzle) => progressOf(puzzle.id, known).solved).length;
  /** @param {string[]} values */
  const choices = (values) => ["", ...[...new Set(values)].filter(Boolean).sort()];
  return h(
    "section",
    h("h2", _("Puzzles")),
    h("p.quiet", _("{number} of {all} solved", { number: solved, all: puzzles.length })),
    h(
      "div.row",
      select(_("Grade"), grade, choices(all.map((puzzle) => puzzle.grade)), (value) =>
        train.write({ grade: value }),
      ),
      select(_("Theme"), theme, choices(all.flatMap((puzzle) => puzzle.themes)), (value) =>
        train.write({ theme: value }),
      ),
    ),
    id === null &&
      solved < puzzles.length &&
      button(solved ? _("The next one") : _("The first one"), () => train.next()),
    h(
      "ol.puzzles",
      puzzles.map((puzzle) =>
        h(
          "li",
          { key: puzzle.id },
          entry(puzzle, puzzle.id === id, progressOf(puzzle.id, known), () => train.begin(puzzle.id)),
        ),
      ),
    ),
  );
}

/**
 * @param {PuzzleEntry} puzzle
 * @param {boolean} here
 * @param {Progress} progress
 * @param {() => void} begin
 */
function entry({ title, contract, cards, grade, goal }, here, { solved, missed }, begin) {
  const [mark, kind, word] = solved
    ? ["✓", "solved", _("solved")]
    : missed
      ? ["✗", "missed", _("missed")]
      : [];
  return h(
    "button.entry",
    { "aria-current": here || null, onclick: begin },
    h("span.mark", { class: kind, "aria-hidden": true }, mark),
    h("b", title),
    h(
      "span.quiet",
      // The sign of a trump suit, else the letters.
      contract.length === 1
        ? h("span.signs", { class: contract }, pip(contract, suitWord(contract)))
        : contractSign(contract),
      ", ",
      ngettext("{number} card", "{number} cards", cards),
      grade && `, ${_("grade {grade}", { grade })}`,
    ),
    h("span.quiet.goal-text", goal),
    word && h("span.said", word),
  );
}
