"""``manni advise card``: advice to a seat that is to play and sees its own hand alone."""

from __future__ import annotations

import click

from manni.cli import options
from manni.cli.formats import format_option
from manni.cli.params import CARDS, LAID
from manni.cli.sampling import (
    Sampling,
    Told,
    advise,
    belief_option,
    calls_option,
    cut_option,
    discarded_option,
    great_option,
    hand_option,
    left_option,
    shown_option,
    taken_option,
    time_option,
)
from manni.solver.advice.observation import Moment

_SECONDS = 3.0


@click.command
@options.gathered(
    "told",
    Told,
    hand_option,
    options.game_option,
    options.contract_option,
    great_option,
    options.seat_option(required=True),
    options.declarer_option,
    click.option(
        "--played",
        type=CARDS,
        default=(),
        help="Every card played so far, in order, from the first lead on.",
    ),
    taken_option,
    discarded_option,
    calls_option,
    left_option,
    cut_option,
    options.bid_option,
    shown_option,
    click.option(
        "--open",
        "laid",
        type=LAID,
        multiple=True,
        metavar="SEAT:HAND",
        help="In an open misère: a hand that lies on the table, as it was when the play began.",
    ),
)
@options.gathered(
    "sampling",
    Sampling,
    belief_option,
    options.worlds_option(),
    options.seed_option(),
    time_option(_SECONDS),
)
@format_option
def command(told: Told, sampling: Sampling, form: str) -> None:
    """Which card to play, with only one hand seen.

    The hand is given as it was when the play began, cards played since included. Deals that
    agree with what the seat knows are sampled, every card is played in each of
    them, and they are played out by a rule of thumb, every seat on its own knowledge. In the
    games of Manille they are solved instead, as if all cards were open, and points are those
    taken. Ctrl-C gives the answer so far.
    """
    from manni.solver.advice.play import advise_play

    known = told.seen(Moment.PLAY)
    advise(sampling, form, advise_play, known, belief=sampling.belief)
