"""The values of a position and of its cards, found in slices of time."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

from .. import checks
from ..cards import Seat
from ..engine import Engine
from ..position import Position
from ..run import Run
from .solution import SeatBounds, Solution
from .solve import BoundsQuestion, PositionBounds, tighten_bounds

FIRST_SLICE = 0.02
"""Seconds that a question is searched for at first; each time that is too short, twice as long."""

_MORE = 2.0


class IterativeBounds:
    """The values of a position and of every legal card, on the way to being proved.

    ``work`` takes up one question at a time, on any engine; several threads may do so at
    once, each with an engine of its own. The bounds proved so far can be read at any moment, and
    they only ever narrow.
    """

    def __init__(self, position: Position, first_slice: float = FIRST_SLICE) -> None:
        self.position = checks.instance(position, Position, "position")
        self._bounds = PositionBounds(position, position.seats, cards=True)
        self._first = checks.amount(first_slice, "first_slice")
        # How long each question, by row and seat, is searched for next.
        self._slices: dict[tuple[int, Seat], float] = {}
        self._asked: set[tuple[int, Seat]] = set()
        self._steps = 0
        self._lock = Lock()

    @property
    def is_whole(self) -> bool:
        """Whether everything is proved."""
        with self._lock:
            return self._bounds.is_whole

    def solution(self) -> Solution:
        """Return what is proved so far."""
        with self._lock:
            return self._bounds.solution()

    def work(self, engine: Engine, run: Run) -> None:
        """Search for the answer to the most useful open question, for a slice of the run.

        A slice that is too short is followed by a longer one, so that every question is
        answered in the end, whatever has been forgotten of the slice before. To the run is
        reported what has brought the answer nearer.
        """
        with self._lock:
            question = self._most_useful()
            if question is None:
                return
            key = question.row, question.seat
            seconds = self._slices.get(key, self._first)
            self._asked.add(key)
        part = run.within(seconds)
        try:
            bounds = tighten_bounds(engine, question, part)
        finally:
            with self._lock:
                self._asked.discard(key)
        with self._lock:
            self._bounds.take_up([question], [bounds])
            if not run.is_over():  # else it has not had all of the slice
                self._slices[key] = _MORE * seconds
            elif bounds == question.window:
                return
            self._steps += 1
            steps = self._steps
        run.report(steps)

    def take_up(self, bounds: SeatBounds) -> None:
        """Take up bounds of the position's guarantees that have been proved elsewhere."""
        with self._lock:
            questions = self._bounds.of_position()
            given = [bounds[question.seat] or question.window for question in questions]
            self._bounds.take_up(questions, given)

    def after(self, card: int) -> SeatBounds:
        """Return bounds of the guarantees after a legal card, in tricks from there on."""
        with self._lock:
            return self._bounds.after(card)

    def _most_useful(self) -> BoundsQuestion | None:
        """Return the question to take up next, None if none is open.

        The mover's guarantee goes first, then that after each card, then the rest; but what
        turns out to be hard waits until easier questions have had a part of its time.
        """
        best = None
        for number, (question, weight) in enumerate(self._questions()):
            if question.is_open:
                key = question.row, question.seat
                cost = self._slices.get(key, self._first) / weight
                order = key in self._asked, cost, number
                if best is None or order < best[0]:
                    best = order, question
        return None if best is None else best[1]

    def _questions(self) -> Iterator[tuple[BoundsQuestion, float]]:
        """Yield the questions in their order, each with how much more time it may take."""
        bounds = self._bounds
        mover = min(self.position.declarers, default=self.position.to_play)
        others = [seat for seat in bounds.seats if seat is not mover]
        cards = range(1, len(bounds.groups) + 1)
        yield bounds.question(0, mover), 8.0
        for row in cards:
            yield bounds.question(row, mover), 2.0
        for seat in others:
            yield bounds.question(0, seat), 2.0
        for row in cards:
            for seat in others:
                yield bounds.question(row, seat), 1.0
