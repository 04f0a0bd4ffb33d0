"""The command ``manni``: finds the subcommand, turns input errors into one line."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TextIO

import click

from cli import interrupt
from cli.language import give_language
from cli.output import note, one_line
from solver import words
from solver.errors import NoBookWarning, SolverError

# Each module holds one function `command`. It is imported only when its command is
# called or its help is shown, so that no command waits for the imports of another.
COMMANDS = {
    "solve": "cli.commands.solve",
    "table": "cli.commands.table",
    "batch": "cli.commands.batch",
    "show": "cli.commands.show",
    "deal": "cli.commands.deal",
    "convert": "cli.commands.convert",
    "variants": "cli.commands.variants",
    "score": "cli.commands.score",
    "exchange": "cli.commands.exchange",
    "contract": "cli.commands.contract",
    "play": "cli.commands.play",
    "review": "cli.commands.review",
    "verify": "cli.commands.verify",
    "puzzle": "cli.commands.puzzle",
    "board": "cli.commands.board",
    "schema": "cli.commands.schema",
    "bench": "cli.commands.bench",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table, the common ones first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, None if there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name]).command
        interrupt.raises()
        assert isinstance(command, click.Command)
        give_language(command)
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run ``manni``; the language it speaks is its own."""
        try:
            return super().main(*args, **extra)
        finally:
            words.choose(words.ENGLISH)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; ``--help`` and ``--version`` write already here."""
        with errors_in_one_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with errors_in_one_line(), warnings_as_notes():
            return super().invoke(ctx)


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Turn an error the user caused into one line and exit 1; leave quietly after Ctrl-C."""
    if sys.stdout is None:
        raise click.ClickException("the output cannot be written: it is closed")
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(interrupt.INTERRUPTED) from None
    except SolverError as error:
        raise click.ClickException(one_line(str(error))) from error
    except MemoryError as error:
        raise click.ClickException(one_line(f"not enough memory: {error}")) from error
    except BrokenPipeError:
        raise  # click leaves quietly
    except OSError as error:
        # A failed write to stdout, on a full disk say, names no file.
        where = error.filename or "the output cannot be written"
        reason = (error.strerror or str(error)).lower()
        raise click.ClickException(one_line(f"{where}: {reason}")) from error
    finally:
        interrupt.leaves_again()  # click would say that the command was aborted


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Say on one line what the library warns its users of, once."""
    plain = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, NoBookWarning):
            note(one_line(str(message)))
        else:
            plain(message, category, filename, lineno, file, line)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = plain


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="manni")
def main() -> None:
    """Exact values for games of three: Manni, and the French Manille. All cards are open.

    Seats are F (forehand), M (middlehand) and D (dealer); contracts S H D C NT NULLO;
    a card is its suit and rank (SA, HT), a hand its four suits (AK4.T9..QJ32).
    """


give_language(main, hidden=False)
