"""Whole games at random: dealt, called, exchanged and played as the rules allow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from solver.cards import SEATS, Seat, card_of, cards_in, hand_of
from solver.position import Position
from solver.rules.auction import Call
from solver.rules.contract import Contract
from solver.rules.exchange import DeclarerOnly, Exchange, InTurn
from solver.rules.game import Game
from solver.rules.hornafjordur import HORNAFJORDUR
from solver.rules.laugavatn import LAUGAVATN
from solver.rules.scoring import Bonus, Scoring, Targets
from solver.rules.variant import MANNI, Dealing, Variant

# Three cards each and a Manni of three, queens to aces; up to one card is exchanged.
SMALL = replace(
    LAUGAVATN,
    code="small",
    pack=hand_of(card_of(suit, rank) for suit, rank in product(range(4), range(10, 13))),
    packets=(*((seat, 3) for seat in Seat), (MANNI, 3)),
    exchange=DeclarerOnly(1),
    scoring=Scoring(
        plain=Targets(1, 1),
        nullo=Targets(1, 1),
        great=Targets(2, 1),
        bonuses=(Bonus(3, 4, -2),),
    ),
)


def small(size: int, limit: int) -> Variant:
    """Return a game with so many cards a hand and in the Manni, from the ace down.

    Forehand may exchange up to ``limit`` cards, the two others none.
    """
    return replace(
        HORNAFJORDUR,
        code="small",
        pack=hand_of(card_of(s, r) for s, r in product(range(4), range(13 - size, 13))),
        packets=(*((seat, size) for seat in Seat), (MANNI, size)),
        exchange=InTurn(limit, 0),
        cuts=False,
        scoring=Scoring(plain=Targets(1, 1), nullo=Targets(1, 1)),
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
    tricks: tuple[int, int, int]


def random_call(game: Game, cut: int | None, rng: np.random.Generator) -> tuple[Call, Seat | None]:
    """Return the contract of the next deal, called at random where it is called."""
    contract = game.variant.fixed_contract(game.number, cut)
    if contract is not None:
        return Call(contract), None
    auction = game.auction()
    while not auction.over:
        legal = auction.legal()
        auction = auction.call(legal[int(rng.integers(len(legal)))])
    assert auction.standing is not None
    return auction.standing, auction.declarer


def random_exchange(
    variant: Variant, dealing: Dealing, declarer: Seat | None, rng: np.random.Generator
) -> Exchange:
    """Return a whole exchange, each seat's number and cards at random."""
    exchange = Exchange(variant.exchange, dealing.hands, dealing.manni, declarer)
    while (seat := exchange.to_exchange) is not None:
        number = int(rng.choice(exchange.sizes()))
        cards = list(cards_in(exchange.hands[seat]))
        exchange = exchange.discard(tuple(rng.permutation(cards).tolist()[:number]))
    return exchange


def random_play(
    position: Position, rng: np.random.Generator
) -> tuple[tuple[int, ...], tuple[int, int, int]]:
    """Return the cards of a random legal play to the end and the tricks by seat."""
    cards = []
    tricks = [0] * SEATS
    while legal := position.legal():
        card = legal[int(rng.integers(len(legal)))]
        cards.append(card)
        position = position.play(card)
        if position.taken_by is not None:
            tricks[position.taken_by] += 1
    return tuple(cards), (tricks[0], tricks[1], tricks[2])


def random_deal(game: Game, rng: np.random.Generator) -> RandomDeal:
    """Return the next deal of a game, from the pack to the last trick."""
    variant = game.variant
    dealing = variant.deal(rng)
    call, declarer = random_call(game, dealing.cut, rng)
    exchange = random_exchange(variant, dealing, declarer, rng)
    leader = variant.leader(declarer)
    position = Position(
        exchange.hands, call.contract, leader, ace_low=variant.ace_low(call.contract)
    )
    play, tricks = random_play(position, rng)
    return RandomDeal(dealing, call.contract, call.great, declarer, exchange, leader, play, tricks)


def after(game: Game, deal: RandomDeal) -> Game:
    """Return the game with a deal recorded."""
    return game.record(deal.contract, deal.tricks, deal.declarer, deal.great, deal.dealing.cut)


def random_game(variant: Variant, rng: np.random.Generator) -> tuple[Game, list[RandomDeal]]:
    """Return a game played to its end and its deals."""
    game = Game(variant)
    deals: list[RandomDeal] = []
    while not game.over:
        deals.append(random_deal(game, rng))
        game = after(game, deals[-1])
        assert len(deals) < MOST_DEALS
    return game, deals
