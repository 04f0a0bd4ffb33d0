"""What a board leaves in its user's folder: its token, and the file by which a browser finds it.

Nobody else may read these. The token stays when the board ends: the next one on the port takes it
up, so that pages that are open go on. A second ``manni board`` finds the first by it; whether
what answers on that port is the board, it has to prove before it is told anything.
"""

from __future__ import annotations

import html
import http.client
import json
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from time import sleep
from urllib.parse import quote

from cli.board.door import HOST, Token, proved

_PATIENCE = 10.0
"""Seconds to wait for an answer, which takes milliseconds unless the board is just starting."""


def state_file(port: int) -> Path:
    """Return where the board on a port leaves its token."""
    env = os.environ
    if sys.platform == "win32":
        folder = Path(env.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        state = env.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        folder = Path(env.get("XDG_RUNTIME_DIR") or state)
    return folder / "manni" / f"board-{port}.json"


@contextmanager
def remembered(port: int, *, keep: bool) -> Iterator[Token]:
    """Give the token of a board, and leave it where only this user finds it.

    To ``keep`` it for the next board on the port is to take up that of the last one. Where it
    cannot be written, no other ``manni board`` finds this one, and it runs all the same.
    """
    kept = _remembered(port) if keep else None
    token = Token(kept)
    if token.text != kept:
        with suppress(OSError):
            _write(state_file(port), json.dumps({"port": port, "token": token.text}))
    try:
        yield token
    finally:
        gone = [_door_file(port)]
        if not keep and _remembered(port) == token.text:  # else another board's, started since
            gone.append(state_file(port))
        for path in gone:
            with suppress(OSError):
                path.unlink()


def door_file(port: int, address: str) -> Path:
    """Leave a page that leads a browser to an address, and return its path. Raises OSError.

    It is for the browser's arguments, which the other users of a machine can read: the address
    must not stand there, although it works but once, since one of them could be the first.
    """
    path = _door_file(port)
    place = html.escape(address)
    _write(
        path,
        f"<!doctype html><meta charset=utf-8><title>Manni</title>"
        f'<meta http-equiv=refresh content="0; url={place}"><a href="{place}">Manni</a>\n',
    )
    return path


def _door_file(port: int) -> Path:
    return state_file(port).with_name(f"open-{port}.html")


def _write(path: Path, text: str) -> None:
    """Write a file that nobody else may read, in place of one that is there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        path.unlink()
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)


def _remembered(port: int) -> str | None:
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


@dataclass(frozen=True)
class Running:
    """A board of this user that runs on a port, and has proved that it is that."""

    port: int
    token: Token

    def open(self, source: tuple[str, str] | None) -> tuple[str, str] | None:
        """Hand over the name and text of a file, if there is one.

        Return the address that shows it, and one that leads there once; None if the board
        does not take the file.
        """
        name, text = source or ("", "")
        headers = {"Authorization": self.token.authorization(secrets.token_hex(16))}
        if source:
            headers["Manni-File"] = quote(name)
        answer = _ask(self.port, "POST", "/open", headers, text.encode())
        if answer is None:
            return None
        places = json.loads(answer)
        return places["address"], places["start"]


def _ask(
    port: int, method: str, place: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> bytes | None:
    connection = http.client.HTTPConnection(HOST, port, timeout=_PATIENCE)
    try:
        connection.request(method, place, body or None, headers or {})
        response = connection.getresponse()
        return response.read(1 << 16) if response.status == HTTPStatus.OK else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def find(port: int) -> Running | None:
    """Return the board of this user on a port, None if something else is there."""
    for _ in range(10):
        token = _remembered(port)
        if token is not None:
            return find_with(token, port)
        sleep(0.1)  # it may have taken the port a moment ago
    return None


def find_with(token: str, port: int) -> Running | None:
    """Return the board with a token on a port, None unless it proves that it knows that."""
    nonce = secrets.token_hex(16)
    answer = _ask(port, "GET", f"/open?nonce={nonce}")
    known = None if answer is None else proved(token, nonce, answer.decode(errors="replace"))
    return None if known is None else Running(port, known)
