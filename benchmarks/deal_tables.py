"""Print the tables of docs/statistics.md from the rows of deal_statistics.py.

    python benchmarks/deal_tables.py FOLDER tricks
    python benchmarks/deal_tables.py FOLDER --page docs/statistics.md

With ``--page`` each table is put into the page after the line ``<!-- table: NAME -->``, in place
of the one that is there.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from deal_rows import FEWEST, Array, Rows, held, mean, rate, read, shares
from deal_worth import described, worth

from solver.cards import SUIT_LETTERS, Seat
from solver.rules.registry import get_variant

CUT = {
    "NT": "Hornafjarðarmanni, NT",
    "trump": "Hornafjarðarmanni, trump",
    "NULLO": "Hornafjarðarmanni, NULLO",
}
DECLARED = {"NT": "Trjámann, NT", "trump": "Trjámann, best trump"}
GREAT = get_variant("laugavatn").scoring.great


class Deals:
    """The rows of a folder by the name under which tables show them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cache  # noqa: B019  one folder a program
    def kind(self, name: str) -> Rows:
        """Return all rows of a kind of deals."""
        return read(self.folder, name)

    def cut(self, contract: str) -> Rows:
        """Return the rows of Hornafjarðarmanni in a kind of contract."""
        return self.kind(f"hornafjordur-{contract}")

    def declared(self, contract: str, named: bool = True) -> Rows:
        """Return those of Trjámann; ``named`` is the trump forehand would name, else all four."""
        rows = self.kind("trjamann")
        in_nt = rows["contract"] == "NT"
        return rows.where(in_nt if contract == "NT" else ~in_nt & (rows["named"] | (not named)))

    def shown(self) -> Iterator[tuple[str, Rows, int]]:
        """Yield what stands in most tables: a name, the rows, forehand's target."""
        for contract, name in CUT.items():
            yield name, self.cut(contract), 4
        for contract, name in DECLARED.items():
            yield name, self.declared(contract), 8


Table = tuple[Sequence[str], list[list[Any]]]


def tricks(deals: Deals) -> Table:
    """Return how many tricks forehand, the leader, is sure of on average."""
    head = ["", "deals", "sure of, as dealt", "sure of, after the exchange", "target"]
    head += ["the target is sure"]
    lines = []
    for name, rows, target in deals.shown():
        before, after = rows.dealt(), rows.played()
        sure = after.own <= target if rows.avoids else after.own >= target
        line = [name, f"{len(after):,}", mean(before.own).text(), mean(after.own).text()]
        lines.append([*line, target, part(sure)])
    return head, lines


def seats(deals: Deals) -> Table:
    """Return the shares of the three seats on average, and what forehand's is worth in points."""
    head = ["", "deals", "forehand, as dealt", "forehand", "middlehand", "dealer"]
    head += ["forehand's points"]
    lines = []
    for name, rows, target in deals.shown():
        after = rows.played().solved_for_all()
        every = shares(after)
        line = [name, f"{len(after):,}", mean(shares(rows.dealt().solved_for_all())[:, 0]).text()]
        line += [mean(column).text() for column in every.T]
        points = after.sign * (every[:, 0] - target)
        lines.append([*line, mean(points).text(sign="+")])
    return head, lines


FEW = 10
"""From so many on, what happens is as often above its mean as below."""


def part(hits: Array, numbers: Array | None = None) -> str:
    """Return how often something happens as per cent; hits of one deal are not independent."""
    if min(hits.sum(), (~hits).sum()) < FEW:
        return seldom(hits, numbers)
    return mean(100.0 * hits, numbers).text(1) + " %"


def seldom(hits: Array, numbers: Array | None = None) -> str:
    """Return how often something rare happens as per cent, with its interval."""
    often, low, high = rate(hits, numbers)
    return f"{often:.2%} ({low:.2%} to {high:.2%})".replace("%", " %")


