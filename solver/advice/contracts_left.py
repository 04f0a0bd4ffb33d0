"""What it is worth to have contracts left to declare: the game, not the deal.

A player who declares with a set of contracts left picks the one with the most expected
points and value of what is left then. The values ship as ``solver/data/set_values.json``,
made by ``tools/data/set_values.py``: expected points of a hand are a line in the rule of
thumb's score, fitted to dealt hands that were solved with open cards, and the sets are
worked out backwards over random hands. Overcalls, and what the others have left, are not
in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from manni.solver.cards import Seat
from manni.solver.errors import RuleError
from manni.solver.package_data import load_json
from manni.solver.rules.auction import PASS, Call, slot_of
from manni.solver.rules.contract import Contract
from manni.solver.rules.registry import get_variant
from manni.solver.rules.variant import Variant

FILE = "set_values.json"
Names = frozenset[str]


def declarer_line(contract: Contract) -> tuple[float, float]:
    """Return the start and the slope of the stored line of declarers in contracts of a kind.

    It leads from the rule of thumb's score of a hand to expected points.
    """
    fit = load_json(FILE)["fits"][contract.kind]
    return fit["start"], fit["slope"]


def exchange_limit(variant: Variant) -> int:
    """Return how many cards a declarer may exchange."""
    return variant.exchange.sizes(Seat.FOREHAND, 0, variant.tricks, variant.manni)[-1]


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
def set_values_of(variant: Variant) -> Mapping[Names, float] | None:
    """Return the values stored of a game's list, None where they are those of no such game."""
    decides = _decides(variant)
    return next((values for game, values in _games() if _decides(game) == decides), None)


def has_set_values(variant: Variant) -> bool:
    """Return whether the values of contracts left are stored for a game."""
    return set_values_of(variant) is not None


def set_value(variant: Variant, left: Names) -> float:
    """Return a player's expected points in the deals still to be declared with ``left``.

    Raises RuleError for a game whose values are not stored.
    """
    values = set_values_of(variant)
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
