"""Questions about positions as rows, of all kinds, and the values that are right."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pandas as pd
from positions import begun, random_position

from manni.solver.cards import Seat, cards_in, hand_of
from manni.solver.files.questions import columns_of
from manni.solver.notation import format_cards, format_hand
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.variant import Variant
from manni.solver.values.solve import Solver

TOLD = ("guarantee", "best_case", "share")

Record = dict[str, Any]
Answer = dict[str, Any]


class Row(NamedTuple):
    """A question as a line of JSON, and the values that are right, with what is wrong with it."""

    record: Record
    right: Answer
    position: Position | None = None


def position_of(game: Variant, rng: Random, on_table: int | None) -> Position:
    """Return a position of a game, with so many cards of a trick in progress."""
    size = rng.randrange(1, 4 if game.players < 6 else 3)
    dealt = rng.sample([*cards_in(game.pack)], game.players * size)
    hands = [hand_of(dealt[seat :: game.players]) for seat in range(game.players)]
    leader, declarer = rng.choices([*game.seats], k=2)
    side = game.side_declaring(declarer if game.declared else None)
    contract = rng.choice(game.contracts)
    position = Position(hands, contract, leader, rules=game.rules_of(contract), declarers=side)
    return begun(rng, position, rng.randrange(game.players) if on_table is None else on_table)


@cache
def rows_of(
    code: str, count: int = 12, on_table: int | None = None, wrong: bool = True
) -> list[Row]:
    """Return questions of a game, of all kinds, some of them ``wrong``; without a code of no game.

    Where it is given how many cards are ``on_table``, records name neither these nor the seats
    whose values are wanted.
    """
    rng, solver, found = Random(code), Solver(16), []
    for number in range(count):
        if code:
            position = position_of(get_variant(code), rng, on_table)
        else:
            position = random_position(rng, rng.randrange(6), on_table=on_table)
        asked = tuple(rng.choice([[*position.seats], [Seat(0)]] if on_table is None else [()]))
        record = record_of(position, id=f"deal {number}")
        record |= {"variant": code} if code else {"ace_low": position.ace_low}
        if on_table is None:
            record |= {"played": format_cards(position.table).split(), "seats": [*map(str, asked)]}
        solution = solver.solve(position, seats=asked or None)
        right = {name: getattr(solution, name) for name in TOLD} | {"error": None}
        found.append(Row(record, right, position))
    for change, error in (({"contract": "X"}, "'X' is no contract"), ({"leader": "X"}, "no seat")):
        if wrong:
            found.append(Row(found[0].record | change, dict.fromkeys(TOLD) | {"error": error}))
    return found


def record_of(position: Position, **more: Any) -> Record:
    """Return a position as a line of JSON, without the cards on the table."""
    record = {"hands": [*map(format_hand, position.hands)]} | more
    if position.declarer is not None:
        record["declarer"] = str(position.declarer)
    return record | {"contract": str(position.contract), "leader": str(position.leader)}


def easy(seed: int = 1, rows: int = 90) -> list[Record]:
    """Return first leads that are solved at once, numbered from 0."""
    rng = Random(seed)
    return [record_of(random_position(rng, 4, on_table=0), id=number) for number in range(rows)]


def text_of(records: Sequence[Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def written(path: Path, records: Sequence[Any]) -> Path:
    path.write_text(text_of(records), encoding="utf-8")
    return path


def columns_from(records: Sequence[Record]) -> dict[str, list[Any]]:
    """Return questions as columns, several words in one text."""
    hands = columns_of("hand", len(records[0]["hands"]))
    names = dict.fromkeys(name for record in records for name in record if name != "hands")
    found = {name: [record.get(name) for record in records] for name in names}
    for name in found.keys() & {"played", "seats"}:
        found[name] = [" ".join(words) for words in found[name]]
    each = zip(*(record["hands"] for record in records), strict=True)
    return dict(zip(hands, map(list, each), strict=True)) | found


class OwnFrame(pd.DataFrame):
    """A table of somebody's own, as that of geopandas is."""
