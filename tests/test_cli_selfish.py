"""manni solve --selfish: what it prints and refuses."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from commands import error, json_of, manni, output
from positions import random_position

from manni.solver.cards import Contract, Seat, card_name
from manni.solver.notation import format_hands
from manni.solver.position import Position
from manni.solver.report.selfish import NOT_FOUND, selfish_text
from manni.solver.values.selfish import solve_selfish

NULLO = ("--hands", "Q2... K3... A4...", "--contract", "NULLO", "--selfish")


def long_hands(cards: int) -> str:
    return format_hands(random_position(Random("long"), cards, Contract.NULLO, False, 0).hands)


def test_many_outcomes_are_counted_only() -> None:
    rng = Random("many")
    while True:
        found = solve_selfish(random_position(rng, 7, Contract.NULLO))
        if len(found.outcomes) > 8:
            break
    first = str(selfish_text(found)).splitlines()[0]
    assert first == f"Selfish play: {len(found.outcomes)} outcomes."


def test_rows_of_cards_have_each_its_own_values() -> None:
    """The rows are sorted by other values."""
    position = Position.parse("AT4.K7.J5. 95.A5.83. 863.JT4..", "NT", "M", "SK SQ")
    given = ("--hands", "AT4.K7.J5. 95.A5.83. 863.JT4..", "--contract", "NT", "--leader", "M")
    text = output("solve", *given, "--trick", "SK SQ", "--selfish", "--cards", "--format", "csv")
    most = {row["cards"]: int(row["selfish_most_F"]) for row in csv.DictReader(StringIO(text))}
    found = {card_name(v.card): v.most[Seat.FOREHAND] for v in solve_selfish(position).cards}
    assert most == found


def test_what_is_stopped_does_not_look_found() -> None:
    given = ("--hands", long_hands(12), "--contract", "NULLO", "--selfish")
    limits = ("--time", "0.02", "--memory", "64")
    assert json_of("solve", *given, *limits)["selfish"] is None
    text = output("solve", *given, *limits)
    assert NOT_FOUND in text
    assert "sure loss" not in text
    for cards, names in (([], ["selfish_most"]), (["--cards"], ["selfish_most_F", "sure_loss"])):
        table = output("solve", *given, *limits, *cards, "--format", "csv")
        for row in csv.DictReader(StringIO(table)):
            assert [row[name] for name in names] == [""] * len(names)


@pytest.mark.parametrize("limits", [[], ["--time", "9"], ["--memory", "64"]])
def test_more_than_eight_cards_want_both_limits(limits: list[str]) -> None:
    given = ("--hands", long_hands(9), "--contract", "NT", "--selfish")
    message = error("solve", *given, *limits)
    assert message.startswith("9 cards a hand: selfish play of more than 8 can take long")
    both = ("--time", "60", "--memory", "64")
    assert "Selfish play" in output("solve", *given, *both)
    given = ("--hands", long_hands(13), "--contract", "NT", "--selfish")
    message = error("solve", *given, *both)
    assert message == "13 cards a hand: selfish play is worked out for at most 12"


GREAT = """\
[Deal "F:... ... ..."]
[Contract "NT"]

[Deal "F:A32... K54... Q76..."]
[Contract "great NT"]
[Declarer "F"]
[Leader "F"]
[Play "F"]
S3 S4 SQ
"""


def test_a_great_contract_is_refused_and_the_others_are_done(tmp_path: Path) -> None:
    path = tmp_path / "great.manni"
    path.write_text(GREAT, encoding="utf-8")
    assert error("solve", path, "--selfish").startswith(
        f"{path}: deal 2: a great contract pays by bonuses"
    )
    done = manni("solve", path, "--selfish", "--keep-going", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["selfish"]["outcomes"] == [{"F": 0, "M": 0, "D": 0}]
    assert "Selfish play" in output("solve", path, "--deal", "2", "--contract", "H", "--selfish")
