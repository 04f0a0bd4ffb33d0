"""The programs in benchmarks/ that are about the play of the cards, on small work."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from test_benchmarks import DATA, run

pytestmark = pytest.mark.slow


def test_players_of_the_cards_meet_and_take_up_again(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "play.jsonl"
    given = ("--worlds", "5", "--naive", "2", "-o", str(file))
    run(root, "play.py", "--deals", "1", *given)
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [row["kind"] for row in rows] == ["NT", "trump", "NULLO"]
    run(root, "play.py", "--deals", "2", "--matches", "advice, thumb", *given)
    again = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert again[:3] == rows
    assert [row["number"] for row in again[3:]] == [1, 1, 1]
    table = run(root, "play.py", "--from", str(file), "--markdown")
    assert "| the advice against two rules of thumb |" in table
    assert "(2 deals)" in table


def test_the_policy_is_trained_the_same_again(root: Path, tmp_path: Path) -> None:
    made = []
    for name in ("one.npz", "other.npz"):
        file = tmp_path / name
        text = run(
            root, "train_policy.py", "--deals", "600", "--rounds", "2", "--pool", "12",
            "--kinds", "NT", "auction", "--judge-deals", "60", "-o", str(file),
        )  # fmt: skip
        assert text.count("decisions; ") == 4
        made.append(file.read_bytes())
    assert made[0] == made[1]
    alone = tmp_path / "alone.npz"
    run(
        root, "train_policy.py", "--deals", "600", "--rounds", "2", "--pool", "12",
        "--kinds", "auction", "--judge-deals", "30", "-o", str(alone),
    )  # fmt: skip
    with np.load(file) as both, np.load(alone) as one:
        for part in both.files:  # declarer and defender: no kind learns from another
            assert np.array_equal(both[part][4:6], one[part][4:6])
    with np.load(file) as found, np.load(DATA / "play_policy.npz") as stored:
        for part in found.files:
            assert (found[part].shape, found[part].dtype) == (
                stored[part].shape, stored[part].dtype
            )  # fmt: skip
    against = run(
        root, "train_policy.py", "--judge", str(file), "--kinds", "NT", "--judge-deals", "300"
    )
    assert float(against.split()[1]) > 1.0, "in few deals it learns more than no rule at all"


def test_beliefs_are_calibrated_in_a_table(root: Path) -> None:
    table = run(root, "play_calibration.py", "--deals", "2", "--worlds", "4")
    assert [line.split(" | ")[0] for line in table.splitlines()[2:]] == [
        "| none",
        "| soft",
        "| strict",
    ]


def test_players_of_manille_meet(root: Path, tmp_path: Path) -> None:
    kinds = ("manille-3", "envers-3", "encheres-grande", "bid", "misere")
    table = run(
        root, "play.py", "--deals", "2", "--worlds", "3", "--before-worlds", "2", "--kinds", *kinds,
        "--matches", "advice, thumb", "--markdown",
    )  # fmt: skip
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()]
    told = "the advice against two rules of thumb"
    assert rows[0][1:4] == [told, f"{told}, as declarer", f"{told}, in defence"]
    assert rows[0][4].startswith("advice: CPU")
    assert [row[0] for row in rows[2:]] == list(kinds)
    assert [row[2] != "–" for row in rows[2:]] == [False, False, True, True, True]


def test_what_is_called_clear_is_played_on(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "clear.jsonl"
    given = ("--positions", "2", "--deals", "4", "--worlds", "3", "--asked", "100", "-o", str(file))
    table = run(root, "clear_differences.py", *given)
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    found = [row for row in rows if "behind" in row]
    assert len(found) >= 2
    assert all(row["called"] > 0 and row["best"] != row["other"] for row in found)
    assert all(row["interval"][0] <= row["behind"] <= row["interval"][1] for row in found)
    assert run(root, "clear_differences.py", *given) == table
    assert run(root, "clear_differences.py", "--from", str(file)) == table


def test_an_open_misere_is_played_against_seeing_it_and_blind(root: Path, tmp_path: Path) -> None:
    given = (
        "open_misere.py", "--deals", "2", "--games", "encheres-petite", "--worlds", "2",
        "--defences", "thumb blind", "2 open", "--markdown", "-o", str(tmp_path / "rows.jsonl"),
    )  # fmt: skip
    table = run(root, *given)
    assert [line.split(" | ")[1] for line in table.splitlines()[2:]] == ["thumb blind", "2 open"]
    assert run(root, *given) == table


def test_advice_on_bids_is_looked_up_in_other_deals(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "bids.jsonl"
    table = run(root, "bid_advice.py", "--hands", "2", "--deals", "14", "-o", str(file))
    assert [line.split(" | ")[:2] for line in table.splitlines()[2:]] == [
        ["| none", "6"],
        ["| near", "6"],
    ]
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [len(row["points"]) for row in rows] == [14, 14]
    assert run(root, "bid_advice.py", "--from", str(file)) == table


def test_what_is_put_away_is_judged_in_other_deals(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "away.jsonl"
    given = ("--worlds", "4", "--judge", "4", "-o", str(file))
    run(root, "put_away.py", "--hands", "2", *given)
    text = run(root, "put_away.py", "--hands", "3", *given)
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [row["hand"] for row in rows] == [0, 1, 2]
    assert all(0 <= row[key] <= 1 for row in rows for key in ("advised", "thumb", "best"))
    assert text.startswith("3 hands, bids of ")
    assert run(root, "put_away.py", "--from", str(file)) == text


def test_the_rule_for_bids_is_fitted(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "points.json"
    text = run(root, "fit_bids.py", "--deals", "8", "--rounds", "1", "-o", str(file))
    assert "points a deal" in text
    stored = json.loads((DATA / "declarer_points.json").read_text(encoding="utf-8"))
    made = json.loads(file.read_text(encoding="utf-8"))
    assert made.keys() == stored.keys()
    for part in made:
        assert made[part].keys() == stored[part].keys()


def test_ways_to_bid_meet(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "auctions.jsonl"
    given = ("--matches", "once", "steps", "steps, once", "--games", "encheres-sans")
    run(root, "auctions.py", "--deals", "3", *given, "-o", str(file))
    run(root, "auctions.py", "--deals", "4", *given, "-o", str(file))
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [row["number"] for row in rows] == [0, 1, 2, 3]
    assert [len(row["steps, once"]["bids"]) for row in rows] == [3, 3, 3, 3]
    once, steps = (sum(row[way]["bids"][0][0] for row in rows) for way in ("once", "steps"))
    assert steps < once
    table = run(root, "auctions.py", "--from", str(file), "--markdown")
    assert "| in steps against two at once | encheres-sans |" in table
    assert "(4 deals)" in table
    for play in ("thumb", "advice"):
        played = run(root, "auctions.py", "--deals", "1", *given, "--play", play)
        assert played.count("encheres-sans") == 3
