"""What the quick choice of what to put away costs, by bids made in other deals.

    nice python benchmarks/put_away.py --hands 200 -o rows.jsonl

Hands and surprises of Manille aux enchères are dealt to forehand, whose bid is what the rule of
thumb expects of them: so it hangs by a few points. The advice chooses over ``--worlds`` deals. In
``--judge`` other deals, the same for all, it is compared with the rule of thumb's choice and with
the best there of all that it or an advice of another seed has shown: each of these deals counts
for the choice that is best in the others, so that this best is not too high by luck.

-o keeps a line a hand as soon as it is done, and goes on with a file that is there; ``--from``
adds up such files without measuring.
"""

from __future__ import annotations

import argparse
from itertools import islice
from typing import Any

import numpy as np
from kept_rows import Row, add_files, interval, measured

from solver.advice.answer import PutAwayChoice
from solver.advice.behaviour import Belief
from solver.advice.put_away import advise_put_away
from solver.advice.statistics import cross_fitted
from solver.advice.thumb_hand import best_kept, declarer_points
from solver.advice.view import holding
from solver.advice.worlds import Worlds
from solver.cards import Seat, hand_of
from solver.pool import Pool
from solver.rules.bidding import Aim
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.variant import Variant

OTHER = 12
"""The worlds of the advice that shows what the quick one may have left out."""


def measure(variant: Variant, number: int, options: argparse.Namespace) -> Row:
    """Return what the choices for a hand come to: the bids made, and the claim of the advice."""
    dealt = variant.deal(generator((options.seed << 32) + number))
    hand, pile = dealt.hands[Seat.FOREHAND], dealt.manni
    trump, kept = best_kept(variant, hand | hand_of(pile))
    most = max(bid.worth for bid in variant.bids if bid.aim is Aim.POINTS)
    bid = min(max(round(declarer_points(kept, trump)), 1), most)
    seen = holding(hand, variant, pile, bid=str(bid))
    pool = Pool(64)
    # Seeds that no other advice has, nor the deals that judge.
    advice = advise_put_away(seen, worlds=options.worlds, seed=3 * number, pool=pool)
    other = advise_put_away(seen, worlds=OTHER, seed=3 * number + 1, pool=pool)

    def named(choice: PutAwayChoice) -> tuple[Any, int]:
        return choice.contract, hand_of(choice.cards)

    advised, thumb = named(advice.best[0]), named(advice.thumb)
    shown = map(named, (*advice.best, *advice.trumps, *other.best))
    choices = list(dict.fromkeys([advised, thumb, *shown]))
    worlds = islice(Worlds(seen, Belief.NONE, 3 * number + 2).taken_up(), options.judge)
    points = np.array(
        [
            [
                pool.engine.value(world.position(*choice), world.declarer)
                + world.counted(choice[1])
                for choice in choices
            ]
            for world in worlds
        ]
    )
    made = (points >= bid).astype(np.float64)
    best = cross_fitted(made + 1e-6 * points, made)
    return {
        "bid": bid,
        "worlds": options.worlds,
        "advised": made[:, 0].mean(),
        "thumb": made[:, 1].mean(),
        "best": best.mean(),
        "points": (points[:, 0] - points[:, 1]).mean(),
        "claimed": advice.made,
        "counted": advice.best[0].chance,
    }


def percent(chances: np.ndarray) -> str:
    return interval(100 * chances, "+.1f")


def summary(rows: list[Row]) -> str:
    """Return bids made, what the advice costs and what it claims, hands counting alike."""
    of = {key: np.array([row[key] for row in rows], float) for key in rows[0]}
    lost = of["best"] - of["advised"]
    return "\n".join(
        [
            f"{len(rows)} hands, bids of {of['bid'].mean():.1f} on average",
            *(f"made, {key}: {percent(of[key])} %" for key in ("thumb", "advised", "best")),
            f"made, best - advised: {percent(lost)} %",
            f"made, advised - thumb: {percent(of['advised'] - of['thumb'])} %",
            f"balance lost: {interval(2 * of['bid'] * lost, '+.2f')} points a deal",
            f"hands that lose more than 10 %: {(lost > 0.1).sum()}",
            f"told - made, each deal by the others' choice: "
            f"{percent(of['claimed'] - of['advised'])} %",
            f"told - made, the best counted: {percent(of['counted'] - of['advised'])} %",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="encheres-petite")
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="so many hands are passed over")
    parser.add_argument("--worlds", type=int, default=40, help="of the advice")
    parser.add_argument("--judge", type=int, default=60, help="other deals, for each hand")
    parser.add_argument("--seed", type=int, default=2027)
    add_files(parser)
    options = parser.parse_args()
    variant = get_variant(options.game)
    numbers = range(options.first, options.first + options.hands)
    print(
        summary(
            measured(
                options, ("hand",), zip(numbers), lambda number: measure(variant, number, options)
            )
        )
    )


if __name__ == "__main__":
    main()
