"""``manni table``: the guarantees in every contract with every leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from cli import inputs, options, output
from cli.formats import Rows, format_option
from cli.params import FILE, SEAT
from solver.cards import Seat
from solver.deal import hands_played
from solver.report.tables import contracts_table, guarantees_table
from solver.report.values import bounds_json
from solver.rules.asked import rules_for
from solver.rules.contract import Contract
from solver.rules.trick import TrickRules, check_plain
from solver.values.contracts import all_exact, solve_table
from solver.values.solve import ALL_SEATS, Solver

if TYPE_CHECKING:
    from solver.rules.variant import Variant


@click.command
@click.argument("file", required=False, type=FILE)
@options.hands_option
@options.variant_option
@options.deal_option
@options.keep_going_option
@options.contracts_option
@click.option(
    "--leader",
    "leaders",
    type=SEAT,
    multiple=True,
    metavar="SEAT",
    help="Only with this leader; may be given again.",
)
@options.seats_option
@options.ace_low_option
@options.search_options
@format_option
def command(
    file: str | None,
    hands: tuple[int, int, int] | None,
    variant: Variant | None,
    number: int | None,
    keep_going: bool,
    contracts: tuple[Contract, ...],
    leaders: tuple[Seat, ...],
    seats: tuple[Seat, ...],
    ace_low: bool | None,
    memory: int,
    jobs: int,
    seconds: float | None,
    form: str,
) -> None:
    """Guarantees by contract, leader and seat.

    FILE holds deals (- is stdin), which are taken after their exchange and before their
    play. --ace-low makes the ace low in every contract of the table; the games that have a
    low ace have it in NULLO alone. Ctrl-C shows what is proved of the deal it stops at.
    """
    inputs.one_source(file, hands, number)
    contracts = tuple(dict.fromkeys(contracts)) or tuple(Contract)
    leaders = tuple(dict.fromkeys(leaders)) or ALL_SEATS
    seats = tuple(dict.fromkeys(seats)) or ALL_SEATS
    solver = Solver(memory, min(jobs, len(contracts) * len(seats)))
    rows = Rows(form)
    bad = inputs.BadDeals(keep_going)
    sources = list(_hands(file, hands, number, variant, ace_low, bad))
    for index, (deal_number, dealt, rules_of) in enumerate(sources):
        for contract in contracts:
            check_plain(rules_of(contract), "the table of contracts")
        low = [contract for contract in contracts if rules_of(contract).ace_low]
        with output.working("solving", seconds=seconds) as run:
            values = solve_table(
                dealt, contracts, leaders, seats, ace_low=low, solver=solver, run=run
            )
        named = {} if deal_number is None else {"deal": deal_number}
        if form == "json":
            table = [
                {
                    "contract": contract.name,
                    "leader": leader.letter,
                    "ace_low": contract in low,
                    **bounds_json(bounds),
                }
                for (contract, leader), bounds in values.items()
            ]
            output.result_json(named | {"tricks": dealt[0].bit_count(), "table": table})
        elif form != "text":
            rows.add(guarantees_table(values, low), **named)
        else:
            if deal_number is not None:
                output.result("\n" * bool(index) + f"Deal {deal_number}")
            output.result(contracts_table(values, contracts, leaders, seats, low).text())
            if not all_exact(values):
                output.result("\n" + output.partial(run))
        if run.is_cancelled():
            output.stopped(deal_number, len(sources))
    if form == "text":
        output.result("\nguarantees: at least so many tricks against any play, in NULLO at most")
    bad.finish()


def _hands(
    file: str | None,
    hands: tuple[int, int, int] | None,
    number: int | None,
    variant: Variant | None,
    ace_low: bool | None,
    bad: inputs.BadDeals,
) -> Iterator[tuple[int | None, tuple[int, int, int], Callable[[Contract], TrickRules]]]:
    """Yield the number in the file, the hands and the rules of each contract."""
    if hands is not None:
        yield None, hands, partial(rules_for, ace_low=ace_low, variant=variant)
        return
    assert file is not None
    for deal_number, place, deal in inputs.deals_of(file, number, bad):
        with bad.caught(place):
            dealt = hands_played(deal)
            yield deal_number, dealt, partial(deal.rules_in, ace_low=ace_low, variant=variant)
