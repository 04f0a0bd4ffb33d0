"""Write data/sample_deals/values.json: the guarantees of every sample deal.

A value that takes longer than ``--time`` seconds is left out.
"""

from __future__ import annotations

import json
import sys

from measuring import run
from provenance import ROOT, made

from manni.solver.engine import Engine
from manni.solver.files.reading import read_deals
from manni.solver.rules.games import VARIANTS
from manni.solver.run import Run

SAMPLES = ROOT / "data" / "sample_deals"
FILES = (*VARIANTS, "endings", "mid-trick")


def main(*, time: float | None = None) -> None:
    """Find the values, each in so many seconds at most."""
    values: dict[str, dict[str, dict[str, int]]] = {}
    for stem in FILES:
        values[stem] = {}
        for deal in read_deals(SAMPLES / f"{stem}.manni"):
            position, engine = deal.position(), Engine()
            seats = position.seats
            bounds = [engine.bounds(position, seat, run=Run(time)) for seat in seats]
            name = dict(deal.tags)["Name"]
            if any(low < high for low, high in bounds):
                print(f"{stem}.manni: {name}: not found in time: {bounds}", file=sys.stderr)
                continue
            values[stem][name] = {seat.letter: bounds[seat][0] for seat in seats}
    table = {"made": made(SAMPLES / f"{stem}.manni" for stem in FILES), **values}
    text = json.dumps(table, indent=1, ensure_ascii=False)
    (SAMPLES / "values.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    run(main)
