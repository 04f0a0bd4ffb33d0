"""Taking up a file of answers that a stopped run has left: which lines are done.

Every line of it repeats its question, so it is compared with the input line by line. What
a stopped machine has left of a last line is no answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from manni.solver.errors import NotationError, SolverError
from manni.solver.values.batch import OUTPUT, Line, parse_line


class DoneLine(NamedTuple):
    """A line that is done: its length in bytes, the line it answers, its error."""

    length: int
    line: Line
    error: str | None


def json_line(record: dict[str, Any]) -> bytes:
    """Return a line of output."""
    # What UTF-8 cannot carry (half a surrogate pair) goes out as the escape it came in as.
    text = json.dumps(record, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def done_lines(
    answers: Iterable[bytes], lines: Iterator[Line], asked: frozenset[str], name: str
) -> Iterator[DoneLine]:
    """Yield the lines that are done; ``lines`` goes on behind them.

    ``asked`` are the keys asked for. Raises NotationError, which calls the answers by their
    ``name``, for a line that is not the answer to its question.
    """
    for number, text in enumerate(answers, 1):
        line = next(lines, None) if text.endswith(b"\n") else None
        if line is None:
            if text.endswith(b"\n"):
                raise _foreign(name, number, "the input has no such line")
            if not text.startswith(b"{"):
                raise _foreign(name, number, "not the beginning of an answer")
            return
        try:
            answer = json.loads(text)
            answered = frozenset(answer)
            question = {key: value for key, value in answer.items() if key not in OUTPUT}
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise _foreign(name, number, "not JSON") from None
        if question != _question(line):
            raise _foreign(name, number, "it answers another line than the input has there")
        error = answer.get("error")
        if error is None and not _fits(answered, asked):
            raise _foreign(name, number, "something else was asked")
        yield DoneLine(len(text), line, error)


def _fits(answered: frozenset[str], asked: frozenset[str]) -> bool:
    """Return whether an answer has what was asked for; a line is left out if time was up."""
    given = answered & frozenset(OUTPUT) - {"bounds"}
    return given | {"line"} == asked | {"line"} and given <= asked


def _question(line: Line) -> dict[str, Any]:
    try:
        return parse_line(line.text)
    except SolverError:
        return {}


def _foreign(name: str, number: int, why: str) -> NotationError:
    return NotationError(f"not of this run: {why}", file=name, line=number)
