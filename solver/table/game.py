"""A single deal or a whole game at the table: a new one, or a saved one that goes on.

The table writes its deals as records, which the review and the score sheet read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..cards import Seat, by_seat, seats_from
from ..deal import Deal
from ..errors import DealError, RuleError, SolverError
from ..moments import calls_of
from ..records import frozen
from ..rules.shuffle import generator
from ..rules.variant import (
    Dealing,
    Variant,
    check_can_declare,
    check_contract,
)
from ..scoresheet import Game, Names, is_passed_out, record_deal, start_game
from .deal import (
    DealTable,
    without_table,
)
from .settings import MOST_DRAWN, Settings
from .steps import Course, Event


class SavedGame:
    """The deals of a game: those played and the one at the table.

    They are written ``at_once`` after every change, or only at the end. A deal of a game in which
    all have passed is left out: the cards are dealt again. A saved game that goes on is not written
    before something new happens. Until then the table may have repeated only a part of the record.
    """

    def __init__(
        self, write: Callable[[list[Deal]], None], *, at_once: bool, is_new: bool = True
    ) -> None:
        self._has_news = is_new
        self._at_once = at_once
        self._write = write
        self._played: list[Deal] = []
        self._table: DealTable | None = None

    def add(self, deal: Deal) -> None:
        """Add a deal that was played before."""
        self._played.append(deal)

    def begin(self, table: DealTable) -> None:
        """Go on to the deal at this table, and write the records after its changes."""
        self._played = self.deals()
        self._table = table
        table.changed = self._changed
        if self._has_news:
            self._changed()

    def deals(self) -> list[Deal]:
        """Return the records of the deals so far."""
        table = self._table
        if table is None:
            return self._played
        deal = table.deal
        if is_passed_out(deal) and Settings.of(deal).is_game:
            return self._played
        return [*self._played, deal]

    def _changed(self) -> None:
        self._has_news = True
        if self._at_once:
            self._write(self.deals())

    def finish(self) -> None:
        """Write the records if anything in them is new."""
        if self._has_news:
            self._write(self.deals())


# The game -----------------------------------------------------------------------------


@frozen
class DealBegins(Event):
    """A deal begins at a table. ``game`` is the game before it, None for a single deal."""

    table: DealTable
    game: Game | None


@frozen
class GameStanding(Event):
    """A deal of a game has been scored. ``known`` marks the standing of a saved game."""

    game: Game
    over: bool
    known: bool = False


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Name the place in an error raised within."""
    try:
        yield
    except SolverError as error:
        raise DealError(f"{place}: {error}") from error


_ROUND = {
    2: ("Opponent",),
    3: ("Right", "Left"),
    4: ("Right", "Opposite", "Left"),
    5: ("Right", "Far right", "Far left", "Left"),
    6: ("Right", "Far right", "Opposite", "Far left", "Left"),
    7: ("Right", "Far right", "Opposite right", "Opposite left", "Far left", "Left"),
}
"""The names of the other players, from the player's right round to his left."""


def names_at(variant: Variant) -> Names:
    """Return the names of the players in the order of play, beginning with the human player."""
    others = _ROUND[variant.players][:: -1 if variant.rules.clockwise else 1]
    opposite = "Partner" if variant.partners else "Opposite"
    return "You", *(opposite if name == "Opposite" else name for name in others)


def sides_in_order(table: DealTable) -> tuple[tuple[Seat, ...], ...]:
    """Return the sides in the order in which the player sees them.

    His own side is first, then the side of the seat at his left, and so on round the table.
    """
    variant = table.variant
    turn = seats_from(variant.seats.FOREHAND if table.own is None else table.own)
    player, *others = turn
    sides = [tuple(seat for seat in turn if seat in side) for side in variant.sides()]
    seats = player, *others[:: 1 if variant.rules.clockwise else -1]
    return tuple(dict.fromkeys(side for seat in seats for side in sides if seat in side))


def new_game(variant: Variant, dealer: int = -1) -> Game:
    """Return a game before its first deal. ``dealer`` is the number of the player who deals it."""
    check_table(variant)
    return Game(variant, dealer, names_at(variant))


