"""Whether what was bid is made: the declarer's guarantee beside the bid."""

from __future__ import annotations

from dataclasses import dataclass

from solver import checks
from solver.cards import rank_of
from solver.deal import Deal
from solver.engine import Bounds
from solver.rules.bidding import Aim, Bid, find_bid
from solver.values.share import Tricks
from solver.values.solution import Solution


@dataclass(frozen=True)
class BidMade:
    """What was bid, and proved bounds of what its declarer is sure of in the whole deal.

    For a bid to take no trick they bound the tricks he can be made to take. ``made`` is
    whether the bid is made against any play, None where the bounds do not tell.
    """

    bid: Bid
    sure: Bounds
    made: bool | None


def bid_made(deal: Deal, solution: Solution, won: Tricks = (0, 0, 0)) -> BidMade | None:
    """Return what comes of the bid of a deal that has been solved, ``won`` counted.

    None where numbers are not bid, two partners do not play against the declarer, the record
    does not tell who bid what, another contract was asked for or the deal is not a whole one.
    """
    variant = checks.instance(deal, Deal, "deal").rules
    position = checks.instance(solution, Solution, "solution").position
    declarer = position.declarer
    if variant is None or deal.bid is None or declarer is None or declarer is not deal.declarer:
        return None
    bounds, bid = solution.bounds[declarer], find_bid(variant.bids, deal.bid)
    whole = deal.hands[0].bit_count() == variant.tricks
    if bounds is None or not whole or position.contract.avoids != (bid.aim is Aim.NONE):
        return None
    had = won[declarer]
    if variant.pile_counts:
        put_away = deal.discards[declarer]
        if put_away is None:
            return None
        had += sum(position.rules.card_points[rank_of(card)] for card in put_away)
    low, high = sure = had + bounds[0], had + bounds[1]
    if bid.aim is Aim.NONE:
        return BidMade(bid, sure, True if not high else False if low else None)
    needed = bid.worth
    if bid.aim is Aim.ALL:  # which is all the points
        needed = sum(won) + position.worth + had - won[declarer]
    return BidMade(bid, sure, True if low >= needed else False if high < needed else None)
