"""Solve deals after the exchange with open cards, a line of JSON for each.

    python tools/data/solved_deals.py --kind NULLO --deals 10000 -o nullo.jsonl

Deals of ``--variant``, by default of Trjámann, with sixteen cards: the contract is NT, a
trump (every other deal forehand's best suit by the rule of thumb, else a suit at random) or
NULLO, and whoever may exchange, in Trjámann the declarer, forehand, does it by the rule of
thumb. A line has the number of the deal, the contract, forehand's hand as dealt, the hands
after the exchange and what each seat is sure of. A deal gets ``--patience`` seconds; a
guarantee not proved by then is estimated by the nearest tricks not ruled out, and the line
says so. Each deal has a seed of its own, so the file can be left and taken up again.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from measuring import add_files, measured
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


def solved(kind: str, number: int, options: argparse.Namespace, engine: Engine) -> dict[str, Any]:
    """Return a deal, given by its number, and what its seats are sure of."""
    begun = time.process_time()
    variant = get_variant(options.variant)
    rng = np.random.default_rng([options.seed, KINDS.index(kind), number])
    dealing = variant.deal(rng)
    hand = dealing.hands[Seat.FOREHAND]
    declarer = Seat.FOREHAND if variant.declared else None
    contract = declared(variant, kind, hand, number, rng)
    hands = exchange_by_thumb(variant, contract, dealing, declarer).hands
    seen = ExchangeObservation.of(hand, variant, contract, Seat.FOREHAND)
    evaluator, run = Evaluator(seen, Value.SHARE), Run()
    outcome = evaluator.outcome(
        engine, hands, evaluator.first_guess(), run, run.within(options.patience)
    )
    return {
        "contract": contract.name,
        "dealt": format_hand(hand),
        "hands": [format_hand(each) for each in hands],
        "guarantees": list(outcome.guarantees),
        "proved": outcome.proved,
        "seconds": round(time.process_time() - begun, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=KINDS, required=True)
    parser.add_argument("--variant", default="trjamann")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=60, help="seconds for a deal")
    parser.add_argument("--memory", type=int, default=256, help="MB")
    add_files(parser)
    options = parser.parse_args()
    engine = Engine(options.memory)
    wanted = ((options.kind, number) for number in range(options.deals))
    measured(options, ("kind", "number"), wanted, lambda *own: solved(*own, options, engine))


if __name__ == "__main__":
    main()
