"""The prose that can be checked: the README's examples run, the rules name every game."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from commands import installed

from cli.main import COMMANDS
from solver.rules.registry import VARIANTS

README = Path(__file__).resolve().parent.parent / "README.md"
RULES = README.parent / "docs" / "rules.md"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


@dataclass
class Example:
    """A command and what it prints, ``...`` for anything."""

    command: str
    expected: list[str] = field(default_factory=list)


def examples(block: str) -> list[Example]:
    """Return the commands of a console block, each with the lines below it."""
    found: list[Example] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Example(line[2:]))
        elif line == ">" or line.startswith("> "):
            found[-1].command += "\n" + line[2:]
        else:
            found[-1].expected.append(line)
    return found


BLOCKS = [examples(block) for block in _BLOCK.findall(README.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the data, where the examples may write."""
    path = tmp_path_factory.mktemp("readme")
    (path / "data").symlink_to(README.parent / "data", target_is_directory=True)
    return path


def run(command: str, folder: Path) -> str:
    """Return what a shell shows for a command, errors where they come."""
    path = f"{Path(installed()).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONIOENCODING": "utf-8"},
        check=False,
    ).stdout


@pytest.mark.parametrize("block", BLOCKS, ids=[block[0].command[:40] for block in BLOCKS])
def test_console(block: list[Example], folder: Path) -> None:
    for example in block:
        found = run(example.command, folder)
        expected = "".join(line + "\n" for line in example.expected)
        checker = doctest.OutputChecker()
        assert checker.check_output(expected, found, doctest.ELLIPSIS), (
            f"$ {example.command}\n{found}"
        )


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README.parent)
    failed, tried = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(name: str) -> None:
    commands = [example.command for block in BLOCKS for example in block]
    assert any(re.search(rf"\bmanni {name}\b", command) for command in commands)


@pytest.mark.parametrize("code", VARIANTS)
def test_every_game_and_option_is_in_the_rules(code: str) -> None:
    rules = RULES.read_text(encoding="utf-8")
    for name in (code, *(f"{code}+{option}" for option in VARIANTS[code].options)):
        assert f"`{name}`" in rules
