"""Headers of weights for the compiled searches, read and written, and weights of an order tuned."""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from provenance import line, made

Weights = NDArray[np.int16]
Cost = Callable[[float], float]
"""Return what a set of values costs, or as soon as it is more than a limit, that."""


def read_header(header: Path) -> dict[str, Weights]:
    """Return the arrays of a header by name."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
    return {
        name: np.array(re.findall(r"-?\d+", body), dtype=np.int16).reshape(
            [int(size) for size in re.findall(r"\d+", sizes)]
        )
        for name, sizes, body in re.findall(r"(\w+)((?:\[\d+\])+) = (\{.*?\});", text, re.S)
    }


def write_header(header: Path, tables: dict[str, Weights], what: str, seed: int) -> None:
    """Replace the numbers in a header, and what it says of those that were found."""
    text = header.read_text(encoding="utf-8")
    said = [row for row in text.splitlines() if row.startswith("/* made ") and what not in row]
    said.append(f"/* made {what}: {line(made(seed=seed))} */")
    head = re.sub(r"/\* made .*\n", "", text.split("static const", 1)[0])
    rows = [*sorted(said), ""]
    for name, table in tables.items():
        size = "".join(f"[{length}]" for length in table.shape)
        rows += [f"static const int16_t {name}{size} = {{", *_lines(table), "};", ""]
    header.write_text(f"{head.rstrip()}\n\n" + "\n".join([*rows, "#endif", ""]), encoding="utf-8")


def _lines(table: Weights) -> list[str]:
    """Return the rows of an array, of each part within braces."""
    if table.ndim == 2:
        return ["    {" + ", ".join(map(str, row)) + "}," for row in table]
    return [
        row
        for part in table
        for row in ("    {", *(f"    {own}" for own in _lines(part)), "    },")
    ]


def sweep(
    order: Weights,
    part: int,
    use: Callable[[Weights], None],
    training: Cost,
    others: Cost,
    options: argparse.Namespace,
) -> Weights:
    """Raise and lower each weight of a part of an order by a step; keep what costs less.

    Others than those in training are counted before and after: few values are learnt by heart.
    """
    endless = float("inf")
    use(order)
    before = others(endless)
    first = best = training(endless)
    coordinates = list(np.ndindex(order.shape[1:]))
    random.Random(options.seed).shuffle(coordinates)
    end = monotonic() + options.seconds
    for row, feature in coordinates:
        for step in (options.step, -options.step):
            trial = order.copy()
            trial[part, row, feature] += step
            use(trial)
            nodes = training(best)
            if nodes < best:
                best, order = nodes, trial
                print(f"{row:2} {feature:2} {step:4}: {best / first:.4f}", file=sys.stderr)
                break
        if monotonic() > end:
            break
    use(order)
    print(f"in training {best / first:.4f}, others {others(endless) / before:.4f}")
    return order
