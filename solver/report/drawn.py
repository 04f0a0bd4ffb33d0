"""A position as ``manni show`` draws it, described."""

from __future__ import annotations

from functools import partial
from typing import Any

from solver.described import (
    CARDS,
    CONTRACT,
    COUNT,
    HAND,
    LENGTH,
    SEAT,
    TEXT,
    TRICKS,
    by_seat,
    counted,
    field,
    nullable,
    record,
)
from solver.fields import FIELDS
from solver.goal import format_goal
from solver.report.values import ace_low

PILES = next((each.key, *map(str.lower, each.also)) for each in FIELDS if each.key == "manni")
"""What games call the cards on the table, as in deals; the first stands for all others."""


def pile_key(pile: str) -> str:
    """Return the key of the cards that a game calls so."""
    name = pile.lower()
    return name if name in PILES else PILES[0]


def _pile(name: str, shown: Any) -> Any:
    return shown.scene.manni if pile_key(shown.scene.pile) == name else None


SHOWN = record(
    field(
        "deal",
        COUNT,
        "The number of the deal in its file, from 1; there only with a FILE.",
        "number",
        optional=True,
    ),
    field(
        "name",
        TEXT,
        "The name of the deal, if it has one.",
        lambda shown: shown.name or None,
        optional=True,
    ),
    field(
        "contract", nullable(CONTRACT), "The contract, null where none is named.", "scene.contract"
    ),
    ace_low("scene.ace_low"),
    *counted("scene", unit=": what is won is points"),
    field("leader", SEAT, "Who led to the trick in progress.", "scene.leader"),
    field(
        "to_play", nullable(SEAT), "Who is to play, null where that is not known.", "scene.to_play"
    ),
    field("tricks", LENGTH, "Tricks to be played, the one in progress included.", "scene.tricks"),
    field(
        "hands",
        by_seat(HAND),
        "The cards held, without those on the table.",
        lambda own: [(hand, own.scene.rules.written) for hand in own.scene.hands],
    ),
    field("table", CARDS, "The cards on the table, in the order played.", "scene.table"),
    field("won", TRICKS, "Tricks, or points, won before.", "scene.won"),
    *(
        field(
            name,
            CARDS,
            "What lies on the table, by the name that the game has for it.",
            partial(_pile, name),
            optional=True,
        )
        for name in PILES
    ),
    field(
        "goal",
        nullable(TEXT),
        "The goal of a puzzle that is to be reached from here, null if there is none.",
        lambda shown: None if shown.scene.goal is None else format_goal(shown.scene.goal),
    ),
    name="show",
    title="manni show --json",
    doc="A deal or position as it is drawn, one line per deal.",
)
