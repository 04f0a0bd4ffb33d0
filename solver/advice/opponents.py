"""Opponents at the table: what a seat that the computer plays calls, exchanges and plays."""

from __future__ import annotations

from collections.abc import Sequence

from manni.solver import checks
from manni.solver.advice.card_policy import rule_of_thumb
from manni.solver.advice.hand_policy import thumb_discards, thumb_score
from manni.solver.advice.observation import Observation
from manni.solver.advice.play import advise_play
from manni.solver.advice.strength import Strength
from manni.solver.cards import SEATS, cards_in, suit_of
from manni.solver.engine import Engine
from manni.solver.errors import RuleError
from manni.solver.rules.auction import Auction, Call
from manni.solver.rules.contract import Contract
from manni.solver.rules.points import targets
from manni.solver.rules.trick import takes_lead
from manni.solver.rules.variant import Variant
from manni.solver.run import Run


def card_to_play(
    observation: Observation,
    strength: Strength,
    *,
    seed: int = 0,
    engine: Engine | None = None,
    run: Run | None = None,
) -> int:
    """Return the card that a seat of this strength plays; view and seed determine it.

    A seat that knows all hands plays the best card, whatever the strength: the deal is solved. One
    that sees an open hand, which the rule of thumb does not look at, solves some worlds at least.
    ``engine`` solves the worlds that are solved, by default a new one. Raises StoppedError once the
    run is over.
    """
    groups = checks.instance(observation, Observation, "observation").equivalent_cards()
    if observation.open_seats and not strength.worlds_in(observation):
        strength = Strength.FAIR
    if len(groups) == 1:
        return rule_of_thumb(observation)
    if not strength.worlds_in(observation) and not observation.knows_all:
        return (
            highest_that_wins(observation)
            if strength is Strength.NOVICE
            else rule_of_thumb(observation)
        )
    # Two are the fewest that advice takes; where all is known they are the same deal.
    worlds = 2 if observation.knows_all else strength.worlds_in(observation)
    advice = advise_play(
        observation, worlds=worlds, seed=seed, engine=engine, run=run, reason=False
    )
    return advice.best.card


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


def cards_to_put_down(
    variant: Variant, contract: Contract, hand: int, sizes: Sequence[int]
) -> tuple[int, ...]:
    """Return what the rule of thumb for the exchange puts down."""
    gone = thumb_discards(
        contract, hand, sizes, variant.ace_low(contract), variant.exchange.all_or_nothing
    )
    return tuple(cards_in(gone))


def call_to_make(variant: Variant, auction: Auction, hand: int) -> Call | None:
    """Return what the seat in turn calls: the legal call that promises most by the rule of thumb.

    A great contract has to promise its target; None is a pass.
    """
    seat = auction.to_call
    if seat is None:
        raise RuleError("the auction is over: nobody may call any more")
    sizes = variant.exchange.sizes(seat, 0, variant.tricks, variant.manni)
    average = variant.tricks / SEATS

    def promise(call: Call) -> float:
        worth = thumb_score(call.contract, hand, sizes, variant.ace_low(call.contract))
        if not call.great:
            return worth
        return average + worth - targets(variant, call.contract, True, seat)[seat]

    legal = auction.legal()
    best = max((call for call in legal if call is not None), key=promise, default=None)
    if best is None or (None in legal and promise(best) < 0):
        return None
    return best
