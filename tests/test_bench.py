"""The speed figures: what they are made of, and the node total that guards the search."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import pytest
from click.testing import CliRunner
from yardstick import needs_dds

from cli.bench import dds, manille, signature
from cli.bench import rows as bench
from cli.bench.figures import Result, table
from cli.bench.rows import Bench, Limits, Measured, Times
from cli.main import main
from solver.cards import Seat, cards_in, hand_of
from solver.engine import Engine
from solver.errors import SolverError
from solver.position import Position
from solver.report.summaries import BENCH_ROW
from solver.rules.contract import Contract


@pytest.mark.parametrize("part", [signature.TRICKS, signature.POINTS])
def test_the_search_visits_as_many_nodes_as_stored(part: str) -> None:
    found = signature.count(part)
    assert found.values_agree
    assert found.total == found.stored, (
        "the search has changed: benchmarks/signature.py --update, and say so in the commit"
    )


def test_the_signature_counts_nodes_of_every_contract_kind() -> None:
    fixed = signature.count().positions
    assert {"NT", "NULLO"} < {one.position.contract.name for one in fixed}
    assert any(one.position.contract.trump is not None for one in fixed)
    assert all(nodes > 0 for one in fixed if one.position.tricks > 8 for nodes in one.nodes)


@pytest.mark.parametrize(
    ("values", "p95"),
    [
        (range(1, 101), 95),
        (range(1, 21), 19),
        (range(1, 12), 11),
        ([7], 7),
    ],
)
def test_p95_is_exceeded_by_at_most_five_of_a_hundred(values: range | list[int], p95: int) -> None:
    assert Times(tuple(values)).p95 == p95


def test_times_sum_up() -> None:
    times = Times((3.0, 1.0, 8.0, 2.0))
    assert (times.count, times.mean, times.median, times.max) == (4, 3.5, 2.5, 8.0)


@pytest.mark.parametrize(
    ("limits", "kept"),
    [
        (Limits(mean=10), True),
        (Limits(mean=9), False),
        (Limits(mean=10, median=10, max=9.5), False),
        (Limits(ratio=0.5), True),
        (Limits(ratio=0.4), False),
        (Limits(gain=2), True),
        (Limits(gain=2.1), False),
        (Limits(mean=9, ratio=1), False),
    ],
)
def test_limits_hold_or_do_not(limits: Limits, kept: bool) -> None:
    found = Measured(Times((10.0,)), Times((20.0, 20.0)))
    assert limits.kept_by(found) is kept


def test_a_ratio_without_its_yardstick_is_not_judged() -> None:
    assert Limits(ratio=0.5).kept_by(Measured(Times((1.0,)))) is None
    assert Limits(gain=1.5).kept_by(Measured(Times((1.0,)))) is None


def test_the_seed_fixes_the_positions() -> None:
    def first(seed: int) -> list[object]:
        tasks = bench.random_tasks(10, bench.NT + bench.TRUMP, bench.PACK_32)(seed)
        return [next(tasks) for _ in range(5)]

    assert first(3) == first(3) != first(4)
    held = 0
    for position, _ in bench.random_tasks(10, bench.NULLO, bench.PACK_32)(1):
        held |= position.hands[0] | position.hands[1] | position.hands[2]
        if held.bit_count() == 32:
            break
    assert held == sum(1 << card for card in bench.PACK_32)


def test_all_discards_are_those_of_the_game() -> None:
    position, _ = next(bench.random_tasks(12, bench.NT)(1))
    exchanges = list(bench.exchanges(position, bench.manni_of(position)))
    assert len(exchanges) == len(set(exchanges)) == 3302
    assert all(hand.bit_count() == 12 for hand in exchanges)


def test_an_exchange_of_manille_is_the_best_there_is() -> None:
    """All cards that can be put away, each trump, against one call a trump."""
    position, declarer = next(manille.manille_tasks("enchères", 10)(4))
    engine = Engine(16)
    held = position.hands[declarer] | manille.surprise_of(position)
    best = max(
        engine.value(replace_hand(position, declarer, held & ~hand_of(away), trump), declarer)
        for away in combinations(cards_in(held), 2)
        for trump in bench.TRUMP
    )
    assert manille.best_exchange(engine, position) == best
    assert manille.best_exchange(engine, position, each=True) == best


def replace_hand(position: Position, seat: Seat, hand: int, contract: Contract) -> Position:
    hands = [hand if each == seat else position.hands[each] for each in Seat]
    return replace(position, hands=hands, contract=contract)


def test_rows_are_chosen_by_name() -> None:
    assert [row.name for row in bench.select(["nt16", "nt12"])] == ["nt12", "nt16"]
    assert bench.select([]) == list(bench.ROWS)
    with pytest.raises(SolverError, match="no row is called nt99: there are nt12 "):
        bench.select(["nt99"])


def test_row_names_are_distinct() -> None:
    assert len({row.name for row in bench.ROWS}) == len(bench.ROWS)


@pytest.mark.parametrize(
    "name", ["nt10of32", "three", "table", "cards", "manille-trump", "manille-three"]
)
def test_a_row_is_measured(name: str) -> None:
    (row,) = bench.select([name])
    found = row.run(Bench(count=2))
    assert found.times.count == 2
    assert all(time > 0 for time in found.times.values)
    assert (found.yardstick is None) == (row.yardstick is None)
    assert found.nodes


def test_a_row_stops_when_its_seconds_are_over() -> None:
    (row,) = bench.select(["nt10of32"])
    assert row.run(Bench(count=50, seconds=0)).times.count == bench.LEAST


def test_a_row_whose_values_take_too_long_is_left_out() -> None:
    (row,) = bench.select(["nullo16"])
    with pytest.raises(bench.Unavailable, match=r"a value takes longer than 0\.01 s"):
        row.run(Bench(patience=0.01))


@needs_dds
def test_dds_plays_the_same_positions() -> None:
    (row,) = bench.select(["trump12"])
    found = row.run(Bench(count=3, against_dds=True))
    assert found.yardstick is not None
    assert found.yardstick.count == found.times.count == 3


def test_figures_as_text_and_data() -> None:
    (row,) = bench.select(["nullo12"])
    found = Measured(Times((2.0, 4.0)), Times((1.0, 1.0)), 5000)
    figures = table([Result(row, found)])
    heads, line = str(figures).splitlines()
    assert heads.split()[:4] == ["row", "n", "mean", "median"]
    assert line.split()[:6] == ["nullo12", "2", "3.00", "3.00", "4.00", "4.00"]
    assert "3.00 × NT, same hands" in line
    assert "2,500" in line
    assert figures.markdown().splitlines()[2].count("|") == 12
    data = BENCH_ROW.json(Result(row, found))
    assert (data["ratio"], data["kept"]) == (3.0, True)


def test_bench_prints_figures_and_the_node_total() -> None:
    result = CliRunner().invoke(main, ["bench", "--rows", "nt10of32", "--per-row", "2"])
    assert result.exit_code == 0, result.output
    assert "nt10of32" in result.stdout
    total = signature.count().total
    assert f"nodes over fixed positions: {total:,}, stored {total:,}" in result.stdout
    points = signature.count(signature.POINTS).total
    assert f"nodes of the search for points: {points:,}, stored {points:,}" in result.stdout
    assert "10 cards of 32, NT" in result.stderr


def test_bench_prints_json() -> None:
    result = CliRunner().invoke(main, ["bench", "--rows", "nt10of32", "--per-row", "2", "--json"])
    data = json.loads(result.stdout)
    assert data["nodes"] == data["nodes_stored"] > 0
    assert data["points_nodes"] == data["points_nodes_stored"] > 0
    assert [row["row"] for row in data["rows"]] == ["nt10of32"]
    assert data["rows"][0]["count"] == 2


def test_ctrl_c_leaves_the_rows_measured_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bench.Row.run

    def run(row: bench.Row, measuring: Bench) -> Measured:
        if row.name == "nullo12":
            raise KeyboardInterrupt
        return whole(row, measuring)

    monkeypatch.setattr(bench.Row, "run", run)
    rows = ["--rows", "nt10of32", "--rows", "nullo12", "--per-row", "2"]
    result = CliRunner().invoke(main, ["bench", *rows, "--json"])
    data = json.loads(result.stdout)
    assert (result.exit_code, data["stopped"]) == (130, True)
    assert [row["row"] for row in data["rows"]] == ["nt10of32"]
    assert result.stderr.endswith("stopped\n")


def test_bench_names_the_rows_there_are() -> None:
    result = CliRunner().invoke(main, ["bench", "--rows", "bridge"])
    assert result.exit_code == 2
    assert "'--rows': no row is called bridge: there are nt12 " in result.stderr


def test_bench_without_dds_says_so_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise SolverError("DDS is not here: it comes with the package endplay")

    monkeypatch.setattr(dds, "require", missing)
    result = CliRunner().invoke(main, ["bench", "--against-dds"])
    assert result.exit_code == 1
    assert result.stderr == "Error: DDS is not here: it comes with the package endplay\n"


@pytest.mark.parametrize("part", [signature.TRICKS, signature.POINTS])
def test_bench_fails_where_a_search_has_changed(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    records = {each: signature.read_stored(each) for each in (signature.TRICKS, signature.POINTS)}
    monkeypatch.setattr(signature, "read_stored", lambda part=signature.TRICKS: records[part])
    records[part][0]["nodes"][0] += 1
    result = CliRunner().invoke(main, ["bench", "--rows", "nt10of32", "--per-row", "1"])
    assert result.exit_code == 1
    assert "the search has changed" in result.stderr
    records[part][0]["guarantee"][0] += 1
    result = CliRunner().invoke(main, ["bench", "--rows", "nt10of32", "--per-row", "1"])
    assert "another value than the stored one" in result.stderr
