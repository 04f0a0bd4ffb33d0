"""What the JSON of a command means: JSON Schemas, draft 2020-12.

They come from the descriptions of the answers, which the reports have; those of ``batch`` and
``convert`` are here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .. import checks
from ..errors import NotationError
from ..files.questions import OUTPUT
from ..schema import (
    ANY,
    CARD,
    CONTRACT,
    COUNT,
    FLAG,
    HAND,
    SEAT,
    TEXT,
    Schema,
    by_name,
    field,
    given,
    json_schema,
    list_of,
    maybe,
    record,
)
from .values import SOLUTION, VARIANT

_POSITION = {
    "hands": (
        list_of(HAND, least=3, most=3),
        "The hands F, M and D, without the cards on the table.",
    ),
    "contract": (CONTRACT, "The contract."),
    "leader": (SEAT, "Who leads, or led to the trick in progress."),
    "variant": (TEXT, VARIANT.doc),
    "ace_low": (FLAG, "Whether the ace is the lowest card of its suit."),
    "declarer": (SEAT, "Who declares, where all others are partners."),
    "bid": (TEXT, "What the declarer has bid, or that every trick is claimed."),
    "played": (list_of(CARD), "The cards on the table."),
    "id": (ANY, "What the line is known by."),
}
_ALWAYS = ("hands", "contract", "leader")

BATCH_LINE = record(
    *(
        (given if key in _ALWAYS else maybe)(key, kind, doc)
        for key, (kind, doc) in _POSITION.items()
    ),
    name="convert-jsonl",
    title="manni convert --to jsonl",
    doc="A position as a line for manni batch.",
)

_BATCH = record(
    *(
        maybe(key, ANY, f"As it was asked: {doc[0].lower()}{doc[1:]}")
        for key, (_, doc) in _POSITION.items()
    ),
    maybe("seats", ANY, "As it was asked: whose guarantees."),
    *(each._replace(optional=True) for each in SOLUTION.fields if each.key in OUTPUT),
    maybe("error", TEXT, "Why there is no answer."),
    name="batch",
    title="manni batch IN -o OUT.jsonl",
    doc="A line of answers: what was asked, then the values or an error. Beside an error stands "
    "whatever the line has.",
)
BATCH = _BATCH._replace(keywords={**_BATCH.keywords, "additionalProperties": True})

TALLY = record(
    field("lines", COUNT, "Lines, or rows, in all."),
    field("errors", COUNT, "Those that are wrong."),
    name="batch-summary",
    title="manni batch IN -o OUT --json",
    doc="What a batch came to.",
)

CONVERTED = record(
    given("deals", COUNT, "Deals written."),
    given("left_out", by_name(COUNT), "By the name of a field, of how many deals it was left out."),
    name="convert",
    title="manni convert IN -o OUT --json",
    doc="What was written.",
)


_DESCRIBED = {
    "solve": "selfish.SOLVED",
    "exchange": "exchange.OPEN_EXCHANGE",
    "exchange-surprise": "exchange.SURPRISE_EXCHANGE",
    "exchange-hand": "advice.EXCHANGE_ADVICE",
    "exchange-surprise-hand": "advice.PUT_AWAY_ADVICE",
    "contract": "advice.CONTRACT_ADVICE",
    "contract-bids": "advice.BIDDING_ADVICE",
    "contract-trump": "advice.TRUMP_ADVICE",
    "contract-claim": "advice.CLAIM_ADVICE",
    "play": "advice.PLAY_ADVICE",
    "review": "review.REVIEW",
    "verify": "puzzle.VERIFICATION",
    "puzzle-find": "puzzle.FIND",
    "table": "values.TABLE",
    "show": "deal_scene.DEAL_SCENE",
    "variant": "variants.GAME",
    "variants": "variants.GAMES",
    "score": "sheet.SHEET",
    "rummy-best": "rummy.PLAY",
    "rummy-draw": "rummy.DRAWS",
    "rummy-score": "rummy.SHEET",
    "batch": "schemas.BATCH",
    "batch-summary": "schemas.TALLY",
    "convert": "schemas.CONVERTED",
    "convert-jsonl": "schemas.BATCH_LINE",
}
"""Where each answer is described, by its name: a module of this room and what it has there."""

SCHEMAS = tuple(_DESCRIBED)
"""What there is a schema of: a command, or one way in which it is called."""


def answers() -> dict[str, Schema]:
    """Return the descriptions of all answers that have a schema, by its name."""
    return {name: _answer(name) for name in SCHEMAS}


def _answer(name: str) -> Schema:
    """Return the description of an answer; its module is imported only now."""
    module, _, described = _DESCRIBED[name].partition(".")
    found = getattr(import_module(f".{module}", __package__), described)
    return checks.instance(found, Schema, "description")


def schema(name: str) -> dict[str, Any]:
    """Return a schema, which needs no other. Raises NotationError for a name there is not."""
    if checks.text(name, "name") not in SCHEMAS:
        raise NotationError(f"no schema {checks.quote(name)}: there are {', '.join(SCHEMAS)}")
    return json_schema(_answer(name))
