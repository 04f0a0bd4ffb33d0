"""Rows of two to seven hands, in every form: the values of the engine, by the letters of seats."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from commands import manni

from manni import solve_arrays, solve_frame, solve_many
from manni.solver.cards import BySeat, Contract, cards_in, hand_of, seats_of
from manni.solver.engine import Engine
from manni.solver.errors import DealError, SolverError
from manni.solver.files.questions import columns_of
from manni.solver.notation import format_hand
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.variant import Variant
from manni.solver.values.solve import Solver

ROWS = 12
GAMES = ("manille-3", "encheres-sans", "envers-3", "manille-4", "envers-4", "envers-5")
GAMES += tuple(f"encheres-{players}" for players in range(4, 8))


def position_of(game: Variant, rng: Random) -> Position:
    size = rng.randrange(1, 4 if game.players < 6 else 3)
    dealt = rng.sample([*cards_in(game.pack)], game.players * size)
    hands = [hand_of(dealt[seat :: game.players]) for seat in range(game.players)]
    leader, declarer = rng.choices([*game.seats], k=2)
    side = game.side_declaring(declarer if game.declared else None)
    contract = rng.choice([*Contract][:4])
    return Position(hands, contract, leader, rules=game.rules_of(contract), declarers=side)


class Asked(NamedTuple):
    """A game, positions of it, and their guarantees by the engine."""

    game: Variant
    positions: list[Position]
    right: list[BySeat[int]]

    def records(self) -> list[dict[str, Any]]:
        found = []
        for position in self.positions:
            record: dict[str, Any] = {"hands": [*map(format_hand, position.hands)]}
            record |= {"contract": str(position.contract), "leader": str(position.leader)}
            if position.declarer is not None:
                record["declarer"] = str(position.declarer)
            found.append(record | {"variant": self.game.code})
        return found

    def frame(self) -> pd.DataFrame:
        hands = columns_of("hand", self.game.players)
        rows = [dict(zip(hands, own.pop("hands"), strict=True)) | own for own in self.records()]
        return pd.DataFrame(rows)


@pytest.fixture(params=GAMES)
def asked(request: pytest.FixtureRequest) -> Asked:
    rng, engine, game = Random(request.param), Engine(16), get_variant(request.param)
    positions = [position_of(game, rng) for _ in range(ROWS)]
    right = [tuple(engine.value(own, seat) for seat in own.seats) for own in positions]
    return Asked(game, positions, right)


def test_arrays(asked: Asked) -> None:
    hands = np.array([own.hands for own in asked.positions], np.uint64)
    names = ("contract", "leader", *["declarer"] * asked.game.declared)
    given: dict[str, Any] = {n: [getattr(own, n) for own in asked.positions] for n in names}
    found = solve_arrays(hands, **given, variant=asked.game.code, memory_mb=16)
    assert [*map(tuple, found.guarantee.tolist())] == asked.right
    for row, own in enumerate(asked.positions):
        solution = Solver(1).solve(own)
        assert tuple(found.best_case[row]) == solution.best_case
        if solution.share is None:
            assert np.isnan(found.share[row]).all()
        else:
            assert tuple(found.share[row]) == tuple(map(float, solution.share))
            pairs = 2 if own.declarers else 1
            assert sum(solution.share) == own.worth * pairs
    whole = solve_arrays(hands, **given, variant=asked.game.code, cards=True, line=0, memory_mb=16)
    for row, own in enumerate(asked.positions):
        value = {seat: 0 for seat in own.seats}
        for card in whole.line[row][: sum(map(int.bit_count, own.hands))].tolist():
            assert whole.cards is not None
            own = own.play(card)
            value = {seat: value[seat] + own.gain(seat) for seat in own.seats}
        start = asked.positions[row]
        assert sum(value[seat] for seat in start.side(0)) == asked.right[row][0]
        legal = {card: whole.cards[row][card].tolist() for card in start.legal()}
        sign = max if (start.to_play in start.side(0)) != start.avoids else min
        assert sign(own[0] for own in legal.values()) == asked.right[row][0]
    with pytest.raises(SolverError, match=r"row 0: \d hands: expected \d"):
        solve_many(np.zeros((1, 9 - asked.game.players), np.uint64), "S", variant=asked.game.code)


def test_lines_tables_and_frames(asked: Asked, tmp_path: Path) -> None:
    letters = [str(seat) for seat in seats_of(asked.game.players)]
    text = "".join(json.dumps(record) + "\n" for record in asked.records())
    lines = manni("batch", "-", "--share", text=text).stdout.splitlines()
    told = [json.loads(line) for line in lines]
    right = [dict(zip(letters, own, strict=True)) for own in asked.right]
    assert [line["guarantee"] for line in told] == right
    for line, own in zip(told, asked.positions, strict=True):
        share = Solver(1).solve(own).share
        assert line["share"] == (share and dict(zip(letters, map(float, share), strict=True)))
    guarantees = columns_of("guarantee", asked.game.players)
    solved = solve_frame(asked.frame(), memory_mb=16)
    assert [*solved[guarantees].itertuples(index=False, name=None)] == asked.right
    tables = tmp_path / "out.parquet"
    assert manni("batch", "-", "-o", tables, text=text).exit_code == 0
    rows = pq.read_table(tables).select(guarantees).to_pylist()
    assert [tuple(row.values()) for row in rows] == asked.right
    sheet = tmp_path / "out.csv"
    assert manni("batch", "-", "-o", sheet, text=asked.frame().to_csv(index=False)).exit_code == 0
    read = csv.DictReader(io.StringIO(sheet.read_text()))
    assert [tuple(int(row[name]) for name in guarantees) for row in read] == asked.right


def test_another_number_of_hands_or_another_seat_is_refused(asked: Asked) -> None:
    count, frame = asked.game.players, asked.frame()
    if count != 3:  # a number may be meant for a letter
        told = solve_frame(frame.assign(leader=0))["error"].fillna("")
        assert told.str.contains("a string").all()
    with pytest.raises(DealError, match=r"no column is called 'hand_\w'|the column hand_\w is"):
        solve_frame(frame.rename(columns={"hand_D": "hand_M" if count > 3 else "hand_6"}))
