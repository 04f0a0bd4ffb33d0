"""Which requests the board admits, and what its pages may do.

A board is asked for by its own address or not at all: a name on the net that leads to this
machine has another Host, a page of another address another Origin. It does not know the name
localhost, by which a browser may come to another user's program on [::1]. What is more than a
file of the page takes the token, which only this user has seen.
"""

from __future__ import annotations

import hmac
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
SUBPROTOCOL = "manni"


class Door:
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
            if self._asked_rightly(headers) and headers.getlist("origin"):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close"})  # before it is accepted: 403
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        app = self._app
        if not self._asked_rightly(headers):
            text = f"Forbidden: the board is at http://{self._host}/"
            app = PlainTextResponse(text, HTTPStatus.FORBIDDEN, {"Connection": "close"})
        await app(scope, receive, send_with_headers)

    def _asked_rightly(self, headers: Headers) -> bool:
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


def opens(token: str, subprotocols: list[str]) -> bool:
    """Return whether a WebSocket asks for its protocol and has the token."""
    return (
        len(subprotocols) == 2 and subprotocols[0] == SUBPROTOCOL and _same(subprotocols[1], token)
    )


def authorizes(token: str, header: str) -> bool:
    """Return whether a header ``Authorization`` has the token."""
    return _same(header, authorization(token))


def authorization(token: str) -> str:
    """Return the header of a request that may be made."""
    return f"{SUBPROTOCOL} {token}"


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(
        one.encode(errors="surrogateescape"), other.encode(errors="surrogateescape")
    )
