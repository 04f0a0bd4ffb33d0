"""The two builds of the search on the same positions: CPU time a node, same nodes."""

from __future__ import annotations

import argparse
from itertools import islice
from time import process_time_ns

from cli.bench.rows import NT, NULLO, TRUMP, random_tasks
from solver import _search
from solver.errors import SolverError

KINDS = {"NT": NT, "trump": TRUMP, "NULLO": NULLO}


def builds() -> dict[str, type[_search.Search]]:
    """Return the builds that run on this processor, by name."""
    searches = {"portable": _search.Search}
    if _search.wide_processor():
        from solver import _search_v3

        searches["x86-64-v3"] = _search_v3.Search
    return searches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=10)
    parser.add_argument("-n", type=int, default=100, help="values a kind of contract")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| build | " + " | ".join(f"{kind}, µs a node" for kind in KINDS) + " |")
    print("|---|" + "---|" * len(KINDS))
    nodes: dict[str, set[int]] = {kind: set() for kind in KINDS}
    for name, build in builds().items():
        cells = []
        for kind, contracts in KINDS.items():
            search = build(512 << 20)
            start = process_time_ns()
            tasks = islice(random_tasks(options.cards, contracts)(options.seed), options.n)
            for position, seat in tasks:
                search.clear()
                search.bounds(position.hands, position.contract, position.leader, seat)
            cells.append(f"{(process_time_ns() - start) / 1e3 / search.nodes:.2f}")
            nodes[kind].add(search.nodes)
        print(f"| {name} | " + " | ".join(cells) + " |")
    if any(len(counts) > 1 for counts in nodes.values()):
        raise SolverError(f"the builds do not search alike: {nodes}")


if __name__ == "__main__":
    main()
