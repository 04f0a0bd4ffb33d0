"""``manni play card``: advice to a seat that is to play and sees its own hand alone."""

from __future__ import annotations

import click

from cli import options, output
from cli.commands.exchange_blind import parse_counts
from cli.formats import Rows, format_option
from cli.params import CARD, CARDS, HAND, SEAT, SECONDS, VARIANT, TextParam
from cli.sampling import belief_option, calls_option, left_option, worlds_option
from solver.advice.belief import Belief
from solver.advice.play import advise_play
from solver.advice.said import said
from solver.advice.seen import Seen
from solver.cards import Seat, check_once, hand_of
from solver.errors import DealError
from solver.exchange.before import check_declarer, contract_of
from solver.report.play import PLAY_ADVICE, play_table, play_text
from solver.rules.auction import Call
from solver.rules.bidding import bid_name
from solver.rules.contract import Contract
from solver.rules.variant import Variant

_SECONDS = 3.0


@click.command("card")
@click.option(
    "--hand",
    type=HAND,
    metavar="HAND",
    required=True,
    help="The hand as it was when the play began, cards played since included.",
)
@click.option(
    "--variant", type=VARIANT, metavar="VARIANT", required=True, help="The game, by its code."
)
@options.contract_option
@click.option("--great", is_flag=True, help="The contract is a great one.")
@click.option("--seat", type=SEAT, metavar="SEAT", required=True, help="Whose hand it is.")
@options.declarer_option
@click.option(
    "--played",
    type=CARDS,
    default=(),
    metavar="CARDS",
    help="Every card played so far, in order, from the first lead on.",
)
@click.option(
    "--taken",
    type=TextParam("counts", parse_counts),
    default=(),
    metavar="N,N,N",
    help="How many cards each seat exchanged, in turn.  [default: not known]",
)
@click.option(
    "--discarded", type=CARDS, default=(), metavar="CARDS", help="What the seat itself put down."
)
@calls_option
@left_option("What the seat had to declare before the calls (NULLO,NT,S), or another: D:H,D.")
@click.option(
    "--cut",
    type=CARD,
    metavar="CARD",
    help="The card cut or turned up, which the dealer was dealt.",
)
@click.option(
    "--bid",
    type=TextParam("bid", bid_name),
    metavar="BID",
    help="Where numbers are bid: what the declarer has to make.",
)
@click.option(
    "--shown",
    type=CARDS,
    default=(),
    metavar="CARDS",
    help="Where numbers are bid: the cards of the surprise that lay face up.",
)
@belief_option
@worlds_option
@options.seed_option("Fixes the worlds.")
@click.option(
    "--time",
    "seconds",
    type=SECONDS,
    metavar="SECONDS",
    help=f"Take this long at most.  [default: {_SECONDS:g}, unless --worlds is given]",
)
@format_option
def command(
    hand: int,
    variant: Variant,
    contract: Contract | None,
    great: bool,
    seat: Seat,
    declarer: Seat | None,
    played: tuple[int, ...],
    taken: tuple[int, ...],
    discarded: tuple[int, ...],
    calls: tuple[Call | None, ...],
    left: tuple[tuple[Seat | None, tuple[str, ...]], ...],
    cut: int | None,
    bid: str | None,
    shown: tuple[int, ...],
    belief: str,
    worlds: int | None,
    seed: int,
    seconds: float | None,
    form: str,
) -> None:
    """Which card to play, with only one hand seen.

    Deals that agree with what the seat knows are sampled, every card is played in each of
    them, and they are played out by a rule of thumb, every seat on its own knowledge. In the
    games of Manille they are solved instead, as if all cards were open, and points are those
    taken. Ctrl-C gives the answer so far.
    """
    declarer, named, great, lines = said(
        variant, calls, left, seat=seat, declarer=declarer, contract=contract, great=great
    )
    chosen = contract_of(variant, named, cut)
    if chosen is None:
        or_cut = f" or the {variant.cut_card} (--cut)" if variant.cuts else ""
        raise DealError(f"no contract: give one (--contract){or_cut}")
    check_once(discarded, "what is put down")
    if declarer is None and variant.slots:
        declarer = variant.declaring.opens
    if not calls:  # else these say who declares
        check_declarer(variant, declarer, chosen, great)
    known = Seen(
        variant,
        chosen,
        seat,
        hand,
        played,
        declarer,
        great,
        cut,
        taken,
        hand_of(discarded),
        calls,
        lines,
        bid=bid,
        shown=shown,
    )
    if seconds is None and worlds is None:
        seconds = _SECONDS
    with output.working("worlds", worlds, seconds) as run:
        found = advise_play(known, worlds=worlds, seed=seed, belief=Belief(belief), run=run)
    if form == "json":
        output.result_json(PLAY_ADVICE.json(found))
    elif form != "text":
        Rows(form).add(play_table(found))
    else:
        output.result(play_text(found))
    if run.is_cancelled():
        output.stopped()
