"""How a deal or game at the table is played, as a tag of its record says.

The tag ``Table`` is ``game`` or ``deal``, and pairs of a word and its value.
"""

from __future__ import annotations

from contextlib import suppress

from .. import checks
from ..advice.choices import Strength
from ..cards import Seat
from ..deal import Deal
from ..errors import DealError, NotationError
from ..notation import parse_seat
from ..records import frozen
from ..rules.shuffle import checked_seed

TAG = "Table"
MOST_DRAWN = 10_000
"""The most times that cards can be dealt in a game."""


@frozen
class Settings:
    """How a deal is played: alone or as part of a game, in which seat, from which seed.

    ``drawn`` is how often cards have been dealt from the ``seed`` in a game, including deals in
    which all passed. In a game ``seat`` is None, since it changes from deal to deal. A game ends
    after so many ``deals``, if they are given.
    """

    is_game: bool
    seed: int
    strength: Strength
    seat: Seat | None = None
    drawn: int = 1
    deals: int | None = None

    def tag(self) -> tuple[str, str]:
        """Return it as a tag of a deal."""
        words = [f"seed {self.seed}", f"strength {self.strength.value}"]
        words.append(f"dealing {self.drawn}" if self.seat is None else f"seat {self.seat.letter}")
        words += [f"deals {self.deals}"] * (self.deals is not None)
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
                None if is_game else parse_seat(values["seat"], deal.seats),
                checks.number(int(values["dealing"]), "dealing", 1, MOST_DRAWN) if is_game else 1,
                int(values["deals"]) if "deals" in values else None,
            )
        if settings is None or settings.tag()[1] != text:
            raise NotationError(f"{checks.quote(text)}: not what manni play writes as {TAG}")
        return settings
