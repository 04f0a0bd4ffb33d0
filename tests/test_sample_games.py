"""The sample games and positions: each finished game scores, each line of positions is solved."""

from pathlib import Path

import pytest

from manni.solver.files.reading import read_entries
from manni.solver.rules.games import VARIANTS
from manni.solver.scoresheet import Game, play_entries

DATA = Path(__file__).resolve().parent.parent / "data"

NAMES = ("Anna", "Björn", "Dóra", "Einar", "Freyja", "Gunnar", "Helga")


def sample_game(code: str) -> Game:
    return play_entries(read_entries(DATA / "sample_games" / f"{code}.manni"))


GAMES = [path.stem for path in sorted(DATA.glob("sample_games/*.manni"))]


@pytest.mark.parametrize("code", GAMES)
def test_a_finished_game(code: str) -> None:
    """Its sheet is among the transcripts, and its totals are those the file says."""
    assert code in VARIANTS
    game = sample_game(code)
    assert (game.variant.code, game.over) == (code, True)
    assert game.names == NAMES[: game.players]
    deal = next(iter(read_entries(DATA / "sample_games" / f"{code}.manni"))).deal
    if totals := deal.tag("Totals"):
        assert game.totals == tuple(map(int, totals.split()))
