"""Files as text, with one line of error for what is unreadable, no text or far too long."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from manni.solver import checks
from manni.solver.checks import quote
from manni.solver.errors import ArgumentError, NotationError, cannot_be_read

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 256 << 20
"""The largest file read: a larger one is taken for a mistake."""


def read_text(path: str | Path) -> str:
    """Return the text of a file. Raises NotationError naming it if it cannot be read."""
    if not isinstance(path, str | PathLike):
        raise ArgumentError(f"path: {quote(path)}, expected a text or a Path")
    try:
        with open(path, "rb") as stream:
            head = stream.read(1 << 16)
            binary = 0 in head
            data = head if binary else head + stream.read(MAX_BYTES + 1 - len(head))
    except OSError as error:
        raise cannot_be_read(str(path), error) from None
    except ValueError as error:  # a NUL in the name
        raise NotationError(f"cannot be read: {error}", file=quote(str(path))) from None
    if len(data) > MAX_BYTES:
        raise NotationError(f"is longer than {MAX_BYTES >> 20} MB", file=str(path))
    return decode(data, str(path))


def decode(data: bytes, file: str) -> str:
    """Return UTF-8 as text. Raises NotationError naming ``file`` and the line."""
    if 0 in checks.instance(data, bytes, "data"):
        raise NotationError("holds binary data, not text", file=file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(
            f"byte {data[error.start]:#04x} is not UTF-8", line=line, file=file
        ) from None
