"""What the advice on the play is worth: points a deal against other players, cards hidden.

    nice python benchmarks/play.py --deals 1000 -o play.jsonl
    python benchmarks/play.py --from play.jsonl --markdown

Deals of Hornafjarðarmanni are played without an exchange, or with ``--exchange`` after the rule of
thumb's, each three times with the seats turned: one seat is played by the advice (``--worlds``) and
the two others by the rule of thumb, by random legal cards or by the naive sampler, which takes the
mean of open-card values over ``--naive`` worlds, all equally likely, or by a simple rule
(``simple_card``): the measure against which such players are often given. The naive sampler too
plays against the rule of thumb, in the same deals. Against itself each deal is played once, and the
points are forehand's, who leads. -o takes up again where it stopped; a line is what some matches
came to in a deal.

Deals of the games of Manille (``--kinds encheres-petite``) are played likewise, the advice over
``--worlds`` worlds, or ``--before-worlds`` where they are solved. Where numbers are bid the
declarer is found, and puts away and names, by the rule of thumb. The points are those that the
first named takes with its partner, more than the players it meets do in its seat, where one
declares also as declarer and in defence apart. In the kinds
``bid`` and ``misere`` it is not points that count but how often the bid is made, or beaten; a
misère is bid on the lowest hand of some deals.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import before
import numpy as np
from kept_rows import keep, read, take_up
from told import Told

from solver.advice.behaviour import Belief
from solver.advice.opponents import card_to_play, cards_to_put_down
from solver.advice.play import POLICY_WORLDS, advise_play, equal_cards
from solver.advice.play_open import open_points
from solver.advice.seen import Seen
from solver.advice.statistics import half_width
from solver.advice.strength import Strength
from solver.advice.thumb_bids import bid_worth
from solver.advice.thumb_hand import best_kept, trump_to_avoid
from solver.advice.worlds import Worlds
from solver.cards import SEATS, Seat, cards_in, hand_of, rank_of, suit_of, triple
from solver.engine import Engine
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange
from solver.rules.points import marks, points
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.trick import plain_rules, strength, trick_winner
from solver.rules.variant import Dealing, Variant
from solver.run import Run

KINDS = ("NT", "trump", "NULLO")
POINTS_KINDS = (
    *("manille-3", "dix-sept-3", "envers-3"),
    *("encheres-sans", "encheres-petite", "encheres-grande", "bid", "misere"),
)
TIMED = ("advice", "fair", "strong", "naive", "before", "sampled", "doubts")
BEFORE_WORLDS = 100
"""Worlds of a plain game that the advice met before."""
MISERE_DEALS = 30
"""A misère is bid on the lowest hand of so many deals."""
BID_GAMES = {"bid": "encheres-petite", "misere": "encheres-sans+miseres"}
DECLARES, DEFENDS = ", as declarer", ", in defence"
SUITS = (Contract.H, Contract.S, Contract.D, Contract.C)
MATCHES = {
    "advice, thumb": "the advice against two rules of thumb",
    "naive, thumb": "the naive sampler against two rules of thumb",
    "advice, naive": "the advice against two naive samplers",
    "advice, simple": "the advice against two simple rules",
    "thumb, simple": "the rule of thumb against two simple rules",
    "advice, random": "the advice against two at random",
    "thumb, random": "the rule of thumb against two at random",
    "advice, before": "the advice against two as they were before",
    "advice, sampled": "the advice against two that sample the last tricks too",
    "thumb, before_thumb": "the rule of thumb against two as they were before",
    "advice, before_thumb": "the advice against two rules of thumb as they were before",
    "before, before_thumb": "the advice as it was before against two such rules of thumb",
    "before, random": "the advice as it was before against two at random",
    "novice, simple": "the novice against two simple rules",
    "casual, novice": "the casual player against two novices",
    "thumb, casual": "the rule of thumb against two casual players",
    "fair, thumb": "the fair player against two rules of thumb",
    "fair, random": "the fair player against two at random",
    "fair, simple": "the fair player against two simple rules",
    "strong, fair": "the strong player against two fair ones",
    "fair, before": "the fair player against two as they were before",
    "strong, before": "the strong player against two as they were before",
    "knows, before": "told the true deal, against two as they were before",
    "knows, fair": "told the true deal, against two fair players",
    "fair, doubts": "the fair player against two that believe nothing",
    "advice, advice": "the advice against itself, forehand",
}
VARIANT = get_variant("hornafjordur")


class Dealt(NamedTuple):
    """A deal that is to be played."""

    variant: Variant
    contract: Contract
    hands: tuple[int, int, int]
    declarer: Seat | None = None
    bid: str | None = None
    away: int = 0
    cut: int | None = None
    shown: tuple[int, ...] = ()
    down: tuple[int, int, int] = (0, 0, 0)
    taken: tuple[int, ...] = ()

    @property
    def gone(self) -> tuple[int, int, int]:
        """What each seat has put away."""
        return triple(self.away if seat is self.declarer else self.down[seat] for seat in Seat)

    def view(self, seat: Seat, played: tuple[int, ...]) -> Seen:
        """Return what a seat knows when it is to play."""
        return Seen(
            self.variant,
            self.contract,
            seat,
            self.hands[seat],
            played,
            self.declarer,
            cut=self.cut,
            discarded=self.gone[seat],
            taken=self.taken,
            bid=self.bid,
            shown=self.shown,
        )


Player = Callable[[Seen, int], int]


class Players:
    """The players by name, and the CPU time of those that think."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.engine = Engine(64)
        self.deal: Dealt | None = None
        self.seconds = dict.fromkeys(TIMED, 0.0)
        self.cards = dict.fromkeys(TIMED, 0)

    def play(self, name: str, seen: Seen, seed: int) -> int:
        begin = time.process_time()
        card: int = getattr(self, name)(seen, seed)
        if name in self.seconds and len(equal_cards(seen)) > 1:
            self.seconds[name] += time.process_time() - begin
            self.cards[name] += 1
        return card

    def advice(self, seen: Seen, seed: int) -> int:
        if len(equal_cards(seen)) == 1:
            return seen.legal[0]
        options = self.options
        advice = advise_play(
            seen,
            worlds=options.worlds if seen.rolls_out else options.before_worlds,
            seed=seed,
            belief=Belief(options.belief),
            engine=self.engine,
            reason=False,
        )
        return advice.best.card

    def __getattr__(self, name: str) -> Player:
        """Return the player of a strength."""
        strength = Strength(name)
        return lambda seen, seed: card_to_play(seen, strength, seed=seed, engine=self.engine)

    def sampled(self, seen: Seen, seed: int) -> int:
        with patch.object(Worlds, "every", lambda worlds, most: None):
            return self.advice(seen, seed)

    def before(self, seen: Seen, seed: int) -> int:
        if len(equal_cards(seen)) == 1:
            return seen.legal[0]
        options = self.options
        worlds = BEFORE_WORLDS if seen.rules.is_plain else options.before_worlds
        return before.advice(seen, worlds, seed, Belief(options.belief), self.engine)

    def before_thumb(self, seen: Seen, seed: int) -> int:
        return before.thumb(seen)

    def knows(self, seen: Seen, seed: int) -> int:
        if len(equal_cards(seen)) == 1 or self.deal is None:
            return seen.legal[0]
        return Told(self.deal.hands, self.deal.gone).card(seen)

    def doubts(self, seen: Seen, seed: int) -> int:
        if len(equal_cards(seen)) == 1:
            return seen.legal[0]
        worlds = Strength.FAIR.worlds_in(seen)
        advice = advise_play(
            seen, worlds=worlds, seed=seed, belief=Belief.NONE, engine=self.engine, reason=False
        )
        return advice.best.card

    def naive(self, seen: Seen, seed: int) -> int:
        groups = equal_cards(seen)
        if len(groups) == 1:
            return seen.legal[0]
        cards = [group[0] for group in groups]
        worlds = Worlds(seen, Belief.NONE, seed).drawn(0, self.options.naive).hands.tolist()
        values = [open_points(seen, hands, cards, self.engine, Run()) for hands in worlds]
        return cards[int(np.mean(values, axis=0).argmax())]

    def simple(self, seen: Seen, seed: int) -> int:
        return simple_card(seen)

    def random(self, seen: Seen, seed: int) -> int:
        return seen.legal[generator(seed).integers(len(seen.legal))]


