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
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getfile
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from bars import ROWS, Row
from measuring import heads, line, run, searched

from manni.solver import _search
from manni.solver.searches import search_type


def loaded(path: Path, folder: Path, number: int) -> type[_search.Search]:
    """Return the search in a compiled module, whatever else has been loaded under its name."""
    copy = folder / f"{number}{path.suffix}"  # a file is loaded once, however often it is asked for
    shutil.copyfile(path, copy)
    name = f"manni.solver.{path.name.split('.')[0]}"
    loader = ExtensionFileLoader(name, str(copy))
    spec = spec_from_file_location(name, copy, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    search: type[_search.Search] = module.Search
    return search


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
    with TemporaryDirectory() as folder:
        _, *searches = [
            loaded(path, Path(folder), number)(256 << 20) for number, path in enumerate(paths)
        ]
        heads("row", "values", "this build, nodes", *others, "this again")
        for row in map(ROWS.__getitem__, rows):
            count = number or row.count
            line(row.name, count, *compare(row, searches, count, seed, rounds))


if __name__ == "__main__":
    run(main)
