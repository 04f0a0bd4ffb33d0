"""What a cluster of dask costs: two workers against two threads, and each partition.

The workers are processes of this machine, the scheduler runs in this process. First deals are
solved in partitions by two threads and by two workers. Then partitions without anything to
solve go through: what they take is what this process, client and scheduler, does for a
partition and for a row. From that follows how many cores it can keep busy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from batch import write
from measuring import figure
from pyarrow import parquet

from solver.files.parquet import ParquetSource
from solver.frames.cluster import Cluster, connected, disconnect
from solver.frames.partitions import partitions_of_parquet
from solver.frames.parts import Parts, Settings
from solver.frames.runs import Solve, solve_here, solve_partitions
from solver.pool import Pool
from solver.rules.contract import Contract
from solver.run import Run

WORKERS = 2


def times(folder: Path, rows: int, solve: Solve) -> tuple[float, float, int]:
    """Return wall seconds, CPU seconds of this process and the number of partitions."""
    parts = Parts(str(folder / "out.parquet"), Settings(rows), resume=False)
    wall, cpu, count = time.perf_counter(), time.process_time(), 0
    partitions = partitions_of_parquet(ParquetSource(str(folder / "in.parquet")), rows)
    for _ in solve_partitions(partitions, parts, solve):
        count += 1
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    parts.remove()
    return wall, cpu, count


def two_against_two(folder: Path, options: argparse.Namespace, cluster: Cluster) -> None:
    """Print how long the deals take."""
    write(folder, options)
    print(f"| {options.n:,} deals, {options.cards} cards, {options.contract.name}, "
          f"{options.rows:,} a partition | wall s | deals a second |")  # fmt: skip
    print("|---|---:|---:|")
    threads = Pool(options.memory, WORKERS)
    ways: Iterator[tuple[str, Solve]] = iter(
        (
            (f"{WORKERS} threads", solve_here(threads, None, Run())),
            (f"{WORKERS} workers", cluster.solve),
        )
    )
    for name, solve in ways:
        wall, _, _ = times(folder, options.rows, solve)
        print(f"| {name} | {figure(wall)} | {options.n / wall:,.0f} |", flush=True)


def ask_nothing(path: Path) -> None:
    """Have the rows of a file ask for no seat."""
    table = parquet.read_table(path)
    parquet.write_table(table.append_column("seats", [[""] * len(table)]), path)


def overhead(folder: Path, options: argparse.Namespace, client: object) -> None:
    """Print what partitions of two sizes without any work take here, and of what that is made."""
    seconds = []
    print("\n| nothing to solve | partitions | CPU ms a partition here |")
    print("|---|---:|---:|")
    for rows, number in zip((10, 20_000), options.empty, strict=True):
        write(folder, argparse.Namespace(**vars(options) | {"n": rows * number}))
        ask_nothing(folder / "in.parquet")
        cluster = Cluster(client, options.memory)
        cluster.check_versions()
        _, cpu, count = times(folder, rows, cluster.solve)
        seconds.append((rows, cpu / count))
        print(f"| {rows:,} rows | {count} | {figure(1000 * cpu / count)} |", flush=True)
    (few, short), (many, long) = seconds
    row = (long - short) / (many - few)
    print(f"\na partition {figure(1000 * short)} ms, a row {figure(1e6 * row)} µs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=40_000, help="deals")
    parser.add_argument("--rows", type=int, default=2_000, help="rows a partition")
    parser.add_argument("--cards", type=int, default=10, help="cards a hand")
    parser.add_argument("--contract", type=Contract.__getitem__, default=Contract.NT)
    parser.add_argument("--memory", type=int, default=64, help="megabytes of each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only-overhead", action="store_true")
    parser.add_argument(
        "--empty", type=int, nargs=2, default=[300, 40], help="small and large partitions"
    )
    parser.set_defaults(parquet_only=True, variant=None)  # as ``write`` of batch.py asks
    options = parser.parse_args()

    client = connected("local", WORKERS)
    try:
        with TemporaryDirectory() as name:
            cluster = Cluster(client, options.memory)
            cluster.check_versions()
            if not options.only_overhead:
                two_against_two(Path(name), options, cluster)
            overhead(Path(name), options, client)
    finally:
        disconnect(client)


if __name__ == "__main__":
    main()
