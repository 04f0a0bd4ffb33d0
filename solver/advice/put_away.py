"""Which trump to name, and which cards to put away of the hand and the surprise.

Deals that agree with the hand, called worlds, are sampled uniformly and rolled out by the rule of
thumb, every seat on its own knowledge. The choices that the rule values most enter a race: a first
round eliminates most of them, and other worlds decide between the survivors.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import comb
from typing import NamedTuple, Unpack

import numpy as np

from .. import checks
from ..cards import Contract, Seat, card_name, cards_in, hand_of
from ..errors import RuleError
from ..exchange.discards import kept_hands
from ..exchange.open_cards import check_trump
from ..notation import CardsLike, as_cards, parse_contract
from ..rules.auction import Aim
from ..rules.trick import arranged
from ..rules.variant import Variant
from .answer import PutAwayAdvice, PutAwayChoice, TrumpAdvice, TrumpChoice
from .compare import (
    SHOWN,
    Comparison,
    Floats,
    HandArray,
    best_first,
    chance_interval,
)
from .hand_model import HandModel, score_balances, trump_to_name
from .observation import Known, Observation
from .play import card_points, roll_out_deals
from .race import Limits, Question, Race
from .worlds import DealSample

ENTERING = 60
"""How many choices enter the race, besides the best of each trump."""


class NamedAway(NamedTuple):
    """A choice: a trump to name and the cards to put away, as a bit mask."""

    contract: Contract
    away: int


def advise_put_away(
    observation: Known,
    *,
    contract: Contract | str | None = None,
    also: Sequence[CardsLike] = (),
    **limits: Unpack[Limits],
) -> PutAwayAdvice:
    """Return what to put away and which trump to name for most points on average.

    >>> from manni import Deal, advise_put_away
    >>> from manni.solver.notation import format_card
    >>> hands = ["AJ.TA.Q87.AQ9", None, None]
    >>> deal = Deal(hands, "encheres-petite", "H7 C7", bid="25", declarer="F")
    >>> best = advise_put_away(deal, worlds=8).best[0]
    >>> best.contract.name, [format_card(card) for card in best.cards]
    ('C', ['D8', 'D7'])

    With a bid choices are ranked by what the declarer marks. ``contract`` restricts the answer to
    one trump. ``also`` are sets of cards to put away that are evaluated whatever the rule of thumb
    says of them. Once the deal says what has been put away, only the trump is left to choose.

    ``limits`` are the keyword arguments ``worlds`` (default 1,000), ``seconds``, ``seed``,
    ``threads``, ``memory_mb``, ``pool`` and ``run``.

    Raises RuleError for what the rules do not allow, StoppedError if fewer than two deals were
    evaluated in time.
    """
    observation = Observation.at(observation, "away")
    question = Question(observation, **limits)
    trumps = observation.variant.trumps
    if contract is not None:
        trumps = (parse_contract(contract),)
        check_trump(observation.variant, trumps[0])
    asked = [_checked_away(observation, cards) for cards in checks.several(also, "also")]
    away = tuple(cards_in(observation.discarded))
    done = _checked_away(observation, away) if away else 0
    if done and asked:
        raise RuleError("the cards have been put away: no others are to be judged")
    variant, hand = observation.variant, observation.hand
    held, dearest = hand & ~done, not variant.pile_counts
    hands = kept_hands(held, variant.pack & ~held, variant.tricks, variant.rules, dearest=dearest)
    kept = np.array(hands, np.uint64)
    choices = [NamedAway(trump, away) for trump in trumps for away in (hand & ~kept).tolist()]
    values = np.concatenate([HandModel.of(variant, trump).tricks(kept, 0) for trump in trumps])
    counted = card_points(variant.rules, np.array([choice.away for choice in choices], np.uint64))
    liked = [choices[at] for at in best_first(values + counted * variant.pile_counts)]
    thumb = choices[int(values.argmax())]
    first = {choice.contract: choice for choice in reversed(liked)}
    guarded = {
        thumb,
        *first.values(),
        *(NamedAway(trump, cards) for trump in trumps for cards in asked),
    }
    race = _NamingRace(question, dict.fromkeys([*liked[:ENTERING], *sorted(guarded)]), observation)
    raced = len(race.choices)
    race.eliminate(guarded)
    race.run()
    order = race.as_choices()
    best = {row.contract: row for row in reversed(order.values())}
    return PutAwayAdvice(
        **race.origin(),
        observation=observation,
        best=tuple(order.values())[:SHOWN],
        trumps=tuple(row for row in order.values() if row is best[row.contract]),
        thumb=order[thumb],
        also=tuple(row for choice, row in order.items() if choice.away in asked),
        candidates=comb(held.bit_count(), variant.tricks) * len(trumps),
        classes=len(choices),
        raced=raced,
        left=len(race.choices),
    )


def advise_trump(observation: Known, **limits: Unpack[Limits]) -> TrumpAdvice:
    """Return the expected points of the seat under every trump that it may name.

    >>> from manni import Deal, advise_trump
    >>> advice = advise_trump(Deal(["K9.TAK.T8.K98", None, None], "envers-3"), worlds=20)
    >>> advice.trumps[0].contract.name
    'D'

    ``limits`` are the keyword arguments ``worlds`` (default 1,000), ``seconds``, ``seed``,
    ``threads``, ``memory_mb``, ``pool`` and ``run``. Raises StoppedError if fewer than two deals
    were evaluated in time.
    """
    observation = Observation.at(observation, "trump")
    question = Question(observation, **limits)
    race = _NamingRace(
        question, [NamedAway(trump, 0) for trump in observation.variant.trumps], observation
    )
    race.run()
    return TrumpAdvice(
        **race.origin(),
        observation=observation,
        thumb=trump_to_name(observation.variant, observation.hand),
        trumps=tuple(
            TrumpChoice(**figures, contract=choice.contract) for _, choice, figures in race.rows()
        ),
    )


def _checked_away(observation: Observation, cards: CardsLike) -> int:
    """Return cards to put away as a bit mask. Raises RuleError unless they are legal."""
    away, size = as_cards(cards, "cards of also"), observation.variant.taken_up
    for card in away:
        if not observation.hand >> card & 1:
            raise RuleError(f"{card_name(card)} cannot be put away: it is not held")
    if len(set(away)) != len(away) or len(away) != size:
        raise RuleError(
            f"{' '.join(map(card_name, away)) or 'nothing'} put away: {size} different cards have "
            "to be"
        )
    return hand_of(away)


def roll_out_named(
    variant: Variant,
    trump: Contract,
    declarer: Seat | None,
    seat: Seat,
    hands: HandArray,
    away: HandArray | int,
) -> tuple[Floats, Floats]:
    """Roll worlds out; return the points of the seat that names trump and of all seats together.

    Both include the points of the cards put away if these count. ``hands`` are those at the first
    lead.
    """
    gone = np.zeros_like(hands)
    gone[:, seat] = away
    taken = roll_out_deals(variant, trump, declarer, hands, gone)
    more = card_points(variant.rules, gone[:, seat]) * variant.pile_counts
    return taken[:, seat] + more, taken.sum(axis=1) + more


class _NamingRace(Race[NamedAway]):
    """The choices, compared by the points of the seat, negated where few are wanted.

    With a bid they are also compared by what is marked, and by whether the bid is made.
    """

    def __init__(
        self, question: Question, choices: Collection[NamedAway], observation: Observation
    ) -> None:
        self.observation, self.bid = observation, observation.standing
        self.variant = observation.variant
        most, step = float(self.variant.most_points(self.variant.trumps[0])), 1.0
        self.declarer: Seat | None = observation.seat
        if observation.question == "trump":  # nobody declares
            self.declarer, step = None, most / self.variant.tricks
        ends = (0.0, most)
        if self.variant.rules.avoids:
            self.sign, ends = -1, (-most, 0.0)
        compared = [Comparison(len(choices), step, ends)]
        if self.bid is not None:
            # The step: one deal that goes the other way moves the marks from one end to the other.
            made = np.array([False, True])
            low, high = score_balances(self.variant, self.bid, made * most, made).tolist()
            compared.append(Comparison(len(choices), high - low, (low, high)))
            compared.append(Comparison(len(choices), 1.0, (0.0, 1.0)))
        super().__init__(question, choices, *compared)

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        seat, won, whole = self.observation.seat, [], []
        for trump, away in self.choices:
            hands = worlds.hands.copy()
            hands[:, seat] = self.observation.hand & ~away
            took, total = roll_out_named(self.variant, trump, self.declarer, seat, hands, away)
            won.append(took)
            whole.append(total)
        points = self.sign * np.stack(won, axis=1)
        if self.bid is None:
            return (points,)
        made = points >= (self.bid.worth if self.bid.aim is Aim.POINTS else np.stack(whole, axis=1))
        balance = score_balances(self.variant, self.bid, points, made)
        return points, balance, made.astype(np.float64)

    @property
    def ranked_by(self) -> Comparison:
        """What is marked; points as long as no choice makes the bid."""
        return self.compared[1] if self.bid and self.compared[2].values.any() else self.points

    def as_choices(self) -> dict[NamedAway, PutAwayChoice]:
        """Return the choices with their estimates, best first."""
        choices = {}
        for index, choice, figures in self.rows():
            balance = chance = None
            if self.bid is not None:
                balance, chance = (
                    float(comparison.averages()[index]) for comparison in self.compared[1:]
                )
            choices[choice] = PutAwayChoice(
                **figures,
                contract=choice.contract,
                cards=arranged(cards_in(choice.away), self.variant.rules),
                chance=chance,
                chance_interval=None
                if chance is None
                else chance_interval(chance, self.sample_size),
                balance=balance,
            )
        return choices
