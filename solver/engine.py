"""The one door to the compiled search.

An ``Engine`` owns a transposition table, which it keeps between calls and across
deals: its patterns speak of relative ranks, so what one deal proved helps the
next. There is no state outside it; use one engine a thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from lru import LRU

from solver import _search
from solver.cards import FULL_PACK, SEATS, Seat, card_name, cards_in
from solver.errors import DealError
from solver.position import MAX_CARDS, Position
from solver.rules.contract import Contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def _search_type() -> type[_search.Search]:
    """Return the search built for this processor.

    It is built twice: for every processor of the kind, and for those with instructions
    that gather and spread bits. Both do the same, node for node.
    """
    if _search.wide_processor():
        try:
            from solver import _search_v3
        except ImportError:  # not built: this compiler does not know the instructions
            pass
        else:
            return _search_v3.Search
    return _search.Search


TECHNIQUES = {
    "table": 1,  # patterns proved before (_patterns.pxi)
    "order": 2,  # the order moves are tried in (_moves.pxi, as the next two)
    "equals": 4,  # one of several equal cards stands for all
    "shared fates": 8,  # a card fails by the proof another failed by
    "cash": 16,  # winners cashed at once (_bounds.pxi, as all below)
    "crossing": 32,  # and those of the partner after them
    "hold-out": 64,  # the counted seat is let in before the end
    "sure trumps": 128,  # trumps that win whenever they are played
    "safe": 256,  # nullo: no more tricks
    "stuck": 512,  # nullo: on lead, and no way off it
    "any winner": 1024,  # a trick whose winner does not matter is not compared (_search.pyx)
    "exits": 2048,  # nullo: tricks the counted seat can lose (_bounds.pxi)
}
"""The techniques of the search and the bit of ``Engine(switches=…)`` that stands for each."""

DEFAULT_MEMORY_MB = 512
_RESULTS_KEPT = 20_000
_ROWS_A_TASK = 16


class Engine:
    """Guarantees of positions, exact, from a table of at most ``memory_mb`` megabytes.

    ``switches`` is the sum of the ``TECHNIQUES`` to use; no value depends on it.
    """

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB, *, switches: int = -1) -> None:
        if not memory_mb > 0:
            raise DealError(f"memory of {memory_mb} MB: it must be more than 0")
        self._search = _search_type()(int(memory_mb * (1 << 20)), switches & 0xFFFFFFFF)
        # Whole answers, so that a position asked for again costs no search at all.
        self._results: LRU[tuple[object, ...], tuple[int, int]] = LRU(_RESULTS_KEPT)

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since this engine was made."""
        return self._search.nodes

    def stop(self) -> None:
        """Make a search that another thread is in return soon, its answer unproved."""
        self._search.stop()

    def clear(self) -> None:
        """Forget everything learnt; values do not change, only the work for them."""
        self._search.clear()
        self._results.clear()

    def use_weights(self, weights: NDArray[np.int16]) -> None:
        """Order moves by other weights, ``int16[3, 15, 18]``; see benchmarks/tune.py."""
        self._search.set_weights(weights)

    def value(self, position: Position, seat: int) -> int:
        """Return the guarantee of ``seat``: tricks from this position on.

        The most it can be sure to take against the two others; in NULLO the most
        it can be made to take.
        """
        return self.bounds(position, seat)[0]

    def bounds(
        self, position: Position, seat: int, seconds: float | None = None
    ) -> tuple[int, int]:
        """Return proved bounds on the guarantee of ``seat``.

        They are equal unless ``seconds`` went by first.
        """
        return self._narrow(position, seat, 0, position.tricks, seconds)

    def reaches(self, position: Position, seat: int, tricks: int) -> bool:
        """Whether the guarantee of ``seat`` is at least ``tricks``: one zero-window search."""
        if tricks <= 0:
            return True
        if tricks > position.tricks:
            return False
        return self._narrow(position, seat, tricks - 1, tricks, None)[0] >= tricks

    def reaches_from(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        tricks: int,
        *,
        ace_low: bool = False,
        deadline: float = 0.0,
    ) -> bool | None:
        """Whether the guarantee of ``seat`` at the first lead is at least ``tricks``.

        ``reaches`` for thousands of deals: the hands are not checked and no answer is
        kept outside the table. None where ``deadline``, a time of ``monotonic``, 0 for
        none, passed first.
        """
        if tricks <= 0:
            return True
        if tricks > hands[0].bit_count():
            return False
        lower, upper = self._search.bounds(
            hands, contract, leader, seat, (), ace_low, tricks - 1, tricks, deadline
        )
        return lower == tricks if lower == upper else None

    def _narrow(
        self, position: Position, seat: int, lower: int, upper: int, seconds: float | None
    ) -> tuple[int, int]:
        key = (
            position.hands,
            position.table,
            position.leader,
            position.contract,
            position.ace_low,
        )
        known = self._known(key, position, seat)
        lower, upper = max(lower, known[0]), min(upper, known[1])
        if lower >= upper:
            # A window beside the known bounds: the bounds themselves answer it.
            return known
        found = self._search.bounds(
            position.hands,
            position.contract,
            position.leader,
            seat,
            position.table,
            position.ace_low,
            lower,
            upper,
            monotonic() + seconds if seconds is not None else 0.0,
        )
        # An end of the window that the search did not move has not been proved.
        proved = (
            found[0] if found[0] > lower else known[0],
            found[1] if found[1] < upper else known[1],
        )
        self._results[*key, seat] = proved
        return proved

    def _known(self, key: tuple[object, ...], position: Position, seat: int) -> tuple[int, int]:
        """Return the bounds on the guarantee of ``seat`` that earlier answers imply."""
        tricks = position.tricks
        lower, upper = self._results.get((*key, seat), (0, tricks))
        others = [
            self._results.get((*key, other), (0, tricks)) for other in range(SEATS) if other != seat
        ]
        # Guarantees hold together, in one and the same play: the three cannot be sure of
        # more tricks than there are, nor in nullo of being left with fewer.
        if position.contract.avoids:
            lower = max(lower, tricks - sum(bounds[1] for bounds in others))
        else:
            upper = min(upper, tricks - sum(bounds[0] for bounds in others))
        return lower, upper


