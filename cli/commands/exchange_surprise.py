"""``manni exchange blind`` where a surprise is taken up: what to put away, which trump to name."""

from __future__ import annotations

from typing import Any

from cli import output
from cli.formats import Rows
from cli.sampling import Sampling, advise
from solver.advice.answer import PutAwayAdvice
from solver.advice.evaluate import Value
from solver.advice.put_away import advise_put_away
from solver.advice.seen import Seen
from solver.report.put_away import (
    PUT_AWAY_ADVICE,
    plot_put_away,
    put_away_table,
    put_away_text,
)
from solver.rules.contract import Contract

NOT_WITH_SURPRISE = {
    "great": "--great",
    "cut": "--cut",
    "taken": "--taken",
    "discarded": "--discarded",
    "calls": "--calls",
    "left": "--left",
    "raced": "--raced",
    "opponents": "--opponents",
    "belief": "--belief",
    "value": "--value",
}
"""Options that mean nothing to a declarer who takes up a surprise."""

ONLY_WITH_SURPRISE = {"surprise": "--surprise", "bid": "--bid", "away": "--away"}
"""Options that mean something to him alone."""


def advise_surprise(
    known: Seen,
    contract: Contract | None,
    away: tuple[int, ...] | None,
    form: str,
    sampling: Sampling,
) -> None:
    """Print what to put away and which trump to name."""

    def ask(*, value: Value, **limits: Any) -> PutAwayAdvice:
        also = [] if away is None else [away]
        return advise_put_away(known, contract=contract, also=also, **limits)

    def show(found: PutAwayAdvice) -> None:
        if form == "json":
            output.result_json(PUT_AWAY_ADVICE.json(found))
        elif form != "text":
            Rows(form).add(put_away_table(found))
        else:
            output.result(put_away_text(found))

    advise(sampling, ask, show, plot_put_away)
