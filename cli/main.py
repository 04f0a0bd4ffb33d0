"""The command ``manni``: finds the subcommand, turns input errors into one line."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from manni.cli import interrupt
from manni.cli.language import give_language
from manni.cli.lazy import LazyGroup
from manni.cli.output import note, width
from manni.solver import i18n
from manni.solver.errors import NoBookWarning, SolverError, one_line

COMMANDS = (
    "solve",
    "table",
    "batch",
    "show",
    "deal",
    "convert",
    "variants",
    "score",
    "exchange",
    "advise",
    "play",
    "review",
    "puzzle",
    "board",
    "schema",
)


class Main(LazyGroup):
    """The command itself, which tells what was wrong."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run ``manni``; the language it speaks is its own."""
        try:
            return super().main(*args, **extra)
        finally:
            i18n.choose(i18n.ENGLISH)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; ``--help`` and ``--version`` write already here."""
        with errors_in_one_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with errors_in_one_line(), warnings_as_notes(), tables_that_fit():
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
        with open(os.devnull, "wb") as nowhere:  # where what is still to be flushed goes
            for stream in (sys.stdout, sys.stderr):
                os.dup2(nowhere.fileno(), stream.fileno())
        raise click.exceptions.Exit(interrupt.READER_LEFT) from None
    except OSError as error:
        # A failed write to stdout, on a full disk say, names no file.
        where = error.filename or "the output cannot be written"
        reason = (error.strerror or str(error)).lower()
        raise click.ClickException(one_line(f"{where}: {reason}")) from error
    finally:
        interrupt.leaves_again()  # click would say that the command was aborted


@contextmanager
def tables_that_fit() -> Iterator[None]:
    """Fold the tables that are wider than what they are printed on."""
    from manni.solver.report.tables import choose_width  # here: a list of commands needs none

    choose_width(width(sys.stdout))
    try:
        yield
    finally:
        choose_width(None)


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Say on one line what the library warns its users of, once."""
    plain = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if issubclass(category, NoBookWarning):
            note(one_line(str(message)))
        else:
            plain(message, category, *where)

    with warnings.catch_warnings():
        warnings.showwarning = show  # type: ignore[assignment]
        yield


@click.group(
    cls=Main,
    names=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="For programs: manni schema, what the JSON of a command means.",
)
@click.version_option(package_name="manni")
def main() -> None:
    """Exact values for three-player games: Manni, and the French Manille. All cards are open.

    Seats are F (forehand), M (middlehand) and D (dealer); contracts S H D C NT NULLO;
    a card is its suit and rank (SA, HT), a hand its spades, hearts, diamonds and clubs
    (AK4.T9..QJ32: no diamond).
    """


give_language(main, hidden=False)