def great(deals: Deals) -> Table:
    """Return how often forehand as the declarer is sure of the tricks of a great contract."""
    assert GREAT is not None
    steps = (10, 12, *range(GREAT.declarer, 17))
    head = ["", "deals", *(f"{n} or more" if n < 16 else "all 16" for n in steps)]
    lines = []
    for what, picked in (("as dealt", Rows.dealt), ("after the exchange", Rows.played)):
        every = picked(deals.kind("trjamann"))
        best = best_of_contracts(every).own
        for name, own in (
            ("NT", picked(deals.declared("NT")).own),
            ("best trump", picked(deals.declared("trump")).own),
            ("whichever of the five is best", best),
        ):
            line = [f"{name}, {what}", f"{len(own):,}"]
            lines.append([*line, *(seldom(own >= n) for n in steps)])
    return head, lines


def best_of_contracts(rows: Rows) -> Rows:
    """Return of each deal the row of the contract in which forehand is sure of most."""
    falling = rows.where(np.lexsort((-rows.own, rows["number"])))
    _, first = np.unique(falling["number"], return_index=True)
    return falling.where(first)


def great_hands(deals: Deals) -> Table:
    """Return what the hands as dealt look like with which a great contract is sure later."""
    assert GREAT is not None
    head = ["", "deals", "NT is best", "longest suit", "aces", "kings", "queens"]
    every = deals.kind("trjamann")
    best = best_of_contracts(every.played())
    dealt = every.dealt().where(every.dealt()["contract"] == "NT")
    assert np.array_equal(best["number"], dealt["number"])
    lines = []
    for name, some in (
        ("all hands", best.own >= 0),
        ("8 tricks are sure", best.own >= 8),
        ("12 tricks are sure", best.own >= 12),
        (f"{GREAT.declarer} tricks are sure", best.own >= GREAT.declarer),
    ):
        if not some.any():
            lines.append([name, 0, *[""] * (len(head) - 2)])
            continue
        cards = held(dealt["hands"][some, Seat.FOREHAND])
        line = [name, f"{some.sum():,}", part(best["contract"][some] == "NT")]
        line.append(mean(cards.sum(2).max(1)).text(1))
        lines.append([*line, *(mean(cards[:, :, rank].sum(1)).text(1) for rank in (12, 11, 10))])
    return head, lines


def trump_length(rows: Rows) -> Array:
    """Return how many trumps forehand holds."""
    suits = np.array([SUIT_LETTERS.index(each) for each in rows["contract"]], np.uint64)
    ranks = rows["hands"][:, Seat.FOREHAND] >> (np.uint64(13) * suits) & np.uint64(0x1FFF)
    return np.bitwise_count(ranks).astype(int)


def length(deals: Deals) -> Table:
    """Return what a suit as trumps brings, by the number of trumps that were dealt."""
    head = ["trumps dealt", "suits", "sure of, as dealt", "sure of, after the exchange"]
    head += ["8 are sure", "12 are sure"]
    rows = deals.declared("trump", named=False)
    before, after = rows.dealt(), rows.played()
    held = trump_length(before)
    lines = []
    for count in range(14):
        some = held == count
        if some.sum() >= FEWEST:
            line = [count, f"{some.sum():,}"]
            line += [mean(each.own[some], each["number"][some]).text() for each in (before, after)]
            own = after.own[some]
            made = [part(own >= n, after["number"][some]) for n in (8, 12)]
            lines.append([*line, *made])
    return head, lines


def worths(contract: str) -> Callable[[Deals], Table]:
    """Return the table of what cards are worth in a kind of contract."""

    def table(deals: Deals) -> Table:
        games = {"12 cards": deals.cut(contract)}
        if contract != "NULLO":
            games["16 cards"] = deals.declared(contract, named=False)
        fits = {}
        for name, rows in games.items():
            after = rows.played()
            shared = after.where(after["named"]).solved_for_all()
            fits[f"{name}, as dealt"] = worth(rows.dealt())
            fits[f"{name}, as played"] = worth(after)
            fits[f"{name}, share as played"] = worth(shared, shares(shared)[:, Seat.FOREHAND])
        return ["forehand holds", *fits], described(fits)

    return table


