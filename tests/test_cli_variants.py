"""manni variants: the games from their data."""

from __future__ import annotations

import pytest
from commands import error, json_of, output

from manni.solver.report.deal_scene import pile_key
from manni.solver.report.variants import variant_text
from manni.solver.rules.games import POINT_GAMES, VARIANTS, get_variant


def test_every_game_has_a_row() -> None:
    _, *rows = output("variants").splitlines()
    assert [row.split()[0] for row in rows] == list(VARIANTS)
    for code, row in zip(VARIANTS, rows, strict=True):
        assert all(f"+{option}" in row for option in VARIANTS[code].options)


@pytest.mark.parametrize("code", VARIANTS)
def test_the_rules_of_a_game_in_about_ten_lines(code: str) -> None:
    lines = output("variants", code).splitlines()
    assert 9 <= len(lines) <= 18
    assert all(len(line) <= 100 for line in lines)
    names = {line.split()[0] for line in lines[1:]}
    assert names >= {"cards", "dealt", "contract", "exchange", "leads", "played"}
    assert names >= ({"targets"} if VARIANTS[code].has_targets else {"marks"})
    assert names >= ({"ranks", "counts"} if code in POINT_GAMES else {"ace"})
    assert ("lists" in names) == bool(VARIANTS[code].declaring.lists())
    assert ("bids" in names) == bool(VARIANTS[code].bids)
    for option in VARIANTS[code].options:
        assert f"+{option}" in names
        assert output("variants", f"{code}+{option}").startswith(f"{code}+{option}: ")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("hornafjordur+ace-low", "ace       low in NULLO"),
        ("hornafjordur-io", "ace       low in NULLO"),
        ("hornafjordur-old", "targets   declarer 8, others 4; in NULLO declarer 4, others 6"),
        ("hornafjordur-old", "leads     the declarer"),
        ("manille-3+no-tourne", "marks       each marks his points above 17"),
        ("encheres-sans", "bids       1 to 70, general"),
        (
            "encheres-grande",
            "cards            32: 9 in each hand, 5 in the surprise, 2 of them face up",
        ),
        ("trjamann+spades-other", "lists          once each: NULLO, NT, S, other (S H D C)"),
        ("dix-sept-3+au-coup", "played    deal by deal, without an end"),
    ],
)
def test_what_is_said_of_a_game(code: str, line: str) -> None:
    """What goldens have not."""
    assert line in str(variant_text(get_variant(code))).splitlines()


def test_json_has_every_game_as_it_is_alone() -> None:
    games = json_of("variants")
    assert [game["code"] for game in games] == list(VARIANTS)
    for game in games:
        variant = VARIANTS[game["code"]]
        assert json_of("variants", variant.code) == game
        seats = game.get("seats", ["F", "M", "D"])
        assert len(seats) * game["hand"] + game[pile_key(variant.pile)] == game["cards"]
        sides = game.get("sides", [seats])
        assert sorted(seat for side in sides for seat in side) == sorted(seats)
        if game["code"] in POINT_GAMES:
            assert game["bids"] == [bid.name for bid in variant.bids]
        assert bool(game.get("marks")) is not variant.has_targets


def test_a_game_there_is_not() -> None:
    assert "no variant 'bridge'" in error("variants", "bridge", code=2)
