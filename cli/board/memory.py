"""The values of positions that a board has looked at lately."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from cli.board.positions import Place
from solver.position import Position
from solver.values.gradual import Gradual

_MOST = 500


class Memory:
    """What is known of positions, whichever tab it was found for; forgets the oldest."""

    def __init__(self) -> None:
        self._known: OrderedDict[Position, Gradual] = OrderedDict()
        self._lock = Lock()

    def of(self, place: Place) -> Gradual:
        """Return what is known of a place, found here or on the card before."""
        position = place.position
        with self._lock:
            known = self._known.get(position)
            if known is None:
                known = self._known[position] = Gradual(position)
                if place.moves and (before := self._known.get(place.positions[-2])) is not None:
                    known.take_up(before.after(place.moves[-1].card))
            self._known.move_to_end(position)
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        return known
