"""What each player has still to declare: the lines left on his list."""

from __future__ import annotations

from collections.abc import Sequence

from solver import checks
from solver.cards import Seat, triple
from solver.errors import ArgumentError, RuleError
from solver.notation import parse_seat
from solver.rules.variant import Variant

Left = Sequence[tuple[Seat | None, Sequence[str]]]
"""The lines that seats have still to declare; None is the seat that asks."""

Lines = tuple[frozenset[str], frozenset[str], frozenset[str]]
"""The names of the lines that each seat has left, by seat."""


def lines_left(variant: Variant, left: Left, own: Seat | None) -> Lines:
    """Return the lines that each seat has left: what is said of it, else all.

    ``own`` is the seat that asks. Raises RuleError for a line that the game does not have, and
    where a line or a seat is given twice.
    """
    known = [slot.name for slot in variant.slots]
    names = [frozenset(known) for _ in Seat]
    given: set[Seat] = set()
    for each in checks.several(left, "left"):
        pair = checks.several(each, "left", 2)
        if len(pair) != 2:
            raise ArgumentError(
                f"left: {checks.quote(each)}, expected a seat and the lines of its list"
            )
        lines = [checks.text(line, "a line") for line in checks.several(pair[1], "lines")]
        seat = own if pair[0] is None else parse_seat(pair[0])
        if seat is None:
            continue
        names[seat] = frozenset(lines)
        for name in lines:
            if lines.count(name) > 1:
                raise RuleError(f"{seat.word}: {name} is given twice")
            if name not in known:
                raise RuleError(
                    f"{seat.word} cannot have {name} left: {variant.code} has {' '.join(known)}"
                )
        if seat in given:
            raise RuleError(f"what {seat.word} has left is given twice")
        given.add(seat)
    return triple(names)
