"""``manni contract``: which contract to declare, whether to overcall, how high to bid."""

from __future__ import annotations

from functools import partial

import click

from cli import options, output
from cli.formats import Rows, format_option
from cli.params import CARDS, HAND, VARIANT, TextParam
from cli.sampling import (
    Sampling,
    advise,
    belief_option,
    calls_option,
    left_option,
    sampling_options,
)
from solver.advice.answer import ContractAdvice
from solver.advice.belief import Belief
from solver.advice.bids import advise_bids
from solver.advice.contract import advise_contract
from solver.cards import Seat
from solver.report.bids import BIDDING_ADVICE, bids_table, bids_text
from solver.report.contract import (
    CONTRACT_ADVICE,
    contract_table,
    contract_text,
    plot_contract,
)
from solver.rules.auction import Call
from solver.rules.bidding import bid_name
from solver.rules.variant import Variant

_SECONDS = 30.0

_NOT_WITH_BIDS = {
    "left": "--left",
    "calls": "--calls",
    "deal_only": "--deal-only",
    "belief": "--belief",
    "value": "--value",
    "plot": "--plot",
}
"""Options that mean nothing where numbers are bid."""

_ONLY_WITH_BIDS = {"above": "--above", "shown": "--shown"}
"""Options that mean something only there."""


@click.command
@click.option("--hand", type=HAND, metavar="HAND", required=True, help="The hand that is seen.")
@click.option(
    "--variant",
    type=VARIANT,
    required=True,
    metavar="VARIANT",
    help="The game, by its code.",
)
@left_option("What the seat to call has still to declare (NULLO,NT,S), or another: D:H,D.")
@calls_option
@click.option("--deal-only", is_flag=True, help="Leave out what the contracts left are worth.")
@click.option(
    "--above",
    type=TextParam("bid", bid_name),
    metavar="BID",
    help="Where numbers are bid: the bid that stands.",
)
@click.option(
    "--shown",
    type=CARDS,
    default=(),
    metavar="CARDS",
    help="Where numbers are bid: the cards of the surprise that lie face up.",
)
@belief_option
@sampling_options(_SECONDS)
@format_option
def command(
    hand: int,
    variant: Variant,
    left: tuple[tuple[Seat | None, tuple[str, ...]], ...],
    calls: tuple[Call | None, ...],
    deal_only: bool,
    above: str | None,
    shown: tuple[int, ...],
    belief: str,
    form: str,
    sampling: Sampling,
) -> None:
    """Which contract to declare, or how high to bid.

    The Manni, or a surprise, has not been seen.

    Expected points of every call the seat may make, with its best discards, and in an
    auction with overcalls of passing, which is playing against the call that stands.
    What the contracts that are left then are worth in later deals is added, unless
    --deal-only is given. Where numbers are bid: how often each is made, and what it brings.
    Ctrl-C gives the answer so far.
    """
    if variant.bids and not variant.claims:
        options.refuse(_NOT_WITH_BIDS, variant)
        _bids(hand, variant, above, shown, sampling, form)
        return
    options.refuse(_ONLY_WITH_BIDS, variant)

    def show(found: ContractAdvice) -> None:
        if form == "json":
            output.result_json(CONTRACT_ADVICE.json(found))
        elif form != "text":
            Rows(form).add(contract_table(found))
        else:
            output.result(contract_text(found))

    ask = partial(
        advise_contract,
        hand,
        variant,
        left=left,
        calls=calls,
        deal_only=deal_only,
        belief=Belief(belief),
    )
    advise(sampling, ask, show, plot_contract)


def _bids(
    hand: int,
    variant: Variant,
    above: str | None,
    shown: tuple[int, ...],
    sampling: Sampling,
    form: str,
) -> None:
    """Print what each bid is worth."""
    with output.working("worlds", sampling.worlds, sampling.seconds) as run:
        found = advise_bids(
            hand,
            variant,
            above=above,
            shown=shown,
            worlds=sampling.worlds,
            seed=sampling.seed,
            threads=sampling.jobs,
            memory_mb=sampling.memory,
            run=run,
        )
    if form == "json":
        output.result_json(BIDDING_ADVICE.json(found))
    elif form != "text":
        Rows(form).add(bids_table(found))
    else:
        output.result(bids_text(found))
    if run.is_cancelled():
        output.stopped()
