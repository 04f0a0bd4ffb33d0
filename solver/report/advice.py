"""Advice to a seat that sees only its own hand: as text, table, JSON and picture.

One function for each question turns its answers into a ``Report``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial, singledispatch
from operator import attrgetter, eq
from typing import Any, NamedTuple, TypeAlias

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
    Measure,
    PlayAdvice,
    PutAwayAdvice,
    PutAwayChoice,
    Reason,
    TrumpAdvice,
    TrumpChoice,
)
from ..advice.compare import CONFIDENCE
from ..advice.observation import Observation
from ..cards import Contract, Seat, hand_of, move_to_front
from ..i18n import (
    N_,
    _,
    contract_code,
    filled,
    format_list,
    gettext,
    ngettext,
    pgettext,
    text_if,
)
from ..piles import piles_left
from ..rules.auction import Aim, bid_text
from ..rules.trick import TrickRules
from ..rules.variant import Variant
from ..schema import (
    CARD,
    CHANCE,
    CONTRACT,
    COUNT,
    FLAG,
    HAND,
    NAMED,
    TEXT,
    UNIT,
    Field,
    Reader,
    Schema,
    ace_low,
    by_seat,
    field,
    fields_at,
    fields_if,
    hand_field,
    list_of,
    nullable,
    one_of,
    pair_of,
    record,
    schema_of,
)
from .text import (
    AnyCell,
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
    contract_name,
    discard_text,
    extra_column,
    fields,
    fill,
    hand_text,
    join,
    named_trump,
    paragraphs,
    piles_text,
    table_of,
    trump_text,
)

# Sentences -------------------------------------------------------------------------------

NO_BELIEF = N_(
    "Nothing is assumed about the others' bids: all deals of their cards are equally likely."
)
"""The sentence about opponents where the advice concludes nothing from their auction."""

Named: TypeAlias = tuple[AnyText, Choice]
"""The name of a choice, and the choice."""

_NAMED = 3
"""The most choices that a sentence names."""


def verdict(what: AnyText, others: Sequence[Named], measure: Measure) -> Text:
    """Return one sentence each on what to do, on choices about as good, and on clearly worse ones.

    ``others`` are the other choices. Another sentence names those that look worse by more than
    ``measure.close``, if the difference is not significant.
    """
    alike, open_yet, worse = [], [], []
    for name, choice in others:
        behind = choice.behind
        if behind < measure.least or (behind <= measure.close and not choice.told_apart):
            alike.append(name)
        elif not choice.told_apart:
            open_yet.append(name)
        else:
            sentence, number = _("{choice} (by {number}%)"), f"{100 * behind:.0f}"
            if not measure.is_chance:
                number = f"{behind:.{1 - measure.is_whole}f}"
                sentence = ngettext(
                    "{choice} (by {number} point)", "{choice} (by {number} points)", number
                )
            worse.append(fill(sentence, choice=name, number=number))
    lists = (
        (_("About as good: {choices}."), alike),
        (_("Looks worse, but may be as good: {choices}."), open_yet),
        (_("Clearly worse: {choices}."), worse),
    )
    named = (fill(sentence, choices=_first_few(choices)) for sentence, choices in lists if choices)
    return join(" ", [what, *named])


def _first_few(texts: Sequence[AnyText]) -> Text:
    """Return the first few of a list and how many more there are."""
    more = len(texts) - _NAMED
    if more <= 1:
        return join(", ", texts)
    return fill(
        ngettext("{choices} and {number} more", "{choices} and {number} more", more),
        choices=join(", ", texts[:_NAMED]),
        number=more,
    )


def holds_text(
    variant: Variant,
    hand: int | Text,
    seat: Seat | None = None,
    contract: str = "",
    rules: TrickRules | None = None,
) -> Text:
    """Return the game, the contract if given, the seat that holds a hand, and the hand."""
    return fill(
        _("{game}: {hand}") if seat is None else _("{game}: {seat} holds {hand}"),
        game=gettext(variant.name) + contract,
        seat=seat,
        hand=hand_text(hand, rules or variant.rules) if isinstance(hand, int) else hand,
    )


def holds_in_play(view: Observation, hand: int | Text, bid: str = "") -> Text:
    """Return game, contract, the ``bid`` to be made, the seat and its hand."""
    contract = ", " + contract_name(view.contract, view.great, view.ace_low) + bid
    return holds_text(view.variant, hand, view.seat, contract, view.rules)


def _seen_text(view: Observation, played: Sequence[int] = (), bid: str = "") -> list[Text]:
    """Return the cards that a seat holds now, and those of each other hand that lies open."""
    gone, piles = hand_of(played), piles_left(view.piles, played)

    def held(seat: Seat, hand: int) -> Text:
        return piles_text(piles[seat]) if piles else hand_text(hand & ~gone, view.rules)

    return [
        holds_in_play(view, held(view.seat, view.hand), bid),
        *(
            fill("{seat} openly {hand}", seat=seat, hand=held(seat, view.laid[seat]))
            for seat in (view.others if piles else view.open_seats)
        ),
    ]


def _partners_text(view: Observation) -> str:
    """Return which seats play for a claim at this score, "" if there are none."""
    if not view.score or not view.helpers:
        return ""
    helpers = format_list(view.helpers)
    return ", " + _("at this score also playing for the claim: {helpers}", helpers=helpers)


def _of_piles(view: Observation) -> list[str]:
    """Return a note that explains the number after a pile's top card; none without piles."""
    return [_("+3 after a card: 3 cards lie covered under it.")] * bool(view.piles)


