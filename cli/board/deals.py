"""Deals taken in, and what is answered at once: deals opened, dealt, entered, saved, drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from secrets import randbelow
from typing import Annotated, Any, NotRequired, TypedDict

from ...solver.cards import Contract, Seat, card_name
from ...solver.deal import Deal
from ...solver.dealing import random_deals
from ...solver.errors import DealError, IllegalPlayError, NotationError, RuleError, SolverError
from ...solver.fields import cards_of, echo, text_of
from ...solver.files.dealfile import Entry, decode, format_deals
from ...solver.files.jsonfile import DEAL, deal_from_json
from ...solver.files.reading import entries_of, pasted_entries
from ...solver.files.variations import Remark, remarks_of, variations_of
from ...solver.i18n import _, gettext, pgettext
from ...solver.report.text import contract_in_words
from ...solver.rules.exchange import NO_EXCHANGE
from ...solver.rules.games import get_variant
from ...solver.schema import CARD, COUNT, TEXT, Count, list_of, maybe, record, schema_of
from ...solver.table.place import Move, Place, missing_in, place_of
from ...solver.table.view import capitalized
from .address import deal_of
from .kept import GameListed
from .requests import (
    AtPlace,
    Data,
    Flag,
    Number,
    Problem,
    Text,
    problem,
    problem_of,
    problem_of_draft,
)
from .searches import Quick
from .shelf import Shelf

record(of=Remark, name="Remark")

_DEAL = record(*DEAL.fields, name="Deal", doc="as in a JSON file of deals")


class PutAway(TypedDict):
    """of hand and surprise

    Attributes:
        cards: how many are put away
        trumps: that may be named
    """

    cards: Count
    trumps: Sequence[Contract]


class Adopted(TypedDict):
    """a deal as the service took it

    Attributes:
        about: its game and contract
        moves: of the recorded play
        variations: other ways to play
        no_exchange: why there is no exchange to look at in its game
        put_away: what is put away of hand and surprise, if there is one
        problem: why the record cannot be followed
        own: the player's, where the page had it from the table
    """

    deal: Annotated[Deal, _DEAL]
    title: str
    about: str
    warnings: list[str]
    moves: Sequence[Move]
    variations: list[Sequence[Move]]
    remarks: list[Remark]
    can_exchange: Sequence[Seat]
    no_exchange: str | None
    put_away: PutAway | None
    problem: NotRequired[Problem]
    own: NotRequired[Seat]


DEALS = (
    maybe("name", TEXT),
    maybe("deals", list[Adopted]),
    maybe("errors", list[Problem]),
    maybe("place", list_of(CARD)),
    maybe("seed", COUNT),
)


def adopt_deal(deal: Deal, warnings: Sequence[str] = (), number: int | None = None) -> Data:
    """Return a deal as the page takes it in; ``number`` is that in its file."""
    wrong: Data | None = None
    place: Place | None = None
    try:
        missing = missing_in(deal)
        place = place_of(deal, () if missing else deal.play)
        if deal.play and missing:
            message = _("the play is not followed: {why}", why=missing)
            wrong = problem(message, deal=number)
    except SolverError as error:
        wrong = problem_of(error, deal=number)
    lines, remarks, slips = _lines(deal) if place is not None and place.positions else ([], [], [])
    data: Data = schema_of(Adopted).localized(
        {
            "deal": deal,
            "title": title_of(deal, number),
            "about": _about(deal),
            "warnings": [*warnings, *slips],
            "moves": () if place is None else place.moves,
            "variations": lines,
            "remarks": remarks,
            **_exchange(deal),
        }
    )
    return data if wrong is None else data | {"problem": wrong}


def _lines(deal: Deal) -> tuple[list[Sequence[Move]], list[Remark], list[str]]:
    """Return a deal's variations and remarks, and what is wrong with those that are left out."""
    lines: list[Sequence[Move]] = []
    remarks: list[Remark] = []
    slips: list[str] = []
    try:
        for cards in variations_of(deal):
            lines.append(place_of(deal, cards).moves)
        for remark in remarks_of(deal):
            place_of(deal, remark.played)
            remarks.append(remark)
    except SolverError as error:
        slips.append(str(error))
    return lines, remarks, slips


def title_of(deal: Deal, number: int | None = None) -> str:
    """Return what a deal is called: its name, else its number in the file."""
    if shipped := re.fullmatch(r"Puzzle (\d+)", deal.name):
        return _("Puzzle {number}", number=shipped[1])
    if deal.name:
        return deal.name
    if number is None:
        return pgettext("title", "Deal")
    return _("Deal {number}", number=number)


def _about(deal: Deal) -> str:
    """Return what is played in a deal, as far as that is named."""
    parts = [] if deal.rules is None else [gettext(deal.rules.name)]
    if deal.contract is not None:
        parts.append(contract_in_words(deal.contract, deal.great))
    return ", ".join(parts)


def _exchange(deal: Deal) -> Data:
    """Return who can be asked what he had best exchange, why nobody, and what is put away."""
    from ...solver.exchange.open_cards import before_exchange

    variant, why, away = deal.rules, None, None
    may: list[Seat] = []
    if variant is None:
        why = _("Name a game: it decides how cards are exchanged.")
    elif variant.exchange == NO_EXCHANGE:
        why = _("In {game} nobody exchanges cards.", game=gettext(variant.name))
    else:
        asked = variant.exchange.order(deal.declarer)
        if variant.exchange.picks_up:
            away = {"cards": variant.manni, "trumps": variant.trumps}
            asked = asked or tuple(deal.seats)
        for seat in asked:
            try:
                if list(before_exchange(deal, seat).sizes) != [0]:
                    may.append(seat)
            except (DealError, RuleError) as error:  # the page offers what can be asked
                why = why or f"{capitalized(str(error))}."
    return {"can_exchange": may, "no_exchange": None if may else why, "put_away": away}


