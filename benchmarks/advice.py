"""What advice on the exchange is worth: points a deal of several ways to exchange.

    python benchmarks/advice.py --hands 1000 --worlds 16 --raced 16 --deals 4

Hands of Hornafjarðarmanni are dealt. Forehand stands pat, follows the rule of thumb, or
takes the advice, which sees only his hand; the two others follow the rule of thumb. Each
hand is then solved with open cards in other deals that agree with it, not those the
advice met. All three ways meet the same deals; points are by share, a hand's points the
mean of its deals.

With ``--kinds petite grande`` it is the surprise of Manille aux enchères: the declarer names and
puts away by the rule of thumb, by the advice, or what is best in the deal with open cards, which
nobody can know; points are those he is then sure of.

-o writes a line for each hand as soon as it is done; ``--from`` adds up such a file without
measuring.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path

import numpy as np
from kept_rows import keep, read

from solver.advice.asked_for import Value
from solver.advice.behaviour import Belief
from solver.advice.deal_worth import Evaluator
from solver.advice.exchange import advise_exchange
from solver.advice.put_away import advise_put_away
from solver.advice.raced_discards import RACED
from solver.advice.seen import Seen
from solver.advice.statistics import half_width
from solver.advice.thumb_hand import best_kept, thumb_discards
from solver.advice.view import holding, view
from solver.advice.worlds import Opponents, World, Worlds, after_exchange
from solver.cards import Seat, hand_of
from solver.engine import Engine
from solver.exchange.surprise import TakenUp, most_points
from solver.pool import Pool
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.run import Run

KINDS = ("NT", "trump", "NULLO")
WAYS = ("stand", "thumb", "advice")
SURPRISES = {"petite": "encheres-petite", "grande": "encheres-grande"}
SURPRISE_WAYS = ("thumb", "advice", "open cards")
SUITS = (Contract.H, Contract.S, Contract.D, Contract.C)


def discards_of(seen: Seen, options: argparse.Namespace, pool: Pool, number: int) -> list[int]:
    """Return the discards of each way: standing pat (none), rule of thumb, advice."""
    if options.no_advice:
        return [0, thumb_discards(seen.contract, seen.hand, seen.sizes(), seen.ace_low)]
    advice = advise_exchange(
        seen,
        seconds=options.seconds,
        worlds=options.worlds,
        seed=number,
        pool=pool,
        raced=options.raced,
    )
    return [0, hand_of(advice.thumb.discards), hand_of(advice.best[0].discards)]


def points_of(seen: Seen, world: World, discards: int, engine: Engine) -> float:
    hands, drawn = after_exchange(seen, world, discards.bit_count(), Opponents.THUMB)
    dealt = list(hands)
    dealt[seen.seat] = seen.hand & ~discards | drawn
    evaluator = Evaluator(seen, Value.SHARE)
    return evaluator.outcome(engine, dealt, evaluator.first_guess(), Run()).points


def measure(kind: str, options: argparse.Namespace) -> Iterator[list[float]]:
    """Yield for each hand the CPU seconds of the advice and the points of each way."""
    variant = get_variant("hornafjordur")
    dealer = generator(options.seed)
    start = time.monotonic()
    for number in range(options.first + options.hands):
        hand = variant.deal(dealer).hands[Seat.FOREHAND]
        if number < options.first:
            continue
        contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
        seen = view(hand, variant, contract, Seat.FOREHAND)
        pool = Pool(options.memory)
        begin = time.process_time()
        ways = discards_of(seen, options, pool, number)
        seconds = time.process_time() - begin
        drawn = Worlds(seen, Belief.SOFT)
        worlds = [
            drawn.draw(np.random.default_rng([options.seed, number, deal]))
            for deal in range(options.deals)
        ]
        points = {
            choice: np.mean([points_of(seen, world, choice, pool.engine) for world in worlds])
            for choice in dict.fromkeys(ways)
        }
        yield [seconds, *(float(points[choice]) for choice in ways)]
        if options.most and time.monotonic() - start > options.most:
            return


def measure_surprise(game: str, options: argparse.Namespace) -> Iterator[list[float]]:
    """Yield for each hand the CPU seconds of the advice and the points of each way."""
    variant = get_variant(game)
    dealer = generator(options.seed)
    start = time.monotonic()
    for number in range(options.first + options.hands):
        dealt = variant.deal(dealer)
        if number < options.first:
            continue
        seen = holding(dealt.hands[Seat.FOREHAND], variant, dealt.manni)
        pool = Pool(options.memory)
        begin = time.process_time()
        best = advise_put_away(
            seen, worlds=options.worlds, seconds=options.seconds, seed=number, pool=pool
        ).best[0]
        seconds = time.process_time() - begin
        trump, kept = best_kept(variant, seen.hand)
        ways = [(trump, seen.hand & ~kept), (best.contract, hand_of(best.cards))]
        # A seed that no advice has.
        worlds = islice(
            Worlds(seen, Belief.NONE, (options.seed << 32) + number).taken_up(), options.deals
        )
        points = [
            [
                *(declarers_points(world, *choice, pool.engine) for choice in ways),
                most_points(world, engine=pool.engine),
            ]
            for world in worlds
        ]
        yield [seconds, *map(float, np.mean(points, axis=0))]
        if options.most and time.monotonic() - start > options.most:
            return


def declarers_points(world: TakenUp, trump: Contract, away: int, engine: Engine) -> int:
    return engine.value(world.position(trump, away), world.declarer) + world.counted(away)


def summary(kind: str, rows: np.ndarray, as_json: bool) -> str:
    """Return a line with the means and intervals of each way and of the differences."""
    points = rows[:, 1:]
    ways = (SURPRISE_WAYS if kind in SURPRISES else WAYS)[: points.shape[1]]
    figures = {way: interval(points[:, index]) for index, way in enumerate(ways)}
    for first, second in combinations(range(len(ways)), 2):
        figures[f"{ways[second]} - {ways[first]}"] = interval(points[:, second] - points[:, first])
    seconds = float(rows[:, 0].mean())
    if as_json:
        return json.dumps({"kind": kind, "hands": len(rows), "seconds": seconds, **figures})
    texts = "; ".join(f"{name} {mean:+.2f} ± {wide:.2f}" for name, (mean, wide) in figures.items())
    return f"{kind}, {len(rows)} hands, {seconds:.2f} s an advice: {texts}"


def interval(values: np.ndarray) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    return float(values.mean()), half_width(float(values.var(ddof=1)), len(values), 0.95)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000, help="of each kind of contract")
    parser.add_argument("--first", type=int, default=0, help="so many hands are passed over")
    parser.add_argument("--deals", type=int, default=4, help="solved for each hand")
    parser.add_argument("--seed", type=int, default=2026, help="not one of fit_exchange.py")
    parser.add_argument("--seconds", type=float, help="for each advice")
    parser.add_argument("--worlds", type=int, help="most worlds of each advice")
    parser.add_argument("--raced", type=int, default=RACED, help="discards that are raced")
    parser.add_argument("--no-advice", action="store_true", help="only the two other ways")
    parser.add_argument("--most", type=float, help="seconds after which a kind stops")
    parser.add_argument("--kinds", nargs="+", choices=(*KINDS, *SURPRISES), default=KINDS)
    parser.add_argument("--memory", type=int, default=256, help="MB")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("-o", "--output", type=Path, help="a line a hand, as they come")
    parser.add_argument("--from", dest="source", type=Path, help="a file that -o has made")
    options = parser.parse_args()
    if options.seconds is None and options.worlds is None:
        options.seconds = 10.0
    if options.source is not None:
        lines = read(options.source)
        for kind in dict.fromkeys(line["kind"] for line in lines):
            rows = [line["figures"] for line in lines if line["kind"] == kind]
            print(summary(kind, np.array(rows), options.json))
        return
    for kind in options.kinds:
        rows = []
        measured = measure(kind, options)
        if kind in SURPRISES:
            measured = measure_surprise(SURPRISES[kind], options)
        for row in measured:
            rows.append(row)
            keep(options.output, {"kind": kind, "figures": row})
        print(summary(kind, np.array(rows), options.json), flush=True)


if __name__ == "__main__":
    main()
