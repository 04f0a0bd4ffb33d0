"""The review of a played deal as text, as JSON data and as rows of CSV."""

from __future__ import annotations

from collections.abc import Sequence

from ..advice.compare import CONFIDENCE
from ..cards import Seat
from ..i18n import (
    N_,
    Name,
    Word,
    _,
    filled,
    format_list,
    gettext,
    ngettext,
    pgettext,
    seat_letter,
    seat_letters,
    seat_word,
    text_if,
)
from ..piles import PilePosition
from ..review import (
    BestExchange,
    LossReason,
    PlayedCard,
    Review,
    ReviewedExchange,
    SeenCard,
    TurningPoint,
)
from ..rules.trick import arranged
from ..schema import (
    CHANCE,
    COUNT,
    FLAG,
    TEXT,
    TRICKS,
    ace_low,
    field,
    integer,
    list_of,
    maybe,
    nullable,
    record,
    unit_fields,
)
from ..values.solution import BidGoal
from .advice import interval_text
from .sheet import GUEST, player_name, signed_text
from .text import (
    AnyText,
    Column,
    Table,
    Text,
    card_text,
    cards_text,
    columns,
    decimals,
    fields,
    fill,
    join,
    paragraphs,
    played_text,
    table_of,
)
from .values import DEAL, line_text
from .why import COSTLY, hands_text, why_text, with_legend


def review_text(review: Review) -> Text:
    """Return a review as text: the cards, the turning points, the exchanges and the totals."""
    return paragraphs(
        cards_table(review).text(),
        "" if review.goal is None else _bid_text(review, review.goal),
        _turning_text(review),
        _seen_text(review) if review.seen_worlds is not None and review.costly else "",
        join("\n", exchange_texts(review)),
        totals_table(review).text(),
        _legend(review),
    )


def cards_table(review: Review) -> Table:
    """Return the table for people: a row for the start, and one for each card."""
    seats, partners = review.start.seats, review.start.two_sided
    letters = seat_letters(seats)
    named_by_number = any(map(str.isdigit, letters))
    heads = [
        *columns("trick", "card", left=2),
        *(Column(letter, letter, over=pgettext("column", "guarantee")) for letter in letters),
        *(
            Column(
                None if partners else letter, f"share_{letter}", over=pgettext("column", "share")
            )
            for letter in letters
        ),
        Column("loss", "loss"),
        Column("gave", "gave"),
        *columns("won", "kept by", left=2),
    ]
    numbers = [*map(str, review.guarantee), *map(decimals, review.share)]
    rows: list[list[AnyText]] = [["", "", *numbers, *[""] * 4]]
    for index, played in enumerate(review.cards):
        is_first = not index or review.cards[index - 1].trick != played.trick
        taken = played.taken_by
        rows.append(
            [
                str(played.trick) if is_first else "",
                played_text(played.seat, played.card),
                *map(str, played.after),
                *map(decimals, played.share_after),
                str(played.loss or "·"),
                " ".join(
                    f"{letter}{':' * named_by_number}{number}"
                    for letter, number in zip(letters, played.gave, strict=True)
                    if number
                )
                or "·",
                "" if taken is None else seat_letter(taken),
                cards_text(played.kept) if played.loss else "",
            ]
        )
    return Table(heads, rows)


def _bid_text(review: Review, goal: BidGoal) -> Text:
    """Return whether the bid could be made, which cards changed that, and whether it was."""
    could = review.bid_makes(review.guarantee)
    if review.exchanges:
        against = text_if(
            could,
            "after this exchange it could be made against any play",
            "after this exchange it could not be made against any play",
        )
    else:
        against = text_if(
            could, "it could be made against any play", "it could not be made against any play"
        )
    parts: list[AnyText] = [against]
    for played in review.bid_turned:
        sentence = text_if(
            review.bid_makes(played.after),
            "{seat}'s {card} in trick {trick} lets it be made",
            "{seat}'s {card} in trick {trick} loses it",
        )
        parts.append(_played(review, played, sentence))
    if review.complete:
        parts.append(text_if(review.bid_makes(review.sure), "it is made", "it is not made"))
    return Text(
        fill(
            "{bid_said}: {what}",
            bid_said=text_if(
                goal.claimed,
                "{bid} is claimed",
                "{bid} is bid",
                bid=goal.bid,
            ),
            what=join(_("; "), parts),
        ),
        ".",
    )


