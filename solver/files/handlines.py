"""Hands, one deal per line: three hands, forehand's first, and nothing else.

::

    # a comment
    AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ
    M: J98.AK.AK5.9876 T76.8765.T9.KQJ AKQ.T9.432.5432

Blank lines and lines that begin with ``#``, ``;`` or ``%`` are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from manni.solver.deal import Deal, FieldError
from manni.solver.errors import NotationError
from manni.solver.files.entry import Entry
from manni.solver.notation import parse_hands

_PASSED_OVER = re.compile(r"(?:[ \t]*+(?:[#;%][^\n]*+)?\r?\n)*+")
# At least one dot tells a hand from the words and brackets a deal file may begin with.
_HAND = re.compile(
    r"[ \t]*+(?:[A-Za-z]++[ \t]*+:)?[ \t]*+[AKQJTakqjt0-9-]*+\.[AKQJTakqjt0-9.-]*+(?!\S)"
)


def are_hand_lines(text: str) -> bool:
    """Return whether the first line that is no comment begins with a hand."""
    passed_over = _PASSED_OVER.match(text)
    assert passed_over is not None
    return _HAND.match(text, passed_over.end()) is not None


def hand_line_entries(
    text: str, file: str | None = None, *, only: int | None = None
) -> Iterator[Entry]:
    """Yield the deals of a text and, in their places, the errors of bad lines.

    ``only`` is the number, from 1, of the one deal to read.
    """
    number = 0
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for line, content in enumerate(text.split("\n"), 1):
        if not content.strip() or content.lstrip()[0] in "#;%":
            continue
        number += 1
        if only not in (None, number):
            continue
        try:
            yield Entry(number, line, Deal(parse_hands(content)))
        except NotationError as error:
            problem, column = error.message, error.column
        except FieldError as error:
            problem, column = str(error), None
        else:
            continue
        place = NotationError(problem, line=line, column=column, deal=number, file=file)
        yield Entry(number, line, error=place)
    if not number:
        yield Entry(0, 1, error=NotationError("there is no deal in it", file=file or "the text"))
