"""The board that runs already: how a second ``manni board`` of the same user finds it.

A board leaves its port and token in a file that nobody else may read. Whether what answers on
that port is the board, it has to prove before it is told anything.
"""

from __future__ import annotations

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

from cli.board.door import HOST, Token

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
def remembered(port: int, token: Token) -> Iterator[None]:
    """Leave the token of a board where only this user finds it, as long as the board runs.

    Where that cannot be written, no other ``manni board`` finds it, and it runs all the same.
    """
    with suppress(OSError):
        _remember(port, token)
    try:
        yield
    finally:
        left = _remembered(port)
        if left is not None and left.text == token.text:  # else another board's, started since
            with suppress(OSError):
                state_file(port).unlink()


def _remember(port: int, token: Token) -> None:
    path = state_file(port)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        path.unlink()  # of a board that was killed
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        json.dump({"port": port, "token": token.text}, file)


def _remembered(port: int) -> Token | None:
    path = state_file(port)
    with suppress(OSError, ValueError, KeyError, TypeError):
        with open(path, encoding="utf-8") as file:
            status = os.fstat(file.fileno())
            ours = sys.platform == "win32" or (
                status.st_uid == os.getuid() and not stat.S_IMODE(status.st_mode) & 0o077
            )
            data = json.load(file)
        if ours and data["port"] == port and isinstance(data["token"], str):
            return Token(data["token"])
    return None


@dataclass(frozen=True)
class Running:
    """A board of this user that runs on a port."""

    port: int
    token: Token

    def open(self, source: tuple[str, str] | None) -> tuple[str, str] | None:
        """Hand over the name and text of a file, if there is one.

        Return the address that shows it, and one that leads there once; None if the board
        does not take the file.
        """
        name, text = source or ("", "")
        answer = self._ask("POST", {"Manni-File": quote(name)} if source else {}, text.encode())
        if answer is None:
            return None
        places = json.loads(answer)
        return places["address"], places["start"]

    def proves_itself(self) -> bool:
        """Return whether it is the board that knows the token."""
        nonce = secrets.token_hex(16)
        answer = self._ask("GET", {}, b"", nonce)
        return answer is not None and secrets.compare_digest(
            answer, self.token.answer(nonce).encode()
        )

    def _ask(
        self, method: str, headers: dict[str, str], body: bytes, nonce: str = "-"
    ) -> bytes | None:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=_PATIENCE)
        headers = headers | {"Authorization": self.token.authorization(nonce)}
        try:
            connection.request(method, "/open", body or None, headers)
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
            running = Running(port, token)
            return running if running.proves_itself() else None
        sleep(0.1)  # it may have taken the port a moment ago
    return None
