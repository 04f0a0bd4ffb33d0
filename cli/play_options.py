"""What ``manni play`` is asked for."""

from __future__ import annotations

from types import SimpleNamespace

import click

from ..solver.advice.choices import Strength
from . import options


class PlayOptions(SimpleNamespace):
    """What is played, how, and where it is kept."""

    file: options.OptionalFile
    number: options.DealOption
    game: bool = options.flag("Play deals until the game is over.")
    dealer: str | None = options.option(
        "Who deals first in a game: you, left, right and so on, as the table calls them, "
        "or draw: each draws a card, and the lowest deals.  [default: draw in the games of "
        "Manille, in others the player before you, so that you are forehand]",
        type=str.lower,
        metavar="PLAYER",
    )
    resume: options.ResumeOption
    variant: options.VariantOption
    seed: options.OptionalSeed
    seat: options.SeatOption
    level: Strength = options.option(
        "--strength",
        "How the computer plays, the weakest first: taking what tricks it can, by a rule "
        "of thumb, or by that rule in sampled deals (as thumb where six or seven play).",
        type=click.Choice([strength.value for strength in Strength]),
        default=Strength.FAIR.value,
        show_default=True,
        callback=lambda context, param, name: Strength(name),
    )
    target: options.OutOption
    as_json: options.JsonOption
