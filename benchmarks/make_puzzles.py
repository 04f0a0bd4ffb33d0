"""Write data/sample_deals/puzzles.manni: what is there, described anew, and what is missing.

``python benchmarks/make_puzzles.py`` keeps the puzzles of the file, works out their grades,
features and themes again, and finds puzzles until there are as many of each kind as ``PLAN``
asks for. Each is strictly sound and certified. ``--keep`` finds none.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from solver.cards import Seat
from solver.deal import Deal
from solver.files.dealfile import format_deals
from solver.files.reading import read_deals
from solver.puzzles.certify import certify
from solver.puzzles.find import Find, Wish, find
from solver.puzzles.grade import features
from solver.puzzles.themes import themes
from solver.puzzles.verify import puzzle_of, verify
from solver.rules.contract import Contract
from solver.values.solve import Solver

FILE = Path(__file__).resolve().parent.parent / "data" / "sample_deals" / "puzzles.manni"

S, H, D, C, NT, NULLO = Contract
FOREHAND, MIDDLEHAND, DEALER = Seat
PLAIN = (S, H, D, C, NT)


class Kind(NamedTuple):
    """A kind of puzzle, and how many of it are to be added."""

    wish: Wish
    count: int
    grades: tuple[int, ...] = (1, 2, 3, 4, 5)


def _against(seat: Seat, to_play: Seat, theme: str, cards: tuple[int, ...]) -> Wish:
    return Wish(PLAIN, cards, seat=to_play, against=seat, theme=theme)


PLAN = (
    Kind(_against(FOREHAND, MIDDLEHAND, "hold-up", (5, 6)), 3),
    Kind(_against(DEALER, MIDDLEHAND, "unblock", (5, 6)), 3),
    Kind(_against(MIDDLEHAND, DEALER, "squeeze", (5, 6)), 3),
    Kind(_against(FOREHAND, DEALER, "duck", (5, 6)), 3),
    Kind(_against(DEALER, FOREHAND, "throw-in", (5, 6)), 2),
    Kind(Wish((NULLO,), (5, 6), seat=DEALER, against=FOREHAND), 2),
    Kind(Wish((NULLO,), (7, 8), seat=FOREHAND, against=MIDDLEHAND), 2),
    Kind(Wish((NT,), (4, 5), theme="throw-in"), 1),
    Kind(Wish((NULLO,), (9,), seat=MIDDLEHAND), 2),
    Kind(Wish((NULLO,), (10,), seat=DEALER), 2),
    Kind(Wish((NT,), (9,), seat=DEALER), 2),
    Kind(Wish((NT,), (10,), seat=FOREHAND), 2),
    Kind(Wish(PLAIN[:4], (9,), seat=FOREHAND), 1),
    Kind(Wish(PLAIN[:4], (10,), seat=MIDDLEHAND), 1),
    *(Kind(Wish((suit,), (4, 5), seat=FOREHAND), 1, (1, 2)) for suit in PLAIN),
    *(Kind(Wish((suit,), (5, 6), seat=MIDDLEHAND), 1, (2, 3)) for suit in PLAIN),
    *(Kind(Wish((suit,), (6, 7), seat=DEALER), 1, (3, 4)) for suit in PLAIN[:4]),
    Kind(Wish((NULLO,), (4, 5), seat=MIDDLEHAND), 2, (1, 2)),
    Kind(Wish((NULLO,), (6, 7), seat=DEALER), 3, (3, 4)),
)


def added(kind: Kind, seed: int, solver: Solver) -> Iterator[Deal]:
    """Yield as many puzzles of a kind as it asks for."""
    left = kind.count
    for found in find(kind.wish, seed, solver):
        if left == 0:
            return
        if found is None or found.features.grade not in kind.grades:
            continue
        if is_certified(found, solver):
            left -= 1
            yield found.deal()


def is_certified(found: Find, solver: Solver) -> bool:
    """Return whether a puzzle is strictly sound and proved to be."""
    verification = verify(found.puzzle, solver, strict=True)
    return verification.holds and certify(verification, solver.engine).proved


def described(deal: Deal, name: str, solver: Solver) -> Deal:
    """Return a puzzle with its name and what is said of it worked out again."""
    puzzle = puzzle_of(deal)
    assert puzzle is not None
    tree = verify(puzzle, solver, strict=True).tree
    assert tree is not None
    found = Find(puzzle, features(puzzle, tree, solver), themes(puzzle, tree, solver))
    return replace(deal, tags=(("Name", name), *found.deal().tags))


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--keep", action="store_true", help="add nothing")
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    solver = Solver(128)
    deals = read_deals(FILE)
    for kind in () if options.keep else PLAN:
        for deal in added(kind, options.seed, solver):
            deals.append(deal)
            print(len(deals), kind.wish.theme or "", deal.goal, dict(deal.tags), flush=True)
    named = [described(deal, f"Puzzle {n}", solver) for n, deal in enumerate(deals, 1)]
    FILE.write_text(format_deals(named), encoding="utf-8")


if __name__ == "__main__":
    main()