def interval_text(interval: tuple[float, float], form: str = "+.2f") -> str:
    """Return an interval of points as text: ``+1.18..+6.15``."""
    return "..".join(f"{end:{form}}" for end in interval)


def made_text(choice: BidChoice | PutAwayChoice | ClaimChoice) -> str:
    """Return the chance that a bid is made, with its interval."""
    if choice.chance is None or choice.chance_interval is None:
        return ""
    chance, between = f"{choice.chance:.0%}", interval_text(choice.chance_interval, ".0%")
    return chance if between == f"{chance}..{chance}" else f"{chance} ({between})"


def credit_sentences(answer: ExchangeAdvice | ContractAdvice, *, called: bool) -> list[str]:
    """Return sentences on the opponent model that weighted the worlds, none without one."""
    if answer.belief is None:
        return []
    sentences = [
        text_if(
            called,
            "The others are assumed to have called roughly by the rule of thumb: {deals} deals, "
            "effective sample size {effective}.",
            "The others are assumed to have exchanged roughly by the rule of thumb: {deals} "
            "deals, effective sample size {effective}.",
            deals=f"{answer.worlds:,}",
            effective=f"{answer.effective:,.0f}",
        )
    ]
    if answer.rare:
        sentences.append(
            _("What they did is rare under that rule, so much depends on the assumption.")
        )
    return sentences


# Columns ---------------------------------------------------------------------------------


def comparison(
    answer: Answer,
    best: Choice,
    spec: str,
    *between: Columns,
    after: Sequence[Columns] = (),
    **texts: Any,
) -> list[Columns]:
    """Return the columns that compare choices: their points, and how far each is behind the best.

    Before them come the fields of ``spec``, as ``fields`` takes it. The columns ``between`` go
    between these two, the columns ``after`` before the sign of choices that may be as good as the
    best.
    """
    schema, measure = schema_of(type(best)), answer.measure
    is_best, less = partial(eq, best), measure.behind.lstrip("+z")
    between_them = measure.points if measure.is_whole else measure.behind

    def sign(choice: Choice) -> Cell:
        if choice == best:
            return Cell("", "")
        return Cell("", "yes") if choice.told_apart else Cell("≈", "no")

    form = measure.points
    return [
        *fields(schema, f"{spec} points={measure.head}:{form} interval:{form}", **texts),
        *between,
        *fields(schema, f"behind:{less} behind_interval:{between_them}", unless=is_best),
        *after,
        extra_column(Column("", "told_apart"), sign),
    ]


def open_column(schema: Schema, answer: ExchangeAdvice | ContractAdvice) -> list[Columns]:
    """Return the column of points with open cards, none if no world was solved."""
    return fields(schema, "open_cards=open:+.2f" * (answer.solved > 0))


def open_sentence(answer: ExchangeAdvice | ContractAdvice) -> list[str]:
    """Return a note on the column of points with open cards, none if no world was solved."""
    sentence = _(
        "open: points by share with all cards open in {deals} deals, more than play can get.",
        deals=f"{answer.solved:,}",
    )
    return [sentence] * (answer.solved > 0)


# Fields ----------------------------------------------------------------------------------

ANSWER: Sequence[Field | str] = (
    "worlds effective_worlds=effective seed partial",
    field("confidence: Of all intervals.", CHANCE, lambda answer: CONFIDENCE),
)
"""The fields of every answer."""
BEHIND = "interval behind behind_interval told_apart"
CHOICE = f"points {BEHIND}"
"""The fields of every choice."""
COMPARED = "points interval=points behind behind_interval=behind told_apart "
"""The columns of every choice."""
RACE = "candidates classes raced survived=left"
"""The fields of an answer whose choices were raced."""
CREDIT = "belief rare solved"


def _lines_left(observation: Observation) -> list[list[str]] | None:
    if not observation.calls:
        return None
    slots = [slot.name for slot in observation.variant.slots]
    return [[name for name in slots if name in left] for left in observation.lines_left]


KNOWN = record(
    "variant=variant.code: The code of the game.",
    "contract",
    "great: Whether the contract is a great one.",
    "declarer: Who declares, null if nobody does.",
    ace_low(),
    "seat: Who is to exchange, or to play.",
    hand_field("hand: Its hand: in the play, as it was when the play began."),
    "cut: The cut card, null if there is none or it is not known.",
    "taken: How many cards the seats exchanged, in the order of the exchange: before an "
    "exchange those that came before; empty if not known.",
    "discarded: The cards that the seat itself has put down before, as far as they are known.",
    field(
        "calls: What was called, from the seat that opens; empty if not known.",
        list_of(TEXT),
        lambda observation: map(call_text, observation.calls),
    ),
    field(
        "lines_left: The lines that each seat had left to declare before the calls, forehand "
        "first; null without calls.",
        nullable(list_of(list_of(TEXT))),
        _lines_left,
    ),
    of=Observation,
)


