"""``manni solve``: the values of a position, of every card, and a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import inputs, options, output
from cli.formats import Rows, format_option
from cli.params import FILE, SEAT
from solver.cards import SEATS, Seat
from solver.notation import format_contract
from solver.position import Position
from solver.report.diagram import Scene, draw_scene
from solver.report.tables import ace_text, card_values_table, legend, line_text, values_table
from solver.report.text import AnyText, Text, Value, join
from solver.report.values import solution_json
from solver.rules.contract import Contract
from solver.rules.trick import ace_is_low
from solver.values.solution import Solution
from solver.values.solve import ALL_SEATS, Solver

# What only deals of a game need is imported where it is used: --hands starts at once.
if TYPE_CHECKING:
    from solver.deal import Deal
    from solver.rules.variant import Variant
    from solver.run import Run
    from solver.values.points import Points

F = Seat.FOREHAND


@click.command
@click.argument("file", required=False, type=FILE)
@options.position_options
@options.variant_option
@options.declarer_option
@options.deal_option
@options.after_option
@options.keep_going_option
@options.seats_option
@click.option("--cards", is_flag=True, help="Also the values of every legal card.")
@click.option(
    "--line", type=SEAT, metavar="SEAT", help="Also a line in which SEAT gets its guarantee."
)
@options.search_options
@format_option
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
    keep_going: bool,
    seats: tuple[Seat, ...],
    cards: bool,
    line: Seat | None,
    memory: int,
    jobs: int,
    seconds: float | None,
    form: str,
) -> None:
    """Guarantee, best case and share of each seat.

    FILE holds deals (- is stdin); options override what is recorded. Points are shown for
    a whole deal of a variant. With a FILE, --json prints a line a deal. In csv, tsv and
    markdown a row is a seat, with --cards a group of equal cards. Ctrl-C shows what is
    proved of the deal it stops at.
    """
    inputs.one_source(file, hands, number)
    if line is not None and form not in ("text", "json"):
        raise click.UsageError(f"--line goes with text and json, not with {form}.")
    rows = Rows(form)
    asked = _Asked(contract, leader, ace_low, variant, declarer)
    bad = inputs.BadDeals(keep_going)
    if hands is not None:
        if after is not None:
            raise click.UsageError("--after goes with a FILE.")
        tasks = [_of_hands(hands, played or (), asked)]
    else:
        assert file is not None
        if played is not None:
            raise click.UsageError("--played goes with --hands; --after N follows a recorded play.")
        tasks = list(_of_file(file, number, after, asked, bad))
    # Without the cards there are but three searches to do side by side.
    solver = Solver(memory, jobs if cards else min(jobs, SEATS))
    for index, task in enumerate(tasks):
        with output.working("", seconds=seconds) as run:
            solution = solver.solve(
                task.position, cards=cards, line=line, seats=seats or ALL_SEATS, run=run
            )
        worth = _points(task, solution)
        named = {} if task.number is None else {"deal": task.number}
        if form == "json":
            output.result_json(named | solution_json(solution, worth, task.won))
        elif form != "text":
            table = card_values_table(solution) if cards else values_table(solution, worth)
            rows.add(table, **named, **_solved(task.position))
        else:
            if task.number is not None:
                output.result("\n" * bool(index) + _title(task))
            output.result(_text(task, solution, worth, line, run))
        if run.is_cancelled():
            output.stopped(task.number, len(tasks))
    bad.finish()


class _Asked(NamedTuple):
    """What was asked for, which overrides what is recorded."""

    contract: Contract | None
    leader: Seat | None
    ace_low: bool | None
    variant: Variant | None
    declarer: Seat | None


class _Task(NamedTuple):
    """A position to solve, its number in a file, the deal it is of where that is known."""

    position: Position
    number: int | None = None
    deal: Deal | None = None
    won: tuple[int, int, int] = (0, 0, 0)


def _of_hands(hands: tuple[int, int, int], played: tuple[int, ...], asked: _Asked) -> _Task:
    contract, leader, ace_low, variant, declarer = asked
    if contract is None:
        raise click.UsageError("--hands needs --contract.")
    low = ace_is_low(contract, ace_low, variant)
    position = Position(hands, contract, leader or declarer or F, played, low)
    if variant is None:
        return _Task(position)
    from solver.deal import Deal

    return _Task(position, deal=Deal(position.dealt, variant.code, declarer=declarer))


def _of_file(
    file: str, number: int | None, after: int | None, asked: _Asked, bad: inputs.BadDeals
) -> Iterator[_Task]:
    from solver.values.standing import standing

    contract, leader, ace_low, variant, declarer = asked
    for deal_number, place, deal in inputs.deals_of(file, number, bad):
        with bad.caught(place):
            if variant is not None:
                deal = replace(deal, variant=variant.code)
            if declarer is not None:
                deal = replace(deal, declarer=declarer)
            found = standing(deal, contract=contract, leader=leader, ace_low=ace_low, after=after)
            if found.note is not None:
                output.note(f"{place}: {found.note}")
            yield _Task(found.position, deal_number, deal, found.won)


def _points(task: _Task, solution: Solution) -> tuple[Points, Points, Points] | None:
    deal = task.deal
    if deal is None or deal.rules is None:
        return None
    from solver.values.points import points

    great = deal.great and solution.position.contract is deal.contract
    return points(solution, deal.rules, deal.declarer, great, task.won)


def _title(task: _Task) -> str:
    deal = task.deal
    assert deal is not None
    tags = {tag.lower(): value for tag, value in deal.tags}
    lines = [f"Deal {task.number}" + (f": {tags['name']}" if "name" in tags else "")]
    if "comment" in tags:
        lines.append(tags["comment"])
    if deal.declarer is not None and deal.contract is not None:
        call = format_contract(deal.contract, deal.great)
        lines.append(f"{deal.declarer.word.capitalize()} declares {call}")
    return "\n".join(lines) + "\n"


def _solved(position: Position) -> dict[str, Value]:
    """Return what stands before every row."""
    return {
        "contract": position.contract.name,
        "leader": position.leader.letter,
        "ace": ace_text(position.ace_low),
    }


def _text(
    task: _Task,
    solution: Solution,
    worth: tuple[Points, Points, Points] | None,
    line: Seat | None,
    run: Run,
) -> Text:
    blocks: list[AnyText] = [
        draw_scene(Scene.of(task.position, won=task.won)),
        values_table(solution, worth).text(),
        legend(solution.position.contract, worth),
    ]
    if not solution.exact:
        blocks.append(output.partial(run))
    if solution.cards:
        blocks.append(card_values_table(solution).text())
    if line is not None:
        blocks.append(f"Line in which {line.word} gets its guarantee:\n" + _line(solution))
    return join("\n\n", blocks)


def _line(solution: Solution) -> AnyText:
    if solution.line is None:
        return "not found in time"
    return line_text(solution.position, solution.line) or "no card is left"
