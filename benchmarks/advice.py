"""What advice brings: judged in deals dealt again, and in deals that are played on.

    python benchmarks/advice.py --judged NT trump NULLO --hands 500 --again 2000 -o judged.jsonl
    python benchmarks/advice.py --duels exchange-NT call-laugavatn bid-encheres-sans -o duels.jsonl
    python benchmarks/advice.py --duels card-NT exchange-NT --against duels.jsonl -o both.jsonl
    python benchmarks/advice.py --beliefs NT trump NULLO laugavatn --worlds 2000 -o told.jsonl

**Judged** are discards of Hornafjarðarmanni, forehand's, of twelve cards at random: points above
those of a rule of thumb that does not change, over so many ``worlds``, in which the others exchange
by that rule and all play by the policy. In ``again`` others, where they exchange by the computer's,
it is seen whether the interval of the advice holds.

**Duels**: in a deal as it was dealt one question is answered by the advice, by the rule of thumb
and, ``against`` the rows of another version, as that has answered it; three ``fair`` decide all
else. A kind says what is asked, and in which contract of Hornafjarðarmanni or in which game.

**Beliefs**: how much likelier each card that a seat to play does not see is where it lies, in so
many worlds, than where nothing is believed, in bits, which are added up.
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
from measuring import Row, heads, interval, line, measured, read, run
from play import PLAIN, driven, table_of

from manni.solver.advice.answer import BiddingAdvice, ContractAdvice, ExchangeAdvice
from manni.solver.advice.choices import Belief
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.hand_model import HandModel
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.advice.worlds import Worlds
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
from manni.solver.engine import Pool
from manni.solver.files.dealfile import format_deal, parse_deals
from manni.solver.rollouts import game_of, rollouts
from manni.solver.rules.shuffle import generator
from manni.solver.table.advice import advise_at, decided
from manni.solver.table.deal import DealTable
from manni.solver.table.steps import Asks, AsksBid, AsksCall, AsksCard, AsksExchange, ComputerTurn

Array = np.ndarray[Any, np.dtype[Any]]
PutDown = Callable[[Contract, Array, Array], Array]
"""What is put down of hands, of each at most so many cards."""

POOL = Pool(64)
HANDS = 50000
"""The seed of the first hand that is judged."""

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
    """Return what the unchanging rule puts down, as hands, by how many cards may go."""
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


def by_unchanging(contract: Contract, hands: Array, most: Array) -> Array:
    """Return what the rule puts down by which all is measured."""
    each = zip(hands.tolist(), most.tolist(), strict=True)
    return np.array([liked_least(contract, hand)[most] for hand, most in each], np.uint64)


def by_model(contract: Contract, hands: Array, most: Array) -> Array:
    """Return what the computer puts down."""
    return HandModel.of(PLAIN, contract).best(hands, most)[0]


def redealt(
    contract: Contract, hand: int, discards: int, number: int, seed: int, put_down: PutDown
) -> Array:
    """Return forehand's points in so many deals if it puts down these cards of a hand."""
    packs = np.tile(list(cards_in(PLAIN.pack & ~hand)), (number, 1))
    cards = np.uint64(1) << generator(HANDS + seed).permuted(packs, axis=1).astype(np.uint64)
    *dealt, pile = np.split(cards, [PLAIN.tricks, 2 * PLAIN.tricks], axis=1)
    drawn = np.pad(pile.cumsum(axis=1, dtype=np.uint64), ((0, 0), (1, 0)))
    rows, at = np.arange(number), np.full(number, discards.bit_count())
    hands, gone = np.zeros((2, number, SEATS), np.uint64)
    hands[:, 0], gone[:, 0] = drawn[rows, at] | np.uint64(hand & ~discards), discards
    for seat, own in zip((Seat.MIDDLEHAND, Seat.DEALER), dealt, strict=True):
        most = [
            PLAIN.exchange.sizes(seat, each, PLAIN.tricks, PLAIN.manni)[-1] for each in at.tolist()
        ]
        held = own.sum(axis=1, dtype=np.uint64)
        gone[:, seat] = down = put_down(contract, held, np.array(most))
        until = at + np.bitwise_count(down)
        hands[:, seat] = held & ~down | drawn[rows, until] & ~drawn[rows, at]
        at = until
    game = game_of(PLAIN.rules_of(contract), contract, frozenset(), PLAIN.pack, SEATS)
    taken = np.zeros((number, 1, SEATS), np.int16)
    rollouts().play(game, hands, gone, Seat.FOREHAND, (), (), taken)
    return contract.sign * (taken[:, 0, 0] - PLAIN.tricks / SEATS)


