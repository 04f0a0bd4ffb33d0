"""The values of a position: guarantees, best cases, shares, every card, a line."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from solver import checks
from solver.cards import SEATS, Seat, triple
from solver.engine import DEFAULT_MEMORY_MB, Bounds, Engine
from solver.errors import StoppedError
from solver.notation import parse_seat
from solver.pool import Pool
from solver.position import Position
from solver.run import Run
from solver.values.equals import equal_groups
from solver.values.share import Shares, Tricks, best_case, share

SeatBounds = tuple[Bounds | None, Bounds | None, Bounds | None]
SeatTricks = tuple[int | None, int | None, int | None]

ALL_SEATS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.DEALER)


@dataclass(frozen=True)
class CardValue:
    """What a card leads to, by seat F, M, D, in tricks from the position before it on.

    ``bounds`` are proved limits of the guarantees: equal where the search was
    finished, None for a seat not asked for. ``share`` is None unless all three are
    known. ``loss`` is how much worse the mover's own guarantee gets than with his
    best card, None unless both are known.
    """

    card: int
    bounds: SeatBounds
    share: Shares | None
    loss: int | None

    @property
    def guarantee(self) -> SeatTricks:
        """The guarantees after the card, None where not known."""
        return _exact(self.bounds)


@dataclass(frozen=True)
class Solution:
    """The values of a position, by seat F, M, D, in tricks from the position on.

    ``bounds`` are proved limits of the guarantees: equal where the search was
    finished, None for a seat not asked for. ``cards`` has every legal card in the
    order of ``position.legal()``, or is None where not asked for. ``line`` has the
    cards in the order played, or is None where not asked for or not found in time.
    """

    position: Position
    bounds: SeatBounds
    cards: tuple[CardValue, ...] | None = None
    line: tuple[int, ...] | None = None

    @property
    def tricks(self) -> int:
        """The tricks to be played, the one in progress included."""
        return self.position.tricks

    @property
    def guarantee(self) -> SeatTricks:
        """The tricks each seat is sure of (NULLO: at most takes), None where not known."""
        return _exact(self.bounds)

    @property
    def exact(self) -> bool:
        """Whether every guarantee asked for was found in time."""
        return all(pair is None or pair[0] == pair[1] for pair in self.bounds)

    @property
    def best_case(self) -> Tricks | None:
        """Each seat's best case, None unless all three guarantees are known."""
        known = _all_known(self.bounds)
        return None if known is None else best_case(known, self.tricks, self.position.contract)

    @property
    def share(self) -> Shares | None:
        """Each seat's share, None unless all three guarantees are known."""
        known = _all_known(self.bounds)
        return None if known is None else share(known, self.tricks, self.position.contract)


class Solver:
    """Solves positions and keeps what it learns in a table between calls.

    ``memory_mb`` bounds the table; the values are exact under any, and the same for any
    number of ``threads``. One thread at a time may ask it: another gets a BusyError.
    """

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB, threads: int = 1) -> None:
        self.pool = Pool(memory_mb, threads)

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

    def solve(
        self,
        position: Position,
        *,
        cards: bool = False,
        line: Seat | str | None = None,
        seats: Iterable[Seat | str] = ALL_SEATS,
        seconds: float | None = None,
        run: Run | None = None,
    ) -> Solution:
        """Return the values of a position for the ``seats``.

        ``cards`` asks for every legal card's values and adds the seat to play to the
        seats; ``line`` for a line in which that seat plays to its guarantee and the
        others to hold it there, and adds that seat. After ``seconds``, or once the run is
        over, the search stops and what is proved until then is returned.
        """
        checks.instance(position, Position, "position")
        run = Run.of(run, seconds)
        wanted = _seats(seats)
        cards = checks.flag(cards, "cards")
        if cards:
            wanted.add(position.to_play)
        line_seat = None if line is None else parse_seat(line)
        if line_seat is not None:
            wanted.add(line_seat)
        search = _SeatSearch(self.pool, sorted(wanted))
        more_to_come = cards or line is not None
        bounds = search.position_bounds(position, run.part(0.5 if more_to_come else 1.0))
        return Solution(
            position,
            bounds,
            search.card_values(position, bounds, run.within(None)) if cards else None,
            None if line_seat is None else search.line(position, line_seat, bounds, run),
        )


def _seats(seats: Iterable[Seat | str]) -> set[Seat]:
    """Return the seats named, in a set or a text such as ``"FM"`` too."""
    if isinstance(seats, str | Set):
        seats = tuple(seats)
    return set(map(parse_seat, checks.several(seats, "seats")))


def solve(
    position: Position,
    *,
    cards: bool = False,
    line: Seat | str | None = None,
    seats: Iterable[Seat | str] = ALL_SEATS,
    seconds: float | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    threads: int = 1,
    run: Run | None = None,
) -> Solution:
    """Return the values of a position; see ``Solver.solve``."""
    return Solver(memory_mb, threads).solve(
        position, cards=cards, line=line, seats=seats, seconds=seconds, run=run
    )


@dataclass(frozen=True)
class _Question:
    """What a seat is sure of in a position, known to lie within ``window``."""

    position: Position
    seat: Seat
    window: Bounds
    guess: int | None = None


