"""Deals from a file or a text of any format, told apart by how it begins.

Besides deal files, JSON and lines of JSON there are hands, one deal per line: three hands,
forehand's first, and nothing else.

::

    # a comment
    AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ
    M: J98.AK.AK5.9876 T76.8765.T9.KQJ AKQ.T9.432.5432

Blank lines and lines that begin with ``#``, ``;`` or ``%`` are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from os import PathLike

from .. import checks
from ..deal import Deal
from ..errors import DealError, NotationError, SolverError
from ..notation import parse_hands
from .dealfile import (
    Entry,
    all_deals,
    entries_of_unread,
    format_of,
    iter_entries,
    plain_text,
    read_text,
)


def read_deals(path: str | PathLike[str]) -> list[Deal]:
    """Return the deals of a file, at least one.

    The beginning of the text and the name of the file tell the format: a deal file, JSON, JSON
    lines, or three hands a line.

    >>> from manni import read_deals
    >>> deals = read_deals("data/sample_deals/hornafjordur.manni")
    >>> len(deals), deals[2].name
    (7, 'A cut heart')

    Errors name the file. Raises NotationError where it cannot be read, else as
    ``parse_deals`` does.
    """
    return all_deals(read_entries(path))


def read_entries(path: str | PathLike[str]) -> Iterator[Entry]:
    """Yield the deals of a file and the errors of bad ones, as ``iter_entries`` does."""
    return entries_of(read_text(path), str(path))


def entries_of(text: str, file: str | None = None, *, only: int | None = None) -> Iterator[Entry]:
    """Yield the deals of a text and the errors of bad ones.

    It is what ``format_of`` says. ``only`` is the number, from 1, of the one deal to read, if it is
    there; a text that holds no deal at all is an error still.
    """
    only = None if only is None else checks.number(only, "only", 1)
    file = None if file is None else checks.text(file, "file")
    text = plain_text(checks.text(text, "text"))
    form = format_of(text, file)
    if form in ("json", "jsonl"):
        from . import jsonfile  # here: most files are not JSON

        read = jsonfile.json_entries if form == "json" else jsonfile.line_entries
    else:
        read = hand_line_entries if form == "hands" else iter_entries
    return read(text, file, only=only)


def pasted_entries(text: str) -> Iterable[Entry]:
    """Return the deals of a text as ``entries_of`` does; it may be one in one's own notation."""
    text = plain_text(checks.text(text, "text"))
    entries = entries_of(text)
    if any(sign in text for sign in "[{"):
        return entries
    from ..localized_input import read_hands  # here: in files are no others

    all_entries = list(entries)
    if any(entry.error is None for entry in all_entries):
        return all_entries
    try:
        hands, understood = read_hands(text)
        return [Entry(1, 1, Deal.checked(hands=hands), warnings=(understood,))]
    except SolverError as error:
        unread = isinstance(error, NotationError) and error.seat is None
        lines = unread and format_of(text) == "hands"
        return all_entries if lines else [Entry(1, 1, error=error)]


def hand_line_entries(
    text: str, file: str | None = None, *, only: int | None = None
) -> Iterator[Entry]:
    """Return the deals of a text and, in their places, the errors of bad lines.

    ``only`` is the number, from 1, of the one deal to read.
    """
    # The first sign of a blank line is "", which is in any text.
    lines = enumerate(text.split("\n"), 1)
    hands = ((line, content) for line, content in lines if content.lstrip()[:1] not in "#;%")
    unread = (
        (number, {"deal": number, "line": line}, partial(_of_hands, content))
        for number, (line, content) in enumerate(hands, 1)
    )
    return entries_of_unread(unread, file, only)


def _of_hands(text: str) -> Deal:
    return Deal.checked(hands=parse_hands(text))


# What public functions may be given in place of a deal -----------------------


def deal_of(given: Deal | str) -> Deal:
    """Return a deal as it is, or the one deal of a text in any format that files have.

    Raises what reading a file does, and DealError where there are several.
    """
    if not isinstance(given, str):
        return checks.instance(given, Deal, "deal")
    deals = all_deals(entries_of(given))
    if len(deals) > 1:
        raise DealError(f"the text has {len(deals)} deals, expected one")
    return deals[0]
