"""Running ``manni`` in tests: in this process, or as it is installed."""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

from manni.cli.main import LazyGroup, main

WIDE = 10_000
"""So many columns that no line is folded: what is said is looked at, not how it is laid out."""


def manni(*args: str | Path, text: str | bytes | None = None, columns: int | None = WIDE) -> Result:
    """Run a command in this process; anything but an orderly exit is raised."""
    env = {"COLUMNS": None if columns is None else str(columns)}
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=text, env=env)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def output(*args: str | Path, text: str | bytes | None = None, columns: int | None = WIDE) -> str:
    """Return what a command that must succeed prints."""
    result = manni(*args, text=text, columns=columns)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def json_lines(*args: str | Path, text: str | bytes | None = None) -> list[Any]:
    """Return what a command that must succeed prints as JSON, line by line."""
    return [json.loads(line) for line in output(*args, "--json", text=text).splitlines()]


def json_of(*args: str | Path, text: str | bytes | None = None) -> Any:
    """Return the one line of JSON that a command that must succeed prints."""
    (data,) = json_lines(*args, text=text)
    return data


def error(*args: str | Path, text: str | bytes | None = None, code: int = 1) -> str:
    """Return the one line a command that must fail leaves on stderr."""
    result = manni(*args, text=text)
    assert result.exit_code == code, (result.stdout, result.stderr)
    lines = result.stderr.rstrip("\n").split("\n")
    if code == 2:  # click says how to use it first
        assert lines[0].startswith("Usage:")
    else:
        assert len(lines) == 1, lines
    assert lines[-1].startswith("Error: ")
    return lines[-1].removeprefix("Error: ")


def commands(group: LazyGroup = main, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command that is no group, with its name."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, LazyGroup):
            yield from commands(command, f"{name} ")
        else:
            yield path + name, command


def installed() -> str:
    """Return the path of the installed command."""
    found = shutil.which("manni", path=str(Path(sys.executable).parent)) or shutil.which("manni")
    assert found is not None, "manni is not installed beside this Python"
    return found


def on_a_terminal(*args: str | Path, env: dict[str, str], width: int = 0) -> str:
    """Return what the installed command writes to a terminal, of so many columns if not 0."""
    import pytest  # here, since what is installed is tried without it

    pty = pytest.importorskip("pty", reason="no pseudo-terminals here")
    leader, follower = pty.openpty()
    if width:
        import fcntl
        import termios

        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    own = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    command = [installed(), *map(str, args)]
    with subprocess.Popen(command, stdout=follower, stderr=follower, env=own | env) as process:
        os.close(follower)
        written = b""
        while True:
            try:
                piece = os.read(leader, 1 << 16)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            written += piece
    os.close(leader)
    assert process.returncode == 0
    return written.decode()


def run(*args: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the installed command as a process; no colours, UTF-8, whatever runs the tests."""
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    env |= {"PYTHONIOENCODING": "utf-8", "COLUMNS": str(WIDE)} | options.pop("env", {})
    ran = subprocess.run(
        [installed(), *map(str, args)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=env,
        timeout=120,
        check=False,
        **options,
    )
    ran.stderr = without_progress(ran.stderr)
    return ran


def without_progress(told: str) -> str:
    """Leave out the lines that tell of progress, which depend on the speed of the machine."""
    return re.sub(r"^\w+: [\d,.]+%?\n", "", told, flags=re.MULTILINE)


SMALL_DISK = 8000


def small_disk() -> None:
    """Let this process write files of so many bytes only, as on a full disk."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_DISK, SMALL_DISK))
