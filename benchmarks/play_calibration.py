"""Whether the points that advice on the play expects come about, under each belief.

    nice python benchmarks/play_calibration.py --deals 300 --worlds 50

Deals of Hornafjarðarmanni are exchanged and played by the rules of thumb. At one card of each,
early, midway or late, the seat to play asks what the card it plays is worth; that is compared with
its points in the end. A belief that takes in what was seen has no bias and small errors.

With ``--bits`` deals of each kind are played by some players (a strength, ``before``, ``random``),
and the table says how much likelier than among uniform worlds the true deal is late in its play,
in bits: the higher, the nearer what is believed is to what is played.
"""

from __future__ import annotations

import argparse

import numpy as np
from play import KINDS as PLAIN
from play import POINTS_KINDS, Players, dealt

from solver.advice.behaviour import Belief
from solver.advice.evidence import believed
from solver.advice.opponents import cards_to_put_down
from solver.advice.play import advise_play
from solver.advice.seen import Seen
from solver.advice.statistics import half_width
from solver.advice.thumb_play import rule_of_thumb
from solver.advice.worlds import Worlds
from solver.cards import SEATS, Seat, hand_of
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange
from solver.rules.points import points
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator

KINDS = (Contract.NT, Contract.H, Contract.NULLO)
ASKED_AT = (0, 1, 2, 9, 10, 11, 18)
"""Cards played before the question."""

BELIEFS = (Belief.SOFT, Belief.STRICT)

VARIANT = get_variant("hornafjordur")


def errors(number: int, contract: Contract, worlds: int, seed: int) -> dict[Belief, float]:
    """Return by how many points each belief expects more than there are in the end."""
    dealing = VARIANT.deal(generator(1000 * number + seed))
    exchange = Exchange(VARIANT.exchange, dealing.hands, dealing.manni)
    while (seat := exchange.to_exchange) is not None:
        hand, sizes = exchange.hands[seat], exchange.sizes()
        exchange = exchange.discard(cards_to_put_down(VARIANT, contract, hand, sizes))
    position = Position(exchange.hands, contract)
    asked: dict[Belief, float] = {}
    asker = Seat.FOREHAND
    played: list[int] = []
    won = [0] * SEATS
    while position.tricks:
        seat = position.to_play
        seen = Seen(
            VARIANT,
            contract,
            seat,
            exchange.hands[seat],
            tuple(played),
            taken=tuple(map(len, exchange.discards)),
            discarded=hand_of(exchange.discards[seat]),
        )
        card = rule_of_thumb(seen)
        if len(played) == ASKED_AT[number % len(ASKED_AT)]:
            asker = seat
            for belief in Belief:
                advice = advise_play(seen, worlds=worlds, belief=belief, seed=number)
                asked[belief] = next(
                    choice.points for choice in advice.cards if card in choice.equals
                )
        played.append(card)
        position = position.play(card)
        for each in Seat:
            won[each] += position.gain(each)
    score = points(VARIANT, contract, False, None, won)[asker]
    return {belief: expected - score for belief, expected in asked.items()}


def bits(
    number: int, kind: str, player: str, players: Players, options: argparse.Namespace
) -> list[float]:
    """Return by belief how many bits what was played tells of the true deal."""
    deal = dealt(kind, number, options.seed, True)
    rules = deal.variant.rules_of(deal.contract)
    leader = deal.variant.leader(deal.declarer)
    position = Position(deal.hands, deal.contract, leader, rules=rules, declarer=deal.declarer)
    played: tuple[int, ...] = ()
    asked = 3 * position.tricks * (1 + number % 4) // 5
    while len(played) < asked:
        seen = deal.view(position.to_play, played)
        card = players.play(player, seen, SEATS * 100 * number + len(played))
        played += (card,)
        position = position.play(card)
    seen = deal.view(position.to_play, played)
    drawn = Worlds(seen, Belief.NONE, number).drawn(0, options.worlds)
    hands = np.concatenate([np.array([deal.hands], np.uint64), drawn.hands])
    gone = np.concatenate([np.array([deal.gone], np.uint64), drawn.gone])
    told = []
    for belief in BELIEFS:
        logs = believed(seen, belief, hands, gone).logs
        nats = logs[0] - np.logaddexp.reduce(logs[1:]) + np.log(len(logs) - 1)
        told.append(float(nats) / float(np.log(2)))
    return told


def print_bits(options: argparse.Namespace) -> None:
    print("| played by | belief | " + " | ".join(options.kinds) + " |")
    print("|---|---|" + "---:|" * len(options.kinds))
    players = Players(argparse.Namespace(belief="soft", before_worlds=20))
    for player in options.bits:
        found = {
            kind: np.array([bits(n, kind, player, players, options) for n in range(options.deals)])
            for kind in options.kinds
        }
        for index, belief in enumerate(BELIEFS):
            cells = [player, belief.value]
            for kind in options.kinds:
                own = found[kind][:, index]
                wide = half_width(float(own.var(ddof=1)), len(own), 0.95)
                cells.append(f"{own.mean():+.2f} ± {wide:.2f}")
            print("| " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=300, help="of each contract")
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--bits", nargs="+", metavar="PLAYER", help="how much cards played tell")
    parser.add_argument("--kinds", nargs="+", choices=(*PLAIN, *POINTS_KINDS), default=PLAIN)
    options = parser.parse_args()
    if options.bits:
        print_bits(options)
        return
    print("| belief | " + " | ".join(f"{kind.name}: bias | error" for kind in KINDS) + " |")
    print("|---|" + "---:|" * 2 * len(KINDS))
    rows: dict[Contract, list[dict[Belief, float]]] = {
        kind: [errors(n, kind, options.worlds, options.seed) for n in range(options.deals)]
        for kind in KINDS
    }
    for belief in Belief:
        cells = [belief.value]
        for kind in KINDS:
            errors_under = np.array([row[belief] for row in rows[kind]])
            wide = half_width(float(errors_under.var(ddof=1)), len(errors_under), 0.95)
            cells += [
                f"{errors_under.mean():+.2f} ± {wide:.2f}",
                f"{np.sqrt((errors_under**2).mean()):.2f}",
            ]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
