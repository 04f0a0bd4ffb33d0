"""What a cluster of dask costs: two workers against two threads, and each partition.

The workers are processes of this machine. First deals are solved by two threads and by two
workers. Then partitions without anything to solve go through: what is left is what dask does.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import distributed
from batch import COMMAND, write
from measuring import figure
from pyarrow import parquet

from solver.rules.contract import Contract

WORKERS = 2


def seconds(folder: Path, rows: int, memory: int, *more: str) -> float:
    """Return the wall seconds of a whole run of ``manni batch``."""
    files = [folder / "in.parquet", "-o", folder / "out.parquet"]
    asked = [*files, "--partition", rows, "--memory", memory, *more]
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", COMMAND, "batch", *map(str, asked)], check=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=40_000, help="deals")
    parser.add_argument("--rows", type=int, default=2_000, help="rows a partition")
    parser.add_argument("--cards", type=int, default=10, help="cards a hand")
    parser.add_argument("--contract", type=Contract.__getitem__, default=Contract.NT)
    parser.add_argument("--memory", type=int, default=64, help="megabytes of each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(parquet_only=True, variant=None)  # as ``write`` of batch.py asks
    options = parser.parse_args()

    with (
        TemporaryDirectory() as name,
        distributed.LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, memory_limit=0, dashboard_address=None
        ) as cluster,
    ):
        folder = Path(name)
        write(folder, options)
        ways = {
            f"{WORKERS} threads": ("--jobs", str(WORKERS)),
            f"{WORKERS} workers": ("--cluster", cluster.scheduler_address),
        }
        for work in ("solved", "nothing asked"):
            print(f"| {options.n:,} deals, {work} | wall s | deals a second |\n|---|---:|---:|")
            for way, more in ways.items():
                wall = seconds(folder, options.rows, options.memory, *more)
                print(f"| {way} | {figure(wall)} | {options.n / wall:,.0f} |", flush=True)
            table = parquet.read_table(folder / "in.parquet")
            asked = table.append_column("seats", [[""] * len(table)])
            parquet.write_table(asked, folder / "in.parquet")


if __name__ == "__main__":
    main()
