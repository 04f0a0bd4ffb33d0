"""A review as text, as JSON data and as rows of CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.advice.intervals import CONFIDENCE
from solver.cards import Seat, card_name
from solver.report.advice import span
from solver.report.cards import card_text, cards_text
from solver.report.sheet import signed
from solver.report.surprise import trump_text
from solver.report.tables import decimal_text, line_text
from solver.report.text import AnyText, Column, Table, Text, columns, join
from solver.report.values import by_letter, unit_json
from solver.review.results import Exchange, PlayedCard, Review, SeenCard, TurningPoint
from solver.values.selfish import FREE_TRICKS
from solver.values.share import Tricks

CSV_HEAD = (
    "deal", "number", "trick", "seat", "card",
    "before_F", "before_M", "before_D", "after_F", "after_M", "after_D",
    "loss", "sure_loss", "gave_F", "gave_M", "gave_D", "kept",
    "share_F", "share_M", "share_D", "taken_by",
    "seen_behind", "seen_low", "seen_high", "seen_best",
)  # fmt: skip


def review_text(review: Review) -> Text:
    """Return the cards, the turning points, the exchanges and the totals."""
    blocks: list[AnyText] = [
        _played_table(review).text(),
        *([_bid_text(review)] if review.bid is not None else []),
        _turning_text(review),
        *([_seen_text(review)] if review.seen_worlds is not None and review.costly else []),
        *([join("\n", exchange_texts(review))] if review.exchanges else []),
        _totals_table(review).text(),
        _legend(review),
    ]
    return join("\n\n", blocks)


def _played_table(review: Review) -> Table:
    letters = [seat.letter for seat in Seat]
    partners, plain = review.start.declarer is not None, review.start.rules.is_plain
    heads = [
        *columns("trick", "card", *letters, left=2),
        *(
            Column(
                None if partners else letter,
                f"share_{letter}",
                over="share" if letter == letters[1] else "",
            )
            for letter in letters
        ),
        Column("loss", "loss"),
        Column("sure" if plain else None, "sure"),
        Column("gave", "gave"),
        *columns("won", "kept by", left=2),
    ]
    numbers = [*map(str, review.guarantee), *map(decimal_text, review.share)]
    rows: list[list[AnyText]] = [["", "", *numbers, *[""] * 5]]
    for index, played in enumerate(review.cards):
        is_first = not index or review.cards[index - 1].trick != played.trick
        taken = played.taken_by
        rows.append(
            [
                str(played.trick) if is_first else "",
                Text(f"{played.seat.letter} ", card_text(played.card)),
                *map(str, played.after),
                *map(decimal_text, played.share_after),
                str(played.loss or "·"),
                _sure_text(played),
                _gave_text(played.gave) or "·",
                "" if taken is None else taken.letter,
                cards_text(played.kept) if played.loss else "",
            ]
        )
    return Table(heads, rows)


def _sure_text(played: PlayedCard) -> str:
    """Return a sure loss; "free" where there is none though the guarantee got worse."""
    if played.sure_loss is None:
        return ""
    return str(played.sure_loss) if played.sure_loss else "free" if played.loss else "·"


def _gave_text(gave: Tricks) -> str:
    return " ".join(f"{seat.letter}{gave[seat]}" for seat in Seat if gave[seat])


def _bid_text(review: Review) -> Text:
    """Return whether the bid could be made, which cards changed that, and whether it was."""
    could = "could" if review.bid_makes(review.guarantee) else "could not"
    parts: list[AnyText] = [f"{review.bid} is bid: it {could} be made against any play"]
    for played in review.bid_turned:
        does = "lets it be made" if review.bid_makes(played.after) else "loses it"
        owner = who(review, played.seat)
        parts += [f"; {owner}'s ", card_text(played.card), f" in trick {played.trick} {does}"]
    if review.complete:
        parts.append(f"; it is {'' if review.bid_makes(review.sure) else 'not '}made")
    return Text(*parts, ".")


def _turning_text(review: Review) -> Text:
    if not review.costly:
        return Text("No card cost its player anything.")
    if not review.turning_points:
        worth = "a whole trick" if review.start.rules.is_plain else "what a trick is worth"
        return Text(f"No turning point: no card cost its player {worth} of the share.")
    others = len(review.costly) - len(review.turning_points)
    more = f" (of {len(review.costly)} cards that cost something)" if others else ""
    points = [
        _turning_point_text(review, turning, number)
        for number, turning in enumerate(review.turning_points, 1)
    ]
    return join("\n", [f"Turning points, the dearest first{more}:", *points])


def _turning_point_text(review: Review, turning: TurningPoint, number: int) -> Text:
    played = turning.played
    seat = played.seat
    lines: list[AnyText] = [
        Text(
            f"{number}. trick {played.trick}: {who(review, seat)}'s ",
            card_text(played.card),
            f" costs {played.loss}: {played.before[seat]} to {played.after[seat]}; kept by ",
            cards_text(played.kept),
            _selfish_clause(played),
            _seen_clause(played),
        ),
        f"   {_moved_text(review, turning)}",
    ]
    if turning.line is not None and turning.tricks is not None:
        tricks = ", ".join(
            f"{who(review, each)} {won}" for each, won in zip(Seat, turning.tricks, strict=True)
        )
        line = line_text(turning.position, turning.line, first=played.trick)
        right = card_text(turning.line[0])
        lines += [
            Text("   with ", right, f", {_foes_text(review, seat)}:"),
            *(Text("   ", trick) for trick in line.lines()),
            f"   in the end {tricks}",
        ]
    return join("\n", lines)


def _foes_text(review: Review, seat: Seat) -> str:
    """Return who plays against whom in a line that shows what a seat is sure of."""
    declarer = review.start.declarer
    if declarer is None or declarer is seat:
        return f"the two others against {who(review, seat)}"
    return f"{who(review, declarer)} against the two others"


def _moved_text(review: Review, turning: TurningPoint) -> str:
    """Return whom a card helped and by how much of the share, and whether it missed a target."""
    played, sign = turning.played, review.start.sign
    helped = " and ".join(
        f"{who(review, seat)} by {decimal_text(abs(moved))}"
        for seat, moved in zip(Seat, played.moved, strict=True)
        if sign * moved > 0
    )
    if len(played.side) > 1 or review.start.declarer is not None:
        owners = " and ".join(who(review, seat) for seat in played.side)
        missed = ""
        if turning.missed_target:
            lost = played.seat is review.start.declarer
            missed = f", which {'loses the bid' if lost else 'lets the bid be made'}"
        return f"{owners} get{'s' * (len(played.side) == 1)} {turning.cost} fewer{missed}"
    owner = who(review, played.seat)
    text = f"{owner}'s share is worse by {decimal_text(turning.cost)}"
    if turning.missed_target and review.targets is not None:
        past = "above" if review.start.avoids else "below"
        text += f", {past} the target of {review.targets[played.seat]}"
    return text + (f"; it helps {helped}" if helped else "")


def who(review: Review, seat: Seat) -> str:
    """Return the name of the player in a seat, the seat's word if there is none."""
    return seat.word if review.names is None else review.names[seat]


