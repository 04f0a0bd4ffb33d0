"""Many first leads at once, from numpy arrays of hands, checked before anything is solved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import checks
from ..cards import (
    CARDS,
    FULL_PACK,
    MAX_CARDS,
    SEATS,
    Contract,
    Seat,
    card_name,
    cards_in,
)
from ..checks import quote
from ..engine import DEFAULT_MEMORY_MB, Engine, Pool, checked_threads, processors
from ..errors import DealError, SolverError, StoppedError
from ..notation import parse_contract, parse_seat
from ..position import Position
from ..rules.trick import plain_rules
from ..run import Run
from .solution import WholeSolution
from .solve import Solver

_PACK = np.uint64(FULL_PACK)


@dataclass(frozen=True)
class Rows:
    """Hands ``uint64[n, 3]`` and for each row contract, leader and whether the ace is low."""

    hands: NDArray[np.uint64]
    contracts: NDArray[np.int8]
    leaders: NDArray[np.int8]
    ace_low: NDArray[np.int8]

    @classmethod
    def of(
        cls, hands: ArrayLike, contract: ArrayLike, leader: ArrayLike, ace_low: ArrayLike
    ) -> Rows:
        """Return the rows of arrays or lists; all but the hands may be one value for all rows.

        Raises DealError naming the first bad row.
        """
        cards = _hands(hands)
        rows = len(cards)
        return cls(
            cards,
            _numbers(contract, rows, "contract", parse_contract, len(Contract)),
            _numbers(leader, rows, "leader", parse_seat, SEATS),
            _flags(ace_low, rows, "ace_low"),
        )

    def __len__(self) -> int:
        return len(self.hands)

    def position(self, row: int) -> Position:
        """Return the position in a row."""
        return Position.checked(
            tuple(map(int, self.hands[row])),
            Contract(int(self.contracts[row])),
            Seat(int(self.leaders[row])),
            rules=plain_rules(bool(self.ace_low[row])),
        )


def _hands(hands: ArrayLike) -> NDArray[np.uint64]:
    """Return rows of three hands, checked. Raises DealError."""
    array = _array(hands, "hands")
    if array.shape == (0,):
        array = array.reshape(0, SEATS)
    if array.ndim != 2 or array.shape[1] != SEATS:
        raise DealError(f"hands have the shape {array.shape}: (n, {SEATS}) is wanted")
    if array.dtype.kind == "O":  # whole numbers too large for any type, or no numbers
        array = _object_hands(array)
    if array.dtype.kind not in "iu" and array.size:
        raise DealError(f"hands are of type {array.dtype}: whole numbers are wanted")
    negative = np.flatnonzero((array < 0).any(axis=1))
    if len(negative):
        raise DealError(f"row {negative[0]}: a hand is below 0")
    cards = np.ascontiguousarray(array, dtype=np.uint64)
    _check_hands(cards)
    return cards


def _array(value: ArrayLike, name: str) -> NDArray[Any]:
    """Return a copy, which no thread of the caller can change once it is checked."""
    several = value if isinstance(value, list | tuple) else ()
    if any(np.any(getattr(each, "_mask", False)) for each in (value, *several)):
        raise DealError(f"{name}: an array that is masked: leave out the rows without a value")
    try:
        return np.array(value)
    except (ValueError, TypeError, OverflowError) as error:  # rows of different lengths
        raise DealError(f"{name} make no array: {error}") from None


def _object_hands(array: NDArray[Any]) -> NDArray[np.uint64]:
    """Return an array of Python numbers as one of integers; an error names the first bad row."""
    for row, seat in np.ndindex(array.shape):
        hand: Any = array[row, seat]
        if isinstance(hand, bool | np.bool_) or not isinstance(hand, int | np.integer):
            raise DealError(f"row {row}: {quote(hand)} is no hand: a whole number is wanted")
        if not 0 <= hand <= FULL_PACK:
            raise DealError(f"row {row}: a card outside the pack of 52")
    return array.astype(np.uint64)


def wrong_hands(
    cards: NDArray[np.uint64], packs: NDArray[np.uint64] | np.uint64 = _PACK
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which rows have cards outside their pack, a card twice, hands of unequal length."""
    sizes, held = np.bitwise_count(cards), np.bitwise_or.reduce(cards, axis=1)
    double = sizes.sum(axis=1) != np.bitwise_count(held)
    uneven = (sizes != sizes[:, :1]).any(axis=1) | (sizes[:, 0] > MAX_CARDS)
    return (held & ~packs) != 0, double, uneven


