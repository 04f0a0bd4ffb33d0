"""Advice to a seat that sees its own hand alone: as text, table, JSON and picture.

Of the answers to a question an ``AdviceFormat`` says what they are made of, and what a player at
the table is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from ..advice.answer import (
    Answer,
    BidChoice,
    BiddingAdvice,
    BidPlan,
    CallChoice,
    CardChoice,
    Choice,
    ClaimAdvice,
    ClaimChoice,
    ContractAdvice,
    DiscardChoice,
    ExchangeAdvice,
    Fact,
    PlayAdvice,
    PutAwayAdvice,
    PutAwayChoice,
    Reason,
    TrumpAdvice,
    TrumpChoice,
)
from ..cards import Contract, hand_of, led_by
from ..i18n import N_, _, contract_code, gettext, ngettext, pgettext, seat_word, text_if
from ..rules.auction import Aim, Bid
from ..schema import (
    CARD,
    CARDS,
    CHANCE,
    CONTRACT,
    COUNT,
    FLAG,
    HAND,
    INTERVAL,
    POINTS,
    SEAT,
    TEXT,
    UNIT,
    Schema,
    by_seat,
    field,
    held,
    list_of,
    nullable,
    one_of,
    record,
    where,
    within,
)
from .advice_parts import (
    BELIEF,
    CREDIT,
    GAME,
    KNOWN,
    NAMED,
    NO_BELIEF,
    RACE,
    Named,
    answer_fields,
    chance_column,
    choice_fields,
    comparison,
    credit_sentences,
    holds_in_play,
    holds_text,
    made_text,
    open_column,
    open_sentence,
    span,
    verdict,
)
from .text import (
    AnyText,
    Cell,
    Column,
    Columns,
    Table,
    Text,
    call_in_words,
    call_text,
    card_text,
    cards_text,
    discard_text,
    extra_column,
    field_columns,
    fill,
    hand_text,
    interval,
    join,
    table_of,
    trump_text,
)


class AdviceFormat(NamedTuple):
    """What the answers to a question are made of for those who read them.

    ``answer`` is what to do, which the ``sentence`` says, the ``title`` what
    was seen, the notes how sure that is. Of the choices these ``rows`` are in the table, with
    ``labels`` before them if they have any, and these by their names in the picture, the best
    first. The sentence is ``brief`` for somebody who sits at the table, where it has figures
    otherwise. The ``worths`` are of every answer there is a figure for.
    """

    schema: Schema
    answer: Callable[[Any], Any]
    sentence: Callable[[Any], AnyText]
    title: Callable[[Any], AnyText]
    columns: Callable[[Any], Sequence[Columns]]
    rows: Callable[[Any], Sequence[Choice]]
    notes: Callable[[Any], Sequence[AnyText]]
    labels: Callable[[Any], Sequence[str]] = lambda answer: ()
    pictured: Callable[[Any], Sequence[tuple[str, Choice]]] = lambda answer: ()
    brief: Callable[[Any], Text] | None = None
    worths: Callable[[Any], Iterable[tuple[Any, float]]] = lambda answer: ()


def answer_json(answer: Answer) -> Any:
    """Return an answer as JSON data."""
    return FORMATS[type(answer)].schema.json(answer)


def answer_table(answer: Answer) -> Table:
    """Return the choices that are worth a look, one row each."""
    own = FORMATS[type(answer)]
    return table_of(own.columns(answer), own.rows(answer), own.labels(answer))


def answer_text(answer: Answer) -> Text:
    """Return what to do, what was seen, the choices if there are any, how sure it is."""
    own, table = FORMATS[type(answer)], answer_table(answer)
    choices = table.text() if table.rows else ""
    parts = own.sentence(answer), own.title(answer), choices, join("\n", own.notes(answer))
    return join("\n\n", filter(None, parts))


def answer_picture(answer: Answer, kind: str) -> bytes:
    """Return a picture of how far choices are behind the best, with intervals."""
    from .plots import plot_behind

    own = FORMATS[type(answer)]
    return plot_behind(own.pictured(answer), kind, title=str(own.sentence(answer)))


def _certainty(answer: Answer) -> list[str]:
    """Return whether an answer is partial, and what the sign of a row means if one has it."""
    partial = _("Partial: stopped before all that was asked for was looked at.")
    sign = _("≈ may be as good as the best.")
    is_signed = any("≈" in row for row in answer_table(answer).text_rows())
    return [*[partial] * answer.partial, *[sign] * is_signed]


# What to put down --------------------------------------------------------------------


def _discard_sentence(answer: ExchangeAdvice) -> Text:
    """Return what to put down as one would say it, what is as good and what is clearly worse."""
    (best, *more), stand, thumb = answer.best, answer.stand, answer.thumb

    def name(choice: DiscardChoice) -> AnyText:
        if not choice.discards:
            return _("keeping all cards")
        if answer.observation.exchange.all_or_nothing:
            return _("the whole hand")
        return discard_text(choice.alike)

    close = [choice for choice in more if not choice.told_apart and choice.discards]
    what: AnyText = _("Keep all cards.")
    if best.discards:
        what = fill("Put down {cards}.", cards=name(best))
        close.append(stand)
    others = [(name(choice), choice) for choice in close]
    if thumb.told_apart and thumb.alike not in (best.alike, stand.alike):
        others.append((fill("{cards} by rule of thumb", cards=name(thumb)), thumb))
    return verdict(what, others, answer.measure)


def _discard_title(answer: ExchangeAdvice) -> Text:
    view = answer.observation
    parts = [holds_in_play(view, view.hand)]
    if view.cut is not None:
        parts.append(fill("{card} is cut", card=card_text(view.cut)))
    for seat, count in zip(view.order, view.taken, strict=False):
        parts.append(fill("{seat} exchanged {number}", seat=seat_word(seat), number=count))
    later = [_("The later seats go by the rule of thumb.")] * bool(view.later)
    return join("\n", [join(", ", parts), *later])


def _discard_columns(answer: ExchangeAdvice) -> list[Columns]:
    best, view = answer.best[0], answer.observation
    sign, aim = ("≤", "at_most") if view.contract.avoids else ("≥", "at_least")
    chances = [
        chance_column(index, f"{sign}{mark}", f"{aim}_{mark}")
        for index, mark in enumerate(answer.marks)
    ]
    return [
        field_columns(
            DISCARD,
            "discards",
            "discard",
            says=lambda choice: discard_text(choice.alike),
            left=True,
        ),
        *comparison(DISCARD, best, answer.measure, after=[*chances, *open_column(DISCARD, answer)]),
    ]


def _raced(answer: ExchangeAdvice | PutAwayAdvice) -> str:
    """Return how many worlds and choices there were."""
    return _(
        "Over {deals} sampled deals, played out by the rule of thumb: {raced} of {all} choices, "
        "those it likes best.",
        deals=f"{answer.worlds:,}",
        raced=f"{answer.raced:,}",
        all=f"{answer.candidates:,}",
    )


def _discard_notes(answer: ExchangeAdvice) -> list[str]:
    """Return how the advice was found and how sure it is, one sentence each."""
    lines = [_raced(answer)]
    lines += credit_sentences(answer.credit, called=bool(answer.observation.calls))
    if answer.credit is None and any(answer.observation.taken):
        lines.append(
            _(
                "Nothing is concluded from what was exchanged: any hand may have been dealt, and "
                "its worst cards by the rule of thumb put down."
            )
        )
    return [*lines, *_certainty(answer), *open_sentence(answer)]


def _pictured_discards(answer: ExchangeAdvice) -> list[tuple[str, Choice]]:
    pat = _("stand pat")
    names = [str(discard_text(choice.alike)) for choice in answer.best]
    if not answer.best[0].discards:
        names[0] = pat
    besides = (pat, answer.stand), (_("rule of thumb"), answer.thumb)
    others = (each for each in besides if each[1] not in answer.best)
    return [*zip(names, answer.best, strict=True), *others]


DISCARD = record(
    "discards",
    "alike",
    *choice_fields(),
    "reached",
    "open_cards",
    of=DiscardChoice,
    columns="discards=discard open_cards",
    name="advised",
)

EXCHANGE_ADVICE = record(
    *within("observation", KNOWN),
    *answer_fields(),
    *CREDIT,
    "solved",
    *RACE,
    "marks",
    "best",
    "stand",
    "thumb",
    of=ExchangeAdvice,
    name="exchange-hand",
    title="manni advise exchange --json",
    doc="Advice on an exchange to a seat that sees its own hand only, over sampled worlds. Points "
    "are the seat's, for the whole deal.",
)


# What to put away --------------------------------------------------------------------


def _away_sentence(answer: PutAwayAdvice) -> Text:
    """Return what to do as one would say it, what is as good and what is clearly worse."""
    best, thumb = answer.best[0], answer.thumb
    what = fill(
        "Put away {cards} and name {trump}.",
        cards=_away_text(answer, best),
        trump=trump_text(best.contract),
    )
    others: list[Named] = [
        *(
            (_away_name(answer, choice), choice)
            for choice in answer.best[1:]
            if not choice.told_apart
        ),
        *(
            (fill("naming {trump}", trump=trump_text(choice.contract)), choice)
            for choice in answer.trumps[1:]
            if choice.told_apart
        ),
    ]
    if thumb.told_apart and thumb not in answer.trumps:
        others.append((_("the rule of thumb's choice"), thumb))
    others.sort(key=lambda each: (each[1].told_apart, each[1].behind))
    text = verdict(what, others, answer.measure)
    chance = answer.best[0].chance
    if chance is None:
        return text
    bid, percent = answer.observation.standing, f"{chance:.0%}"
    made = _("The bid of {bid} is made in {percent} of the deals.", bid=bid, percent=percent)
    return join(" ", [text, made])


def _away_title(answer: PutAwayAdvice) -> Text:
    holding = answer.observation
    head = [holds_text(holding.variant, holding.hand)]
    if holding.standing is not None:
        head.append(fill("{bid} is bid", bid=holding.standing))
    return join(", ", head)


def _away_columns(answer: PutAwayAdvice) -> list[Columns]:
    bid = [
        field_columns(CHOICE, "chance", "made", says=made_text),
        field_columns(CHOICE, "balance", text="{:+.1f}".format),
    ] * (answer.observation.standing is not None)
    return [
        field_columns(
            CHOICE, "contract", "trump", says=lambda choice: trump_text(choice.contract), left=True
        ),
        field_columns(
            CHOICE,
            "put_away",
            "put away",
            says=partial(_away_text, answer),
            left=True,
        ),
        *comparison(CHOICE, answer.best[0], answer.measure, *bid),
    ]


def _other_trumps(answer: PutAwayAdvice) -> list[PutAwayChoice]:
    """Return the best choices of the trumps that none of the best names."""
    trumps = {choice.contract for choice in answer.best}
    return [choice for choice in answer.trumps if choice.contract not in trumps]


def _away_notes(answer: PutAwayAdvice) -> list[str]:
    """Return how the advice was found and how sure it is, one sentence each."""
    lines = [_raced(answer), gettext(NO_BELIEF)]
    if answer.observation.standing is not None:
        made = _(
            "made: how often the bid is made; balance: what the declarer marks more than each "
            "other on average."
        )
        goes_by = text_if(
            answer.best[0].chance,
            "The order and what is behind go by balance.",
            "The order and what is behind go by points: none makes the bid.",
        )
        lines.append(f"{made} {goes_by}")
    return [*lines, *_certainty(answer)]


def _away_text(answer: PutAwayAdvice, choice: PutAwayChoice) -> Text:
    return hand_text(hand_of(choice.cards), answer.observation.variant.rules)


def _away_name(answer: PutAwayAdvice, choice: PutAwayChoice) -> Text:
    """Return a choice in a few words, with its trump where that is not the best one's."""
    cards = _away_text(answer, choice)
    if choice.contract is answer.best[0].contract:
        return cards
    return fill("{cards} with {trump}", cards=cards, trump=trump_text(choice.contract))


