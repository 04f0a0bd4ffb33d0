"""What it is worth to have contracts left to declare: the game, not the deal.

A player who declares with a set of contracts left picks the one with the most expected
points and value of what is left then. The values ship as ``solver/data/set_values.json``,
made by ``tools/data/set_values.py``: expected points of a hand are a line in the rule of
thumb's score, fitted to dealt hands that were solved with open cards, and the sets are
worked out backwards over random hands. Overcalls, and what the others have left, are not
in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import fsum

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.thumb_hand import thumb_score
from manni.solver.cards import Seat
from manni.solver.errors import RuleError
from manni.solver.package_data import load_json
from manni.solver.rules.auction import PASS, Call, Slot, slot_of
from manni.solver.rules.contract import Contract
from manni.solver.rules.registry import get_variant
from manni.solver.rules.variant import Variant

FILE = "set_values.json"
Names = frozenset[str]


@dataclass(frozen=True)
class Line:
    """A straight line from the score of a declarer's hand to his expected points."""

    start: float
    slope: float

    def points(self, score: float) -> float:
        """Return the expected points."""
        return self.start + self.slope * score


def slot_points(variant: Variant, lines: Mapping[str, Line], hand: int, slot: Slot) -> float:
    """Return the expected points of a hand in the best contract of a line of the list."""
    sizes = range(exchange_limit(variant) + 1)
    return max(
        lines[contract.kind].points(thumb_score(contract, hand, sizes))
        for contract in slot.contracts
    )


def contract_line(contract: Contract) -> Line:
    """Return the stored line of the declarer in contracts of a kind."""
    fit = load_json(FILE)["fits"][contract.kind]
    return Line(fit["start"], fit["slope"])


def exchange_limit(variant: Variant) -> int:
    """Return how many cards a declarer may exchange."""
    return variant.exchange.sizes(Seat.FOREHAND, 0, variant.tricks, variant.manni)[-1]


def alike_lines(slots: Sequence[Slot]) -> Names:
    """Return the names of the lines that are one trump each: they differ only in their suits."""
    return frozenset(
        slot.name
        for slot in slots
        if len(slot.contracts) == 1 and slot.contracts[0].trump is not None
    )


def set_values(
    names: Sequence[str], points: NDArray[np.float64], alike: Names = frozenset()
) -> dict[Names, float]:
    """Return the value of every set of lines left, from the points of hands in each line.

    Each hand declares once, whichever line gives the most with what is left after it. The lines
    ``alike`` differ only in the names of suits: sets with as many of them, and the same others,
    have one value, the mean of what chance makes of them.
    """
    values: dict[Names, float] = {frozenset(): 0.0}
    for size in range(1, len(names) + 1):
        same: dict[tuple[Names, int], dict[Names, float]] = {}
        for chosen in combinations(range(len(names)), size):
            left = frozenset(names[index] for index in chosen)
            later = [values[left - {names[index]}] for index in chosen]
            value = float((points[:, list(chosen)] + later).max(axis=1).mean())
            same.setdefault((left - alike, len(left & alike)), {})[left] = value
        for alike_sets in same.values():
            values.update(dict.fromkeys(alike_sets, fsum(alike_sets.values()) / len(alike_sets)))
    return values


@cache
def _games() -> list[tuple[Variant, dict[Names, float]]]:
    return [
        (
            get_variant(game["game"]),
            {frozenset(key.split()): value for key, value in game["values"].items()},
        )
        for game in load_json(FILE)["games"]
    ]


def _decides(variant: Variant) -> tuple[object, ...]:
    """Return what the values of a game's list rest on: what a hand is worth to its declarer.

    They are worked out over hands dealt, so that the auction has no part in them; nor has what
    is in a line, of which its name stands for the whole.
    """
    return (
        tuple(slot.name for slot in variant.slots),
        variant.pack,
        variant.tricks,
        variant.manni,
        variant.exchange,
        variant.leads,
        getattr(variant.scoring, "plain", None),
        getattr(variant.scoring, "nullo", None),
        variant.rules,
        variant.nullo_rules,
    )


@lru_cache(maxsize=64)
def _values_of(variant: Variant) -> Mapping[Names, float] | None:
    """Return the values stored of a game's list, None where they are those of no such game."""
    decides = _decides(variant)
    return next((values for game, values in _games() if _decides(game) == decides), None)


def has_set_values(variant: Variant) -> bool:
    """Return whether the values of contracts left are stored for a game."""
    return _values_of(variant) is not None


def set_value(variant: Variant, left: Names) -> float:
    """Return a player's expected points in the deals still to be declared with ``left``.

    Raises RuleError for a game whose values are not stored.
    """
    values = _values_of(variant)
    if values is None:
        raise RuleError(
            f"no values of contracts left are stored for {variant.code}: "
            "leave them out (--deal-only)"
        )
    return values[left]


def used(variant: Variant, names: Names, call: Call | None) -> Names:
    """Return the line that a call uses up of those a player has left, none for a pass."""
    if call is PASS:
        return frozenset()
    slots = variant.slots
    slot = slot_of(slots, frozenset(slot.name for slot in slots) - names, call.contract)
    if slot is None:
        raise RuleError(f"{call.contract.name} is not left to declare")
    return frozenset((slot.name,))
