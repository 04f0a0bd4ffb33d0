"""Le dix-sept: as à trois without a talon; each marks all his points."""

from __future__ import annotations

from dataclasses import replace

from solver.rules.manille_3 import MANILLE_3, ONES, THIRTY, THREES
from solver.rules.marking import AllPoints, Shared
from solver.rules.scoring import Endless, LastLoses
from solver.rules.variant import Option, Variant


def au_coup(variant: Variant) -> Variant:
    """Return the game in which every deal is settled by itself."""
    return replace(variant, scoring=Shared(17), ending=Endless())


DIX_SEPT_3 = replace(
    MANILLE_3,
    code="dix-sept-3",
    name="dix-sept",
    pack=THIRTY,
    packets=(*THREES, *ONES),
    scoring=AllPoints(),
    ending=LastLoses(100),
    options={"au-coup": Option("every deal is settled by itself, around 17 points", au_coup)},
)
