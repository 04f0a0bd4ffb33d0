"""What to put away and which trump to name, one hand alone seen, the surprise among it.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In the first of
them the best choice with every trump is found with open cards, and what is best in some of them
enters a race: all choices are valued in further worlds, the same ones for all, and those that
cannot win drop out. A value is what the declarer is sure of with open cards, more than he can be
at the table, where he would have to know the others' hands to play for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from math import comb
from typing import NamedTuple, Unpack

from .. import checks
from ..cards import Contract, card_name, cards_in, hand_of
from ..engine import Engine, unproved
from ..errors import RuleError, StoppedError
from ..exchange.surprise import PutAwaySearch, TakenUp, check_trump
from ..notation import CardsLike, as_cards, parse_contract
from ..rules.scoring import Taken
from ..rules.trick import arranged
from ..run import Run
from .answer import PutAwayAdvice, PutAwayChoice
from .compare import (
    POINTS,
    SHOWN,
    Comparison,
    Row,
    chance_interval,
    cross_fitted,
    in_steps,
)
from .hand_policy import best_kept, hands_to_keep
from .observation import PutAwayObservation
from .race import Limits, Question, Race

SEARCHED = 40
"""In so many worlds the best choices are looked for."""

SEARCHING = 0.3
"""The fraction of the time that this may take."""


class Named(NamedTuple):
    """A trump to name and the cards to put away, as a hand."""

    contract: Contract
    away: int


def advise_put_away(
    observation: PutAwayObservation,
    *,
    contract: Contract | str | None = None,
    discarded: CardsLike = (),
    also: Sequence[CardsLike] = (),
    **limits: Unpack[Limits],
) -> PutAwayAdvice:
    """Return what to put away and which trump to name for most points on average.

    With a bid the declarer plays for what he marks. ``contract`` is the one trump to look at,
    ``discarded`` are the cards already put away, after which a trump alone is to be named, ``also``
    are cards to put away that are to be judged in any case. Raises RuleError for what is
    not allowed, StoppedError where not even two worlds were finished.
    """
    question = Question(PutAwayObservation, observation, **limits)
    trumps = observation.variant.trumps
    if contract is not None:
        trumps = (parse_contract(contract),)
        check_trump(observation.variant, trumps[0])
    asked = [_asked(observation, cards) for cards in checks.several(also, "also")]
    away = as_cards(discarded, "discarded")
    done = _asked(observation, away) if away else 0
    if done and asked:
        raise RuleError("the cards have been put away: no others are to be judged")
    race = _PutAway(question, observation, trumps, done, asked)
    race.run()
    return race.advice()


def _asked(observation: PutAwayObservation, cards: CardsLike) -> int:
    """Return cards asked about as a hand. Raises RuleError unless they can be put away."""
    away, size = as_cards(cards, "cards of also"), observation.variant.manni
    for card in away:
        if not observation.hand >> card & 1:
            raise RuleError(f"{card_name(card)} cannot be put away: it is not held")
    if len(set(away)) != len(away) or len(away) != size:
        names = " ".join(map(card_name, away))
        raise RuleError(f"{names or 'nothing'} put away: {size} different cards have to be")
    return hand_of(away)


class _PutAway(Race[Named, TakenUp, list[tuple[int, int]]]):
    """What to put away: choices come to points of the declarer and of the others."""

    def __init__(
        self,
        question: Question,
        observation: PutAwayObservation,
        trumps: Sequence[Contract],
        done: int,
        asked: Sequence[int],
    ) -> None:
        self.observation, self.trumps, self.asked = observation, trumps, asked
        self.variant, seat = observation.variant, observation.seat
        self.worlds = (
            TakenUp(self.variant, world.hands, world.manni, seat) for world in question.worlds
        )
        held = observation.hand & ~done
        self.classes = [observation.hand & ~kept for kept in hands_to_keep(self.variant, held)]
        trump, hand = best_kept(self.variant, held, trumps)
        self.thumb = Named(trump, observation.hand & ~hand)
        self.guarded = {self.thumb, *(Named(trump, away) for trump in trumps for away in asked)}
        self.candidates = comb(held.bit_count(), self.variant.tricks) * len(trumps)
        self.searched = self.to_search = 0
        choices = sorted({*self.guarded, *self._promising(question)})
        every = [self.variant.most_points(choice.contract) for choice in choices]
        ends = [
            sorted(self._marked(made, whole - made)[1] for made in (0, whole)) for whole in every
        ]
        # One world in which a bid is made after all moves what is marked by all that there is
        # between the two.
        between = max(high - low for low, high in ends)
        self.balance = Comparison(in_steps(between), [(low, high) for low, high in ends])
        points = Comparison(POINTS, [(0.0, float(whole)) for whole in every])
        super().__init__(question, choices, points, self.balance)

    def _promising(self, question: Question) -> set[Named]:
        """Return what is best with some trump in some of the worlds, and what is near that."""
        if len(self.classes) == 1:
            return {Named(trump, self.classes[0]) for trump in self.trumps}
        self.to_search = min(SEARCHED, question.wanted or SEARCHED)
        often: Counter[Named] = Counter()
        sums: Counter[Contract] = Counter()
        run, worlds = question.run.part(SEARCHING), islice(self.worlds, self.to_search)
        try:
            for found in question.pool().imap(self._best, worlds, run):
                self.searched += 1
                for choice, points in found:
                    often[choice] += 1
                    sums[choice.contract] += points
        except StoppedError:
            pass
        if not often:
            return set()
        trump = max(sums, key=lambda named: (sums[named], -named))
        most = max(
            (named for named in often if named.contract is trump),
            key=lambda named: (often[named], named),
        )
        near = [away for away in self.classes if (away & ~most.away).bit_count() == 1]
        return {*often, *(Named(trump, away) for away in near)}

    def _best(self, engine: Engine, world: TakenUp, run: Run) -> list[tuple[Named, int]]:
        """Return the best choice with every trump in a world, and its points."""
        search = PutAwaySearch(world, engine, run)
        every = [search.best(trump) for trump in self.trumps]
        if not search.exact:
            unproved(run)
        return [
            (Named(best.contract, hand_of(best.cards)), best.bounds[0])
            for best in every
            if best is not None
        ]

    # The race ------------------------------------------------------------------------

    def rounds(self) -> Iterable[Iterable[TakenUp]]:
        return self.growing(self.worlds)

    def value(self, engine: Engine, task: TakenUp, run: Run) -> list[tuple[int, int]]:
        guess, outcomes = None, []
        for choice in self.choices:
            position = task.position(*choice)
            guess = engine.value(position, self.observation.seat, run=run, guess=guess)
            outcomes.append((guess + task.points_put_away(choice.away), position.worth - guess))
        return outcomes

    def take(self, found: list[tuple[int, int]]) -> None:
        for index, (own, others) in enumerate(found):
            made, balance = self._marked(own, others)
            self.points.add(index, (own, own), reached=[(made, made)])
            self.balance.add(index, (balance, balance))

    def _marked(self, own: int, others: int) -> tuple[float, float]:
        """Return whether a bid is made, and what the declarer then marks more than each other."""
        observation, scoring = self.observation, self.variant.scoring
        if observation.standing is None:
            return 0.0, 0.0
        points = [0, 0, 0]
        points[observation.seat], points[observation.others[0]] = own, others
        taken = Taken(tuple(points), observation.seat, observation.standing)
        return float(taken.made), scoring.balance(scoring.marks(taken), observation.seat)

    @property
    def judged(self) -> Comparison:
        """What is marked, points while none makes the bid."""
        made = any(self.points.chances(index)["reached"][0] for index in range(len(self.choices)))
        return self.balance if made else self.points

    def drop(self) -> None:
        """Eliminate choices; with a bid, once one of them has made it."""
        if self.observation.standing is None or self.judged is self.balance:
            order = self.best_first()
            guarded = (at for at, choice in enumerate(self.choices) if choice in self.guarded)
            first = {self.choices[index].contract: index for index in reversed(order)}
            self.eliminate(order[0], (*order[:SHOWN], *first.values(), *guarded))

    # What they come to ---------------------------------------------------------------

    def advice(self) -> PutAwayAdvice:
        """Return what the race has come to."""
        observation, made = self.observation, None
        if observation.standing is not None:
            # Points decide between what is alike, and nothing else.
            looks = self.judged.values() + 1e-6 * self.points.values()
            # Worlds that did not choose what is best.
            made = float(cross_fitted(looks, self.points.reached()).mean())
        order = {choice: self._advised(choice, row) for choice, row in self.rows()}
        first: dict[Contract, PutAwayChoice] = {}
        for own in order.values():
            first.setdefault(own.contract, own)
        origin = self.origin()
        origin["partial"] |= self.searched < self.to_search
        return PutAwayAdvice(
            **origin,
            observation=observation,
            searched=self.searched,
            made=made,
            made_interval=None if made is None else chance_interval(made, self.met),
            best=tuple(order.values())[:SHOWN],
            trumps=tuple(first.values()),
            thumb=order[self.thumb],
            also=tuple(own for choice, own in order.items() if choice.away in self.asked),
            candidates=self.candidates,
            classes=len(self.classes) * len(self.trumps),
            raced=self.raced,
            left=len(self.choices),
        )

    def _advised(self, choice: Named, row: Row) -> PutAwayChoice:
        """Return a choice with what it came to."""
        index, chance, balance = self.choices.index(choice), None, None
        if self.observation.standing is not None:
            chance = self.points.chances(index)["reached"][0]
            balance = self.balance.estimate(index).mean
        return PutAwayChoice(
            **row,
            contract=choice.contract,
            cards=arranged(cards_in(choice.away), self.variant.rules),
            chance=chance,
            chance_interval=None if chance is None else chance_interval(chance, self.met),
            balance=balance,
        )
