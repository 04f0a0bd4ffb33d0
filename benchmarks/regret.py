"""How far the discard that is advised is behind the best of a much larger pool.

    python benchmarks/regret.py --cards 12 --kinds NULLO --hands 100 -o regret.jsonl
    python benchmarks/regret.py --from regret.jsonl

Hands are dealt to forehand, with twelve cards of Hornafjarðarmanni or with sixteen of Trjámann.
The advice takes ``--worlds`` and races ``--raced`` discards. The pool is ``--pool`` discards, of
all those that the fitted rule likes best in some worlds: each meets ``--first`` worlds of another
seed, the ``--kept`` best of these and the one advised ``--second`` ones of a third. The pool's
best and the one advised are then compared in ``--reference`` worlds of a fourth, so that nothing
that chose them judges them; the fitted rule takes chance away. The regret is how many points more
the pool's best is worth there. It may be negative: the pool errs too, and the regret is that
against the best it could find. A line a hand and kind of contract is written as soon as it is
done; a file there is is taken up again.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

import numpy as np
from coverage import CONTRACTS, GAMES, dealt_hand, reference
from kept_rows import add_files, measured

from solver.advice.behaviour import Belief
from solver.advice.exchange import Race, advise_exchange
from solver.advice.raced_discards import RACED, Discarding, entrants_of
from solver.advice.seen import Seen
from solver.advice.statistics import half_width
from solver.advice.view import view
from solver.advice.worlds import Worlds
from solver.cards import Seat, hand_of
from solver.notation import format_hand
from solver.pool import Pool
from solver.rules.registry import get_variant
from solver.run import Run

FIRST_SEED, SECOND_SEED = 2 * 10**6, 3 * 10**6
KINDS = {contract.kind: contract for contract in CONTRACTS}
NEAR = (0.1, 0.5)


def best_of_pool(
    seen: Seen, advised: int, number: int, options: argparse.Namespace, pool: Pool
) -> int:
    """Return the best of all discards, as far as the pool's worlds tell."""
    discarding = Discarding(Worlds(seen, Belief.SOFT, FIRST_SEED + number))
    every = [entrant.alike.cards for entrant in entrants_of(seen, None, None).field]
    liked = np.argsort(discarding.first_look(every))[: -options.pool - 1 : -1]
    entrants = entrants_of(seen, [every[index] for index in liked], None)
    race = Race(discarding, entrants, pool)
    race.run(options.first, Run())
    promising = [race.order[index].alike.cards for index in race.best_first()[: options.kept]]
    advice = advise_exchange(
        seen,
        only=promising,
        also=[advised],
        raced=None,
        worlds=options.second,
        seed=SECOND_SEED + number,
        pool=pool,
    )
    return hand_of(advice.best[0].discards)


def place_of(seen: Seen, discards: int, number: int) -> int | None:
    """Return how many discards the advice's rules like better, None if it was not looked at."""
    discarding = Discarding(Worlds(seen, Belief.SOFT, number))
    field = entrants_of(seen, None, None, (), discarding).field
    return next((index for index, own in enumerate(field) if discards in own), None)


def regret(seen: Seen, number: int, options: argparse.Namespace, pool: Pool) -> dict[str, Any]:
    """Return the discards advised and best, and how far apart they are."""
    advice = advise_exchange(
        seen, worlds=options.worlds, raced=options.raced, seed=number, pool=pool
    )
    advised = hand_of(advice.best[0].discards)
    best = best_of_pool(seen, advised, number, options, pool)
    shown = entrants_of(seen, [advised], None).field
    points, error = 0.0, 0.0
    if not any(advised in own and best in own for own in shown):
        choices = [(seen, advised), (seen, best)]
        behind = reference(choices, number, options.reference, pool.engine).behind(1)
        points, (low, high) = float(behind.means[0]), behind.interval(0)
        error = (high - low) / 2
    return {
        "advised": format_hand(advised),
        "best": format_hand(best),
        "regret": points,
        "error": error,
        "place": place_of(seen, best, number),
        "candidates": advice.candidates,
    }


def tell(rows: list[dict[str, Any]]) -> None:
    """Print the mean regret and how often it is small, by cards and kind of contract."""
    groups: dict[tuple[int, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["cards"], row["kind"]].append(row)
    for (cards, kind), hands in sorted(groups.items()):
        regrets = np.array([row["regret"] for row in hands])
        wide = (
            half_width(float(regrets.var(ddof=1)), len(hands), 0.95) if len(hands) > 1 else np.nan
        )
        near = [f"within {most}: {np.mean(regrets <= most):.0%}" for most in NEAR]
        places = [row["place"] for row in hands]
        raced = np.mean([place is not None and place < RACED for place in places])
        looked = np.mean([place is not None for place in places])
        print(
            f"{cards} cards {kind:6}{len(hands):5} hands, "
            f"regret {regrets.mean():+.3f} ± {wide:.3f}; "
            f"{'; '.join(near)}; the pool's best raced: {raced:.0%}, looked at: {looked:.0%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, choices=tuple(GAMES), default=12)
    parser.add_argument("--kinds", nargs="+", choices=tuple(KINDS), default=["NULLO"])
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=12, help="of the advice")
    parser.add_argument("--raced", type=int, default=RACED, help="discards that the advice races")
    parser.add_argument("--pool", type=int, default=300, help="discards of the pool")
    parser.add_argument("--first", type=int, default=3, help="worlds that these meet")
    parser.add_argument("--kept", type=int, default=25, help="discards that go on")
    parser.add_argument("--second", type=int, default=30, help="worlds that these meet")
    parser.add_argument("--reference", type=int, default=120, help="worlds of the comparison")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=128, help="MB")
    add_files(parser)
    options = parser.parse_args()
    pool = Pool(options.memory)

    def found(cards: int, kind: str, number: int) -> dict[str, Any]:
        hand = dealt_hand(cards, number, options.seed)
        seen = view(hand, get_variant(GAMES[cards]), KINDS[kind], Seat.FOREHAND)
        return {"hand": format_hand(hand), **regret(seen, number, options, pool)}

    wanted = (
        (options.cards, kind, number) for number in range(options.hands) for kind in options.kinds
    )
    tell(measured(options, ("cards", "kind", "number"), wanted, found))


if __name__ == "__main__":
    main()
