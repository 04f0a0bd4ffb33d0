"""What ``manni batch`` costs besides the search, in memory, and on a cluster.

    python benchmarks/batch.py -n 20000 --cluster

Deals of ``--cards`` a hand go from Parquet to Parquet and from lines of JSON to lines: by the
search alone, in this process, and by the command with one job; CPU seconds of all it does from its
start to its end. With ``--cluster``, wall seconds of two threads and of two workers of dask on this
machine, who solve them, and who have nothing to solve: what is left then is what dask does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from measuring import figure, heads, line, timed
from pyarrow import parquet, table

from manni.solver.cards import CARDS, SEATS, Contract
from manni.solver.files.questions import columns_of
from manni.solver.frames.arrays import solve_many


def manni(*arguments: object) -> tuple[float, float, float]:
    """Run the command; return its wall and CPU seconds and the most megabytes it took."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "manni", *map(str, arguments)])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"manni {arguments[0]} ended with exit code {process.returncode}")
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def on_a_cluster(deals: Path, number: int, memory: int) -> None:
    """Print how long two threads and two workers take."""
    import distributed

    heads("two threads, or two workers", "wall s", "deals a second")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None
    ) as cluster:
        ways = ("--jobs", 2), ("--cluster", cluster.scheduler_address)
        for work in ("solved", "nothing asked"):
            for way, value in ways:
                out = deals.with_name(f"out of {way}.parquet")
                partition = ("--partition", max(number // 20, 1), "--memory", memory)
                wall, *_ = manni("batch", deals, "-o", out, *partition, way, value)
                line(f"{way}: {work}", figure(wall), f"{number / wall:,.0f}")
                out.unlink()
            table = parquet.read_table(deals)
            parquet.write_table(table.append_column("seats", [[""] * len(table)]), deals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=20_000, help="deals")
    parser.add_argument("--cards", type=int, default=10, help="a hand")
    parser.add_argument("--contract", type=Contract.__getitem__, default=Contract.NT)
    parser.add_argument("--memory", type=int, default=64, help="megabytes of the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true")
    options = parser.parse_args()

    with TemporaryDirectory() as folder:
        deals = Path(folder, "in.parquet")
        packs = np.tile(np.arange(CARDS, dtype=np.uint64), (options.n, 1))
        dealt = np.random.default_rng(options.seed).permuted(packs, axis=1)
        held = dealt[:, : SEATS * options.cards].reshape(options.n, SEATS, options.cards)
        hands = (np.uint64(1) << held).sum(axis=2, dtype=np.uint64)
        contracts = {"contract": [options.contract.name] * options.n}
        whole = table(dict(zip(columns_of("hand", SEATS), hands.T, strict=True)) | contracts)
        besides = "start s", "besides start and search"
        heads(f"{options.n:,} deals", "CPU s", "deals a second", *besides, "peak MB")
        asked = {"threads": 1, "memory_mb": options.memory}
        alone = timed(solve_many, hands, options.contract, **asked)[0] / 1000
        line("the search alone", figure(alone), f"{options.n / alone:,.0f}", "", "", "")
        jobs = ("--jobs", 1, "--memory", options.memory)
        lines = deals.with_suffix(".jsonl")
        start: dict[str, float] = {}
        for rows in (1, options.n):
            parquet.write_table(whole[:rows], deals)
            manni("batch", deals, "-o", lines, *jobs)  # answers can be read as questions
            for file in (deals, lines):
                out = Path(folder, f"out{file.suffix}")
                _, seconds, memory = manni("batch", file, "-o", out, *jobs)
                begun = start.setdefault(file.suffix, seconds)
                more = f"{1000 * (seconds - begun - alone) / rows:.3f} ms a row"
                cells = figure(seconds), f"{rows / seconds:,.0f}", figure(begun), more
                if rows > 1:
                    line(f"manni batch, {file.suffix}", *cells, f"{memory:.0f}")
        if options.cluster:
            on_a_cluster(deals, options.n, options.memory)


if __name__ == "__main__":
    main()
