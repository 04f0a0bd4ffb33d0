"""What ``manni batch`` costs besides the search, and in memory.

    python benchmarks/batch.py -n 20000

Deals of ``--cards`` a hand go from Parquet to Parquet and from lines of JSON to lines: by the
search alone, in this process, and by the command with one job; CPU seconds of all it does from its
start to its end.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from measuring import figure, heads, line, manni, run, timed
from pyarrow import parquet, table

from manni.solver.advice.worlds import hand_masks
from manni.solver.cards import CARDS, SEATS, Contract
from manni.solver.files.questions import columns_of
from manni.solver.frames.arrays import solve_many


def main(*, number: int = 20_000, cards: int = 10, memory: int = 64, seed: int = 1) -> None:
    """Measure a number of deals with ``memory`` megabytes for the table."""
    with TemporaryDirectory() as folder:
        deals = Path(folder, "in.parquet")
        packs = np.tile(range(CARDS), (number, 1))
        dealt = np.random.default_rng(seed).permuted(packs, axis=1)
        hands = hand_masks(dealt[:, : SEATS * cards].reshape(number, SEATS, cards))
        columns = zip(columns_of("hand", SEATS), hands.T, strict=True)
        whole = table({**dict(columns), "contract": ["NT"] * number})
        columns_shown = "CPU s", "deals a second", "start s", "besides start and search", "peak MB"
        heads(f"{number:,} deals", *columns_shown)
        alone, _ = timed(solve_many, hands, Contract.NT, threads=1, memory_mb=memory)
        alone /= 1000
        line("the search alone", figure(alone), f"{number / alone:,.0f}", "", "", "")
        jobs = ("--jobs", 1, "--memory", memory)
        lines = deals.with_suffix(".jsonl")
        start: dict[str, float] = {}
        for rows in (1, number):
            parquet.write_table(whole[:rows], deals)
            manni("batch", deals, "-o", lines, *jobs)  # answers can be read as questions
            for file in (deals, lines):
                out = Path(folder, f"out{file.suffix}")
                _, seconds, peak = manni("batch", file, "-o", out, *jobs)
                begun = start.setdefault(file.suffix, seconds)
                more = f"{1000 * (seconds - begun - alone) / rows:.3f} ms a row"
                cells = figure(seconds), f"{rows / seconds:,.0f}", figure(begun), more
                if rows > 1:
                    line(f"manni batch, {file.suffix}", *cells, f"{peak:.0f}")


if __name__ == "__main__":
    run(main)
