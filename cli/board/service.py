"""The service of the board: requests of a page to answers, over any channel of texts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import version
from threading import Lock
from typing import Annotated, Any, TypedDict

from ...solver import i18n
from ...solver.cards import TABLES, Contract, cards_in, contract_words, seats_of
from ...solver.checks import quote
from ...solver.errors import NotationError, SolverError
from ...solver.i18n import gettext
from ...solver.report.diagram import View
from ...solver.rules.games import VARIANTS, get_variant
from ...solver.rules.trick import arranged
from ...solver.rules.variant import Variant
from ...solver.schema import (
    CARD,
    SEAT,
    TEXT,
    Count,
    field,
    list_of,
    nullable,
    one_of,
    record,
    schema_of,
)
from .kept import Kept, user_folder
from .requests import Data, Request, kind_of, number_of, problem_of, read_message
from .searches import Quick, SearchRequest, Steer
from .shelf import Shelf, sample_name, samples
from .worker import BoardLimits, Scheduler, Workers

_LOG = logging.getLogger("manni.board")
_LOADING = Lock()

Send = Callable[[Data], None]
"""Takes an answer, to go out as JSON; called from any thread, and must not call the tab back."""


KINDS = {
    "open": "deals.Open",
    "adopt": "deals.Adopt",
    "save": "deals.Save",
    "picture": "deals.Picture",
    "puzzles": "puzzles.Puzzles",
    "go_on": "searches.Steer",
    "stop": "searches.Steer",
    "position": "look.Look",
    "move": "puzzles.BestCard",
    "exchange": "exchange.ExchangeRequest",
    "review": "review.ReviewRequest",
    "train": "puzzles.Train",
    "contracts": "review.Contracts",
    "dearest": "review.Dearest",
    "reasons": "puzzles.Reasons",
    "games": "deals.GameList",
    "forget": "game.Forget",
    "rules": "game.Rules",
    "sit": "game.Sit",
    "game": "game.Follow",
    "reply": "game.Reply",
    "next": "game.NextDeal",
    "back": "game.TakeBack",
    "advise": "game.Advise",
    "rest": "game.Claim",
    "played": "game.Played",
    "melds": "rummy.Melds",
    "rummy": "rummy.Ask",
}
"""The kinds of requests by what a message calls them: module and class, loaded once asked for."""


def kind_asked(ask: str) -> type[Request]:
    """Return the class of a kind of requests, having loaded it."""
    module, _, name = KINDS[ask].partition(".")
    with _LOADING:  # two threads that load the same modules in another order may see half of one
        kind: type[Request] = getattr(import_module(f".{module}", __package__), name)
    return kind


class Board:
    """What all tabs share: the engines, the limits, the deals that can be shown, the games.

    ``kept`` are the games, by default the user's own.
    """

    def __init__(
        self,
        limits: BoardLimits | None = None,
        kept: Kept | None = None,
        workers: Scheduler | None = None,
    ) -> None:
        self.limits = BoardLimits() if limits is None else limits
        self.workers = workers or Workers(
            self.limits.engines, self.limits.memory_mb, self.limits.slice
        )
        self.shelf = Shelf(self.limits, self.workers.add, kept or Kept(user_folder() / "games"))
        self._tabs: set[Tab] = set()
        self._lock = Lock()

    def tab(self, send: Send) -> Tab:
        """Return a new tab, which has been greeted. Raises SolverError where there are too many."""
        tab = Tab(self, send)
        with self._lock:
            if len(self._tabs) >= self.limits.tabs:
                raise SolverError(f"{self.limits.tabs} tabs are open: close one of them")
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

    def hello(self, language: str) -> Data:
        """Return what a page is told first, in a language."""
        return greeting(language) | {
            "asked_for": i18n.is_asked_for(),
            "files": self.shelf.files_json,
            "most_bytes": self.limits.message_bytes,
        }


class Tab:
    """One page: takes its messages, sends its answers.

    Of each kind of standing request it has at most one; a newer one ends the older, of which
    nothing is sent any more.
    """

    def __init__(self, board: Board, send: Send) -> None:
        self._board = board
        self._send = send
        self._lock = Lock()  # held while an answer is sent, so that none overtakes another
        self._searches: dict[str, SearchRequest] = {}
        self._number = 0
        self._language = i18n.language()
        self._closed = False

    @property
    def shelf(self) -> Shelf:
        """What all tabs share."""
        return self._board.shelf

    def greet(self) -> None:
        """Send what a page is told first, in its language."""
        self.say({"hello": self._board.hello(self._language)})

    def receive(self, text: str) -> None:
        """Take a message; quick ones are answered at once. One thread at a time."""
        with i18n.speaking(self._language):
            self._receive(text)

    def _receive(self, text: str) -> None:
        head: Data = {"number": None, "ask": None}
        try:
            data = read_message(text, self._board.limits.message_bytes)
            if data.keys() == {"speak"}:
                self._speak(data["speak"])
                return
            head["ask"] = kind_of(data, KINDS)
            self._number = head["number"] = number_of(data, self._number)
            with self._lock:  # whatever becomes of the newer one
                older = self._searches.pop(head["ask"], None)
            answer = self._take(kind_asked(head["ask"]).from_message(data), older)
            if answer is not None:
                self.say({**head, **answer, "done": True})
        except Exception as error:
            if not isinstance(error, SolverError) or isinstance(error, MemoryError):
                _LOG.exception("a request failed")
            self._searches.pop(head["ask"], None)
            self.say({**head, "error": problem_of(error)})

    def _speak(self, language: Any) -> None:
        """Speak a language with the page, which is greeted anew. Raises NotationError."""
        if language not in i18n.languages():
            raise NotationError(f"no language {quote(str(language))}")
        self._language = language
        self.greet()

    def close(self) -> None:
        """End the searches of the tab; nothing is sent any more."""
        with self._lock:
            self._closed = True
            self._searches.clear()
        self._board.forget(self)

    def answer(self, search: SearchRequest, data: Data) -> None:
        """Send an answer, unless the page does not wait for this search any more."""
        with self._lock:
            if self.is_current(search):
                self._send(data)

    def is_current(self, search: SearchRequest) -> bool:
        """Return whether a search is the newest of its kind."""
        return self._searches.get(search.ask) is search

    def say(self, data: Data) -> None:
        """Send an answer."""
        with self._lock:
            if not self._closed:
                self._send(data)

    def _take(self, request: Request, older: SearchRequest | None) -> Data | None:
        """Return the answer to a request, None where a search goes on or has answered."""
        if isinstance(request, Quick):
            return request.answer(self.shelf)
        if isinstance(request, Steer):
            search = self._search_of(request.of)
            if request.ask == "stop":
                search.stop()
            else:
                search.go_on()
                self._board.workers.wake()
            return {}
        assert isinstance(request, SearchRequest)
        with self._lock:
            if self._closed:
                return None
            self._searches[request.ask] = request
        if request.begin(self, older):
            self._board.workers.add(request)
        else:
            self._board.workers.wake()
        return None

    def _search_of(self, number: int) -> SearchRequest:
        """Return the standing request with a number. Raises NotationError."""
        for search in self._searches.values():
            if search.number == number:
                return search
        raise NotationError(f"no search goes on for the request {number}")


@cache
def greeting(language: str) -> Data:
    """Return what every board says first in a language: worked out once, it takes a while."""
    with i18n.speaking(language):
        return {
            "version": version("manni"),
            "language": i18n.for_the_page() | {"seats": _seats()},
            "languages": i18n.in_every_language(lambda: i18n.gettext("English")),
            "variants": list(map(VARIANT.localized, _games())),
            "contracts": [
                {"code": contract.name, "name": contract_words(contract)} for contract in Contract
            ],
            "samples": [
                {"id": name, "name": sample_name(name), "deals": text.count("\n[Deal ")}
                for name, text in samples().items()
            ],
        }


def _seats() -> dict[str, dict[str, str]]:
    """Return what seats are called in every form that a sentence may ask for, by letter."""
    seats = (seat for table in TABLES for seat in seats_of(table))
    forms = ["", "the", "object", "of", "to"]
    return {str(seat): {form: f"{i18n.seat_word(seat):{form}}" for form in forms} for seat in seats}


def _games() -> Iterator[Variant]:
    """Yield the games that a page offers; others can be named in a deal."""
    for variant in VARIANTS.values():
        yield replace(variant, name=gettext(variant.name))
        for name, option in variant.options.items():
            if option.offered:
                other = get_variant(f"{variant.code}+{name}")
                name = f"{gettext(variant.name)}, {gettext(option.offered)}"
                yield replace(other, name=name)


def _setup(variant: Variant) -> Iterator[str]:
    """Yield what can be said of a deal in a game besides its contract and leader."""
    if variant.rules.is_plain:
        yield from ("great", "declarer", "ace", "cut")
        return
    if variant.bids:
        yield from ("bid", "declarer")
    if variant.cuts:
        yield "cut"


class Named(TypedDict):
    """with what it is called"""

    code: str
    name: str


VARIANT = record(
    "code name",
    field("seats", list_of(SEAT), "in playing order"),
    field(
        "round",
        list_of(SEAT),
        "from the dealer's left round to him",
        lambda game: View((0,) * game.players, rules=game.rules).round,
    ),
    "tricks: of a deal, as many as a hand has cards",
    field(
        "pack",
        list_of(CARD),
        "suit by suit, the highest first",
        lambda game: arranged(cards_in(game.pack), game.rules),
    ),
    "manni: cards of the Manni",
    "pile: what the Manni is called",
    field(
        "cut_card",
        nullable(TEXT),
        "what the card cut is called; null if none is",
        lambda game: game.cut_card if game.cuts else None,
    ),
    field(
        "bids",
        list[Named],
        "the lowest first",
        lambda game: [{"code": bid.name, "name": str(bid)} for bid in game.bids],
    ),
    field(
        "setup",
        list_of(one_of("great", "declarer", "ace", "cut", "bid")),
        "what else is chosen for a deal",
        _setup,
    ),
    "contracts: their codes",
    field("ending", TEXT, "when a game is over", lambda game: f"{game.ending}"),
    of=Variant,
    name="Variant",
)


class FileListed(TypedDict):
    """of deals"""

    id: str
    name: str
    deals: Count


class Language(TypedDict):
    """what the board speaks with the page

    Attributes:
        words: the catalogue: before a text the context and U+0004, after one of several U+0000 and
            the number of the form
        plurals: the form for 0 things, 1 thing, up to 199
        seats: what seats are called, by letter and form
    """

    code: str
    words: dict[str, str]
    plurals: list[Count]
    seats: dict[str, dict[str, str]]


class Hello(TypedDict):
    """what the service says first

    Attributes:
        language: what the board speaks with the page; nothing is looked up in English
        languages: that it speaks as well, by code, as each calls itself: the page sends which in
            `speak`
        asked_for: whether the language was asked for where the board was started
        files: given on the command line
        most_bytes: of a message
    """

    version: str
    language: Language
    languages: dict[str, str]
    asked_for: bool
    variants: Annotated[Any, list_of(VARIANT)]
    contracts: list[Named]
    samples: list[FileListed]
    files: list[FileListed]
    most_bytes: Count


HELLO = schema_of(Hello)
