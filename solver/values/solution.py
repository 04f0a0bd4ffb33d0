"""The values of a position: guarantees, best cases and shares, and the best card.

All numbers are tricks from the position on, or points, by seat in playing order.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..cards import SEATS, BySeat, Contract, Seat, card_name, rank_of
from ..errors import DealError
from ..position import Position
from ..records import frozen
from ..reprs import Printable, by_seat_text, repr_text
from ..rules.auction import Aim, Bid, find_bid
from ..rules.trick import PLAIN, TrickRules, avoids
from ..schema import (
    LOSS,
    SHARES,
    TRICKS,
    Card,
    Cards,
    Length,
    bounds_text,
    exact_value,
    nullable,
)
from ..searches import Bounds

if TYPE_CHECKING:
    from ..deal import Deal
    from ..rules.variant import Variant

Tricks = Annotated[BySeat[int], TRICKS]
Shares = Annotated[BySeat[Fraction], SHARES]
Points = Fraction | tuple[int, int]
"""What a deal is worth to a seat: the points of its share; in a great contract, whose
points are not linear in tricks, those of its guarantee and of its best case."""


def best_case(
    guarantee: Sequence[int], tricks: int, contract: Contract, rules: TrickRules = PLAIN
) -> Tricks:
    """Return what each seat gets if the others secure no more than their guarantees.

    ``tricks`` is the number to be played, or what the rules count instead. Where it is to be
    avoided, as in NULLO, no best case is below 0.
    """
    avoided = avoids(contract, rules)
    slack = tricks - sum(guarantee)
    return tuple(max(0, sure + slack) if avoided else sure + slack for sure in guarantee)


def share(
    guarantee: Sequence[int], tricks: int, contract: Contract, rules: TrickRules = PLAIN
) -> Shares:
    """Return one fair number for each seat, ``tricks`` in sum: Tijs's compromise value.

    Every seat stands at the same fraction of its way from its lower to its higher
    number. In S H D C NT that is, among three, a third of the way from guarantee to best case.
    """
    best = best_case(guarantee, tricks, contract, rules)
    lower, higher = (best, guarantee) if avoids(contract, rules) else (guarantee, best)
    width = sum(higher) - sum(lower)
    fraction = Fraction(tricks - sum(lower), width) if width else Fraction(0)
    return tuple(low + fraction * (high - low) for low, high in zip(lower, higher, strict=True))


SeatBounds = BySeat[Bounds | None]
SeatTricks = BySeat[int | Any]
"""A number for each seat, None where it is not known: who asks for all knows that they are."""


@frozen
class CardValue:
    """The values after one legal card, by seat, in tricks or points.

    They count from the position before the card: a trick that the card completes is included.

    >>> from manni import Position, solve
    >>> value = solve(Position("AQ... K2... 43...", "NT"), cards=True, seats="F").cards[0]
    >>> value
    <CardValue SA, guarantee (1, ?, ?), loss 0>

    ``bounds`` are proved bounds ``(low, high)`` on the guarantee of each seat. They are equal if
    the search was finished. A seat that was left out of ``seats`` has None.

    Attributes:
        share: The share of each seat after the card, counted from the position before it.
        loss: How much of its player's guarantee the card gives up against the player's best card;
            null if not proved.
    """

    card: Card
    bounds: SeatBounds
    share: Shares | None
    loss: Annotated[Any, nullable(LOSS)]

    def __repr__(self) -> str:
        loss = "" if self.loss is None else f"loss {self.loss}"
        values = _bounds_text(self.bounds), by_seat_text("share", self.share), loss
        return repr_text(self, card_name(self.card), *values)

    @property
    def guarantee(self) -> SeatTricks:
        """The guarantees after the card, None where not known."""
        return exact_tricks(self.bounds)


@frozen
class WholeCardValue(CardValue):
    """The values after one legal card, all of them proved for all seats.

    >>> from manni import Position, solve
    >>> solve(Position("AQ... K2... 43...", "NT"), cards=True).cards[0]
    <WholeCardValue SA, guarantee (1, 1, 0), share (1, 1, 0), loss 0>
    """


@frozen
class Solution(Printable):
    """The values of a position, by seat, in tricks or points from the position on.

    >>> from manni import Position, solve
    >>> solution = solve(Position("AQ... K2... 43...", "NT"), seats=["M"])
    >>> solution.guarantee, solution.bounds
    ((None, 1, None), (None, (1, 1), None))

    If every seat was asked for and no time limit stopped the search, it is a ``WholeSolution``.

    ``bounds`` are proved bounds ``(low, high)`` on each guarantee, equal if the search was
    finished. A seat that was left out of ``seats`` has None. ``cards`` has the value of every
    legal card, in the order of ``position.legal()``. It is None unless ``cards=True`` was given.

    Attributes:
        line: With --line: the cards of a line in which the seat plays to its guarantee and the
            others to hold it there; left out if it was not found in time.
    """

    position: Position
    bounds: SeatBounds
    # Any: there where they were asked for, None elsewhere. Who asks knows which.
    cards: tuple[CardValue, ...] | Any = None
    line: Cards | Any = None

    def __repr__(self) -> str:
        values = (
            _bounds_text(self.bounds),
            by_seat_text("best case", self.best_case),
            by_seat_text("share", self.share),
        )
        cards = "" if self.cards is None else f"{len(self.cards)} cards"
        line = "" if self.line is None else f"line {' '.join(map(card_name, self.line))}"
        return repr_text(self, *values, cards, line, repr(self.position))

    @property
    def tricks(self) -> Length:
        """Tricks to be played, the one in progress included."""
        return self.position.tricks

    @property
    def guarantee(self) -> SeatTricks:
        """The tricks, or points, each seat is sure of; in NULLO the most it can be made to take.

        None for a seat whose guarantee is not known. Partners have one guarantee: what they take
        together.
        """
        return exact_tricks(self.bounds)

    @property
    def exact(self) -> bool:
        """Whether every guarantee asked for was found in time."""
        return all(pair is None or pair[0] == pair[1] for pair in self.bounds)

    @property
    def best_case(self) -> Tricks | None:
        """What each seat gets if the others secure no more than their guarantees.

        None unless all guarantees are known. With two sides it equals the guarantee, since one
        side gets whatever the other does not.
        """
        guarantees, position = all_known(self.bounds), self.position
        if guarantees is None or position.declarers:
            return guarantees
        return best_case(guarantees, position.worth, position.contract, position.rules)

    @property
    def share(self) -> Shares | None:
        """A fair number of tricks for each seat; they add up to the tricks.

        None if a guarantee is not known, or if one seat declares against all others. For two pairs
        the share is the guarantee, which counts what the partners get together.
        """
        return share_of(self.position, self.bounds)


@frozen
class WholeSolution(Solution):
    """The values of a position where every seat was asked for and everything asked is known.

    >>> from manni import Position, solve
    >>> print(solve(Position("Q2... K3... A4...", "NT")))
                  guarantee  best case  share
    F forehand            0          1   0.33
    M middlehand          0          1   0.33
    D dealer              1          2   1.33

    ``share`` is None if one seat declares against all others: there is nothing to divide then.
    """


def solution_of(
    position: Position, bounds: SeatBounds, cards: tuple[CardValue, ...] | None = None
) -> Solution:
    """Return the values of a position, a ``WholeSolution`` if all of them are known."""
    rows = [bounds, *(value.bounds for value in cards or ())]
    if None in map(all_known, rows) or any(value.loss is None for value in cards or ()):
        return Solution(position, bounds, cards)
    whole = cards and tuple(WholeCardValue(**vars(value)) for value in cards)
    return WholeSolution(position, bounds, whole)


def _bounds_text(bounds: SeatBounds) -> str:
    known = (None if pair is None else bounds_text(pair) for pair in bounds)
    return by_seat_text("guarantee", known)


def share_of(position: Position, bounds: SeatBounds) -> Shares | None:
    """Return the shares in a position with these guarantees, None where there are none."""
    guarantees = all_known(bounds)
    if guarantees is None or position.declarer is not None:
        return None
    if position.declarers:
        return tuple(map(Fraction, guarantees))
    return share(guarantees, position.worth, position.contract, position.rules)


def exact_tricks(bounds: SeatBounds) -> SeatTricks:
    """Return the guarantees that bounds come to, None where they do not meet."""
    return tuple(None if pair is None else exact_value(pair) for pair in bounds)


def all_known(bounds: SeatBounds) -> Tricks | None:
    """Return the guarantees, None unless all are known."""
    guarantees = tuple(pair[0] for pair in bounds if pair is not None and pair[0] == pair[1])
    return guarantees if len(guarantees) == len(bounds) else None


def loss_bounds(solution: Solution, value: CardValue) -> Bounds:
    """Return the least and the most that a card costs its player's guarantee."""
    mover = solution.position.to_play
    whole, bounds = solution.bounds[mover], value.bounds[mover]
    assert whole is not None
    assert bounds is not None
    better, worse = (bounds, whole) if solution.position.avoids else (whole, bounds)
    return max(0, better[0] - worse[1]), max(0, better[1] - worse[0])


