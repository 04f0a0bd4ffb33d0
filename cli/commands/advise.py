"""``manni advise``: the questions of a player who sees one hand alone."""

from __future__ import annotations

import click

from manni.cli.lazy import LazyGroup, Part

_PARTS = {
    "exchange": Part("advise_exchange", "Best discards with only one hand seen."),
    "call": Part("advise_call", "Which contract to declare or trump to name, or to pass."),
    "bid": Part("advise_bid", "How high to bid, where numbers are bid."),
    "claim": Part("advise_claim", "Whether to claim every trick, where that can be claimed."),
    "card": Part("advise_card", "Which card to play, with only one hand seen."),
}


@click.group(cls=LazyGroup, parts=_PARTS)
def command() -> None:
    """What to exchange, call, bid, claim or play, seeing one hand.

    Deals that agree with what that seat knows, called worlds, are sampled, and what it may do is
    compared over them. In the games of Manni and of the French Manille; `manni variants` lists
    them.
    """
