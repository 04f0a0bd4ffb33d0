"""``manni play card``: advice to a seat that is to play and sees its own hand alone."""

from __future__ import annotations

import click

from cli import options
from cli.formats import Report, format_option
from cli.params import BID, CARD, CARDS, HAND, LAID, SEAT, VARIANT
from cli.sampling import (
    COUNTS,
    Sampling,
    Told,
    advise,
    belief_option,
    calls_option,
    left_option,
    time_option,
    worlds_option,
)
from solver.advice.play import advise_play
from solver.advice.seen import Moment
from solver.report.card_choice import PLAY_ADVICE, play_table, play_text

_SECONDS = 3.0


@click.command("card")
@options.gathered(
    "told",
    Told,
    click.option(
        "--hand",
        type=HAND,
        required=True,
        help="The hand as it was when the play began, cards played since included.",
    ),
    click.option("--variant", type=VARIANT, required=True, help="The game, by its code."),
    options.contract_option,
    click.option("--great", is_flag=True, help="The contract is a great one."),
    click.option("--seat", type=SEAT, required=True, help="Whose hand it is."),
    options.declarer_option,
    click.option(
        "--played",
        type=CARDS,
        default=(),
        help="Every card played so far, in order, from the first lead on.",
    ),
    click.option(
        "--taken",
        type=COUNTS,
        default=(),
        metavar="N,N,N",
        help="How many cards each seat exchanged, in turn.  [default: not known]",
    ),
    click.option("--discarded", type=CARDS, default=(), help="What the seat itself put down."),
    calls_option,
    left_option("What the seat had to declare before the calls (NULLO,NT,S), or another: D:H,D."),
    click.option("--cut", type=CARD, help="The card cut or turned up, which the dealer was dealt."),
    click.option("--bid", type=BID, help="Where numbers are bid: what the declarer has to make."),
    click.option(
        "--shown",
        type=CARDS,
        default=(),
        help="Where numbers are bid: the cards of the surprise that lay face up.",
    ),
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
    worlds_option,
    options.seed_option("Fixes the worlds."),
    time_option("Take this long at most.", _SECONDS),
)
@format_option
def command(told: Told, sampling: Sampling, form: str) -> None:
    """Which card to play, with only one hand seen.

    Deals that agree with what the seat knows are sampled, every card is played in each of
    them, and they are played out by a rule of thumb, every seat on its own knowledge. In the
    games of Manille they are solved instead, as if all cards were open, and points are those
    taken. Ctrl-C gives the answer so far.
    """
    report = Report(PLAY_ADVICE.json, play_table, play_text)
    known = told.seen(Moment.PLAY)
    advise(sampling, form, report, advise_play, known, belief=sampling.belief)
