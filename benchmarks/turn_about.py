"""Builds of the search against one another: the same values by each in turn, in one process.

    python benchmarks/turn_about.py ../before/solver/_search_v3*.so --rows nt12 nullo16

Two runs of a program differ by more than most changes of the search bring: by how busy the
machine is, and by where its memory happens to lie. Here every value is searched by all builds,
from an empty table, before the next one is; who begins changes; and of several rounds the
fastest counts, value by value. The build of this checkout comes first and last: how far its
second ratio is from 1 says how much to make of the others. Rows are those of ``manni bench``
that time one guarantee a position.
"""

from __future__ import annotations

import argparse
import shutil
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time_ns

from cli.bench.rows import Row, select
from solver import _search


def loaded(path: Path, folder: Path, number: int) -> type[_search.Search]:
    """Return the search in a compiled module, whatever else has been loaded under its name."""
    copy = folder / f"{number}{path.suffix}"  # a file is loaded once, however often it is asked for
    shutil.copyfile(path, copy)
    name = f"solver.{path.name.split('.')[0]}"
    loader = ExtensionFileLoader(name, str(copy))
    spec = spec_from_file_location(name, copy, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    search: type[_search.Search] = module.Search
    return search


def compare(row: Row, searches: list[_search.Search], values: int, seed: int, rounds: int) -> str:
    """Return a line of a table: milliseconds of the first search, ratios of the others, nodes."""
    tasks = list(islice(row.tasks(seed), values))
    fastest = [[float("inf")] * len(tasks) for _ in searches]
    before = [search.nodes for search in searches]
    for turn in range(rounds):
        for number, (position, seat) in enumerate(tasks):
            for k in range(len(searches)):
                which = (k + turn + number) % len(searches)
                search = searches[which]
                start = process_time_ns()
                search.clear()
                search.bounds(position.hands, position.contract, position.leader, seat)
                took = process_time_ns() - start
                fastest[which][number] = min(fastest[which][number], took)
    means = [sum(times) / len(tasks) / 1e6 for times in fastest]
    nodes = [
        (search.nodes - count) / rounds / len(tasks)
        for search, count in zip(searches, before, strict=True)
    ]
    first, *others = zip(means, nodes, strict=True)
    cells = [row.name, f"{len(tasks)}", f"{first[0]:.3f} ms, {first[1]:,.0f}"]
    cells += [f"{mean / first[0]:.3f}, {count:,.0f}" for mean, count in others]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("others", type=Path, nargs="*", help="compiled modules of the search")
    parser.add_argument("--rows", nargs="+", default=["nt12", "trump12", "nullo12"])
    parser.add_argument("-n", type=int, help="values a row, in place of its own number")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=256, help="MB for each build")
    options = parser.parse_args()
    if _search.wide_processor():
        from solver import _search_v3 as best
    else:
        best = _search
    source = Path(str(best.__file__))
    paths = [
        source,
        source,
        *options.others,
        source,
    ]  # what is loaded first has the best of the memory
    with TemporaryDirectory() as folder:
        _, *searches = [
            loaded(path, Path(folder), number)(options.memory << 20)
            for number, path in enumerate(paths)
        ]
        heads = ["row", "values", "this build, nodes", *map(str, options.others), "this again"]
        print(f"| {' | '.join(heads)} |")
        print("|---" * len(heads) + "|")
        for row in select(options.rows):
            count = row.count if options.n is None else options.n
            print(compare(row, searches, count, options.seed, options.rounds), flush=True)


if __name__ == "__main__":
    main()
