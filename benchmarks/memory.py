"""Speed of 16-card deals under different memory limits, as a Markdown table.

Every guarantee starts from an empty table; with --keep from what those before it have left. The
values do not depend on the limit: they are compared, and a difference ends the run.
"""

from __future__ import annotations

import argparse
from itertools import islice
from time import process_time_ns

from techniques import KINDS

from cli.bench.figures import figure
from cli.bench.rows import Bench, Times
from solver.errors import SolverError
from solver.values.solve import Solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--caps", type=int, nargs="+", default=[16, 64, 256], help="megabytes")
    parser.add_argument("--cards", type=int, default=16)
    parser.add_argument("-n", type=int, default=30, help="values a kind of contract")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--keep", action="store_true", help="never clear the table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    print(
        f"| {options.cards} cards, {options.n} values | "
        + " | ".join(f"{cap} MB: mean, max ms (nodes)" for cap in options.caps)
        + " |"
    )
    print("|---|" + "---|" * len(options.caps))
    for kind in options.kinds:
        tasks = list(islice(KINDS[kind](options.cards)(options.seed), options.n))
        cells, truth = [], None
        for cap in options.caps:
            bench = Bench(solver=Solver(memory_mb=cap))
            engine = bench.solver.engine
            spent, values = [], []
            for task in tasks:
                start = process_time_ns()
                if not options.keep:
                    engine.clear()
                engine.bounds(*task)
                spent.append((process_time_ns() - start) / 1e6)
                values.append(engine.value(*task))  # in the table by now: no search
            times = Times(tuple(spent))
            nodes = engine.nodes // len(tasks)
            if truth is not None and values != truth:
                raise SolverError(f"{kind}: other values under {cap} MB")
            truth = values
            cells.append(f"{figure(times.mean)}, {figure(times.max)} ({nodes:,})")
        print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
