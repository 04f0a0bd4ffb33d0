"""Which card to play, for a seat that sees only its own hand.

Deals that agree with what was seen are sampled (``worlds``) and weighted by the opponent model: by
how likely it makes the others' exchanges, calls and plays. In each deal every legal card is played,
and the deal is rolled out by the policy (``card_policy``), in which every seat uses its own
knowledge alone. All cards are evaluated on the same deals.

Rollouts are replaced by solving in four cases: a hand lies open, hands lie in piles, a misère is
played, every trick is claimed.

**Solved deals.** A card is worth what the seat's side takes after it if everybody sees all cards
from then on. This overestimates: it takes for granted that the seat guesses right later, and that
the others do (docs/internals/rejected.md).

**Reasons.** An answer says why a card is better than the second best. After either card the deals
are rolled out, and some facts are counted by weight: which side takes the trick, what becomes of
the card that is kept back, whether the seat ruffs. Of the facts that favour the best card, the one
with the greatest difference becomes the reason. If no fact differs enough, or if deals are solved,
the reason is how often the card does better and how often worse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count, islice, starmap
from operator import add
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from ..cards import (
    RANKS,
    Contract,
    Seat,
    cards_in,
    rank_of,
    suit_of,
)
from ..engine import Engine
from ..errors import StoppedError
from ..position import Position
from ..rollouts import game_of, rollouts
from ..rules.auction import Aim
from ..rules.trick import TrickRules
from ..rules.variant import Variant, points, trick_splits
from ..run import Run
from ..schema import Interval
from ..values.solution import Shares, share
from .answer import CardChoice, Fact, PlayAdvice, Reason
from .card_policy import rule_of_thumb
from .choices import WORLDS, Belief
from .compare import (
    Comparison,
    Fields,
    Flags,
    Floats,
    HandArray,
    average,
    best_first,
)
from .observation import Known, Observation
from .opponent_model import in_no_hand, play_is_informative
from .race import BLOCK, Limits, Question, Race
from .worlds import DealSample, position_maker


def open_card_totals(
    observation: Observation, world: DealSample, cards: Sequence[int], engine: Engine, run: Run
) -> list[float]:
    """Return what the seat and its partners take in the whole deal after each of some cards.

    Values are tricks or points with open cards: by guarantee for two sides, by share where each
    seat plays for itself. Where the score makes others help a claimer, the value is what the
    claimer takes: everything if that is certain with the helpers, else the claimer's own guarantee.
    Raises StoppedError once the run is over.
    """
    record, side, seat = observation.record, observation.side, observation.seat
    declarer, helpers = observation.declarer, observation.helpers
    position = position_maker(observation, world, observation.played)(
        observation.contract,
        record.leader,
        record.table,
        rules=observation.rules,
        declarers=observation.declarers,
    )
    declares, claimer = declarer in side, None
    if declarer is not None and not {*helpers} <= {*position.side(declarer)}:
        claimer, seat = declarer, declarer if declares else seat
        side = position.side(seat)
    won = sum(record.won[seat] for seat in side)
    if declares and scores_put_away(observation):
        won += int(pile_points(observation, world.hands)[0])
    taken = []
    for card in cards:
        after = position.play(card)
        if claimer is not None and engine.takes_all(after, claimer, helpers, run=run):
            rest: float = after.worth * declares
        elif position.two_sided:
            rest = engine.value(after, seat, run=run)
        else:
            rest = float(open_shares(after, engine, run)[observation.seat])
        taken.append(won + sum(after.gain(seat) for seat in side) + rest)
    return taken


def open_shares(position: Position, engine: Engine, run: Run) -> Shares:
    """Return the shares of the seats from here on, each playing for itself.

    Of two partners the one that comes first in playing order has the share of both. Raises
    StoppedError once the run is over.
    """
    sure = [
        engine.value(position, seat, run=run) if seat is position.side(seat)[0] else 0
        for seat in position.seats
    ]
    return share(sure, position.worth, position.contract, position.rules)


def scores_put_away(observation: Observation) -> bool:
    """Return whether the cards put away count for the declarer."""
    return observation.variant.pile_counts and observation.exchange.picks_up


def pile_points(observation: Observation, hands: HandArray) -> Floats:
    """Return by deal the points of the cards that are in no hand at the first lead."""
    return card_points(observation.rules, in_no_hand(observation, hands))


def card_points(rules: TrickRules, hands: HandArray) -> Floats:
    """Return the card points of each hand."""
    points = np.zeros(len(hands))
    for card in cards_in(int(np.bitwise_or.reduce(hands))):
        points += rules.card_points[rank_of(card)] * (hands >> np.uint64(card) & 1)
    return points


def points_wanted(observation: Observation) -> int | None:
    """Return the points whose probability the answer gives, None where more are simply better.

    They are those of the bid. Without a bid they are the least that scores or, in dix-sept *au
    coup*, the least that costs nothing.
    """
    bid = observation.standing
    if bid is not None:
        return {Aim.POINTS: bid.worth, Aim.NONE: 0, Aim.ALL: None}[bid.aim]
    return observation.variant.scoring.points_wanted


# Why a card ---------------------------------------------------------------------------

_ENOUGH = 0.1
"""The least difference, as a part of the worlds, that is a reason."""


def better_reason(other: int, best: Floats, others: Floats, weights: Floats) -> Reason | None:
    """Return the fractions of deals in which the best card does better and worse than another.

    Return None if it does not do better more often, which is no reason.
    """
    ahead = best - others
    now, instead = (_weighted_fraction(more > 1e-9, weights) for more in (ahead, -ahead))
    return Reason(Fact.BETTER, other, now, instead) if now - instead >= 0.01 else None


def _weighted_fraction(so: Flags, weights: Floats) -> float:
    return float(average(so.astype(np.float64), weights))


def rollout_reason(
    observation: Observation, met: DealSample, weights: Floats, best: int, other: int
) -> Reason | None:
    """Return the fact that differs most between two cards, None where none differs enough.

    A fact is no reason if the same fact, stated of the other card, favours the other card too.
    ``met.gone`` has the cards that each seat knows to be out of play.
    """
    size, players = met.hands.shape
    left = players * observation.variant.tricks - len(observation.played)
    taken, courses = np.zeros((size, 2, players), np.int16), np.zeros((size, 2, left), np.int8)
    so_far = met.hands, met.gone, observation.leader, observation.played
    game, cards = observation.rollout_game, (best, other)
    rollouts().play(game, *so_far, cards, taken, met.plays_randomly, courses)
    ways = courses.swapaxes(0, 1)

    def speaking(one: int, two: int, ways: NDArray[np.int8]) -> dict[Fact, tuple[float, Reason]]:
        """Return the facts that speak for card ``one``, each with its difference."""
        reasons, after = {}, [_facts(observation, played, one, two) for played in ways]
        for fact in after[0]:
            now, instead = (_weighted_fraction(facts[fact], weights) for facts in after)
            # Being ruffed is bad where tricks are wanted; all other facts are good.
            gain = (now - instead) * (-1 if (fact is Fact.RUFFED) != observation.avoids else 1)
            if round(gain, 9) >= _ENOUGH:
                reasons[fact] = gain, Reason(fact, two, now, instead)
        return reasons

    reasons, back = speaking(best, other, ways), speaking(other, best, ways[::-1])
    alone = (reasons[fact] for fact in Fact if fact in reasons and fact not in back)
    return max(alone, key=lambda pair: round(pair[0], 2), default=(0.0, None))[1]


def _facts(
    observation: Observation, played: NDArray[np.int8], best: int, other: int
) -> dict[Fact, Flags]:
    """Return by deal which facts hold if these cards are played from now on."""
    trump, record = observation.contract.trump, observation.record
    size, players = len(played), observation.variant.players
    table = np.tile(np.array(record.table, np.int64), (size, 1))
    cards = np.hstack([table, played]).reshape(size, -1, players)
    suits = cards // RANKS
    led = suits[:, :, 0]
    power = np.array(observation.rules.heights)[cards % RANKS] + 20 * (suits == led[:, :, None])
    if trump is not None:
        power += 40 * (suits == trump)
    place = power.argmax(axis=2)
    # The winner of a trick leads to the next.
    takers = (record.leader + place.cumsum(axis=1)) % players
    winning = np.take_along_axis(cards, place[:, :, None], axis=2)[:, :, 0]
    ours = np.isin(takers, list(observation.side))

    facts = {
        Fact.TAKES: (winning == best).any(axis=1),
        Fact.OTHER_TAKES: (winning == other).any(axis=1),
        Fact.TRICK: ours[:, 0],
    }
    if trump is not None:
        ruffed = (winning // RANKS == trump) & (led != trump)
        facts[Fact.RUFFS] = (ruffed & (takers == observation.seat)).any(axis=1)
        if suit_of(best) != trump:
            played_there = (cards == best).any(axis=2) & (led == suit_of(best))
            facts[Fact.RUFFED] = (ruffed & ~ours & played_there).any(axis=1)
    return facts


# The race -----------------------------------------------------------------------------

MEMORY_MB = 64
MOST_EVERY = 2000
"""If at most this many deals agree with what was seen, all are evaluated instead of a sample.

