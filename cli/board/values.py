"""The values of a position as the page shows them, told as they get known."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from cli.board.positions import Place
from cli.board.requests import Request
from cli.board.searches import Page, Standing
from solver.cards import card_name
from solver.engine import Engine
from solver.errors import StoppedError
from solver.report.diagram import in_order
from solver.report.tables import decimal_text, legend, points_text
from solver.report.values import by_letter
from solver.run import Run
from solver.selfish_engine import SelfishEngine
from solver.values.best import loss_bounds
from solver.values.equals import equal_groups
from solver.values.gradual import Gradual
from solver.values.points import Points, points
from solver.values.selfish import FREE_TRICKS, SelfishSolution, selfish_on
from solver.values.solution import CardValue, Solution

_LEAST = 0.005  # seconds that a search is worth beginning for
_SELFISH_MB = 16  # eight cards fill a few megabytes of it


class PositionSearch(Standing):
    """The values of a position and its cards."""

    def __init__(self, page: Page, request: Request, place: Place, known: Gradual) -> None:
        super().__init__(page, request)
        self._place = place
        self._known = known
        self._told: Solution | None = None
        # Selfish play where it needs no limits; great contracts and points have none.
        plays_plain = place.position.rules.is_plain and not place.deal.great
        self._is_short = plays_plain and 0 < place.position.tricks <= FREE_TRICKS
        self._selfish_engine: SelfishEngine | None = None
        self._selfish: SelfishSolution | None = None

    def search(self, engine: Engine, run: Run) -> bool:
        """Take up one question after the other; tell what has narrowed."""
        while not self._known.is_whole and not run.is_over():
            wait = self._tell_news()
            self._known.work(engine, run if wait is None else run.within(max(wait, _LEAST)))
        if not self._known.is_whole:
            return False
        if self._is_short and self._selfish is None:
            self._find_selfish_play(run)
        return self._selfish is not None or not self._is_short

    def _find_selfish_play(self, run: Run) -> None:
        """Work out selfish play, unless the run is over first; what is known then is kept."""
        if self._selfish_engine is None:
            self._selfish_engine = SelfishEngine(_SELFISH_MB)
        with suppress(StoppedError):
            self._selfish = selfish_on(self._selfish_engine, self._place.position, run=run)

    def _tell_news(self) -> float | None:
        """Tell what has narrowed; return in how many seconds that may be done, None if it is."""
        found = self._known.solution()
        if found == self._told:
            return None
        wait = self.seconds_to_wait()
        if wait > 0:
            return wait
        self._told = found
        self.tell({"values": values_json(self._place, found)})
        return None

    def found(self) -> dict[str, Any]:
        """Return the values so far."""
        return {"values": values_json(self._place, self._known.solution(), self._selfish)}


def values_json(
    place: Place, found: Solution, selfish: SelfishSolution | None = None
) -> dict[str, Any]:
    """Return the values of a place, as far as they are proved; all count from the place on."""
    sure = {} if selfish is None else {own.card: own.sure_loss for own in selfish.cards}
    worth = _points(place, found)
    order = in_order((value.card for value in found.cards or ()), found.position.rules)
    groups = {
        card: number for number, group in enumerate(equal_groups(found.position)) for card in group
    }
    return {
        "guarantee": by_letter(found.bounds),
        "best_case": None if found.best_case is None else by_letter(found.best_case),
        "share": _shares(found.share),
        "points": None if worth is None else by_letter(list(map(points_text, worth))),
        "columns": _columns(place, found),
        "caption": f"From here on, in {found.position.rules.unit}",
        "exact": found.exact,
        "cards": [
            {
                **_card_json(value, found),
                "sure_loss": sure.get(value.card),
                "group": groups[value.card],
            }
            for value in sorted(found.cards or (), key=lambda value: order.index(value.card))
        ],
        "legend": f"{legend(found.position, worth)}\n{_marks(found)}",
    }


def _columns(place: Place, found: Solution) -> list[str]:
    """Return what there is besides a guarantee, known or not yet."""
    if found.position.declarer is not None:
        return []
    scored = found.position.rules.is_plain
    return ["best_case", "share", *["points"] * scored]


def _marks(found: Solution) -> str:
    """Return what the signs beside the numbers say."""
    limit, more = ("limit", " (takes one more)") if found.position.avoids else ("guarantee", "")
    one = found.position.rules.unit.removesuffix("s")
    return (
        f"✓ keeps the {limit} of the hand to play, −1 gives a {one} of it away{more}; "
        "2–5: at least 2, at most 5, not proved closer yet. Equal cards share a row."
    )


def _card_json(value: CardValue, found: Solution) -> dict[str, Any]:
    loss = low, high = loss_bounds(found, value)
    return {
        "card": card_name(value.card),
        "guarantee": by_letter(value.bounds),
        "share": _shares(value.share),
        "loss": loss,
        "best": True if high == 0 else False if low > 0 else None,
    }


def _points(place: Place, found: Solution) -> tuple[Points, Points, Points] | None:
    variant = place.deal.rules
    if variant is None:
        return None
    return points(found, variant, place.deal.declarer, place.deal.great, place.won)


def _shares(shares: Sequence[Fraction] | None) -> dict[str, str] | None:
    return None if shares is None else by_letter(list(map(decimal_text, shares)))
