"""``manni play``: a deal or a game against the computer."""

from __future__ import annotations

from .. import options
from ..play_options import PlayOptions


@options.command
def command(asked: PlayOptions) -> None:
    """Play a deal or a game against the computer.

    The deal is the first of a FILE, or of the --seed, or with --deal the N-th; a game is dealt
    from the --seed. You call, exchange and play in one seat (--seat, F if none is given), the
    computer in the others, which see no more than their own cards and what lies open. A card is its
    suit and rank (SA, HT); "?" asks for advice, "quit" or the end of the input leaves the table.

    What is said goes to stderr, the record of the deals to stdout or a file: manni review and
    manni score take it. With -o it is saved after every card, whatever ends the command, never over
    another record; manni play FILE --resume goes on with it, and saves it there. Of a game of
    Manille in a FILE the cards alone are taken: it is bid, exchanged and played anew.
    """
    is_single = asked.seat is not None or asked.number is not None
    options.refuse_if(
        asked.game and (asked.resume or asked.file is not None),
        "--game deals cards: it goes without a FILE.",
    )
    options.refuse_if(
        (asked.game or asked.resume) and is_single, "--seat and --deal go with a single deal."
    )
    options.refuse_if(asked.dealer is not None and not asked.game, "--dealer goes with --game.")
    options.refuse_if(asked.resume and asked.file is None, "--resume goes with a FILE.")
    is_dealt = asked.variant is not None or asked.seed is not None
    options.refuse_if(
        asked.resume and (is_dealt or options.is_given("level")),
        "--variant, --seed and --strength do not go with --resume: they are known.",
    )
    options.refuse_if(
        asked.file is None and asked.variant is None,
        "Give a FILE of deals, or the game to deal: --variant.",
    )
    from ..terminal import sit_down

    sit_down(asked)
