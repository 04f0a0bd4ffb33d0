"""Pictures drawn with matplotlib, as the bytes of an SVG or a PNG file."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from solver.cards import SEATS, Seat
from solver.errors import SolverError
from solver.report.cards import card_sign

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from solver.review import Review

_COLOURS = ("#0b6e99", "#c4551a", "#4b7f2c")
_STYLES = ("-", "--", "-.")


def picture_kind(path: str) -> str:
    """Return svg or png, as the name of a picture ends.

    Raises SolverError for any other, and where matplotlib is not there to draw it.
    """
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in ("svg", "png"):
        raise SolverError(f"{path}: a picture is a file that ends in .svg or .png")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise SolverError(
            "a picture needs matplotlib, which is not installed: pip install 'manni[plots]'"
        ) from None
    return kind


def _saved(figure: Figure, kind: str) -> bytes:
    import matplotlib

    stream = BytesIO()
    # Text is stored as text, not outlines; ids are the same in every run, and there is no date.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "manni"}):
        figure.savefig(stream, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return stream.getvalue()


def plot_points(
    labels: Sequence[str],
    points: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    kind: str,
    title: str,
) -> bytes:
    """Return a picture of expected points with intervals, the first row on top."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 1 + 0.35 * len(labels)), layout="constrained")
    axes = figure.subplots()
    rows = range(len(labels))
    errors = [
        [own - interval[0] for own, interval in zip(points, intervals, strict=True)],
        [interval[1] - own for own, interval in zip(points, intervals, strict=True)],
    ]
    axes.errorbar(points, rows, xerr=errors, fmt="o", color="#1f4e79", capsize=3)
    axes.set_yticks(rows, labels)
    axes.invert_yaxis()
    axes.axvline(0, color="0.7", linewidth=0.8, zorder=0)
    axes.set_xlabel("expected points, 95 % intervals")
    axes.set_title(title, fontsize=9)
    return _saved(figure, kind)


def plot_review(review: Review, kind: str, title: str) -> bytes:
    """Return a picture of the guarantees after each card, losses marked."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(11, 4.8), layout="constrained")
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
    return _saved(figure, kind)
