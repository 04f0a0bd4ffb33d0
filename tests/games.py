"""Whole games at random: dealt, called, exchanged and played as the rules allow."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from manni.solver.advice.choices import Strength
from manni.solver.cards import Contract, Seat, by_seat, card_of, cards_in, hand_of
from manni.solver.deal import Deal
from manni.solver.dealing import random_deals
from manni.solver.piles import PilePosition
from manni.solver.position import Position
from manni.solver.rules import games
from manni.solver.rules.auction import Aim, Bid, Call
from manni.solver.rules.declaring import Rotation
from manni.solver.rules.exchange import Exchange, ExchangeRule, declarer_only, in_turn
from manni.solver.rules.games import get_variant
from manni.solver.rules.games.manni import HORNAFJORDUR, LAUGAVATN
from manni.solver.rules.scoring import Bonus, Scoring, Targets
from manni.solver.rules.trick import trick_worth
from manni.solver.rules.variant import MANNI, Dealing, Variant
from manni.solver.scoresheet import Game
from manni.solver.table import steps
from manni.solver.table.advice import computer_answer
from manni.solver.table.deal import DealTable
from manni.solver.table.game import DealBegins, deal_course
from manni.solver.table.settings import Settings
from manni.solver.table.steps import Course

_OTHERS = {}
_one_of = games._variant
games._variant = lambda code: _OTHERS.get(code) or _one_of(code)


def other(variant: Variant, code: str = "", **changes: Any) -> Variant:
    """Return a changed game, which is found by a code of its own, as an option of the other."""
    code = f"{variant.code}+{code or len(_OTHERS)}"
    return _OTHERS.setdefault(code, replace(variant, code=code, **changes))


class SeatTargets(NamedTuple):
    """Targets of seats, whoever declares."""

    tricks: tuple[int, ...]

    def by_seat(self, *_: object) -> tuple[int, ...]:
        return self.tricks


# Three cards each and a Manni of three, queens to aces; up to one card is exchanged.
SMALL = other(
    LAUGAVATN,
    "small",
    pack=hand_of(card_of(suit, rank) for suit, rank in product(range(4), range(10, 13))),
    packets=(*((seat, 3) for seat in Seat), (MANNI, 3)),
    exchange=declarer_only(1),
    scoring=Scoring(
        plain=Targets(1, 1),
        nullo=Targets(1, 1),
        great=Targets(1, 1),
        bonuses=(Bonus(3, 4, -2),),
    ),
)


def few(of: str, pack: int, size: int, **changes: Any) -> Variant:
    """Return a game of so many cards a hand; what is left of the pack lies on the table."""
    game = get_variant(of)
    left = pack.bit_count() - size * game.players
    packets = (*((seat, size) for seat in game.seats), *[(MANNI, left)] * (left > 0))
    return other(game, pack=pack, packets=packets, **changes)


def small(size: int, limit: int) -> Variant:
    """Return a game with so many cards a hand and in the Manni, from the ace down.

    Forehand may exchange up to ``limit`` cards, the two others none.
    """
    targets = SeatTargets((size // 3, size // 3, size - 2 * (size // 3)))
    return other(
        HORNAFJORDUR,
        pack=hand_of(card_of(s, r) for s, r in product(range(4), range(13 - size, 13))),
        packets=(*((seat, size) for seat in Seat), (MANNI, size)),
        exchange=in_turn(limit, 0),
        declaring=Rotation(HORNAFJORDUR.contracts),
        scoring=Scoring(targets, targets),
    )


MOST_DEALS = 2000  # a game to ten points can go on; none seen comes near


@dataclass(frozen=True)
class RandomDeal:
    """Everything that happened in one deal."""

    dealing: Dealing
    contract: Contract
    great: bool
    declarer: Seat | None
    exchange: Exchange
    leader: Seat
    play: tuple[int, ...]
    taken: tuple[int, ...]
    auction: tuple[str, ...] = ()
    bid: str | None = None


def random_bids(
    variant: Variant, rng: np.random.Generator
) -> tuple[tuple[str, ...], Bid | None, Seat | None]:
    """Return an auction of numbers at random, the bid that stands and who made it."""
    if not variant.bids:
        return (), None, None
    if variant.claims:
        if rng.integers(8):
            return (), None, None
        return (), variant.bids[0], variant.seats(rng.integers(variant.players))
    bidding = variant.bidding()
    while not bidding.over:
        legal = bidding.legal()
        step = int(rng.integers(min(24, len(legal))))
        bidding = bidding.call(legal[step] if rng.integers(2) else None)
    if bidding.standing is None:
        return random_bids(variant, rng)
    said = bidding.bid_names
    return said, bidding.standing, bidding.declarer


def random_contract(variant: Variant, bid: Bid | None, rng: np.random.Generator) -> Contract:
    """Return a contract that goes with the bid."""
    if bid is not None and bid.aim is Aim.NONE:
        return Contract.NULLO
    named = [contract for contract in variant.contracts if not contract.avoids]
    return named[int(rng.integers(len(named)))]


def random_call(game: Game, cut: int | None, rng: np.random.Generator) -> tuple[Call, Seat | None]:
    """Return the contract of the next deal, called at random where it is called."""
    contract = game.variant.fixed_contract(game.number, cut)
    if contract is not None:
        return Call(contract), None
    auction = game.auction()
    while not auction.over:
        legal = auction.legal()
        auction = auction.call(legal[int(rng.integers(len(legal)))])
    return auction.standing, auction.declarer


def random_exchange(
    variant: Variant,
    dealing: Dealing,
    declarer: Seat | None,
    rng: np.random.Generator,
    rule: ExchangeRule | None = None,
) -> Exchange:
    """Return a whole exchange, each seat's number and cards at random."""
    exchange = Exchange(rule or variant.exchange, dealing.hands, dealing.manni, declarer)
    while (seat := exchange.to_exchange) is not None:
        number = int(rng.choice(exchange.sizes()))
        pile = hand_of(dealing.manni) if variant.exchange.picks_up else 0
        cards = list(cards_in(exchange.hands[seat] | pile))
        exchange = exchange.discard(tuple(rng.permutation(cards).tolist()[:number]))
    return exchange


