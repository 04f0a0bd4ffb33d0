"""What a page asks first, asked before Python's memory is written: all it takes is in it then."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from typing import Any

from manni.cli.board import inpage
from manni.cli.board.shelf import samples
from manni.solver import i18n
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.table.settings import TAG


def rehearse() -> None:
    """List a game; open the first deal of each sample by its link, in each language, and search.

    Raises AssertionError where an answer is an error.
    """
    answers: dict[int, dict[str, Any]] = {}
    numbers = count(1)

    def hear(text: str) -> None:
        said = json.loads(text)
        answers.setdefault(said.get("number", 0), {}).update(said)

    def ask(kind: str, **fields: object) -> dict[str, Any]:
        number = next(numbers)
        page.receive(json.dumps({"number": number, "ask": kind, **fields}))
        for _ in range(3):
            page.turn()
        assert "error" not in answers[number], answers[number]
        return answers[number]

    limits = inpage.LIMITS
    inpage.LIMITS = replace(limits, memory_mb=1)  # what is free again is written down too
    [played, *_] = parse_deals(samples()["played"])
    game = replace(played, tags=((TAG, "game, seed 1, strength thumb, dealing 1"),))
    page = inpage.InPage(hear, games=[("0123456789", 0, format_deals([game]))])
    inpage.LIMITS = limits
    assert ask("games")["games"]
    for name in samples():
        [dealt] = ask("open", sample=name, only=1)["deals"]
        address = ask("position", deal=dealt["deal"], values=False)["position"]["address"]
        for language in i18n.languages():
            page.receive(json.dumps({"speak": language}))
            opened = ask("open", address=address)
            found = ask("position", deal=opened["deals"][0]["deal"], played=opened["place"])
            assert found["values"]["cards"][0]["guarantee"] != [0, 0], found
