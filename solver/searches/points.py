"""The door to the compiled search for points, in games with duties or points for cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from manni.solver import _points
from manni.solver.cards import RANK_LETTERS, RANKS, SUITS, card_name, cards_in
from manni.solver.errors import RuleError
from manni.solver.position import Position
from manni.solver.rules.contract import Contract
from manni.solver.rules.trick import TrickRules
from manni.solver.run import Run
from manni.solver.searches import Bounds, limits_of, techniques_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TECHNIQUES = techniques_of(_points)
"""The techniques of the search and the bit of ``Engine(switches=…)`` that stands for each."""

MOST_RANKS = 8
"""A suit has at most so many cards, the highest of the pack: ten to seven in Manille."""

_MOST_TO_WIN = 255  # points in a position: the bounds of an entry are bytes
_MOST_BETWEEN = 7  # points between the dearest and the cheapest card of a suit


class Points:
    """Guarantees in points, from a table kept as long as questions are about the same rules.

    What one deal proved helps the next, and one trump another. Where two seats are partners,
    the guarantee of either is what the two are sure of together.
    """

    def __init__(self, memory_mb: float, switches: int) -> None:
        self.compiled = _points.PointsSearch(int(memory_mb * (1 << 20)), switches)

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since it was made."""
        return self.compiled.nodes

    def bounds(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        """Return proved bounds of a seat's guarantee within those given."""
        trump = position.contract.trump
        self._play_by(position.rules, avoids=position.avoids)
        return self.compiled.bounds(
            position.hands,
            -1 if trump is None else trump,
            position.leader,
            seat,
            position.table,
            lower,
            upper,
            -1 if guess is None else guess,
            *limits_of(run),
        )

    def best_row(
        self,
        hands: NDArray[np.uint64],
        contract: Contract,
        leader: int,
        seat: int,
        rules: TrickRules,
        more: NDArray[np.int16],
        least: int,
        run: Run | None,
    ) -> tuple[int, int] | None:
        """Return what ``Engine.best_row`` does, None if the run was over first."""
        trump = contract.trump
        self._play_by(rules, avoids=False)
        return self.compiled.best_row(
            hands,
            more,
            -1 if trump is None else trump,
            leader,
            seat,
            least,
            *limits_of(run),
        )

    def _play_by(self, rules: TrickRules, *, avoids: bool) -> None:
        self.compiled.play_by(
            *_order_and_points(rules),
            rules.trick_points,
            rules.duties,
            rules.spares_partner,
            avoids,
        )


def check_known(position: Position) -> None:
    """Raise RuleError unless the search for points knows the rules and the cards of a position."""
    _order_and_points(position.rules)
    if position.worth > _MOST_TO_WIN:
        raise RuleError(
            f"{position.worth} points to be won: the search knows at most {_MOST_TO_WIN}"
        )
    low = sum(position.dealt) & ~_known_cards(position.rules)
    if low:
        names = " ".join(map(card_name, cards_in(low)))
        raise RuleError(
            f"{names}: the search for points knows the {MOST_RANKS} highest cards of a suit"
        )


@lru_cache(maxsize=64)
def _order_and_points(rules: TrickRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ranks the search knows, lowest first, and their points.

    Raises RuleError unless a higher card is never worth less.
    """
    ranks = tuple(map(RANK_LETTERS.index, rules.order[RANKS - MOST_RANKS :]))
    points = tuple(rules.card_points[rank] for rank in ranks)
    if list(points) != sorted(points) or points[-1] - points[0] > _MOST_BETWEEN:
        raise RuleError(
            "the search for points knows games where a higher card is worth as much or more, "
            f"up to {_MOST_BETWEEN} points"
        )
    return ranks, points


@lru_cache(maxsize=64)
def _known_cards(rules: TrickRules) -> int:
    ranks = sum(1 << rank for rank in _order_and_points(rules)[0])
    return sum(ranks << RANKS * suit for suit in range(SUITS))
