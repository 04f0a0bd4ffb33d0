"""What the service says to a page: the schema of every answer, by the kind of request."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ...solver.schema import Count, record, schema_of
from .requests import Problem
from .service import KINDS, kind_asked


class Answer(TypedDict):
    """what it holds depends on its kind

    Attributes:
        paused: the seconds are used up; `go_on` continues
    """

    number: Count
    ask: str
    done: NotRequired[bool]
    paused: NotRequired[bool]
    error: NotRequired[Problem]


ANSWER = schema_of(Answer)

ANSWERS = {
    ask: record(*ANSWER.fields, *kind_asked(ask).answers, name=f"{ask.capitalize()}Answer")
    for ask in KINDS
}
"""What may be answered, by the kind of request."""
