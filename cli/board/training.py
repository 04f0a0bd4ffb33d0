"""The cards of the computer, and puzzles solved card by card."""

from __future__ import annotations

from typing import Any

from cli.board.positions import Place, goal_state, need_of, place_of
from cli.board.requests import Request
from cli.board.searches import Page, Standing
from solver.cards import card_name
from solver.engine import Engine
from solver.errors import DealError
from solver.puzzles.need import Need
from solver.puzzles.train import keeping_cards, keeps_goal, refute, reply
from solver.puzzles.verify import Try
from solver.run import Run
from solver.values.best import best_card
from solver.values.gradual import Gradual
from solver.values.solve import Solver


class MoveSearch(Standing):
    """The card that the computer plays.

    It is the best for its seat; in a deal with a goal the solver keeps that if it can, and
    the others make it as hard as they can.
    """

    def __init__(self, page: Page, request: Request, place: Place, known: Gradual) -> None:
        super().__init__(page, request, min(page.limits.seconds, page.limits.move_seconds))
        self._known = known
        self._need = need_of(place)
        if not place.position.tricks:
            raise DealError("no card is left to play")
        self._among: set[int] | None = None
        self._card: tuple[int, bool] | None = None

    def search(self, engine: Engine, run: Run) -> bool:
        """Search until one card is proved to be the best."""
        position, need = self._known.position, self._need
        if need is not None and need.met_by_count(position) is None:
            solver = Solver.on(engine)
            if not need.is_solver(position):
                self._card = reply(position, need, solver, run), True
                return True
            if self._among is None:
                self._among = keeping_cards(position, need, solver, run)
        self._card = self._best()
        while not self._card[1] and not self._known.is_whole and not run.is_over():
            self._known.work(engine, run)
            self._card = self._best()
        return self._card[1]

    def _best(self) -> tuple[int, bool]:
        return best_card(self._known.solution(), self._among or None)

    def found(self) -> dict[str, Any]:
        """Return the best card as far as is known."""
        card, exact = self._best() if self._card is None else self._card
        return {"card": card_name(card), "exact": exact}

    def out_of_time(self) -> None:
        """Play what looks best."""
        self.finish(self.found())


class TrainSearch(Standing):
    """Whether a card keeps the goal: the replies if it does, else what refutes it."""

    def __init__(self, page: Page, request: Request, place: Place, card: int) -> None:
        """Raises IllegalPlayError, or DealError where there is nothing to solve."""
        super().__init__(page, request)
        place.position.play(card)
        need = need_of(place)
        if need is None:
            raise DealError("there is no goal to reach here")
        if not need.is_solver(place.position):
            side = " or ".join(seat.word for seat in need.side(place.position))
            raise DealError(
                f"{place.position.to_play.word} is to play: the puzzle is for {side} to solve"
            )
        self._place = place
        self._need = need
        self._card = card
        self._found: dict[str, Any] = {}

    def search(self, engine: Engine, run: Run) -> bool:
        """Judge the card and answer it."""
        solver, position = Solver.on(engine), self._place.position
        if keeps_goal(position, self._need, self._card, solver, run):
            self._found = {"keeps": True, **self._replies(solver, run)}
        else:
            attempt = refute(position, self._need, self._card, solver, run)
            self._found = {"keeps": False, **self._refutation(attempt)}
        return True

    def found(self) -> dict[str, Any]:
        """Return the judgement."""
        return self._found

    def _replies(self, solver: Solver, run: Run) -> dict[str, Any]:
        """Return the others' cards until the solver is to play again, or the deal is over."""
        position = self._place.position.play(self._card)
        need = self._need.after(position)
        cards = []
        while position.tricks and not need.is_solver(position):
            card = reply(position, need, solver, run)
            cards.append(card_name(card))
            position = position.play(card)
            need = need.after(position)
        return {"replies": cards, "state": goal_state(need, position)}

    def _refutation(self, attempt: Try) -> dict[str, Any]:
        place = self._place
        line = place_of(place.deal, (*place.played, *attempt.line))
        return {
            "refutation": [move.json() for move in line.moves[len(place.moves) :]],
            "tricks": attempt.tricks,
            "text": _refuted_text(self._need, attempt, self._place.position.rules.unit),
        }


def _refuted_text(need: Need, attempt: Try, unit: str) -> str:
    """Return what comes of a wrong card, in a sentence."""
    number = f"{need.tricks} {'is' if need.tricks == 1 else 'are'}"
    limit, wanted = "", f"no more than {number} allowed"
    if need.at_least:
        limit, wanted = "no more than ", f"{number} needed"
    after = f"after {card_name(attempt.cards[0])} {need.seat.word} takes {limit}{attempt.tricks}"
    return f"{after} of the {unit} left: {wanted}"
