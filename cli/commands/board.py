"""``manni board``: a page on which deals are looked at, played and exchanged."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from ...solver.errors import SolverError
from ...solver.records import frozen
from .. import inputs, options, output

if TYPE_CHECKING:
    from socket import socket

    from ..board.worker import BoardLimits

PORT = 8736
"""Where the board is found: what a browser remembers of a page belongs to its port too."""


Source = tuple[str, str]
"""A file of deals to show at first: its name and text."""


@options.command
def command(
    *,
    file: options.OptionalFile,
    port: int = options.option(
        "Where to serve; 0 is any port that is free.",
        type=options.WholeRange(0, 65535),
        default=PORT,
        show_default=True,
    ),
    no_browser: bool = options.flag("Print the address and open no browser."),
    memory: options.MemoryOption,
    jobs: options.JobsOption,
    seconds: float = options.seconds(
        "--ask-after",
        "How long a position is searched before the page asks whether to go on.",
        default=30.0,
        show_default=True,
    ),
    as_json: options.JsonOption,
) -> None:
    """Show deals on a page in the browser, with the value of every card.

    FILE holds deals to begin with (- is stdin). The page is served to this machine alone,
    until Ctrl-C. If a board runs already, the file is shown there.
    """
    try:
        from ..board import running, server
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("starlette", "uvicorn", "websockets"):
            raise
        raise SolverError(
            f"the board needs {missing}, which is not installed: pip install 'manni[board]'"
        ) from None
    from ..board.worker import BoardLimits

    limits = BoardLimits(memory_mb=memory, engines=jobs, seconds=seconds)
    source = None if file is None else _read(file, limits)
    show = _Show(no_browser, as_json)
    try:
        sock = server.listener(port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise OSError(error.errno, error.strerror, f"port {port}") from None
        address = running.hand_over(port, source)
        if address is None:
            raise SolverError(
                f"port {port} is taken by another program: choose another with --port"
            ) from None
        what = "the file is" if source else "it is"
        show.tell(address, f"a board runs already on port {port}: {what} shown there")
        show.open(port, address)
    else:
        with sock:
            _run(sock, limits, source, show)


@frozen
class _Show:
    """How the user is led to the page."""

    no_browser: bool
    as_json: bool

    def tell(self, address: str, word: str) -> None:
        """Print the address and what there is to say about it."""
        if self.as_json:
            output.result_json({"address": address})
        else:
            output.result(address)
        output.note(word)

    def open(self, port: int, address: str) -> None:
        """Open a browser, where there is one to be seen; else say why not."""
        import webbrowser

        from ..board.running import why_no_browser, write_redirect

        if self.no_browser:
            return
        reason = why_no_browser()
        try:
            if reason is None and not webbrowser.open(write_redirect(port, address).as_uri()):
                reason = "none is found"
        except OSError as error:
            reason = f"{error.filename}: {error.strerror}"
        if reason is not None:
            output.note(f"no browser is opened: {reason}; the address is for one")


def _read(file: str, limits: BoardLimits) -> Source:
    """Return a file whose deals are all right. Raises the error of the first that is not."""
    name, text = inputs.name_of(file), inputs.text_of(file)
    if len(text.encode()) > limits.message_bytes:
        raise SolverError(f"{name}: is longer than {limits.message_bytes:,} bytes")
    count = len(inputs.deals_of(file, text=text))
    if count > limits.deals:
        raise SolverError(
            f"{name}: holds {count:,} deals, of which the board takes {limits.deals:,}"
        )
    return name, text


def _run(sock: socket, limits: BoardLimits, source: Source | None, show: _Show) -> None:
    """Run a board on a socket until Ctrl-C."""
    from secrets import token_urlsafe
    from threading import Thread

    from ..board.running import keep_token

    port = sock.getsockname()[1]
    token = token_urlsafe(32)
    with keep_token(port, token):  # at once, for another that is starting too
        from ..board.server import Site, serve
        from ..board.service import Board

        board = Board(limits=limits)
        site = Site(board, port, token)
        file = None if source is None else board.shelf.add_file(*source)

        def ready() -> None:
            address = site.address(file)
            show.tell(address, "Ctrl-C ends it")
            # Beside the server, which the browser waits for.
            Thread(target=show.open, args=(port, address), daemon=True).start()

        serve(site, sock, ready)
