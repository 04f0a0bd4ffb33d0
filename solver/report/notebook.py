"""What ``print`` and notebooks show of a value: what the commands print, as text and as HTML.

The HTML can stand on any page: pictures, tables and texts, with no style sheet.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from manni.solver.deal import Deal
from manni.solver.exchange.open_cards import OpenExchange
from manni.solver.files.dealfile import format_deal
from manni.solver.position import Position
from manni.solver.report.deal_scene import deal_scene
from manni.solver.report.diagram import Scene, draw_scene
from manni.solver.report.open_exchange import open_text
from manni.solver.report.review import review_text
from manni.solver.report.selfish import selfish_text
from manni.solver.report.svg import picture
from manni.solver.report.tables import card_values_table, line_text, values_table
from manni.solver.report.text import Table, Text, html_text, join
from manni.solver.review.results import Review
from manni.solver.values.selfish import SelfishSolution
from manni.solver.values.solution import Solution

_RED = 'style="color: #c4122f"'


def render(how: str, value: object) -> str:
    """Return a value as ``text``, or as ``html``: the picture of its deal, and its tables."""
    if how == "text":
        return _text(value)
    told = [] if isinstance(value, Position | Deal) else _parts(value)
    return "\n".join([_picture(value), *map(_html, told)])


@singledispatch
def _text(answer: object) -> str:
    told = (part.text() if isinstance(part, Table) else part for part in _parts(answer))
    return str(join("\n\n", told))


@_text.register
def _(position: Position) -> str:
    return str(draw_scene(Scene.of(position)))


@_text.register
def _(deal: Deal) -> str:
    return format_deal(deal).rstrip("\n")


@singledispatch
def _parts(answer: object) -> list[Text | Table]:
    """Return the texts and tables that say what an answer is."""
    raise TypeError(f"nothing prints {type(answer).__name__}")


@singledispatch
def _picture(value: object) -> str:
    """Return the deal a value is about as a picture."""
    raise TypeError(f"nothing draws {type(value).__name__}")


@_picture.register
def _(position: Position) -> str:
    return picture(Scene.of(position))


@_picture.register
def _(deal: Deal) -> str:
    return picture(replace(deal_scene(deal), names=None))


@_parts.register
def _(solution: Solution) -> list[Text | Table]:
    told: list[Text | Table] = [values_table(solution)]
    if solution.cards is not None:
        told.append(card_values_table(solution))
    if solution.line is not None:
        told.append(line_text(solution.position, solution.line))
    return told


@_picture.register
def _(solution: Solution) -> str:
    return picture(Scene.of(solution.position), solution=solution)


@_parts.register
def _(solution: SelfishSolution) -> list[Text | Table]:
    return [selfish_text(solution)]


@_picture.register
def _(solution: SelfishSolution) -> str:
    return picture(Scene.of(solution.position))


@_parts.register
def _(review: Review) -> list[Text | Table]:
    return [review_text(review)]


@_picture.register
def _(review: Review) -> str:
    return picture(Scene.of(review.start))


@_parts.register
def _(exchange: OpenExchange) -> list[Text | Table]:
    return [open_text(exchange)]


@_picture.register
def _(exchange: OpenExchange) -> str:
    before = exchange.before
    hands = before.exchange.hands
    return picture(Scene(hands, before.contract, before.leader, manni=before.exchange.manni))


def _html(part: Text | Table) -> str:
    if isinstance(part, Table):
        return part.html(_RED)
    return f"<pre>{html_text(part, _RED)}</pre>"