def _answer(engine: Engine, question: _Question, run: Run) -> Bounds:
    """Return proved bounds, as wide as the window at most."""
    low, high = question.window
    lower, upper = engine.bounds(
        question.position, question.seat, run=run, window=(low, high), guess=question.guess
    )
    return max(low, lower), min(high, upper)


class _SeatSearch:
    """The searches of one call of ``solve`` for some seats."""

    def __init__(self, pool: Pool, seats: list[Seat]) -> None:
        self.pool = pool
        self.seats = seats

    def answers(self, questions: list[_Question], run: Run) -> list[Bounds]:
        """Return the bounds asked for, those of each question in its place."""
        return self.pool.map(_answer, questions, run, _is_exact)

    def position_bounds(self, position: Position, run: Run) -> SeatBounds:
        """Return the bounds of the seats."""
        everything = (0, position.tricks)
        questions = [_Question(position, seat, everything) for seat in self.seats]
        return self._by_seat(self.answers(questions, run))

    def card_values(
        self, position: Position, parents: SeatBounds, run: Run
    ) -> tuple[CardValue, ...]:
        """Return the values of every legal card; equal cards are searched once.

        ``parents`` are the bounds of the position itself.
        """
        groups = equal_groups(position)
        children = [position.play(group[0]) for group in groups]
        found = iter(
            self.answers(
                [
                    self._after(position, child, seat, parents[seat])
                    for child in children
                    for seat in self.seats
                ],
                run,
            )
        )
        after = {}
        for group, child in zip(groups, children, strict=True):
            bounds = self._by_seat([_plus(next(found), child.gain(seat)) for seat in self.seats])
            shares = _shares_after(child, bounds)
            after.update(dict.fromkeys(group, (bounds, shares)))
        mover = position.to_play
        values = []
        for card in position.legal():
            bounds, shares = after[card]
            best, own = _exact(parents)[mover], _exact(bounds)[mover]
            loss = None
            if best is not None and own is not None:
                loss = position.contract.sign * (best - own)
            values.append(CardValue(card, bounds, shares, loss))
        return tuple(values)

    def _after(
        self, position: Position, child: Position, seat: Seat, parent: Bounds | None
    ) -> _Question:
        """Return the question of what a seat is sure of once a card has been played.

        No card betters its player's own guarantee or worsens another's: that is one end of
        the window, and the value of most cards.
        """
        assert parent is not None
        won = child.gain(seat)
        if (seat == position.to_play) != position.contract.avoids:
            most = min(child.tricks, parent[1] - won)
            return _Question(child, seat, (0, most), most)
        least = max(0, parent[0] - won)
        return _Question(child, seat, (least, child.tricks), least)

    def line(
        self, position: Position, seat: Seat, bounds: SeatBounds, run: Run
    ) -> tuple[int, ...] | None:
        """Return a line in which ``seat`` gets its guarantee, None if out of time.

        Among equally good cards the lowest rank, suits in the order S H D C.
        """
        value = _exact(bounds)[seat]
        if value is None:
            return None
        line = []
        try:
            while position.tricks:
                card = self._keeping_card(position, seat, value, run)
                position = position.play(card)
                value -= position.gain(seat)
                line.append(card)
        except StoppedError:
            return None
        return tuple(line)

    def _keeping_card(self, position: Position, seat: Seat, value: int, run: Run) -> int:
        """Return the lowest card with which the mover gives away nothing of ``value``."""
        *groups, last = equal_groups(position)
        for group in groups:
            child = position.play(group[0])
            target = value - child.gain(seat)
            if (seat == position.to_play) != position.contract.avoids:
                keeps = self.pool.engine.reaches(child, seat, target, run=run)
            else:
                keeps = not self.pool.engine.reaches(child, seat, target + 1, run=run)
            if keeps:
                return group[0]
        return last[0]

    def _by_seat(self, found: list[Bounds]) -> SeatBounds:
        """Return bounds in the order of ``seats`` by seat F, M, D, None for the others."""
        bounds: list[Bounds | None] = [None] * SEATS
        for seat, pair in zip(self.seats, found, strict=True):
            bounds[seat] = pair
        return bounds[0], bounds[1], bounds[2]


def _shares_after(child: Position, bounds: SeatBounds) -> Shares | None:
    """Return the shares after a card, its own trick counted, None unless all is known.

    A trick already won is certain: the shares are those of the tricks still open.
    """
    known = _all_known(bounds)
    if known is None:
        return None
    won = [child.gain(seat) for seat in ALL_SEATS]
    still_open = [value - had for value, had in zip(known, won, strict=True)]
    shares = share(still_open, child.tricks, child.contract)
    return triple(own + had for own, had in zip(shares, won, strict=True))


def _is_exact(bounds: Bounds) -> bool:
    return bounds[0] == bounds[1]


def _plus(bounds: Bounds, tricks: int) -> Bounds:
    return bounds[0] + tricks, bounds[1] + tricks


def _exact(bounds: SeatBounds) -> SeatTricks:
    return triple(None if pair is None or pair[0] != pair[1] else pair[0] for pair in bounds)


def _all_known(bounds: Iterable[Bounds | None]) -> Tricks | None:
    known = [pair[0] for pair in bounds if pair is not None and pair[0] == pair[1]]
    return triple(known) if len(known) == SEATS else None
