"""The score sheet of a game, from the records of its deals.

Players keep their places while the seats move with the deal. The records say who is who:

* ``[Players "Anna Björn Dóra"]`` in the first names them in playing order (with commas
  where a name has blanks); without it they are player 1, 2 and 3.
* ``[Dealer "Dóra"]``, or ``[Dealer "3"]``, says who deals. Without it the third player
  deals first, so that the first is forehand, and the deal passes to the next.

A deal in which all have passed is passed by: the same dealer deals again.

A record needs the contract, unless the cut card or the turn of the trumps gives it; the
declarer of a great contract; declarer and bid, or the auction, where numbers are bid; and the
result or a complete play. Cards that are not known are left out: ``[Deal "F:... ... ..."]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from manni.solver.cards import SEATS, BySeat, Seat, by_seat, hand_of, triple
from manni.solver.deal import Deal, hands_played
from manni.solver.errors import NotationError, RuleError, SolverError
from manni.solver.files.dealfile import Entry
from manni.solver.position import Position, won_in
from manni.solver.rules.auction import Call
from manni.solver.rules.bidding import MISERES, PASS
from manni.solver.rules.contract import Contract
from manni.solver.rules.exchange import check_discard
from manni.solver.rules.game import NUMBERS, PLAYERS, Game, Names
from manni.solver.rules.legality import check_deal, check_taken
from manni.solver.rules.registry import get_variant
from manni.solver.rules.variant import Variant

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
    players = _tag(deal, "players")
    names = NUMBERS if players is None else _names(players)
    dealer = _tag(deal, "dealer")
    if dealer is None:
        return Game(chosen, names=names)
    return Game(chosen, _player(dealer, names), names)


def record_deal(game: Game, deal: Deal) -> Game:
    """Return the game after a recorded deal.

    What is recorded is checked against the rules: whose deal it is, the pack, the
    contract, who may have declared it, the exchange, every card played, the result.
    Raises DealError, IllegalPlayError, NotationError or RuleError.
    """
    variant = game.variant
    if _variant_of(deal, variant) and deal.variant is None:
        deal = replace(deal, variant=variant.code)
    _check_players(game, deal)
    if any(deal.hands):
        check_deal(variant, deal.hands, deal.manni, deal.cut)
    if _is_passed_out(deal) and not game.over:
        return game
    contract = _contract(game, deal)
    declarer = deal.declarer
    if declarer is None and variant.slots and not deal.great and not game.over:
        declarer = _only_declarer(game, contract)
    game.check(contract, declarer, deal.great, deal.cut, deal.bid)
    _check_exchange(variant, contract, deal, declarer)
    taken = _taken(variant, deal, contract, declarer)
    return game.record(contract, taken, declarer, deal.great, deal.cut, deal.bid)


def _is_passed_out(deal: Deal) -> bool:
    """Return whether all have passed and nothing more is recorded: the same dealer deals again."""
    nothing = deal.contract is None and not deal.play and deal.result is None
    return deal.auction == (PASS,) * SEATS and nothing


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
    names, dealer = _names(players), _tag(deal, "dealer")
    last = PLAYERS - 1 if dealer is None else _player(dealer, names)
    return by_seat(lambda seat: names[(last + 1 + seat) % PLAYERS])


def with_players(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries of a file; the players named in a deal are those of the later ones too.

    Of those, that is, that say who deals.
    """
    players = None
    for entry in entries:
        deal = entry.deal
        if deal is not None:
            own = _tag(deal, "players")
            if own is None and players is not None and _tag(deal, "dealer") is not None:
                deal = replace(deal, tags=(*deal.tags, ("Players", players)))
            players = own or players
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


def _names(text: str) -> Names:
    names = [name.strip() for name in text.split(",")] if "," in text else text.split()
    if len(set(names)) != PLAYERS or len(names) != PLAYERS or not all(names):
        raise RuleError(f"players {text!r}: expected {PLAYERS} different names, in playing order")
    return triple(names)


def _player(text: str, names: Names) -> int:
    for player, name in enumerate(names):
        if text in (name, str(player + 1)):
            return player
    raise RuleError(f"no player {text!r}: there are {', '.join(names)} (or 1, 2, 3)")


def _check_players(game: Game, deal: Deal) -> None:
    players = _tag(deal, "players")
    if players is not None and _names(players) != game.names:
        raise RuleError(f"other players than before: {', '.join(game.names)}")
    dealer = _tag(deal, "dealer")
    if dealer is not None and _player(dealer, game.names) != game.dealer:
        raise RuleError(
            f"{game.names[_player(dealer, game.names)]} deals: "
            f"it is {game.names[game.dealer]}'s turn"
        )


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
    rule = variant.exchange_in(contract)
    order = rule.order(declarer)
    pile = hand_of(deal.manni) if rule.picks_up else 0
    taken = 0
    for seat in rule.in_turn(declarer):
        cards = deal.discards[seat] or ()
        # A seat without a record counts as having taken none: most is then left for the others.
        sizes = rule.sizes(seat, taken, variant.tricks, variant.manni) if seat in order else (0,)
        check_discard(seat, deal.hands[seat], cards, sizes, pile, variant.pile)
        taken += len(cards)


def _taken(variant: Variant, deal: Deal, contract: Contract, declarer: Seat | None) -> Taken:
    """Return what each seat took, from the result or the play; both must agree."""
    leader = variant.leader(declarer)
    if deal.leader not in (None, leader):
        raise RuleError(f"{deal.leader.word} leads: in {variant.code} {leader.word} does")
    if not deal.play and deal.result is None:
        raise RuleError("neither a result nor a play is recorded: there is nothing to score")
    if deal.result is not None and not variant.has_targets:
        check_taken(variant, contract, deal.result, _hands_known(variant, deal, declarer))
    if not deal.play:
        assert deal.result is not None
        return deal.result
    rules = deal.rules_in(contract, variant=variant)
    start = Position(hands_played(deal, declarer), contract, leader, rules=rules, declarer=declarer)
    won = won_in(start.follow(deal.play))
    complete = len(deal.play) == SEATS * variant.tricks
    if complete:
        won = with_pile(variant, contract, won, declarer)
    if deal.result is None and not complete:
        raise RuleError(
            f"no result is recorded and the play stops after {len(deal.play)} of "
            f"{SEATS * variant.tricks} cards"
        )
    if deal.result is None:
        return won
    check_won(deal.result, won, rules.unit)
    return deal.result


def check_won(result: Sequence[int], won: Sequence[int], unit: str) -> None:
    """Raise RuleError where a result gives a seat less than the play has given it."""
    for seat in Seat:
        if result[seat] < won[seat]:
            raise RuleError(
                f"the result gives {seat.word} {result[seat]} {unit}, the play {won[seat]}"
            )


def _hands_known(variant: Variant, deal: Deal, declarer: Seat | None) -> Sequence[int]:
    """Return the hands after the exchange, empty ones where what was put away is not recorded."""
    picks_up = variant.exchange.picks_up
    if picks_up and declarer is not None and deal.discards[declarer] is None:
        return (0, 0, 0)
    return hands_played(deal, declarer)


def with_pile(variant: Variant, contract: Contract, won: Taken, declarer: Seat | None) -> Taken:
    """Return what was taken, for the declarer with the cards put away where they count."""
    if not variant.pile_counts or declarer is None:
        return won
    whole, _ = variant.worth((0, 0, 0), contract)
    rest = whole - sum(won)
    return by_seat(lambda seat: won[seat] + rest * (seat is declarer))
