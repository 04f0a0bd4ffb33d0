"""A game in progress, and the score sheet of one from the records of its deals.

Players are 0, 1, 2 and so on, in the order in which they play; they keep their places while the
seats move with the deal. What partners score is the same for each of them. The records say who is
who:

* ``[Players "Anna Björn Dóra"]`` in the first names them in playing order (with commas
  where a name has blanks); without it they are player 1, 2 and 3.
* ``[Dealer "Dóra"]``, or ``[Dealer "3"]``, says who deals. Without it the last player
  deals first, so that the first is forehand, and the deal passes to the next.

A deal in which all have passed is passed by: the same dealer deals again.

A record needs the contract, unless the cut card or the turn of the trumps gives it; the
declarer of a great contract; declarer and bid, or the auction, where numbers are bid; and the
result or a complete play. Cards that are not known are left out: ``[Deal "F:... ... ..."]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from .cards import BySeat, Contract, Seat, by_seat, cards_in, hand_of
from .checks import derived
from .deal import Deal, check_play, check_result
from .errors import ArgumentError, NotationError, RuleError, SolverError
from .files.dealfile import Entry
from .records import frozen
from .rules.auction import (
    MISERES,
    PASS,
    Auction,
    Call,
    ContractsLeft,
    contracts_left,
    slot_of,
)
from .rules.exchange import check_discard
from .rules.games import get_variant
from .rules.scoring import Marks, Round, total, totals
from .rules.shuffle import shuffled
from .rules.variant import Variant, check_bid, marks
from .schema import Count

if TYPE_CHECKING:
    import numpy as np


T = TypeVar("T")

Names = BySeat[str]


@frozen
class PlayedDeal:
    """A deal played: what each player took and the points that brings him.

    He takes tricks, or points where cards count; ``slot`` is the line the declarer used up.
    """

    dealer: int
    contract: Contract
    great: bool
    declarer: int | None
    slot: str | None
    taken: BySeat[int]
    points: Marks
    bid: str | None = None


@frozen
class Game:
    """The deals of a game so far; ``record`` returns the game with one more.

    >>> from manni import Contract
    >>> from manni.solver.rules.games import get_variant
    >>> game = Game(get_variant("hornafjordur"), names=("Anna", "Björn", "Dóra"))
    >>> game = game.record(Contract.NT, taken=[6, 4, 2])  # tricks of forehand, middlehand, dealer
    >>> game.totals, game.names[game.dealer], game.over
    ((2, 0, -2), 'Anna', False)

    ``first_dealer`` is the player who deals first: by default the last, so that the
    first is forehand in the first deal. ``names`` are for messages.
    """

    variant: Variant
    first_dealer: int = -1
    names: Names = ()
    deals: tuple[PlayedDeal, ...] = ()

    def __post_init__(self) -> None:
        players = self.players
        names = self.names or tuple(f"player {number}" for number in range(1, players + 1))
        vars(self).update(first_dealer=self.first_dealer % players, names=names)
        if len(names) != players:
            raise ArgumentError(f"{len(names)} names: expected {players}, in playing order")

    @property
    def players(self) -> int:
        """How many play."""
        return self.variant.players

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The players who score together, each by himself where nobody does."""
        sides = (sorted(map(self.player, side)) for side in self.variant.sides())
        return tuple(sorted(map(tuple, sides)))

    @property
    def number(self) -> Count:
        """The number of the next deal, from 1."""
        return len(self.deals) + 1

    @property
    def dealer(self) -> int:
        """The player who deals next.

        Where the variant ``skips_deals``, a deal that nobody can open is left out.
        """
        if not self.deals:
            return self.first_dealer
        players = self.players
        turns = [(self.last.dealer + turn) % players for turn in range(1, players + 1)]
        if not self.variant.declaring.skips_deals:
            return turns[0]
        return next((d for d in turns if self.left((d + 1) % players)), turns[0])

    def player(self, seat: int) -> int:
        """Return the player in a seat in the next deal."""
        return (self.dealer + 1 + seat) % self.players

    def seat(self, player: int) -> Seat:
        """Return the seat of a player in the next deal."""
        return self.variant.seats((player - self.dealer - 1) % self.players)

    def used(self, player: int) -> frozenset[str]:
        """Return the lines of his list that a player has used up."""
        return frozenset(
            deal.slot for deal in self.deals if deal.declarer == player and deal.slot is not None
        )

    def left(self, player: int) -> ContractsLeft:
        """Return the contracts a player may still declare."""
        return contracts_left(self.variant.slots, self.used(player))

    def auction(self) -> Auction:
        """Return the auction of the next deal, before the first call.

        The first seat that may open and has a contract left does. Raises RuleError
        if nobody declares in this game or everything has been declared.
        """
        seats = self.variant.seats
        return self.variant.auction(by_seat(lambda seat: self.left(self.player(seat)), seats))

    @property
    def last(self) -> PlayedDeal:
        """The deal played last."""
        return self.deals[-1]

    @property
    def points(self) -> tuple[Marks, ...]:
        """Each player's points in each deal."""
        return tuple(deal.points for deal in self.deals)

    @property
    def totals(self) -> Marks:
        """Each player's points; in a match, in the round last played."""
        rounds = self.rounds
        return rounds[-1].totals if rounds else totals(self.points, players=self.players)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of a match, of which the last may be under way; none in another game."""
        return self.variant.ending.rounds(self.points, self.players)

    @property
    def plus(self) -> Marks:
        """Each player's plus points alone."""
        return totals(self.points, plus=True, players=self.players)

    @property
    def minus(self) -> Marks:
        """Each player's minus points alone, without their sign."""
        gained = zip(self.plus, totals(self.points, players=self.players), strict=True)
        return tuple(total((plus, -points)) for plus, points in gained)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.deals) and self.variant.ending.over(self.points)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won; empty until the game is over."""
        if not self.over:
            return ()
        return self.variant.ending.winners(self.points)

    def check(
        self,
        contract: Contract,
        declarer: Seat | None = None,
        great: bool = False,
        cut: int | None = None,
        bid: str | None = None,
    ) -> None:
        """Raise RuleError unless the next deal can be played in this contract."""
        check_bid(self.variant, contract, declarer, bid, great)
        if self.over:
            raise RuleError(
                f"the game was over after deal {len(self.deals)}: "
                f"{self.variant.code} is played {self.variant.ending}"
            )
        self.variant.contract_of(contract, cut, self.number)
        if declarer is not None and self.variant.slots:
            self._check_declared(Call(contract, great), declarer)

    def _check_declared(self, call: Call, declarer: Seat) -> None:
        name = self.names[self.player(declarer)]
        auction = self.auction()
        if call.contract not in auction.left[declarer]:
            rest = " ".join(c.name for c in sorted(auction.left[declarer])) or "nothing"
            raise RuleError(
                f"{declarer.word} ({name}) {self._why_gone(call.contract, declarer)}: "
                f"left is {rest}"
            )
        outcomes = auction.outcomes()
        if (declarer, call) not in outcomes:
            legal = " ".join(str(c) for s, c in sorted(outcomes) if s == declarer) or "nothing"
            raise RuleError(
                f"{declarer.word} ({name}) cannot come to declare {call}: "
                f"{auction.opener.word} opens, {declarer.word} can declare {legal}"
            )

    def _why_gone(self, contract: Contract, declarer: Seat) -> str:
        """Return why a contract is not left to a seat: which lines of its list are used up."""
        player = self.player(declarer)
        having = {slot.name for slot in self.variant.slots if contract in slot.contracts}
        spent = [
            (number, deal)
            for number, deal in enumerate(self.deals, 1)
            if deal.declarer == player and deal.slot in having
        ]
        if not spent:
            return f"has no {contract.name} to declare"
        if all(deal.contract is contract for _, deal in spent):
            deals = " and ".join(f"deal {number}" for number, _ in spent)
            return f"has declared {contract.name} already, in {deals}"
        used = " and ".join(
            f'"{deal.slot}" was used up by {deal.contract.name} in deal {number}'
            for number, deal in spent
        )
        return f"cannot declare {contract.name}, since {used}"

    def record(
        self,
        contract: Contract,
        taken: Sequence[int],
        declarer: Seat | None = None,
        great: bool = False,
        cut: int | None = None,
        bid: str | None = None,
    ) -> Game:
        """Return the game after its next deal; ``taken`` is by seat.

        It is in tricks, or in points where cards count. Raises RuleError.
        """
        self.check(contract, declarer, great, cut, bid)
        variant = self.variant
        scored = marks(variant, contract, taken, declarer, bid, cut, great)
        player = None if declarer is None else self.player(declarer)
        slot = None
        if player is not None:
            slot = slot_of(variant.slots, self.used(player), contract)
        deal = PlayedDeal(
            dealer=self.dealer,
            contract=contract,
            great=great,
            declarer=player,
            slot=None if slot is None else slot.name,
            taken=self._by_player(taken),
            points=variant.ending.marks_to_add(self.points, self._by_player(scored)),
            bid=bid,
        )
        return derived(self, deals=(*self.deals, deal))

    def _by_player(self, values: Sequence[T]) -> BySeat[T]:
        return tuple(values[self.seat(player)] for player in range(self.players))


Drawn = dict[int, int]
"""The card that each player drew, in the order in which they play; who did not draw is left out."""


def draw_dealer(variant: Variant, rng: np.random.Generator) -> tuple[int, tuple[Drawn, ...]]:
    """Return the player who deals first, and what was drawn for it.

    Each of them draws from the whole pack of the variant, spread face down. Ranks are
    those of its tricks, in NULLO too; suits do not count. Players whose cards are lowest alike
    draw again, from the whole pack again, until one is alone.
    """
    cards = sorted(cards_in(variant.pack))
    height = variant.rules.height
    drawn: list[Drawn] = []
    lowest = list(range(variant.players))
    while len(lowest) > 1:
        cards_drawn = dict(zip(lowest, shuffled(cards, rng), strict=False))
        drawn.append(cards_drawn)
        least = min(map(height, cards_drawn.values()))
        lowest = [player for player in cards_drawn if height(cards_drawn[player]) == least]
    return lowest[0], tuple(drawn)


Taken = BySeat[int]
"""What each seat took: tricks, or points where cards count."""


def play_entries(
    entries: Iterable[Entry], variant: Variant | None = None, file: str | None = None
) -> Game:
    """Return the game whose deals are the entries of a file; errors name file, deal and line.

    ``variant`` is for files that name none. Raises the first error among the entries, or
    NotationError where a deal cannot be the game's next, as ``record_deal`` says.
    """
    game: Game | None = None
    for entry in entries:
        if entry.deal is None:
            raise entry.error or NotationError("there is no deal in it", file=file)
        try:
            if game is None:
                game = start_game(entry.deal, variant)
            game = record_deal(game, entry.deal)
        except SolverError as error:
            raise NotationError(
                str(error), line=entry.line, deal=entry.number, file=file
            ) from error
    if game is None:
        raise NotationError("there is no deal in it", file=file)
    return game


def start_game(deal: Deal, variant: Variant | None = None) -> Game:
    """Return the game that a first deal belongs to, before that deal is played.

    ``variant`` is used if the record names none. Raises NotationError or RuleError.
    """
    chosen = _variant_of(deal, variant)
    if chosen is None:
        raise RuleError("no variant is named: give one (--variant)")
    game = Game(chosen)
    names, dealer = _names_and_dealer(deal, game)
    return derived(game, names=names, first_dealer=game.dealer if dealer is None else dealer)


def record_deal(game: Game, deal: Deal) -> Game:
    """Return the game after a recorded deal.

    What is recorded is checked against the rules: whose deal it is, the pack, the
    contract, who may have declared it, the exchange, every card played, the result.
    Raises DealError, IllegalPlayError, NotationError or RuleError.
    """
    variant = game.variant
    if _variant_of(deal, variant) and deal.variant is None:
        deal = deal.but(variant=variant.code)
    _check_players(game, deal)
    if any(deal.hands) and deal.is_whole:
        deal.check_dealt(variant)
    if is_passed_out(deal) and not game.over:
        return game
    contract = _contract(game, deal)
    declarer = deal.declarer
    if declarer is None and variant.slots and not deal.great and not game.over:
        declarer = _only_declarer(game, contract)
    game.check(contract, declarer, deal.great, deal.cut, deal.bid)
    _check_exchange(variant, contract, deal, declarer)
    deal = deal.but(contract=contract, declarer=declarer)
    taken = _taken(variant, deal)
    return game.record(contract, taken, declarer, deal.great, deal.cut, deal.bid)


def is_passed_out(deal: Deal) -> bool:
    """Return whether all have passed and nothing more is recorded: the same dealer deals again."""
    nothing = deal.contract is None and not deal.play and deal.result is None
    return deal.auction == (PASS,) * len(deal.hands) and nothing


def _only_declarer(game: Game, contract: Contract) -> Seat:
    """Return who must have declared an ordinary contract, the opener where nobody can have.

    Raises RuleError where several seats may have.
    """
    auction = game.auction()
    may = sorted(seat for seat, call in auction.outcomes() if call == Call(contract))
    if len(may) > 1:
        words = " or ".join(seat.word for seat in may)
        raise RuleError(f"no declarer is recorded: {words} can have declared {contract.name}")
    return may[0] if may else auction.opener


def seat_names(deal: Deal) -> Names | None:
    """Return the players' names by seat, None where the record does not name them.

    Raises RuleError for names that cannot be.
    """
    players = _tag(deal, "players")
    if players is None:
        return None
    names, dealer = _names(players, len(deal.hands)), _tag(deal, "dealer")
    forehand = 0 if dealer is None else _player(dealer, names) + 1
    return (*names[forehand:], *names[:forehand])


def with_players(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries of a file; the players named in a deal are those of the later ones too.

    Of those, that is, that say who deals.
    """
    players = None
    for entry in entries:
        deal = entry.deal
        if deal is not None:
            named = _tag(deal, "players")
            if named is None and players is not None and _tag(deal, "dealer") is not None:
                deal = deal.but(tags=(*deal.tags, ("Players", players)))
            players = named or players
        yield entry._replace(deal=deal)


