"""Deals from a file or a text of any format, told apart by how it begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from manni.solver import checks
from manni.solver.deal import Deal
from manni.solver.files.dealfile import iter_entries
from manni.solver.files.entry import Entry, all_deals
from manni.solver.files.handlines import are_hand_lines, hand_line_entries
from manni.solver.files.text import read_text

if TYPE_CHECKING:
    from pathlib import Path

# A deal file begins with a tag or a comment in words, neither with [ { or { ".
_JSON = re.compile(r'\s*(\[\s*[{\]]|\{\s*["}])')
_TAG = re.compile(r'\s*\[\s*\w+\s*"')


def read_deals(path: str | Path) -> list[Deal]:
    """Return the deals of a file, at least one.

    Errors name the file. Raises NotationError where it cannot be read, else as
    ``parse_deals`` does.
    """
    return all_deals(read_entries(path))


def read_entries(path: str | Path) -> Iterator[Entry]:
    """Yield the deals of a file and the errors of bad ones, as ``iter_entries`` does."""
    return entries_of(read_text(path), str(path))


def is_json(text: str, file: str | None = None) -> bool:
    """Return whether a text is read as JSON; the name of its file may say so too."""
    named = file is not None and file.lower().endswith(".json")
    return bool(_JSON.match(text) or (named and text.strip() and not _TAG.match(text)))


def entries_of(text: str, file: str | None = None, *, only: int | None = None) -> Iterator[Entry]:
    """Yield the deals of a text and the errors of bad ones.

    It is JSON, hands with one deal per line, or a deal file. What looks like none of them is read
    as JSON where the name ends in ``.json``, else as a deal file. ``only`` is the number, from 1,
    of the one deal to read, if it is there; a text that holds no deal at all is an error still.
    """
    only = None if only is None else checks.number(only, "only", 1)
    file = None if file is None else checks.text(file, "file")
    text = checks.text(text, "text").removeprefix("\ufeff")
    if is_json(text, file):
        from manni.solver.files.jsonfile import json_entries  # here: most files are not JSON

        return json_entries(text, file, only=only)
    if are_hand_lines(text):
        return hand_line_entries(text, file, only=only)
    return iter_entries(text, file, only=only)
