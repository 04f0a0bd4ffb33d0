"""manni variants: the games from their data."""

from commands import json_of
from deals import POINT_GAMES

from manni.solver.report.deal_view import pile_key
from manni.solver.rules.games import VARIANTS


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
