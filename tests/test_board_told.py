"""What the board's service answers, as transcripts: ``golden/board/NAME.txt``, a page each.

A line ``> KIND FIELDS | WHAT …`` is a request and what of its answers is shown below it, each in a
line: names and numbers with dots between, ``*`` for every one; without any all of the last answer.
A text for a deal is one of a sample file, such as "basic 2"; {"of": "basic 2", …} is one with other
fields. A number of cards played is of those that the deal records. ``> say TEXT`` sends a text as
it is, ``> hello`` is what a page is told first. Write such lines anywhere in a file and have it
written: ``python tests/test_board_told.py [NAME …]``.
"""

import json
import sys
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

import pytest
from board_pages import Answer, Page
from test_golden import FOLDER, rewrite, rounded

from manni.cli.board.service import Board
from manni.cli.board.worker import BoardLimits

TOLD = {file.stem: file for file in sorted(FOLDER.glob("board/*.txt"))}


def part(value: Any, path: list[str]) -> Any:
    """Return what stands at a place of an answer, None where nothing does."""
    if not path or value is None:
        return value
    name, *left = path
    if name == "*":
        return [part(each, left) for each in value]
    if isinstance(value, list):
        return part(value[int(name)], left)
    return part(value.get(name), left)


def filled(page: Page, fields: Answer) -> Answer:
    """Return the fields of a request with deals of sample files in their place."""
    deal = fields.get("deal")
    if isinstance(deal, str):
        deal = {"of": deal}
    if isinstance(deal, dict) and "of" in deal:
        sample, _, number = deal["of"].partition(" ")
        found = page.deal(sample, int(number or 1))["deal"]
        fields["deal"] = found | {name: each for name, each in deal.items() if name != "of"}
        if isinstance(count := fields.get("played"), int):
            fields["played"] = found["play"][:count]
    return fields


def answers(page: Page, asked: str) -> list[Answer]:
    """Return what a page is answered, the last answer whole."""
    kind, _, given = asked.partition(" ")
    if kind == "say":
        return page.say(json.loads(given))
    if kind == "hello":
        return [page.answers[0]["hello"]]
    number = page.ask(kind, **filled(page, json.loads(given or "{}")))
    page.last(number)
    return page.of(number)


def said(page: Page, text: str) -> Iterator[str]:
    """Yield the requests of a file, each with what is answered now."""
    for line in text.splitlines():
        if line.startswith("> "):
            yield line
            asked, _, shown = line[2:].partition(" | ")
            found = answers(page, asked)
            whole = reduce(or_, found)
            names = shown.split() or sorted(found[-1].keys() - {"number", "ask", "done"})
            for name in names:
                yield f"{name}: {json.dumps(part(whole, name.split('.')), ensure_ascii=False)}"


@pytest.mark.parametrize("name", TOLD)
def test_the_board_answers_what_it_answered(name: str, caplog: pytest.LogCaptureFixture) -> None:
    board = Board(BoardLimits(memory_mb=64))
    page, text = Page(board), TOLD[name].read_text(encoding="utf-8")
    assert rounded("\n".join(said(page, text))) == rounded(text.rstrip("\n"))
    board.close()
    assert not caplog.records
    assert not page.misfits


def write(*chosen: str) -> None:
    """Write what is answered now, in the files of these names, without any in all."""
    import conftest  # noqa: F401  (English)

    board = Board(BoardLimits(memory_mb=64))
    for name in chosen or TOLD:
        text = TOLD[name].read_text(encoding="utf-8")
        rewrite(TOLD[name], "\n".join((*said(Page(board), text), "")))
    board.close()


if __name__ == "__main__":
    write(*sys.argv[1:])
