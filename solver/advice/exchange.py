"""What to exchange for a seat that sees only its own cards.

Fitted rules choose the discards that are raced over sampled deals. Points
are what the rule that looks at deals says of many worlds and by how much it is off in those
solved; once more were solved than it has looked at, these alone.
To the order it still counts as some worlds (``compare`` says how).

A world's values are those with open cards: everybody in it knows all hands. So its points
are those of perfect play, which nobody at the table can achieve. With a time limit a world may
take only a part of it: what is not proved by then is estimated, and if that happens too often the
worse half of the discards is left out.

**Suits that may change places**: what differs in nothing but their names is worth the same.

**Which discards enter a race**: those that fitted rules like best.

One rule (``evaluation``) looks at the cards of all discards by themselves. Another looks at
the three hands after the exchange, in many worlds and without any search, so that it sees what a
discard does in each. It chooses those that are raced, and is the control variate of what they come
to: the race finds how far it is off. Of discards that differ only in the names of suits, which may
change places, one enters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice, permutations
from typing import Unpack

import numpy as np

from .. import checks
from ..cards import (
    RANKS,
    SUITS,
    BySeat,
    Contract,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
    suit_ranks,
)
from ..engine import Engine
from ..exchange.discards import DiscardClass, discard_classes
from ..notation import HandLike, as_put_down
from ..rules.auction import Call
from ..rules.exchange import check_discard
from ..rules.trick import strength
from ..run import Run
from .answer import DiscardChoice, ExchangeAdvice
from .choices import RACED, Belief, Value
from .declaration import auction_of
from .evaluation import (
    Evaluator,
    FittedPoints,
    Outcome,
    exchange_values,
    is_fitted_to,
)
from .hand_policy import card_margins, thumb_of
from .observation import ContractObservation, ExchangeObservation
from .old_compare import (
    SHARES,
    SHOWN,
    Comparison,
    Floats,
    Prior,
    best_first,
    normalized,
)
from .old_race import Limits, Question, Race
from .worlds import Worlds, after_exchange

Renaming = tuple[int, ...]
"""By suit, the suit that takes its place."""


def renamed(cards: int, renaming: Renaming) -> int:
    """Return cards, as a hand, with the suits in their new places."""
    hand = 0
    for suit, place in enumerate(renaming):
        hand |= suit_ranks(cards, suit) << RANKS * place
    return hand


def renamings(observation: ContractObservation, other: ContractObservation) -> Iterator[Renaming]:
    """Yield the renamings of suits that make what one seat has seen what another has."""
    same = _placed(other, tuple(range(SUITS)))
    return (each for each in permutations(range(SUITS)) if _placed(observation, each) == same)


def _placed(observation: ContractObservation, renaming: Renaming) -> list[object]:
    """Return what a seat has seen before the play, with the suits in their new places.

    Of the calls that is also what could have been called: an overcall may have to be higher, and
    then suits in other places could not have been.
    """

    def place(contract: Contract) -> Contract:
        return contract if contract.trump is None else Contract(renaming[contract.trump])

    def placed(call: Call | None) -> Call | None:
        return None if call is None else Call(place(call.contract), call.great)

    cut = 0 if observation.cut is None else 1 << observation.cut
    sets = observation.hand, observation.gone, cut, observation.variant.pack
    found: list[object] = [
        observation.variant,
        observation.seat,
        observation.taken,
        observation.declarer,
        observation.great,
        place(observation.contract),
        *(renamed(cards, renaming) for cards in sets),
    ]
    if observation.calls:
        auction = auction_of(observation.variant, observation.lines_left)
        found += [frozenset(map(place, left)) for left in auction.left]
        for call in observation.calls:
            found += [placed(call), frozenset(map(placed, auction.legal()))]
            auction = auction.call(call)
    return found


# Which discards enter -----------------------------------------------------------------

LEAST_RACED = 4
"""How many discards are raced at least, however slow a world is."""

RULE_WORLDS = {"NT": 20, "trump": 10, "NULLO": 20}
"""How many worlds the rule counts as, by kind of contract, in games it was fitted to.

