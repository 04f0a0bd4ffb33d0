"""What advice on an exchange brings, judged in deals dealt again, and whether few deals decide.

    python benchmarks/advice.py --judged NT trump NULLO --hands 500 --again 2000
    python benchmarks/advice.py --judged --decided NT trump NULLO encheres-sans manille-3

Judged are discards of Hornafjarðarmanni, forehand's, of twelve cards at random: points above those
of a rule of thumb that does not change, over so many ``worlds``, in which the others exchange by
that rule and all play by the policy. In ``again`` others, where they exchange by the computer's, it
is seen whether the interval of the advice holds.
Of cards it is seen how often 400 deals put first what 4,000 put ``AHEAD``, with ten seeds, in
positions from ``LATE`` cards on that the rule of thumb has played.

    python benchmarks/advice.py --judged --claims 10000

CPU milliseconds for whether a strong hand takes every trick, for every set of helpers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, count, islice
from random import Random
from statistics import fmean
from typing import Any
from unittest.mock import patch

import numpy as np
from measuring import heads, interval, line, run, timed
from play import PLAIN, dealt, driven

from manni.solver.advice.choices import Belief, Strength
from manni.solver.advice.exchange import advise_exchange, after_discards
from manni.solver.advice.hand_model import Array, HandModel
from manni.solver.advice.observation import Observation, observation_from
from manni.solver.advice.play import advise_play, roll_out_deals
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import (
    SEATS,
    Contract,
    Seat,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
    suit_ranks,
)
from manni.solver.engine import Pool
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant
from manni.solver.table.advice import computer_answer as decision
from manni.solver.table.deal import DealTable
from manni.solver.table.steps import AsksCard, ComputerTurn

POOL = Pool(64)
HANDS = 50000
"""The seed of the first hand that is judged."""

_HIGH = {  # ten to ace, and for each card of the suit, less what a card not seen is worth
    "NT": ((0.2, 0.4, 0.7, 0.9, 1.5), 0.02, 0.3),
    "plain": ((0, 0.3, 0.5, 0.6, 1.1), 0, 0.4),
    "trump": ((0, 0.3, 0.5, 0.8, 1), 0.3, 0.55),
}
_BURDENS = (  # by how many lower ones are held
    (0, 0, 0.1, 0.1),  # of the two to the four
    (0.45, 0.15, 0.25, 0.25),  # to the seven
    (0.75, 0.45, 0.4, 0.3),  # to the ten
    (0.95, 0.6, 0.35, 0.3),  # of jack and queen
    (1, 0.7, 0.4, 0.35),  # of king and ace
)


@lru_cache(maxsize=1 << 14)
def liked_least(contract: Contract, hand: int) -> tuple[int, ...]:
    """Return what the unchanging rule puts down, as hands, by how many cards may go."""
    margins = {}
    for card in cards_in(hand):
        rank, held = rank_of(card), suit_ranks(hand, suit_of(card))
        if contract.avoids:
            under = (held & ((1 << rank) - 1)).bit_count()
            margins[card] = 1 / 3 - _BURDENS[(rank + (rank > 10)) // 3][min(under, 3)]
        else:
            kind = "NT" if contract.trump is None else "plain"
            high, longer, unseen = _HIGH["trump" if suit_of(card) == contract.trump else kind]
            worth = high[rank - 8] if rank >= 8 else 0.0
            margins[card] = round(worth + longer * held.bit_count() - unseen, 9)
    worst = sorted(margins, key=lambda card: (margins[card], rank_of(card), card))
    bad = sum(margin < 0 for margin in margins.values())
    return tuple(hand_of(worst[: min(bad, most)]) for most in range(len(worst) + 1))


def unchanging(model: HandModel, hands: Array, most: Array) -> tuple[Array, None]:
    """Return what the rule puts down by which all is measured, of each hand so many at most."""
    sizes = zip(hands.tolist(), most.tolist(), strict=True)
    down = [liked_least(model.contract, hand)[many] for hand, many in sizes]
    return np.array(down, np.uint64), None


def brought(seen: Observation, discards: list[int], number: int, *seed: int) -> Array:
    """Return forehand's points in so many deals, a row each, by what it puts down."""
    worlds = Worlds(seen, Belief.NONE, *seed).block(0, number)
    hands, gone = (masks.reshape(-1, SEATS) for masks in after_discards(seen, worlds, discards))
    taken = roll_out_deals(PLAIN, seen.contract, None, hands, gone)[:, Seat.FOREHAND]
    points = seen.contract.sign * (taken - PLAIN.tricks / SEATS)
    return np.asarray(points.reshape(number, len(discards)))


