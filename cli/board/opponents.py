"""The cards of a computer that sees its own hand alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cli.board.positions import Place
from cli.board.requests import Request
from cli.board.searches import Page, Standing
from solver.advice.opponents import Strength, card_to_play
from solver.cards import card_name
from solver.engine import Engine
from solver.errors import DealError, SolverError, StoppedError
from solver.review.seen import view_of
from solver.run import Run


class SeenMoveSearch(Standing):
    """The card that a seat plays from what it sees; the same again in the same place."""

    sliced = False

    def __init__(self, page: Page, request: Request, place: Place, strength: Strength) -> None:
        """Raises DealError where the record does not tell what the seat has seen."""
        super().__init__(page, request, min(page.limits.seconds, page.limits.move_seconds))
        deal = replace(place.deal, play=place.played, leader=place.positions[0].leader)
        try:
            self._known = view_of(deal, place.position.to_play, len(place.moves))
        except SolverError as error:
            raise DealError(f"the computer has to see all hands here: {error}") from None
        self._seed = len(place.moves)
        self._strength = strength
        self._card: int | None = None

    def search(self, engine: Engine, run: Run) -> bool:
        """Find the card; where the time is up before any world has been met, by rule of thumb."""
        try:
            card = self._play(self._strength, engine, run)
        except StoppedError:
            if not run.is_late():
                raise
            card = self._play(Strength.THUMB, engine, run)
        if run.is_cancelled() and not run.is_late():
            return False  # of fewer worlds than it is to be: it begins anew
        self._card = card
        return True

    def _play(self, strength: Strength, engine: Engine, run: Run) -> int:
        return card_to_play(self._known, strength, seed=self._seed, engine=engine, run=run)

    def found(self) -> dict[str, Any]:
        """Return the card."""
        assert self._card is not None
        return {"card": card_name(self._card), "exact": False}
