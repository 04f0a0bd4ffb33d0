"""The requests that are answered at once: deals opened, dealt, entered, saved and drawn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import Annotated, Any

from manni.cli.board.address import deal_of
from manni.cli.board.deals import adopt, adopted, adopted_entries
from manni.cli.board.place import place_of
from manni.cli.board.requests import AtPlace, Flag, Number, Request, Text
from manni.cli.board.shelf import Shelf
from manni.solver.cards import card_name
from manni.solver.dealing import random_deals
from manni.solver.errors import NotationError, SolverError
from manni.solver.fields import echo, text_of
from manni.solver.files.dealfile import Entry, format_deals
from manni.solver.files.jsonfile import deal_from_json
from manni.solver.files.reading import entries_of
from manni.solver.files.text import decode
from manni.solver.i18n import _, gettext
from manni.solver.rules.registry import get_variant

_SEEDS = 1 << 31

Answer = dict[str, Any]


@dataclass(eq=False, kw_only=True)
class Quick(Request):
    """A request that takes no search."""

    @abstractmethod
    def answer(self, shelf: Shelf) -> Answer:
        """Return the answer. Raises SolverError for what cannot be answered."""


def _bytes(value: Any) -> bytes:
    """Return the bytes of a file, which come a letter each: what they say is not for the page."""
    try:
        return text_of(str)(value).encode("latin-1")
    except UnicodeEncodeError:
        raise NotationError(f"{echo(value)}: expected bytes, a letter each") from None


@dataclass(eq=False, kw_only=True)
class Open(Quick):
    """The deals of a file, a sample, a file of the command line or an address."""

    data: Annotated[bytes, _bytes] | None = None
    name: Text | None = None
    sample: Text | None = None
    file: Text | None = None
    address: Text | None = None

    def answer(self, shelf: Shelf) -> Answer:
        ways = ("data", "sample", "file", "address")
        given = [way for way in ways if getattr(self, way) is not None]
        if len(given) != 1:
            raise NotationError(
                f"{' and '.join(given) or 'nothing'} to open: expected one of " + ", ".join(ways)
            )
        if self.data is not None:
            name = self.name or ""
            return _deals(name, entries_of(decode(self.data, name), name or None), shelf)
        if self.address is not None:
            return _at(self.address)
        sheet = shelf.file(self.file or "") if self.sample is None else shelf.sample(self.sample)
        return _deals(sheet.name, sheet.entries, shelf)


def _at(address: str) -> Answer:
    deal, played = deal_of(address)
    place_of(deal, played)  # an error before anything is shown
    return {
        "name": deal.name,
        "deals": [adopted(deal)],
        "errors": [],
        "place": list(map(card_name, played)),
    }


def _deals(name: str, entries: Iterable[Entry], shelf: Shelf) -> Answer:
    deals, errors = adopted_entries(entries, shelf.limits.deals)
    return {"name": name, "deals": deals, "errors": errors}


@dataclass(eq=False, kw_only=True)
class Paste(Quick):
    """The deals of a text in any format."""

    text: Text

    def answer(self, shelf: Shelf) -> Answer:
        return _deals("", entries_of(self.text), shelf)


@dataclass(eq=False, kw_only=True)
class Random(Quick):
    """A random deal of a game."""

    variant: Text
    seed: Number | None = None

    def answer(self, shelf: Shelf) -> Answer:
        seed = randbelow(_SEEDS) if self.seed is None else self.seed
        game = get_variant(self.variant)
        deal = adopted(next(random_deals(game, seed)))
        title = _("{game}, seed {seed}").format(game=gettext(game.name), seed=seed)
        return {"deals": [deal | {"title": title}], "seed": seed}


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NotationError(f"{echo(value)} is no deal: expected an object with its hands")
    return value


@dataclass(eq=False, kw_only=True)
class Adopt(Quick):
    """A deal in the making."""

    deal: Annotated[dict[str, Any], _object]

    def answer(self, shelf: Shelf) -> Answer:
        return adopt(self.deal)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(f"{echo(value)}: expected an array of deals")
    return value


@dataclass(eq=False, kw_only=True)
class Reread(Quick):
    """Deals that were taken in before, in another language."""

    deals: Annotated[list[Any], _list]

    def answer(self, shelf: Shelf) -> Answer:
        several = len(self.deals) > 1
        return {
            "deals": [
                adopted(deal_from_json(data), number=number if several else None)
                for number, data in enumerate(self.deals, 1)
            ]
        }


@dataclass(eq=False, kw_only=True)
class Save(Quick):
    """Deals to be saved."""

    deals: Annotated[list[Any], _list]
    name: Text | None = None

    def answer(self, shelf: Shelf) -> Answer:
        most = shelf.limits.deals
        if len(self.deals) > most:
            raise NotationError(f"more than {most:,} deals: a file has no more")
        deals = []
        for number, data in enumerate(self.deals, 1):
            try:
                deals.append(deal_from_json(data))
            except SolverError as error:
                raise NotationError(str(error), deal=number) from None
        return {"text": format_deals(deals), "name": self.name or "deals.manni"}


@dataclass(eq=False, kw_only=True)
class GameList(Quick):
    """The games that have been played here."""

    def answer(self, shelf: Shelf) -> Answer:
        return {"games": shelf.kept.listed()}


@dataclass(eq=False, kw_only=True)
class Picture(AtPlace, Quick):
    """A place in a deal to be drawn."""

    values: Flag = False

    def answer(self, shelf: Shelf) -> Answer:
        from manni.solver.report.diagram import DealInfo
        from manni.solver.report.svg import picture

        place = self.place
        known = shelf.known(place).solution() if self.values and place.positions else None
        scene = replace(place.scene, info=DealInfo.of(self.deal))
        return {"svg": picture(scene, solution=known)}


@dataclass(eq=False, kw_only=True)
class Puzzles(Quick):
    """What puzzles there are."""

    def answer(self, shelf: Shelf) -> Answer:
        from manni.cli.board.puzzles import PUZZLE_ENTRY

        return {
            "puzzles": [PUZZLE_ENTRY.localized(own, id=id) for id, own in shelf.puzzles.items()]
        }


@dataclass(eq=False, kw_only=True)
class Puzzle(Quick):
    """A puzzle of the list."""

    id: Text

    def answer(self, shelf: Shelf) -> Answer:
        return {"deals": [adopted(shelf.puzzle(self.id))]}
