"""Write what is generated: the pages of the commands and of the JSON, and the man page.

    python docs/make_docs.py [NAME...]

All of it goes into ``build/``, or the files named alone; no part of it is in the repository.
``messages.js`` are the types of what the board's service says to its page: nothing but the type
checker reads them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent / "build"

WRITTEN = {
    "commands.md": ("docs", "make_commands", "page"),
    "json.md": ("docs", "make_json", "page"),
    "manni.1": ("docs", "make_commands", "man_page"),
    "messages.js": ("page", "make_messages", "types"),
}
"""Each file with its folder, and the module and the function that return it."""


def text(name: str) -> str:
    """Return what a file is to hold."""
    _, module, function = WRITTEN[name]
    return str(getattr(import_module(module), function)())


def main() -> None:
    for name in sys.argv[1:] or WRITTEN:
        target = BUILD / WRITTEN[name][0] / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
