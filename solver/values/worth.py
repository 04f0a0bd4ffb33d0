"""What a deal that was solved is worth: points of its variant, and whether the bid is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from manni.solver.cards import SEATS, BySeat, Seat, rank_of, triple
from manni.solver.deal import Deal
from manni.solver.position import Position
from manni.solver.rules.auction import Aim, Bid, find_bid
from manni.solver.rules.variant import Variant, points, targets
from manni.solver.searches import Bounds
from manni.solver.values.solution import Points, Solution, Tricks


def points_of(
    solution: Solution,
    variant: Variant,
    declarer: Seat | None,
    great: bool = False,
    won: Sequence[int] = (0, 0, 0),
) -> BySeat[Points] | None:
    """Return what the whole deal is worth to each seat, ``won`` being its tricks so far.

    Where one seat alone may declare, it does. None if a guarantee is not known, the tricks are
    not those of a whole deal, nobody is said to declare though somebody must, or points of
    cards are marked.
    """
    contract = solution.position.contract
    if not variant.has_targets:
        return None
    if solution.share is None or solution.best_case is None:
        return None
    if solution.tricks + sum(won) != variant.tricks or contract not in variant.contracts:
        return None
    if declarer is None and variant.declared and len(variant.declaring.callers) == 1:
        (declarer,) = variant.declaring.callers
    if (declarer is None) == variant.declared:
        return None
    if great:
        return _great_points(solution, variant, declarer, won)
    goals = targets(variant, contract, great, declarer)
    return triple(
        contract.sign * (seat_share + had - target)
        for seat_share, had, target in zip(solution.share, won, goals, strict=True)
    )


def _great_points(
    solution: Solution, variant: Variant, declarer: Seat | None, won: Sequence[int]
) -> BySeat[Points]:
    """Return by seat the points of its guarantee and of its best case.

    What a seat gets depends on the declarer's tricks too. In its best case the others
    take just their guarantees; with its guarantee it gets the least that they can leave
    it without giving up theirs.
    """
    sure = [tricks or 0 for tricks in solution.guarantee]
    slack = solution.tricks - sum(sure)
    worth: list[Points] = []
    for seat in Seat:
        ends = [
            points(
                variant,
                solution.position.contract,
                True,
                declarer,
                [sure[s] + won[s] + more[(s - seat) % SEATS] for s in Seat],
            )[seat]
            for more in [(slack, 0, 0), *((0, left, slack - left) for left in range(slack + 1))]
        ]
        worth.append((min(ends[1:]), ends[0]))
    return triple(worth)


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

    None where ``bid_goal`` is, or the declarer was not asked for.
    """
    position = solution.position
    wanted = bid_goal(deal, position, won)
    if wanted is None or position.declarer is None:
        return None
    bid, needed, put_away = wanted
    bounds, had = solution.bounds[position.declarer], won[position.declarer]
    if bounds is None:
        return None
    low, high = had + bounds[0], had + bounds[1]
    reached = (needed >= high, needed < low) if position.avoids else (low >= needed, high < needed)
    made = True if reached[0] else False if reached[1] else None
    return BidMade(bid, (low + put_away, high + put_away), made)


class BidGoal(NamedTuple):
    """A bid, what its declarer needs in tricks or points, and what he has put away besides.

    To take no trick he needs no more than 0.
    """

    bid: Bid
    needed: int
    put_away: int


def bid_goal(deal: Deal, position: Position, won: Tricks = (0, 0, 0)) -> BidGoal | None:
    """Return what the bid of a deal wants in the play, of which ``won`` is over.

    None where numbers are not bid, two partners do not play against the declarer, the record
    does not tell who bid what, another contract was asked for or the deal is not a whole one.
    """
    variant = deal.rules
    declarer = position.declarer
    if variant is None or deal.bid is None or declarer is None or declarer is not deal.declarer:
        return None
    bid = find_bid(variant.bids, deal.bid)
    whole = deal.hands[0].bit_count() == variant.tricks
    if not whole or position.contract.avoids != (bid.aim is Aim.NONE):
        return None
    put_away = 0
    if variant.pile_counts:
        away = deal.discards[declarer]
        if away == ():  # the surprise is left where it is
            away = deal.manni or None
        if away is None:
            return None
        put_away = sum(position.rules.card_points[rank_of(card)] for card in away)
    if bid.aim is Aim.NONE:
        return BidGoal(bid, 0, put_away)
    everything = sum(won) + position.worth
    needed = everything if bid.aim is Aim.ALL else bid.worth - put_away
    return BidGoal(bid, needed, put_away)
