"""``manni solve``: the values of a position, of every card, and a line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from cli import inputs, options, output
from cli.params import FILE, SEAT
from solver.cards import Seat
from solver.notation import format_contract
from solver.position import Position
from solver.report.diagram import Scene, draw_scene
from solver.report.tables import card_values_table, legend, line_text, values_table
from solver.report.text import AnyText, Text, join
from solver.report.values import solution_json
from solver.rules.contract import Contract
from solver.rules.trick import ace_is_low
from solver.values.solve import ALL_SEATS, Solution, Solver

# What only deals of a game need is imported where it is used: --hands starts at once.
if TYPE_CHECKING:
    from solver.deal import Deal
    from solver.rules.variant import Variant
    from solver.values.points import Points

F = Seat.FOREHAND


@click.command
@click.argument("file", required=False, type=FILE)
@options.position_options
@options.variant_option
@options.declarer_option
@options.deal_option
@options.after_option
@options.seats_option
@click.option("--cards", is_flag=True, help="Also the values of every legal card.")
@click.option(
    "--line", type=SEAT, metavar="SEAT", help="Also a line in which SEAT gets its guarantee."
)
@options.memory_option
@options.seconds_option
@options.json_option
def command(
    file: str | None,
    hands: tuple[int, int, int] | None,
    contract: Contract | None,
    leader: Seat | None,
    played: tuple[int, ...] | None,
    ace_low: bool | None,
    variant: Variant | None,
    declarer: Seat | None,
    number: int | None,
    after: int | None,
    seats: tuple[Seat, ...],
    cards: bool,
    line: Seat | None,
    memory: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Guarantee, best case and share of each seat.

    FILE holds deals (- is stdin); what is given as an option goes before what is
    recorded. Points are shown for a whole deal of a variant. With a FILE, --json prints
    a line a deal.
    """
    inputs.one_source(file, hands, number)
    solver = Solver(memory)

    def solve(position: Position) -> Solution:
        return solver.solve(
            position, cards=cards, line=line, seats=seats or ALL_SEATS, seconds=seconds
        )

    if hands is not None:
        if contract is None:
            raise click.UsageError("--hands needs --contract.")
        if after is not None:
            raise click.UsageError("--after goes with a FILE.")
        low = ace_is_low(contract, ace_low, variant)
        position = Position(hands, contract, leader or declarer or F, played or (), low)
        deal = None if variant is None else _deal_of(position, variant, declarer)
        solution = solve(position)
        worth = None if deal is None else _points(solution, deal)
        if as_json:
            output.result_json(solution_json(solution, worth))
        else:
            output.result(_text(Scene.of(position), solution, worth, line))
        return

    assert file is not None
    if played is not None:
        raise click.UsageError("--played goes with --hands; --after N follows a recorded play.")
    from solver.values.standing import standing

    standings = []
    for deal_number, place, deal in inputs.deals_of(file, number):
        with inputs.errors_name(place):
            if variant is not None:
                deal = replace(deal, variant=variant.code)
            if declarer is not None:
                deal = replace(deal, declarer=declarer)
            found = standing(deal, contract=contract, leader=leader, ace_low=ace_low, after=after)
        if found.note is not None:
            output.note(f"{place}: {found.note}")
        standings.append((deal_number, deal, found))
    for index, (deal_number, deal, found) in enumerate(standings):
        solution = solve(found.position)
        worth = _points(solution, deal, found.won)
        if as_json:
            output.result_json({"deal": deal_number} | solution_json(solution, worth))
        else:
            output.result(("\n" if index else "") + _title(deal_number, deal))
            scene = Scene.of(found.position, won=found.won)
            output.result(_text(scene, solution, worth, line))


def _deal_of(position: Position, variant: Variant, declarer: Seat | None) -> Deal:
    """Return the hands as a deal of a variant. Raises DealError where they cannot be one."""
    from solver.deal import Deal

    return Deal(position.dealt, variant.code, declarer=declarer)


def _points(
    solution: Solution, deal: Deal, won: tuple[int, int, int] = (0, 0, 0)
) -> tuple[Points, Points, Points] | None:
    if deal.rules is None:
        return None
    from solver.values.points import points

    great = deal.great and solution.position.contract is deal.contract
    return points(solution, deal.rules, deal.declarer, great, won)


def _title(number: int, deal: Deal) -> str:
    tags = {tag.lower(): value for tag, value in deal.tags}
    lines = [f"Deal {number}" + (f": {tags['name']}" if "name" in tags else "")]
    if "comment" in tags:
        lines.append(tags["comment"])
    if deal.declarer is not None and deal.contract is not None:
        call = format_contract(deal.contract, deal.great)
        lines.append(f"{deal.declarer.word.capitalize()} declares {call}")
    return "\n".join(lines) + "\n"


def _text(
    scene: Scene,
    solution: Solution,
    worth: tuple[Points, Points, Points] | None,
    line: Seat | None,
) -> Text:
    blocks: list[AnyText] = [
        draw_scene(scene),
        values_table(solution, worth).text(),
        legend(solution.position.contract, worth),
    ]
    if not solution.exact:
        blocks.append("Time is up: 3..5 means that the guarantee is proved to be 3, 4 or 5.")
    if solution.cards:
        blocks.append(card_values_table(solution).text())
    if line is not None:
        blocks.append(f"Line in which {line.word} gets its guarantee:\n" + _line(solution))
    return join("\n\n", blocks)


def _line(solution: Solution) -> AnyText:
    if solution.line is None:
        return "not found in time"
    return line_text(solution.position, solution.line) or "no card is left"
