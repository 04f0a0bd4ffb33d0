"""Solutions of puzzles as text: the main line, its numbers, its branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from manni.solver.cards import SEATS, seats_from
from manni.solver.goal import Group
from manni.solver.i18n import (
    N_,
    _,
    gettext,
    ngettext,
    seat_letter,
    seat_letters,
    seat_word,
    text_if,
)
from manni.solver.puzzles.check import PuzzleCheck
from manni.solver.puzzles.puzzle_solution import Branch, Branching, PuzzleSolution, Step, Turn
from manni.solver.report.diagram import NO_INFO, DealInfo
from manni.solver.report.puzzle import (
    ONLY_MARK,
    TRICK_MARK,
    check_head,
    failures_text,
    takes_text,
    tries_text,
    try_text,
)
from manni.solver.report.tables import Table, columns
from manni.solver.report.text import AnyText, Text, card_text, equals_text, fill, indent, join

LINES = 60
"""The most lines of branches printed if no depth is asked for."""

_LEGEND = (
    N_(
        "! only card (up to equals)   [1] the defence can choose   → [1] goes on there   "
        "· new trick"
    ),
    N_("♦Q (or K): equal cards; where a line stops, the rest is plain"),
)
_NOT_SHOWN = N_("replies that branches do not show let the solver do better than the goal")
_NOT = N_("not ♥9: a reply that lets the solver do better than the goal")


def check_text(
    check: PuzzleCheck, about: DealInfo = NO_INFO, tree: bool = False, depth: int | None = None
) -> Text:
    """Return all that is told of a puzzle, with its ``tree`` down to a depth of its branchings."""
    puzzle, tried = check.verification.puzzle, check.tries or ()
    parts: list[AnyText] = [check_head(check), *map(indent, about.lines)]
    if check.failures:
        told = indent(failures_text(puzzle.position, puzzle.goal.seat, tried, check.failures))
        parts.append(join("\n", ("", *(line.rstrip() for line in told.lines()), "")))
    if tree:
        if check.solution is not None:
            parts.append(indent(solution_text(check.solution, depth)))
        wrong = tries_text(puzzle, tried)
        if wrong:
            parts.append(indent(_("wrong first cards") + "\n" + indent(wrong)))
    return join("\n", parts)


def legend(solution: PuzzleSolution) -> tuple[str, ...]:
    """Return what the signs of a solution mean."""
    return (*map(gettext, _LEGEND), gettext(_NOT if solution.all_defences else _NOT_SHOWN))


def solution_text(solution: PuzzleSolution, depth: int | None = None) -> Text:
    """Return a solution: the main line, what is in it, the branches down to a depth.

    Without a depth there are as many whole levels as fit ``LINES`` lines, at least one, or with
    all defences all.
    """
    parts: list[Text | str] = [_("main line"), indent(main_text(solution))]
    if gifts := list(gifts_text(solution)):
        parts += [gettext(GIFTS), *map(indent, gifts)]
    parts += numbers_text(solution)
    if depth is None and not solution.all_defences:
        depth = shown_depth(solution)
    shown = solution.down_to(depth)
    if shown:
        parts += [_("branches"), *(indent(branching_text(each)) for each in shown)]
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
    numbers = f"[{first}]"
    if first != last:
        numbers = _("{low} to {high}", low=numbers, high=f"[{last}]")
    return ngettext(
        "left out: {numbers}, {number} branching after {choices} choices of the defence or more; "
        "--depth {depth} shows all",
        "left out: {numbers}, {number} branchings after {choices} choices of the defence or more; "
        "--depth {depth} shows all",
        len(left),
        numbers=numbers,
        number=len(left),
        choices=left[0].level - 1,
        depth=solution.levels,
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
        cards = [
            *table,
            *(Text(f"{seat_letter(step.seat.letter)} ", _step_text(step)) for step in trick),
        ]
        won = trick[-1].winner is seat
        taken += trick[-1].position.play(trick[-1].card).gain(seat)
        count = Text(f"{seat_word(seat)} {taken}") if won else Text()
        rows.append((Text(str(number)), *cards, *[Text()] * (SEATS - len(cards)), count))
    return rows


def _on_table(solution: PuzzleSolution) -> Iterator[Text]:
    """Yield the cards on the table at first, in brackets."""
    position = solution.puzzle.position
    for seat, card in zip(seats_from(position.leader), position.table, strict=False):
        letter = seat_letters()[seat]
        yield Text(f"({letter} ", card_text(card), ")")


def _step_text(step: Step) -> Text:
    named = join(_between(step.is_solver), map(equals_text, step.groups))
    number = "" if step.branching is None else f" [{step.branching}]"
    return Text(named, ONLY_MARK if step.is_only else "", number)


GIFTS = N_("replies in it that let the solver do better")


def gifts_text(solution: PuzzleSolution) -> Iterator[Text]:
    """Yield what comes of replies in the main line with which the solver does better.

    There is a line for each turn, with all defences one for each reply and the play after it.
    """
    for number, trick in enumerate(tricks_of(solution), 1):
        for step in trick:
            place = _("trick {number}, {seat}: ", number=number, seat=seat_word(step.seat))
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
                        _(": "),
                        takes_text(solution.puzzle, tricks),
                    )
                    for tricks, gifts in groupby(by_tricks, key=lambda gift: gift.tricks)
                )
                yield Text(place, join(_("; "), told))


def _between(is_solver: bool) -> str:
    """Return what separates cards: the solver chooses, what the defence plays is all one."""
    return _(" or ") if is_solver else "/"


def numbers_text(solution: PuzzleSolution) -> list[str]:
    """Return how much there is to find in the main line, and in all."""
    only = [step.good + step.bad for step in solution.main if step.is_only]
    choices = [step.good for step in solution.main if step.is_choice]
    return [
        _(
            "only-moves: {number} in the main line{among}, {positions} in all",
            number=len(only),
            among=_of(only),
            positions=_positions(solution.tree.only_moves),
        ),
        _(
            "choices of the defence: {number} in the main line{among}, {positions} in all",
            number=len(choices),
            among=_of(choices),
            positions=_positions(solution.forks),
        ),
    ]


def _positions(count: int) -> str:
    return ngettext("{number} position", "{number} positions", count, number=count)


def _of(counts: list[int]) -> str:
    """Return among how many cards a seat had to choose."""
    if not counts:
        return ""
    least, most = min(counts), max(counts)
    return text_if(
        least == most,
        " (among {low} cards)",
        " (among {low} to {high} cards)",
        low=least,
        high=most,
    )


def branching_text(branching: Branching) -> Text:
    """Return a branching: a heading, then a line for each reply of the defence."""
    lines = [Text(branching_head(branching), not_text(branching.gifts))]
    lines += (Text("  ", branch_text(branch)) for branch in branching.branches)
    return join("\n", lines)


def branching_head(branching: Branching) -> str:
    """Return the number of a branching, where it is and who plays there."""
    return _(
        "[{number}] trick {trick}, {seat} plays",
        number=branching.number,
        trick=branching.trick,
        seat=seat_word(branching.position.to_play),
    )


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
        return Text(_("{seat} any", seat=seat_letter(turn.seat.letter)))
    cards = join(_between(turn.is_solver), map(equals_text, turn.groups))
    only = ONLY_MARK if turn.is_only else ""
    return Text(f"{seat_letter(turn.seat.letter)} ", cards, only, not_text(turn.gifts))


def not_text(gifts: Sequence[Group]) -> Text:
    """Return which cards let the solver do better, in brackets, or nothing."""
    if not gifts:
        return Text()
    cards = join(", ", map(equals_text, gifts))
    return fill(" (not {cards})", cards=cards)
