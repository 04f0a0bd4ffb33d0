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
"""Numbers of tricks: an answer gives the chance to take at least, in NULLO at most, so many."""


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
        behind: Points fewer than the best choice.
        behind_interval: The interval of that difference.
        told_apart: Whether it differs from the best at the stated confidence.
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
        worlds: Worlds that the best choice met.
        effective: As how many independent worlds of equal weight all that were met count.
        belief: How the others are taken to have gone by the rule of thumb; null where nothing was
            seen, or nothing is believed.
        seed: What the worlds follow from: the same seed gives the same.
        partial: Whether the time was up before all asked for was looked at.
    """

    worlds: Worlds
    effective: Annotated[float, number(0, unit="worlds")]
    belief: Annotated[Belief, one_of("soft")._replace(write=attrgetter("value"))] | None
    seed: int
    seconds: float = field(compare=False)
    partial: bool

    @property
    def measure(self) -> Measure:
        """What its choices are judged by."""
        return Measure()


@frozen
class BelievedAnswer(Answer):
    """An answer before the play: the others' exchanges and calls may weight its worlds.

    Attributes:
        rare: Whether what was seen is unlikely by the model itself; null as before.
        solved: Of the worlds, those that were also solved with open cards.
    """

    rare: bool | None
    solved: Worlds


@frozen
class RacedAnswer(Answer):
    """An answer whose choices were raced, with the number that remained at each stage.

    Attributes:
        candidates: Choices that are allowed.
        classes: Those that differ.
        raced: Those that met worlds.
        left: Those that met all of them.
    """

    candidates: Choices
    classes: Choices
    raced: Choices
    left: Choices


@frozen
class MarkedChoice(Choice):
    """A choice with the chance of each of the answer's marks, which are numbers of tricks.

    Attributes:
        reached: The chance of each of the marks.
        open_cards: The points by share with open cards; null if no world was solved.
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
    """The ``best`` discards of a view, best first, over the same worlds for all.

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

    ``behind`` is in balance. It is in points without a bid, and where no choice makes the bid in
    any world.

    Attributes:
        points: Points that the declarer takes, on average over the worlds.
        behind: How much less than the best choice: in balance; in points where no bid is given,
            and where no choice makes the bid in any world.
        cards: The cards put away.
        chance: In what part of the worlds the bid is made; null without a bid.
        chance_interval: The interval of that chance.
        balance: What the declarer marks more than each other, on average; null without a bid.
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
        """Whether nothing is to be put away, or no more, so that only the trumps differ."""
        return self.candidates == len(self.trumps)

    @property
    def measure(self) -> Measure:
        """Points of the whole deal, of which more are close."""
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
        behind: Total fewer than the best call's.
        discards: What to put down then.
        later: What the contracts then left are worth; null where that is left out.
        total: Points and what is left, together.
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
        declarer: Who made it.
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
        behind: How much worse than the best trump: points fewer, or where few are wanted more.
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
        points: The balance: what the seat marks more than each other, or less where marks are bad.
        behind: By how much the balance is less than that of the better choice.
        chance: In what part of the worlds the claim is made with open cards; null for playing on.
        chance_interval: The interval of that chance.
        own: What the seat marks on average.
        others: What each other marks on average.
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
        """Whether to claim."""
        return self.choices[0]

    @property
    def claim(self) -> ClaimChoice:
        """What the claim comes to."""
        return next(choice for choice in self.choices if choice.claims)


# Bidding -----------------------------------------------------------------------------


class BidPlan(NamedTuple):
    """A plan for the auction: what to bid ``now``, and how far to go on if others bid.

    ``now`` is None to pass. ``bids`` has two numbers for each bid that was tried: what it brings on
    average, and how often the seat then declares. ``passing`` is what a pass brings on average. The
    plan is ``ahead`` of a pass by so much.

    Attributes:
        now: What to say now, null to pass.
        up_to: How far to go on if others bid.
        passing: What a pass brings.
        ahead: How much more what is said brings.
        ahead_interval: The interval of that.
    """

    now: NamedBid | None
    up_to: NamedBid | None
    bids: dict[Bid, tuple[float, float]]
    passing: Points
    ahead: Points
    ahead_interval: Interval


@frozen
class BidChoice(Choice):
    """A bid: its ``points`` are the balance, what the bidder marks more than each other.

    >>> from manni import advise_bid
    >>> bid = advise_bid("AJ.TA.Q87.AQ9", "encheres-petite", worlds=20).bids[20]
    >>> bid.bid.name, bid.chance, bid.pays
    ('21', 0.85, True)

    Attributes:
        points: The difference.
        interval: The interval of the balance.
        behind: How much less than the best bid, or than a pass, which counts as 0, where that is
            best.
        told_apart: Whether it differs from what is best at the stated confidence.
        chance: In what part of the worlds it is made.
        chance_interval: The interval of that chance.
        own: What the bidder marks on average.
        others: What each other marks on average.
        pays: Whether it looks better than a pass.
        brings: What it brings with what the others say to it; null where that was not tried.
        declares: How often the hand then plays.
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

    A pass counts as 0: nothing is assumed of what it leads to. If the ``calls`` so far are known,
    ``said`` is a plan of what to say now.

    Attributes:
        shown: The cards of the surprise that lie face up.
        points: The points the hand takes, on average.
        interval: The interval of that average.
        bids: Every bid, lowest first.
        calls: What has been said so far; null if not known.
        above: The bid that stands, null where there is none.
        said: What to say in the auction, with what the others will; null without calls.
        pays_up_to: The highest number that looks better than a pass, null where none does.
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
    """What can be true of a world after a card. Among equally strong reasons the first is given."""

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
        now: The part of the worlds in which it is so after the best.
        instead: The same after the next; with better, in which that does better.
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
        is_every: Whether the worlds are all that agree with what was seen: then nothing is left to
            chance.
        target: The tricks or points whose chance is given: so many or more, where few are wanted or
            fewer; null where there is no such number.
        thumb: What the rule of thumb plays.
        cards: The cards that may be played, best first.
        by_chance: Whether cards are ranked, and behind is reckoned, by the chance of the bid. Given
            with unit.
        reason: Why the best card and not the next, over the first worlds; null with one card, or no
            reason.
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
        own = _OF_CARDS._replace(points=form, behind=form, head=view.rules.unit)
        if not self.by_chance:
            return own
        chances = [choice.reached or 0.0 for choice in self.cards]
        digits = int(max(chances) - min(chances) < 0.01)
        return own._replace(least=0.01, close=0.05, behind=f"z.{digits}%")

    @property
    def best(self) -> CardChoice:
        """The card to play."""
        return self.cards[0]