def simple_card(seen: Seen) -> int:
    """Return a card by a rule in plain words, which looks at nothing its seat cannot see.

    Lead the top of the longest suit if no unseen card is above it, else the lowest of the
    longest suit; last or void, win as cheaply as possible, else play low. In NULLO lead the
    lowest card, go under with the highest that does, and throw the highest of all.
    """
    legal, table = seen.legal, seen.record.table
    trump, low = seen.contract.trump, seen.ace_low

    def height(card: int) -> int:
        return strength(rank_of(card), low)

    def length(card: int) -> int:
        return sum(suit_of(own) == suit_of(card) for own in cards_in(seen.left))

    def wins(card: int) -> bool:
        return trick_winner((*table, card), seen.contract, plain_rules(low)) == len(table)

    def stands(card: int) -> bool:
        return not any(
            suit_of(other) == suit_of(card) and height(other) > height(card)
            for other in cards_in(seen.unseen)
        )

    winners = [card for card in legal if table and wins(card)]
    follows = bool(table) and suit_of(legal[0]) == suit_of(table[0])
    if seen.contract.avoids:
        under = [card for card in legal if card not in winners]
        if not table or (not under and len(table) == 1):
            return min(legal, key=height)
        return max(under or legal, key=height)
    if not table:
        masters = [card for card in legal if stands(card)]
        if masters:
            return max(masters, key=lambda card: (length(card), height(card)))
        return max(legal, key=lambda card: (length(card), -height(card)))
    if winners and (len(table) == SEATS - 1 or not follows):
        return min(winners, key=height)
    if follows:
        return min(legal, key=height)
    plain = [card for card in legal if suit_of(card) != trump] or list(legal)
    return max(plain, key=lambda card: (length(card), -height(card)))


