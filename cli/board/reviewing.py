"""The review of a played deal as the page shows it."""

from __future__ import annotations

from typing import Any

from cli.board.requests import Request
from cli.board.searches import Page, Standing
from solver.deal import Deal
from solver.engine import Engine
from solver.pool import Pool
from solver.report.review import exchange_texts, left_out, review_json
from solver.report.tables import decimal_text
from solver.report.values import by_letter
from solver.review.results import Review
from solver.review.search import ReviewSearch
from solver.run import Run


class DealReview(Standing):
    """What each card of a deal cost, the last first."""

    def __init__(self, page: Page, request: Request, deal: Deal) -> None:
        """Raises SolverError where there is nothing to review."""
        super().__init__(page, request)
        self._search = ReviewSearch(deal)

    def search(self, engine: Engine, run: Run) -> bool:
        """Look at more of the cards."""
        self._search.work(Pool.of(engine), run.within(None, progress=self.tell_part))
        return self._search.is_whole

    def found(self) -> dict[str, Any]:
        """Return the review as far as it has come."""
        return {"review": _review_json(self._search.review())}


def _review_json(review: Review) -> dict[str, Any]:
    """Return a review as ``--json`` has it, with the sentences and figures that the page shows."""
    partners, unit = review.start.declarer is not None, review.start.rules.unit
    return review_json(review) | {
        "share": None if partners else by_letter(list(map(decimal_text, review.share))),
        "caption": f"F M D: {unit} each seat is sure of after the card, won ones counted"
        + "; of two partners: what the two get together" * partners,
        "exchanges": list(map(str, exchange_texts(review))),
        "text": " ".join([_sentence(review), *left_out(review)]),
    }


def _sentence(review: Review) -> str:
    """Return how many cards cost their player something."""
    number = len(review.costly)
    if not number:
        return "No card cost its player anything."
    cards = "card" if number == 1 else "cards"
    return f"{number} {cards} of {len(review.cards)} cost their player something."
