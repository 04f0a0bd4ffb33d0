"""First leads as the rows of numpy arrays, checked before anything is solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from manni.solver.cards import FULL_PACK, MAX_CARDS, SEATS, Seat, card_name, cards_in, triple
from manni.solver.checks import quote
from manni.solver.errors import DealError, SolverError
from manni.solver.notation import parse_contract, parse_seat
from manni.solver.position import Position
from manni.solver.rules.contract import Contract

_PACK = np.uint64(FULL_PACK)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


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
            _seats(leader, rows, "leader"),
            _flags(ace_low, rows, "ace_low"),
        )

    def __len__(self) -> int:
        return len(self.hands)

    def seats(self, value: ArrayLike, name: str) -> NDArray[np.int8]:
        """Return one seat per row, given one for all or one per row. Raises DealError."""
        return _seats(value, len(self), name)

    def position(self, row: int) -> Position:
        """Return the position in a row."""
        return Position(
            triple(map(int, self.hands[row])),
            Contract(int(self.contracts[row])),
            Seat(int(self.leaders[row])),
            ace_low=bool(self.ace_low[row]),
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


def _seats(value: ArrayLike, rows: int, name: str) -> NDArray[np.int8]:
    return _numbers(value, rows, name, parse_seat, SEATS)


def _flags(value: ArrayLike, rows: int, name: str) -> NDArray[np.int8]:
    """Return 1 for true and 0 for false for each row."""
    column = _column(value, rows, name)
    if column.dtype.kind != "b" and column.size:
        raise DealError(f"{name} is of type {column.dtype}: true or false is wanted")
    return np.ascontiguousarray(np.broadcast_to(column, (rows,)), dtype=np.int8)