def exchanged(deal: Dealing, contract: Contract) -> Dealt:
    """Return a deal of the plain game after the exchange, as the rule of thumb makes it."""
    exchange = Exchange(VARIANT.exchange, deal.hands, deal.manni)
    down = [0, 0, 0]
    while (seat := exchange.to_exchange) is not None:
        gone = cards_to_put_down(VARIANT, contract, exchange.hands[seat], exchange.sizes())
        down[seat] = hand_of(gone)
        exchange = exchange.discard(gone)
    taken = tuple(each.bit_count() for each in down)
    return Dealt(VARIANT, contract, exchange.hands, down=triple(down), taken=taken)


def dealt(kind: str, number: int, seed: int, exchange: bool = False) -> Dealt:
    """Return the deal of a kind and number, in a plain game also after the exchange."""
    rng = generator(1000 * number + seed)
    if kind in KINDS:
        contract = SUITS[number % 4] if kind == "trump" else Contract[kind]
        dealing = VARIANT.deal(rng)
        return exchanged(dealing, contract) if exchange else Dealt(VARIANT, contract, dealing.hands)
    variant = get_variant(BID_GAMES.get(kind, kind))
    if kind == "misere":
        return misere(variant, rng)
    hands, pile, cut = variant.deal(rng)
    if variant.claims:
        return Dealt(variant, trump_to_avoid(hands[Seat.FOREHAND], variant), hands)
    fixed = variant.fixed_contract(1, cut)
    if fixed is not None:
        return Dealt(variant, fixed, hands, cut=cut)
    shown = variant.face_up(pile)
    worth = [bid_worth(variant, hand, shown) for hand in hands]
    declarer = Seat(int(np.argmax(worth)))
    held = hands[declarer] | hand_of(pile)
    trump, kept = best_kept(variant, held)
    return Dealt(
        variant,
        trump,
        triple(kept if seat is declarer else hands[seat] for seat in Seat),
        declarer,
        str(max(int(worth[declarer]), 1)) if kind in BID_GAMES else None,
        held & ~kept,
        shown=shown,
    )


