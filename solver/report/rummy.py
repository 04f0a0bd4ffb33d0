"""Manipulation rummy as text, as data for JSON and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

from ..cards import CARDS
from ..files.rummyfile import RummyRecord
from ..i18n import N_, _, amount, format_list, format_number, gettext, ngettext, pgettext
from ..rummy.games import JOKER
from ..rummy.moves import LaidMeld, RummyMove, RummyPlay
from ..rummy.play import RummyDraw, RummyDraws
from ..rummy.score import RummyDeal, RummySheet
from ..rummy.turn import RummyCard, card_sign
from ..schema import (
    ANY,
    COUNT,
    FLAG,
    TEXT,
    Schema,
    field,
    fields_if,
    list_of,
    maybe,
    record,
    schema_of,
)
from .svg import (
    BLANK_CARD,
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN,
    STEP,
    draw_card,
    draw_text,
    svg_document,
)
from .text import AnyCell, AnyText, Cell, Column, Table, Text, card_text, fill, join, pad

_CARD = schema_of(RummyCard)
_PILE = list_of(_CARD)
_GAME = field("game", TEXT, "The game, by its code.", "turn.game.code")

_SOURCES = {"hand": N_("the hand"), "open": N_("the single cards")}
_OBJECT = Schema({"type": "object"})
_MOVE = record(of=RummyMove, name="rummy-move", doc="Cards that go from one place to another.")

_TABLE = (
    field(
        "table",
        list_of(_PILE),
        "The melds on the table afterwards: those that were there in their places, then new ones.",
        lambda play: [meld.cards for meld in play.melds],
    ),
    field(
        "added",
        list_of(_PILE),
        "Of each of these the cards from the hand.",
        lambda play: [meld.added for meld in play.melds],
    ),
    field(
        "moved",
        list_of(_PILE),
        "Of each of these the cards that lay elsewhere on the table, or were another joker.",
        lambda play: [meld.moved for meld in play.melds],
    ),
)
_STEPS = (
    maybe("changed", list_of(COUNT), "The melds of the table before that lie otherwise, from 1."),
    maybe("moves", list_of(_MOVE), "The moves in order; only if asked for."),
)

PLAY = record(
    maybe("id", ANY, "What the line is known by."),
    _GAME,
    "by",
    "laid",
    "left",
    "points: What these count; null in a game that counts nothing.",
    field("out", FLAG, "Whether the hand is empty then.", lambda play: not play.left),
    *_TABLE,
    "open",
    "kept",
    "then: What is done then; null where the deal is won or the rules say nothing more.",
    *_STEPS,
    maybe("alternatives", list_of(_OBJECT), "Others as good, with the same keys; if asked for."),
    of=RummyPlay,
    name="rummy-best",
    title="manni rummy best",
    doc="The best play of a turn of manipulation rummy. A line of a file that is wrong has an "
    "error, and its id, in place of it.",
)

CHECK = record(
    field("possible", FLAG, "Whether there is such a table.", lambda play: play is not None),
    *fields_if(bool, *_TABLE, "kept"),
    *_STEPS,
    of=RummyPlay,
    name="rummy-check",
    title="manni rummy check",
    doc="Melds made of piles and loose cards: as many as can be as they lie.",
)

record(of=RummyDraw)
DRAWS = record(
    _GAME,
    "cards",
    "one",
    "two",
    of=RummyDraws,
    name="rummy-draw",
    title="manni rummy draw",
    doc="What may be drawn while the table lies as it does, all unseen cards alike.",
)

record(of=RummyDeal)
SHEET = record(
    "game=game.code: The game, by its code.",
    "deals",
    "totals",
    "winners",
    of=RummySheet,
    name="rummy-score",
    title="manni rummy score",
    doc="What deals of manipulation rummy count.",
)


def steps_of(play: RummyPlay) -> dict[str, Any]:
    """Return the fields of a play, or of a check, that are there if its steps are asked for."""
    return {"changed": _changed(play), "moves": play.moves}


def _changed(play: RummyPlay) -> list[int]:
    """Return the melds that do not lie as they did, by their numbers."""
    lie = {meld.home for meld in play.melds if meld.lies}
    return [at + 1 for at in range(len(play.turn.table)) if at not in lie]


def best_json(
    plays: Sequence[RummyPlay], *, steps: bool = False, alternatives: bool = False
) -> dict[str, Any]:
    """Return the first of plays as JSON data, if asked for with the others as alternatives."""
    best, *others = (PLAY.json(play, **(steps_of(play) if steps else {})) for play in plays)
    return {**best, "alternatives": others} if alternatives else best


def _parts(card: int, added: Sequence[int] = (), moved: Sequence[int] = ()) -> list[AnyText]:
    mark = "+" if card in added else "'" * (card in moved)
    return ["*" * (card >= CARDS), card_text(card % CARDS) if card < JOKER else "", mark]


def pile_text(cards: Iterable[int], *marked: Sequence[int]) -> Text:
    """Return cards with the symbols of their suits, jokers with a star before them."""
    return join(" ", (Text(*_parts(card, *marked)) for card in cards)) or Text("–")


def play_text(play: RummyPlay) -> Text:
    """Return a play in words, with the table after it."""
    game = play.turn.game
    name, idle = game.code.capitalize(), gettext(game.idle)
    if not play.laid and play.by == "out":
        return Text(_("{game}: the hand cannot be laid in one turn", game=name))
    if not play.laid:
        return Text(_("{game}: nothing can be laid: {idle}", game=name, idle=idle))
    counts = play.left and play.points is not None
    lines = [
        fill("{game}: lay {cards}", game=name, cards=pile_text(play.laid)),
        fill("In the hand: {cards}", cards=pile_text(play.left))
        + (f" ({amount(play.points or 0, 'points')})" if counts else ""),
        "",
        *_after(play),
    ]
    if not play.left:
        lines.append(_("The hand is empty: the deal is won."))
    elif game.must_meld:
        lines.append(_("One card at least has to be laid."))
    elif play.then:
        lines.append(_("Then: {what}", what=gettext(play.then)))
    return join("\n", lines)


def _after(play: RummyPlay) -> list[AnyText]:
    """Return the table before a play and after it, meld by meld beside each other, if they fit."""
    turn, number = play.turn, len(play.turn.table)
    laid = {meld.home: meld for meld in play.melds}
    pairs = [(meld.cards, laid.get(at, LaidMeld(()))) for at, meld in enumerate(turn.table)]
    pairs += (((), meld) for meld in play.melds if meld.home == number)
    rows: list[list[AnyText]] = [
        ["", _("Table before"), _("The table then, + from the hand, ' from elsewhere:")]
    ]
    for at, (old, (new, added, moved, lies, _home)) in enumerate(pairs, 1):
        after = Text("=") if lies else pile_text(new, added, moved)
        # What leaves its meld has a mark there too.
        rows.append([str(at), pile_text(old, (), [*{*old} - {*new}]), after])
    rows += [["", pile_text(turn.open), pile_text(play.open)]] * bool(turn.open)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    heads, *lines = ([*map(pad, row, widths)] for row in rows)
    return [
        Table([Column(str(head), None, not str(head).strip()) for head in heads], lines).text(),
        "",
        _("Melds that lie as they did (=): {kept} of {number}", kept=play.kept, number=number),
    ]


def check_text(play: RummyPlay | None) -> Text:
    """Return how a table can lie, with the moves to it, or that it cannot."""
    if not play:
        return Text(_("These cards make no table on which all are in melds."))
    return join("\n", [*_after(play), "", moves_text(play)])


def moves_text(play: RummyPlay) -> Text:
    """Return the moves of a play, a line each: the cards, from where to where, the meld then."""
    moves = enumerate(play.moves, 1)
    return join("\n", (Text(f"{number}. ", move_text(move)) for number, move in moves))


def move_text(move: RummyMove) -> Text:
    """Return a move: the cards, from where to where, the meld then."""
    source = _("meld {number}", number=move.pile) if move.pile else _SOURCES[move.source]
    return fill(
        _("{cards} from {source} to meld {to}: {meld}"),
        cards=pile_text(move.becomes),
        source=gettext(source),
        to=str(move.to),
        meld=pile_text(move.table[move.to - 1]),
    )


class RummyStage(NamedTuple):
    """One step of a hint: the question that leads to it, its text, and the piles after it.

    The piles are the hand, the single open cards and the melds. ``marked`` are numbers of melds,
    from 1.
    """

    ask: str
    text: Text
    piles: list[list[str]]
    marked: Sequence[int | None] = ()


def hints_of(
    play: RummyPlay, hand: Iterable[RummyCard], opened: Iterable[RummyCard]
) -> Iterator[RummyStage]:
    """Yield the hints to a play, or to a table put in order, each telling a little more.

    They tell how many cards can be laid, which cards, which melds change, and then each move.
    ``hand`` and ``opened`` are the cards that lie beside the table before the play.
    """
    moves, number = play.moves, len(play.laid)
    held = {"hand": [*hand], "open": [*opened]}

    def lie(table: Iterable[Sequence[RummyCard]]) -> list[list[str]]:
        return [[*map(card_sign, pile)] for pile in (*held.values(), *table)]

    piles = lie(meld.cards for meld in play.turn.table)
    sentence = ngettext(
        "{number} card can be laid.", "{number} cards can be laid.", number, number=number
    )
    if not number and play.by != "out":
        sentence = _("No card can be laid.")
    elif not number and play.left:
        sentence = _("The hand cannot be laid in one turn.")
    elif not number:  # a table is put in order
        sentence = _("These cards make melds.")
    yield RummyStage("", Text(sentence), piles)
    if number:
        yield RummyStage(_("Which cards?"), pile_text(play.laid), piles)
    if moves:
        changed = _changed(play)
        sentence = _("No meld that lies there changes.")
        if changed:
            sentence = _("Melds that change: {melds}", melds=", ".join(map(str, changed)))
        yield RummyStage(_("Which melds?"), Text(sentence), piles, changed)
    for step, move in enumerate(moves, 1):
        for card in move.cards if move.source in held else ():
            held[move.source].remove(card)
        text = move_text(move)
        if step == len(moves) and play.left and play.then:
            text += f". {gettext(play.then).capitalize()}"
        ask = _("Step {step} of {number}", step=step, number=len(moves))
        yield RummyStage(ask, text, lie(move.table), (move.pile, move.to))


def kept_text(kept: RummyRecord) -> Text:
    """Return the score of a saved game, its numbered melds, and the hand."""
    turn, sheet = kept.turn, kept.sheet
    melds = (Text(f"{number} ", pile_text(meld.cards)) for number, meld in enumerate(turn.table, 1))
    lines: list[AnyText] = [*melds, *(pile_text([card]) for card in turn.open)]
    lines.append(fill("In the hand: {cards}", cards=pile_text(turn.hand)))
    return join("\n", [sheet_text(sheet), "", *lines] if sheet else lines)


def table_text(play: RummyPlay) -> Text:
    """Return the table after a play as it is given for the next turn."""
    spare = [Text(' --open-cards "', pile_text(play.open), '"')] * bool(play.open)
    melds = join(" | ", (pile_text(meld.cards) for meld in play.melds))
    return Text('--table "', melds, '"', *spare)


def draws_text(draws: RummyDraws) -> Text:
    """Return what cards would let one lay, and the chances to be out."""
    rows = list[list[AnyCell]]()
    for laid in sorted({draw.laid for draw in draws.cards}, reverse=True):
        cards = [draw.card for draw in draws.cards if draw.laid == laid]
        rows.append([Cell(str(laid), laid), pile_text(cards)])
    columns = [Column("laid", "laid"), Column("drawn", "drawn", left=True)]
    return join("\n", [Table(columns, rows).text(), "", *chances_of(draws)])


def chances_of(draws: RummyDraws) -> list[str]:
    """Return the chances to be out, a line each."""
    lines = [_("Out with the next card: {chance}", chance=_chance(draws.one))]
    if draws.two is not None:
        lines.append(_("Out by the next two: {chance}", chance=_chance(draws.two)))
    return lines


def _chance(chance: Fraction) -> str:
    return f"{chance} ({format_number(f'{float(chance):.2%}')})"


def sheet_table(sheet: RummySheet, players: Sequence[str] = (), won: str = "") -> Table:
    """Return a table with a row for each deal and the totals; ``won`` marks the winners' points."""
    scored = [(deal.points, deal.winners) for deal in sheet.deals] + [(sheet.totals, sheet.winners)]
    heads = [*map(str, range(1, len(scored))), pgettext("column", "total")]
    rows = [
        [head, *(f"{n}{won * (at in winners)}" for at, n in enumerate(points, 1))]
        for head, (points, winners) in zip(heads, scored, strict=True)
    ]
    names = players or map(str, range(1, len(rows[0])))
    return Table([Column("deal", "deal", left=True), *(Column(name, name) for name in names)], rows)


