"""Calls whose output must not change by accident.

``golden/calls.txt`` has a call of ``manni`` a line, ``golden/NN.txt`` what the call of that line
printed, with its exit code. A change that is meant is written by

    python tests/test_golden.py [LINE | COMMAND …]

for the calls of these lines, without any for all, and seen in the diff. What a call took in
seconds is left out, and of long numbers eight digits count: the last ones depend on the processor.

``golden/told/COMMAND.txt`` has many calls of a command one after the other, each with what is typed
in lines that begin with "<": refusals, options, files and questions of which each says little. To
have one more, write its first lines anywhere in the file and have the command written.
"""

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


def said(call: str, typed: str = "") -> str:
    """Return what a call prints and how it ends, with lines typed, each after "< "."""
    text = "".join(line[2:] for line in typed.splitlines(keepends=True))
    result = manni(*shlex.split(call), text=text or None, columns=None)
    told = f"$ manni {call}\n{typed}[{result.exit_code}]\n{result.stdout}"
    if result.stderr:
        told += f"[stderr]\n{result.stderr}"
    return _VARIES.sub(lambda found: f"{found[1] or ''}…", told.rstrip("\n") + "\n")


def asked(told: str) -> tuple[str, str]:
    """Return the call and what is typed of what a call has told."""
    found = re.match(r"\$ manni (.*)\n((?:< .*\n)*)", told)
    assert found is not None, told
    return found[1], found[2]


def calls_of(file: Path) -> list[str]:
    """Return what each call of a file has told."""
    return re.split(r"^(?=\$ manni )", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def rounded(text: str) -> str:
    """Return a text with its long numbers to eight digits."""
    return _LONG.sub(lambda found: f"{float(found[0]):.8g}", text)


def path(number: int) -> Path:
    """Return the file of a call, by its line from 0."""
    return FOLDER / f"{number + 1:02}.txt"


NUMBERS = [pytest.param(number, id=f"{number + 1:02}") for number in range(len(CALLS))]
"""The calls by number."""


@pytest.mark.parametrize("number", NUMBERS)
def test_calls_print_what_they_printed(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    expected = path(number).read_text(encoding="utf-8")
    assert rounded(said(CALLS[number])) == rounded(expected)


TOLD = {file.stem: file for file in sorted(FOLDER.glob("told/*.txt"))}


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(told, id=f"{name} {number}")
        for name, file in TOLD.items()
        for number, told in enumerate(calls_of(file))
    ],
)
def test_calls_tell_what_they_told(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert rounded(said(*asked(told))) == rounded(told)


def test_every_file_belongs_to_a_call() -> None:
    files = {each.name for each in FOLDER.glob("*.txt")} - {"calls.txt"}
    assert files == {path(number).name for number in range(len(CALLS))}


def rewrite(file: Path, text: str) -> None:
    """Write a golden, if it differs in more than the last digits, by the code of this copy."""
    import manni

    if ROOT not in Path(manni.__file__).parents:
        raise SystemExit(f"this is the code of {manni.__file__}: say PYTHONPATH=.")
    if rounded(file.read_text(encoding="utf-8") if file.exists() else "") != rounded(text):
        file.write_text(text, encoding="utf-8")


def write(chosen: Collection[str]) -> None:
    """Write what calls print now: of lines counted from 1, of commands; without any, of all."""
    import os

    import conftest  # noqa: F401  (English, and nothing of progress)

    os.chdir(ROOT)
    for number, call in enumerate(CALLS):
        if not chosen or str(number + 1) in chosen:
            rewrite(path(number), said(call))
    for name, file in TOLD.items():
        if not chosen or name in chosen:
            rewrite(file, "".join(said(*asked(told)) for told in calls_of(file)))


if __name__ == "__main__":
    write(sys.argv[1:])
