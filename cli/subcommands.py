"""Groups of commands whose subcommand may be left out, since the arguments say which is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from cli.language import give_language

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class ByArguments(click.Group):
    """Goes by the arguments where no subcommand is named.

    ``parts`` are the modules of the subcommands by name, each with its ``command``, imported when
    needed. ``meant`` returns the name of the subcommand that arguments are for, or raises
    UsageError; ``files`` is the one that takes a file, if any, for completion.
    """

    def __init__(
        self,
        *args: Any,
        parts: Mapping[str, str],
        meant: Callable[[Sequence[str]], str],
        needs: str,
        files: str | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(*args, **extra)
        self._parts = parts
        self._meant = meant
        self._needs = needs
        self._files = files

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the parts."""
        return list(self._parts)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a subcommand, None if there is no such name."""
        return self._part(cmd_name) if cmd_name in self._parts else None

    def _part(self, name: str) -> click.Command:
        command = import_module(self._parts[name]).command
        assert isinstance(command, click.Command)
        give_language(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the subcommand that is meant before its arguments."""
        if not args and not ctx.resilient_parsing:
            raise click.UsageError(self._needs, ctx)
        if args and args[0] not in (*self._parts, *ctx.help_option_names):
            try:
                args = [self._meant(args), *args]
            except click.UsageError as error:
                if ctx.resilient_parsing:  # what is completed need not make sense yet
                    return super().parse_args(ctx, args)
                error.ctx = ctx
                raise
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer what the subcommands take too, whose names may be left out: a file, options."""
        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            if self._files is not None:
                file = self._part(self._files).params[0]
                found += file.type.shell_complete(ctx, file, incomplete)
            return found
        for part in map(self._part, self._parts):
            found += part.shell_complete(click.Context(part, parent=ctx), incomplete)
        return list({item.value: item for item in found}.values())


def has_option(args: Sequence[str], *names: str) -> bool:
    """Return whether one of the options is among arguments."""
    return any(arg.partition("=")[0] in names for arg in args)
