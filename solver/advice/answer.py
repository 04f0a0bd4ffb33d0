"""The answers of advice: choices with their expected points over sampled deals (*worlds*).

An answer lists its choices, the best first (bids from the lowest up), and describes its sample.
Points are the expected points of the seat that asks. Every interval has the confidence
``statistics.CONFIDENCE``.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from operator import attrgetter
from typing import Annotated, NamedTuple

from ..cards import Contract, Seat
from ..exchange.discards import DiscardClass
from ..records import frozen
from ..rules.auction import Bid, Call
from ..rules.variant import Variant
from ..schema import (
    SET,
    Card,
    Cards,
    Chance,
    Count,
    Interval,
    Length,
    Points,
    Worlds,
    integer,
    list_of,
    number,
    one_of,
)
from .choices import Belief
from .observation import NamedBid, Observation

Choices = Annotated[int, integer(0, unit="choices")]
Marks = tuple[Length, ...]
"""Numbers of tricks. An answer gives the chance to take at least (in NULLO at most) each number."""


class Measure(NamedTuple):
    """How an answer's choices are compared, and how their numbers are written.

    A difference below ``least`` does not matter at the table. Up to ``close`` two choices count as
    about equal if chance may explain the difference. ``points`` and ``behind`` are formats: of a
    choice's points, and of how far it is behind the best. ``head`` is the heading of the points.
    """

    least: float = 0.1
    close: float = 0.5
    points: str = "+.2f"
    behind: str = "+.2f"
    head: str = "points"

    @property
    def is_whole(self) -> bool:
        """Whether points are whole, since everything is known."""
        return self.points.endswith(".0f")

    @property
    def is_chance(self) -> bool:
        """Whether choices are behind in a chance."""
        return self.behind.endswith("%")


_OF_CARDS = Measure(0.5, 2.0, "z.1f", "z.1f")
"""Points that cards have."""


@frozen
class Choice:
    """A choice with its expected points.

    ``behind`` is its regret: how much worse than the best choice it is. The unit is points, unless
    the advice ranks by something else. Where few points are wanted, a worse choice has more of
    them. ``told_apart`` says that the difference from the best choice is significant.

    Attributes:
        points: Expected points of the deal, over the worlds.
        interval: The interval of the points.
        behind: How many points fewer are expected than with the best choice.
        behind_interval: The interval of that difference.
        told_apart: Whether the difference from the best choice is significant.
    """

    points: Points
    interval: Interval
    behind: Points
    behind_interval: Interval
    told_apart: bool


@frozen
class Answer:
    """The sample an answer rests on: ``worlds`` drawn from a ``seed`` in so many ``seconds``.

    ``effective`` is the effective sample size of these weighted worlds. ``belief`` is the opponent
    model that weighted them, None where nothing the others did was judged. The answer is
    ``partial`` if the time was up before everything asked for was evaluated.

    Attributes:
        worlds: The number of sampled deals on which the best choice was evaluated.
        effective: The effective sample size: how many independent deals of equal weight would tell
            as much.
        belief: The opponent model: the others roughly follow the rule of thumb. Null if nothing
            was seen of them, or nothing is concluded from it.
        seed: The seed of the sample. The same seed gives the same deals.
        partial: Whether the time was up before everything asked for was evaluated.
    """

    worlds: Worlds
    effective: Annotated[float, number(0, unit="worlds")]
    belief: Annotated[Belief, one_of("soft")._replace(write=attrgetter("value"))] | None
    seed: int
    seconds: float = field(compare=False)
    partial: bool

    @property
    def measure(self) -> Measure:
        """How its choices are compared, and how their numbers are written."""
        return Measure()


@frozen
class BelievedAnswer(Answer):
    """An answer before the play: the others' exchanges and calls may weight its worlds.

    Attributes:
        rare: Whether what the others did is unlikely even by the opponent model; null without one.
        solved: How many of the sampled deals were also solved with open cards.
    """

    rare: bool | None
    solved: Worlds


@frozen
class RacedAnswer(Answer):
    """An answer whose choices were raced, with the number that remained at each stage.

    Attributes:
        candidates: The number of legal choices.
        classes: The number of choices that are not equivalent.
        raced: The number of choices that were evaluated on any deals.
        left: The number of choices that survived the first round and were evaluated on all deals.
    """

    candidates: Choices
    classes: Choices
    raced: Choices
    left: Choices


@frozen
class MarkedChoice(Choice):
    """A choice with the chance of each of the answer's marks, which are numbers of tricks.

    Attributes:
        reached: The chance of each of the marks, in their order.
        open_cards: The mean points of the seat's share with open cards; null if no deal was solved.
    """

    reached: tuple[Chance, ...]
    open_cards: Points | None


# Exchanging --------------------------------------------------------------------------


@frozen
class DiscardChoice(MarkedChoice):
    """A discard, with the chances of the answer's marks.

    >>> from manni import Deal, advise_exchange
    >>> deal = Deal(["72.KQ3.A854.JT2", None, None], "hornafjordur", cut="H7")
    >>> best = advise_exchange(deal, worlds=20).best[0]
    >>> best.points, best.reached, len(best.discards)
    (1.2, (0.9,), 7)

    Attributes:
        alike: Every discard that comes to the same.
        discards: The cards put down; none for standing pat.
    """

    alike: Annotated[DiscardClass, list_of(SET)]
    discards: Cards


@frozen
class ExchangeAdvice(RacedAnswer, BelievedAnswer):
    """The ``best`` discards of a seat, best first, all evaluated on the same sampled deals.

    >>> from manni import Deal, advise_exchange
    >>> deal = Deal(["72.KQ3.A854.JT2", None, None], "hornafjordur", cut="H7")
    >>> advice = advise_exchange(deal, worlds=20)
    >>> advice.candidates, advice.classes, advice.best[1].told_apart
    (3302, 1358, False)

    The discards that a model of hands values highest were raced in other worlds, and the survivors
    are evaluated here. ``also`` are further discards that the caller asked about.

    Attributes:
        best: The best discards, best first.
        stand: Standing pat.
        thumb: What the rule of thumb puts down.
        marks: The tricks whose chances are given: the target; in a great contract 14, 15 and 16.
    """

    observation: Observation
    best: tuple[DiscardChoice, ...]
    stand: DiscardChoice
    thumb: DiscardChoice
    also: tuple[DiscardChoice, ...]
    marks: Marks


# Putting away ------------------------------------------------------------------------


@frozen
class PutAwayChoice(Choice):
    """A trump to name and the cards to put away.

    >>> from manni import Deal, advise_put_away
    >>> hands = ["AJ.TA.Q87.AQ9", None, None]
    >>> deal = Deal(hands, "encheres-petite", "H7 C7", bid="25", declarer="F")
    >>> best = advise_put_away(deal, worlds=8).best[0]
    >>> best.contract.name, best.chance
    ('C', 0.875)

    ``behind`` is a difference of ``balance``. It is one of points if there is no bid, or if no
    choice makes the bid in any sampled deal.

    Attributes:
        points: The points that the declarer takes, on average.
        behind: How much less than the best choice: in balance, or in points if there is no bid or
            no choice makes it in any sampled deal.
        cards: The cards put away.
        chance: In what fraction of the sampled deals the bid is made; null without a bid.
        chance_interval: The interval of that chance.
        balance: How many more points the declarer marks than the average of the others; null
            without a bid.
    """

    contract: Contract
    cards: Cards
    chance: Chance | None
    chance_interval: Interval | None
    balance: Points | None


@frozen
class PutAwayAdvice(RacedAnswer):
    """The ``best`` choices, best first, over the same worlds for all.

    >>> from manni import Deal, advise_put_away
    >>> hands = ["AJ.TA.Q87.AQ9", None, None]
    >>> deal = Deal(hands, "encheres-petite", "H7 C7", bid="25", declarer="F")
    >>> advice = advise_put_away(deal, worlds=8)
    >>> advice.worlds, advice.best[0].behind
    (8, 0.0)

    The choices that the rule of thumb rates highest were raced, at first in other worlds.

    Attributes:
        best: The best choices, best first.
        trumps: The best choice of every trump that was looked at, the best first.
        thumb: The rule of thumb's choice.
        also: What was asked about with every trump that was looked at, the best first.
    """

    observation: Observation
    best: tuple[PutAwayChoice, ...]
    trumps: tuple[PutAwayChoice, ...]
    thumb: PutAwayChoice
    also: tuple[PutAwayChoice, ...]

    @property
    def is_done(self) -> bool:
        """Whether only the trump is left to choose, since no further card is to be put away."""
        return self.candidates == len(self.trumps)

    @property
    def measure(self) -> Measure:
        """Points of the whole deal. Choices count as close up to a larger difference."""
        return Measure(close=5.0, points="z.2f")


# Declaring ---------------------------------------------------------------------------


@frozen
class CallChoice(MarkedChoice):
    """A call: ``call`` is None for passing.

    >>> from manni import advise_contract
    >>> advice = advise_contract("AKQJ5.KQ3.A8542.JT9", "laugavatn", worlds=20, deal_only=True)
    >>> str(advice.calls[0].call), advice.calls[0].points
    ('D', 2.35)

    A pass has no ``discards``, and its points are those of playing against the call that stands.
    ``behind`` compares the ``total``.

    Attributes:
        behind: How much smaller the total is than that of the best call.
        discards: The best discard after this call.
        later: The value in later deals of the contracts that the seat still has left after this
            call; null if it was left out.
        total: The sum of points and later.
        marks: The tricks whose chances are given.
    """

    call: Call | None
    discards: Cards
    later: Points | None
    total: Points
    marks: Marks


@frozen
class ContractAdvice(BelievedAnswer):
    """The calls a seat may make, over the same worlds for all.

    >>> from manni import advise_contract
    >>> advice = advise_contract("AKQJ5.KQ3.A8542.JT9", "laugavatn", worlds=20, deal_only=True)
    >>> [str(choice.call) for choice in advice.calls]
    ['D', 'S', 'NT', 'C', 'H', 'NULLO']

    Attributes:
        seat: Who is to call.
        declarer: Who made the call that stands; null if there is none.
        calls: The calls, best first.
    """

    variant: Variant
    seat: Seat
    hand: int
    standing: Call | None
    declarer: Seat | None
    calls: tuple[CallChoice, ...]


# Naming trump ------------------------------------------------------------------------


@frozen
class TrumpChoice(Choice):
    """A trump to name, and the points that the seat takes under it.

    >>> from manni import Deal, advise_trump
    >>> best = advise_trump(Deal(["K9.TAK.T8.K98", None, None], "envers-3"), worlds=20).trumps[0]
    >>> best.contract.name, best.points
    ('D', 24.45)

    Attributes:
        points: Points that the seat takes, on average.
        behind: How many points worse than the best trump: fewer, or more where few are wanted.
        contract: The trump.
    """

    contract: Contract


@frozen
class TrumpAdvice(Answer):
    """The trumps that a seat may name.

    >>> from manni import Deal, advise_trump
    >>> advice = advise_trump(Deal(["K9.TAK.T8.K98", None, None], "envers-3"), worlds=20)
    >>> [choice.contract.name for choice in advice.trumps]
    ['D', 'S', 'C', 'H']

    Attributes:
        thumb: What the rule of thumb names.
        trumps: The trumps that may be named, best first.
    """

    observation: Observation
    thumb: Contract
    trumps: tuple[TrumpChoice, ...]

    @property
    def measure(self) -> Measure:
        """Points of cards."""
        return _OF_CARDS

    @property
    def best(self) -> TrumpChoice:
        """The trump to name."""
        return self.trumps[0]


# Claiming ----------------------------------------------------------------------------


@frozen
class ClaimChoice(Choice):
    """Claiming every trick, or playing on without a claim.

    >>> from manni import Deal, advise_claim
    >>> deal = Deal(
    ...     [None, None, "TA.TA.TAK.TAK"], "envers-3", contract="D", tags=[("Passed", "pass pass")]
    ... )
    >>> best = advise_claim(deal, worlds=20).best
    >>> best.claims, best.chance
    (True, 0.65)

    Attributes:
        points: The balance: how many more points the seat marks than the average of the others, or
            how many fewer where marks are bad.
        behind: How much smaller the balance is than that of the better choice.
        chance: In what fraction of the sampled deals the claim is made with open cards; null for
            playing on.
        chance_interval: The interval of that chance.
        own: The points that the seat marks, on average.
        others: The points that each of the others marks, on average.
    """

    claims: bool
    chance: Chance | None
    chance_interval: Interval | None
    own: Points
    others: Points


@frozen
class ClaimAdvice(Answer):
    """The value of a claim, and of playing on without one.

    >>> from manni import Deal, advise_claim
    >>> deal = Deal(
    ...     [None, None, "TA.TA.TAK.TAK"], "envers-3", contract="D", tags=[("Passed", "pass pass")]
    ... )
    >>> advice = advise_claim(deal, worlds=20)
    >>> advice.claim.points, advice.best is advice.claim
    (21.0, True)

    Attributes:
        thumb: Whether the rule of thumb claims.
        choices: The claim and playing on, the better first.
        is_every: Whether all hands are known, so that it is exact.
    """

    observation: Observation
    thumb: bool
    choices: tuple[ClaimChoice, ...]
    is_every: bool = False

    @property
    def measure(self) -> Measure:
        """The balance."""
        form = "+.0f" if self.is_every else "+.1f"
        return Measure(*_OF_CARDS[:2], form, form, "balance")

    @property
    def best(self) -> ClaimChoice:
        """The better choice: to claim, or to play on."""
        return self.choices[0]

    @property
    def claim(self) -> ClaimChoice:
        """The choice to claim, with its estimates."""
        return next(choice for choice in self.choices if choice.claims)


# Bidding -----------------------------------------------------------------------------


class BidPlan(NamedTuple):
    """A plan for the auction: what to bid ``now``, and how far to go on if others bid.

    ``now`` is None to pass. ``bids`` has for each bid that was tried what it brings on average, and
    how often the seat then declares.

    Attributes:
        now: What to call now; null to pass.
        up_to: The bid up to which to go on if the others bid.
        passing: What a pass brings on average.
        ahead: How much more than a pass the plan brings.
        ahead_interval: The interval of that difference.
    """

    now: NamedBid | None
    up_to: NamedBid | None
    bids: dict[Bid, tuple[float, float]]
    passing: Points
    ahead: Points
    ahead_interval: Interval


@frozen
class BidChoice(Choice):
    """A bid. Its ``points`` are the balance: how much more the bidder marks than the others' mean.

    >>> from manni import advise_bid
    >>> bid = advise_bid("AJ.TA.Q87.AQ9", "encheres-petite", worlds=20).bids[20]
    >>> bid.bid.name, bid.chance, bid.pays
    ('21', 0.85, True)

    Attributes:
        points: The balance.
        interval: The interval of the balance.
        behind: How much smaller the balance is than that of the best choice. A pass counts as 0.
        told_apart: Whether the difference from the best choice is significant.
        chance: In what fraction of the sampled deals the bid is made.
        chance_interval: The interval of that chance.
        own: The points that the bidder marks, on average.
        others: The points that each of the others marks, on average.
        pays: Whether the bid looks better than a pass.
        brings: The balance if the others' bids are counted; null if that was not tried.
        declares: How often the hand then declares.
        bid: The bid.
    """

    bid: NamedBid
    chance: Chance
    chance_interval: Interval
    own: Points
    others: Points
    pays: bool
    brings: Points | None = None
    declares: Chance | None = None


@frozen
class BiddingAdvice(Answer):
    """Every bid that a hand may make; ``best`` is None where to pass is best.

    >>> from manni import advise_bid
    >>> advice = advise_bid("AJ.TA.Q87.AQ9", "encheres-petite", worlds=20)
    >>> advice.pays_up_to.name, [bid.name for bid in advice.pays_between], advice.points
    ('28', ['22', '33'], 28.55)

    A pass counts as 0, whatever it leads to. If the ``calls`` so far are known, ``said`` is a plan
    of what to call now.

    Attributes:
        shown: The cards of the surprise that lie face up.
        points: The points that the hand takes if it declares, on average.
        interval: The interval of that average.
        bids: Every legal bid, lowest first.
        calls: The calls so far; null if not known.
        above: The bid that stands; null if there is none.
        said: The plan of what to call, which counts the others' bids; null without calls.
        pays_up_to: The highest bid of points that looks better than a pass; null if there is none.
    """

    variant: Variant
    hand: int
    above: NamedBid | None
    shown: Cards
    points: Points
    interval: Interval
    bids: tuple[BidChoice, ...]
    best: BidChoice | None
    pays_up_to: NamedBid | None
    pays_between: tuple[Bid | None, Bid | None]
    calls: tuple[str, ...] | None = None
    said: BidPlan | None = None


# Playing a card ----------------------------------------------------------------------


class Fact(Enum):
    """A fact that can hold in a sampled deal once a card is played.

    If several facts are equally strong reasons, the first of this list is given.
    """

    RUFFED = "ruffed"
    TAKES = "takes"
    OTHER_TAKES = "other takes"
    RUFFS = "ruffs"
    TRICK = "trick"
    BETTER = "better"


class Reason(NamedTuple):
    """A fact, with the part of the worlds in which it holds after the best card and the ``other``.

    ``RUFFED`` and ``TAKES`` are about the best card, whenever it is played: an opponent ruffs it,
    or it takes the trick. ``OTHER_TAKES`` is the same as ``TAKES``, about the other card.
    ``RUFFS``: the seat takes a trick with a trump that was not led. ``TRICK``: the seat or its
    partner takes this trick. ``BETTER`` has two parts: the worlds in which the best card does
    better, and those in which the other card does.

    Attributes:
        other: The next best card.
        now: The fraction of deals in which the fact holds after the best card.
        instead: The same after the other card; for "better", the deals in which that does better.
    """

    fact: Fact
    other: Card
    now: Chance
    instead: Chance


@frozen
class CardChoice(Choice):
    """A card, with those equal to it, and its expected points for the deal.

    >>> from manni import Deal, advise_play
    >>> hands = [None, None, "AQ5.K84.J962.T7"]
    >>> deal = Deal(hands, "hornafjordur", contract="NT", leader="F", play="C8 C9")
    >>> best, other = advise_play(deal, worlds=100).cards
    >>> best.points, best.reached, other.behind, other.told_apart
    (1.31, 0.87, 1.1, True)

    Where cards have points, the expected points are those that the seat and its partner take.
    ``behind`` is in points. It is a chance where the advice ranks cards by the chance of a bid.

    Attributes:
        behind: How much worse than the best card: in points, or if by_chance in the chance that
            the bid goes the seat's way (0.1 is one world of ten).
        equals: The card and those equal to it.
        reached: The chance that the seat makes the target, or that the bid goes its way; null where
            more is simply better.
        best_in: The part of the worlds in which no card does better.
        rollout: The points by play to the end by the rule of thumb; null if worlds were solved
            instead.
        open_cards: The points with open cards; null if no world was solved.
    """

    card: Card
    equals: Cards
    reached: Chance | None
    best_in: Chance
    rollout: Points | None
    open_cards: Points | None


@frozen
class PlayAdvice(Answer):
    """The cards a seat may play.

    >>> from manni import Deal, advise_play
    >>> hands = [None, None, "AQ5.K84.J962.T7"]
    >>> deal = Deal(hands, "hornafjordur", contract="NT", leader="F", play="C8 C9")
    >>> advice = advise_play(deal, worlds=100)
    >>> advice.worlds, advice.target, len(advice.cards)
    (100, 4, 2)

    Cards are ranked ``by_chance`` where a bid is to be made or beaten and the cards differ in the
    chance of it. ``reason`` says why the best card beats the next one. It is None if nobody asked
    for it, if there is one card only, or if no fact speaks for the best card alone.

    Attributes:
        solved: Of the worlds, those that were solved with open cards.
        is_every: Whether all deals that agree with what was seen were evaluated, not a sample.
        target: The number of tricks or points whose chance is given: at least so many, or at most
            where few are wanted. Null if there is no such number.
        thumb: The card that the rule of thumb plays.
        cards: The legal cards, best first.
        by_chance: Whether cards are ranked by the chance of the bid; behind is then a difference
            of chances. Given with unit.
        reason: Why the best card is better than the next, over the first deals; null with one card,
            or no reason.
    """

    observation: Observation
    solved: Worlds
    is_every: bool
    target: Count | None
    by_chance: bool
    reason: Reason | None
    thumb: Card
    cards: tuple[CardChoice, ...]

    @property
    def measure(self) -> Measure:
        """Points of the deal, those of cards, or the chance of a bid."""
        if self.observation.variant.has_targets:
            return Measure()
        view = self.observation
        form = "z.0f" if view.knows_all else "z.1f"
        of_points = _OF_CARDS._replace(points=form, behind=form, head=view.rules.unit)
        if not self.by_chance:
            return of_points
        chances = [choice.reached or 0.0 for choice in self.cards]
        digits = int(max(chances) - min(chances) < 0.01)
        return of_points._replace(least=0.01, close=0.05, behind=f"z.{digits}%")

    @property
    def best(self) -> CardChoice:
        """The card to play."""
        return self.cards[0]
