"""The service of the board: requests of a page to answers, over any channel of texts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbelow
from threading import Lock
from time import monotonic
from typing import Any

from cli.board.address import deal_of
from cli.board.deals import adopt, adopted, adopted_entries
from cli.board.limits import Limits
from cli.board.positions import place_json, place_of
from cli.board.problems import problem, problem_of
from cli.board.requests import STANDING, Request, kind_of, number_of, read_message, request_of
from cli.board.searches import PositionSearch, Standing
from cli.board.shelf import Sheet, Shelf
from cli.board.worker import Workers
from solver.dealing import random_deals
from solver.errors import NotationError, SolverError
from solver.files.dealfile import format_deals
from solver.files.jsonfile import deal_from_json
from solver.files.reading import entries_of
from solver.report.diagram import contract_words
from solver.report.svg import picture
from solver.rules.contract import Contract
from solver.rules.registry import VARIANTS, get_variant
from solver.rules.variant import Variant

_LOG = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], None]
"""Takes an answer, to go out as JSON; called from any thread, and must not call the tab back."""


class Board:
    """What all tabs share: the engines, the limits, the deals that can be shown."""

    def __init__(self, files: Sequence[str | Path] = (), limits: Limits | None = None) -> None:
        """Raises SolverError for a file that cannot be read."""
        self.limits = Limits() if limits is None else limits
        self.shelf = Shelf(files)
        self.workers = Workers(self.limits.engines, self.limits.memory_mb, self.limits.slice)
        self._tabs: set[Tab] = set()
        self._lock = Lock()

    def add_file(self, name: str, text: str) -> str:
        """Put a file on the shelf; return what it is opened by."""
        return self.shelf.add_file(name, text)

    def tab(self, send: Send) -> Tab:
        """Return a new tab, which has been greeted. Raises SolverError where there are too many."""
        with self._lock:
            if len(self._tabs) >= self.limits.tabs:
                raise SolverError(f"{self.limits.tabs} tabs are open: close one of them")
            tab = Tab(self, send)
            self._tabs.add(tab)
        tab.greet()
        return tab

    def forget(self, tab: Tab) -> None:
        """Let a tab go that has been closed."""
        with self._lock:
            self._tabs.discard(tab)
        self.workers.wake()

    def close(self) -> None:
        """Close all tabs and end all searches."""
        for tab in list(self._tabs):
            tab.close()
        self.workers.close()

    def hello(self) -> dict[str, Any]:
        """Return what a page is told first."""
        from importlib.metadata import version

        return {
            "version": version("manni"),
            "variants": [_variant_json(variant) for variant in VARIANTS.values()],
            "contracts": [
                {"code": contract.name, "name": contract_words(contract)} for contract in Contract
            ],
            "samples": self.shelf.samples_json,
            "files": self.shelf.files_json,
            "puzzles": self.shelf.number_of_puzzles,
            "limits": {
                "message": self.limits.message_bytes,
                "deals": self.limits.deals,
                "seconds": self.limits.seconds,
            },
        }


class Tab:
    """One page: takes its messages, sends its answers.

    Of each kind of standing request it has at most one; a newer one ends the older. What is
    sent for a request is sent before the next message of the kind is taken, or not at all.
    """

    def __init__(self, board: Board, send: Send) -> None:
        self._board = board
        self._send = send
        self._lock = Lock()
        self._standing: dict[str, Standing] = {}
        self._number = 0
        self._heard = monotonic()
        self._closed = False

    def greet(self) -> None:
        """Send what a page is told first."""
        self._tell({"hello": self._board.hello()})

    def receive(self, text: str) -> None:
        """Take a message; quick ones are answered at once. One thread at a time."""
        was_asleep = not self._is_awake()
        self._heard = monotonic()
        if was_asleep:
            self._board.workers.wake()
        head: dict[str, Any] = {"number": None, "ask": None}
        try:
            data = read_message(text, self._board.limits.message_bytes)
            if data == {"ask": "alive"}:
                return
            ask = kind_of(data)
            head["ask"] = ask
            self._number = head["number"] = number_of(data, self._number)
            self._begin(request_of(data, self._number, ask))
        except SolverError as error:
            self._tell({**head, "error": problem_of(error)})
        except Exception:
            _LOG.exception("a request failed")
            self._tell({**head, "error": problem("internal error: this could not be answered")})

    def close(self) -> None:
        """End the searches of the tab; nothing is sent any more."""
        with self._lock:
            self._closed = True
            self._standing.clear()
        self._board.forget(self)

    def _begin(self, request: Request) -> None:
        if request.ask in STANDING:
            with self._lock:
                self._standing.pop(request.ask, None)
            getattr(self, f"_{request.ask}")(request, **request.fields())
        else:
            answer = getattr(self, f"_{request.ask}")(**request.fields())
            self._tell({"number": request.number, "ask": request.ask, **answer, "done": True})

    def _tell(self, data: dict[str, Any]) -> None:
        with self._lock:
            if not self._closed:
                self._send(data)

    def _answer(self, search: Standing, data: dict[str, Any]) -> None:
        """Send an answer to a standing request unless the tab waits for it no more."""
        with self._lock:
            if not self._closed and self._is_current(search):
                self._send(data)

    def _is_current(self, search: Standing) -> bool:
        return self._standing.get(search.ask) is search

    def _is_awake(self) -> bool:
        return monotonic() - self._heard < self._board.limits.lease

    # Quick requests

    def _open(self, **given: str | None) -> dict[str, Any]:
        name = given.pop("name")
        given = {way: value for way, value in given.items() if value is not None}
        if len(given) != 1:
            raise NotationError("open wants one of text, sample, file, address")
        [(way, value)] = given.items()
        assert value is not None
        shelf = self._board.shelf
        if way == "text":
            return self._opened(Sheet(name or "", tuple(entries_of(value, name or None))))
        if way == "address":
            deal, played = deal_of(value)
            place = place_of(deal, played)
            return {
                "name": deal.name,
                "deals": [adopted(deal)],
                "errors": [],
                "place": [move.json()["card"] for move in place.moves],
            }
        return self._opened(shelf.sample(value) if way == "sample" else shelf.file(value))

    def _opened(self, sheet: Sheet) -> dict[str, Any]:
        deals, errors = adopted_entries(sheet.entries, self._board.limits.deals, "the board")
        return {"name": sheet.name, "deals": deals, "errors": errors}

    def _paste(self, text: str) -> dict[str, Any]:
        return self._opened(Sheet("", tuple(entries_of(text))))

    def _random(self, variant: str, seed: int | None) -> dict[str, Any]:
        seed = randbelow(1 << 31) if seed is None else seed
        deal = next(random_deals(get_variant(variant), seed))
        return {"deals": [adopted(deal)], "seed": seed}

    def _adopt(self, deal: dict[str, Any]) -> dict[str, Any]:
        return adopt(deal)

    def _save(self, deals: list[Any], name: str | None) -> dict[str, Any]:
        if len(deals) > self._board.limits.deals:
            raise NotationError(f"more than {self._board.limits.deals:,} deals")
        read = []
        for number, data in enumerate(deals, 1):
            try:
                read.append(deal_from_json(data))
            except SolverError as error:
                raise NotationError(str(error), deal=number) from None
        return {"text": format_deals(read), "name": name or "deals.manni"}

    def _picture(self, deal: Any, played: tuple[int, ...], values: bool) -> dict[str, Any]:
        place = place_of(deal, played)
        return {"svg": picture(place.scene, title=deal.name)}

    def _puzzles(self) -> dict[str, Any]:
        return {"puzzles": self._board.shelf.puzzles_json}

    def _puzzle(self, id: str) -> dict[str, Any]:
        return {"deals": [adopted(self._board.shelf.puzzle(id))]}

    def _go_on(self, of: int) -> dict[str, Any]:
        for search in self._standing.values():
            if search.number == of:
                search.go_on()
                self._board.workers.wake()
                return {}
        raise NotationError(f"no search goes on for the request {of}")

    # Standing requests

    def _position(self, request: Request, deal: Any, played: tuple[int, ...], values: bool) -> None:
        place = place_of(deal, played)
        wanted = values and bool(place.positions)
        self._tell(
            {
                "number": request.number,
                "ask": request.ask,
                "position": place_json(place),
                "done": not wanted,
            }
        )
        if wanted:
            search = PositionSearch(
                request.number,
                request.ask,
                self._board.limits,
                self._answer,
                self._is_current,
                self._is_awake,
            ).start(place)
            with self._lock:
                self._standing[request.ask] = search
            self._board.workers.add(search)


def _variant_json(variant: Variant) -> dict[str, Any]:
    from solver.cards import card_name, cards_in

    data: dict[str, Any] = {
        "code": variant.code,
        "name": variant.name,
        "cards": variant.tricks,
        "pack": list(map(card_name, cards_in(variant.pack))),
        "manni": variant.manni,
        "contracts": [contract.name for contract in variant.contracts],
    }
    return data
