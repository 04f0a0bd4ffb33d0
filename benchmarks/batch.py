"""What ``manni batch`` costs besides the search, and how much memory it takes.

Random deals are written as Parquet and as JSON lines. The search alone (``solve_rows`` of the
compiled module, in this process) and the command as a process of one job solve them; the times
are CPU seconds, those of the process with all it does from its start to its end.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bench.figures import figure
from solver.cards import CARDS, SEATS
from solver.engine import Engine
from solver.files.parquet import ParquetSink
from solver.frames.columns import HANDS
from solver.notation import format_hand
from solver.rules.contract import Contract
from solver.run import Run

AT_A_TIME = 20_000
COMMAND = "from cli.main import main; main()"
WAYS = (("parquet", "parquet"), ("jsonl", "parquet"), ("jsonl", "jsonl"), ("parquet", "jsonl"))


def deals(number: int, cards: int, seed: int) -> Iterator[NDArray[np.uint64]]:
    """Yield random hands out of 52 cards, some thousand deals at a time."""
    rng = np.random.default_rng(seed)
    for start in range(0, number, AT_A_TIME):
        rows = min(AT_A_TIME, number - start)
        packs = rng.permuted(np.tile(np.arange(CARDS, dtype=np.uint64), (rows, 1)), axis=1)
        dealt = packs[:, : SEATS * cards].reshape(rows, SEATS, cards)
        yield np.bitwise_or.reduce(np.uint64(1) << dealt, axis=2)


def write(folder: Path, options: argparse.Namespace) -> None:
    """Write the deals in both forms."""
    schema = pa.schema([*((name, pa.uint64()) for name in HANDS), ("contract", pa.string())])
    with open(folder / "in.parquet", "wb") as table, open(folder / "in.jsonl", "w") as lines:
        sink = ParquetSink(table, schema)
        for hands in deals(options.n, options.cards, options.seed):
            columns = [pa.array(hands[:, seat]) for seat in range(SEATS)]
            contracts = [options.contract.name] * len(hands)
            sink.write(pa.table([*columns, contracts], schema=schema))
            if not options.parquet_only:
                for row in hands.tolist():
                    record = {"hands": [*map(format_hand, row)], "contract": options.contract.name}
                    lines.write(json.dumps(record) + "\n")
        sink.close()


def search_alone(options: argparse.Namespace) -> float:
    """Return the CPU seconds of the search for all deals."""
    engine = Engine(options.memory)
    seconds = 0.0
    for hands in deals(options.n, options.cards, options.seed):
        rows = len(hands)
        contracts = np.full(rows, options.contract, dtype=np.int8)
        zeros, values = np.zeros(rows, np.int8), np.zeros((rows, SEATS), np.int8)
        before = time.process_time()
        engine.fill_rows(hands, contracts, zeros, zeros, values, range(rows), Run())
        seconds += time.process_time() - before
    return seconds


def command(source: Path, target: Path, options: argparse.Namespace) -> tuple[float, float]:
    """Return the CPU seconds and the most megabytes of memory of the command."""
    asked = ["--jobs", str(options.jobs), "--memory", str(options.memory)]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "batch", str(source), "-o", str(target), *asked]
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"manni batch ended with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=20_000, help="deals")
    parser.add_argument("--cards", type=int, default=10, help="cards a hand")
    parser.add_argument("--contract", type=Contract.__getitem__, default=Contract.NT)
    parser.add_argument("--memory", type=int, default=64, help="megabytes of the table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parquet-only", action="store_true")
    options = parser.parse_args()

    alone = search_alone(options)
    print(f"| {options.n:,} deals, {options.cards} cards, {options.contract.name} | CPU s "
          "| deals a second a core | besides the search | peak MB |")  # fmt: skip
    print("|---|---:|---:|---:|---:|")
    print(f"| the search alone | {figure(alone)} | {options.n / alone:,.0f} | – | – |")
    with TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, options)
        for source, target in WAYS[: 1 if options.parquet_only else None]:
            seconds, memory = command(folder / f"in.{source}", folder / f"out.{target}", options)
            print(
                f"| {source} to {target} | {figure(seconds)} | {options.n / seconds:,.0f} "
                f"| {seconds / alone - 1:+.1%} | {memory:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