def best_card(solution: Solution, among: Container[int] | None = None) -> tuple[int, bool]:
    """Return the best card for its player, and whether it is proved to be.

    Of cards with the same guarantee the one with the best share is best, of equal shares the
    lowest, suits in the order S H D C. ``among`` are the cards to choose from, by default
    all that are legal; the solution must be one with cards. Raises DealError where there is
    none to choose.
    """
    position = solution.position
    sign = position.sign
    values = {value.card: value for value in solution.cards or ()}
    choice = [
        values[card]
        for group in position.equivalent_cards()
        for card in [next((card for card in group if among is None or card in among), None)]
        if card in values
    ]
    if not choice:
        raise DealError("no card is left to play")
    losses = [loss_bounds(solution, value) for value in choice]
    least = min(high for _, high in losses)
    # Proved bounds rule out every other card as the best.
    candidates = [
        (value, loss) for value, loss in zip(choice, losses, strict=True) if loss[0] <= least
    ]

    def merit(candidate: tuple[CardValue, Bounds]) -> tuple[int, int, Fraction]:
        value, (low, high) = candidate
        share = Fraction(0) if value.share is None else value.share[position.to_play]
        return high, low, -sign * share

    best, loss = min(candidates, key=merit)
    proved = len(candidates) == 1 or all(
        (position.declarers or value.share is not None) and bounds == loss and loss[0] == loss[1]
        for value, bounds in candidates
    )
    return best.card, proved


