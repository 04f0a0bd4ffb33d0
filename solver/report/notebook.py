"""What ``print`` and notebooks show of a value: what the commands print, as text and as HTML.

The HTML can stand on any page: pictures, tables and texts, with no style sheet.
"""

from __future__ import annotations

from solver.deal import Deal
from solver.exchange.open_cards import OpenExchange
from solver.files.dealfile import format_deal
from solver.position import Position
from solver.report.diagram import Scene, draw_scene
from solver.report.drawn import draw_deal
from solver.report.open_exchange import open_text
from solver.report.review import review_text
from solver.report.selfish import selfish_text
from solver.report.svg import picture
from solver.report.tables import card_values_table, line_text, values_table
from solver.report.text import Table, Text, html_text, join
from solver.review.results import Review
from solver.values.selfish import SelfishSolution
from solver.values.solution import Solution

_RED = 'style="color: #c4122f"'


def text(value: object) -> str:
    """Return a value as text: a position as a diagram, a deal as files have it."""
    if isinstance(value, Position):
        return str(draw_scene(Scene.of(value)))
    if isinstance(value, Deal):
        return format_deal(value).rstrip("\n")
    told = (part.text() if isinstance(part, Table) else part for part in _told(value))
    return str(join("\n\n", told))


def html(value: object) -> str:
    """Return a value as HTML: the picture of its deal, and its tables."""
    told = [] if isinstance(value, Position | Deal) else _told(value)
    return "\n".join([_picture(value), *map(_html, told)])


def _told(value: object) -> list[Text | Table]:
    """Return the texts and tables that say what an answer is."""
    if isinstance(value, Solution):
        told: list[Text | Table] = [values_table(value)]
        if value.cards is not None:
            told.append(card_values_table(value))
        if value.line is not None:
            told.append(line_text(value.position, value.line))
        return told
    if isinstance(value, SelfishSolution):
        return [selfish_text(value)]
    if isinstance(value, Review):
        return [review_text(value)]
    assert isinstance(value, OpenExchange)
    return [open_text(value)]


def _picture(value: object) -> str:
    if isinstance(value, Deal):
        drawn = draw_deal(value)
        return picture(drawn.scene, about=drawn.about)
    if isinstance(value, Position):
        return picture(Scene.of(value))
    if isinstance(value, Solution):
        return picture(Scene.of(value.position), solution=value)
    if isinstance(value, SelfishSolution):
        return picture(Scene.of(value.position))
    if isinstance(value, Review):
        return picture(Scene.of(value.start))
    assert isinstance(value, OpenExchange)
    before = value.before
    hands = before.exchange.hands
    return picture(Scene(hands, before.contract, before.leader, manni=before.exchange.manni))


def _html(part: Text | Table) -> str:
    if isinstance(part, Table):
        return part.html(_RED)
    return f"<pre>{html_text(part, _RED)}</pre>"
