"""What advice brings: judged in deals dealt again, and in deals that are played on.

    python benchmarks/advice.py --judged NT trump NULLO --hands 500 --again 4000 -o judge.jsonl
    python benchmarks/advice.py --duels NT laugavatn encheres-sans card-NULLO -o duels.jsonl
    python benchmarks/advice.py --duels NT laugavatn --against before.jsonl -o both.jsonl

**Judged** are discards of Hornafjarðarmanni, forehand's, of twelve cards at random: points above
those of a rule of thumb that does not change (``liked_least``), over so many ``worlds``, in which
the others exchange by that rule and all play by the policy. In ``again`` others, where the others
exchange as the computer does, it is seen whether the interval of the advice holds.

**Duels**: in a deal as it was dealt one question is answered by the advice, by the rule of thumb
and, ``against`` the rows of another version, as that answered it, and three ``fair`` play on. A
kind is a contract of Hornafjarðarmanni (the exchange; ``card-``: one card), or a game in which
contracts are called or numbers bid.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from measuring import Row, figure, heads, interval, line, measured, read, run
from play import KINDS, PLAIN, driven, table_of

from manni.solver.advice.answer import (
    BiddingAdvice,
    ContractAdvice,
    ExchangeAdvice,
    PlayAdvice,
)
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.cards import (
    SEATS,
    Contract,
    Seat,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
    suit_ranks,
)
from manni.solver.deal import Deal
from manni.solver.engine import Pool
from manni.solver.files.dealfile import format_deal, parse_deals
from manni.solver.rollouts import game_of, rollouts
from manni.solver.rules.shuffle import generator
from manni.solver.table import steps
from manni.solver.table.advice import advise_at, cards_to_put_down, decided
from manni.solver.table.deal import Table

Array = np.ndarray[Any, np.dtype[Any]]
POOL = Pool(64)

# The judge ----------------------------------------------------------------------------

_HIGH = {  # ten to ace, and for each card of the suit, less what a card not seen is worth
    "NT": ((0.2, 0.4, 0.7, 0.9, 1.5), 0.02, 0.3),
    "plain": ((0, 0.3, 0.5, 0.6, 1.1), 0, 0.4),
    "trump": ((0, 0.3, 0.5, 0.8, 1), 0.3, 0.55),
}
_BURDENS = (  # from the two on, by how many lower ones are held
    *((0, 0, 0.1, 0.1),) * 3,
    *((0.45, 0.15, 0.25, 0.25),) * 3,
    *((0.75, 0.45, 0.4, 0.3),) * 3,
    *((0.95, 0.6, 0.35, 0.3),) * 2,
    *((1, 0.7, 0.4, 0.35),) * 2,
)


@lru_cache(maxsize=1 << 14)
def liked_least(contract: Contract, hand: int) -> tuple[int, ...]:
    """Return the cards, as hands, that the unchanging rule puts down of up to so many."""
    margins = {}
    for card in cards_in(hand):
        rank, held = rank_of(card), suit_ranks(hand, suit_of(card))
        if contract.avoids:
            under = (held & ((1 << rank) - 1)).bit_count()
            margins[card] = 1 / 3 - _BURDENS[rank][min(under, 3)]
        else:
            kind = "NT" if contract.trump is None else "plain"
            high, longer, unseen = _HIGH["trump" if suit_of(card) == contract.trump else kind]
            worth = high[rank - 8] if rank >= 8 else 0.0
            margins[card] = round(worth + longer * held.bit_count() - unseen, 9)
    worst = sorted(margins, key=lambda card: (margins[card], rank_of(card), card))
    bad = sum(margin < 0 for margin in margins.values())
    return tuple(hand_of(worst[: min(bad, most)]) for most in range(len(worst) + 1))


def by_unchanging(contract: Contract, hand: int, most: int) -> int:
    """Return what the rule of thumb that all is measured by puts down."""
    return liked_least(contract, hand)[most]


@lru_cache(maxsize=1 << 14)
def by_computer(contract: Contract, hand: int, most: int) -> int:
    """Return what the computer puts down."""
    return hand_of(cards_to_put_down(PLAIN, contract, hand, range(most + 1)))


class Redealt:
    """Deals in which forehand holds a hand, and what its discards come to in them."""

    def __init__(
        self,
        contract: Contract,
        hand: int,
        number: int,
        seed: int,
        put_down: Callable[[Contract, int, int], int],
    ) -> None:
        self.contract, self.hand, self.put_down = contract, hand, put_down
        rest = list(cards_in(PLAIN.pack & ~hand))
        packs = generator(seed).permuted(np.tile(rest, (number, 1)), axis=1)
        bits = np.uint64(1) << packs.astype(np.uint64)
        size = PLAIN.tricks
        self.dealt = [bits[:, size * at : size * (at + 1)].sum(axis=1).tolist() for at in range(2)]
        pile = np.cumsum(bits[:, 2 * size :], axis=1, dtype=np.uint64)
        self.piles = [[0, *row] for row in pile.tolist()]
        self.drawn: dict[int, tuple[Array, Array]] = {}

    def after(self, size: int) -> tuple[Array, Array]:
        """Return hands and what is put down where forehand draws so many cards.

        Its own hand is what it draws.
        """
        if size not in self.drawn:
            hands, gone = [], []
            for pile, *dealt in zip(self.piles, *self.dealt, strict=True):
                at, held, down = size, [pile[size]], [0]
                for seat, hand in zip((Seat.MIDDLEHAND, Seat.DEALER), dealt, strict=True):
                    sizes = PLAIN.exchange.sizes(seat, at, PLAIN.tricks, PLAIN.manni)
                    away = self.put_down(self.contract, hand, sizes[-1])
                    until = at + away.bit_count()
                    held.append(hand & ~away | pile[until] & ~pile[at])
                    down.append(away)
                    at = until
                hands.append(held)
                gone.append(down)
            self.drawn[size] = np.array(hands, np.uint64), np.array(gone, np.uint64)
        return self.drawn[size]

    def points(self, discards: int) -> Array:
        """Return forehand's points in each deal, if it puts down these cards."""
        hands, gone = (part.copy() for part in self.after(discards.bit_count()))
        hands[:, 0] |= np.uint64(self.hand & ~discards)
        gone[:, 0] = discards
        game = game_of(PLAIN.rules_of(self.contract), self.contract, None, PLAIN.pack)
        taken = np.zeros((len(hands), 1, 3), np.int16)
        rollouts().play(game, hands, gone, Seat.FOREHAND, (), (), taken)
        return self.contract.sign * (taken[:, 0, 0] - PLAIN.tricks / 3)


