"""Calls whose output must not change by accident.

``golden/calls.txt`` has a call of ``manni`` a line, ``golden/NN.txt`` what the call of that line
printed, with its exit code. A change that is meant is written by

    python tests/test_golden.py [LINE …]

for the calls of these lines, without any for all, and seen in the diff. What a call took in
seconds is left out, and of long numbers eight digits count: the last ones depend on the processor.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
from commands import manni

FOLDER = Path(__file__).resolve().parent / "golden"
ROOT = FOLDER.parent.parent
CALLS = FOLDER.joinpath("calls.txt").read_text(encoding="utf-8").splitlines()

_LONG = re.compile(r"\d+\.\d{9,}(e-\d+)?")
_VARIES = re.compile(r'("seconds": )[0-9.e-]+|\b[0-9.]+ s\b')


def said(call: str) -> str:
    """Return what a call prints and how it ends."""
    result = manni(*shlex.split(call), columns=None)
    text = f"$ manni {call}\n[{result.exit_code}]\n{result.stdout}"
    if result.exit_code:
        text += f"[stderr]\n{result.stderr}"
    return _VARIES.sub(lambda found: f"{found[1] or ''}…", text)


def rounded(text: str) -> str:
    """Return a text with its long numbers to eight digits."""
    return _LONG.sub(lambda found: f"{float(found[0]):.8g}", text)


def path(number: int) -> Path:
    """Return the file of a call, by its line from 0."""
    return FOLDER / f"{number + 1:02}.txt"


NUMBERS = [
    pytest.param(
        number,
        id=f"{number + 1:02}",
        marks=[pytest.mark.slow] if call.startswith("advise call --hand") else [],
    )
    for number, call in enumerate(CALLS)
]
"""The calls by number; slow is what takes long."""


@pytest.mark.parametrize("number", NUMBERS)
def test_calls_print_what_they_printed(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    expected = path(number).read_text(encoding="utf-8")
    assert rounded(said(CALLS[number])) == rounded(expected)


def test_every_file_belongs_to_a_call() -> None:
    files = {each.name for each in FOLDER.glob("*.txt")} - {"calls.txt"}
    assert files == {path(number).name for number in range(len(CALLS))}


def write(lines: Collection[int]) -> None:
    """Write what the calls of these lines, counted from 1, print now; without any, what all do."""
    import os

    os.chdir(ROOT)
    for number, call in enumerate(CALLS):
        if not lines or number + 1 in lines:
            path(number).write_text(said(call), encoding="utf-8")


if __name__ == "__main__":
    write({int(line) for line in sys.argv[1:]})