def resumed(done: Sequence[Deal], saved: SavedGame, file: str, *, again: bool = False) -> Course:
    """Return the course of a saved deal or game, from where it stopped.

    ``file`` is its name in messages. If the last deal of a game is over, the course only tells how
    the game stands; with ``again`` it repeats that deal. Raises DealError if the records are not
    one deal or one game of the table.
    """
    tags = []
    for number, deal in enumerate(done, 1):
        with _named(f"{file}: deal {number}"):
            tags.append(Settings.of(deal))
            calls_of(deal)  # to raise its error before anything is played
            if deal.rules is None:
                raise DealError("no variant is named")
            if (tags[-1].is_game, tags[-1].seed) != (tags[0].is_game, tags[0].seed):
                raise DealError("not of the same game as the first")
            if not tags[0].is_game and number > 1:
                raise DealError("the first deal was played by itself: expected no other")
    last, settings = done[-1], tags[-1]
    if last.result is not None and not settings.is_game and not again:
        raise DealError(f"{file}: the deal has been played to its end")
    if settings.is_game:
        with _named(f"{file}: deal 1"):
            game = start_game(done[0])
            check_table(game.variant)
        return game_course(game, settings, saved, list(zip(tags, done, strict=True)), file, again)
    return deal_course(f"{file}: deal 1", dealt_again(last), settings, last.rules, saved, last)


def dealt_again(deal: Deal) -> Deal:
    """Return a deal of the table as it was before any call, exchange or play."""
    dealt = deal.but(play=(), discards=(), result=None)
    if calls_of(deal):  # the calls are repeated, and lead to the contract again
        dealt = dealt.but(contract=None, great=False, declarer=None, leader=None, ace_low=None)
    return dealt


def deal_course(
    place: str,
    deal: Deal,
    settings: Settings,
    variant: Variant | None,
    saved: SavedGame | None = None,
    begun: Deal | None = None,
) -> Course:
    """Return the course of one deal. ``begun`` is the record of its part that was played before.

    ``place`` is what errors name. Raises DealError if the table cannot play the deal.
    """
    with _named(place):
        rules = variant or deal.rules
        if rules is None:
            raise DealError("no variant is named: give one (--variant)")
        if deal.contract_played is None or rules.rules.unit == "points":
            check_table(rules)
        deal.check_dealt(rules)
        deal.check_piles()
        settings = replace(settings, seat=settings.seat and rules.seat(settings.seat))
        more = {"tags": (*without_table(deal.tags), settings.tag())}
        if rules.rules.unit == "points":
            if rules.cuts and deal.cut is None:
                raise DealError(f"no {rules.cut_card} is recorded: it makes the contract")
            if rules.exchange.picks_up and not deal.manni:
                raise DealError(f"the {rules.pile} is not recorded: the declarer takes it up")
            contract = rules.fixed_contract(1, deal.cut)
            table = _table(Deal.of(rules, _dealing(deal), contract=contract, **more), settings)
        elif rules.manni and not deal.manni:
            raise DealError("the Manni is not recorded: its cards may be drawn")
        else:
            table = _recorded_table(rules, deal, settings, **more)
    table.begun = begun
    return single_deal_course(table, saved)


def _dealing(deal: Deal) -> Dealing:
    return Dealing(deal.dealt, deal.manni, deal.cut, deal.piles)


def single_deal_course(table: DealTable, saved: SavedGame | None = None) -> Course:
    """Return the course of a single deal, which ``saved`` writes if it is given."""
    if saved is not None:
        saved.begin(table)
    yield DealBegins(table, None)
    yield from table.course()


def check_table(variant: Variant) -> None:
    """Raise RuleError for a game in which the table cannot play how the contract is found."""
    for_points = variant.rules.unit == "points"
    fixed = variant.cuts or variant.fixed_contract(1, None) is not None
    if fixed or (variant.bids if for_points else variant.slots):
        return
    if not variant.bids and not variant.slots:
        raise RuleError(f"nobody names a contract in {variant.code}: the table cannot play it")
    what = "calls contracts" if for_points else "bids numbers"
    where = "tricks are counted, without duties" if for_points else "cards have points"
    raise RuleError(f"the computer {what} only where {where}, not in {variant.code}")


