"""The sample games and positions: each finished game scores, each line of positions is solved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import output

from manni.solver.files.reading import read_entries
from manni.solver.rules.games import VARIANTS
from manni.solver.scoresheet import Game, play_entries

DATA = Path(__file__).resolve().parent.parent / "data"

# Totals of Anna, Björn and Dóra, added up from the results in the files by a script that
# shares no code with the library.
TOTALS = {
    "basic": (-8, 10, -2),
    "hornafjordur-io": (-4, 4, 0),
    "hornafjordur-old": (-6, 4, 2),
    "hornafjordur": (-7, -4, 11),
    "laugavatn": (17, -19, 2),
    "trjamann": (-7, 2, 5),
    "manille-3": (50, 18, 24),
    "encheres-sans": (186, 119, 71),
    "encheres-petite": (186, 71, 104),
    "encheres-grande": (128, 68, 165),
    "dix-sept-3": (130, 127, 120),
    "envers-3": (45, 143, 92),
}
NAMES = ("Anna", "Björn", "Dóra", "Einar", "Freyja", "Gunnar", "Helga")


def sample_game(code: str) -> Game:
    return play_entries(read_entries(DATA / "sample_games" / f"{code}.manni"))


GAMES = [path.stem for path in sorted(DATA.glob("sample_games/*.manni"))]


def totals_of(code: str) -> tuple[int, ...]:
    """Return the totals: added up above, or as the first deal of the file says."""
    if code in TOTALS:
        return TOTALS[code]
    deal = next(iter(read_entries(DATA / "sample_games" / f"{code}.manni"))).deal
    assert deal is not None
    return tuple(map(int, dict(deal.tags)["Totals"].split()))


def test_the_games_here_are_games() -> None:
    assert set(TOTALS) <= set(GAMES) <= set(VARIANTS)
    assert any(deal.great for deal in sample_game("laugavatn").deals)


@pytest.mark.parametrize("code", GAMES)
def test_a_finished_game_and_its_sheet(code: str) -> None:
    game = sample_game(code)
    assert (game.variant.code, game.over, game.totals) == (code, True, totals_of(code))
    assert game.names == NAMES[: game.players]
    sheet = output("score", DATA / "sample_games" / f"{code}.manni")
    if code not in TOTALS:
        return
    end = {"dix-sept-3": "Dóra has lost with 120.", "envers-3": "Björn has lost with 143."}
    best = max(TOTALS[code])
    told = f"{best:+d}" if VARIANTS[code].has_targets else str(best)
    winner = game.names[TOTALS[code].index(best)]
    assert sheet.endswith("\n" + end.get(code, f"{winner} has won with {told}.") + "\n")


def test_positions_for_batch() -> None:
    source = DATA / "sample_deals" / "batch.jsonl"
    answers = [json.loads(line) for line in output("batch", source, "--jobs", "1").splitlines()]
    questions = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    for question, answer in zip(questions, answers, strict=True):
        assert answer.items() >= question.items()
        assert list(answer["guarantee"]) == question.get("seats", ["F", "M", "D"])
    by_id = {answer["id"]: answer["guarantee"] for answer in answers}
    # The same positions as in mid-trick.manni and endings.manni.
    assert by_id["two cards on the table"] == {"F": 4, "M": 2, "D": 0}
    assert by_id[6] == {"F": 3, "M": 0, "D": 0}