def _selfish_clause(played: PlayedCard) -> str:
    if played.sure_loss is None:
        return ""
    return f"; sure loss {played.sure_loss}" if played.sure_loss else "; free in selfish play"


def _seen_clause(played: PlayedCard) -> str:
    if played.seen is None or played.seen.is_mistake:
        return ""
    return "; reasonable on what was seen"


def _seen_text(review: Review) -> Text:
    """Return how each costly card did in the worlds that its player thought possible."""
    start = review.start
    what = "chance of the misère" if start.declarer is not None and start.avoids else "points"
    lines: list[AnyText] = [
        f"On what each player could see, over {review.seen_worlds} worlds ({what}, 95 % intervals):"
    ]
    for played in review.costly:
        seen = played.seen
        card = Text(
            f"  trick {played.trick}: {who(review, played.seat)}'s ", card_text(played.card)
        )
        if seen is None:
            lines.append(Text(card, " not looked at"))
        elif seen.best == played.card:
            lines.append(Text(card, " was the best card: no mistake"))
        else:
            verdict = "a mistake" if seen.is_mistake else "no mistake that could be seen"
            behind = f" {seen.behind:.2f} behind ", card_text(seen.best)
            lines.append(Text(card, *behind, f" ({span(seen.interval)}): {verdict}"))
    return join("\n", lines)


