"""``manni advise exchange``: advice to a seat that sees its own hand alone."""

from __future__ import annotations

import click

from manni.cli import options
from manni.cli.formats import format_option
from manni.cli.params import CARDS, COUNT
from manni.cli.sampling import (
    Sampling,
    Told,
    advise,
    calls_option,
    cut_option,
    discarded_option,
    great_option,
    hand_option,
    left_option,
    sampling_options,
    taken_option,
)
from manni.solver.advice.asked_for import RACED
from manni.solver.advice.observation import Moment
from manni.solver.advice.observe import holding
from manni.solver.errors import RuleError

_SECONDS = 10.0


_NOT_WITH_SURPRISE = (
    "great",
    "cut",
    "taken",
    "discarded",
    "calls",
    "left",
    "raced",
    "belief",
    "value",
)
"""Options that mean nothing to a declarer who takes up a surprise."""

_ONLY_WITH_SURPRISE = ("surprise", "bid", "away")
"""Options that mean something to him alone."""


@click.command
@options.gathered(
    "told",
    Told,
    hand_option,
    options.game_option,
    options.contract_option,
    great_option,
    options.seat_option(),
    options.declarer_option,
    cut_option,
    taken_option,
    discarded_option,
    calls_option,
    left_option,
    options.bid_option,
)
@click.option(
    "--surprise",
    type=CARDS,
    help="In games with a surprise: the cards taken up, if the hand is given without them.",
)
@click.option(
    "--away",
    type=CARDS,
    help="In games with a surprise: cards to put away that are judged in any case.",
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
@sampling_options(_SECONDS)
@format_option
def command(
    told: Told,
    surprise: tuple[int, ...] | None,
    away: tuple[int, ...] | None,
    raced: int,
    sampling: Sampling,
    form: str,
) -> None:
    """Best discards with only one hand seen.

    Deals that agree with what the seat knows, called worlds, are sampled, and the discards
    are compared over them. Ctrl-C ends it and gives the answer so far.

    In games with a surprise that the declarer takes up: what he should put away and which
    trump he should name, once he has seen it. The hand is all he then holds, or what he was
    dealt and --surprise what he has taken up. --contract looks at one trump; with --bid,
    making it is what counts.
    """
    variant, seat, declarer = told.variant, told.seat, told.declarer
    if variant.exchange.picks_up or not variant.rules.is_plain:
        from manni.solver.advice.put_away import advise_put_away

        options.refuse(_NOT_WITH_SURPRISE, variant)
        if seat is not None and declarer not in (None, seat):
            raise RuleError(f"only the declarer exchanges in {variant.code}: {declarer.word}")
        taken_up = holding(told.hand, variant, surprise or (), seat=declarer or seat, bid=told.bid)
        asked = {"contract": told.contract, "also": () if away is None else (away,)}
        advise(sampling, form, advise_put_away, taken_up, **asked, **sampling.means)
        return
    from manni.solver.advice.exchange import advise_exchange

    options.refuse(_ONLY_WITH_SURPRISE, variant)
    advise(
        sampling,
        form,
        advise_exchange,
        told.seen(Moment.EXCHANGE),
        belief=sampling.belief,
        value=sampling.value,
        raced=raced,
        **sampling.means,
    )