def _played(review: Review, played: PlayedCard, sentence: str, **more: object) -> Text:
    """Return a sentence about a card, with ``{trick}``, ``{seat}`` and ``{card}`` filled in."""
    seat = seat_or_name(review, played.seat)
    return fill(sentence, trick=played.trick, seat=seat, card=played.card, **more)


def _turning_text(review: Review) -> Text:
    if not review.costly:
        return Text(_("No card cost its player anything."))
    if not review.turning_points:
        sentence = text_if(
            review.start.rules.is_plain,
            "No turning point: no card cost its player a whole trick of the share.",
            "No turning point: no card cost its player what a trick is worth of the share.",
        )
        return Text(sentence)
    head = _("Turning points, the costliest first:")
    number = len(review.costly)
    if number > len(review.turning_points):
        head = _("Turning points, the costliest first (of {number} cards that cost something):")
    points = [
        _turning_point_text(review, turning, number)
        for number, turning in enumerate(review.turning_points, 1)
    ]
    return join("\n", [filled(head, number=number), *points])


def _turning_point_text(review: Review, turning: TurningPoint, number: int) -> Text:
    played = turning.played
    seat = played.seat
    tricks = ", ".join(
        f"{seat_or_name(review, player)} {won}"
        for player, won in zip(review.start.seats, turning.tricks, strict=True)
    )
    line = line_text(turning.position, turning.line, first=played.trick)
    lines: list[AnyText] = [
        Text(
            f"{number}. ",
            _played(
                review,
                played,
                _(
                    "trick {trick}: {seat}'s {card} costs {loss}: {before} to {after}; kept by "
                    "{kept}"
                ),
                loss=played.loss,
                before=played.before[seat],
                after=played.after[seat],
                kept=played.kept,
            ),
            _seen_clause(played),
        ),
        f"   {_turning_cost_text(review, turning)}",
        Text("   ", _line_heading(review, played, turning.line[0])),
        *(Text("   ", trick) for trick in line.lines()),
        Text("   ", _("in the end {tricks}", tricks=tricks)),
    ]
    return join("\n", lines)


def reasons_text(review: Review, reasons: Sequence[LossReason]) -> Text:
    """Return why costly cards cost so much: turning points by their numbers, then the others."""
    turned = [turning.played.number for turning in review.turning_points]
    numbers = {card: number for number, card in enumerate(turned, 1)}
    for reason in reasons:
        numbers.setdefault(reason.played.number, len(numbers) + 1)
    sentence = _("{number}. trick {trick}: {seat}'s {card} costs {loss}")
    kept = _(
        "{number}. trick {trick}: {seat}'s {card} costs {loss}; {kept} would have kept {before}"
    )
    blocks: list[AnyText] = [hands_text(review.start)]
    for reason in sorted(reasons, key=lambda reason: numbers[reason.played.number]):
        played, why = reason.played, reason.why
        head = _played(
            review,
            played,
            kept if played.kept else sentence,
            number=numbers[played.number],
            loss=played.loss,
            kept=played.kept,
            before=played.before[played.seat],
        )
        won = played.after[played.seat] - why.value if why else 0
        blocks.append(why_text(head, why, won))
    return with_legend(blocks)


def _line_heading(review: Review, played: PlayedCard, card: int) -> Text:
    """Return the heading of a line that shows a guarantee: the card, and who plays against whom."""
    others = tuple(seat for seat in review.start.seats if seat not in played.side)
    few, many = sorted((played.side, others), key=len)
    if len(few) == 1 and len(many) == 2:
        sentence = text_if(
            few is played.side,
            "with {card}, the two others against {seat}:",
            "with {card}, {seat} against the two others:",
        )
        return fill(sentence, card=card, seat=seat_or_name(review, few[0]))
    sentence = ngettext(
        "with {card}, {seats} against the other:",
        "with {card}, {seats} against the others:",
        len(many),
    )
    return fill(sentence, card=card, seats=_names_list(review, few))


def _names_list(review: Review, side: Sequence[Seat]) -> str:
    return format_list((seat_or_name(review, seat) for seat in side), "the")


