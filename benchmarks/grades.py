"""How the grades of puzzles spread, and whether harder ones are missed more often.

``python benchmarks/grades.py`` looks for strictly sound puzzles of 4 to 8 cards in every
contract and prints, for each length, how many are of each grade. The last line is for each
grade how often a solver finds the whole main line who at every only-move sees two tricks
ahead and takes any card whose failure he does not see. ``--fifths`` prints the efforts that
divide the puzzles into fifths: what ``solver/puzzles/grade.py`` has as LIMITS.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from itertools import islice
from math import prod
from statistics import mean, quantiles

from solver.cards import SEATS, Seat
from solver.puzzles.find import Find, Wish, find
from solver.puzzles.grade import lures_of
from solver.puzzles.tree import Tree, main_line
from solver.run import Run
from solver.values.solve import Solver

LENGTHS = range(4, 9)
GRADES = range(1, 6)
SEES = 2
"""The tricks in which the solver sees a failure."""


def finds(length: int, count: int, seed: int, solver: Solver) -> list[Find]:
    """Return puzzles, half of them of one seat, half of two against the third."""
    drawn: list[Find] = []
    for against in (None, Seat.DEALER):
        wish = Wish(cards=(length,), seat=Seat(length % (SEATS - 1)), against=against)
        some = (each for each in find(wish, seed, solver) if each is not None)
        drawn += islice(some, count // 2)
    return drawn


def chance(find: Find, solver: Solver) -> float:
    """Return how likely a solver who sees so far finds every only-move of the main line."""
    tree = Tree(solver.engine, find.puzzle.position, find.puzzle.need)
    moves = [node for node in main_line(tree) if node.is_only]
    return prod(
        1 / (1 + sum(lure >= SEES for lure in lures_of(node, solver, Run()))) for node in moves
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("-n", type=int, default=40, help="puzzles of each length")
    parser.add_argument("--cards", type=int, nargs="+", default=LENGTHS, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fifths", action="store_true")
    options = parser.parse_args()
    solver = Solver(64)
    efforts: list[float] = []
    chances: defaultdict[int, list[float]] = defaultdict(list)
    print("| cards | grade 1 | 2 | 3 | 4 | 5 |\n|---:|---:|---:|---:|---:|---:|")
    for length in options.cards:
        grades: Counter[int] = Counter()
        for each in finds(length, options.n, options.seed, solver):
            grades[each.features.grade] += 1
            efforts.append(each.features.effort)
            chances[each.features.grade].append(chance(each, solver))
        row = " | ".join(str(grades[grade]) for grade in GRADES)
        print(f"| {length} | {row} |", flush=True)
    shares = " | ".join(f"{100 * mean(chances[g] or [0]):.0f} %" for g in GRADES)
    print(f"| found | {shares} |")
    if options.fifths:
        print([round(limit, 1) for limit in quantiles(efforts, n=5)])


if __name__ == "__main__":
    main()
