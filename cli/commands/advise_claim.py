"""``manni advise claim``: whether to claim every trick."""

from __future__ import annotations

import click

from manni.cli import options
from manni.cli.formats import format_option
from manni.cli.sampling import (
    Sampling,
    advise,
    cut_option,
    hand_option,
    plain_sampling_options,
)
from manni.solver.advice.observation import Moment
from manni.solver.advice.observe import observe
from manni.solver.cards import Seat
from manni.solver.rules.contract import Contract
from manni.solver.rules.variant import Variant

_SECONDS = 30.0


@click.command
@hand_option
@options.game_option
@options.seat_option()
@options.contract_option
@cut_option
@plain_sampling_options(_SECONDS)
@format_option
def command(
    hand: int,
    variant: Variant,
    seat: Seat | None,
    contract: Contract | None,
    cut: int | None,
    sampling: Sampling,
    form: str,
) -> None:
    """Whether to claim every trick, where that can be claimed.

    That is once the trump is known, which --contract or --cut says: how often a claim of
    --seat is made, and what it brings beside playing on. Ctrl-C gives the answer so far.
    """
    known = observe(hand, variant, contract, seat, moment=Moment.CLAIM, cut=cut)
    from manni.solver.advice.claim import advise_claim

    advise(sampling, form, advise_claim, known, **sampling.means)
