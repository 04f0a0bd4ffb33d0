"""The games and their rules, as data.

In all of them a set is three or four cards of a rank, suits different, a run three cards or more
of a suit in sequence; on the table they may be laid anew in any way as long as a card is added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .. import checks
from ..cards import CARDS, RANKS, rank_of
from ..errors import ArgumentError, NotationError
from ..i18n import N_, _, fold_case
from ..records import frozen

JOKER = 2 * CARDS
"""A joker that stands for no card; one that stands for a card is ``CARDS`` and that card."""
EACH = 14 * (1,)
"""What cards count, from two to ace, and a joker, where each counts one."""


@frozen
class RummyGame:
    """A game: its pack, its melds, its turn and its score."""

    code: str
    idle: str
    """What one does who lays nothing."""
    after: str = ""
    """What one does who has laid, and is not out."""
    jokers: str = ""
    """What may become of a joker on the table, which stays there in any case.

    With ``move`` it stands for its card, in any meld, until that card is on the table besides; with
    ``stay`` too, but until then that of a run is in a run, of a set in a set. With ``lock`` a meld
    has one at most, and none of its cards moves until the hand gives the card it stands for. One
    that is replaced goes into another meld: without one of the cards it lay with.
    """
    packs: tuple[tuple[int, int, int], ...] = ((5, 2, 0),)
    """For how many players at most how many packs and jokers are taken."""
    fewest: int = 2
    ace: str = "high or low"
    """Where the ace stands in a run: ``high``, ``low`` or ``high or low``."""
    open_cards: int = 0
    """How many single cards lie on the table, which may be used."""
    first_run: bool = False
    """Whether a player's first meld has to be a run of three from the hand."""
    must_meld: bool = False
    counts: tuple[int, ...] = EACH
    """What cards left in a hand count, from two to ace, and a joker; empty if nothing does."""
    target: int = 0
    """The points that end a game, if any do."""
    knock: int = 0
    """The most points with which one may knock, where the winner of a deal scores."""
    undercut: int = 0
    """What a winner gets besides who has not knocked."""
    out: int = 0
    """What a winner gets besides who is out."""
    won: int = 0
    """What the winner of the game gets in the end."""
    deal_won: int = 0
    """What another gets then for each deal won."""

    @property
    def places(self) -> range:
        """Where cards of a run lie: 1 and 14 are the ace, 2 to 13 two to king."""
        return range(1 + (self.ace == "high"), 15 - (self.ace == "low"))

    def points(self, cards: Iterable[int]) -> int:
        """Return what cards count, one each where the game counts none."""
        counts = self.counts or EACH
        return sum(counts[RANKS if card == JOKER else rank_of(card)] for card in cards)

    def pack(self, players: int) -> Counter[int]:
        """Return how many there are of each card. Raises ArgumentError for a wrong number."""
        most = self.packs[-1][0]
        if not self.fewest <= checks.number(players, "players") <= most:
            raise ArgumentError.translated(
                lambda: _(
                    "players of {game}: {number}, expected {fewest} to {most}",
                    game=self.code,
                    number=checks.quote(players),
                    fewest=self.fewest,
                    most=most,
                )
            )
        packs, jokers = next(row[1:] for row in self.packs if players <= row[0])
        return Counter({JOKER: jokers} | dict.fromkeys(range(CARDS), packs))


_FACES = (*range(2, 11), 10, 10, 10)
_ONE = N_("draw a card")
_UNTIL = N_("draw until you can lay")
KNOCK = N_("you may knock")

GAMES = (
    RummyGame("carousel", N_("draw another card; after the third the turn is over"), "", "move",
              ((2, 1, 1), (5, 2, 2)), counts=(*_FACES, 1, 25), target=150, knock=5, undercut=10,
              out=25, won=100, deal_won=25),
    RummyGame("machiavelli", _ONE),
    RummyGame("tahiti", _ONE, "", "lock", ((5, 2, 4),), open_cards=4, counts=(*_FACES, 11, 30)),
    RummyGame("guadalupe", N_("draw two cards"), _ONE),
    RummyGame("vatikan", _ONE, "", "stay", ((5, 2, 2),), first_run=True, counts=()),
    RummyGame("shanghai", _UNTIL, fewest=3, ace="low", must_meld=True),
    RummyGame("manipulation", _UNTIL, "", "", ((5, 2, 0), (8, 3, 0)), 3, "high", must_meld=True,
              counts=(*8 * (5,), *4 * (10,), 15, 0), target=200),
)  # fmt: skip
CODES = [game.code for game in GAMES]


def get_game(code: str) -> RummyGame:
    """Return the game of a code. Raises NotationError, which lists the codes there are."""
    known = fold_case(checks.text(code, "game").strip())
    if known not in CODES:
        raise NotationError(f"no game {checks.quote(code)}: there are {' '.join(CODES)}")
    return GAMES[CODES.index(known)]