def _tag(deal: Deal, name: str) -> str | None:
    return next((value.strip() for tag, value in deal.tags if tag.lower() == name), None)


def _variant_of(deal: Deal, variant: Variant | None) -> Variant | None:
    if deal.variant is None:
        return variant
    named = get_variant(deal.variant)
    if variant is not None and named != variant:
        raise RuleError(
            f"a deal of {named.code} in a game of {variant.code}: a score sheet is of one game"
        )
    return named


def _names(text: str, players: int) -> Names:
    names = [name.strip() for name in text.split(",")] if "," in text else text.split()
    if len(set(names)) != players or len(names) != players or not all(names):
        raise RuleError(f"players {text!r}: expected {players} different names, in playing order")
    return tuple(names)


def _player(text: str, names: Names) -> int:
    for player, name in enumerate(names):
        if text in (name, str(player + 1)):
            return player
    numbers = ", ".join(map(str, range(1, len(names) + 1)))
    raise RuleError(f"no player {text!r}: there are {', '.join(names)} (or {numbers})")


def _names_and_dealer(deal: Deal, game: Game) -> tuple[Names, int | None]:
    """Return the names of the players, the game's where none are told, and who is to deal."""
    players, dealer = _tag(deal, "players"), _tag(deal, "dealer")
    names = game.names if players is None else _names(players, game.players)
    return names, None if dealer is None else _player(dealer, names)