About what chose best in a study of some dozens of hands. It is also the ratio of two
variances, of a difference in one world (0.7²) and of the rule's error (0.15²).
"""


LOOKED_AT = 150
"""How many discards the rule looks at: those that look best by their cards alone."""

FIRST_WORLDS = 20
"""In how many worlds it looks at them."""

RULED_WORLDS = 150
"""In how many worlds it looks at those that are raced."""

Hands = BySeat[int]


class Discarding:
    """A seat's discards in its worlds: the deals after the exchanges, and what the rule says.

    ``prior`` is how far the rule is off, None where that is not known: then it says nothing.
    """

    def __init__(self, observation: ContractObservation, worlds: Worlds) -> None:
        self.observation, self.worlds = observation, worlds
        self._rule = FittedPoints.of(observation)
        prior = None if self._rule is None else self._rule.prior
        self.prior = None if prior is None else prior._replace(whole=True)

    def deals(self, number: int, discards: Iterable[int]) -> Iterator[Hands]:
        """Yield the hands after the exchanges for each of some discards, in a numbered world."""
        observation, world = self.observation, self.worlds[number]
        after: dict[int, tuple[Hands, int]] = {}
        for discard in discards:
            size = discard.bit_count()
            if size not in after:
                after[size] = after_exchange(observation, world, size)
            others, drawn = after[size]
            hands = list(others)
            hands[observation.seat] = observation.hand & ~discard | drawn
            yield hands[0], hands[1], hands[2]

    def look(
        self, discards: Sequence[int], worlds: int, run: Run | None = None
    ) -> tuple[Floats, Floats]:
        """Return the rule's points of discards, a row each, and what the worlds count, 1 in sum.

        If the ``run`` is over before, there are fewer ``worlds``, but two at least.
        """
        assert self._rule is not None
        columns: list[Floats] = []
        for number in range(worlds):
            if run is not None and len(columns) > 1 and run.is_over():
                break
            deals = list(self.deals(number, discards))
            columns.append(self._rule.points(np.array(deals, dtype=np.uint64)))
        weights = [self.worlds.weight(number) for number in range(len(columns))]
        return np.stack(columns, axis=1), normalized(weights)


@dataclass(eq=False)
class Entrant:
    """A discard, those alike as one, and the points that the fitted rule gives it.

    Only differences of these points mean anything; they are 0 if the rule does not apply.
    Standing pat, the rule of thumb's discard and those asked for are ``guarded``: they are
    never dropped. ``twins`` are the discards that it is with the suits renamed. ``plain`` is what
    it is if of every suit as many cards go, the worst ones.
    """

    alike: DiscardClass
    rule_points: float
    guarded: bool
    plain: int
    twins: tuple[DiscardClass, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether no better card of a suit goes than one that stays."""
        return self.plain in self

    def __contains__(self, cards: int) -> bool:
        return any(cards in discards for discards in (self.alike, *self.twins))


@dataclass(frozen=True)
class Entrants:
    """The discards that enter a race, the most promising first.

    Of ``candidates`` discards ``classes`` differ. The rule counts as ``rule_worlds``
    worlds, none if it does not apply; ``thumb`` is the rule of thumb's discard.
    """

    field: tuple[Entrant, ...]
    candidates: int
    classes: int
    rule_worlds: int
    thumb: int


def entrants_of(
    observation: ContractObservation,
    only: Iterable[int] | None,
    raced: int | None,
    also: Sequence[int] = (),
    ruled: Discarding | None = None,
) -> Entrants:
    """Return the discards to be raced: as many as ``raced`` says, None for all.

    ``only`` are those to choose from, as hands, by default all that are legal. Standing
    pat, the rule of thumb's discard and those of ``also`` come on top. ``ruled`` looks at
    those that are liked best by their cards alone, in some worlds. With a discard by which a
    better card of a suit goes than one that stays enters the plain one.
    """
    thumb = thumb_of(observation)
    if raced is not None:
        raced = checks.number(raced, "raced", 1)
    everything = discard_classes(
        observation.hand,
        observation.sizes(),
        lambda size: observation.unseen,
        ace_low=observation.ace_low,
    )
    possible = everything
    if only is not None:
        wanted = {0, thumb, *also, *only}
        possible = [each for each in everything if any(cards in each for cards in wanted)]
    twins = _twins(observation, possible)
    points = exchange_values(
        observation.contract, observation.hand, list(twins), observation.ace_low
    )
    field = [
        Entrant(
            own,
            liked,
            any(cards in each for cards in (0, thumb, *also) for each in (own, *others)),
            worst_down(observation, own.cards),
            others,
        )
        for (own, others), liked in zip(twins.items(), points, strict=True)
    ]
    applies = is_fitted_to(observation)
    order = _liked_first(observation, field, None if applies else thumb)
    if ruled is not None and ruled.prior is not None:
        applies = True
        order = order[:LOOKED_AT] + [own for own in order[LOOKED_AT:] if own.guarded]
        looked, counts = ruled.look([own.alike.cards for own in order], FIRST_WORLDS)
        for own, value in zip(order, (looked @ counts).tolist(), strict=True):
            own.rule_points = value
        order.sort(key=lambda own: -round(own.rule_points, 9))
    if not applies:
        for own in field:
            own.rule_points = 0.0
    if raced is not None:
        most = max(raced, LEAST_RACED)
        order = order[:most] + [own for own in order[most:] if own.guarded]
    return Entrants(
        tuple(_with_plain(order, field)),
        candidates=sum(map(len, everything)),
        classes=len(everything),
        rule_worlds=RULE_WORLDS[observation.contract.kind] if applies else 0,
        thumb=thumb,
    )