# Answers ---------------------------------------------------------------------------------


class Report(NamedTuple):
    """The parts of an answer for readers, from which text, table and picture are made.

    ``done`` is the best choice as a reply at the table, and ``sentence`` says it in words. If the
    sentence has figures, ``brief`` is one without, for a player at the table. ``seen`` is what the
    seat has seen. ``notes`` say how sure the answer is; ``last`` are notes that come after those of
    every answer.

    ``rows`` are the choices in the table, the best first. ``labels`` are put before them, and
    ``name`` returns their names in the picture. ``worths`` pairs each reply that has one with the
    figure by which replies are ranked.
    """

    answer: Answer
    done: Any
    sentence: AnyText
    seen: AnyText
    columns: Sequence[Columns]
    rows: Sequence[Choice]
    notes: Sequence[AnyText]
    last: Sequence[AnyText] = ()
    labels: Sequence[str] = ()
    name: Reader[AnyText] = str
    brief: AnyText | None = None
    worths: Iterable[tuple[Any, float]] = ()

    @property
    def table(self) -> Table:
        """The table of ``rows``."""
        return table_of(self.columns, self.rows, self.labels)

    @property
    def every_note(self) -> list[AnyText]:
        """All notes, with those on a partial answer and on the sign ≈ if they apply."""
        is_signed = any("≈" in row for row in self.table.text_rows())
        return [
            *self.notes,
            *[_("Partial: stopped before the answer was complete.")] * self.answer.partial,
            *[_("≈ may be as good as the best.")] * is_signed,
            *self.last,
        ]


@singledispatch
def report_of(answer: Answer) -> Report:
    """Return the report of an answer. Each question registers a function for its answers."""
    raise TypeError(answer)


def answer_json(answer: Answer) -> Any:
    """Return an answer as JSON data."""
    return schema_of(type(answer)).json(answer)


def answer_table(answer: Answer) -> Table:
    """Return the table of an answer's choices, one row for each."""
    return report_of(answer).table


def answer_text(answer: Answer) -> Text:
    """Return an answer as text: what to do, what was seen, the table of choices, the notes."""
    report = report_of(answer)
    choices = report.table.text() if report.rows else ""
    return paragraphs(report.sentence, report.seen, choices, join("\n", report.every_note))


def answer_picture(answer: Answer, kind: str) -> bytes:
    """Return a picture of how far each choice is behind the best, with intervals."""
    from .plots import plot_behind

    report = report_of(answer)
    pictured = [(str(report.name(choice)), choice) for choice in dict.fromkeys(report.rows)]
    return plot_behind(pictured, kind, title=str(report.sentence))


def _raced(answer: ExchangeAdvice | PutAwayAdvice) -> str:
    """Return a note on how many worlds were sampled and how many choices were raced."""
    return _(
        "Over {deals} sampled deals, played out by the rule of thumb: {raced} of {all} choices, "
        "those it likes best.",
        deals=f"{answer.worlds:,}",
        raced=f"{answer.raced:,}",
        all=f"{answer.candidates:,}",
    )


def _played_out(answer: Answer) -> str:
    return _(
        "Over {deals} sampled deals, played out by the rule of thumb.", deals=f"{answer.worlds:,}"
    )


def _labels(best: Sequence[Choice], *more: str) -> list[str]:
    """Return the labels of rows: the ranks of the best choices, then ``more``."""
    return [*map(str, range(1, len(best) + 1)), *more]


# What to put down --------------------------------------------------------------------
DISCARD = record(
    "discards alike",
    CHOICE,
    "reached open_cards",
    of=DiscardChoice,
    columns=COMPARED + "discards=discard open_cards",
    name="advised",
)

EXCHANGE_ADVICE = record(
    *fields_at("observation", KNOWN),
    *ANSWER,
    CREDIT,
    RACE,
    "marks best stand thumb",
    of=ExchangeAdvice,
    name="exchange-hand",
    title="manni advise --at exchange --json",
    doc="Advice on an exchange to a seat that sees its own hand only, over sampled worlds. Points "
    "are the seat's, for the whole deal.",
)


@report_of.register
def _exchange(answer: ExchangeAdvice) -> Report:
    (best, *more), stand, thumb, view = answer.best, answer.stand, answer.thumb, answer.observation

    def name(choice: DiscardChoice) -> AnyText:
        if not choice.discards:
            return _("keeping all cards")
        if view.exchange.all_or_nothing:
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

    seen = [holds_in_play(view, view.hand)]
    if view.cut is not None:
        seen.append(fill("{card} is cut", card=view.cut))
    for seat, count in zip(view.order, view.taken, strict=False):
        seen.append(fill("{seat} exchanged {number}", seat=seat, number=count))

    sign, aim = ("≤", "at_most") if view.contract.avoids else ("≥", "at_least")
    chances = Columns(
        [Column(f"{sign}{mark}", f"{aim}_{mark}") for mark in answer.marks],
        lambda choice: [Cell(f"{chance:.0%}", chance) for chance in choice.reached],
    )
    believed = credit_sentences(answer, called=bool(view.calls))
    if answer.belief is None and any(view.taken):
        believed = [
            _(
                "Nothing is concluded from the exchanges: each seat may have had any hand and put "
                "down its worst cards by the rule of thumb."
            )
        ]
    return Report(
        answer,
        best.discards,
        verdict(what, others, answer.measure),
        join(
            "\n",
            [
                join(", ", seen),
                *[_("Those who exchange later follow the rule of thumb.")] * bool(view.later),
            ],
        ),
        comparison(
            answer,
            best,
            "<discards=discard",
            after=[chances, *open_column(DISCARD, answer)],
            discards=lambda choice: discard_text(choice.alike),
        ),
        [*answer.best, stand, thumb, *answer.also],
        [_raced(answer), *believed],
        open_sentence(answer),
        _labels(answer.best, "stand", "thumb", *["asked"] * len(answer.also)),
        name,
    )


