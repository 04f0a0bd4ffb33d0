"""Errors as the page shows them: one sentence and, where they are known, the places."""

from __future__ import annotations

import re
from typing import Any

from manni.solver.cards import SEAT_WORDS, Seat
from manni.solver.errors import NotationError, SolverError, one_line
from manni.solver.report.text import error_text
from manni.solver.schema import CARD, COUNT, SEAT, TEXT, field, record

_FIELD = re.compile('^field "[^"]*": ')
_OPTION = re.compile(r" \(--[a-z-]+\)")
"""What a message tells users of the command line alone."""


PROBLEM = record(
    field("message", TEXT, of=None),
    field("deal", COUNT, of=None, optional=True),
    field("line", COUNT, of=None, optional=True),
    field("seat", SEAT, of=None, optional=True),
    field("card", CARD, of=None, optional=True),
    name="Problem",
)


def problem(
    message: str,
    *,
    deal: int | None = None,
    line: int | None = None,
    seat: int | None = None,
    card: int | None = None,
) -> dict[str, Any]:
    """Return an error of the page; deals and lines count from 1."""
    at = None if seat is None else Seat(seat)
    data: dict[str, Any] = PROBLEM.json(
        None, message=one_line(message), deal=deal, line=line, seat=at, card=card
    )
    return data


def problem_of(
    error: SolverError, *, deal: int | None = None, line: int | None = None
) -> dict[str, Any]:
    """Return an error of the library as one of the page."""
    message = _OPTION.sub("", error_text(error))
    if isinstance(error, NotationError):
        deal = error.deal if deal is None else deal
        line = error.line if line is None else line
    seat = _seat_named(message) if error.seat is None else error.seat
    return problem(message, deal=deal, line=line, seat=seat, card=error.card)


def problem_within(error: Exception) -> dict[str, Any]:
    """Return what the page shows of an error that is not the user's."""
    if isinstance(error, MemoryError):
        return problem("there is not enough memory for this; the board goes on without it")
    return problem("internal error: this could not be answered")


def problem_of_draft(error: SolverError) -> dict[str, Any]:
    """Return what is wrong with a deal in the making: its fields are no words of the page."""
    message = _FIELD.sub("", str(error))
    return problem(message, seat=_seat_named(message), card=error.card)


def _seat_named(message: str) -> int | None:
    """Return the seat of a message that begins with its name, None if it is about no one seat."""
    first, _, rest = message.partition(" ")
    if first not in SEAT_WORDS or rest.startswith("and "):
        return None
    return SEAT_WORDS.index(first)
