"""``manni exchange open``: the best discards in deals, all cards open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from cli import inputs, options, output
from cli.formats import Rows, format_option
from cli.params import COUNT, FILE, SEAT
from solver.cards import Seat
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import SolverError, StoppedError
from solver.exchange.before import Before, before_exchange
from solver.exchange.open_cards import best_exchange
from solver.exchange.replies import best_against_replies
from solver.pool import Pool
from solver.report.exchange import (
    discards_table,
    open_json,
    open_text,
    replied_json,
    replied_table,
    replied_text,
)
from solver.report.tables import ace_text
from solver.report.text import Table, Text
from solver.rules.contract import Contract
from solver.rules.variant import Variant
from solver.run import Run

_SHOWN = 10


@click.command("open")
@click.argument("file", type=FILE)
@click.option(
    "--seat",
    type=SEAT,
    metavar="SEAT",
    help="Who exchanges: F, M or D.  [default: the first who may]",
)
@options.deal_option
@options.keep_going_option
@options.variant_option
@options.contract_option
@options.declarer_option
@options.ace_low_option
@click.option("-n", "keep", type=COUNT, metavar="N", help=f"How many to show.  [default: {_SHOWN}]")
@click.option("--all", "everything", is_flag=True, help="Show every discard, in order.")
@click.option(
    "--replies",
    type=click.Choice(["stand", "best"]),
    default="stand",
    show_default=True,
    help="The later seats keep their hands, or exchange so as to hurt this seat.",
)
@options.search_options
@format_option
def open_cards(
    file: str,
    seat: Seat | None,
    number: int | None,
    keep_going: bool,
    variant: Variant | None,
    contract: Contract | None,
    declarer: Seat | None,
    ace_low: bool | None,
    keep: int | None,
    everything: bool,
    replies: str,
    memory: int,
    jobs: int,
    seconds: float | None,
    form: str,
) -> None:
    """Best discards in deals, with all cards open.

    FILE holds deals with their Manni (- is stdin); what is given as an option goes before
    what is recorded. Exchanges recorded of the seats before are carried out, and the
    seat's own is compared with the best. With --json a line a deal. The deals of a file are
    looked at side by side.

    Ctrl-C ends it and shows what is known so far.
    """
    against_replies = replies == "best"
    if against_replies and (everything or keep is not None):
        raise click.UsageError(f"{'--all' if everything else '-n'} goes with --replies stand.")
    bad = inputs.BadDeals(keep_going)
    deals: list[_Asked] = []
    for deal_number, place, deal in inputs.deals_of(file, number, bad):
        with bad.caught(place):
            before = before_exchange(
                deal,
                seat,
                variant=variant,
                contract=contract,
                declarer=declarer,
                ace_low=ace_low,
            )
            if deal.discards[before.seat] is not None:
                before.exchange.discard(deal.discards[before.seat] or ())
            deals.append(_Asked(deal_number, place, deal, before))

    def look(engine: Engine, asked: _Asked, run: Run) -> _Report:
        if against_replies:
            return _replied(asked.before, asked.deal, engine, run)
        return _open(asked.before, asked.deal, None if everything else keep or _SHOWN, engine, run)

    pool = Pool(memory, max(1, min(jobs, len(deals))))
    rows = Rows(form)
    looked_at = _looked_at(pool, look, deals, seconds)
    for index, (asked, (found, run)) in enumerate(zip(deals, looked_at, strict=True)):
        with bad.caught(asked.place):
            if isinstance(found, SolverError):
                raise found
            if form == "json":
                output.result_json({"deal": asked.number} | found.data())
            elif form != "text":
                rows.add(
                    found.table(),
                    deal=asked.number,
                    contract=asked.before.contract.name,
                    ace=ace_text(asked.before.ace_low),
                    seat=asked.before.seat.letter,
                )
            else:
                output.result(Text("\n" * bool(index), f"Deal {asked.number}\n", found.text()))
        if run.is_cancelled():
            output.stopped(asked.number, len(deals))
    bad.finish()


class _Asked(NamedTuple):
    """A deal to look at."""

    number: int
    place: str
    deal: Deal
    before: Before


class _Report(NamedTuple):
    """What was found, in each of the formats."""

    data: Callable[[], dict[str, Any]]
    table: Callable[[], Table]
    text: Callable[[], Text]


_Look = Callable[[Engine, _Asked, Run], _Report]


def _looked_at(
    pool: Pool, look: _Look, deals: Sequence[_Asked], seconds: float | None
) -> Iterator[tuple[_Report | SolverError, Run]]:
    """Yield what is found of each deal, or why nothing is, and the run it was found in."""

    def attempt(engine: Engine, asked: _Asked, run: Run) -> _Report | SolverError:
        try:
            return look(engine, asked, run)
        except SolverError as error:
            if isinstance(error, StoppedError) and run.is_cancelled():
                raise
            return error

    if len(pool.engines) == 1:  # then how far each of them is can be shown
        for asked in deals:
            with output.working("discards", None, seconds) as run:
                found = attempt(pool.engine, asked, run)
            yield found, run
        return

    def in_time(engine: Engine, asked: _Asked, run: Run) -> _Report | SolverError:
        return attempt(engine, asked, run.within(seconds))

    with output.working("deals", len(deals), writes=True) as run:
        for number, found in enumerate(pool.imap(in_time, deals, run), 1):
            run.report(number, len(deals))
            yield found, run


def _open(before: Before, deal: Deal, keep: int | None, engine: Engine, run: Run) -> _Report:
    recorded = deal.discards[before.seat]
    found = best_exchange(before, recorded=recorded, keep=keep, engine=engine, run=run)
    return _Report(
        partial(open_json, found), partial(discards_table, found), partial(open_text, found)
    )


def _replied(before: Before, deal: Deal, engine: Engine, run: Run) -> _Report:
    recorded = deal.discards[before.seat]
    found = best_against_replies(before, recorded=recorded, engine=engine, run=run)
    return _Report(
        partial(replied_json, found), partial(replied_table, found), partial(replied_text, found)
    )
