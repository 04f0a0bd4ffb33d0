"""Seeded positions of all kinds with their values and the nodes searched, wherever this runs.

The Python of a page runs it as it is: it imports nothing but the library.
"""

from pathlib import Path
from random import Random
from typing import Any

POSITIONS = {"tricks": 1500, "points": 500}


def dealt(rng: Random, pack: list[int], cards: int) -> list[int]:
    """Return three hands of a pack."""
    rng.shuffle(pack)
    return [sum(1 << card for card in pack[n * cards : (n + 1) * cards]) for n in range(3)]


def answers(samples: str) -> dict[str, Any]:
    """Return values and node counts, and the verdicts on the puzzles in a folder."""
    from manni.solver._search import Search

    found = {}
    rng = Random(28)
    search = Search(8 << 20)
    rows = []
    for number in range(POSITIONS["tricks"]):
        hands = dealt(rng, list(range(52)), rng.randint(2, 8) if number % 50 else 12)
        asked = hands, rng.randrange(6), rng.randrange(3), rng.randrange(3), (), number % 7 == 0
        before = search.nodes
        rows.append([*search.bounds(*asked), search.nodes - before])
    found["tricks"] = rows
    from manni.solver._points import PointsSearch
    from manni.solver.cards import RANK_LETTERS

    ranks = [RANK_LETTERS.index(letter) for letter in "789JQKAT"]
    pack = [13 * suit + rank for suit in range(4) for rank in ranks]
    points = PointsSearch(8 << 20)
    rows = []
    for number in range(POSITIONS["points"]):
        duties, partners, avoids = (7 * (number % 3 > 0), number % 2 > 0, number % 11 == 0)
        points.play_by(ranks, (0, 0, 0, 1, 2, 3, 4, 5), 1, duties, partners, avoids)
        hands = dealt(rng, pack, rng.randint(2, 7))
        before = points.nodes
        value = points.bounds(hands, rng.randrange(-1, 4), rng.randrange(3), 1 << rng.randrange(3))
        rows.append([*value, points.nodes - before])
    found["points"] = rows
    found["puzzles"] = puzzles(Path(samples))
    return found


def puzzles(samples: Path) -> list[str]:
    """Return the verdicts on all puzzles in files of deals."""
    from manni.solver.files.reading import entries_of
    from manni.solver.puzzles.verify import puzzle_of, verify
    from manni.solver.values.solve import Solver

    solver = Solver(memory_mb=16)
    said = []
    for file in sorted(samples.glob("*.manni")):
        for entry in entries_of(file.read_text(encoding="utf-8"), file.name):
            puzzle = None if entry.deal is None else puzzle_of(entry.deal)
            if puzzle is not None:
                said.append(f"{file.name} {entry.number}: {verify(puzzle, solver).verdict}")
    return said
