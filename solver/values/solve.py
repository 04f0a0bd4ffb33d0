"""The values of a position: guarantees, best cases, shares, every card, a line."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, overload

from manni.solver import checks
from manni.solver.cards import Seat
from manni.solver.engine import DEFAULT_MEMORY_MB, Bounds, Engine
from manni.solver.errors import StoppedError
from manni.solver.notation import parse_seat
from manni.solver.pool import Pool
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.values.need import Need
from manni.solver.values.position_bounds import BoundsQuestion, PositionBounds, tighten_bounds
from manni.solver.values.solution import Solution, WholeSolution

if TYPE_CHECKING:
    from manni.solver.deal import Deal
    from manni.solver.values.solution import WholeCardValue

    class SolutionWithCards(WholeSolution):
        """What type checkers know of a whole solution where the cards were asked for."""

        cards: tuple[WholeCardValue, ...]

    class SolutionWithLine(WholeSolution):
        """So where a line was."""

        line: tuple[int, ...]


ALL_SEATS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.DEALER)


class Solver:
    """Solves positions and keeps what it learns in a table between calls.

    ``memory_mb`` bounds the table and changes no value; the values are also the same for any
    number of ``threads``. One thread at a time may ask it: another gets a BusyError.
    """

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB, threads: int = 1) -> None:
        self.pool = Pool(memory_mb, threads, one_table=True)

    @classmethod
    def on(cls, engine: Engine) -> Solver:
        """Return a solver that works with an engine there is, such as one of a pool."""
        solver = cls.__new__(cls)
        solver.pool = Pool.of(engine)
        return solver

    @property
    def engine(self) -> Engine:
        """The engine for questions of one's own."""
        return self.pool.engine

    @overload
    def solve(
        self,
        position: Position | Deal | str,
        *,
        cards: Literal[True],
        line: Seat | str | None = None,
    ) -> SolutionWithCards: ...

    @overload
    def solve(self, position: Position | Deal | str, *, line: Seat | str) -> SolutionWithLine: ...

    @overload
    def solve(
        self,
        position: Position | Deal | str,
        *,
        cards: bool = False,
        line: Seat | str | None = None,
    ) -> WholeSolution: ...

    @overload
    def solve(
        self,
        position: Position | Deal | str,
        *,
        cards: bool = False,
        line: Seat | str | None = None,
        seats: Iterable[Seat | str] = ALL_SEATS,
        seconds: float | None = None,
        run: Run | None = None,
    ) -> Solution: ...

    def solve(
        self,
        position: Position | Deal | str,
        *,
        cards: bool = False,
        line: Seat | str | None = None,
        seats: Iterable[Seat | str] = ALL_SEATS,
        seconds: float | None = None,
        run: Run | None = None,
    ) -> Solution:
        """Return the values of a position for the ``seats``.

        A deal stands for its ``Deal.position()``, a text for the one deal it holds.
        ``cards`` asks for every legal card's values and adds the seat to play to the
        seats; ``line`` for a line in which that seat plays to its guarantee and the
        others to hold it there, and adds that seat. After ``seconds``, or once the run is
        over, the search stops and what is proved until then is returned. Without a limit and
        for all seats it is a ``WholeSolution``.
        """
        position = as_position(position)
        run = Run.of(run, seconds)
        wanted = _seats(seats)
        cards = checks.flag(cards, "cards")
        if cards:
            wanted.add(position.to_play)
        line_seat = None if line is None else parse_seat(line)
        if line_seat is not None:
            wanted.add(line_seat)
        bounds = PositionBounds(position, sorted(wanted), cards)
        more_to_come = cards or line_seat is not None
        self._ask(bounds, bounds.of_position(), run.part(0.5 if more_to_come else 1.0))
        if cards:
            self._ask(bounds, bounds.of_cards(), run.within(None))
        solution = bounds.solution()
        if line_seat is None:
            return solution
        value = solution.guarantee[line_seat]
        return replace(solution, line=_line(self.engine, position, line_seat, value, run))

    def _ask(self, bounds: PositionBounds, questions: list[BoundsQuestion], run: Run) -> None:
        """Find the answers to questions side by side, as far as there is time."""
        bounds.take_up(questions, self.pool.map(tighten_bounds, questions, run, _is_exact))


