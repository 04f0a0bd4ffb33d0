"""Puzzles: those that a board has to offer, the best card, what a card comes to, and why."""

from __future__ import annotations

from dataclasses import field
from functools import cache
from typing import Annotated, NamedTuple

from ...solver.analysis.why import SAYS, check_why, why
from ...solver.cards import Seat, card_name
from ...solver.checks import quote
from ...solver.deal import Deal
from ...solver.engine import Engine
from ...solver.errors import DealError, NotationError
from ...solver.fields import text_of
from ...solver.files.reading import entries_of
from ...solver.goal import Goal
from ...solver.i18n import gettext
from ...solver.notation import parse_card, parse_seat
from ...solver.position import Position
from ...solver.puzzles.features import themes_of
from ...solver.puzzles.verify import Puzzle, attempt, puzzle_of, reply
from ...solver.report.diagram import DealInfo, goal_words
from ...solver.report.puzzle import failure_text
from ...solver.report.why import claim_of, suits_of, unsettled_text
from ...solver.run import Run
from ...solver.schema import CARD, FLAG, SEAT, TEXT, by_seat, list_of, maybe, record
from ...solver.schema import field as described
from ...solver.table.place import MOVE, STATE, goal_state, need_of, place_of
from ...solver.table.view import with_card_codes
from ...solver.values.iterative_bounds import IterativeBounds
from ...solver.values.solution import best_card
from ...solver.values.solve import Solver
from .deals import title_of
from .requests import AtPlace, Data
from .searches import Quick, SearchRequest
from .shelf import Shelf, samples


class Listed(NamedTuple):
    """A puzzle of the list, with its number in its file."""

    number: int
    deal: Deal
    puzzle: Puzzle

    @property
    def title(self) -> str:
        """What it is called."""
        title, game = title_of(self.deal, self.number), self.deal.rules
        if game is None or game.rules.unit == "tricks":
            return title
        return f"{title}, {gettext(game.name)}"


PUZZLE_ENTRY = record(
    described("id", TEXT, of=None),
    "title:",
    "contract=puzzle.position.contract:",
    "cards=puzzle.position.tricks:",
    described("goal", TEXT, of=lambda item: goal_words(item.puzzle.goal, item.puzzle.position)),
    described("grade", TEXT, "by its tag, empty without one", lambda item: item.deal.tag("Grade")),
    described("themes", list_of(TEXT), "by its tag", lambda item: themes_of(item.deal)),
    described("credit", TEXT, "author and source", lambda item: DealInfo.of(item.deal).credit),
    described("comment", TEXT, "may give it away", lambda item: DealInfo.of(item.deal).comment),
    of=Listed,
    name="PuzzleEntry",
    doc="of the list",
)


@cache
def listed() -> dict[str, Listed]:
    """Return the sample deals with a goal and a key, those of the suite of puzzles first."""
    puzzles = {}
    for name, text in sorted(samples().items(), key=lambda item: item[0] != "puzzles"):
        for entry in entries_of(text):
            if entry.deal and (puzzle := puzzle_of(entry.deal)) and puzzle.keys:
                puzzles[f"{name}-{entry.number}"] = Listed(entry.number, entry.deal, puzzle)
    return puzzles


class Puzzles(Quick):
    """What puzzles there are."""

    answers = (maybe("puzzles", list_of(PUZZLE_ENTRY)),)

    def answer(self, shelf: Shelf) -> Data:
        return {"puzzles": [PUZZLE_ENTRY.localized(entry, id=id) for id, entry in listed().items()]}


