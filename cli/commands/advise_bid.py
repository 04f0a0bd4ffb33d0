"""``manni advise bid``: how high to bid, where numbers are bid."""

from __future__ import annotations

import click

from manni.cli import options
from manni.cli.formats import format_option
from manni.cli.params import BID
from manni.cli.sampling import (
    Sampling,
    advise,
    hand_option,
    plain_sampling_options,
    shown_option,
)
from manni.solver.errors import RuleError
from manni.solver.rules.variant import Variant

_SECONDS = 30.0


@click.command
@hand_option
@options.game_option
@click.option("--above", type=BID, help="The bid that stands.")
@click.option(
    "--auction",
    metavar="BIDS",
    help='What has been said so far, from forehand on: "20, pass"; an empty text at the beginning. '
    "It is then advised what to say now.",
)
@shown_option
@plain_sampling_options(_SECONDS)
@format_option
def command(
    hand: int,
    variant: Variant,
    above: str | None,
    auction: str | None,
    shown: tuple[int, ...],
    sampling: Sampling,
    form: str,
) -> None:
    """How high to bid, where numbers are bid.

    How often each bid is made, what it brings, and up to what number bidding pays. The
    surprise has not been seen, but for what is --shown of it. With --auction the others are
    taken to have bid, and to bid, as the computer does, and it is advised what to say now and how
    far to go on. Ctrl-C gives the answer so far.
    """
    if not variant.bids or variant.claims:
        what = "claim" if variant.claims and not variant.names_trump else "call"
        raise RuleError(f"no numbers are bid in {variant.code}: manni advise {what}")
    said = None
    if auction is not None:
        said = [word.strip() for word in auction.split(",") if word.strip()]
    asked = {"above": above, "calls": said, "shown": shown, **sampling.means}
    from manni.solver.advice.bids import advise_bids

    advise(sampling, form, advise_bids, hand, variant, **asked)
