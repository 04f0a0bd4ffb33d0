"""A turn: the melds on the table, the hand, and what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .. import checks
from ..cards import CARDS, RANKS, card_name, rank_of, suit_of
from ..errors import DealError, SolverError
from ..localized_input import parse_card
from .games import JOKER, Jokers, RummyGame, get_game

PileLike: TypeAlias = "str | Sequence[str]"
MeldsLike: TypeAlias = "str | Sequence[PileLike]"
"""What functions may be given for cards, and for the melds on the table."""

_MOST = 200  # no pack has so many


def face(card: int) -> int:
    """Return the card that a card is or a joker stands for."""
    return card % CARDS


def card_sign(card: int) -> str:
    """Return a card as it is written: ``ST``, ``*ST`` for a joker in its place, ``*``."""
    return "*" * (card >= CARDS) + (card_name(face(card)) if card < JOKER else "")


def pile_text(cards: Iterable[int]) -> str:
    """Return cards as they are written, a blank between them."""
    return " ".join(map(card_sign, cards))


def pile_of(cards: PileLike, name: str) -> tuple[int, ...]:
    """Return cards given as one text or as several. Raises NotationError."""
    words = re.findall(r"[^\s,]+", cards) if isinstance(cards, str) else cards
    found = []
    for word in checks.several(words, name, _MOST):
        sign = checks.text(word, name).removeprefix("*")
        wild = CARDS * (sign != word)
        found.append(wild + parse_card(sign) if sign or not wild else JOKER)
    return tuple(found)


def card_at(suit: int, place: int) -> int:
    """Return the card of a suit at a place: 1 and 14 are the ace, 2 to 13 two to king."""
    return RANKS * suit + (place - 2) % RANKS


def rank_index(card: int) -> int:
    """Return the rank of a card, 13 for a joker."""
    return RANKS if card == JOKER else rank_of(card)


def suit_at(card: int) -> int:
    """Return the suit of a card or of what a joker stands for."""
    return suit_of(face(card))


def in_order(cards: Iterable[int]) -> tuple[int, ...]:
    """Return cards in order: suits S H D C, highest first, jokers that stand for none behind."""
    return tuple(sorted(cards, key=lambda c: (c == JOKER, suit_at(c), -rank_of(face(c)), c)))


class Meld(NamedTuple):
    """Cards that lie together: a run from its lowest card on, or a set, by suits.

    ``start`` is the place of its lowest card: 1 for an ace that is low, 2 to 14 for two to ace.
    """

    start: int
    cards: tuple[int, ...]

    @property
    def suit(self) -> int:
        """The suit of its first card, which is that of a run."""
        return suit_at(self.cards[0])

    @property
    def is_run(self) -> bool:
        """Whether it is a run, and no set."""
        return suit_at(self.cards[1]) == self.suit

    @property
    def jokers(self) -> list[int]:
        """What its jokers stand for."""
        return [face(card) for card in self.cards if card >= CARDS]

    @property
    def naturals(self) -> list[int]:
        """The cards that are no jokers."""
        return [card for card in self.cards if card < CARDS]


def meld_of(cards: Sequence[int], game: RummyGame) -> Meld:
    """Return the meld that cards make in a game. Raises DealError, which says what is wrong."""
    first, last = game.ace.value
    high = game.ace.name.lower().replace("_", " ")
    why = f"three cards or more of a rank, suits different, or of a suit in sequence, ace {high}"
    if JOKER in cards:
        why = "say what the joker stands for, *ST for the ten of spades"
    elif game.jokers is Jokers.LOCK and sum(card >= CARDS for card in cards) > 1:
        why = "one joker at most"
    else:
        for ace in (1, 14) if len(cards) > 2 else ():
            ranks = (rank_of(face(card)) + 2 for card in cards)
            places = [ace if rank > RANKS else rank for rank in ranks]
            suits, start, end = {*map(suit_at, cards)}, min(places), max(places)
            as_run = len(suits) == 1 and sorted(places) == [*range(start, end + 1)]
            if (
                as_run or (start == end and len(suits) == len(cards))
            ) and first <= start <= end <= last:
                order = sorted(zip(places, map(face, cards), cards, strict=True))
                return Meld(start, tuple(card for *_, card in order))
    raise DealError(f"{pile_text(cards)}: no meld of {game.code}: {why}")


def check_pack(game: RummyGame, players: int, seen: Counter[int]) -> None:
    """Raise DealError if there are more cards of a kind than a game has."""
    pack = game.pack(players)
    for card, number in sorted(seen.items()):
        if number > pack[card]:
            raise DealError(
                f"{card_sign(card)} is there {checks.counted(number, 'time')}: "
                f"{game.code} for {players} has {pack[card]} of it"
            )


@dataclass(frozen=True)
class RummyTurn:
    """What a player sees at his turn. Raises DealError for cards that cannot be so."""

    game: RummyGame
    table: tuple[Meld, ...]
    hand: tuple[int, ...]
    open: tuple[int, ...] = ()
    """Single cards on the table that may be used, as in Tahiti."""
    first: bool = False
    """Whether he has laid nothing yet, where a first meld has to be a run of three."""
    players: int = 3

    @classmethod
    def of(
        cls,
        game: str,
        table: MeldsLike,
        hand: PileLike,
        *,
        open: PileLike = (),
        first: bool = False,
        players: int = 3,
    ) -> RummyTurn:
        """Return a turn of cards as text; melds are apart by ``|``.

        Raises NotationError or DealError.
        """
        rules, melds = get_game(game), list[Meld]()
        if isinstance(table, str):
            table = [pile for pile in table.split("|") if pile.strip()]
        for number, pile in enumerate(checks.several(table, "table", _MOST), 1):
            try:
                melds.append(meld_of(pile_of(pile, "meld"), rules))
            except SolverError as error:
                raise DealError(f"meld {number}: {error}") from None
        own, spare = (in_order(pile_of(pile, "cards")) for pile in (hand, open))
        return cls(rules, tuple(melds), own, spare, checks.flag(first, "first"), players)

    def __post_init__(self) -> None:
        """Check that all of it can lie and be held in the game."""
        game = self.game
        if not self.hand:
            raise DealError("there is no card in the hand")
        if len(self.open) > game.open_cards:
            raise DealError(f"{pile_text(self.open)}: {game.code} has {game.open_cards} open cards")
        if self.first and not game.first_run:
            raise DealError(f"{game.code} has no rule for a player's first meld")
        check_pack(game, self.players, self._seen)

    @property
    def unseen(self) -> Counter[int]:
        """How many there are of each card that is neither on the table nor in the hand."""
        return self.game.pack(self.players) - self._seen

    @property
    def _seen(self) -> Counter[int]:
        lying = (card if card < CARDS else JOKER for meld in self.table for card in meld.cards)
        return Counter([*lying, *self.hand, *self.open])
