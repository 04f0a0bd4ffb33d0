"""Groups of commands that are imported when they are needed, and only then."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

import click

from manni.cli import interrupt
from manni.cli.language import give_language


class LazyGroup(click.Group):
    """A group of commands that are imported when they are needed, besides those it is given.

    Each is the ``command`` of a module in ``commands``, which is called as it is after ``prefix``.
    """

    def __init__(
        self, *args: Any, names: Iterable[str] = (), prefix: str = "", **extra: Any
    ) -> None:
        super().__init__(*args, **extra)
        self.modules = {name: f"manni.cli.commands.{prefix}{name}" for name in names}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in their order, the common ones first."""
        return [*self.modules, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, which may be imported for it; None if there is no such name."""
        command = super().get_command(ctx, cmd_name)
        if cmd_name in self.modules:
            command = import_module(self.modules[cmd_name]).command
            interrupt.raises()
        if command is not None:
            give_language(command)
        return command

    def summary(self, name: str) -> str:
        """Return what the help of a command begins with; none is imported for it."""
        if name in self.commands:
            told = self.commands[name].help
        else:
            from importlib.util import find_spec  # which a command that is called does not need

            spec: Any = find_spec(self.modules[name])
            parts = spec.loader.get_code(spec.name).co_consts
            codes = (each for each in parts if isinstance(each, CodeType))
            code = next(each for each in codes if each.co_name == "command")
            told = FunctionType(code, {}).__doc__
        return " ".join((told or "").split("\n\n")[0].split())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with what they do."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.summary(name)) for name in names if name != "schema"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that is not there may be another misspelt."""
        name = args[0]
        known = self.list_commands(ctx)
        if name in known or ctx.resilient_parsing or name.startswith("-"):
            return super().resolve_command(ctx, args)
        raise click.UsageError(f"No such command {name!r}.{did_you_mean(name, known)}", ctx)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return which known words may be meant by another, as click asks it; empty if none is."""
    from difflib import get_close_matches  # which no command needs that is found

    close = [repr(each) for each in get_close_matches(word, known)]
    if not close:
        return ""
    if len(close) == 1:
        return f" Did you mean {close[0]}?"
    return f" (Did you mean one of: {', '.join(close)}?)"