def _turning_cost_text(review: Review, turning: TurningPoint) -> str:
    """Return what a turning point cost, which seats it helped, and whether it missed the target."""
    played, sign = turning.played, review.start.sign
    helped = [
        _("{seat} by {number}", seat=seat_or_name(review, seat), number=decimals(abs(moved)))
        for seat, moved in zip(review.start.seats, played.moved, strict=True)
        if sign * moved > 0
    ]
    if review.start.two_sided:
        sentence = text_if(
            len(played.side) == 1, "{seats} gets {number} fewer", "{seats} get {number} fewer"
        )
        text = filled(sentence, seats=_names_list(review, played.side), number=turning.cost)
        if turning.missed_target:
            lost = review.goal is not None and review.goal.seat in played.side
            text += text_if(lost, ", which loses the bid", ", which lets the bid be made")
        return text
    text = _(
        "{seat}'s share is worse by {number}",
        seat=seat_or_name(review, played.seat),
        number=decimals(turning.cost),
    )
    if turning.missed_target and review.targets is not None:
        text += text_if(
            review.start.avoids,
            ", above the target of {number}",
            ", below the target of {number}",
            number=review.targets[played.seat],
        )
    return text + (_("; it helps {seats}", seats=format_list(helped)) if helped else "")


def seat_or_name(review: Review, seat: Seat) -> Word | Name:
    """Return the name of the player in a seat, or the seat's word if the player has no name.

    The human player of a recorded table gets the seat's word too: a review never says "you".
    """
    name = GUEST if review.names is None else review.names[seat]
    return seat_word(seat) if name == GUEST else Name(player_name(name))


def _seen_clause(played: PlayedCard) -> str:
    if played.seen is None or played.seen.is_mistake:
        return ""
    return text_if(
        played.seen.is_mistake is None,
        "; it cannot be told whether that could be seen",
        "; reasonable on what was seen",
    )


_VERDICTS = {
    True: N_("a mistake"),
    False: N_("no mistake that could be seen"),
    None: N_("cannot tell"),
}


def _seen_text(review: Review) -> Text:
    """Return how each costly card did over sampled deals that agree with what its player saw."""
    start = review.start
    sentence = N_(
        "Judged by what each player could see, over {worlds} sampled deals (points, 95 % "
        "intervals; a mistake from {least} on):"
    )
    if review.goal is not None and review.goal.claimed:
        sentence = N_(
            "Judged by what each player could see, over {worlds} sampled deals (chance of the "
            "claim, 95 % intervals; a mistake from {least} on):"
        )
    elif start.declarer is not None and start.avoids:
        sentence = N_(
            "Judged by what each player could see, over {worlds} sampled deals (chance of the "
            "misère, 95 % intervals; a mistake from {least} on):"
        )
    if review.seen_all:
        sentence = N_("All hands were known to all: this is exact (a mistake from {least} on):")
    regrets = {played.seen.least for played in review.costly if played.seen is not None}
    least = _(" or ").join(f"{regret:.2g}" for regret in sorted(regrets))
    lines = [fill(sentence, worlds=review.seen_worlds, least=least)]
    for played in review.costly:
        seen = played.seen
        more: dict[str, object] = {}
        if seen is None:
            sentence = _("trick {trick}: {seat}'s {card} not examined")
        elif seen.best == played.card:
            sentence = _("trick {trick}: {seat}'s {card} was the best card: no mistake")
        else:
            sentence = _(
                "trick {trick}: {seat}'s {card} {behind} behind {best} ({interval}): {verdict}"
            )
            more = {
                "behind": f"{seen.behind:.2f}",
                "best": card_text(seen.best),
                "interval": interval_text(seen.interval),
                "verdict": gettext(_VERDICTS[seen.is_mistake]),
            }
        lines.append(Text("  ", _played(review, played, sentence, **more)))
    return join("\n", lines)


def exchange_texts(review: Review) -> list[Text]:
    """Return a sentence for each exchange: the guarantee after it, and after a better one."""
    return [_exchange_text(review, exchange) for exchange in review.exchanges]


