"""The board on the wire: who may come in, the files of the page, a WebSocket a tab, the port.

It knows HTTP and no cards: what a tab says goes to the service as it came, and what the service
answers goes out as it is.

A board is asked for by its own address or not at all: a name on the net that leads to this
machine has another Host, a page of another address another Origin. It does not know the name
localhost, by which a browser may come to another user's program on [::1]. What is more than a
file of the page takes the token, which only this user has seen.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ...solver.errors import SolverError

if TYPE_CHECKING:
    from .service import Board, Tab

HOST = "127.0.0.1"
SUBPROTOCOL = "manni"


class OriginGuard:
    """An application behind checks of Host and Origin, with headers in every answer.

    A request that is not admitted gets 403 before anything of it is read.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._host = f"{HOST}:{port}"
        self._headers = page_headers(port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or a connection, as ASGI has it."""
        headers = Headers(scope=scope)
        if scope["type"] == "websocket":
            if self._is_same_origin(headers) and headers.getlist("origin"):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close"})  # before it is accepted: 403
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        app = self._app
        if not self._is_same_origin(headers):
            text = f"Forbidden: the board is at http://{self._host}/"
            app = PlainTextResponse(text, HTTPStatus.FORBIDDEN, {"Connection": "close"})
        await app(scope, receive, send_with_headers)

    def _is_same_origin(self, headers: Headers) -> bool:
        host, origin = headers.getlist("host"), headers.getlist("origin")
        return host == [self._host] and origin in ([], [f"http://{self._host}"])


def page_headers(port: int) -> dict[str, str]:
    """Return the headers that keep a page of the board to itself."""
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        f"connect-src 'self' ws://{HOST}:{port}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "Cache-Control": "no-store",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def authorization(token: str) -> str:
    """Return what a request that may be made has in its header, a WebSocket as its protocols."""
    return f"{SUBPROTOCOL} {token}"


# Answers that wait --------------------------------------------------------------------

Answer = dict[str, Any]

MOST = 16
"""Answers waiting above which nothing more is read from the tab."""


class Outbox:
    """A queue to one tab. An answer that is not the last one gives way to a newer of its kind."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Hashable, Answer] = {}
        self._some = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def put(self, answer: Answer) -> None:
        """Add an answer; any thread may, and after the end it is dropped."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._add, answer)

    def _add(self, answer: Answer) -> None:
        key: Hashable = object()
        if answer.get("done") is False and not answer.get("paused"):
            # What it tells (values, progress) and of what kind of request; a newer number
            # ends the older.
            key = answer.get("ask"), frozenset(answer)
            self._waiting.pop(key, None)
        self._waiting[key] = answer
        self._changed()

    async def take(self) -> Answer:
        """Return the next answer, once there is one."""
        await self._some.wait()
        answer = self._waiting.pop(next(iter(self._waiting)))
        self._changed()
        return answer

    async def wait_for_room(self) -> None:
        """Wait until the tab has read most of its answers."""
        await self._room.wait()

    def _changed(self) -> None:
        for event, so in (
            (self._some, len(self._waiting) > 0),
            (self._room, len(self._waiting) < MOST),
        ):
            (event.set if so else event.clear)()


# What is served -----------------------------------------------------------------------

# Of our own, since Python asks the system, and Windows may call a script plain text.
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".LICENSE": "text/plain; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
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
        self.app = OriginGuard(Starlette(routes=routes), port)

    def address(self, file: str | None = None) -> str:
        """Return the address of the page, which shows a file of the board at first."""
        opened = "" if file is None else f"&file={file}"
        return f"http://{HOST}:{self.port}/#token={self.token}{opened}"

    def _admits(self, given: str) -> bool:
        """Return whether an authorization has the token."""
        texts = given, authorization(self.token)
        return hmac.compare_digest(*(text.encode(errors="surrogateescape") for text in texts))

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
        if not self._admits(request.headers.get("authorization", "")):
            raise HTTPException(HTTPStatus.FORBIDDEN)
        name = request.headers.get("manni-file")
        file = None
        if name is not None:
            text = await _body(request, self.board.limits.message_bytes)
            file = self.board.shelf.add_file(unquote(name), text)
        return JSONResponse({"address": self.address(file)})

    # A tab

    async def _talk(self, socket: WebSocket) -> None:
        if not self._admits(" ".join(socket.scope["subprotocols"])):
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
        await outbox.wait_for_room()
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


# The port -----------------------------------------------------------------------------


def listener(port: int) -> socket.socket:
    """Return a socket that listens on a port of this machine alone, 0 for any that is free.

    Raises OSError if it is taken or not allowed.
    """
    # The protocol is named, or asyncio does not see that it is TCP and leaves Nagle's algorithm on:
    # values sent right after their position would then wait 40 ms for the page to acknowledge that.
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            # There "reuse" would share the port with another program.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((HOST, port))
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock


def serve(site: Site, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on a socket until Ctrl-C or SIGTERM; ``ready`` is called before, when both end it."""
    server = uvicorn.Server(
        uvicorn.Config(
            site.app,
            lifespan="off",
            loop="asyncio",
            http="h11",
            ws=WebSocketsSansIOProtocol,
            # The service answers what is longer than its limit; this here ends the connection.
            ws_max_size=8 * site.board.limits.message_bytes,
            ws_per_message_deflate=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            log_config=None,
            # It logs what clients do wrong; errors of our own are logged by us.
            log_level=logging.CRITICAL + 1,
            access_log=False,
            # Seconds, whole or not, that a tab may hold it up which does not read its answers.
            timeout_graceful_shutdown=0.5,  # type: ignore[arg-type]
        )
    )
    with _ended_by_signals(server):
        try:
            ready()
            server.run(sockets=[sock])
        finally:
            site.board.close()


@contextmanager
def _ended_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """Let signals end a server from now on; it takes them itself only while it runs."""

    def end(number: int, frame: object) -> None:
        server.should_exit = True

    numbers = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        numbers.append(signal.SIGBREAK)
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
