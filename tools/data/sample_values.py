"""Write data/sample_deals/values.json: the guarantees of every sample deal.

A value that takes longer than ``--time`` seconds is left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from provenance import ROOT, line, made

from manni.solver.cards import Seat
from manni.solver.engine import Engine
from manni.solver.files.reading import read_deals
from manni.solver.rules.games import VARIANTS
from manni.solver.run import Run

SAMPLES = ROOT / "data" / "sample_deals"
FILES = (*VARIANTS, "endings", "mid-trick")

Values = dict[str, dict[str, dict[str, int]]]


def values_of(seconds: float | None) -> Values:
    """Return the guarantees by file and name."""
    values: Values = {}
    for stem in FILES:
        values[stem] = {}
        for deal in read_deals(SAMPLES / f"{stem}.manni"):
            position, engine = deal.position(), Engine()
            bounds = [engine.bounds(position, seat, run=Run(seconds)) for seat in Seat]
            name = dict(deal.tags)["Name"]
            if any(low < high for low, high in bounds):
                print(f"{stem}.manni: {name}: not found in time: {bounds}", file=sys.stderr)
                continue
            values[stem][name] = {seat.letter: bounds[seat][0] for seat in Seat}
    return values


def text_of(values: Values, provenance: dict[str, Any]) -> str:
    """Return the values as JSON, one line per deal."""
    files = [f'  "made": {line(provenance)}']
    for stem, deals in values.items():
        lines = [
            f"    {json.dumps(name, ensure_ascii=False)}: {json.dumps(value)}"
            for name, value in deals.items()
        ]
        if lines:
            files.append(f'  "{stem}": {{\n' + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(files) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--time", type=float, metavar="SECONDS", help="for each value")
    values = values_of(parser.parse_args().time)
    provenance = made(SAMPLES / f"{stem}.manni" for stem in FILES)
    (SAMPLES / "values.json").write_text(text_of(values, provenance), encoding="utf-8")


if __name__ == "__main__":
    main()
