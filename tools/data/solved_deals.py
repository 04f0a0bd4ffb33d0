"""Solve deals after the exchange with open cards, a line of JSON for each.

    python tools/data/solved_deals.py NULLO --deals 10000 -o nullo.jsonl

Deals of ``--variant``, by default of Trjámann, with sixteen cards: the contract is NT, a
trump (every other deal forehand's best suit by the rule of thumb, else a suit at random) or
NULLO, and whoever may exchange, in Trjámann the declarer, forehand, does it by the rule of
thumb. A line has the number of the deal, the contract, forehand's hand as dealt, the hands
after the exchange and what each seat is sure of. A deal gets ``--patience`` seconds; a
guarantee not proved by then is estimated by the nearest tricks not ruled out, and the line
says so. Each deal has a seed of its own, so the file can be left and taken up again.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
from measuring import Row, measured, run
from play import KINDS, exchange_by_thumb
from tasks import TRUMP

from manni.solver.advice.choices import Value
from manni.solver.advice.evaluation import Evaluator
from manni.solver.advice.hand_policy import thumb_score
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.cards import Contract, Seat
from manni.solver.engine import Engine
from manni.solver.notation import format_hand
from manni.solver.rules.games import get_variant
from manni.solver.rules.variant import Variant
from manni.solver.run import Run


def declared(
    variant: Variant, kind: str, hand: int, number: int, rng: np.random.Generator
) -> Contract:
    """Return the contract of a kind that forehand declares."""
    if kind != "trump":
        return Contract[kind]
    sizes = variant.exchange.sizes(Seat.FOREHAND, 0, variant.tricks, variant.manni)
    best = max(TRUMP, key=lambda contract: thumb_score(contract, hand, sizes))
    return best if number % 2 else TRUMP[rng.integers(len(TRUMP))]


def solved(variant: Variant, kind: str, seed: list[int], patience: float, engine: Engine) -> Row:
    """Return a deal, given by its seed, and what its seats are sure of."""
    rng = np.random.default_rng(seed)
    dealing = variant.deal(rng)
    hand = dealing.hands[Seat.FOREHAND]
    declarer = Seat.FOREHAND if variant.declared else None
    contract = declared(variant, kind, hand, seed[-1], rng)
    hands = exchange_by_thumb(variant, contract, dealing, declarer).hands
    seen = ExchangeObservation.of(hand, variant, contract, Seat.FOREHAND)
    evaluator, going = Evaluator(seen, Value.SHARE), Run()
    outcome = evaluator.outcome(
        engine, hands, evaluator.first_guess(), going, going.within(patience)
    )
    return {
        "contract": contract.name,
        "dealt": format_hand(hand),
        "hands": [format_hand(each) for each in hands],
        "guarantees": list(outcome.guarantees),
        "proved": outcome.proved,
    }


def main(
    kind: str,
    *,
    variant: str = "trjamann",
    deals: int = 10_000,
    seed: int = 1,
    patience: float = 60,
    memory: int = 256,
    output: Path | None = None,
) -> None:
    """Solve so many deals of a kind, each for ``patience`` seconds at most."""
    engine, game = Engine(memory), get_variant(variant)
    measured(
        output,
        ("kind", "number"),
        product([kind], range(deals)),
        lambda _, number: solved(game, kind, [seed, KINDS.index(kind), number], patience, engine),
    )


if __name__ == "__main__":
    run(main)
