"""Draw the pictures of docs/statistics.md from the rows of deal_statistics.py.

    python benchmarks/deal_pictures.py FOLDER -o docs

Each is an SVG that shows itself light or dark, as the reader's screen does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path

import matplotlib
import numpy as np
from deal_rows import FEWEST, Mean, mean
from deal_tables import Deals, steps, trump_length
from deal_worth import worth
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, FAINT, GROUND = "#24292f", "#d4d8dd", "#ffffff"
BLUE, ORANGE, GREEN = "#2f7ebc", "#d9772b", "#3f9a58"
GREY = "#9aa4ae"
DARK = {INK: "#e3e8ee", FAINT: "#3a424c", GROUND: "#14181d", GREY: "#7d8792"}
"""What the colours become on a dark screen; the others are seen on both."""

GAMES = {"12 cards": BLUE, "16 cards": ORANGE}


def figure(
    width: float, height: float, rows: int, columns: int, *, sharey: bool = False
) -> tuple[Figure, Sequence[Axes]]:
    """Return a figure and its axes, without what is not needed to read it."""
    drawn = Figure(figsize=(width, height), layout="constrained", facecolor=GROUND)
    every = list(drawn.subplots(rows, columns, squeeze=False, sharey=sharey).flat)
    for axes in every:
        axes.set_facecolor(GROUND)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_axisbelow(True)
    return drawn, every


def tricks(deals: Deals) -> Figure:
    """Draw how often forehand is sure of so many tricks, as dealt and after the exchange."""
    drawn, every = figure(8.4, 4.6, 2, 3, sharey=True)
    for axes, (name, rows, target) in zip(every, deals.shown(), strict=False):
        counts = np.arange(rows.tricks + 1)
        for picked, shift, colour, label in (
            (rows.dealt(), -0.21, GREY, "as dealt"),
            (rows.played(), 0.21, BLUE, "after the exchange"),
        ):
            part = np.bincount(picked.own, minlength=len(counts)) / len(picked)
            axes.bar(counts + shift, 100 * part, 0.42, color=colour, label=label)
        axes.axvline(target, color=ORANGE, linewidth=1, linestyle=(0, (3, 2)), label="target")
        axes.set_title(name, fontsize=9)
        axes.set_xticks(counts[::2])
        axes.yaxis.set_major_formatter("{x:.0f} %")
        axes.tick_params(length=0)
    every[-1].axis("off")
    handles, labels = every[0].get_legend_handles_labels()
    every[-1].legend(handles, labels, loc="center", frameon=False)
    drawn.supxlabel("tricks forehand is sure of (NULLO: has to take at most)", fontsize=9)
    return drawn


WORTHS = {
    "NT": (
        "ace",
        "king with its ace",
        "guarded king",
        "bare king",
        "queen with ace or king",
        "queen, two guards",
        "jack",
        "ten",
        "fifth card of a suit",
        "sixth card of a suit",
        "void",
    ),
    "trump": (
        "ace of trumps",
        "king of trumps",
        "queen of trumps",
        "fourth trump",
        "fifth trump",
        "sixth trump",
        "ace, side suit",
        "guarded king, side suit",
        "bare king, side suit",
        "void, four trumps or more",
        "singleton, four trumps or more",
    ),
    "NULLO": (
        "two",
        "three",
        "four",
        "ace",
        "king",
        "queen",
        "jack",
        "suit without a two, three or four",
        "fifth card of a suit",
        "singleton",
        "void",
    ),
}
"""What is drawn of what the tables have."""


def worths(deals: Deals) -> Figure:
    """Draw what cards are worth in tricks as the hands are played, with intervals."""
    drawn, every = figure(10.2, 3.9, 1, 3)
    for axes, (contract, names) in zip(every, WORTHS.items(), strict=True):
        games = {"12 cards": deals.cut(contract)}
        if contract != "NULLO":
            games["16 cards"] = deals.declared(contract, named=False)
        for place, (game, rows) in enumerate(games.items()):
            worths_of_rows = worth(rows.played()).worth
            shift = (place - (len(games) - 1) / 2) * 0.3
            spots = [
                (line + shift, told)
                for line, name in enumerate(names)
                if (told := worths_of_rows[name])
            ]
            points(axes, spots, GAMES[game], game)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.grid(axis="x", color=FAINT, linewidth=0.6)
        axes.tick_params(length=0)
        axes.spines["left"].set_visible(False)
        axes.set_title({"trump": "a trump suit"}.get(contract, contract), fontsize=10)
        axes.set_xlabel("more tricks to take" if contract == "NULLO" else "more tricks")
    # A trick is as wide in each.
    widths = [high - low for low, high in (axes.get_xlim() for axes in every)]
    every[0].get_gridspec().set_width_ratios(widths)
    handles, labels = every[0].get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    return drawn


def points(axes: Axes, spots: Sequence[tuple[float, Mean]], colour: str, label: str) -> None:
    """Draw values on lines, with what may be off."""
    axes.errorbar(
        [told.value for _, told in spots],
        [line for line, _ in spots],
        xerr=[told.error for _, told in spots],
        fmt="o",
        markersize=4,
        elinewidth=1.4,
        color=colour,
        label=label,
    )


def exchange(deals: Deals) -> Figure:
    """Draw what forehand gains by exchanging so many cards."""
    drawn, every = figure(8.4, 3.2, 1, 2, sharey=True)
    colours = dict(zip(("NT", "trump", "NULLO"), (BLUE, GREEN, ORANGE), strict=True))
    for name, rows, _ in deals.shown():
        game, contract = name.split(", ")
        axes = every[game == "Trjámann"]
        each = steps(rows)
        gains = [mean(rows.sign * (step.own.astype(int) - each[0].own)) for step in each]
        axes.errorbar(
            range(len(gains)),
            [gain.value for gain in gains],
            yerr=[gain.error for gain in gains],
            marker="o",
            markersize=4,
            linewidth=1.6,
            color=colours[contract.removeprefix("best ")],
            label=contract,
        )
        axes.set_title(game, fontsize=10)
        axes.set_xticks(range(len(gains)))
    for axes in every:
        axes.set_xlabel("cards exchanged by forehand")
        axes.set_ylim(-0.05, None)
        axes.grid(axis="y", color=FAINT, linewidth=0.6)
        axes.tick_params(length=0)
        axes.legend(frameon=False, loc="upper left")
    every[0].set_ylabel("tricks gained (NULLO: avoided)")
    return drawn


def length(deals: Deals) -> Figure:
    """Draw what a suit brings as trumps in Trjámann, by the trumps that were dealt."""
    drawn, every = figure(8.4, 3.2, 1, 2)
    rows = deals.declared("trump", named=False)
    before, after = rows.dealt(), rows.played()
    held = trump_length(before)
    counts = [count for count in range(14) if (held == count).sum() >= FEWEST]
    for picked, colour, label in ((before, GREY, "as dealt"), (after, BLUE, "after the exchange")):
        some = [picked.where(held == count) for count in counts]
        sure = [mean(each.own, each["number"]) for each in some]
        made = [mean(100.0 * (each.own >= 8), each["number"]) for each in some]
        for axes, each in zip(every, (sure, made), strict=True):
            axes.errorbar(
                counts,
                [one.value for one in each],
                yerr=[one.error for one in each],
                marker="o",
                markersize=4,
                linewidth=1.6,
                color=colour,
                label=label,
            )
    every[0].set_title("tricks forehand is sure of", fontsize=10)
    every[1].set_title("8 tricks, the target, are sure", fontsize=10)
    every[1].yaxis.set_major_formatter("{x:.0f} %")
    for axes in every:
        axes.set_xlabel("trumps dealt")
        axes.set_xticks(counts)
        axes.set_ylim(0, None)
        axes.grid(axis="y", color=FAINT, linewidth=0.6)
        axes.tick_params(length=0)
    every[0].legend(frameon=False, loc="upper left")
    return drawn


PICTURES: dict[str, Callable[[Deals], Figure]] = {
    "tricks": tricks,
    "length": length,
    "worths": worths,
    "exchange": exchange,
}

STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "manni",
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans"],
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
}


def svg(drawn: Figure) -> str:
    """Return a figure as the text of an SVG that knows how to be dark."""
    stream = StringIO()
    drawn.savefig(stream, format="svg", metadata={"Date": None})
    rules = "".join(
        f'[style*="{what}: {light}"] {{ {what}: {dark} !important }}\n'
        for light, dark in DARK.items()
        for what in ("fill", "stroke")
    )
    dark = f"<style>@media (prefers-color-scheme: dark) {{\n{rules}}}</style>\n"
    head, defs, rest = stream.getvalue().partition(" <defs>\n")
    return head + dark + defs + rest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs"))
    parser.add_argument("--only", nargs="+", choices=list(PICTURES), default=list(PICTURES))
    options = parser.parse_args()
    deals = Deals(options.folder)
    with matplotlib.rc_context(STYLE):
        for name in options.only:
            path = options.output / f"statistics-{name}.svg"
            path.write_text(svg(PICTURES[name](deals)), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