def _pictured_away(answer: PutAwayAdvice) -> list[tuple[str, Choice]]:
    best = (
        (f"{trump_text(choice.contract)}{_(': ')}{_away_text(answer, choice)}", choice)
        for choice in answer.best
    )
    thumb = _("rule of thumb"), answer.thumb
    return [*best, *[thumb] * (answer.thumb not in answer.best)]


CHOICE = record(
    "contract",
    "put_away=cards",
    *choice_fields(
        "Points that the declarer takes, on average over the worlds.",
        "How much less than the best choice: in balance; in points where no bid is given, and "
        "where no choice makes the bid in any world.",
    ),
    "chance",
    "chance_interval",
    "balance",
    of=PutAwayChoice,
    columns="contract=trump put_away chance balance",
    name="choice",
)

_GAME = *within("observation", record(GAME)), UNIT
_HELD = held("hand", of="observation.hand", rules="observation.variant.rules")

PUT_AWAY_ADVICE = record(
    *_GAME,
    _HELD._replace(doc="All cards the declarer holds, the surprise among them."),
    field(
        "bid",
        nullable(NAMED),
        "What was bid, null where it is not given.",
        "observation.standing",
    ),
    *answer_fields(least=2),
    *RACE,
    "best",
    "trumps",
    "thumb",
    "also",
    of=PutAwayAdvice,
    name="exchange-surprise-hand",
    title="manni advise exchange --json, where a surprise is taken up",
    doc="Advice to a declarer who sees his own hand and the surprise only, over sampled worlds. "
    "Points are his, for the whole deal.",
)