def judge(number: int, kind: str, worlds: int, again: int) -> Row:
    """Return what discards of a hand come to, and what the advice has said and cost."""
    contract = Contract.H if kind == "trump" else Contract[kind]
    hand = hand_of(generator(HANDS + number).permutation(52)[: PLAIN.tricks].tolist())
    seen = ExchangeObservation.of(hand, PLAIN, contract, seat=Seat.FOREHAND)
    start = time.process_time()
    advice = advise_exchange(seen, seed=number, pool=POOL)
    row: Row = {"cpu": round(time.process_time() - start, 3)}
    best = advice.best[0]
    ways = {
        "pat": 0,
        "rule of thumb": hand_of(advice.thumb.discards),
        "advice": hand_of(best.discards),
    }
    usual = liked_least(contract, hand)[seen.sizes()[-1]]
    of_usual = redealt(contract, hand, usual, worlds, number, by_unchanging)
    for name, discards in ways.items():
        found = redealt(contract, hand, discards, worlds, number, by_unchanging)
        row[name] = float((found - of_usual).mean())
    if again:
        fresh = redealt(contract, hand, ways["advice"], again, -1 - number, by_model)
        half = (best.interval[1] - best.interval[0]) / 2
        wide = np.hypot(half, 1.96 * fresh.std(ddof=1) / again**0.5)
        row["told too much"] = best.points - float(fresh.mean())
        row["holds"] = float(abs(row["told too much"]) <= wide)
    return row


# Duels --------------------------------------------------------------------------------

ASKED = {"exchange": AsksExchange, "call": AsksCall, "bid": AsksBid, "card": AsksCard}


