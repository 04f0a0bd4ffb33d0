"""A review as a picture: the three guarantees after each card."""

from __future__ import annotations

from pathlib import Path

from solver.cards import SEATS, Seat
from solver.errors import DealError
from solver.report.cards import card_sign
from solver.review import Review

SUFFIXES = (".svg", ".png")

_COLOURS = ("#0b6e99", "#c4551a", "#4b7f2c")
_STYLES = ("-", "--", "-.")


def check_plot_path(path: str) -> None:
    """Raise DealError unless a plot can be written to a file of this name."""
    if Path(path).suffix.lower() not in SUFFIXES:
        raise DealError(f"{path}: a plot is a file that ends in {' or '.join(SUFFIXES)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise DealError(
            "a plot needs matplotlib, which is not installed: pip install 'manni[plots]'"
        ) from None


def plot_review(review: Review, path: str, title: str) -> None:
    """Draw the guarantees after each card, losses marked, as SVG or PNG."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    # Text is stored as text, not outlines, and ids are the same in every run.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "manni"}):
        figure = Figure(figsize=(11, 4.8), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        count = len(review.cards)
        for seat in Seat:
            heights = [review.guarantee[seat], *(card.after[seat] for card in review.cards)]
            # Lines at the same height would hide each other.
            shifted = [height + (seat - 1) * 0.06 for height in heights]
            axes.step(
                range(count + 1),
                shifted,
                where="post",
                color=_COLOURS[seat],
                linestyle=_STYLES[seat],
                label=f"{seat.letter} {seat.word}",
            )
        for index, card in enumerate(review.cards):
            if card.loss:
                height = card.after[card.seat] + (card.seat - 1) * 0.06
                axes.plot(index + 1, height, "o", color=_COLOURS[card.seat], markersize=6)
                axes.annotate(
                    f"{card.seat.letter} −{card.loss}",
                    (index + 1, height),
                    textcoords="offset points",
                    xytext=(4, 7),
                    fontsize=8,
                    color=_COLOURS[card.seat],
                )
            if card.number % SEATS == 0:
                axes.axvline(index + 1, color="0.88", linewidth=0.8, zorder=0)
        axes.set_xticks(
            range(1, count + 1),
            [card_sign(played.card) for played in review.cards],
            rotation=90,
            fontsize=8,
        )
        axes.set_xlim(0, count + 0.3)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        aim = "at most" if review.start.contract.avoids else "at least"
        axes.set_ylabel(f"tricks in all, {aim}")
        axes.set_title(title)
        axes.legend(loc="best", fontsize=9)
        metadata = {"Date": None} if path.lower().endswith(".svg") else {}
        figure.savefig(path, metadata=metadata)