def worst_down(observation: ContractObservation, discards: int) -> int:
    """Return as many cards of every suit, as a hand: the lowest, the highest to avoid tricks."""
    down, sign = 0, observation.contract.sign
    for suit in range(SUITS):
        held = [card for card in cards_in(observation.hand) if suit_of(card) == suit]
        held.sort(key=lambda card: sign * strength(rank_of(card), observation.ace_low))
        down |= hand_of(held[: suit_ranks(discards, suit).bit_count()])
    return down


def _with_plain(chosen: Sequence[Entrant], field: Sequence[Entrant]) -> dict[Entrant, None]:
    """Return those chosen, each that is not plain with the plain one, which follows it."""
    wanted = {own.plain for own in chosen if not own.is_plain}
    plain = {cards: own for own in field if own.is_plain for cards in wanted if cards in own}
    return dict.fromkeys(each for own in chosen for each in (own, plain.get(own.plain, own)))


def _twins(
    observation: ContractObservation, possible: Sequence[DiscardClass]
) -> dict[DiscardClass, tuple[DiscardClass, ...]]:
    """Return discards, of those that are each other with the suits renamed one for all."""
    alike = list(renamings(observation, observation))
    first: dict[int, DiscardClass] = {}
    twins: dict[DiscardClass, tuple[DiscardClass, ...]] = {}
    for own in possible:
        name = min(renamed(own.cards, each) for each in alike)
        if name in first:
            twins[first[name]] += (own,)
        else:
            first[name] = own
            twins[own] = ()
    return twins


def _liked_first(
    observation: ContractObservation, field: Sequence[Entrant], thumb: int | None
) -> list[Entrant]:
    """Return discards by the fitted rule, the best first.

    If ``thumb`` is given, as in games that the rule was not fitted to, they alternate with
    those that the rule of thumb likes.
    """
    by_rule = sorted(field, key=lambda own: (-own.rule_points, own.alike.cards))
    if thumb is None:
        return by_rule
    margins = card_margins(observation.contract, observation.hand, observation.ace_low)

    def cost(own: Entrant) -> tuple[float, bool]:
        margin = sum(margins[card] for card in cards_in(own.alike.cards))
        return round(margin, 9), thumb not in own.alike

    return list(dict.fromkeys(chain(*zip(sorted(field, key=cost), by_rule, strict=True))))


# The race -----------------------------------------------------------------------------

_RULE_OFF = 0.025
"""The variance of what the rule is off, on average, by a difference of one card in discards."""

_DEAL_OFF = 0.25
"""The variance in one deal around that; it does not grow beyond four cards."""

_KNOWN_AS = 8
"""How many degrees of freedom that counts as: one figure for all contracts, so fewer than the
spread of the rule in each of them."""

_ONE_WORLD = 0.1
"""The fraction of the time a world may take: what is not proved by then is estimated."""

_FIRST_WORLD = 0.05
"""The fraction of the time the first world may take: discards not reached are left out.

The discards that the fitted rule likes best come first.
"""