def exchange_texts(review: Review) -> list[Text]:
    """Return a sentence an exchange: what it did, and what a better one would have done."""
    return [_exchange_text(review, exchange) for exchange in review.exchanges]


def _exchange_text(review: Review, exchange: Exchange) -> Text:
    sign = review.start.sign
    sure = "at most" if review.start.avoids else "at least"
    better = sign * (exchange.guarantee - exchange.pat)
    name = who(review, exchange.seat)
    if not better:
        standing = "the same as standing pat"
    else:
        standing = f"{abs(better)} {'better' if better > 0 else 'worse'} than standing pat"
    return Text(
        f"{name[0].upper()}{name[1:]} put down ",
        cards_text(exchange.discards, none="nothing"),
        f" and was sure of {sure} {exchange.guarantee}, {standing}",
        _better_text(exchange),
        ".",
    )


def _better_text(exchange: Exchange) -> Text:
    """Return what the best exchange would have done, if it was looked for."""
    found = exchange.best
    if found is None:
        return Text()
    if not found.lost:
        return Text("; nothing better could be put down")
    discards = cards_text(found.discards, none="nothing")
    trump = "" if found.contract is None else Text(" with ", trump_text(found.contract), " trumps")
    return Text("; best was ", discards, trump, f", {found.lost} better")


def _worlds_text(review: Review) -> str:
    """Return which deals a player thinks possible, and which of them count more."""
    if review.start.rules.is_plain:
        return (
            "worlds: deals that agree with his cards, the play and the counts of the exchange; "
            "those count more in which the cards played are likelier"
        )
    named = review.start.declarer is not None and not review.start.avoids
    return (
        "worlds: deals that agree with his cards and with what the others' cards say that they do "
        "not hold, solved with open cards"
        + "; those count more in which the declarer would have named his trump"
        * named
    )


def _totals_table(review: Review) -> Table:
    sure = review.start.rules.unit if review.complete else "sure of"
    heads = ["guarantee", "lost", "got", sure]
    heads += ["target"] * (review.targets is not None) + ["points"] * (review.points is not None)
    rows = []
    partners = review.start.declarer is not None
    for seat in Seat:
        name = f"{seat.letter} {who(review, seat)}"
        row = [review.guarantee[seat], review.lost(seat), review.got(seat), review.sure[seat]]
        row += [review.targets[seat]] if review.targets is not None else []
        points = [] if review.points is None else [signed(review.points[seat])]
        rows.append([name, *map(str, row), *points, decimal_text(review.share[seat])])
    shares = Column(None if partners else "share", "share")
    return Table([*columns("", *heads), shares], rows)


def _legend(review: Review) -> str:
    sure = "at most" if review.start.avoids else "at least"
    unit, declarer = review.start.rules.unit, review.start.declarer
    share = f"share: a fair number of {unit} a seat, F M D; "
    if declarer is not None:
        pair = " and ".join(seat.word for seat in Seat if seat is not declarer)
        share = f"{pair} are partners: theirs are what the two get together; "
    lines = [
        f"F M D: {unit} each seat takes {sure}, won ones counted, after the card",
        share + "won: who took the trick",
        "loss: what the card cost its player; gave: what it gave the others; " + _sum_text(review),
    ]
    best = [exchange.best for exchange in review.exchanges if exchange.best is not None]
    if any(each.contract is None for each in best):
        lines.append("The best exchange is that before the later seats exchange.")
    if any(played.selfish is not None for played in review.cards):
        lines.append(
            f"sure: the loss if all play for themselves, from {FREE_TRICKS} cards on, no forecast; "
            "free: none then"
        )
    if review.seen_worlds is not None and review.costly:
        lines.append(_worlds_text(review))
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


def _sum_text(review: Review) -> str:
    worse, better = ("+", "−") if review.start.avoids else ("−", "+")
    end = review.start.rules.unit if review.complete else "sure of"
    both = "" if review.start.declarer is None else " (by both partners)"
    return f"guarantee {worse} lost{both} {better} got = {end}"


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
    if review.seen_missing:
        number = sum(played.seen is None for played in review.costly)
        sentences.append(
            f"Stopped early: what could be seen is missing for {number} of the cards that cost "
            "something."
        )
    if review.lines_missing:
        sentences.append("Stopped early: what the right card would have led to is missing.")
    return sentences


