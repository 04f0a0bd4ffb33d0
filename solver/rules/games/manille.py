"""The games of Manille that three can play, which count the points of cards.

In all of them the ten is the highest card (the *manille*), then ace, king, queen, jack; the
five are worth 5 to 1 points, and every trick one more. A seat has to beat what a foe is
winning with: *monter* (rise in the suit led), *couper* (ruff), *surcouper* (overruff). Cards
are dealt and played to the right ("en commençant par celui à droite du donneur").
"""

from __future__ import annotations

from dataclasses import replace

from ...cards import (
    FULL_PACK,
    RANK_LETTERS,
    SUITS,
    Contract,
    Seat,
    Suit,
    card_of,
    hand_of,
)
from ...i18n import N_
from ..auction import GENERAL, MISERES, Aim, Bid, OpenHands, numbers
from ..declaring import Auctioned, NamedOrClaimed, TurnedCard
from ..exchange import NO_EXCHANGE, PICK_UP
from ..scoring import (
    Above,
    AllPoints,
    ByBid,
    Endless,
    FirstLoses,
    FirstTo,
    LastLoses,
    Match,
    Shared,
)
from ..trick import EVERY_DUTY, TrickRules
from ..variant import MANNI, Option, Variant

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


# La manille à trois: each for himself, the dealer's last card makes the trump.

LOW = "23456"
THIRTY_TWO = FULL_PACK & ~hand_of(
    card_of(suit, RANK_LETTERS.index(rank)) for suit in range(SUITS) for rank in LOW
)
"""Sevens to aces."""
THIRTY = THIRTY_TWO & ~hand_of(
    card_of(suit, RANK_LETTERS.index("7")) for suit in (Suit.SPADES, Suit.CLUBS)
)
"""Where nothing is to be left over: without the sevens of the black suits."""
TRUMPS = (Contract.S, Contract.H, Contract.D, Contract.C)

THREES = 3 * tuple((seat, 3) for seat in Seat)
ONES = tuple((seat, 1) for seat in Seat)
"""Ten cards each: three times three, then one."""


def played_to(variant: Variant, points: int = 44) -> Variant:
    """Return the game that is played to so many, round by round where it is a match."""
    ending = variant.ending
    if isinstance(ending, Match):
        return replace(variant, ending=replace(ending, to=replace(ending.to, points=points)))
    assert isinstance(ending, FirstTo)
    return replace(variant, ending=replace(ending, points=points))


def as_match(variant: Variant) -> Variant:
    """Return the game of two rounds to the same total and a decider (*la belle*)."""
    assert isinstance(variant.ending, FirstTo)
    return replace(variant, ending=Match(variant.ending, replace(variant.ending, points=54)))


def without_tourne(variant: Variant) -> Variant:
    """Return the game in which the turned card is worth nothing to the dealer."""
    assert isinstance(variant.scoring, Above)
    return replace(variant, scoring=replace(variant.scoring, turned=False))


EVERY_TRICK = Bid(GENERAL, 70, Aim.ALL)
"""*Le général*, which may be claimed in these games too."""

MANILLE_3 = Variant(
    code="manille-3",
    name=N_("manille à trois"),
    pack=THIRTY_TWO,
    packets=(*THREES, (MANNI, 2), *ONES),
    pile=N_("talon"),
    contracts=TRUMPS,
    declaring=TurnedCard((EVERY_TRICK._replace(worth=70 - 17),)),
    leads=Seat.FOREHAND,
    rules=MANILLE,
    exchange=NO_EXCHANGE,
    scoring=Above(17),
    ending=FirstTo(34, sign=""),
    lowest_deals=True,
    options={
        "44": Option(N_("played until a player has 44"), played_to),
        "match": Option(
            N_("two rounds and, unless one player wins both, a decider to 54"), as_match
        ),
        "no-tourne": Option(N_("the dealer marks nothing for the turned card"), without_tourne),
    },
)


# La manille aux enchères: the highest bidder plays against the two others.
#
# Without a *surprise*, with a small one of two cards or with a great one of five, which the
# declarer may take cards from.

MISERES_AFTER = {
    32: (MISERES[0], OpenHands.NONE),
    42: (MISERES[1], OpenHands.DECLARER),
    52: (MISERES[2], OpenHands.DECLARER),
}
"""The misère that overcalls a number and is worth as much, and whose hands lie open in it.

The last, *suprême*, is above all else; in it all hands lie open."""


