"""A board that runs as it is installed, and talking with it as a page does."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from commands import installed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds after which a test gives up: far more than anything takes."""


class RunningBoard:
    """``manni board`` on a port of its own, with a state folder of its own; killed at the end."""

    def __init__(
        self, *arguments: str | Path, port: int = 0, env: Mapping[str, str] | None = None
    ) -> None:
        self._folder = TemporaryDirectory(prefix="board-")
        self.folder = Path(self._folder.name)
        self._errors = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  (closed by stop)
        folders = dict.fromkeys(("XDG_RUNTIME_DIR", "XDG_STATE_HOME"), str(self.folder))
        self.process = subprocess.Popen(
            [installed(), "board", "--port", str(port), "--no-browser", "--json"]
            + [str(argument) for argument in arguments],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
            env={**os.environ, **folders, **(env or {})},
        )
        line = self.process.stdout.readline()
        if not line:
            errors = self.errors()
            self.__exit__()
            raise AssertionError(errors)
        self.address = json.loads(line)["address"]
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#token=([\w-]+)(?:&.*)?", self.address)
        assert found is not None, self.address
        self.port = int(found[1])
        self.token = found[2]
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"

    def errors(self) -> str:
        """Return what it has written to stderr."""
        self._errors.seek(0)
        return self._errors.read()

    def __enter__(self) -> RunningBoard:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()
        self._errors.close()
        self._folder.cleanup()

    def stop(self, number: int = signal.SIGINT) -> int:
        """End it by a signal; return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def seconds_of_cpu(self) -> float:
        """Return the processor time it has used (Linux only)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def request(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> tuple[HTTPResponse, bytes]:
        """Return the response to a request with just these headers (None: the right Host)."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in ({"Host": self.host} if headers is None else headers).items():
            connection.putheader(name, value)
        if body:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response, content

    def subprotocols(self) -> list[str]:
        """Return those by which a tab comes in."""
        return ["manni", self.token]

    @contextmanager
    def talk(self, **options: Any) -> Iterator[Talk]:
        """Open a tab; ``options`` are those of the WebSocket's ``connect``."""
        options = {
            "subprotocols": self.subprotocols(),
            "origin": self.origin,
            "max_size": None,
            "close_timeout": 0.1,  # who leaves may have answers he has not read
        } | options
        sock = socket.create_connection(("127.0.0.1", self.port))  # past any proxy
        with connect(f"ws://{self.host}/talk", sock=sock, **options) as connection:
            yield Talk(connection)


class Talk:
    """A tab's side of its WebSocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._number = 0

    def hear(self) -> Any:
        """Return the next answer. Raises TimeoutError where there is none."""
        return json.loads(self.connection.recv(timeout=PATIENCE))

    def say(self, message: Any) -> None:
        """Send a message as JSON."""
        self.connection.send(json.dumps(message))

    def ask(self, kind: str, **fields: Any) -> int:
        """Send a request; return its number."""
        self._number += 1
        self.say({"number": self._number, "ask": kind, **fields})
        return self._number

    def answers(self, number: int) -> Iterator[Any]:
        """Yield the answers to a request, up to the last one; skip those to others."""
        while True:
            answer = self.hear()
            if answer.get("number") == number:
                yield answer
                if answer.get("done") or answer.get("paused") or "error" in answer:
                    return

    def answer(self, kind: str, **fields: Any) -> Any:
        """Ask; return the last answer."""
        return list(self.answers(self.ask(kind, **fields)))[-1]
