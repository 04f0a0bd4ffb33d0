"""How far advice is to be believed: whether 95 % are 95 %, and whether its points come about.

    python benchmarks/coverage.py --cards 16 --hands 500 --worlds 2 -o coverage.jsonl
    python benchmarks/coverage.py --cards 0 --hands 150

Hands are dealt to forehand. With sixteen cards (Trjámann) NT, spades and NULLO are compared as
contracts, with twelve (Hornafjarðarmanni) discards are raced in each of these; the advice may
take ``--worlds`` or ``--time``. Then the same discards are valued in other worlds, of which
``--reference`` are solved: the fitted rule, which looks at many more, takes chance away, but what
is known of its spread is not used. An interval of the advice holds if the reference lies in it,
the reference's own 95 % allowed for. A hand whose advice was held up for so long that it has
nothing to say is left for the next time.

With no cards at all it is the play: deals of ``play.py`` are played by the rule of thumb, and once
in each a seat is told what it may expect. How many points more that is than there are in the end
is printed, by belief.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from measuring import Row, add_files, heads, interval, line, measured
from play import KINDS, Players, dealt

from manni.solver.advice.choices import Belief, Value
from manni.solver.advice.compare import SHARES, Comparison
from manni.solver.advice.contract import advise_contract
from manni.solver.advice.evaluation import Evaluator, FittedPoints
from manni.solver.advice.exchange import Discarding, advise_exchange
from manni.solver.advice.observation import ExchangeObservation, observation_of
from manni.solver.advice.play import advise_play
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import SEATS, Contract, Seat, hand_of
from manni.solver.engine import Engine, Pool
from manni.solver.errors import StoppedError
from manni.solver.rules.games import get_variant
from manni.solver.run import Run

CONTRACTS = (Contract.NT, Contract.S, Contract.NULLO)
GAMES = {12: "hornafjordur", 16: "trjamann"}
ASKED_AT = (0, 1, 2, 9, 10, 11, 18)
"""Cards played before the question."""
RULED = 1000
SOLVED = {12: 120, 16: 12}
Interval = tuple[float, float]


def reference(
    choices: list[tuple[ExchangeObservation, int]], number: int, worlds: int, engine: Engine
) -> Comparison:
    """Return what discards come to in worlds that the advice did not meet."""
    evaluators = [Evaluator(seen, Value.SHARE) for seen, _ in choices]
    possible = [own.possible for own in evaluators]
    found = Comparison(SHARES, possible, paired=False)
    deals: list[list[tuple[int, ...]]] = []
    for seen, discard in choices:
        discarding = Discarding(seen, Worlds(seen, Belief.SOFT, 10**6 + number))
        after = (discarding.deals(index, [discard]) for index in range(RULED))
        deals.append([hands for (hands,) in map(tuple, after)])
    ruled = np.stack(
        [
            FittedPoints(seen).points(np.array(own, np.uint64))
            for (seen, _), own in zip(choices, deals, strict=True)
        ]
    )
    found.rule(ruled, np.ones(RULED))
    run, guess = Run(), evaluators[0].first_guess()
    for index in range(worlds):
        # World by world, since discards in one find much in the table that others left.
        for choice, evaluator in enumerate(evaluators):
            outcome = evaluator.outcome(engine, deals[choice][index], guess, run)
            found.add(choice, outcome.between, rule=float(ruled[choice, index]))
            guess = outcome.guarantees
    return found


def compared(told: float, interval: Interval, truth: float, error: Interval) -> Row:
    """Return how far an interval and the reference are wide and apart, and whether it holds."""
    low, high = interval
    allowed = (error[1] - error[0]) / 2
    wide = told - low if truth < told else high - told
    return {
        "half": (high - low) / 2,
        "error": allowed,
        "off": truth - told,
        "holds": abs(truth - told) <= float(np.hypot(wide, allowed)),
    }


Asked = list[tuple[ExchangeObservation, Any]]
"""Choices of an advice, the best first, with what the seat had seen."""


def contracts(hand: int, limits: dict[str, Any]) -> Iterator[Asked]:
    """Yield the contracts that an advice compares."""
    variant = get_variant(GAMES[16])
    left = ((None, ("NT", "S", "NULLO")),)
    advice = advise_contract(hand, variant, left=left, deal_only=True, **limits)
    yield [
        (ExchangeObservation.of(hand, variant, called.call.contract, Seat.FOREHAND), called)
        for called in advice.calls
        if called.call is not None
    ]


def discards(hand: int, limits: dict[str, Any]) -> Iterator[Asked]:
    """Yield the best discards, the worst of those raced and none, in three contracts."""
    for contract in CONTRACTS:
        seen = ExchangeObservation.of(hand, get_variant(GAMES[12]), contract, Seat.FOREHAND)
        advice = advise_exchange(seen, **limits)
        shown = {each.discards: each for each in (advice.best[0], advice.best[-1], advice.stand)}
        yield [(seen, choice) for choice in shown.values()]


def held(asked: Asked, number: int, options: argparse.Namespace, engine: Engine) -> Iterator[Row]:
    """Yield how the intervals of choices hold."""
    choices = [(seen, hand_of(choice.discards)) for seen, choice in asked]
    truth = reference(choices, number, options.reference, engine)
    behind = truth.behind(0)
    for index, (seen, choice) in enumerate(asked):
        kind = {"contract": seen.contract.kind}
        if index == 0 or options.cards == 16:
            own = truth.estimate(index)
            found = compared(choice.points, choice.interval, own.mean, own.interval)
            yield {**kind, "of": "points", **found}
        if index:
            apart = float(behind.means[index]), behind.interval(index)
            found = compared(choice.behind, choice.behind_interval, *apart)
            yield {**kind, "of": "behind", **found}


def expected(number: int, kind: str, options: argparse.Namespace, players: Players) -> Any:
    """Return by how many points each belief expects more than there are in the end."""
    deal = dealt(kind, number, options.seed)
    cards, won = players.played(("thumb",) * SEATS, deal, number)
    deal = replace(deal, play=cards)
    played = ASKED_AT[number % len(ASKED_AT)]
    seat = deal.position(after=played).to_play
    seen, card = observation_of(deal, seat, played), cards[played]
    off = {}
    for belief in Belief:
        advice = advise_play(seen, worlds=options.worlds or 50, belief=belief, seed=number)
        points = next(choice.points for choice in advice.cards if card in choice.equals)
        off[belief.value] = points - won[seen.seat]
    return {"off": off}


def tell(rows: list[Row]) -> None:
    """Print how often intervals hold, by cards, kind of contract and what they are of.

    Of the deviations from the reference the root mean square is given, in standard errors of
    both together: 1 if intervals are as wide as they should be, more if they are too narrow.
    """
    groups: dict[tuple[int, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        for own in row["found"]:
            groups[row["cards"], own["contract"], own["of"]].append(own)
    heads("cards", "contract", "of", "intervals", "hold", "half width", "reference", "off by")
    for key, every in sorted(groups.items()):
        half, error, off, holds = (
            np.array([own[name] for own in every]) for name in ("half", "error", "off", "holds")
        )
        part = holds.mean()
        chance = 1.96 * (part * (1 - part) / len(every)) ** 0.5
        scaled = 1.96 * off / np.maximum(np.hypot(half, error), 1e-9)
        widths = (f"{np.median(each):.2f}" for each in (half, error))
        apart = f"{np.mean(scaled**2) ** 0.5:.2f}"
        line(*key, len(every), f"{part:.1%} ± {chance:.1%}", *widths, apart)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, choices=(0, 12, 16), default=16)
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--time", type=float)
    parser.add_argument("--reference", type=int, help="worlds of the reference that are solved")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=128, help="MB")
    add_files(parser)
    options = parser.parse_args()
    numbers = range(options.hands)
    if not options.cards:
        players = Players(0, None)
        asked = ((number, kind) for number in numbers for kind in KINDS)
        rows = measured(
            options, ("number", "kind"), asked, lambda *own: expected(*own, options, players)
        )
        heads("belief", *KINDS)
        for belief in Belief:
            line(
                belief.value,
                *(
                    interval([row["off"][belief.value] for row in rows if row["kind"] == kind])
                    for kind in KINDS
                ),
            )
        return
    options.reference = options.reference or SOLVED[options.cards]
    pool = Pool(options.memory)
    variant = get_variant(GAMES[options.cards])
    advised = contracts if options.cards == 16 else discards

    def judged(cards: int, number: int) -> Row | None:
        rng = np.random.default_rng([options.seed, cards, number])
        hand = variant.deal(rng).hands[Seat.FOREHAND]
        limits = {"worlds": options.worlds, "seconds": options.time, "seed": number, "pool": pool}
        try:
            every = [[*held(own, number, options, pool.engine)] for own in advised(hand, limits)]
        except StoppedError as error:
            print(f"hand {number} is left: {error}", file=sys.stderr)
            return None
        return {"found": [*chain(*every)]}

    wanted = ((options.cards, number) for number in numbers)
    tell(measured(options, ("cards", "number"), wanted, judged))


if __name__ == "__main__":
    main()
