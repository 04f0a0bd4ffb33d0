"""Rows of positions as columns, whatever they were read from, and their values as columns.

First leads of the plain games, nearly all rows of nearly all tables, are searched as arrays and
never become positions. What rows ask besides their hands is read once for all that say the same.
Numpy's own arrays are checked before anything is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import checks
from ..cards import CARDS, FULL_PACK, MAX_CARDS, SEATS, TABLES, Seat, seats_of
from ..engine import DEFAULT_MEMORY_MB, Engine, Pool, checked_threads, processors
from ..errors import DealError, SolverError, StoppedError, one_line
from ..files.questions import PositionQuestion, name_of, question_of
from ..notation import parse_seat
from ..position import Position
from ..records import frozen
from ..run import Run
from ..values.solution import Solution
from ..values.solve import Solver

Array = NDArray[Any]
NamedColumns = dict[str, tuple[Array, Array]]

Errors = dict[int, SolverError | str]
"""What is wrong with rows; a text was told before."""

NO_VALUE = -1
"""Stands in an array where there is no value."""

_AT_ONCE = 32
"""Rows that an engine solves at a time: few, so that several are done together."""
_SHORT = 12
"""Cards a hand of which a search takes less than a moment."""


class Rows:
    """Hands ``uint64[n, seats]``, and by row what is asked of them.

    ``errors`` says by row what is wrong; one that has been told before is a text.
    """

    def __init__(
        self,
        hands: Array,
        asked: Iterable[Any],
        read: Callable[[Any], PositionQuestion],
        errors: Errors,
        place: Callable[[int], str] = lambda row: "",
    ) -> None:
        """Take in rows, ``read`` once for all that ask the same; errors name the ``place``."""
        self.hands, self.errors, self._place = hands, errors, place
        self._which: Array = np.full(len(hands), -1, np.intp)
        self._questions: list[PositionQuestion] = []
        known: dict[str, int | SolverError] = {}
        for row, asking in enumerate(asked):
            if (key := repr(asking)) not in known and row not in errors:
                try:
                    known[key] = len(self._questions)
                    self._questions.append(read(asking))
                except SolverError as error:
                    known[key] = error
            entry = errors.get(row) or known[key]
            if isinstance(entry, int):
                self._which[row] = entry
            else:
                errors[row] = entry

    def question(self, row: int) -> PositionQuestion:
        """Return what a row asks that is not known to be wrong."""
        return self._questions[int(self._which[row])]

    def position(self, row: int) -> Position | None:
        """Return the position of a row; None where it is wrong, which ``errors`` have then."""
        if row not in self.errors:
            try:
                return self.question(row).position(tuple(self.hands[row].tolist()))
            except SolverError as error:
                self.errors[row] = error
        return None

    def column(self, name: str, kind: Any) -> Array:
        """Return by row what its question has under a name, 0 where there is none."""
        return np.array([*map(attrgetter(name), self._questions), 0], kind)[self._which]

    def error_text(self, row: int) -> str | None:
        """Return what is wrong with a row, after its place; None where nothing is."""
        error = self.errors.get(row)
        if error is None or isinstance(error, str):
            return error
        return one_line(f"{self._place(row)}{error}")

    @property
    def leads(self) -> Any:
        """Which rows are sure to be first leads of the plain games."""
        packs = self.column("first_lead_pack", np.uint64)
        sizes, held = np.bitwise_count(self.hands), np.bitwise_or.reduce(self.hands, axis=1)
        alike = (sizes == sizes[:, :1]).all(axis=1) & (sizes[:, 0] <= MAX_CARDS)
        once = (np.bitwise_count(held) == sizes.sum(axis=1)) & (held & ~packs == 0)
        leads = alike & once & (packs != 0)
        leads[[*self.errors]] = False
        return leads


class Values:
    """Bounds of the guarantees of rows, ``int8[n, seats]``, as they are proved.

    Each row may take so many ``seconds``. If every card is asked for, or by row the seat of a
    line, the ``solutions`` of rows have them.
    """

    def __init__(
        self,
        rows: Rows,
        seconds: float | None = None,
        cards: bool = False,
        lines: Sequence[Seat] = (),
    ) -> None:
        self.rows, self._seconds, self._cards, self._lines = rows, seconds, cards, lines
        self.lower: Array = np.full(rows.hands.shape, NO_VALUE, np.int8)
        self.upper = self.lower.copy()
        self._totals = np.bitwise_count(rows.hands[:, 0]).astype(np.int64)
        self._whole = bool(cards or lines)
        self.solutions: dict[int, Solution] = {}

    def solve(self, pool: Pool, run: Run) -> Generator[slice, None, None]:
        """Yield the rows that are done, in their order and some at a time.

        Raises StoppedError if the run is over as first leads are searched.
        """
        rows, alone = self.rows, self._whole or self._seconds is not None
        leads = rows.leads & (not alone)
        columns = [rows.column(name, np.int8) for name in ("contract", "leader", "rules.ace_low")]

        def work(engine: Engine, part: slice, run: Run) -> slice:
            others = np.flatnonzero(~leads[part]) + part.start
            lead_rows = leads[part].nonzero()[0] + part.start if len(others) else part
            if leads[part].any():
                asked = (column[lead_rows] for column in columns)
                guarantees = engine.lead_values(rows.hands[lead_rows], *asked, run=run)
                self.lower[lead_rows] = self.upper[lead_rows] = guarantees
            for row in others.tolist():
                self._solve(engine, row, run.within(self._seconds))
            return part

        yield from pool.imap(work, self._parts(alone), run)

    def _parts(self, alone: bool) -> Iterator[slice]:
        """Yield rows that are worth a task; one that may take long with those of its deal."""
        hands, start = self.rows.hands, 0
        long = (np.bitwise_count(hands[:, 0]) > _SHORT) | alone
        apart = (hands[1:] != hands[:-1]).sum(axis=1) > 1
        ends = [*((long[1:] | long[:-1]) & apart).tolist(), True]
        for row, end in enumerate(ends[: len(hands)], 1):
            if end or row - start == _AT_ONCE:
                yield slice(start, row)
                start = row

    def _solve(self, engine: Engine, row: int, run: Run) -> None:
        if (position := self.rows.position(row)) is None:
            return
        line, seats = self._lines[row] if self._lines else None, self.rows.question(row).seats
        try:
            solution = Solver.on(engine).solve(
                position, cards=self._cards, line=line, seats=seats, run=run
            )
            if self._seconds is None:
                run.check()  # else what is not proved would look as if it were
        except (MemoryError, StoppedError):
            raise
        except SolverError as error:
            self.rows.errors[row] = error
            return
        self._totals[row] = position.worth
        for seat, pair in enumerate(solution.bounds):
            if pair is not None:
                self.lower[row, seat], self.upper[row, seat] = pair
        if self._whole:
            self.solutions[row] = solution

    @property
    def proved(self) -> Any:
        """Which guarantees are known."""
        return (self.lower == self.upper) & (self.lower != NO_VALUE)

    def best_and_share(self, part: slice) -> tuple[Array, Array]:
        """Return what ``values.solution`` says of rows, nothing where not all is known."""
        sure, total = self.lower[part].astype(np.int64), self._totals[part, None]
        best = np.maximum(sure + total - sure.sum(axis=1, keepdims=True), 0)
        lower, higher = np.minimum(sure, best), np.maximum(sure, best)
        width = np.maximum((higher - lower).sum(axis=1, keepdims=True), 1)
        above = total - lower.sum(axis=1, keepdims=True)
        # Whole numbers until one division at the end, which rounds once.
        share = (lower * width + above * (higher - lower)) / width
        known = self.proved[part].all(axis=1, keepdims=True)
        sides, pairs = (
            self.rows.column(name, np.bool_)[part, None] for name in ("rules.partners", "pairs")
        )
        best = np.where(known, np.where(sides, sure, best), NO_VALUE)
        share = np.where(pairs, sure, share)
        return best.astype(np.int8), np.where(known & (pairs | ~sides), share, np.nan)

    def named_columns(self, part: slice, share: bool, bounds: bool) -> NamedColumns:
        """Return what is to be told of rows by its name, by seat, and where it is known."""
        lower, upper = self.lower[part], self.upper[part]
        columns: NamedColumns = {"guarantee": (lower, self.proved[part])}
        if bounds:
            columns |= {"lower": (lower, lower != NO_VALUE), "upper": (upper, upper != NO_VALUE)}
        if share:
            best, shares = self.best_and_share(part)
            columns |= {"best_case": (best, best != NO_VALUE), "share": (shares, ~np.isnan(shares))}
        return columns


# Arrays of one's own -------------------------------------------------------------------


@frozen
class ArrayValues:
    """The values of many positions, one row per position, by seat F, M, D.

    >>> from manni import Position, solve_arrays
    >>> values = solve_arrays([Position("Q2... K3... A4...", "NT").hands], "NT", cards=True)
    >>> values.guarantee.tolist(), values.best_case.tolist(), values.share.round(2).tolist()
    ([[0, 0, 1]], [[1, 1, 2]], [[0.33, 0.33, 1.33]])
    >>> values.cards[0, 0].tolist(), values.cards.shape  # after the two of spades, card 0
    ([0, 0, 1], (1, 52, 3))

    ``guarantee`` and ``best_case`` are ``int8[n, 3]``. ``share`` is ``float64[n, 3]``, rounded to
    the nearest number; it is NaN if one seat declares alone, since nothing is divided then.

    ``cards`` is ``int8[n, 52, 3]``: the guarantees after each card led, -1 if it is not legal.
    Cards are numbered as in ``solver.cards``: 0 is the two of spades, 12 its ace, 51 the ace of
    clubs. ``line`` is ``int8[n, 51]``: the cards of a line in the order played, then -1. ``cards``
    and ``line`` are None if they were not asked for.

    Tables for other numbers of players have as many columns as seats.
    """

    guarantee: NDArray[np.int8]
    best_case: NDArray[np.int8]
    share: NDArray[np.float64]
    cards: NDArray[np.int8] | None = None
    line: NDArray[np.int8] | None = None


def solve_many(
    hands: ArrayLike,
    contract: ArrayLike,
    leader: ArrayLike | None = None,
    *,
    ace_low: ArrayLike | None = None,
    variant: ArrayLike | None = None,
    declarer: ArrayLike | None = None,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    run: Run | None = None,
) -> NDArray[np.int8]:
    """Return the guarantees of many positions, ``int8[n, 3]`` by seat F M D.

    >>> import numpy as np
    >>> from manni import Position, solve_many
    >>> hands = np.array([Position("AQ... K2... 43...", "NT").hands] * 2, dtype=np.uint64)
    >>> solve_many(hands, "NT", ["F", "M"]).tolist()  # forehand leads, then middlehand
    [[1, 1, 0], [2, 0, 0]]

    Args:
        hands: ``uint64[n, 3]``. A hand has bit ``13 * suit + rank`` set for each card, suits in
            the order S H D C, the two as rank 0. There is a column for each seat of ``variant``.
        contract: One for all rows or one for each, as numbers or names. ``leader``, ``ace_low``,
            ``variant`` and ``declarer`` are given in the same way. Without ``leader`` the variant
            decides who leads, without both forehand leads.
        threads: The number of threads, by default one per processor. It never changes a value.
        memory_mb: The memory that all threads share, in megabytes.
        run: A ``Run`` that another thread may cancel.

    Raises DealError naming the first bad row before anything is solved, StoppedError if the run
    was over first.
    """
    return solve_arrays(**locals()).guarantee


def solve_arrays(
    hands: ArrayLike,
    contract: ArrayLike,
    leader: ArrayLike | None = None,
    *,
    ace_low: ArrayLike | None = None,
    variant: ArrayLike | None = None,
    declarer: ArrayLike | None = None,
    cards: bool = False,
    line: ArrayLike | None = None,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    run: Run | None = None,
) -> ArrayValues:
    """Return all values of many positions, asked for as in ``solve_many``.

    >>> from manni import Position, solve_arrays
    >>> values = solve_arrays([Position("AQ... K2... 43...", "NT").hands], "NT", line="F")
    >>> values.line[0, :6].tolist()  # SQ SK S3, then S2 S4 SA
    [10, 11, 1, 0, 2, 12]

    ``cards=True`` adds the guarantees after every card. ``line`` is a seat, one for all rows or one
    for each: it adds a line of play in which this seat gets its guarantee.
    """
    dealt, run = _hands(hands), Run.of(run)
    count, seats = len(dealt), seats_of(dealt.shape[1])
    given = {"contract": contract, "leader": leader, "declarer": declarer}
    given |= {"variant": variant, "ace_low": ace_low, "line": line}
    columns = {
        name: _column(value, count, name, seats)
        for name, value in given.items()
        if value is not None or name == "contract"
    }
    try:
        lines = [parse_seat(seat, seats) for seat in columns.pop("line", ())]
    except SolverError as error:
        raise DealError(f"line: {error}") from None
    rows = Rows(
        dealt,
        zip(*columns.values(), strict=True),
        lambda cells: question_of(dict(zip(columns, cells, strict=True)), len(seats)),
        {},
        lambda row: f"row {row}: ",
    )
    for row in np.flatnonzero(~rows.leads).tolist():
        if rows.position(row) is None:
            raise DealError(str(rows.error_text(row)))
    threads = processors() if threads is None else checked_threads(threads)
    pool = Pool(memory_mb, min(threads, max(1, count // _AT_ONCE)))
    values = Values(rows, None, checks.flag(cards, "cards"), lines)
    longest = len(seats) * (CARDS // len(seats))
    after: Any = np.full((count, CARDS, len(seats)), NO_VALUE, np.int8) if cards else None
    played: Any = None if line is None else np.full((count, longest), NO_VALUE, np.int8)
    for part in values.solve(pool, run):
        run.report(part.stop, count)
        for row in range(part.start, part.stop):
            solution = values.solutions.pop(row, None)
            for value in (solution and solution.cards) or ():
                after[row, value.card] = value.guarantee
            if solution and solution.line:
                played[row, : len(solution.line)] = solution.line
    for row in rows.errors:
        raise DealError(str(rows.error_text(row)))
    return ArrayValues(values.lower, *values.best_and_share(slice(None)), after, played)


def _hands(hands: ArrayLike) -> Array:
    """Return rows of hands. Raises DealError for what is none."""
    array = _array(hands, "hands")
    if array.shape == (0,):
        array = array.reshape(0, SEATS)
    if array.ndim != 2 or array.shape[1] not in TABLES:
        wanted = f"(n, {TABLES[0]}) to (n, {TABLES[-1]}) is wanted"
        raise DealError(f"hands have the shape {array.shape}: {wanted}")
    if array.dtype.kind not in "iuO" and array.size:
        raise DealError(f"hands are of type {array.dtype}: whole numbers are wanted")
    # Whole numbers too large for any type, or no numbers, are looked at one by one.
    strange = array.dtype.kind == "O" or ((array < 0) | (array > FULL_PACK)).any(axis=1)
    for row in np.flatnonzero(np.broadcast_to(strange, len(array))):
        for seat, hand in zip(seats_of(array.shape[1]), array[row].tolist(), strict=True):
            try:
                checks.hand(hand, seat.word)
            except Exception as error:  # whatever a stranger's number does
                raise DealError(f"row {row}: {error}") from None
    return array.astype(np.uint64)


def _array(value: ArrayLike | None, name: str) -> Array:
    """Return a copy, which no thread of the caller can change once it is checked."""
    try:
        several = value if isinstance(value, list | tuple) else ()
        masked = any(np.any(getattr(item, "_mask", False)) for item in (value, *several))
        array = np.array(value)
    except Exception as error:  # rows of different lengths, or whatever a stranger's array does
        raise DealError(f"{name} make no array: {' '.join(str(error).split())}") from None
    if masked:
        raise DealError(f"{name}: an array that is masked: leave out the rows without a value")
    return array


def _column(value: ArrayLike | None, rows: int, name: str, seats: type[Seat]) -> Iterable[Any]:
    """Return a value for each row, with names for numbers, of what is one for all or one a row."""
    column = _array(value, name)
    if column.dtype.kind == "O":  # as a table of pandas holds its texts
        column = _array(column.tolist(), name)
    if column.ndim > 1 or (column.ndim == 1 and len(column) != rows):
        raise DealError(f"{name} has the shape {column.shape}: one for all or ({rows},) is wanted")
    if column.dtype.kind not in "biuUT" and column.size:
        raise DealError(f"{name} is of type {column.dtype}: a number or a name is wanted")
    named = [name_of(name, cell, seats) for cell in column.ravel().tolist()]
    return named if column.ndim else named * rows
