"""The search for what a place and its cards are worth: what a page waits for at every click."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...solver.engine import Engine
from ...solver.i18n import N_, _, gettext
from ...solver.report.values import LEGAL, SOLUTION, legend
from ...solver.rules.trick import arranged
from ...solver.run import Run
from ...solver.schema import FLAG, SURE, TEXT, given, list_of, maybe, one_of, pair_of, record
from ...solver.schema import field as described
from ...solver.table.place import POSITION, Place
from ...solver.values.iterative_bounds import IterativeBounds
from ...solver.values.solution import CardValue, Solution, loss_bounds, points_of
from .address import address_of
from .requests import AtPlace, Flag
from .searches import Standing

_LEAST = 0.005  # seconds that a search is worth beginning for


_POSITION = record(
    *POSITION.fields,
    described("address", TEXT, of=lambda at: address_of(at.deal, at.played)),
    name="Position",
)

CARD_VALUE = record(
    *LEGAL.fields,
    given(
        "loss_bounds",
        pair_of(SURE)._replace(name="Bounds"),
        "in the unit of the game; 0 keeps the guarantee",
    ),
    name="CardValue",
)

VALUES = record(
    *(own for own in SOLUTION.fields if own.key not in ("cards", "deal", "line", "bid")),
    given("cards", list_of(CARD_VALUE)),
    given(
        "columns",
        list_of(one_of("best_case", "share", "points")),
        "what there is besides a guarantee",
    ),
    given("caption", TEXT),
    given("exact", FLAG),
    given("legend", TEXT),
    name="Values",
    doc="as manni solve has them, with words",
)


@dataclass(eq=False, kw_only=True)
class Look(AtPlace, Standing):
    """A place in a deal, and what its position and cards are worth."""

    answers = (maybe("position", _POSITION), maybe("values", VALUES))

    values: Flag = True

    _known: IterativeBounds = field(init=False)
    _told: Solution | None = None

    def prepare(self, older: Standing | None) -> bool:
        """Answer with the place at once."""
        place = self.place
        wanted = self.values and bool(place.positions)
        if wanted:
            self._known = self.page.shelf.known(place)
        self.answer({"position": _POSITION.localized(place), "done": not wanted})
        return wanted

    def search(self, engine: Engine, run: Run) -> dict[str, Any] | None:
        """Take up one question after the other; tell what has narrowed."""
        while not self._known.is_whole and not run.is_over():
            wait = self._tell_news()
            seconds = None if wait is None else max(wait, _LEAST)
            self._known.work(engine, run.within(seconds, progress=run.report))
        return self.found() if self._known.is_whole else None

    def _tell_news(self) -> float | None:
        """Tell what has narrowed; return in how many seconds that may be done, None if it is."""
        solution = self._known.solution()
        if solution == self._told:
            return None
        wait = self.seconds_to_wait()
        if wait > 0:
            return wait
        self._told = solution
        self.tell({"values": values_json(self.place, solution)})
        return None

    def found(self) -> dict[str, Any]:
        """Return the values so far."""
        return {"values": values_json(self.place, self._known.solution())}


_SIGNS = {
    ("tricks", False): N_(
        "✓ keeps the guarantee of the hand to play, −1 gives a trick of it away; 2–5: at least 2, "
        "at most 5, not proved closer yet. Equal cards share a row."
    ),
    ("points", False): N_(
        "✓ keeps the guarantee of the hand to play, −1 gives a point of it away; 2–5: at least 2, "
        "at most 5, not proved closer yet. Equal cards share a row."
    ),
    ("tricks", True): N_(
        "✓ keeps the limit of the hand to play, −1 gives a trick of it away (takes one more); 2–5: "
        "at least 2, at most 5, not proved closer yet. Equal cards share a row."
    ),
    ("points", True): N_(
        "✓ keeps the limit of the hand to play, −1 gives a point of it away (takes one more); 2–5: "
        "at least 2, at most 5, not proved closer yet. Equal cards share a row."
    ),
}
"""How to read signs and bounds, by what is counted and whether little of it is wanted."""


def values_json(place: Place, solution: Solution) -> dict[str, Any]:
    """Return the values of a place as ``manni solve --json`` has them, with words and signs."""
    deal, position, rules = place.deal, solution.position, solution.position.rules
    also, worth = {}, None
    if deal.rules is not None:
        worth = points_of(solution, deal.rules, deal.declarer, deal.great, place.won)
        also = {"points": worth}
    data: dict[str, Any] = SOLUTION.json(solution, won=place.won, **also)
    rows = {}
    for value, row in zip(solution.cards or (), data["cards"], strict=True):
        rows[value.card] = row | {"loss_bounds": loss_bounds(solution, value)}
    has_targets = deal.rules is not None and deal.rules.has_targets
    columns = ["best_case", "share", *["points"] * has_targets]
    return data | {
        "cards": [rows[card] for card in arranged(rows, rules)],
        # What there is besides a guarantee, known or not yet.
        "columns": [] if position.two_sided else columns,
        "caption": _("From here on, in {unit}", unit=gettext(rules.unit)),
        "exact": solution.exact and all(map(_is_exact, solution.cards or ())),
        "legend": f"{legend(position, worth)}\n{gettext(_SIGNS[rules.unit, position.avoids])}",
    }


def _is_exact(value: CardValue) -> bool:
    return None not in value.guarantee