# What to call ------------------------------------------------------------------------


def _call_sentence(answer: ContractAdvice) -> Text:
    """Return what to call as one would say it, what is as good and what is clearly worse."""
    best, *others = answer.calls
    what = _("Pass.")
    if best.call is not None:
        what = _("Declare {call:object}.", call=call_in_words(best.call))
    named = [(call_in_words(choice.call), choice) for choice in others]
    return verdict(what, named, answer.measure)


def _call_title(answer: ContractAdvice) -> Text:
    head = holds_text(answer.variant, answer.hand, answer.seat)
    if answer.standing is not None and answer.declarer is not None:
        seat, call = seat_word(answer.declarer), call_text(answer.standing)
        head += ", " + _("{seat} has called {call}", seat=seat, call=call)
    lines: list[AnyText] = [head]
    if low := _low_aces(answer):
        names = " ".join(contract_code(each.name) for each in low)
        lines.append(_("The ace is low in {contracts}.", contracts=names))
    return join("\n", lines)


def _low_aces(answer: ContractAdvice) -> list[Contract]:
    """Return the contracts in which the ace is the lowest card."""
    return [each for each in answer.variant.contracts if answer.variant.ace_low(each)]


def _call_columns(answer: ContractAdvice) -> list[Columns]:
    """Return the columns of calls.

    Programs get the chance of the first mark, and those of 15 and 16 tricks in great contracts.
    """
    further = sorted({mark for choice in answer.calls for mark in choice.marks[1:]})
    later = [
        field_columns(_CALL, key, key, text=lambda points: f"{points or 0:+.2f}")
        for key in ("later", "total")
    ]

    def discard(choice: CallChoice) -> AnyText:
        if choice.call is None:
            return ""
        return hand_text(hand_of(choice.discards), answer.variant.rules)

    def chances(choice: CallChoice) -> str:
        sign = _call_sign(answer, choice)
        pairs = zip(choice.marks, choice.reached, strict=True)
        return " ".join(f"{sign}{mark} {chance:.0%}" for mark, chance in pairs)

    def first_mark(choice: CallChoice) -> str:
        return f"{_call_sign(answer, choice)}{choice.marks[0]}"

    return [
        field_columns(_CALL, "call", "", left=True),
        field_columns(_CALL, "discards", "discard", says=discard, left=True),
        *comparison(
            _CALL,
            answer.calls[0],
            answer.measure,
            *later * _counts_later(answer),
            after=[
                extra_column(Column("chance of", None), chances),
                extra_column(Column(None, "tricks"), first_mark),
                chance_column(0, None, "chance"),
                *(
                    extra_column(Column(None, f"chance_{mark}"), partial(_chance_cell, mark))
                    for mark in further
                ),
                *open_column(_CALL, answer),
            ],
        ),
    ]


def _chance_cell(mark: int, choice: CallChoice) -> Cell:
    """Return the chance of a number of tricks, nothing where the call has no such mark."""
    if mark not in choice.marks:
        return Cell("", None)
    index = choice.marks.index(mark)
    return Cell(f"{choice.reached[index]:.0%}", choice.reached[index])


def _counts_later(answer: ContractAdvice) -> bool:
    return any(choice.later is not None for choice in answer.calls)


def _call_sign(answer: ContractAdvice, choice: CallChoice) -> str:
    call = answer.standing if choice.call is None else choice.call
    return "≤" if call is not None and call.contract.avoids else "≥"


