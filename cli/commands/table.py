"""``manni table``: the guarantees in every contract with every leader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import click

from manni.cli import inputs, options, output
from manni.cli.formats import Rows, format_option
from manni.cli.params import FILE
from manni.solver.cards import Seat
from manni.solver.deal import hands_played
from manni.solver.i18n import _, gettext
from manni.solver.report.diagram import deal_head
from manni.solver.report.tables import contracts_table, guarantees_table
from manni.solver.report.values import TABLE, Entry
from manni.solver.rules.contract import THE_SIX, Contract
from manni.solver.rules.rule_options import rules_for
from manni.solver.rules.trick import TrickRules, cards_worth
from manni.solver.values.contracts import all_exact, solve_table
from manni.solver.values.solve import ALL_SEATS, Solver

if TYPE_CHECKING:
    from manni.solver.rules.variant import Variant


@dataclass(frozen=True)
class _Asked:
    """The hands that were asked for, and what of their tables."""

    file: str | None = options.given(click.argument("file", required=False, type=FILE))
    hands: tuple[int, int, int] | None = options.given(options.hands_option)
    variant: Variant | None = options.given(options.variant_option)
    number: int | None = options.given(options.deal_option)
    keep_going: bool = options.given(options.keep_going_option)
    contracts: tuple[Contract, ...] = options.given(options.contracts_option)
    leaders: tuple[Seat, ...] = options.given(options.leaders_option)
    seats: tuple[Seat, ...] = options.given(options.seats_option)
    ace_low: bool | None = options.given(options.ace_low_option)


@click.command
@options.gathered("asked", _Asked)
@options.search_options
@format_option
def command(asked: _Asked, search: options.Search, form: str) -> None:
    """Guarantees by contract, leader and seat.

    FILE holds deals (- is stdin), which are taken after their exchange and before their
    play. --ace-low makes the ace low in every contract of the table; the games that have a
    low ace have it in NULLO alone. In games for points the contracts are those of the game,
    and where two are partners the leader declares. Ctrl-C shows what is proved of the deal
    it stops at.
    """
    options.one_source(asked.file, asked.hands, asked.number)
    leaders = tuple(dict.fromkeys(asked.leaders)) or ALL_SEATS
    seats = tuple(dict.fromkeys(asked.seats)) or ALL_SEATS
    solver = Solver(search.memory, search.jobs)
    rows = Rows(form)
    bad = inputs.BadDeals(asked.keep_going)
    seen: set[TrickRules] = set()
    with_nullo = False
    sources = list(_hands(asked, bad))
    for index, (deal_number, dealt, rules) in enumerate(sources):
        played = tuple(rules)
        low = [contract for contract in played if rules[contract].ace_low]
        with output.working("solving", seconds=search.seconds) as run:
            values = solve_table(dealt, played, leaders, seats, rules=rules, solver=solver, run=run)
        partners = any(each.partners for each in rules.values())
        seen |= {*rules.values()}
        with_nullo |= Contract.NULLO in played
        named = {} if deal_number is None else {"deal": deal_number}
        table = [
            Entry(*asked, own := rules[asked[0]], cards_worth(dealt, own), bounds)
            for asked, bounds in values.items()
        ]
        if form == "json":
            data = TABLE.json(None, **named, tricks=dealt[0].bit_count(), table=table)
            output.result_json(data)
        elif form != "text":
            rows.add(guarantees_table(table), named)
        else:
            if deal_number is not None:
                output.result("\n" * bool(index) + deal_head(deal_number))
            guarantees = contracts_table(values, played, leaders, seats, low, partners)
            output.result(guarantees.text())
            if not all_exact(values):
                output.result("\n" + output.partial(run))
        if run.is_cancelled():
            output.stopped(deal_number, len(sources))
    if form == "text":
        output.result("\n" + _legend(seen, with_nullo or any(rules.is_plain for rules in seen)))
    bad.finish()


def _legend(seen: set[TrickRules], with_nullo: bool) -> str:
    """Return how to read tables of games with these rules."""
    units = sorted({gettext(rules.unit) for rules in seen}, reverse=True)
    aims = sorted({_("at most") if rules.avoids else _("at least") for rules in seen})
    between = _(" or ")
    text = _("guarantees: {aim} so many {units} against any play").format(
        aim=between.join(aims), units=between.join(units)
    )
    if with_nullo:
        text += _(", in NULLO at most")
    if any(rules.partners for rules in seen):
        text += _("; partners get theirs together")
    return text


def _contracts(game: Variant | None) -> tuple[Contract, ...]:
    """Return the contracts to show: those of a game with rules of its own, else all."""
    return THE_SIX if game is None else game.playable


class _Source(NamedTuple):
    """Hands, their number in the file, the contracts to show with the rules of each."""

    number: int | None
    hands: tuple[int, int, int]
    rules: dict[Contract, TrickRules]


def _hands(asked: _Asked, bad: inputs.BadDeals) -> Iterator[_Source]:
    """Yield the hands to solve."""
    variant, ace_low = asked.variant, asked.ace_low
    contracts = tuple(dict.fromkeys(asked.contracts))
    if asked.hands is not None:
        played = contracts or _contracts(variant)
        rules = {each: rules_for(each, ace_low, variant) for each in played}
        yield _Source(None, asked.hands, rules)
        return
    assert asked.file is not None
    for deal_number, place, deal in inputs.deals_of(asked.file, asked.number, bad):
        with bad.caught(place):
            dealt = hands_played(deal)
            played = contracts or _contracts(deal.rules if variant is None else variant)
            rules = {each: deal.rules_in(each, ace_low, variant) for each in played}
            yield _Source(deal_number, dealt, rules)
