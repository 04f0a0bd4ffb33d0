"""The command ``manni``: finds the subcommand, turns input errors into one line."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EBADF
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any, TextIO

import click

from ..solver import i18n
from ..solver.errors import NoBookWarning, SolverError, one_line
from . import interrupt
from .output import fall_back, note, width


def _choose(ctx: click.Context, param: click.Parameter, name: str | None) -> None:
    """Speak the language asked for; without one, what the environment says, at the start."""
    if name is None and ctx.parent is not None:
        return
    source = param.opts[0]
    if name is None and os.environ.get(i18n.VARIABLE):
        name, source = os.environ[i18n.VARIABLE], i18n.VARIABLE
    asked_for = name is not None
    language = i18n.language_of(name) if name is not None else i18n.language_of_locale(os.environ)
    if language is None:
        from ..solver.checks import quote

        known = " ".join(i18n.languages())
        raise click.UsageError(
            f"{source}: no language {quote(name or '')}: there are {known}.", ctx
        )
    i18n.choose(language, asked_for)


def give_language(command: click.Command, *, hidden: bool = True) -> None:
    """Let a command take ``--language``, ``hidden`` in what its help says.

    It is read before all other options: cards are read in the letters of the language.
    """
    if any("--language" in param.opts for param in command.params):
        return
    command.params.append(
        click.Option(
            ["--language"],
            metavar="CODE",
            is_eager=True,
            expose_value=False,
            hidden=hidden,
            callback=_choose,
            help="The language of what is shown, and of the letters of cards: en, fr or is.  "
            "[default: MANNI_LANGUAGE, else the locale]",
        )
    )


class LazyGroup(click.Group):
    """A group of commands that are imported when they are needed, besides those it is given.

    Each is the ``command`` of a module in ``commands``, which is called as it is after ``prefix``.
    """

    def __init__(
        self, *args: Any, names: Iterable[str] = (), prefix: str = "", **extra: Any
    ) -> None:
        super().__init__(*args, **extra)
        self.commands: dict[str, Any] = dict.fromkeys(names)
        self.prefix = f".commands.{prefix}"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in their order, the common ones first."""
        return [*self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, which may be imported for it; None if there is no such name."""
        command = super().get_command(ctx, cmd_name)
        if command is None and cmd_name in self.commands:
            command = import_module(self.prefix + cmd_name, __package__).command
            interrupt.raise_on_interrupt()
        if command is not None:
            give_language(command)
        return command

    def summary(self, name: str) -> str:
        """Return what the help of a command begins with; none is imported for it."""
        if self.commands[name]:
            doc = self.commands[name].help
        else:
            from importlib.util import find_spec  # which a command that is called does not need

            spec: Any = find_spec(self.prefix + name, __package__)
            parts = spec.loader.get_code(spec.name).co_consts
            codes = (part for part in parts if isinstance(part, CodeType))
            code = next(code for code in codes if code.co_name == "command")
            doc = FunctionType(code, {}).__doc__
        return " ".join((doc or "").split("\n\n")[0].split())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with what they do."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.summary(name)) for name in names if name != "schema"])


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
    "rummy",
    "board",
    "schema",
)


class Main(LazyGroup):
    """The command itself, which tells what was wrong."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run ``manni``; the language it speaks is its own."""
        fall_back()
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
    """Tell an error the user caused in one line and exit 1; leave quietly after Ctrl-C.

    Where it cannot be told, nobody being there to read, the exit code is the same.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(interrupt.INTERRUPTED) from None
    except BrokenPipeError:
        _give_up(sys.stdout, sys.stderr)
        raise click.exceptions.Exit(interrupt.READER_LEFT) from None
    except (click.ClickException, SolverError, MemoryError, OSError) as error:
        exception = error
        if not isinstance(exception, click.ClickException):
            exception = click.ClickException(one_line(_reason(error)))
        if isinstance(error, OSError) and not error.filename:
            _give_up(sys.stdout)
        try:
            exception.show()
        except OSError:
            _give_up(sys.stderr)
        raise click.exceptions.Exit(exception.exit_code) from error
    finally:
        interrupt.exit_on_interrupt_again()  # click would say that the command was aborted


def _reason(error: Exception) -> str:
    """Return what an error the user caused says."""
    if isinstance(error, MemoryError):
        return f"not enough memory: {error}".removesuffix(": ")
    if not isinstance(error, OSError):
        return str(error)
    # A failed write to stdout, on a full disk say, names no file.
    reason = "it is closed" if error.errno == EBADF else (error.strerror or str(error)).lower()
    return f"{error.filename or 'the output cannot be written'}: {reason}"


def _give_up(*streams: TextIO) -> None:
    """Let what is still to be flushed go nowhere: Python would try once more at its end."""
    with open(os.devnull, "wb") as nowhere, suppress(OSError):  # in tests they have no number
        for stream in streams:
            os.dup2(nowhere.fileno(), stream.fileno())


@contextmanager
def tables_that_fit() -> Iterator[None]:
    """Fold the tables that are wider than what they are printed on."""
    from ..solver.report.text import choose_width  # here: a list of commands needs none

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
    """Exact values of Manni, for three, and of the French Manille, for two to seven.
    All cards are open. The best play of a turn in manipulation rummy.

    Seats are F (forehand), M (middlehand) and D (dealer), of four or more F 2 3 … D, of two F D;
    contracts S H D C NT NULLO;
    a card is its suit and rank (SA, HT), a hand its spades, hearts, diamonds and clubs
    (AK4.T9..QJ32: no diamond).
    """


give_language(main, hidden=False)
