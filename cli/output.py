"""Where output goes: results to stdout, notes to stderr, colours only to a terminal.

A result is text for people, in the other formats for programs and for documents.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import repeat
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from ..solver import i18n
from ..solver.i18n import text_if
from .interrupt import INTERRUPTED

if TYPE_CHECKING:
    from ..solver.report.text import AnyText, Table, Text, Value
    from ..solver.run import Run


_ASCII: dict[str, str | int | None] = dict(
    zip("┌┐└┘─│·–—−×’‘“”„«»≈★✓\xa0\u202f", '++++-|,---x\'\'"""""~*+  ', strict=True),
    **{"…": "...", "→": "->", "≤": "<=", "≥": ">="},
)
"""What to write for signs that the output lacks."""


def fall_back() -> None:
    """Have all that is written to stdout and stderr, by click too, make do with what they have."""
    codecs.register_error("fits", _replacement)
    codecs.register(_plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Under the name ascii click takes a stream for misconfigured and writes UTF-8.
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_PLAIN if is_ascii else None, errors="fits")


_PLAIN = "plain_ascii"


def _plain(name: str) -> codecs.CodecInfo | None:
    if name != _PLAIN:
        return None
    codec = codecs.lookup("ascii")
    encoder, decoder = codec.incrementalencoder, codec.incrementaldecoder
    return codecs.CodecInfo(
        *codec, incrementalencoder=encoder, incrementaldecoder=decoder, name=name
    )


