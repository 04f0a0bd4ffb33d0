"""What to put away of hand and surprise, and the trump to name: text and JSON."""

from __future__ import annotations

from typing import Any

from solver.cards import card_name
from solver.exchange.surprise import PutAway, SurpriseExchange
from solver.report.cards import cards_text, suit_text
from solver.report.diagram import contract_words
from solver.report.tables import bounds_text
from solver.report.text import AnyCell, AnyText, Cell, Column, Table, Text, join
from solver.rules.bidding import Aim, find_bid
from solver.rules.contract import Contract


def surprise_table(found: SurpriseExchange) -> Table:
    """Return the best of every trump and what was done, a row each."""
    heads = [
        Column("", "rank", left=True),
        Column("trump", "trump", left=True),
        Column("put away", "put_away", left=True),
        Column("points", "points"),
    ]

    def row(name: str, own: PutAway) -> list[AnyCell]:
        names = " ".join(map(card_name, own.cards))
        return [
            name,
            Cell(trump_text(own.contract), own.contract.name),
            Cell(cards_text(own.cards), names),
            bounds_text(own.bounds),
        ]

    rows = [row(str(number), own) for number, own in enumerate(found.best, 1)]
    if found.recorded is not None:
        rows.append(row("made", found.recorded))
    return Table(heads, rows)


def surprise_text(found: SurpriseExchange) -> Text:
    """Return the best cards to put away for every trump, what was done, and what it cost."""
    taken = found.taken_up
    size = len(taken.pile)
    above = join(
        "",
        [
            f"{taken.variant.name}: {taken.declarer.word} takes up ",
            cards_text(taken.pile),
            f" and puts {size} away\n",
            f"{found.candidates:,} choices, {found.classes:,} that may be best",
        ],
    )
    paragraphs: list[AnyText] = [above, surprise_table(found).text()]
    paragraphs.append(surprise_sentence(found))
    return join("\n\n", filter(None, paragraphs))


def surprise_sentence(found: SurpriseExchange) -> str:
    """Return whether the bid is sure and what was given up, or that not all was looked at."""
    if not found.exact:
        return "Stopped before the end: not all choices have been tested, others may be better."
    return " ".join(filter(None, (_bid_text(found), _cost_text(found))))


def trump_text(contract: Contract) -> AnyText:
    """Return a suit's symbol, or the name of what is no suit."""
    return contract.name if contract.trump is None else suit_text(contract.trump, "")


def is_sure(found: SurpriseExchange) -> bool | None:
    """Return whether the bid is sure to be made, None if there is none or it is not known."""
    taken = found.taken_up
    points = found.best[0].points if found.exact else None
    if taken.bid is None or points is None:
        return None
    bid = find_bid(taken.variant.bids, taken.bid)
    return points >= bid.worth if bid.aim is Aim.POINTS else None


def _bid_text(found: SurpriseExchange) -> str:
    sure = is_sure(found)
    if sure is None:
        return ""
    best = found.best[0]
    word = contract_words(best.contract)
    if sure:
        return f"The bid of {found.taken_up.bid} is sure with {word}."
    return f"The bid of {found.taken_up.bid} is not sure: the most that is sure is {best.points}."


def _cost_text(found: SurpriseExchange) -> str:
    if found.lost is None:
        return ""
    if found.lost <= 0:
        return "What was put away and named was as good as the best."
    points = f"{found.lost} point{'s' if found.lost != 1 else ''}"
    return f"What was put away and named gave up {points} of the guarantee."


def surprise_json(found: SurpriseExchange) -> dict[str, Any]:
    """Return what was found as ``manni exchange --json`` prints it."""
    taken = found.taken_up
    return {
        "variant": taken.variant.code,
        "unit": "points",
        "seat": taken.declarer.letter,
        "bid": taken.bid,
        "sure": is_sure(found),
        "surprise": list(map(card_name, taken.pile)),
        "candidates": found.candidates,
        "classes": found.classes,
        "exact": found.exact,
        "best": list(map(_json, found.best)),
        "recorded": None if found.recorded is None else _json(found.recorded),
        "lost": found.lost,
    }


def _json(own: PutAway) -> dict[str, Any]:
    data: dict[str, Any] = {
        "contract": own.contract.name,
        "put_away": list(map(card_name, own.cards)),
        "points": own.points,
    }
    return data if own.points is not None else data | {"bounds": list(own.bounds)}