def _call_notes(answer: ContractAdvice) -> list[str]:
    """Return how the calls were valued, one sentence each."""
    over = _(
        "Over {deals} sampled deals, played out by the rule of thumb.", deals=f"{answer.worlds:,}"
    )
    lines = [over, *credit_sentences(answer.credit, called=True), *_certainty(answer)]
    if _counts_later(answer):
        lines.append(_("later: what the contracts still left then are worth in later deals."))
    return [*lines, *open_sentence(answer)]


_CALL = record(
    field("call", TEXT, 'The call; "pass" for passing.', lambda choice: call_text(choice.call)),
    "discards",
    *choice_fields(behind="Total fewer than the best call's."),
    "later",
    "total",
    "marks",
    "reached",
    "open_cards",
    of=CallChoice,
    columns="call discards=discard later total open_cards",
)

CONTRACT_ADVICE = record(
    GAME,
    "seat",
    field("hand", HAND),
    field(
        "standing",
        nullable(TEXT._replace(write=str)),
        "The call that stands, null if there is none.",
    ),
    "declarer",
    field("ace_low", list_of(CONTRACT), "The contracts in which the ace is low.", _low_aces),
    *answer_fields(),
    *CREDIT,
    "solved",
    "calls",
    of=ContractAdvice,
    name="contract",
    title="manni advise call --json",
    doc="Advice on what to call to a seat that sees its own hand only, over sampled worlds. Points "
    "are the seat's.",
)


# Which trump to name -----------------------------------------------------------------


def _trump_sentence(answer: TrumpAdvice) -> Text:
    """Return which trump to name, what is about as good and what is clearly worse."""
    best, *others = answer.trumps
    what = fill("Name {trump}.", trump=trump_text(best.contract))
    named = [(trump_text(choice.contract), choice) for choice in others]
    return verdict(what, named, answer.measure)


def _trump_columns(answer: TrumpAdvice) -> list[Columns]:
    return [
        field_columns(
            _TRUMP, "contract", "trump", says=lambda choice: trump_text(choice.contract), left=True
        ),
        *comparison(_TRUMP, answer.best, answer.measure),
    ]


def _trump_notes(answer: TrumpAdvice) -> list[AnyText]:
    view = answer.observation
    sentence = _("points: what {seat} takes in the deal.", seat=seat_word(view.seat))
    over = _(
        "Over {deals} sampled deals, played out by the rule of thumb.", deals=f"{answer.worlds:,}"
    )
    return [
        " ".join([sentence, *[_("Few are wanted.")] * view.variant.rules.avoids, over]),
        *_certainty(answer),
        fill("The rule of thumb names {trump}.", trump=trump_text(answer.thumb)),
    ]


_TRUMP = record(
    "contract",
    *choice_fields(
        points="Points that the seat takes, on average.",
        behind="How much worse than the best trump: points fewer, or where few are wanted more.",
    ),
    of=TrumpChoice,
    columns="contract",
)

TRUMP_ADVICE = record(
    *_GAME,
    field("seat", SEAT, "Who names the trump.", "observation.seat"),
    _HELD,
    *answer_fields(least=2),
    "thumb",
    "trumps",
    of=TrumpAdvice,
    name="contract-trump",
    title="manni advise call --json, where a trump is named without an auction",
    doc="What the seat that names the trump takes under each, over sampled deals.",
)


# Whether to claim --------------------------------------------------------------------


def _claim_sentence(answer: ClaimAdvice) -> Text:
    """Return whether to claim, how much worse the other is, and the chance of the claim."""
    bid = answer.observation.variant.bids[0]
    best, worse = answer.choices
    what, instead = _("Play on."), _("the claim")
    if best.claims:
        what, instead = _("Claim {bid}.", bid=bid), _("playing on")
    text = verdict(what, [(instead, worse)], answer.measure)
    return join(
        " ",
        [
            text,
            _(
                "With open cards {bid} is made in {percent} of the deals.",
                bid=bid,
                percent=made_text(answer.claim),
            ),
        ],
    )


def _claim_title(answer: ClaimAdvice) -> Text:
    view = answer.observation
    title = [holds_in_play(view, view.hand)]
    if view.cut is not None:
        title.append(fill("{card} is turned up", card=card_text(view.cut)))
    return join(", ", title)


def _claim_columns(answer: ClaimAdvice) -> list[Columns]:
    bid = answer.observation.variant.bids[0]
    return [
        field_columns(
            _CLAIM,
            "choice",
            "",
            says=lambda row: f"{bid}" if row.claims else _("play on"),
            left=True,
        ),
        field_columns(_CLAIM, "chance", "made", says=made_text),
        *(field_columns(_CLAIM, key, text="{:.1f}".format) for key in ("own", "others")),
        *comparison(_CLAIM, answer.best, answer.measure),
    ]


def _claim_notes(answer: ClaimAdvice) -> list[str]:
    """Return what the numbers are, and what they take for granted."""
    scoring, seat = answer.observation.variant.scoring, seat_word(answer.observation.seat)
    return [
        text_if(
            scoring.forfeit,
            "own, others: what {seat} and each other mark on average; balance: how much more the "
            "others mark, marks being bad.",
            "own, others: what {seat} and each other mark on average; balance: the difference.",
            seat=seat,
        ),
        _(
            "Over {deals} deals of the others' cards, all equally likely: nothing is concluded "
            "from who has not claimed, and nobody is taken to claim later.",
            deals=f"{answer.worlds:,}",
        ),
        _claim_sides(answer.observation),
        *_certainty(answer),
        text_if(answer.thumb, "The rule of thumb claims.", "The rule of thumb plays on."),
    ]


