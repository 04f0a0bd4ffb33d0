"""manni solve --selfish: what it prints and refuses."""

from __future__ import annotations

import csv
from io import StringIO
from random import Random

from commands import json_of, output
from positions import random_position

from manni.solver.cards import Contract
from manni.solver.notation import format_hands
from manni.solver.report.selfish import NOT_FOUND, selfish_text
from manni.solver.values.selfish import solve_selfish

NULLO = ("--hands", "Q2... K3... A4...", "--contract", "NULLO", "--selfish")


def long_hands(cards: int) -> str:
    return format_hands(random_position(Random("long"), cards, Contract.NULLO, False, 0).hands)


def test_many_outcomes_are_counted_only() -> None:
    rng = Random("many")
    while True:
        found = solve_selfish(random_position(rng, 7, Contract.NULLO))
        if len(found.outcomes) > 8:
            break
    first = str(selfish_text(found)).splitlines()[0]
    assert first == f"Selfish play: {len(found.outcomes)} outcomes."


def test_what_is_stopped_does_not_look_found() -> None:
    given = ("--hands", long_hands(12), "--contract", "NULLO", "--selfish")
    limits = ("--time", "0.02", "--memory", "64")
    assert json_of("solve", *given, *limits)["selfish"] is None
    text = output("solve", *given, *limits)
    assert NOT_FOUND in text
    assert "sure loss" not in text
    for cards, names in (([], ["selfish_most"]), (["--cards"], ["selfish_most_F", "sure_loss"])):
        table = output("solve", *given, *limits, *cards, "--format", "csv")
        for row in csv.DictReader(StringIO(table)):
            assert [row[name] for name in names] == [""] * len(names)
