"""What deals cost that are hard to search, found by climbing on node counts or made by hand.

    python benchmarks/freaks.py --seconds 10

Prints the times of every guarantee of data/sample_deals/freaks.manni, each from an empty table. A
search that takes longer than ``--seconds`` gives up: its time is marked. A deal whose guarantees
were all found has them stored in the file.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from measuring import TIMES, figure, heads, line, searched, times

from manni.solver.cards import SEATS, Seat
from manni.solver.engine import Engine
from manni.solver.files.dealfile import format_deals
from manni.solver.files.reading import read_deals
from manni.solver.run import Run

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    file = ROOT / "data" / "sample_deals" / "freaks.manni"
    parser.add_argument("--file", type=Path, default=file)
    parser.add_argument("--seconds", type=float, default=20, help="at most a guarantee")
    options = parser.parse_args()
    engine = Engine()
    taken: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    deals = []
    for deal in read_deals(options.file):
        position = deal.position()
        cells, values = [], []
        for seat in Seat:
            run = Run(options.seconds)
            ms, _, (low, high) = searched(engine, engine.bounds, position, seat, run=run)
            cells.append(figure(ms) + ("" if low == high else f" gave up in {low}..{high}"))
            if low == high:
                values.append(f"{seat.letter}:{low}")
            for key in ("all", f"{position.contract.kind}, {position.tricks} cards"):
                taken[key].append((ms, low < high))
        tags = [tag for tag in deal.tags if tag[0] != "Guarantee"]
        if len(values) == SEATS:
            tags.append(("Guarantee", " ".join(values)))
        deals.append(replace(deal, tags=tuple(tags)))
        print(f"{deal.tag('Name'):28}", *cells, sep="  ", flush=True)
    options.file.write_text(format_deals(deals), encoding="utf-8")
    print()
    heads("freak deals, ms", f"gave up after {options.seconds:g} s", *TIMES)
    for key, own in sorted(taken.items()):
        line(key, sum(gave_up for _, gave_up in own), *times([ms for ms, _ in own]))


if __name__ == "__main__":
    main()
