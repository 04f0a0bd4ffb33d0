"""Answers of advice: what each choice came to over the worlds met, and how sure that is.

Every answer is rows of choices, the best first (of bids the lowest), and where they come from.
Points are expected points of the seat asked, and every interval has the confidence
``statistics.CONFIDENCE``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from manni.solver.advice.bid_plan import BidPlan
from manni.solver.advice.choices import Belief, Value
from manni.solver.advice.observation import Observation
from manni.solver.advice.reason import Reason
from manni.solver.advice.worlds import Credit
from manni.solver.cards import Seat
from manni.solver.exchange.discards import DiscardClass
from manni.solver.rules.auction import Call
from manni.solver.rules.bidding import Bid
from manni.solver.rules.contract import Contract
from manni.solver.rules.variant import Variant

Interval = tuple[float, float]


class Measure(NamedTuple):
    """What the choices of an answer are judged by.

    Less than ``least`` does not matter at the table, and up to ``close`` is about nothing where
    chance may explain it. ``head`` names the points, which are written in one format and what a
    choice is behind in another.
    """

    least: float = 0.1
    close: float = 0.5
    points: str = "+.2f"
    behind: str = "+.2f"
    head: str = "points"

    @property
    def is_chance(self) -> bool:
        """Whether choices are behind in a chance."""
        return self.behind.endswith("%")


_OF_CARDS = Measure(0.5, 2.0, "z.1f", "z.1f")
"""Points that cards have."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A choice with its expected points.

    ``behind`` is how much worse than the best choice it is, in points unless the advice goes by
    something else: fewer points, or more where few are wanted. It is ``told_apart`` from the best
    if chance does not explain that.
    """

    points: float
    interval: Interval
    behind: float
    behind_interval: Interval
    told_apart: bool


@dataclass(frozen=True, kw_only=True)
class Answer:
    """Where an answer comes from: so many ``worlds``, of a ``seed``, met in so many ``seconds``.

    They count as the ``effective`` number of independent ones of equal weight. ``belief`` is
    what the others were taken to do, None where nothing they did was to be believed. The answer
    is ``partial`` if the run was over before all that was asked for was looked at.
    """

    worlds: int
    effective: float
    belief: Belief | None
    seed: int
    seconds: float = field(compare=False)
    partial: bool

    @property
    def measure(self) -> Measure:
        """What its choices are judged by."""
        return Measure()


# Exchanging --------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DiscardAdvice(Choice):
    """A discard.

    ``rule`` is how many points fewer than the best the rule alone gives it, 0 where no rule
    applies. ``reached`` is the chance of each of the answer's ``marks``, and lies in
    ``reached_between`` whatever the values are that took too long.
    """

    alike: DiscardClass
    discards: tuple[int, ...]
    rule: float
    reached: tuple[float, ...]
    reached_between: tuple[Interval, ...]


@dataclass(frozen=True, kw_only=True)
class ExchangeAdvice(Answer):
    """The ``best`` discards of a view, best first, over the same worlds for all.

    Of ``candidates`` discards ``classes`` differ. A fitted rule looked at all of these;
    ``raced`` of them met worlds, ``left`` all of the worlds: the others could not win, or,
    where time is limited, looked worse and a world had no time for so many. They are in the
    order of the points and the rule together, which counts as ``rule_worlds`` worlds. ``also`` were
    asked about besides. In ``estimated``
    worlds some values took too long and are estimates, with a limit of time only. ``marks`` are the
    tricks whose chances are given: the target, in a great contract 14, 15 and 16 (NULLO: at most so
    many). ``credit`` says how good the worlds are, None where there was nothing to believe.
    """

    observation: Observation
    value: Value
    estimated: int
    best: tuple[DiscardAdvice, ...]
    stand: DiscardAdvice
    thumb: DiscardAdvice
    also: tuple[DiscardAdvice, ...]
    candidates: int
    classes: int
    raced: int
    left: int
    rule_worlds: int
    marks: tuple[int, ...]
    credit: Credit | None


# Putting away ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PutAwayChoice(Choice):
    """A trump to name and the cards to put away.

    ``chance`` is that of making the bid, and ``balance`` what the declarer marks more than each
    other on average; both are None without a bid. It is ``behind`` in balance, or in points
    without a bid or where none makes it in any world.
    """

    contract: Contract
    cards: tuple[int, ...]
    chance: float | None
    chance_interval: Interval | None
    balance: float | None


@dataclass(frozen=True, kw_only=True)
class PutAwayAdvice(Answer):
    """The ``best`` choices, best first, over the same worlds for all.

    Of ``candidates`` choices ``classes`` differ. Those that were best in some of the
    ``searched`` worlds, and those near the best of them, ``raced``, and ``left`` met all of
    the worlds. ``trumps`` has the best choice of every trump, the best first, ``thumb`` the rule
    of thumb's, ``also`` the cards asked about with every trump, the best first. The bid is
    ``made`` by what is best in such a part of the worlds, each of which counts for the choice
    that the others make, so that the luck of the choice is left out; None without a bid.
    """

    observation: Observation
    searched: int
    made: float | None
    made_interval: Interval | None
    best: tuple[PutAwayChoice, ...]
    trumps: tuple[PutAwayChoice, ...]
    thumb: PutAwayChoice
    also: tuple[PutAwayChoice, ...]
    candidates: int
    classes: int
    raced: int
    left: int

    @property
    def measure(self) -> Measure:
        """Points of the whole deal, of which more are close."""
        return Measure(close=5.0, points="z.2f")


# Declaring ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class CallAdvice(Choice):
    """A call.

    ``call`` is None for passing: then ``discards`` are none and the points are those of
    playing against the call that stands. ``later`` is what the contracts then left are
    worth, None where that is left out; ``total`` is with it, and it is ``behind`` in that.
    ``reached`` are the chances of ``marks``: the target, of a great contract 14, 15 and 16
    tricks; they lie in ``reached_between`` whatever is true of deals not proved. A fitted rule
    looked at it in ``ruled`` worlds, and the first ``worlds`` of them were solved, ``estimated``
    of these not to the end. It was ``dropped`` if no more were solved because it could not win.
    """

    call: Call | None
    discards: tuple[int, ...]
    later: float | None
    total: float
    marks: tuple[int, ...]
    reached: tuple[float, ...]
    reached_between: tuple[Interval, ...]
    worlds: int
    ruled: int
    estimated: int
    dropped: bool


@dataclass(frozen=True, kw_only=True)
class ContractAdvice(Answer):
    """The calls a seat may make, the best first.

    All of them met the same worlds, the call with most of them ``worlds``. ``credit`` says how
    good these are, None where there was nothing to believe.
    """

    variant: Variant
    seat: Seat
    hand: int
    standing: Call | None
    declarer: Seat | None
    value: Value
    calls: tuple[CallAdvice, ...]
    credit: Credit | None


# Naming trump ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TrumpChoice(Choice):
    """A trump to name, and the points that the seat takes under it."""

    contract: Contract


@dataclass(frozen=True, kw_only=True)
class TrumpAdvice(Answer):
    """The ``trumps`` that a seat may name, best first; ``thumb`` is that of the rule of thumb."""

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


@dataclass(frozen=True, kw_only=True)
class ClaimChoice(Choice):
    """To claim every trick, or to play on without.

    ``own`` and ``others`` are what the seat and each other mark on average. The points are the
    balance: how much more the seat marks, or less where marks are bad. ``chance`` is that of
    making the claim, None for playing on.
    """

    claims: bool
    chance: float | None
    chance_interval: Interval | None
    own: float
    others: float


@dataclass(frozen=True, kw_only=True)
class ClaimAdvice(Answer):
    """Both ``choices``, the better first; ``thumb`` is whether the rule of thumb claims."""

    observation: Observation
    thumb: bool
    choices: tuple[ClaimChoice, ...]

    @property
    def measure(self) -> Measure:
        """The balance."""
        return Measure(*_OF_CARDS[:2], "+.1f", "+.1f", "balance")

    @property
    def best(self) -> ClaimChoice:
        """Whether to claim."""
        return self.choices[0]

    @property
    def claim(self) -> ClaimChoice:
        """What the claim comes to."""
        return next(choice for choice in self.choices if choice.claims)


# Bidding -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BidAdvice(Choice):
    """A bid: how often it is made, and what the bidder and each other mark on average.

    Its ``points`` are the balance, what the bidder marks more than each other. It is ``behind``
    the best bid, or passing, which counts as 0, where that is best; by chance it may have brought
    more than what is best. It ``pays`` if it looks better than a pass. In an auction it ``brings``
    so much with what the others then say, and the seat ``declares`` so often; None where that was
    not tried.
    """

    bid: Bid
    chance: float
    chance_interval: Interval
    own: float
    others: float
    pays: bool
    brings: float | None = None
    declares: float | None = None


@dataclass(frozen=True, kw_only=True)
class BiddingAdvice(Answer):
    """Every bid that a hand may make, lowest first; ``best`` is None where to pass is best.

    Nothing is assumed of what passing leads to: it counts as 0. With the ``calls`` so far it is
    besides ``said`` what to say now. ``every`` has the
    points the hand is sure of in each world, lowest first, ``points`` those on average with their
    ``interval``.

    What is best ``brings`` so much on average, a pass 0: each world counts for the bid that the
    others choose, so that the luck of the choice is left out. ``pays_up_to`` is the highest number
    that pays, None if none does, and lies ``pays_between`` these. From ``enough`` worlds on it is
    known about well enough what is best brings.
    """

    variant: Variant
    hand: int
    above: Bid | None
    shown: tuple[int, ...]
    every: tuple[int, ...]
    points: float
    interval: Interval
    bids: tuple[BidAdvice, ...]
    best: BidAdvice | None
    brings: float
    brings_interval: Interval
    pays_up_to: Bid | None
    pays_between: tuple[Bid | None, Bid | None]
    enough: int
    calls: tuple[str, ...] | None = None
    said: BidPlan | None = None

    @property
    def too_few(self) -> bool:
        """Whether the worlds are too few to tell what is best."""
        return self.worlds < self.enough


# Playing a card ----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class CardAdvice(Choice):
    """A card, with those equal to it, and its expected points for the deal.

    Where cards have points, these are what the seat takes, with its partner if it has one. It is
    ``behind`` in points or, where the advice goes by the chance of a bid, in that. ``reached``
    is the chance that the seat has what it wants, None where that is only points; ``best_in``
    the part of the worlds in which no card does better. ``rollout`` and ``open_cards`` are the
    points by what they were estimated, the other being None.
    """

    card: int
    equals: tuple[int, ...]
    reached: float | None
    best_in: float
    rollout: float | None
    open_cards: float | None


@dataclass(frozen=True, kw_only=True)
class PlayAdvice(Answer):
    """The ``cards`` a seat may play, best first.

    ``solved`` of the worlds were solved with open cards. ``is_every`` is set where the worlds are
    all there are: chance has no part in the figures then. ``target`` is what the seat's chance of
    is given: so many tricks or points, or more, or where few are wanted fewer; None where there is
    no such number. The advice goes ``by_chance`` where a bid is
    to be made or beaten and the cards differ in that. ``reason`` is why the best is not the next
    one: None where that was not asked, or there is no other. ``thumb`` is what the rule of thumb
    plays.
    """

    observation: Observation
    solved: int
    is_every: bool
    target: int | None
    by_chance: bool
    reason: Reason | None
    thumb: int
    cards: tuple[CardAdvice, ...]

    @property
    def measure(self) -> Measure:
        """Points of the deal, those of cards, or the chance of a bid."""
        if self.observation.variant.has_targets:
            return Measure()
        own = _OF_CARDS._replace(head=self.observation.rules.unit)
        return own._replace(least=0.01, close=0.05, behind="z.0%") if self.by_chance else own

    @property
    def best(self) -> CardAdvice:
        """The card to play."""
        return self.cards[0]
