"""``manni exchange``: the best discards in deals, all cards open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from manni.cli import inputs, options, output
from manni.cli.formats import Rows, format_option
from manni.cli.params import COUNT, FILE, SEAT
from manni.solver.cards import Seat
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.errors import RuleError, SolverError, StoppedError
from manni.solver.exchange.before import Before, before_exchange
from manni.solver.exchange.open_cards import best_exchange
from manni.solver.pool import Pool
from manni.solver.report.columns import leading
from manni.solver.report.diagram import deal_head
from manni.solver.report.open_exchange import (
    OPEN_EXCHANGE,
    discards_table,
    open_text,
)
from manni.solver.report.text import Table, Text, Value
from manni.solver.rules.contract import Contract
from manni.solver.rules.variant import Variant
from manni.solver.run import Run

if TYPE_CHECKING:
    from manni.solver.exchange.surprise import TakenUp

_SHOWN = 10

_BEFORE = ("contract", "ace_low", "seat")

_NOT_WITH_SURPRISE = ("ace_low", "everything")
"""Options that mean nothing where a declarer takes up a surprise."""


@dataclass(frozen=True)
class _Options:
    """Which deals to look at, and what of them; it goes before what is recorded."""

    file: str = options.given(click.argument("file", type=FILE))
    seat: Seat | None = options.own(
        "--exchanger",
        "seat",
        type=SEAT,
        help="Who exchanges: F, M or D.  [default: the first who may]",
    )
    number: int | None = options.given(options.deal_option)
    keep_going: bool = options.given(options.keep_going_option)
    variant: Variant | None = options.given(options.variant_option)
    contract: Contract | None = options.given(options.contract_option)
    declarer: Seat | None = options.given(options.declarer_option)
    ace_low: bool | None = options.given(options.ace_low_option)
    keep: int | None = options.own(
        "--top",
        "keep",
        type=COUNT,
        metavar="N",
        help=f"How many to show, the best first.  [default: {_SHOWN}]",
    )
    everything: bool = options.own(
        "--all", "everything", is_flag=True, help="Show every discard, in order."
    )

    @property
    def shown(self) -> int | None:
        """How many discards to show, None for all."""
        if self.everything:
            return None
        return _SHOWN if self.keep is None else self.keep


@click.command
@options.gathered("given", _Options)
@options.search_options
@format_option
def command(given: _Options, search: options.Search, form: str) -> None:
    """Best discards in deals, with all cards open.

    FILE holds deals with their Manni (- is stdin); what is given as an option goes before
    what is recorded. Exchanges recorded of the seats before are carried out, and the
    seat's own is compared with the best. --json prints one line per deal. The deals of a file are
    looked at side by side.

    In games with a surprise that the declarer takes up: what he should put away, for every
    trump that he may name (--top: so many of them; --contract: that one).

    Ctrl-C ends it and shows what is known so far. With only one hand seen, manni advise
    exchange tells what to exchange.
    """
    bad = inputs.BadDeals(given.keep_going)
    deals: list[_Asked] = []
    for number, place, deal in inputs.deals_of(given.file, given.number, bad):
        with bad.caught(place):
            deals.append(_Asked(number, place, _question(given, deal)))

    # The threads look at a deal each, or all at the one there is.
    alone = len(deals) < 2
    jobs = search.jobs if alone else min(search.jobs, len(deals))
    pool = Pool(search.memory, jobs, one_table=alone)
    rows = Rows(form)
    looked_at = _looked_at(pool, deals, search.seconds)
    for index, (asked, (answer, run)) in enumerate(zip(deals, looked_at, strict=True)):
        with bad.caught(asked.place):
            if isinstance(answer, SolverError):
                raise answer
            if form == "json":
                output.result_json(answer.data(deal=asked.number))
            elif form != "text":
                rows.add(answer.table(), {"deal": asked.number, **answer.before})
            else:
                head = deal_head(asked.number)
                output.result(Text("\n" * bool(index), f"{head}\n", answer.text()))
        if run.is_cancelled():
            output.stopped(asked.number, len(deals))
    bad.finish()


class _Asked(NamedTuple):
    """A deal to look at."""

    number: int
    place: str
    look: Callable[[Engine, Run], _Report]


class _Report(NamedTuple):
    """What was found, in each of the formats."""

    data: Callable[..., Any]
    table: Callable[[], Table]
    text: Callable[[], Text]
    before: dict[str, Value]
    """What stands before each row of the table, besides the deal."""


def _question(given: _Options, deal: Deal) -> Callable[[Engine, Run], _Report]:
    """Return what looks at a deal."""
    seat, declarer, contract = given.seat, given.declarer, given.contract
    rules = deal.rules if given.variant is None else given.variant
    if rules is not None and rules.exchange.picks_up:
        options.refuse(_NOT_WITH_SURPRISE, rules)
        if seat is not None and declarer not in (None, seat):
            raise RuleError(
                f"only the declarer exchanges in {rules.code}: {declarer.word}, not {seat.word}"
            )
        declarer = seat if declarer is None else declarer
        from manni.solver.exchange.surprise import taken_up

        taken = taken_up(deal, variant=given.variant, declarer=declarer)
        return partial(_put_away, taken, deal, contract, given.keep)
    before = before_exchange(
        deal,
        seat,
        variant=given.variant,
        contract=contract,
        declarer=declarer,
        ace_low=given.ace_low,
    )
    if deal.discards[before.seat] is not None:
        before.exchange.discard(deal.discards[before.seat] or ())
    return partial(_open, before, deal, given.shown)


def _looked_at(
    pool: Pool, deals: Sequence[_Asked], seconds: float | None
) -> Iterator[tuple[_Report | SolverError, Run]]:
    """Yield what is found of each deal, or why nothing is, and the run it was found in."""

    def attempt(engine: Engine, asked: _Asked, run: Run) -> _Report | SolverError:
        try:
            return asked.look(engine, run)
        except SolverError as error:
            if isinstance(error, StoppedError) and run.is_cancelled():
                raise
            return error

    if len(deals) < 2 or len(pool.engines) == 1:  # then how far each is can be shown
        for asked in deals:
            with output.working("discards", None, seconds) as run:
                answer = attempt(pool.engine, asked, run)
            yield answer, run
        return

    def in_time(engine: Engine, asked: _Asked, run: Run) -> _Report | SolverError:
        return attempt(engine, asked, run.within(seconds))

    with output.working("deals", len(deals), writes=True) as run:
        for number, answer in enumerate(pool.imap(in_time, deals, run), 1):
            run.report(number, len(deals))
            yield answer, run


def _put_away(
    taken: TakenUp,
    deal: Deal,
    contract: Contract | None,
    keep: int | None,
    engine: Engine,
    run: Run,
) -> _Report:
    away = deal.discards[taken.declarer] if taken.declarer is deal.declarer else None
    made = None if deal.contract is None or away is None else (deal.contract, away)
    from manni.solver.exchange.surprise import best_put_away
    from manni.solver.report.surprise import SURPRISE_EXCHANGE, surprise_table, surprise_text

    answer = best_put_away(taken, contract=contract, recorded=made, engine=engine, run=run)
    answer = replace(answer, best=answer.best[:keep])
    return _Report(
        partial(SURPRISE_EXCHANGE.json, answer),
        partial(surprise_table, answer),
        partial(surprise_text, answer),
        leading(SURPRISE_EXCHANGE, ["seat"], answer),
    )


def _open(before: Before, deal: Deal, keep: int | None, engine: Engine, run: Run) -> _Report:
    recorded = deal.discards[before.seat]
    answer = best_exchange(before, recorded=recorded, keep=keep, engine=engine, run=run)
    return _Report(
        partial(OPEN_EXCHANGE.json, answer),
        partial(discards_table, answer),
        partial(open_text, answer),
        leading(OPEN_EXCHANGE, _BEFORE, answer),
    )