def judge(kind: str, number: int, worlds: int, again: int) -> Row:
    """Return what discards of a hand come to, above what the unchanging rule puts down."""
    contract = Contract.H if kind == "trump" else Contract[kind]
    hand = hand_of(generator(50000 + number).permutation(52)[: PLAIN.tricks].tolist())
    seen = ExchangeObservation.of(hand, PLAIN, contract, seat=Seat.FOREHAND)
    begun = time.process_time()
    advice = advise_exchange(seen, seed=number, pool=POOL)
    seconds = time.process_time() - begun
    best = advice.best[0]
    deals = Redealt(contract, hand, worlds, 50000 + number, by_unchanging)
    usual = deals.points(by_unchanging(contract, hand, seen.sizes()[-1]))
    ways = {"pat": 0, "model": hand_of(advice.thumb.discards), "advice": hand_of(best.discards)}
    row: Row = {name: float((deals.points(own) - usual).mean()) for name, own in ways.items()}
    row["cpu"] = round(seconds, 3)
    if again:
        fresh = Redealt(contract, hand, again, 90000 + number, by_computer).points(ways["advice"])
        row |= {"told": best.points, "between": list(best.interval), "found": fresh.mean()}
        row["error"] = float(fresh.std(ddof=1) / again**0.5)
    return row


def show_judged(rows: list[Row]) -> None:
    """Print what the discards come to, by contract, and how often intervals hold."""
    heads("", "hands", "pat", "rule of thumb", "advice", "CPU s", "worst", "holds", "off by")
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = [row for row in rows if row["kind"] == kind]
        told = [row for row in own if "told" in row]
        off = [
            (row["told"] - row["found"])
            / np.hypot((row["between"][1] - row["between"][0]) / 2, 1.96 * row["error"])
            for row in told
        ]
        line(
            *(kind, len(own)),
            *(interval([row[name] for row in own]) for name in ("pat", "model", "advice")),
            *(figure(found([row["cpu"] for row in own])) for found in (np.mean, max)),
            interval([100.0 * (abs(each) <= 1) for each in off], ".0f") if off else "",
            figure(1.96 * float(np.sqrt(np.mean(np.square(off))))) if off else "",
        )


# Duels --------------------------------------------------------------------------------


