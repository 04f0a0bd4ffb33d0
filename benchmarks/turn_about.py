"""Builds of the search against one another: the same values by each in turn, in one process.

    python benchmarks/turn_about.py ../before/solver/_search_v3*.so --rows nt12 nullo16

Two runs of a program differ by more than most changes of the search bring: by how busy the
machine is, and by where its memory happens to lie. Here every value is searched by all builds,
from an empty table, before the next one is; who begins changes; and of several rounds the
fastest counts, value by value. The build of this checkout comes first and last: how far its
second ratio is from 1 says how much to make of the others. Rows are those of ``bars.py``.
"""

from __future__ import annotations

import argparse
import shutil
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bars import NAMES, ROWS, Row
from measuring import cpu_ms, heads, line

from manni.solver import _search
from manni.solver.cards import Seat
from manni.solver.position import Position


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
    tasks = list(islice(row.tasks(seed), count))
    fastest = [[float("inf")] * count for _ in searches]
    before = [search.nodes for search in searches]

    def value(search: _search.Search, position: Position, seat: Seat) -> None:
        search.clear()
        search.bounds(position.hands, position.contract, position.leader, seat)

    for turn in range(rounds):
        for number, task in enumerate(tasks):
            for k in range(len(searches)):
                which = (k + turn + number) % len(searches)
                taken = cpu_ms(value, searches[which], *task)
                fastest[which][number] = min(fastest[which][number], taken)
    means = [sum(times) / count for times in fastest]
    nodes = [
        (search.nodes - start) / rounds / count
        for search, start in zip(searches, before, strict=True)
    ]
    first, *others = zip(means, nodes, strict=True)
    cells = [f"{first[0]:.3f} ms, {first[1]:,.0f}"]
    return cells + [f"{mean / first[0]:.3f}, {own:,.0f}" for mean, own in others]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("others", type=Path, nargs="*", help="compiled modules of the search")
    parser.add_argument(
        "--rows", nargs="+", choices=NAMES, default=["nt12", "trump12", "nullo12"], metavar="ROW"
    )
    parser.add_argument("-n", type=int, help="values a row, in place of its own number")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=256, help="MB for each build")
    options = parser.parse_args()
    if _search.wide_processor():
        from manni.solver import _search_v3 as best
    else:
        best = _search
    source = Path(str(best.__file__))
    # What is loaded first has the best of the memory.
    paths = [source, source, *options.others, source]
    with TemporaryDirectory() as folder:
        _, *searches = [
            loaded(path, Path(folder), number)(options.memory << 20)
            for number, path in enumerate(paths)
        ]
        heads("row", "values", "this build, nodes", *options.others, "this again")
        for row in ROWS:
            if row.name in options.rows:
                count = options.n or row.count
                cells = compare(row, searches, count, options.seed, options.rounds)
                line(row.name, count, *cells)


if __name__ == "__main__":
    main()
