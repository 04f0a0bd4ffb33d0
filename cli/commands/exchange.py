"""``manni exchange``: the best discards, with all cards open or only one's own seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.commands.exchange_blind import blind
from cli.commands.exchange_open import open_cards
from cli.params import FILE

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class _ByArguments(click.Group):
    """Goes by the arguments where no subcommand is named: a hand is blind, a file open."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they were added."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the subcommand that is meant before its arguments."""
        if not args and not ctx.resilient_parsing:
            raise click.UsageError("Give a FILE of deals, or the --hand that is seen.", ctx)
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            has_hand = any(arg.partition("=")[0] == "--hand" for arg in args)
            args = ["blind" if has_hand else "open", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer what the subcommands take too, whose names may be left out: a file, options."""
        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return found + FILE.shell_complete(ctx, self.commands["open"].params[0], incomplete)
        for each in self.commands.values():
            found += each.shell_complete(click.Context(each, parent=ctx), incomplete)
        return list({item.value: item for item in found}.values())


@click.group(cls=_ByArguments, subcommand_metavar="[open] FILE | [blind] --hand HAND")
def command() -> None:
    """Best discards, in deals or with only one hand seen.

    "open" and "blind" may be left out: manni exchange FILE looks at deals with all cards
    open, manni exchange --hand HAND gives advice to somebody who sees that hand alone.
    """


command.add_command(open_cards)
command.add_command(blind)
