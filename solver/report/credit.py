"""What was believed of the others, and how good the worlds are that follow: text, fields."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from solver.advice.behaviour import Belief
from solver.advice.worlds import Credit
from solver.described import FLAG, field, nullable, one_of

_MODEL = {
    Belief.SOFT: "much as the rule of thumb does",
    Belief.STRICT: "just as the rule of thumb does",
}


def credit_sentences(credit: Credit | None, did: str) -> list[str]:
    """Return which model the worlds follow, nothing where there was nothing to believe.

    ``did`` is what the others did: "exchanged", "called".
    """
    if credit is None:
        return []
    sentences = [
        f"The others are taken to have {did} {_MODEL[credit.belief]} ({credit.belief.value}): "
        f"{credit.deals:,} deals count as {credit.effective:,.0f}."
    ]
    if credit.rare and credit.belief is Belief.STRICT:
        sentences.append("No deal was found with which all would have: these come nearest.")
    elif credit.rare:
        sentences.append("By that, what they did is rare: all the more depends on the model.")
    return sentences


def _credited(of: str) -> Callable[[Any], Any]:
    get = attrgetter(of)
    return lambda answer: None if answer.credit is None else get(answer.credit)


CREDIT = (
    field(
        "belief",
        nullable(one_of("soft", "strict")),
        "How strictly the others are taken to have gone by the rule of thumb; null where nothing "
        "was seen, or nothing is believed.",
        _credited("belief.value"),
    ),
    field(
        "rare",
        nullable(FLAG),
        "Whether what was seen is unlikely by the model itself; null as before.",
        _credited("rare"),
    ),
)
