"""``manni show``: a deal or position drawn, as text or as a picture."""

from __future__ import annotations

from typing import Annotated

import click

from ... import Contract, Deal, DealError, Seat
from ...solver.notation import SEAT_LETTERS
from ...solver.report.deal_view import DEAL_VIEW, deal_view
from ...solver.report.diagram import View, deal_head, draw_view
from ...solver.report.text import Text, join
from .. import inputs, options, output
from ..options import SEAT, flag, option
from ..outfile import check_target, write_and_report


@options.command
def command(
    *,
    source: options.Source,
    picture: options.PictureOption,
    values: bool = flag("Put guarantees and the value of each card in the picture."),
    seat: Annotated[
        Seat | None,
        option(
            "--values-of",
            f"With --values: whose tricks stand on the cards: {SEAT_LETTERS}.  [default: the "
            "seat of the goal, or to play]",
            type=SEAT,
        ),
    ],
    grey: bool = flag("--black-and-white", "With --picture: for print."),
    lines: bool = flag("--suit-lines", "With --picture: a line for each suit."),
    title: str | None = option("The heading, in place of the deal's name.", metavar="TEXT"),
    search: options.SearchOptions,
    as_json: options.JsonOption,
) -> None:
    """Draw a deal: three hands round a table.

    FILE holds deals (- is stdin). The dealer sits at the bottom, forehand on his left, in
    Manille on his right. A play that stops midway is followed to where it stops; there the
    goal of a puzzle is told, and its comment is not, which may give it away. With --picture it is
    drawn, one deal, in SVG (- is stdout) or PDF; players are named by the tag Players.
    """
    source.check()
    options.refuse_if(
        values and picture is None,
        "--values goes with --picture; `manni solve --cards` prints them.",
    )
    options.refuse_if(seat is not None and not values, "--values-of goes with --values.")
    options.refuse_if(
        (grey or lines) and picture is None, "--black-and-white and --suit-lines go with --picture."
    )
    options.refuse_if(as_json and picture is not None, "--json or --picture, one of the two.")
    options.refuse_if(
        source.file is not None and (source.variant, source.declarer, source.bid) != (None,) * 3,
        "--variant, --declarer and --bid go with --hands.",
    )
    if picture is not None:
        kind = check_target(picture, "svg", "pdf", reads=[source.file])
    loop = inputs.DealLoop(source.keep_going)
    if source.file is None:
        named = Contract.NT if source.variant is None else source.variant.contracts[0]
        position = source.position(named if source.contract is None else source.contract)
        view = View.of(position)
        if source.contract is None:  # nothing is said of the one that the rules were taken from
            view = view._replace(contract=None, to_play=None, declarer=None, position=None)
        if source.variant is not None and not position.rules.is_plain:
            view = view._replace(variant=source.variant.code, bid=source.bid)
        views = [view]
    else:

        def drawn(number: int, place: str, deal: Deal) -> View:
            view = deal_view(
                deal,
                contract=source.contract,
                leader=source.leader,
                ace_low=source.ace_low,
                after=source.after,
            )
            if view.note is not None:
                output.note(f"{place}: {view.note}")
            return view._replace(number=number)

        deals = inputs.deals_of(source.file, source.number, loop)
        views = [view for *_, view in loop.map(deals, drawn)]
        if not views:
            loop.finish()
    if title is not None:
        views = [one._replace(info=one.info._replace(name=title)) for one in views]
    if picture is not None:
        if len(views) > 1:
            assert source.file is not None
            raise click.UsageError(
                f"{inputs.name_of(source.file)} holds {len(views)} deals: choose one with --deal."
            )
        from ...solver.report.svg import picture as svg_of

        (one,) = views
        solution = None
        if values:
            from ...solver.values.solve import Solver

            if None in one.hands:
                raise DealError("not all hands are known: --values needs them")
            if one.position is None:
                raise DealError("no contract is named: --values needs one (--contract)")
            solver = Solver(search.memory, search.jobs)
            solution = solver.solve(one.position, cards=True, seconds=search.seconds)
        svg = svg_of(
            one,
            solution=solution,
            values_of=seat,
            grey=grey,
            lines=lines,
        )
        write_and_report(picture, _pdf(svg) if kind == "pdf" else svg)
    elif as_json:
        for one in views:
            output.result_json(DEAL_VIEW.json(one))
    else:
        output.result(join("\n\n", map(_text, views)))
    loop.finish()


def _text(view: View) -> Text:
    info = view.info
    lines = info.lines if view.goal is None else [info.credit]
    heading = join("\n", filter(None, (deal_head(view.number, info.name), *lines)))
    drawing = draw_view(view)
    return Text(heading, "\n\n", drawing) if heading else drawing


def _pdf(svg: str) -> bytes:
    """Return a picture as PDF. Raises UsageError where what makes it is not installed."""
    try:
        from cairosvg import svg2pdf
    except (ImportError, OSError) as error:  # OSError: there is no library cairo
        missing = "CairoSVG" if isinstance(error, ImportError) else "the library cairo"
        raise click.UsageError(
            f"a PDF takes CairoSVG, pip install 'manni[pdf]', and the library cairo: {missing} is "
            "not installed"
        ) from None
    pdf: bytes = svg2pdf(bytestring=svg.encode())
    return pdf
