"""La manille à l'envers: forehand names the trump, and few points are wanted."""

from __future__ import annotations

from solver.rules.bidding import GENERAL, Aim, Bid
from solver.rules.exchange import NoExchange
from solver.rules.manille import ENVERS
from solver.rules.manille_3 import ONES, THIRTY, THREES, TRUMPS
from solver.rules.marking import AllPoints
from solver.rules.scoring import FirstLoses
from solver.rules.variant import Variant

ENVERS_3 = Variant(
    code="envers-3",
    name="manille à l'envers",
    pack=THIRTY,
    packets=(*THREES, *ONES),
    pile="talon",
    contracts=TRUMPS,
    bids=(Bid(GENERAL, 70, Aim.ALL),),
    claims=True,
    rules=ENVERS,
    exchange=NoExchange(),
    scoring=AllPoints(),
    ending=FirstLoses(100),
)
