"""What is played for: the trump, the aim, and what a trick is worth."""

from __future__ import annotations

from manni.solver.cards import Suit, Written
from manni.solver.i18n import NP_, pgettext


class Contract(Written):
    """A contract. S H D C carry the number of their trump suit; as text it is its name."""

    S = 0
    H = 1
    D = 2
    C = 3
    NT = 4
    NULLO = 5

    @property
    def _text(self) -> str:
        return self.name

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None in NT and NULLO."""
        return _TRUMPS[self]

    @property
    def avoids(self) -> bool:
        """Whether tricks are to be avoided."""
        return self is Contract.NULLO

    @property
    def sign(self) -> int:
        """+1 where a trick is worth having, -1 where it is not."""
        return -1 if self.avoids else 1

    @property
    def kind(self) -> str:
        """What numbers are fitted for: ``trump``, ``NT`` or ``NULLO``."""
        return self.name if self.trump is None else "trump"


_TRUMPS: tuple[Suit | None, ...] = (*Suit, None, None)

THE_SIX = (Contract.S, Contract.H, Contract.D, Contract.C, Contract.NT, Contract.NULLO)
"""The contracts of the Manni games; a new one enters only the games that name it."""

_WORDS = (
    NP_("contract", "spades"),
    NP_("contract", "hearts"),
    NP_("contract", "diamonds"),
    NP_("contract", "clubs"),
    NP_("contract", "no trump"),
    NP_("contract", "nullo"),
)


def contract_words(contract: Contract) -> str:
    """Return a contract in words: ``hearts``, ``no trump``, ``nullo``."""
    return pgettext("contract", _WORDS[contract])
