"""Advice on the card to play: a sentence, a table, JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.advice.belief import Belief
from solver.advice.intervals import CONFIDENCE
from solver.advice.play import CardAdvice, PlayAdvice
from solver.notation import format_card, format_hand
from solver.report.advice import span, verdict
from solver.report.cards import card_text, cards_text, contract_name, hand_text
from solver.report.text import AnyText, Cell, Column, Table, Text, join

_MATTERS = 0.5
"""The least difference in points of cards that a sentence calls clearly worse."""


def play_sentence(found: PlayAdvice) -> Text:
    """Return which card to play, what is about as good and what is clearly worse."""
    what = Text("Play ", card_text(found.best.card), ".")
    if len(found.cards) == 1:
        return Text(what, " Nothing else may be played." if len(found.best.equals) == 1 else "")
    others = found.cards[1:]
    if found.view.rules.is_plain:
        return verdict(what, [(card_text(own.card), own.behind, own.is_worse) for own in others])
    if found.by_chance:
        what = Text(what, f" {_made(found)} in {found.best.reached:.0%} of the deals.")
        behind = [(card_text(own.card), 100 * own.behind, own.is_worse) for own in others]
        return verdict(what, behind, unit="%", least=1)
    behind = [(card_text(own.card), own.behind, own.is_worse) for own in others]
    return verdict(what, behind, least=_MATTERS)


def _made(found: PlayAdvice) -> str:
    return f"The bid is {'made' if found.view.seat is found.view.declarer else 'beaten'}"


def play_table(found: PlayAdvice) -> Table:
    """Return the cards that may be played, best first, a row each."""
    heads = [
        Column("card", "card", left=True),
        Column("points" if found.view.rules.is_plain else found.view.rules.unit, "points"),
        Column("95 %", None),
        Column(None, "points_low"),
        Column(None, "points_high"),
        Column("behind", "behind"),
        Column("95 %", None),
        Column(None, "behind_low"),
        Column(None, "behind_high"),
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
    mark = Cell("", "") if is_best else Cell("", "yes") if own.is_worse else Cell("≈", "no")
    behind: Sequence[AnyText] = ("", "")
    if found.view.rules.is_plain:
        points = f"{own.points:+.2f}", span(own.interval)
        behind = f"{own.behind:.2f}", span(own.behind_by)
    else:
        points = f"{own.points:.1f}", _between(own.interval)
        behind = f"{own.behind:.1f}", _between(own.behind_by)
        if found.by_chance:
            percent = own.behind_by[0] * 100, own.behind_by[1] * 100
            behind = f"{own.behind:.0%}", _between(percent, "%")
    reached = [] if own.reached is None else [Cell(f"{own.reached:.0%}", own.reached)]
    return [
        Cell(cards_text((own.card, *_others(own))), names),
        Cell(points[0], own.points),
        points[1],
        Cell("", own.interval[0]),
        Cell("", own.interval[1]),
        Cell("" if is_best else behind[0], own.behind),
        "" if is_best else behind[1],
        Cell("", own.behind_by[0]),
        Cell("", own.behind_by[1]),
        *reached,
        Cell(f"{own.best_in:.0%}", own.best_in),
        mark,
    ]


def _between(interval: tuple[float, float], sign: str = "") -> str:
    digits = 0 if sign else 1
    low, high = (round(end, digits) + 0.0 for end in interval)  # no "-0"
    return f"{low:.{digits}f}..{high:.{digits}f}{sign}"


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
    if any(not own.is_worse for own in found.cards[1:]):
        lines.append("≈ cannot be told from the best yet.")
    lines.append(Text("The rule of thumb plays ", card_text(found.thumb), "."))
    return lines


def _told(found: PlayAdvice) -> list[str]:
    """Return what the figures of a plain game rest on."""
    text = f"Over {found.worlds:,} deals that agree with what was seen"
    if found.effective < 0.95 * found.worlds:
        text += f", as sure as {found.effective:,.0f} independent ones"
    lines = [text + ", played out by the rule of thumb."]
    if found.solved:
        lines.append(f"{found.solved:,} of them were solved with open cards, which counts as much.")
    return lines


def _told_of_points(found: PlayAdvice) -> list[str]:
    """Return whose points are given, and what the figures rest on."""
    known = found.view
    whose = "the seat takes" if len(known.side) == 1 else "it takes with its partner"
    few = ": few are wanted" if known.avoids else ""
    likely = "all equally likely"
    if found.belief is not Belief.NONE:
        likely = "likelier where the declarer would have named this trump"
        if found.effective < 0.95 * found.worlds:
            likely += f" (as sure as {found.effective:,.0f} independent ones)"
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


def _points_json(found: PlayAdvice) -> dict[str, Any]:
    """Return what is said besides where cards have points."""
    known = found.view
    if known.rules.is_plain:
        return {}
    return {
        "unit": known.rules.unit,
        "declarer": None if known.declarer is None else known.declarer.letter,
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
        "behind_interval": list(own.behind_by),
        "worse": own.is_worse,
        "reached": own.reached,
        "best_in": own.best_in,
        "rollout": own.rollout,
        "open_cards": own.open_cards,
    }
