"""``manni review``: what each card of a played deal cost."""

from __future__ import annotations

from functools import partial

from ... import Deal, Run, Solver
from ...solver.advice.choices import SEEN_POINTS_WORLDS, SEEN_WORLDS
from ...solver.i18n import contract_code, text_if
from ...solver.report.diagram import deal_head
from ...solver.report.text import Text, join
from .. import inputs, options, output
from ..outfile import check_plot, write_file


@options.command
def command(
    *,
    file: options.FileArgument,
    number: options.DealOption,
    first_trick: int = options.option(
        "--from", "Only from this trick on.", type=options.COUNT, default=1, metavar="TRICK"
    ),
    exchanges: bool = options.flag(
        "--exchange", "Also the best exchange beside each recorded one."
    ),
    seen: bool = options.flag(
        "Tell mistakes from cards that were right on what their players could see."
    ),
    whys: options.WhyOption,
    worlds: int | None = options.worlds(
        f"{SEEN_WORLDS}, where they are solved {SEEN_POINTS_WORLDS}"
    ),
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
    from ...solver.report.review import REVIEW, played_table, reasons_text, review_text
    from ...solver.review import reasons, review, seen_worlds
    from ...solver.table.commentary import takeback_text

    options.refuse_if(worlds is not None and not seen, "--worlds goes with --seen.")
    options.refuse_in_table(form, why=whys)
    if exchanges and first_trick > 1:
        output.note("--exchange: exchanges are looked at in a review from the first trick alone")
    loop = inputs.DealLoop(keep_going, form)
    deals = inputs.deals_of(file, number, loop, players=True)
    if picture is not None:
        options.refuse_if(
            len(deals) > 1, f"--picture draws one deal: choose with --deal 1 to {len(deals)}."
        )
        kind = check_plot(picture, [file])

    def look(number: int, deal: Deal, solver: Solver, run: Run) -> output.Report:
        if whys:
            from ...solver.analysis.why import check_why

            check_why(deal.position(after=0))
        reviewed = review(
            deal,
            solver,
            first_trick=first_trick,
            exchanges=exchanges,
            seen=(seen_worlds(deal) if worlds is None else worlds) if seen else None,
            seed=seed,
            run=run,
        )
        explained = reasons(reviewed, run=run) if whys else None
        title = _title(number, deal)
        if picture is not None:
            from ...solver.report.plots import plot_review

            write_file(picture, plot_review(reviewed, kind, title))
            output.note(f"plot written to {picture}")
        why = (
            {}
            if explained is None
            else {"why": [reason for reason in explained if reason.why is not None]}
        )

        def text() -> Text:
            explanations = ["\n" + reasons_text(reviewed, explained)] if explained else []
            taken = takeback_text(deal)
            return join("\n", [title, *[taken] * bool(taken), review_text(reviewed), *explanations])

        return partial(REVIEW.json, reviewed, **why), lambda: played_table(reviewed), text

    loop.run(deals, look, search, "cards")
    loop.finish()


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
