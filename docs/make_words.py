"""Bring the catalogues of ``solver/data/languages`` up to date with the sentences of the code.

    python docs/make_words.py [--new LANGUAGE]

Every ``.po`` gets the sentences that are new, without a translation, and loses those that are
gone; its ``.mo``, which the program reads, is made of it. ``--new`` begins a catalogue. What has no
translation yet is listed, and is shown in English until it has one. Babel is needed.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "solver" / "data" / "languages"

KEYWORDS = {
    "_": None,
    "gettext": None,
    "text_if": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NP_": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def in_python(file: BinaryIO, keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """Yield the sentences of a program, for Babel, which finds none in what others are filled with.

    ``fill`` says one as ``_`` does; ``NP_`` may have several of a context.
    """
    calls = [node for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
        name = "_" if name == "fill" else name
        if name not in keywords or not call.args:
            continue
        texts = [getattr(arg, "value", None) for arg in call.args]
        texts = [text if isinstance(text, str) else None for text in texts]
        each = [tuple(texts)]
        if name == "NP_":
            each = [(texts[0], text) for text in texts[1:]]
        elif name == "text_if":
            each = [(text,) for text in texts[1:]]
        yield from ((call.lineno, name, own, []) for own in each)


SOURCES = (
    ("solver/**.py", in_python),
    ("cli/board/static/**.js", "javascript"),
    ("cli/**.py", in_python),
)
_START = datetime(2026, 11, 24, tzinfo=UTC)
COMMENTS = ("Translators:",)


def extracted(root: Path = ROOT) -> Catalog:
    """Return the sentences of the code, in the order of its files."""
    found = Catalog(project="manni")
    for folder in ("solver", "cli"):
        for name, _line, message, comments, context in extract_from_dir(
            str(root / folder),
            [
                (pattern.removeprefix(f"{folder}/"), kind)
                for pattern, kind in SOURCES
                if pattern.startswith(folder)
            ],
            keywords=KEYWORDS,
            comment_tags=COMMENTS,
            strip_comment_tags=True,
        ):
            place = (f"{folder}/{Path(name).as_posix()}", 0)
            found.add(message, None, [place], auto_comments=comments, context=context)
    return found


def read(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def brought_up_to_date(catalogue: Catalog, sentences: Catalog) -> None:
    """Give a catalogue the sentences of the code, and no others; none is guessed."""
    sentences.creation_date = catalogue.creation_date
    catalogue.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()


def as_po(catalogue: Catalog) -> bytes:
    """Return the file that translators edit."""
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """Return the file that the program reads."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Return the sentences that have no translation."""
    return [
        str(message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
        if message.id
        and not (message.string if isinstance(message.id, str) else all(message.string))
    ]


def _new(language: str) -> Catalog:
    return Catalog(
        locale=language,
        project="manni",
        version="0.1.0",
        header_comment=f"# What manni says, in {language}: see docs/internals/extending.md.",
        msgid_bugs_address="see CONTRIBUTING.md",
        last_translator="see the history of this file",
        language_team="see the history of this file",
        creation_date=_START,
        revision_date=_START,
        fuzzy=False,
    )


def main() -> None:
    if sys.argv[1:2] == ["--new"]:
        path = FOLDER / f"{sys.argv[2]}.po"
        if path.exists():
            sys.exit(f"{path} is there already")
        path.write_bytes(as_po(_new(path.stem)))
    sentences = extracted()
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = read(path)
        brought_up_to_date(catalogue, sentences)
        path.write_bytes(as_po(catalogue))
        path.with_suffix(".mo").write_bytes(as_mo(catalogue))
        left = missing(catalogue)
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} sentences, {len(left)} to translate")  # noqa: T201
        for text in left:
            print(f"  {text}")  # noqa: T201


if __name__ == "__main__":
    main()
