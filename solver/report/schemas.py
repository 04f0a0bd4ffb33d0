"""What the JSON of a command means: JSON Schemas, draft 2020-12.

They come from the descriptions of the answers, which the reports have.
"""

from __future__ import annotations

from typing import Any

from solver import checks
from solver.described import Kind, json_schema
from solver.errors import NotationError

SCHEMAS = (
    "solve", "exchange", "exchange-replies", "exchange-surprise", "exchange-hand",
    "exchange-surprise-hand", "contract", "contract-bids", "contract-trump", "play", "review",
    "verify", "puzzle-find", "table", "show", "variant", "variants", "score",
    "batch", "batch-summary", "convert", "convert-jsonl", "bench",
)  # fmt: skip
"""What there is a schema of: a command, or one way in which it is called."""


def answers() -> dict[str, Kind]:
    """Return the descriptions of all answers that have a schema, by its name."""
    from solver.report import (
        advice,
        bids,
        call_choice,
        card_choice,
        drawn,
        name_trump,
        open_exchange,
        put_away,
        puzzle,
        review,
        sheet,
        summaries,
        surprise,
        values,
        variants,
    )

    described = (
        values.SOLUTION,
        open_exchange.OPEN_EXCHANGE,
        open_exchange.REPLIED_EXCHANGE,
        surprise.SURPRISE_EXCHANGE,
        advice.EXCHANGE_ADVICE,
        put_away.PUT_AWAY_ADVICE,
        call_choice.CONTRACT_ADVICE,
        bids.BIDDING_ADVICE,
        name_trump.TRUMP_ADVICE,
        card_choice.PLAY_ADVICE,
        review.REVIEW,
        puzzle.VERIFICATION,
        puzzle.FIND,
        values.TABLE,
        drawn.SHOWN,
        variants.GAME,
        variants.GAMES,
        sheet.SHEET,
        summaries.BATCH,
        summaries.TALLY,
        summaries.CONVERTED,
        summaries.BATCH_LINE,
        summaries.BENCH,
    )
    return {each.name: each for each in described}


def schema(name: str) -> dict[str, Any]:
    """Return a schema, which needs no other. Raises NotationError for a name there is not."""
    if checks.text(name, "name") not in SCHEMAS:
        raise NotationError(f"no schema {checks.quote(name)}: there are {', '.join(SCHEMAS)}")
    return json_schema(answers()[name])
