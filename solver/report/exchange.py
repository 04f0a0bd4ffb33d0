"""Exchanges solved with all cards open, also of a surprise: as text, tables and JSON."""

from __future__ import annotations

from operator import attrgetter

from ..cards import Seat, contract_words
from ..exchange.open_cards import (
    ExchangeTurn,
    ExchangeValue,
    KeptCard,
    OpenExchange,
)
from ..i18n import (
    _,
    amount,
    filled,
    format_list,
    gettext,
    ngettext,
    seat_letter,
    text_if,
)
from ..rules.auction import Aim, bid_text, find_bid
from ..schema import (
    CARD,
    FLAG,
    UNIT,
    Schema,
    ace_low,
    bounds_text,
    field,
    fields_at,
    guarantee_fields,
    integer,
    list_of,
    nullable,
    number,
    pair_of,
    proved,
    record,
)
from .text import (
    AnyText,
    Table,
    Text,
    card_text,
    cards_text,
    columns,
    contract_name,
    decimals,
    discard_text,
    fields,
    fill,
    join,
    named_trump,
    paragraphs,
    table_of,
    value_text,
)
from .values import DEAL_OF_FILE, POINTS


def title(before: ExchangeTurn) -> str:
    """Return a title of one line: game, contract, the seat that exchanges, how many cards."""
    contract = contract_name(before.contract, before.great, before.ace_low)
    sizes = before.exchange.sizes()
    if len(sizes) == 1:
        sentence = _("{game}, {contract}: {seat} exchanges nothing any more")
    elif before.exchange.rule.all_or_nothing:
        sentence = _("{game}, {contract}: {seat} exchanges all or nothing")
    else:
        sentence = _("{game}, {contract}: {seat} exchanges up to {number}")
    return filled(
        sentence,
        game=gettext(before.variant.name),
        contract=contract,
        seat=before.seat,
        number=sizes[-1],
    )


def discards_table(answer: OpenExchange, label: str = "made") -> Table:
    """Return the table of exchanges: the best, standing pat, the recorded one named ``label``."""
    rows, labels = answer.rows, list(map(str, range(1, len(answer.best) + 1)))
    labels += ["stand"] * (answer.stand is not None) + [label] * (answer.recorded is not None)
    if answer.before.takes_up:
        parts = fields(
            PUT_AWAY,
            "<contract=trump <put_away points",
            contract=named_trump,
            put_away=lambda value: cards_text(value.discards),
            points=lambda value: bounds_text(value.bounds),
        )
        return table_of(parts, rows, labels)
    exchanger = answer.before.seat
    others = [
        None if seat is exchanger else _("guarantee {seat}", seat=seat_letter(seat))
        for seat in Seat
    ]

    def discard(value: ExchangeValue) -> Text:
        return cards_text(value.discards) if value is answer.recorded else discard_text(value.alike)

    parts = [
        *fields(
            EXCHANGED,
            "<discards=discard <drawn=draw",
            discards=discard,
            drawn=lambda value: cards_text(value.drawn),
        ),
        *fields(
            EXCHANGED,
            "guarantee share:.2f",
            of=lambda key: attrgetter("bounds" if key == "guarantee" else key),
        ),
        *fields(EXCHANGED, "points:?+.2f"),
        *fields(EXCHANGED, "guarantee", *others),
    ]
    return table_of(parts, rows, labels)


def exchange_text(answer: OpenExchange) -> Text:
    """Return an answer as text.

    Of an exchange it has the best ones, standing pat, the one made, and what keeping each card
    costs. Of a surprise it has the best cards to put away for each trump, the choice made, and what
    that cost.
    """
    before, table = answer.before, discards_table(answer).text()
    number, differ = f"{answer.candidates:,}", f"{answer.classes:,}"
    if before.takes_up:
        does = fill(
            "{game}: {seat} takes up {cards} and puts {number} away",
            game=gettext(before.variant.name),
            seat=before.seat,
            cards=before.pile,
            number=len(before.pile),
        )
        counts = _("{number} choices, {best} that may be best", number=number, best=differ)
        return paragraphs(join("\n", [does, counts]), table, _summary_text(answer))
    above = [
        title(before),
        _(
            "{number} discards, {differ} that differ; ♠5/4 means that either may go.",
            number=number,
            differ=differ,
        ),
        *_taken_as_pat(before),
    ]
    last: AnyText = _partial_text(answer)
    if answer.exact:
        last = _kept_text(answer) if answer.kept else ""
    return paragraphs("\n".join(above), table, cost_text(answer), last)


