"""``manni exchange``: the best discards, with all cards open or only one's own seen."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from cli import inputs, options, output
from cli.formats import Rows, format_option
from cli.outfile import check_target, write_file
from cli.params import CARD, CARDS, COUNT, HAND, SEAT, TextParam
from solver.cards import Seat
from solver.checks import quote
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import NotationError
from solver.exchange.open_cards import Before, before_exchange, best_exchange
from solver.exchange.replies import best_against_replies
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


def _parse_counts(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdecimal() and len(part) <= 2 for part in parts):
        raise NotationError(f"{quote(text)}: expected numbers of cards, such as 3 or 7,5")
    return tuple(map(int, parts))


COUNTS = TextParam("counts", _parse_counts)


@click.command
@click.argument("file", required=False)
@click.option(
    "--seat",
    type=SEAT,
    metavar="SEAT",
    help="Who exchanges: F, M or D.  [default: the first who may]",
)
@options.deal_option
@options.variant_option
@options.contract_option
@click.option("--declarer", type=SEAT, metavar="SEAT", help="Who declares: F, M or D.")
@options.ace_low_option
@click.option("-n", "keep", type=COUNT, metavar="N", help="How many to show.  [default: 10]")
@click.option("--all", "everything", is_flag=True, help="Show every discard, in order.")
@click.option(
    "--replies",
    type=click.Choice(["stand", "best"]),
    help="The later seats keep their hands (stand, the default) or exchange so as to hurt "
    "this seat.",
)
@click.option("--hand", type=HAND, metavar="HAND", help="The only hand that is seen.")
@click.option("--great", is_flag=True, help="The contract is a great one.")
@click.option("--cut", type=CARD, metavar="CARD", help="The cut card, which the dealer holds.")
@click.option(
    "--taken",
    type=COUNTS,
    metavar="N[,N]",
    help="How many cards each seat before has exchanged, in turn.",
)
@click.option(
    "--discarded",
    type=CARDS,
    default=(),
    metavar="CARDS",
    help="What the seat itself has put down before: it counts against its limit.",
)
@click.option(
    "--raced",
    type=COUNT,
    metavar="N",
    help="How many discards meet the worlds: those a fitted rule likes best.  [default: 40]",
)
@options.opponents_option
@options.value_option
@options.worlds_option
@options.seed_option
@options.jobs_option
@options.plot_option
@options.memory_option
@options.seconds_option
@format_option
@click.pass_context
def command(ctx: click.Context, /, file: str | None, hand: int | None, **given: Any) -> None:
    """Best discards of a seat: in deals, or with only its own hand seen.

    FILE holds deals with their Manni (- is stdin), all cards open; what is given as an
    option goes before what is recorded. Exchanges recorded of the seats before are
    carried out, and the seat's own is compared with the best. With --json a line a deal.

    With --hand deals are sampled that agree with what the seat knows, for --time (10
    seconds if nothing is said) or so many --worlds. Ctrl-C gives the answer so far.
    """
    if (file is None) == (hand is None):
        raise click.UsageError("Give a FILE of deals or --hand, one of the two.")
    wrong = _BLIND_ONLY if file is not None else _OPEN_ONLY
    for name in wrong:
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            option = next(p.opts[0] for p in ctx.command.params if p.name == name)
            raise click.UsageError(
                f"{option} goes with {'--hand' if file is not None else 'a FILE of deals'}."
            )
    if file is not None:
        _of_file(file, **{name: value for name, value in given.items() if name not in _BLIND_ONLY})
    else:
        assert hand is not None
        _blind(hand, **{name: value for name, value in given.items() if name not in _OPEN_ONLY})


_BLIND_ONLY = (
    "great", "cut", "taken", "discarded", "raced", "opponents", "value", "worlds", "seed",
    "jobs", "plot",
)  # fmt: skip
_OPEN_ONLY = ("number", "keep", "everything", "replies", "ace_low")


def _blind(
    hand: int,
    seat: Seat | None,
    variant: Variant | None,
    contract: Contract | None,
    declarer: Seat | None,
    great: bool,
    cut: int | None,
    taken: tuple[int, ...] | None,
    discarded: tuple[int, ...],
    raced: int | None,
    opponents: str,
    value: str,
    worlds: int | None,
    seed: int,
    jobs: int | None,
    plot: str | None,
    memory: int,
    seconds: float | None,
    form: str,
) -> None:
    from solver.advice.evaluate import Value
    from solver.advice.exchange import RACED, advise_exchange
    from solver.advice.worlds import Opponents, view
    from solver.report.advice import advice_json, advice_table, advice_text, plot_advice
    from solver.report.plots import picture_kind

    if variant is None:
        raise click.UsageError("--hand needs --variant.")
    if plot is not None:
        check_target(plot)
        kind = picture_kind(plot)
    known = view(
        hand,
        variant,
        contract,
        seat,
        cut=cut,
        taken=taken or (),
        declarer=declarer,
        great=great,
        discarded=discarded,
    )
    if seconds is None and worlds is None:
        seconds = options.ADVICE_SECONDS
    with output.working("worlds", worlds) as run:
        found = advise_exchange(
            known,
            worlds=worlds,
            seconds=seconds,
            seed=seed,
            value=Value(value),
            opponents=Opponents(opponents),
            threads=jobs or os.cpu_count() or 1,
            memory_mb=memory,
            cancelled=run.is_cancelled,
            raced=raced or RACED,
            progress=lambda done, left: run.report(done, worlds),
        )
    if form == "json":
        output.result_json(advice_json(found))
    elif form != "text":
        Rows(form).add(advice_table(found))
    else:
        output.result(advice_text(found))
    if plot is not None:
        write_file(plot, plot_advice(found, kind))


def _of_file(
    file: str,
    seat: Seat | None,
    number: int | None,
    variant: Variant | None,
    contract: Contract | None,
    declarer: Seat | None,
    ace_low: bool | None,
    keep: int | None,
    everything: bool,
    replies: str | None,
    memory: int,
    seconds: float | None,
    form: str,
) -> None:
    if seconds is not None and replies != "best":
        raise click.UsageError("--time goes with --replies best.")
    if everything and replies == "best":
        raise click.UsageError("--all goes with --replies stand.")
    deals = []
    for deal_number, place, deal in inputs.deals_of(file, number):
        with inputs.errors_name(place):
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
        deals.append((deal_number, deal, before))
    engine = Engine(memory)
    rows = Rows(form)
    for index, (deal_number, deal, before) in enumerate(deals):
        if replies != "best":
            report = _open(deal, before, None if everything else keep or 10, engine)
        else:
            report = _replied(before, seconds, engine)
        if form == "json":
            output.result_json({"deal": deal_number} | report.data())
        elif form != "text":
            rows.add(
                report.table(),
                deal=deal_number,
                contract=before.contract.name,
                ace=ace_text(before.ace_low),
                seat=before.seat.letter,
            )
        else:
            output.result(Text("\n" * bool(index), f"Deal {deal_number}\n", report.text()))


class _Report(NamedTuple):
    """What was found, in each of the formats."""

    data: Callable[[], dict[str, Any]]
    table: Callable[[], Table]
    text: Callable[[], Text]


def _open(deal: Deal, before: Before, keep: int | None, engine: Engine) -> _Report:
    with output.working("discards") as run:

        def step(done: int, total: int) -> None:
            run.report(done, total)
            run.check()

        found = best_exchange(
            before,
            recorded=deal.discards[before.seat],
            keep=keep,
            engine=engine,
            progress=step,
        )
    return _Report(
        partial(open_json, found), partial(discards_table, found), partial(open_text, found)
    )


def _replied(before: Before, seconds: float | None, engine: Engine) -> _Report:
    with output.working("discards") as run:
        found = best_against_replies(
            before,
            seconds=seconds,
            engine=engine,
            cancelled=run.is_cancelled,
            progress=run.report,
        )
    return _Report(
        partial(replied_json, found), partial(replied_table, found), partial(replied_text, found)
    )
