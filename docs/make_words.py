"""Bring the catalogues of ``solver/data/languages`` up to date with the sentences of the code.

    python docs/make_words.py

Every ``.po`` gets the sentences that are new, without a translation, and loses those that are
gone; its ``.mo``, which the program reads, is made of it. An empty ``.po`` begins a catalogue. What
has no translation yet is listed, and is shown in English until it has one. Babel is needed.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from itertools import product
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
    "by": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NP_": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def in_python(file: BinaryIO, keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """Yield the sentences of a program, for Babel, which finds none in what others are filled with.

    ``fill`` says one as ``_`` does, ``by`` has two as ``text_if`` has; ``NP_`` may have several
    of several contexts, ``|`` between them.
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
            contexts, *words = map(ast.literal_eval, call.args)
            if isinstance(words[0], str):
                words = words[0].split("|") + words[1:]
            for context, word in product(contexts.split(","), words):
                one_or_more = (word,) if isinstance(word, str) else word
                named = ("npgettext", "NP_") if context else ("ngettext", "N_")
                own = (context, *one_or_more) if context else one_or_more
                yield call.lineno, named[isinstance(word, str)], own, []
            continue
        if name in ("text_if", "by"):
            each = [(text,) for text in texts[1:]]
        yield from ((call.lineno, name, own, []) for own in each)


SOURCES: dict[str, list[Any]] = {
    "solver": [("**.py", in_python)],
    "cli": [("**.js", "javascript"), ("**.py", in_python)],
}
OPTIONS = {"**.js": {"parse_template_string": "true"}}


def extracted() -> Catalog:
    """Return the sentences of the code, in the order of its files."""
    found = Catalog(project="manni")
    for folder, methods in SOURCES.items():
        sentences = extract_from_dir(ROOT / folder, methods, OPTIONS, keywords=KEYWORDS)
        for name, _, message, _, context in sentences:
            found.add(message, locations=[(f"{folder}/{name}", 0)], context=context)
    return found


def read(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def as_mo(catalogue: Catalog) -> bytes:
    """Return the file that the program reads."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Return the sentences that have no translation."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id and not (message.string and all(message.string))
    ]


def main() -> None:
    sentences = extracted()
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = read(path)
        catalogue.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.fuzzy = False
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
        path.with_suffix(".mo").write_bytes(as_mo(catalogue))
        left = missing(catalogue)
        told = f"{path.name}: {len(catalogue)} sentences, {len(left)} to translate"
        print(told, *left, sep="\n  ")


if __name__ == "__main__":
    main()
