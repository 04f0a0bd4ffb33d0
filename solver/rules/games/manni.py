"""The Manni games, which count tricks."""

from __future__ import annotations

from dataclasses import replace

from ...cards import FULL_PACK, RANK_LETTERS, SUITS, Contract, Seat, card_of, hand_of
from ...i18n import N_
from ..auction import (
    ALL_SIX,
    Call,
    ContractsLeft,
    Legal,
    Slot,
    Steps,
    any_contract,
)
from ..declaring import CutCard, Named, Rotation
from ..exchange import SWAP_ALL, declarer_only, in_turn
from ..scoring import AfterDeals, Bonus, FirstTo, Scoring, Targets
from ..trick import ACE_LOW
from ..variant import MANNI, Option, Variant

# Basic Manni: 48 cards, trumps in rotation, one player may swap his whole hand.

TRUMPS = (Contract.H, Contract.S, Contract.D, Contract.C)
TWOS = hand_of(card_of(suit, RANK_LETTERS.index("2")) for suit in range(SUITS))


BASIC = Variant(
    code="basic",
    name=N_("basic Manni"),
    pack=FULL_PACK & ~TWOS,
    packets=3 * tuple((seat, 4) for seat in Seat) + ((MANNI, 12),),
    contracts=TRUMPS,
    declaring=Rotation(TRUMPS),
    exchange=SWAP_ALL,
    scoring=Scoring(plain=Targets(4, 4)),
    ending=FirstTo(10),
)


# Trjámann: 16 cards, forehand declares, each player each of four contracts once.

NAMED = (
    Slot("NULLO", (Contract.NULLO,)),
    Slot("NT", (Contract.NT,)),
    Slot("S", (Contract.S,)),
)
OTHER = Slot("other", (Contract.H, Contract.D, Contract.C))
OTHER_OR_SPADES = Slot("other", (Contract.S, *OTHER.contracts))


TRJAMANN = Variant(
    code="trjamann",
    name=N_("Trjámann"),
    packets=4 * tuple((seat, 4) for seat in Seat) + ((MANNI, 4),),
    declaring=Named((*NAMED, OTHER)),
    exchange=declarer_only(4),
    scoring=Scoring(plain=Targets(8, 4), nullo=Targets(4, 6)),
    ending=AfterDeals(12),
    options={
        "spades-other": Option(
            N_("spades may be named as other too"), {"declaring": Named((*NAMED, OTHER_OR_SPADES))}
        )
    },
)


# Hornafjarðarmanni: the cut card makes the contract, all three exchange.
#
# Also as cardgames.io plays it: the ace is low in NULLO, and the game is over when
# somebody's plus points alone reach ten.


HORNAFJORDUR = Variant(
    code="hornafjordur",
    name=N_("Hornafjarðarmanni"),
    packets=4 * ((MANNI, 4), *((seat, 3) for seat in Seat)),
    declaring=CutCard((("2345", Contract.NULLO), ("6789", None), ("TJQKA", Contract.NT))),
    exchange=in_turn(forehand=7, middlehand=5),
    scoring=Scoring(plain=Targets(4, 4), nullo=Targets(4, 4)),
    ending=FirstTo(10),
    options={
        "ace-low": Option(
            N_("the ace is the lowest card in NULLO"),
            {"nullo_rules": ACE_LOW},
            offered=N_("the ace low in NULLO"),
        )
    },
)

HORNAFJORDUR_IO = replace(
    HORNAFJORDUR,
    code="hornafjordur-io",
    name=N_("Hornafjarðarmanni, as cardgames.io plays it"),
    nullo_rules=ACE_LOW,
    ending=FirstTo(10, plus=True),
    options={},
)


# Old Hornafjarðarmanni: Trjámann with six contracts for each player.

HORNAFJORDUR_OLD: Variant = replace(
    TRJAMANN,
    code="hornafjordur-old",
    name=N_("old Hornafjarðarmanni"),
    declaring=Named(ALL_SIX),
    ending=AfterDeals(18),
    options={},
)


# Laugavatnsmanni: six contracts for each player, and great ones to overcall with.
#
# A is forehand, B middlehand, C the dealer. A names a contract. B may overcall with any
# great contract B has left, and A may take it back with any A has left; then C has no
# say. If A lets B's call stand, C may overcall in a higher denomination, which ends the
# auction. If B passed, C may overcall with any great contract C has left, and A may take
# it back.

DENOMINATIONS = (Contract.C, Contract.D, Contract.S, Contract.H, Contract.NT)
"""The denominations of great contracts, lowest first."""


def great(left: ContractsLeft, standing: Call | None) -> Legal:
    """Return any great contract left, or a pass."""
    return (*(Call(c, great=True) for c in DENOMINATIONS if c in left), None)


def higher(left: ContractsLeft, standing: Call | None) -> Legal:
    """Return any great contract left above the call that stands, or a pass."""
    assert standing is not None  # it is asked for only after an overcall
    above = DENOMINATIONS[DENOMINATIONS.index(standing.contract) + 1 :]
    return great(left.intersection(above), standing)


A, B, C = range(3)
CALLED, PASSED = True, False

STEPS: Steps = {
    (): (A, any_contract),
    (CALLED,): (B, great),
    (CALLED, CALLED): (A, great),
    (CALLED, CALLED, PASSED): (C, higher),
    (CALLED, PASSED): (C, great),
    (CALLED, PASSED, CALLED): (A, great),
}


CALLING = N_("named by forehand; the others may overcall with great ones; the last declares")


LAUGAVATN = replace(
    TRJAMANN,
    code="laugavatn",
    name=N_("Laugavatnsmanni"),
    declaring=Named(ALL_SIX, STEPS, CALLING, skips_deals=True),
    scoring=Scoring(
        plain=Targets(8, 4),
        nullo=Targets(4, 6),
        great=Targets(14, 1),
        bonuses=(Bonus(15, 4, -2), Bonus(16, 8, -4)),
    ),
    ending=AfterDeals(18),
    options={
        # The first seat from forehand on that has a contract left then opens.
        "no-skip": Option(
            N_("a deal is played even if forehand has declared all"),
            {"declaring": Named(ALL_SIX, STEPS, CALLING)},
        )
    },
)

GAMES = (BASIC, TRJAMANN, HORNAFJORDUR, HORNAFJORDUR_IO, HORNAFJORDUR_OLD, LAUGAVATN)
