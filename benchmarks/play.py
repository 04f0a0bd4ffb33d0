"""Duels: what one player of the cards takes more than those it meets, cards hidden.

    python benchmarks/play.py --matches fair,thumb advice,random --deals 1000 -o play.jsonl
    python benchmarks/play.py --deals 0 -o play.jsonl    # what there is

A player is a strength of the computer, ``new`` (the rule of thumb by ``--weights`` of the policy),
``advice`` (over ``--worlds``) or ``random``. The first named sits in each seat of a deal in
turn, the other in the two others: points a deal with 95 % intervals, in the games of Manille what
its side takes more than if the others sat there too. Deals of the plain game are after the rule of
thumb's exchange; where numbers are bid the declarer is found, and puts away and names, by the rule
of thumb.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from measuring import figure, heads, interval, line, measured, run

from manni.solver.advice.card_policy import rule_of_thumb
from manni.solver.advice.choices import Strength
from manni.solver.advice.hand_policy import best_kept, bid_worth, trump_to_avoid
from manni.solver.advice.observation import Observation, observation_of
from manni.solver.advice.play import advise_play
from manni.solver.cards import SEATS, Contract, Seat, cards_in, hand_of
from manni.solver.deal import Deal
from manni.solver.engine import Pool
from manni.solver.rollouts import Rollouts, Weights
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Dealing, Variant, points
from manni.solver.table.advice import card_to_play, cards_to_put_down

KINDS = ("NT", "trump", "NULLO")
POINTS_KINDS = (
    *("manille-3", "dix-sept-3", "envers-3"),
    *("encheres-sans", "encheres-petite", "encheres-grande"),
)
SUITS = (Contract.H, Contract.S, Contract.D, Contract.C)
PLAIN = get_variant("hornafjordur")


def exchange_by_thumb(
    variant: Variant,
    contract: Contract,
    dealing: Dealing,
    declarer: Seat | None = None,
    until: Seat | None = None,
) -> Exchange:
    """Return an exchange by the rule of thumb, to its end or until it is a seat's turn."""
    exchange = Exchange(variant.exchange, dealing.hands, dealing.manni, declarer)
    while (seat := exchange.to_exchange) not in (None, until):
        hand = exchange.hands[seat]
        exchange = exchange.discard(cards_to_put_down(variant, contract, hand, exchange.sizes()))
    return exchange


def exchanged(
    variant: Variant, contract: Contract, dealing: Dealing, declarer: Seat | None = None
) -> Deal:
    """Return a deal of a plain game with its exchange, as the rule of thumb makes it."""
    exchange = exchange_by_thumb(variant, contract, dealing, declarer)
    down = dict(zip(variant.exchange.order(declarer), exchange.discards, strict=True))
    return Deal(
        dealing.hands,
        variant.code,
        dealing.manni,
        contract=contract,
        declarer=declarer,
        leader=variant.leader(declarer),
        discards=[down.get(seat) for seat in Seat],
    )


def dealt(kind: str, number: int, seed: int) -> Deal:
    """Return the deal of a kind and number: of a contract, or of a game of Manille."""
    rng = generator(1000 * number + seed)
    if kind in KINDS:
        contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
        return exchanged(PLAIN, contract, PLAIN.deal(rng))
    variant = get_variant(kind)
    hands, pile, cut, _ = variant.deal(rng)
    deal = Deal(hands, kind, pile, cut, leader=variant.leader(None))
    if variant.claims:
        trump = trump_to_avoid(hands[Seat.FOREHAND], variant)
        return replace(deal, contract=trump, cut=None)
    fixed = variant.fixed_contract(1, cut)
    if fixed is not None:
        return replace(deal, contract=fixed)
    shown = variant.face_up(pile)
    declarer = Seat(int(np.argmax([bid_worth(variant, hand, shown) for hand in hands])))
    held = hands[declarer] | hand_of(pile)
    trump, kept = best_kept(variant, held)
    away = [tuple(cards_in(held & ~kept)) if seat is declarer else None for seat in Seat]
    leader = variant.leader(declarer)
    return replace(deal, contract=trump, declarer=declarer, leader=leader, discards=away)