def _claim_sides(observation: Any) -> str:
    """Return how each deal is solved: who plays for the claim and who against it."""
    against = [seat for seat in observation.others if seat not in observation.helpers]
    return text_if(
        observation.helpers,
        "Each is solved as if all cards were open, the claim against {others} alone: with this "
        "score {helpers} gains by it and plays for it. A player who plays on marks by share. With "
        "cards hidden nobody plays so well.",
        "Each is solved as if all cards were open, the claim against the two others together; "
        "a player who plays on marks by share. With cards hidden nobody plays so well, the two "
        "others neither.",
        others=seat_word(against[0]),
        helpers=seat_word((*observation.helpers, observation.seat)[0]),
    )


_CLAIM = record(
    field(
        "choice",
        one_of("claim", "play on"),
        "What to do.",
        lambda choice: "claim" if choice.claims else "play on",
    ),
    "chance",
    "chance_interval",
    "own",
    "others",
    *choice_fields(
        "The balance: what the seat marks more than each other, or less where marks are bad.",
        "By how much the balance is less than that of the better choice.",
    ),
    of=ClaimChoice,
    columns="choice chance own others",
)

CLAIM_ADVICE = record(
    *_GAME,
    field("contract", CONTRACT, "The trump.", "observation.contract"),
    field("cut", nullable(CARD), "The card turned up, null where none is.", "observation.cut"),
    field("seat", SEAT, "Who may claim.", "observation.seat"),
    field(
        "score",
        by_seat(COUNT),
        "What each seat has marked, where that was given.",
        lambda answer: answer.observation.score or None,
        optional=True,
    ),
    field("helpers", list_of(SEAT), "Who plays for the claim by the score.", "observation.helpers"),
    _HELD,
    field("bid", NAMED, "What is claimed.", lambda answer: answer.observation.variant.bids[0]),
    *answer_fields(least=2),
    "thumb",
    "choices",
    of=ClaimAdvice,
    name="contract-claim",
    title="manni advise claim --json, where every trick may be claimed",
    doc="What it is worth to claim every trick, and to play on without, over sampled deals with "
    "open cards. Points are those of the score sheet.",
)


# How high to bid ---------------------------------------------------------------------

_CHANCES = (0.95, 0.9, 0.75, 0.5, 0.25, 0.1)
"""The table has the highest number that is made at least so often."""


def _bid_sentence(answer: BiddingAdvice) -> str:
    """Return what to bid and what the hand takes on average."""
    sentence = _bid_verdict(answer)
    if answer.said is not None and answer.bids:
        sentence = _plan_text(answer.said)
    low, high = answer.interval
    takes = _(
        "Over {deals} sampled deals, played out by the rule of thumb, the hand takes {points} "
        "points ({low}..{high}).",
        deals=f"{answer.worlds:,}",
        points=f"{answer.points:.1f}",
        low=f"{low:.1f}",
        high=f"{high:.1f}",
    )
    return f"{sentence} {takes}"


def _plan_text(said: BidPlan) -> str:
    """Return what to say now, and what it brings with what the others will say."""
    passing = f"{said.passing:+.1f}"
    if said.now is None:
        return _(
            "Pass: with what the others will bid that brings {passing}, and no bid more.",
            passing=passing,
        )
    sentence = _(
        "Bid {bid} now, and go on up to {up_to}: with what the others will bid that brings "
        "{brings}, a pass {passing}.",
        bid=said.now,
        up_to=said.up_to,
        brings=f"{said.bids[said.now][0]:+.1f}",
        passing=passing,
    )
    if said.ahead_interval[0] <= 0:
        sentence += " " + _("A pass may be as good.")
    return sentence


def _bid_verdict(answer: BiddingAdvice) -> str:
    """Return what to bid, what that brings, and up to what bidding pays."""
    low, high = answer.pays_between
    if not answer.bids:
        return _("Pass: nothing is bid above {bid}.", bid=answer.above)
    if answer.best is None:
        if high is None:
            return _("Pass: no bid pays.")
        return _("Pass: bidding may pay up to {bid}.", bid=high)
    ends = answer.best.interval
    text = text_if(
        ends[0] <= 0,
        "Bid {bid}: it brings {points} ({interval}) on average, so that a pass may be as good.",
        "Bid {bid}: it brings {points} ({interval}) on average.",
        bid=answer.best.bid,
        points=f"{answer.best.points:+.1f}",
        interval=span(ends, "+.1f"),
    )
    pays = _("No number pays.")
    if answer.pays_up_to is not None:
        pays = _(
            "Bidding pays up to {bid} ({low}..{high}).",
            bid=answer.pays_up_to,
            low=low or pgettext("bid", "none"),
            high=high,
        )
    return f"{text} {pays}"


def _bid_answer(answer: BiddingAdvice) -> Bid | None:
    if answer.said is not None:
        return answer.said.now
    return None if answer.best is None else answer.best.bid


def _bid_worths(answer: BiddingAdvice) -> list[tuple[Bid | None, float]]:
    """Return what bids and a pass bring, all in the same balance."""
    if answer.said is not None:
        return [
            (None, answer.said.passing),
            *((bid, own[0]) for bid, own in answer.said.bids.items()),
        ]
    return [(None, 0.0), *((choice.bid, choice.points) for choice in answer.bids)]


def _bid_in_brief(answer: BiddingAdvice) -> Text:
    """Return what to bid, and how high one may go, without figures."""
    if answer.said is not None and answer.bids:
        sentence = _plan_text(answer.said)
    elif answer.best is None:
        sentence = _bid_verdict(answer)
    else:
        bid = _("Bid {bid}", bid=answer.best.bid)
        sentence = f"{bid}."
        if answer.pays_up_to is not None:
            sentence = _(
                "{advice}; on average a bid pays up to {bid}.", advice=bid, bid=answer.pays_up_to
            )
    if answer.partial:
        looked = ngettext(
            "Partial: only {deals} deal was looked at.",
            "Partial: only {deals} deals were looked at.",
            answer.worlds,
            deals=f"{answer.worlds:,}",
        )
        sentence = f"{sentence} {looked}"
    return Text(sentence)


