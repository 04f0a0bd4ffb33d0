"""``manni puzzle``: finding, checking and solving puzzles."""

from __future__ import annotations

import click

from manni.cli.lazy import LazyGroup, Part

_PARTS = {
    "find": Part("puzzle_find", "Find sound puzzles worth solving, printed as a deal file."),
    "check": Part(
        "puzzle_check",
        "Whether puzzles are sound, cooked, busted, modest or invalid.",
    ),
    "train": Part("puzzle_train", "Solve puzzles card by card, with hints and refutations."),
}


@click.group(cls=LazyGroup, parts=_PARTS)
def command() -> None:
    """Find puzzles, check them, and solve them."""
