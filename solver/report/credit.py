"""What was believed of the others, and how good the worlds are that follow: text, JSON."""

from __future__ import annotations

from typing import Any

from solver.advice.belief import Belief
from solver.advice.worlds import Credit

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
    found = [
        f"The others are taken to have {did} {_MODEL[credit.belief]} ({credit.belief.value}): "
        f"{credit.deals:,} deals count as {credit.effective:,.0f}."
    ]
    if credit.rare and credit.belief is Belief.STRICT:
        found.append("No deal was found with which all would have: these come nearest.")
    elif credit.rare:
        found.append("By that, what they did is rare: all the more depends on the model.")
    return found


def credit_json(credit: Credit | None) -> dict[str, Any]:
    """Return the model and the effective number of worlds, null where nothing was believed."""
    return {
        "belief": None if credit is None else credit.belief.value,
        "effective_worlds": None if credit is None else credit.effective,
        "rare": None if credit is None else credit.rare,
    }
