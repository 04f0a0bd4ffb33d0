"""Whole games by the computer alone: what deals bring, and what it is worth to know the score.

    nice python benchmarks/whole_games.py --fit
    nice python benchmarks/whole_games.py --games 200 -o games.jsonl
    python benchmarks/whole_games.py --from games.jsonl --markdown

``--fit`` plays games by the rule of thumb and stores what the seats mark, deal by deal, and how
many deals all but the longest games had: ``solver/data/deal_results.npz``. Without it duels are
played: the rule of thumb plays a game to its end; then its last deals (``--last``) are dealt anew
and played by players of one ``--strength``, one of whom goes by the score and the two others by
points alone, three times with the same cards and the seats turned, and once by points alone. A row
is what parts of the game the players won by the score and by points: a third is what chance gives,
two thirds where the game names a loser. -o takes up again where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from kept_rows import add_files, interval, measured

from solver.advice.opponents import card_to_play
from solver.advice.play import played_out
from solver.advice.seen import Seen
from solver.advice.statistics import half_width
from solver.advice.strength import Strength
from solver.advice.worlds import Block
from solver.cards import SEATS, triple
from solver.engine import Engine
from solver.rules.game import Game
from solver.rules.points import marks, points
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator
from solver.table.advice import decided
from solver.table.deal import Table
from solver.table.game import table_in
from solver.table.settings import Settings
from solver.table.steps import (
    AsksAway,
    AsksCall,
    AsksCard,
    AsksClaim,
    AsksExchange,
    AsksTrump,
    Question,
    Turn,
)

DATA = Path(__file__).parent.parent / "solver" / "data" / "deal_results.npz"
GAMES = (
    *("basic", "trjamann", "hornafjordur", "hornafjordur-io", "hornafjordur-old", "laugavatn"),
    *("manille-3", "encheres-sans", "encheres-petite", "encheres-grande"),
    *("dix-sept-3", "envers-3"),
)
DUELS = ("trjamann", "hornafjordur", "encheres-petite", "envers-3")

DECISIONS = {
    "call": AsksCall,
    "exchange": AsksExchange,
    "away": AsksAway,
    "trump": AsksTrump,
    "claim": AsksClaim,
}
"""What is decided before the play."""

MOST = 0.99
"""So many games are not longer than what is stored of their length."""

Player = Callable[[Seen, int], int]
Advised = tuple[type[Question], ...]
"""What is decided by the advice."""


def play_deal(
    game: Game,
    seed: int,
    players: tuple[Player | None, ...],
    rng: Any,
    advised: tuple[Advised, Advised, Advised] = ((), (), ()),
) -> Table:
    """Return the table of the next deal, played; where no player is given, by the rule of thumb.

    What is ``advised`` by player he decides, before the play, as who is strong.
    """
    dealing = game.variant.deal(rng)
    settings = Settings(True, seed, Strength.THUMB, by_points=any(advised))
    table = table_in(game, dealing, settings, settings.tag()).again(None)
    course, answer = table.course(), None
    while True:
        try:
            step = course.send(answer)
        except StopIteration:
            return table
        answer = None
        if isinstance(step, Turn):
            asks, own = step.asks, game.player(step.asks.seat)
            if not isinstance(asks, AsksCard):
                strong = isinstance(asks, advised[own])
                answer = decided(table, replace(step, strength=Strength.STRONG) if strong else step)
                continue
            view = table.view(asks.seat)
            if not any(players) and not table.played and view.rolls_out:
                table.won = rolled_out(table, view)
                return table
            answer = (players[own] or thumb)(view, step.seed)


def rolled_out(table: Table, seen: Seen) -> tuple[int, int, int]:
    """Return what each seat takes if all play by the policy from the first lead on."""
    assert table.exchange is not None
    gone = np.zeros((1, SEATS), np.uint64)
    for seat, cards in zip(
        table.exchange.rule.order(table.declarer), table.exchange.discards, strict=False
    ):
        gone[0, seat] = sum(1 << card for card in cards)
    hands = np.array([table.exchange.hands], np.uint64)
    world = Block.unweighed(hands, gone)
    return triple(played_out(seen, world, ())[0, 0].tolist())


def thumb(seen: Seen, seed: int) -> int:
    return card_to_play(seen, Strength.THUMB, seed=seed)


def recorded(game: Game, table: Table) -> Game:
    """Return the game after a deal; the same where all have passed."""
    if table.contract is None:
        return game
    return game.record(
        table.contract, table.taken(), table.declarer, table.great, table.dealing.cut, table.bid
    )


def thumb_game(code: str, seed: int) -> tuple[Game, list[tuple[int, int, int]]]:
    """Return a game played by the rule of thumb, and what its deals brought the seats."""
    game, rng, brought = Game(get_variant(code)), generator(seed), []
    while not game.over:
        table = play_deal(game, seed, (None,) * SEATS, rng)
        game = recorded(game, table)
        if table.contract is not None:
            brought.append(of_seats(table))
    return game, brought


def of_seats(table: Table) -> tuple[int, int, int]:
    variant, contract, taken = table.variant, table.contract, table.taken()
    assert contract is not None
    if variant.has_targets:
        return points(variant, contract, table.great, table.declarer, taken)
    cut = table.dealing.cut
    return triple(map(int, marks(variant, contract, taken, table.declarer, table.bid, cut)))


def fit(deals: int, seed: int) -> None:
    """Store what deals bring, at least so many of each game, and the longest game."""
    found = {}
    for code in GAMES:
        brought: list[tuple[int, int, int]] = []
        lengths: list[int] = []
        while len(brought) < deals:
            game, each = thumb_game(code, 1_000_000 * seed + len(lengths))
            brought += each
            lengths.append(len(game.deals))
        most = int(np.quantile(lengths, MOST))
        found[code] = np.array(brought, np.int16)
        found[f"{code} deals"] = np.array([most], np.int16)
        print(f"{code}: {len(lengths)} games of up to {most} deals; mean, deviation by seat:")
        print(found[code].mean(axis=0).round(2), found[code].std(axis=0).round(2), flush=True)
    np.savez_compressed(DATA, **found)


def won_by(game: Game, player: int) -> float:
    """Return what part of a game a player has won; where a loser is named, whether it is not he."""
    winners = game.winners
    return (player in winners) / (1 if game.variant.ending.names_loser else len(winners))


def duel(code: str, number: int, last: int, strength: Strength, seed: int) -> Any:
    """Return what part of a game a player wins who goes by its score, the others by points."""
    seed = 1_000_000 * seed + number
    engine = Engine(64)
    played, _ = thumb_game(code, seed)
    begun = replace(played, deals=played.deals[: max(0, len(played.deals) - last)])

    def by_score(seen: Seen, seed: int) -> int:
        return card_to_play(seen, strength, seed=seed, engine=engine)

    def by_points(seen: Seen, seed: int) -> int:
        return by_score(replace(seen, score=None), seed)

    parts, alone = [], []
    for player in range(SEATS):
        game, rng = begun, generator(seed + 500_000)
        while not game.over:
            players = tuple(by_score if each == player else by_points for each in range(SEATS))
            game = recorded(game, play_deal(game, seed, players, rng))
        parts.append(won_by(game, player))
    game, rng = begun, generator(seed + 500_000)
    while not game.over:
        game = recorded(game, play_deal(game, seed, (by_points,) * SEATS, rng))
    alone = [won_by(game, player) for player in range(SEATS)]
    return {
        "parts": parts,
        "points": alone,
        "gain": float(np.mean(parts) - np.mean(alone)),
    }


def by_advice(code: str, number: int, names: Sequence[str], seed: int) -> Any:
    """Return the points a deal that a player makes more by the advice than by the rule of thumb.

    Nothing else differs: the others go by the rule before the play, and all play their cards by
    it. Where contracts are used up it is a whole game, else one deal, once for each player.
    """
    seed = 1_000_000 * seed + number
    advised = tuple(DECISIONS[name] for name in names)

    def ahead(player: int | None) -> Any:
        """Return what each player makes more than the two others, deal by deal."""
        every = triple(advised if each == player else () for each in range(SEATS))
        game, rng, brought = Game(get_variant(code)), generator(seed), []
        while not game.over:
            table = play_deal(game, seed, (None,) * SEATS, rng, every)
            if table.contract is not None:
                own = np.array(of_seats(table), float) * (-1 if table.variant.rules.avoids else 1)
                own = 1.5 * own - own.sum() / 2
                brought.append([own[game.seat(each)] for each in range(SEATS)])
            if not game.variant.declared:
                break
            game = recorded(game, table)
        return np.mean(brought or np.zeros((1, SEATS)), axis=0)

    plain, begun = ahead(None), process_time()
    gain = np.mean([ahead(player)[player] - plain[player] for player in range(SEATS)])
    return {"gain": float(gain), "seconds": process_time() - begun}


def gains(rows: list[Any], markdown: bool) -> list[str]:
    lines = [["game", "rows", "points a deal", "CPU seconds a row"]]
    for code in dict.fromkeys(row["game"] for row in rows):
        own = [row for row in rows if row["game"] == code]
        told = interval([row["gain"] for row in own], "+.2f")
        lines.append(
            [f"`{code}`", str(len(own)), told, f"{np.mean([r['seconds'] for r in own]):.1f}"]
        )
    return told_as(lines, markdown)


def summary(rows: list[Any], markdown: bool) -> list[str]:
    lines = [["game", "games", "won by the score", "won by points", "gain"]]
    for code in dict.fromkeys(row["game"] for row in rows):
        own = [row for row in rows if row["game"] == code]
        gains = [row["gain"] for row in own]
        wide = half_width(np.var(gains, ddof=1), len(gains), 0.95) if len(gains) > 1 else 1.0
        lines.append(
            [
                f"`{code}`",
                str(len(own)),
                f"{np.mean([row['parts'] for row in own]):.1%}",
                f"{np.mean([row['points'] for row in own]):.1%}",
                f"{100 * np.mean(gains):+.1f} ± {100 * wide:.1f} %",
            ]
        )
    return told_as(lines, markdown)


def told_as(lines: list[list[str]], markdown: bool) -> list[str]:
    """Return lines, the first of which is a head, as a table or plain."""
    if not markdown:
        return ["; ".join(line) for line in lines]
    lines.insert(1, ["---", *("---:" for _ in lines[0][1:])])
    return ["| " + " | ".join(line) + " |" for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--deals", type=int, default=4000, help="of each game, to fit")
    parser.add_argument("--kinds", nargs="+", choices=GAMES, default=DUELS, help="of duels")
    parser.add_argument("--games", type=int, default=100, help="duels of each kind")
    parser.add_argument("--last", type=int, default=2, help="deals of a game that are played anew")
    parser.add_argument(
        "--advised", nargs="+", choices=DECISIONS, help="measure what these are worth by the advice"
    )
    parser.add_argument("--strength", choices=[e.value for e in Strength], default="fair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--markdown", action="store_true")
    add_files(parser)
    options = parser.parse_args()
    if options.fit:
        fit(options.deals, options.seed)
        return
    last, strength, seed = options.last, Strength(options.strength), options.seed + 1
    if options.advised:
        rows = measured(
            options,
            ("game", "number"),
            ((code, number) for number in range(options.games) for code in options.kinds),
            lambda code, number: by_advice(code, number, options.advised, options.seed),
        )
        print("\n".join(gains(rows, options.markdown)))
        return
    rows = measured(
        options,
        ("game", "number"),
        ((code, number) for number in range(options.games) for code in options.kinds),
        lambda code, number: duel(code, number, last, strength, seed),
    )
    print("\n".join(summary(rows, options.markdown)))


if __name__ == "__main__":
    main()
