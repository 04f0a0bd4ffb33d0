"""Every bar in one run: row and yardstick on the same positions, one core, CPU time.

`manni bench` measures the same rows with fewer values; here each has its full number
(200, 30 and more for 16 cards) and DDS plays too. Exit code 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys

from cli.bench import dds
from cli.bench.figures import Result, table
from cli.bench.rows import Bench, Unavailable, select
from solver.report.summaries import BENCH_ROW


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="*", default=[], help="only these rows")
    parser.add_argument("-n", type=int, help="values a row, in place of its own number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds at most a row")
    parser.add_argument("--patience", type=float, help="wall seconds at most a value (no limit)")
    parser.add_argument("--no-dds", action="store_true", help="leave DDS out")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    if not options.no_dds:
        dds.require()
    bench = Bench(options.seed, options.n, options.seconds, not options.no_dds, options.patience)
    results = []
    for row in select(options.rows):
        print(f"{row.name}: {row.work}", file=sys.stderr)
        try:
            results.append(Result(row, row.run(bench)))
        except Unavailable as error:
            print(f"{row.name}: left out: {error}", file=sys.stderr)
    if options.json:
        print(json.dumps(list(map(BENCH_ROW.json, results)), indent=1))
    else:
        print(table(results).markdown())
    return int(any(row.bar.kept_by(value) is False for row, value in results))


if __name__ == "__main__":
    sys.exit(main())
