"""``manni exchange``: the best discards in deals, all cards open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace

import click

from ... import (
    Deal,
    Run,
    Seat,
    Solver,
    before_exchange,
    best_exchange,
)
from ...solver.notation import SEAT_LETTERS
from ...solver.report.diagram import deal_head
from ...solver.report.text import Text, leading_cells
from .. import inputs, options, output

_SHOWN = 10

_NOT_WITH_SURPRISE = ("ace_low", "everything")
"""Options that mean nothing where a declarer takes up a surprise."""


class _Asked(SimpleNamespace):
    """Which deals to look at, and what of them; it goes before what is recorded."""

    file: options.FileOrHands
    hands: options.HandsOption
    pile: tuple[int, ...] = options.option(
        "--manni",
        "With --hands: what lies on the table, the first to be drawn first.",
        type=options.CARDS,
        default=(),
    )
    seat: Seat | None = options.option(
        "--exchanger",
        f"Who exchanges: {SEAT_LETTERS}.  [default: the first who may]",
        type=options.SEAT,
    )
    number: options.DealOption
    keep_going: options.KeepGoingOption
    variant: options.VariantOption
    contract: options.ContractOption
    declarer: options.DeclarerOption
    ace_low: options.AceLowOption
    keep: int | None = options.option(
        "--top", f"How many to show, the best first.  [default: {_SHOWN}]", type=options.COUNT
    )
    everything: bool = options.flag("--all", "Show every discard, in order.")

    def deals(self, loop: inputs.DealLoop) -> Sequence[inputs.Numbered[Deal]]:
        """Return the deals with their numbers in a file and their places."""
        options.one_source(self.file, self.hands, self.number)
        if self.file is not None:
            options.refuse_if(bool(self.pile), "--manni goes with --hands.")
            return inputs.deals_of(self.file, self.number, loop)
        if self.variant is None or not self.pile:
            raise click.UsageError("--hands needs --manni and --variant.")
        assert self.hands is not None
        return [(None, "hands", Deal(self.hands, self.variant.code, self.pile))]


@options.command
def command(asked: _Asked, search: options.SearchOptions, form: options.FormatOption) -> None:
    """Best discards in deals, with all cards open.

    FILE holds deals with their Manni (- is stdin), --hands and --manni are one; what is given as an
    option goes before what is recorded. Exchanges recorded of the seats before are carried out, and
    the seat's own is compared with the best. --json prints one line per deal. The deals of a file
    are looked at side by side.

    In games with a surprise that the declarer takes up: what he should put away, for every
    trump that he may name (--top: so many of them; --contract: that one).

    Ctrl-C ends it and shows what is known so far. With only one hand seen, manni advise
    exchange tells what to exchange.
    """
    loop = inputs.DealLoop(asked.keep_going, form)
    tasks = loop.map(asked.deals(loop), partial(_task, asked))
    loop.run(tasks, lambda _, task, *means: task(*means), search, "discards", side_by_side=True)
    loop.finish()


def _task(
    asked: _Asked, number: int | None, place: str, deal: Deal
) -> Callable[[Solver, Run], output.Report]:
    """Return what looks at a deal."""
    from ...solver.report.exchange import discards_table, exchange_text, schema_of

    rules = deal.rules if asked.variant is None else asked.variant
    if rules is not None and rules.exchange.picks_up:
        options.refuse(_NOT_WITH_SURPRISE, rules.code)
    before = before_exchange(
        deal,
        asked.seat,
        variant=asked.variant,
        contract=asked.contract,
        declarer=asked.declarer,
        ace_low=asked.ace_low,
    )
    recorded = before.recorded_in(deal)
    if recorded is not None:
        before.exchange.discard(recorded)
    keep = None if asked.everything else asked.keep or _SHOWN
    head = "" if number is None else f"{deal_head(number)}\n"

    def look(solver: Solver, run: Run) -> output.Report:
        answer = best_exchange(before, recorded=recorded, keep=keep, engine=solver.engine, run=run)
        schema = schema_of(answer)
        return (
            partial(schema.json, answer),
            lambda: discards_table(answer).after(leading_cells(schema, schema.columns, answer)),
            lambda: Text(head, exchange_text(answer)),
        )

    return look
