"""Find the weights of the searches in solver/_weights.h and _points_weights.h.

    python tools/data/tune.py tricks NULLO     # of the order of moves
    python tools/data/tune.py points guess     # of the first guess

Each weight of the order in turn is raised and lowered by a step; a change stays if a fixed
set of values costs fewer nodes (their sum, each to a power below 1 so that a few hard deals
do not decide alone). The set has to be large, or the weights learn it by heart: with 50
values they got worse on all others. So others are counted before and after. The guess is a
least-squares fit on solved values. Neither can change a value, only the work. A run rewrites
the header; after it, the node total has to be updated with benchmarks/signature.py.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from measuring import run, searched
from numpy.typing import NDArray
from provenance import ROOT, line, made
from tasks import KINDS, QUESTIONS, SIZES, Table, Task, random_tasks, tables

from manni.solver._points import PointsSearch
from manni.solver.cards import SUITS, suit_ranks
from manni.solver.searches import search_type

Weights = NDArray[np.int16]
MEMORY = 256 << 20


class Tricks:
    """The search for tricks, with values of 10 cards, and fewer of 12."""

    header, names = ROOT / "solver" / "_weights.h", ("MANNI_WEIGHTS", "MANNI_GUESS")
    kinds = ("trump", "NT", "NULLO")
    step = 64

    def __init__(self) -> None:
        self.search = search_type()(MEMORY)

    def part(self, kind: str) -> int:
        """Return which part of the order a kind of question is searched by."""
        return self.kinds.index(kind)

    def draw(self, kind: str, number: int, seed: int) -> Iterator[list[Task]]:
        """Yield what is to be searched, for which there is one guess."""
        ten, twelve = (random_tasks(cards, KINDS[kind])(seed) for cards in (10, 12))
        yield [*islice(ten, number), *islice(twelve, number // 4)]

    def value(self, task: Task) -> int:
        """Return a value."""
        position, seat = task
        return self.search.bounds(position.hands, position.contract, position.leader, seat)[0]

    def features(self, task: Task) -> tuple[object, Sequence[float]]:
        """Return where the weights of a guess are, and what it weighs.

        These are tricks, strength, top cards, lead, trump length.
        """
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
        kind = self.part(position.contract.kind)
        return kind, (position.tricks, strength, tops, position.leader == seat, trumps)


class Points:
    """The search for points, with deals of Manille of three to six hands."""

    header = ROOT / "solver" / "_points_weights.h"
    names = "MANNI_POINTS_WEIGHTS", "MANNI_POINTS_GUESS"
    kinds = QUESTIONS
    step = 16

    def __init__(self) -> None:
        self.search = PointsSearch(MEMORY)

    def part(self, kind: str) -> int:
        """Return which part of the order a kind of question is searched by."""
        return {"NT": 0, "few": 2}.get(kind, 1)

    def draw(self, kind: str, number: int, seed: int) -> Iterator[list[Table]]:
        """Yield what is to be searched, by number of hands, each with a guess of its own."""
        for hands in SIZES:
            yield [*islice(tables(kind, hands, seed), number)]

    def value(self, table: Table) -> int:
        """Return a value."""
        return table.bounds(self.search)[0]

    def features(self, table: Table) -> tuple[object, Sequence[float]]:
        """Return the same for what was searched last."""
        kind, features = self.search.features()
        return (len(table.hands) - min(SIZES), kind), features


def read_header(header: Path) -> dict[str, Weights]:
    """Return the arrays of a header by name."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
    return {
        name: np.array(re.findall(r"-?\d+", body), dtype=np.int16).reshape(
            [int(size) for size in re.findall(r"\d+", sizes)]
        )
        for name, sizes, body in re.findall(r"(\w+)((?:\[\d+\])+) = (\{.*?\});", text, re.S)
    }


