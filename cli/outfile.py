"""Files that commands write: never over what they read, and whole or not at all.

A file is written under another name and renamed at the end, so that a full disk or Ctrl-C
leaves the old one. Anything but a regular file (a pipe, a device) is written to directly.
What the command line alone needs is loaded where it is needed: the page of a site has none of it.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType

from manni.solver.files.lock import lock

# Names of open streams: what is behind them must not be replaced.
_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")

_WRITE = os.O_WRONLY | getattr(os, "O_BINARY", 0)


def check_target(path: str, reads: Iterable[str | None] = ()) -> None:
    """Fail, before any work is done, if a file cannot be written or is also to be read.

    ``reads`` are the files of the command; ``-`` is stdin there, and as ``path`` stdout.
    """
    own = _status(path, sys.stdout)
    if own is not None and stat.S_ISREG(own.st_mode):
        for source in reads:
            other = None if source is None else _status(source, sys.stdin)
            if other is not None and os.path.samestat(own, other):
                from click import UsageError

                raise UsageError(
                    f"{'stdout' if path == '-' else path} is a file that is read: "
                    "give another one to write to."
                )
    if path == "-" or _is_stream(path):
        return
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise _failed(errno.ENOENT, path)
    if os.path.isdir(target):
        raise _failed(errno.EISDIR, path)
    if not _allowed(folder, os.W_OK | os.X_OK) or (own and not _allowed(target, os.W_OK)):
        raise _failed(errno.EACCES, path)


def ending(path: str, *known: str) -> str:
    """Return what a file's name ends in, of the endings known, in lower case.

    It is empty for stdout, streams and names that have no ending. Raises UsageError for
    another ending, which would belie what is written.
    """
    if path == "-" or _is_stream(path):
        return ""
    found = os.path.splitext(path)[1].lower().removeprefix(".")
    if found and found not in known:
        *most, last = (f".{each}" for each in known)
        names = f"{', '.join(most)} or {last}" if most else last
        from click import UsageError

        raise UsageError(f"{path}: what is written has a name that ends in {names}.")
    return found


def check_plot(path: str, reads: Iterable[str | None] = ()) -> str:
    """Return what kind of picture a plot is to be, once it is clear that it can be written."""
    from manni.solver.report.plots import picture_kind

    check_target(path, reads)
    ending(path, "svg", "png")
    return picture_kind(path)


def left_beside(path: str) -> str:
    """Return the name of the file in which a stopped command has left what it had done."""
    return f"{os.path.realpath(path)}.part"


def write_file(path: str, data: bytes) -> None:
    """Write a whole file."""
    with OutFile(path, keep=False) as file:
        file.write(data)


def write_text(path: str, text: str) -> None:
    """Write a whole file in UTF-8, or to stdout."""
    if path == "-":
        from manni.cli.output import result_utf8

        result_utf8(text)
    else:
        write_file(path, text.encode("utf-8", "backslashreplace"))


class OutFile:
    """A file being written, which takes its place when the block ends without an error.

    With ``keep``, what was written before an error or Ctrl-C stays in a file beside it, and
    a note names that file; each write is there as a whole or not at all. ``done`` bytes of
    such a file are kept where it is taken up again.
    """

    def __init__(self, path: str, keep: bool = True, done: int | None = None) -> None:
        self.path = path
        self._keep = keep
        self._whole = done or 0
        self._target = self._beside = ""
        try:
            if _is_stream(path):
                self._number = os.open(path, _WRITE | os.O_APPEND)
            elif done is None:
                self._target = os.path.realpath(path)
                self._beside, self._number = _open_beside(self._target)
            else:
                self._target = os.path.realpath(path)
                self._beside = left_beside(path)
                self._number = os.open(self._beside, _WRITE | os.O_APPEND)
                os.ftruncate(self._number, done)
            if self._beside:
                lock(self._number, self._beside)
        except OSError as error:
            raise _failed(error.errno, path) from error

    def write(self, data: bytes) -> None:
        """Write all of this, or fail and leave nothing of it."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._number, left) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _failed(error.errno, self.path) from error
        self._whole += len(data)

    def __enter__(self) -> OutFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._beside and error is None:
                self._settle()
            elif self._beside:
                self._give_up()
        finally:
            os.close(self._number)

    def _settle(self) -> None:
        try:
            # A full disk may show only now.
            os.fsync(self._number)
            os.replace(self._beside, self._target)
        except OSError as error:
            self._give_up()
            raise _failed(error.errno, self.path) from error

    def _give_up(self) -> None:
        if self._keep and self._whole:
            os.ftruncate(self._number, self._whole)
            beside = self._beside
            if not os.path.islink(self.path):  # else it is beside the file behind the link
                beside = self.path + beside.removeprefix(self._target)
            as_it_was = f"; {self.path} is as it was" if os.path.exists(self._target) else ""
            from manni.cli.output import note

            note(f"{beside} holds what was done{as_it_was}")
        else:
            os.unlink(self._beside)


def _allowed(path: str, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _is_stream(path: str) -> bool:
    """Return whether a path exists and is not a file that can be replaced."""
    status = _status(path, None)
    if status is None:
        return False
    return not stat.S_ISREG(status.st_mode) or os.path.abspath(path).startswith(_STREAMS)


def _status(path: str, stream: object) -> os.stat_result | None:
    """Return the status of a file, of ``stream`` for ``-``; None where there is none."""
    try:
        # In a test, or if it is closed, a stream has no number.
        return os.fstat(stream.fileno()) if path == "-" else os.stat(path)  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return None


def _open_beside(target: str) -> tuple[str, int]:
    """Open a new file in the target's folder, of the target's permissions; return name and number.

    The name tells whose it is; what a stopped command has left under such a name stays.
    """
    tries = 1
    while os.path.lexists(beside := f"{left_beside(target)}{tries if tries > 1 else ''}"):
        tries += 1
    number = os.open(beside, _WRITE | os.O_CREAT | os.O_EXCL, 0o666)
    old = _status(target, None)
    if old is not None:
        with suppress(OSError, AttributeError):  # only root may give a file away, Windows cannot
            os.chown(beside, old.st_uid, old.st_gid)
        os.chmod(beside, stat.S_IMODE(old.st_mode))
    return beside, number


def _failed(number: int | None, path: str) -> OSError:
    return OSError(number, os.strerror(number or 0), path)
