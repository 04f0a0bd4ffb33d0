"""``manni exchange``: the best discards in deals, all cards open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import click

from ... import (
    Deal,
    Run,
    Seat,
    SolverError,
    StoppedError,
    before_exchange,
    best_exchange,
)
from ...solver.engine import Engine, Pool
from ...solver.report.diagram import deal_head
from ...solver.report.text import AnyText, Table, Text, Value, leading_cells
from .. import inputs, options, output

_SHOWN = 10

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

    def deals(self, bad: inputs.BadDeals) -> list[tuple[int | None, str, Deal]]:
        """Return the deals with their numbers in a file and their places."""
        options.one_source(self.file, self.hands, self.number)
        if self.file is not None:
            options.refuse_if(bool(self.pile), "--manni goes with --hands.")
            return [*inputs.deals_of(self.file, self.number, bad)]
        if self.variant is None or not self.pile:
            raise click.UsageError("--hands needs --manni and --variant.")
        assert self.hands is not None
        return [(None, "hands", Deal(self.hands, self.variant.code, self.pile))]


Report = tuple[Callable[[], Any], Callable[[], Table], Callable[[], AnyText], dict[str, Value]]
"""What was found, as a printer takes it."""


class _Task(NamedTuple):
    """A deal of a file, and what looks at it."""

    number: int | None
    place: str
    look: Callable[[Engine, Run], Report]


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
    bad = inputs.BadDeals(asked.keep_going)
    tasks = bad.each(asked.deals(bad), partial(_task, asked))

    # The threads look at a deal each, or all at the one there is.
    alone = len(tasks) < 2
    jobs = search.jobs if alone else min(search.jobs, len(tasks))
    pool = Pool(search.memory, jobs, one_table=alone)
    printer = output.Printer(form)
    looked_at = _looked_at(pool, tasks, search.seconds)
    for task, (report, run) in zip(tasks, looked_at, strict=True):
        with bad.caught(task.place):
            if isinstance(report, SolverError):
                raise report
            printer.show(*report)
        if run.is_cancelled():
            output.stopped(task.number, len(tasks))
    bad.finish()


def _task(asked: _Asked, number: int | None, place: str, deal: Deal) -> _Task:
    """Return what looks at a deal."""
    from ...solver.report.exchange import discards_table, exchange_text, schema_of

    rules = deal.rules if asked.variant is None else asked.variant
    if rules is not None and rules.exchange.picks_up:
        options.refuse(_NOT_WITH_SURPRISE, rules)
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
    shown = _SHOWN if asked.keep is None else asked.keep
    keep = None if asked.everything else shown
    named = {} if number is None else {"deal": number}

    def look(engine: Engine, run: Run) -> Report:
        answer = best_exchange(before, recorded=recorded, keep=keep, engine=engine, run=run)
        schema = schema_of(answer)
        return (
            lambda: schema.json(answer, **named),
            lambda: discards_table(answer),
            lambda: Text(f"{deal_head(number)}\n" * len(named), exchange_text(answer)),
            named | leading_cells(schema, [own.key for own in schema.fields if own.column], answer),
        )

    return _Task(number, place, look)


def _looked_at(
    pool: Pool, tasks: Sequence[_Task], seconds: float | None
) -> Iterator[tuple[Report | SolverError, Run]]:
    """Yield what is found of each deal, or why nothing is, and the run it was found in."""

    def attempt(engine: Engine, task: _Task, run: Run) -> Report | SolverError:
        try:
            return task.look(engine, run)
        except SolverError as error:
            if isinstance(error, StoppedError) and run.is_cancelled():
                raise
            return error

    if len(tasks) < 2 or len(pool.engines) == 1:  # then how far each is can be shown
        for task in tasks:
            with output.working("discards", None, seconds) as run:
                report = attempt(pool.engine, task, run)
            yield report, run
        return

    def in_time(engine: Engine, task: _Task, run: Run) -> Report | SolverError:
        return attempt(engine, task, run.within(seconds))

    with output.working("deals", len(tasks), writes=True) as run:
        for number, report in enumerate(pool.imap(in_time, tasks, run), 1):
            run.report(number, len(tasks))
            yield report, run
