"""The games of Manille for two, four, five, six and seven, by the rules of those for three.

Four are two sides in the game called *la manille*; they deal no talon, nor do two, whose cards lie
in piles. Five, six and seven leave over what does not go round.
"""

from __future__ import annotations

from dataclasses import replace

from ...cards import seats_of
from ...i18n import N_
from ..declaring import Auctioned, NamedOrClaimed, TurnedCard
from ..scoring import Above, FirstTo
from ..variant import MANNI, Option, Variant
from .manille import (
    DIX_SEPT_3,
    ENCHERES_SANS,
    ENVERS_3,
    EVERY_TRICK,
    MANILLE_3,
    THIRTY_TWO,
    ladder,
    played_to,
)


def packets(players: int, *sizes: int, over: int = 0) -> tuple[tuple[int, int], ...]:
    """Return rounds of packets of these sizes to so many players, and what is left over."""
    dealt = tuple((seat, size) for size in sizes for seat in seats_of(players))
    return (*dealt, (MANNI, over)) if over else dealt


EIGHT_EACH = packets(4, 4, 4)


# La manille: two against two, parlée (partners tell each other what they hold) or muette.


def muette(variant: Variant) -> Variant:
    """Return the game in which nothing is told; it is played to 44."""
    return replace(played_to(variant), spoken=False)


def muette_to_34(variant: Variant) -> Variant:
    """Return the same, played to 34 as where partners talk."""
    return replace(played_to(variant, 34), spoken=False)


MANILLE_4 = replace(
    MANILLE_3,
    code="manille-4",
    name=N_("manille, two against two"),
    packets=EIGHT_EACH,
    partners=((0, 2), (1, 3)),
    spoken=True,
    declaring=TurnedCard((EVERY_TRICK._replace(worth=68 - 34),)),
    scoring=Above(34, sides=True),
    ending=FirstTo(34, sign="", sides=True),
    options={
        "muette": Option(
            N_("partners tell each other nothing, and it is played to 44"),
            muette,
            offered=N_("muette"),
        ),
        "muette-34": Option(
            N_("partners tell each other nothing, and it is played to 34"),
            muette_to_34,
        ),
        "match": MANILLE_3.options["match"]._replace(
            meaning=N_("two rounds and, unless one side wins both, a decider to 54")
        ),
        "no-tourne": MANILLE_3.options["no-tourne"],
    },
)


# La manille découverte: two, with four piles of four cards each, of which the top ones are open.

DECOUVERTE = replace(
    MANILLE_3,
    code="decouverte",
    name=N_("manille découverte"),
    packets=packets(2, 4, 4, 4, 4),
    in_piles=True,
    declaring=TurnedCard((EVERY_TRICK._replace(worth=76 - 38),)),
    scoring=Above(38, turned=False),
    ending=FirstTo(38, sign=""),
    options={},
)


# La manille aux enchères: the declarer against all others.

ENCHERES_4 = replace(
    ENCHERES_SANS,
    code="encheres-4",
    name=N_("manille aux enchères for four"),
    pack=THIRTY_TWO,
    packets=EIGHT_EACH,
    pile=N_("talon"),
    declaring=Auctioned(ladder(68)),
)

ENCHERES_5 = replace(
    ENCHERES_4,
    code="encheres-5",
    name=N_("manille aux enchères for five"),
    packets=packets(5, 3, 3, over=2),
    declaring=Auctioned(ladder(66)),
)

ENCHERES_6 = replace(
    ENCHERES_4,
    code="encheres-6",
    name=N_("manille aux enchères for six"),
    packets=packets(6, 3, 2, over=2),
    declaring=Auctioned(ladder(65)),
)

ENCHERES_7 = replace(
    ENCHERES_4,
    code="encheres-7",
    name=N_("manille aux enchères for seven"),
    packets=packets(7, 2, 2, over=4),
    declaring=Auctioned(ladder(64)),
)


# La manille à l'envers, and le dix-sept: each for himself.

ENVERS_4 = replace(
    ENVERS_3,
    code="envers-4",
    name=N_("manille à l'envers for four"),
    pack=THIRTY_TWO,
    packets=EIGHT_EACH,
    declaring=NamedOrClaimed((EVERY_TRICK._replace(worth=68),)),
)

ENVERS_5 = replace(
    ENVERS_4,
    code="envers-5",
    name=N_("manille à l'envers for five"),
    packets=ENCHERES_5.packets,
    declaring=NamedOrClaimed((EVERY_TRICK._replace(worth=66),)),
)

DIX_SEPT_4 = replace(
    DIX_SEPT_3,
    code="dix-sept-4",
    name=N_("dix-sept for four"),
    pack=THIRTY_TWO,
    packets=EIGHT_EACH,
    declaring=TurnedCard((EVERY_TRICK._replace(worth=68),)),
)

GAMES = (
    MANILLE_4,
    DECOUVERTE,
    ENCHERES_4,
    ENCHERES_5,
    ENCHERES_6,
    ENCHERES_7,
    ENVERS_4,
    ENVERS_5,
    DIX_SEPT_4,
)
