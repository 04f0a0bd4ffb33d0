"""Exchanges with all cards open: text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.cards import SUITS, Seat, card_name, cards_in
from solver.exchange.before import Before
from solver.exchange.discards import DiscardClass
from solver.exchange.open_cards import ExchangeValue, OpenExchange
from solver.exchange.replies import RepliedDiscard, RepliedExchange
from solver.report.cards import card_text, cards_text, contract_name, suit_text
from solver.report.tables import bounds_text, decimal_cell, decimal_text, points_cell
from solver.report.text import UNKNOWN, AnyCell, AnyText, Cell, Column, Table, Text, columns, join
from solver.report.values import bounds_json, by_letter, points_json

_MOST_NAMED = 6


def discard_text(own: DiscardClass) -> Text:
    """Return a discard suit by suit: ``♠53 ♥T/9`` where either heart may go."""
    parts = []
    for suit in range(SUITS):
        choices = own.choices[suit]
        if not choices[0]:
            continue
        ranks = ["".join(card_name(card)[1] for card in cards_in(cards)) for cards in choices]
        more = len(ranks) - _MOST_NAMED
        if more > 1:
            ranks[_MOST_NAMED:] = [f"… ({more} more)"]
        parts.append(suit_text(suit, "/".join(ranks)))
    return join(" ", parts) or Text(UNKNOWN)


def title(before: Before) -> str:
    """Return one line: the game, the contract, who exchanges and how many cards."""
    contract = contract_name(before.contract, before.great, before.ace_low)
    sizes = before.exchange.sizes()
    all_or_nothing = before.exchange.rule.all_or_nothing
    up_to = "all or nothing" if all_or_nothing else f"up to {sizes[-1]}"
    if len(sizes) == 1:
        up_to = "nothing any more"
    who = f"{before.seat.word} exchanges {up_to}"
    return f"{before.variant.name}, {contract}: {who}"


def discards_table(found: OpenExchange) -> Table:
    """Return the best exchanges, standing pat and the recorded one, a row each."""
    own = found.before.seat
    heads = [
        Column("", "rank", left=True),
        Column("discard", "discard", left=True),
        Column("draw", "draw", left=True),
        Column("guarantee", "guarantee"),
        Column("share", "share"),
        Column("points", "points"),
    ]
    for seat in Seat:  # one's own stands before
        name = f"guarantee {seat.letter}"
        heads.append(Column(None if seat is own else name, name.replace(" ", "_")))

    def row(name: str, value: ExchangeValue, discard: AnyText) -> list[AnyCell]:
        return [
            name,
            Cell(discard, " ".join(names(value.discards)) or None),
            cards_text(value.drawn),
            bounds_text(value.solution.bounds[own]),
            decimal_cell(value.share),
            points_cell(value.points),
            *map(bounds_text, value.solution.bounds),
        ]

    rows = [
        row(str(number), value, discard_text(value.alike))
        for number, value in enumerate(found.best, 1)
    ]
    rows.append(row("stand", found.stand, UNKNOWN))
    if found.recorded is not None:
        rows.append(row("made", found.recorded, cards_text(found.recorded.discards)))
    return Table(heads, rows)


def open_text(found: OpenExchange) -> Text:
    """Return the best exchanges, standing pat, the one made, and what keeping a card costs."""
    above = [
        title(found.before),
        f"{found.candidates:,} discards, {found.classes:,} that differ; "
        "♠5/4 means that either may go.",
        *_taken_as_pat(found.before),
    ]
    paragraphs: list[AnyText] = ["\n".join(above), discards_table(found).text()]
    if not found.exact:
        paragraphs.append(_partial_text(found))
    elif found.recorded is not None:
        paragraphs.append(_cost_text(found))
    if found.exact and found.kept:
        paragraphs.append(_kept_text(found))
    return join("\n\n", paragraphs)


def open_sentence(found: OpenExchange) -> str:
    """Return what was found without its table: what is sure, and what is not known."""
    before = found.before
    best = found.best[0].guarantee
    parts = [title(before) + "."]
    if found.exact:
        sure = "at most" if before.contract.avoids else "at least"
        parts.append(
            f"The best of {found.classes:,} discards that differ: {before.seat.word} takes "
            f"{sure} {best} trick{'s' if best != 1 else ''}."
        )
    else:
        parts.append(_partial_text(found))
    return " ".join(parts + _taken_as_pat(before))


def _partial_text(found: OpenExchange) -> str:
    """Return what a table does not say because the time was up."""
    untested = f"{found.untested:,} discards that differ have not been tested"
    if not found.untested:
        untested = "the best guarantee is found, but not yet the order of equal ones"
    return (
        f"Stopped before the end: {untested}; {UNKNOWN} is not known, 3..5 means that the "
        "guarantee is proved to be 3, 4 or 5."
    )


def _taken_as_pat(before: Before) -> list[str]:
    """Return a line that names the seats without a recorded exchange, if there are any."""
    if not before.unrecorded:
        return []
    words = " and ".join(seat.word for seat in before.unrecorded)
    return [f"No exchange of {words} is recorded: taken as standing pat."]


def _cost_text(found: OpenExchange) -> str:
    assert found.share_lost is not None
    assert found.recorded is not None
    if found.guarantee_lost == found.share_lost == 0:
        best = found.recorded.alike == found.best[0].alike
        return f"The exchange made was {'the best one' if best else 'as good as the best one'}."
    return (
        f"The exchange made gave up {found.guarantee_lost} of the guarantee and "
        f"{decimal_text(found.share_lost, sign=True)} of the share against the best."
    )


def _kept_text(found: OpenExchange) -> Text:
    rows: list[list[AnyCell]] = []
    for kept in found.kept:
        value = kept.value
        share = found.share_behind(value)
        assert share is not None  # it is exact
        rows.append(
            [
                card_text(kept.card),
                str(value.guarantee),
                decimal_cell(value.share),
                f"{found.guarantee_behind(value)} ({decimal_text(share, sign=True)})",
                discard_text(value.alike),
            ]
        )
    table = Table(columns("keeping", "guarantee", "share", "loss", "the best then"), rows)
    return Text("What the cards of the best discard are worth there:\n", table.text())


def open_json(found: OpenExchange) -> dict[str, Any]:
    """Return the exchanges as ``manni exchange FILE --json`` prints them."""
    before = found.before
    data = _before_json(before) | {
        "candidates": found.candidates,
        "classes": found.classes,
        "exact": found.exact,
        "untested": found.untested,
        "best": [_value_json(value) for value in found.best],
        "stand": _value_json(found.stand),
        "kept": [{"card": card_name(kept.card), **_value_json(kept.value)} for kept in found.kept],
    }
    if found.recorded is not None:
        lost = found.share_lost
        data["recorded"] = _value_json(found.recorded) | {
            "guarantee_lost": found.guarantee_lost,
            "share_lost": None if lost is None else float(lost),
        }
    return data


def _before_json(before: Before) -> dict[str, Any]:
    return {
        "variant": before.variant.code,
        "contract": before.contract.name,
        "great": before.great,
        "ace_low": before.ace_low,
        "seat": before.seat.letter,
        "stood_pat": [seat.letter for seat in before.unrecorded],
    }


def _value_json(value: ExchangeValue) -> dict[str, Any]:
    shares = value.solution.share
    return {
        "discards": names(value.discards),
        "alike": [names(tuple(cards_in(cards))) for cards in value.alike],
        "drawn": names(value.drawn),
        **bounds_json(value.solution.bounds),
        "share": None if shares is None else by_letter([float(share) for share in shares]),
        "points": None if value.points is None else points_json(value.points),
    }


def names(cards: Sequence[int]) -> list[str]:
    """Return cards as text, suit letter first: ``SA``."""
    return [card_name(card) for card in cards]


def replied_text(found: RepliedExchange) -> Text:
    """Return the guarantee before the exchange, the best discards and how far it got."""
    before = found.before
    lines: list[AnyText] = [
        title(before),
        f"Against the later seats' worst exchange: guarantee {bounds_text(found.bounds)}",
        "",
        replied_table(found).text(),
        "",
    ]
    if found.lost is not None:
        lines.append(
            "The exchange made was as good as the best one."
            if found.lost[1] == 0
            else f"The exchange made gave up {bounds_text(found.lost)} of the guarantee."
        )
    lines.append(
        f"{found.replies:,} replies looked at; of {found.classes:,} discards that differ "
        f"{found.left:,} may reach the upper bound"
    )
    if not found.exact:
        lines.append(
            "Stopped before the end: 3..5 means that the guarantee is proved to be 3, 4 or 5."
        )
    lines += _taken_as_pat(before)
    return join("\n", lines)


def replied_table(found: RepliedExchange) -> Table:
    """Return the best discards and the one made, with the worst replies known, a row each."""
    later = found.before.later
    heads = [
        Column("", "rank", left=True),
        Column("discard", "discard", left=True),
        Column("guarantee", "guarantee"),
        *(
            Column(f"{seat.word}'s reply" if seat in later else None, f"reply_{seat.letter}")
            for seat in Seat
        ),
    ]

    def row(rank: str, own: RepliedDiscard) -> list[AnyCell]:
        replies: dict[Seat, AnyText] = {}
        if own.reply is not None:
            replies = {
                seat: cards_text(cards) for seat, cards in zip(later, own.reply, strict=True)
            }
        cards = tuple(cards_in(own.alike.cards))
        return [
            rank,
            Cell(discard_text(own.alike), " ".join(names(cards)) or None),
            bounds_text(own.bounds),
            *(replies.get(seat, "") for seat in Seat),
        ]

    rows = [row(str(number), own) for number, own in enumerate(found.ranking, 1)]
    if found.recorded is not None:
        rows.append(row("made", found.recorded))
    return Table(heads, rows)


def replied_json(found: RepliedExchange) -> dict[str, Any]:
    """Return the guarantee before the exchange as ``--replies best --json`` prints it."""
    low, high = found.bounds
    data = _before_json(found.before) | {
        "replies": "best",
        "exact": found.exact,
        "guarantee": low if low == high else None,
        "bounds": [low, high],
        "discards": names(tuple(cards_in(found.best.cards))),
        "reply": None if found.reply is None else [names(cards) for cards in found.reply],
        "ranking": [_replied_json(own) for own in found.ranking],
        "left": found.left,
        "classes": found.classes,
        "replies_looked_at": found.replies,
    }
    if found.recorded is not None and found.lost is not None:
        lost = found.lost
        data["recorded"] = _replied_json(found.recorded) | {
            "guarantee_lost": lost[0] if lost[0] == lost[1] else None,
            "lost_bounds": list(lost),
        }
    return data


def _replied_json(own: RepliedDiscard) -> dict[str, Any]:
    return {
        "discards": names(tuple(cards_in(own.alike.cards))),
        "alike": [names(tuple(cards_in(cards))) for cards in own.alike],
        "bounds": list(own.bounds),
        "reply": None if own.reply is None else [names(cards) for cards in own.reply],
    }