class BestCard(AtPlace, SearchRequest):
    """The best card for the seat to play.

    In a deal with a goal the solver keeps that if it can, and the others make it as hard as they
    can.
    """

    answers = (maybe("card", CARD), maybe("exact", FLAG))

    _known: IterativeBounds = field(init=False)
    _among: set[int] | None = None

    def prepare(self) -> bool:
        """Raise DealError where no card is left."""
        place, limits = self.place, self.page.shelf.limits
        self.seconds = min(limits.seconds, limits.move_seconds)
        self._known = self.page.shelf.known(place)
        if not place.position.tricks:
            raise DealError("no card is left to play")
        return True

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Search until one card is proved to be the best."""
        position, need = self._known.position, need_of(self.place)
        if need is not None and need.met_by_count(position) is None:
            solver = Solver.on(engine)
            if not need.is_solver(position):
                return self._as_data(reply(position, need, solver, run), True)
            if self._among is None:
                kept, _missing = need.partition(engine, position, run)
                self._among = {card for group in kept for card in group}
        while not self._best()[1] and not self._known.is_whole and not run.is_over():
            self._known.work(engine, run)
        return self.result() if self._best()[1] else None

    def _best(self) -> tuple[int, bool]:
        """Return the best card as far as is known, and whether it is proved."""
        return best_card(self._known.solution(), self._among or None)

    def result(self) -> Data:
        """Return the best card as far as is known."""
        return self._as_data(*self._best())

    @staticmethod
    def _as_data(card: int, exact: bool) -> Data:
        return {"card": card_name(card), "exact": exact}

    def out_of_time(self) -> None:
        """Play what looks best."""
        self.finish(self.result())


class Train(AtPlace, SearchRequest):
    """Whether a card keeps the goal: the replies if it does, else what refutes it."""

    answers = (
        maybe("keeps", FLAG),
        maybe("replies", list_of(CARD)),
        maybe("state", STATE),
        maybe("refutation", list_of(MOVE)),
        maybe("text", TEXT),
    )

    card: Annotated[int, text_of(parse_card)]

    _position: Position = field(init=False)  # after the card, and the replies found by now
    _need: Goal = field(init=False)
    _keeps: bool | None = None
    _replies: list[int] = field(default_factory=list)

    def prepare(self) -> bool:
        """Raise IllegalPlayError, or DealError where there is nothing to solve."""
        position, need = self.place.position, need_of(self.place)
        self._position = position.play(self.card)
        if need is None:
            raise DealError("there is no goal to reach here")
        if not need.is_solver(position):
            side = " or ".join(seat.word for seat in need.side(position))
            raise DealError(
                f"{position.to_play.word} is to play: the puzzle is for {side} to solve"
            )
        self._need = need.after(self._position)
        return True

    def search(self, engine: Engine, run: Run) -> Data:
        """Judge the card and answer it."""
        solver = Solver.on(engine)
        if self._keeps is None:
            self._keeps = self._need.is_reached(solver.engine, self._position, run)
            run.report(1)
        if not self._keeps:
            return {"keeps": False, **self._refutation(solver, run)}
        while self._position.tricks and not self._need.is_solver(self._position):
            card = reply(self._position, self._need, solver, run)
            self._replies.append(card)
            run.report(1 + len(self._replies))
            self._position = self._position.play(card)
            self._need = self._need.after(self._position)
        return {
            "keeps": True,
            "replies": list(map(card_name, self._replies)),
            "state": goal_state(self._need, self._position),
        }

    def _refutation(self, solver: Solver, run: Run) -> Data:
        """Return a line in which the goal is missed, and what comes of the card in a sentence."""
        place, need = self.place, need_of(self.place)
        assert need is not None
        beaten = attempt(place.position, need, (self.card,), solver, run)
        line = place_of(self.deal, (*self.played, *beaten.line))
        return {
            "refutation": list(map(MOVE.json, line.moves[len(place.moves) :])),
            "text": with_card_codes(failure_text(place.position, need, self.card, beaten.tricks)),
        }


_MEMORY_MB = 32
_SEARCHES = 100  # about half a second with twelve cards


def _parse_claim(value: str) -> str:
    says = value.replace("_", " ")
    if says not in SAYS:
        names = ", ".join(claim.replace(" ", "_") for claim in SAYS)
        raise NotationError(f"{quote(value)}: expected one of {names}")
    return says


REASON = record(
    described("seat", SEAT, of="seat"),
    described(
        "text",
        TEXT,
        of=lambda why: f"{claim_of(why)} {with_card_codes(unsettled_text(why))}".strip(),
    ),
    described(
        "suits",
        by_seat(list_of(TEXT)),
        "ranks by suit, x for a card that may be another, in brackets on the table",
        lambda why: [
            list(map(" ".join, suits_of(why.position, why.named, seat)))
            for seat in why.position.seats
        ],
    ),
    name="Reason",
)


class Reasons(AtPlace, SearchRequest):
    """Which cards matter for the guarantee of a seat, or for what ``says`` of it."""

    answers = (maybe("reason", REASON),)

    seat: Annotated[Seat, text_of(parse_seat)]
    says: Annotated[str, text_of(_parse_claim)] = "exactly"

    def prepare(self) -> bool:
        """Raise DealError where nothing is left to play, RuleError in games for points."""
        self.sliced = False
        check_why(self.place.position)
        if not self.place.position.tricks:
            raise DealError("no card is left to play")
        return True

    def search(self, engine: Engine, run: Run) -> Data:
        """Work it out, in a table of its own: it is not to depend on what was searched before."""
        position, fresh = self.place.position, Engine(_MEMORY_MB)
        reason = why(position, self.seat, self.says, engine=fresh, searches=_SEARCHES, run=run)
        return {"reason": REASON.localized(reason)}
