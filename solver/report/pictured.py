"""What a picture of a position says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from manni.solver.cards import Seat
from manni.solver.i18n import N_, _, gettext, seat_word
from manni.solver.report.about import NOTHING, About
from manni.solver.report.cards import rank_text
from manni.solver.report.diagram import Scene
from manni.solver.rules.trick import avoids
from manni.solver.values.solution import Solution

_NOT_XML = re.compile("[^\\t\\n\\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_ON_CARDS = {
    ("tricks", False, False): N_("On each card: the tricks {seat} is sure of after it"),
    ("tricks", False, True): N_("On each card: the tricks {seat} at most takes after it"),
    ("points", False, False): N_("On each card: the points {seat} is sure of after it"),
    ("points", False, True): N_("On each card: the points {seat} at most takes after it"),
    ("tricks", True, False): N_("On each card: the tricks the partners are sure of after it"),
    ("tricks", True, True): N_("On each card: the tricks the partners at most take after it"),
    ("points", True, False): N_("On each card: the points the partners are sure of after it"),
    ("points", True, True): N_("On each card: the points the partners at most take after it"),
}
"""What the values are, by unit, for partners or not, where few are wanted or many."""


class Told(TypedDict, total=False):
    """What is told of a scene.

    ``names`` are the players' by seat. Above the picture stand the name, author and source of
    ``about``, below it the comment; that of a puzzle, which may give it away, only with a
    ``solution``.

    The ``solution`` is of the scene's position. It adds each seat's guarantee and share and, if it
    has card values, what a seat is sure of after each card: ``values_of``, by default the seat of
    the goal, without a goal the seat to play.
    """

    about: About
    solution: Solution | None
    values_of: Seat | None
    names: Sequence[str] | None


class Pictured:
    """A scene, what is told of it and, with a solution, the values of cards."""

    def __init__(self, scene: Scene, told: Told) -> None:
        about, names = told.get("about", NOTHING), told.get("names")
        solution, values_of = told.get("solution"), told.get("values_of")
        self.names = {
            seat: _plain(names[seat]) if names else seat_word(seat).capitalize() for seat in Seat
        }
        self.scene = scene
        self.title, self.credit = _plain(about.name), _plain(about.credit)
        is_told = scene.goal is None or solution is not None
        self.comment = _plain(about.comment) if is_told else ""
        self.solution = solution
        by_default = scene.to_play if scene.goal is None else scene.goal.seat
        self.values_of = by_default if values_of is None else values_of
        self.values = {} if solution is None else _values(solution, self.values_of)

    @property
    def pile_head(self) -> str:
        """What stands above the Manni, or above what another game has in its place."""
        if self.scene.pile == "Manni":
            return _("Manni, the first to be drawn on the left")
        return gettext(self.scene.pile).capitalize()

    def sure(self, seat: Seat) -> str:
        """Return a seat's guarantee and share in words, nothing where they are not known."""
        low = None if self.solution is None else self.solution.bounds[seat]
        if self.solution is None or low is None:
            return ""
        if low[0] == low[1]:
            value = _("guarantee {number}").format(number=low[0])
        else:
            value = _("guarantee {low} to {high}").format(low=low[0], high=low[1])
        if (shares := self.solution.share) is not None:
            share = _("share {number}").format(number=f"{float(shares[seat]):.2f}")
            value += f" · {share}"
        return value

    def key(self) -> str:
        """Return what the values of cards are, nothing if there are none."""
        seat, scene = self.values_of, self.scene
        if not self.values or seat is None:
            return ""
        partners = scene.rules.partners and seat is not scene.declarer
        side = [each for each in Seat if each is not scene.declarer] if partners else [seat]
        few = scene.contract is not None and avoids(scene.contract, scene.rules)
        sure = gettext(_ON_CARDS[scene.rules.unit, partners, few])
        if scene.to_play in side:
            best = _("filled: where nothing is lost")
        elif partners:
            best = _("filled: the best against the partners")
        else:
            best = _("filled: the best against {seat}")
        return f"{sure}; {best}".format(seat=seat_word(seat))


def rank_in_print(card: int) -> str:
    """Return the rank of a card as printed cards have it: ``10``."""
    return rank_text(card).replace("T", "10")


def _plain(text: str) -> str:
    """Return a text on one line, without what documents have no place for."""
    return " ".join(_NOT_XML.sub("\ufffd", text).split())


def _values(solution: Solution, seat: Seat | None) -> dict[int, tuple[str, bool]]:
    """Return for each card what a seat is sure of after it, and whether it is a best card.

    The best for the seat to play if it is that or its partner, else the best against it.
    """
    position, cards = solution.position, solution.cards or ()
    if seat is None or not position.tricks:
        return {}
    if seat is position.to_play:
        return {
            value.card: ("?" if value.loss is None else str(value.guarantee[seat]), value.loss == 0)
            for value in cards
        }
    known = {value.card: value.guarantee[seat] for value in cards}
    exact = [tricks for tricks in known.values() if tricks is not None]
    best = None
    if len(exact) == len(known):
        own = position.to_play in position.side(seat)
        best = max(exact) if own is not position.avoids else min(exact)
    return {
        card: ("?" if tricks is None else str(tricks), tricks is not None and tricks == best)
        for card, tricks in known.items()
    }
