"""Duels: what one player of the cards takes more than those it meets, cards hidden.

    python benchmarks/play.py --matches fair,thumb advice,random --deals 1000

A player is a strength of the computer, ``advice`` (over ``--worlds``), ``plain`` (the rule in plain
words) or ``random``. The first named plays each side of a deal in turn, the other all others:
points a deal with 95 % intervals, in the games of Manille what its side takes more than it would on
average if all were alike; and what it marks more than each other side. All before the first card is
by the rule of thumb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from measuring import figure, heads, interval, line, run, timed

from manni.solver.advice.card_policy import plain_card
from manni.solver.advice.choices import Strength
from manni.solver.advice.declaration import auction_of, lines_left
from manni.solver.advice.observation import Observation
from manni.solver.advice.play import advise_play
from manni.solver.cards import SEATS, Contract, Seat
from manni.solver.deal import Deal
from manni.solver.engine import Pool
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Variant
from manni.solver.table.advice import card_to_play, computer_answer
from manni.solver.table.deal import DealTable
from manni.solver.table.steps import AsksCard, ComputerTurn

KINDS = ("NT", "trump", "NULLO")
SUITS = (Contract.H, Contract.S, Contract.D, Contract.C)
PLAIN = get_variant("hornafjordur")


Decide = Callable[[DealTable, ComputerTurn], Any]
"""What a course is sent where the computer is to decide, None to end it there."""


def driven(table: DealTable, decide: Decide) -> ComputerTurn | None:
    """Play a deal to its end, or to a turn at which nothing is decided, and return that."""
    course, sent = table.course(), None
    with suppress(StopIteration):
        while True:
            step, sent = course.send(sent), None
            if isinstance(step, ComputerTurn) and (sent := decide(table, step)) is None:
                return step
    return None


def table_of(kind: str, number: int, seed: int, plain: Variant = PLAIN) -> DealTable:
    """Return the table of a kind and number: of a contract of a plain game, or of a game.

    Where somebody declares in the plain game, each seat does in turn, three deals each.
    """
    variant = plain if kind in KINDS else get_variant(kind)
    dealing = variant.deal(generator(1000 * number + seed))
    contract = variant.fixed_contract(1, dealing.cut)
    declarer: Seat | None = None
    more: dict[str, Any] = {}
    if kind in KINDS:
        contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
        declarer = Seat(number // 3 % SEATS) if plain.declared else None
        dealing = dealing._replace(cut=None)
    elif variant.slots:
        more["left"] = lines_left(variant, (), None)
        more["auction"] = auction_of(variant, more["left"])
    deal = Deal.of(variant, dealing, contract=contract, declarer=declarer)
    return DealTable(deal, None, Strength.FAIR, number, **more)


def begun(table: DealTable) -> DealTable:
    """Return a deal as it is before the first card, all before that by the rule of thumb."""
    driven(
        table,
        lambda table, turn: (
            None if isinstance(turn.asks, AsksCard) else computer_answer(table, turn)
        ),
    )
    return replace(table.from_start(), begun=table.deal)


def dealt(kind: str, number: int, seed: int) -> DealTable:
    """Return the deal of a kind and number, begun; where all have passed, the next one played."""
    while (table := begun(table_of(kind, number, seed))).begun.contract is None:
        seed += 100
    return table


class Players:
    """The players by name, and the CPU time of each."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.pool = Pool(64)
        self.ms = Counter[str]()
        self.cards = Counter[str]()

    def card(self, name: str, table: DealTable, turn: ComputerTurn) -> int:
        """Return the card that a player plays."""
        seen = table.observation(turn.asks.seat)
        if len(seen.equivalent_cards()) == 1:
            return seen.legal[0]
        ms, card = timed(self._card, name, seen, turn.seed)
        self.ms[name] += ms
        self.cards[name] += 1
        return card

    def _card(self, name: str, seen: Observation, seed: int) -> int:
        if name == "plain":
            return plain_card(seen)
        if name == "random":
            return seen.legal[generator(seed).integers(len(seen.legal))]
        if name == "advice":
            advice = advise_play(seen, worlds=self.worlds, seed=seed, pool=self.pool)
            return advice.best.card
        return card_to_play(seen, Strength(name), seed=seed, pool=self.pool)

    def more(self, first: str, others: str, dealt: DealTable) -> tuple[float, float]:
        """Return what the first takes and marks more than the others, as each side in turn."""
        variant, taken, marked = dealt.variant, [], []
        sides = variant.sides(dealt.begun.declarer)
        for side in sides:
            table = replace(dealt.from_start(), begun=dealt.begun)

            def card(table: DealTable, turn: ComputerTurn, side: Sequence[int] = side) -> int:
                if not isinstance(turn.asks, AsksCard):  # a claim of every trick is asked again
                    return computer_answer(table, turn)
                return self.card(first if turn.asks.seat in side else others, table, turn)

            driven(table, card)
            marks = table.score.points
            marked.append(variant.scoring.balance(marks, side[0], sides))
            if table.rules.is_plain:
                taken.append(marks[side[0]])
            else:
                won = sum(table.won[seat] for seat in side) - sum(table.won) / len(sides)
                taken.append(table.position.sign * won)
        return float(np.mean(taken)), float(np.mean(marked))


def main(
    *,
    matches: tuple[str, ...] = ("fair,thumb", "thumb,random"),
    kinds: tuple[str, ...] = KINDS,
    deals: int = 100,
    worlds: int = 100,
    seed: int = 7,
) -> None:
    """Play so many deals of each kind, the advice over ``worlds``."""
    players = Players(worlds)
    heads("", "deals", *(cell for match in matches for cell in (match, "marks")))
    for kind in kinds:
        begun_deals = [dealt(kind, number, seed) for number in range(deals)]
        cells = list[str]()
        for match in matches:
            gains = [players.more(*match.split(","), deal) for deal in begun_deals]
            cells += map(interval, zip(*gains, strict=True))
        line(kind, deals, *cells)
    for name, cards in players.cards.items():
        print(f"{name}: {figure(players.ms[name] / cards)} CPU ms a card")


if __name__ == "__main__":
    run(main)
