"""Whether cards that the advice calls clearly worse are worse if all play on by the advice.

    nice python benchmarks/clear_differences.py --positions 30 -o clear.jsonl
    python benchmarks/clear_differences.py --from clear.jsonl

Deals of Hornafjarðarmanni are exchanged and played by the rule of thumb up to some card, at which
the advice is asked over ``--asked`` worlds. Where it calls cards clearly worse than the best, the
one that is least behind is taken. In ``--deals`` other worlds that agree with what the seat has
seen both cards are played, and **all seats play on by the advice** over ``--worlds`` worlds, each
on its own knowledge; the advice had taken them to play by the rule of thumb. -o takes up again
where it stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from kept_rows import keep, read, take_up
from play import KINDS, VARIANT, Players, dealt, interval, taken

from solver.advice.behaviour import Belief
from solver.advice.compare import Comparison, in_steps
from solver.advice.play import advise_play
from solver.advice.worlds import Worlds
from solver.cards import SEATS, card_name, triple
from solver.position import Position
from solver.rules.points import points
from solver.rules.shuffle import generator

_FRESH = 1
"""Beside the seed it tells the worlds in which is played on from those of the advice."""


def compared(
    players: Players, kind: str, number: int, options: argparse.Namespace
) -> dict[str, Any]:
    """Return how far a card that is clearly worse is behind in a deal, if there is one."""
    deal = dealt(kind, number, options.seed, exchange=True)
    cards: list[int] = []
    taken(players, ("thumb",) * SEATS, deal, number, cards)
    rng = generator(1000 * number + options.seed)
    begun = cards[: int(rng.integers(SEATS * VARIANT.tricks - 2 * SEATS))]
    position = Position(deal.hands, deal.contract, VARIANT.leader(None))
    for card in begun:
        position = position.play(card)
    seen = deal.view(position.to_play, tuple(begun))
    advice = advise_play(seen, worlds=options.asked, seed=number, reason=False)
    other = next((card for card in advice.cards if card.told_apart), None)
    if other is None:
        return {"kind": kind, "number": number}
    drawn = Worlds(seen, Belief.SOFT, number, _FRESH).block(0, options.deals)
    worth = np.zeros((options.deals, 2))
    for index, (hands, gone) in enumerate(zip(drawn.hands, drawn.gone, strict=True)):
        world = deal._replace(hands=triple(hands.tolist()), down=triple(gone.tolist()))
        for column, card in enumerate((advice.best.card, other.card)):
            won = taken(players, ("advice",) * SEATS, world, index, [*begun, card])
            worth[index, column] = points(VARIANT, seen.contract, False, None, won)[seen.seat]
    most = float(VARIANT.tricks)
    found = Comparison(in_steps(1.0), [(-most, most)] * 2)
    found.extend(worth, drawn.logs, drawn.as_many)
    row = found.row(1, found.behind(0))
    return {
        "kind": kind, "number": number, "played": len(begun), "best": card_name(advice.best.card),
        "other": card_name(other.card), "called": other.behind, "behind": row["behind"],
        "interval": row["behind_interval"],
    }  # fmt: skip


def tell(rows: list[dict[str, Any]]) -> None:
    """Print how far cards were called to be behind, and are, and how often the sign holds."""
    for kind in (*KINDS, "all"):
        asked = [row for row in rows if kind in (row["kind"], "all")]
        found = [row for row in asked if "behind" in row]
        if not found:
            continue
        holds = sum(row["behind"] > 0 for row in found)
        surely = sum(row["interval"][0] > 0 for row in found)
        wrong = sum(row["interval"][1] < 0 for row in found)
        called, behind = (
            interval([row[of] for row in found]).split(" (")[0] for of in ("called", "behind")
        )
        print(
            f"{kind}: a card is clearly worse in {len(found)} of {len(asked)} positions, "
            f"by {called} points; played on by {behind}, "
            f"worse in {holds}, clearly in {surely}, clearly better in {wrong}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--positions", type=int, default=30, help="in which a card is clearly worse"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--asked", type=int, default=400, help="worlds of the advice")
    parser.add_argument("--deals", type=int, default=40, help="in which is played on")
    parser.add_argument("--worlds", type=int, default=50, help="by which is played on")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument(
        "--from", dest="source", type=Path, nargs="+", help="files that -o has made"
    )
    options = parser.parse_args()
    if options.source is not None:
        tell([row for source in options.source for row in read(source)])
        return
    options.belief = Belief.SOFT.value
    rows, players, number = take_up(options.output), Players(options), 0
    done = {(row["kind"], row["number"]) for row in rows}
    while sum("behind" in row for row in rows) < options.positions:
        for kind in KINDS:
            if (kind, number) not in done:
                rows.append(compared(players, kind, number, options))
                keep(options.output, rows[-1])
        number += 1
    tell(rows)


if __name__ == "__main__":
    main()