# What to put away --------------------------------------------------------------------
PUT_AWAY = record(
    "contract put_away=cards",
    CHOICE,
    "chance chance_interval balance",
    of=PutAwayChoice,
    columns=COMPARED + "contract=trump put_away chance balance",
    name="choice",
)

_GAME = "variant=observation.variant.code: The code of the game.", UNIT
_LAID = hand_field(
    "laid=observation.open_hands: The hands of the others that lie open on the table, or are told, "
    "as they were at the first lead. Given with unit.",
    "observation.rules",
    by_seat(HAND, required=False),
)
_PILES = field(
    "piles?: Where hands lie in piles: those of each seat as they were at the first lead, the top "
    "card of each first, null for one not seen.",
    by_seat(list_of(list_of(nullable(CARD)))),
    lambda answer: answer.observation.piles or None,
)
_SCORE = field(
    "score?: What each seat has marked, where that was given.",
    by_seat(COUNT),
    lambda answer: answer.observation.score or None,
)
_HELD = hand_field("hand=observation.hand", "observation.variant.rules")

PUT_AWAY_ADVICE = record(
    *_GAME,
    _HELD._replace(doc="All cards the declarer holds, the surprise among them."),
    "bid=observation.standing: What was bid, null where it is not given.",
    *ANSWER,
    RACE,
    "best trumps thumb also",
    of=PutAwayAdvice,
    name="exchange-surprise-hand",
    title="manni advise --at exchange --json, where a surprise is taken up",
    doc="Advice to a declarer who sees his own hand and the surprise only, over sampled worlds. "
    "Points are his, for the whole deal.",
)


@report_of.register
def _put_away(answer: PutAwayAdvice) -> Report:
    (best, *more), thumb, view = answer.best, answer.thumb, answer.observation
    is_done, chance = answer.is_done, best.chance

    def away(choice: PutAwayChoice) -> Text:
        return hand_text(hand_of(choice.cards), view.variant.rules)

    def name(choice: PutAwayChoice) -> AnyText:
        """Return a choice in a few words, with its trump if that is not the best choice's."""
        if is_done:
            return trump_text(choice.contract)
        if choice.contract is best.contract:
            return away(choice)
        return fill("{cards} with {trump}", cards=away(choice), trump=choice.contract)

    what = fill(
        text_if(is_done, "Name {trump}.", "Put away {cards} and name {trump}."),
        cards=away(best),
        trump=best.contract,
    )
    others: list[Named] = [(name(choice), choice) for choice in more if not choice.told_apart]
    others += [
        (fill("naming {trump}", trump=choice.contract), choice)
        for choice in answer.trumps[1:]
        if choice.told_apart
    ]
    if thumb.told_apart and thumb not in answer.trumps:
        others.append((_("the rule of thumb's choice"), thumb))
    others.sort(key=lambda named: (named[1].told_apart, named[1].behind))
    sentence, notes = verdict(what, others, answer.measure), [_raced(answer), gettext(NO_BELIEF)]
    seen, bid = holds_text(view.variant, view.hand), []
    if chance is not None:
        made = _(
            "The bid of {bid} is made in {percent} of the deals.",
            bid=view.standing,
            percent=f"{chance:.0%}",
        )
        sentence = join(" ", [sentence, made])
        seen = join(", ", [seen, fill("{bid} is bid", bid=view.standing)])
        bid = fields(PUT_AWAY, "chance=made balance:+.1f", chance=made_text)
        made = _(
            "made: how often the bid is made; balance: how much more the declarer marks than each "
            "of the others on average."
        )
        goes_by = text_if(
            chance,
            "Choices are ordered and compared by balance.",
            "Choices are ordered and compared by points: none makes the bid.",
        )
        notes.append(f"{made} {goes_by}")
    trumps = {choice.contract for choice in answer.best}
    further = [choice for choice in answer.trumps if choice.contract not in trumps]
    return Report(
        answer,
        best.contract if is_done else best.cards,
        sentence,
        seen,
        comparison(
            answer,
            best,
            "<contract=trump <put_away" + "=-" * is_done,
            *bid,
            contract=named_trump,
            put_away=away,
        ),
        [*answer.best, *further, thumb, *answer.also],
        notes,
        labels=_labels(answer.best, *[""] * len(further), "thumb", *["asked"] * len(answer.also)),
        name=name,
        worths=[
            (choice.contract, choice.balance or 0 if chance else choice.points)
            for choice in answer.best
            if is_done
        ],
    )


