"""What a page asks first, asked before Python's memory is written: all it takes is in it then."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from typing import Any

from manni.cli.board import inpage
from manni.solver import i18n


def rehearse() -> None:
    """Open the first deal of each sample by its link, in each language, and search for a moment.

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
        page.turn()
        assert "error" not in answers[number], answers[number]
        return answers[number]

    limits = inpage.LIMITS
    inpage.LIMITS = replace(limits, memory_mb=1)  # what is free again is written down too
    page = inpage.InPage(hear)
    inpage.LIMITS = limits
    ask("games")
    samples = answers[0]["hello"]["samples"]
    assert samples
    for sample in samples:
        [dealt] = ask("open", sample=sample["id"], only=1)["deals"]
        address = ask("position", deal=dealt["deal"], values=False)["position"]["address"]
        for language in i18n.languages():
            page.receive(json.dumps({"speak": language}))
            opened = ask("open", address=address)
            ask("position", deal=opened["deals"][0]["deal"], played=opened["place"])
