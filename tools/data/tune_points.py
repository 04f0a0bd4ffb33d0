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
import random
import re
import sys
from itertools import islice
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from provenance import ROOT, line, made
from tasks import QUESTIONS, SIZES, Table, tables

from manni.solver._points import PointsSearch

HEADER = ROOT / "solver" / "_points_weights.h"
ORDER, GUESS = (3, 4, 28), (4, 5, 13)


def read_header() -> list[NDArray[np.int16]]:
    """Return the weights of the order and of the guess as the header has them."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.S)
    bodies = re.findall(r"=\s*(\{.*?\});", text, flags=re.S)
    return [
        np.array(re.findall(r"-?\d+", body), dtype=np.int16).reshape(shape)
        for body, shape in zip(bodies, (ORDER, GUESS), strict=True)
    ]


def write_header(tables: list[NDArray[np.int16]], what: str, seed: int) -> None:
    """Replace the numbers in the header, and what it says of those that were found."""
    text = HEADER.read_text(encoding="utf-8")
    said = [row for row in text.splitlines() if row.startswith("/* made ") and what not in row]
    said.append(f"/* made {what}: {line(made(seed=seed))} */")
    head = re.sub(r"/\* made .*\n", "", text.split("static const", 1)[0])
    rows = [*sorted(said), ""]
    for name, table in zip(("WEIGHTS", "GUESS"), tables, strict=True):
        size = "".join(f"[{length}]" for length in table.shape)
        rows.append(f"static const int16_t MANNI_POINTS_{name}{size} = {{")
        for part in table:
            rows += ["    {", *("        {" + ", ".join(map(str, row)) + "}," for row in part)]
            rows.append("    },")
        rows += ["};", ""]
    HEADER.write_text(f"{head.rstrip()}\n\n" + "\n".join([*rows, "#endif", ""]), encoding="utf-8")


def fit(options: argparse.Namespace) -> None:
    order, guess = read_header()
    search = PointsSearch(64 << 20)
    for hands in SIZES:
        for kind in QUESTIONS:
            rows, values = [], []
            for task in islice(tables(kind, hands, options.seed), options.n):
                values.append(task.bounds(search)[0])
                number, features = search.features()
                rows.append(features)
            weights = np.linalg.lstsq(np.array(rows), values, rcond=None)[0]
            off = np.std(values - np.array(rows) @ weights)
            print(f"{hands} {kind}: off by {off:.1f} (values vary by {np.std(values):.1f})")
            guess[hands - min(SIZES), number] = np.round(64 * weights)
    write_header([order, guess], "guess", options.seed)


def cost(search: PointsSearch, tasks: list[Table], limit: float = float("inf")) -> float:
    """Return the sum of the tasks' nodes, each to a power; a sum beyond ``limit`` as it is then."""
    total = 0.0
    for task in tasks:
        before = search.nodes
        task.bounds(search)
        total += (search.nodes - before) ** 0.7
        if total > limit:
            break
    return total


def sweep(options: argparse.Namespace) -> None:
    order, guess = read_header()
    search = PointsSearch(64 << 20)
    part = {"NT": 0, "few": 2}.get(options.kind, 1)
    training, others = (
        [task for hands in SIZES for task in islice(tables(options.kind, hands, seed), options.n)]
        for seed in (options.seed, options.seed + 1)
    )
    search.set_weights(order)
    before = cost(search, others)
    first = best = cost(search, training)
    coordinates = list(np.ndindex(ORDER[1:]))
    random.Random(options.seed).shuffle(coordinates)
    end = monotonic() + options.seconds
    for row, feature in coordinates:
        for step in (options.step, -options.step):
            trial = order.copy()
            trial[part, row, feature] += step
            search.set_weights(trial)
            nodes = cost(search, training, best)
            if nodes < best:
                best, order = nodes, trial
                print(f"{row} {feature:2} {step:4}: {best / first:.4f}", file=sys.stderr)
                break
        if monotonic() > end:
            break
    search.set_weights(order)
    after = cost(search, others)
    print(f"{len(training)} values {best / first:.4f}, {len(others)} others {after / before:.4f}")
    write_header([order, guess], f"order, {options.kind}", options.seed)


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
        sweep(options)


if __name__ == "__main__":
    main()