There must also be no more of them than were asked for.
"""
_FRESH = 1 << 21  # above the numbers of blocks
"""Added to the seed in ``card_behind``, so that its deals are not those of the advice."""


def advise_play(
    observation: Known,
    *,
    belief: Belief = Belief.SOFT,
    **limits: Unpack[Limits],
) -> PlayAdvice:
    """Return the expected points of every card that may be played, and a reason for the best.

    >>> from manni import Deal, advise_play
    >>> from manni.solver.notation import format_card
    >>> hands = [None, None, "AQ5.K84.J962.T7"]
    >>> deal = Deal(hands, "hornafjordur", contract="NT", leader="F", play="C8 C9")
    >>> format_card(advise_play(deal, worlds=100).best.card)
    'CT'

    ``limits`` are the keyword arguments ``worlds``, ``seconds``, ``seed``, ``threads``,
    ``memory_mb``, ``pool`` and ``run``; ``worlds`` or a time limit must be given. Without a time
    limit the answer depends on ``worlds``, ``seed`` and ``belief`` alone.

    Raises StoppedError if not even the first deals were evaluated in time, DealError if no deal
    agrees with what is known.
    """
    observation = Observation.at(observation, "card")
    return _run_race(observation, observation.equivalent_cards(), belief, **limits).advice()


def quick_card(observation: Observation, **limits: Unpack[Limits]) -> int:
    """Return the best card at less expense: deals take fewer Metropolis steps.

    Raises the same errors as ``advise_play``.
    """
    race = _run_race(observation, observation.equivalent_cards(), quick=True, **limits)
    return race.card(race.best_first()[0])


def card_behind(
    observation: Observation, card: int, best: int, **limits: Unpack[Limits]
) -> tuple[float, Interval]:
    """Return by how much a card is behind another, in points or in the probability of the bid.

    The deals are not those of ``advise_play`` with the same seed. There the best of several means
    owes its place to chance as well; in fresh deals the difference is unbiased. Raises StoppedError
    if the run is over before all deals were evaluated.
    """
    race = _run_race(observation, [(best,), (card,)], Belief.SOFT, _FRESH, **limits)
    if race.is_partial:
        raise StoppedError("the run was over before all worlds were met")
    ranked_by = race.compared[-1] if race.by_bid else race.points
    behind = ranked_by.behind(0)
    return float(behind.means[1]), behind.interval(1)


def _run_race(
    observation: Observation,
    groups: Sequence[Group],
    belief: Belief = Belief.SOFT,
    *number: int,
    quick: bool = False,
    **limits: Unpack[Limits],
) -> _CardRace:
    """Return the race of groups of cards after all deals; of solved ones no number is usual."""
    limits.setdefault("memory_mb", MEMORY_MB)
    usual = WORLDS if observation.rolls_out else None
    question = Question(observation, belief, number, default=usual, **limits)
    question.worlds.quick = quick
    question.run.check()
    race = _CardRace(question, observation, groups)
    race.run()
    return race


Group = tuple[int, ...]


class _CardRace(Race[Group]):
    """Groups of equivalent cards, compared by points and by the ``chance`` of ``target``.

    Deals are rolled out, or solved where that is not possible. Points are the score of the deal or,
    where cards have points, what the side takes; ``sign`` is -1 where few are wanted. ``target`` is
    the number of tricks or points that the seat wants.
    """

    block = 250  # large: the deals of a block are resampled and moved by Metropolis steps together

    def __init__(
        self, question: Question, observation: Observation, groups: Sequence[Group]
    ) -> None:
        self.observation, self.belief = observation, question.worlds.belief
        self.cards, self.thumb = [group[0] for group in groups], rule_of_thumb(observation)
        self.sampled: list[DealSample] = []
        self.by_bid, self.rolls_out = observation.standing is not None, observation.rolls_out
        variant, contract = observation.variant, observation.contract
        self.marks = None
        self.target: int | None
        if observation.rules.is_plain:
            self.target = observation.target
            great, declarer = observation.great, observation.declarer
            self.marks = points_by_tricks(variant, contract, great, declarer)[..., observation.seat]
            won = observation.record.won
            scores = [
                self.marks[tuple(map(add, won, more))[:-1]]
                for more in trick_splits(variant.tricks - sum(won), variant.players)
            ]
            ends = float(min(scores)), float(max(scores))
            step = (ends[1] - ends[0]) / observation.left.bit_count()
        else:
            self.target = points_wanted(observation)
            if not play_is_informative(observation, self.belief):
                self.belief = Belief.NONE
            most = float(variant.most_points(contract))
            ends, step = (0.0, most), most / variant.tricks
            if observation.avoids:
                self.sign, ends = -1, (-most, 0.0)
        by_chance = self.by_bid or self.target is not None
        self.chance = Comparison(len(groups), 1.0, (0.0, 1.0)) if by_chance else None
        points = Comparison(len(groups), step, ends)
        super().__init__(question, groups, points, *filter(None, [self.chance]))
        if self.rolls_out or observation.piles or observation.is_told:
            self.most = min(question.wanted or MOST_EVERY, MOST_EVERY)

    # Evaluation ----------------------------------------------------------------------

    @property
    def has_answer(self) -> bool:
        return self.sample_size > 0

    def evaluate_samples(self) -> Iterator[None]:
        if self.rolls_out:
            yield from super().evaluate_samples()
            return
        question, whole = self.question, self.enumerate_all()
        blocks = (question.worlds.block(number, BLOCK) for number in count())
        # The first deals are the same however many are wanted.
        some = islice(chain.from_iterable(map(DealSample.rows, blocks)), question.wanted)
        for worlds, taken in question.solve(self._solved, some if whole is None else whole.rows()):
            self.add(worlds, self.score_deals(worlds, taken))
            yield

    def _solved(
        self, engine: Engine, world: DealSample, run: Run
    ) -> tuple[DealSample, NDArray[Any]]:
        """Return a deal, and what the side takes in it after each card."""
        run.check()
        taken = open_card_totals(self.observation, world, self.cards, engine, run)
        return world, np.array([taken])

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        if self.sample_size < WORLDS:
            gone = known_discards(self.observation, worlds)
            self.sampled.append(worlds._replace(gone=gone))
        return self.score_deals(worlds, roll_out_cards(self.observation, worlds, self.cards))

    def score_deals(self, worlds: DealSample, taken: NDArray[Any]) -> Sequence[Floats]:
        """Return points and, if there is a target, whether it is reached: ``[deals, cards]``."""
        observation, bid = self.observation, self.observation.standing
        contract, rules, hands = observation.contract, observation.rules, worlds.hands
        if self.marks is not None:
            made = contract.sign * (taken[:, :, observation.seat] - self.target) >= 0
            points: Floats = self.marks[(*np.moveaxis(taken[:, :, :-1], 2, 0),)]
            return points, made.astype(np.float64)
        declarer, counts = observation.declarer, scores_put_away(observation)
        if self.rolls_out:
            taken = taken.astype(np.float64)
            if declarer is not None and counts:
                taken[:, :, declarer] += pile_points(observation, hands)[:, None]
            taken = taken[:, :, list(observation.side)].sum(axis=2)
        points = self.sign * taken
        if self.chance is None:
            return (points,)
        if bid is None:
            return points, (taken >= self.target).astype(np.float64)
        held = np.bitwise_or.reduce(hands, axis=1)
        if counts:
            held[:] = observation.variant.pack
        whole = card_points(rules, held)[:, None] + rules.trick_points * observation.variant.tricks
        declares = declarer in observation.side
        by_declarers = np.round(taken if declares else whole - taken)
        if bid.aim is Aim.POINTS:
            made = by_declarers >= bid.worth
        else:
            made = by_declarers == (0 if bid.aim is Aim.NONE else whole)
        return points, (made == declares).astype(np.float64)

    # The answer ----------------------------------------------------------------------

    @property
    def ranked_by(self) -> Comparison:
        """The probability of the bid, if there is one and the cards differ in it; else points."""
        chance = self.chance
        if chance is None or not self.by_bid or np.ptp(chance.averages()) == 0:
            return self.points
        return chance

    def best_first(self) -> list[int]:
        """Return the groups in order; on ties the one with the card of the rule of thumb first."""
        is_thumb = np.array([self.thumb in group for group in self.choices], np.float64)
        return best_first(self.ranked_by.averages(), self.points.averages(), is_thumb)

    def card(self, index: int) -> int:
        """Return the card of a group to play: that of the rule of thumb, or the first."""
        return self.thumb if self.thumb in self.choices[index] else self.cards[index]

    def advice(self) -> PlayAdvice:
        """Return the answer from the deals evaluated."""
        observation, points, ranked_by = self.observation, self.points, self.ranked_by
        rolls_out, order = self.rolls_out, self.best_first()
        chances = None if self.chance is None else self.chance.averages()
        best = points.values >= points.values.max(axis=1, keepdims=True) - 1e-9
        best_in = average(best.astype(np.float64), points.weights)

        def advised(index: int, group: Group, figures: Fields) -> CardChoice:
            return CardChoice(
                **figures,
                card=self.card(index),
                equals=group,
                reached=None if chances is None else float(chances[index]),
                best_in=float(best_in[index]),
                rollout=figures["points"] if rolls_out else None,
                open_cards=None if rolls_out else figures["points"],
            )

        origin = self.origin()
        origin["belief"] = None if self.belief is Belief.NONE else self.belief
        return PlayAdvice(
            **origin,
            observation=observation,
            solved=0 if rolls_out else self.sample_size,
            is_every=self.is_every,
            target=self.target,
            by_chance=ranked_by is not points,
            reason=self._reason(*order[:2])
            if not observation.knows_all and self.sample_size > 1 < len(order)
            else None,
            thumb=self.thumb,
            cards=tuple(starmap(advised, self.rows())),
        )

    def _reason(self, best: int, other: int) -> Reason | None:
        """Return why the best card is better than the second best, None if there is no reason."""
        ranked_by, next_best = self.ranked_by, self.cards[other]
        if self.sampled:
            met = DealSample(*map(np.concatenate, zip(*self.sampled, strict=True)))
            weights = ranked_by.weights[: len(met.hands)]
            reason = rollout_reason(self.observation, met, weights, self.cards[best], next_best)
            if reason is not None:
                return reason
        values = ranked_by.values
        return better_reason(next_best, values[:, best], values[:, other], ranked_by.weights)


def roll_out_cards(
    observation: Observation, drawn: DealSample, cards: Sequence[int]
) -> NDArray[np.int16]:
    """Roll deals out after each of some cards; return what seats take: ``[deals, cards, seats]``.

    All seats follow the policy, but for those that play at random in a deal. Without cards the
    policy chooses the next one too.
    """
    worlds, players = drawn.hands.shape
    taken = np.zeros((worlds, len(cards) or 1, players), np.int16)
    game, gone = observation.rollout_game, known_discards(observation, drawn)
    so_far = drawn.hands, gone, observation.leader, observation.played
    rollouts().play(game, *so_far, cards, taken, drawn.plays_randomly)
    return taken


def roll_out_deals(
    variant: Variant, contract: Contract, declarer: Seat | None, hands: HandArray, gone: HandArray
) -> NDArray[np.int16]:
    """Roll deals out from the first lead; return what seats take: ``[deals, seats]``.

    Each seat knows its own discards, ``gone``.
    """
    rules, declarers = variant.rules_of(contract), variant.side_declaring(declarer)
    game = game_of(rules, contract, declarers, variant.pack, variant.players)
    taken = np.zeros((len(hands), 1, variant.players), np.int16)
    rollouts().play(game, hands, gone, variant.leader(declarer), (), (), taken)
    return taken[:, 0]


def known_discards(observation: Observation, drawn: DealSample) -> HandArray:
    """Return the cards that each seat knows to be out of play: the declarer those put away too."""
    gone = drawn.gone
    if observation.declarer is not None and observation.exchange.picks_up:
        gone = gone.copy()
        gone[:, observation.declarer] = in_no_hand(observation, drawn.hands)
    return gone


@cache
def points_by_tricks(
    variant: Variant, contract: Contract, great: bool, declarer: Seat | None
) -> Floats:
    """Return a table of the points of all seats, indexed by the tricks of each but the dealer."""
    table = np.zeros((*(variant.tricks + 1,) * (variant.players - 1), variant.players))
    for won in trick_splits(variant.tricks, variant.players):
        table[won[:-1]] = points(variant, contract, great, declarer, won)
    return table
