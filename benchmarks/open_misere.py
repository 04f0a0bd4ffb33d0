"""What it is worth to the two others that a declarer's hand lies open on the table.

    nice python benchmarks/open_misere.py --deals 150 --markdown

In each game a *misère sur table* is bid on the lowest hand of thirty deals (as in ``play.py``).
The declarer is played by the advice over ``--worlds`` worlds, and the two others are played by
each defence in turn, all in the same deals: by the rule of thumb or by the advice over some
worlds, once as if the hand lay hidden (``blind``), and once as at the table (``open``), where the
computer of the least strength solves some worlds too once a hand lies open. What counts is how
often the misère is made, and what the declarer marks more than each other; the last two columns
are how much less often and how much less that is than against the first defence named.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

import numpy as np
from kept_rows import add_files, interval, measured
from play import Dealt, misere

from solver.advice.opponents import card_to_play
from solver.advice.play import advise_play, equal_cards
from solver.advice.seen import Seen
from solver.advice.strength import Strength
from solver.advice.thumb_play import rule_of_thumb
from solver.cards import SEATS, Seat
from solver.engine import Engine
from solver.position import Position
from solver.rules.points import marks
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator

GAMES = ("encheres-sans", "encheres-petite", "encheres-grande")
BID = "misere-sur-table"
THUMB = "thumb"


class Players:
    """The defences by name: ``thumb`` or a number of worlds, ``blind`` or ``open``."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.engine = Engine(64)

    def card(self, name: str, seen: Seen, seed: int) -> int:
        """Return the card that a defence, or the ``declarer``, plays."""
        how, _, sight = name.partition(" ")
        if sight == "blind":
            seen = replace(seen, laid=(0,) * SEATS)
        elif how == THUMB:
            return card_to_play(seen, Strength.THUMB, seed=seed, engine=self.engine)
        if how == THUMB or len(equal_cards(seen)) == 1:
            return rule_of_thumb(seen)
        worlds = self.worlds if how == "declarer" else int(how)
        return advise_play(seen, worlds=worlds, seed=seed, engine=self.engine).best.card


def balance(players: Players, defence: str, deal: Dealt, seed: int) -> int:
    """Return what the declarer marks more than each other, if the two play so."""
    variant, declarer = deal.variant, deal.declarer
    assert declarer is not None
    rules = variant.rules_of(deal.contract)
    position = Position(deal.hands, deal.contract, declarer, rules=rules, declarer=declarer)
    laid = variant.laid_open(deal.bid, declarer, deal.hands)
    won, cards = [0] * SEATS, []
    while position.tricks:
        seat = position.to_play
        hidden = deal.view(seat, tuple(cards))
        seen = replace(hidden, laid=tuple(0 if each is seat else laid[each] for each in Seat))
        name = "declarer" if seat is declarer else defence
        cards.append(players.card(name, seen, SEATS * 100 * seed + len(cards)))
        position = position.play(cards[-1])
        for each in Seat:
            won[each] += position.gain(each)
    marked = marks(variant, deal.contract, won, declarer, deal.bid)
    return int(marked[declarer] - marked[(declarer + 1) % SEATS])


def deal_row(players: Players, game: str, number: int, defences: list[str], seed: int) -> Any:
    """Return what a deal comes to against every defence."""
    dealt = misere(get_variant(f"{game}+miseres"), generator(1000 * number + seed))
    deal = dealt._replace(bid=BID)
    return {name: balance(players, name, deal, number) for name in defences}


def table(rows: list[dict[str, Any]], defences: list[str]) -> list[list[str]]:
    """Return a line for each game and defence."""
    lines = []
    for game in GAMES:
        own = [row for row in rows if row["game"] == game]
        if not own:
            continue
        first = np.array([row[defences[0]] for row in own])
        for name in defences:
            came = np.array([row[name] for row in own])
            made, usual = 100.0 * (came > 0), 100.0 * (first > 0)
            less = ["", ""]
            if name != defences[0]:
                less = [interval(made - usual, "+.0f"), interval(came - first, "+.1f")]
            lines.append([game, name, interval(made, ".0f"), interval(came, "+.1f"), *less])
    return lines


HEADS = ("game", "defence", "made, %", "declarer's balance", "made, less", "balance, less")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=150, help="of each game")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--worlds", type=int, default=20, help="the declarer's")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument(
        "--defences",
        nargs="+",
        default=["thumb blind", "thumb open", "10 blind", "60 blind", "60 open"],
        metavar="DEFENCE",
        help='such as "thumb blind" or "20 open"',
    )
    parser.add_argument("--markdown", action="store_true")
    add_files(parser)
    options = parser.parse_args()
    players = Players(options.worlds)
    rows = measured(
        options,
        ("game", "number"),
        ((game, number) for number in range(options.deals) for game in options.games),
        lambda game, number: deal_row(players, game, number, options.defences, options.seed),
    )
    lines = table(rows, options.defences)
    if options.markdown:
        lines = [list(HEADS), ["---", "---", *["---:"] * (len(HEADS) - 2)], *lines]
        print("\n".join("| " + " | ".join(line) + " |" for line in lines))
    else:
        print("\n".join("; ".join(filter(None, line)) for line in lines))


if __name__ == "__main__":
    main()