def _check_hands(cards: NDArray[np.uint64]) -> None:
    """Raise DealError for the first row that is not disjoint hands of one length."""
    outside, double, uneven = wrong_hands(cards)
    bad = np.flatnonzero(outside | double | uneven)
    if not len(bad):
        return
    row = int(bad[0])
    hands = cards[row].tolist()
    if outside[row]:
        raise DealError(f"row {row}: a card outside the pack of 52")
    if double[row]:
        card = next(c for c in cards_in(FULL_PACK) if sum(hand >> c & 1 for hand in hands) > 1)
        holders = [seat.word for seat in Seat if hands[seat] >> card & 1]
        raise DealError(f"row {row}: {' and '.join(holders)} hold {card_name(card)}")
    sizes = ", ".join(str(hand.bit_count()) for hand in hands)
    raise DealError(
        f"row {row}: hands of {sizes} cards; all must have the same number, at most {MAX_CARDS}"
    )


def _column(value: ArrayLike, rows: int, name: str) -> NDArray[Any]:
    """Return ``value``, one for all or one a row, with the type its items have."""
    column = _array(value, name)
    if column.dtype.kind == "O":  # as a table of pandas holds its texts
        column = _array(column.tolist(), name)
    if column.ndim > 1 or (column.ndim == 1 and len(column) != rows):
        raise DealError(f"{name} has the shape {column.shape}: one for all or ({rows},) is wanted")
    return column


def _place(column: NDArray[Any], index: int) -> str:
    return f"row {index}: " if column.ndim else ""


def _numbers(
    value: ArrayLike, rows: int, name: str, parse: Callable[[str], int], end: int
) -> NDArray[np.int8]:
    """Return a number in ``range(end)`` for each row, given as numbers or names."""
    column = _column(value, rows, name)
    if column.dtype.kind in "UT":
        column = _parsed(column, name, parse)
    if column.dtype.kind not in "iu" and column.size:
        raise DealError(f"{name} is of type {column.dtype}: a number or a name is wanted")
    bad = np.flatnonzero((column < 0) | (column >= end))
    if len(bad):
        place, number = _place(column, bad[0]), column.flat[bad[0]]
        raise DealError(f"{place}{name} {number} is not in 0..{end - 1}")
    return np.ascontiguousarray(np.broadcast_to(column, (rows,)), dtype=np.int8)


def _parsed(column: NDArray[Any], name: str, parse: Callable[[str], int]) -> NDArray[np.int8]:
    """Return the numbers of names. Raises DealError for the first that is none."""
    number_of: dict[str, int] = {}
    for index, text in enumerate(map(str, column.flat)):
        if text not in number_of:
            try:
                number_of[text] = int(parse(text))
            except SolverError as error:
                raise DealError(f"{_place(column, index)}{name}: {error}") from None
    numbers = [number_of[str(text)] for text in column.flat]
    return np.array(numbers, dtype=np.int8).reshape(column.shape)


def _flags(value: ArrayLike, rows: int, name: str) -> NDArray[np.int8]:
    """Return 1 for true and 0 for false for each row."""
    column = _column(value, rows, name)
    if column.dtype.kind != "b" and column.size:
        raise DealError(f"{name} is of type {column.dtype}: true or false is wanted")
    return np.ascontiguousarray(np.broadcast_to(column, (rows,)), dtype=np.int8)


_ROWS_A_TASK = 16
"""Rows that an engine solves at a time: few, so that several are done together."""

NO_VALUE = -1
"""Stands in an array where there is no value."""


