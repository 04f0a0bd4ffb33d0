"""Make solver/data/set_values.json: what it is worth to have contracts left to declare.

    python benchmarks/set_values.py --seed 1 --nt 300 --trump 300 --nullo 162 --patience 60

1. Deals of 16 cards with a Manni of four are dealt; forehand declares NT, a trump (every
   other deal his best suit by the rule of thumb, else a suit at random) or NULLO, exchanges
   by the rule of thumb, and the deal is solved with open cards. For each kind, a line of the
   declarer's points (by share) against his hand's score is fitted by least squares. A deal
   gets ``--patience`` seconds; a guarantee not proved by then is estimated by the nearest
   tricks not ruled out. How often is counted, since that depends on the machine.
2. Random hands get the points of that line in every contract, and the value of each set of
   contracts follows from those of the smaller sets.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np

from solver.advice.contracts_left import FILE, Line, kind_of, set_values, slot_points
from solver.advice.evaluate import Evaluator, Value
from solver.advice.thumb_discards import thumb_discards, thumb_score
from solver.advice.view import view
from solver.advice.worlds import draw
from solver.cards import Seat
from solver.engine import Engine
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.run import Run

SIZES = range(5)
SUITS = (Contract.S, Contract.H, Contract.D, Contract.C)


def declared(kind: str, hand: int, number: int, rng: random.Random) -> Contract:
    if kind != "trump":
        return Contract[kind]
    best = max(SUITS, key=lambda contract: thumb_score(contract, hand, SIZES))
    return best if number % 2 else rng.choice(SUITS)


def fit(kind: str, deals: int, options: argparse.Namespace) -> tuple[Line, dict[str, float]]:
    """Return the line fitted for a kind of contract and how well it fits."""
    variant = get_variant("trjamann")
    rng, dealer = random.Random(options.seed), generator(options.seed)
    engine = Engine(options.memory)
    scores, points, estimated = [], [], 0
    start = time.monotonic()
    for number in range(deals):
        dealing = variant.deal(dealer)
        hand = dealing.hands[Seat.FOREHAND]
        contract = declared(kind, hand, number, rng)
        own, _ = draw(hand, dealing.manni, thumb_discards(contract, hand, SIZES))
        evaluator = Evaluator(view(hand, variant, contract, Seat.FOREHAND), Value.SHARE)
        run = Run()
        found = evaluator.outcome(
            engine,
            (own, *dealing.hands[1:]),
            evaluator.first_guess(),
            run,
            run.within(options.patience),
        )
        scores.append(thumb_score(contract, hand, SIZES))
        points.append(found.points)
        estimated += not found.proved
        if time.monotonic() - start > options.seconds:
            break
    slope, begin = np.polyfit(scores, points, 1)
    told = np.corrcoef(scores, points)[0, 1] ** 2
    deals = len(points)
    line = f"{kind}: {deals} deals, {estimated} estimated, {begin:.3f} {slope:+.3f}, R² {told:.2f}"
    print(line, flush=True)
    fitted = Line(round(float(begin), 4), round(float(slope), 4))
    return fitted, {
        "deals": deals,
        "estimated": estimated,
        "start": fitted.start,
        "slope": fitted.slope,
        "r2": round(float(told), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nt", type=int, default=300, help="deals solved in NT")
    parser.add_argument("--trump", type=int, default=300, help="deals solved with a trump")
    parser.add_argument("--nullo", type=int, default=162, help="deals solved in NULLO")
    parser.add_argument("--hands", type=int, default=10000, help="hands of the dynamic program")
    parser.add_argument("--patience", type=float, default=60, help="seconds for a deal")
    parser.add_argument("--memory", type=int, default=256, help="MB")
    parser.add_argument("--seconds", type=float, default=3600, help="most for each kind")
    parser.add_argument("-o", "--output", type=Path, default=Path("solver/data") / FILE)
    options = parser.parse_args()
    lines, fits = {}, {}
    for kind in ("NT", "trump", "NULLO"):
        deals = getattr(options, kind.lower())
        lines[kind], fits[kind] = fit(kind, deals, options)
    rng = generator(options.seed + 1)
    games = []
    for code in ("trjamann", "laugavatn"):
        variant = get_variant(code)
        names = [slot.name for slot in variant.slots]
        hands = [variant.deal(rng).hands[Seat.FOREHAND] for _ in range(options.hands)]
        points = np.array(
            [[slot_points(variant, lines, hand, slot) for slot in variant.slots] for hand in hands]
        )
        values = set_values(names, points)
        games.append(
            {
                "slots": names,
                "values": {
                    " ".join(name for name in names if name in left): round(value, 4)
                    for left, value in values.items()
                },
            }
        )
        print(code, "all left:", round(values[frozenset(names)], 2))
    assert set(fits) == {kind_of(contract) for contract in Contract}
    data = {
        "made_by": "benchmarks/set_values.py",
        "seed": options.seed,
        "hands": options.hands,
        "fits": fits,
        "games": games,
    }
    options.output.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
