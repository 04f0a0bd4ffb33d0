"""Rummy on the board: cards as they are put in, and what can be laid, stage by stage."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

from ...solver.engine import Engine
from ...solver.errors import DealError, NotationError
from ...solver.files.rummyfile import RummyRecord
from ...solver.i18n import _, plain_english
from ...solver.report.rummy import RummyStage, chances_of, hints_of, sheet_table
from ...solver.report.text import Text as AnyText
from ...solver.rummy.games import CODES, RummyGame
from ...solver.rummy.play import RummyDraws, drawing, rummy_check, rummy_plays
from ...solver.rummy.turn import (
    Meld,
    RummyCards,
    RummyTurn,
    card_sign,
    in_order,
    in_pack,
    meld_of,
    pile_of,
    pile_text,
)
from ...solver.run import Run
from ...solver.schema import TEXT, Count, field, list_of, maybe, record
from ...solver.table.view import FIGURES, figures, with_card_codes
from .requests import PART, Data, Number, Problem, Request, Text, problem_of
from .searches import Quick, SearchRequest
from .shelf import Shelf

_WAYS = 4
"""How many plays that are as good are told at most."""

_STAGE = record(
    "ask: what leads to it",
    field(
        "text",
        TEXT,
        "with its cards in the notation",
        lambda stage: with_card_codes(stage.text),
    ),
    "piles: the hand, the single open cards, the melds, as they lie then; empty where none move",
    "marked: melds, by number",
    of=RummyStage,
    name="Stage",
    doc="of an answer, of which each tells more",
)

_POSITION = record(
    "game=game.code",
    field("players", TEXT, "their names", lambda game: ", ".join(game.players)),
    "seat: whose hand it is, by number",
    field(
        "deals",
        TEXT,
        "what came before these cards lay so, as lines of a game",
        lambda game: "".join(f"{step}\n" for step in game.steps[: len(game.steps) - game.undone]),
    ),
    field("piles", list[list[str]], "the hand, the single open cards, the melds", None),
    of=RummyRecord,
    name="RummyPosition",
    doc="cards of a game of rummy",
)


class AtCards(Request):
    """A request about cards as they lie: the hand, the single open cards, the melds, by ``|``."""

    game: Text
    cards: Text
    players: Text = "3"
    seat: Number = 1
    deals: Text = ""

    def record(self) -> RummyRecord:
        """Return the game up to where these cards lie."""
        record = RummyRecord.new(self.game, self.players, f"{self.seat}")
        with plain_english():
            return reduce(RummyRecord.then, self.deals.splitlines(), record)


class Melds(AtCards, Quick):
    """Cards as they are put in: read, put in order, what is no meld, what the pack has left.

    ``text`` is typed besides, for the pile ``to``; several are melds. It may be a whole game.
    """

    answers = (
        maybe("steps", list_of(_POSITION), "the last first: in place of what was asked about"),
        maybe("undone", Count, "of these"),
        maybe("wrong", list[Problem | None]),
        maybe("unseen", dict[str, Count]),
        maybe("text", TEXT),
        maybe("first", bool, "the player's first meld has to be a run"),
        maybe("sheet", FIGURES),
        maybe("games", list[str], "that there are"),
    )

    text: Text = ""
    to: Number = 0

    def answer(self, shelf: Shelf) -> Data:
        if self.text.startswith("rummy"):
            with plain_english():
                record = RummyRecord.read(self.text)
            ways = [replace(record, undone=number) for number in range(len(record.steps) + 1)]
            steps = [_position(way, _piles(way)) for way in ways]
            return _read_piles(record, _piles(record)) | {"steps": steps, "undone": record.undone}
        text, piles = self.text.replace("\n", "|"), f"{self.cards}|".split("|")
        to = len(piles) if "|" in text else self.to
        piles[to : to + 1] = [" ".join([*piles[to : to + 1], text])]
        lie = [pile_of(pile, "cards") for pile in "|".join(piles).split("|")]
        return _read_piles(self.record(), lie)


def _read_piles(record: RummyRecord, lie: list[RummyCards]) -> Data:
    """Return a position of a game, whatever lies there, and what is wrong with it."""
    rules, sheet, wrong = record.game, record.sheet, list[Data | None]()
    left = rules.pack(len(record.players))
    left.subtract(in_pack(Meld(0, pile) for pile in lie))
    piles = [*map(in_order, lie[:2])]
    for pile in lie[2:]:
        while pile:
            meld, why = _first_meld(pile, rules)
            piles.append(meld)
            wrong.append(why)
            pile = pile[len(meld) :]
    if many := [card_sign(card) for card, number in left.items() if number < 0]:
        raise NotationError("; ".join(_("{card}: too many", card=card) for card in many))
    position = _position(record, piles)
    steps = position["deals"].splitlines()
    if piles != _piles(record):
        hand, opened, *melds = map(pile_text, piles)
        steps += [f"table: {' | '.join(melds)}", f"hand: {hand}"]
        steps += [f"open: {opened}"] * bool(rules.open_cards)
    return {
        "steps": [position],
        "wrong": wrong,
        "unseen": {card_sign(card): number for card, number in left.items()},
        "text": replace(record, steps=(*steps,), undone=0).text,
        "first": record.turn.first,
        "sheet": sheet and figures(sheet_table(sheet, record.players, " ★")),
        "games": CODES,
    }


def _piles(record: RummyRecord) -> list[RummyCards]:
    """Return the hand, the open cards and the melds, as they lie in a game."""
    turn = record.turn
    return [turn.hand, turn.open, *(meld.cards for meld in turn.table)]


def _position(record: RummyRecord, piles: list[RummyCards]) -> Any:
    """Return a position of a game, whatever lies there."""
    return _POSITION.localized(record, piles=[[*map(card_sign, pile)] for pile in piles])


def _first_meld(cards: RummyCards, game: RummyGame) -> tuple[RummyCards, Data | None]:
    """Return the first cards that make a meld; or all, and why they make none."""
    why = None
    for size in range(len(cards), min(2, len(cards) - 1), -1):
        try:
            return meld_of(cards[:size], game).cards, None
        except DealError as error:
            why = why or problem_of(error)
    return cards, why


class Ask(AtCards, SearchRequest):
    """What can be laid, by what is wanted of it; how the table can lie (``tidy``); what the next
    ``draw`` brings.
    """

    answers = (
        maybe("ways", list_of(list_of(_STAGE)), "that are as good"),
        maybe("laid", dict[str, Count], "how many cards, by the one that is drawn"),
        PART,
    )

    by: Text = "cards"
    sliced = False

    def prepare(self) -> bool:
        """Have it searched for as a whole."""
        return True

    def search(self, engine: Engine, run: Run) -> Data:
        """Return the plays that are as good, or what is told in their place."""
        hand, opened, table = f"{self.cards}|".split("|", 2)
        turn = self.record().turn
        if self.by == "tidy":
            plays = [rummy_check(self.game, table, players=turn.players)]
        else:
            turn = RummyTurn.of(
                self.game, table, hand, open=opened, first=turn.first, players=turn.players
            )
            if self.by == "draw":
                answers = map(_drawn, drawing(turn, run))
                self.tell(next(answers))
                return next(answers)
            plays = [*rummy_plays(turn, self.by, _WAYS)]
        piles = [pile_of(cards, "cards") for cards in (hand, opened)]
        none = RummyStage("", AnyText(_("These cards do not make melds: put them back.")), [])
        ways = [hints_of(play, *piles) if play else [none] for play in plays]
        return {"ways": [[*map(_STAGE.localized, way)] for way in ways]}


def _drawn(draws: RummyDraws) -> Data:
    """Return what the next draw brings, or the next two."""
    chances = RummyStage("", AnyText("\n".join(chances_of(draws))), [])
    laid = {card_sign(draw.card): draw.laid for draw in draws.cards}
    return {"laid": laid, "ways": [[_STAGE.localized(chances)]]}
