"""``manni puzzle``: finding and checking puzzles."""

from __future__ import annotations

import click

from ..main import LazyGroup


@click.group(cls=LazyGroup, names=("find", "check"), prefix="puzzle_")
def command() -> None:
    """Find puzzles and check them."""
