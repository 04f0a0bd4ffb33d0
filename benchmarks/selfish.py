"""Speed of selfish play, as a Markdown table: all outcomes of random deals.

Every position starts from an empty table; times are CPU milliseconds, the table's making
counted. Positions are starts of tricks worked out.
"""

from __future__ import annotations

import argparse
from itertools import islice
from time import process_time

from techniques import KINDS

from cli.bench.figures import figure
from cli.bench.rows import Times
from solver.engine import Engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="+", default=[6, 8, 10, 12])
    parser.add_argument("-n", type=int, default=30, help="positions a row")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    print("| cards | contract | n | outcomes | positions | mean ms | median | max |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|")
    for cards in options.cards:
        for kind in options.kinds:
            tasks = islice(KINDS[kind](cards)(options.seed), options.n)
            seconds, outcomes, positions = [], 0, 0
            for position, _ in tasks:
                begun = process_time()
                engine = Engine(options.memory)
                outcomes += len(engine.outcomes(position))
                seconds.append(1000 * (process_time() - begun))
                positions += engine.nodes
            times = Times(tuple(seconds))
            print(
                f"| {cards} | {kind} | {options.n} | {outcomes / options.n:.1f} | "
                f"{positions // options.n:,} | {figure(times.mean)} | {figure(times.median)} | "
                f"{figure(times.max)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