def as_position(given: Position | Deal | str) -> Position:
    """Return what ``position_of`` does; deals and files are loaded only where they are given."""
    if isinstance(given, Position):
        return given
    from manni.solver.files.reading import position_of

    return position_of(given)


def _is_exact(bounds: Bounds) -> bool:
    return bounds[0] == bounds[1]


def _seats(seats: Iterable[Seat | str]) -> set[Seat]:
    """Return the seats named, in a set or a text such as ``"FM"`` too."""
    if isinstance(seats, str | Set):
        seats = tuple(seats)
    return set(map(parse_seat, checks.several(seats, "seats")))


@overload
def solve(
    position: Position | Deal | str,
    *,
    cards: Literal[True],
    line: Seat | str | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
) -> SolutionWithCards: ...


@overload
def solve(
    position: Position | Deal | str,
    *,
    line: Seat | str,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
) -> SolutionWithLine: ...


@overload
def solve(
    position: Position | Deal | str,
    *,
    cards: bool = False,
    line: Seat | str | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
) -> WholeSolution: ...


@overload
def solve(
    position: Position | Deal | str,
    *,
    cards: bool = False,
    line: Seat | str | None = None,
    seats: Iterable[Seat | str] = ALL_SEATS,
    seconds: float | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
    run: Run | None = None,
) -> Solution: ...


def solve(
    position: Position | Deal | str,
    *,
    cards: bool = False,
    line: Seat | str | None = None,
    seats: Iterable[Seat | str] = ALL_SEATS,
    seconds: float | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
    run: Run | None = None,
) -> Solution:
    """Return what each seat is sure of in a position, its best case and its share, all cards open.

    A deal stands for its ``Deal.position()``, a text for the one deal it holds. ``cards`` asks
    for every legal card's values too, and ``line`` for a line in which that seat plays to its
    guarantee; both add seats to the ``seats`` whose guarantees are searched for. After
    ``seconds``, or once the ``run`` is over, what is proved until then is returned; without a
    limit and for all seats it is a ``WholeSolution``, whose guarantees are numbers. The table of
    the search takes ``memory_mb`` at the most; neither it nor the number of ``threads`` changes a
    value. Raises SolverError for what is no position. A ``Solver`` keeps what it learns for the
    next.
    """
    return Solver(memory_mb, threads).solve(
        position, cards=cards, line=line, seats=seats, seconds=seconds, run=run
    )


def best_line(position: Position, seat: Seat, solver: Solver, run: Run) -> tuple[int, ...]:
    """Return a line in which a seat gets what it is sure of, the others hold it there.

    Raises StoppedError if the run is over first.
    """
    # Within a run of its own: the progress of the whole is not told in cards of a line.
    line = solver.solve(position, line=seat, seats=(), run=Run.of(run).within(None)).line
    if line is None:
        run.check()
        raise StoppedError("the search was stopped before there was a line")
    return line


def _line(
    engine: Engine, position: Position, seat: Seat, value: int | None, run: Run
) -> tuple[int, ...] | None:
    """Return a line in which ``seat`` gets ``value``, None if that or the line is not known.

    Among equally good cards the lowest rank, suits in the order S H D C.
    """
    if value is None:
        return None
    line = []
    side = position.side(seat)
    try:
        while position.tricks:
            # Its own side keeps what it is sure of, the others hold it to that.
            need = Need(seat, value, (position.to_play in side) != position.avoids)
            *cards, last = (card for card, *_ in position.equivalent_cards())
            kept = (card for card in cards if need.is_kept(engine, position, card, run))
            line.append(next(kept, last))
            position = position.play(line[-1])
            value -= sum(map(position.gain, side))
    except StoppedError:
        return None
    return tuple(line)
