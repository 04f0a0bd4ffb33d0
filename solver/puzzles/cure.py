"""The smallest changes of cards that make a puzzle sound.

A change is another card of its suit in place of one, or two cards that change hands. Its size is
how many cards in play a card passes in its suit; exchanges of two suits come last. What is equal
before and after is no change. Keys and cards on the table stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from solver.cards import FULL_PACK, Seat, cards_in, hand_of, rank_of, suit_of, triple
from solver.errors import SolverError, StoppedError
from solver.position import Position
from solver.puzzles.verify import Puzzle, verify
from solver.run import Run
from solver.values.solve import Solver


@dataclass(frozen=True)
class Cure:
    """A change that makes a puzzle sound: ``puzzle`` is it then.

    ``old`` of ``seat`` becomes ``new``, which ``other`` gets for it, or which was not in play
    where that is None.
    """

    puzzle: Puzzle
    old: int
    new: int
    seat: Seat
    other: Seat | None
    size: int


def cures(
    puzzle: Puzzle,
    solver: Solver,
    *,
    strict: bool = False,
    spare: int = FULL_PACK,
    seconds: float | None = None,
    run: Run | None = None,
) -> tuple[Cure, ...]:
    """Return the smallest changes after which a puzzle is sound, all of one size, or none.

    ``strict`` asks for one card at every move. ``spare`` are the cards that may come in, as a set;
    those in play are none of them. Raises StoppedError where the run is over first.
    """
    run = Run.of(run, seconds)
    for _, changes in groupby(_changes(puzzle, spare), key=lambda change: change.size):
        found = tuple(change for change in changes if _is_sound(change.puzzle, solver, strict, run))
        if found:
            return found
    return ()


def _is_sound(puzzle: Puzzle, solver: Solver, strict: bool, run: Run) -> bool:
    try:
        return verify(puzzle, solver, strict=strict, run=run).holds
    except StoppedError:
        raise
    except SolverError:  # a key that cannot be played any more
        return False


def _changes(puzzle: Puzzle, spare: int) -> Iterator[Cure]:
    """Return all changes, the smallest first."""
    position = puzzle.position
    fixed = hand_of((*puzzle.keys, *position.table))
    all_found = [*_replaced(puzzle, spare, fixed), *_exchanged(puzzle, fixed)]
    most = 1 + max((each.size for each in all_found), default=0)
    # Of two suits there is no size: they come after all others.
    sized = (replace(each, size=most) if each.size < 0 else each for each in all_found)
    yield from sorted(
        (each for each in sized if each.size),
        key=lambda each: (each.size, each.other is not None, each.old, each.new),
    )


def _replaced(puzzle: Puzzle, spare: int, fixed: int) -> Iterator[Cure]:
    """Yield the changes of one card for one that is not in play."""
    position = puzzle.position
    in_play = sum(position.dealt)
    for seat in Seat:
        for old in cards_in(position.hands[seat] & ~fixed):
            for new in cards_in(spare & ~in_play):
                if suit_of(new) == suit_of(old):
                    hands = list(position.hands)
                    hands[seat] ^= 1 << old | 1 << new
                    size = _passed(position, old, new)
                    if (changed := _with(puzzle, hands)) is not None:
                        yield Cure(changed, old, new, seat, None, size)


def _exchanged(puzzle: Puzzle, fixed: int) -> Iterator[Cure]:
    """Yield the exchanges of two cards; the size of those of two suits is -1."""
    position = puzzle.position
    for seat, other in combinations(Seat, 2):
        for old in cards_in(position.hands[seat] & ~fixed):
            for new in cards_in(position.hands[other] & ~fixed):
                hands = list(position.hands)
                hands[seat] ^= 1 << old | 1 << new
                hands[other] ^= 1 << old | 1 << new
                size = 1 + _passed(position, old, new) if suit_of(old) == suit_of(new) else -1
                if (changed := _with(puzzle, hands)) is not None:
                    yield Cure(changed, old, new, seat, other, size)


def _with(puzzle: Puzzle, hands: list[int]) -> Puzzle | None:
    """Return a puzzle with other hands, None where its key cannot be played then."""
    try:
        return replace(puzzle, position=replace(puzzle.position, hands=triple(hands)))
    except SolverError:
        return None


def _passed(position: Position, one: int, other: int) -> int:
    """Return how many cards in play lie between two cards of a suit."""
    heights = position.rules.heights
    low, high = sorted((heights[rank_of(one)], heights[rank_of(other)]))
    return sum(
        suit_of(card) == suit_of(one) and low < heights[rank_of(card)] < high
        for card in cards_in(sum(position.dealt))
    )
