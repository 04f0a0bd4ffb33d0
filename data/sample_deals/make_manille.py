"""Writes the samples of the games of Manille: a file of deals and a whole game of each.

The cards are played by a rule of thumb, with some slips.

python data/sample_deals/make_manille.py
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from solver.cards import RANK_LETTERS, SEATS, Seat, cards_in, hand_of, rank_of, suit_of, triple
from solver.deal import Deal
from solver.dealing import random_deals
from solver.files.dealfile import format_deals
from solver.position import Position
from solver.rules.bidding import Aim, Bid
from solver.rules.contract import Contract
from solver.rules.exchange import hand_after
from solver.rules.game import Game
from solver.rules.registry import POINT_GAMES, get_variant
from solver.rules.trick import trick_winner
from solver.rules.variant import Variant
from solver.scoresheet import record_deal

DEALS = 4  # of a game
SLIPS = 6  # every so many cards one is played at random
HEIGHT = {letter: height for height, letter in enumerate("789JQKAT")}


def height(card: int) -> int:
    """Return how high a card stands in its suit, 0 for a seven to 7 for a ten."""
    return HEIGHT[RANK_LETTERS[rank_of(card)]]


def strength(hand: int, trump: int) -> int:
    """Return what a hand promises with a trump, by a rough count."""
    return sum(max(0, height(card) - 2) + 3 * (suit_of(card) == trump) for card in cards_in(hand))


def best_trump(hand: int) -> Contract:
    """Return the trump with which a hand promises most."""
    return Contract(max(range(4), key=lambda suit: strength(hand, suit)))


def put_away(deal: Deal, declarer: Seat) -> tuple[tuple[int, ...], Contract]:
    """Return the lowest cards outside the best trump, and that trump."""
    held = hand_after(deal.hands[declarer], 0, ()) | hand_of(deal.manni)
    trump = best_trump(held)
    order = sorted(cards_in(held), key=lambda card: (suit_of(card) == trump, height(card), card))
    return tuple(order[: len(deal.manni)]), trump


def auction(variant: Variant, deal: Deal, rng: random.Random) -> tuple[str, ...]:
    """Return an auction in which nobody bids more than his hand promises, the best wins."""
    promised = [strength(hand, best_trump(hand)) + rng.randrange(-3, 4) for hand in deal.hands]
    declarer = max(Seat, key=lambda seat: (promised[seat], seat))
    said = [str(20 + seat) if seat < declarer else "" for seat in Seat][:declarer]
    said.append(str(min(promised[declarer], 60)))
    return (*said, *["pass"] * (SEATS - 1))


def sensible(position: Position) -> int:
    """Return a card by a rule of thumb: win with the dearest, else give the cheapest."""
    legal, table = position.legal(), position.table
    if not table:
        return max(legal, key=lambda card: (height(card) >= 6, height(card), card))
    wins = [
        card
        for card in legal
        if trick_winner((*table, card), position.contract, position.rules) == len(table)
    ]
    if wins and not position.avoids:
        return max(wins, key=lambda card: (height(card), card))
    lost = [card for card in legal if card not in wins] or list(legal)
    best = max if position.avoids else min
    return best(lost, key=lambda card: (height(card), card))


def played(deal: Deal, rng: random.Random, cards: int | None = None) -> Deal:
    """Return the deal with its play, or the first ``cards`` of it, and the result."""
    position = deal.position(after=0)
    play: list[int] = []
    won = [0] * SEATS
    while position.tricks and len(play) != cards:
        slips = rng.randrange(SLIPS) == 0
        card = rng.choice(position.legal()) if slips else sensible(position)
        play.append(card)
        position = position.play(card)
        won = [had + position.gain(seat) for seat, had in enumerate(won)]
    result = None if position.tricks else triple(won)
    return replace(deal, play=tuple(play), result=result)


def misere(deal: Deal, variant: Variant) -> Deal:
    """Return the deal with the misère of the seat whose cards are lowest."""
    low = min(Seat, key=lambda seat: sum(map(height, cards_in(deal.hands[seat]))))
    said: Sequence[str] = [*["pass"] * low, "petite-misere", *["pass"] * (SEATS - 1 - low)]
    code = f"{variant.code}+miseres"
    return replace(deal, variant=code, auction=tuple(said), contract=Contract.NULLO, leader=low)


def called(deal: Deal, variant: Variant, number: int, rng: random.Random) -> Deal:
    """Return the deal with its auction, its exchange and its contract."""
    if variant.claims:
        trump = min(range(4), key=lambda suit: deal.hands[0] >> 13 * suit & 8191)
        return replace(deal, contract=Contract(trump), leader=Seat.FOREHAND)
    if not variant.declared:
        return deal
    if number == DEALS - 1:
        return misere(deal, variant)
    deal = replace(deal, auction=auction(variant, deal, rng))
    assert deal.declarer is not None
    away, trump = put_away(deal, deal.declarer)
    discards = triple(away if deal.manni and seat is deal.declarer else None for seat in Seat)
    return replace(deal, contract=trump, leader=deal.declarer, discards=discards)


def comment(deal: Deal, variant: Variant) -> str:
    """Return what there is to see in a deal."""
    assert deal.contract is not None
    trump = deal.contract.trump
    suit = "no trump" if trump is None else trump.name.lower()
    if deal.bid is None:
        how = "forehand names" if variant.claims else "the card turned up makes"
        text = f"{how} {suit} trump"
    else:
        assert deal.declarer is not None
        text = f"{deal.declarer.word} bids {deal.bid.replace('-', ' ')}"
        text += f" and names {suit}" if trump is not None else " and plays without trump"
    if deal.result is None:
        return f"{text}; the play stops midway" if deal.play else text
    if deal.bid is None or deal.declarer is None:
        return f"{text}; points {' '.join(map(str, deal.result))}"
    bid = next(bid for bid in get_variant(str(deal.variant)).bids if bid.name == deal.bid)
    return f"{text}; {'made' if _made(bid, deal.result[deal.declarer]) else 'down'}"


def _made(bid: Bid, own: int) -> bool:
    return own == 0 if bid.aim is Aim.NONE else own >= bid.worth


def deals_of(variant: Variant, seed: int) -> list[Deal]:
    """Return the sample deals of a game: two played out, one midway, one unplayed."""
    rng = random.Random(seed)
    found = []
    for number, deal in enumerate(islice(random_deals(variant, seed), DEALS)):
        deal = called(replace(deal, tags=()), variant, number, rng)
        cards = (None, None, 3 * 4 + number, 0)[number]
        deal = played(deal, rng, cards) if cards != 0 else deal
        name = f"{variant.name.capitalize()}, deal {number + 1}"
        tags = (("Name", name), ("Comment", comment(deal, variant).capitalize()))
        found.append(replace(deal, tags=tags))
    return found


def game_of(variant: Variant, seed: int) -> list[Deal]:
    """Return the deals of a whole game."""
    rng = random.Random(seed)
    game = Game(variant, names=("Anna", "Björn", "Dóra"))
    found: list[Deal] = []
    for deal in random_deals(variant, seed):
        tags = (("Players", " ".join(game.names)),) if not found else ()
        deal = called(replace(deal, tags=tags), variant, 0, rng)
        found.append(played(deal, rng))
        game = record_deal(game, found[-1])
        if game.over:
            break
    return found


def main() -> None:
    """Write the deals beside this program, the games beside its folder."""
    games = Path(__file__).resolve().parent.parent / "sample_games"
    for seed, variant in enumerate(POINT_GAMES.values(), 1):
        path = Path(__file__).with_name(f"{variant.code}.manni")
        path.write_text(format_deals(deals_of(variant, seed)), encoding="utf-8")
        path = games / f"{variant.code}.manni"
        head = f"; A finished game: {variant.name}. `manni score` prints its sheet.\n\n"
        path.write_text(head + format_deals(game_of(variant, seed)), encoding="utf-8")


if __name__ == "__main__":
    main()
