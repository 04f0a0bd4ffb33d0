"""Rummy on the board: cards as they are put in, and what can be laid, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, repeat
from typing import Any, TypedDict

from ...solver.engine import Engine
from ...solver.errors import DealError, NotationError
from ...solver.files.rummyfile import RummyRecord
from ...solver.i18n import _, plain_english
from ...solver.report.rummy import chances_of, hints_of, sheet_table
from ...solver.report.text import error_text
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
from ...solver.schema import TEXT, Count, maybe
from ...solver.table.view import FIGURES, figures, with_card_codes
from .requests import PART, Data, Flag, Number, Request, Text
from .searches import Quick, SearchRequest
from .shelf import Shelf

_WAYS = 4
"""How many plays that are as good are told at most."""


class Stage(TypedDict):
    """of an answer, of which each tells more

    Attributes:
        ask: what leads to it
        text: with its cards in the notation
        piles: the hand, the single open cards, the melds, as they lie then
        marked: melds, by number
    """

    ask: str
    text: str
    piles: list[list[str]]
    marked: Sequence[Count | None]


class RummyPosition(TypedDict):
    """cards of a game of rummy

    Attributes:
        players: their names
        seat: whose hand it is, by number
        deals: those that are over, and what was laid since, as lines of a game
        first: whether the player has laid nothing yet, where the first meld has to be a run
        piles: the hand, the single open cards, the melds
    """

    game: str
    players: str
    seat: Count
    deals: str
    first: bool
    piles: list[list[str]]


class AtCards(Request):
    """A request about cards as they lie: the hand, the single open cards, the melds, by ``|``."""

    game: Text
    cards: Text
    players: Text = "3"
    seat: Number = 1
    deals: Text = ""
    first: Flag = False

    def record(self) -> RummyRecord:
        """Return the game, with the deals that are over."""
        record = RummyRecord.new(self.game, self.players, f"{self.seat}")
        with plain_english():
            steps = *self.deals.splitlines(), f"first: {'yes' if self.first else 'no'}"
            return reduce(RummyRecord.then, steps, record)


class Melds(AtCards, Quick):
    """Cards as they are put in: read, put in order, what is no meld, what the pack has left.

    ``text`` is typed besides, for the pile ``to``; several are melds. It may be the text of a game,
    or the line of one that ends the deal.
    """

    answers = (
        maybe("position", RummyPosition),
        maybe("past", list[RummyPosition], "of a game that was read"),
        maybe("future", list[RummyPosition], "the next last"),
        maybe("wrong", list[str]),
        maybe("unseen", dict[str, Count]),
        maybe("text", TEXT),
        maybe("sheet", FIGURES),
        maybe("games", list[str], "that there are"),
    )

    text: Text = ""
    to: Number = 0

    def answer(self, shelf: Shelf) -> Data:
        text, piles = self.text.replace("\n", "|"), f"{self.cards}|".split("|")
        if not text.startswith(("rummy", "left:")):
            to = len(piles) if "|" in text else self.to
            piles[to : to + 1] = [" ".join([*piles[to : to + 1], text])]
            names = chain(("hand", "open"), repeat("meld"))
            return _read_piles(self.record(), *map(pile_of, "|".join(piles).split("|"), names))
        if not text.startswith("rummy"):
            return _read_piles(*_lies(self.record().then(self.text)))
        with plain_english():
            record = RummyRecord.read(self.text)
        steps, now = record.steps, record.undone
        positions = [_position(*_lies(replace(record, undone=n))) for n in range(len(steps) + 1)]
        return _read_piles(*_lies(record)) | {"past": positions[:now:-1], "future": positions[:now]}


def _read_piles(record: RummyRecord, *lie: RummyCards) -> Data:
    """Return a position of a game, whatever lies there, and what is wrong with it."""
    rules, sheet, names, wrong = record.game, record.sheet, record.players, list[str]()
    left = rules.pack(len(names))
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
    position = _position(record, *piles)
    hand, opened, *melds = map(pile_text, piles)
    lies = [f"table: {' | '.join(melds)}", f"hand: {hand}"]
    lies += [f"open: {opened}"] * bool(rules.open_cards)
    lies += [f"first: {'yes' if record.turn.first else 'no'}"] * rules.first_run
    steps = *position["deals"].splitlines(), *lies
    return {
        "position": position,
        "wrong": wrong,
        "unseen": {card_sign(card): number for card, number in left.items()},
        "text": replace(record, steps=steps, undone=0).text,
        "sheet": sheet and figures(sheet_table(sheet, names, " ★")),
        "games": CODES,
    }


def _lies(record: RummyRecord) -> tuple[Any, ...]:
    """Return a game, and the hand, the open cards and the melds, as they lie in it."""
    turn = record.turn
    return record, turn.hand, turn.open, *(meld.cards for meld in turn.table)


def _position(record: RummyRecord, *piles: RummyCards) -> RummyPosition:
    steps = record.steps[: len(record.steps) - record.undone]
    ends = (n for n, step in enumerate(steps, 1) if step.startswith(("laid", "left")))
    return {
        "game": record.game.code,
        "players": ", ".join(record.players),
        "seat": record.seat,
        "deals": "\n".join(steps[: max(ends, default=0)]),
        "first": record.turn.first,
        "piles": [[*map(card_sign, pile)] for pile in piles],
    }


def _first_meld(cards: tuple[int, ...], game: RummyGame) -> tuple[tuple[int, ...], str]:
    """Return the first cards that make a meld; or all, and why they make none."""
    why = ""
    for size in range(len(cards), min(2, len(cards) - 1), -1):
        try:
            return meld_of(cards[:size], game).cards, ""
        except DealError as error:
            why = why or error_text(error)
    return cards, why


class Ask(AtCards, SearchRequest):
    """What can be laid, by what is wanted of it; how the table can lie (``tidy``); what the next
    ``draw`` brings.
    """

    answers = (
        maybe("ways", list[list[Stage]]),
        maybe("laid", dict[str, Count], "how many cards, by the one that is drawn"),
        maybe("chances", TEXT, "to be out"),
        PART,
    )

    by: Text = "cards"

    def prepare(self) -> bool:
        """Have it searched for as a whole."""
        self.sliced = False
        return True

    def search(self, engine: Engine, run: Run) -> Data:
        """Return the plays that are as good, none where the table cannot be put in order."""
        hand, opened, table = f"{self.cards}|".split("|", 2)
        players = len(self.record().players)
        if self.by == "tidy":
            plays = [rummy_check(self.game, table, players=players)]
        else:
            turn = RummyTurn.of(
                self.game, table, hand, open=opened, first=self.first, players=players
            )
            if self.by == "draw":
                answers = map(_drawn, drawing(turn, run))
                self.tell(next(answers))
                return next(answers)
            plays = [*rummy_plays(turn, self.by, _WAYS)]
        piles = [in_order(pile_of(cards, "cards")) for cards in (hand, opened)]
        ways = [
            [
                stage._asdict() | {"text": with_card_codes(stage.text)}
                for stage in hints_of(play, *piles)
            ]
            for play in plays
            if play
        ]
        return {"ways": ways}


def _drawn(draws: RummyDraws) -> Data:
    """Return what the next draw brings, or the next two."""
    laid = {card_sign(draw.card): draw.laid for draw in draws.cards}
    return {"laid": laid, "chances": "\n".join(chances_of(draws))}