def _bid_title(answer: BiddingAdvice) -> Text:
    head = [holds_text(answer.variant, answer.hand)]
    if answer.shown:
        head.append(fill("face up {cards}", cards=cards_text(answer.shown)))
    if answer.above is not None:
        head.append(fill("{bid} stands", bid=answer.above))
    return join(", ", head)


def _bid_columns(answer: BiddingAdvice) -> list[Columns]:
    """Return the columns of bids, with what they come to in the auction where it is known."""
    in_auction = [
        field_columns(_BID, "brings", text=lambda value: "" if value is None else f"{value:+.1f}"),
        field_columns(_BID, "declares", text=lambda part: "" if part is None else f"{part:.0%}"),
    ]

    def best(choice: BidChoice) -> Cell:
        if choice.bid == _bid_answer(answer):
            return Cell(pgettext("row", "best"), True)
        # What others say may make another bid best than the one the others are compared with.
        return Cell("" if choice.told_apart or answer.said else "≈", False)

    return [
        field_columns(_BID, "bid", left=True),
        field_columns(_BID, "chance", "made", says=made_text),
        *(
            field_columns(_BID, key, None if answer.said else key, text="{:.1f}".format)
            for key in ("own", "others")
        ),
        field_columns(_BID, "balance", text="{:+.1f}".format),
        interval(_BID, "interval", "+.1f"),
        field_columns(_BID, "pays", None),
        *in_auction * (answer.said is not None),
        extra_column(Column("", "best", left=True), best),
    ]


def _bids_looked_at(answer: BiddingAdvice) -> list[BidChoice]:
    """Return the bids worth a look, lowest first: the best, the last that pays, round chances."""
    wanted = {answer.best and answer.best.bid, answer.pays_up_to}
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


def _bid_notes(answer: BiddingAdvice) -> list[str]:
    """Return what the columns are, and what they take for granted."""
    if not answer.bids:
        return _certainty(answer)
    if answer.said is None:
        columns = _(
            "made: how often the bid is made; own, others: what the bidder and each other mark on "
            "average; balance: the difference, where a pass counts as 0."
        )
        return [columns, gettext(NO_BELIEF), *_certainty(answer)]
    columns = _(
        "made: how often the bid is made; balance: what the bidder marks more than each other if "
        "the bid stands; brings: that with what the others say to it; declares: how often the hand "
        "then plays."
    )
    believed = _("The others are taken to bid as the computer does, until now and from now on.")
    return [columns, believed, *_certainty(answer)]


_BID = record(
    field("bid", NAMED, "The bid."),
    "chance",
    "chance_interval",
    "own",
    "others",
    field("balance", POINTS, "The difference.", "points"),
    field("interval", INTERVAL, "The interval of the balance."),
    field(
        "behind",
        POINTS,
        "How much less than the best bid, or than a pass, which counts as 0, where that is best.",
    ),
    field("behind_interval", INTERVAL, "The interval of that difference."),
    field("told_apart", FLAG, "Whether it differs from what is best at the stated confidence."),
    "pays",
    "brings",
    "declares",
    of=BidChoice,
    columns="bid chance own others balance interval=balance pays brings declares",
    name="bid",
)

BIDDING_ADVICE = record(
    GAME,
    UNIT,
    held("hand"),
    "shown",
    field("above", nullable(NAMED), "The bid that stands, null where there is none."),
    "calls",
    *answer_fields(least=2),
    field(
        "said",
        nullable(
            record(
                field("now", nullable(NAMED), "What to say now, null to pass."),
                field("up_to", nullable(NAMED), "How far to go on if others bid."),
                field("passing", POINTS, "What a pass brings."),
                field("ahead", POINTS, "How much more what is said brings."),
                field("ahead_interval", INTERVAL, "The interval of that."),
            )
        ),
        "What to say in the auction, with what the others will; null without calls.",
    ),
    "points",
    "interval",
    field(
        "best",
        nullable(TEXT._replace(write=attrgetter("bid.name"))),
        "The bid that looks best, null to pass.",
    ),
    field(
        "pays_up_to",
        nullable(NAMED),
        "The highest number that looks better than a pass, null where none does.",
    ),
    field(
        "pays_between",
        list_of(nullable(NAMED), least=2, most=2),
        "Between what that lies: the highest number that surely pays, null for none, and the "
        "highest that may.",
    ),
    "bids",
    of=BiddingAdvice,
    name="contract-bids",
    title="manni advise bid --json, where numbers are bid",
    doc="What every bid that a hand may make is worth, over sampled deals.",
)


# Which card to play ------------------------------------------------------------------


def play_sentence(answer: PlayAdvice) -> Text:
    """Return which card to play, what is about as good, what is clearly worse, and why."""
    reason = [] if answer.reason is None else [_reason(answer.best.card, answer.reason)]
    return join(" ", [_card_sentence(answer), *reason])


def _reason(card: int, reason: Reason) -> Text:
    """Return why a card and not the next best."""
    return fill(
        _REASONS[reason.fact],
        card=card_text(card),
        other=card_text(reason.other),
        now=f"{reason.now:.0%}".rstrip("%"),
        instead=f"{reason.instead:.0%}".rstrip("%"),
    )


