"""Find the weights of the search for points: of the order of moves, and of the first guess.

They are in solver/_points_weights.h.

Deals of Manille of three to six hands, of each kind of question: two sides of partners, a declarer
with his best suit or no trumps, each for himself, few points wanted. The guess is a least-squares
fit on solved values, by hands and kind. A weight of the order in turn is raised and lowered by a
step, and a change stays if the deals cost fewer nodes (their sum, each to a power below 1, so that
a few hard ones do not decide alone). Neither can change a value, only the work. A run rewrites the
header; after it, the node total has to be updated with benchmarks/signature.py.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import islice

import numpy as np
from provenance import ROOT
from tasks import QUESTIONS, SIZES, Table, tables
from weights import read_header, sweep, write_header

from manni.solver._points import PointsSearch

HEADER = ROOT / "solver" / "_points_weights.h"
ORDER, GUESS = "MANNI_POINTS_WEIGHTS", "MANNI_POINTS_GUESS"


def fit(options: argparse.Namespace) -> None:
    weights = read_header(HEADER)
    search = PointsSearch(64 << 20)
    search.set_weights(weights[ORDER])
    for hands in SIZES:
        for kind in QUESTIONS:
            rows, values = [], []
            for task in islice(tables(kind, hands, options.seed), options.n):
                values.append(task.bounds(search)[0])
                number, features = search.features()
                rows.append(features)
            found = np.linalg.lstsq(np.array(rows), values, rcond=None)[0]
            off = np.std(values - np.array(rows) @ found)
            print(f"{hands} {kind}: off by {off:.1f} (values vary by {np.std(values):.1f})")
            weights[GUESS][hands - min(SIZES), number] = np.round(64 * found)
    write_header(HEADER, weights, "guess", options.seed)


def cost(search: PointsSearch, tasks: list[Table], limit: float) -> float:
    """Return the sum of the tasks' nodes, each to a power; a sum beyond ``limit`` as it is then."""
    total = 0.0
    for task in tasks:
        before = search.nodes
        task.bounds(search)
        total += (search.nodes - before) ** 0.7
        if total > limit:
            break
    return total


def tune(options: argparse.Namespace) -> None:
    weights = read_header(HEADER)
    search = PointsSearch(64 << 20)
    part = {"NT": 0, "few": 2}.get(options.kind, 1)
    training, others = (
        partial(
            cost,
            search,
            [
                each
                for hands in SIZES
                for each in islice(tables(options.kind, hands, seed), options.n)
            ],
        )
        for seed in (options.seed, options.seed + 1)
    )
    weights[ORDER] = sweep(weights[ORDER], part, search.set_weights, training, others, options)
    write_header(HEADER, weights, f"order, {options.kind}", options.seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "kind", choices=("guess", *QUESTIONS), help="the guess, or the order of a kind"
    )
    parser.add_argument("-n", type=int, default=400, help="deals by number of hands")
    parser.add_argument("--step", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.kind == "guess":
        fit(options)
    else:
        tune(options)


if __name__ == "__main__":
    main()
