"""Rows of a measurement that takes hours, kept in a file as they come: a line of JSON each.

A program that was stopped reads its file, takes it up again and measures only what is missing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """Return the rows of a file, without a last line that was not written whole."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def take_up(path: Path | None) -> list[Row]:
    """Return the rows of a file to go on with, none where there is no file yet.

    A last line that was not written whole is taken out of it, so that rows can follow.
    """
    if path is None or not path.exists():
        return []
    rows = read(path)
    whole = path.with_name(f"{path.name}.part")
    whole.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    whole.replace(path)
    return rows


def keep(path: Path | None, row: Row) -> None:
    """Add a row to a file, if there is to be one."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            print(json.dumps(row), file=file)
