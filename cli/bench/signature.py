"""The nodes searched for fixed positions: a number that changes when the search does.

Positions and node counts are stored in ``cli/bench/signature.json``, in a part for the search for
tricks and one for that for points. Each position and seat
is searched with a fresh table of ``MEMORY_MB``, so that the counts depend on nothing but
the search. A commit that means to change the search updates them with
``benchmarks/signature.py --update``; in any other commit a difference is a mistake.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from cli.bench.manille import RULES
from solver.cards import SEATS
from solver.engine import Engine
from solver.position import Position

MEMORY_MB = 16

TRICKS = "positions"
POINTS = "points"
"""The parts of the stored file: positions of the search for tricks and of that for points."""


@dataclass(frozen=True)
class Fixed:
    """A fixed position with the values and nodes stored for each seat."""

    position: Position
    guarantee: tuple[int, ...]
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Signature:
    """The nodes counted now beside the stored ones, by position."""

    positions: tuple[Fixed, ...]
    guarantee: tuple[tuple[int, ...], ...]
    nodes: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        """The nodes counted now."""
        return sum(map(sum, self.nodes))

    @property
    def stored(self) -> int:
        """The nodes stored."""
        return sum(sum(fixed.nodes) for fixed in self.positions)

    @property
    def values_agree(self) -> bool:
        """Whether every guarantee is the stored one; if not, the search is wrong."""
        return self.guarantee == tuple(fixed.guarantee for fixed in self.positions)


def read_stored(part: str = TRICKS) -> list[dict[str, Any]]:
    """Return the stored records: hands, contract, leader, guarantee and nodes by seat.

    Those of the search for points have a game too, and the declarer.
    """
    text = files("cli.bench").joinpath("signature.json").read_text(encoding="utf-8")
    records: list[dict[str, Any]] = json.loads(text)[part]
    return records


def position_of(record: dict[str, Any]) -> Position:
    """Return the position of a record."""
    if "game" not in record:
        return Position.parse(record["hands"], record["contract"], record["leader"])
    return Position.parse(
        record["hands"],
        record["contract"],
        record["leader"],
        rules=RULES[record["game"]],
        declarer=record["declarer"],
    )


def count(part: str = TRICKS) -> Signature:
    """Search the fixed positions and return their values and nodes."""
    positions = tuple(
        Fixed(position_of(record), tuple(record["guarantee"]), tuple(record["nodes"]))
        for record in read_stored(part)
    )
    engine = Engine(MEMORY_MB)
    found = [
        [_search(engine, fixed.position, seat) for seat in range(SEATS)] for fixed in positions
    ]
    return Signature(
        positions,
        tuple(tuple(value for value, _ in row) for row in found),
        tuple(tuple(nodes for _, nodes in row) for row in found),
    )


def _search(engine: Engine, position: Position, seat: int) -> tuple[int, int]:
    engine.clear()
    before = engine.nodes
    value = engine.value(position, seat)
    return value, engine.nodes - before
