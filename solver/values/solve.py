"""The values of a position: guarantees, best cases, shares, every card, a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic
from typing import cast

from solver.cards import SEATS, Seat
from solver.engine import Engine
from solver.notation import parse_seat
from solver.position import Position
from solver.values.equals import equal_groups
from solver.values.share import Shares, Tricks, best_case, share

Bounds = tuple[int, int]
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
        """The tricks the values add up from, the one in progress included."""
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

    One per thread. ``memory_mb`` bounds the table; the values are exact under any.
    """

    def __init__(self, memory_mb: float = 512) -> None:
        self.engine = Engine(memory_mb)

    def solve(
        self,
        position: Position,
        *,
        cards: bool = False,
        line: Seat | str | None = None,
        seats: Iterable[Seat | str] = ALL_SEATS,
        seconds: float | None = None,
    ) -> Solution:
        """Return the values of a position for the ``seats``.

        ``cards`` asks for every legal card's values and adds the seat to play to the
        seats; ``line`` for a line in which that seat plays to its guarantee and the
        others to hold it there, and adds that seat. After ``seconds`` the search
        stops and what is proved until then is returned.
        """
        wanted = {parse_seat(seat) for seat in seats}
        if cards:
            wanted.add(position.to_play)
        line_seat = None if line is None else parse_seat(line)
        if line_seat is not None:
            wanted.add(line_seat)
        search = _Search(self.engine, sorted(wanted), seconds)
        bounds = search.position_bounds(position, cards or line is not None)
        return Solution(
            position,
            bounds,
            search.card_values(position, bounds) if cards else None,
            None if line_seat is None else search.line(position, line_seat, bounds[line_seat]),
        )


def solve(
    position: Position,
    *,
    cards: bool = False,
    line: Seat | str | None = None,
    seats: Iterable[Seat | str] = ALL_SEATS,
    seconds: float | None = None,
    memory_mb: float = 512,
) -> Solution:
    """Return the values of a position; see ``Solver.solve``."""
    return Solver(memory_mb).solve(position, cards=cards, line=line, seats=seats, seconds=seconds)


class _OutOfTime(Exception):
    """The deadline passed before a test was decided."""


