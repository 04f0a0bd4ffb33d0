"""What a board leaves in its user's folder while it runs, and how a browser is led to it.

Nobody else may read that: by its token a second ``manni board`` finds the first; by a page a
browser finds it.
"""

from __future__ import annotations

import html
import http.client
import json
import os
import platform
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from time import sleep
from urllib.parse import quote

from ..outfile import write_file
from .kept import user_folder
from .server import HOST, authorization

_PATIENCE = 10.0
"""Seconds to wait for an answer, which takes milliseconds unless the board is just starting."""


def state_file(port: int) -> Path:
    """Return where the board on a port leaves its token."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime, "manni") if runtime and sys.platform != "win32" else user_folder()
    return folder / f"board-{port}.json"


@contextmanager
def keep_token(port: int, token: str) -> Iterator[None]:
    """Leave the token of a board where only this user finds it, as long as the board runs.

    Where it cannot be written, no other ``manni board`` finds this one, and it runs all the same.
    """
    with suppress(OSError):
        _write(state_file(port), json.dumps({"port": port, "token": token}))
    try:
        yield
    finally:
        # The other is another board's, started since, where it has another token.
        ours = [state_file(port)] if _read_token(port) == token else []
        for path in (_redirect_path(port), *ours):
            with suppress(OSError):
                path.unlink()


def write_redirect(port: int, address: str) -> Path:
    """Leave a page that leads a browser to an address, and return its path. Raises OSError.

    It is for the browser's arguments, which the other users of a machine can read: the address
    must not stand there.
    """
    path = _redirect_path(port)
    place = html.escape(address)
    _write(
        path,
        f"<!doctype html><meta charset=utf-8><title>Manni</title>"
        f'<meta http-equiv=refresh content="0; url={place}"><a href="{place}">Manni</a>\n',
    )
    return path


def _redirect_path(port: int) -> Path:
    return state_file(port).with_name(f"open-{port}.html")


def _write(path: Path, text: str) -> None:
    """Write a file that nobody else may read, in place of one that is there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # with its permissions
    write_file(str(path), text, mode=0o600)


def _read_token(port: int) -> str | None:
    path = state_file(port)
    with suppress(OSError, ValueError, KeyError, TypeError):
        with open(path, encoding="utf-8") as file:
            status = os.fstat(file.fileno())
            ours = sys.platform == "win32" or (
                status.st_uid == os.getuid() and not stat.S_IMODE(status.st_mode) & 0o077
            )
            data = json.load(file)
        if ours and data["port"] == port and isinstance(data["token"], str):
            return str(data["token"])
    return None


def hand_over(port: int, source: tuple[str, str] | None) -> str | None:
    """Hand the name and text of a file, if there is one, to the board of this user on a port.

    Return the address that shows it, None if what is on the port is no board of this user.
    """
    for _ in range(10):
        if (token := _read_token(port)) is not None:
            break
        sleep(0.1)  # it may have taken the port a moment ago
    else:
        return None
    name, text = source or ("", "")
    headers = {"Authorization": authorization(token)}
    if source:
        headers["Manni-File"] = quote(name)
    connection = http.client.HTTPConnection(HOST, port, timeout=_PATIENCE)
    try:
        connection.request("POST", "/open", text.encode(), headers)
        response = connection.getresponse()
        answer = response.read(1 << 16)
        return json.loads(answer)["address"] if response.status == HTTPStatus.OK else None
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()


def why_no_browser(env: Mapping[str, str] = os.environ) -> str | None:
    """Return why no browser should be opened from here, None if one may."""
    if "microsoft" in platform.release().lower() or "WSL_DISTRO_NAME" in env:
        return "this is WSL, whose browsers are those of Windows"
    if env.get("SSH_CONNECTION") or env.get("SSH_TTY"):
        return "this is an ssh session"
    has_windows = sys.platform in ("win32", "darwin")
    if not has_windows and not (env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")):
        return "there is no display"
    return None
