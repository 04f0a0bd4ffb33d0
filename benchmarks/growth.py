"""Draw how the cost grows with the number of cards: docs/growth.svg.

Mean nodes and mean CPU time of one guarantee from an empty table, 6 to 16 cards from
52, by kind of contract. The figures are stored beside the picture as JSON, and
--redraw makes the picture from them without measuring.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from solver.analysis.bench import NT, NULLO, TRUMP, Bench, Limits, Row, one_value, random_tasks
from solver.report.bench import figure

DOCS = Path(__file__).resolve().parent.parent / "docs"
KINDS = {"NT": NT, "trump": TRUMP, "NULLO": NULLO}
COLOURS = {"NT": "#1f5fa8", "trump": "#2e8b57", "NULLO": "#b0413e"}
CARDS = range(6, 17)


def measured(seed: int, count: int, seconds: float) -> dict[str, list[dict[str, float]]]:
    """Return nodes and times by kind, a record each number of cards."""
    bench = Bench(seed=seed, count=count, seconds=seconds)
    found: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
    for kind, contracts in KINDS.items():
        for cards in CARDS:
            tasks = random_tasks(cards, contracts)
            row = Row(f"{kind}{cards}", "", count, tasks, one_value, Limits())
            result = row.run(bench)
            found[kind].append({
                "cards": cards,
                "values": result.times.count,
                "nodes": (result.nodes or 0) / result.times.count,
                "ms": result.times.mean,
                "median_ms": result.times.median,
                "max_ms": result.times.max,
            })
            print(f"{kind:6} {cards:2} cards  {found[kind][-1]['nodes']:12,.0f} nodes  "
                  f"{figure(result.times.mean):>8} ms  n {result.times.count}", flush=True)
    return found


def draw(found: dict[str, list[dict[str, float]]], path: Path) -> None:
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
        for kind, records in found.items():
            axis.plot(
                [record["cards"] for record in records],
                [record[key] for record in records],
                marker="o", markersize=3.5, linewidth=1.4, label=kind, color=COLOURS[kind],
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
    parser.add_argument("--redraw", action="store_true", help="draw the stored figures")
    options = parser.parse_args()
    stored = DOCS / "growth.json"
    if not options.redraw:
        DOCS.mkdir(exist_ok=True)
        found = measured(options.seed, options.n, options.seconds)
        stored.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    draw(json.loads(stored.read_text(encoding="utf-8")), DOCS / "growth.svg")


if __name__ == "__main__":
    main()