def misere(variant: Variant, rng: np.random.Generator) -> Dealt:
    """Return of some deals the one with the lowest hand, which bids to take no trick."""
    heights = variant.rules.heights
    deals = []
    for number in range(MISERE_DEALS):
        hands = variant.deal(rng).hands
        for seat in Seat:
            height = sum(heights[rank_of(card)] for card in cards_in(hands[seat]))
            deals.append((height, number, seat, hands))
    _, _, seat, hands = min(deals)
    return Dealt(variant, Contract.NULLO, hands, seat, "petite-misere")


def taken(
    players: Players,
    names: tuple[str, ...],
    deal: Dealt,
    seed: int,
    cards: list[int] | None = None,
) -> tuple[int, int, int]:
    """Return what each seat takes if the seats are played by these players.

    They go on from ``cards``, to which what they play is added.
    """
    variant, contract = deal.variant, deal.contract
    position = Position(
        deal.hands,
        contract,
        variant.leader(deal.declarer),
        rules=variant.rules_of(contract),
        declarer=deal.declarer,
    )
    cards, number = [] if cards is None else cards, 0
    won = [0] * SEATS
    players.deal = deal
    while position.tricks:
        seat = position.to_play
        if number == len(cards):
            seen = deal.view(seat, tuple(cards))
            cards.append(players.play(names[seat], seen, SEATS * 100 * seed + number))
        position = position.play(cards[number])
        number += 1
        for each in Seat:
            won[each] += position.gain(each)
    return triple(won)


def played(players: Players, names: tuple[str, ...], deal: Dealt, seed: int) -> tuple[int, ...]:
    """Return each seat's points if the seats are played by these players."""
    variant, contract = deal.variant, deal.contract
    won = taken(players, names, deal, seed)
    if variant is VARIANT:
        return points(VARIANT, contract, False, None, won)
    if deal.bid is not None:
        marked = marks(variant, contract, won, deal.declarer, deal.bid)
        return tuple(int(marked[seat] > 0) for seat in Seat)
    begun = Position(deal.hands, contract, rules=variant.rules_of(contract), declarer=deal.declarer)
    return tuple(begun.sign * sum(won[each] for each in begun.side(seat)) for seat in Seat)


def deal_row(players: Players, kind: str, number: int, matches: list[str], seed: int) -> Any:
    """Return what the matches come to in one deal, points of the first player of each."""
    deal = dealt(kind, number, seed, players.options.exchange)
    row: dict[str, Any] = {"kind": kind, "number": number, "contract": deal.contract.name}
    usual: dict[str, tuple[int, ...]] = {}
    for match in matches:
        first, others = match.split(", ")
        if others not in usual:
            # In the plain games points add up to zero, whoever plays.
            usual[others] = (0, 0, 0)
            if kind not in KINDS:
                usual[others] = played(players, (others,) * SEATS, deal, number)
        points = []
        for seat in Seat if first != others else [Seat.FOREHAND]:
            names = tuple(first if each is seat else others for each in Seat)
            result = played(players, names, deal, number)[seat]
            points.append(result - usual[others][seat])
        row[match] = float(np.mean(points))
        if deal.declarer is not None and first != others:
            row[f"{match}{DECLARES}"] = float(points.pop(deal.declarer))
            row[f"{match}{DEFENDS}"] = float(np.mean(points))
    for name in players.seconds:
        row[f"{name} seconds"] = players.seconds[name]
        row[f"{name} cards"] = players.cards[name]
        players.seconds[name], players.cards[name] = 0.0, 0
    return row


