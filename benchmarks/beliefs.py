"""What it changes to believe what the others did: the cases in which it decides.

    python benchmarks/beliefs.py --worlds 400

Each case is a hand and what was seen. It is asked with every belief, over so many worlds; the
exchanges also over worlds drawn by plain rejection, without the sampler: deals are dealt until
every seat before does by the rule of thumb just what it is known to have done. Points are by
share; a difference is that of the two discards named, in the same worlds, with its 95 %
interval.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from solver.advice.asked_for import Value
from solver.advice.behaviour import Belief
from solver.advice.contract import advise_contract
from solver.advice.deal_worth import Evaluator
from solver.advice.seen import Moment, Seen
from solver.advice.statistics import CONFIDENCE, effective, mean_variance, quantile, shares
from solver.advice.thumb_hand import thumb_discards, thumb_of
from solver.advice.view import view
from solver.advice.worlds import (
    Opponents,
    World,
    Worlds,
    after_exchange,
    draw,
)
from solver.cards import Seat
from solver.engine import Engine
from solver.notation import parse_hand
from solver.pool import Pool
from solver.rules.auction import PASS, Call
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.run import Run


class Case(NamedTuple):
    """An exchange: a hand, the game and the contract, whose hand, what those before took."""

    hand: str
    variant: str
    contract: Contract
    seat: Seat
    taken: tuple[int, ...]


EXCHANGES = (
    Case("AQ8.Q74.J975.T6", "basic", Contract.H, Seat.DEALER, (0, 0)),
    Case("KQ8.Q74.J975.T6", "basic", Contract.H, Seat.DEALER, (0, 0)),
    Case("A86.Q743.K75.T6", "basic", Contract.H, Seat.DEALER, (0, 0)),
    Case("K4.A76.AQ973.J9", "hornafjordur", Contract.NT, Seat.MIDDLEHAND, (0,)),
    Case("K4.A76.AQ973.J9", "hornafjordur", Contract.NT, Seat.MIDDLEHAND, (4,)),
    Case("K4.A76.AQ973.J9", "hornafjordur", Contract.NT, Seat.MIDDLEHAND, (7,)),
)

GREAT_H = Call(Contract.H, great=True)
OVERCALLS: tuple[tuple[str, tuple[Call | None, ...]], ...] = (
    ("AKQ2.J985.K73.AT942", (Call(Contract.NULLO), GREAT_H)),
    ("K832.J9.K7632.QT942", (Call(Contract.S), GREAT_H)),
    ("AKQJT986.A.AKQ5.A43", (Call(Contract.NULLO),)),
    ("AKQJT9865.AK.AK2.AQ", (Call(Contract.H),)),
    ("AKQJ3.AK.AKQJ4.AKQ2", (Call(Contract.D), PASS)),
)


def known_of(case: Case) -> Seen:
    hand, variant = parse_hand(case.hand), get_variant(case.variant)
    return view(hand, variant, case.contract, case.seat, taken=case.taken)


def rejected(seen: Seen, rng: np.random.Generator, tries: int) -> Iterator[World]:
    """Yield the worlds of so many deals in which all did what they did by the rule of thumb."""
    variant = seen.variant
    worlds = Worlds(_unasked(seen), Belief.NONE)
    for _ in range(tries):
        dealt = worlds.draw(rng)
        hands, manni = list(dealt.hands), dealt.manni
        before = 0
        for seat, count in zip(seen.order, seen.taken, strict=False):
            sizes = variant.exchange.sizes(seat, before, variant.tricks, variant.manni)
            whole = variant.exchange.all_or_nothing
            gone = thumb_discards(seen.contract, hands[seat], sizes, seen.ace_low, whole)
            if gone.bit_count() != count:
                break
            hands[seat], manni = draw(hands[seat], manni, gone)
            before += count
        else:
            yield World((hands[0], hands[1], hands[2]), manni)


def _unasked(seen: Seen) -> Seen:
    """Return what a seat knows before anybody has exchanged."""
    return replace(
        seen, taken=(), declarer=None, great=False, calls=(), lines_left=(), moment=Moment.CALL
    )


def points(seen: Seen, world: World, discards: int, engine: Engine) -> float:
    hands, drawn = after_exchange(seen, world, discards.bit_count(), Opponents.THUMB)
    dealt = list(hands)
    dealt[seen.seat] = seen.hand & ~discards | drawn
    evaluator = Evaluator(seen, Value.SHARE)
    return evaluator.outcome(engine, dealt, evaluator.first_guess(), Run()).points


def mean(values: list[float], counts: list[float]) -> str:
    if len(values) < 2:
        return f"of {len(values)} deals nothing can be said"
    t = quantile((1 - CONFIDENCE) / 2, max(1, int(effective(counts)) - 1))
    wide = t * float(mean_variance(np.array(values), shares(counts))) ** 0.5
    return f"{shares(counts) @ values:+.2f} ± {wide:.2f}"


def exchanges(options: argparse.Namespace, engine: Engine) -> None:
    for case in EXCHANGES[options.first :]:
        seen = known_of(case)
        thumb = seen.hand if seen.exchange.all_or_nothing else thumb_of(seen)
        print(
            f"{case.variant}, {case.contract.name}, {case.seat.word} {case.hand}, "
            f"before: {' '.join(map(str, case.taken))}; exchanging {thumb.bit_count()}"
        )
        for belief in Belief:
            worlds = Worlds(seen, belief, options.seed)
            some = [worlds[number] for number in range(options.worlds)]
            counts = [worlds.weight(number) for number in range(options.worlds)]
            show(belief.value, seen, thumb, some, counts, engine)
            good = worlds.credit(100)
            if good is not None:
                print(f"    100 worlds count as {good.effective:.0f}" + ", rare" * good.rare)
        rng = generator(options.seed + 1)
        rows = []
        for world in rejected(seen, rng, options.tries):
            rows.append(world)
            if len(rows) == options.worlds:
                break
        show("rejection", seen, thumb, rows, [1.0] * len(rows), engine)


def show(
    name: str,
    seen: Seen,
    thumb: int,
    worlds: list[World],
    counts: list[float],
    engine: Engine,
) -> None:
    mine = [points(seen, world, thumb, engine) for world in worlds]
    pat = [points(seen, world, 0, engine) for world in worlds]
    less = [value - other for value, other in zip(mine, pat, strict=True)]
    print(
        f"  {name:9} {len(worlds):5} worlds: exchange {mean(mine, counts)}, "
        f"pat {mean(pat, counts)}, difference {mean(less, counts)}",
        flush=True,
    )


def overcalls(options: argparse.Namespace, pool: Pool) -> None:
    variant = get_variant("laugavatn")
    for hand, calls in OVERCALLS:
        said = ", ".join("pass" if call is None else str(call) for call in calls)
        print(f"laugavatn, {hand} after {said}")
        for belief in Belief:
            advice = advise_contract(
                parse_hand(hand),
                variant,
                calls=calls,
                worlds=options.calls_worlds,
                seed=options.seed,
                belief=belief,
                pool=pool,
            )
            rows = (
                f"{'pass' if choice.call is None else choice.call} {choice.points:+.2f} "
                f"({choice.total:+.2f} with what is left)"
                for choice in advice.calls[:3]
            )
            print(f"  {belief.value:9} {'; '.join(rows)}", flush=True)
            if advice.credit is not None:
                good = advice.credit
                print(
                    f"    {good.deals} worlds count as {good.effective:.0f}" + ", rare" * good.rare
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=400, help="of each exchange")
    parser.add_argument("--tries", type=int, default=200_000, help="deals for the rejection")
    parser.add_argument("--calls-worlds", type=int, default=40, help="of each overcall")
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="so many exchanges are passed over")
    parser.add_argument("--only", choices=("exchanges", "overcalls"))
    parser.add_argument("--memory", type=int, default=128, help="MB")
    options = parser.parse_args()
    if options.only != "overcalls":
        exchanges(options, Engine(options.memory))
    if options.only != "exchanges":
        overcalls(options, Pool(options.memory))


if __name__ == "__main__":
    main()
