"""Bids: how often those are made that the advice bids, against how often it says they are.

    python benchmarks/bids.py --kinds encheres-petite encheres-6 --deals 1000

The first seat says what it is advised to over so many ``worlds``, with the auction so far; all else
is by the rule of thumb. Of the deals in which it declares: the chance that it was told with its
last bid, the part that is made, and told less made with a 95 % interval; points marked a deal more
than each other, of all deals; CPU milliseconds an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from measuring import heads, interval, line, run, timed, times
from play import driven, table_of

from manni.solver.cards import Seat
from manni.solver.table.advice import advise_at, computer_answer
from manni.solver.table.deal import DealTable
from manni.solver.table.steps import AsksBid, ComputerTurn

KINDS = ("encheres-petite", "encheres-4", "encheres-5", "encheres-6", "encheres-7")


@dataclass
class Bidder:
    """The first seat: what it was ``told`` of its last bid, and the milliseconds of its answers."""

    worlds: int
    chance: float = 0
    ms: list[float] = field(default_factory=list)

    def decide(self, table: DealTable, turn: ComputerTurn) -> Any:
        """Return what is said, by the advice for the first seat and its bids."""
        asks = turn.asks
        if not isinstance(asks, AsksBid) or asks.seat != Seat.FOREHAND:
            return computer_answer(table, turn)
        ms, answer = timed(advise_at, table, asks, worlds=self.worlds, seed=turn.seed)
        self.ms.append(ms)
        if answer.said.now is not None:
            self.chance = next(bid.chance for bid in answer.bids if bid.bid == answer.said.now)
        return asks.apply(answer.said.now)


def main(
    *, kinds: tuple[str, ...] = KINDS, deals: int = 100, worlds: int = 300, seed: int = 7
) -> None:
    """Play so many deals of each kind."""
    heads("", "deals", "declared", "told", "made", "told − made", "marks", "ms mean", "max")
    for kind in kinds:
        bidder, chances, made, marks = Bidder(worlds), [], [], []
        for number in range(deals):
            table = table_of(kind, number, seed)
            driven(table, bidder.decide)
            if table.deal.contract is None:
                continue
            marks.append(table.variant.scoring.balance(table.score.points, Seat.FOREHAND))
            if table.deal.declarer == Seat.FOREHAND:
                chances.append(bidder.chance)
                made.append(bool(table.score.made))
        differs = interval(np.array(chances) - np.array(made))
        _, mean, _, _, most = times(bidder.ms)
        cells = (f"{np.mean(chances):.2f}", f"{np.mean(made):.2f}", differs, interval(marks))
        line(kind, deals, len(chances), *cells, mean, most)


if __name__ == "__main__":
    run(main)
