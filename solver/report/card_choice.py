"""Advice on the card to play: a sentence, a table, fields."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from solver.advice.answer import CardAdvice, PlayAdvice
from solver.advice.reason import Fact, Reason
from solver.cards import hand_of
from solver.described import (
    CARD,
    CARDS,
    CHANCE,
    COUNT,
    FLAG,
    HAND,
    LEFT_OUT,
    POINTS,
    TEXT,
    WORLDS,
    Field,
    Kind,
    by_seat,
    field,
    list_of,
    nullable,
    one_of,
    record,
    within,
)
from solver.report.advice import (
    CLOSE_OF_CARDS,
    MATTERS_OF_CARDS,
    answer_fields,
    answer_text,
    certainty_notes,
    choice_fields,
    compared,
    holds_text,
    told_apart,
    verdict,
)
from solver.report.cards import card_text, cards_text, contract_name, hand_text
from solver.report.columns import Shown, shown, table_of
from solver.report.credit import BELIEF
from solver.report.known import KNOWN
from solver.report.text import AnyText, Table, Text, fill, join
from solver.words import N_, NP_, _, gettext, seat_word


def play_sentence(answer: PlayAdvice) -> Text:
    """Return which card to play, what is about as good, what is clearly worse, and why."""
    reason = [] if answer.reason is None else [_reason(answer.best.card, answer.reason)]
    return join(" ", [_chosen(answer), *reason])


def _reason(card: int, reason: Reason) -> Text:
    """Return why a card and not the next best."""
    return fill(
        gettext(_REASONS[reason.fact]),
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


def _chosen(answer: PlayAdvice) -> Text:
    """Return which card to play, what is about as good and what is clearly worse."""
    what = fill(_("Play {card}."), card=card_text(answer.best.card))
    if len(answer.cards) == 1:
        only = [_("Nothing else may be played.")] * (len(answer.best.equals) == 1)
        return join(" ", [what, *only])
    others = answer.cards[1:]
    if answer.view.variant.has_targets:
        return verdict(
            what, [(card_text(choice.card), choice.behind, choice.told_apart) for choice in others]
        )
    if answer.by_chance:
        what = join(" ", [what, _made(answer).format(percent=f"{answer.best.reached:.0%}")])
        behind = [
            (card_text(choice.card), 100 * choice.behind, choice.told_apart) for choice in others
        ]
        return verdict(what, behind, percent=True, least=1, close=5)
    behind = [(card_text(choice.card), choice.behind, choice.told_apart) for choice in others]
    return verdict(what, behind, least=MATTERS_OF_CARDS, close=CLOSE_OF_CARDS)


def _made(answer: PlayAdvice) -> str:
    if answer.view.seat is answer.view.declarer:
        return _("The bid is made in {percent} of the deals.")
    return _("The bid is beaten in {percent} of the deals.")


def play_table(answer: PlayAdvice) -> Table:
    """Return the cards that may be played, best first, one row each."""

    def is_best(choice: CardAdvice) -> bool:
        return choice is answer.best

    in_points = answer.view.variant.has_targets
    parts = [
        shown(
            _CARD,
            "equals",
            "card",
            says=lambda choice: cards_text((choice.card, *_others(choice))),
            left=True,
        ),
        *compared(
            _CARD,
            is_best,
            head="points" if in_points else answer.view.rules.unit,
            sign="+" * in_points,
            digits=2 if in_points else 1,
            behind_sign="+" * in_points,
            percent=answer.by_chance,
        ),
        *_chance(answer),
        shown(_CARD, "best_in", NP_("column", "best in"), text=lambda part: f"{part:.0%}"),
        told_apart(_CARD, is_best),
    ]
    return table_of(parts, answer.cards)


def _chance(answer: PlayAdvice) -> list[Shown]:
    """Return the column of the chance of what is wanted, none where that is only points."""
    if answer.best.reached is None:
        return []
    few = answer.view.avoids
    head = f"{'≤' if few else '≥'}{answer.target}"
    name = "at_most_target" if few else "at_least_target"
    if answer.view.standing is not None:
        made = answer.view.seat is answer.view.declarer
        head, name = NP_("column", "beaten"), "bid_beaten"
        if made:
            head, name = NP_("column", "bid made"), "bid_made"
    return [shown(_CARD, "reached", head, text=lambda part: f"{part:.0%}", name=name)]


def _others(choice: CardAdvice) -> tuple[int, ...]:
    return tuple(card for card in choice.equals if card != choice.card)


def play_text(answer: PlayAdvice) -> Text:
    """Return the advice: what to play, what was seen, the table and how sure it is."""
    return answer_text(play_sentence(answer), _title(answer), play_table(answer), _notes(answer))


def _title(answer: PlayAdvice) -> Text:
    view = answer.view
    contract = contract_name(view.contract, view.great, view.ace_low)
    if view.bid is not None and view.declarer is not None:
        claims = view.rules.claimed
        told = _("{seat} has claimed {bid}") if claims else _("{seat} has bid {bid}")
        contract += ", " + told.format(seat=seat_word(view.declarer), bid=view.bid)
    parts = [holds_text(view.variant, view.seat, hand_text(view.left, view.rules), contract)]
    for seat in view.open_seats:
        left = hand_text(view.laid[seat] & ~hand_of(view.played), view.rules)
        parts.append(fill(_("{seat} openly {hand}"), seat=seat_word(seat), hand=left))
    if view.record.table:
        parts.append(fill(_("on the table {cards}"), cards=cards_text(view.record.table)))
    return join(", ", parts)


def _notes(answer: PlayAdvice) -> list[AnyText]:
    rest = _told(answer) if answer.view.rules.is_plain else _told_of_points(answer)
    notes = [_legend(answer), rest]
    thumb = fill(_("The rule of thumb plays {card}."), card=card_text(answer.thumb))
    return [*notes, *certainty_notes(answer, answer.cards[1:]), thumb]


def _legend(answer: PlayAdvice) -> str:
    """Return what the columns are."""
    view = answer.view
    counted = _("{unit}: what the seat takes in the whole deal.")
    if view.variant.has_targets:
        counted = _("points: those of the whole deal, on average.")
    elif len(view.side) > 1:
        counted = _("{unit}: what it takes with its partner in the whole deal.")
    told = [counted.format(unit=gettext(view.rules.unit))]
    if view.avoids and not view.variant.has_targets:
        told.append(_("Few are wanted."))
    told.append(_("behind: how much worse than the best card."))
    for column in _chance(answer) if view.standing is None else []:
        told.append(
            _("{column}: how often the seat takes so many.").format(column=column.columns[0].head)
        )
    told.append(_("best in: how often no card does better."))
    return " ".join(told)


def _told(answer: PlayAdvice) -> str:
    """Return what the figures of a plain game rest on."""
    told = _("Over {deals} deals that agree with what was seen, played out by the rule of thumb.")
    if answer.is_every:
        told = _(
            "Over all {deals} deals that agree with what was seen, played out by the rule of "
            "thumb: no sample, so that chance has no part in the figures."
        )
    elif _counts_as_fewer(answer):
        told = _(
            "Over {deals} deals that agree with what was seen (effective sample size {effective}), "
            "played out by the rule of thumb."
        )
    return told.format(deals=f"{answer.worlds:,}", effective=f"{answer.effective:,.0f}")


def _counts_as_fewer(answer: PlayAdvice) -> bool:
    """Return whether clearly fewer independent deals would tell as much."""
    return answer.effective < 0.95 * answer.worlds


def _told_of_points(answer: PlayAdvice) -> str:
    """Return what the figures of a game with points for cards rest on."""
    if answer.view.knows_all:
        rest = _("All hands are open: this is what each card is worth, solved.")
    elif not answer.solved:
        rest = _told(answer)
    elif answer.belief is None:
        rest = _(
            "Over {deals} deals that agree with what was seen, all equally likely, each solved as "
            "if all cards were open."
        )
    elif _counts_as_fewer(answer):
        rest = _(
            "Over {deals} deals that agree with what was seen, likelier where the declarer would "
            "have named this trump (effective sample size {effective}), each solved as if all "
            "cards were open."
        )
    else:
        rest = _(
            "Over {deals} deals that agree with what was seen, likelier where the declarer would "
            "have named this trump, each solved as if all cards were open."
        )
    deals, effective = f"{answer.worlds:,}", f"{answer.effective:,.0f}"
    return rest.format(deals=deals, effective=effective)


_CARD = record(
    field("card", CARD),
    field("equals", CARDS, "The card and those equal to it."),
    *choice_fields(
        behind="How much worse than the best card: in points, or if by_chance in the chance that "
        "the bid goes the seat's way (0.1 is one world of ten)."
    ),
    field(
        "reached",
        nullable(CHANCE),
        "The chance that the seat makes the target, or that the bid goes its way; null where more "
        "is simply better.",
    ),
    field("best_in", CHANCE, "The part of the worlds in which no card does better."),
    field(
        "rollout",
        nullable(POINTS),
        "The points by play to the end by the rule of thumb; null if worlds were solved instead.",
    ),
    field(
        "open_cards", nullable(POINTS), "The points with open cards; null if no world was solved."
    ),
    columns="equals=card reached=at_least_target best_in",
)


def _with_points(key: str, kind: Kind, doc: str, of: str | Callable[[Any], Any]) -> Field:
    """Return a field that is there only where cards have points."""
    get = attrgetter(of) if isinstance(of, str) else of
    return field(
        key,
        kind,
        doc,
        lambda answer: LEFT_OUT if answer.view.variant.has_targets else get(answer),
        optional=True,
    )


PLAY_ADVICE = record(
    _with_points(
        "unit",
        one_of("points", "tricks"),
        "What points are where cards have points; absent in the plain games.",
        "view.rules.unit",
    ),
    _with_points(
        "bid",
        nullable(TEXT),
        "What the declarer is to make, null if not known. Given with unit.",
        "view.bid",
    ),
    _with_points(
        "shown", CARDS, "The cards of the surprise that lay face up. Given with unit.", "view.shown"
    ),
    _with_points(
        "laid",
        by_seat(HAND, every=False),
        "The hands of the others that lie open on the table, as they were at the first lead. Given "
        "with unit.",
        lambda advice: [
            None if hand is None else (hand, advice.view.rules.written)
            for hand in advice.view.open_hands
        ],
    ),
    _with_points(
        "by_chance",
        FLAG,
        "Whether cards are ranked, and behind is reckoned, by the chance of the bid. Given with "
        "unit.",
        "by_chance",
    ),
    *within("view", KNOWN),
    field(
        "held",
        HAND,
        "What is left of the hand.",
        lambda advice: (advice.view.left, advice.view.rules.written),
    ),
    field("played", CARDS, "The cards played so far, in order.", "view.played"),
    *answer_fields(),
    BELIEF,
    field("solved", WORLDS, "Of the worlds, those that were solved with open cards."),
    field(
        "every",
        FLAG,
        "Whether the worlds are all that agree with what was seen: then nothing is left to chance.",
        "is_every",
    ),
    field(
        "target",
        nullable(COUNT),
        "The tricks or points whose chance is given: so many or more, where few are wanted or "
        "fewer; null where there is no such number.",
    ),
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
    field("thumb", CARD, "What the rule of thumb plays."),
    field("cards", list_of(_CARD), "The cards that may be played, best first."),
    name="play",
    title="manni advise card --json",
    doc="Advice on the card to play to a seat that sees its own hand and the play so far, over "
    "sampled worlds. Points are the seat's, for the whole deal: in plain games those of the score, "
    'in games with points for cards ("unit") what it takes with its partner.',
)
