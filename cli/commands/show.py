"""``manni show``: a deal or position drawn, as text or as a picture."""

from __future__ import annotations

from dataclasses import replace

import click

from manni.cli import inputs, options, output
from manni.cli.outfile import check_target, ending, write_file
from manni.cli.params import SEAT
from manni.solver.cards import Seat
from manni.solver.deal import Deal
from manni.solver.errors import DealError
from manni.solver.position import Position
from manni.solver.report.diagram import deal_head, draw_scene
from manni.solver.report.drawn import SHOWN, Drawn, draw_deal, draw_hands
from manni.solver.report.text import Text, join
from manni.solver.rules.contract import Contract
from manni.solver.rules.rule_options import leader_for, rules_said


@click.command
@options.source_options
@options.picture_option
@click.option(
    "--values", is_flag=True, help="Put guarantees and the value of each card in the picture."
)
@click.option(
    "--values-of",
    "seat",
    type=SEAT,
    help="With --values: whose tricks stand on the cards: F, M or D (default: the seat of the "
    "goal, or to play).",
)
@click.option("--black-and-white", "grey", is_flag=True, help="With --picture: for print.")
@click.option("--suit-lines", "lines", is_flag=True, help="With --picture: a line for each suit.")
@click.option("--title", metavar="TEXT", help="The heading, in place of the deal's name.")
@options.search_options
@options.json_option
def command(
    source: options.Source,
    picture: str | None,
    values: bool,
    seat: Seat | None,
    grey: bool,
    lines: bool,
    title: str | None,
    search: options.Search,
    as_json: bool,
) -> None:
    """Draw a deal: three hands round a table.

    FILE holds deals (- is stdin). The dealer sits at the bottom, forehand on his left, in
    Manille on his right. A play that stops midway is followed to where it stops; there the
    goal of a puzzle is told, and its comment is not, which may give it away. With --picture it is
    drawn, one deal, in SVG (- is stdout) or PDF; players are named by the tag Players.
    """
    source.check()
    if values and picture is None:
        raise click.UsageError("--values goes with --picture; `manni solve --cards` prints them.")
    if seat is not None and not values:
        raise click.UsageError("--values-of goes with --values.")
    if (grey or lines) and picture is None:
        raise click.UsageError("--black-and-white and --suit-lines go with --picture.")
    if as_json and picture is not None:
        raise click.UsageError("--json or --picture, one of the two.")
    if source.file is not None and (source.variant, source.declarer, source.bid) != (None,) * 3:
        raise click.UsageError("--variant, --declarer and --bid go with --hands.")
    if picture is not None:
        check_target(picture, [source.file])
        kind = ending(picture, "svg", "pdf")
    bad = inputs.BadDeals(source.keep_going)
    if source.file is None:
        shown = [_hands_given(source)]
    else:
        shown = []
        for number, place, deal in inputs.deals_of(source.file, source.number, bad):
            with bad.caught(place):
                shown.append(replace(_of_deal(deal, place, source), number=number))
        if not shown:
            bad.finish()
    if title is not None:
        shown = [replace(one, about=one.about._replace(name=title)) for one in shown]
    if picture is not None:
        if len(shown) > 1:
            assert source.file is not None
            raise click.UsageError(
                f"{inputs.name_of(source.file)} holds {len(shown)} deals: choose one with --deal."
            )
        drawn = _picture(shown[0], search if values else None, seat, grey, lines)
        _write(picture, _pdf(drawn) if kind == "pdf" else drawn)
    elif as_json:
        for one in shown:
            output.result_json(SHOWN.json(one))
    else:
        output.result(join("\n\n", map(_text, shown)))
    bad.finish()


def _hands_given(source: options.Source) -> Drawn:
    assert source.hands is not None
    variant, leader, declarer = source.variant, source.leader, source.declarer
    usual = Contract.NT if variant is None else variant.contracts[0]
    named = usual if source.contract is None else source.contract
    if leader is None:
        leader = leader_for(declarer, variant)
    rules = rules_said(named, source.ace_low, variant, declarer, source.bid)
    # Nothing is played where no contract is named, so that it does not matter who declares.
    if source.contract is None and declarer is None:
        declarer = leader
    played = source.played or ()
    position = Position(source.hands, named, leader, played, rules=rules, declarer=declarer)
    return draw_hands(position, source.contract is not None)


def _of_deal(deal: Deal, place: str, source: options.Source) -> Drawn:
    drawn = draw_deal(
        deal,
        contract=source.contract,
        leader=source.leader,
        ace_low=source.ace_low,
        after=source.after,
    )
    if drawn.note is not None:
        output.note(f"{place}: {drawn.note}")
    return drawn


def _text(shown: Drawn) -> Text:
    about = shown.about
    said = about.lines if shown.scene.goal is None else [about.credit]
    heading = join("\n", filter(None, (deal_head(shown.number, about.name), *said)))
    drawing = draw_scene(shown.scene)
    return Text(heading, "\n\n", drawing) if heading else drawing


def _picture(
    shown: Drawn,
    search: options.Search | None,
    seat: Seat | None,
    grey: bool,
    lines: bool,
) -> str:
    """Return the picture in SVG, with values where there is a ``search`` for them.

    ``seat`` is whose tricks stand on the cards.
    """
    from manni.solver.report.svg import picture

    solution = None
    if search is not None:
        from manni.solver.values.solve import Solver

        if shown.position is None:
            raise DealError("no contract is named: --values needs one (--contract)")
        solver = Solver(search.memory, search.jobs)
        solution = solver.solve(shown.position, cards=True, seconds=search.seconds)
    return picture(
        shown.scene,
        about=shown.about,
        solution=solution,
        values_of=seat,
        names=shown.names,
        grey=grey,
        lines=lines,
    )


def _pdf(svg: str) -> bytes:
    """Return a picture as PDF. Raises UsageError where what makes it is not installed."""
    try:
        from cairosvg import svg2pdf
    except (ImportError, OSError) as error:  # OSError: there is no library cairo
        raise click.UsageError(
            f'a PDF takes CairoSVG, pip install "manni[pdf]", and the library cairo: {error}'
        ) from None
    found: bytes = svg2pdf(bytestring=svg.encode())
    return found


def _write(path: str, drawn: str | bytes) -> None:
    if path == "-":
        assert isinstance(drawn, str)
        output.result_utf8(drawn)
    else:
        write_file(path, drawn.encode() if isinstance(drawn, str) else drawn)
        output.note(f"wrote {path}")
