"""``manni deal``: deals at random."""

from __future__ import annotations

from itertools import islice
from random import SystemRandom

import click

from cli import output
from cli.options import json_option
from cli.params import COUNT, VARIANT
from solver.dealing import random_deals
from solver.files.dealfile import format_deal
from solver.files.jsonfile import format_json
from solver.rules.variant import Variant


@click.command
@click.option(
    "--variant", type=VARIANT, required=True, metavar="VARIANT", help="The game, by its code."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Seed and variant determine the deals for ever.  [default: a random one]",
)
@click.option(
    "-n", "number", type=COUNT, default=1, show_default=True, metavar="N", help="How many deals."
)
@json_option
def command(variant: Variant, seed: int | None, number: int, as_json: bool) -> None:
    """Deal cards for a game and print them as a .manni file.

    With --json they are a .json file. The contract is recorded unless somebody has to
    declare it. The tags Seed and Board say where a deal came from.
    """
    if seed is None:
        seed = SystemRandom().randrange(1 << 32)
    deals = islice(random_deals(variant, seed), number)
    if as_json:
        output.result_utf8(format_json(deals))
        return
    for index, deal in enumerate(deals):
        output.result("\n" * bool(index) + format_deal(deal).rstrip("\n"))
