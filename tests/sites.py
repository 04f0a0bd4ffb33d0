"""The board as static files on an ordinary host, as ``make site`` has built it."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "site"

FOLDER = "/cards/manni/"
"""Where the host has it: nothing in it may know."""


class _Host(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        if not path.startswith(FOLDER):
            return str(ROOT / "nowhere")
        return super().translate_path(path.removeprefix(FOLDER.rstrip("/")))

    def log_message(self, *_: Any) -> None:
        """Be silent."""


class StaticSite:
    """A host that serves the site; ``stop`` takes it off the net."""

    def __init__(self, folder: Path = BUILT) -> None:
        assert (folder / "index.html").is_file(), "build/site is not there: make site"
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=folder))
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.place = f"http://{self.host}{FOLDER}"
        self.address = f"{self.place}#site=1"
        Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self) -> StaticSite:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Serve nothing any more."""
        self.server.shutdown()
        self.server.server_close()
