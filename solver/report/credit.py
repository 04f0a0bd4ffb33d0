"""What was believed of the others, and how good the worlds are that follow: text, fields."""

from __future__ import annotations

from solver.advice.worlds import Credit
from solver.described import FLAG, field, nullable, one_of
from solver.words import N_, _, gettext

_MODEL = {
    False: N_(
        "The others are taken to have exchanged much as the rule of thumb does (soft): {deals} "
        "deals count as {effective}."
    ),
    True: N_(
        "The others are taken to have called much as the rule of thumb does (soft): {deals} deals "
        "count as {effective}."
    ),
}
"""The model, by whether the others have called, or else exchanged."""


def credit_sentences(credit: Credit | None, *, called: bool) -> list[str]:
    """Return which model the worlds follow, nothing where there was nothing to believe."""
    if credit is None:
        return []
    told = gettext(_MODEL[called])
    sentences = [told.format(deals=f"{credit.deals:,}", effective=f"{credit.effective:,.0f}")]
    if credit.rare:
        sentences.append(_("By that, what they did is rare: all the more depends on the model."))
    return sentences


BELIEF = field(
    "belief",
    nullable(one_of("soft")),
    "How the others are taken to have gone by the rule of thumb; null where nothing was seen, or "
    "nothing is believed.",
    lambda answer: None if answer.belief is None else answer.belief.value,
)

CREDIT = (
    BELIEF,
    field(
        "rare",
        nullable(FLAG),
        "Whether what was seen is unlikely by the model itself; null as before.",
        lambda answer: None if answer.credit is None else answer.credit.rare,
    ),
)
