"""The programs that make docs/statistics.md: deals solved, tables, regression, pictures."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow.parquet as pq
import pytest
from test_benchmarks import run

from solver.advice.thumb_hand import thumb_discards
from solver.cards import Seat, card_of
from solver.engine import Engine
from solver.notation import parse_hand
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.values.share import share

KINDS = ("hornafjordur-NT", "hornafjordur-NULLO", "hornafjordur-trump", "trjamann")


def program(root: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a program of benchmarks/ as a module."""
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    return pytest.importorskip(name, exc_type=ImportError)


@pytest.fixture(scope="module")
def folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of few deals."""
    made = tmp_path_factory.mktemp("statistics") / "deals"
    run(root, "deal_statistics.py", str(made), "--deals", "3", "--jobs", "2")
    return made


def rows_of(folder: Path, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / f"{kind}-0000000.parquet").to_pylist()
    return found


def hands_of(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["hand_F"], row["hand_M"], row["hand_D"]


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_true(folder: Path, kind: str) -> None:
    rows = rows_of(folder, kind)
    engine = Engine(16)
    for row in random.Random(1).sample(rows, 12):
        position = Position(hands_of(row), row["contract"], row["leader"])
        for seat in Seat:
            if (guarantee := row[f"guarantee_{seat.letter}"]) is not None:
                assert engine.value(position, seat) == guarantee
    assert all(row["guarantee_F"] is not None for row in rows)


@pytest.mark.parametrize("kind", KINDS)
def test_exchanges_are_those_of_the_game(folder: Path, kind: str) -> None:
    variant = get_variant(kind.partition("-")[0])
    rows = rows_of(folder, kind)
    dealt = {
        (row["number"], row["contract"]): hands_of(row) for row in rows if row["exchanged"] is None
    }
    declarer = Seat.FOREHAND if variant.declared else None
    for row in rows:
        if row["exchanged"] is None:
            continue
        before, after = dealt[row["number"], row["contract"]], hands_of(row)
        contract = Contract[row["contract"]]
        taken = 0
        for seat in Seat:
            gone = before[seat] & ~after[seat]
            if seat not in variant.exchange.order(declarer):
                assert not gone
                continue
            sizes = variant.exchange.sizes(seat, taken, variant.tricks, variant.manni)
            if seat is Seat.FOREHAND:
                by_rule = thumb_discards(contract, before[seat], sizes)
                assert row["by_rule"] == (row["exchanged"] == by_rule.bit_count())
                sizes = range(row["exchanged"], row["exchanged"] + 1)
            assert gone == thumb_discards(contract, before[seat], sizes)
            taken += gone.bit_count()
        drawn = (after[0] | after[1] | after[2]) & ~(before[0] | before[1] | before[2])
        assert drawn.bit_count() == taken


def test_which_rows_there_are(folder: Path) -> None:
    asked = Counter(
        (row["number"], row["exchanged"] is None, row["leader"])
        for row in rows_of(folder, "hornafjordur-NT")
    )
    # The first deal is looked at more closely: no card exchanged up to seven, other leaders.
    closer = {(0, True, "F"): 1, (0, False, "F"): 8, (0, False, "M"): 1, (0, False, "D"): 1}
    others = {(number, nobody, "F"): 1 for number in (1, 2) for nobody in (True, False)}
    assert asked == closer | others
    named = Counter(
        (row["number"], row["contract"] == "NT")
        for row in rows_of(folder, "trjamann")
        if row["named"] and row["exchanged"] is None
    )
    assert set(named.values()) == {1}
    assert len(named) == 6


def test_the_cut_makes_the_contract(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(root, "deal_statistics", monkeypatch)
    ranks = {"NT": "TJQKA", "trump": "6789", "NULLO": "2345"}
    for contract, band in ranks.items():
        kind = module.kinds()[f"hornafjordur-{contract}"]
        wanted = {card_of(s, "23456789TJQKA".index(rank)) for s in range(4) for rank in band}
        dealings = [kind.deal(1, number) for number in range(300)]
        assert {dealing.cut for dealing in dealings} == wanted
        for dealing in dealings:
            kind.variant.check_deal(dealing.hands, dealing.manni, dealing.cut)


def test_a_folder_is_taken_up_again(root: Path, folder: Path, tmp_path: Path) -> None:
    made = tmp_path / "deals"
    kinds = ("--kinds", "hornafjordur-NT", "hornafjordur-trump")

    def make(deals: int) -> None:
        run(root, "deal_statistics.py", str(made), "--deals", str(deals), *kinds)

    make(3)
    paths = sorted(made.iterdir())
    assert [path.read_bytes() for path in paths] == [
        (folder / path.name).read_bytes() for path in paths
    ]
    paths[0].unlink()
    (made / f".{paths[0].name}.1.tmp").write_bytes(b"torn")
    stamp = paths[1].stat().st_mtime_ns
    make(3)
    assert paths[0].read_bytes() == (folder / paths[0].name).read_bytes()
    assert paths[1].stat().st_mtime_ns == stamp
    # More deals than a file has: it is made anew, and begins as it did.
    make(4)
    longer = rows_of(made, "hornafjordur-NT")
    shorter = rows_of(folder, "hornafjordur-NT")
    assert longer[: len(shorter)] == shorter
    assert {row["number"] for row in longer} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "no Parquet file, or torn: "),
        (lambda path: None, "made with seed 1, not 2: take another folder\n"),
    ],
)
def test_what_cannot_be_taken_up(
    root: Path, folder: Path, tmp_path: Path, spoil: Any, message: str
) -> None:
    path = tmp_path / "hornafjordur-NT-0000000.parquet"
    path.write_bytes((folder / path.name).read_bytes())
    spoil(path)
    done = subprocess.run(
        [sys.executable, str(root / "benchmarks/deal_statistics.py"), str(tmp_path), "--seed", "2"],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{path}: {message}")
    assert done.stderr.count("\n") == 1


def made_up(module: ModuleType, guarantees: Any, contract: str) -> Any:
    """Return rows with these guarantees, each a deal of four tricks."""
    hands = np.full((len(guarantees), 3), 0b1111, np.uint64)
    numbers = np.arange(len(guarantees))
    return module.Rows(
        {
            "hands": hands,
            "number": numbers,
            "guarantees": np.array(guarantees, np.int8),
            "contract": np.full(len(guarantees), contract),
        }
    )


@pytest.mark.parametrize("contract", ["NT", "NULLO"])
def test_shares_are_those_of_the_library(
    root: Path, monkeypatch: pytest.MonkeyPatch, contract: str
) -> None:
    module = program(root, "deal_rows", monkeypatch)
    every = [(f, m, d) for f in range(5) for m in range(5) for d in range(5)]
    possible = [each for each in every if (sum(each) >= 4) == (contract == "NULLO")]
    found = module.shares(made_up(module, possible, contract))
    expected = [list(map(float, share(each, 4, Contract[contract]))) for each in possible]
    np.testing.assert_allclose(found, expected)


def test_the_regression_finds_what_was_put_in(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(root, "deal_worth", monkeypatch)
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(100):
        aces, voids = rng.integers(0, 5, 300), rng.integers(0, 3, 300)
        noise = rng.normal(0, 0.5 + aces / 4)  # it varies more with more aces
        features = {"ace": aces, "void": voids, "none": np.zeros(300, int)}
        found = module.fit(features, 1 + 1.4 * aces - 0.3 * voids + noise, np.arange(300))
        assert found.worth["none"] is None
        held += abs(found.worth["ace"].value - 1.4) < found.worth["ace"].error
        assert found.worth["void"].value == pytest.approx(-0.3, abs=0.4)
    assert 88 <= held <= 99  # of 100 intervals of 95 %


def test_rows_of_one_deal_count_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(root, "deal_worth", monkeypatch)
    rng = np.random.default_rng(2)
    aces, numbers = rng.integers(0, 5, 400), np.arange(400)
    values = aces + rng.normal(size=400)
    once = module.fit({"ace": aces}, values, numbers).worth["ace"]
    twice = module.fit({"ace": np.tile(aces, 2)}, np.tile(values, 2), np.tile(numbers, 2)).worth[
        "ace"
    ]
    assert twice == pytest.approx(once)
    rows = program(root, "deal_rows", monkeypatch)
    alone = rows.mean(values)
    assert rows.mean(np.tile(values, 2), np.tile(numbers, 2)) == pytest.approx(alone)


def test_features_of_hands(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(root, "deal_worth", monkeypatch)
    hands = np.array(
        [parse_hand(text) for text in ("AK865.K2..QJ32", "A.KT98765.Q2.K3")], np.uint64
    )
    cards = module.held(hands)

    def counts(features: dict[str, Any], *names: str) -> list[list[int]]:
        return [features[name].tolist() for name in names]

    notrump = module.without_trumps(cards)
    assert counts(notrump, "ace", "king with its ace", "guarded king") == [[1, 1], [1, 0], [1, 2]]
    assert counts(notrump, "queen, two guards", "queen, one guard or none") == [[1, 0], [0, 1]]
    assert counts(notrump, "fifth card of a suit", "seventh card of a suit") == [[1, 1], [0, 1]]
    assert counts(notrump, "void", "singleton") == [[1, 0], [0, 1]]
    trumps = module.with_trumps(cards, np.array([Contract.S, Contract.H]))
    assert counts(trumps, "ace of trumps", "king of trumps") == [[1, 0], [1, 1]]
    assert counts(trumps, "fifth trump", "sixth trump") == [[1, 1], [0, 1]]
    assert counts(trumps, "ace, side suit", "guarded king, side suit") == [[0, 1], [1, 1]]
    short = ("void, four trumps or more", "singleton, four trumps or more")
    assert counts(trumps, *short) == [[1, 0], [0, 1]]
    avoiding = module.avoiding(cards)
    assert counts(avoiding, "two", "suit without a two, three or four") == [[2, 1], [1, 2]]


def test_rates_have_intervals(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(root, "deal_rows", monkeypatch)
    part, low, high = module.rate(np.array([False] * 100))
    assert (part, low) == (0, 0)
    assert high == pytest.approx(0.0370, abs=1e-4)  # Wilson's for 0 of 100
    part, low, high = module.rate(np.array([True] * 30 + [False] * 70))
    assert (low, high) == (pytest.approx(0.2189, abs=1e-4), pytest.approx(0.3958, abs=1e-4))


def test_great_contracts_are_counted_a_deal_once(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = program(root, "deal_tables", monkeypatch)
    rows = made_up(module, [(14, 0, 0), (3, 0, 0), (2, 0, 0), (15, 0, 0)], "S")
    rows.columns["number"] = np.array([7, 7, 9, 9])
    assert module.best_of_contracts(rows).own.tolist() == [14, 15]


def test_tables_go_into_the_page(
    root: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Before.\n\n<!-- table: lead -->\n| old |\n| --- |\n\nAfter.\n", encoding="utf-8"
    )
    run(root, "deal_tables.py", str(folder), "lead", "--page", str(page))
    once = page.read_text(encoding="utf-8")
    assert once.startswith("Before.\n\n<!-- table: lead -->\n|  | deals |")
    assert once.endswith("|\n\nAfter.\n")
    assert "old" not in once
    # What is in its place already changes nothing; a page without the place is an error.
    module = program(root, "deal_tables", monkeypatch)
    _, _, table = once.partition("-->\n")
    table = table[: table.index("\n\n") + 1]
    assert module.put_in(once, "lead", table) == once
    with pytest.raises(SystemExit, match="<!-- table: great -->"):
        module.put_in(once, "great", table)


def test_tables_have_their_lines(root: Path, folder: Path) -> None:
    text = run(root, "deal_tables.py", str(folder))
    assert text.count("| Trjámann, best trump |") == 4
    assert "| whichever of the five is best, after the exchange | 3 | " in text
    assert "| ace of trumps |" in text


def test_pictures_are_drawn(root: Path, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run(root, "deal_pictures.py", str(folder), "-o", str(tmp_path), "--only", "tricks", "exchange")
    for path in sorted(tmp_path.iterdir()):
        text = path.read_text(encoding="utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert "prefers-color-scheme: dark" in text
    assert len(list(tmp_path.iterdir())) == 2


def test_the_page_has_every_table_and_picture(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (root / "docs" / "statistics.md").read_text(encoding="utf-8")
    tables = program(root, "deal_tables", monkeypatch).TABLES
    for name in tables:
        _, _, after = page.partition(f"<!-- table: {name} -->\n")
        assert after.startswith("| "), name
    assert page.count("<!-- table: ") == len(tables)
    pictures = {path.name for path in (root / "docs").glob("statistics-*.svg")}
    assert pictures == {
        f"statistics-{name}.svg" for name in ("tricks", "length", "worths", "exchange")
    }
    assert all(f"({name})" in page for name in pictures)
