"""``manni exchange``: the best discards, with all cards open."""

from __future__ import annotations

import click

from cli import inputs, options, output
from cli.params import COUNT, SEAT
from solver.analysis.exchange import Before, before_exchange, best_exchange
from solver.analysis.replies import best_against_replies
from solver.cards import Seat
from solver.deal import Deal
from solver.engine import Engine
from solver.report.exchange import open_json, open_text, replied_json, replied_text
from solver.rules.contract import Contract
from solver.rules.variant import Variant


@click.command
@click.argument("file")
@click.option(
    "--seat", type=SEAT, metavar="SEAT",
    help="Who exchanges: F, M or D.  [default: the first who may]",
)
@options.deal_option
@options.variant_option
@options.contract_option
@click.option("--declarer", type=SEAT, metavar="SEAT", help="Who declares: F, M or D.")
@options.ace_low_option
@click.option("-n", "keep", type=COUNT, default=10, show_default=True, help="How many to show.")
@click.option("--all", "everything", is_flag=True, help="Show every discard, in order.")
@click.option(
    "--replies", type=click.Choice(["stand", "best"]), default="stand", show_default=True,
    help="The later seats keep their hands, or exchange so as to hurt this seat.",
)
@options.memory_option
@options.seconds_option
@options.json_option
def command(
    file: str,
    seat: Seat | None,
    number: int | None,
    variant: Variant | None,
    contract: Contract | None,
    declarer: Seat | None,
    ace_low: bool | None,
    keep: int,
    everything: bool,
    replies: str,
    memory: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Best discards of a seat, hands and the Manni's order known.

    FILE holds deals with their Manni (- is stdin); what is given as an option goes
    before what is recorded. Exchanges recorded of the seats before are carried out, and
    the seat's own is compared with the best. With --json a line a deal.
    """
    if seconds is not None and replies == "stand":
        raise click.UsageError("--time goes with --replies best.")
    if everything and replies == "best":
        raise click.UsageError("--all goes with --replies stand.")
    deals = []
    for deal_number, place, deal in inputs.deals_of(file, number):
        with inputs.errors_name(place):
            before = before_exchange(
                deal, seat, variant=variant, contract=contract, declarer=declarer,
                ace_low=ace_low,
            )
            if deal.discards[before.seat] is not None:
                before.exchange.discard(deal.discards[before.seat] or ())
        deals.append((deal_number, deal, before))
    engine = Engine(memory)
    for index, (deal_number, deal, before) in enumerate(deals):
        if replies == "stand":
            data, text = _open(deal, before, None if everything else keep, engine, as_json)
        else:
            data, text = _replied(before, seconds, engine, as_json)
        if as_json:
            output.result_json({"deal": deal_number} | data)
        else:
            output.result(("\n" if index else "") + f"Deal {deal_number}\n{text}")


def _open(
    deal: Deal, before: Before, keep: int | None, engine: Engine, as_json: bool
) -> tuple[dict[str, object], str]:
    with output.progress("discards", None) as advance:
        found = best_exchange(
            before, recorded=deal.discards[before.seat], keep=keep, engine=engine,
            progress=lambda done, total: advance(1),
        )
    return (open_json(found), "") if as_json else ({}, open_text(found, output.colours()))


def _replied(
    before: Before, seconds: float | None, engine: Engine, as_json: bool
) -> tuple[dict[str, object], str]:
    with output.progress("discards", None) as advance, output.interruptible() as cancelled:
        found = best_against_replies(
            before, seconds=seconds, engine=engine, cancelled=cancelled,
            progress=lambda done, total: advance(1),
        )
    if as_json:
        return replied_json(found), ""
    return {}, replied_text(found, output.colours())
