"""The play of the French point-trick games that three can play, as rules of tricks.

In all of them the ten is the highest card (the *manille*), then ace, king, queen, jack; the
five are worth 5 to 1 points, and every trick one more. A seat has to beat what a foe is
winning with: *monter* (rise in the suit led), *couper* (ruff), *surcouper* (overruff). Cards
are dealt and played to the right ("en commençant par celui à droite du donneur").
"""

from __future__ import annotations

from dataclasses import replace

from manni.solver.cards import RANK_LETTERS
from manni.solver.rules.trick import EVERY_DUTY, TrickRules

_POINTS = {"T": 5, "A": 4, "K": 3, "Q": 2, "J": 1}

MANILLE = TrickRules(
    order="23456789JQKAT",
    duties=EVERY_DUTY,
    card_points=tuple(_POINTS.get(letter, 0) for letter in RANK_LETTERS),
    clockwise=False,
)
"""Each for himself: à trois, and dix-sept."""

ENVERS = replace(MANILLE, avoids=True)
"""Each for himself, and few points are wanted: à l'envers."""

ENCHERES = replace(MANILLE, partners=True)
"""The declarer against two partners: aux enchères."""

MISERE = replace(ENCHERES, card_points=TrickRules().card_points)
"""The misères of an auction, NULLO: the declarer is to take no trick, and cards do not count."""
