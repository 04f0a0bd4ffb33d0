"""Puzzles: those that a board has to offer, the best card, what a card comes to, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, NamedTuple

from manni.cli.board.deals import Answer, Quick, title_of
from manni.cli.board.place import MOVE, STATE, goal_state, need_of, place_of
from manni.cli.board.requests import AtPlace
from manni.cli.board.searches import Standing
from manni.cli.board.shelf import Shelf
from manni.solver.analysis.why import SAYS, Why, check_why, why
from manni.solver.cards import SUITS, Seat, card_name
from manni.solver.checks import quote
from manni.solver.deal import Deal
from manni.solver.engine import Engine
from manni.solver.errors import DealError, NotationError, SolverError, StoppedError
from manni.solver.fields import text_of
from manni.solver.i18n import gettext, ngettext, seat_word
from manni.solver.notation import parse_card, parse_seat
from manni.solver.puzzles.features import themes_of
from manni.solver.puzzles.verify import Puzzle, keeping_cards, puzzle_of, refute, reply
from manni.solver.report.diagram import DealInfo, goal_words
from manni.solver.report.why import claim_of, named_cards, suit_pattern
from manni.solver.run import Run
from manni.solver.schema import (
    CARD,
    CONTRACT,
    COUNT,
    FLAG,
    SEAT,
    TEXT,
    by_seat,
    list_of,
    maybe,
    record,
)
from manni.solver.schema import field as described
from manni.solver.values.iterative_bounds import IterativeBounds
from manni.solver.values.solution import best_card
from manni.solver.values.solve import Solver


class Listed(NamedTuple):
    """A puzzle of the list."""

    title: str
    deal: Deal
    puzzle: Puzzle


PUZZLE_ENTRY = record(
    described("id", TEXT, of=None),
    described("title", TEXT),
    described("contract", CONTRACT, of="puzzle.position.contract"),
    described("cards", COUNT, of="puzzle.position.tricks"),
    described("goal", TEXT, of=lambda own: _goal_text(own.puzzle)),
    described("seat", SEAT, of="puzzle.goal.seat"),
    described("grade", TEXT, "by its tag, empty without one", lambda own: own.deal.tag("Grade")),
    described("themes", list_of(TEXT), "by its tag", lambda own: themes_of(own.deal)),
    described("credit", TEXT, "author and source", lambda own: DealInfo.of(own.deal).credit),
    described("comment", TEXT, "may give it away", lambda own: DealInfo.of(own.deal).comment),
    name="PuzzleEntry",
    doc="of the list",
)


def _goal_text(puzzle: Puzzle) -> str:
    return goal_words(puzzle.goal, puzzle.position.contract, puzzle.position.rules)


@cache
def listed(shelf: Shelf) -> dict[str, Listed]:
    """Return the sample deals with a goal and a key, those of the suite of puzzles first."""
    puzzles = {}
    for name, entries in sorted(shelf.samples.items(), key=lambda item: item[0] != "puzzles"):
        for entry in entries:
            try:
                puzzle = None if entry.deal is None else puzzle_of(entry.deal)
            except SolverError:
                continue
            if entry.deal is None or puzzle is None or puzzle.key is None:
                continue
            title, game = title_of(entry.deal, entry.number), entry.deal.rules
            if game is not None and game.rules.unit == "points":
                title += f", {gettext(game.name)}"
            puzzles[f"{name}-{entry.number}"] = Listed(title, entry.deal, puzzle)
    return puzzles


@dataclass(eq=False, kw_only=True)
class Puzzles(Quick):
    """What puzzles there are."""

    answers = (maybe("puzzles", list_of(PUZZLE_ENTRY)),)

    def answer(self, shelf: Shelf) -> Answer:
        return {
            "puzzles": [PUZZLE_ENTRY.localized(own, id=id) for id, own in listed(shelf).items()]
        }


@dataclass(eq=False, kw_only=True)
class Move(AtPlace, Standing):
    """The best card for the seat to play.

    In a deal with a goal the solver keeps that if it can, and the others make it as hard as they
    can.
    """

    answers = (maybe("card", CARD), maybe("exact", FLAG))

    _known: IterativeBounds = field(init=False)
    _among: set[int] | None = None
    _card: tuple[int, bool] | None = None

    def prepare(self, older: Standing | None) -> bool:
        """Raise DealError where no card is left."""
        place, limits = self.place, self.page.shelf.limits
        self.seconds = min(limits.seconds, limits.move_seconds)
        self._known = self.page.shelf.known(place)
        if not place.position.tricks:
            raise DealError("no card is left to play")
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        """Search until one card is proved to be the best."""
        position, need = self._known.position, need_of(self.place)
        if need is not None and need.met_by_count(position) is None:
            solver = Solver.on(engine)
            if not need.is_solver(position):
                self._card = reply(position, need, solver, run), True
                return True
            if self._among is None:
                self._among = keeping_cards(position, need, solver, run)
        self._card = self._best()
        while not self._card[1] and not self._known.is_whole and not run.is_over():
            self._known.work(engine, run)
            self._card = self._best()
        return self._card[1]

    def _best(self) -> tuple[int, bool]:
        """Return the best card as far as is known, and whether it is proved."""
        return best_card(self._known.solution(), self._among or None)

    def found(self) -> dict[str, Any]:
        """Return the best card as far as is known."""
        card, exact = self._best() if self._card is None else self._card
        return {"card": card_name(card), "exact": exact}

    def out_of_time(self) -> None:
        """Play what looks best."""
        self.finish(self.found())


@dataclass(eq=False, kw_only=True)
class Train(AtPlace, Standing):
    """Whether a card keeps the goal: the replies if it does, else what refutes it."""

    answers = (
        maybe("keeps", FLAG),
        maybe("replies", list_of(CARD)),
        maybe("state", STATE),
        maybe("refutation", list_of(MOVE)),
        maybe("tricks", COUNT),
        maybe("text", TEXT),
    )

    card: Annotated[int, text_of(parse_card)]

    _keeps: bool | None = None
    _replies: list[int] = field(default_factory=list)
    _found: dict[str, Any] | None = None

    def prepare(self, older: Standing | None) -> bool:
        """Raise IllegalPlayError, or DealError where there is nothing to solve."""
        position = self.place.position
        position.play(self.card)
        need = need_of(self.place)
        if need is None:
            raise DealError("there is no goal to reach here")
        if not need.is_solver(position):
            side = " or ".join(seat.word for seat in need.side(position))
            raise DealError(
                f"{position.to_play.word} is to play: the puzzle is for {side} to solve"
            )
        self._need = need
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        """Judge the card and answer it."""
        solver, position = Solver.on(engine), self.place.position
        if self._keeps is None:
            self._keeps = self._need.is_kept(solver.engine, position, self.card, run)
            run.report(1)
        more = self._answered(solver, run) if self._keeps else self._refutation(solver, run)
        self._found = {"keeps": self._keeps, **more}
        return True

    def found(self) -> dict[str, Any]:
        """Return the judgement. Raises StoppedError where there is none yet."""
        if self._found is None:
            raise StoppedError("the card is not judged yet")
        return self._found

    def _answered(self, solver: Solver, run: Run) -> dict[str, Any]:
        """Return the others' cards until the solver is to play again, or the deal is over."""
        position = self.place.position
        need = self._need
        for card in (self.card, *self._replies):
            position = position.play(card)
            need = need.after(position)
        while position.tricks and not need.is_solver(position):
            card = reply(position, need, solver, run)
            self._replies.append(card)
            run.report(1 + len(self._replies))
            position = position.play(card)
            need = need.after(position)
        return {
            "replies": list(map(card_name, self._replies)),
            "state": goal_state(need, position),
        }

    def _refutation(self, solver: Solver, run: Run) -> dict[str, Any]:
        """Return a line in which the goal is missed, and what comes of the card in a sentence."""
        place, need = self.place, self._need
        attempt = refute(place.position, need, self.card, solver, run)
        line = place_of(self.deal, (*self.played, *attempt.line))
        if need.at_least:
            told = ngettext(
                "after {card} {seat} takes no more than {number} of the {unit} left: {needed} is "
                "needed",
                "after {card} {seat} takes no more than {number} of the {unit} left: {needed} are "
                "needed",
                need.tricks,
            )
        else:
            told = ngettext(
                "after {card} {seat} takes {number} of the {unit} left: no more than {needed} is "
                "allowed",
                "after {card} {seat} takes {number} of the {unit} left: no more than {needed} are "
                "allowed",
                need.tricks,
            )
        told = told.format(
            card=card_name(self.card),
            seat=seat_word(need.seat),
            number=attempt.tricks,
            unit=gettext(place.position.rules.unit),
            needed=need.tricks,
        )
        return {
            "refutation": list(map(MOVE.json, line.moves[len(place.moves) :])),
            "tricks": attempt.tricks,
            "text": told,
        }


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

    answers = (maybe("reason", REASON),)

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