_REASONS = {
    Fact.RUFFED: N_(
        "{card} is ruffed in {now} of 100 deals if it is played now, in {instead} if {other} is."
    ),
    Fact.TAKES: N_(
        "{card} takes a trick in {now} of 100 deals if it is played now, in {instead} if {other} "
        "is."
    ),
    Fact.OTHER_TAKES: N_(
        "{other} takes a trick in {now} of 100 deals if {card} is played now, in {instead} if "
        "{other} is."
    ),
    Fact.RUFFS: N_(
        "A ruff takes a trick in {now} of 100 deals after {card}, in {instead} after {other}."
    ),
    Fact.TRICK: N_(
        "This trick is won in {now} of 100 deals with {card}, in {instead} with {other}."
    ),
    Fact.BETTER: N_("In {now} of 100 deals {card} does better than {other}, in {instead} worse."),
}


def _card_sentence(answer: PlayAdvice) -> Text:
    """Return which card to play, what is about as good and what is clearly worse."""
    what = fill("Play {card}.", card=card_text(answer.best.card))
    if len(answer.cards) == 1:
        only = [_("Nothing else may be played.")] * (len(answer.best.equals) == 1)
        return join(" ", [what, *only])
    others = [(card_text(choice.card), choice) for choice in answer.cards[1:]]
    if answer.by_chance:
        what = join(
            " ",
            [
                what,
                text_if(
                    answer.observation.seat is answer.observation.declarer,
                    "The bid is made in {percent} of the deals.",
                    "The bid is beaten in {percent} of the deals.",
                    percent=f"{answer.best.reached:.0%}",
                ),
            ],
        )
    return verdict(what, others, answer.measure)


def _play_title(answer: PlayAdvice) -> Text:
    view, bid = answer.observation, ""
    if view.bid is not None and view.declarer is not None:
        claims = view.rules.claimed
        bid = ", " + text_if(
            claims,
            "{seat} has claimed {bid}",
            "{seat} has bid {bid}",
            seat=seat_word(view.declarer),
            bid=gettext(view.bid),
        )
    parts = [holds_in_play(view, view.left, bid)]
    for seat in view.open_seats:
        left = hand_text(view.laid[seat] & ~hand_of(view.played), view.rules)
        parts.append(fill("{seat} openly {hand}", seat=seat_word(seat), hand=left))
    if view.record.table:
        parts.append(fill("on the table {cards}", cards=cards_text(view.record.table)))
    return join(", ", parts)


def _play_columns(answer: PlayAdvice) -> list[Columns]:
    best_in = field_columns(_CARD, "best_in", "best in", text="{:.0%}".format)

    def cards(choice: CardChoice) -> Text:
        return cards_text(led_by(choice.card, choice.equals))

    return [
        field_columns(_CARD, "equals", "card", says=cards, left=True),
        *comparison(_CARD, answer.best, answer.measure, after=[*_chance(answer), best_in]),
    ]


def _chance(answer: PlayAdvice) -> list[Columns]:
    """Return the column of the chance of what is wanted, none where that is only points."""
    if answer.best.reached is None:
        return []
    few = answer.observation.avoids
    head = f"{'≤' if few else '≥'}{answer.target}"
    name = "at_most_target" if few else "at_least_target"
    if answer.observation.standing is not None:
        made = answer.observation.seat is answer.observation.declarer
        head, name = "beaten", "bid_beaten"
        if made:
            head, name = "bid made", "bid_made"
    return [field_columns(_CARD, "reached", head, text="{:.0%}".format, name=name)]


def _play_notes(answer: PlayAdvice) -> list[AnyText]:
    deals, effective = f"{answer.worlds:,}", f"{answer.effective:,.0f}"
    rest = _rests_on(answer).format(deals=deals, effective=effective)
    thumb = fill("The rule of thumb plays {card}.", card=card_text(answer.thumb))
    return [_legend(answer), rest, *_certainty(answer), thumb]


def _legend(answer: PlayAdvice) -> str:
    """Return what the columns are."""
    view = answer.observation
    counted = _("{unit}: what the seat takes in the whole deal.")
    if view.variant.has_targets:
        counted = _("points: those of the whole deal, on average.")
    elif len(view.side) > 1:
        counted = _("{unit}: what it takes with its partner in the whole deal.")
    sentence = [counted.format(unit=gettext(view.rules.unit))]
    if view.avoids and not view.variant.has_targets:
        sentence.append(_("Few are wanted."))
    sentence.append(_("behind: how much worse than the best card."))
    for column in _chance(answer) if view.standing is None else []:
        sentence.append(
            _("{column}: how often the seat takes so many.", column=column.columns[0].head)
        )
    sentence.append(_("best in: how often no card does better."))
    return " ".join(sentence)


def _rests_on(answer: PlayAdvice) -> str:
    """Return what the figures rest on."""
    fewer = answer.effective < 0.95 * answer.worlds  # independent deals would tell as much
    if not answer.observation.rules.is_plain:
        if answer.observation.knows_all:
            return _("All hands are open: this is what each card is worth, solved.")
        if answer.solved:
            if answer.belief is None:
                return _(
                    "Over {deals} deals that agree with what was seen, all equally likely, each "
                    "solved as if all cards were open."
                )
            return text_if(
                fewer,
                "Over {deals} deals that agree with what was seen, likelier where the declarer "
                "would have named this trump (effective sample size {effective}), each solved "
                "as if all cards were open.",
                "Over {deals} deals that agree with what was seen, likelier where the declarer "
                "would have named this trump, each solved as if all cards were open.",
            )
    if answer.is_every:
        return _(
            "Over all {deals} deals that agree with what was seen, played out by the rule of "
            "thumb: no sample, so that chance has no part in the figures."
        )
    return text_if(
        fewer,
        "Over {deals} deals that agree with what was seen (effective sample size {effective}), "
        "played out by the rule of thumb.",
        "Over {deals} deals that agree with what was seen, played out by the rule of thumb.",
    )