# What to call ------------------------------------------------------------------------


def _low_aces(answer: ContractAdvice) -> list[Contract]:
    """Return the contracts in which the ace is the lowest card."""
    return [contract for contract in answer.variant.contracts if answer.variant.ace_low(contract)]


_CALL = record(
    field('call: The call; "pass" for passing.', TEXT, lambda choice: call_text(choice.call)),
    "discards",
    CHOICE,
    "later total marks reached open_cards",
    of=CallChoice,
    columns=COMPARED + "call discards=discard later total open_cards",
)

CONTRACT_ADVICE = record(
    "variant=variant.code: The code of the game.",
    "seat",
    field("hand", HAND),
    field(
        "standing: The call that stands, null if there is none.", nullable(TEXT._replace(write=str))
    ),
    "declarer",
    field("ace_low: The contracts in which the ace is low.", list_of(CONTRACT), _low_aces),
    *ANSWER,
    CREDIT,
    "calls",
    of=ContractAdvice,
    name="contract",
    title="manni advise --at call --json",
    doc="Advice on what to call to a seat that sees its own hand only, over sampled worlds. Points "
    "are the seat's.",
)


@report_of.register
def _contract(answer: ContractAdvice) -> Report:
    """Return the report of calls.

    The columns for programs have the chance that the seat reaches its target. For great contracts
    they also have the chances of 15 and 16 tricks.
    """
    best, *more = answer.calls
    what = _("Pass.")
    if best.call is not None:
        what = _("Declare {call:object}.", call=call_in_words(best.call))
    seen = holds_text(answer.variant, answer.hand, answer.seat)
    if answer.standing is not None and answer.declarer is not None:
        seen += ", " + _(
            "{seat} has called {call}",
            seat=answer.declarer,
            call=call_text(answer.standing),
        )
    low = " ".join(contract_code(contract.name) for contract in _low_aces(answer))
    has_later = any(choice.later is not None for choice in answer.calls)
    later = fields(_CALL, "later:+.2f total:+.2f" * has_later)

    def discard(choice: CallChoice) -> AnyText:
        if choice.call is None:
            return ""
        return hand_text(hand_of(choice.discards), answer.variant.rules)

    further = sorted({mark for choice in answer.calls for mark in choice.marks[1:]})

    def chances(choice: CallChoice) -> list[AnyCell]:
        call, (mark, *_more) = choice.call or answer.standing, choice.marks
        sign = "≤" if call is not None and call.contract.avoids else "≥"
        by_mark = dict(zip(choice.marks, choice.reached, strict=True))
        return [
            " ".join(f"{sign}{mark} {chance:.0%}" for mark, chance in by_mark.items()),
            f"{sign}{mark}",
            Cell(f"{by_mark[mark]:.0%}", by_mark[mark]),
            *(Cell("", by_mark.get(further_mark)) for further_mark in further),
        ]

    return Report(
        answer,
        best.call,
        verdict(what, [(call_in_words(choice.call), choice) for choice in more], answer.measure),
        join("\n", [seen, *[_("The ace is low in {contracts}.", contracts=low)] * bool(low)]),
        comparison(
            answer,
            best,
            "<call= <discards=discard",
            *later,
            after=[
                Columns(
                    [
                        Column("chance of", None),
                        Column(None, "tricks"),
                        Column(None, "chance"),
                        *(Column(None, f"chance_{mark}") for mark in further),
                    ],
                    chances,
                ),
                *open_column(_CALL, answer),
            ],
            discards=discard,
        ),
        answer.calls,
        [_played_out(answer), *credit_sentences(answer, called=True)],
        [
            *[_("later: what the contracts still left then are worth in later deals.")] * has_later,
            *open_sentence(answer),
        ],
        name=lambda choice: call_text(choice.call),
        worths=[(choice.call, choice.total) for choice in answer.calls],
    )


# How high to bid ---------------------------------------------------------------------
_CHANCES = (0.95, 0.9, 0.75, 0.5, 0.25, 0.1)
"""For each of these chances the table lists the highest bid that is made at least so often."""


_BID = record(
    "bid chance chance_interval own others balance=points",
    BEHIND,
    "pays brings declares",
    of=BidChoice,
    columns="bid chance own others balance interval=balance pays brings declares",
    name="bid",
)

record(
    "now up_to passing ahead ahead_interval",
    of=BidPlan,
)
BIDDING_ADVICE = record(
    "variant=variant.code: The code of the game.",
    UNIT,
    hand_field("hand"),
    "shown above calls",
    *ANSWER,
    "said points interval",
    field(
        "best: The bid that looks best, null to pass.",
        nullable(TEXT._replace(write=attrgetter("bid.name"))),
    ),
    "pays_up_to",
    field(
        "pays_between: Between what that lies: the highest number that surely pays, null for none, "
        "and the highest that may.",
        pair_of(nullable(NAMED)),
    ),
    "bids",
    of=BiddingAdvice,
    name="contract-bids",
    title="manni advise --at bid --json, where numbers are bid",
    doc="What every bid that a hand may make is worth, over sampled deals.",
)


