"""What advice on an exchange brings, judged in deals dealt again.

    python benchmarks/advice.py --judged NT trump NULLO --hands 500 --again 2000

Judged are discards of Hornafjarðarmanni, forehand's, of twelve cards at random: points above those
of a rule of thumb that does not change, over so many ``worlds``, in which the others exchange by
that rule and all play by the policy. In ``again`` others, where they exchange by the computer's, it
is seen whether the interval of the advice holds.
"""

from __future__ import annotations

from functools import lru_cache
from unittest.mock import patch

import numpy as np
from measuring import heads, interval, line, run, timed
from play import PLAIN

from manni.solver.advice.choices import Belief
from manni.solver.advice.exchange import advise_exchange, after_discards
from manni.solver.advice.hand_model import Array, HandModel
from manni.solver.advice.observation import Observation, observation_from
from manni.solver.advice.play import roll_out_deals
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
from manni.solver.rules.shuffle import generator

POOL = Pool(64)
HANDS = 50000
"""The seed of the first hand that is judged."""

_HIGH = {  # ten to ace, and for each card of the suit, less what a card not seen is worth
    "NT": ((0.2, 0.4, 0.7, 0.9, 1.5), 0.02, 0.3),
    "plain": ((0, 0.3, 0.5, 0.6, 1.1), 0, 0.4),
    "trump": ((0, 0.3, 0.5, 0.8, 1), 0.3, 0.55),
}
_BURDENS = (  # by how many lower ones are held
    (0, 0, 0.1, 0.1),  # of the two to the four
    (0.45, 0.15, 0.25, 0.25),  # to the seven
    (0.75, 0.45, 0.4, 0.3),  # to the ten
    (0.95, 0.6, 0.35, 0.3),  # of jack and queen
    (1, 0.7, 0.4, 0.35),  # of king and ace
)


@lru_cache(maxsize=1 << 14)
def liked_least(contract: Contract, hand: int) -> tuple[int, ...]:
    """Return what the unchanging rule puts down, as hands, by how many cards may go."""
    margins = {}
    for card in cards_in(hand):
        rank, held = rank_of(card), suit_ranks(hand, suit_of(card))
        if contract.avoids:
            under = (held & ((1 << rank) - 1)).bit_count()
            margins[card] = 1 / 3 - _BURDENS[(rank + (rank > 10)) // 3][min(under, 3)]
        else:
            kind = "NT" if contract.trump is None else "plain"
            high, longer, unseen = _HIGH["trump" if suit_of(card) == contract.trump else kind]
            worth = high[rank - 8] if rank >= 8 else 0.0
            margins[card] = round(worth + longer * held.bit_count() - unseen, 9)
    worst = sorted(margins, key=lambda card: (margins[card], rank_of(card), card))
    bad = sum(margin < 0 for margin in margins.values())
    return tuple(hand_of(worst[: min(bad, most)]) for most in range(len(worst) + 1))


def unchanging(model: HandModel, hands: Array, most: Array) -> tuple[Array, None]:
    """Return what the rule puts down by which all is measured, of each hand so many at most."""
    sizes = zip(hands.tolist(), most.tolist(), strict=True)
    down = [liked_least(model.contract, hand)[many] for hand, many in sizes]
    return np.array(down, np.uint64), None


def brought(seen: Observation, discards: list[int], number: int, *seed: int) -> Array:
    """Return forehand's points in so many deals, a row each, by what it puts down."""
    worlds = Worlds(seen, Belief.NONE, *seed).block(0, number)
    hands, gone = (masks.reshape(-1, SEATS) for masks in after_discards(seen, worlds, discards))
    taken = roll_out_deals(PLAIN, seen.contract, None, hands, gone)[:, Seat.FOREHAND]
    points = seen.contract.sign * (taken - PLAIN.tricks / SEATS)
    return np.asarray(points.reshape(number, len(discards)))


def judge(number: int, kind: str, worlds: int, again: int) -> dict[str, float]:
    """Return what discards of a hand come to, and what the advice has said and cost."""
    contract = Contract.H if kind == "trump" else Contract[kind]
    hand = hand_of(generator(HANDS + number).permutation(52)[: PLAIN.tricks].tolist())
    seen = observation_from("exchange", hand, PLAIN, contract, seat=Seat.FOREHAND)
    ms, advice = timed(advise_exchange, seen, seed=number, pool=POOL)
    row = {"cpu": round(ms / 1000, 3)}
    best, usual = advice.best[0], liked_least(contract, hand)[seen.sizes()[-1]]
    ways = [usual, 0, hand_of(advice.thumb.discards), hand_of(best.discards)]
    with patch.object(HandModel, "best", unchanging):
        points = brought(seen, ways, worlds, HANDS, number)
    more = (points - points[:, :1]).mean(axis=0).tolist()
    row |= zip(("pat", "rule of thumb", "advice"), more[1:], strict=True)
    if again:
        fresh = brought(seen, ways[-1:], again, HANDS + 1, number)
        half = (best.interval[1] - best.interval[0]) / 2
        wide = np.hypot(half, 1.96 * fresh.std(ddof=1) / again**0.5)
        row["told too much"] = best.points - float(fresh.mean())
        row["holds"] = float(abs(row["told too much"]) <= wide)
    return row


def main(
    *,
    judged: tuple[str, ...] = ("NT", "trump", "NULLO"),
    hands: int = 100,
    worlds: int = 300,
    again: int = 0,
) -> None:
    """Judge so many hands in these contracts; print means, and of CPU seconds the most too."""
    for kind in judged:
        rows = [judge(number, kind, worlds, again) for number in range(hands)]
        if kind == judged[0]:
            heads("", "hands", *rows[0], "most")
        cells = (interval([row[name] for row in rows]) for name in rows[0])
        line(kind, hands, *cells, max(row["cpu"] for row in rows))


if __name__ == "__main__":
    run(main)
