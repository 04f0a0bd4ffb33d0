"""Advice to the player at the table, and the answers of the computer's seats.

Each seat that the computer plays calls, exchanges and plays by what that seat has seen.
"""

from __future__ import annotations

from typing import Any, TypeAlias, Unpack

import numpy as np

from ..advice import answer
from ..advice.asked import advise
from ..advice.card_policy import rule_of_thumb
from ..advice.choices import WORLDS, Strength
from ..advice.declaration import lines_left, values_by_left
from ..advice.hand_model import (
    best_kept_hand,
    bid_to_make,
    takes_all,
    thumb_discards,
    trump_to_name,
)
from ..advice.observation import Observation, why_never
from ..advice.opponent_model import call_points
from ..advice.play import quick_card
from ..advice.race import Limits
from ..cards import SEATS, Contract, cards_in, suit_of
from ..engine import Pool
from ..errors import StoppedError
from ..moments import Moment
from ..records import frozen
from ..rules.auction import Bid, Call
from ..rules.trick import takes_lead
from ..rules.variant import Variant
from ..run import Run
from . import steps
from .deal import DealTable

FAIR_SEATS = 5
"""The most seats at which advice wins more points than the rule of thumb."""


def card_to_play(observation: Observation, strength: Strength, **limits: Unpack[Limits]) -> int:
    """Return the card that a seat of this strength plays; observation and seed determine it.

    A seat that knows every hand solves the deal, whatever its strength. A seat that sees an open
    hand solves a few sampled deals, since the rule of thumb ignores open hands. Weaker seats keep
    to their rule where partners tell each other their hands, and in open piles. At tables of six
    and more the strongest follows the rule of thumb too, which takes more points there.

    ``limits`` have no number of ``worlds``. Raises StoppedError once the run is over.
    """
    if len(observation.equivalent_cards()) == 1:
        return rule_of_thumb(observation)
    sees = observation.open_seats or observation.knows_all
    by_rule = observation.variant.spoken or observation.piles or not sees
    if by_rule and (strength is not Strength.FAIR or observation.variant.players > FAIR_SEATS):
        return (
            highest_that_wins(observation)
            if strength is Strength.NOVICE
            else rule_of_thumb(observation)
        )
    # Advice needs two deals at least. If every hand is known both are the same.
    few = 24 if observation.piles else 10
    limits["worlds"] = 2 if observation.knows_all else 100 if observation.rolls_out else few
    return quick_card(observation, **limits)


def highest_that_wins(observation: Observation) -> int:
    """Return the highest card if it takes the trick, else the lowest; to avoid tricks the lowest.

    It sees its hand and the trick, and nothing that comes later.
    """
    table, rules = observation.record.table, observation.rules
    legal = sorted(observation.legal, key=lambda card: (rules.height(card), -suit_of(card)))
    highest = legal[-1]
    if observation.avoids or not takes_lead(highest, table, observation.contract, rules):
        return legal[0]
    return highest


# Advice and answers -------------------------------------------------------------------

_CLAIMS, _SOLVED = 40, 60
"""Worlds that are solved for a claim, and for a card where they are not played out."""

Answer: TypeAlias = int | tuple[int, ...] | Call | Bid | Contract | bool | None


@frozen
class RuleAnswer:
    """What the rule of thumb does, where there is no advice: an answer to the question."""

    answer: Answer


Advice: TypeAlias = answer.Answer | RuleAnswer


def advise_at(table: DealTable, asks: steps.Asks, **limits: Unpack[Limits]) -> Advice:
    """Return advice on what the player is asked, from what the player has seen and nothing else.

    Without ``worlds`` there are at most 1,000 deals, rolled out in so many ``seconds``, or a few
    that are solved. If a question has no advice, or the time is up first, the answer is what the
    rule of thumb does. Raises StoppedError if the run is cancelled.
    """
    run = limits.get("run")
    if is_advised(table.variant, asks):
        try:
            return _advice(table, asks, {"seed": table.seed, **limits})
        except StoppedError:
            if run is not None and run.is_cancelled():
                raise
    return RuleAnswer(_by_thumb(table, asks))


def is_advised(variant: Variant, asks: steps.Asks) -> bool:
    """Return whether a game has advice with figures at the moment of this question."""
    return why_never(_question(variant, asks), variant) is None


def _question(variant: Variant, asks: steps.Asks) -> str:
    kind = steps.KINDS[type(asks)]
    return "away" if kind == "trump" and not variant.names_trump else kind


def computer_answer(
    table: DealTable, turn: steps.ComputerTurn, *, pool: Pool | None = None, run: Run | None = None
) -> Any:
    """Return the value to send to the course for the computer's turn.

    It depends on what the computer's seat has seen and on nothing else. Raises StoppedError once
    the run is over.
    """
    asks = turn.asks
    answer_value: Answer
    if isinstance(asks, steps.AsksCard):
        observation = table.observation(asks.seat)
        answer_value = card_to_play(observation, turn.strength, seed=turn.seed, pool=pool, run=run)
    else:
        answer_value = _by_thumb(table, asks)
    if run is not None and run.is_cancelled():  # the answer may rest on too few deals
        raise StoppedError("called off before the computer had its answer")
    return asks.apply(answer_value)


def _advice(table: DealTable, asks: steps.Asks, limits: Limits) -> answer.Answer:
    """Return the advice that ``manni advise`` gives to a seat that has seen as much."""
    variant, question = table.variant, _question(table.variant, asks)
    asked: dict[str, Any] = dict(limits)
    kind = {"away": "exchange", "trump": "call"}.get(question, question)
    moment = Moment(kind, asks.seat, 0, table.deal, known=False)
    if kind in ("card", "claim") and "worlds" not in limits:
        rolls_out = kind == "card" and table.observation(asks.seat).rolls_out
        few = WORLDS if rolls_out else _SOLVED if kind == "card" else _CLAIMS
        asked |= {"seconds": None, "worlds": few}
    if isinstance(asks, steps.AsksCall):
        asked["deal_only"] = values_by_left(variant) is None
    left = tuple(zip(variant.seats, map(sorted, table.left), strict=False))
    return advise(moment, left=left, score=table.totals, **asked)


def _by_thumb(table: DealTable, asks: steps.Asks) -> Answer:
    """Return what the computer would answer."""
    variant, deal = table.variant, table.deal
    hand = deal.dealt[asks.seat]
    match asks:
        case steps.AsksCard():
            return card_to_play(table.observation(asks.seat), Strength.THUMB)
        case steps.AsksAway():
            return tuple(cards_in(asks.held & ~best_kept_hand(variant, asks.held)[1]))
        case steps.AsksExchange(_, state):
            assert deal.contract is not None
            thumb = thumb_discards(variant, deal.contract, asks.held, state.sizes())
            return tuple(cards_in(thumb))
        case steps.AsksTrump():
            return trump_to_name(variant, asks.hand)
        case steps.AsksClaim(_, contract):
            return takes_all(variant, contract, hand)
        case steps.AsksBid(_, bidding):
            return bid_to_make(variant, bidding, hand, variant.face_up(deal.manni))
        case steps.AsksCall(_, auction):
            left = table.left or lines_left(variant, (), None)
            points = call_points(variant, auction, left, np.full((1, SEATS), hand, np.uint64))
            return auction.legal()[int(points.argmax(axis=0)[0])]
    raise TypeError(asks)
