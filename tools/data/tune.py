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
import random
import re
import sys
from collections.abc import Sequence
from itertools import islice
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from provenance import ROOT, line, made
from tasks import KINDS, Task, random_tasks

from manni.solver.cards import SUITS, Contract, suit_ranks
from manni.solver.engine import Engine

HEADER = ROOT / "solver" / "_weights.h"
ORDER, GUESS = (3, 15, 18), (3, 5)
ROWS = {"trump": "trump contracts", "NT": "no trump", "NULLO": "nullo"}


def read_header() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the weights of the order and of the guess as the header has them."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.S)
    tables = [
        np.array(re.findall(r"-?\d+", body), dtype=np.int16)
        for body in re.findall(r"=\s*(\{.*?\});", text, flags=re.S)
    ]
    return tables[0].reshape(ORDER), tables[1].reshape(GUESS)


def write_header(
    order: NDArray[np.int16], guess: NDArray[np.int16], options: argparse.Namespace
) -> None:
    """Replace the numbers in the header, and what it says of the kind's."""
    text = HEADER.read_text(encoding="utf-8")
    what = f"{'guess' if options.guess else 'order'}, {options.kind}"
    said = [row for row in text.splitlines() if row.startswith("/* made ") and what not in row]
    said.append(f"/* made {what}: {line(made(seed=options.seed))} */")
    head = re.sub(r"/\* made .*\n", "", text.split("static const", 1)[0])
    lines = [*sorted(said), "", "static const int16_t MANNI_WEIGHTS[3][15][18] = {"]
    for name, roles in zip(ROWS.values(), order, strict=True):
        lines.append(f"    {{   /* {name} */")
        lines += ["        {" + ", ".join(map(str, role)) + "}," for role in roles]
        lines.append("    },")
    lines += ["};", "", "static const int16_t MANNI_GUESS[3][5] = {"]
    for name, row in zip(ROWS.values(), guess, strict=True):
        lines.append("    {" + ", ".join(map(str, row)) + f"}},   /* {name} */")
    lines += ["};", "", "#endif", ""]
    HEADER.write_text(f"{head.rstrip()}\n\n" + "\n".join(lines), encoding="utf-8")


def cost(engine: Engine, tasks: list[Task], power: float, limit: float = float("inf")) -> float:
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


def sweep(kind: int, contracts: Sequence[Contract], options: argparse.Namespace) -> None:
    order, guess = read_header()
    engine = Engine()
    use = engine._tricks.compiled.set_weights  # of this shape and type alone
    training = draw(contracts, options, options.seed)
    others = draw(contracts, options, options.seed + 1)
    use(order)
    before = cost(engine, others, options.power)
    first = best = cost(engine, training, options.power)
    coordinates = list(np.ndindex(ORDER[1:]))
    random.Random(options.seed).shuffle(coordinates)
    end = monotonic() + options.seconds
    for role, feature in coordinates:
        for step in (options.step, -options.step):
            trial = order.copy()
            trial[kind, role, feature] += step
            use(trial)
            nodes = cost(engine, training, options.power, best)
            if nodes < best:
                best, order = nodes, trial
                print(f"{role:2} {feature:2} {step:4}: {best / first:.4f}", file=sys.stderr)
                break
        if monotonic() > end:
            break
    use(order)
    after = cost(engine, others, options.power)
    print(f"{len(training)} values {best / first:.4f}, {len(others)} others {after / before:.4f}")
    write_header(order, guess, options)


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
    order, guess = read_header()
    engine = Engine()
    values = [engine.value(position, seat) for position, seat in tasks]
    weights, *_ = np.linalg.lstsq(np.array([features(task) for task in tasks]), values, rcond=None)
    guess[kind] = np.round(64 * weights)
    print(np.round(weights, 3), file=sys.stderr)
    write_header(order, guess, options)


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
    kind, contracts = list(ROWS).index(options.kind), KINDS[options.kind]
    if options.guess:
        fit(kind, draw(contracts, options, options.seed), options)
    else:
        sweep(kind, contracts, options)


if __name__ == "__main__":
    main()
