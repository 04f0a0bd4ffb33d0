"""The nodes searched for fixed positions: a number that changes when the search does.

Positions and node counts are in ``signature.json``, in a part for the search for tricks and one
for that for points. Each position and seat is searched with a fresh table, so that the counts
depend on nothing but the search. A commit that means to change it runs this with ``--update`` and
says in its message what the total was and is; in any other commit a difference is a mistake.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from measuring import run, searched
from tasks import RULES

from manni.solver.cards import SEATS
from manni.solver.engine import Engine
from manni.solver.position import Position

STORED = Path(__file__).with_name("signature.json")
MEMORY_MB = 16
PARTS = {"positions": "nodes", "points": "nodes of the search for points"}
"""The parts of the file: positions of the search for tricks and of that for points."""

Records = list[dict[str, Any]]


def stored() -> dict[str, Records]:
    """Return the stored records: hands, contract, leader, guarantee and nodes by seat.

    Those of the search for points have a game too, and the declarer.
    """
    parts: dict[str, Records] = json.loads(STORED.read_text(encoding="utf-8"))
    return parts


def counted(records: Records) -> Records:
    """Return the records with the guarantees and nodes of now."""
    engine = Engine(MEMORY_MB)
    searched_records = []
    for record in records:
        named: dict[str, Any] = {}
        if "game" in record:
            named = {"rules": RULES[record["game"]], "declarer": record["declarer"]}
        position = Position.parse(*map(record.get, ("hands", "contract", "leader")), **named)
        guarantees = [searched(engine, engine.value, position, seat) for seat in range(SEATS)]
        _, nodes, guarantee = map(list, zip(*guarantees, strict=True))
        searched_records.append(record | {"guarantee": guarantee, "nodes": nodes})
    return searched_records


def total(records: Records) -> int:
    """Return the nodes of records."""
    return sum(sum(record["nodes"]) for record in records)


def write(parts: dict[str, Records]) -> None:
    """Store the records of both parts, a line each."""
    lists = (
        f'"{part}": [\n'
        + ",\n".join("  " + json.dumps(record, ensure_ascii=False) for record in records)
        + "\n]"
        for part, records in parts.items()
    )
    STORED.write_text("{" + ",\n".join(lists) + "}\n", encoding="utf-8")


def main(*, update: bool = False) -> int:
    """Count, and store what is counted if it is to be."""
    before = stored()
    now = {part: counted(records) for part, records in before.items()}
    for part, name in PARTS.items():
        print(f"{name} {total(now[part]):,}, stored {total(before[part]):,}")
    if update:
        write(now)
    return now != before and not update


if __name__ == "__main__":
    run(main)