def _plan_text(plan: BidPlan) -> str:
    """Return what to bid now, and what it brings on average, counting the others' bids."""
    passing = f"{plan.passing:+.1f}"
    if plan.now is None:
        return _(
            "Pass: counting the others' bids, it brings {passing}, and no bid brings more.",
            passing=passing,
        )
    sentence = text_if(
        plan.up_to == plan.now,
        "Bid {bid} now, no more: counting the others' bids, it brings {brings}, a pass {passing}.",
        "Bid {bid} now, and go on up to {up_to}: counting the others' bids, it brings {brings}, a "
        "pass {passing}.",
        bid=plan.now,
        up_to=plan.up_to,
        brings=f"{plan.bids[plan.now][0]:+.1f}",
        passing=passing,
    )
    if plan.ahead_interval[0] <= 0:
        sentence += " " + _("A pass may be as good.")
    return sentence


def _bid_verdict(answer: BiddingAdvice) -> str:
    """Return what to bid, what the bid brings, and up to what number bidding pays."""
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
        "Bid {bid}: it brings {points} ({interval}) on average, so a pass may be as good.",
        "Bid {bid}: it brings {points} ({interval}) on average.",
        bid=answer.best.bid,
        points=f"{answer.best.points:+.1f}",
        interval=interval_text(ends, "+.1f"),
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


@report_of.register
def _bidding(answer: BiddingAdvice) -> Report:
    plan, best = answer.said, answer.best and answer.best.bid
    wanted, worths = (
        {best, answer.pays_up_to},
        [(choice.bid, choice.points) for choice in answer.bids],
    )
    columns = _(
        "made: how often the bid is made; own, others: what the bidder and each of the others "
        "mark on average; balance: the difference; a pass counts as 0."
    )
    believed, passing = gettext(NO_BELIEF), 0.0
    said_of = "<bid chance=made own:.1f others:.1f balance:+.1f interval:+.1f pays=-"
    what = _bid_verdict(answer)
    if plan is not None:
        wanted |= {plan.now, plan.up_to}
        best, passing = plan.now, plan.passing
        worths = [(bid, figures[0]) for bid, figures in plan.bids.items()]
        if answer.bids:
            what = _plan_text(plan)
        columns = _(
            "made: how often the bid is made; balance: how much more the bidder marks than each "
            "of the others if the bid stands; brings: the same, counting the others' bids; "
            "declares: how often the bidder then declares."
        )
        believed = _("The others are assumed to bid as the computer does, so far and from now on.")
        said_of = (
            "<bid chance=made own=-:.1f others=-:.1f balance:+.1f interval:+.1f pays=- "
            "brings:?+.1f declares:?.0%"
        )
    looked = ngettext(
        "Partial: only {deals} deal was looked at.",
        "Partial: only {deals} deals were looked at.",
        answer.worlds,
        deals=f"{answer.worlds:,}",
    )
    points = f"{answer.points:.1f}"
    takes = ngettext(
        "Over {deals} sampled deals, played out by the rule of thumb, the hand takes {points} "
        "point ({low}..{high}).",
        "Over {deals} sampled deals, played out by the rule of thumb, the hand takes {points} "
        "points ({low}..{high}).",
        points,
        deals=f"{answer.worlds:,}",
        points=points,
        low=f"{answer.interval[0]:.1f}",
        high=f"{answer.interval[1]:.1f}",
    )
    seen = [holds_text(answer.variant, answer.hand)]
    if answer.shown:
        seen.append(fill("face up {cards}", cards=answer.shown))
    if answer.above is not None:
        seen.append(fill("{bid} stands", bid=answer.above))
    numbers = [choice for choice in answer.bids if choice.bid.aim is Aim.POINTS]
    for chance in _CHANCES:
        wanted |= {*[choice.bid for choice in numbers if choice.chance >= chance][-1:]}

    def is_best(choice: BidChoice) -> Cell:
        if choice.bid == best:
            return Cell(pgettext("row", "best"), True)
        # With the others' bids counted, the best bid may not be the one rows are compared with.
        return Cell("" if choice.told_apart or plan else "≈", False)

    return Report(
        answer,
        best,
        f"{what} {takes}",
        join(", ", seen),
        [
            *fields(_BID, said_of, chance=made_text),
            extra_column(Column("", "best", left=True), is_best),
        ],
        [
            choice
            for choice in answer.bids
            if choice.bid in wanted or choice.bid.aim is not Aim.POINTS
        ],
        [columns, believed] * bool(answer.bids),
        brief=join(" ", [what, *[looked] * answer.partial]),
        worths=[(None, passing), *worths],
    )


# Which trump to name -----------------------------------------------------------------
record(
    "contract",
    CHOICE,
    of=TrumpChoice,
    columns=COMPARED + "contract",
)

TRUMP_ADVICE = record(
    *_GAME,
    "seat=observation.seat: Who names the trump.",
    _HELD,
    *ANSWER,
    "thumb trumps",
    of=TrumpAdvice,
    name="contract-trump",
    title="manni advise --at call --json, where a trump is named without an auction",
    doc="What the seat that names the trump takes under each, over sampled deals.",
)


