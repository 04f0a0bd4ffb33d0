"""``manni exchange``: the best discards in deals, all cards open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any

import click

from ... import (
    Deal,
    RuleError,
    Run,
    Seat,
    Solver,
    before_exchange,
    best_exchange,
)
from ...solver.report.diagram import deal_head
from ...solver.report.text import Table, Text, leading_cells
from .. import inputs, options, output

if TYPE_CHECKING:
    from ...solver.schema import Schema

_SHOWN = 10

_BEFORE = ("contract", "ace_low", "seat")

_NOT_WITH_SURPRISE = ("ace_low", "everything")
"""Options that mean nothing where a declarer takes up a surprise."""


class _Asked(SimpleNamespace):
    """Which deals to look at, and what of them; it goes before what is recorded."""

    file: options.FileOrHands
    hands: options.HandsOption
    pile: Annotated[
        tuple[int, ...],
        options.option(
            "--manni",
            type=options.CARDS,
            default=(),
            help="With --hands: what lies on the table, the first to be drawn first.",
        ),
    ]
    seat: Annotated[
        Seat | None,
        options.option(
            "--exchanger",
            type=options.SEAT,
            help="Who exchanges: F, M or D.  [default: the first who may]",
        ),
    ]
    number: options.DealOption
    keep_going: options.KeepGoingOption
    variant: options.VariantOption
    contract: options.ContractOption
    declarer: options.DeclarerOption
    ace_low: options.AceLowOption
    keep: Annotated[
        int | None,
        options.option(
            "--top",
            type=options.COUNT,
            metavar="N",
            help=f"How many to show, the best first.  [default: {_SHOWN}]",
        ),
    ]
    everything: Annotated[bool, options.flag("--all", help="Show every discard, in order.")]

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


Look = Callable[[Solver, Run], output.Report]
"""What looks at a deal."""


@options.command
def command(asked: _Asked, search: options.Search, form: options.FormatOption) -> None:
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
    tasks = loop.each(asked.deals(loop), partial(_task, asked))
    loop.over(tasks, lambda _, task, *means: task(*means), search, "discards", side_by_side=True)
    loop.finish()


def _task(asked: _Asked, number: int | None, place: str, deal: Deal) -> Look:
    """Return what looks at a deal."""
    rules = deal.rules if asked.variant is None else asked.variant
    picks_up = rules is not None and rules.exchange.picks_up
    return (_put_away if picks_up else _open)(asked, number, deal)


def _put_away(asked: _Asked, number: int | None, deal: Deal) -> Look:
    """Return what looks at a deal whose declarer takes up a surprise."""
    from ...solver.exchange.surprise import best_put_away, recorded_in, taken_up
    from ...solver.report.exchange import SURPRISE_EXCHANGE, surprise_table, surprise_text

    seat, declarer = asked.seat, asked.declarer
    rules = deal.rules if asked.variant is None else asked.variant
    assert rules is not None
    options.refuse(_NOT_WITH_SURPRISE, rules)
    if seat is not None and declarer not in (None, seat):
        raise RuleError(
            f"only the declarer exchanges in {rules.code}: {declarer.word}, not {seat.word}"
        )
    declarer = seat if declarer is None else declarer
    taken = taken_up(deal, variant=asked.variant, declarer=declarer)
    made = recorded_in(deal, taken)

    def look(solver: Solver, run: Run) -> output.Report:
        answer = best_put_away(
            taken, contract=asked.contract, recorded=made, engine=solver.engine, run=run
        )
        answer = replace(answer, best=answer.best[: asked.keep])
        return _report(number, answer, SURPRISE_EXCHANGE, surprise_table, surprise_text, ["seat"])

    return look


def _open(asked: _Asked, number: int | None, deal: Deal) -> Look:
    """Return what looks at a deal in which one seat after the other exchanges."""
    from ...solver.report.exchange import OPEN_EXCHANGE, discards_table, open_text

    before = before_exchange(
        deal,
        asked.seat,
        variant=asked.variant,
        contract=asked.contract,
        declarer=asked.declarer,
        ace_low=asked.ace_low,
    )
    recorded = deal.discards[before.seat]
    if recorded is not None:
        before.exchange.discard(recorded)
    shown = _SHOWN if asked.keep is None else asked.keep
    keep = None if asked.everything else shown

    def look(solver: Solver, run: Run) -> output.Report:
        answer = best_exchange(before, recorded=recorded, keep=keep, engine=solver.engine, run=run)
        return _report(number, answer, OPEN_EXCHANGE, discards_table, open_text, _BEFORE)

    return look


def _report(
    number: int | None,
    answer: Any,
    schema: Schema,
    table: Callable[[Any], Table],
    text: Callable[[Any], Text],
    before: Sequence[str],
) -> output.Report:
    """Return an answer in each of the formats; ``before`` is what its rows begin with."""
    head = "" if number is None else f"{deal_head(number)}\n"
    return (
        partial(schema.json, answer),
        lambda: table(answer),
        lambda: Text(head, text(answer)),
        leading_cells(schema, before, answer),
    )
