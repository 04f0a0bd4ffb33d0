"""Draw how the cost grows with the number of cards: docs/growth.svg.

Mean nodes and mean CPU time of one guarantee from an empty table, 6 to 16 cards from
52, by kind of contract, and 6 to 10 cards of Manille. Every point is stored in growth.json,
beside the picture, as soon as it is measured. --kinds and --cards measure some points only;
--redraw measures nothing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import process_time

import techniques

from cli.bench.figures import figure
from cli.bench.rows import Bench, Times

DOCS = Path(__file__).resolve().parent.parent / "docs"
KINDS = techniques.KINDS | {
    "Manille, trump": techniques.GAMES["enchères"],
    "Manille, no trump": techniques.GAMES["enchères, no trump"],
    "à l'envers": techniques.GAMES["à l'envers"],
}
COLOURS = {
    "NT": "#1f5fa8",
    "trump": "#2e8b57",
    "NULLO": "#b0413e",
    "Manille, trump": "#8fce9f",
    "Manille, no trump": "#7fb2e5",
    "à l'envers": "#e39a97",
}
CARDS = range(6, 17)
MOST_OF_MANILLE = 10

Figures = dict[str, dict[str, dict[str, float]]]  # by kind and cards


def point(bench: Bench, cards: int, kind: str, count: int) -> dict[str, float]:
    """Measure ``count`` values, fewer where the seconds run out, but at least one."""
    tasks = KINDS[kind](cards)(bench.seed)
    end = process_time() + bench.seconds
    before = bench.solver.engine.nodes
    times: list[float] = []
    while len(times) < count and (not times or process_time() < end):
        times.append(bench.value_ms(*next(tasks)))
    summed = Times(tuple(times))
    return {
        "cards": cards,
        "values": summed.count,
        "nodes": round((bench.solver.engine.nodes - before) / summed.count),
        "ms": round(summed.mean, 4),
        "median_ms": round(summed.median, 4),
        "max_ms": round(summed.max, 3),
    }


def by_cards(item: tuple[str, object]) -> int:
    """Return the number of cards that is a record's key, to sort by."""
    return int(item[0])


def draw(figures: Figures, path: Path) -> None:
    """Draw both figures, logarithmic, side by side."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    # The same figures give the same file: no date, and ids that do not change.
    plt.rcParams.update({"svg.hashsalt": "manni", "font.size": 9})
    figure_, axes = plt.subplots(1, 2, figsize=(8.4, 3.6), layout="constrained")
    for axis, key, title in (
        (axes[0], "nodes", "nodes a value, mean"),
        (axes[1], "ms", "milliseconds a value, mean"),
    ):
        for kind in KINDS:
            records = [record for _, record in sorted(figures[kind].items(), key=by_cards)]
            axis.plot(
                [record["cards"] for record in records],
                [record[key] for record in records],
                marker="o",
                markersize=3.5,
                linewidth=1.4,
                label=kind,
                color=COLOURS[kind],
            )
        axis.set_yscale("log")
        axis.set_xticks(list(CARDS))
        axis.set_xlabel("cards a hand")
        axis.set_title(title, fontsize=9)
        axis.grid(visible=True, which="major", linewidth=0.4, alpha=0.6)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].legend(frameon=False)
    figure_.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=100, help="values a point")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="CPU seconds at most a point")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--cards", nargs="+", type=int, default=list(CARDS))
    parser.add_argument("--redraw", action="store_true", help="draw the stored figures")
    options = parser.parse_args()

    DOCS.mkdir(exist_ok=True)
    stored = DOCS / "growth.json"
    figures: Figures = json.loads(stored.read_text(encoding="utf-8")) if stored.exists() else {}
    bench = Bench(seed=options.seed, seconds=options.seconds)
    for kind in [] if options.redraw else options.kinds:
        for cards in options.cards:
            if kind not in techniques.KINDS and cards > MOST_OF_MANILLE:
                continue
            record = point(bench, cards, kind, options.n)
            print(
                f"{kind:17} {cards:2} cards  {record['nodes']:12,} nodes  "
                f"{figure(record['ms']):>8} ms  n {record['values']}",
                flush=True,
            )
            figures.setdefault(kind, {})[str(cards)] = record
            stored.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    draw(figures, DOCS / "growth.svg")


if __name__ == "__main__":
    main()
