"""A value as ``print`` and notebooks show it: the text that the commands print, or HTML.

The HTML can stand on any page: pictures, tables and texts, with no style sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..deal import Deal
from ..exchange.open_cards import OpenExchange
from ..files.dealfile import format_deal
from ..position import Position
from ..review import Review
from ..values.selfish import SelfishSolution
from ..values.solution import Solution
from .deal_view import deal_view
from .diagram import View, draw_view
from .exchange import exchange_text
from .review import review_text
from .rummy import RUMMY_TEXTS
from .selfish import selfish_text
from .svg import picture
from .text import Table, Text, html_text, join
from .values import card_values_table, line_text, values_table

_RED = 'style="color: #c4122f"'


def render(how: str, value: object) -> str:
    """Return a value as ``text``, or as ``html``: the picture of its deal, and its tables."""
    if how == "text" and isinstance(value, Deal):
        return format_deal(value).rstrip("\n")
    if say := RUMMY_TEXTS.get(type(value)):
        return str(say(value)) if how == "text" else _html(say(value))
    view, parts = _drawn_parts(value)
    if how == "html":
        solution = value if isinstance(value, Solution) else None
        return "\n".join([picture(view, solution=solution), *map(_html, parts)])
    texts = (part.text() if isinstance(part, Table) else part for part in parts)
    return str(join("\n\n", texts) if parts else draw_view(view))


def _drawn_parts(value: object) -> tuple[View, Sequence[Text | Table]]:
    """Return the deal that a value is about, and the texts and tables that say what it is.

    Raises TypeError where nothing shows it.
    """
    match value:
        case Position():
            return View.of(value), ()
        case Deal():
            return deal_view(value)._replace(names=None), ()
        case Solution():
            parts: list[Text | Table] = [values_table(value)]
            if value.cards is not None:
                parts.append(card_values_table(value))
            if value.line is not None:
                parts.append(line_text(value.position, value.line))
            return View.of(value.position), parts
        case SelfishSolution():
            return View.of(value.position), [selfish_text(value)]
        case Review():
            return View.of(value.start), [review_text(value)]
        case OpenExchange(before=before):
            hands, manni = before.exchange.hands, before.exchange.manni
            view = View(hands, before.contract, before.leader, manni=manni)
            return view, [exchange_text(value)]
    raise TypeError(f"nothing shows {type(value).__name__}")


def _html(part: Text | Table) -> str:
    if isinstance(part, Table):
        return part.html(_RED)
    return f"<pre>{html_text(part, _RED)}</pre>"
