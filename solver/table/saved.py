"""A deal or game at the table as records, which the review and the score sheet take."""

from __future__ import annotations

from collections.abc import Callable

from manni.solver.deal import Deal
from manni.solver.table.deal import Table
from manni.solver.table.settings import Settings


class SavedGame:
    """The deals of a game: those played and the one at the table.

    They are written with every change, or only at the end. A deal that all have passed in a game
    is left out: the cards are dealt again. Of a game that is taken up again nothing is written
    before something new has happened: until then not all of the record need have been followed.
    """

    def __init__(
        self, write: Callable[[list[Deal]], None], *, at_once: bool, is_new: bool = True
    ) -> None:
        self._has_news = is_new
        self._at_once = at_once
        self._write = write
        self._played: list[Deal] = []
        self._table: Table | None = None

    def add(self, deal: Deal) -> None:
        """Take note of a deal played before."""
        self._played.append(deal)

    def begin(self, table: Table) -> None:
        """Take note of the deal that is played next, after what has happened of it."""
        self._played = self.deals()
        self._table = table
        table.changed = self._changed
        if self._has_news:
            self._changed()

    def deals(self) -> list[Deal]:
        """Return the records so far."""
        table = self._table
        if table is None:
            return self._played
        deal = table.record()
        if table.is_passed_out and Settings.of(deal).is_game:
            return self._played
        return [*self._played, deal]

    def _changed(self) -> None:
        self._has_news = True
        if self._at_once:
            self._write(self.deals())

    def finish(self) -> None:
        """Write the records, if there is anything new in them."""
        if self._has_news:
            self._write(self.deals())