def lead(deals: Deals) -> Table:
    """Return how many tricks better forehand is off leading than second or last to play."""
    head = ["", "deals", "better than second to play", "better than last to play"]
    head += ["the lead helps", "the lead hurts"]
    lines = []
    for name, rows, _ in deals.shown():
        led, last, second = same_deals(
            [rows.where(rows["by_rule"] & (rows["leader"] == leader)) for leader in "FMD"]
        )
        gains = [rows.sign * (led.own.astype(int) - other.own) for other in (second, last)]
        both, numbers = np.sign(np.concatenate(gains)), np.tile(led["number"], 2)
        line = [name, f"{len(led):,}", *(mean(gain).text(sign="+") for gain in gains)]
        lines.append([*line, *(part(both == each, numbers) for each in (1, -1))])
    return head, lines


def same_deals(each: Sequence[Rows]) -> list[Rows]:
    """Return of each only the deals that all have, in the order of their numbers."""
    common = each[0]["number"]
    for rows in each[1:]:
        common = np.intersect1d(common, rows["number"])
    kept = [rows.where(np.isin(rows["number"], common)) for rows in each]
    return [rows.where(np.argsort(rows["number"], kind="stable")) for rows in kept]


def steps(rows: Rows) -> list[Rows]:
    """Return the rows in which forehand exchanges no card, one, and so on, of the same deals."""
    led = rows.where((rows["leader"] == "F") & (rows["exchanged"] >= 0))
    most = int(led["exchanged"].max())
    return same_deals([led.where(led["exchanged"] == count) for count in range(most + 1)])


def exchange(deals: Deals) -> Table:
    """Return what each further card brings that forehand exchanges."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    head = ["", "deals", *words, "all", "the rule takes all"]
    lines = []
    for name, rows, _ in deals.shown():
        each = steps(rows)
        own = [rows.sign * step.own.astype(int) for step in each]
        further = [mean(after - before) for before, after in pairwise(own)]
        line = [name, f"{len(each[0]):,}", *(gain.text(sign="+") for gain in further)]
        line += [""] * (len(words) - len(further))
        lines.append([*line, mean(own[-1] - own[0]).text(sign="+"), part(each[-1]["by_rule"])])
    return head, lines


TABLES: dict[str, Callable[[Deals], Table]] = {
    "tricks": tricks,
    "seats": seats,
    "great": great,
    "great-hands": great_hands,
    "length": length,
    "worth-NT": worths("NT"),
    "worth-trump": worths("trump"),
    "worth-NULLO": worths("NULLO"),
    "lead": lead,
    "exchange": exchange,
}


def markdown(table: Table) -> str:
    """Return a table as Markdown, numbers to the right."""
    head, lines = table
    rows = [head, ["---", *["---:"] * (len(head) - 1)], *lines]
    return "".join("| " + " | ".join(map(str, row)) + " |\n" for row in rows)


def put_in(page: str, name: str, table: str) -> str:
    """Return a page with a table in its place."""
    mark = f"<!-- table: {name} -->\n"
    before, mark_found, after = page.partition(mark)
    if not mark_found:
        raise SystemExit(f"the page has no line {mark.strip()}")
    return before + mark + table + re.sub(r"\A(\|.*\n)*", "", after)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="by default all")
    parser.add_argument("--page", type=Path, help="put the tables into this page")
    options = parser.parse_args()
    deals = Deals(options.folder)
    for name in options.tables or TABLES:
        table = markdown(TABLES[name](deals))
        if options.page is None:
            print(table)
        else:
            page = options.page.read_text(encoding="utf-8")
            options.page.write_text(put_in(page, name, table), encoding="utf-8")


if __name__ == "__main__":
    main()
