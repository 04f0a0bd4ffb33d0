"""Solutions of puzzles as text: the main line, its numbers, its branches."""

from __future__ import annotations

from collections.abc import Iterator

from solver.cards import SEATS
from solver.puzzles.puzzle_solution import Branch, Branching, PuzzleSolution, Step, Turn
from solver.report.cards import card_text
from solver.report.puzzle import TRICK_MARK
from solver.report.text import Table, Text, columns, indented, join

LINES = 60
"""The most lines of branches printed if no depth is asked for."""

LEGEND = (
    "! only card (up to equals)   [1] the defence can choose   → [1] goes on there   · new trick",
    "where a line stops, the rest is plain",
    "replies that are not shown let the solver do better than the goal",
)


def solution_text(solution: PuzzleSolution, depth: int | None = None) -> Text:
    """Return a solution: the main line, what is in it, the branches down to a depth.

    Without a depth there are as many whole levels as fit ``LINES`` lines, at least one.
    """
    parts: list[Text | str] = ["main line", indented(main_text(solution))]
    parts += numbers_text(solution)
    shown = solution.down_to(shown_depth(solution) if depth is None else depth)
    if shown:
        parts += ["branches", *(indented(branching_text(each)) for each in shown)]
    left_out = left_out_text(solution, len(shown))
    if left_out:
        parts.append(left_out)
    return join("\n", (*parts, *LEGEND))


def shown_depth(solution: PuzzleSolution) -> int:
    """Return how many levels of branches fit ``LINES`` lines, at least one."""
    depth, lines = 1, 0
    for each in solution.branchings:
        lines += 1 + len(each.branches)
        if lines > LINES:
            return max(1, each.level - 1)
        depth = each.level
    return depth


def left_out_text(solution: PuzzleSolution, shown: int) -> str:
    """Return a line on the branchings after the first ``shown``, perhaps an empty one."""
    left = solution.branchings[shown:]
    if not left:
        return ""
    first, last = left[0].number, left[-1].number
    numbers = f"[{first}]" if first == last else f"[{first}] to [{last}]"
    ending = "" if len(left) == 1 else "s"
    return (
        f"left out: {numbers}, {len(left)} branching{ending} after {left[0].level - 1} choices of "
        f"the defence or more; --depth {solution.levels} shows all"
    )


def tricks_of(solution: PuzzleSolution) -> list[list[Step]]:
    """Return the main line trick by trick; the first may have begun before it."""
    tricks: list[list[Step]] = [[]]
    for step in solution.main:
        tricks[-1].append(step)
        if step.winner is not None:
            tricks.append([])
    return [trick for trick in tricks if trick]


def main_text(solution: PuzzleSolution) -> Text:
    """Return the main line, one row per trick."""
    return Table(columns("trick", "", "", "", "", left=5), main_rows(solution)).text()


def main_rows(solution: PuzzleSolution) -> list[tuple[Text, ...]]:
    """Return the main line: of each trick its number, cards and the count of the goal's seat."""
    seat = solution.puzzle.goal.seat
    taken = 0
    rows = []
    for number, trick in enumerate(tricks_of(solution), 1):
        table = [] if number > 1 else list(_on_table(solution))
        cards = [*table, *(Text(f"{step.seat.letter} ", _step_text(step)) for step in trick)]
        won = trick[-1].winner is seat
        taken += trick[-1].position.play(trick[-1].card).gain(seat)
        count = Text(f"{seat.word} {taken}") if won else Text()
        rows.append((Text(str(number)), *cards, *[Text()] * (SEATS - len(cards)), count))
    return rows


def _on_table(solution: PuzzleSolution) -> Iterator[Text]:
    """Yield the cards on the table at first, in brackets."""
    position = solution.puzzle.position
    for index, card in enumerate(position.table):
        letter = "FMD"[(position.leader + index) % SEATS]
        yield Text(f"({letter} ", card_text(card), ")")


def _step_text(step: Step) -> Text:
    cards = join(_between(step.is_solver), map(card_text, step.cards))
    number = "" if step.branching is None else f" [{step.branching}]"
    return Text(cards, "!" if step.is_only else "", number)


def _between(is_solver: bool) -> str:
    """Return what separates cards: the solver chooses, what the defence plays is all one."""
    return " or " if is_solver else "/"


def numbers_text(solution: PuzzleSolution) -> list[str]:
    """Return how much there is to find in the main line, and in all."""
    only = [step.good + step.bad for step in solution.main if step.is_only]
    choices = [step.good for step in solution.main if step.is_choice]
    return [
        f"only-moves: {len(only)} in the main line{_of(only)}, "
        f"{_positions(solution.tree.only_moves)} in all",
        f"choices of the defence: {len(choices)} in the main line{_of(choices)}, "
        f"{_positions(solution.forks)} in all",
    ]


def _positions(count: int) -> str:
    return f"{count} position{'s' if count != 1 else ''}"


def _of(counts: list[int]) -> str:
    """Return among how many cards a seat had to choose."""
    if not counts:
        return ""
    least, most = min(counts), max(counts)
    return f" (among {least} cards)" if least == most else f" (among {least} to {most} cards)"


def branching_text(branching: Branching) -> Text:
    """Return a branching: a heading, then a line for each reply of the defence."""
    seat = branching.position.to_play
    lines = [Text(f"[{branching.number}] trick {branching.trick}, {seat.word} plays")]
    lines += (Text("  ", branch_text(branch)) for branch in branching.branches)
    return join("\n", lines)


def branch_text(branch: Branch) -> Text:
    """Return a reply and what follows on one line."""
    text = Text()
    for turn in branch.turns:
        between = " " if text else ""
        text = Text(text, between, turn_text(turn), TRICK_MARK if turn.ends_trick else "")
    if branch.to is None:
        return text.removesuffix(TRICK_MARK)
    return Text(text, f" → [{branch.to}]")


def turn_text(turn: Turn) -> Text:
    """Return what a seat plays at one point of a branch."""
    if turn.is_any:
        return Text(f"{turn.seat.letter} any")
    cards = join(_between(turn.is_solver), map(card_text, turn.cards))
    return Text(f"{turn.seat.letter} ", cards, "!" if turn.is_only else "")