def _recorded_table(variant: Variant, deal: Deal, settings: Settings, **more: Any) -> DealTable:
    """Return the table of a recorded deal, played by the rules of the game alone.

    Raises DealError or RuleError for a record that has other rules.
    """
    contract, declarer = variant.contract_of(deal.contract_played, deal.cut), None
    if contract is not None:
        if variant.declared:
            declarer = variant.opener if deal.declarer is None else deal.declarer
        check_contract(variant, contract, deal.great, declarer)
        check_can_declare(variant, declarer, contract, deal.great)
        low = variant.ace_low(contract)
        if deal.rules_in(contract, variant=variant).ace_low != low:
            raise DealError(
                f"the record has a {'high' if low else 'low'} ace: in {variant.code} it is "
                f"{'low' if low else 'high'} in {contract.name}"
            )
        leads = variant.leader(declarer)
        if deal.leader not in (None, leads):
            raise DealError(
                f"the record has {deal.leader.word} lead: in {variant.code} it is {leads.word}"
            )
    elif not variant.declared:
        what = "contract and no cut card" if variant.cuts else "contract"
        raise DealError(f"no {what} is recorded: nobody declares in {variant.code}")
    more |= {"contract": contract, "great": deal.great, "declarer": declarer}
    auction = Game(variant).auction() if variant.declared else None
    return _table(Deal.of(variant, _dealing(deal), **more), settings, auction=auction)


def game_course(
    game: Game,
    settings: Settings,
    saved: SavedGame,
    done: Sequence[tuple[Settings, Deal]] = (),
    file: str = "",
    again: bool = False,
) -> Course:
    """Yield the course of each deal until the game is over, and after each how the game stands.

    ``done`` are the deals of a saved game, the last of which may have stopped midway. ``file`` is
    the name of that game in messages, and ``again`` is as in ``resumed``.
    """
    variant = game.variant
    rng = generator(settings.seed)
    left = list(enumerate(done, 1))
    for drawn in range(1, MOST_DRAWN + 1):
        if _is_over(game, settings):
            break
        dealing = variant.deal(rng)
        begun = None
        if left:
            number, (was, begun) = left[0]
            if was.drawn > drawn:
                continue  # all passed in the deal drawn, so it was not saved
            del left[0]
            with _named(f"{file}: deal {number}"):
                if (was.drawn, _dealing(begun)) != (drawn, dealing):
                    raise DealError(f"not the cards that the seed {settings.seed} deals")
                if left or (begun.result is not None and not again):
                    game = record_deal(game, begun)
                    saved.add(begun)
                    if not left and _is_over(game, settings):
                        raise DealError("with it the game is over: there is nothing to go on with")
                    if not left:
                        yield GameStanding(game, over=False, known=True)
                    continue
        now = replace(settings, drawn=drawn)
        table = table_in(game, dealing, now)
        table.begun = begun
        saved.begin(table)
        yield DealBegins(table, game)
        yield from table.course()
        if table.deal.contract is None:
            continue  # all have passed
        game = record_deal(game, table.deal)
        yield GameStanding(game, _is_over(game, settings))


def _is_over(game: Game, settings: Settings) -> bool:
    return game.over or (settings.deals is not None and len(game.deals) >= settings.deals)


def table_in(game: Game, dealing: Dealing, settings: Settings) -> DealTable:
    """Return the table of the next deal of a game."""
    variant, names = game.variant, game.names
    players = ("Players", ", ".join(names)), ("Dealer", names[game.dealer])
    contract = variant.fixed_contract(game.number, dealing.cut)
    lines = frozenset(slot.name for slot in variant.slots)
    return _table(
        Deal.of(variant, dealing, contract=contract, tags=(*players, settings.tag())),
        replace(settings, seat=game.seat(0), seed=settings.seed + game.number),
        auction=game.auction() if lines else None,
        left=by_seat(lambda seat: lines - game.used(game.player(seat)), variant.seats)
        if lines
        else (),
        totals=[int(game.totals[game.player(seat)]) for seat in variant.seats]
        if variant.scoring.marks_are_bad
        else (),
    )


def _table(deal: Deal, settings: Settings, **more: Any) -> DealTable:
    return DealTable(deal, settings.seat, settings.strength, settings.seed, **more)