_CARD = record(
    "card",
    "equals",
    *choice_fields(
        behind="How much worse than the best card: in points, or if by_chance in the chance that "
        "the bid goes the seat's way (0.1 is one world of ten)."
    ),
    "reached",
    "best_in",
    "rollout",
    "open_cards",
    of=CardChoice,
    columns="equals=card reached=at_least_target best_in",
)


PLAY_ADVICE = record(
    *where(
        lambda answer: not answer.observation.variant.has_targets,
        field(
            "unit",
            one_of("points", "tricks"),
            "What points are where cards have points; absent in the plain games.",
            "observation.rules.unit",
        ),
        field(
            "bid",
            nullable(TEXT),
            "What the declarer is to make, null if not known. Given with unit.",
            "observation.bid",
        ),
        field(
            "shown",
            CARDS,
            "The cards of the surprise that lay face up. Given with unit.",
            "observation.shown",
        ),
        held(
            "laid",
            "The hands of the others that lie open on the table, as they were at the first lead. "
            "Given with unit.",
            "observation.open_hands",
            "observation.rules",
            by_seat(HAND, every=False),
        ),
        field(
            "by_chance",
            FLAG,
            "Whether cards are ranked, and behind is reckoned, by the chance of the bid. Given "
            "with unit.",
        ),
    ),
    *within("observation", KNOWN),
    held("held", "What is left of the hand.", "observation.left", "observation.rules"),
    field("played", CARDS, "The cards played so far, in order.", "observation.played"),
    *answer_fields(),
    BELIEF,
    "solved",
    "every=is_every",
    "target",
    field(
        "reason",
        nullable(
            record(
                field(
                    "fact",
                    one_of(*(each.value for each in Fact)),
                    "What differs most after the best card and after the next: whether the best "
                    "is ruffed, or takes a trick, or the next does, whether a ruff of the seat "
                    "takes one, or its side this trick; or better, if none differs much.",
                    "fact.value",
                ),
                field("other", CARD, "The next best card."),
                field("now", CHANCE, "The part of the worlds in which it is so after the best."),
                field(
                    "instead",
                    CHANCE,
                    "The same after the next; with better, in which that does better.",
                ),
            )
        ),
        "Why the best card and not the next, over the first worlds; null with one card.",
    ),
    "thumb",
    "cards",
    of=PlayAdvice,
    name="play",
    title="manni advise card --json",
    doc="Advice on the card to play to a seat that sees its own hand and the play so far, over "
    "sampled worlds. Points are the seat's, for the whole deal: in plain games those of the score, "
    'in games with points for cards ("unit") what it takes with its partner.',
)


FORMATS = {
    ExchangeAdvice: AdviceFormat(
        EXCHANGE_ADVICE,
        lambda answer: answer.best[0].discards,
        _discard_sentence,
        _discard_title,
        _discard_columns,
        lambda answer: [*answer.best, answer.stand, answer.thumb, *answer.also],
        _discard_notes,
        lambda answer: [*_ranks(answer), "stand", "thumb", *["asked"] * len(answer.also)],
        pictured=_pictured_discards,
    ),
    PutAwayAdvice: AdviceFormat(
        PUT_AWAY_ADVICE,
        lambda answer: answer.best[0].cards,
        _away_sentence,
        _away_title,
        _away_columns,
        lambda answer: [*answer.best, *_other_trumps(answer), answer.thumb, *answer.also],
        _away_notes,
        lambda answer: [
            *_ranks(answer),
            *[""] * len(_other_trumps(answer)),
            "thumb",
            *["asked"] * len(answer.also),
        ],
        pictured=_pictured_away,
    ),
    ContractAdvice: AdviceFormat(
        CONTRACT_ADVICE,
        lambda answer: answer.calls[0].call,
        _call_sentence,
        _call_title,
        _call_columns,
        attrgetter("calls"),
        _call_notes,
        pictured=lambda answer: [(call_text(choice.call), choice) for choice in answer.calls],
        worths=lambda answer: [(choice.call, choice.total) for choice in answer.calls],
    ),
    TrumpAdvice: AdviceFormat(
        TRUMP_ADVICE,
        attrgetter("best.contract"),
        _trump_sentence,
        lambda answer: holds_text(
            answer.observation.variant, answer.observation.hand, answer.observation.seat
        ),
        _trump_columns,
        attrgetter("trumps"),
        _trump_notes,
        worths=lambda answer: [(choice.contract, choice.points) for choice in answer.trumps],
    ),
    ClaimAdvice: AdviceFormat(
        CLAIM_ADVICE,
        attrgetter("best.claims"),
        _claim_sentence,
        _claim_title,
        _claim_columns,
        attrgetter("choices"),
        _claim_notes,
        worths=lambda answer: [(choice.claims, choice.points) for choice in answer.choices],
    ),
    BiddingAdvice: AdviceFormat(
        BIDDING_ADVICE,
        _bid_answer,
        _bid_sentence,
        _bid_title,
        _bid_columns,
        _bids_looked_at,
        _bid_notes,
        brief=_bid_in_brief,
        worths=_bid_worths,
    ),
    PlayAdvice: AdviceFormat(
        PLAY_ADVICE,
        attrgetter("best.card"),
        play_sentence,
        _play_title,
        _play_columns,
        attrgetter("cards"),
        _play_notes,
        worths=lambda answer: [
            (card, choice.points) for choice in answer.cards for card in choice.equals
        ],
    ),
}
"""How answers are formatted, by their type."""


def _ranks(answer: ExchangeAdvice | PutAwayAdvice) -> list[str]:
    return [str(rank) for rank in range(1, len(answer.best) + 1)]
