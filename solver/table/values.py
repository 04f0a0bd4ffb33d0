"""The values of a place in a deal, and of its cards, as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from ..cards import Seat, card_name
from ..i18n import N_, _, filled, format_number, gettext, pgettext, seat_letter
from ..report.text import Column, decimals, extra_column
from ..report.values import (
    LEGAL,
    SOLUTION,
    best_first,
    card_values_table,
    legend,
    values_table,
)
from ..rules.trick import arranged
from ..schema import (
    SURE,
    TEXT,
    Card,
    bounds_text,
    by_seat,
    list_of,
    one_of,
    pair_of,
    record,
)
from ..searches import Bounds
from ..values.solution import Points, Solution, loss_bounds, points_of
from .place import Place, side_name, sides_of
from .view import Figures, figures, with_minus_signs


class _CardTexts(TypedDict):
    """What is said of a card.

    Attributes:
        kind: whether the card keeps the guarantee of its player, if that is proved
        mark: ✓, or how much the card gives away
        sure: what its player is sure of after the card
        tells: the player's share after it, if the cards differ in nothing else
        said: all of it in words
        loss_bounds: proved bounds of the loss, in the unit of the game; 0 keeps the guarantee
    """

    kind: Annotated[str, one_of("open", "keeps", "loses")]
    mark: str
    sure: str
    tells: str
    said: str
    loss_bounds: Annotated[Bounds, pair_of(SURE)._replace(name="Bounds")]


CARD_VALUE = record(*LEGAL.fields, of=_CardTexts, name="CardValue")


class _PlaceTexts(TypedDict):
    """What is said of a place.

    Attributes:
        notes: beside each name
        by_seat: a row a side
        by_card: of the cards, the best first
        rows: of these
    """

    cards: Annotated[Any, list_of(CARD_VALUE)]
    notes: Annotated[dict[str, str], by_seat(TEXT)]
    by_seat: Figures
    by_card: Figures
    rows: list[Card]
    caption: str
    exact: bool
    legend: str


VALUES = record(
    *(part for part in SOLUTION.fields if part.key not in ("cards", "deal", "line", "bid")),
    of=_PlaceTexts,
    name="Values",
    doc="as manni solve has them, with words",
)


_SIGNS = {
    ("tricks", False): N_(
        "✓ keeps the guarantee of the hand to play, −1 gives a trick of it away; 2–5: at least 2, "
        "at most 5, not proved closer yet. Equal cards share a row."
    ),
    ("points", False): N_(
        "✓ keeps the guarantee of the hand to play, −1 gives a point of it away; 2–5: at least 2, "
        "at most 5, not proved closer yet. Equal cards share a row."
    ),
    ("tricks", True): N_(
        "✓ keeps the limit of the hand to play, −1 gives a trick of it away (takes one more); 2–5: "
        "at least 2, at most 5, not proved closer yet. Equal cards share a row."
    ),
    ("points", True): N_(
        "✓ keeps the limit of the hand to play, −1 gives a point of it away (takes one more); 2–5: "
        "at least 2, at most 5, not proved closer yet. Equal cards share a row."
    ),
}
"""How to read signs and bounds, by the unit counted and by whether players avoid taking it."""


def values_json(place: Place, solution: Solution) -> dict[str, Any]:
    """Return the values of a place as ``manni solve --json`` has them, with words and signs."""
    deal, position, rules = place.deal, solution.position, solution.position.rules
    also, points = {}, None
    if deal.rules is not None:
        points = points_of(solution, deal.rules, deal.declarer, deal.great, place.won)
        also = {"points": points}
    data: dict[str, Any] = SOLUTION.json(solution, won=place.won, **also)
    texts = _card_texts(solution)
    rows = {}
    for value, row in zip(solution.cards or (), data["cards"], strict=True):
        rows[value.card] = row | texts[value.card]
    sides = sides_of(place)
    return data | {
        "cards": [rows[card] for card in arranged(rows, rules)],
        "notes": {seat.letter: _points_text(solution, seat, sides) for seat in position.seats},
        "by_seat": _seats(solution, points, sides),
        "by_card": _card_cells(solution, sides, texts),
        "rows": [card_name(choice.value.card) for choice in best_first(solution)],
        "caption": _("From here on, in {unit}", unit=gettext(rules.unit)),
        "exact": solution.exact
        and all(None not in value.guarantee for value in solution.cards or ()),
        "legend": f"{legend(position, points)}\n{gettext(_SIGNS[rules.unit, position.avoids])}",
    }


def _card_texts(solution: Solution) -> dict[int, dict[str, Any]]:
    """Return the ``_CardTexts`` of each legal card."""
    position, values = solution.position, solution.cards or ()
    mover, losses = position.to_play, [loss_bounds(solution, value) for value in values]
    shares = {None if value.share is None else value.share[mover] for value in values}
    tie = len(shares) > 1 and None not in shares and {*losses} == {(0, 0)}
    texts = {}
    for value, (low, high) in zip(values, losses, strict=True):
        bounds = value.bounds[mover]
        assert bounds is not None
        sure, share = with_minus_signs(bounds_text(bounds)), ""
        if tie and value.share is not None:
            share = f"{float(value.share[mover]):.1f}"
        words = {"card": card_name(value.card), "number": sure}
        if low != high:
            kind, mark = "open", ""
            sentence = _("{card}, at most {number}") if position.avoids else _("{card}, {number}")
        elif low:
            kind, mark, words["number"] = "loses", f"−{low}", str(low)
            sentence = _("{card}, loses {number}")
        else:
            kind, mark = "keeps", "✓"
            sentence = _("{card}, keeps {number}")
            if position.avoids:
                sentence = _("{card}, keeps at most {number}")
        texts[value.card] = {
            "loss_bounds": (low, high),
            "kind": kind,
            "mark": mark,
            "sure": sure,
            "tells": format_number(share),
            "said": filled(sentence, **words) + (f", {_share_text(share)}" if share else ""),
        }
    return texts


def _share_text(share: str) -> str:
    return _("share {number}", number=share)


def _card_cells(
    solution: Solution, sides: Sequence[Sequence[Seat]], texts: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    """Return the table of the cards, with one column for a side."""
    letters = [" ".join(map(seat_letter, side)) for side in sides]
    mark = extra_column(Column("", "mark"), lambda choice: texts[choice.value.card]["mark"])
    names = [f"{key}_{side[0].letter}" for key in ("guarantee", "share") for side in sides]
    table = figures(card_values_table(solution, mark), ["cards", "mark", *names])
    shares = [] if solution.position.two_sided else letters
    over = [gettext("guarantee")] * len(letters) + [pgettext("column", "share")] * len(shares)
    heads = [_("card"), pgettext("column", "loss"), *letters, *shares]
    return table | {"heads": heads, "over": ["", "", *over]}


def _seats(
    solution: Solution, points: Sequence[Points] | None, sides: Sequence[Sequence[Seat]]
) -> dict[str, Any]:
    """Return the table of the seats, with one row for a side."""
    table = figures(values_table(solution, points))
    rows = [[side_name(side), *table["rows"][side[0]][1:]] for side in sides]
    return table | {"rows": rows}


def _points_text(solution: Solution, seat: Seat, sides: Sequence[Sequence[Seat]]) -> str:
    """Return the guarantee of a seat, the partners it counts for, and the seat's share."""
    bounds = solution.bounds[seat]
    assert bounds is not None
    number = with_minus_signs(bounds_text(bounds))
    text = _("guarantee {number}", number=number)
    if solution.position.avoids:
        text = _("at most {number}", number=number)
    [partners] = (
        [partner for partner in side if partner is not seat] for side in sides if seat in side
    )
    if len(partners) > 1:
        text = _("{worth} together", worth=text)
    elif partners:
        text = _("{worth} with {seat}", worth=text, seat=partners[0])
    if solution.share is None or solution.position.two_sided:
        return text
    return f"{text} · {_share_text(decimals(solution.share[seat]))}"
