"""Which discards enter a race: those that fitted rules like best.

One rule (``linear_evaluation``) looks at the cards of all discards by themselves. Another looks at
the three hands after the exchange, in many worlds and without any search, so that it sees what a
discard does in each. It chooses those that are raced, and is the control variate of what they come
to: the race finds how far it is off. Of discards that differ only in the names of suits, which may
change places, one enters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from manni.solver import checks
from manni.solver.advice.choices import RACED as RACED
from manni.solver.advice.choices import Value
from manni.solver.advice.compare import Floats, Prior
from manni.solver.advice.hand_policy import card_margins, thumb_of
from manni.solver.advice.linear_evaluation import FittedPoints, exchange_values, is_fitted_to
from manni.solver.advice.observation import Observation
from manni.solver.advice.statistics import shares
from manni.solver.advice.suit_renaming import orbit, renamings
from manni.solver.advice.worlds import Worlds, after_exchange
from manni.solver.cards import SUITS, BySeat, cards_in, hand_of, rank_of, suit_of, suit_ranks
from manni.solver.exchange.discards import DiscardClass, discard_classes
from manni.solver.rules.trick import strength
from manni.solver.run import Run

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

    def __init__(self, worlds: Worlds, value: Value = Value.SHARE) -> None:
        self.observation, self.worlds, self.value = worlds.observation, worlds, value
        self._rule = FittedPoints.of(worlds.observation)
        spread = None if self._rule is None else self._rule.spread
        self.prior: Prior | None = None if spread is None else spread.prior._replace(whole=True)

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
        return np.stack(columns, axis=1), shares(weights)


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
    observation: Observation,
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


def worst_down(observation: Observation, discards: int) -> int:
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
    observation: Observation, possible: Sequence[DiscardClass]
) -> dict[DiscardClass, tuple[DiscardClass, ...]]:
    """Return discards, of those that are each other with the suits renamed one for all."""
    alike = list(renamings(observation, observation))
    first: dict[int, DiscardClass] = {}
    twins: dict[DiscardClass, tuple[DiscardClass, ...]] = {}
    for own in possible:
        name = min(orbit(own.cards, alike))
        if name in first:
            twins[first[name]] += (own,)
        else:
            first[name] = own
            twins[own] = ()
    return twins


def _liked_first(
    observation: Observation, field: Sequence[Entrant], thumb: int | None
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
