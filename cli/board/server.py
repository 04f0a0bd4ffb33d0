"""The board's server: the port it listens on, and how it ends."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from manni.cli.board.door import HOST
from manni.cli.board.site import Site


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
