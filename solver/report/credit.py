"""What was believed of the others, and how good the worlds are that follow: text, fields."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from solver.advice.behaviour import Belief
from solver.advice.worlds import Credit
from solver.described import FLAG, field, nullable, one_of
from solver.words import N_, _, gettext

_MODEL = {
    (False, Belief.SOFT): N_(
        "The others are taken to have exchanged much as the rule of thumb does (soft): {deals} "
        "deals count as {effective}."
    ),
    (False, Belief.STRICT): N_(
        "The others are taken to have exchanged just as the rule of thumb does (strict): {deals} "
        "deals count as {effective}."
    ),
    (True, Belief.SOFT): N_(
        "The others are taken to have called much as the rule of thumb does (soft): {deals} deals "
        "count as {effective}."
    ),
    (True, Belief.STRICT): N_(
        "The others are taken to have called just as the rule of thumb does (strict): {deals} "
        "deals count as {effective}."
    ),
}
"""The model, by whether the others have called, or else exchanged."""


def credit_sentences(credit: Credit | None, *, called: bool) -> list[str]:
    """Return which model the worlds follow, nothing where there was nothing to believe."""
    if credit is None:
        return []
    told = gettext(_MODEL[called, credit.belief])
    sentences = [told.format(deals=f"{credit.deals:,}", effective=f"{credit.effective:,.0f}")]
    if credit.rare and credit.belief is Belief.STRICT:
        sentences.append(_("No deal was found with which all would have: these come nearest."))
    elif credit.rare:
        sentences.append(_("By that, what they did is rare: all the more depends on the model."))
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
