"""Solutions of puzzles as text: the main line, its numbers, its branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from solver.cards import SEATS
from solver.puzzles.puzzle_solution import Branch, Branching, PuzzleSolution, Step, Turn
from solver.puzzles.tree import Group
from solver.report.cards import card_text, equals_text
from solver.report.puzzle import ONLY_MARK, TRICK_MARK, takes_text, try_text
from solver.report.text import Table, Text, columns, indented, join

LINES = 60
"""The most lines of branches printed if no depth is asked for."""

_LEGEND = (
    "! only card (up to equals)   [1] the defence can choose   → [1] goes on there   · new trick",
    "where a line stops, the rest is plain; of equal cards in branches the lowest is named",
)
_NOT_SHOWN = "replies that branches do not show let the solver do better than the goal"
_NOT = "not ♥9: a reply that lets the solver do better than the goal"


def legend(solution: PuzzleSolution) -> tuple[str, ...]:
    """Return what the signs of a solution mean."""
    return *_LEGEND, _NOT if solution.all_defences else _NOT_SHOWN


def solution_text(solution: PuzzleSolution, depth: int | None = None) -> Text:
    """Return a solution: the main line, what is in it, the branches down to a depth.

    Without a depth there are as many whole levels as fit ``LINES`` lines, at least one, or with
    all defences all.
    """
    parts: list[Text | str] = ["main line", indented(main_text(solution))]
    if gifts := list(gifts_text(solution)):
        parts += [GIFTS, *map(indented, gifts)]
    parts += numbers_text(solution)
    if depth is None and not solution.all_defences:
        depth = shown_depth(solution)
    shown = solution.branchings if depth is None else solution.down_to(depth)
    if shown:
        parts += ["branches", *(indented(branching_text(each)) for each in shown)]
    left_out = left_out_text(solution, len(shown))
    if left_out:
        parts.append(left_out)
    return join("\n", (*parts, *legend(solution)))


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
    named = equals_text(step.groups[0])
    if len(step.groups) > 1:
        named = join(_between(step.is_solver), map(card_text, step.cards))
    number = "" if step.branching is None else f" [{step.branching}]"
    return Text(named, ONLY_MARK if step.is_only else "", number)


GIFTS = "replies in it that let the solver do better"


def gifts_text(solution: PuzzleSolution) -> Iterator[Text]:
    """Yield what comes of replies in the main line with which the solver does better.

    There is a line for each turn, with all defences one for each reply and the play after it.
    """
    for number, trick in enumerate(tricks_of(solution), 1):
        for step in trick:
            place = f"trick {number}, {step.seat.word}: "
            if solution.all_defences:
                for gift in step.gifts:
                    taken = takes_text(solution.puzzle, gift.tricks)
                    line = try_text(step.position, gift)
                    yield Text(place, equals_text(gift.cards), f": {taken}\n  ", line)
            elif step.gifts:
                by_tricks = sorted(step.gifts, key=lambda gift: gift.tricks)
                told = (
                    Text(
                        join(", ", (equals_text(gift.cards) for gift in gifts)),
                        f": {takes_text(solution.puzzle, tricks)}",
                    )
                    for tricks, gifts in groupby(by_tricks, key=lambda gift: gift.tricks)
                )
                yield Text(place, join("; ", told))


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
    head = f"[{branching.number}] trick {branching.trick}, {seat.word} plays"
    lines = [Text(head, not_text(branching.gifts))]
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
    only = ONLY_MARK if turn.is_only else ""
    return Text(f"{turn.seat.letter} ", cards, only, not_text(turn.gifts))


def not_text(gifts: Sequence[Group]) -> Text:
    """Return which cards let the solver do better, in brackets, or nothing."""
    if not gifts:
        return Text()
    return Text(" (not ", join(", ", (card_text(card) for group in gifts for card in group)), ")")
