"""Which cards matter in a position of the page: those that a guarantee rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from manni.cli.board.requests import AtPlace
from manni.cli.board.standing import Standing
from manni.solver.analysis.why import SAYS, Why, check_why, why
from manni.solver.cards import SUITS, Seat
from manni.solver.checks import quote
from manni.solver.engine import Engine
from manni.solver.errors import DealError, NotationError
from manni.solver.fields import text_of
from manni.solver.notation import parse_seat
from manni.solver.report.why import claim_of, named_cards, suit_pattern
from manni.solver.run import Run
from manni.solver.schema import SEAT, TEXT, by_seat, list_of, record
from manni.solver.schema import field as described

_MEMORY_MB = 32
_SEARCHES = 4000  # about half a second with twelve cards


def _says(value: str) -> str:
    says = value.replace("_", " ")
    if says not in SAYS:
        names = ", ".join(each.replace(" ", "_") for each in SAYS)
        raise NotationError(f"{quote(value)}: expected one of {names}")
    return says


REASON = record(
    described("seat", SEAT, of="claim.seat"),
    described("text", TEXT, of=lambda why: claim_of(why, why.seat)),
    described(
        "suits",
        by_seat(list_of(TEXT)),
        "ranks by suit, x for a card that may be another, in brackets on the table",
        lambda why: [
            [
                suit_pattern(why.position, named_cards(why.diagram), seat, suit)
                for suit in range(SUITS)
            ]
            for seat in Seat
        ],
    ),
    name="Reason",
)


@dataclass(eq=False, kw_only=True)
class Reasons(AtPlace, Standing):
    """Which cards matter for the guarantee of a seat, or for what ``says`` of it."""

    seat: Annotated[Seat, text_of(parse_seat)]
    says: Annotated[str, text_of(_says)] = "exactly"

    _why: Why = field(init=False)

    def prepare(self, older: Standing | None) -> bool:
        """Raise DealError where nothing is left to play, RuleError in games for points."""
        self.sliced = False
        check_why(self.place.position)
        if not self.place.position.tricks:
            raise DealError("no card is left to play")
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        """Work it out, in a table of its own: it is not to depend on what was searched before."""
        position, own = self.place.position, Engine(_MEMORY_MB)
        self._why = why(position, self.seat, self.says, engine=own, searches=_SEARCHES, run=run)
        return True

    def found(self) -> dict[str, Any]:
        """Return the cards that matter."""
        return {"reason": REASON.json(self._why)}
