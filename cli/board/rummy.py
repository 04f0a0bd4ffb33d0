"""Rummy on the board: cards as they are put in, and what can be laid, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ...solver.cards import CARDS
from ...solver.engine import Engine
from ...solver.errors import DealError, NotationError
from ...solver.files.rummyfile import RummyRecord
from ...solver.i18n import _, plain_english
from ...solver.report.rummy import stages_of
from ...solver.report.text import error_text
from ...solver.rummy.games import JOKER, RummyGame, get_game
from ...solver.rummy.play import rummy_check, rummy_plays
from ...solver.rummy.turn import RummyTurn, card_sign, in_order, meld_of, pile_of, pile_text
from ...solver.run import Run
from ...solver.schema import TEXT, Count, maybe
from ...solver.table.view import coded
from .deals import Quick
from .requests import Data, Flag, Number, Request, Text
from .searches import Standing
from .shelf import Shelf

_WAYS = 4
"""How many plays that are as good are told at most."""


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


class AtCards(Request):
    """A request about cards as they lie: the hand, the single open cards, the melds, by ``|``."""

    game: Text
    cards: Text
    players: Number = 3
    first: Flag = False


class Melds(AtCards, Quick):
    """Cards as they are put in: read, put in order, what is no meld, what the pack has left.

    ``text`` is typed besides: for the hand if that is asked for, else melds. It may be the text of
    a game.
    """

    answers = (
        maybe("position", RummyPosition),
        maybe("wrong", list[str]),
        maybe("unseen", dict[str, Count]),
        maybe("text", TEXT),
    )

    text: Text = ""
    held: Flag = False

    def answer(self, shelf: Shelf) -> Data:
        if self.text.startswith("rummy"):
            with plain_english():
                turn = RummyRecord.read(self.text).turn
                self.game, self.players, self.first = turn.game.code, turn.players, turn.first
                piles = (turn.hand, turn.open, *(meld.cards for meld in turn.table))
                return self._look("|".join(map(pile_text, piles)))
        more = self.text.replace("\n", "|")
        held = self.held and "|" not in more
        return self._look(f"{more} {self.cards}" if held else f"{self.cards}|{more}")

    def _look(self, cards: str) -> Data:
        """Return what cards are; cards behind those that make a meld begin another."""
        rules, (hand, opened, *table) = get_game(self.game), f"{cards}||".split("|")
        left, wrong = rules.pack(self.players), list[str]()

        def read(text: str, name: str) -> tuple[int, ...]:
            found = pile_of(text, name)
            left.subtract(card if card < CARDS else JOKER for card in found)
            return found

        piles = [in_order(read(hand, "hand")), in_order(read(opened, "open"))]
        for pile in table:
            found = read(pile, "meld")
            while found:
                meld, why = _first_meld(found, rules)
                piles.append(meld)
                wrong.append(why)
                found = found[len(meld) :]
        if many := [card_sign(card) for card, number in left.items() if number < 0]:
            raise NotationError("; ".join(_("{card}: too many", card=card) for card in many))
        hand, opened, *melds = map(pile_text, piles)
        return {
            "position": {
                "game": rules.code,
                "players": self.players,
                "first": self.first,
                "piles": [[*map(card_sign, pile)] for pile in piles],
            },
            "wrong": wrong,
            "unseen": {card_sign(card): number for card, number in left.items()},
            "text": f"rummy 1\ngame: {rules.code}\nplayers: {self.players}\nopen: {opened}\n"
            f"table: {' | '.join(melds)}\nhand: {hand}\n" + "first: yes\n" * self.first,
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


class Ask(AtCards, Standing):
    """What can be laid, by what is wanted of it; or how the table can lie (``tidy``)."""

    answers = (maybe("ways", list[list[Stage]]),)

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
            plays = [*rummy_plays(turn, self.by, _WAYS)]
        own = [in_order(pile_of(cards, "cards")) for cards in (hand, opened)]
        ways = [
            [
                Stage(
                    ask=ask,
                    text=coded(text),
                    piles=[[*map(card_sign, pile)] for pile in piles],
                    marked=marked,
                )
                for ask, text, piles, marked in stages_of(play, *own)
            ]
            for play in plays
            if play
        ]
        return {"ways": ways}