def _replacement(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for signs that cannot be written, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    suits = dict(zip("♠♥♦♣♤♡♢♧", map(i18n.suit_letter, "SHDC" * 2), strict=True))
    signs = error.object[error.start : error.end].translate(str.maketrans(_ASCII | suits))
    return i18n.strip_accents(signs).encode("ascii", "replace").decode(), error.end


# By the names of styles, so that the library need not be loaded for it.
_ANSI = {"HEADING": "\033[1m", "RED_SUIT": "\033[31m"}
_RESET = "\033[0m"

PATIENCE = 2.0
"""Seconds that people wait without a word."""

_bars: list[object] = []
"""The bars that are shown, none or one."""


def width(stream: TextIO) -> int:
    """Return how many columns there are for a text: COLUMNS, those of a terminal, else 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns[:9]) > 0:
        return max(int(columns[:9]), 40)
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, 40)
    except (OSError, ValueError, AttributeError):  # it is none, or closed
        return 80


def result(text: AnyText, fold: bool = True) -> None:
    """Print a result, in colours if stdout is a terminal that has them, without NO_COLOR.

    Lines that are longer than the terminal is wide are folded, unless that is not to be.
    """
    # Colours that are not wanted have not been added: click need not strip any.
    click.echo(_rendered(text, sys.stdout, fold), color=True)


def talk(text: AnyText, newline: bool = True) -> None:
    """Print what is said at the table to stderr, as ``result`` does to stdout."""
    click.echo(_rendered(text, sys.stderr), err=True, nl=newline, color=True)


def _rendered(text: AnyText, stream: TextIO, fold: bool = True) -> str:
    """Return a text as wide as a stream, in colours if it is a terminal that has them."""
    if fold and any(len(line) > width(stream) for line in str(text).split("\n")):
        from ..solver.report.text import wrap  # which most texts need not

        text = wrap(text, width(stream))
    in_colours = _takes_escapes(stream) and not os.environ.get("NO_COLOR")
    return str(text) if isinstance(text, str) or not in_colours else coloured(text)


def on_terminal() -> bool:
    """Return whether somebody sees at once what is printed."""
    return sys.stdout.isatty()


def _takes_escapes(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that knows colours and moves its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def coloured(text: Text) -> str:
    """Return a text in the colours of a terminal."""
    return "".join(
        f"{_ANSI[style.name]}{piece}{_RESET}" if style.name in _ANSI else piece
        for piece, style, *_ in text.spans
    )


def result_json(data: Any) -> None:
    """Print a result as one JSON document on one line."""
    import json

    result_utf8(json.dumps(data, ensure_ascii=False) + "\n")


def result_utf8(text: str) -> None:
    """Print a result for programs, in UTF-8 whatever stdout is set to."""
    # Half a surrogate pair goes out as the escape it came in as.
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def note(text: str, *, is_error: bool = False) -> None:
    """Print what is not part of the result, in place of a bar that is shown.

    After --quiet that is nothing but errors.
    """
    if is_error or not _is_quiet():
        click.echo("\r\033[2K" * len(_bars) + text, err=True)


def _is_quiet() -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and context.params.get("quiet", False)


def partial_note(run: Run) -> str:
    """Return the line below guarantees that are not all proved."""
    return text_if(
        run.is_cancelled(),
        "Stopped: 3..5 means that the guarantee is proved to be 3, 4 or 5.",
        "Time is up: 3..5 means that the guarantee is proved to be 3, 4 or 5.",
    )


def exit_stopped(number: int | None = None, count: int = 1) -> NoReturn:
    """End the command after Ctrl-C, once its results are printed; name the deal of a file."""
    note("stopped" if number is None or count == 1 else f"stopped at deal {number}")
    raise click.exceptions.Exit(INTERRUPTED)


@contextmanager
def progress(
    label: str, total: int | None, writes: bool = False, unit: str = ""
) -> Iterator[Callable[..., None]]:
    """Show a bar on stderr, if that is a terminal; yield a function that moves it on.

    That may be given another total. It is gone once the work is done. There is none without a
    label, after --quiet, or if the command ``writes`` to stdout, a terminal too. With a
    ``unit`` it says how many of it are done a second. Where stderr is no terminal a line says how
    far the work is after ``PATIENCE`` seconds, and whenever it has taken twice as long again.
    """
    start = monotonic()
    if not label or _is_quiet() or (writes and on_terminal()):
        yield lambda *steps: None
        return
    if not _takes_escapes(sys.stderr):
        done, due = 0, start + PATIENCE

        def tell(steps: int, total: int | None = total) -> None:
            nonlocal done, due
            done += steps
            if monotonic() >= due:
                due += monotonic() - start
                note(
                    f"{label}: {done:,}"
                    if total is None
                    else f"{label}: {done / max(total, 1):.1%}"
                )

        yield tell
        return

    def rate(_: object) -> str | None:
        return f"{bar.pos / (monotonic() - start):,.0f} {unit}/s" if unit and bar.pos else None

    def advance(steps: int, total: int | None = total) -> None:
        bar.length = total
        bar.update_min_steps = max(1, (total or 0) // 1000)  # a line for each step is slow
        bar.update(steps)

    endless = repeat(None)  # which has no length: the total may not be known
    bar = click.progressbar(
        endless, length=total, label=label, item_show_func=rate, file=sys.stderr
    )
    _bars.append(bar)
    try:
        with bar:
            yield advance
    finally:
        _bars.remove(bar)
        click.echo("\033[A\033[2K", err=True, nl=False)


@contextmanager
def working(
    label: str,
    total: int | None = None,
    seconds: float | None = None,
    *,
    within: Run | None = None,
    writes: bool = False,
) -> Iterator[Run]:
    """Yield the run of a piece of work: Ctrl-C or SIGTERM calls it off, a bar shows its progress.

    A second Ctrl-C interrupts at once. ``total`` is the number of steps, if known before;
    ``seconds`` is the time limit; the run is part of ``within``, if that is given. The bar
    is shown where ``progress`` shows one.
    """
    from .. import Run, StoppedError

    done_before = 0

    def report(done: int, of: int | None) -> None:
        nonlocal done_before
        advance(done - done_before, of)
        done_before = done

    with progress(label, total, writes) as advance:
        if within is None:
            run = Run(seconds, progress=report)
        else:
            run = within.within(seconds, progress=report)
        with _ctrl_c_cancels(run):
            try:
                yield run
            except StoppedError:
                if run.is_cancelled():  # nothing is known yet, which Ctrl-C says of itself
                    exit_stopped()
                raise


@contextmanager
def _ctrl_c_cancels(run: Run) -> Iterator[None]:
    """Let the first Ctrl-C or SIGTERM call a run off; a second interrupts at once."""
    import signal
    from threading import current_thread, main_thread

    if current_thread() is not main_thread():
        yield
        return
    pressed = False

    def press(number: int, frame: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        run.cancel()

    before = {number: signal.signal(number, press) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


Report = tuple["Callable[..., Any]", "Callable[[], Table]", "Callable[[], AnyText]"]
"""What was found, as ``Printer.show`` takes it."""

_FORMULA = r"[=@\t\r]|[+-](?![\d./+-]*$)"
"""How a text begins that a spreadsheet would work out; bounds such as -3..5 are none."""


def _no_formula(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and re.match(_FORMULA, value) else value


class Printer:
    """Results printed one after the other in a format; their tables are one table."""

    def __init__(self, form: str) -> None:
        if form != "text":  # programs know no language
            i18n.choose(i18n.ENGLISH)
        self._form = form
        self._begun = False
        self._names: list[str] | None = None

    def show(
        self,
        data: Callable[..., Any],
        table: Callable[[], Table],
        text: Callable[[], AnyText],
        number: int | None = None,
    ) -> None:
        """Print a result; the ``number`` of a deal of a file comes first in its table and data."""
        named = {} if number is None else {"deal": number}
        if self._form == "json":
            result_json(data(**named))
        elif self._form == "text":
            result("\n" * self._begun + text())
        else:
            self._rows(table().after(named))
        self._begun = True

    def _rows(self, table: Table) -> None:
        names = table.names()
        if self._form == "markdown":
            for line in table.markdown()[2 * self._begun :]:
                result(line, fold=False)
        else:
            lines: list[Sequence[Value]] = [names, *table.values()]
            self._print(lines[self._begun :])
        assert self._names in (None, names)
        self._names = names

    def _print(self, rows: Iterable[Iterable[Value]]) -> None:
        safe = ([_no_formula(value) for value in row] for row in rows)
        from csv import writer
        from io import StringIO

        lines = StringIO()
        dialect = "excel" if self._form == "csv" else "excel-tab"
        writer(lines, dialect, lineterminator="\n").writerows(safe)
        result_utf8(lines.getvalue())
