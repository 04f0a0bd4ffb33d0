"""Pictures drawn with matplotlib, as the bytes of an SVG or a PNG file."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ..cards import Seat, suit_of
from ..i18n import _, language, pgettext, seat_letter, seat_word, text_if
from .text import RED_SUITS, card_sign

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..advice.answer import Choice
    from ..review import Review

_COLOURS = ("#0b6e99", "#c4551a", "#4b7f2c", "#7d4aa8", "#8a6d1b", "#b23a6f", "#3d5a80")
_RED = "#c81e1e"


def _saved(figure: Figure, kind: str, title: str) -> bytes:
    """Return a picture as the bytes of a file. An SVG has its title and language as metadata."""
    import matplotlib

    stream = BytesIO()
    # Text is stored as text, not outlines; ids are the same in every run, and there is no date.
    with (
        matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "manni"}),
        warnings.catch_warnings(),
    ):
        # A name may have letters that the font lacks; an SVG shows them nevertheless.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        metadata = {"Date": None, "Title": title} if kind == "svg" else None
        figure.savefig(stream, format=kind, metadata=metadata)
    spoken = f'<svg lang="{language()}" '
    return stream.getvalue().replace(b"<svg ", spoken.encode(), kind == "svg")


def plot_behind(choices: Sequence[tuple[str, Choice]], kind: str, title: str) -> bytes:
    """Return a picture of how many points choices are behind the best, with intervals.

    The best comes first, at 0. An interval that reaches 0 leaves open which is better.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 1.2 + 0.35 * len(choices)), layout="constrained")
    axes = figure.subplots()
    axes.plot([0], [0], "D", color=_COLOURS[0])
    for row, (_name, choice) in enumerate(choices[1:], 1):
        behind, (low, high) = choice.behind, choice.behind_interval
        errors = [[max(behind - low, 0)], [max(high - behind, 0)]]
        colour = _COLOURS[1] if low > 0 else _COLOURS[0]
        axes.errorbar([behind], [row], xerr=errors, fmt="o", color=colour, capsize=3)
    names = [name for name, _choice in choices]
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(0, color="0.5", linewidth=0.8, zorder=0)
    axes.set_xlabel(_("points behind {best}, 95 % intervals", best=names[0]))
    axes.set_title(title, fontsize=9, wrap=True)
    return _saved(figure, kind, title)


def plot_review(review: Review, kind: str, title: str) -> bytes:
    """Return a picture of every seat's guarantee and share after each card, its losses marked.

    Each seat has a panel of its own, so that no line hides another. All panels have the same scale,
    so that the loss of one seat and the gain of another look equally high.
    """
    from matplotlib.figure import Figure

    count, seats = len(review.cards), review.start.seats
    size = max(6.0, 2.0 + 0.27 * count), 2.5 * len(seats)
    figure = Figure(figsize=size, layout="constrained")
    panels = figure.subplots(len(seats), sharex=True, sharey=True)
    # Names may hold what matplotlib would take for a formula.
    figure.suptitle(title, fontsize=11, parse_math=False)
    highest = max(_draw_seat(axes, review, seat) for seat, axes in zip(seats, panels, strict=True))
    top = highest + 1  # room for what is written above a line
    panels[0].set_ylim(-0.3, top + 0.3)
    panels[0].set_yticks(range(0, top + 1, 1 + top // 18))
    _draw_cards(panels[-1], review)
    _draw_tricks(panels, review)
    panels[0].legend(loc="lower right", bbox_to_anchor=(1, 1.12), ncols=3, fontsize=8)
    return _saved(figure, kind, title)


def _draw_seat(axes: Axes, review: Review, seat: Seat) -> int:
    """Draw a seat's guarantee and share from before the first card to after the last.

    Return the highest of them.
    """
    colour = _COLOURS[seat]
    after = range(len(review.cards) + 1)
    sure = [review.guarantee[seat], *(card.after[seat] for card in review.cards)]
    shares = [float(review.share[seat]), *(float(card.share_after[seat]) for card in review.cards)]
    aim = text_if(review.start.avoids, "guarantee, at most", "guarantee, at least")
    axes.step(after, sure, where="mid", color=colour, linewidth=2, label=aim)
    if not review.start.two_sided:
        axes.step(after, shares, where="mid", color="0.45", linewidth=1,
                  linestyle="--", label=pgettext("column", "share"))  # fmt: skip
    lost = [index for index, card in enumerate(review.cards, 1) if card.loss and card.seat is seat]
    heights = [sure[index] for index in lost]
    axes.plot(lost, heights, "o", color=colour, markersize=6, label=_("lost by its own card"))
    for index, height in zip(lost, heights, strict=True):
        axes.annotate(
            _("lost {number}", number=review.cards[index - 1].loss),
            (index, height),
            textcoords="offset points",
            xytext=(1, 6),  # clear of the step before it
            fontsize=8,
            color=colour,
        )
    axes.grid(axis="y", color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    name = "" if review.names is None else f"\n{review.names[seat]}"
    axes.set_ylabel(f"{seat_letter(seat)} {seat_word(seat)}{name}", color=colour, parse_math=False)
    return max(*sure, *map(math.ceil, shares))


def _draw_cards(axes: Axes, review: Review) -> None:
    """Write the seats and their cards below the last panel, red suits in red."""
    axes.set_xlim(0, len(review.cards) + 0.6)
    axes.set_xticks(
        range(1, len(review.cards) + 1),
        [card_sign(played.card) for played in review.cards],
        fontsize=8,
    )
    axes.tick_params(axis="x", length=0, pad=14)
    for label, played in zip(axes.get_xticklabels(), review.cards, strict=True):
        if suit_of(played.card) in RED_SUITS:
            label.set_color(_RED)
    for index, played in enumerate(review.cards, 1):
        axes.annotate(
            seat_letter(played.seat),
            (index, 0),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            xytext=(0, -12),
            ha="center",
            fontsize=8,
            color=_COLOURS[played.seat],
        )


def _draw_tricks(panels: Sequence[Axes], review: Review) -> None:
    """Draw lines between the tricks and write above each its number and who took it."""
    for index, played in enumerate(review.cards, 1):
        last = index == len(review.cards)
        if played.taken_by is None and not last:
            continue
        first = index
        while first > 1 and review.cards[first - 2].trick == played.trick:
            first -= 1
        taken = "" if played.taken_by is None else f"\n{seat_letter(played.taken_by)}"
        panels[0].annotate(
            f"{played.trick}{taken}",
            ((first + index) / 2, 1),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            xytext=(0, 3),
            ha="center",
            fontsize=8,
        )
        if not last:
            for axes in panels:
                axes.axvline(index + 0.5, color="0.8", linewidth=0.8, zorder=0)
    panels[0].annotate(
        _("trick\nwon by"),
        (0, 1),
        xycoords="axes fraction",
        textcoords="offset points",
        xytext=(-6, 3),
        ha="right",
        fontsize=8,
    )
