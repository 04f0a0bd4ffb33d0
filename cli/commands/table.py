"""``manni table``: the guarantees in every contract with every leader."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from ... import Contract, Run, Seat, Solver, solve_table
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
def command(asked: _Asked, search: options.SearchOptions, form: options.FormatOption) -> None:
    """Guarantees by contract, leader and seat.

    FILE holds deals (- is stdin), which are taken after their exchange and before their
    play. --ace-low makes the ace low in every contract of the table; the games that have a
    low ace have it in NULLO alone. In games for points the contracts are those of the game,
    and where all others are partners the leader declares. Ctrl-C shows what is proved of the deal
    it stops at.
    """
    options.one_source(asked.file, asked.hands, asked.number)
    loop = inputs.DealLoop(asked.keep_going, form)
    sources = _sources(asked, loop)
    loop.run(sources, partial(_look, asked), search, "solving")
    if form == "text":
        output.result("\n" + _legend([source.rules for *_, source in sources]))
    loop.finish()


class _Source(NamedTuple):
    """Hands, the contracts to show with the rules of each."""

    hands: BySeat[int]
    rules: dict[Contract, TrickRules]
    declarers: Collection[Seat] = ()
    piles: BySeat[Piles] = ()


def _sources(asked: _Asked, loop: inputs.DealLoop) -> Sequence[inputs.Numbered[_Source]]:
    """Return the hands to solve."""
    variant, ace_low = asked.variant, asked.ace_low
    contracts = tuple(dict.fromkeys(asked.contracts))

    def played(game: Variant | None) -> tuple[Contract, ...]:
        return contracts or (THE_SIX if game is None else game.playable)

    def source(number: int, place: str, deal: Deal) -> _Source:
        game = deal.rules if variant is None else variant
        rules = {contract: deal.rules_in(contract, ace_low, variant) for contract in played(game)}
        deal.check_piles()
        return _Source(deal.hands_played(), rules, side_for(None, game), deal.piles)

    if asked.hands is not None:
        options.check_hands(asked.hands, variant)
        rules = {contract: rules_for(contract, ace_low, variant) for contract in played(variant)}
        return [(None, "", _Source(asked.hands, rules, side_for(None, variant)))]
    assert asked.file is not None
    return loop.map(inputs.deals_of(asked.file, asked.number, loop), source)


def _look(
    asked: _Asked, number: int | None, source: _Source, solver: Solver, run: Run
) -> output.Report:
    """Return the table of the hands of a source."""
    dealt, rules, declarers, piles = source
    seats = seats_of(len(dealt))
    counted = tuple(dict.fromkeys(parse_seat(seat, seats) for seat in asked.seats or seats))
    values = solve_table(
        dealt,
        tuple(rules),
        asked.leaders or None,
        counted,
        rules=rules,
        declarers=declarers,
        piles=piles,
        solver=solver,
        run=run,
    )
    table = [
        TableEntry(*asked, rule := rules[asked[0]], cards_worth(dealt, rule), bounds)
        for asked, bounds in values.items()
    ]

    def text() -> Text:
        partners = any(rule.partners for rule in rules.values()) and not declarers
        guarantees = contracts_table(table, counted, partners).text()
        head = "" if number is None else f"{deal_head(number)}\n"
        partial = "" if all_exact(values) else output.partial_note(run)
        return head + join("\n\n", filter(None, (guarantees, partial)))

    tricks = dealt[0].bit_count()
    return (
        partial(TABLE.json, None, tricks=tricks, table=table),
        lambda: guarantees_table(table),
        text,
    )


def _legend(tables: Sequence[dict[Contract, TrickRules]]) -> str:
    """Return how to read tables of contracts with these rules."""
    rules = {rule for table in tables for rule in table.values()}
    units = sorted({gettext(rule.unit) for rule in rules}, reverse=True)
    aims = sorted({text_if(rule.avoids, "at most", "at least") for rule in rules})
    between = _(" or ")
    text = _(
        "guarantees: {aim} so many {units} against any play",
        aim=between.join(aims),
        units=between.join(units),
    )
    if any(Contract.NULLO in table for table in tables) or any(rule.is_plain for rule in rules):
        text += _(", in NULLO at most")
    if any(rule.partners for rule in rules):
        text += _("; partners get theirs together")
    return text
