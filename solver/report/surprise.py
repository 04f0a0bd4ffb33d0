"""What to put away of hand and surprise, and the trump to name: text and JSON."""

from __future__ import annotations

from manni.solver.exchange.surprise import PutAway, SurpriseExchange
from manni.solver.i18n import _, contract_code, gettext, ngettext, seat_word
from manni.solver.report.cards import cards_text, suit_text
from manni.solver.report.columns import shown, table_of
from manni.solver.report.text import AnyText, Table, Text, fill, join
from manni.solver.report.values import DEAL
from manni.solver.rules.bidding import Aim, find_bid
from manni.solver.rules.contract import Contract, contract_words
from manni.solver.schema import (
    COUNT,
    FLAG,
    TEXT,
    bounds_text,
    field,
    integer,
    nullable,
    one_of,
    pair_of,
    proved,
    record,
)


def surprise_table(answer: SurpriseExchange) -> Table:
    """Return the best of every trump and what was done, one row each."""
    parts = [
        shown(PUT_AWAY, "contract", "trump", says=lambda own: trump_text(own.contract), left=True),
        shown(
            PUT_AWAY,
            "put_away",
            "put away",
            says=lambda own: cards_text(own.cards),
            left=True,
        ),
        shown(PUT_AWAY, "points", says=lambda own: bounds_text(own.bounds)),
    ]
    rows, labels = [*answer.best], [*map(str, range(1, len(answer.best) + 1))]
    if answer.recorded is not None:
        rows, labels = [*rows, answer.recorded], [*labels, "made"]
    return table_of(parts, rows, labels)


def surprise_text(answer: SurpriseExchange) -> Text:
    """Return the best cards to put away for every trump, what was done, and what it cost."""
    taken = answer.taken_up
    does = fill(
        "{game}: {seat} takes up {cards} and puts {number} away",
        game=gettext(taken.variant.name),
        seat=seat_word(taken.declarer),
        cards=cards_text(taken.pile),
        number=len(taken.pile),
    )
    told = _("{number} choices, {best} that may be best")
    told = told.format(number=f"{answer.candidates:,}", best=f"{answer.classes:,}")
    paragraphs: list[AnyText] = [join("\n", [does, told]), surprise_table(answer).text()]
    paragraphs.append(surprise_sentence(answer))
    return join("\n\n", filter(None, paragraphs))


def surprise_sentence(answer: SurpriseExchange) -> str:
    """Return whether the bid is sure and what was given up, or that not all was looked at."""
    if not answer.exact:
        return _("Stopped before the end: not all choices have been tested, others may be better.")
    return " ".join(filter(None, (_bid_text(answer), _cost_text(answer))))


def trump_text(contract: Contract) -> AnyText:
    """Return a suit's symbol, or the name of what is no suit."""
    return contract_code(contract.name) if contract.trump is None else suit_text(contract.trump, "")


def is_sure(answer: SurpriseExchange) -> bool | None:
    """Return whether the bid is sure to be made, None if there is none or it is not known."""
    taken = answer.taken_up
    points = answer.best[0].points if answer.exact else None
    if taken.bid is None or points is None:
        return None
    bid = find_bid(taken.variant.bids, taken.bid)
    return points >= bid.worth if bid.aim is Aim.POINTS else None


def _bid_text(answer: SurpriseExchange) -> str:
    sure = is_sure(answer)
    if sure is None:
        return ""
    best = answer.best[0]
    word = contract_words(best.contract)
    told = _("The bid of {bid} is not sure: the most that is sure is {points}.")
    if sure:
        told = _("The bid of {bid} is sure with {trump}.")
    return told.format(bid=answer.taken_up.bid, trump=word, points=best.points)


def _cost_text(answer: SurpriseExchange) -> str:
    if answer.lost is None:
        return ""
    if answer.lost <= 0:
        return _("What was put away and named was as good as the best.")
    return ngettext(
        "What was put away and named cost {number} guaranteed point.",
        "What was put away and named cost {number} guaranteed points.",
        answer.lost,
        number=answer.lost,
    )


PUT_AWAY = record(
    "contract",
    "put_away=cards",
    field(
        "points",
        proved(integer(unit="points")),
        "The points the declarer is then sure of, null where that is not known.",
        "bounds",
    ),
    field(
        "bounds",
        pair_of(integer(unit="points")),
        "Their bounds, where they are not known.",
        lambda own: own.bounds if own.points is None else None,
        optional=True,
    ),
    of=PutAway,
    columns="contract=trump put_away points",
    name="put_away",
)

SURPRISE_EXCHANGE = record(
    field("deal", COUNT, DEAL, None),
    field("variant", TEXT, "The code of the game.", "taken_up.variant.code"),
    field("unit", one_of("points"), "What is counted.", lambda answer: "points"),
    "seat=taken_up.declarer",
    "bid=taken_up.bid",
    field(
        "sure",
        nullable(FLAG),
        "Whether the bid is sure to be made, null where that is not known.",
        is_sure,
    ),
    "surprise=taken_up.pile",
    "candidates",
    "classes",
    "exact",
    "best",
    "recorded",
    "lost",
    of=SurpriseExchange,
    columns="seat",
    name="exchange-surprise",
    title="manni exchange FILE --json, where a surprise is taken up",
    doc="What the declarer does best with hand and surprise, all cards open, one line per deal.",
)
