"""A review as text, as JSON data and as rows of CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.cards import Seat, card_name
from solver.report.cards import card_text, cards_text
from solver.report.tables import decimal_text
from solver.report.text import AnyText, Column, Table, Text, columns, join
from solver.report.values import by_letter
from solver.review import Exchange, PlayedCard, Review
from solver.values.selfish import FREE_TRICKS
from solver.values.share import Tricks

CSV_HEAD = (
    "deal", "number", "trick", "seat", "card",
    "before_F", "before_M", "before_D", "after_F", "after_M", "after_D",
    "loss", "sure_loss", "gave_F", "gave_M", "gave_D", "kept",
)  # fmt: skip


def review_text(review: Review) -> Text:
    """Return the cards, the turning points, the exchanges and the totals."""
    blocks: list[AnyText] = [
        _played_table(review).text(),
        _turning_text(review),
        *([join("\n", exchange_texts(review))] if review.exchanges else []),
        _totals_table(review).text(),
        _legend(review),
    ]
    return join("\n\n", blocks)


def _played_table(review: Review) -> Table:
    heads = columns("trick", "card", "F", "M", "D", "loss", "sure", "gave", left=2)
    rows: list[list[AnyText]] = [["", "", *map(str, review.guarantee), "", "", "", ""]]
    for index, played in enumerate(review.cards):
        is_first = not index or review.cards[index - 1].trick != played.trick
        rows.append(
            [
                str(played.trick) if is_first else "",
                Text(f"{played.seat.letter} ", card_text(played.card)),
                *map(str, played.after),
                str(played.loss or "·"),
                _sure_text(played),
                _gave_text(played.gave) or "·",
                cards_text(played.kept) if played.loss else "",
            ]
        )
    return Table([*heads, Column("kept by", "kept", left=True)], rows)


def _sure_text(played: PlayedCard) -> str:
    """Return a sure loss; "free" where there is none though the guarantee got worse."""
    if played.sure_loss is None:
        return ""
    return str(played.sure_loss) if played.sure_loss else "free" if played.loss else "·"


def _gave_text(gave: Tricks) -> str:
    return " ".join(f"{seat.letter}{gave[seat]}" for seat in Seat if gave[seat])


def _turning_text(review: Review) -> Text:
    if not review.turning_points:
        return Text("No card cost its player anything.")
    lines = [Text("Turning points:")]
    for played in review.turning_points:
        sign = review.start.contract.sign
        lines.append(
            Text(
                f"  trick {played.trick}: {played.seat.word}'s ",
                card_text(played.card),
                f" costs {played.loss}: {played.before[played.seat]} to "
                f"{played.before[played.seat] - sign * played.loss}; kept by ",
                cards_text(played.kept),
                _selfish_clause(played),
            )
        )
    return join("\n", lines)


def _selfish_clause(played: PlayedCard) -> str:
    if played.sure_loss is None:
        return ""
    return f"; sure loss {played.sure_loss}" if played.sure_loss else "; free in selfish play"


def exchange_texts(review: Review) -> list[Text]:
    """Return what each exchange did, and the best one below it if that was asked for."""
    return list(map(_exchange_text, review.exchanges))


def _exchange_text(exchange: Exchange) -> Text:
    text = Text(
        f"{exchange.seat.word.capitalize()} put down ",
        cards_text(exchange.discards, none="nothing"),
        f": guarantee {exchange.guarantee} at the lead, {exchange.pat} standing pat",
    )
    found = exchange.best
    if found is None or found.recorded is None:
        return text
    best = found.best[0]
    return Text(
        text,
        "\n  best, before the later seats exchange: ",
        cards_text(best.discards, none="none"),
        f": {best.guarantee}; as recorded {found.recorded.guarantee}, cost {found.guarantee_lost}",
    )


def _totals_table(review: Review) -> Table:
    sign = "-" if not review.start.contract.avoids else "+"
    other = "+" if sign == "-" else "-"
    sure = "tricks" if review.complete else "sure of"
    rows = []
    for seat in Seat:
        rows.append(
            [
                f"{seat.letter} {seat.word}",
                str(review.guarantee[seat]),
                f"{sign}{review.lost(seat)}",
                f"{other}{review.got(seat)}",
                str(review.sure[seat]),
                decimal_text(review.share[seat]),
            ]
        )
    return Table(columns("", "guarantee", "lost", "got", sure, "share"), rows)


def _legend(review: Review) -> str:
    sure = "at most" if review.start.contract.avoids else "at least"
    lines = [
        f"F M D: tricks each seat takes {sure}, won ones counted, after the card",
        "loss: what the card cost its player; gave: what it gave the others",
    ]
    if any(played.selfish is not None for played in review.cards):
        lines.append(
            f"sure: the loss if all play for themselves, from {FREE_TRICKS} cards on, no forecast; "
            "free: none then"
        )
    if review.great:
        lines.append("A great contract pays by bonuses: no sure losses.")
    if review.start.ace_low:
        lines.append("The ace is low.")
    if not review.complete:
        lines.append("The record stops before the end of the deal.")
    if review.first_trick > 1:
        lines.append(f"Reviewed from trick {review.first_trick} on.")
    lines.extend(left_out(review))
    return "\n".join(lines)


def left_out(review: Review) -> list[str]:
    """Return what a partial review has not looked at, a sentence each."""
    sentences = []
    if review.first_trick > review.asked_from:
        last = review.first_trick - 1
        tricks = (
            f"trick {last}"
            if last == review.asked_from
            else f"tricks {review.asked_from} to {last}"
        )
        sentences.append(f"Stopped early: {tricks} not reviewed.")
    if review.not_compared:
        seats = ", ".join(seat.word for seat in review.not_compared)
        sentences.append(f"Stopped early: the exchange of {seats} not looked at.")
    if review.selfish_missing:
        sentences.append("Stopped early: sure losses are missing.")
    return sentences


def review_json(review: Review) -> dict[str, Any]:
    """Return a review as ``manni review --json`` prints it."""
    return {
        "contract": review.start.contract.name,
        "ace_low": review.start.ace_low,
        "leader": review.start.leader.letter,
        "tricks": review.start.tricks,
        "first_trick": review.first_trick,
        "asked_from": review.asked_from,
        "partial": review.partial,
        "complete": review.complete,
        "guarantee": by_letter(review.guarantee),
        "share": by_letter([float(share) for share in review.share]),
        "sure": by_letter(review.sure),
        "lost": {seat.letter: review.lost(seat) for seat in Seat},
        "got": {seat.letter: review.got(seat) for seat in Seat},
        "turning_points": [played.number for played in review.turning_points],
        "exchange": [_exchange_json(exchange) for exchange in review.exchanges],
        "not_compared": [seat.letter for seat in review.not_compared],
        "cards": [_card_json(played) for played in review.cards],
    }


def _exchange_json(exchange: Exchange) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seat": exchange.seat.letter,
        "discards": [card_name(card) for card in exchange.discards],
        "guarantee": exchange.guarantee,
        "standing_pat": exchange.pat,
    }
    found = exchange.best
    if found is not None and found.recorded is not None:
        data["best"] = {
            "discards": [card_name(card) for card in found.best[0].discards],
            "guarantee": found.best[0].guarantee,
            "recorded": found.recorded.guarantee,
            "cost": found.guarantee_lost,
        }
    return data


def _card_json(played: PlayedCard) -> dict[str, Any]:
    return {
        "number": played.number,
        "trick": played.trick,
        "seat": played.seat.letter,
        "card": card_name(played.card),
        "before": by_letter(played.before),
        "after": by_letter(played.after),
        "loss": played.loss,
        "sure_loss": played.sure_loss,
        "selfish": _selfish_json(played),
        "gave": by_letter(played.gave),
        "kept": [card_name(card) for card in played.kept],
        "losses": {card_name(card): loss for card, loss in played.losses},
    }


def _selfish_json(played: PlayedCard) -> dict[str, Any] | None:
    """Return the fewest and most tricks of each seat after a card."""
    found = played.selfish
    if found is None:
        return None
    return {"least": by_letter(found.least), "most": by_letter(found.most)}


def csv_rows(deal: int, review: Review) -> Iterator[tuple[str | int | None, ...]]:
    """Yield a row a card, columns as in ``CSV_HEAD``; ``deal`` is the deal's number."""
    for played in review.cards:
        yield (
            deal, played.number, played.trick, played.seat.letter, card_name(played.card),
            *played.before, *played.after, played.loss, played.sure_loss, *played.gave,
            " ".join(card_name(card) for card in played.kept),
        )  # fmt: skip
