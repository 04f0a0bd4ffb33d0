"""What a value of Manille costs by number of hands and question: nodes and CPU time.

python benchmarks/hands.py [-n DEALS] [--seed SEED]
"""

from __future__ import annotations

import argparse
from itertools import islice

from measuring import cpu_ms, heads, line
from tasks import QUESTIONS, SIZES, tables

from manni.solver._points import PointsSearch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=100, help="deals a row")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    search = PointsSearch(64 << 20)
    heads("hands", "question", "nodes", "most", "ms", "most")
    for hands in SIZES:
        for question in QUESTIONS:
            nodes, times = [], []
            for table in islice(tables(question, hands, options.seed), options.n):
                before = search.nodes
                times.append(cpu_ms(table.bounds, search))
                nodes.append(search.nodes - before)
            line(
                f"{hands} × {SIZES[hands]}",
                question,
                *(f"{sum(nodes) / options.n:,.0f}", f"{max(nodes):,}"),
                *(f"{sum(times) / options.n:.2f}", f"{max(times):.1f}"),
            )


if __name__ == "__main__":
    main()
