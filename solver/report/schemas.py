"""What the JSON of a command means: JSON Schemas, draft 2020-12.

They come from the descriptions of the answers, which the reports have.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from manni.solver import checks
from manni.solver.errors import NotationError
from manni.solver.schema import Schema, json_schema

_DESCRIBED = {
    "solve": "values.SOLUTION",
    "exchange": "open_exchange.OPEN_EXCHANGE",
    "exchange-surprise": "surprise.SURPRISE_EXCHANGE",
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
    "batch": "summaries.BATCH",
    "batch-summary": "summaries.TALLY",
    "convert": "summaries.CONVERTED",
    "convert-jsonl": "summaries.BATCH_LINE",
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
    found = getattr(import_module(f"manni.solver.report.{module}"), described)
    return checks.instance(found, Schema, "description")


def schema(name: str) -> dict[str, Any]:
    """Return a schema, which needs no other. Raises NotationError for a name there is not."""
    if checks.text(name, "name") not in SCHEMAS:
        raise NotationError(f"no schema {checks.quote(name)}: there are {', '.join(SCHEMAS)}")
    return json_schema(_answer(name))
