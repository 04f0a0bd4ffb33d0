"""``manni play``: which card to play, and a table to play at."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.commands.play_card import card
from cli.commands.play_table import table
from cli.subcommands import ByArguments, has_option


def _meant(args: Sequence[str]) -> str:
    if not has_option(args, "--deal", "--game"):
        return "card"
    if has_option(args, "--hand"):
        raise click.UsageError("--hand asks for advice, --deal and --game deal cards: one of them.")
    return "table"


@click.group(
    cls=ByArguments,
    meant=_meant,
    needs="Give the --hand that is seen, or --deal or --game to play against the computer.",
    subcommand_metavar="[card] --hand HAND | [table] --deal | --game",
)
def command() -> None:
    """Which card to play, or a deal against the computer.

    "card" and "table" may be left out: manni play --hand HAND gives advice to somebody who
    sees that hand alone, manni play --deal and --game deal cards to play.
    """


command.add_command(card)
command.add_command(table)
