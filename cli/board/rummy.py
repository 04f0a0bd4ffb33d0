"""Rummy on the board: cards as they are put in, and what can be laid, stage by stage."""

from __future__ import annotations

from typing import TypedDict

from ...solver.engine import Engine
from ...solver.errors import NotationError
from ...solver.files.rummyfile import RummyRecord
from ...solver.i18n import plain_english
from ...solver.report.rummy import draws_text, look_json
from ...solver.report.rummy_stages import Stage, stages_of
from ...solver.rummy.games import CODES
from ...solver.rummy.play import rummy_check, rummy_draws, rummy_plays
from ...solver.rummy.turn import RummyTurn, card_sign, pile_text
from ...solver.run import Run
from ...solver.schema import TEXT, Count, maybe
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
        first: whether the player has laid nothing yet, where the first meld has to be a run
        piles: the hand, the single open cards, the melds
    """

    game: str
    players: Count
    first: bool
    piles: list[list[str]]


class AtCards(Request):
    """A request about cards as they lie: the hand, the single open cards, the melds, by ``|``."""

    game: Text
    cards: Text
    players: Number = 3
    first: Flag = False


class Melds(AtCards, Quick):
    """Cards as they are put in: read, put in order, what is no meld, what the pack has left.

    ``text`` is typed besides, for the pile ``to``; several are melds. It may be the text of a game.
    """

    answers = (
        maybe("position", RummyPosition),
        maybe("wrong", list[str]),
        maybe("unseen", dict[str, Count]),
        maybe("text", TEXT),
        maybe("games", list[str], "that there are"),
    )

    text: Text = ""
    to: Number = 0

    def answer(self, shelf: Shelf) -> Data:
        text, piles = self.text.replace("\n", "|"), self.cards.split("|")
        if not text.startswith("rummy"):
            to = len(piles) if "|" in text else self.to
            piles[to : to + 1] = [" ".join([*piles[to : to + 1], text])]
            return self._look(*piles)
        with plain_english():
            turn = RummyRecord.read(self.text).turn
        self.game, self.players, self.first = turn.game.code, turn.players, turn.first
        lain = map(pile_text, (turn.hand, turn.open, *(meld.cards for meld in turn.table)))
        return self._look(*(pile.translate(_SIGNS) for pile in lain))

    def _look(self, hand: str, opened: str, *table: str) -> Data:
        found = look_json(self.game, "|".join(table), hand, opened, self.players)
        if found["error"]:
            raise NotationError(found["error"])
        melds = found["melds"]
        piles = [found["hand"], found["open"], *(meld["cards"] for meld in melds)]
        hand, opened, *lie = map(" ".join, piles)
        return {
            "position": {at: getattr(self, at, piles) for at in RummyPosition.__annotations__},
            "wrong": [meld["error"] or "" for meld in melds],
            "unseen": found["unseen"],
            "text": f"rummy 1\ngame: {self.game}\nplayers: {self.players}\nopen: {opened}\n"
            f"table: {' | '.join(lie)}\nhand: {hand}\nfirst: {'yes' if self.first else 'no'}\n",
            "games": CODES,
        }


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
        if self.by == "tidy":
            plays = [rummy_check(self.game, table, players=self.players)]
        else:
            turn = RummyTurn.of(
                self.game, table, hand, open=opened, first=self.first, players=self.players
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
