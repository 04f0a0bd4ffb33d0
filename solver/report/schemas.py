"""What the JSON of a command means: JSON Schemas, draft 2020-12.

They are made from the ``record(…)`` of each answer, which stand in the modules of the reports.
Those of ``batch`` and ``convert`` are here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any

from .. import checks
from ..errors import NotationError
from ..fields import FIELDS
from ..files.questions import BESIDES
from ..schema import (
    ANY,
    CARDS,
    COUNT,
    TEXT,
    Schema,
    by_name,
    field,
    given,
    json_schema,
    maybe,
    record,
)
from .values import SOLUTION

_SAID = {
    "hands": "The hands, forehand's first, without the cards on the table.",
    "leader": "Who leads, or led to the trick in progress.",
}
_LINE = [
    *(
        (given if field.key in ("contract", *_SAID) else maybe)(
            field.key, field.schema, _SAID.get(field.key, field.doc)
        )
        for field in FIELDS
        if field.key in ("hands", *BESIDES)
    ),
    maybe("played: The cards on the table.", CARDS),
    maybe("id: What the line is known by.", ANY),
]

_ADDED = ("unit", "worth", "guarantee", "bounds", "best_case", "share", "cards", "line")

_BATCH = record(
    *(
        maybe(f"{field.key}: As it was asked: {field.doc[0].lower()}{field.doc[1:]}", ANY)
        for field in _LINE
    ),
    maybe("seats: As it was asked: whose guarantees.", ANY),
    *(field._replace(optional=True) for field in SOLUTION.fields if field.key in _ADDED),
    maybe("error: Why there is no answer.", TEXT),
    name="batch",
    doc="A line of answers: what was asked, then the values or an error. Beside an error stands "
    "whatever the line has.",
)
BATCH = _BATCH._replace(
    keywords={**_BATCH.keywords, "additionalProperties": True},
    title="manni batch IN -o OUT.jsonl",
)

TALLY = record(
    field("lines: Lines, or rows, in all.", COUNT),
    field("errors: Those that are wrong.", COUNT),
    name="batch-summary",
    title="manni batch IN -o OUT --json",
    doc="What a batch came to.",
)

CONVERTED = record(
    given("deals: Deals written.", COUNT),
    given("left_out: By the name of a field, of how many deals it was left out.", by_name(COUNT)),
    name="convert",
    title="manni convert IN -o OUT --json",
    doc="What was written.",
)

BATCH_LINE = record(
    *_LINE,
    name="convert-jsonl",
    title="manni convert --to jsonl",
    doc="A position as a line for manni batch.",
)


_DESCRIBED = (
    "selfish",
    "exchange",
    "advice",
    "review",
    "puzzle",
    "values",
    "deal_view",
    "variants",
    "sheet",
    "rummy",
    "schemas",
)
"""The modules of this package that describe answers; every schema with a title is one."""


@cache
def answers() -> dict[str, Schema]:
    """Return the descriptions of all answers that have a schema, by its name."""
    modules = (import_module(f".{name}", __package__) for name in _DESCRIBED)
    values = chain.from_iterable(vars(module).values() for module in modules)
    return {answer.name: answer for answer in values if isinstance(answer, Schema) and answer.title}


def schema(name: str) -> dict[str, Any]:
    """Return a JSON Schema that refers to no other. Raises NotationError for an unknown name."""
    if checks.text(name, "name") not in answers():
        raise NotationError(f"no schema {checks.quote(name)}: there are {', '.join(answers())}")
    return json_schema(answers()[name])
