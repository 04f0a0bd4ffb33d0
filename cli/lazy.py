"""Groups of commands that are imported when they are needed, and only then."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from manni.cli import interrupt
from manni.cli.language import give_language


class Part(NamedTuple):
    """A command of a group: its module in ``commands``, its summary, and what it is there.

    The words are those its own help begins with, so that a list of commands imports none. What
    is ``hidden`` is not on that list.
    """

    module: str
    summary: str
    name: str = "command"
    hidden: bool = False


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed."""

    def __init__(self, *args: Any, parts: Mapping[str, Part], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.parts = parts

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the parts, the common ones first."""
        return list(self.parts)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, None if there is no such name."""
        if cmd_name not in self.parts:
            return None
        part = self.parts[cmd_name]
        command = getattr(import_module(f"manni.cli.commands.{part.module}"), part.name)
        interrupt.raises()
        assert isinstance(command, click.Command)
        give_language(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with what they do."""
        shown = [(name, part.summary) for name, part in self.parts.items() if not part.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(shown)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that is not there may be another misspelt."""
        name = args[0]
        if name in self.parts or ctx.resilient_parsing or name.startswith("-"):
            return super().resolve_command(ctx, args)
        raise click.UsageError(f"No such command {name!r}.{did_you_mean(name, self.parts)}", ctx)


def did_you_mean(word: str, known: Mapping[str, Any]) -> str:
    """Return which known words may be meant by another, as click asks it; empty if none is."""
    from difflib import get_close_matches  # which no command needs that is found

    close = [repr(each) for each in get_close_matches(word, known)]
    if not close:
        return ""
    if len(close) == 1:
        return f" Did you mean {close[0]}?"
    return f" (Did you mean one of: {', '.join(close)}?)"
