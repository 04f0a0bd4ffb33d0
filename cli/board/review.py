"""What each card of a played deal cost, and what a deal is worth in every contract."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, TypedDict

from ...solver.cards import THE_SIX, BySeat, Contract, Seat, contract_words
from ...solver.deal import Deal
from ...solver.engine import Engine, Pool
from ...solver.files.jsonfile import deal_from_json
from ...solver.i18n import _, filled, gettext, ngettext, seat_letter, seat_letters
from ...solver.report.review import (
    REVIEWED,
    REVIEWED_CARD,
    cards_table,
    exchange_texts,
    totals_table,
)
from ...solver.report.text import Table, columns
from ...solver.report.values import guarantee_text
from ...solver.review import Review, ReviewSearch
from ...solver.rules.trick import TrickRules
from ...solver.run import Run
from ...solver.schema import Card, Count, Loss, list_of, maybe, record, schema_of
from ...solver.scoresheet import record_deal, start_game
from ...solver.table.view import FIGURES, Figures, figures
from ...solver.values.solve import ContractValues, Solver, all_exact, solve_table
from .requests import PART, Data, DealAsked, Text
from .searches import SearchRequest

_REVIEWED_CARD = REVIEWED_CARD._replace(name="ReviewedCard", doc="in the unit of the game")


class _ReviewTexts(TypedDict):
    """What the page is told of a review besides.

    Attributes:
        table: the start and each card
    """

    table: Figures
    totals: Figures
    caption: str
    text: str
    exchanges: list[str]


REVIEW_FOUND = record(
    *(
        column._replace(schema=list_of(_REVIEWED_CARD)) if column.key == "cards" else column
        for column in REVIEWED.fields
    ),
    of=_ReviewTexts,
    name="ReviewFound",
)


class ReviewRequest(SearchRequest):
    """What each card of a played deal cost."""

    answers = (PART, maybe("review", REVIEW_FOUND))

    deal: Annotated[Deal, deal_from_json]

    _search: ReviewSearch = field(init=False)

    def prepare(self) -> bool:
        """Raise SolverError where there is nothing to review."""
        self._search = ReviewSearch(self.deal)
        return True

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Return the review."""
        return {"review": _reviewed_json(self._search.review(Pool.of(engine), run))}


class CostlyCard(TypedDict):
    deal: Count
    trick: Count
    card: Card
    loss: Loss


class Dearest(SearchRequest):
    """The three cards of the player that cost most in a game that is over."""

    answers = (PART, maybe("costly", list[CostlyCard]))

    id: Text

    _searches: list[tuple[Seat, ReviewSearch]] = field(default_factory=list)

    def prepare(self) -> bool:
        """Raise SolverError where there is no such game."""
        deals = self.page.shelf.games.sitting(self.id).saved.deals()
        game = start_game(deals[0])
        for deal in deals:
            self._searches.append((game.seat(0), ReviewSearch(deal)))
            game = record_deal(game, deal)
        return True

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Review one deal after the other."""
        costly: list[CostlyCard] = []
        for number, (seat, search) in enumerate(self._searches, 1):
            for card in search.review(Pool.of(engine), run.within(None)).costly:
                if card.seat is seat:
                    costly.append(
                        {"deal": number, "trick": card.trick, "card": card.card, "loss": card.loss}
                    )
            run.report(number, len(self._searches))
        dearest = sorted(costly, key=lambda card: -card["loss"])[:3]
        return {"costly": list(map(schema_of(CostlyCard).json, dearest))}


class ContractAsked(TypedDict):
    """of a row"""

    contract: Contract
    leader: Seat


class _Contracts(TypedDict):
    asked: list[ContractAsked]


CONTRACTS = record(
    *FIGURES.fields,
    of=_Contracts,
    name="EveryContract",
    doc="what each seat is sure of in a contract with a leader, won by nobody yet",
)


class Contracts(SearchRequest):
    """What a deal is worth in every contract of its game, whoever leads."""

    answers = (PART, maybe("contracts", CONTRACTS))

    deal: DealAsked

    _hands: BySeat[int] = field(init=False)
    _rules: dict[Contract, TrickRules] = field(init=False)
    _values: dict[tuple[Contract, Seat], ContractValues] = field(default_factory=dict)

    def prepare(self) -> bool:
        """Raise SolverError where the hands are not known."""
        game = self.deal.rules
        self.deal.check_piles()
        self._hands = self.deal.hands_played()
        played = THE_SIX if game is None else game.playable
        self._rules = {contract: self.deal.rules_in(contract) for contract in played}
        return True

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Look at one contract after the other, in each at one seat after the other."""
        seats, declarers = self.deal.seats, self.deal.side_declaring(None)
        asked = [(contract, seat) for contract in self._rules for seat in seats]
        for done, (contract, seat) in enumerate(asked):
            known = self._values.get((contract, seat))
            if known is None or not all_exact(known):
                if run.is_over():
                    return None
                values = solve_table(
                    self._hands,
                    [contract],
                    seats=[seat],
                    declarers=declarers,
                    piles=self.deal.piles,
                    rules=self._rules,
                    solver=Solver.on(engine),
                    run=run.within(None),
                )
                if all_exact(values):
                    self._values[contract, seat] = values
                    run.report(done + 1, len(asked))
                else:
                    self._values.setdefault((contract, seat), values)
        return self.result() if all(map(all_exact, self._values.values())) else None

    def result(self) -> Data:
        """Return the contracts in which something is known of all seats."""
        values, seats = self._values, self.deal.seats
        known = [
            (contract, leader)
            for contract in self._rules
            if all((contract, seat) in values for seat in seats)
            for leader in seats
        ]
        rows = [
            [
                contract_words(contract),
                seat_letter(leader),
                *(
                    guarantee_text(self._values[contract, seat][contract, leader][seat])
                    for seat in seats
                ),
            ]
            for contract, leader in known
        ]
        table = figures(Table(columns("contract", "leads", *seat_letters(seats)), rows))
        asked = [{"contract": contract, "leader": leader} for contract, leader in known]
        return {"contracts": CONTRACTS.json(table | {"asked": asked})}


def _reviewed_json(review: Review) -> Data:
    """Return a review as ``--json`` has it, with the sentences and figures that the page shows."""
    start = review.start
    letters, unit = seat_letters(start.seats), start.rules.unit
    text = _("No card cost its player anything.")
    if review.costly:
        text = ngettext(
            "{number} card of {all} cost its player something.",
            "{number} cards of {all} cost their player something.",
            len(review.costly),
            number=len(review.costly),
            all=len(review.cards),
        )
    caption = _("{seats}: {unit} each seat is sure of after the card, those already won included")
    if start.declarers:
        caption = _(
            "{seats}: {unit} each seat is sure of after the card, those already won included; of "
            "partners: what they get together"
        )
    data: Data = REVIEWED.json(review)
    return data | {
        "table": figures(cards_table(review), ["trick", "card", *letters, "loss", "gave"]),
        "totals": figures(
            totals_table(review), ["", "guarantee", "lost", "got", "sure of", unit, "share"]
        ),
        "caption": filled(caption, seats=" ".join(letters), unit=gettext(unit)),
        "exchanges": list(map(str, exchange_texts(review))),
        "text": text,
    }