class _Search:
    """The searches of one call of ``solve`` for some seats, within its time."""

    def __init__(self, engine: Engine, seats: list[Seat], seconds: float | None) -> None:
        self.engine = engine
        self.seats = seats
        self.deadline = None if seconds is None else monotonic() + seconds

    def position_bounds(self, position: Position, more_to_come: bool) -> SeatBounds:
        """Return the bounds of the seats, in half the time if there is ``more_to_come``."""
        bounds: list[Bounds | None] = [None] * SEATS
        for index, seat in enumerate(self.seats):
            if self.deadline is None:
                value = self.engine.value(position, seat)
                bounds[seat] = value, value
            else:
                later = len(self.seats) if more_to_come else 0
                bounds[seat] = self._timed(position, seat, len(self.seats) - index + later)
        return cast(SeatBounds, tuple(bounds))

    def card_values(self, position: Position, parents: SeatBounds) -> tuple[CardValue, ...]:
        """Return the values of every legal card; equal cards are searched once.

        ``parents`` are the bounds of the position itself.
        """
        groups = equal_groups(position)
        after = {
            card: (bounds, shares)
            for index, group in enumerate(groups)
            for bounds, shares in [self._after(position, group[0], parents, len(groups) - index)]
            for card in group
        }
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
        self, position: Position, card: int, parents: SeatBounds, cards_left: int
    ) -> tuple[SeatBounds, Shares | None]:
        """Return the bounds and shares after a card, its own trick counted."""
        child = position.play(card)
        bounds: list[Bounds | None] = [None] * SEATS
        for index, seat in enumerate(self.seats):
            won = _won(child, seat)
            low, high = 0, child.tricks
            # No card betters its player's own guarantee or worsens another's.
            parent = cast(Bounds, parents[seat])
            if (seat == position.to_play) != position.contract.avoids:
                high = min(high, parent[1] - won)
                guess = high
            else:
                low = max(low, parent[0] - won)
                guess = low
            if self.deadline is None:
                value = self._value_near(child, seat, guess, low, high)
                low = high = value
            else:
                searches = cards_left * len(self.seats) - index
                proved = self._timed(child, seat, searches)
                low, high = max(low, proved[0]), min(high, proved[1])
            bounds[seat] = low + won, high + won
        known = _all_known(bounds)
        if known is None:
            return cast(SeatBounds, tuple(bounds)), None
        # A trick already won is certain: the shares are those of the tricks still open.
        won_by = [_won(child, seat) for seat in ALL_SEATS]
        still_open = [value - won for value, won in zip(known, won_by, strict=True)]
        first, second, third = (
            own + won
            for own, won in zip(
                share(still_open, child.tricks, child.contract), won_by, strict=True
            )
        )
        return cast(SeatBounds, tuple(bounds)), (first, second, third)

    def line(self, position: Position, seat: Seat, bounds: Bounds | None) -> tuple[int, ...] | None:
        """Return a line in which ``seat`` gets its guarantee, None if out of time.

        Among equally good cards the lowest rank, suits in the order S H D C.
        """
        if bounds is None or bounds[0] != bounds[1]:
            return None
        value = bounds[0]
        line = []
        try:
            while position.tricks:
                card = self._keeping_card(position, seat, value)
                position = position.play(card)
                value -= _won(position, seat)
                line.append(card)
        except _OutOfTime:
            return None
        return tuple(line)

    def _keeping_card(self, position: Position, seat: Seat, value: int) -> int:
        """Return the lowest card with which the mover gives away nothing of ``value``."""
        *groups, last = equal_groups(position)
        for group in groups:
            child = position.play(group[0])
            target = value - _won(child, seat)
            if (seat == position.to_play) != position.contract.avoids:
                keeps = self._reaches(child, seat, target)
            else:
                keeps = not self._reaches(child, seat, target + 1)
            if keeps:
                return group[0]
        return last[0]

    def _value_near(self, position: Position, seat: Seat, guess: int, low: int, high: int) -> int:
        """Return the value, known to be in ``low``..``high``, by tests outward from a guess."""
        value = guess
        while value > low and not self._reaches(position, seat, value):
            value -= 1
        if value == guess:
            while value < high and self._reaches(position, seat, value + 1):
                value += 1
        return value

    def _reaches(self, position: Position, seat: Seat, tricks: int) -> bool:
        if tricks <= 0:
            return True
        if tricks > position.tricks:
            return False
        if self.deadline is None:
            return self.engine.reaches(position, seat, tricks)
        low, high = self._timed(position, seat, 1)
        if low < tricks <= high:
            raise _OutOfTime
        return tricks <= low

    def _timed(self, position: Position, seat: Seat, searches: int) -> Bounds:
        """Return the bounds proved in a like part of the time left for ``searches``."""
        assert self.deadline is not None
        seconds = self.deadline - monotonic()
        if seconds <= 0:
            return 0, position.tricks
        return self.engine.bounds(position, seat, seconds=seconds / searches)


def _won(child: Position, seat: Seat) -> int:
    """Return 1 if the card that led to ``child`` completed a trick that ``seat`` won."""
    return int(not child.table and child.leader == seat)


def _exact(bounds: SeatBounds) -> SeatTricks:
    first, second, third = (
        None if pair is None or pair[0] != pair[1] else pair[0] for pair in bounds
    )
    return first, second, third


def _all_known(bounds: Iterable[Bounds | None]) -> Tricks | None:
    known = [pair[0] for pair in bounds if pair is not None and pair[0] == pair[1]]
    return (known[0], known[1], known[2]) if len(known) == SEATS else None
