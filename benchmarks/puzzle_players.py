"""What players who are given only the deal and the goal do with puzzles.

``python benchmarks/puzzle_players.py`` draws 30 of the shipped puzzles and lets stand-ins for
people play them, who see all hands: the rule of thumb alone, and the plain player of
``solver/puzzles/plain_player.py`` with a look of one, two and three tricks. The others play what
makes it hardest, as in ``manni puzzle train``. For each grade it prints how many first cards were
right and how many goals were reached. ``--list > docs/puzzle-list.md`` lists all puzzles instead:
grade, themes and in which trick the plain player goes wrong against some defence.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from solver.cards import SEATS
from solver.deal import Deal
from solver.files.reading import read_deals
from solver.goal import format_goal
from solver.position import Position
from solver.puzzles.need import Need
from solver.puzzles.plain_player import PlainPlayer, where_he_fails
from solver.puzzles.thumb_card import thumb_card
from solver.puzzles.train import keeps_goal, reply
from solver.puzzles.verify import Puzzle, puzzle_of
from solver.report.cards import card_sign
from solver.run import Run
from solver.values.solve import Solver

PUZZLES = Path(__file__).parent.parent / "data" / "sample_deals" / "puzzles.manni"
Player = Callable[[Position, Need], int]
PLAYERS: dict[str, Callable[[], Player]] = {
    "rule of thumb": lambda: lambda position, need: thumb_card(position),
    "sees one trick": lambda: PlainPlayer(1).card,
    "sees two (plain)": lambda: PlainPlayer(2).card,
    "sees three": lambda: PlainPlayer(3).card,
}


HEAD = """# The puzzles that come with the program

The 144 of `data/sample_deals/puzzles.manni` in their order, by which `--deal` picks one. Grade,
themes and the plain player are those of [puzzles.md](puzzles.md#grades): what he plays is the card
with which he first goes wrong against some defence. So the last two columns give something away.

<sub>`python benchmarks/puzzle_players.py --list`</sub>

| | goal | cards | grade | themes | the plain player plays |
|---:|---|---:|---:|---|---|"""


def main() -> None:
    """Print the table, or the list."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("-n", type=int, default=30, help="puzzles drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    deals = list(enumerate(read_deals(PUZZLES), 1))
    solver = Solver(64)
    if options.list:
        print(HEAD)
        for number, deal in deals:
            print(_listed(number, deal, solver), flush=True)
        return
    drawn = sorted(random.Random(options.seed).sample(deals, options.n), key=lambda each: each[0])
    print("drawn:", *(number for number, _ in drawn))
    by_grade: defaultdict[str, list[dict[str, tuple[bool, bool]]]] = defaultdict(list)
    for _, deal in drawn:
        by_grade[deal.tag("Grade")].append(_played(_puzzle(deal), solver))
    print("| grade | puzzles | " + " | ".join(PLAYERS) + " |")
    print("|---:|---:|" + "---:|" * len(PLAYERS))
    for grade, rows in [*sorted(by_grade.items()), ("all", [*chain(*by_grade.values())])]:
        cells = (
            f"{sum(row[name][0] for row in rows)}, {sum(row[name][1] for row in rows)}"
            for name in PLAYERS
        )
        print(f"| {grade} | {len(rows)} | " + " | ".join(cells) + " |")


def _puzzle(deal: Deal) -> Puzzle:
    puzzle = puzzle_of(deal)
    assert puzzle is not None
    return puzzle


def _played(puzzle: Puzzle, solver: Solver) -> dict[str, tuple[bool, bool]]:
    """Return for each player whether the first card is right and the goal reached."""
    found = {}
    for name, player in PLAYERS.items():
        play, position, need = player(), puzzle.position, puzzle.need
        right = keeps_goal(position, need, play(position, need), solver)
        while need.met_by_count(position) is None:
            is_solver = need.is_solver(position)
            card = play(position, need) if is_solver else reply(position, need, solver)
            position = position.play(card)
            need = need.after(position)
        found[name] = right, need.met_by_count(position) is True
    return found


def _listed(number: int, deal: Deal, solver: Solver) -> str:
    puzzle = _puzzle(deal)
    line = where_he_fails(puzzle.position, puzzle.need, solver.engine, Run())
    fails = "solved throughout"
    if line is not None:
        trick = 1 + (len(puzzle.position.table) + len(line) - 1) // SEATS
        fails = card_sign(line[-1]) + (f" in trick {trick}" if trick > 1 else "")
    goal, themes = (
        f"{format_goal(puzzle.goal)} in {puzzle.position.contract}",
        deal.tag("Theme") or "–",
    )
    cards = puzzle.position.tricks
    return f"| {number} | {goal} | {cards} | {deal.tag('Grade')} | {themes} | {fails} |"


if __name__ == "__main__":
    main()
