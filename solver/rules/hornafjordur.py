"""Hornafjarðarmanni: the cut card makes the contract, all three exchange.

Also as cardgames.io plays it: the ace is low in NULLO, and the game is over when
somebody's plus points alone reach ten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver import checks
from solver.cards import RANK_LETTERS, Seat, rank_of, suit_of
from solver.rules.contract import Contract
from solver.rules.exchange import InTurn
from solver.rules.scoring import FirstTo, FirstToPlus, Scoring, Targets
from solver.rules.trick import ACE_LOW
from solver.rules.variant import MANNI, Option, Variant

BANDS = (("2345", Contract.NULLO), ("6789", None), ("TJQKA", Contract.NT))
"""Ranks of the cut card and the contract they make, None for its own suit as trump."""


@dataclass(frozen=True)
class ByCut:
    """The contract that a cut card makes, by its rank."""

    bands: tuple[tuple[str, Contract | None], ...] = BANDS

    def __call__(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract, None if the cut card is not known."""
        if cut is None:
            return None
        cut = checks.card(cut, "the cut card")
        rank = RANK_LETTERS[rank_of(cut)]
        contract = next(contract for ranks, contract in self.bands if rank in ranks)
        return Contract(suit_of(cut)) if contract is None else contract


def with_ace_low(variant: Variant) -> Variant:
    """Return the game in which the ace is the lowest card in NULLO."""
    return replace(variant, nullo_rules=ACE_LOW)


HORNAFJORDUR = Variant(
    code="hornafjordur",
    name="Hornafjarðarmanni",
    packets=4 * ((MANNI, 4), *((seat, 3) for seat in Seat)),
    fixed_contract=ByCut(),
    cuts=True,
    exchange=InTurn(forehand=7, middlehand=5),
    scoring=Scoring(plain=Targets(4, 4), nullo=Targets(4, 4)),
    ending=FirstTo(10),
    options={"ace-low": Option("the ace is the lowest card in NULLO", with_ace_low)},
)

HORNAFJORDUR_IO = replace(
    HORNAFJORDUR,
    code="hornafjordur-io",
    name="Hornafjarðarmanni, as cardgames.io plays it",
    nullo_rules=ACE_LOW,
    ending=FirstToPlus(10),
    tallies=True,
    options={},
)
