"""The board as static files on an ordinary host, as ``make site`` has built it."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "site"

FOLDER = "/cards/manni/"
"""Where the host has it: nothing in it may know."""

PORTION = 1 << 16
"""The bytes that it sends at a time."""


def pieces(folder: Path = BUILT) -> list[dict[str, list[tuple[str, int]]]]:
    """Return the pieces of each large file: of what the first values take, and of the others."""
    [worker] = folder.glob("*/worker.js")
    [found] = re.findall(r"const PIECES = (\{.*?\n\});", worker.read_text(), re.S)
    return list(json.loads(found).values())


def large(folder: Path = BUILT) -> dict[str, bytes]:
    """Return the large files of the site, joined from their pieces."""
    return {
        name: gzip.decompress(b"".join((folder / "data" / piece).read_bytes() for piece, _ in each))
        for part in pieces(folder)
        for name, each in part.items()
    }


@dataclass
class Habits:
    """What a host does with files; a pattern is searched for in their paths."""

    headers: dict[str, str] = field(default_factory=dict)
    """Sent with each; what is said to be gzip it packs."""

    types: dict[str, str] = field(default_factory=dict)
    """By the end of the name, where it does not know better."""

    lacks: str = "$^"
    """Answered with 404, or ``status``."""

    status: int = 404

    changes: str = "$^"
    """Sent with other ends of lines."""

    breaks: str = "$^"
    """Ended in the middle, each the first time."""

    drops: float = inf
    """Of so many requests one has no answer."""

    seconds_per_mb: float = 0
    """How slowly it sends; what comes at one time shares the line."""

    renames: bool = False
    """Whether it leads from names with .html to those without."""

    name: str = "127.0.0.1"
    """By which it is asked; to a browser any other one is no secure place."""

    megabytes: float = inf
    """What the browser keeps from it."""


class _Host(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, site: StaticSite, **options: Any) -> None:
        self.site = site
        self.extensions_map = SimpleHTTPRequestHandler.extensions_map | site.habits.types
        super().__init__(*args, **options)

    def translate_path(self, path: str) -> str:
        if path == FOLDER.rstrip("/"):  # some lead to what it should be, others do not
            path = f"{FOLDER}index.html"
        if not path.startswith(FOLDER):
            return str(ROOT / "nowhere")
        found = super().translate_path(path.removeprefix(FOLDER.rstrip("/")))
        return f"{found}.html" if Path(f"{found}.html").is_file() else found

    def do_GET(self) -> None:
        site, habits, path = self.site, self.site.habits, self.path.removeprefix(FOLDER)
        site.asked.append(path)
        if path and len(site.asked) % habits.drops == 0:
            return
        if re.search(habits.lacks, self.path):
            self.send_error(habits.status)
            return
        if habits.renames and path.endswith(".html"):
            self.send_response(308)
            self.send_header("Location", FOLDER + path.removesuffix(".html").removesuffix("index"))
            self.end_headers()
            return
        super().do_GET()

    def send_header(self, keyword: str, value: str) -> None:
        if not (self.site.packs and keyword == "Content-Length"):
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        for name, value in self.site.habits.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        site, habits, path = self.site, self.site.habits, self.path.removeprefix(FOLDER)
        breaks = re.search(habits.breaks, path) and site.asked.count(path) == 1
        data = source.read()
        if re.search(habits.changes, self.path):
            data = data.replace(b"\n", b" ")
        data = gzip.compress(data, 6) if site.packs else data
        for at in range(0, len(data) // 2 if breaks else len(data), PORTION):
            with site.line:
                outputfile.write(data[at : at + PORTION])
                site.sent += len(data[at : at + PORTION])
                sleep(habits.seconds_per_mb * PORTION / 1e6)

    def log_message(self, *_: Any) -> None:
        """Be silent."""


class StaticSite:
    """A host that serves the site; ``stop`` takes it off the net."""

    def __init__(self, folder: Path = BUILT, habits: Habits | None = None) -> None:
        assert (folder / "index.html").is_file(), "build/site is not there: make site"
        self.habits = habits or Habits()
        self.packs = "Content-Encoding" in self.habits.headers
        self.asked = []
        """The paths that it was asked for, in order."""
        self.sent = 0
        """The bytes of files."""
        self.line = Lock()
        self.server = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(_Host, directory=folder, site=self)
        )
        self.host = f"{self.habits.name}:{self.server.server_port}"
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