# What a deal that was solved is worth -----


def points_of(
    solution: Solution,
    variant: Variant,
    declarer: Seat | None,
    great: bool = False,
    won: Sequence[int] = (),
) -> BySeat[Points] | None:
    """Return what the whole deal is worth to each seat, ``won`` being its tricks so far, if any.

    Where one seat alone may declare, it does. None if a guarantee is not known, the tricks are
    not those of a whole deal, nobody is said to declare though somebody must, or points of
    cards are marked, or two sides play.
    """
    from ..rules.variant import targets  # which a position needs no more than a deal

    contract = solution.position.contract
    won = won or [0] * len(solution.bounds)
    if not variant.has_targets or solution.position.declarers:
        return None
    if solution.share is None or solution.best_case is None:
        return None
    if solution.tricks + sum(won) != variant.tricks or contract not in variant.contracts:
        return None
    if declarer is None and variant.declared and len(variant.callers) == 1:
        (declarer,) = variant.callers
    if (declarer is None) == variant.declared:
        return None
    if great:
        return _great_points(solution, variant, declarer, won)
    goals = targets(variant, contract, great, declarer)
    return tuple(
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
    from ..rules.variant import points

    sure = [tricks or 0 for tricks in solution.guarantee]
    slack = solution.tricks - sum(sure)
    points_by_seat: list[Points] = []  # great contracts are of three hands
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
        points_by_seat.append((min(ends[1:]), ends[0]))
    return tuple(points_by_seat)


class BidMade(NamedTuple):
    """What was bid, and proved bounds of what its declarer is sure of in the whole deal.

    For a bid to take no trick they bound the tricks he can be made to take. ``made`` is
    whether the bid is made against any play, None where the bounds do not tell; it may have been
    ``claimed``, without an auction.

    Attributes:
        made: Whether the bid is made against any play; null if not proved.
    """

    seat: Seat
    claimed: bool
    bid: Bid
    sure: Bounds
    made: bool | None


def bid_made(deal: Deal, solution: Solution, won: Tricks = (0, 0, 0)) -> BidMade | None:
    """Return what comes of the bid of a deal that has been solved, ``won`` counted.

    None where ``bid_goal`` is, or the declarer was not asked for.
    """
    position = solution.position
    wanted = bid_goal(deal, position, won)
    if wanted is None:
        return None
    seat, claimed, bid, needed, put_away = wanted
    bounds = solution.bounds[seat]
    if bounds is None:
        return None
    had = sum(won[partner] for partner in position.side(seat))
    low, high = had + bounds[0], had + bounds[1]
    reached = (needed >= high, needed < low) if position.avoids else (low >= needed, high < needed)
    made = True if reached[0] else False if reached[1] else None
    sure = low + put_away, high + put_away
    return BidMade(seat, claimed, bid, sure, made)


class BidGoal(NamedTuple):
    """A bid, what its declarer needs in tricks or points, and what he has put away besides.

    To take no trick he needs no more than 0. It may have been ``claimed``, without an auction.
    """

    seat: Seat
    claimed: bool
    bid: Bid
    needed: int
    put_away: int


def bid_goal(deal: Deal, position: Position, won: Tricks = (0, 0, 0)) -> BidGoal | None:
    """Return what the bid of a deal wants in the play, of which ``won`` is over.

    None where numbers are not bid, no side plays against the other, the record does not tell who
    bid what, another contract was asked for or the deal is not a whole one.
    """
    variant, declarer = deal.rules, deal.declarer
    if variant is None or deal.bid is None or declarer is None:
        return None
    if not position.declarers or position.declarer not in (None, declarer):
        return None
    bid = find_bid(variant.bids, deal.bid)
    whole = deal.dealt[0].bit_count() == variant.tricks
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
        return BidGoal(declarer, variant.claims, bid, 0, put_away)
    everything = sum(won) + position.worth
    needed = everything if bid.aim is Aim.ALL else bid.worth - put_away
    return BidGoal(declarer, variant.claims, bid, needed, put_away)
