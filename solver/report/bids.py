"""How high to bid: text and fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.advice.answer import BidAdvice, BiddingAdvice, ClaimChoice, PutAwayChoice
from solver.advice.auction import Said
from solver.advice.bids import TOLD_WITHIN
from solver.described import (
    CARDS,
    CHANCE,
    FLAG,
    HAND,
    INTERVAL,
    POINTS,
    TEXT,
    WORLDS,
    field,
    list_of,
    nullable,
    one_of,
    record,
)
from solver.report.advice import answer_fields, answer_text, certainty_notes
from solver.report.cards import cards_text, hand_text
from solver.report.columns import Shown, interval, made_up, shown, table_of
from solver.report.text import Cell, Column, Table, Text, fill, join
from solver.rules.bidding import Aim
from solver.rules.variant import Variant
from solver.words import N_, _, gettext, ngettext, pgettext

NO_BELIEF = N_("Nothing is assumed of the others' bids: all deals of their cards are alike.")
"""What is concluded from an auction."""


_CHANCES = (0.95, 0.9, 0.75, 0.5, 0.25, 0.1)
"""The table has the highest number that is made at least so often."""


def bids_table(answer: BiddingAdvice) -> Table:
    """Return the bids worth a look, lowest first: the best, the last that pays, round chances."""
    parts = [
        shown(_BID, "bid", left=True),
        shown(_BID, "chance", "made", says=made_text),
        *(
            shown(_BID, key, None if answer.said else key, text=lambda points: f"{points:.1f}")
            for key in ("own", "others")
        ),
        shown(_BID, "balance", text=lambda points: f"{points:+.1f}"),
        interval(_BID, "interval", _ends),
        shown(_BID, "pays", None),
        *_in_auction(answer),
        made_up(
            Column("", "best", left=True),
            lambda choice: Cell(_sign(choice, answer), choice is answer.best),
        ),
    ]
    return table_of(parts, _looked_at(answer))


def _in_auction(answer: BiddingAdvice) -> list[Shown]:
    """Return the columns of what bids come to in the auction, none where it is not known."""
    if answer.said is None:
        return []
    return [
        shown(_BID, "brings", text=lambda value: "" if value is None else f"{value:+.1f}"),
        shown(_BID, "declares", text=lambda part: "" if part is None else f"{part:.0%}"),
    ]


def _ends(interval: Sequence[float]) -> list[str]:
    return [f"{end:+.1f}" for end in interval]


def _sign(choice: BidAdvice, answer: BiddingAdvice) -> str:
    """Return the sign of the best bid, and of those that may be as good."""
    if choice is answer.best:
        return pgettext("row", "best")
    return "" if choice.told_apart else "≈"


def made_text(choice: BidAdvice | PutAwayChoice | ClaimChoice) -> str:
    """Return how often a bid is made, and the interval of that."""
    if choice.chance is None or choice.chance_interval is None:
        return ""
    low, high = choice.chance_interval
    return f"{choice.chance:.0%} ({low:.0%}..{high:.0%})"


def _looked_at(answer: BiddingAdvice) -> list[BidAdvice]:
    wanted = {None if answer.best is None else answer.best.bid, answer.pays_up_to}
    if answer.said is not None:
        wanted |= {answer.said.now, answer.said.up_to}
    numbers = [choice for choice in answer.bids if choice.bid.aim is Aim.POINTS]
    for chance in _CHANCES:
        wanted.add(
            next((choice.bid for choice in reversed(numbers) if choice.chance >= chance), None)
        )
    return [
        choice for choice in answer.bids if choice.bid in wanted or choice.bid.aim is not Aim.POINTS
    ]


def bids_text(answer: BiddingAdvice) -> Text:
    """Return what a hand is sure of on average and what the bids are worth."""
    variant = answer.variant
    head = [game_text(variant, hand_text(answer.hand, variant.rules))]
    if answer.shown:
        head.append(fill(_("face up {cards}"), cards=cards_text(answer.shown)))
    if answer.above is not None:
        head.append(fill(_("{bid} stands"), bid=answer.above))
    low, high = answer.interval
    sure = _(
        "Over {deals} sampled deals with open cards the hand is sure of {points} points "
        "({low}..{high})."
    ).format(
        deals=f"{answer.worlds:,}",
        points=f"{answer.points:.1f}",
        low=f"{low:.1f}",
        high=f"{high:.1f}",
    )
    told = _verdict(answer)
    if answer.said is not None and answer.bids:
        told = f"{_now(answer.said)} {_up_to(answer)}"
    sentence = f"{told} {sure}{_warning(answer)}"
    others = (choice for choice in _looked_at(answer) if choice is not answer.best)
    notes = [*_legend(answer) * bool(answer.bids), *certainty_notes(answer, others)]
    return answer_text(sentence, join(", ", head), bids_table(answer), notes)


def _legend(answer: BiddingAdvice) -> list[str]:
    """Return what the columns are, and what they take for granted."""
    hidden = _("With cards hidden bids are made less often.")
    if answer.said is None:
        columns = _(
            "made: how often the points bid are sure; own, others: what the bidder and each other "
            "mark on average; balance: the difference, where a pass counts as 0."
        )
        return [columns, f"{hidden} {gettext(NO_BELIEF)}"]
    columns = _(
        "made: how often the points bid are sure; balance: what the bidder marks more than each "
        "other if the bid stands; brings: that with what the others say to it; declares: how often "
        "the hand then plays."
    )
    believed = _("The others are taken to bid as the computer does, until now and from now on.")
    return [columns, f"{hidden} {believed}"]


def _now(said: Said) -> str:
    """Return what to say now, and what it brings with what the others will say."""
    passing = f"{said.passing:+.1f}"
    if said.now is None:
        told = _("Pass: with what the others will bid that brings {passing}, and no bid more.")
        return told.format(passing=passing)
    told = _(
        "Bid {bid} now, and go on up to {up_to}: with what the others will bid that brings "
        "{brings}, a pass {passing}."
    )
    brings = f"{said.bids[said.now][0]:+.1f}"
    told = told.format(bid=said.now, up_to=said.up_to, brings=brings, passing=passing)
    if said.ahead_interval[0] <= 0:
        told += " " + _("A pass may be as good.")
    return told


def game_text(variant: Variant, hand: Text) -> Text:
    """Return a hand of a game."""
    return fill(_("{game}: {hand}"), game=gettext(variant.name), hand=hand)


def _verdict(answer: BiddingAdvice) -> str:
    """Return what to bid, what that brings, and up to what bidding pays."""
    high = answer.pays_between[1]
    if not answer.bids:
        return _("Pass: nothing is bid above {bid}.").format(bid=answer.above)
    if answer.best is None:
        if high is None:
            return _("Pass: no bid pays.")
        return _("Pass: bidding may pay up to {bid}.").format(bid=high)
    ends = answer.brings_interval
    said = _("Bid {bid}: it brings {points} ({interval}) on average.")
    if ends[0] <= 0:
        said = _(
            "Bid {bid}: it brings {points} ({interval}) on average, so that a pass may be as good."
        )
    said = said.format(
        bid=answer.best.bid, points=f"{answer.brings:+.1f}", interval="..".join(_ends(ends))
    )
    return f"{said} {_up_to(answer)}"


def _up_to(answer: BiddingAdvice) -> str:
    """Return up to what number a bid that stands pays."""
    low, high = answer.pays_between
    if answer.pays_up_to is None:
        return _("No number pays.")
    pays = _("Bidding pays up to {bid} ({low}..{high}).")
    return pays.format(bid=answer.pays_up_to, low=low or pgettext("bid", "none"), high=high)


def bid_in_short(answer: BiddingAdvice) -> Text:
    """Return what to bid, and how high one may go, without figures."""
    told = _in_short(answer)
    if answer.partial:
        looked = ngettext(
            "Partial: only {deals} deal was looked at.",
            "Partial: only {deals} deals were looked at.",
            answer.worlds,
        )
        told = f"{told} {looked.format(deals=f'{answer.worlds:,}')}"
    return Text(told)


def _in_short(answer: BiddingAdvice) -> str:
    if answer.said is not None and answer.bids:
        return _now(answer.said)
    if answer.best is None:
        return _verdict(answer)
    if answer.pays_up_to is None:
        return f"{_bid_said(answer)}."
    told = _("{advice}; on average a bid pays up to {bid}.")
    return told.format(advice=_bid_said(answer), bid=answer.pays_up_to)


def _bid_said(answer: BiddingAdvice) -> str:
    assert answer.best is not None
    return _("Bid {bid}").format(bid=answer.best.bid)


def _warning(answer: BiddingAdvice) -> str:
    """Return that the worlds are too few to tell, if they are."""
    if not answer.bids or not answer.too_few:
        return ""
    number = -(-answer.enough // 10) * 10
    told = _(
        "{deals} deals are too few to tell: what bidding brings may be off by more than {points} "
        "points; about {enough} deals would do."
    ).format(deals=f"{answer.worlds:,}", points=f"{TOLD_WITHIN:.0f}", enough=f"{number:,}")
    return f"\n{told}"


def _named(key: str) -> Callable[[Said], str | None]:
    """Return what gives the name of a bid, None for a pass."""

    def name(said: Said) -> str | None:
        bid = getattr(said, key)
        return None if bid is None else bid.name

    return name


_BID = record(
    field("bid", TEXT, "The bid.", "bid.name"),
    field("chance", CHANCE, "In what part of the worlds it is made."),
    field("chance_interval", INTERVAL, "The interval of that chance."),
    field("own", POINTS, "What the bidder marks on average."),
    field("others", POINTS, "What each other marks on average."),
    field("balance", POINTS, "The difference.", "points"),
    field("interval", INTERVAL, "The interval of the balance."),
    field(
        "behind",
        POINTS,
        "How much less than the best bid, or than a pass, which counts as 0, where that is best; "
        "less than 0 for a bid that looks worse but has brought more in these worlds.",
    ),
    field("behind_interval", INTERVAL, "The interval of that difference."),
    field("told_apart", FLAG, "Whether it differs from what is best at the stated confidence."),
    field("pays", FLAG, "Whether it looks better than a pass."),
    field(
        "brings",
        nullable(POINTS),
        "What it brings with what the others say to it; null where that was not tried.",
    ),
    field("declares", nullable(CHANCE), "How often the hand then plays."),
    columns="bid chance own others balance interval=balance pays brings declares",
    name="bid",
)

BIDDING_ADVICE = record(
    field("variant", TEXT, "The code of the game.", "variant.code"),
    field("unit", one_of("points"), "What is counted.", lambda answer: "points"),
    field("hand", HAND, of=lambda answer: (answer.hand, answer.variant.rules.written)),
    field("shown", CARDS, "The cards of the surprise that lie face up."),
    field(
        "above",
        nullable(TEXT),
        "The bid that stands, null where there is none.",
        lambda answer: None if answer.above is None else answer.above.name,
    ),
    field("calls", nullable(list_of(TEXT)), "What has been said so far; null if not known."),
    *answer_fields(least=2),
    field(
        "said",
        nullable(
            record(
                field("now", nullable(TEXT), "What to say now, null to pass.", _named("now")),
                field("up_to", nullable(TEXT), "How far to go on if others bid.", _named("up_to")),
                field("passing", POINTS, "What a pass brings."),
                field("ahead", POINTS, "How much more what is said brings, without luck."),
                field("ahead_interval", INTERVAL, "The interval of that."),
            )
        ),
        "What to say in the auction, with what the others will; null without calls.",
    ),
    field("points", POINTS, "The points the hand is sure of, on average."),
    field("interval", INTERVAL, "The interval of that average."),
    field(
        "best",
        nullable(TEXT),
        "The bid that looks best, null to pass.",
        lambda answer: None if answer.best is None else answer.best.bid.name,
    ),
    field(
        "brings",
        POINTS,
        "What is best brings on average, 0 for a pass: each world counts for the bid that the "
        "others choose, so that the luck of the choice is left out.",
    ),
    field("brings_interval", INTERVAL, "The interval of that average."),
    field(
        "pays_up_to",
        nullable(TEXT),
        "The highest number that looks better than a pass, null where none does.",
        lambda answer: None if answer.pays_up_to is None else answer.pays_up_to.name,
    ),
    field(
        "pays_between",
        list_of(nullable(TEXT), least=2, most=2),
        "Between what that lies: the highest number that surely pays, null for none, and the "
        "highest that may.",
        lambda answer: [None if bid is None else bid.name for bid in answer.pays_between],
    ),
    field(
        "enough_worlds",
        WORLDS,
        f"About how many worlds would tell what bidding brings to within {TOLD_WITHIN:.0f} points.",
        "enough",
    ),
    field("too_few", FLAG, "Whether the worlds are fewer than that."),
    field("bids", list_of(_BID), "Every bid, lowest first."),
    name="contract-bids",
    title="manni advise bid --json, where numbers are bid",
    doc="What every bid that a hand may make is worth, over sampled deals with open cards.",
)
