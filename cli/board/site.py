"""The board on the wire: the files of the page, and a WebSocket a tab.

It knows HTTP and no cards: what a tab says goes to the service as it came, and what the
service answers goes out as it is.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from manni.cli.board.door import HOST, SUBPROTOCOL, Door, authorizes, opens
from manni.cli.board.outbox import Outbox
from manni.solver.errors import SolverError

if TYPE_CHECKING:
    from manni.cli.board.service import Board, Tab

# Of our own, since Python asks the system, and Windows may call a script plain text.
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}

_log = logging.getLogger("manni.board")


class Site:
    """What is served on a port: the page of a board, and its tabs."""

    def __init__(self, board: Board, port: int, token: str) -> None:
        self.board = board
        self.port = port
        self.token = token
        self._files = dict(_files(resources.files("manni.cli.board") / "static", "/"))
        routes = [
            Route("/open", self._open, methods=["POST"]),
            WebSocketRoute("/talk", self._talk),
            Route("/{path:path}", self._file, methods=["GET"]),
        ]
        self.app = Door(Starlette(routes=routes), port)

    def address(self, file: str | None = None) -> str:
        """Return the address of the page, which shows a file of the board at first."""
        shown = "" if file is None else f"&file={file}"
        return f"http://{HOST}:{self.port}/#token={self.token}{shown}"

    # Requests of HTTP

    async def _file(self, request: Request) -> Response:
        file = self._files.get(request.scope["path"])
        if file is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        kind = CONTENT_TYPES[PurePosixPath(file.name).suffix]
        # Read anew each time: who works on the page need only reload it.
        return Response(file.read_bytes(), headers={"Content-Type": kind})

    async def _open(self, request: Request) -> Response:
        """Take over a file that another ``manni board`` was called with."""
        if not authorizes(self.token, request.headers.get("authorization", "")):
            raise HTTPException(HTTPStatus.FORBIDDEN)
        name = request.headers.get("manni-file")
        file = None
        if name is not None:
            text = await _body(request, self.board.limits.message_bytes)
            file = self.board.add_file(unquote(name), text)
        return JSONResponse({"address": self.address(file)})

    # A tab

    async def _talk(self, socket: WebSocket) -> None:
        if not opens(self.token, socket.scope["subprotocols"]):
            await socket.close()  # before it is accepted: 403
            return
        await socket.accept(SUBPROTOCOL)
        outbox = Outbox()
        try:
            tab = self.board.tab(outbox.put)
        except SolverError as error:  # there are too many
            await _close(socket, 1013, str(error))
            return
        try:
            await _converse(socket, tab, outbox)
        except WebSocketDisconnect:
            pass
        except Exception:
            _log.exception("a tab is closed by an error of the board")
            await _close(socket, 1011)
        finally:
            tab.close()


async def _close(socket: WebSocket, code: int, reason: str | None = None) -> None:
    """Close a connection, unless the other side has closed it already."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)


async def _converse(socket: WebSocket, tab: Tab, outbox: Outbox) -> None:
    """Talk with a tab until it goes. Raises WebSocketDisconnect then."""
    sides = {
        asyncio.create_task(_listen(socket, tab, outbox)),
        asyncio.create_task(_speak(socket, outbox)),
    }
    try:
        ended, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        for side in ended:
            side.result()
    finally:
        for side in sides:
            side.cancel()
        await asyncio.gather(*sides, return_exceptions=True)


async def _listen(socket: WebSocket, tab: Tab, outbox: Outbox) -> None:
    while True:
        # From a client that does not read its answers nothing is read: they would pile up.
        await outbox.room()
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        if text is None:
            await _close(socket, 1003, "messages are text")
            return
        await run_in_threadpool(tab.receive, text)


async def _speak(socket: WebSocket, outbox: Outbox) -> None:
    while True:
        text = json.dumps(await outbox.take(), separators=(",", ":"))
        try:
            await socket.send_text(text)
        except RuntimeError:  # the connection has been closed for a fault of the other side
            raise WebSocketDisconnect(1006) from None


async def _body(request: Request, most: int) -> str:
    """Return the text of a request's body."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise HTTPException(HTTPStatus.BAD_REQUEST) from None


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the files of the page by their paths."""
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item, f"{path}{item.name}/")
        elif PurePosixPath(item.name).suffix in CONTENT_TYPES:
            yield f"{path}{item.name}", item
            if item.name == "index.html":
                yield path, item
