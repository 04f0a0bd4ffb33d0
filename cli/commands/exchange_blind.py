"""``manni exchange blind``: advice to a seat that sees its own hand alone."""

from __future__ import annotations

from functools import partial

import click

from cli import options, output
from cli.commands.exchange_surprise import (
    NOT_WITH_SURPRISE,
    ONLY_WITH_SURPRISE,
    advise_surprise,
)
from cli.formats import Rows, format_option
from cli.params import CARD, CARDS, COUNT, HAND, SEAT, VARIANT, TextParam
from cli.sampling import (
    Sampling,
    advise,
    belief_option,
    calls_option,
    left_option,
    sampling_options,
)
from solver.advice.answer import ExchangeAdvice
from solver.advice.belief import Belief
from solver.advice.entrants import RACED
from solver.advice.exchange import advise_exchange
from solver.advice.view import holding, view
from solver.advice.worlds import Opponents
from solver.cards import Seat
from solver.checks import quote
from solver.errors import NotationError, RuleError
from solver.report.advice import EXCHANGE_ADVICE, advice_table, advice_text, plot_advice
from solver.rules.auction import Call
from solver.rules.bidding import bid_name
from solver.rules.contract import Contract
from solver.rules.variant import Variant

_SECONDS = 10.0


def parse_counts(text: str) -> tuple[int, ...]:
    """Return numbers of cards, separated by commas or blanks."""
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdecimal() and len(part) <= 2 for part in parts):
        raise NotationError(f"{quote(text)}: expected numbers of cards, such as 3 or 7,5")
    return tuple(map(int, parts))


@click.command("blind")
@click.option("--hand", type=HAND, metavar="HAND", required=True, help="The hand that is seen.")
@click.option(
    "--variant", type=VARIANT, metavar="VARIANT", required=True, help="The game, by its code."
)
@options.contract_option
@click.option("--great", is_flag=True, help="The contract is a great one.")
@click.option("--seat", type=SEAT, metavar="SEAT", help="Whose hand it is: F, M or D.")
@options.declarer_option
@click.option("--cut", type=CARD, metavar="CARD", help="The cut card, which the dealer holds.")
@click.option(
    "--taken",
    type=TextParam("counts", parse_counts),
    default=(),
    metavar="N[,N]",
    help="How many cards each seat before has exchanged, in turn.",
)
@click.option(
    "--discarded",
    type=CARDS,
    default=(),
    metavar="CARDS",
    help="What the seat itself has put down before: it counts against its limit.",
)
@calls_option
@left_option("What the seat had to declare before the calls (NULLO,NT,S), or another: D:H,D.")
@click.option(
    "--surprise",
    type=CARDS,
    metavar="CARDS",
    help="In games with a surprise: the cards taken up, if the hand is given without them.",
)
@click.option(
    "--bid",
    type=TextParam("bid", bid_name),
    metavar="BID",
    help="In games with a surprise: what was bid, so that making it is what counts.",
)
@click.option(
    "--away",
    type=CARDS,
    metavar="CARDS",
    help="In games with a surprise: cards to put away, to be judged in any case.",
)
@click.option(
    "--raced",
    type=COUNT,
    default=RACED,
    show_default=True,
    metavar="N",
    help="How many discards meet the worlds, 4 at least: those a fitted rule likes best, besides "
    "standing pat and the rule of thumb's.",
)
@click.option(
    "--opponents",
    type=click.Choice(["thumb", "stand"]),
    default="thumb",
    show_default=True,
    help="What the others exchange: by the rule of thumb, or nothing.",
)
@belief_option
@sampling_options(_SECONDS)
@format_option
def command(
    hand: int,
    variant: Variant,
    contract: Contract | None,
    great: bool,
    seat: Seat | None,
    declarer: Seat | None,
    cut: int | None,
    taken: tuple[int, ...],
    discarded: tuple[int, ...],
    calls: tuple[Call | None, ...],
    left: tuple[tuple[Seat | None, tuple[str, ...]], ...],
    surprise: tuple[int, ...] | None,
    bid: str | None,
    away: tuple[int, ...] | None,
    raced: int,
    opponents: str,
    belief: str,
    form: str,
    sampling: Sampling,
) -> None:
    """Best discards with only one hand seen.

    Deals that agree with what the seat knows, called worlds, are sampled, and the discards
    are compared over them. Ctrl-C ends it and gives the answer so far.

    In games with a surprise that the declarer takes up: what he should put away and which
    trump he should name, once he has seen it. The hand is all he then holds, or what he was
    dealt and --surprise what he has taken up. --contract looks at one trump.
    """
    if not variant.rules.is_plain:
        options.refuse(NOT_WITH_SURPRISE, variant)
        if seat is not None and declarer not in (None, seat):
            raise RuleError(f"only the declarer exchanges in {variant.code}: {declarer.word}")
        taken_up = holding(hand, variant, surprise or (), seat=declarer or seat, bid=bid)
        advise_surprise(taken_up, contract, away, form, sampling)
        return
    options.refuse(ONLY_WITH_SURPRISE, variant)
    known = view(
        hand,
        variant,
        contract,
        seat,
        cut=cut,
        taken=taken,
        declarer=declarer,
        great=great,
        discarded=discarded,
        calls=calls,
        left=left,
    )

    def show(found: ExchangeAdvice) -> None:
        if form == "json":
            output.result_json(EXCHANGE_ADVICE.json(found))
        elif form != "text":
            Rows(form).add(advice_table(found))
        else:
            output.result(advice_text(found))

    ask = partial(
        advise_exchange,
        known,
        opponents=Opponents(opponents),
        belief=Belief(belief),
        raced=raced,
    )
    advise(sampling, ask, show, plot_advice)
