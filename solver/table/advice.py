"""What is advised at the table, and what the computer answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from manni.solver.advice import answer
from manni.solver.advice.bidding_policy import bid_to_make
from manni.solver.advice.bids import advise_bids
from manni.solver.advice.choices import Value
from manni.solver.advice.contract import advise_contract
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.hand_policy import best_kept, takes_all, trump_to_name
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.observe import observe
from manni.solver.advice.opponents import call_to_make, card_to_play, cards_to_put_down
from manni.solver.advice.play import advise_play
from manni.solver.advice.put_away import advise_put_away
from manni.solver.advice.race import Limits
from manni.solver.advice.strength import Strength
from manni.solver.advice.without_auction import advise_claim, advise_trump
from manni.solver.cards import Seat, cards_in, hand_of
from manni.solver.errors import RuleError, StoppedError
from manni.solver.pool import Pool
from manni.solver.rules.auction import Call
from manni.solver.rules.bidding import PASS, Bid
from manni.solver.rules.contract import Contract
from manni.solver.run import Run
from manni.solver.table import steps
from manni.solver.table.deal import Table

_WORLDS = 40
"""Worlds over which trumps, or a claim and none, are compared."""

_ROLLED_OUT, _SOLVED = 1000, 60
"""Worlds in which cards are looked at, where these are played out or solved."""

Answer: TypeAlias = int | tuple[int, ...] | Call | Bid | Contract | bool | None


@dataclass(frozen=True)
class Thumb:
    """What the rule of thumb does, where there is no advice: an answer to the question."""

    answer: Answer


Advice: TypeAlias = answer.Answer | Thumb


def advise_at(
    table: Table,
    asks: steps.Asks,
    *,
    pool: Pool | None = None,
    run: Run | None = None,
    seconds: float | None = None,
) -> Advice:
    """Return advice on what the player is asked, by no more than he has seen.

    Of exchanges, calls and bids as many worlds are looked at as there are ``seconds`` for. Raises
    StoppedError where the run is called off.
    """
    try:
        return _advised(table, asks, pool, run, seconds)
    except RuleError:  # of a game, or a moment, for which there is none
        pass
    except StoppedError:
        if run is not None and run.is_cancelled():
            raise
    return Thumb(_by_thumb(table, asks))


def decided(
    table: Table, turn: steps.ComputerTurn, *, pool: Pool | None = None, run: Run | None = None
) -> Any:
    """Return what the course is sent for the computer's turn, by no more than its seat has seen.

    Raises StoppedError once the run is over.
    """
    asks, engine = turn.asks, None if pool is None else pool.engines[0]
    said: Answer
    if isinstance(asks, steps.AsksCard):
        observation = table.observation(asks.seat)
        said = card_to_play(observation, turn.strength, seed=turn.seed, engine=engine, run=run)
    else:
        said = _by_thumb(table, asks)
    if run is not None and run.is_cancelled():  # of fewer worlds than it is to be
        raise StoppedError("called off before the computer had its answer")
    return asks.take(said)


def _advised(
    table: Table,
    asks: steps.Asks,
    pool: Pool | None,
    run: Run | None,
    seconds: float | None,
) -> Advice:
    """Return advice, over as many worlds as there is time for where nothing else is said."""
    variant, dealing, seed = table.variant, table.dealing, table.seed
    hand = dealing.hands[asks.seat]
    limits: Limits = {"seconds": seconds, "seed": seed, "pool": pool, "run": run}
    few: Limits = {**limits, "seconds": None, "worlds": _WORLDS}
    match asks:
        case steps.AsksCard():
            observation = table.observation(asks.seat)
            worlds = _ROLLED_OUT if observation.rolls_out else _SOLVED
            engine = None if pool is None else pool.engines[0]
            return advise_play(observation, worlds=worlds, seed=seed, engine=engine, run=run)
        case steps.AsksAway(_, state):
            held = observe(
                hand,
                variant,
                seat=asks.seat,
                surprise=state.manni,
                bid=table.bid,
                moment=Moment.PUT_AWAY,
            )
            return advise_put_away(held, **limits)
        case steps.AsksExchange(_, state) if not asks.pile:
            assert table.contract is not None
            before = Observation(
                variant,
                table.contract,
                asks.seat,
                hand,
                declarer=table.declarer,
                great=table.great,
                cut=dealing.cut,
                taken=tuple(map(len, state.discards)),
                calls=table.calls,
                lines_left=table.left if table.calls else (),
                moment=Moment.EXCHANGE,
            )
            return advise_exchange(before, value=Value.PLAYED, **limits)
        case steps.AsksTrump() if variant.names_trump:
            observation = observe(asks.hand, variant, moment=Moment.NAME)
            return advise_trump(observation, **few)
        case steps.AsksClaim(seat, contract):
            observation = observe(
                hand, variant, contract, seat, moment=Moment.CLAIM, cut=dealing.cut
            )
            return advise_claim(observation, **few)
        case steps.AsksBid(_, bidding):
            calls = [PASS if call is None else call.name for call in bidding.calls]
            shown = variant.face_up(dealing.manni)
            return advise_bids(hand, variant, calls=calls, shown=shown, **limits)
        case steps.AsksCall(_, auction):
            left = tuple(zip(Seat, map(sorted, table.left), strict=True)) if table.left else ()
            return advise_contract(
                hand,
                variant,
                left=left,
                calls=auction.calls,
                value=Value.PLAYED,
                **limits,
            )
    raise RuleError("there is no advice on this at the table")


def _by_thumb(table: Table, asks: steps.Asks) -> Answer:
    """Return what the computer would answer."""
    variant, dealing = table.variant, table.dealing
    hand = dealing.hands[asks.seat]
    match asks:
        case steps.AsksCard():
            return card_to_play(table.observation(asks.seat), Strength.THUMB)
        case steps.AsksAway():
            held = hand | hand_of(asks.pile)
            return tuple(cards_in(held & ~best_kept(variant, held)[1]))
        case steps.AsksExchange(_, state):
            assert table.contract is not None
            held, sizes = state.hands[asks.seat] | hand_of(asks.pile), state.sizes()
            return cards_to_put_down(
                variant, table.contract, held, sizes[-1:] if asks.pile else sizes
            )
        case steps.AsksTrump():
            return trump_to_name(variant, asks.hand)
        case steps.AsksClaim(_, contract):
            return takes_all(variant, contract, hand)
        case steps.AsksBid(_, bidding):
            return bid_to_make(variant, bidding, hand, variant.face_up(dealing.manni))
        case steps.AsksCall(_, auction):
            return call_to_make(variant, auction, hand)
    raise TypeError(asks)