def random_play(
    position: Position, rng: np.random.Generator
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards of a random legal play to the end and what each seat takes."""
    cards = []
    taken = [0] * len(position.seats)
    while legal := position.legal():
        card = legal[int(rng.integers(len(legal)))]
        cards.append(card)
        position = position.play(card)
        if position.taken_by is not None:
            taken[position.taken_by] += position.gain(position.taken_by)
    return tuple(cards), tuple(taken)


def random_deal(game: Game, rng: np.random.Generator) -> RandomDeal:
    """Return the next deal of a game, from the pack to the last trick."""
    variant = game.variant
    dealing = variant.deal(rng)
    auction, bid, declarer = random_bids(variant, rng)
    if variant.slots or variant.fixed_contract(game.number, dealing.cut) is not None:
        call, called = random_call(game, dealing.cut, rng)
        declarer = called if bid is None else declarer
    else:
        call = Call(random_contract(variant, bid, rng))
    rule = variant.exchange_in(call.contract)
    exchange = random_exchange(variant, dealing, declarer, rng, rule)
    leader = variant.leader(declarer)
    position = (PilePosition if variant.in_piles else Position)(
        dealing.piles or exchange.hands,
        call.contract,
        leader,
        rules=variant.rules_of(call.contract, bid is not None),
        declarers=variant.side_declaring(declarer),
    )
    play, taken = random_play(position, rng)
    if variant.pile_counts and declarer is not None:
        rest = variant.value_range((), call.contract)[0] - sum(taken)
        taken = by_seat(lambda seat: taken[seat] + rest * (seat is declarer))
    return RandomDeal(
        dealing,
        call.contract,
        call.great,
        declarer,
        exchange,
        leader,
        play,
        taken,
        auction,
        None if bid is None else bid.name,
    )


def after(game: Game, deal: RandomDeal) -> Game:
    """Return the game with a deal recorded."""
    cut = deal.dealing.cut
    return game.record(deal.contract, deal.taken, deal.declarer, deal.great, cut, deal.bid)


def record(game: Game, deal: RandomDeal) -> Deal:
    """Return the record of the next deal of a game, without its result."""
    discards = [None] * game.players
    order = game.variant.exchange_in(deal.contract).order(deal.declarer, game.variant.seats)
    for seat, cards in zip(order, deal.exchange.discards, strict=True):
        discards[seat] = cards
    return Deal(
        hands=deal.dealing.hands,
        variant=game.variant.code,
        piles=deal.dealing.piles,
        manni=deal.dealing.manni,
        cut=deal.dealing.cut,
        auction=deal.auction,
        bid=deal.bid,
        contract=deal.contract,
        great=deal.great,
        declarer=deal.declarer,
        leader=deal.leader,
        discards=tuple(discards),
        play=deal.play,
    )


def random_game(variant: Variant, rng: np.random.Generator) -> tuple[Game, list[RandomDeal]]:
    """Return a game played to its end and its deals."""
    game = Game(variant)
    deals = []
    while not game.over:
        deals.append(random_deal(game, rng))
        game = after(game, deals[-1])
        assert len(deals) < MOST_DEALS
    return game, deals


def random_result(variant: Variant, contract: Contract, rng: np.random.Generator) -> list[int]:
    """Return what each seat takes where the tricks fall to anybody, now and then all to one."""
    rules, taken = variant.rules_of(contract), [0] * variant.players
    hands = [rng.permutation([*cards_in(hand)]).tolist() for hand in variant.deal(rng).hands]
    lucky = int(rng.integers(variant.players)) if rng.random() < 0.3 else None
    for trick in zip(*hands, strict=True):
        winner = int(rng.integers(variant.players)) if lucky is None else lucky
        taken[winner] += trick_worth(trick, rules)
    return taken


# At the table ----------------------------------------------------------------------------


def single_deal(variant: Variant) -> Course:
    """Return the course of a deal by itself."""
    deal = next(random_deals(variant, 3))
    return deal_course("the deal", deal, Settings(False, 1, Strength.THUMB, Seat.FOREHAND), variant)


def asked_at(course: Course) -> Iterator[tuple[DealTable, steps.Asks]]:
    """Yield every kind of question of each deal, once a seat, and cards at two moments."""
    seen = set()
    table, answer = None, None
    with suppress(StopIteration):
        while True:
            step = course.send(answer)
            if isinstance(step, DealBegins):
                table, seen = step.table, set()
            asks = step.asks if isinstance(step, steps.ComputerTurn) else step
            answer = None
            if isinstance(asks, steps.Asks):
                key = type(asks), asks.seat, len(table.deal.play)
                if key not in seen and key[2] in (0, 8):
                    yield table, asks
                seen.add(key)
                answer = computer_answer(table, steps.ComputerTurn(asks, Strength.THUMB, 0))
