/** Puzzles: the list, and the one being solved. */

/** @import {PuzzleEntry, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Progress, TrainState} from "../types-tabs.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { contractSign, seatNamed, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, fill, ngettext } from "../language.js";
import { chosen, mode } from "../state.js";
import { pip, withCards } from "./card.js";
import { button, problemList, select } from "./pieces.js";
import { reasonView } from "./reason.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const mine = state.tabs.train;
  return h(
    "div",
    { class: "training" },
    mode(state) === "train" ? solving(state, mine, act) : own(state, act),
    problemList(mine.problem ? [mine.problem] : []),
    list(mine, act),
  );
}

/**
 * The puzzle on the board: what is asked for, what came of it, what one can do now.
 *
 * @param {State} state
 * @param {TrainState} mine
 * @param {Actions} act
 */
function solving(state, mine, act) {
  const position = state.shown?.position;
  const { phase } = mine;
  return h(
    "section",
    { class: `solving ${phase}`, key: "solving", "aria-label": _("The puzzle on the board") },
    position?.goal
      ? h("p", { key: "goal", class: "task" }, h("b", null, _("Goal"), ": "), position.goal.text, ".")
      : null,
    entryOf(mine)?.credit
      ? h("p", { key: "credit", class: "quiet" }, entryOf(mine)?.credit ?? "")
      : null,
    h(
      "p",
      { key: "text", class: "outcome" },
      sign(mine),
      mine.text ? withCards(mine.text) : question(phase, position?.to_play ?? null),
    ),
    mine.reason && phase === "wrong" ? reasonView(mine.reason) : null,
    entryOf(mine)?.comment && (phase === "over" || phase === "shown")
      ? h("p", { key: "comment" }, entryOf(mine)?.comment ?? "")
      : null,
    h(
      "div",
      { class: "row", key: "row" },
      phase === "wrong"
        ? button(_("Take back"), () => act.train.retry(), { key: "retry", class: "button main" })
        : null,
      phase === "over"
        ? button(_("Next puzzle"), () => act.train.next(), { key: "next", class: "button main" })
        : null,
      phase === "over" ? button(_("Once more"), () => act.train.again(), { key: "again" }) : null,
      phase === "try" || phase === "wrong"
        ? button(_("Show the solution"), () => act.train.solution(), { key: "solution" })
        : null,
      phase !== "over" && mine.id !== null
        ? button(_("Skip"), () => act.train.next(), { key: "skip" })
        : null,
      button(_("Analyse it"), () => act.train.leave(), { key: "leave" }),
    ),
  );
}

/** The puzzle on the board in the list. @param {TrainState} mine */
const entryOf = ({ list: puzzles, id }) => puzzles?.find((each) => each.id === id);

/** @param {TrainState["phase"]} phase @param {Seat | null} seat to play */
function question(phase, seat) {
  if (phase === "shown") {
    return _("The solution.");
  }
  return seat
    ? fill(_("{seat:The} is to play: which card keeps the goal?"), { seat: seatNamed(seat) })
    : "";
}

/** @param {TrainState} mine */
function sign({ phase, text }) {
  const name = phase === "wrong" ? "✗ " : text ? "✓ " : "";
  return h("span", { class: "sign", "aria-hidden": "true" }, name);
}

/** A deal of one's own that has a goal. @param {State} state @param {Actions} act */
function own({ deal }, act) {
  return deal?.deal.goal
    ? h(
        "section",
        { key: "own" },
        button(fill(_("Solve “{title}” with its values hidden"), { title: deal.title }), () =>
          act.train.beginWith(deal),
        ),
      )
    : null;
}

/** @param {TrainState} mine @param {Actions} act */
function list(mine, act) {
  const { list: all, id, progress, grade, theme } = mine;
  if (!all?.length) {
    return null;
  }
  const puzzles = chosen(mine);
  const themes = [...new Set(all.flatMap((each) => each.themes))].sort();
  const grades = [...new Set(all.map((each) => each.grade))].filter(Boolean).sort();
  const solved = puzzles.filter((puzzle) => progress[puzzle.id]?.solved).length;
  return h(
    "section",
    { key: "list" },
    h("h2", null, _("Puzzles")),
    h(
      "p",
      { class: "quiet" },
      fill(_("{number} of {all} solved"), { number: solved, all: puzzles.length }),
    ),
    h(
      "div",
      { class: "row", key: "filters" },
      select(
        _("Grade"),
        grade,
        [["", "–"], ...grades.map((each) => /** @type {[string, string]} */ ([each, each]))],
        (value) => act.train.choose({ grade: value }),
      ),
      select(
        _("Theme"),
        theme,
        [["", "–"], ...themes.map((each) => /** @type {[string, string]} */ ([each, each]))],
        (value) => act.train.choose({ theme: value }),
      ),
    ),
    id === null && solved < puzzles.length
      ? button(solved ? _("The next one") : _("The first one"), () => act.train.next(), { key: "next" })
      : null,
    h(
      "ol",
      { class: "puzzles" },
      puzzles.map((puzzle) =>
        h("li", { key: puzzle.id }, entry(puzzle, puzzle.id === id, progress[puzzle.id], act)),
      ),
    ),
  );
}

/**
 * @param {PuzzleEntry} puzzle
 * @param {boolean} here
 * @param {Progress | undefined} progress
 * @param {Actions} act
 */
function entry(puzzle, here, progress, act) {
  const [mark, kind, word] = outcome(progress);
  return h(
    "button",
    {
      type: "button",
      class: "entry",
      "aria-current": here ? "true" : null,
      onclick: () => act.train.begin(puzzle.id),
    },
    h("span", { class: `mark ${kind}`, "aria-hidden": "true" }, mark),
    h("b", null, puzzle.title),
    h(
      "span",
      { class: "quiet" },
      contract(puzzle.contract),
      ", ",
      fill(ngettext("{number} card", "{number} cards", puzzle.cards), { number: puzzle.cards }),
      puzzle.grade ? `, ${fill(_("grade {grade}"), { grade: puzzle.grade })}` : "",
    ),
    h("span", { class: "quiet goal-text" }, puzzle.goal),
    word ? h("span", { class: "said", key: "word" }, word) : null,
  );
}

/** The sign of a trump suit, else the letters. @param {string} code */
function contract(code) {
  return code.length === 1
    ? h("span", { class: `signs ${code}` }, pip(code, suitWord(code)))
    : contractSign(code);
}

/** Its mark, its class and what it says. @param {Progress | undefined} progress @returns {[string, string, string]} */
function outcome(progress) {
  if (progress?.solved) {
    return ["✓", "solved", _("solved")];
  }
  return progress?.missed ? ["✗", "missed", _("missed")] : ["", "", ""];
}
