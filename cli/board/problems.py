"""Errors as the page shows them: one sentence and, where they are known, the places."""

from __future__ import annotations

import re
from typing import Any

from cli.output import one_line
from solver.cards import SEAT_WORDS, Seat, card_name
from solver.deal import FieldError
from solver.errors import IllegalPlayError, NotationError, SolverError
from solver.notation import parse_card

_FIELD = re.compile('^field "[^"]*": ')
_CARD = re.compile(r"\b[SHDC][2-9TJQKA]\b")
_OPTION = re.compile(r" \(--[a-z-]+\)")
"""What a message tells users of the command line alone."""


def problem(
    message: str,
    *,
    deal: int | None = None,
    line: int | None = None,
    seat: int | None = None,
    card: int | None = None,
) -> dict[str, Any]:
    """Return an error of the page; deals and lines count from 1."""
    data: dict[str, Any] = {"message": one_line(message)}
    if deal is not None:
        data["deal"] = deal
    if line is not None:
        data["line"] = line
    if seat is not None:
        data["seat"] = Seat(seat).letter
    if card is not None:
        data["card"] = card_name(card)
    return data


def problem_of(
    error: Exception, *, deal: int | None = None, line: int | None = None
) -> dict[str, Any]:
    """Return an error of the library as one of the page."""
    message = _OPTION.sub("", str(error))
    if isinstance(error, IllegalPlayError):
        return problem(message, deal=deal, line=line, seat=error.seat, card=error.card)
    if isinstance(error, FieldError):
        return problem(message, deal=deal, line=line, seat=error.seat)
    if isinstance(error, NotationError):
        deal = error.deal if deal is None else deal
        line = error.line if line is None else line
    return problem(message, deal=deal, line=line, seat=_seat_named(message))


def problem_of_draft(error: SolverError) -> dict[str, Any]:
    """Return what is wrong with a deal in the making: its fields are no words of the page."""
    message = _FIELD.sub("", str(error))
    card = _CARD.search(message)
    return problem(
        message,
        seat=_seat_named(message),
        card=None if card is None else parse_card(card[0]),
    )


def _seat_named(message: str) -> int | None:
    """Return the seat of a message that begins with its name, None if it is about no one seat."""
    first, _, rest = message.partition(" ")
    if first not in SEAT_WORDS or rest.startswith("and "):
        return None
    return SEAT_WORDS.index(first)
