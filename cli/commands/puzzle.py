"""``manni puzzle``: finding, checking and solving puzzles."""

from __future__ import annotations

import click

from ..main import LazyGroup


@click.group(cls=LazyGroup, names=("find", "check", "train"), prefix="puzzle_")
def command() -> None:
    """Find puzzles, check them, and solve them."""