@report_of.register
def _trump(answer: TrumpAdvice) -> Report:
    view, (best, *more) = answer.observation, answer.trumps
    points = _("points: what {seat} takes in the deal.", seat=view.seat)
    return Report(
        answer,
        best.contract,
        verdict(
            fill("Name {trump}.", trump=best.contract),
            [(trump_text(choice.contract), choice) for choice in more],
            answer.measure,
        ),
        holds_text(view.variant, view.hand, view.seat),
        comparison(answer, best, "<contract=trump", contract=named_trump),
        answer.trumps,
        [
            " ".join(
                [
                    points,
                    *[_("The fewer, the better.")] * view.variant.rules.avoids,
                    _played_out(answer),
                ]
            )
        ],
        [fill("The rule of thumb names {trump}.", trump=answer.thumb)],
        worths=[(choice.contract, choice.points) for choice in answer.trumps],
    )


# Whether to claim --------------------------------------------------------------------
record(
    field(
        "choice: What to do.",
        one_of("claim", "play on"),
        lambda choice: "claim" if choice.claims else "play on",
    ),
    "chance chance_interval own others",
    CHOICE,
    of=ClaimChoice,
    columns=COMPARED + "choice chance own others",
)


CLAIM_ADVICE = record(
    *_GAME,
    "contract=observation.contract: The trump.",
    "cut=observation.cut: The card turned up, null where none is.",
    "seat=observation.seat: Who may claim.",
    _SCORE,
    "helpers=observation.helpers: Who plays for the claim: a partner, or who gains by it with"
    " the score.",
    _HELD,
    *fields_if(lambda answer: answer.observation.open_seats, _LAID),
    _PILES,
    field("bid: What is claimed.", NAMED, lambda answer: answer.observation.variant.bids[0]),
    *ANSWER,
    field(
        "every?: There and true where all hands are known: then nothing is left to chance.",
        FLAG,
        lambda answer: answer.is_every or None,
    ),
    "thumb choices",
    of=ClaimAdvice,
    name="contract-claim",
    title="manni advise --at claim --json, where every trick may be claimed",
    doc="What it is worth to claim every trick, and to play on without, over sampled deals with "
    "open cards. Points are those of the score sheet.",
)


@report_of.register
def _claim(answer: ClaimAdvice) -> Report:
    view, (best, worse) = answer.observation, answer.choices
    bid, seat = view.variant.bids[0], view.seat
    solved = _(
        "Each deal is solved as if all cards were open: the claim by {side} against all the "
        "others, play without a claim is valued by share. With cards hidden nobody plays so well.",
        side=format_list((seat, *view.helpers), "the"),
    )
    two_sided = len(view.variant.sides()) == 2
    if two_sided:
        solved = _(
            "Each deal is solved as if all cards were open. With cards hidden nobody plays so well."
        )
    form = ".0f" if answer.is_every else ".1f"
    text = verdict(
        text_if(best.claims, "Claim {bid}.", "Pass.", bid=bid),
        [(text_if(worse.claims, "the claim", "a pass"), worse)],
        answer.measure,
    )
    made = _(
        "With open cards {bid} is made in {percent} of the deals.",
        bid=bid,
        percent=made_text(answer.claim),
    )
    seen = _seen_text(view, bid=_partners_text(view))
    if view.cut is not None:
        seen.append(fill("{card} is turned up", card=view.cut))
    rests_on = [
        _(
            "Over {deals} deals of the others' cards, all equally likely: nothing is concluded "
            "from those who have not claimed, and nobody is assumed to claim later.",
            deals=f"{answer.worlds:,}",
        ),
        solved,
    ]
    counted = text_if(
        view.variant.scoring.marks_are_bad,
        "own, others: what {seat} and each of the others mark on average; balance: how much more "
        "the others mark, since marks are bad.",
        "own, others: what {seat} and each of the others mark on average; balance: the difference.",
        seat=seat,
    )
    if two_sided:
        counted = _(
            "own, others: what the side of {seat} and the other side mark on average; balance: "
            "the difference.",
            seat=seat,
        )
    if answer.is_every:
        rests_on = [_("All hands are open: both are solved exactly.")]
    return Report(
        answer,
        best.claims,
        join(" ", [text, made]),
        join(", ", seen),
        comparison(
            answer,
            best,
            f"<choice= chance=made own:{form} others:{form}",
            choice=lambda row: f"{bid}" if row.claims else call_in_words(None),
            chance=made_text,
        ),
        answer.choices,
        [counted, *rests_on, *_of_piles(view)],
        [text_if(answer.thumb, "The rule of thumb claims.", "The rule of thumb passes.")],
        worths=[(choice.claims, choice.points) for choice in answer.choices],
    )


# Which card to play ------------------------------------------------------------------
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

_CARD = record(
    "card equals",
    CHOICE,
    "reached best_in rollout open_cards",
    of=CardChoice,
    columns=COMPARED + "equals=card reached=at_least_target best_in",
)

