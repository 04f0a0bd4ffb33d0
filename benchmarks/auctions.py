"""What ways to bid are worth where numbers are bid: bids made, and points a deal against others.

    nice python benchmarks/auctions.py --deals 1000 -o auctions.jsonl
    python benchmarks/auctions.py --from auctions.jsonl --markdown

``steps`` bids as the computer does at the table (``thumb_bids``). ``once`` bids at once all that it
expects to take, ``lowest`` the least it may as long as it expects so much; neither of these listens
to the others. Every deal is bid by three of a kind, and by one of a kind against two of another,
three times with the seats turned. The declarer puts away and names by the rule of thumb, and takes
what he is sure of with open cards, or, with ``--play``, what he gets with all three seats played by
the rule of thumb or by the advice over ``--worlds`` worlds. The points are those that a
player marks more than the two others do on average. -o takes up again where it stopped; a line is
what one game came to in a deal.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
from kept_rows import add_files, measured
from play import Dealt, Players, interval, taken

from solver.advice.statistics import chance_interval
from solver.advice.thumb_bids import bid_to_make, bid_worth, promised
from solver.advice.thumb_hand import best_kept
from solver.cards import SEATS, Seat, hand_of, triple
from solver.position import Position
from solver.rules.bidding import Aim, Bid, Bidding
from solver.rules.points import marks
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.rules.variant import Dealing, Variant

GAMES = ("encheres-sans", "encheres-petite", "encheres-grande")
PLAYS = ("open", "thumb", "advice")
MATCHES = {
    "once": "at once, all three",
    "lowest": "the lowest, all three",
    "steps": "in steps, all three",
    "steps, once": "in steps against two at once",
    "once, steps": "at once against two in steps",
    "steps, lowest": "in steps against two that bid the lowest",
    "lowest, steps": "the lowest against two in steps",
}

Bidder = Callable[[Variant, Bidding, int, tuple[int, ...]], Bid | None]


def at_once(variant: Variant, bidding: Bidding, hand: int, shown: tuple[int, ...]) -> Bid | None:
    """Return the highest bid that the hand expects to make."""
    most = bid_worth(variant, hand, shown)
    return max((bid for bid in of_points(bidding) if bid.worth <= most), default=None)


def lowest(variant: Variant, bidding: Bidding, hand: int, shown: tuple[int, ...]) -> Bid | None:
    """Return the lowest bid if the hand, all else unknown, pays at it."""
    bid = next(of_points(bidding), None)
    if bid is None or promised(variant, bid) > bid_worth(variant, hand, shown):
        return None
    return bid


def of_points(bidding: Bidding) -> Any:
    """Return the bids of points that may be made, lowest first."""
    return (bid for bid in bidding.legal() if bid is not None and bid.aim is Aim.POINTS)


BIDDERS: dict[str, Bidder] = {"once": at_once, "lowest": lowest, "steps": bid_to_make}


class Table:
    """A deal, and what every seat takes in it as declarer."""

    def __init__(self, players: Players, play: str, variant: Variant, number: int, seed: int):
        self.players, self.play, self.variant = players, play, variant
        self.seed = 1_000_000 * seed + number
        self.dealing: Dealing = variant.deal(generator(self.seed))
        self.shown = variant.face_up(self.dealing.manni)
        self.known: dict[Any, tuple[int, int, int]] = {}

    def marked(self, names: tuple[str, ...]) -> tuple[Bidding, tuple[float, ...]]:
        """Return the auction of these bidders, and what each seat then marks."""
        bidding = Bidding(self.variant.bids)
        while (seat := bidding.to_call) is not None:
            hand = self.dealing.hands[seat]
            bidding = bidding.call(BIDDERS[names[seat]](self.variant, bidding, hand, self.shown))
        if bidding.standing is None:
            return bidding, (0.0, 0.0, 0.0)
        deal = self._declared(bidding)
        # With open cards, and by the rule of thumb, the play does not depend on the bid.
        key = (deal.declarer, deal.bid if self.play == "advice" else None)
        if key not in self.known:
            self.known[key] = self._taken(deal)
        won = self.known[key]
        got = marks(self.variant, deal.contract, won, deal.declarer, deal.bid)
        return bidding, triple(float(mark) for mark in got)

    def _declared(self, bidding: Bidding) -> Dealt:
        declarer, hands = bidding.declarer, self.dealing.hands
        assert declarer is not None
        held = hands[declarer] | hand_of(self.dealing.manni)
        trump, kept = best_kept(self.variant, held)
        return Dealt(
            self.variant,
            trump,
            triple(kept if seat is declarer else hands[seat] for seat in Seat),
            declarer,
            str(bidding.standing),
            held & ~kept,
            shown=self.shown,
        )

    def _taken(self, deal: Dealt) -> tuple[int, int, int]:
        if self.play != "open":
            return taken(self.players, (self.play,) * SEATS, deal, self.seed)
        rules, declarer = self.variant.rules_of(deal.contract), deal.declarer
        assert declarer is not None
        position = Position(deal.hands, deal.contract, declarer, rules=rules, declarer=declarer)
        won = [0] * SEATS
        won[declarer] = self.players.engine.value(position, declarer)
        won[declarer - 1] = position.worth - won[declarer]  # of the two others, whoever has it
        return triple(won)


def match_row(table: Table, match: str) -> dict[str, Any]:
    """Return what a match comes to in a deal.

    ``ahead`` is what the first marks more than the others, on average over its seats, ``bids`` by
    seating the bid that stands and whether it was made, None where all passed.
    """
    first, others = (*match.split(", "), match)[:2]
    ahead, bids = [], []
    for seat in Seat if first != others else [Seat.FOREHAND]:
        names = tuple(first if each is seat else others for each in Seat)
        bidding, got = table.marked(names)
        ahead.append(got[seat] - (sum(got) - got[seat]) / (SEATS - 1))
        declarer, bid = bidding.declarer, bidding.standing
        made = None if declarer is None else got[declarer] > 0
        bids.append(None if bid is None else [bid.worth, made])
    return {"ahead": float(np.mean(ahead)), "bids": bids}


def summary(rows: list[dict[str, Any]], markdown: bool) -> list[str]:
    """Return what all matches came to, a line each and game."""
    lines = [["", "game", "bids made", "mean bid", "passed out", "points a deal"]]
    for match, words in MATCHES.items():
        for game in GAMES:
            of_game = [row[match] for row in rows if row["game"] == game and match in row]
            if not of_game:
                continue
            bids = [bid for row in of_game for bid in row["bids"]]
            played = [bid for bid in bids if bid is not None]
            passed = f"{1 - len(played) / len(bids):.0%}"
            made = mean = "–"
            # Seatings of one deal are no deals of their own, so only one each is told here.
            if "," not in match and played:
                share = float(np.mean([each for _, each in played]))
                low, high = chance_interval(share, len(played))
                made = f"{share:.0%} ({low:.0%} to {high:.0%})"
                mean = f"{np.mean([worth for worth, _ in played]):.1f}"
            ahead = interval([row["ahead"] for row in of_game]) if "," in match else "–"
            lines.append([words, game, made, mean, passed, ahead])
    if not markdown:
        return ["; ".join(line) for line in lines]
    lines.insert(1, ["---", "---", *("---:" for _ in lines[0][2:])])
    return ["| " + " | ".join(line) + " |" for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--play", choices=PLAYS, default="open")
    parser.add_argument("--worlds", type=int, default=10, help="of the advice on the play")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES)
    parser.add_argument("--matches", nargs="+", default=list(MATCHES), choices=MATCHES)
    parser.add_argument("--markdown", action="store_true")
    add_files(parser)
    options = parser.parse_args()
    options.belief, options.before_worlds = "soft", options.worlds
    players = Players(options)

    def played(game: str, number: int) -> dict[str, Any]:
        table = Table(players, options.play, get_variant(game), number, options.seed)
        return {match: match_row(table, match) for match in options.matches}

    wanted = ((game, number) for number in range(options.deals) for game in options.games)
    rows = measured(options, ("game", "number"), wanted, played)
    print("\n".join(summary(rows, options.markdown)))


if __name__ == "__main__":
    main()