def write_header(header: Path, arrays: dict[str, Weights], what: str, seed: int) -> None:
    """Replace the numbers in a header, and what it says of those that were found."""
    text = header.read_text(encoding="utf-8")
    said = [row for row in text.splitlines() if row.startswith("/* made ") and what not in row]
    said.append(f"/* made {what}: {line(made(seed=seed))} */")
    head = re.sub(r"/\* made .*\n", "", text.split("static const", 1)[0])
    rows = [*sorted(said), ""]
    for name, array in arrays.items():
        size = "".join(f"[{length}]" for length in array.shape)
        rows += [f"static const int16_t {name}{size} = {{", *_lines(array), "};", ""]
    header.write_text(f"{head.rstrip()}\n\n" + "\n".join([*rows, "#endif", ""]), encoding="utf-8")


def _lines(array: Weights) -> list[str]:
    """Return the rows of an array, of each part within braces."""
    if array.ndim == 2:
        return ["    {" + ", ".join(map(str, row)) + "}," for row in array]
    return [
        row
        for part in array
        for row in ("    {", *(f"    {own}" for own in _lines(part)), "    },")
    ]


def fit(tuned: Tricks | Points, guess: Weights, number: int, seed: int) -> None:
    """Fit the guess to values."""
    for kind in tuned.kinds:
        for tasks in tuned.draw(kind, number, seed):
            values, rows = [], []
            for task in tasks:
                values.append(searched(tuned.search, tuned.value, task)[2])
                place, features = tuned.features(task)
                rows.append(features)
            found, *_ = np.linalg.lstsq(np.array(rows), values, rcond=None)
            off = np.std(values - np.array(rows) @ found)
            print(f"{kind}: off by {off:.2f} (values vary by {np.std(values):.2f})")
            guess[place] = np.round(64 * found)


def sweep(
    tuned: Tricks | Points, order: Weights, kind: str, number: int, seconds: float, seed: int
) -> Weights:
    """Raise and lower each weight of a part of the order by a step; keep what costs less.

    Others than those in training are counted before and after: few values are learnt by heart.
    """

    def cost(tasks: list[Any], limit: float = float("inf")) -> float:
        """Return the sum of nodes to a power; one beyond the limit as soon as it is."""
        total = 0.0
        for task in tasks:
            total += searched(tuned.search, tuned.value, task)[1] ** 0.7
            if total > limit:
                break
        return total

    training, others = ([*chain(*tuned.draw(kind, number, each))] for each in (seed, seed + 1))
    tuned.search.set_weights(order)
    before, first = cost(others), cost(training)
    best = first
    coordinates = list(np.ndindex(order.shape[1:]))
    random.Random(seed).shuffle(coordinates)
    end = monotonic() + seconds
    for row, feature in coordinates:
        for step in (tuned.step, -tuned.step):
            trial = order.copy()
            trial[tuned.part(kind), row, feature] += step
            tuned.search.set_weights(trial)
            nodes = cost(training, best)
            if nodes < best:
                best, order = nodes, trial
                print(f"{row:2} {feature:2} {step:4}: {best / first:.4f}", file=sys.stderr)
                break
        if monotonic() > end:
            break
    tuned.search.set_weights(order)
    print(f"in training {best / first:.4f}, others {cost(others) / before:.4f}")
    return order


def main(search: str, kind: str, *, number: int = 300, seconds: float = 600, seed: int = 1) -> None:
    """Tune by so many values of a kind and size, for so many seconds at most."""
    tuned = Tricks() if search == "tricks" else Points()
    arrays = read_header(tuned.header)
    order, guess = tuned.names
    tuned.search.set_weights(arrays[order])
    what = "guess"
    if kind == what:
        fit(tuned, arrays[guess], number, seed)
    else:
        arrays[order] = sweep(tuned, arrays[order], kind, number, seconds, seed)
        what = f"order, {kind}"
    write_header(tuned.header, arrays, what, seed)


if __name__ == "__main__":
    run(main)
