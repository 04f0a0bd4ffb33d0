"""Advice on the card to play: a sentence, a table, JSON."""

from __future__ import annotations

from typing import Any

from solver.advice.answer import CardAdvice, PlayAdvice
from solver.advice.belief import Belief
from solver.advice.intervals import CONFIDENCE
from solver.notation import format_card, format_hand
from solver.report.advice import interval_cells, interval_columns, told_apart_cell, verdict
from solver.report.cards import card_text, cards_text, contract_name, hand_text
from solver.report.known import known_json
from solver.report.text import AnyText, Cell, Column, Table, Text, join

_MATTERS = 0.5
"""The least difference in points of cards that a sentence calls clearly worse."""

_CLOSE = 2.0
"""The most points of cards behind that it calls about as good, if chance may explain them."""


def play_sentence(found: PlayAdvice) -> Text:
    """Return which card to play, what is about as good and what is clearly worse."""
    what = Text("Play ", card_text(found.best.card), ".")
    if len(found.cards) == 1:
        return Text(what, " Nothing else may be played." if len(found.best.equals) == 1 else "")
    others = found.cards[1:]
    if found.view.rules.is_plain:
        return verdict(what, [(card_text(own.card), own.behind, own.told_apart) for own in others])
    if found.by_chance:
        what = Text(what, f" {_made(found)} in {found.best.reached:.0%} of the deals.")
        behind = [(card_text(own.card), 100 * own.behind, own.told_apart) for own in others]
        return verdict(what, behind, unit="%", least=1, close=5)
    behind = [(card_text(own.card), own.behind, own.told_apart) for own in others]
    return verdict(what, behind, least=_MATTERS, close=_CLOSE)


def _made(found: PlayAdvice) -> str:
    return f"The bid is {'made' if found.view.seat is found.view.declarer else 'beaten'}"


def play_table(found: PlayAdvice) -> Table:
    """Return the cards that may be played, best first, a row each."""
    heads = [
        Column("card", "card", left=True),
        Column("points" if found.view.rules.is_plain else found.view.rules.unit, "points"),
        *interval_columns("points"),
        Column("behind", "behind"),
        *interval_columns("behind"),
        *_chance_column(found),
        Column("best in", "best_in"),
        Column("", "worse"),
    ]
    return Table(heads, [_row(found, own) for own in found.cards])


def _chance_column(found: PlayAdvice) -> list[Column]:
    """Return the column of the chance of what is wanted, none where that is only points."""
    if found.best.reached is None:
        return []
    if found.view.standing is not None:
        made = found.view.seat is found.view.declarer
        return [Column("bid made" if made else "beaten", "bid_made" if made else "bid_beaten")]
    few = found.view.avoids
    name = "at_most_target" if few else "at_least_target"
    return [Column(f"{'≤' if few else '≥'}{found.target}", name)]


def _row(found: PlayAdvice, own: CardAdvice) -> list[Cell | AnyText]:
    is_best = own is found.best
    names = " ".join(map(format_card, (own.card, *_others(own))))
    digits, sign = (2, "+") if found.view.rules.is_plain else (1, "")
    percent = found.by_chance
    behind = f"{own.behind:.0%}" if percent else f"{own.behind:.{digits}f}"
    reached = [] if own.reached is None else [Cell(f"{own.reached:.0%}", own.reached)]
    return [
        Cell(cards_text((own.card, *_others(own))), names),
        Cell(f"{own.points:{sign}.{digits}f}", own.points),
        *interval_cells(own.interval, sign=sign, digits=digits),
        Cell("" if is_best else behind, own.behind),
        *interval_cells(
            own.behind_interval, shown=not is_best, sign=sign, digits=digits, percent=percent
        ),
        *reached,
        Cell(f"{own.best_in:.0%}", own.best_in),
        told_apart_cell(own.told_apart, is_best),
    ]


def _others(own: CardAdvice) -> tuple[int, ...]:
    return tuple(card for card in own.equals if card != own.card)