def joined(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row a deal, though its matches were played at different times."""
    deals: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:
        deal = deals.setdefault((row["kind"], row["number"]), {})
        for name, value in row.items():
            adds = name.endswith((" seconds", " cards"))
            deal[name] = deal.get(name, 0) + value if adds else value
    return list(deals.values())


def interval(values: list[float]) -> str:
    """Return a mean with half the width of its 95 % interval."""
    if len(values) < 2:
        return "–"
    wide = half_width(float(np.var(values, ddof=1)), len(values), 0.95)
    return f"{np.mean(values):+.2f} ± {wide:.2f} ({len(values):,} deals)"


def summary(rows: list[dict[str, Any]], markdown: bool) -> list[str]:
    """Return the points a deal of every match and kind, a line a match, in Manille a game."""
    kinds = [kind for kind in (*KINDS, *POINTS_KINDS) if any(row["kind"] == kind for row in rows)]
    by_kind = {kind: [row for row in rows if row["kind"] == kind] for kind in kinds}
    lines: list[list[str]] = [["points a deal", *kinds]]
    for match, words in MATCHES.items():
        for part in ("", DECLARES, DEFENDS):
            if any(match + part in row for row in rows):
                found = (_of(by_kind[kind], match + part) for kind in kinds)
                lines.append([words + part, *map(interval, found)])
    pair = ("advice, thumb", "naive, thumb")
    more = {
        kind: [row[pair[0]] - row[pair[1]] for row in by_kind[kind] if set(pair) <= row.keys()]
        for kind in kinds
    }
    if any(more.values()):
        words = "the advice more than the naive sampler, same deals"
        lines.append([words, *(interval(more[kind]) for kind in kinds)])
    for name in TIMED:
        times = [_seconds(by_kind[kind], name) for kind in kinds]
        if set(times) != {"–"}:
            lines.append([f"{name}: CPU time a card", *times])
    if not set(kinds) & set(KINDS):
        lines = [list(column) for column in zip(*lines, strict=True)]
    if not markdown:
        return ["; ".join(line) for line in lines]
    lines.insert(1, ["---", *("---:" for _ in lines[0][1:])])
    return ["| " + " | ".join(line) + " |" for line in lines]


def _of(rows: list[dict[str, Any]], match: str) -> list[float]:
    return [row[match] for row in rows if match in row]


def _seconds(rows: list[dict[str, Any]], name: str) -> str:
    cards = sum(row.get(f"{name} cards", 0) for row in rows)
    seconds = sum(row.get(f"{name} seconds", 0.0) for row in rows)
    return f"{1000 * seconds / cards:.0f} ms" if cards else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000, help="of each kind of contract")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--worlds", type=int, default=400)
    parser.add_argument(
        "--before-worlds", type=int, default=20, help="where worlds are solved, as before"
    )
    parser.add_argument("--exchange", action="store_true", help="plain deals after the exchange")
    parser.add_argument("--naive", type=int, default=8, help="worlds of the naive sampler")
    parser.add_argument(
        "--policy-worlds", type=float, default=POLICY_WORLDS, help="as which the policy counts"
    )
    parser.add_argument("--belief", choices=[each.value for each in Belief], default="soft")
    parser.add_argument("--kinds", nargs="+", choices=(*KINDS, *POINTS_KINDS), default=KINDS)
    parser.add_argument("--matches", nargs="+", choices=MATCHES, default=list(MATCHES))
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("-o", "--output", type=Path, help="one line per deal, as they come")
    parser.add_argument(
        "--from", dest="source", type=Path, nargs="+", help="files that -o has made"
    )
    options = parser.parse_args()
    if options.source is not None:
        played_rows = [row for source in options.source for row in read(source)]
        print("\n".join(summary(joined(played_rows), options.markdown)))
        return
    rows = take_up(options.output)
    done = {
        (row["kind"], row["number"], match) for row in rows for match in MATCHES if match in row
    }
    players = Players(options)
    for number in range(options.deals):
        for kind in options.kinds:
            left = [match for match in options.matches if (kind, number, match) not in done]
            if not left:
                continue
            with patch("solver.advice.play.POLICY_WORLDS", options.policy_worlds):
                rows.append(deal_row(players, kind, number, left, options.seed))
            keep(options.output, rows[-1])
    print("\n".join(summary(joined(rows), options.markdown)))


if __name__ == "__main__":
    main()
