"""Rummy on the board: cards as they are put in, and what can be laid, stage by stage."""

from __future__ import annotations

from typing import TypedDict

from ...solver.engine import Engine
from ...solver.errors import NotationError
from ...solver.files.rummyfile import RummyRecord
from ...solver.i18n import pgettext, plain_english
from ...solver.report.rummy import draws_text, look_json
from ...solver.report.rummy_stages import Stage, stages_of
from ...solver.rummy.games import CODES
from ...solver.rummy.play import rummy_check, rummy_draws, rummy_plays
from ...solver.rummy.score import RummySheet
from ...solver.rummy.turn import RummyTurn, card_sign, pile_text
from ...solver.run import Run
from ...solver.schema import TEXT, Count, maybe
from ...solver.table.view import FIGURES
from .deals import Quick
from .requests import PART, Data, Flag, Number, Request, Text
from .searches import Standing
from .shelf import Shelf

_WAYS = 4
"""How many plays that are as good are told at most."""

_SIGNS = str.maketrans("SHDC", "♠♥♦♣")
"""Suits as they are read alike in every language."""


class RummyPosition(TypedDict):
    """cards of a game of rummy

    Attributes:
        players: their names, that of the user first
        deals: those that are over, as lines of a game
        first: whether the player has laid nothing yet, where the first meld has to be a run
        piles: the hand, the single open cards, the melds
    """

    game: str
    players: str
    deals: str
    first: bool
    piles: list[list[str]]


class AtCards(Request):
    """A request about cards as they lie: the hand, the single open cards, the melds, by ``|``."""

    game: Text
    cards: Text
    players: Text = "3"
    deals: Text = ""
    first: Flag = False

    def record(self) -> RummyRecord:
        """Return the game, with the deals that are over."""
        head = f"rummy 1\ngame: {self.game}\nplayers: {self.players}\n"
        with plain_english():
            return RummyRecord.read(head + self.deals)


class Melds(AtCards, Quick):
    """Cards as they are put in: read, put in order, what is no meld, what the pack has left.

    ``text`` is typed besides, for the pile ``to``; several are melds. It may be the text of a game,
    or the line of one that ends the deal.
    """

    answers = (
        maybe("position", RummyPosition),
        maybe("wrong", list[str]),
        maybe("unseen", dict[str, Count]),
        maybe("text", TEXT),
        maybe("sheet", FIGURES),
        maybe("games", list[str], "that there are"),
    )

    text: Text = ""
    to: Number = 0

    def answer(self, shelf: Shelf) -> Data:
        text, piles = self.text.replace("\n", "|"), self.cards.split("|")
        if not text.startswith(("rummy", "left:")):
            to = len(piles) if "|" in text else self.to
            piles[to : to + 1] = [" ".join([*piles[to : to + 1], text])]
            return self._look(self.record(), *piles)
        with plain_english():
            new = text.startswith("rummy")
            record = RummyRecord.read(self.text) if new else self.record().then(self.text)
        turn = record.turn
        self.first, melds = turn.first, (meld.cards for meld in turn.table)
        lain = map(pile_text, (turn.hand, turn.open, *melds))
        return self._look(record, *(pile.translate(_SIGNS) for pile in lain))

    def _look(self, record: RummyRecord, hand: str, opened: str, *table: str) -> Data:
        self.game, names = record.game.code, record.players
        self.players = ", ".join(names)
        steps = record.steps[: len(record.steps) - record.undone]
        self.deals = "".join(f"{step}\n" for step in steps if step.startswith("left"))
        found = look_json(self.game, "|".join(table), hand, opened, len(names))
        if found["error"]:
            raise NotationError(found["error"])
        melds, sheet = found["melds"], record.sheet
        piles = [found["hand"], found["open"], *(meld["cards"] for meld in melds)]
        hand, opened, *lie = map(" ".join, piles)
        return {
            "position": {at: getattr(self, at, piles) for at in RummyPosition.__annotations__},
            "wrong": [meld["error"] or "" for meld in melds],
            "unseen": found["unseen"],
            "text": f"rummy 1\ngame: {self.game}\nplayers: {self.players}\n{self.deals}"
            f"open: {opened}\ntable: {' | '.join(lie)}\nhand: {hand}\n"
            f"first: {'yes' if self.first else 'no'}\n",
            "sheet": sheet and _figures(sheet, *names),
            "games": CODES,
        }


def _figures(sheet: RummySheet, *names: str) -> Data:
    """Return the score: a row a deal, then the sums; stars for those who have won."""
    total = (pgettext("column", "total"), sheet.totals, sheet.winners)
    deals = ((f"{at}", deal.points, deal.winners) for at, deal in enumerate(sheet.deals, 1))
    rows = [
        [head, *(f"{count}{' ★' * (at in won)}" for at, count in enumerate(points, 1))]
        for head, points, won in (*deals, total)
    ]
    return {"over": [], "heads": ["", *names], "rows": rows}


class Ask(AtCards, Standing):
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
                self.tell(_drawn(turn, 1, run))
                return _drawn(turn, 2, run)
            plays = [*rummy_plays(turn, self.by, _WAYS)]
        return {"ways": [[*stages_of(play, hand, opened)] for play in plays if play]}


def _drawn(turn: RummyTurn, draws: int, run: Run) -> Data:
    """Return what the next draw, or two, would bring."""
    found = rummy_draws(turn, draws, run)
    laid = {card_sign(own.card): own.laid for own in found.cards}
    return {"laid": laid, "chances": str(draws_text(found)).partition("\n\n")[2]}