def _adopt_legal_part(data: Data) -> Data:
    """Return a deal taken in, its record cut where it breaks off."""
    try:
        return adopt_deal(deal_from_json(data))
    except IllegalPlayError as error:
        play = cards_of(data["play"])[: error.index - 1]
        cut = adopt_deal(deal_from_json({**data, "play": None}).but(play=play))
        return cut | {"problem": problem_of(error)}


# Requests -----------------------------------------------------------------------------

_SEEDS = 1 << 31


def _bytes(value: Any) -> bytes:
    """Return the bytes of a file, which come a letter each: what they say is not for the page."""
    try:
        return text_of(str)(value).encode("latin-1")
    except UnicodeEncodeError:
        raise NotationError(f"{echo(value)}: expected bytes, a letter each") from None


def _object(value: Any) -> Any:
    return value  # what is wrong with it is the answer


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(f"{echo(value)}: expected an array of deals")
    return value


class Open(Quick):
    """Deals: of the bytes of a file, a text, a sample, a file of the command line or an address.

    Or one at random, of a ``variant``; or ``deals`` taken in before, in another language. ``only``
    is the number of the one deal of a sample.
    """

    answers = DEALS

    data: Annotated[bytes, _bytes] | None = None
    text: Text | None = None
    sample: Text | None = None
    file: Text | None = None
    address: Text | None = None
    variant: Text | None = None
    deals: Annotated[list[Any], _list] | None = None
    name: Text | None = None
    only: Number | None = None
    seed: Number | None = None

    def answer(self, shelf: Shelf) -> Data:
        ways = ("data", "text", "sample", "file", "address", "variant", "deals")
        asked = [way for way in ways if getattr(self, way) is not None]
        if len(asked) != 1:
            raise NotationError(
                f"{' and '.join(asked) or 'nothing'} to open: expected one of " + ", ".join(ways)
            )
        if self.address is not None:
            return _at(self.address)
        if self.variant is not None:
            return _random(self.variant, self.seed)
        if self.deals is not None:
            several = len(self.deals) > 1
            deals = [
                adopt_deal(deal_from_json(data), number=number if several else None)
                for number, data in enumerate(self.deals, 1)
            ]
            return {"deals": deals}
        name = self.name or ""
        entries: Iterable[Entry]
        if self.data is not None:
            entries = entries_of(decode(self.data, name), name or None)
        elif self.text is not None:
            entries = pasted_entries(self.text)
        else:
            name, entries = shelf.file(self.file) if self.file else shelf.sample(self.sample or "")
        if self.only is not None:
            entries = [entry for entry in entries if entry.number == self.only]
            if not entries:
                raise NotationError(f"there is no deal {self.only}")
        most, deals, errors = shelf.limits.deals, [], []
        for count, entry in enumerate(entries, 1):
            if count > most:
                raise NotationError(f"more than {most:,} deals: no file is shown that has more")
            if entry.deal is not None:
                deals.append(
                    adopt_deal(entry.deal, (*entry.warnings, *entry.doubts()), entry.number)
                )
            elif entry.error is not None:
                errors.append(problem_of(entry.error, deal=entry.number or None, line=entry.line))
        return {"name": name, "deals": deals, "errors": errors}


def _at(address: str) -> Data:
    deal, played = deal_of(address)
    place_of(deal, played)  # an error before anything is shown
    return {
        "name": deal.name,
        "deals": [adopt_deal(deal)],
        "errors": [],
        "place": list(map(card_name, played)),
    }


def _random(variant: str, seed: int | None) -> Data:
    seed = randbelow(_SEEDS) if seed is None else seed
    game = get_variant(variant)
    deal = adopt_deal(next(random_deals(game, seed)))
    title = _("{game}, seed {seed}", game=gettext(game.name), seed=seed)
    return {"deals": [deal | {"title": title}], "seed": seed}


class Adopt(Quick):
    """A deal in the making: taken in if it is one, else what is wrong with it.

    A record that cannot be followed is cut where it breaks off.
    """

    answers = (maybe("deal", Adopted),)

    deal: Annotated[Any, _object]

    def answer(self, shelf: Shelf) -> Data:
        try:
            return {"deal": _adopt_legal_part(self.deal)}
        except SolverError as error:
            return {"error": problem_of_draft(error)}


class Save(Quick):
    """Deals to be saved."""

    answers = (maybe("text", TEXT),)

    deals: Annotated[list[Any], _list]

    def answer(self, shelf: Shelf) -> Data:
        most = shelf.limits.deals
        if len(self.deals) > most:
            raise NotationError(f"more than {most:,} deals: a file has no more")
        deals = []
        for number, data in enumerate(self.deals, 1):
            try:
                deals.append(deal_from_json(data))
            except SolverError as error:
                raise NotationError(str(error), deal=number) from None
        return {"text": format_deals(deals)}


class GameList(Quick):
    """The games that have been played here."""

    answers = (maybe("games", list[GameListed]), maybe("unread", list[str]))

    def answer(self, shelf: Shelf) -> Data:
        return {**shelf.kept.listed()}


class Picture(AtPlace, Quick):
    """A place in a deal to be drawn."""

    answers = (maybe("svg", TEXT),)

    values: Flag = False

    def answer(self, shelf: Shelf) -> Data:
        from ...solver.report.svg import picture

        place = self.place
        known = shelf.known(place).solution() if self.values and place.positions else None
        return {"svg": picture(place.picture_view, solution=known)}
