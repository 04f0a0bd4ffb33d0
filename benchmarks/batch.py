"""What ``manni batch`` costs besides the search, and how much memory it takes.

Random deals are written as Parquet and as JSON lines. The search alone (in this process:
``fill_rows`` of the engine, or for a game with points its ``value``) and the command as a process
of one job solve them; the times are CPU seconds, those of the process with all it does from its
start to its end.
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
from typing import Any

import numpy as np
import pyarrow as pa
from measuring import figure
from numpy.typing import NDArray

from solver.cards import FULL_PACK, SEATS, Seat, cards_in
from solver.engine import Engine
from solver.files.parquet import write_tables
from solver.frames.columns import HANDS
from solver.notation import format_hand
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.run import Run

AT_A_TIME = 20_000
COMMAND = "from cli.main import main; main()"
WAYS = (("parquet", "parquet"), ("jsonl", "parquet"), ("jsonl", "jsonl"), ("parquet", "jsonl"))


def deals(options: argparse.Namespace) -> Iterator[NDArray[np.uint64]]:
    """Yield random hands out of the pack, some thousand deals at a time."""
    rng = np.random.default_rng(options.seed)
    variant = options.variant
    pack = np.array([*cards_in(FULL_PACK if variant is None else variant.pack)][::-1], np.uint64)
    for start in range(0, options.n, AT_A_TIME):
        rows = min(AT_A_TIME, options.n - start)
        packs = rng.permuted(np.tile(pack, (rows, 1)), axis=1)
        dealt = packs[:, : SEATS * options.cards].reshape(rows, SEATS, options.cards)
        yield np.bitwise_or.reduce(np.uint64(1) << dealt, axis=2)


def write(folder: Path, options: argparse.Namespace) -> None:
    """Write the deals in both forms."""
    asked = {"contract": options.contract.name}
    if options.variant is not None:
        asked |= {"variant": options.variant.code, "declarer": Seat.FOREHAND.letter}
    texts = [(name, pa.string()) for name in asked]
    schema = pa.schema([*((name, pa.uint64()) for name in HANDS), *texts])
    with open(folder / "in.parquet", "wb") as table, open(folder / "in.jsonl", "w") as lines:

        def tables() -> Iterator[pa.Table]:
            for hands in deals(options):
                columns: list[Any] = [pa.array(hands[:, seat]) for seat in range(SEATS)]
                columns += [[value] * len(hands) for value in asked.values()]
                yield pa.table(columns, schema=schema)
                if not options.parquet_only:
                    for row in hands.tolist():
                        line = {"hands": [*map(format_hand, row)], **asked}
                        lines.write(json.dumps(line) + "\n")

        write_tables(table.write, schema, tables())


def search_alone(options: argparse.Namespace) -> float:
    """Return the CPU seconds of the search for all deals."""
    if options.variant is not None:
        return search_for_points(options)
    engine = Engine(options.memory)
    seconds = 0.0
    for hands in deals(options):
        rows = len(hands)
        contracts = np.full(rows, options.contract, dtype=np.int8)
        zeros, values = np.zeros(rows, np.int8), np.zeros((rows, SEATS), np.int8)
        before = time.process_time()
        engine.fill_rows(hands, contracts, zeros, zeros, values, range(rows), Run())
        seconds += time.process_time() - before
    return seconds


def search_for_points(options: argparse.Namespace) -> float:
    """Return the CPU seconds of every seat's value in all deals of a game with points."""
    engine, rules = Engine(options.memory), options.variant.rules_of(options.contract)
    seconds = 0.0
    for hands in deals(options):
        for row in hands.tolist():
            position = Position(row, options.contract, rules=rules, declarer=Seat.FOREHAND)
            before = time.process_time()
            for seat in Seat:
                engine.value(position, seat)
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
    parser.add_argument("--variant", type=get_variant, help="a game of Manille")
    parser.add_argument("--contract", type=Contract.__getitem__, default=Contract.NT)
    parser.add_argument("--memory", type=int, default=64, help="megabytes of the table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parquet-only", action="store_true")
    options = parser.parse_args()

    alone = search_alone(options)
    game = "" if options.variant is None else f"{options.variant.code}, "
    print(f"| {options.n:,} deals, {game}{options.cards} cards, {options.contract.name} | CPU s "
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