def ladder(most: int) -> tuple[Bid, ...]:
    """Return the bids of a game whose tricks are worth so much: numbers, then all of them."""
    return (*numbers(1, most), Bid(GENERAL, most, Aim.ALL))


def with_miseres(variant: Variant) -> Variant:
    """Return the game in which a player may bid to take no trick, with the hand as dealt."""
    bids: list[Bid] = []
    for bid in variant.bids:
        bids.append(bid)
        if bid.worth in MISERES_AFTER and bid.aim is Aim.POINTS:
            name, laid = MISERES_AFTER[bid.worth]
            bids.append(Bid(name, bid.worth, Aim.NONE, laid))
    bids.append(Bid(MISERES[3], bids[-1].worth, Aim.NONE, OpenHands.ALL))
    contracts = (*variant.contracts, Contract.NULLO)
    return replace(
        variant, declaring=Auctioned(tuple(bids)), contracts=contracts, nullo_rules=MISERE
    )


def with_no_trump(variant: Variant) -> Variant:
    """Return the game in which the declarer may play without trump."""
    return replace(variant, contracts=(*TRUMPS, Contract.NT, *variant.contracts[len(TRUMPS) :]))


OPTIONS = {
    "miseres": Option(
        N_("to take no trick may be bid too"), with_miseres, offered=N_("with misères")
    ),
    "nt": Option(
        N_("the declarer may play without trump"),
        with_no_trump,
        offered=N_("with no trump as a contract too"),
    ),
    "realised": Option(
        N_("who makes his bid marks the points he took"),
        {"scoring": ByBid(marks_taken_points=True)},
    ),
}
WITH_SURPRISE = OPTIONS | {
    "talon-declarer": Option(
        N_("cards put away count for the declarer"),
        {"pile_counts": True},
        offered=N_("cards put away count"),
    )
}

ENCHERES_SANS = Variant(
    code="encheres-sans",
    name=N_("manille aux enchères, without a surprise"),
    pack=THIRTY,
    packets=(*THREES, *ONES),
    pile=N_("surprise"),
    contracts=TRUMPS,
    declaring=Auctioned(ladder(70)),
    rules=ENCHERES,
    exchange=NO_EXCHANGE,
    scoring=ByBid(),
    ending=FirstTo(150, sign=""),
    lowest_deals=True,
    options=OPTIONS,
)

ENCHERES_PETITE = replace(
    ENCHERES_SANS,
    code="encheres-petite",
    name=N_("manille aux enchères, small surprise"),
    pack=THIRTY_TWO,
    packets=(*THREES, *ONES, (MANNI, 2)),
    exchange=PICK_UP,
    options=WITH_SURPRISE,
)

ENCHERES_GRANDE = replace(
    ENCHERES_PETITE,
    code="encheres-grande",
    name=N_("manille aux enchères, great surprise"),
    packets=(*THREES, (MANNI, 5)),
    shown=2,
    declaring=Auctioned(ladder(69)),
)


# Le dix-sept: as à trois without a talon; each marks all his points.


def to_total(variant: Variant, points: int = 100) -> Variant:
    """Return the game that is played to an agreed total."""
    return replace(variant, scoring=AllPoints(), ending=LastLoses(points))


DIX_SEPT_3 = replace(
    MANILLE_3,
    code="dix-sept-3",
    name=N_("dix-sept"),
    pack=THIRTY,
    packets=(*THREES, *ONES),
    declaring=TurnedCard((EVERY_TRICK,)),
    scoring=AllPoints(),
    ending=LastLoses(100),
    options={
        "100": Option(
            N_("the total agreed; any other number may stand there"), to_total, "", to_total
        ),
        "au-coup": Option(
            N_("every deal is settled by itself, around 17 points"),
            {"scoring": Shared(17), "ending": Endless()},
        ),
    },
)


# La manille à l'envers: forehand names the trump, and few points are wanted.

ENVERS_3 = replace(
    DIX_SEPT_3,
    code="envers-3",
    name=N_("manille à l'envers"),
    declaring=NamedOrClaimed((EVERY_TRICK,)),
    rules=ENVERS,
    scoring=AllPoints(marks_are_bad=True),
    ending=FirstLoses(100),
    options={},
)

GAMES = (MANILLE_3, ENCHERES_SANS, ENCHERES_PETITE, ENCHERES_GRANDE, DIX_SEPT_3, ENVERS_3)