def exchange_sentence(answer: OpenExchange) -> str:
    """Return an answer in sentences, without its table: what is sure, and what is unknown."""
    before = answer.before
    if before.takes_up:
        return _summary_text(answer)
    parts = [title(before) + "."]
    if answer.exact:
        parts.append(
            text_if(
                before.contract.avoids,
                "The best of {number} discards that differ: {seat} takes at most {tricks}.",
                "The best of {number} discards that differ: {seat} takes at least {tricks}.",
                number=f"{answer.classes:,}",
                seat=before.seat,
                tricks=amount(answer.best[0].guarantee or 0, "tricks"),
            )
        )
    else:
        parts.append(_partial_text(answer))
    return " ".join(parts + _taken_as_pat(before))


def _partial_text(answer: OpenExchange) -> str:
    """Return a note on what the table lacks because the time was up."""
    return text_if(
        not answer.untested,
        "Stopped before the end: the best guarantee is found, but not yet the order of equal "
        "ones; – is not known, 3..5 means that the guarantee is proved to be 3, 4 or 5.",
        "Stopped before the end: {number} discards that differ have not been tested; – is not "
        "known, 3..5 means that the guarantee is proved to be 3, 4 or 5.",
        number=f"{answer.untested:,}",
    )


def _taken_as_pat(before: ExchangeTurn) -> list[str]:
    """Return a note on the seats without a recorded exchange, none if all are recorded."""
    if not before.unrecorded:
        return []
    seats = format_list(before.unrecorded, "of")
    return [_("No exchange of {seats} is recorded: taken as standing pat.", seats=seats)]


def cost_text(answer: OpenExchange) -> str:
    """Return what the recorded exchange cost compared with the best, "" if that is unknown."""
    lost, share = answer.guarantee_lost, answer.share_lost
    if answer.recorded is None or lost is None:
        return ""
    if answer.before.takes_up:
        if lost <= 0:
            return _("The discard and the trump named were as good as the best.")
        return ngettext(
            "The discard and the trump named cost {number} guaranteed point.",
            "The discard and the trump named cost {number} guaranteed points.",
            lost,
            number=lost,
        )
    if lost == share == 0:
        return text_if(
            answer.recorded.alike == answer.best[0].alike,
            "The exchange made was the best one.",
            "The exchange made was as good as the best one.",
        )
    return ngettext(
        "The exchange made cost {number} guaranteed trick and {share} of share against the best.",
        "The exchange made cost {number} guaranteed tricks and {share} of share against the best.",
        lost,
        number=lost,
        share=decimals(share),
    )


def _kept_text(answer: OpenExchange) -> Text:
    rows: list[list[AnyText]] = [
        [
            card_text(kept.card),
            str(value.guarantee),
            decimals(value.share),
            f"{answer.guarantee_behind(value)} ({value_text(answer.share_behind(value), '+.2f')})",
            discard_text(value.alike),
        ]
        for kept in answer.kept
        for value in [kept.value]
    ]
    heads = ("keeping", "guarantee", "share", "loss", "the best then")
    head = _("What the cards of the best discard are worth there:")
    return join("\n", [head, Table(columns(*heads), rows).text()])


EXCHANGED = record(
    "discards alike drawn",
    *guarantee_fields("solution.bounds"),
    "share=solution.share: Shares at the first lead; null where not proved.",
    field(
        "points: What the deal is then worth to the seat; null where not proved.", nullable(POINTS)
    ),
    of=ExchangeValue,
    columns="discards=discard drawn=draw guarantee share points",
    name="exchanged",
)
record("card", *fields_at("value", EXCHANGED), of=KeptCard)