def sheet_text(sheet: RummySheet) -> Text:
    """Return the sheet: a row a deal, what it adds up to, who has won."""
    won, game = (format_list([*map(str, won_by.winners)]) for won_by in (sheet.deals[-1], sheet))
    lines = [_("The deal is won by: {players}", players=won or "–")]
    lines += [_("The game is won by: {players}", players=game)] * bool(game)
    return join("\n", [sheet_table(sheet).text(), "", *lines])


RUMMY_TEXTS: dict[type, Callable[[Any], Text]] = {
    RummyPlay: play_text,
    RummyDraws: draws_text,
    RummySheet: sheet_text,
}

_WIDTH = 820
_RAISED = 14
_GAP = 26  # between melds


def play_picture(play: RummyPlay) -> str:
    """Return the table before a play and after it as an SVG document.

    Cards from the hand are raised, those that were moved half as much, and have a mark.
    """
    parts, place, turn = list[str](), float(MARGIN), play.turn
    single = [[LaidMeld((card,)) for card in cards] for cards in (turn.open, play.open)]
    after = _("The table then, + from the hand, ' from elsewhere:")
    groups = [
        (_("Table before"), [*(LaidMeld(meld.cards) for meld in turn.table), *single[0]]),
        (_("Hand before"), [LaidMeld(turn.hand)]),
        (after, [*play.melds, *single[1]]),
        (_("Hand after"), [LaidMeld(play.left)] * bool(play.left)),
    ]
    for head, melds in groups:
        parts.append(draw_text(MARGIN, place + 14, head, weight="bold"))
        x, place = float(MARGIN), place + 24 + _RAISED
        for cards, *marked, _lies, _home in melds:
            width = STEP * (len(cards) - 1) + CARD_WIDTH
            if MARGIN < x > _WIDTH - MARGIN - width:
                x, place = float(MARGIN), place + CARD_HEIGHT + _RAISED + 8
            for card in cards:
                star, _face, mark = map(str, _parts(card, *marked))
                top = place - _RAISED * (mark == "+") - _RAISED / 2 * (mark == "'")
                if card < JOKER:
                    badge = (star.replace("*", "★") + mark, False) if star or mark else None
                    parts += draw_card(card % CARDS, x, top, whole=card == cards[-1], value=badge)
                else:
                    star_drawn = draw_text(4, 20, "★", size=17)
                    at = f"translate({x:g} {top:g})"
                    parts.append(f'<g transform="{at}">{BLANK_CARD}{star_drawn}</g>')
                x += STEP
            x += CARD_WIDTH - STEP + _GAP
        if x == MARGIN:
            parts.append(draw_text(x, place - 2, "–"))
        place += CARD_HEIGHT * (x > MARGIN) + 18
    lines = str(play_text(play)).splitlines()
    title = f"<title>{escape(lines[0])}</title>"
    return svg_document(_WIDTH, place, " ".join(lines), [title, *parts])
