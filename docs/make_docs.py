"""Write what is generated: the pages of the commands and of the JSON, the man page, the puzzles.

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
    "docs/commands.md": ("make_commands", "page"),
    "docs/json.md": ("make_json", "page"),
    "docs/manni.1": ("make_manpage", "page"),
    "docs/puzzle-list.md": ("make_puzzle_list", "page"),
    "page/messages.js": ("manni.cli.board.messages", "types"),
}
"""Each file with the module and the function that return it."""


def text(path: str) -> str:
    """Return what a file is to hold."""
    module, function = WRITTEN[path]
    return str(getattr(import_module(module), function)())


def main() -> None:
    names = sys.argv[1:]
    known = [Path(path).name for path in WRITTEN]
    if unknown := set(names) - set(known):
        sys.exit(f"no such file: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for path in WRITTEN:
        if not names or Path(path).name in names:
            target = BUILD / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text(path), encoding="utf-8")


if __name__ == "__main__":
    main()
