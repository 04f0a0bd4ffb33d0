"""A turn: the melds on the table, the hand, and what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple, TypeAlias

from .. import checks
from ..cards import CARDS, RANKS, card_name, rank_of, suit_of
from ..errors import DealError, NotationError
from ..i18n import N_, _, gettext
from ..localized_input import parse_card
from ..records import frozen
from ..schema import Schema
from .games import JOKER, RummyGame, get_game

PileLike: TypeAlias = "str | Sequence[str]"
MeldsLike: TypeAlias = "str | Sequence[PileLike]"
"""What functions may be given for cards, and for the melds on the table."""

_MOST = 200  # no pack has so many


def card_sign(card: int) -> str:
    """Return a card as it is written: ``ST``, ``*ST`` for a joker in its place, ``*``."""
    return "*" * (card >= CARDS) + (card_name(card % CARDS) if card < JOKER else "")


RummyCard = Annotated[
    int,
    Schema(
        {"type": "string", "pattern": r"^(\*|\*?[SHDC][2-9TJQKA])$"},
        card_sign,
        name="rummy-card",
        doc="A card, SA or HT; a joker that stands for one, *HT, or for none, *.",
    ),
]
RummyCards = tuple[RummyCard, ...]


def pile_text(cards: Iterable[int]) -> str:
    """Return cards as they are written, a blank between them."""
    return " ".join(map(card_sign, cards))


def pile_of(cards: PileLike, name: str) -> tuple[int, ...]:
    """Return cards given as one text or as several. Raises NotationError."""
    words = re.findall(r"[^\s,]+", cards) if isinstance(cards, str) else cards
    pile = list[int]()
    for word in checks.several(words, name, _MOST):
        ways = sorted({(JOKER,)} if checks.text(word, name) == "*" else _ways(word))
        quoted = checks.quote(word)
        if len(ways) > 1:
            raise NotationError(f"{name}: {quoted}: {' or '.join(map(pile_text, ways))}")
        try:
            pile += ways[0] if ways else [parse_card(sign := word.removeprefix("*"))]
        except NotationError as error:
            joker = "; a joker is *, in a meld *HT" * (word[:1] in "Jj")
            error.told = error.told.replace(checks.quote(sign), quoted, 1)
            error.args = (f"{name}: {error}{joker}".replace(checks.quote(sign), quoted, 1),)
            raise
    return tuple(pile)


def piles_of(table: MeldsLike) -> Iterator[tuple[int, ...]]:
    """Yield the melds of a table, given as one text or as several, as cards. Raises NotationError.

    In a text they are apart by ``|``, ``;`` or ends of lines.
    """
    if isinstance(table, str):
        table = [pile for pile in re.split(r"[|;\n]", table) if pile.strip()]
    for number, pile in enumerate(checks.several(table, "table", _MOST), 1):
        yield pile_of(pile, f"meld {number}")


def _card(sign: str) -> int | None:
    """Return a card, or a joker in its place; None for another sign."""
    try:
        return parse_card(sign.removeprefix("*")) + CARDS * sign.startswith("*")
    except NotationError:
        return None


def _ways(word: str, kept: str = "") -> set[tuple[int, ...]]:
    """Return the readings of cards without blanks: a card, S7-S9, S789, 7SH*D or S7S8*S9.

    What is ``kept`` is the suit or rank with which a word begins.
    """
    if not kept and (card := _card(word)) is not None:
        return {(card,)}
    kept = kept or "".join(re.findall(r"^\*?(10|.)", word))
    head, dash, end = re.sub("[–—]", "-", word).partition("-")
    first, last = _card(head), _card(end) or _card(kept + end)
    if dash and first is not None and last is not None:
        start, stop = (rank_of(card % CARDS) + 2 for card in (first, last))
        start %= 13 if start > stop else 15  # an ace may be low
        if suit_at(first) == suit_at(last) and start < stop:
            between = (card_at(suit_at(first), place) for place in range(start + 1, stop))
            return {(first, *between, last)}
    return {
        (card, *rest)
        for size in range(1, min(len(word), 4) + 1)
        for part in (word[:size], "*" * (word[0] == "*") + kept + word[:size].removeprefix("*"))
        if (card := _card(part)) is not None
        for rest in (_ways(word[size:], kept) if word[size:] else {()})
    }


def card_at(suit: int, place: int) -> int:
    """Return the card of a suit at a place: 1 and 14 are the ace, 2 to 13 two to king."""
    return RANKS * suit + (place - 2) % RANKS


def suit_at(card: int) -> int:
    """Return the suit of a card or of what a joker stands for."""
    return suit_of(card % CARDS)


def in_order(cards: Iterable[int]) -> tuple[int, ...]:
    """Return cards in order: suits S H D C, highest first, jokers that stand for none behind."""
    return tuple(sorted(cards, key=lambda c: (c == JOKER, suit_at(c), -rank_of(c % CARDS), c)))


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
    def end(self) -> int:
        """The place behind its last card, if it is a run."""
        return self.start + len(self.cards)

    @property
    def is_run(self) -> bool:
        """Whether it is a run, and no set."""
        return suit_at(self.cards[1]) == self.suit

    @property
    def jokers(self) -> list[int]:
        """What its jokers stand for."""
        return [card % CARDS for card in self.cards if CARDS <= card < JOKER]


def in_pack(melds: Iterable[Meld]) -> Counter[int]:
    """Return how many there are of each card in melds, jokers as the pack has them."""
    return Counter(card if card < CARDS else JOKER for meld in melds for card in meld.cards)


_WHY = N_("three cards or more of a rank, suits different, or of a suit in sequence, {ace}")
_ACES = {"high": N_("ace high"), "low": N_("ace low"), "high or low": N_("ace high or low")}


def meld_of(cards: Sequence[int], game: RummyGame, name: str = "meld") -> Meld:
    """Return the meld that cards make in a game. Raises DealError, which says what is wrong."""
    why, wild = _WHY, [card for card in cards if card >= CARDS]
    if JOKER in cards:
        why = N_("say what the joker stands for, *ST for the ten of spades")
    elif wild and not game.jokers:
        why = N_("it is played without jokers")
    elif wild[1:] and game.jokers == "lock":
        why = N_("one joker at most")
    elif 3 <= len(cards) <= RANKS:
        faces = [card % CARDS for card in cards]
        suits = sorted({*map(suit_at, cards)})
        for start in game.places:
            run = [card_at(suits[0], at) for at in range(start, game.places.stop)]
            for lie in run[: len(cards)], [card_at(suit, start) for suit in suits]:
                if sorted(lie) == sorted(faces):
                    return Meld(start, tuple(cards[faces.index(card)] for card in lie))

    error = DealError.translated(
        lambda: _(
            "{cards}: no meld of {game}: {why}",
            cards=pile_text(cards),
            game=game.code,
            why=gettext(why, ace=gettext(_ACES[game.ace])),
        )
    )
    error.args = (f"{name}: {error}",)
    raise error


def melds_of(table: MeldsLike, game: RummyGame) -> tuple[Meld, ...]:
    """Return the melds of a table. Raises NotationError or DealError."""
    return tuple(
        meld_of(pile, game, f"meld {number}") for number, pile in enumerate(piles_of(table), 1)
    )


def check_pack(game: RummyGame, players: int, seen: Counter[int]) -> None:
    """Raise DealError if there are more cards of a kind than a game has."""
    pack = game.pack(players)
    for card in sorted(seen - pack):
        if card >= CARDS and not pack[JOKER]:
            raise DealError(f"{card_sign(card)}: {game.code} is played without jokers")
        if CARDS <= card < JOKER:
            raise DealError(f"{card_sign(card)}: a joker that lies in no meld is *")
        raise DealError(
            f"{card_sign(card)} is there {checks.counted(seen[card], 'time')}: "
            f"{game.code} for {players} has {pack[card]} of it"
        )


@frozen
class RummyTurn:
    """What a player sees at the start of a turn: the melds on the table and the hand.

    Cards are numbers: ``13 * suit + rank`` as in ``solver.cards``, plus 52 for a joker that stands
    for the card, or 104 for one that stands for none. Raises DealError for cards that the game does
    not have.

    >>> from manni import RummyTurn
    >>> turn = RummyTurn.of("carousel", "S8 S9 *ST | C7 D7 H7", "S7 ST HT CK")
    >>> len(turn.table), turn.hand  # two melds; the hand is ST S7 HT CK
    (2, (8, 5, 21, 50))
    """

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
        """Return a turn from text. In ``table`` a ``|``, ``;`` or line break separates melds.

        Raises NotationError or DealError.
        """
        rules = get_game(game)
        melds = melds_of(table, rules)
        cards, spare = in_order(pile_of(hand, "hand")), in_order(pile_of(open, "open cards"))
        if not cards:
            raise DealError.translated(lambda: _("there is no card in the hand"))
        return cls(rules, melds, cards, spare, checks.flag(first, "first"), players)

    def __post_init__(self) -> None:
        """Check that all of it can lie and be held in the game."""
        game = self.game
        if len(self.open) > game.open_cards:
            raise DealError.translated(
                lambda: _(
                    "{cards}: {game} has {number} open cards",
                    cards=pile_text(self.open),
                    game=game.code,
                    number=game.open_cards,
                )
            )
        if self.first > game.first_run:
            raise DealError(f"{game.code} has no rule for a player's first meld")
        check_pack(game, self.players, self._seen)

    @property
    def unseen(self) -> Counter[int]:
        """How many there are of each card that is neither on the table nor in the hand."""
        return self.game.pack(self.players) - self._seen

    @property
    def _seen(self) -> Counter[int]:
        return in_pack(self.table) + Counter((*self.hand, *self.open))
