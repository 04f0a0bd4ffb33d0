"""A deal or game at the table as records: what says how it is played, and what is saved of it.

The records are deals, which the review and the score sheet take. The tag ``Table`` of
each says how it is played: ``game`` or ``deal``, and pairs of a word and its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from solver import checks
from solver.advice.strength import Strength
from solver.cards import Seat
from solver.deal import Deal
from solver.errors import DealError, NotationError
from solver.notation import parse_seat
from solver.rules.shuffle import checked_seed
from solver.table.deal import CALLS_TAG, Table

TAG = "Table"
MOST_DRAWN = 10_000
"""The most times that cards can be dealt in a game."""


@dataclass(frozen=True)
class Settings:
    """How a deal is played: of a game or by itself, who sits where, what chance goes by.

    ``drawn`` is how often cards have been dealt from the ``seed`` of a game; a deal that all
    pass counts. Of a game ``seat`` is None, since it changes with the deal; it ends after so
    many ``deals``, if they are given. ``by_points`` is every deal played for its points alone.
    """

    is_game: bool
    seed: int
    strength: Strength
    seat: Seat | None = None
    drawn: int = 1
    deals: int | None = None
    by_points: bool = False

    @property
    def by_score(self) -> bool:
        """Whether the play goes by who wins the game: where it is played to its end."""
        return self.is_game and self.deals is None and not self.by_points

    def tag(self) -> tuple[str, str]:
        """Return it as a tag of a deal."""
        words = [f"seed {self.seed}", f"strength {self.strength.value}"]
        words.append(f"dealing {self.drawn}" if self.seat is None else f"seat {self.seat.letter}")
        words += [f"deals {self.deals}"] * (self.deals is not None)
        words += ["for points"] * self.by_points
        return TAG, ", ".join(("game" if self.is_game else "deal", *words))

    @classmethod
    def of(cls, deal: Deal) -> Settings:
        """Return what the tag of a deal says.

        Raises DealError where it has none, NotationError where the tag is not ours.
        """
        text = next((value for name, value in deal.tags if name == TAG), None)
        if text is None:
            raise DealError(f"not of a game of manni play -o: it has no tag {TAG}")
        kind, *pairs = text.split(", ")
        values = dict(pair.partition(" ")[::2] for pair in pairs)
        settings = None
        with suppress(KeyError, ValueError):
            is_game = {"game": True, "deal": False}[kind]
            settings = cls(
                is_game,
                checked_seed(int(values["seed"])),
                Strength(values["strength"]),
                None if is_game else parse_seat(values["seat"]),
                checks.number(int(values["dealing"]), "dealing", 1, MOST_DRAWN) if is_game else 1,
                int(values["deals"]) if "deals" in values else None,
                values.get("for") == "points",
            )
        if settings is None or settings.tag()[1] != text:
            raise NotationError(f"{checks.quote(text)}: not what manni play writes as {TAG}")
        return settings


def without_table(tags: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the tags of a deal but those that tell how it was played at the table."""
    return tuple((name, value) for name, value in tags if name not in (TAG, CALLS_TAG))


class SavedGame:
    """The deals of a game: those played and the one at the table.

    They are written with every change, or only at the end. A deal that all have passed in a game
    is left out: the cards are dealt again. Of a game that is taken up again nothing is written
    before something new has happened: until then not all of the record need have been followed.
    """

    def __init__(
        self, write: Callable[[list[Deal]], None], *, at_once: bool, is_new: bool = True
    ) -> None:
        self._has_news = is_new
        self._at_once = at_once
        self._write = write
        self._played: list[Deal] = []
        self._table: Table | None = None

    def add(self, deal: Deal) -> None:
        """Take note of a deal played before."""
        self._played.append(deal)

    def begin(self, table: Table) -> None:
        """Take note of the deal that is played next, after what has happened of it."""
        self._played = self.deals()
        self._table = table
        table.changed = self._changed
        if self._has_news:
            self._changed()

    def deals(self) -> list[Deal]:
        """Return the records so far."""
        table = self._table
        if table is None:
            return self._played
        deal = table.record()
        if table.is_passed_out and Settings.of(deal).is_game:
            return self._played
        return [*self._played, deal]

    def _changed(self) -> None:
        self._has_news = True
        if self._at_once:
            self._write(self.deals())

    def finish(self) -> None:
        """Write the records, if there is anything new in them."""
        if self._has_news:
            self._write(self.deals())
