"""The standing requests of a tab at work: what is answered as the search goes on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import Any

from cli.board.limits import Limits
from cli.board.positions import Place
from cli.board.problems import problem, problem_of
from cli.board.values import values_json
from cli.board.worker import Search
from solver.engine import Engine
from solver.errors import SolverError
from solver.run import Run
from solver.values.solution import Solution
from solver.values.solve import Solver

Answer = Callable[["Standing", dict[str, Any]], None]
"""Sends an answer to the page, if it still waits for it."""


class Standing(Search):
    """A request of a tab that is searched for.

    ``answer`` sends to the tab; ``is_current`` says whether the tab still waits for this
    request, ``is_awake`` whether anybody looks at the tab.
    """

    def __init__(
        self,
        number: int,
        ask: str,
        limits: Limits,
        answer: Answer,
        is_current: Callable[[Standing], bool],
        is_awake: Callable[[], bool],
    ) -> None:
        super().__init__()
        self.number = number
        self.ask = ask
        self.limits = limits
        self._answer = answer
        self._is_current = is_current
        self._is_awake = is_awake
        self._allowed = limits.seconds
        self._paused = False
        self._done = False

    def is_over(self) -> bool:
        """Return whether it is answered, or nobody waits for the answer."""
        return self._done or not self._is_current(self)

    def is_wanted(self) -> bool:
        """Return whether it is to go on now."""
        return not self._paused and not self.is_over() and self._is_awake()

    def go_on(self) -> None:
        """Allow it as many seconds more."""
        self._allowed += self.limits.seconds
        self._paused = False

    def work(self, engine: Engine, run: Run) -> None:
        """Search until the run or the seconds allowed are over, or all is found."""
        mine = run.within(self._allowed - self.spent)
        try:
            self._done = self.search(engine, mine)
        except SolverError as error:
            self._done = True
            self.answer({"error": problem_of(error)})
            return
        if not self._done and mine.is_late():
            self._paused = True
            self.answer({**self.found_so_far(), "done": False, "paused": True})

    @abstractmethod
    def search(self, engine: Engine, run: Run) -> bool:
        """Search until the run is over; return whether all is found and has been answered."""

    @abstractmethod
    def found_so_far(self) -> dict[str, Any]:
        """Return what is known when the seconds are used up."""

    def fail(self) -> None:
        """Tell that there was an error of the program."""
        self._done = True
        self.answer({"error": problem("internal error: this could not be answered")})

    def answer(self, data: dict[str, Any]) -> None:
        """Send an answer, which is dropped if a newer request has taken the place of this."""
        self._answer(self, {"number": self.number, "ask": self.ask, **data})


class PositionSearch(Standing):
    """The values of a position, told as they get known."""

    place: Place
    _shown: Solution | None = None
    _shown_at = 0.0
    _patience = 0.05

    def start(self, place: Place) -> PositionSearch:
        self.place = place
        return self

    def search(self, engine: Engine, run: Run) -> bool:
        solver = Solver.on(engine)
        while not run.is_over():
            part = run.within(self._patience)
            found = solver.solve(self.place.position, cards=True, run=part)
            whole = found.exact and all(
                card.loss is not None and card.share for card in found.cards or ()
            )
            if whole:
                self.answer({"values": values_json(self.place, found), "done": True})
                return True
            if not run.is_over() and found != self._shown and monotonic() - self._shown_at > 0.05:
                self._shown, self._shown_at = found, monotonic()
                self.answer({"values": values_json(self.place, found), "done": False})
            self._patience *= 1.5
        return False

    def found_so_far(self) -> dict[str, Any]:
        return {} if self._shown is None else {"values": values_json(self.place, self._shown)}
