"""The values of a position as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cli.board.positions import Place
from solver.cards import card_name
from solver.report.tables import decimal_text, legend, points_text
from solver.report.values import by_letter
from solver.values.equals import equal_groups
from solver.values.points import Points, points
from solver.values.solution import CardValue, Solution


def values_json(place: Place, found: Solution) -> dict[str, Any]:
    """Return the values of a place, as far as they are proved; all count from the place on."""
    worth = _points(place, found)
    groups = {
        card: number for number, group in enumerate(equal_groups(found.position)) for card in group
    }
    best = [_is_best(value, found) for value in found.cards or ()]
    return {
        "guarantee": by_letter(found.bounds),
        "best_case": None if found.best_case is None else by_letter(found.best_case),
        "share": _shares(found.share),
        "points": None if worth is None else by_letter(list(map(points_text, worth))),
        "exact": found.exact,
        "cards": [
            {
                "card": card_name(value.card),
                "guarantee": by_letter(value.bounds),
                "share": _shares(value.share),
                "loss": _loss(value, found),
                "best": is_best,
                "group": groups[value.card],
            }
            for value, is_best in zip(found.cards or (), best, strict=True)
        ],
        "legend": legend(found.position.contract, worth),
    }


def _points(place: Place, found: Solution) -> tuple[Points, Points, Points] | None:
    variant = place.deal.rules
    if variant is None:
        return None
    return points(found, variant, place.deal.declarer, place.deal.great, place.won)


def _shares(shares: Sequence[Fraction] | None) -> dict[str, str] | None:
    return None if shares is None else by_letter(list(map(decimal_text, shares)))


def _loss(value: CardValue, found: Solution) -> tuple[int, int]:
    """Return the least and most that a card costs its player."""
    mover = found.position.to_play
    whole, own = found.bounds[mover], value.bounds[mover]
    assert whole is not None
    assert own is not None
    if found.position.contract.avoids:
        whole, own = own, whole
    return max(0, whole[0] - own[1]), max(0, whole[1] - own[0])


def _is_best(value: CardValue, found: Solution) -> bool | None:
    """Return whether a card keeps its player's guarantee, None if that is not proved."""
    low, high = _loss(value, found)
    return True if high == 0 else False if low > 0 else None