def weights_in(path: Path) -> Weights:
    """Return the weights of the policy in a file."""
    with np.load(path) as stored:
        found = Weights(*(stored[name].astype(np.int16) for name in Weights._fields))
    if any(part.shape != own.shape for part, own in zip(found, Weights.zeros(), strict=True)):
        raise SystemExit(f"{path}: weights of another policy")
    return found


class Players:
    """The players by name, and the CPU time of each."""

    def __init__(self, worlds: int, weights: Path | None) -> None:
        self.worlds = worlds
        self.new = None if weights is None else Rollouts(*weights_in(weights))
        self.pool = Pool(64)
        self.seconds: Counter[str] = Counter()
        self.cards: Counter[str] = Counter()

    def card(self, name: str, seen: Observation, seed: int) -> int:
        """Return the card that a player plays."""
        if len(seen.equivalent_cards()) == 1:
            return seen.legal[0]
        begun = time.process_time()
        card = self._card(name, seen, seed)
        self.seconds[name] += time.process_time() - begun
        self.cards[name] += 1
        return card

    def _card(self, name: str, seen: Observation, seed: int) -> int:
        if name == "new":
            with patch("manni.solver.advice.card_policy.rollouts", lambda: self.new):
                return rule_of_thumb(seen)
        if name == "random":
            return seen.legal[generator(seed).integers(len(seen.legal))]
        if name == "advice":
            limits = {"worlds": self.worlds, "seed": seed, "pool": self.pool}
            return advise_play(seen, reason=False, **limits).best.card
        return card_to_play(seen, Strength(name), seed=seed, pool=self.pool)

    def played(
        self, names: tuple[str, ...], deal: Deal, seed: int
    ) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the cards that the seats play, and each one's points."""
        begun = position = deal.position()
        cards: tuple[int, ...] = ()
        won = [0] * SEATS
        while position.tricks:
            seat = position.to_play
            seen = observation_of(replace(deal, play=cards), seat)
            cards += (self.card(names[seat], seen, SEATS * 100 * seed + len(cards)),)
            position = position.play(cards[-1])
            for each in Seat:
                won[each] += position.gain(each)
        if deal.rules is PLAIN:
            return cards, points(PLAIN, begun.contract, False, None, tuple(won))
        return cards, tuple(begun.sign * sum(won[each] for each in begun.side(s)) for s in Seat)


def main(
    *,
    matches: tuple[str, ...] = ("fair,thumb", "thumb,random"),
    kinds: tuple[str, ...] = KINDS,
    deals: int = 100,
    worlds: int = 100,
    seed: int = 7,
    weights: Path | None = None,
    output: Path | None = None,
) -> None:
    """Play so many deals of each kind; of the advice ``worlds``, ``weights`` of the player new."""
    players = Players(worlds, weights)

    def met(number: int, match: str, kind: str) -> dict[str, Any]:
        first, others = match.split(",")
        deal = dealt(kind, number, seed)
        usual = (0.0, 0.0, 0.0)  # in the plain games points add up to zero, whoever plays
        if kind not in KINDS:
            _, usual = players.played((others,) * SEATS, deal, number)
        gains = []
        for seat in Seat:
            names = tuple(first if each is seat else others for each in Seat)
            gains.append(players.played(names, deal, number)[1][seat] - usual[seat])
        return {"points": float(np.mean(gains))}

    wanted = product(range(deals), matches, kinds)
    rows = measured(output, ("number", "match", "kind"), wanted, met)
    heads("match", "deals", *kinds)
    for match in dict.fromkeys(row["match"] for row in rows):
        own = [
            [row["points"] for row in rows if (row["match"], row["kind"]) == (match, kind)]
            for kind in kinds
        ]
        line(match, min(map(len, own)), *(interval(each) if each else "" for each in own))
    for name, cards in players.cards.items():
        print(f"{name}: {figure(1000 * players.seconds[name] / cards)} CPU ms a card")


if __name__ == "__main__":
    run(main)