def advise_exchange(
    observation: ExchangeObservation,
    *,
    value: Value = Value.SHARE,
    belief: Belief = Belief.SOFT,
    only: Sequence[HandLike] | None = None,
    also: Sequence[HandLike] = (),
    raced: int | None = RACED,
    **limits: Unpack[Limits],
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    ``belief`` says what is concluded from what the others have exchanged and called.
    ``only`` are the discards to compare, as hands, by default all that are legal; as
    many as ``raced`` says meet the worlds, None for all of them, and those of ``also`` in any
    case. Raises StoppedError where not even two worlds were finished.
    """
    question = Question(ExchangeObservation, observation, belief, **limits)
    discarding = Discarding(observation, question.worlds)
    among = None
    if only is not None:
        among = [
            _checked_discard(observation, cards, "only") for cards in checks.several(only, "only")
        ]
    asked = [_checked_discard(observation, cards, "also") for cards in checks.several(also, "also")]
    entrants = entrants_of(observation, among, raced, asked, discarding)
    race = _Discards(question, discarding, entrants, Evaluator(observation, value))
    race.run()
    return race.advice(asked)


def _checked_discard(observation: ContractObservation, discards: HandLike, name: str) -> int:
    """Return a discard as a hand. Raises RuleError unless the seat may put it down."""
    gone = as_put_down(discards, f"a discard of {name}")
    check_discard(observation.seat, observation.hand, tuple(cards_in(gone)), observation.sizes())
    return gone


def pair_prior(discards: Sequence[int], leader: int) -> Prior:
    """Return how far the rule is off between one of some discards and each of them.

    That is less the fewer cards they differ in.
    """
    best = discards[leader]
    apart = np.array(
        [max((best & ~own).bit_count(), (own & ~best).bit_count(), 1) for own in discards]
    )
    return Prior(_RULE_OFF * apart, _DEAL_OFF * apart.clip(max=4), _KNOWN_AS, whole=True)


class _Discards(Race[Entrant, int, list[Outcome]]):
    """The discards still in, and what they come to in numbered worlds.

    In ``estimated`` worlds some value is an estimate.
    """

    def __init__(
        self,
        question: Question,
        discarding: Discarding,
        entrants: Entrants,
        evaluator: Evaluator,
    ) -> None:
        self.discarding, self.entrants, self.evaluator = discarding, entrants, evaluator
        self.estimated = 0
        self._patience: float | None = None
        number = len(entrants.field)
        points = Comparison(
            SHARES,
            [self.evaluator.possible] * number,
            priors=[discarding.prior] * number,
            paired=lambda leader: pair_prior(self._cards(), leader),
        )
        super().__init__(question, entrants.field, points)

    # The worlds ----------------------------------------------------------------------

    def rounds(self) -> Iterable[Iterable[int]]:
        run = self.question.run
        seconds = run.seconds_left
        if seconds is not None:
            self._patience = _ONE_WORLD * seconds
            self._first_world(run.within(_FIRST_WORLD * seconds))
        if self.discarding.prior is not None:
            points, counts = self.discarding.look(self._cards(), RULED_WORLDS, run)
            self.points.ruled_until = len(counts)
            self.points.rule(points, counts)
        # Neighbours are alike and find much in the table.
        cards = [(own.alike.size, list(cards_in(own.alike.cards))) for own in self.choices]
        self.keep(sorted(range(len(cards)), key=cards.__getitem__))
        return self.growing(count())

    def _first_world(self, limit: Run) -> None:
        """Leave out the discards that the first world does not reach in its time."""
        proved, engine, run = 0, self.question.pool().engine, self.question.run
        for outcome in self._outcomes(engine, 0, run, lambda index: limit):
            if not outcome.proved:
                break
            proved += 1
        self.keep(
            [
                index
                for index, own in enumerate(self.choices)
                if index < max(LEAST_RACED, proved) or own.guarded
            ]
        )
        self.raced = len(self.choices)

    def value(self, engine: Engine, task: int, run: Run) -> list[Outcome]:
        """Return what every discard comes to in a world.

        The first, which finds nothing in the table, is the slowest and may take half the time.
        """
        if self._patience is None:
            return list(self._outcomes(engine, task, run, lambda index: None))
        whole = run.within(self._patience)
        left = len(self.choices)

        def limit(index: int) -> Run:
            return whole.part(min(1.0, 4 / (left - index)) if index else 0.5)

        return list(self._outcomes(engine, task, run, limit))

    def _outcomes(
        self, engine: Engine, number: int, run: Run, limit: Callable[[int], Run | None]
    ) -> Iterator[Outcome]:
        """Yield what each discard comes to in one world, each within its limit."""
        guess = self.evaluator.first_guess()
        for index, hands in enumerate(self.discarding.deals(number, self._cards())):
            outcome = self.evaluator.outcome(engine, hands, guess, run, limit(index))
            guess = outcome.guarantees
            yield outcome

    def take(self, found: list[Outcome]) -> None:
        number, ruled = self.met, self.points.ruled
        weight = self.discarding.worlds.weight(number)
        looked = ruled is not None and number < ruled.shape[1]
        for index, each in enumerate(found):
            rule = float(ruled[index, number]) if ruled is not None and looked else 0.0
            self.points.add(
                index, each.between, rule=rule, reached=each.reached_between, weight=weight
            )
        self.estimated += not all(each.proved for each in found)

    def _cards(self) -> list[int]:
        return [own.alike.cards for own in self.choices]

    # Who drops out -------------------------------------------------------------------

    def best_first(self) -> list[int]:
        """Return the discards in order: worlds and rule together, then worlds alone."""
        points = self.points
        worlds, means = points.effective(), points.averages()
        together = worlds * means + self.entrants.rule_worlds * self._rule_means()
        order = best_first(together, means)
        if points.by_rule is None or not worlds:
            return order
        behind = points.behind(order[0]).means.round(9)
        leader = min(order, key=lambda index: float(behind[index]))
        behind = points.behind(leader).means.round(9)
        return sorted(order, key=lambda index: (index != leader, float(behind[index])))

    def _rule_means(self) -> Floats:
        """Return what the rule says of the discards."""
        if self.points.ruled is not None:
            return np.asarray(self.points.ruled @ self.points.ruled_weights)
        return np.array([own.rule_points for own in self.choices])

    def _plain(self, index: int) -> int | None:
        """Return the plain discard of one that is not, None for one that is or has none here."""
        own = self.choices[index]
        if own.is_plain:
            return None
        return next((at for at, each in enumerate(self.choices) if own.plain in each), None)

    def _staying(self, number: int) -> set[int]:
        """Return the best discards and the plain ones of them, and those that always stay."""
        best = self.best_first()[:number]
        plain = {at for at in map(self._plain, best) if at is not None}
        return {*best, *plain, *(at for at, own in enumerate(self.choices) if own.guarded)}

    def drop(self) -> None:
        """Eliminate discards; the worse half too if a world has no time for so many."""
        self.eliminate(int(np.argmax(self.points.averages())), self._staying(SHOWN))
        if 2 * self.estimated > self.met:
            self.keep(sorted(self._staying(max(SHOWN, len(self.choices) // 2))))

    # What they come to ---------------------------------------------------------------

    def _shown(self) -> list[int]:
        """Return the discards in order, without those that are no better than the plain one.

        That a better card of a suit goes than one that stays has to be seen in the worlds: where
        chance explains it, the plain discard stands for both.
        """

        def is_better(index: int) -> bool:
            plain = None if self.choices[index].guarded else self._plain(index)
            return plain is None or self.points.behind(index).interval(plain)[0] > 0

        return list(filter(is_better, self.best_first()))

    def advice(self, also: Sequence[int]) -> ExchangeAdvice:
        """Return what the race has come to."""
        question, entrants, points = self.question, self.entrants, self.points
        order = self._shown()
        best = order[0]
        behind, rule = points.behind(best), self._rule_means()

        def advised(index: int) -> list[DiscardChoice]:
            """Return a discard, and those that it is with the suits renamed."""
            own = self.choices[index]
            row, chances = points.row(index, behind, beside=best), points.chances(index)
            return [
                DiscardChoice(
                    **row,
                    **chances,
                    alike=alike,
                    discards=tuple(cards_in(alike.cards)),
                    rule=float(rule[best] - rule[index]),
                )
                for alike in (own.alike, *own.twins)
            ]

        def of(discards: int) -> DiscardChoice:
            index = next(at for at, own in enumerate(self.choices) if discards in own)
            return next(own for own in advised(index) if discards in own.alike)

        credit = question.worlds.credit(self.met)
        return ExchangeAdvice(
            **self.origin(credit),
            observation=self.discarding.observation,
            value=self.evaluator.value,
            estimated=self.estimated,
            best=tuple(islice(chain.from_iterable(map(advised, order)), SHOWN)),
            stand=of(0),
            thumb=of(entrants.thumb),
            also=tuple(map(of, also)),
            candidates=entrants.candidates,
            classes=entrants.classes,
            raced=self.raced,
            left=len(self.choices),
            rule_worlds=entrants.rule_worlds,
            marks=self.evaluator.marks,
            credit=credit,
        )
