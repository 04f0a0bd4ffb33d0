"""The requests that are answered at once: deals opened, dealt, entered, saved and drawn."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import randbelow
from typing import Any

from cli.board.address import deal_of
from cli.board.deals import adopt, adopted, adopted_entries
from cli.board.limits import Limits
from cli.board.memory import Memory
from cli.board.positions import place_of
from cli.board.shelf import Shelf
from solver.cards import card_name
from solver.deal import Deal
from solver.dealing import random_deals
from solver.errors import NotationError, SolverError
from solver.files.dealfile import format_deals
from solver.files.entry import Entry
from solver.files.jsonfile import deal_from_json
from solver.files.reading import entries_of
from solver.report.svg import picture
from solver.rules.registry import get_variant

_SEEDS = 1 << 31


class Quick:
    """Answers without a search; each method takes the fields of a request of its name.

    Raises SolverError for what cannot be answered.
    """

    def __init__(self, shelf: Shelf, memory: Memory, limits: Limits) -> None:
        self._shelf = shelf
        self._memory = memory
        self._limits = limits

    def open(
        self,
        text: str | None,
        name: str | None,
        sample: str | None,
        file: str | None,
        address: str | None,
    ) -> dict[str, Any]:
        """Return the deals of a text, a sample, a file of the command line or an address."""
        ways = {"text": text, "sample": sample, "file": file, "address": address}
        given = [way for way, value in ways.items() if value is not None]
        if len(given) != 1:
            raise NotationError(
                f"{' and '.join(given) or 'nothing'} to open: expected one of " + ", ".join(ways)
            )
        if text is not None:
            return self._deals(name or "", entries_of(text, name or None))
        if address is not None:
            return self._at(address)
        sheet = self._shelf.file(file or "") if sample is None else self._shelf.sample(sample)
        return self._deals(sheet.name, sheet.entries)

    def _at(self, address: str) -> dict[str, Any]:
        deal, played = deal_of(address)
        place_of(deal, played)  # an error before anything is shown
        return {
            "name": deal.name,
            "deals": [adopted(deal)],
            "errors": [],
            "place": list(map(card_name, played)),
        }

    def _deals(self, name: str, entries: Iterable[Entry]) -> dict[str, Any]:
        deals, errors = adopted_entries(entries, self._limits.deals)
        return {"name": name, "deals": deals, "errors": errors}

    def paste(self, text: str) -> dict[str, Any]:
        """Return the deals of a text in any format."""
        return self._deals("", entries_of(text))

    def random(self, variant: str, seed: int | None) -> dict[str, Any]:
        """Return a random deal of a game."""
        seed = randbelow(_SEEDS) if seed is None else seed
        game = get_variant(variant)
        deal = adopted(next(random_deals(game, seed)))
        return {"deals": [deal | {"title": f"{game.name}, seed {seed}"}], "seed": seed}

    def adopt(self, deal: dict[str, Any]) -> dict[str, Any]:
        """Return a deal in the making, taken in, or what is wrong with it."""
        return adopt(deal)

    def save(self, deals: list[Any], name: str | None) -> dict[str, Any]:
        """Return deals as the text of a file."""
        if len(deals) > self._limits.deals:
            raise NotationError(f"more than {self._limits.deals:,} deals: a file has no more")
        read = []
        for number, data in enumerate(deals, 1):
            try:
                read.append(deal_from_json(data))
            except SolverError as error:
                raise NotationError(str(error), deal=number) from None
        return {"text": format_deals(read), "name": name or "deals.manni"}

    def picture(self, deal: Deal, played: tuple[int, ...], values: bool) -> dict[str, Any]:
        """Return a picture of a place, with the values known by now if they are asked for."""
        place = place_of(deal, played)
        solution = self._memory.of(place).solution() if values and place.positions else None
        return {"svg": picture(place.scene, title=deal.name, solution=solution)}

    def puzzles(self) -> dict[str, Any]:
        """Return what puzzles there are."""
        return {"puzzles": self._shelf.puzzles_json}

    def puzzle(self, id: str) -> dict[str, Any]:
        """Return the deal of a puzzle."""
        return {"deals": [adopted(self._shelf.puzzle(id))]}
