"""Terminals that lack a sign: help, answers and errors say it with what they have."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import commands

from manni.cli.main import main

ENCODINGS = (
    *("ascii", "latin1", "cp437", "cp850", "cp1252"),
    *("iso8859_2", "gbk", "cp932", "koi8_r", "mac_roman"),
)
NAMES = sorted(name for name, _command in commands())
DEAL = '--hands "A... K... Q..." --contract NT'
CALLS = {
    "solve": DEAL,
    "table": '--hands "A... K... Q..."',
    "batch": "data/sample_deals/batch.jsonl",
    "show": DEAL,
    "deal": "--variant hornafjordur --seed 7",
    "convert": "data/sample_deals/hornafjordur.manni --to manni",
    "variants": "hornafjordur",
    "score": "data/sample_games/hornafjordur.manni",
    "exchange": "data/sample_deals/encheres-petite.manni --deal 1",
    "advise exchange": "--variant encheres-grande --hand AJT.TA7.Q87.AQ987 --worlds 4",
    "advise call": "--hand QT83.J742.K96.J7652 --variant trjamann --deal-only --worlds 2",
    "puzzle check": "data/sample_deals/puzzles.manni --deal 1",
    "rummy best": '--table "S7 S8 S9" --hand "ST HK"',
    "schema": "solve",
}
"""A call of a command that answers at once; of the others the error is looked at."""


@pytest.mark.parametrize("name", ["", *NAMES])
def test_what_a_terminal_lacks_is_spelt_out(
    name: str, monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    monkeypatch.chdir(root)
    calls = [f"{name} --help", f"{name} --nö…♠", f"{name} {CALLS.get(name, 'nö…♠')}"]
    for number, language in enumerate(("en", "fr", "is")):
        for call in calls if name else calls[:2]:
            asked = ["--language", language, *shlex.split(call)]
            right = CliRunner().invoke(main, asked)
            for encoding in ENCODINGS[number::3]:
                found = CliRunner(charset=encoding).invoke(main, asked)
                assert found.exit_code == right.exit_code
                assert found.exception is None or isinstance(found.exception, SystemExit)
                for told, whole in ((found.stdout, right.stdout), (found.stderr, right.stderr)):
                    assert len(told) >= len(whole)
                    assert told.count("?") == whole.count("?")
                    assert "\\u" not in told
