"""``manni review``: what each card of a played deal cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ... import Deal, Run, Solver
from ...solver.advice.choices import SEEN_POINTS_WORLDS, SEEN_WORLDS
from ...solver.i18n import contract_code, text_if
from ...solver.report.diagram import deal_head
from ...solver.report.text import Text, join
from .. import inputs, options, output
from ..outfile import check_plot, write_file

if TYPE_CHECKING:
    from ...solver.review import LossReason, Review


@options.command
def command(
    file: options.FileArgument,
    number: options.DealOption,
    first_trick: Annotated[
        int,
        options.option(
            "--from",
            type=options.COUNT,
            default=1,
            metavar="TRICK",
            help="Only from this trick on.",
        ),
    ],
    exchanges: Annotated[
        bool, options.flag("--exchange", help="Also the best exchange beside each recorded one.")
    ],
    seen: Annotated[
        bool,
        options.flag(
            "--seen",
            help="Tell mistakes from cards that were right on what their players could see.",
        ),
    ],
    whys: options.WhyOption,
    worlds: Annotated[
        int | None, options.worlds(f"{SEEN_WORLDS}, where they are solved {SEEN_POINTS_WORLDS}")
    ],
    seed: options.SeedOption,
    picture: options.PictureOption,
    keep_going: options.KeepGoingOption,
    search: options.WholeSearch,
    form: options.FormatOption,
) -> None:
    """What each card played cost its player and gave the others.

    FILE holds deals with a [Play], which may stop before the end (- is stdin). --json
    prints one line per deal; in csv, tsv and markdown a row is a card. With --seen deals that
    each player thinks possible are sampled. A picture, .svg or .png, shows the guarantees over
    the cards of one deal. A deal that was not reviewed to its end when its part of --total-time
    was over, or at Ctrl-C, is left out.
    """
    from ...solver.review import reasons, review, seen_worlds

    options.refuse_if(worlds is not None and not seen, "--worlds goes with --seen.")
    options.refuse_in_table(form, why=whys)
    if exchanges and first_trick > 1:
        output.note("--exchange: exchanges are looked at in a review from the first trick alone")
    bad = inputs.BadDeals(keep_going)
    deals = inputs.deals_of(file, number, bad, players=True)
    if picture is not None:
        options.refuse_if(
            len(deals) > 1, f"--picture draws one deal: choose with --deal 1 to {len(deals)}."
        )
        kind = check_plot(picture, [file])
    solver = Solver(search.memory, search.jobs)
    printer = output.Printer(form)
    whole = Run(search.seconds)
    for index, (deal_number, place, deal) in enumerate(deals):
        left = whole.seconds_left
        part = None if left is None else left / (len(deals) - index)
        with bad.caught(place):
            if whys:
                from ...solver.analysis.why import check_why

                check_why(deal.position(after=0))
            with output.working("cards", None, part, within=whole) as run:
                reviewed = review(
                    deal,
                    solver,
                    first_trick=first_trick,
                    exchanges=exchanges,
                    seen=(seen_worlds(deal) if worlds is None else worlds) if seen else None,
                    seed=seed,
                    run=run,
                )
                found = reasons(reviewed, run=run) if whys else []
            title = _title(deal_number, deal)
            _show(printer, deal_number, title, reviewed, found if whys else None)
            if picture is not None:
                from ...solver.report.plots import plot_review

                write_file(picture, plot_review(reviewed, kind, title))
                output.note(f"plot written to {picture}")
        if run.is_cancelled():
            output.stopped(deal_number, len(deals))
    bad.finish()


def _show(
    printer: output.Printer,
    number: int,
    title: str,
    reviewed: Review,
    found: list[LossReason] | None,
) -> None:
    """Print a review, with the reasons that were ``found`` where they were asked for."""
    from ...solver.report import review

    why = {} if found is None else {"why": [each for each in found if each.why is not None]}

    def text() -> Text:
        reasons = ["\n" + review.reasons_text(reviewed, found)] if found else []
        return join("\n", [title, review.review_text(reviewed), *reasons])

    printer.show(
        lambda: review.REVIEW.json(reviewed, deal=number, **why),
        lambda: review.played_table(reviewed),
        text,
        {"deal": number},
    )


def _title(number: int, deal: Deal) -> str:
    if deal.contract is None:
        return deal_head(number, deal.name)
    return text_if(
        deal.name,
        "Deal {number}, {contract}: {name}",
        "Deal {number}, {contract}",
        number=number,
        contract=contract_code(deal.contract.name),
        name=deal.name,
    )
