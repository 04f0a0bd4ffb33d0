/** Puzzles: the list, and the one being solved. */

/** @import {PuzzleEntry} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Progress, TrainState} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
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
  return h(
    "div.training",
    training(state)
      ? solving(state, mine, act)
      : deal?.deal.goal && // a deal of one's own
          h(
            "section",
            button(_("Solve “{title}” with its values hidden", { title: deal.title }), () =>
              act.train.beginWith(deal),
            ),
          ),
    problemList([mine.problem]),
    mine.list && mine.list.length > 0 && listing(mine, mine.list, act),
  );
}

/**
 * The puzzle on the board: what is asked for, what came of it, what one can do now.
 *
 * @param {State} state
 * @param {TrainState} mine
 * @param {Actions} act
 */
function solving({ deal, shown, asked: { reasons } }, { list, id, phase, text }, { train }) {
  const { goal, to_play: seat } = shown?.position ?? {};
  const { credit, comment } = list?.find((each) => each.id === id) ?? {};
  const wrong = phase === "wrong";
  const over = phase === "over";
  return h(
    "section.solving",
    { class: phase, "aria-label": _("The puzzle on the board") },
    goal && h("p.task", h("b", _("Goal"), _(": ")), goal.text, "."),
    credit && h("p.quiet", credit),
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
    wrong && reasons?.about.deal === deal && reasons?.found && reasonView(reasons.found),
    comment && (over || phase === "shown") && h("p", comment),
    h(
      "div.row",
      wrong && button(_("Take back"), () => train.retry(), { class: "main" }),
      over && button(_("Next puzzle"), () => train.next(), { class: "main" }),
      over && button(_("Once more"), () => train.again()),
      (phase === "try" || wrong) && button(_("Show the solution"), () => train.solution()),
      !over && id !== null && button(_("Skip"), () => train.next()),
      button(_("Analyse it"), () => train.leave()),
    ),
  );
}

/** @param {TrainState} mine @param {PuzzleEntry[]} all @param {Actions} act */
function listing(mine, all, { train }) {
  const { id, progress, grade, theme } = mine;
  const puzzles = chosen(mine);
  const solved = puzzles.filter((puzzle) => progress[puzzle.id]?.solved).length;
  /** @param {string[]} values */
  const each = (values) => ["", ...[...new Set(values)].filter(Boolean).sort()];
  return h(
    "section",
    h("h2", _("Puzzles")),
    h("p.quiet", _("{number} of {all} solved", { number: solved, all: puzzles.length })),
    h(
      "div.row",
      select(_("Grade"), grade, each(all.map((puzzle) => puzzle.grade)), (value) =>
        train.write({ grade: value }),
      ),
      select(_("Theme"), theme, each(all.flatMap((puzzle) => puzzle.themes)), (value) =>
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
          entry(puzzle, puzzle.id === id, progress[puzzle.id], () => train.begin(puzzle.id)),
        ),
      ),
    ),
  );
}

/**
 * @param {PuzzleEntry} puzzle
 * @param {boolean} here
 * @param {Progress | undefined} progress
 * @param {() => void} begin
 */
function entry({ title, contract, cards, grade, goal }, here, progress, begin) {
  const [mark, kind, word] = progress?.solved
    ? ["✓", "solved", _("solved")]
    : progress?.missed
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