def play_text(found: PlayAdvice) -> Text:
    """Return the advice: what to play, what was seen, the table and how sure it is."""
    return join(
        "\n",
        [play_sentence(found), "", _title(found), "", play_table(found).text(), "", *_notes(found)],
    )


def _title(found: PlayAdvice) -> Text:
    known = found.view
    contract = contract_name(known.contract, known.great, known.ace_low)
    if known.bid is not None and known.declarer is not None:
        contract += f", {known.declarer.word} has bid {known.bid}"
    parts: list[AnyText] = [
        f"{known.variant.name}, {contract}: {known.seat.word} holds ",
        hand_text(known.left, known.rules),
    ]
    if known.record.table:
        parts += [", on the table ", cards_text(known.record.table)]
    return Text(*parts)


def _notes(found: PlayAdvice) -> list[AnyText]:
    lines: list[AnyText] = []
    if found.partial:
        lines.append("Stopped before as many worlds were met as asked for.")
    lines += _told(found) if found.view.rules.is_plain else _told_of_points(found)
    if any(not own.told_apart for own in found.cards[1:]):
        lines.append("≈ cannot be told from the best yet.")
    lines.append(Text("The rule of thumb plays ", card_text(found.thumb), "."))
    return lines


def _told(found: PlayAdvice) -> list[str]:
    """Return what the figures of a plain game rest on."""
    text = f"Over {found.worlds:,} deals that agree with what was seen"
    if found.effective < 0.95 * found.worlds:
        text += f", as sure as {_independent(found)}"
    lines = [text + ", played out by the rule of thumb."]
    if found.solved:
        lines.append(f"{found.solved:,} of them were solved with open cards, which counts as much.")
    return lines


def _independent(found: PlayAdvice) -> str:
    number = f"{found.effective:,.0f}"
    return f"{number} independent one{'s' * (number != '1')}"


def _told_of_points(found: PlayAdvice) -> list[str]:
    """Return whose points are given, and what the figures rest on."""
    known = found.view
    whose = "the seat takes" if len(known.side) == 1 else "it takes with its partner"
    few = ": few are wanted" if known.avoids else ""
    likely = "all equally likely"
    if found.belief is not Belief.NONE:
        likely = "likelier where the declarer would have named this trump"
        if found.effective < 0.95 * found.worlds:
            likely += f" (as sure as {_independent(found)})"
    return [
        f"{known.rules.unit}: what {whose} in the whole deal{few}.",
        f"Over {found.worlds:,} deals that agree with what was seen, {likely}, each "
        "solved as if all cards were open.",
    ]


def play_json(found: PlayAdvice) -> dict[str, Any]:
    """Return the advice as ``manni play --json`` prints it."""
    known = found.view
    return {
        **_points_json(found),
        **known_json(known),
        "left": format_hand(known.left),
        "played": [format_card(card) for card in known.played],
        "belief": found.belief.value,
        "worlds": found.worlds,
        "effective": found.effective,
        "solved": found.solved,
        "partial": found.partial,
        "confidence": CONFIDENCE,
        "target": found.target,
        "thumb": format_card(found.thumb),
        "cards": [_card_json(own) for own in found.cards],
    }


def _points_json(found: PlayAdvice) -> dict[str, Any]:
    """Return what is said besides where cards have points."""
    known = found.view
    if known.rules.is_plain:
        return {}
    return {
        "unit": known.rules.unit,
        "bid": known.bid,
        "shown": [format_card(card) for card in known.shown],
        "by_chance": found.by_chance,
    }


def _card_json(own: CardAdvice) -> dict[str, Any]:
    return {
        "card": format_card(own.card),
        "equals": [format_card(card) for card in own.equals],
        "points": own.points,
        "interval": list(own.interval),
        "behind": own.behind,
        "behind_interval": list(own.behind_interval),
        "worse": own.told_apart,
        "reached": own.reached,
        "best_in": own.best_in,
        "rollout": own.rollout,
        "open_cards": own.open_cards,
    }