def judge(number: int, kind: str, worlds: int, again: int) -> dict[str, float]:
    """Return what discards of a hand come to, and what the advice has said and cost."""
    contract = Contract.H if kind == "trump" else Contract[kind]
    hand = hand_of(generator(HANDS + number).permutation(52)[: PLAIN.tricks].tolist())
    seen = observation_from("exchange", hand, PLAIN, contract, seat=Seat.FOREHAND)
    ms, advice = timed(advise_exchange, seen, seed=number, pool=POOL)
    row = {"cpu": round(ms / 1000, 3)}
    best, usual = advice.best[0], liked_least(contract, hand)[seen.sizes()[-1]]
    ways = [usual, 0, hand_of(advice.thumb.discards), hand_of(best.discards)]
    with patch.object(HandModel, "best", unchanging):
        points = brought(seen, ways, worlds, HANDS, number)
    more = (points - points[:, :1]).mean(axis=0).tolist()
    row |= zip(("pat", "rule of thumb", "advice"), more[1:], strict=True)
    if again:
        fresh = brought(seen, ways[-1:], again, HANDS + 1, number)
        half = (best.interval[1] - best.interval[0]) / 2
        wide = np.hypot(half, 1.96 * fresh.std(ddof=1) / again**0.5)
        row["told too much"] = best.points - float(fresh.mean())
        row["holds"] = float(abs(row["told too much"]) <= wide)
    return row


def claimed(rng: Random, variant: Variant) -> tuple[Position, Seat]:
    """Return a random deal in which one seat has the highest cards, more or less, and claims."""
    contract, claimer = rng.choice(variant.contracts), rng.choice([*variant.seats])
    rules, luck = variant.rules_of(contract, claimed=True), rng.choice([3, 6, 12])

    def height(card: int) -> float:
        return rules.height(card) + 3 * (suit_of(card) == contract.trump) + luck * rng.random()

    cards = sorted(cards_in(variant.pack), key=height)
    highest, rest = cards[-variant.tricks :], cards[: -variant.tricks]
    rng.shuffle(rest)  # for five two cards of it are not dealt
    hands = [
        hand_of(rest[n * variant.tricks :][: variant.tricks]) for n in range(variant.players - 1)
    ]
    hands.insert(claimer, hand_of(highest))
    leader, declarers = rng.choice([*variant.seats]), variant.side_declaring(claimer)
    return Position.checked(hands, contract, leader, rules=rules, declarers=declarers), claimer


def judge_claims(code: str, deals: int) -> None:
    """Print how long it takes to know of every set of helpers whether a claim is made."""
    variant, times, made = get_variant(code), [], 0
    for number in range(deals):
        start, claimer = claimed(Random(f"{HANDS} {number}"), variant)
        others = [seat for seat in variant.seats if seat is not claimer]
        for helpers in chain.from_iterable(combinations(others, n) for n in range(len(others))):
            ms, takes = timed(POOL.engine.takes_all, start, claimer, helpers)
            times.append(ms)
            made += takes
    line(code, deals, len(times), made, f"{fmean(times):.2f}", f"{max(times):.0f}")


AHEAD, LATE, FEW, MANY, SEEDS = 0.5, 12, 400, 4000, 10
"""In points, and cards played."""


def clear_position(kind: str, number: int) -> tuple[Observation, int] | None:
    """Return a position of a deal and the card that is best in it, None where none is far ahead."""
    table, late = dealt(kind, number, HANDS), LATE + number % (PLAIN.tricks * SEATS - LATE)

    def card(table: DealTable, turn: ComputerTurn) -> Any:
        asked = isinstance(turn.asks, AsksCard) and len(table.deal.play) >= late
        if asked and len(table.observation(turn.asks.seat).equivalent_cards()) > 1:
            return None
        return decision(table, replace(turn, strength=Strength.THUMB))

    turn = driven(table := replace(table.from_start(), begun=table.begun), card)
    if turn is None:
        return None
    seen = table.observation(turn.asks.seat)
    cards = advise_play(seen, worlds=MANY, seed=HANDS, pool=POOL).cards
    return (seen, cards[0].card) if cards[1].behind >= AHEAD else None


def decides(kind: str, positions: int) -> list[int]:
    """Return by position how often few deals put first what many put far ahead."""
    positions_met = (clear_position(kind, number) for number in count())
    return [
        sum(
            advise_play(seen, worlds=FEW, seed=seed, pool=POOL).best.card == card
            for seed in range(SEEDS)
        )
        for seen, card in islice(filter(None, positions_met), positions)
    ]


def main(
    *,
    judged: tuple[str, ...] = ("NT", "trump", "NULLO"),
    decided: tuple[str, ...] = (),
    hands: int = 100,
    worlds: int = 300,
    again: int = 0,
    positions: int = 20,
    claims: int = 0,
) -> None:
    """Judge so many hands in these contracts; print means, and of CPU seconds the most too.

    ``decided`` are kinds of deals in which so many ``positions`` are looked at, ``claims`` deals in
    which every set of helpers is asked of.
    """
    if claims:
        heads("", "deals", "asked", "every trick", "CPU ms", "most")
        for code in ("envers-4", "envers-5"):
            judge_claims(code, claims)
    for kind in judged:
        rows = [judge(number, kind, worlds, again) for number in range(hands)]
        if kind == judged[0]:
            heads("", "hands", *rows[0], "most")
        cells = (interval([row[name] for row in rows]) for name in rows[0])
        line(kind, hands, *cells, max(row["cpu"] for row in rows))
    for kind in decided:
        first = decides(kind, positions)
        often_first = f"first {sum(first)} of {SEEDS * positions}, always in"
        line(kind, positions, often_first, first.count(SEEDS))


if __name__ == "__main__":
    run(main)
