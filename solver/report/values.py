"""Values as JSON, with the keys and numbers that the command line promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.cards import Seat, card_name
from solver.notation import format_hand
from solver.values.equals import equal_groups

if TYPE_CHECKING:
    from solver.rules.trick import TrickRules
    from solver.values.points import Points
    from solver.values.solution import SeatBounds, Solution


def by_letter(values: Sequence[Any]) -> dict[str, Any]:
    """Return values by seat letter, leaving out seats that have none."""
    return {
        seat.letter: value for seat, value in zip(Seat, values, strict=True) if value is not None
    }


def bounds_json(bounds: SeatBounds) -> dict[str, Any]:
    """Return guarantees by seat; if one is not proved it is null and ``bounds`` are added."""
    data: dict[str, Any] = {
        "guarantee": {
            seat.letter: pair[0] if pair[0] == pair[1] else None
            for seat, pair in zip(Seat, bounds, strict=True)
            if pair is not None
        }
    }
    if any(pair is not None and pair[0] != pair[1] for pair in bounds):
        data["bounds"] = by_letter(bounds)
    return data


def unit_json(rules: TrickRules, worth: int, declarer: Seat | None) -> dict[str, Any]:
    """Return what is counted, how much of it is to come and who declares, if not just tricks."""
    data: dict[str, Any] = {}
    if rules.unit != "tricks":
        data = {"unit": rules.unit, "worth": worth}
    if rules.partners and declarer is not None:
        data["declarer"] = declarer.letter
    return data


def solution_json(
    solution: Solution,
    points: Sequence[Points] | None = None,
    won: Sequence[int] = (0, 0, 0),
) -> dict[str, Any]:
    """Return a solution as ``manni solve --json`` prints it.

    ``cards`` and ``line`` are there if they were asked for, ``points`` if given; ``won`` are
    the tricks, or points, taken before.
    """
    position = solution.position
    data: dict[str, Any] = {
        "contract": position.contract.name,
        "ace_low": position.ace_low,
        **unit_json(position.rules, position.worth, position.declarer),
        "leader": position.leader.letter,
        "to_play": position.to_play.letter,
        "tricks": solution.tricks,
        "hands": by_letter([format_hand(hand) for hand in position.hands]),
        "table": [card_name(card) for card in position.table],
        "won": by_letter(won),
        **bounds_json(solution.bounds),
        "best_case": None if solution.best_case is None else by_letter(solution.best_case),
        "share": _numbers(solution.share),
    }
    if points is not None:
        data["points"] = by_letter([points_json(own) for own in points])
    if solution.cards is not None:
        groups = [sorted(group, reverse=True) for group in equal_groups(position)]
        equals = {card: group for group in groups for card in group}
        data["cards"] = [
            {
                "card": card_name(value.card),
                "equal": [card_name(card) for card in equals[value.card] if card != value.card],
                **bounds_json(value.bounds),
                "share": _numbers(value.share),
                "loss": value.loss,
            }
            for value in solution.cards
        ]
    if solution.line is not None:
        data["line"] = [card_name(card) for card in solution.line]
    return data


def _numbers(shares: Sequence[Fraction] | None) -> dict[str, Any] | None:
    return None if shares is None else by_letter([float(share) for share in shares])


def points_json(points: Points) -> float | Mapping[str, int]:
    """Return the points of a share, or those of guarantee and best case."""
    if isinstance(points, Fraction):
        return float(points)
    return {"guarantee": points[0], "best_case": points[1]}
