"""Find the weights in solver/_weights.h: of the move order, and of the first guess.

Each weight of the order in turn is raised and lowered by a step; a change stays if a fixed
set of values costs fewer nodes (their sum, each to a power below 1 so that a few hard deals
do not decide alone). The set has to be large, or the weights learn it by heart: with 50
values they got worse on all others. So others are counted before and after. The guess is a
least-squares fit on solved values. Neither can change a value, only the work. A run rewrites
the header; after it, the node total has to be updated with benchmarks/signature.py.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from itertools import islice

import numpy as np
from provenance import ROOT
from tasks import KINDS, Task, random_tasks
from weights import read_header, sweep, write_header

from manni.solver.cards import SUITS, Contract, suit_ranks
from manni.solver.engine import Engine

HEADER = ROOT / "solver" / "_weights.h"
ORDER, GUESS = "MANNI_WEIGHTS", "MANNI_GUESS"
ROWS = ("trump", "NT", "NULLO")


def cost(engine: Engine, tasks: list[Task], power: float, limit: float) -> float:
    """Return the sum of the tasks' nodes, each from an empty table and raised to ``power``.

    A sum beyond ``limit`` is returned as soon as it is.
    """
    total = 0.0
    for position, seat in tasks:
        engine.clear()
        before = engine.nodes
        engine.value(position, seat)
        total += (engine.nodes - before) ** power
        if total > limit:
            return total
    return total


def draw(contracts: Sequence[Contract], options: argparse.Namespace, seed: int) -> list[Task]:
    """Return values of all the sizes asked for, fewer of the longer hands."""
    return [
        task
        for cards in options.cards
        for task in islice(
            random_tasks(cards, contracts)(seed), int(options.n * 2.0 ** (options.cards[0] - cards))
        )
    ]


def tune(kind: int, contracts: Sequence[Contract], options: argparse.Namespace) -> None:
    weights = read_header(HEADER)
    engine = Engine()
    training, others = (
        partial(cost, engine, draw(contracts, options, seed), options.power)
        for seed in (options.seed, options.seed + 1)
    )
    use = engine._tricks.compiled.set_weights  # of this shape and type alone
    weights[ORDER] = sweep(weights[ORDER], kind, use, training, others, options)
    write_header(HEADER, weights, f"order, {options.kind}", options.seed)


def features(task: Task) -> list[float]:
    """Return what ``first_guess`` weighs: tricks, strength, top cards, lead, trump length."""
    position, seat = task
    hands = position.hands
    strength, tops, trumps = 0.0, 0, 0.0
    for suit in range(SUITS):
        mine = suit_ranks(hands[seat], suit)
        others = suit_ranks(hands[seat - 1] | hands[seat - 2], suit)
        count = others.bit_count()
        for rank in range(13):
            if mine >> rank & 1:
                above = (others >> rank).bit_count()
                strength += (count - above) / count if count else 0.5
                tops += above == 0
        if position.contract.trump == suit:
            trumps = (2 * mine.bit_count() - count) / 3
    return [position.tricks, strength, tops, position.leader == seat, trumps]


def fit(kind: int, tasks: list[Task], options: argparse.Namespace) -> None:
    weights = read_header(HEADER)
    engine = Engine()
    values = [engine.value(position, seat) for position, seat in tasks]
    found, *_ = np.linalg.lstsq(np.array([features(task) for task in tasks]), values, rcond=None)
    weights[GUESS][kind] = np.round(64 * found)
    print(np.round(found, 3), file=sys.stderr)
    write_header(HEADER, weights, f"guess, {options.kind}", options.seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=ROWS)
    parser.add_argument("--cards", type=int, nargs="+", default=[10, 12])
    parser.add_argument("-n", type=int, default=300, help="values of the first size")
    parser.add_argument("--step", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    parser.add_argument("--power", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guess", action="store_true", help="fit the first guess instead")
    options = parser.parse_args()
    kind, contracts = ROWS.index(options.kind), KINDS[options.kind]
    if options.guess:
        fit(kind, draw(contracts, options, options.seed), options)
    else:
        tune(kind, contracts, options)


if __name__ == "__main__":
    main()
