"""Write a file of puzzles in data/sample_deals: what is there, and what is added, described anew.

``manni puzzle find … >> new.manni``, then ``python tools/data/make_puzzles.py new.manni``, with
``--into manille-puzzles`` for another file than puzzles.manni: a puzzle is added if it is not
there yet, strictly sound and certified. Names, grades, features and themes of all are worked
out again, without a file too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from provenance import ROOT, line, made

from solver.deal import Deal
from solver.files.dealfile import format_deals
from solver.files.reading import read_deals
from solver.puzzles.certify import certify
from solver.puzzles.find import Find
from solver.puzzles.grade import features
from solver.puzzles.themes import themes
from solver.puzzles.verify import Verification, puzzle_of, verify
from solver.values.solve import Solver

FOLDER = ROOT / "data" / "sample_deals"


def verified(deal: Deal, solver: Solver) -> Verification:
    """Return the strict verdict on a deal that is a puzzle."""
    puzzle = puzzle_of(deal)
    assert puzzle is not None, "a puzzle has a [Goal]"
    return verify(puzzle, solver, strict=True)


def described(deal: Deal, name: str, solver: Solver) -> Deal:
    """Return a puzzle with its name and what is said of it worked out again."""
    verification = verified(deal, solver)
    assert verification.tree is not None, f"{name} is not sound"
    graded = features(verification.puzzle, verification.tree, solver)
    shown = themes(verification.puzzle, verification.tree, solver)
    tags = Find(verification.puzzle, graded, shown, deal.variant).deal().tags
    return replace(deal, tags=(("Name", name), *tags))


def new_ones(
    deals: Sequence[Deal], files: Sequence[str], solver: Solver
) -> Iterator[tuple[str, Deal]]:
    """Yield the puzzles of files that can be added, and what is said of each of the others."""
    had = {deal.hands for deal in deals}
    for file in files:
        for number, deal in enumerate(read_deals(file), 1):
            place = f"{file}: deal {number}"
            verification = verified(deal, solver)
            if deal.hands in had:
                print(f"{place}: is there already")
            elif not verification.holds:
                print(f"{place}: is not strictly sound")
            elif not certify(verification, solver.engine).proved:
                print(f"{place}: cannot be certified")
            else:
                had.add(deal.hands)
                yield place, deal


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--into", default="puzzles", help="the file that is written")
    options = parser.parse_args()
    solver = Solver(128)
    path = FOLDER / f"{options.into}.manni"
    deals = read_deals(path) if path.exists() else []
    for place, deal in new_ones(deals, options.files, solver):
        deals.append(deal)
        print(f"{place}: added as {len(deals)}")
    named = [described(deal, f"Puzzle {number}", solver) for number, deal in enumerate(deals, 1)]
    said = line(made(map(Path, options.files)))
    path.write_text(f"% made {said}\n{format_deals(named)}", encoding="utf-8")


if __name__ == "__main__":
    main()
