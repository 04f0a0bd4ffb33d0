"""Builds of the search against one another: the same values by each in turn, in one process.

    python benchmarks/turn_about.py ../before/solver/_search_v3*.so --rows nt12 nullo16

Two runs of a program differ by more than most changes of the search bring: by how busy the
machine is, and by where its memory happens to lie. Here every value is searched by all builds,
from an empty table, before the next one is; who begins changes; and of several rounds the
fastest counts, value by value. The build of this checkout comes first and last: how far its
second ratio is from 1 says how much to make of the others. Rows are those of ``bars.py``.
"""

from __future__ import annotations

import shutil
from inspect import getfile
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from bars import ROWS, Row
from measuring import heads, line, loaded, run, searched

from manni.solver import _search
from manni.solver.searches import search_type


def compare(
    row: Row, searches: list[_search.Search], count: int, seed: int, rounds: int
) -> list[str]:
    """Return cells: milliseconds of the first search, ratios of the others, nodes."""
    ms, nodes = np.empty((2, rounds, count, len(searches)))
    for turn in range(rounds):
        for number, (position, seat) in enumerate(islice(row.tasks(seed), count)):
            where = position.hands, position.contract, position.leader, seat
            for k in range(len(searches)):
                place = turn, number, (k + turn + number) % len(searches)
                search = searches[place[-1]]
                ms[place], nodes[place], _ = searched(search, search.bounds, *where)
    means, visited = ms.min(0).mean(0), nodes.mean((0, 1))
    first, *others = zip(means, means / means[0], visited, strict=True)
    cells = [f"{first[0]:.3f} ms, {first[2]:,.0f}"]
    return cells + [f"{ratio:.3f}, {many:,.0f}" for _, ratio, many in others]


def main(
    others: tuple[Path, ...] = (),
    *,
    rows: tuple[str, ...] = ("nt12", "trump12", "nullo12"),
    number: int | None = None,
    rounds: int = 3,
    seed: int = 1,
) -> None:
    """Compare compiled modules of the search by ``rows``, of so many values or their own."""
    source = Path(getfile(search_type()))
    # What is loaded first has the best of the memory.
    paths = [source, source, *others, source]
    searches = []
    with TemporaryDirectory() as folder:
        for path in paths:
            # A file is loaded once, however often it is asked for.
            copy = shutil.copyfile(path, Path(folder, f"{len(searches)}{path.suffix}"))
            name = f"manni.solver.{path.name.split('.')[0]}"
            searches.append(loaded(name, copy).Search(256 << 20))
        heads("row", "values", "this build, nodes", *others, "this again")
        for row in map(ROWS.__getitem__, rows):
            count = number or row.count
            line(row.name, count, *compare(row, searches[1:], count, seed, rounds))


if __name__ == "__main__":
    run(main)
