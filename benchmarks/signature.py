"""Check or update the node total that `manni bench` compares with.

A commit that changes the search runs this with --update and says in its message what
the total was and is. The positions stay; --new draws them afresh.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import islice
from pathlib import Path

from cli.bench import signature
from cli.bench.manille import RULES, manille_tasks
from cli.bench.rows import NT, NULLO, TRUMP, random_position
from solver.notation import format_hands

STORED = Path(__file__).resolve().parent.parent / "cli" / "bench" / "signature.json"
DRAWN = [(7, 4), (9, 3), (11, 1)]  # cards a hand, positions in each kind of contract


PARTS = {signature.TRICKS: "nodes", signature.POINTS: "nodes of the search for points"}

Records = list[dict[str, object]]


def write(parts: dict[str, Records]) -> None:
    """Store the records of both parts, a line each."""
    lists = (
        f'"{part}": [\n'
        + ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in records)
        + "\n]"
        for part, records in parts.items()
    )
    STORED.write_text("{" + ",\n".join(lists) + "}\n", encoding="utf-8")


def draw() -> Records:
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


def draw_points() -> Records:
    """Return new positions of Manille without values."""
    records: Records = []
    for cards, number in ((7, 3), (9, 2)):
        for game, trumps in [*((game, True) for game in RULES), ("enchères", False)]:
            tasks = manille_tasks(game, cards, trumps=trumps)(0)
            for position, seat in islice(tasks, number):
                records.append(
                    {
                        "game": game,
                        "hands": format_hands(position.hands),
                        "contract": position.contract.name,
                        "leader": position.leader.letter,
                        "declarer": seat.letter,
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
        write({signature.TRICKS: draw(), signature.POINTS: draw_points()})
    counts = {part: signature.count(part) for part in PARTS}
    for part, name in PARTS.items():
        print(f"{name} {counts[part].total:,}, stored {counts[part].stored:,}")
    if options.update or options.new:
        write({part: counted(part, counts[part]) for part in PARTS})
        return 0
    agree = all(each.total == each.stored and each.values_agree for each in counts.values())
    return 0 if agree else 1


def counted(part: str, count: signature.Signature) -> Records:
    """Return the stored records of a part with what is counted now."""
    return [
        {**record, "guarantee": guarantee, "nodes": nodes}
        for record, guarantee, nodes in zip(
            signature.read_stored(part), count.guarantee, count.nodes, strict=True
        )
    ]


if __name__ == "__main__":
    sys.exit(main())
