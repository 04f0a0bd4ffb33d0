"""What lies beside the hands, or has been said, in a game that counts points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.cards import Seat, card_name, rank_of
from solver.deal import Deal
from solver.report.diagram import contract_words, in_order
from solver.report.text import amount
from solver.rules.bidding import Aim, Bid, find_bid
from solver.rules.variant import Variant

Line = tuple[str, tuple[int, ...], str]
"""What it is called, its cards, what is to be said of them."""


def beside_json(
    deal: Deal, won: tuple[int, int, int], tricks: tuple[int, int, int], over: bool
) -> list[dict[str, Any]]:
    """Return what the page shows under the table: none of it in games with a Manni.

    ``won`` and ``tricks`` are what each seat has won by now, ``over`` says that it is all.
    """
    variant = deal.rules
    if variant is None or variant.rules.is_plain:
        return []
    lines = [
        *_bid(deal, variant, won, tricks, over),
        *_turned(deal, variant),
        *_pile(deal, variant),
    ]
    return [
        {"head": head, "cards": list(map(card_name, cards)), "text": text}
        for head, cards, text in lines
    ]


def _bid(
    deal: Deal,
    variant: Variant,
    won: tuple[int, int, int],
    tricks: tuple[int, int, int],
    over: bool,
) -> Iterator[Line]:
    if deal.bid is None:
        return
    bid, declarer = find_bid(variant.bids, deal.bid), deal.declarer
    parts = [bid.name if declarer is None else f"{bid.name} by {declarer.word}"]
    if bid.aim is not Aim.POINTS:
        parts.append(f"to take {bid.aim.value}")
    away = _counted_away(deal, variant)
    if declarer is not None and away is not None:
        parts.append(_standing(bid, won[declarer] + away, tricks[declarer], sum(tricks), over))
    yield "Bid", (), ", ".join(filter(None, parts))


def _standing(bid: Bid, won: int, tricks: int, played: int, over: bool) -> str:
    """Return whether a bid is made by now, or what is missing; nothing at first."""
    if bid.aim is not Aim.POINTS:
        failed = tricks if bid.aim is Aim.NONE else played - tricks
        return "failed" if failed else "made" if over else ""
    if won >= bid.worth:
        return "made"
    missing = amount(bid.worth - won, "points")
    return f"{missing} short" if over else f"{missing} to come" if played else ""


def _counted_away(deal: Deal, variant: Variant) -> int | None:
    """Return what counts for the bid besides what is won from the start on.

    None where that is not known: part of the deal has been played, or cards put away that
    count are not recorded.
    """
    if deal.hands[Seat.FOREHAND].bit_count() != variant.tricks:
        return None
    if not variant.pile_counts or deal.declarer is None:
        return 0
    away = deal.discards[deal.declarer]
    if away is None or not deal.manni:
        return None
    return sum(variant.rules.card_points[rank_of(card)] for card in away or deal.manni)


def _turned(deal: Deal, variant: Variant) -> Iterator[Line]:
    if deal.cut is not None:
        made = variant.fixed_contract(1, deal.cut)
        trump = "" if made is None else f", which makes {contract_words(made)} trump"
        yield variant.cut_card.capitalize(), (deal.cut,), f"the dealer’s{trump}"


def _pile(deal: Deal, variant: Variant) -> Iterator[Line]:
    """Yield the talon or the surprise, and who has seen which of its cards."""
    if not deal.manni:
        return
    name = variant.pile.capitalize()
    if not variant.exchange.picks_up:
        yield name, deal.manni, "which nobody sees"
        return
    taken = next(
        ((seat, cards) for seat, cards in zip(Seat, deal.discards, strict=True) if cards), None
    )
    up = variant.face_up(deal.manni)
    faces = f"the last {variant.shown} face up" if up else "face down"
    if taken is None:
        yield name, deal.manni, faces
        return
    seat, put_down = taken
    away = tuple(in_order(put_down, variant.rules))
    yield name, deal.manni, f"{faces}, taken up by {seat.word}"
    yield "Put away", away, f"which {seat.word} alone has seen"
