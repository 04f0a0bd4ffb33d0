"""``manni play``: which card to play, and a table to play at."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.subcommands import ByArguments, has_option

_NEEDS = "Give the --hand that is seen, or --deal, --game or --resume to play against the computer."


def _meant(args: Sequence[str]) -> str:
    at_table = has_option(args, "--deal", "--game", "--resume")
    if at_table and has_option(args, "--hand"):
        raise click.UsageError("--hand asks for advice, --deal and --game deal cards: one of them.")
    if not args[0].startswith("-"):
        raise click.UsageError(_NEEDS)
    return "table" if at_table else "card"


@click.group(
    cls=ByArguments,
    parts={"card": "cli.commands.play_card", "table": "cli.commands.play_table"},
    meant=_meant,
    needs=_NEEDS,
    subcommand_metavar="[card] --hand HAND | [table] --deal | --game | --resume FILE",
)
def command() -> None:
    """Which card to play, or a deal against the computer.

    In the games of Manni and of the French Manille; `manni variants` lists them.
    "card" and "table" may be left out: manni play --hand HAND gives advice to somebody who
    sees that hand alone, manni play --deal and --game deal cards to play, and --resume goes on.
    """
