"""DDS, the double-dummy solver of bridge, as a yardstick for three hands.

DDS plays four hands in two sides. The counted seat is North, the two others are
East and West in clockwise order, and South is a partner who can never win: in
every suit only cards below all cards of the three hands, and no trumps. Ranks
are squeezed up to make room for them. What North's side takes is then the
guarantee of the counted seat.

There is room for the dummy's cards in NT with hands of up to 13 cards, and in a trump
contract if the side suits have it: always up to 9 cards, at 12 if 9 or more trumps
are in play. DDS does not know NULLO.

The library comes with the package ``endplay``; only measuring and tests use it. Like
DDS itself, it is not for several threads at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from measuring import loaded

from manni.solver.cards import RANKS, SEATS, SUITS, Contract, suit_ranks
from manni.solver.errors import SolverError
from manni.solver.rules.trick import strength

_NORTH, _EAST, _SOUTH, _WEST = range(4)
_HANDS = (_NORTH, _EAST, _WEST)  # DDS hands by steps clockwise from the counted seat


@cache
def _library() -> Any:
    """Return what endplay has around DDS, without the rest of endplay, which takes seconds."""
    package = find_spec("endplay")
    if package is None:
        raise SolverError("DDS is not here: it comes with the package endplay")
    path = Path(str(package.origin)).parent / "_dds" / "__init__.py"
    try:
        library = loaded("endplay_dds", path)
    except RuntimeError as error:
        raise SolverError(str(error)) from error
    library.SetMaxThreads(1)
    return library


def is_here() -> bool:
    """Return whether the DDS library can be loaded."""
    with suppress(SolverError):
        _library()
        return True
    return False


class Board:
    """A three-hand position as DDS sees it.

    Raises SolverError if DDS cannot solve it: in NULLO, or without room for the
    dummy's cards.
    """

    def __init__(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        *,
        ace_low: bool = False,
    ) -> None:
        if contract.avoids:
            raise SolverError("DDS does not play NULLO")
        self.tricks = hands[0].bit_count()
        self._counted_leads = leader == seat
        self._trump, self._first = int(contract), _HANDS[(leader - seat) % SEATS]
        self._hands = [[0] * SUITS for _ in range(4)]
        lows = list[tuple[int, int]]()
        for suit in range(SUITS):
            owners = sorted(
                (strength(rank, ace_low), step)
                for step in range(SEATS)
                for rank in range(RANKS)
                if suit_ranks(hands[(seat + step) % SEATS], suit) >> rank & 1
            )
            room = RANKS - len(owners)
            for place, (_, step) in enumerate(owners, start=room):
                self._hands[_HANDS[step]][suit] |= 1 << place + 2
            if suit != contract.trump:
                lows += ((low, suit) for low in range(room))
        # Which low cards the dummy holds changes no value, but DDS is faster with an even
        # dummy (in NT with 12 cards by a third), and should be measured at its best.
        lows = sorted(lows)[: self.tricks]
        if len(lows) < self.tricks:
            raise SolverError(
                f"no room for the dummy's {self.tricks} cards in {contract.name}: "
                f"only {len(lows)} fit"
            )
        for low, suit in lows:
            self._hands[_SOUTH][suit] |= 1 << low + 2

    def guarantee(self) -> int:
        """Return the tricks the counted seat is sure of."""
        if not self.tricks:
            return 0
        library = _library()
        deal, future = library.deal(self._trump, self._first), library.futureTricks()
        for hand, suits in enumerate(self._hands):
            deal.remainCards[hand][:] = suits
        library.SolveBoard(deal, -1, 1, 1, future, 0)
        score = int(future.score[0])
        return score if self._counted_leads else self.tricks - score


def forget() -> None:
    """Make DDS clear its table when it solves the next board.

    DDS keeps its table from one board to the next if trump and most cards are the same.
    A board of one trick changes what the next is compared with but clears nothing
    itself, so that the next board pays for the clearing.
    """
    Board((1, 2, 4), Contract.NT, 0, 0).guarantee()
