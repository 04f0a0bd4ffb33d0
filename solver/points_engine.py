"""The one door to the compiled search for points.

A ``PointsEngine`` owns a table, which it keeps between calls as long as they are about the
same rules: what one deal proved helps the next, and one trump another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from solver import _points, checks
from solver.cards import RANK_LETTERS, RANKS, SUITS, card_name, cards_in
from solver.engine import (
    DEFAULT_MEMORY_MB,
    AnyEngine,
    Bounds,
    checked_memory,
    deadline_of,
    no_room,
    unproved,
)
from solver.errors import RuleError
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.trick import TrickRules
from solver.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TECHNIQUES: dict[str, int] = {
    name.removeprefix("USE_").lower().replace("_", " "): bit
    for bit, name in sorted((b, n) for n, b in vars(_points).items() if n.startswith("USE_"))
}
"""The techniques of the search and the bit of ``PointsEngine(switches=…)`` for each."""

MOST_RANKS = 8
"""A suit has at most so many cards, the highest of the pack: ten to seven in Manille."""

_MOST_TO_WIN = 255  # points in a position: the bounds of an entry are bytes
_MOST_BETWEEN = 7  # points between the dearest and the cheapest card of a suit


class PointsEngine(AnyEngine):
    """Guarantees in points, exact, from a table of at most ``memory_mb`` megabytes.

    ``switches`` is the sum of the ``TECHNIQUES`` to use; no value depends on it. Where two
    seats are partners, the guarantee of either is what the two are sure of together.
    """

    most = 2 * _MOST_TO_WIN

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB, *, switches: int = -1) -> None:
        memory = checked_memory(memory_mb)
        switches = checks.number(switches, "switches", -1 << 31) & 0xFFFFFFFF
        try:
            self._search = _points.PointsSearch(int(memory * (1 << 20)), switches)
        except MemoryError:
            raise no_room(memory) from None
        super().__init__(self._search)

    def best_row(
        self,
        hands: NDArray[np.uint64],
        contract: Contract,
        leader: int,
        seat: int,
        rules: TrickRules,
        *,
        more: NDArray[np.int16] | None = None,
        least: int = -1,
        run: Run | None = None,
    ) -> tuple[int, int]:
        """Return the most points of ``seat`` at any of many first leads, and the first such row.

        ``hands`` is ``uint64[n, 3]``, ``more`` what else the seat gets in each row. Where none
        gets more than ``least``, this and -1. Promising rows should come first: each is only
        tested against the best before it. Where there are partners ``seat`` is the declarer;
        many points are wanted. The hands are not checked. Raises StoppedError if the run was
        over first.
        """
        import numpy as np

        if more is None:
            more = np.zeros(len(hands), dtype=np.int16)
        trump = contract.trump
        with self._alone:
            self._play_by(rules, avoids=False)
            found = self._search.best_row(
                hands,
                more,
                -1 if trump is None else trump,
                leader,
                seat,
                least,
                deadline_of(run),
                None if run is None else run.is_cancelled,
            )
        return unproved(run) if found is None else found

    def _play_by(self, rules: TrickRules, *, avoids: bool) -> None:
        self._search.play_by(
            *_order_and_points(rules), rules.trick_points, rules.duties, rules.partners, avoids
        )

    def _check(self, position: Position) -> None:
        check_known(position)

    def _ask(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        trump = position.contract.trump
        self._play_by(position.rules, avoids=position.avoids)
        return self._search.bounds(
            position.hands,
            -1 if trump is None else trump,
            position.leader,
            seat,
            position.table,
            lower,
            upper,
            -1 if guess is None else guess,
            deadline_of(run),
            None if run is None else run.is_cancelled,
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
