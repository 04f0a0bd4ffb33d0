"""``manni contract``: which contract to declare, whether to overcall."""

from __future__ import annotations

from functools import partial

import click

from cli import options, output
from cli.params import HAND, VARIANT, TextParam
from cli.sampling import Sampling, advise, belief_option, calls_option, sampling_options
from solver.advice.belief import Belief
from solver.advice.contract import ContractAdvice, advise_contract
from solver.cards import Seat
from solver.notation import parse_seat
from solver.report.contract import contract_json, contract_text, plot_contract
from solver.rules.auction import Call
from solver.rules.variant import Variant

_SECONDS = 30.0


def _parse_left(text: str) -> tuple[Seat | None, tuple[str, ...]]:
    """Return a seat, None for the one to call, and the lines of its list."""
    name, colon, rest = text.partition(":")
    seat = parse_seat(name) if colon else None
    lines = (rest if colon else text).replace(",", " ").split()
    return seat, tuple(line.lower() if line.lower() == "other" else line.upper() for line in lines)


@click.command
@click.option("--hand", type=HAND, metavar="HAND", required=True, help="The hand that is seen.")
@click.option(
    "--variant",
    type=VARIANT,
    required=True,
    metavar="VARIANT",
    help="The game, by its code.",
)
@click.option(
    "--left",
    "left",
    type=TextParam("left", _parse_left),
    multiple=True,
    metavar="LIST",
    help="What the seat to call has still to declare (NULLO,NT,S), or another: D:H,D.  "
    "[default: everything]",
)
@calls_option
@click.option("--deal-only", is_flag=True, help="Leave out what the contracts left are worth.")
@belief_option
@sampling_options(_SECONDS)
@options.json_option
def command(
    hand: int,
    variant: Variant,
    left: tuple[tuple[Seat | None, tuple[str, ...]], ...],
    calls: tuple[Call | None, ...],
    deal_only: bool,
    belief: str,
    as_json: bool,
    sampling: Sampling,
) -> None:
    """Which contract to declare, before the Manni is seen.

    Expected points of every call the seat may make, with its best discards, and in an
    auction with overcalls of passing, which is playing against the call that stands.
    What the contracts that are left then are worth in later deals is added, unless
    --deal-only is given. Ctrl-C gives the answer so far.
    """

    def show(found: ContractAdvice) -> None:
        if as_json:
            output.result_json(contract_json(found))
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
