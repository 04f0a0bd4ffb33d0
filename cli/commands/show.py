"""``manni show``: a deal or position drawn, as text or as a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from cli import inputs, options, output
from cli.outfile import check_target, write_file
from cli.params import FILE, SEAT
from solver.cards import Seat
from solver.deal import Deal, hands_played
from solver.described import CARDS
from solver.errors import DealError
from solver.goal import Goal, format_goal
from solver.position import Position
from solver.report.diagram import Scene, draw_scene
from solver.report.text import Text, join
from solver.report.values import SHOWN
from solver.rules.asked import rules_for
from solver.rules.contract import Contract
from solver.values.standing import standing

if TYPE_CHECKING:
    from solver.rules.variant import Variant


@dataclass(frozen=True)
class _Shown:
    """A drawing to be made; ``position`` is None where no contract is named."""

    scene: Scene
    position: Position | None
    number: int | None = None
    name: str = ""


@click.command
@click.argument("file", required=False, type=FILE)
@options.position_options
@options.variant_option
@options.declarer_option
@options.deal_option
@options.after_option
@options.keep_going_option
@click.option(
    "--svg",
    "picture",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="OUT",
    help="Write a picture to this file (- is stdout).",
)
@click.option(
    "--values", is_flag=True, help="In the picture: guarantees, and the value of each card."
)
@click.option(
    "--seat",
    type=SEAT,
    metavar="SEAT",
    help="With --values: whose tricks stand on the cards: F, M or D (default: the seat of the "
    "goal, or to play).",
)
@click.option("--title", metavar="TEXT", help="Stands above, in place of the deal's name.")
@options.search_options
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
    keep_going: bool,
    picture: str | None,
    values: bool,
    seat: Seat | None,
    title: str | None,
    memory: int,
    jobs: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Draw a deal: three hands round a table.

    FILE holds deals (- is stdin). The dealer sits at the bottom. A play that stops midway
    is followed to where it stops; there the goal of a puzzle is told. With --svg the
    drawing is a picture of one deal, for a web page or a book.
    """
    inputs.one_source(file, hands)
    if values and picture is None:
        raise click.UsageError("--values goes with --svg; `manni solve --cards` prints them.")
    if seat is not None and not values:
        raise click.UsageError("--seat goes with --values.")
    if as_json and picture is not None:
        raise click.UsageError("--json or --svg, one of the two.")
    if file is not None and (variant is not None or declarer is not None):
        raise click.UsageError("--variant and --declarer go with --hands.")
    if played is not None and file is not None:
        raise click.UsageError("--played goes with --hands; --after N follows a recorded play.")
    if picture is not None:
        check_target(picture, [file])
    bad = inputs.BadDeals(keep_going)
    if hands is not None:
        usual = Contract.NT if variant is None else variant.contracts[0]
        named = usual if contract is None else contract
        if leader is None:
            leader = Seat.FOREHAND if declarer is None else declarer
        rules = rules_for(named, ace_low, variant)
        # Nothing is played where no contract is named, so that it does not matter who declares.
        declares = leader if contract is None and declarer is None else declarer
        position = Position(hands, named, leader, played or (), rules=rules, declarer=declares)
        shown = [_of_hands(position, contract is not None)]
    else:
        assert file is not None
        shown = []
        for deal_number, place, deal in inputs.deals_of(file, number, bad):
            with bad.caught(place):
                one = _of_deal(deal, place, contract, leader, ace_low, after)
                shown.append(replace(one, number=deal_number))
        if not shown:
            bad.finish()
    if title is not None:
        shown = [replace(one, name=title) for one in shown]
    if picture is not None:
        if len(shown) > 1:
            assert file is not None
            raise click.UsageError(
                f"{inputs.name_of(file)} holds {len(shown)} deals: choose one with --deal."
            )
        _write(picture, _svg(shown[0], (memory, jobs, seconds) if values else None, seat))
    elif as_json:
        for one in shown:
            output.result_json(_json(one))
    else:
        output.result(join("\n\n", map(_text, shown)))
    bad.finish()


def _of_hands(position: Position, contract_named: bool) -> _Shown:
    scene = Scene.of(position)
    if contract_named:
        return _Shown(scene, position)
    return _Shown(replace(scene, contract=None, to_play=None, declarer=None), None)


def _of_deal(
    deal: Deal,
    place: str,
    contract: Contract | None,
    leader: Seat | None,
    ace_low: bool | None,
    after: int | None,
) -> _Shown:
    if contract is None and deal.contract_played is None:
        if after:
            raise DealError("no contract is recorded, so nobody can say who won a trick")
        if deal.play and after is None:
            output.note(f"{place}: the play is not followed: no contract is named")
        begun = False
        shown = _of_hands(Position(hands_played(deal), Contract.NT), False)
        if deal.rules is not None:
            shown = replace(shown, scene=replace(shown.scene, rules=deal.rules.rules))
    else:
        found = standing(deal, contract=contract, leader=leader, ace_low=ace_low, after=after)
        if found.note is not None:
            output.note(f"{place}: {found.note}")
        begun = found.played > 0
        shown = _Shown(Scene.of(found.position, won=found.won), found.position)
    as_declared = deal.contract is not None and deal.contract is shown.scene.contract
    scene = replace(
        shown.scene,
        manni=() if begun else deal.manni_left,
        pile="Manni" if deal.rules is None else deal.rules.pile,
        declarer=deal.declarer if as_declared else shown.scene.declarer,
        great=deal.great and as_declared,
        goal=_goal_at(deal, shown.position),
    )
    return replace(shown, scene=scene, name=deal.name)


def _goal_at(deal: Deal, position: Position | None) -> Goal | None:
    """Return the goal of a deal where it is to be reached from the position shown."""
    if deal.goal is None or position is None or deal.contract_played is None:
        return None
    return deal.goal if standing(deal).position == position else None


def _text(shown: _Shown) -> Text:
    number = "" if shown.number is None else f"Deal {shown.number}"
    heading = ": ".join(filter(None, (number, shown.name)))
    drawing = draw_scene(shown.scene)
    return Text(heading, "\n\n", drawing) if heading else drawing


def _json(shown: _Shown) -> dict[str, Any]:
    scene = shown.scene
    data: dict[str, Any] = SHOWN.json(shown)
    return data | {
        scene.pile.lower(): CARDS.json(scene.manni),
        "goal": None if scene.goal is None else format_goal(scene.goal),
    }


def _svg(
    shown: _Shown, limits: tuple[int, int, float | None] | None, seat: Seat | None = None
) -> str:
    """Return the picture, with values where there are ``limits`` (MB, jobs, seconds) for them.

    ``seat`` is whose tricks stand on the cards.
    """
    from solver.report.svg import picture

    solution = None
    if limits is not None:
        from solver.values.solve import Solver

        if shown.position is None:
            raise DealError("no contract is named: --values needs one (--contract)")
        memory, jobs, seconds = limits
        solution = Solver(memory, jobs).solve(shown.position, cards=True, seconds=seconds)
    return picture(shown.scene, title=shown.name, solution=solution, values_of=seat)


def _write(path: str, text: str) -> None:
    if path == "-":
        output.result_utf8(text)
    else:
        write_file(path, text.encode())
        output.note(f"wrote {path}")
