"""What a player did wrong, in the language spoken: errors themselves are in English."""

from __future__ import annotations

from manni.solver.errors import IllegalPlayError, SolverError
from manni.solver.i18n import ENGLISH, N_, gettext, language, seat_word
from manni.solver.report.cards import card_sign

_ILLEGAL = {
    "not held": N_("{seat} does not hold {card}"),
    "no card to play": N_("{seat} does not hold {card}"),
    "revoke": N_("{seat} must follow suit: {card} may not be played"),
    "rise": N_("{seat} must rise: {card} may not be played"),
    "ruff": N_("{seat} must ruff: {card} may not be played"),
    "overruff": N_("{seat} must overruff: {card} may not be played"),
    "out of turn": N_("{card} is out of turn"),
    "played twice": N_("{card} has been played already"),
}
"""By the kind of the error."""


def error_text(error: SolverError) -> str:
    """Return what an error says to a player, in English where its fields do not tell it."""
    if language() == ENGLISH:
        return str(error)
    if isinstance(error, IllegalPlayError) and error.kind in _ILLEGAL:
        return gettext(_ILLEGAL[error.kind], seat=seat_word(error.seat), card=card_sign(error.card))
    return error.told or str(error)