def solve_many(
    hands: ArrayLike,
    contract: int | str | Sequence[int] | NDArray[np.integer],
    leader: int | Sequence[int] | NDArray[np.integer],
    *,
    ace_low: bool = False,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
) -> NDArray[np.int8]:
    """Return the guarantees of many positions, ``int8[n, 3]`` by seat F M D.

    ``hands`` is ``uint64[n, 3]``, hands as ``solver.cards`` has them; ``contract``
    and ``leader`` are one for all or one a row. ``threads`` (default: one a
    processor) share ``memory_mb`` between them and give the same values as one
    would. Raises DealError naming the first bad row before anything is solved.
    """
    import os
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    cards = np.ascontiguousarray(hands, dtype=np.uint64)
    if cards.ndim != 2 or cards.shape[1] != SEATS:
        raise DealError(f"hands have the shape {cards.shape}: (n, 3) is wanted")
    rows = len(cards)
    if isinstance(contract, str):
        from solver.notation import parse_contract

        contract = parse_contract(contract)
    contracts = _column(contract, rows, len(Contract), "contract")
    leaders = _column(leader, rows, SEATS, "leader")
    _check_rows(cards)
    values = np.zeros((rows, SEATS), dtype=np.int8)
    if threads is None:
        threads = os.cpu_count() or 1
    if threads < 1:
        raise DealError(f"{threads} threads: at least 1 is needed")
    threads = min(threads, max(1, rows // _ROWS_A_TASK))
    new_search = _search_type()
    searches = [new_search(int(memory_mb * (1 << 20) / threads)) for _ in range(threads)]
    starts = iter(range(0, rows, _ROWS_A_TASK))

    def work(search: _search.Search) -> None:
        # ``next`` on a shared iterator is one step under the interpreter lock.
        for start in starts:
            end = min(start + _ROWS_A_TASK, rows)
            if not search.solve_rows(cards, contracts, leaders, ace_low, values, start, end):
                return

    if threads == 1:
        work(searches[0])
        return values
    with ThreadPoolExecutor(threads) as pool:
        try:
            for done in [pool.submit(work, search) for search in searches]:
                done.result()
        except BaseException:
            for search in searches:
                search.stop()
            raise
    return values


def _column(
    value: int | Sequence[int] | NDArray[np.integer], rows: int, end: int, name: str
) -> NDArray[np.int8]:
    """Return ``value`` as one small number a row, each in ``range(end)``."""
    import numpy as np

    column = np.asarray(value)
    if column.ndim > 1 or (column.ndim == 1 and len(column) != rows):
        raise DealError(f"{name} has the shape {column.shape}: one for all or ({rows},) is wanted")
    bad = np.flatnonzero((column < 0) | (column >= end))
    if len(bad):
        raise DealError(f"row {bad[0]}: {name} {column.flat[bad[0]]} is not in 0..{end - 1}")
    return np.ascontiguousarray(np.broadcast_to(column, (rows,)), dtype=np.int8)


def _check_rows(cards: NDArray[np.uint64]) -> None:
    """Raise DealError for the first row that is not three disjoint hands of one length."""
    import numpy as np

    sizes = np.bitwise_count(cards)
    double = (cards[:, 0] & cards[:, 1]) | (cards[:, 2] & (cards[:, 0] | cards[:, 1]))
    outside = (np.bitwise_or.reduce(cards, axis=1) & ~np.uint64(FULL_PACK)) != 0
    uneven = (sizes != sizes[:, :1]).any(axis=1) | (sizes[:, 0] > MAX_CARDS)
    bad = np.flatnonzero((double != 0) | outside | uneven)
    if not len(bad):
        return
    row = int(bad[0])
    if outside[row]:
        raise DealError(f"row {row}: a card outside the pack of 52")
    if double[row]:
        card = next(cards_in(int(double[row])))
        holders = [s.word for s in Seat if int(cards[row, s]) >> card & 1]
        raise DealError(f"row {row}: {' and '.join(holders)} hold {card_name(card)}")
    raise DealError(
        f"row {row}: hands of {', '.join(str(size) for size in sizes[row])} cards; "
        f"all must have the same number, at most {MAX_CARDS}"
    )
