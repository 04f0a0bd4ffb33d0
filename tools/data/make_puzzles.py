"""Describe the puzzles of a file in data/sample_deals anew: names, grades, features and themes.

Puzzles that ``manni puzzle find`` has found are added at the end of the file by hand; each has to
be strictly sound, and ``manni puzzle check`` says whether it can be certified.
"""

from __future__ import annotations

import json
from dataclasses import replace

from measuring import run
from provenance import ROOT, made

from manni.solver.deal import Deal
from manni.solver.files.dealfile import format_deals
from manni.solver.files.reading import read_deals
from manni.solver.puzzles.features import features, themes
from manni.solver.puzzles.find import Find
from manni.solver.puzzles.verify import puzzle_of, verify
from manni.solver.run import Run
from manni.solver.values.solve import Solver


def described(deal: Deal, name: str, solver: Solver) -> Deal:
    """Return a puzzle with its name and what is said of it worked out again."""
    puzzle = puzzle_of(deal)
    assert puzzle is not None, "a puzzle has a [Goal]"
    verification = verify(puzzle, solver, strict=True)
    assert verification.holds, f"{name} is not strictly sound"
    assert verification.tree is not None
    graded = features(verification.puzzle, verification.tree, solver, Run())
    shown = themes(verification.puzzle, verification.tree, solver, Run())
    tags = Find(verification.puzzle, graded, shown, deal.variant).deal().tags
    return replace(deal, tags=(("Name", name), *tags))


def main(name: str) -> None:
    """Describe those of the file of this name."""
    path = ROOT / "data" / "sample_deals" / f"{name}.manni"
    solver = Solver(128)
    deals = [
        described(deal, f"Puzzle {number}", solver)
        for number, deal in enumerate(read_deals(path), 1)
    ]
    path.write_text(f"% made {json.dumps(made())}\n{format_deals(deals)}", encoding="utf-8")


if __name__ == "__main__":
    run(main)
