"""Puzzles with a rare theme, made of those that have it by changing a few cards.

    python benchmarks/vary_puzzles.py duck data/sample_deals/puzzles.manni -n 3 > new.manni

Random positions seldom hold a duck or a squeeze; near one that does there are others. One to three
times a card is exchanged between two hands, or for one that nobody holds, and what comes of it is
kept if it is a puzzle worth solving (``solver/puzzles/find.py``) with the theme.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from solver.cards import CARDS, SEATS, cards_in, triple
from solver.errors import SolverError
from solver.files.dealfile import format_deal
from solver.files.reading import read_deals
from solver.position import Position
from solver.puzzles.find import Find, Wish, worth_solving
from solver.puzzles.themes import THEMES
from solver.puzzles.verify import Puzzle, puzzle_of
from solver.run import Run
from solver.values.solve import Solver


def with_theme(files: Sequence[str], theme: str) -> Iterator[Puzzle]:
    """Yield the puzzles of files that have a theme."""
    for file in files:
        for deal in read_deals(file):
            puzzle = puzzle_of(deal)
            if puzzle is not None and theme in dict(deal.tags).get("Theme", "").split(", "):
                yield puzzle


def varied(position: Position, rng: random.Random) -> Position:
    """Return a position with other cards. Raises SolverError where the table forbids it."""
    hands = list(position.hands)
    table = sum(1 << card for card in position.table)
    for _ in range(rng.choice((1, 2, 3))):
        first, second = rng.sample(range(SEATS), 2)
        out = rng.choice(list(cards_in(hands[first])))
        if rng.random() < 0.7:
            other = rng.choice(list(cards_in(hands[second])))
            hands[second] ^= 1 << other | 1 << out
        else:
            held = hands[0] | hands[1] | hands[2] | table
            other = rng.choice([card for card in range(CARDS) if not held >> card & 1])
        hands[first] ^= 1 << out | 1 << other
    return replace(position, hands=triple(hands))


def variations(puzzle: Puzzle, theme: str, solver: Solver, rng: random.Random) -> Iterator[Find]:
    """Yield puzzles with a theme that few cards tell from one that has it, without end."""
    position = puzzle.position
    against = None if puzzle.goal.seat is position.to_play else puzzle.goal.seat
    wish = Wish(
        (position.contract,), (position.tricks,), seat=position.to_play, against=against,
        theme=theme, ace_low=position.ace_low,
    )  # fmt: skip
    while True:
        with suppress(SolverError):
            found = worth_solving(varied(position, rng), wish, solver, Run())
            if found is not None:
                yield found


def main() -> None:
    """Print the puzzles, one of each source in turn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("theme", choices=THEMES)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    solver, rng = Solver(64), random.Random(options.seed)
    sources = list(with_theme(options.files, options.theme))
    if not sources:
        sys.exit(f"no puzzle with the theme {options.theme}")
    rng.shuffle(sources)
    streams = [variations(source, options.theme, solver, rng) for source in sources]
    for number in range(options.n):
        print(format_deal(next(streams[number % len(streams)]).deal()), flush=True)


if __name__ == "__main__":
    main()