def _check_players(game: Game, deal: Deal) -> None:
    names, dealer = _names_and_dealer(deal, game)
    if names != game.names:
        raise RuleError(f"other players than before: {', '.join(game.names)}")
    if dealer not in (None, game.dealer):
        raise RuleError(f"{names[dealer]} deals: it is {names[game.dealer]}'s turn")


def _contract(game: Game, deal: Deal) -> Contract:
    if deal.auction and deal.bid is None:
        passed = set(deal.auction) == {PASS}
        why = "all have passed: the cards are dealt again" if passed else "it is not over"
        raise RuleError(f"no bid stands after the auction recorded: {why}")
    if deal.contract is not None:
        return deal.contract
    if deal.bid in MISERES:
        return Contract.NULLO
    contract = game.variant.fixed_contract(game.number, deal.cut)
    if contract is None:
        missing = (
            f"neither contract nor {game.variant.cut_card}" if game.variant.cuts else "no contract"
        )
        raise RuleError(f"{missing} is recorded")
    return contract


def _check_exchange(
    variant: Variant, contract: Contract, deal: Deal, declarer: Seat | None
) -> None:
    if not deal.is_whole:
        return
    rule = variant.exchange_in(contract)
    order = rule.order(declarer, variant.seats)
    pile = hand_of(deal.manni) if rule.picks_up else 0
    taken = 0
    for seat in dict.fromkeys((*order, *variant.seats)):
        cards = deal.discards[seat] or ()
        # A seat without a record counts as having taken none: most is then left for the others.
        sizes = rule.sizes(seat, taken, variant.tricks, variant.manni) if seat in order else (0,)
        check_discard(seat, deal.dealt[seat], cards, sizes, pile, variant.pile)
        taken += len(cards)


def _taken(variant: Variant, deal: Deal) -> Taken:
    """Return what each seat took, from the result or the play; both must agree."""
    leader, result = variant.leader(deal.declarer), deal.result
    if deal.leader not in (None, leader):
        raise RuleError(f"{deal.leader.word} leads: in {variant.code} {leader.word} does")
    if not deal.play and result is None:
        raise RuleError("neither a result nor a play is recorded: there is nothing to score")
    if result is not None:
        check_result(deal)
        return result
    deal.check_piles()
    won, whole = check_play(deal), variant.players * variant.tricks
    if len(deal.play) != whole:
        raise RuleError(
            f"no result is recorded and the play stops after {len(deal.play)} of {whole} cards"
        )
    return won
