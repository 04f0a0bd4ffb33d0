"""Advice on the card to play: a sentence, a table, JSON."""

from __future__ import annotations

from typing import Any

from solver.advice.intervals import CONFIDENCE
from solver.advice.play import CardAdvice, PlayAdvice
from solver.notation import format_card, format_hand
from solver.report.advice import span, verdict
from solver.report.cards import card_text, cards_text, contract_name, hand_text
from solver.report.text import AnyText, Cell, Column, Table, Text, join
from solver.rules.trick import plain_rules


def play_sentence(found: PlayAdvice) -> Text:
    """Return which card to play, what is about as good and what is clearly worse."""
    what = Text("Play ", card_text(found.best.card), ".")
    if len(found.cards) == 1:
        return Text(what, " Nothing else may be played." if len(found.best.equals) == 1 else "")
    return verdict(
        what, [(card_text(own.card), own.behind, own.is_worse) for own in found.cards[1:]]
    )


def play_table(found: PlayAdvice) -> Table:
    """Return the cards that may be played, best first, a row each."""
    avoids = found.view.contract.avoids
    sign = "≤" if avoids else "≥"
    heads = [
        Column("card", "card", left=True),
        Column("points", "points"),
        Column("95 %", None),
        Column(None, "points_low"),
        Column(None, "points_high"),
        Column("behind", "behind"),
        Column("95 %", None),
        Column(None, "behind_low"),
        Column(None, "behind_high"),
        Column(f"{sign}{found.target}", "at_most_target" if avoids else "at_least_target"),
        Column("best in", "best_in"),
        Column("", "worse"),
    ]
    return Table(heads, [_row(own, own is found.best) for own in found.cards])


def _row(own: CardAdvice, is_best: bool) -> list[Cell | AnyText]:
    names = " ".join(map(format_card, (own.card, *_others(own))))
    mark = Cell("", "") if is_best else Cell("", "yes") if own.is_worse else Cell("≈", "no")
    return [
        Cell(cards_text((own.card, *_others(own))), names),
        Cell(f"{own.points:+.2f}", own.points),
        span(own.interval),
        Cell("", own.interval[0]),
        Cell("", own.interval[1]),
        Cell("" if is_best else f"{own.behind:.2f}", own.behind),
        "" if is_best else span(own.behind_by),
        Cell("", own.behind_by[0]),
        Cell("", own.behind_by[1]),
        Cell(f"{own.reached:.0%}", own.reached),
        Cell(f"{own.best_in:.0%}", own.best_in),
        mark,
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
    parts: list[AnyText] = [
        f"{known.variant.name}, {contract}: {known.seat.word} holds ",
        hand_text(known.left, plain_rules(known.ace_low)),
    ]
    if known.record.table:
        parts += [", on the table ", cards_text(known.record.table)]
    return Text(*parts)


def _notes(found: PlayAdvice) -> list[AnyText]:
    lines: list[AnyText] = []
    if found.partial:
        lines.append("Stopped before as many worlds were met as asked for.")
    text = f"Over {found.worlds:,} deals that agree with what was seen"
    if found.effective < 0.95 * found.worlds:
        text += f", as sure as {found.effective:,.0f} independent ones"
    lines.append(text + ", played out by the rule of thumb.")
    if found.solved:
        lines.append(f"{found.solved:,} of them were solved with open cards, which counts as much.")
    if any(not own.is_worse for own in found.cards[1:]):
        lines.append("≈ cannot be told from the best yet.")
    lines.append(Text("The rule of thumb plays ", card_text(found.thumb), "."))
    return lines


def play_json(found: PlayAdvice) -> dict[str, Any]:
    """Return the advice as ``manni play --json`` prints it."""
    known = found.view
    return {
        "variant": known.variant.code,
        "contract": known.contract.name,
        "great": known.great,
        "ace_low": known.ace_low,
        "seat": known.seat.letter,
        "hand": format_hand(known.hand),
        "left": format_hand(known.left),
        "played": [format_card(card) for card in known.played],
        "taken": list(known.taken),
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


def _card_json(own: CardAdvice) -> dict[str, Any]:
    return {
        "card": format_card(own.card),
        "equals": [format_card(card) for card in own.equals],
        "points": own.points,
        "interval": list(own.interval),
        "behind": own.behind,
        "behind_interval": list(own.behind_by),
        "worse": own.is_worse,
        "reached": own.reached,
        "best_in": own.best_in,
        "rollout": own.rollout,
        "open_cards": own.open_cards,
    }