def is_asked(table: DealTable, asks: Asks, what: str, number: int) -> bool:
    """Return whether this is the question of a deal; of cards one where there is a choice."""
    variant = table.variant
    turn, seat = divmod(number, variant.players)
    if not isinstance(asks, ASKED[what]) or asks.seat != seat:
        return False
    if what != "card":
        return True
    choices, trick = (
        table.observation(asks.seat).equivalent_cards(),
        turn % (variant.tricks // 2 + 1),
    )
    return len(choices) > 1 and len(table.deal.play) >= variant.players * trick


def answer_of(advice: Any) -> Any:
    """Return what advice says is to be done."""
    if isinstance(advice, ExchangeAdvice):
        return advice.best[0].discards
    if isinstance(advice, ContractAdvice):
        return advice.calls[0].call
    return advice.said.now if isinstance(advice, BiddingAdvice) else advice.best.card


def by_computer(table: DealTable, turn: ComputerTurn) -> Any:
    """Decide as the computer does."""
    return decided(table, turn, pool=POOL)


def brings(table: DealTable, record: str, seat: Seat) -> float:
    """Return what a seat makes more than all on average if the computer plays on."""
    table = begun(table, record)
    driven(table, by_computer)
    marked = (0,) * table.variant.players if table.score is None else table.score.points
    return float(marked[seat] - np.mean(marked))


def begun(table: DealTable, record: str) -> DealTable:
    """Return a table at which what is recorded has been done."""
    return replace(table.again(None), begun=parse_deals(record)[0])


def duel(number: int, kind: str, seed: int, other: Row) -> Row:
    """Return what a seat makes by the rule of thumb, the advice and the answer of another row."""
    what, name = kind.split("-", 1)
    table = table_of(name, number, seed)
    if "rule" in other:
        table = begun(table, other["rule"])

    def until_asked(table: DealTable, turn: ComputerTurn) -> Any:
        asked = "rule" in other or is_asked(table, turn.asks, what, number)
        return None if asked else by_computer(table, turn)

    turn = driven(table, until_asked)
    if turn is None:
        return {}
    records = {"rule": format_deal(table.deal)}
    start = time.process_time()
    advice = advise_at(table, turn.asks, pool=POOL)
    row: Row = {"cpu": round(time.process_time() - start, 3)}
    answers, after = [answer_of(advice)], begun(table, records["rule"])
    driven(after, lambda table, turn: turn.asks.take(answers.pop()) if answers else None)
    records["advice"] = format_deal(after.deal)
    if "advice" in other:
        records["other"] = other["advice"]
    made = {each: brings(table, each, turn.asks.seat) for each in set(records.values())}
    more = {way: made[records["advice"]] - made[records[way]] for way in records}
    return row | {f"advice - {way}": more[way] for way in more if way != "advice"} | records


# What is told -------------------------------------------------------------------------


def places(hands: Array, gone: Array, cards: Array) -> Array:
    """Return by world and card whose it is, or by whom it was put down, as a number, 0 nobody."""
    held = np.concatenate([hands, gone], axis=1)[:, :, None] >> cards & np.uint64(1)
    return np.arange(1, held.shape[1] + 1) @ held.astype(int)


def told(number: int, kind: str, seed: int, worlds: int) -> Row:
    """Return how many bits beliefs tell of the places of the cards a seat does not see."""
    table = table_of(kind, number, seed)

    def until_asked(table: DealTable, turn: ComputerTurn) -> Any:
        return None if is_asked(table, turn.asks, "card", number) else by_computer(table, turn)

    turn = driven(table, until_asked)
    if turn is None:
        return {}
    seen, deal = table.observation(turn.asks.seat), table.deal
    cards = np.array(list(cards_in(seen.unseen)), np.uint64)
    gone = [hand_of(down or ()) for down in deal.discards]
    true = places(*(np.array([each], np.uint64) for each in (deal.hands_played(), gone)), cards)
    bits = {}
    for belief in Belief:
        start = time.process_time()
        block = Worlds(seen, belief, number).block(0, worlds)
        cpu = round(time.process_time() - start, 3)
        right = (places(block.hands, block.gone, cards) == true).sum(axis=0)
        bits[belief] = np.log2((right + 1) / (worlds + 4)).sum()
    return {"cpu": cpu, "bits told": float(bits[Belief.SOFT] - bits[Belief.NONE])}


def show(rows: list[Row]) -> None:
    """Print the means of each kind, and of CPU seconds the most too."""
    rows = [row for row in rows if "cpu" in row]
    columns = [
        name for name, value in rows[0].items() if isinstance(value, float) and name != "seconds"
    ]
    heads("", "deals", *columns, "most")
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = [row for row in rows if row["kind"] == kind]
        cells = ([row[name] for row in own if name in row] for name in columns)
        line(kind, len(own), *map(interval, cells), max(row["cpu"] for row in own))


def main(
    *,
    judged: tuple[str, ...] = (),
    hands: int = 100,
    worlds: int = 300,
    again: int = 0,
    duels: tuple[str, ...] = (),
    beliefs: tuple[str, ...] = (),
    deals: int = 100,
    seed: int = 7,
    against: Path | None = None,
    output: Path | None = None,
) -> None:
    """Judge hands in these contracts, play deals of these kinds on, or see what is believed."""
    others = {} if against is None else {(row["number"], row["kind"]): row for row in read(against)}
    for number, kinds, measure in (
        (hands, judged, lambda *own: judge(*own, worlds, again)),
        (deals, duels, lambda *own: duel(*own, seed, others.get(own, {}))),
        (deals, beliefs, lambda *own: told(*own, seed, worlds)),
    ):
        if kinds:
            show(measured(output, ("number", "kind"), product(range(number), kinds), measure))


if __name__ == "__main__":
    run(main)