class Duel:
    """A deal of a kind in which one seat is asked something, and then plays on.

    The question is asked at a ``table`` at which the computer decides all else.
    """

    def __init__(self, kind: str, number: int, seed: int, record: Deal | None) -> None:
        name = kind.removeprefix("card-")
        self.table = replace(table_of(name, number, seed), begun=record)
        variant, self.seat = self.table.variant, Seat(number % SEATS)
        self.played = 3 * (number // 3 % 9)
        self.asked = steps.AsksCall if variant.slots else steps.AsksBid
        if name in KINDS:
            self.asked, self.seat = steps.AsksExchange, Seat.FOREHAND
        elif variant.slots and self.seat not in variant.callers:
            self.seat = Seat.FOREHAND
        if name != kind:
            self.asked, self.seat = steps.AsksCard, Seat(number % SEATS)

    def is_asked(self, asks: steps.Asks) -> bool:
        """Return whether this is asked; of cards one where there is a choice."""
        if asks.seat is not self.seat or not isinstance(asks, self.asked):
            return False
        if not isinstance(asks, steps.AsksCard):
            return True
        choices = self.table.observation(self.seat).equivalent_cards()
        return len(self.table.played) >= self.played and len(choices) > 1

    def question(self) -> steps.ComputerTurn | None:
        """Return the turn that is asked about, None where it does not come to that."""

        def decide(table: Table, turn: steps.ComputerTurn) -> Any:
            return None if self.is_asked(turn.asks) else decided(table, turn, pool=POOL)

        return driven(self.table, decide)

    def points(self, plan: Any) -> float:
        """Return what the seat makes more than all on average who then does as planned."""
        plans = [plan] * (plan is not None)

        def decide(table: Table, turn: steps.ComputerTurn) -> Any:
            asks = turn.asks
            if not plans or asks.seat is not self.seat or not isinstance(asks, self.asked):
                return decided(table, turn, pool=POOL)
            answer, *plans[:] = answered(asks, plans[0])
            return asks.take(answer)

        table = replace(self.table.again(None), begun=self.table.record())
        driven(table, decide)
        marked = (0,) * SEATS if table.score is None else table.score.points
        return float(marked[self.seat] - np.mean(marked))


def told(asks: Any, advice: Any) -> Any:
    """Return what advice says, as a row has it: cards, places of calls, how far to bid."""
    match advice:
        case PlayAdvice():
            return advice.best.card
        case ExchangeAdvice():
            return list(advice.best[0].discards)
        case ContractAdvice():
            return asks.auction.legal().index(advice.calls[0].call)
        case BiddingAdvice():
            ladder, said = asks.bidding.ladder, advice.said
            return [-1 if bid is None else ladder.index(bid) for bid in (said.now, said.up_to)]
    raise TypeError(advice)


def answered(asks: Any, plan: Any) -> tuple[Any, ...]:
    """Return an answer of a row, and of bids what is still planned: to go as far by little."""
    match asks:
        case steps.AsksCall():
            return (asks.auction.legal()[plan],)
        case steps.AsksBid():
            ladder, (now, up_to) = asks.bidding.ladder, plan
            higher = [ladder.index(bid) for bid in asks.bidding.legal() if bid is not None]
            bid = next((each for each in higher if now <= each <= up_to), None)
            return None if bid is None else ladder[bid], [0, up_to]
        case steps.AsksExchange():
            return (tuple(plan),)
    return (plan,)


def duelled(kind: str, number: int, seed: int, other: Row) -> Row:
    """Return what a seat makes by the advice, the rule of thumb and another row's answer."""
    told_of = parse_deals(other["record"])[0] if "record" in other else None
    duel = Duel(kind, number, seed, told_of)
    turn = duel.question()
    if turn is None:
        return {}
    begun = time.process_time()
    advice = advise_at(duel.table, turn.asks, pool=POOL)
    seconds = round(time.process_time() - begun, 3)
    row: Row = {"record": format_deal(duel.table.record()), "cpu": seconds}
    row["advice"] = told(turn.asks, advice)
    made: dict[str, float] = {}
    plans = {"thumb": None, "advice": row["advice"]}
    if "advice" in other:
        plans["other"] = other["advice"]
    for name, plan in plans.items():
        if (text := str(plan)) not in made:
            made[text] = duel.points(plan)
        row[f"by {name}"] = made[text]
    return row


def show_duels(rows: list[Row]) -> None:
    """Print what the advice makes more, by kind."""
    heads("", "deals", "advice - rule of thumb", "advice - other", "CPU s", "worst")
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = [row for row in rows if row["kind"] == kind and "record" in row]
        if not own:
            continue
        more = (
            [row["by advice"] - row[name] for row in own if name in row]
            for name in ("by thumb", "by other")
        )
        seconds = [row["cpu"] for row in own]
        line(
            *(kind, len(own)),
            *(interval(each) if each else "" for each in more),
            *(figure(found(seconds)) for found in (np.mean, max)),
        )


def main(
    *,
    judged: tuple[str, ...] = (),
    hands: int = 100,
    worlds: int = 300,
    again: int = 0,
    duels: tuple[str, ...] = (),
    deals: int = 100,
    seed: int = 7,
    against: Path | None = None,
    output: Path | None = None,
) -> None:
    """Judge so many hands of these contracts, or play deals of these kinds on."""
    if judged:
        wanted = product(range(hands), judged)
        show_judged(
            measured(
                output,
                ("number", "kind"),
                wanted,
                lambda number, kind: judge(kind, number, worlds, again),
            )
        )
    if duels:
        before = [] if against is None else read(against)
        others = {(row["kind"], row["number"]): row for row in before}
        show_duels(
            measured(
                output,
                ("number", "kind"),
                product(range(deals), duels),
                lambda number, kind: duelled(kind, number, seed, others.get((kind, number), {})),
            )
        )


if __name__ == "__main__":
    run(main)
