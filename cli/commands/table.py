"""``manni table``: the guarantees in every contract with every leader."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from ... import Contract, Seat, Solver, solve_table
from ...solver.cards import THE_SIX, BySeat, seats_of
from ...solver.i18n import _, gettext, text_if
from ...solver.notation import parse_seat
from ...solver.position import rules_for, side_for
from ...solver.report.diagram import deal_head
from ...solver.report.text import Text, join
from ...solver.report.values import TABLE, TableEntry, contracts_table, guarantees_table
from ...solver.rules.trick import TrickRules, cards_worth
from ...solver.values.solve import all_exact
from .. import inputs, options, output

if TYPE_CHECKING:
    from ...solver.deal import Deal
    from ...solver.piles import Piles
    from ...solver.rules.variant import Variant
    from ...solver.values.solve import ContractValues


class _Asked(SimpleNamespace):
    """The hands that were asked for, and what of their tables."""

    file: options.FileOrHands
    hands: options.HandsOption
    variant: options.VariantOption
    number: options.DealOption
    keep_going: options.KeepGoingOption
    contracts: options.ContractsOption
    leaders: options.LeadersOption
    seats: options.SeatsOption
    ace_low: options.AceLowOption


@options.command
def command(asked: _Asked, search: options.Search, form: options.FormatOption) -> None:
    """Guarantees by contract, leader and seat.

    FILE holds deals (- is stdin), which are taken after their exchange and before their
    play. --ace-low makes the ace low in every contract of the table; the games that have a
    low ace have it in NULLO alone. In games for points the contracts are those of the game,
    and where all others are partners the leader declares. Ctrl-C shows what is proved of the deal
    it stops at.
    """
    options.one_source(asked.file, asked.hands, asked.number)
    solver = Solver(search.memory, search.jobs)
    printer = output.Printer(form)
    bad = inputs.BadDeals(asked.keep_going)
    sources = _sources(asked, bad)
    for source in sources:
        seats = seats_of(len(source.hands))
        leaders, counted = (
            tuple(dict.fromkeys(parse_seat(each, seats) for each in own or seats))
            for own in (asked.leaders, asked.seats)
        )
        with output.working("solving", seconds=search.seconds) as run:
            values = solve_table(
                source.hands,
                tuple(source.rules),
                leaders,
                counted,
                rules=source.rules,
                declarers=source.side,
                piles=source.piles,
                solver=solver,
                run=run,
            )
        partial = "" if all_exact(values) else output.partial(run)
        _show(printer, source, values, leaders, counted, partial)
        if run.is_cancelled():
            output.stopped(source.number, len(sources))
    if form == "text":
        output.result("\n" + _legend([source.rules for source in sources]))
    bad.finish()


class _Source(NamedTuple):
    """Hands, their number in the file, the contracts to show with the rules of each."""

    number: int | None
    hands: BySeat[int]
    rules: dict[Contract, TrickRules]
    side: Collection[Seat] = ()
    piles: BySeat[Piles] = ()


def _sources(asked: _Asked, bad: inputs.BadDeals) -> list[_Source]:
    """Return the hands to solve."""
    variant, ace_low = asked.variant, asked.ace_low
    contracts = tuple(dict.fromkeys(asked.contracts))

    def played(game: Variant | None) -> tuple[Contract, ...]:
        return contracts or (THE_SIX if game is None else game.playable)

    def source(number: int, place: str, deal: Deal) -> _Source:
        game = deal.rules if variant is None else variant
        rules = {each: deal.rules_in(each, ace_low, variant) for each in played(game)}
        deal.check_piles()
        return _Source(number, deal.hands_played(), rules, side_for(None, game), deal.piles)

    if asked.hands is not None:
        options.check_hands(asked.hands, variant)
        rules = {each: rules_for(each, ace_low, variant) for each in played(variant)}
        return [_Source(None, asked.hands, rules, side_for(None, variant))]
    assert asked.file is not None
    return bad.each(inputs.deals_of(asked.file, asked.number, bad), source)


def _show(
    printer: output.Printer,
    source: _Source,
    values: ContractValues,
    leaders: Sequence[Seat],
    seats: Sequence[Seat],
    partial: str,
) -> None:
    """Print the table of the hands of a source."""
    number, dealt, rules, side, _ = source
    named = {} if number is None else {"deal": number}
    table = [
        TableEntry(*asked, own := rules[asked[0]], cards_worth(dealt, own), bounds)
        for asked, bounds in values.items()
    ]

    def text() -> Text:
        low = [contract for contract, own in rules.items() if own.ace_low]
        partners = any(own.partners for own in rules.values()) and not side
        guarantees = contracts_table(values, tuple(rules), leaders, seats, low, partners).text()
        head = "" if number is None else f"{deal_head(number)}\n"
        return head + join("\n\n", filter(None, (guarantees, partial)))

    printer.show(
        lambda: TABLE.json(None, **named, tricks=dealt[0].bit_count(), table=table),
        lambda: guarantees_table(table),
        text,
        named,
    )


def _legend(tables: Sequence[dict[Contract, TrickRules]]) -> str:
    """Return how to read tables of contracts with these rules."""
    rules = {own for table in tables for own in table.values()}
    units = sorted({gettext(own.unit) for own in rules}, reverse=True)
    aims = sorted({text_if(own.avoids, "at most", "at least") for own in rules})
    between = _(" or ")
    text = _(
        "guarantees: {aim} so many {units} against any play",
        aim=between.join(aims),
        units=between.join(units),
    )
    if any(Contract.NULLO in table for table in tables) or any(own.is_plain for own in rules):
        text += _(", in NULLO at most")
    if any(own.partners for own in rules):
        text += _("; partners get theirs together")
    return text