@dataclass(frozen=True)
class ArrayValues:
    """The values of many positions, one row per position, by seat F, M, D.

    ``guarantee`` and ``best_case`` are ``int8[n, 3]``, ``share`` is ``float64[n, 3]``, each
    the number nearest to the exact fraction. ``cards`` is ``int8[n, 52, 3]``: by the card
    led, numbered as in ``solver.cards``, the guarantees after it, -1 where it is not legal.
    ``line`` is ``int8[n, 51]``: the cards of a line in the order played, -1 after its end.
    Both are None where not asked for.
    """

    guarantee: NDArray[np.int8]
    best_case: NDArray[np.int8]
    share: NDArray[np.float64]
    cards: NDArray[np.int8] | None = None
    line: NDArray[np.int8] | None = None


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
    numbers or names. ``threads`` (default: one per processor) share ``memory_mb`` between
    them and give the same values as one would. Raises DealError naming the first bad row
    before anything is solved, StoppedError if the run was over first.
    """
    rows = Rows.of(hands, contract, leader, ace_low)
    return guarantees_of(rows, _pool_for(rows, threads, memory_mb), Run.of(run))


def solve_arrays(
    hands: ArrayLike,
    contract: ArrayLike,
    leader: ArrayLike = Seat.FOREHAND,
    *,
    ace_low: ArrayLike = False,
    cards: bool = False,
    line: ArrayLike | None = None,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    run: Run | None = None,
) -> ArrayValues:
    """Return all values of many positions, asked for as in ``solve_many``.

    ``cards`` asks for those of every card too, ``line`` for a line in which this seat, one
    for all or one per row, plays to its guarantee.
    """
    rows = Rows.of(hands, contract, leader, ace_low)
    count, with_cards = len(rows), checks.flag(cards, "cards")
    lines = None if line is None else _numbers(line, count, "line", parse_seat, SEATS)
    pool, run = _pool_for(rows, threads, memory_mb), Run.of(run)
    if lines is None and not with_cards:
        guarantee = guarantees_of(rows, pool, run)
        return ArrayValues(guarantee, *best_and_share(rows, guarantee))
    guarantee = np.zeros((count, SEATS), dtype=np.int8)
    after = np.full((count, CARDS, SEATS), NO_VALUE, np.int8) if with_cards else None
    played = None if lines is None else np.full((count, SEATS * MAX_CARDS), NO_VALUE, dtype=np.int8)

    def fill(engine: Engine, part: range, run: Run) -> None:
        for row in part:
            seat = None if lines is None else Seat(int(lines[row]))
            solution = Solver.on(engine).solve(
                rows.position(row), cards=with_cards, line=seat, run=run
            )
            if not isinstance(solution, WholeSolution) or (
                seat is not None and solution.line is None
            ):
                run.check()
                # Its guarantees have but half of the time where more is to come.
                raise StoppedError("no answer in the time given: allow more")
            guarantee[row] = solution.guarantee
            if after is not None:
                for value in solution.cards or ():
                    after[row, value.card] = value.guarantee
            if played is not None and solution.line is not None:
                played[row, : len(solution.line)] = solution.line

    in_parts(pool, fill, count, run)
    return ArrayValues(guarantee, *best_and_share(rows, guarantee), after, played)


def _pool_for(rows: Rows, threads: int | None, memory_mb: float) -> Pool:
    threads = processors() if threads is None else checked_threads(threads)
    return Pool(memory_mb, min(threads, max(1, len(rows) // _ROWS_A_TASK)))


def in_parts(pool: Pool, work: Callable[[Engine, range, Run], None], rows: int, run: Run) -> None:
    """Have parts of so many rows worked on side by side, to the last."""
    parts = (
        range(start, min(start + _ROWS_A_TASK, rows)) for start in range(0, rows, _ROWS_A_TASK)
    )
    with closing(pool.imap(work, parts, run)) as done:
        for number, _ in enumerate(done, 1):
            run.report(min(number * _ROWS_A_TASK, rows), rows)


def guarantees_of(rows: Rows, pool: Pool, run: Run) -> NDArray[np.int8]:
    """Return the guarantees of rows that are sure to be first leads. May raise StoppedError."""
    values = np.zeros((len(rows), SEATS), dtype=np.int8)

    def work(engine: Engine, part: range, run: Run) -> None:
        engine.fill_rows(rows.hands, rows.contracts, rows.leaders, rows.ace_low, values, part, run)

    in_parts(pool, work, len(rows), run)
    return values


def best_and_share(
    rows: Rows, guarantee: NDArray[np.int8]
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return what ``values.solution`` says of each row, all at once."""
    avoids = [contract for contract in Contract if contract.avoids]
    few = np.isin(rows.contracts, avoids)[:, None]
    sure = guarantee.astype(np.int64)
    whole = np.bitwise_count(rows.hands[:, :1]).astype(np.int64)
    best = sure + whole - sure.sum(axis=1, keepdims=True)
    best = np.where(few, np.maximum(best, 0), best)
    lower, higher = np.where(few, best, sure), np.where(few, sure, best)
    width = (higher - lower).sum(axis=1, keepdims=True)
    above = whole - lower.sum(axis=1, keepdims=True)
    # Whole numbers until one division at the end, which rounds once.
    share = (lower * width + above * (higher - lower)) / np.maximum(width, 1)
    return best.astype(np.int8), np.where(width, share, lower)
