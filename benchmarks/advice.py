"""What advice on the exchange is worth: points a deal of three ways to exchange.

    python benchmarks/advice.py --deals 1000 --seconds 10

Hands of Hornafjarðarmanni are dealt; forehand stands pat, goes by the rule of thumb, or
takes the advice, which sees only his hand; the two others go by the rule of thumb. The
deal is then solved with open cards: points by share, each way on the same deals.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import combinations

import numpy as np

from solver.analysis.advise_exchange import advise_exchange
from solver.analysis.evaluate import Evaluator, Value
from solver.analysis.student import half_width
from solver.analysis.thumb_exchange import thumb_discards
from solver.analysis.worlds import Opponents, View, World, after_exchange, view
from solver.cards import Seat, hand_of
from solver.engine import Engine
from solver.rules.contract import Contract
from solver.rules.shuffle import generator
from solver.rules.variant import get_variant

KINDS = ("NT", "trump", "NULLO")
WAYS = ("stand", "thumb", "advice")
SUITS = (Contract.H, Contract.S, Contract.D, Contract.C)


def discards_of(known: View, options: argparse.Namespace, engine: Engine, number: int) -> list[int]:
    """Return what is put down standing pat, by the rule of thumb and by the advice."""
    if options.no_advice:
        return [0, thumb_discards(known.contract, known.hand, known.sizes(), known.ace_low)]
    found = advise_exchange(
        known, seconds=options.seconds, worlds=options.worlds, seed=number, engines=[engine]
    )
    return [0, hand_of(found.thumb.discards), hand_of(found.best[0].discards)]


def points_of(known: View, world: World, discards: int, engine: Engine) -> float:
    hands, drawn = after_exchange(known, world, discards.bit_count(), Opponents.THUMB)
    dealt = list(hands)
    dealt[known.seat] = known.hand & ~discards | drawn
    evaluator = Evaluator(known, Value.SHARE)
    points, _ = evaluator.outcome(engine, dealt, evaluator.first_guess())
    return points


def measure(kind: str, options: argparse.Namespace) -> np.ndarray:
    """Return the points by deal and way."""
    variant = get_variant("hornafjordur")
    dealer = generator(options.seed)
    rows: list[list[float]] = []
    start = time.monotonic()
    for number in range(options.deals):
        dealing = variant.deal(dealer)
        contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
        known = view(dealing.hands[0], variant, contract, Seat.FOREHAND)
        engine = Engine(options.memory)
        world = World(dealing.hands, dealing.manni)
        ways = discards_of(known, options, engine, number)
        rows.append([points_of(known, world, discards, engine) for discards in ways])
        if options.most and time.monotonic() - start > options.most:
            break
    return np.array(rows)


def interval(values: np.ndarray) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    return float(values.mean()), half_width(float(values.var(ddof=1)), len(values), 0.95)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000, help="of each kind of contract")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="for each advice")
    parser.add_argument("--worlds", type=int, help="most worlds of each advice")
    parser.add_argument("--no-advice", action="store_true", help="only the two other ways")
    parser.add_argument("--most", type=float, help="seconds after which a kind stops")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--memory", type=int, default=256, help="MB")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.seconds is None and options.worlds is None:
        options.seconds = 10.0
    for kind in options.kinds:
        points = measure(kind, options)
        ways = WAYS[: points.shape[1]]
        figures = {way: interval(points[:, index]) for index, way in enumerate(ways)}
        for first, second in combinations(range(len(ways)), 2):
            gain = points[:, second] - points[:, first]
            figures[f"{ways[second]} - {ways[first]}"] = interval(gain)
        if options.json:
            print(json.dumps({"kind": kind, "deals": len(points), **figures}))
        else:
            texts = (f"{name} {mean:+.2f} ± {wide:.2f}" for name, (mean, wide) in figures.items())
            print(f"{kind}, {len(points)} deals: " + "; ".join(texts))


if __name__ == "__main__":
    main()
