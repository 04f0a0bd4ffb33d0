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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from ..solver.errors import SolverError

# Names of open streams: what is behind them must not be replaced.
_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")

Write = Callable[[bytes], None]

_WRITE = os.O_WRONLY | getattr(os, "O_BINARY", 0)


def check_target(
    path: str, *endings: str, reads: Iterable[str | None] = (), needed: bool = False
) -> str:
    """Fail, before any work is done, if a file cannot be written or is also to be read.

    ``reads`` are the files of the command; ``-`` is stdin there, and as ``path`` stdout.
    Return what its name ends in, of the ``endings``, if there are any, in lower case. That is empty
    for stdout, streams and, if none is ``needed``, names that have no ending. Raises UsageError for
    another ending, which would belie what is written.
    """
    status = _status(path, sys.stdout)
    if status is not None and stat.S_ISREG(status.st_mode):
        for source in reads:
            other = None if source is None else _status(source, sys.stdin)
            if other is not None and os.path.samestat(status, other):
                from click import UsageError

                raise UsageError(
                    f"{'stdout' if path == '-' else path} is a file that is read: "
                    "give another one to write to."
                )
    if path == "-" or _is_stream(path):
        return ""
    ending = os.path.splitext(path)[1].lower().removeprefix(".")
    if endings and (ending or needed) and ending not in endings:
        *most, last = (f".{suffix}" for suffix in endings)
        names = f"{', '.join(most)} or {last}" if most else last
        from click import UsageError

        raise UsageError(f"{path}: what is written has a name that ends in {names}.")
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise _failed(errno.ENOENT, path)
    if os.path.isdir(target):
        raise _failed(errno.EISDIR, path)
    if not _allowed(folder, os.W_OK | os.X_OK) or (status and not _allowed(target, os.W_OK)):
        raise _failed(errno.EACCES, path)
    return ending


def check_plot(path: str, reads: Iterable[str | None] = ()) -> str:
    """Return what kind of picture a plot is to be, once it is clear that it can be written."""
    kind = check_target(path, "svg", "png", reads=reads)
    if not kind:
        raise SolverError(f"{path}: a picture is a file that ends in .svg or .png")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise SolverError(
            "a picture needs matplotlib, which is not installed: pip install 'manni[plots]'"
        ) from None
    return kind


def partial_path(path: str) -> str:
    """Return the name of the file in which a stopped command has left what it had done."""
    return f"{os.path.realpath(path)}.part"


def delete_leftovers(folder: str | os.PathLike[str], pattern: str) -> None:
    """Delete the files that killed commands have left half written under such names."""
    for left in Path(folder).glob(pattern):
        with suppress(OSError, SolverError):  # another run is writing it
            with open(left, "rb") as file:
                lock(file.fileno(), left.name)
            left.unlink()


def write_file(path: str, data: bytes | str, mode: int = 0o666) -> None:
    """Write a whole file, or to stdout; ``mode`` are the permissions of one that is new."""
    if isinstance(data, str):
        data = data.encode("utf-8", "backslashreplace")
    with out_file(path, keep=False, mode=mode) as write:
        write(data)


def write_and_report(path: str, data: bytes | str, more: str = "") -> None:
    """Write a whole file and say so, with ``more`` about it."""
    write_file(path, data)
    if path != "-":
        from .output import note

        note(f"wrote {path}{more}")


@contextmanager
def out_file(
    path: str, keep: bool = True, done: int | None = None, mode: int = 0o666
) -> Iterator[Write]:
    """Yield what writes to a file that takes its place when the block ends without an error.

    With ``keep``, what was written before an error or Ctrl-C stays in a file beside it, and
    a note names that file; each write is there as a whole or not at all. ``done`` bytes of
    such a file are kept where it is taken up again. Whatever is written to stdout is there.
    """
    if path == "-":
        yield _print
        return
    target = beside = ""
    whole = done or 0
    with _errors_name(path):
        if _is_stream(path):
            number = os.open(path, _WRITE | os.O_APPEND)
        elif done is None:
            target = os.path.realpath(path)
            beside, number = _open_beside(target, keep, mode)
        else:
            target, beside = os.path.realpath(path), partial_path(path)
            number = os.open(beside, _WRITE | os.O_APPEND)
            os.ftruncate(number, done)
        if beside:
            lock(number, beside)

    def write(data: bytes) -> None:
        nonlocal whole
        left = memoryview(data)
        with _errors_name(path):
            while left:
                left = left[os.write(number, left) :]
        whole += len(data)

    try:
        yield write
        if beside:
            with _errors_name(path):
                os.fsync(number)  # a full disk may show only now
                os.replace(beside, target)
    except BaseException:
        if beside and _is_same(target, number):  # an interrupt came after the file took its place
            from .output import note

            note(f"wrote {path}")
        elif keep and whole and beside:
            os.ftruncate(number, whole)
            if not os.path.islink(path):  # else it is beside the file behind the link
                beside = path + beside.removeprefix(target)
            as_it_was = f"; {path} is as it was" if os.path.exists(target) else ""
            from .output import note

            note(f"{beside} holds what was done{as_it_was}")
        elif beside:
            os.unlink(beside)
        raise
    finally:
        os.close(number)


def _print(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()  # so that whatever happens later, what is there is whole


@contextmanager
def _errors_name(path: str) -> Iterator[None]:
    """Have an error of the system name a file as it was given."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _failed(error.errno, path) from error


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


def _is_same(path: str, number: int) -> bool:
    status = _status(path, None)
    return status is not None and os.path.samestat(status, os.fstat(number))


def _open_beside(target: str, keep: bool, mode: int) -> tuple[str, int]:
    """Open a new file in the target's folder, of the target's permissions; return name and number.

    The name tells whose it is. What a stopped command has kept stays; what a killed one has left
    that would not have been kept goes.
    """
    folder, base = os.path.split(target)
    name = partial_path(target) if keep else os.path.join(folder, f".{base}.tmp")
    if not keep:
        delete_leftovers(folder, f".{escape(base)}.tmp*")
    tries = 1
    while os.path.lexists(beside := f"{name}{tries if tries > 1 else ''}"):
        tries += 1
    number = os.open(beside, _WRITE | os.O_CREAT | os.O_EXCL, mode)
    old = _status(target, None)
    if old is not None:
        with suppress(OSError, AttributeError):  # only root may give a file away, Windows cannot
            os.chown(beside, old.st_uid, old.st_gid)
        os.chmod(beside, stat.S_IMODE(old.st_mode))
    return beside, number


def _failed(number: int | None, path: str) -> OSError:
    return OSError(number, os.strerror(number or 0), path)


def lock(number: int, place: str) -> None:
    """Keep others from an open file until it is closed, even by the end of the process.

    Raises SolverError, which names the place, if another has it. Where a system has no such
    locks, nothing is kept from anybody.
    """
    try:
        import fcntl
    except ImportError:  # not on every system
        return
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SolverError(f"{place}: another run is writing there") from None
    except OSError:  # nor on every file system
        return
