"""The searches of the page besides values and exchanges: the best card, puzzles, reviews."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from manni.cli.board.place import MOVE, goal_state, need_of, place_of
from manni.cli.board.requests import AtPlace, DealAsked
from manni.cli.board.standing import Standing
from manni.solver.cards import BySeat, Seat, card_name, triple
from manni.solver.deal import Deal, hands_played
from manni.solver.engine import Bounds, Engine
from manni.solver.errors import DealError, StoppedError
from manni.solver.fields import text_of
from manni.solver.files.jsonfile import deal_from_json
from manni.solver.i18n import _, gettext, ngettext, seat_letters, seat_word
from manni.solver.notation import parse_card
from manni.solver.pool import Pool
from manni.solver.puzzles.train import keeping_cards, refute, reply
from manni.solver.report.review import REVIEWED, exchange_texts, left_out
from manni.solver.report.tables import decimals
from manni.solver.review.results import Review as Reviewed
from manni.solver.review.search import ReviewSearch
from manni.solver.rules.contract import THE_SIX, Contract, contract_words
from manni.solver.rules.trick import TrickRules
from manni.solver.run import Run
from manni.solver.schema import CONTRACT, COUNT, SEAT, TEXT, by_letter, by_seat, pair_of, record
from manni.solver.schema import field as described
from manni.solver.values.best import best_card
from manni.solver.values.contracts import solve_table
from manni.solver.values.iterative_bounds import IterativeBounds
from manni.solver.values.solve import Solver

# The best card ---------------------------------------------------------------------------


@dataclass(eq=False, kw_only=True)
class Move(AtPlace, Standing):
    """The best card for the seat to play.

    In a deal with a goal the solver keeps that if it can, and the others make it as hard as they
    can.
    """

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


# Puzzles and reviews ---------------------------------------------------------------------


@dataclass(eq=False, kw_only=True)
class Train(AtPlace, Standing):
    """Whether a card keeps the goal: the replies if it does, else what refutes it."""

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


@dataclass(eq=False, kw_only=True)
class Review(Standing):
    """What each card of a played deal cost, the last first."""

    deal: Annotated[Deal, deal_from_json]

    _search: ReviewSearch = field(init=False)

    def prepare(self, older: Standing | None) -> bool:
        """Raise SolverError where there is nothing to review."""
        self._search = ReviewSearch(self.deal)
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        """Look at more of the cards."""
        self._search.work(Pool.of(engine), run)
        return self._search.is_whole

    def came_on(self, done: int, total: int | None) -> None:
        """Tell how much of it is done."""
        self.tell_part(done, total)

    def found(self) -> dict[str, Any]:
        """Return the review as far as it has come."""
        return {"review": _reviewed_json(self._search.review())}


CONTRACT_ROW = record(
    described("code", CONTRACT, of=lambda row: row[0]),
    described("contract", TEXT, "as it is called", lambda row: contract_words(row[0])),
    described("leader", SEAT, of=lambda row: row[1]),
    described("bounds", by_seat(pair_of(COUNT)._replace(name="Bounds")), of=lambda row: row[2]),
    name="ContractRow",
)
"""What each seat is sure of in a contract with a leader, won by nobody yet."""


@dataclass(eq=False, kw_only=True)
class Contracts(Standing):
    """What a deal is worth in every contract of its game, whoever leads."""

    deal: DealAsked

    _hands: BySeat[int] = field(init=False)
    _rules: dict[Contract, TrickRules] = field(init=False)
    _values: dict[tuple[Contract, Seat], dict[Seat, Bounds]] = field(default_factory=dict)

    def prepare(self, older: Standing | None) -> bool:
        """Raise SolverError where the hands are not known."""
        game = self.deal.rules
        self._hands = hands_played(self.deal)
        played = THE_SIX if game is None else game.playable
        self._rules = {contract: self.deal.rules_in(contract) for contract in played}
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        """Look at one contract after the other, in each at one seat after the other."""
        asked = [(contract, seat) for contract in self._rules for seat in Seat]
        for done, (contract, seat) in enumerate(asked):
            known = self._values.get((contract, seat))
            if known is None or not _are_exact(known):
                if run.is_over():
                    return False
                found = solve_table(
                    self._hands,
                    [contract],
                    seats=[seat],
                    rules=self._rules,
                    solver=Solver.on(engine),
                    run=run.within(None),
                )
                new = {leader: bounds[seat] or (0, 0) for (_, leader), bounds in found.items()}
                if _are_exact(new):
                    self._values[contract, seat] = new
                    run.report(done + 1, len(asked))
                else:
                    self._values.setdefault((contract, seat), new)
        return all(map(_are_exact, self._values.values()))

    def came_on(self, done: int, total: int | None) -> None:
        """Tell how much of it is done."""
        self.tell_part(done, total)

    def found(self) -> dict[str, Any]:
        """Return the contracts in which something is known of all seats."""
        rows = [
            (contract, leader, triple(self._values[contract, seat][leader] for seat in Seat))
            for contract in self._rules
            if all((contract, seat) in self._values for seat in Seat)
            for leader in Seat
        ]
        return {"contracts": list(map(CONTRACT_ROW.json, rows))}


def _are_exact(values: dict[Seat, Bounds]) -> bool:
    return all(low == high for low, high in values.values())


def _reviewed_json(review: Reviewed) -> dict[str, Any]:
    """Return a review as ``--json`` has it, with the sentences and figures that the page shows."""
    partners, unit = review.start.declarer is not None, review.start.rules.unit
    said = _("No card cost its player anything.")
    if review.costly:
        said = ngettext(
            "{number} card of {all} cost its player something.",
            "{number} cards of {all} cost their player something.",
            len(review.costly),
        ).format(number=len(review.costly), all=len(review.cards))
    caption = _("{seats}: {unit} each seat is sure of after the card, won ones counted")
    if partners:
        caption = _(
            "{seats}: {unit} each seat is sure of after the card, won ones counted; of two "
            "partners: what the two get together"
        )
    data: dict[str, Any] = REVIEWED.json(review)
    return data | {
        "share": None if partners else by_letter(list(map(decimals, review.share))),
        "caption": caption.format(seats=" ".join(seat_letters()), unit=gettext(unit)),
        "exchanges": list(map(str, exchange_texts(review))),
        "text": " ".join([said, *left_out(review)]),
    }
