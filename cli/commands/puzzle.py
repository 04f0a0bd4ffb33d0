"""``manni puzzle``: finding, checking and solving puzzles."""

from __future__ import annotations

import click

from cli.lazy import LazyGroup, Part

_PARTS = {
    "find": Part(
        "cli.commands.puzzle_find", "Find sound puzzles worth solving, printed as a deal file."
    ),
    "check": Part(
        "cli.commands.puzzle_check",
        "Whether puzzles are sound, cooked, busted, modest or invalid.",
    ),
    "train": Part(
        "cli.commands.puzzle_train", "Solve puzzles card by card, with hints and refutations."
    ),
}


@click.group(cls=LazyGroup, parts=_PARTS)
def command() -> None:
    """Find puzzles, check them, and solve them."""
