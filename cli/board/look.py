"""The search for what a place and its cards are worth: what a page waits for at every click."""

from __future__ import annotations

from dataclasses import field, replace

from ...solver.engine import Engine
from ...solver.notation import parse_seat
from ...solver.run import Run
from ...solver.schema import TEXT, maybe, record
from ...solver.schema import field as described
from ...solver.table.place import POSITION
from ...solver.table.values import VALUES, values_json
from ...solver.values.iterative_bounds import IterativeBounds
from ...solver.values.solution import Solution
from .address import address_of
from .requests import AtPlace, Data, Flag, Text
from .searches import SearchRequest

_LEAST = 0.005  # seconds that a search is worth beginning for


_POSITION = record(
    *POSITION.fields,
    described("address", TEXT, of=lambda at: address_of(at.deal, at.played)),
    name="Position",
)


class Look(AtPlace, SearchRequest):
    """A place in a deal, and what its position and cards are worth.

    Whoever has played it at a table is shown it from his ``own`` seat.
    """

    answers = (maybe("position", _POSITION), maybe("values", VALUES))

    values: Flag = True
    own: Text | None = None

    _known: IterativeBounds = field(init=False)
    _sent: Solution | None = None

    def prepare(self) -> bool:
        """Answer with the place at once."""
        place = self.place
        wanted = self.values and bool(place.positions)
        if wanted:
            self._known = self.page.shelf.known(place)
        seat = None if self.own is None else parse_seat(self.own, place.deal.seats)
        looked_at = replace(place, own=seat)
        self.answer({"position": _POSITION.localized(looked_at), "done": not wanted})
        return wanted

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Take up one question after the other; tell what has narrowed."""
        while not self._known.is_whole and not run.is_over():
            wait = self._tell_news()
            seconds = None if wait is None else max(wait, _LEAST)
            self._known.work(engine, run.within(seconds, progress=run.report))
        return self.result() if self._known.is_whole else None

    def _tell_news(self) -> float | None:
        """Tell what has narrowed; return in how many seconds that may be done, None if it is."""
        solution = self._known.solution()
        if solution == self._sent:
            return None
        wait = self.seconds_to_wait()
        if wait > 0:
            return wait
        self._sent = solution
        self.tell({"values": values_json(self.place, solution)})
        return None

    def result(self) -> Data:
        """Return the values so far."""
        return {"values": values_json(self.place, self._known.solution())}