def review_json(review: Review) -> dict[str, Any]:
    """Return a review as ``manni review --json`` prints it."""
    return {
        "contract": review.start.contract.name,
        "ace_low": review.start.ace_low,
        **unit_json(review.start.rules, review.start.worth, review.start.declarer),
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
        "names": None if review.names is None else by_letter(review.names),
        "targets": None if review.targets is None else by_letter(review.targets),
        **_bid_json(review),
        "points": None if review.points is None else by_letter(review.points),
        "seen_worlds": review.seen_worlds,
        "mistakes": None
        if review.seen_worlds is None
        else [played.number for played in review.mistakes],
        "turning_points": list(map(_turning_json, review.turning_points)),
        "exchange": [_exchange_json(exchange) for exchange in review.exchanges],
        "not_compared": [seat.letter for seat in review.not_compared],
        "cards": [_card_json(played) for played in review.cards],
    }


def _bid_json(review: Review) -> dict[str, Any]:
    """Return what came of a bid, nothing where there is none."""
    if review.bid is None:
        return {}
    turned = [played.number for played in review.bid_turned]
    made = review.bid_makes(review.sure)
    return {"bid": {"name": review.bid, "made": made, "turned_by": turned}}


def _turning_json(turning: TurningPoint) -> dict[str, Any]:
    line = turning.line
    return {
        "number": turning.played.number,
        "cost": float(turning.cost),
        "moved": by_letter([float(moved) for moved in turning.played.moved]),
        "missed_target": turning.missed_target,
        "line": None if line is None else [card_name(card) for card in line],
        "tricks": None if turning.tricks is None else by_letter(turning.tricks),
    }


def _exchange_json(exchange: Exchange) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seat": exchange.seat.letter,
        "discards": [card_name(card) for card in exchange.discards],
        "guarantee": exchange.guarantee,
        "standing_pat": exchange.pat,
    }
    found = exchange.best
    if found is not None:
        data["best"] = {
            "discards": [card_name(card) for card in found.discards],
            "guarantee": found.guarantee,
            "recorded": found.recorded,
            "cost": found.lost,
        }
        if found.contract is not None:
            data["best"]["contract"] = found.contract.name
    return data


def _card_json(played: PlayedCard) -> dict[str, Any]:
    return {
        "number": played.number,
        "trick": played.trick,
        "seat": played.seat.letter,
        "card": card_name(played.card),
        "before": by_letter(played.before),
        "after": by_letter(played.after),
        "share": by_letter([float(share) for share in played.share_after]),
        "taken_by": None if played.taken_by is None else played.taken_by.letter,
        "loss": played.loss,
        "sure_loss": played.sure_loss,
        "selfish": _selfish_json(played),
        "seen": _seen_json(played.seen),
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


def _seen_json(seen: SeenCard | None) -> dict[str, Any] | None:
    """Return how a card did in the worlds its player thought possible."""
    if seen is None:
        return None
    return {
        "best": card_name(seen.best),
        "behind": seen.behind,
        "interval": list(seen.interval),
        "confidence": CONFIDENCE,
        "mistake": seen.is_mistake,
        "worlds": seen.worlds,
    }


def _seen_cells(seen: SeenCard | None) -> tuple[str | None, ...]:
    """Return the last cells of a row of CSV."""
    if seen is None:
        return (None,) * 4
    return *(f"{points:.2f}" for points in (seen.behind, *seen.interval)), card_name(seen.best)


def csv_rows(deal: int, review: Review) -> Iterator[tuple[str | int | None, ...]]:
    """Yield a row a card, columns as in ``CSV_HEAD``; ``deal`` is the deal's number."""
    for played in review.cards:
        yield (
            deal, played.number, played.trick, played.seat.letter, card_name(played.card),
            *played.before, *played.after, played.loss, played.sure_loss, *played.gave,
            " ".join(card_name(card) for card in played.kept),
            *map(decimal_text, played.share_after),
            None if played.taken_by is None else played.taken_by.letter,
            *_seen_cells(played.seen),
        )  # fmt: skip
