"""Many first leads at once, from numpy arrays of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.cards import FULL_PACK, MAX_CARDS, SEATS, Seat, card_name, cards_in
from solver.engine import DEFAULT_MEMORY_MB, Engine
from solver.errors import DealError
from solver.notation import parse_contract, parse_seat
from solver.pool import Pool, checked_threads, processors
from solver.rules.contract import Contract
from solver.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_ROWS_A_TASK = 16


def solve_many(
    hands: ArrayLike,
    contract: ArrayLike,
    leader: ArrayLike = Seat.FOREHAND,
    *,
    ace_low: ArrayLike = False,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    run: Run | None = None,
) -> NDArray[np.int8]:
    """Return the guarantees of many positions, ``int8[n, 3]`` by seat F M D.

    ``hands`` is ``uint64[n, 3]``, hands as in ``solver.cards``. ``contract``,
    ``leader`` and ``ace_low`` are one for all rows or one for each; contracts and seats may be
    numbers or names. ``threads`` (default: one a processor) share ``memory_mb`` between
    them and give the same values as one would. Raises DealError naming the first bad row
    before anything is solved, StoppedError if the run was over first.
    """
    import numpy as np

    cards = _hands(hands)
    rows = len(cards)
    contracts = _column(contract, rows, "contract", parse_contract, len(Contract))
    leaders = _column(leader, rows, "leader", parse_seat, SEATS)
    aces = _flags(ace_low, rows)
    threads = processors() if threads is None else checked_threads(threads)
    threads = min(threads, max(1, rows // _ROWS_A_TASK))
    pool = Pool(memory_mb, threads)
    values = np.zeros((rows, SEATS), dtype=np.int8)

    def fill(engine: Engine, part: range, run: Run) -> None:
        engine.fill_rows(cards, contracts, leaders, aces, values, part, run)

    parts = (
        range(start, min(start + _ROWS_A_TASK, rows)) for start in range(0, rows, _ROWS_A_TASK)
    )
    run = Run.of(run)
    for done, _ in enumerate(pool.imap(fill, parts, run), 1):
        run.report(min(done * _ROWS_A_TASK, rows), rows)
    return values


def _hands(hands: ArrayLike) -> NDArray[np.uint64]:
    """Return rows of three hands, checked. Raises DealError."""
    import numpy as np

    array = _array(hands, "hands")
    if array.ndim != 2 or array.shape[1] != SEATS:
        raise DealError(f"hands have the shape {array.shape}: (n, 3) is wanted")
    if array.dtype.kind == "O":  # whole numbers too large for any type, or no numbers
        array = _object_hands(array)
    if array.dtype.kind not in "iu" and array.size:
        raise DealError(f"hands are of type {array.dtype}: whole numbers are wanted")
    negative = np.flatnonzero((array < 0).any(axis=1))
    if len(negative):
        raise DealError(f"row {negative[0]}: a hand is below 0")
    cards = np.ascontiguousarray(array, dtype=np.uint64)
    _check_rows(cards)
    return cards


def _array(value: ArrayLike, name: str) -> NDArray[Any]:
    import numpy as np

    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError) as error:  # rows of different lengths
        raise DealError(f"{name} make no array: {error}") from None


def _object_hands(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of Python numbers as one of integers; an error names the first bad row."""
    import numpy as np

    for row, seat in np.ndindex(array.shape):
        hand: Any = array[row, seat]
        if isinstance(hand, bool) or not isinstance(hand, int):
            raise DealError(f"row {row}: {hand!r} is no hand: a whole number is wanted")
        if not 0 <= hand <= FULL_PACK:
            raise DealError(f"row {row}: a card outside the pack of 52")
    return array.astype(np.uint64)


def _column(
    value: ArrayLike, rows: int, name: str, parse: Callable[[str], int], end: int
) -> NDArray[np.int8]:
    """Return ``value``, one for all or one a row, as numbers in ``range(end)``."""
    import numpy as np

    column = _array(value, name)
    if column.ndim > 1 or (column.ndim == 1 and len(column) != rows):
        raise DealError(f"{name} has the shape {column.shape}: one for all or ({rows},) is wanted")
    if column.dtype.kind == "U":
        names, places = np.unique(column, return_inverse=True)
        numbers = np.array([int(parse(str(name))) for name in names], dtype=np.int8)
        column = numbers[places].reshape(column.shape)
    if column.dtype.kind not in "iu" and column.size:
        raise DealError(f"{name} is of type {column.dtype}: a number or a name is wanted")
    bad = np.flatnonzero((column < 0) | (column >= end))
    if len(bad):
        raise DealError(f"row {bad[0]}: {name} {column.flat[bad[0]]} is not in 0..{end - 1}")
    return np.ascontiguousarray(np.broadcast_to(column, (rows,)), dtype=np.int8)


def _flags(value: ArrayLike, rows: int) -> NDArray[np.int8]:
    """Return whether the ace is low, by row."""
    import numpy as np

    column = _array(value, "ace_low")
    if column.ndim > 1 or (column.ndim == 1 and len(column) != rows):
        raise DealError(f"ace_low has the shape {column.shape}: one for all or ({rows},) is wanted")
    if column.dtype.kind != "b" and column.size:
        raise DealError(f"ace_low is of type {column.dtype}: true or false is wanted")
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
