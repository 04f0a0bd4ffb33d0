"""Proved bounds of the values of a position, and the questions that would narrow them.

Bounds of a position and of what its cards lead to imply one another: a seat to play gets
the best of what its cards lead to, and any other seat the worst; and all three guarantees
hold in the same play, so that together they come to no more than there is to win (where
little is wanted, to no less). Where two seats are partners there is one question, what the
declarer gets: the rest is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from manni.solver.cards import SEATS, Seat, by_seat, triple
from manni.solver.engine import Bounds, Engine
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.values.share import Shares
from manni.solver.values.solution import (
    CardValue,
    SeatBounds,
    Solution,
    exact_tricks,
    share_of,
    solution_of,
)


@dataclass(frozen=True)
class BoundsQuestion:
    """What a seat is sure of in a position, known to lie within ``window``.

    ``row`` is 0 for the position that is looked at, else the number, from 1, of the group of
    equal cards that leads from there to ``position``.
    """

    position: Position
    seat: Seat
    window: Bounds
    guess: int | None
    row: int

    @property
    def is_open(self) -> bool:
        """Whether there is anything to ask."""
        return self.window[0] < self.window[1]


def tighten_bounds(engine: Engine, question: BoundsQuestion, run: Run) -> Bounds:
    """Return proved bounds, as wide as the window at most."""
    low, high = question.window
    lower, upper = engine.bounds(
        question.position, question.seat, run=run, window=(low, high), guess=question.guess
    )
    return max(low, lower), min(high, upper)


class PositionBounds:
    """Bounds of a position's guarantees and, if ``cards`` are asked for, of those after each.

    Equal cards are one group. All bounds count from the position on, a trick that a card
    completes included. They only ever narrow.
    """

    def __init__(self, position: Position, seats: Iterable[Seat], cards: bool = False) -> None:
        self.position = position
        self._asked = tuple(seats)
        declarer = position.declarer
        self.seats = self._asked if declarer is None else (declarer,) * bool(self._asked)
        self.has_cards = cards
        self.groups = position.equivalent_cards() if cards else []
        self._reached = [position, *(position.play(group[0]) for group in self.groups)]
        self._rows: list[dict[Seat, Bounds]] = [
            {seat: _shift((0, after.worth), after.gain(seat)) for seat in self.seats}
            for after in self._reached
        ]
        self._rows[0] = dict.fromkeys(self.seats, (0, position.worth))

    def bounds(self, row: int = 0) -> SeatBounds:
        """Return bounds of the guarantees in a row, None for seats not asked for."""
        return self._by_seat(self._rows[row], self.position.worth)

    def _by_seat(self, given: dict[Seat, Bounds], worth: int) -> SeatBounds:
        """Return bounds by seat; the partners get of the ``worth`` what the declarer does not."""

        def bounds(seat: Seat) -> Bounds | None:
            if seat in given or not given or self.position.declarer is None:
                return given.get(seat)
            low, high = given[self.position.declarer]
            return worth - high, worth - low

        return by_seat(lambda seat: bounds(seat) if seat in self._asked else None)

    def question(self, row: int, seat: Seat) -> BoundsQuestion:
        """Return the question of what a seat is sure of in a row.

        No card betters its player's own guarantee or worsens another's: that is one end of
        the window, and the value of most cards.
        """
        position = self._reached[row]
        window = _shift(self._rows[row][seat], -position.gain(seat) if row else 0)
        guess = None
        if row:
            guess = window[1] if self._picks_best(seat) else window[0]
        return BoundsQuestion(position, seat, window, guess, row)

    def after(self, card: int) -> SeatBounds:
        """Return what is known of the guarantees after a card, counted from there on."""
        row = next(row for row, group in enumerate(self.groups, 1) if card in group)
        windows = {seat: self.question(row, seat).window for seat in self.seats}
        return self._by_seat(windows, self._reached[row].worth)

    def of_position(self) -> list[BoundsQuestion]:
        """Return the questions about the position itself, by seat."""
        return [self.question(0, seat) for seat in self.seats]

    def of_cards(self) -> list[BoundsQuestion]:
        """Return the questions about every group of cards, by seat."""
        return [
            self.question(row, seat) for row in range(1, len(self._rows)) for seat in self.seats
        ]

    def take_up(self, questions: Sequence[BoundsQuestion], answers: Iterable[Bounds]) -> None:
        """Take up proved bounds, each in the place of its question."""
        for question, bounds in zip(questions, answers, strict=True):
            gain = self._reached[question.row].gain(question.seat) if question.row else 0
            row = self._rows[question.row]
            row[question.seat] = _intersection(row[question.seat], _shift(bounds, gain))
        self._settle()

    @property
    def is_whole(self) -> bool:
        """Whether all is proved that was asked for."""
        return all(low == high for row in self._rows for low, high in row.values())

    def _picks_best(self, seat: Seat) -> bool:
        """Return whether a seat's guarantee is the highest of those after the cards."""
        return (seat is self.position.to_play) != self.position.avoids

    def _settle(self) -> None:
        """Narrow everything by everything else until nothing more follows."""
        before: list[dict[Seat, Bounds]] = []
        while not self.is_whole and before != self._rows:
            before = [dict(row) for row in self._rows]
            if self.groups:
                for seat in self.seats:
                    self._carry(seat)
            if len(self.seats) == SEATS:
                for row in self._rows:
                    self._share_out(row)

    def _carry(self, seat: Seat) -> None:
        """Narrow a seat's bounds in the position by those after the cards, and these by those."""
        sign = 1 if self._picks_best(seat) else -1
        whole, *after = (_turn(row[seat], sign) for row in self._rows)
        lows, highs = zip(*after, strict=True)
        whole = _intersection(whole, (max(lows), max(highs)))
        after = [(low, min(high, whole[1])) for low, high in after]
        keeping = [index for index, (_, high) in enumerate(after) if high >= whole[0]]
        if len(keeping) == 1:
            after[keeping[0]] = _intersection(after[keeping[0]], whole)
        for row, bounds in zip(self._rows, (whole, *after), strict=True):
            row[seat] = _turn(bounds, sign)

    def _share_out(self, row: dict[Seat, Bounds]) -> None:
        """Narrow each seat's bounds by what the two others leave it."""
        worth, avoids = self.position.worth, self.position.avoids
        for seat, (low, high) in row.items():
            others = [bounds for other, bounds in row.items() if other is not seat]
            if avoids:
                low = max(low, worth - sum(bounds[1] for bounds in others))
            else:
                high = min(high, worth - sum(bounds[0] for bounds in others))
            row[seat] = low, high

    def solution(self) -> Solution:
        """Return what is known as the values of the position, incomplete where not proved."""
        cards = self._cards() if self.has_cards else None
        return solution_of(self.position, self.bounds(), cards)

    def _cards(self) -> tuple[CardValue, ...]:
        position = self.position
        mover = position.to_play
        best = exact_tricks(self.bounds())[mover]
        values = {}
        for row, group in enumerate(self.groups, 1):
            bounds = self.bounds(row)
            tricks = exact_tricks(bounds)[mover]
            loss = None
            if best is not None and tricks is not None:
                loss = position.sign * (best - tricks)
            shares = _shares_after(self._reached[row], bounds)
            for card in group:
                values[card] = CardValue(card, bounds, shares, loss)
        return tuple(values[card] for card in position.legal())


def _shares_after(child: Position, bounds: SeatBounds) -> Shares | None:
    """Return the shares after a card, its own trick counted, None unless all is known.

    A trick already won is certain: the shares are those of the tricks still open.
    """
    won = [child.gain(seat) for seat in Seat]
    still_open = triple(
        None if pair is None else _shift(pair, -had) for pair, had in zip(bounds, won, strict=True)
    )
    shares = share_of(child, still_open)
    return shares and triple(seat_share + had for seat_share, had in zip(shares, won, strict=True))


def _intersection(bounds: Bounds, by: Bounds) -> Bounds:
    return max(bounds[0], by[0]), min(bounds[1], by[1])


def _shift(bounds: Bounds, tricks: int) -> Bounds:
    return bounds[0] + tricks, bounds[1] + tricks


def _turn(bounds: Bounds, sign: int) -> Bounds:
    """Return bounds, for the sign -1 those of the negative number."""
    return bounds if sign > 0 else (-bounds[1], -bounds[0])
