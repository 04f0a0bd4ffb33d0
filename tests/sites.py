"""The board as static files on an ordinary host, as ``make site`` has built it."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "site"

FOLDER = "/cards/manni/"
"""Where the host has it: nothing in it may know."""


def large(folder: Path = BUILT) -> dict[str, bytes]:
    """Return the large files of the site, joined from their pieces."""
    [worker] = folder.glob("*/worker.js")
    [found] = re.findall(r"const PIECES = (\{.*?\n\});", worker.read_text(), re.S)
    return {
        name: gzip.decompress(
            b"".join((folder / "data" / piece).read_bytes() for piece, _ in pieces)
        )
        for name, pieces in json.loads(found).items()
    }


@dataclass
class Habits:
    """What a host does with files; a pattern is searched for in their paths."""

    headers: dict[str, str] = field(default_factory=dict)
    """Sent with each."""

    types: dict[str, str] = field(default_factory=dict)
    """By the end of the name, where it does not know better."""

    lacks: str = "$^"
    """Answered with 404."""

    breaks: str = "$^"
    """Ended in the middle, each the first time."""

    seconds_per_mb: float = 0
    """How slowly it sends."""


class _Host(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, site: StaticSite, **options: Any) -> None:
        self.site = site
        self.extensions_map = SimpleHTTPRequestHandler.extensions_map | site.habits.types
        super().__init__(*args, **options)

    def translate_path(self, path: str) -> str:
        if not path.startswith(FOLDER) or re.search(self.site.habits.lacks, path):
            return str(ROOT / "nowhere")
        return super().translate_path(path.removeprefix(FOLDER.rstrip("/")))

    def do_GET(self) -> None:
        self.site.asked.append(self.path.removeprefix(FOLDER))
        super().do_GET()

    def end_headers(self) -> None:
        for name, value in self.site.habits.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        habits, path = self.site.habits, self.path.removeprefix(FOLDER)
        breaks = re.search(habits.breaks, path) and self.site.asked.count(path) == 1
        data = source.read()
        for at in range(0, len(data) // 2 if breaks else len(data), 1 << 16):
            outputfile.write(data[at : at + (1 << 16)])
            sleep(habits.seconds_per_mb / 16)

    def log_message(self, *_: Any) -> None:
        """Be silent."""


class StaticSite:
    """A host that serves the site; ``stop`` takes it off the net."""

    def __init__(self, folder: Path = BUILT, habits: Habits | None = None) -> None:
        assert (folder / "index.html").is_file(), "build/site is not there: make site"
        self.habits = habits or Habits()
        self.asked: list[str] = []
        """The paths that it was asked for, in order."""
        self.server = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(_Host, directory=folder, site=self)
        )
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.origin = f"http://{self.host}"
        self.place = f"{self.origin}{FOLDER}"
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
