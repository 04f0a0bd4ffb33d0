"""``manni exchange``: the best discards, with all cards open or only one's own seen."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.subcommands import ByArguments, has_option

_NEEDS = "Give a FILE of deals, or the --hand that is seen."


def _meant(args: Sequence[str]) -> str:
    if not has_option(args, "--hand"):
        return "open"
    if args[0] == "-" or not args[0].startswith("-"):
        raise click.UsageError(f"{_NEEDS[:-1]}: one of the two.")
    return "blind"


@click.group(
    cls=ByArguments,
    parts={"open": "cli.commands.exchange_open", "blind": "cli.commands.exchange_blind"},
    meant=_meant,
    needs=_NEEDS,
    files="open",
    subcommand_metavar="[open] FILE | [blind] --hand HAND",
)
def command() -> None:
    """Best discards, in deals or with only one hand seen.

    "open" and "blind" may be left out: manni exchange FILE looks at deals with all cards
    open, manni exchange --hand HAND gives advice to somebody who sees that hand alone.
    """