def _exchange_text(review: Review, exchange: ReviewedExchange) -> Text:
    sign = review.start.sign
    sentence = text_if(
        review.start.avoids,
        "{seat:The} put down {cards} and was sure of at most {number}",
        "{seat:The} put down {cards} and was sure of at least {number}",
    )
    better = sign * (exchange.guarantee - exchange.pat)
    standing = _(", the same as standing pat")
    if better > 0:
        standing = _(", {number} better than standing pat")
    elif better:
        standing = _(", {number} worse than standing pat")
    return Text(
        fill(
            sentence,
            seat=seat_or_name(review, exchange.seat),
            cards=cards_text(arranged(exchange.discards, review.start.rules), none=_("nothing")),
            number=exchange.guarantee,
        ),
        filled(standing, number=abs(better)),
        _better_text(exchange),
        ".",
    )


def _better_text(exchange: ReviewedExchange) -> Text:
    """Return the clause on the best exchange; "" if none was searched for."""
    best = exchange.best
    if best is None:
        return Text()
    if not best.lost:
        return Text(_("; nothing better could be put down"))
    discards = cards_text(best.discards, none=_("nothing"))
    if best.contract is None:
        return fill("; best was {cards}, {number} better", cards=discards, number=best.lost)
    return fill(
        "; best was {cards} with {trump} trumps, {number} better",
        cards=discards,
        trump=best.contract,
        number=best.lost,
    )


def _worlds_text(review: Review) -> str:
    """Return a note on the sampled deals: what they agree with, and which have more weight."""
    if review.start.rules.is_plain:
        return _(
            "sampled deals: they agree with his cards, the play and the counts of the exchange; "
            "those where the cards played are likelier count more"
        )
    if isinstance(review.start, PilePosition):
        return _("sampled deals: they agree with the cards that lay open by then")
    return text_if(
        review.start.declarer is not None and not review.start.avoids,
        "sampled deals: they agree with his cards and with what the others' play rules out; those "
        "where the declarer would have named his trump count more",
        "sampled deals: they agree with his cards and with what the others' play rules out",
    )


def totals_table(review: Review) -> Table:
    """Return the table of totals: what each seat was sure of, lost and got over all cards."""
    seats = review.start.seats
    figures: list[tuple[str, Sequence[object] | None]] = [
        ("guarantee", review.guarantee),
        ("lost", [*map(review.lost, seats)]),
        ("got", [*map(review.got, seats)]),
        (review.start.rules.unit if review.complete else "sure of", review.sure),
        ("target", review.targets),
        ("points", review.points and [*map(signed_text, review.points)]),
    ]
    known = [(head, values) for head, values in figures if values is not None]
    rows = [
        [
            f"{seat_letter(seat)} {seat_or_name(review, seat)}",
            *(str(values[seat]) for _head, values in known),
            decimals(review.share[seat]),
        ]
        for seat in seats
    ]
    shares = Column(None if review.start.two_sided else "share", "share")
    return Table([*columns("", *(head for head, _values in known)), shares], rows)


def _legend(review: Review) -> str:
    unit, declarer = gettext(review.start.rules.unit), review.start.declarer
    sure = text_if(
        review.start.avoids,
        "guarantee: {unit} each seat takes at most after the card, those already won included",
        "guarantee: {unit} each seat takes at least after the card, those already won included",
    )
    share = text_if(
        review.start.two_sided,
        "won: who took the trick",
        "share: a fair number of {unit} a seat; won: who took the trick",
    )
    pair = ""
    if review.start.declarers:
        others = [seat for seat in review.start.seats if declarer not in (None, seat)]
        share = _("partners: what they get together; won: who took the trick")
        if others:
            share = text_if(
                len(others) == 2,
                "{pair} are partners: theirs are what the two get together; won: who took the "
                "trick",
                "{pair} are partners: theirs are what they get together; won: who took the trick",
            )
        pair = format_list(others, "the")
    lines = [
        filled(sure, unit=unit),
        filled(share, unit=unit, pair=pair),
        _(
            "loss: what the card cost its player; kept by: cards that would have cost him nothing; "
            "gave: what it gave the others; {sum}",
            sum=_sum_text(review),
        ),
    ]
    best = [exchange.best for exchange in review.exchanges if exchange.best is not None]
    if any(choice.others_follow for choice in best):
        lines.append(_("The best exchange is that before the later seats exchange."))
    if review.seen_worlds is not None and review.costly and not review.seen_all:
        lines.append(_worlds_text(review))
    if review.start.ace_low:
        lines.append(_("The ace is low."))
    if not review.complete:
        lines.append(_("The record stops before the end of the deal."))
    if review.first_trick > 1:
        lines.append(_("Reviewed from trick {number} on.", number=review.first_trick))
    return "\n".join(lines)


