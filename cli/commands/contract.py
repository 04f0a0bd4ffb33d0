"""``manni contract``: which contract to declare, whether to overcall or claim, how high to bid."""

from __future__ import annotations

import click

from cli import options
from cli.formats import Report, format_option
from cli.params import BID, CARD, CARDS, CONTRACT, HAND, SEAT, VARIANT
from cli.sampling import (
    Left,
    Sampling,
    advise,
    calls_option,
    left_option,
    sampling_options,
)
from solver.advice.bids import advise_bids
from solver.advice.claim import advise_claim
from solver.advice.contract import advise_contract
from solver.advice.name_trump import advise_trump
from solver.advice.seen import Moment
from solver.advice.view import naming, view
from solver.cards import Seat
from solver.report.bids import BIDDING_ADVICE, bids_table, bids_text
from solver.report.call_choice import (
    CONTRACT_ADVICE,
    contract_table,
    contract_text,
    plot_contract,
)
from solver.report.claim import CLAIM_ADVICE, claim_table, claim_text
from solver.report.name_trump import TRUMP_ADVICE, trump_table, trump_text
from solver.rules.auction import Call
from solver.rules.contract import Contract
from solver.rules.variant import Variant

_SECONDS = 30.0

_WITH_CALLS = ("left", "calls", "deal_only", "belief", "value", "plot")
_WITH_BIDS = ("above", "shown")
_WITH_CLAIMS = ("seat", "contract", "cut")
"""Options that mean something where contracts are called, numbers bid or every trick claimed."""

_REPORT = Report(CONTRACT_ADVICE.json, contract_table, contract_text, plot_contract)
_TRUMP_REPORT = Report(TRUMP_ADVICE.json, trump_table, trump_text)
_CLAIM_REPORT = Report(CLAIM_ADVICE.json, claim_table, claim_text)
_BIDS_REPORT = Report(BIDDING_ADVICE.json, bids_table, bids_text)


@click.command
@click.option("--hand", type=HAND, required=True, help="The hand to advise on.")
@click.option("--variant", type=VARIANT, required=True, help="The game, by its code.")
@left_option("What the seat to call has still to declare (NULLO,NT,S), or another: D:H,D.")
@calls_option
@click.option("--deal-only", is_flag=True, help="Leave out what the contracts left are worth.")
@click.option("--above", type=BID, help="Where numbers are bid: the bid that stands.")
@click.option(
    "--shown",
    type=CARDS,
    default=(),
    help="Where numbers are bid: the cards of the surprise that lie face up.",
)
@click.option("--seat", type=SEAT, help="Where every trick may be claimed: whose hand it is.")
@click.option("--contract", type=CONTRACT, help="There: the trump, where one has been named.")
@click.option("--cut", type=CARD, help="There: the card turned up, which makes the trump.")
@sampling_options(_SECONDS)
@format_option
def command(
    hand: int,
    variant: Variant,
    left: tuple[Left, ...],
    calls: tuple[Call | None, ...],
    deal_only: bool,
    above: str | None,
    shown: tuple[int, ...],
    seat: Seat | None,
    contract: Contract | None,
    cut: int | None,
    sampling: Sampling,
    form: str,
) -> None:
    """Which contract to declare, how high to bid, whether to claim.

    The Manni, or a surprise, has not been seen.

    Expected points of every call the seat may make, with its best discards, and in an
    auction with overcalls of passing, which is playing against the call that stands.
    What the contracts that are left then are worth in later deals is added, unless
    --deal-only is given. Where numbers are bid: how often each is made, what it
    brings, and up to what number bidding pays.
    Where a trump is named without an auction: what the seat that names it takes under each.
    Where every trick may be claimed once the trump is known, which --contract or --cut says:
    how often a claim of --seat is made, and what it brings beside playing on.
    Ctrl-C gives the answer so far.
    """
    if variant.claims and (not variant.names_trump or any(map(options.is_given, _WITH_CLAIMS))):
        options.refuse((*_WITH_CALLS, *_WITH_BIDS), variant)
        known = view(hand, variant, contract, seat, moment=Moment.CLAIM, cut=cut)
        advise(sampling, form, _CLAIM_REPORT, advise_claim, known, **sampling.means)
        return
    options.refuse(_WITH_CLAIMS, variant)
    if variant.names_trump:
        options.refuse((*_WITH_CALLS, *_WITH_BIDS), variant)
        known = naming(hand, variant)
        advise(sampling, form, _TRUMP_REPORT, advise_trump, known, **sampling.means)
        return
    if variant.bids:
        options.refuse(_WITH_CALLS, variant)
        asked = {"above": above, "shown": shown, **sampling.means}
        advise(sampling, form, _BIDS_REPORT, advise_bids, hand, variant, **asked)
        return
    options.refuse(_WITH_BIDS, variant)
    advise(
        sampling,
        form,
        _REPORT,
        advise_contract,
        hand,
        variant,
        left=left,
        calls=calls,
        deal_only=deal_only,
        belief=sampling.belief,
        value=sampling.value,
        **sampling.means,
    )
