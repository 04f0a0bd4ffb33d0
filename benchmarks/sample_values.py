"""Write data/sample_deals/values.json: the guarantees of every sample deal.

Run after adding or changing a deal: ``python benchmarks/sample_values.py``. Stored values are
kept unless ``--all`` is given; ``--time`` leaves out values that take longer than so many
seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from solver.cards import Seat
from solver.engine import Engine
from solver.files.reading import read_deals
from solver.rules.registry import VARIANTS
from solver.run import Run

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
FILES = (*VARIANTS, "endings", "mid-trick")

Values = dict[str, dict[str, dict[str, int]]]


def values_of(had: Values, seconds: float | None) -> Values:
    """Return the guarantees by file and name, computing those not known."""
    values: Values = {}
    for stem in FILES:
        values[stem] = {}
        for deal in read_deals(SAMPLES / f"{stem}.manni"):
            name = dict(deal.tags)["Name"]
            value = had.get(stem, {}).get(name)
            if value is None:
                position = deal.position()
                engine = Engine()
                bounds = [engine.bounds(position, seat, run=Run(seconds)) for seat in Seat]
                if any(low < high for low, high in bounds):
                    print(f"{stem}.manni: {name}: not found in time: {bounds}", file=sys.stderr)
                    continue
                value = {seat.letter: bounds[seat][0] for seat in Seat}
            values[stem][name] = value
    return values


def text_of(values: Values) -> str:
    """Return the values as JSON, one line per deal."""
    files = []
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
    parser.add_argument("--all", action="store_true", help="compute known values again")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="for each value")
    arguments = parser.parse_args()
    target = SAMPLES / "values.json"
    had: Values = {}
    if target.exists() and not arguments.all:
        had = json.loads(target.read_text(encoding="utf-8"))
    target.write_text(text_of(values_of(had, arguments.time)), encoding="utf-8")


if __name__ == "__main__":
    main()
