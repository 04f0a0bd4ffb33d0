"""``manni advise call``: which contract to declare or trump to name, whether to overcall."""

from __future__ import annotations

import click

from manni.cli import options
from manni.cli.formats import format_option
from manni.cli.sampling import (
    Left,
    Sampling,
    advise,
    calls_option,
    hand_option,
    left_option,
    sampling_options,
)
from manni.solver.advice.observe import naming
from manni.solver.errors import RuleError
from manni.solver.rules.auction import Call
from manni.solver.rules.variant import Variant

_SECONDS = 30.0

_WITH_CALLS = ("left", "calls", "deal_only", "belief", "value", "picture")
"""Options that mean nothing where a trump is named without an auction."""


@click.command
@hand_option
@options.game_option
@left_option
@calls_option
@click.option("--deal-only", is_flag=True, help="Leave out what the contracts left are worth.")
@sampling_options(_SECONDS)
@format_option
def command(
    hand: int,
    variant: Variant,
    left: tuple[Left, ...],
    calls: tuple[Call | None, ...],
    deal_only: bool,
    sampling: Sampling,
    form: str,
) -> None:
    """Which contract to declare or trump to name, or to pass.

    The Manni, or a surprise, has not been seen.

    Expected points of every call the seat may make, with its best discards, and in an
    auction with overcalls of passing, which is playing against the call that stands.
    What the contracts that are left then are worth in later deals is added, unless
    --deal-only is given.
    Where a trump is named without an auction: what the seat that names it takes under each.
    Ctrl-C gives the answer so far.
    """
    if variant.names_trump:
        options.refuse(_WITH_CALLS, variant)
        known = naming(hand, variant)
        from manni.solver.advice.name_trump import advise_trump

        advise(sampling, form, advise_trump, known, **sampling.means)
        return
    if variant.claims:
        raise RuleError(f"nobody calls in {variant.code}: manni advise claim says what to claim")
    if variant.bids:
        raise RuleError(f"numbers are bid in {variant.code}: manni advise bid says how high")
    from manni.solver.advice.contract import advise_contract

    advise(
        sampling,
        form,
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
