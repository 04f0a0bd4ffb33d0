"""Check or update the node total that `manni bench` compares with.

A commit that changes the search runs this with --update and says in its message what
the total was and is. The positions stay; --new draws them afresh.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from bench import signature
from bench.rows import NT, NULLO, TRUMP, random_position
from solver.notation import format_hands

STORED = Path(__file__).resolve().parent.parent / "bench" / "signature.json"
DRAWN = [(7, 4), (9, 3), (11, 1)]  # cards a hand, positions in each kind of contract


def write(records: list[dict[str, object]]) -> None:
    """Store records, a line each."""
    lines = ",\n".join("  " + json.dumps(record) for record in records)
    STORED.write_text('{"positions": [\n' + lines + "\n]}\n", encoding="utf-8")


def draw() -> list[dict[str, object]]:
    """Return new positions without values."""
    rng = random.Random("signature")
    records = []
    for cards, number in DRAWN:
        for contracts in (NT, TRUMP, NULLO):
            for _ in range(number):
                position = random_position(rng, cards, contracts)
                records.append(
                    {
                        "hands": format_hands(position.hands),
                        "contract": position.contract.name,
                        "leader": position.leader.letter,
                        "guarantee": [0, 0, 0],
                        "nodes": [0, 0, 0],
                    }
                )
    return records


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="store what is counted now")
    parser.add_argument("--new", action="store_true", help="draw the positions afresh")
    options = parser.parse_args()
    if options.new:
        write(draw())
    found = signature.count()
    print(f"nodes {found.total:,}, stored {found.stored:,}")
    if options.update or options.new:
        write(
            [
                {**record, "guarantee": guarantee, "nodes": nodes}
                for record, guarantee, nodes in zip(
                    signature.read_stored(), found.guarantee, found.nodes, strict=True
                )
            ]
        )
        return 0
    return 0 if found.total == found.stored and found.values_agree else 1


if __name__ == "__main__":
    sys.exit(main())