record(
    field(
        "fact=fact.value: What differs most after the best card and after the next: whether the "
        "best is ruffed, or takes a trick, or the next does, whether a ruff of the seat takes one, "
        "or its side this trick; or better, if none differs much.",
        one_of(*(fact.value for fact in Fact)),
    ),
    "other now instead",
    of=Reason,
)
PLAY_ADVICE = record(
    *fields_if(
        lambda answer: not answer.observation.variant.has_targets,
        field(
            "unit=observation.rules.unit: What points are where cards have points; absent in the "
            "plain games.",
            one_of("points", "tricks"),
        ),
        "bid=observation.bid: What the declarer is to make, null if not known. Given with unit.",
        "shown=observation.shown: The cards of the surprise that lay face up. Given with unit.",
        _LAID,
        _PILES,
        _SCORE,
        "by_chance",
    ),
    *fields_at("observation", KNOWN),
    hand_field("held=observation.left: What is left of the hand.", "observation.rules"),
    "played=observation.played: The cards played so far, in order.",
    *ANSWER,
    "belief solved every=is_every target reason thumb cards",
    of=PlayAdvice,
    name="play",
    title="manni advise --at card --json",
    doc="Advice on the card to play to a seat that sees its own hand and the play so far, over "
    "sampled worlds. Points are the seat's, for the whole deal: in plain games those of the score, "
    'in games with points for cards ("unit") what it takes with its partner.',
)


@report_of.register
def _play(answer: PlayAdvice) -> Report:
    view, (best, *more), reason = answer.observation, answer.cards, answer.reason
    is_declarer, few = view.declarer in view.side, view.avoids
    percent = answer.measure.behind.lstrip("z") if answer.by_chance else ".0%"
    what: list[AnyText] = [fill("Play {card}.", card=best.card)]
    if not more and len(best.equals) == 1:
        what.append(_("Nothing else may be played."))
    if more and answer.by_chance:
        what.append(
            text_if(
                is_declarer,
                "The bid is made in {percent} of the deals.",
                "The bid is beaten in {percent} of the deals.",
                percent=f"{best.reached:{percent}}",
            )
        )
    sentence = [
        verdict(
            join(" ", what),
            [(card_text(choice.card), choice) for choice in more],
            answer.measure,
        )
    ]
    if reason is not None:
        sentence.append(
            fill(
                _REASONS[reason.fact],
                card=best.card,
                other=reason.other,
                now=f"{100 * reason.now:.0f}",
                instead=f"{100 * reason.instead:.0f}",
            )
        )
    bid = ""
    if view.bid is not None and view.declarer is not None:
        bid = ", " + text_if(
            view.claimed,
            "{seat} has claimed {bid}",
            "{seat} has bid {bid}",
            seat=view.declarer,
            bid=bid_text(view.bid),
        )
    helped = _partners_text(view) if view.claimed else ""
    seen = _seen_text(view, view.played, bid + helped)
    if view.record.table:
        seen.append(fill("on the table {cards}", cards=view.record.table))

    counted = _("{unit}: what the seat takes in the whole deal.")
    if view.variant.has_targets:
        counted = _("points: those of the whole deal, on average.")
    elif helped:
        counted = _(
            "{unit}: what the claimer takes in the whole deal; against him, what he does not take."
        )
    elif len(view.side) > 1:
        counted = _("{unit}: what its side takes in the whole deal.")
    legend = [filled(counted, unit=gettext(view.rules.unit))]
    if few and not view.variant.has_targets:
        legend.append(_("The fewer, the better."))
    legend.append(_("behind: how much worse than the best card."))
    if answer.by_chance:
        legend.append(_("Cards are ordered and compared by the chance of the bid."))
    chances = []
    if best.reached is not None:
        head = f"{'≤' if few else '≥'}{answer.target}"
        name = "at_most_target" if few else "at_least_target"
        if view.standing is not None:
            head, name = ("bid made", "bid_made") if is_declarer else ("beaten", "bid_beaten")
        else:
            legend.append(_("{column}: how often the seat takes that many.", column=head))
        chances = fields(_CARD, f"reached:{percent}", head, name=name)
    legend.append(_("best in: how often no card does better."))
    legend += _of_piles(view)
    return Report(
        answer,
        best.card,
        join(" ", sentence),
        join(", ", seen),
        comparison(
            answer,
            best,
            "<equals=card",
            after=[*chances, *fields(_CARD, "best_in:.0%")],
            equals=lambda choice: cards_text(move_to_front(choice.card, choice.equals)),
        ),
        answer.cards,
        [
            " ".join(legend),
            filled(
                _rests_on(answer),
                deals=f"{answer.worlds:,}",
                effective=f"{answer.effective:,.0f}",
            ),
        ],
        [fill("The rule of thumb plays {card}.", card=answer.thumb)],
        worths=[
            (card, choice.reached or 0 if answer.by_chance else choice.points)
            for choice in answer.cards
            for card in choice.equals
        ],
    )


def _rests_on(answer: PlayAdvice) -> str:
    """Return a note on the sampled deals, or the solution, that the figures rest on."""
    fewer = answer.effective < 0.95 * answer.worlds  # else the weights hardly matter
    if not answer.observation.rules.is_plain:
        if answer.observation.knows_all:
            return _("All hands are open: each card is solved exactly.")
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
            "thumb: not a sample, so chance has no part in the figures."
        )
    return text_if(
        fewer,
        "Over {deals} deals that agree with what was seen (effective sample size {effective}), "
        "played out by the rule of thumb.",
        "Over {deals} deals that agree with what was seen, played out by the rule of thumb.",
    )
