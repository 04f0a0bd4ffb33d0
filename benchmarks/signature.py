"""The nodes searched for fixed positions: a number that changes when the search does.

Positions and node counts are in ``signature.json``, in a part for the search for tricks and one
for that for points. Each position and seat is searched with a fresh table, so that the counts
depend on nothing but the search. A commit that means to change it runs this with ``--update`` and
says in its message what the total was and is; in any other commit a difference is a mistake. The
positions stay; ``--new`` draws them afresh.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tasks import KINDS, RULES, Task, manille_tasks, random_position

from solver.cards import SEATS, Seat
from solver.engine import Engine
from solver.notation import format_hands
from solver.position import Position

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
    found = []
    for record in records:
        place = record["hands"], record["contract"], record["leader"]
        game = record.get("game")
        position = (
            Position.parse(*place, rules=RULES[game], declarer=record["declarer"])
            if game
            else Position.parse(*place)
        )
        guarantee, nodes = [], []
        for seat in range(SEATS):
            engine.clear()
            before = engine.nodes
            guarantee.append(engine.value(position, seat))
            nodes.append(engine.nodes - before)
        found.append(record | {"guarantee": guarantee, "nodes": nodes})
    return found


def total(records: Records) -> int:
    """Return the nodes of records."""
    return sum(sum(record["nodes"]) for record in records)


def drawn() -> dict[str, Records]:
    """Return new positions without values."""

    def record(task: Task, **more: str) -> dict[str, Any]:
        position, _ = task
        hands = format_hands(position.hands)
        return more | {
            "hands": hands,
            "contract": position.contract.name,
            "leader": position.leader.letter,
        }

    def of_tricks() -> Iterator[dict[str, Any]]:
        rng = Random("signature")
        for cards, number in ((7, 4), (9, 3), (11, 1)):
            for contracts in KINDS.values():
                for _ in range(number):
                    yield record((random_position(rng, cards, contracts), Seat.FOREHAND))

    def of_points() -> Iterator[dict[str, Any]]:
        for cards, number in ((7, 3), (9, 2)):
            for game, trumps in [*((game, True) for game in RULES), ("enchères", False)]:
                for task in islice(manille_tasks(game, cards, trumps=trumps)(0), number):
                    yield record(task, game=game) | {"declarer": task[1].letter}

    return dict(zip(PARTS, (list(of_tricks()), list(of_points())), strict=True))


def write(parts: dict[str, Records]) -> None:
    """Store the records of both parts, a line each."""
    lists = (
        f'"{part}": [\n'
        + ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in records)
        + "\n]"
        for part, records in parts.items()
    )
    STORED.write_text("{" + ",\n".join(lists) + "}\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="store what is counted now")
    parser.add_argument("--new", action="store_true", help="draw the positions afresh")
    options = parser.parse_args()
    before = stored()
    now = {part: counted(records) for part, records in (drawn() if options.new else before).items()}
    for part, name in PARTS.items():
        print(f"{name} {total(now[part]):,}, stored {total(before[part]):,}")
    if options.update or options.new:
        write(now)
        return 0
    return int(now != before)


if __name__ == "__main__":
    sys.exit(main())
