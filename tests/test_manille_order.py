"""Wherever cards of Manille are shown, the ten stands before the ace: T A K Q J 9 8 7.

Every hand and every list of ranks that the commands print of a deal of Manille is looked at. The
order in which cards were played, or lie in the surprise, is another one and is left out.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import manni

SAMPLES = Path(__file__).parent.parent / "data" / "sample_deals"
RANKS = "TAKQJ987"
FILES = ("manille-3", "encheres-sans", "encheres-petite", "encheres-grande", "dix-sept-3",
         "envers-3", "manille-puzzles")  # fmt: skip
DOTTED = re.compile(rf"(?<![\w.])(?:[{RANKS}]*\.){{3}}[{RANKS}]*(?![\w.])")
DRAWN = re.compile(rf"[♠♥♦♣] ?[{RANKS}](?: ?[{RANKS}]\b|[{RANKS}])*")
PLAYED = ("play", "line", "played", "manni", "surprise", "shown", "table", "discard", "cards")


def is_in_order(ranks: str) -> bool:
    return [*ranks] == sorted(ranks, key=RANKS.index)


def wrong(text: str) -> Iterator[str]:
    """Yield the hands of a text, and the ranks after a sign of a suit, that are out of order."""
    for found in DOTTED.finditer(text):
        if not all(map(is_in_order, found[0].split("."))):
            yield found[0]
    for found in DRAWN.finditer(text):
        if not is_in_order(re.sub("[^A-Z0-9]", "", found[0])):
            yield found[0]


def ours(data: Any) -> Iterator[str]:
    """Yield the texts of JSON, those under keys of the play left out."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for each in data:
            yield from ours(each)
    elif isinstance(data, dict):
        for key, each in data.items():
            yield from () if key in PLAYED else ours(each)


def test_the_probe_finds_what_is_out_of_order() -> None:
    assert [*wrong("♠ A T K  AT7.9.98. ♥KT")] == ["AT7.9.98.", "♠ A T K", "♥KT"]
    assert not [*wrong("♠ T A K  TA7.9.98. ♥TK ♠A ♠T")]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(
    "call",
    [
        "solve --deal 1 --cards", "solve --deal 1 --json", "solve --deal 1 --cards --format csv",
        "show --deal 1", "show --deal 1 --picture -", "show --deal 1 --json", "table --deal 1",
        "exchange --deal 1", "exchange --deal 1 --json", "review --deal 1 --from 9",
        "review --deal 1 --from 9 --format csv", "convert --to manni", "convert --to jsonl",
        "puzzle check --deal 1",
    ],
)  # fmt: skip
def test_the_commands_show_the_ten_first(file: str, call: str) -> None:
    ran = manni(*call.split(), SAMPLES / f"{file}.manni")
    assert ran.exit_code != 2
    text = ran.stdout + ran.stderr
    if call in ("solve --deal 1 --cards", "show --deal 1"):
        assert len(DRAWN.findall(text)) > 5
    elif call.startswith("convert"):
        assert len(DOTTED.findall(text)) > 10
    elif call.endswith("--json"):
        lines = ran.stdout.splitlines()
        text = " ".join(part for line in lines for part in ours(json.loads(line)))
    assert not [*wrong(text)]