def _sum_text(review: Review) -> str:
    worse, better = ("+", "−") if review.start.avoids else ("−", "+")
    end = pgettext("column", review.start.rules.unit if review.complete else "sure of")
    partners = max(len(played.side) for played in review.cards)
    sentence = _("guarantee {worse} lost (by all partners) {better} got = {end}")
    if partners <= 2:
        sentence = text_if(
            partners == 2,
            "guarantee {worse} lost (by both partners) {better} got = {end}",
            "guarantee {worse} lost {better} got = {end}",
        )
    return filled(sentence, worse=worse, better=better, end=end)


_SEEN = record(
    "best behind interval",
    field("confidence: Of the interval.", CHANCE, lambda seen: CONFIDENCE),
    "mistake=is_mistake least worlds",
    of=SeenCard,
    columns="behind=seen_behind interval=seen best=seen_best",
)

REVIEWED_CARD = record(
    "number trick seat card before after share=share_after taken_by loss seen gave kept",
    "losses",
    of=PlayedCard,
    columns="number trick seat card before after loss gave kept share taken_by",
)

record(
    "number=played.number: The number of the card.",
    "cost moved=played.moved missed_target line tricks",
    of=TurningPoint,
)
record(
    "discards guarantee recorded cost=lost contract?",
    of=BestExchange,
)
record(
    "seat discards guarantee standing_pat=pat best?",
    of=ReviewedExchange,
)

_BID = record(
    field("name=bid: The bid: a number of points, general, or a misère.", TEXT),
    field(
        "made: Whether it is made where the record stops, against any play that is left.",
        FLAG,
        lambda review: review.bid_makes(review.sure),
    ),
    field(
        "turned_by: The numbers of the cards that lost it or let it be made.",
        list_of(integer(1)),
        lambda review: [played.number for played in review.bid_turned],
    ),
)

REVIEWED = record(
    "contract=start.contract",
    ace_low("start.ace_low"),
    *unit_fields(
        "start",
        unit=", in games for the points of cards: all numbers of tricks a seat takes are points",
        worth=" from the start of the review on",
        declarer=" A partner's numbers are what the two get together, and shares are what a side "
        "is sure of.",
    ),
    "leader=start.leader: Who led to the first trick reviewed.",
    "tricks=start.tricks: Tricks from there on.",
    "first_trick complete guarantee share sure",
    field(
        "lost: Tricks of its guarantee that each seat's own cards cost it.",
        TRICKS,
        lambda review: map(review.lost, review.start.seats),
    ),
    field(
        "got: Tricks that the others' cards gave it.",
        TRICKS,
        lambda review: map(review.got, review.start.seats),
    ),
    "names targets",
    field(
        "bid?: What came of the bid; there only for a whole deal of a game in which numbers are "
        "bid.",
        _BID,
        lambda review: None if review.bid is None else review,
    ),
    "points seen_worlds",
    field(
        "mistakes: With --seen: numbers of the cards that were wrong on what their players could "
        "see; else null.",
        nullable(list_of(COUNT)),
        lambda review: (
            None if review.seen_worlds is None else [played.number for played in review.mistakes]
        ),
    ),
    "turning_points exchange=exchanges cards",
    of=Review,
)
"""The fields of a review, without those that say where its deal comes from."""

REVIEW = record(
    DEAL,
    *REVIEWED.fields,
    maybe(
        "why: With --why: what the player of each costly card is held to after it rests on; left "
        "out are cards of the last trick and those that there was no time for.",
        list_of(COSTLY),
    ),
    name="review",
    title="manni review --json",
    doc="What each card of a played deal cost, one line per deal. Tricks are those of the whole "
    "record: already won plus guaranteed from there on, at least so many, in NULLO at most.",
)


def played_table(review: Review) -> Table:
    """Return the table for programs, one row for each card."""
    seats = review.start.seats
    seen = fields(_SEEN, " ".join(_SEEN.columns))
    parts = [
        *fields(REVIEWED_CARD, " ".join(REVIEWED_CARD.columns), seats=seats),
        *(column.within(lambda played: played.seen) for column in seen),
    ]
    return table_of(parts, review.cards)