OPEN_EXCHANGE = record(
    DEAL_OF_FILE,
    "variant=before.variant.code: The code of the game.",
    "contract=before.contract great=before.great",
    ace_low("before.ace_low"),
    "seat=before.seat stood_pat=before.unrecorded candidates classes exact untested best",
    field("stand: Standing pat.", EXCHANGED),
    "kept",
    field(
        "recorded?: The exchange recorded; there only if one is.",
        record(
            *fields_at("recorded", EXCHANGED),
            field(
                "guarantee_lost: Tricks of the seat's guarantee that the recorded exchange gave up "
                "against the best; null if not proved.",
                nullable(integer(unit="tricks")),
            ),
            field("share_lost: The same in tricks of its share.", nullable(number(unit="tricks"))),
        ),
        lambda answer: None if answer.recorded is None else answer,
    ),
    of=OpenExchange,
    columns="contract ace_low=ace seat",
    name="exchange",
    title="manni exchange FILE --json",
    doc="The best exchanges of a seat with all cards open, one line per deal. Tricks are those of "
    "the whole deal; the later seats keep their hands.",
)


def is_sure(answer: OpenExchange) -> bool | None:
    """Return whether the bid is sure to be made, None if there is no bid or no exact answer.

    It is None, too, for a bid that is not a number of points.
    """
    before = answer.before
    points = answer.best[0].guarantee if answer.exact else None
    if before.bid is None or points is None:
        return None
    bid = find_bid(before.variant.bids, before.bid)
    return points >= bid.worth if bid.aim is Aim.POINTS else None


def _summary_text(answer: OpenExchange) -> str:
    """Return whether the bid is sure and what the recorded choice cost, or why that is unknown."""
    if not answer.exact:
        return _("Stopped before the end: not all choices have been tested, others may be better.")
    sure, best = is_sure(answer), answer.best[0]
    if sure is None:
        return cost_text(answer)
    bid = text_if(
        sure,
        "The bid of {bid} is sure with {trump}.",
        "The bid of {bid} is not sure: the most that is sure is {points}.",
        bid=bid_text(answer.before.bid or ""),
        trump=contract_words(best.contract),
        points=best.guarantee,
    )
    return " ".join(filter(None, [bid, cost_text(answer)]))


PUT_AWAY = record(
    "contract:",
    field("put_away=discards: The cards put away.", list_of(CARD)),
    field(
        "points=bounds: The points the declarer is then sure of, null where that is not known.",
        proved(integer(unit="points")),
    ),
    field(
        "bounds?: Their bounds, where they are not known.",
        pair_of(integer(unit="points")),
        lambda value: value.bounds if value.guarantee is None else None,
    ),
    of=ExchangeValue,
    columns="contract=trump put_away points",
    name="put_away",
)

SURPRISE_EXCHANGE = record(
    DEAL_OF_FILE,
    "variant=before.variant.code: The code of the game.",
    UNIT,
    "seat=before.seat: Who declares.",
    "bid=before.bid",
    field(
        "sure: Whether the bid is sure to be made, null where that is not known.",
        nullable(FLAG),
        is_sure,
    ),
    field("surprise=before.pile: The surprise.", list_of(CARD)),
    "candidates classes exact",
    field("best: The best of every trump, the best trump first.", list_of(PUT_AWAY)),
    field("recorded: What the deal records, null where it does not.", nullable(PUT_AWAY)),
    field(
        "lost=guarantee_lost: The points that it gave up, null where that is not known.",
        nullable(integer(unit="points")),
    ),
    of=OpenExchange,
    columns="seat",
    name="exchange-surprise",
    title="manni exchange FILE --json, where a surprise is taken up",
    doc="What the declarer does best with hand and surprise, all cards open, one line per deal.",
)


def schema_of(answer: OpenExchange) -> Schema:
    """Return the schema of an answer."""
    return SURPRISE_EXCHANGE if answer.before.takes_up else OPEN_EXCHANGE
