"""Files as text, with one line of error for what is unreadable, no text or far too long."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from os import PathLike
from typing import TYPE_CHECKING

from manni.solver import checks
from manni.solver.checks import quote
from manni.solver.errors import ArgumentError, NotationError, cannot_be_read

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 256 << 20
"""The largest file read: a larger one is taken for a mistake."""

UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
"""How a file in UTF-16 begins."""

# A deal file begins with a tag or a comment in words, neither with [ { or { ".
_JSON = re.compile(r'\s*(\[\s*[{\]]|\{\s*["}])')
_TAG = re.compile(r'\s*\[\s*\w+\s*"')
# An object on the first line and another after it, or one with what only lines have.
_LINES = re.compile(r'\s*\{(?=[^\n]*\}[ \t]*\n\s*\S|[^\n]*"(?:id|played|seats)"\s*:[^\n]*\}\s*$)')
_LINE = re.compile(r"\s*\{[^\n]*\}\s*$")
_PASSED_OVER = re.compile(r"(?:[ \t]*+(?:[#;%][^\n]*+)?\n)*+")
# At least one dot tells a hand from the words and brackets a deal file may begin with.
_HAND = re.compile(
    r"[ \t]*+(?:[A-Za-z]++[ \t]*+:)?[ \t]*+[AKQJTakqjt0-9-]*+\.[AKQJTakqjt0-9.-]*+(?!\S)"
)
_MARK = re.compile(r"^\ufeff+", re.MULTILINE)


def read_text(path: str | Path) -> str:
    """Return the text of a file. Raises NotationError naming it if it cannot be read."""
    if not isinstance(path, str | PathLike):
        raise ArgumentError(f"path: {quote(path)}, expected a text or a Path")
    try:
        with open(path, "rb") as stream:
            head = stream.read(1 << 16)
            binary = 0 in head and not head.startswith(UTF_16)
            data = head if binary else head + stream.read(MAX_BYTES + 1 - len(head))
    except OSError as error:
        raise cannot_be_read(str(path), error) from None
    except ValueError as error:  # a NUL in the name
        raise NotationError(f"cannot be read: {error}", file=quote(str(path))) from None
    if len(data) > MAX_BYTES:
        raise NotationError(f"is longer than {MAX_BYTES >> 20} MB", file=str(path))
    return decode(data, str(path))


def decode(data: bytes, file: str) -> str:
    """Return UTF-8, or UTF-16 that says so, as text with plain ends of lines.

    Raises NotationError naming ``file``, the line and the byte.
    """
    wide = checks.instance(data, bytes, "data").startswith(UTF_16)
    try:
        text = data.decode("utf-16" if wide else "utf-8") if wide or 0 not in data else "\0"
    except UnicodeDecodeError as error:
        before = plain_text(data[: error.start].decode("utf-16" if wide else "latin-1"))
        raise NotationError(
            f"byte {data[error.start]:#04x} is not UTF-{16 if wide else 8}",
            line=before.count("\n") + 1,
            file=file,
        ) from None
    if "\0" in text:
        raise NotationError("holds binary data, not text", file=file)
    return plain_text(text)


def plain_text(text: str) -> str:
    """Return a text with ``\\n`` alone at the ends of lines, no byte order mark before them.

    Where files were put together there is a mark in the middle.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _MARK.sub("", text) if "\ufeff" in text else text


def format_of(text: str, file: str | None = None) -> str:
    """Return what a text is: ``json``, ``jsonl`` (lines), ``hands`` or a ``manni`` deal file.

    What looks like none of them is what the name of its ``file`` says, else a deal file.
    """
    named = next((end for end in ("json", "jsonl") if (file or "").lower().endswith(f".{end}")), "")
    if _JSON.match(text):
        lines = _LINES.match(text) or (named == "jsonl" and _LINE.match(text))
        return "jsonl" if lines else "json"
    passed_over = _PASSED_OVER.match(text)
    assert passed_over is not None
    if _HAND.match(text, passed_over.end()):
        return "hands"
    return named if named and text.strip() and not _TAG.match(text) else "manni"
