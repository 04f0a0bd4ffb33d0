"""Sentences for the player at the table: events, questions, the score, advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import Contract, Seat, contract_words, seats_from, suit_of, suit_ranks
from ..deal import Deal
from ..i18n import (
    Name,
    _,
    amount,
    filled,
    format_list,
    format_number,
    gettext,
    seat_word,
    text_if,
)
from ..moments import tag_text
from ..notation import parse_cards
from ..position import Position
from ..report.advice import report_of
from ..report.sheet import player_name, signed_text, to_number
from ..report.text import (
    AnyText,
    Table,
    Text,
    call_in_words,
    card_text,
    contract_in_words,
    fill,
    hand_text,
    join,
    piles_text,
    suit_text,
)
from ..rules.auction import Bid, Call, bid_text, rungs_text
from ..rules.scoring import Scoring, Targets
from . import steps
from .advice import Advice, Answer, RuleAnswer
from .deal import TAKEN_TAG, DealTable
from .game import DealBegins, names_at, sides_in_order


def name_at_table(table: DealTable, seat: Seat) -> Name:
    """Return the name of a seat's player, by where the human player sees him sit.

    The name is the same through a whole game, in which the seats change.
    """
    assert table.own is not None
    names = names_at(table.variant)
    return Name(player_name(names[(seat - table.own) % len(names)]))


def side_name_at_table(table: DealTable, side: Sequence[Seat]) -> Name:
    """Return the names of the players of one side."""
    return Name(format_list(name_at_table(table, seat) for seat in side))


def takeback_text(deal: Deal | None) -> AnyText:
    """Return the cards that the player of a recorded deal took back, "" if there are none."""
    cards = parse_cards(tag_text(deal, TAKEN_TAG))
    return fill("Taken back: {cards}.", cards=cards) if cards else ""


def describe_event(event: steps.Event, table: DealTable) -> AnyText:
    """Return an event as a sentence to the player at this table, "" if it needs none."""

    def by(seat: Seat, you: str, other: str, **words: object) -> Text:
        return fill(you if seat is table.own else other, seat=name_at_table(table, seat), **words)

    match event:
        case steps.FaceUp(cards):
            return fill("Face up: {cards}", cards=cards)
        case steps.Called(seat, None):
            return by(seat, "You pass.", "{seat} passes.")
        case steps.Called(seat, Call() as call):
            return by(
                seat,
                "You name {call:object}.",
                "{seat} names {call:object}.",
                call=contract_words(*call),
            )
        case steps.Called(seat, bid):
            return by(seat, "You bid {bid}.", "{seat} bids {bid}.", bid=str(bid))
        case steps.Declares(seat, bid):
            return by(seat, "You declare: {bid}.", "{seat} declares: {bid}.", bid=bid_text(bid))
        case steps.Claims(seat, bid):
            return by(
                seat,
                "You claim {bid}, every trick.",
                "{seat} claims {bid}, every trick.",
                bid=bid_text(bid),
            )
        case steps.PassedOut():
            return _("All have passed: the cards are dealt again.")
        case steps.Exchanged(seat, cards):
            if seat is table.own:
                return _put_down(cards, table)
            return fill(
                text_if(cards, "{seat} exchanges {cards}.", "{seat} exchanges no card."),
                seat=name_at_table(table, seat),
                cards=amount(len(cards), "cards"),
            )
        case steps.TakesUp(seat, cards):
            return by(
                seat,
                "You put away {cards}.",
                "{seat} takes up the {pile} and puts away {number}.",
                cards=cards,
                number=amount(len(cards), "cards"),
                pile=gettext(table.variant.pile),
            )
        case steps.Lays(seat, hand):
            return by(
                seat,
                "You lay your hand open: {hand}",
                "{seat} lays the hand open: {hand}",
                hand=hand_text(hand, table.rules),
            )
        case steps.Plays(seat, card):
            return by(seat, "You play {card}.", "{seat} plays {card}.", card=card)
        case steps.Takes(seat, won):
            return by(
                seat,
                "You take the trick: {tricks}.",
                "{seat} takes the trick: {tricks}.",
                tricks=_by_name(table, table.with_partners(won)),
            )
        case steps.ContractMade():
            return _describe_contract(table)
        case steps.Scored():
            return "\n".join(map(str, _describe_score(event, table)))
        case DealBegins(_table, game) if game is not None:
            return text_if(
                game.dealer,
                "Deal {number}: {dealer} deals.",
                "Deal {number}: You deal.",
                number=game.number,
                dealer=player_name(game.names[game.dealer]),
            )
    return ""


def _by_name(table: DealTable, values: Sequence[object]) -> str:
    """Return the value of each side after its names, the player's side first."""
    return ", ".join(
        f"{side_name_at_table(table, side)} {values[side[0]]}" for side in sides_in_order(table)
    )


def deal_lines(table: DealTable) -> list[AnyText]:
    """Return what the player sees once the cards are dealt.

    The lines give his hand, the seats of the others, the hands that lie open and the cut card.
    """
    cut, player = table.deal.cut, table.own
    assert player is not None
    hand = seen_text(table, player)
    lines: list[AnyText] = [fill("You are {seat}: {hand}", seat=player, hand=hand)]
    others = seats_from(player)[1:]
    lines.append(
        ", ".join(f"{name_at_table(table, seat)}{_(': ')}{seat_word(seat)}" for seat in others)
    )
    lines += open_lines(table)
    if cut is not None:
        name = gettext(table.variant.cut_card)
        lines.append(
            fill(
                "{card} is the {cut_card}, which the dealer holds.",
                card=cut,
                cut_card=name,
            )
        )
    return lines


def open_lines(table: DealTable) -> list[AnyText]:
    """Return the hands of others that lie open, as they are now."""
    return [
        fill("Open, {seat}: {hand}", seat=name_at_table(table, seat), hand=seen_text(table, seat))
        for seat in table.variant.seats
        if seat is not table.own and table.visible_hand(seat)
    ]


def seen_text(table: DealTable, seat: Seat) -> AnyText:
    """Return the cards of a seat that the player sees; of piles also how many lie under each."""
    if not table.piles:
        return hand_text(table.visible_hand(seat) or 0, table.rules)
    return piles_text(table.piles[seat])


def _put_down(cards: Sequence[int], table: DealTable) -> AnyText:
    """Return which cards the player has put down, and which he has drawn for them."""
    assert table.own is not None
    if not cards:
        return _("You put down nothing.")
    drawn = [card for card in table.deal.manni if table.hands[table.own] >> card & 1]
    return fill("You put down {cards} and draw {drawn}.", cards=cards, drawn=drawn)


def _describe_contract(table: DealTable) -> AnyText:
    """Return the contract and what made it, for a player who does not know the game."""
    deal, variant = table.deal, table.variant
    contract, cut, declarer = deal.contract, deal.cut, deal.declarer
    assert contract is not None
    name = contract_in_words(contract, deal.great, table.rules.ace_low)
    sentence: AnyText = _("The contract is {contract}.", contract=name)
    if variant.cuts and cut is not None:
        sentence = fill(
            "The {cut_card} {card} makes it {contract}.",
            cut_card=gettext(variant.cut_card),
            card=cut,
            contract=name,
        )
    elif variant.rules.unit == "points":
        sentence = _("There is no trump.")
        if contract.trump is not None:
            sentence = fill("{suit} is trump.", suit=suit_text(contract.trump, ""))
    elif declarer is not None:
        sentence = text_if(
            declarer is not table.own,
            "{seat} plays {contract} against the others.",
            "You play {contract} against the others.",
            seat=name_at_table(table, declarer),
            contract=name,
        )
    elif variant.fixed_contract(1, None) is not variant.fixed_contract(2, None):
        sentence = _("The contract changes from deal to deal: now it is {contract}.", contract=name)
    if contract.avoids and variant.has_targets:
        return join(" ", [sentence, _("In nullo one takes as few tricks as possible.")])
    return sentence


def describe_outlook(table: DealTable) -> str:
    """Return how many points are still needed, "" if the aim is not a number of points."""
    outlook = table.outlook()
    if outlook is None:
        return ""
    seat, (least, most), out = outlook
    mine = seat is table.own
    if most <= 0:
        sentence = text_if(mine, "you have what you need", "{seat} has what he needs")
    elif least > out[1]:
        sentence = text_if(mine, "you cannot reach it any more", "{seat} cannot reach it any more")
    else:
        sentence = text_if(mine, "you need {number} more", "{seat} needs {number} more")
    sentence = filled(
        sentence, seat=name_at_table(table, seat), number=_between(max(0, least), most)
    )
    return f"{sentence}, " + _("{number} are still out", number=_between(*out))


def _between(low: int, high: int) -> str:
    return str(low) if low == high else _("{low} to {high}", low=low, high=high)


def _describe_score(scored: steps.Scored, table: DealTable) -> list[str]:
    lines, sides = [], sides_in_order(table)
    marks = not table.variant.has_targets
    bad = marks and table.variant.scoring.marks_are_bad
    most = (min if bad else max)(scored.points)
    best = [side for side in sides if scored.points[side[0]] == most]
    if scored.made is not None:
        declarer, bid = table.deal.declarer, table.deal.bid
        assert declarer is not None
        assert bid is not None
        if declarer is table.own:
            makes = text_if(scored.made, "You make {bid}.", "You do not make {bid}.")
        else:
            makes = text_if(scored.made, "{seat} makes {bid}.", "{seat} does not make {bid}.")
        lines.append(filled(makes, seat=name_at_table(table, declarer), bid=bid_text(bid)))
    elif best == [sides[0]]:
        lines.append(_("You win the deal."))
    elif len(best) == 1:
        wins = text_if(len(best[0]) == 1, "{seat} wins the deal.", "{seat} win the deal.")
        lines.append(filled(wins, seat=side_name_at_table(table, best[0])))
    elif len(best) == len(sides):
        lines.append(_("Nobody wins the deal."))
    else:
        names = format_list(name_at_table(table, seat) for side in best for seat in side)
        lines.append(_("The deal is shared: {names}.", names=names))
    points = _by_name(table, list(map(to_number if marks else signed_text, scored.points)))
    if not marks:
        return [*lines, _("Points: {points}.", points=points)]
    return [*lines, text_if(bad, "Penalty points: {points}.", "Marked: {points}.", points=points)]


def describe_question(asks: steps.Asks, table: DealTable) -> AnyText:
    """Return what the player may do now, for a player who has read no rules."""
    variant = table.variant
    pile = gettext(variant.pile)
    match asks:
        case steps.AsksCall(_, auction):
            what = _("You may name a contract and play it against the others, or pass.")
            if None not in auction.legal():
                what = text_if(
                    len(auction.steps) > 1,
                    "You are to name a contract, to play against the others. They may "
                    "outbid it with a great one.",
                    "You are to name a contract, which you play against the others.",
                )
            return f"{what} {_needed(variant.scoring)}".strip()
        case steps.AsksBid(_, bidding):
            if bidding.standing is None:
                rungs = rungs_text([bid for bid in bidding.legal() if bid is not None])
                return _(
                    "Bid how many points you will take ({bids}), or pass. The highest bid is "
                    "played against the others.",
                    bids=rungs,
                )
            return _("{bid} is bid: bid more, or pass.", bid=bidding.standing)
        case steps.AsksAway():
            return _(
                "You have taken up the {pile}. Choose {cards} to put away.",
                pile=pile,
                cards=amount(len(asks.pile), "cards"),
            )
        case steps.AsksExchange(_, state):
            most = state.sizes()[-1]
            if state.rule.all_or_nothing:
                return _("You may change your whole hand for the {pile}.", pile=pile)
            return _(
                "Choose up to {cards} to put down. You draw as many from the {pile}, the cards "
                "that lie aside.",
                pile=pile,
                cards=amount(most, "cards"),
            )
        case steps.AsksTrump():
            return _("Name the trump.")
        case steps.AsksClaim(_, _contract, bid):
            return _("Claim {bid} if you will take every trick, else pass.", bid=bid_text(bid))
        case steps.AsksCard(seat, position):
            return _describe_card(position, position.open_cards(seat))
    return ""


def _needed(scoring: object) -> str:
    """Return how many tricks a declarer needs."""
    if not isinstance(scoring, Scoring) or not isinstance(scoring.plain, Targets):
        return ""
    sentence = [_("As declarer you need {tricks}.", tricks=_tricks(scoring.plain))]
    if isinstance(scoring.great, Targets):
        sentence.append(_("In a great contract you need {tricks}.", tricks=_tricks(scoring.great)))
    if isinstance(scoring.nullo, Targets):
        sentence.append(_("In nullo you may take {tricks}.", tricks=_tricks(scoring.nullo)))
    return " ".join(sentence)


def _tricks(targets: Targets) -> str:
    return f"{amount(targets.declarer, 'tricks'):object}"


def _describe_card(position: Position, hand: int) -> AnyText:
    legal = position.legal()
    if not position.table:
        return _("You lead: play any card.")
    suit = suit_of(position.table[0])
    if len(legal) == hand.bit_count():
        if all(suit_of(card) == suit for card in legal):
            return _("Play any card.")
        return fill("You have no {suit}: play any card.", suit=suit_text(suit, ""))
    if all(suit_of(card) == suit for card in legal):
        if len(legal) == suit_ranks(hand, suit).bit_count():
            return fill("Follow suit: play a {suit}.", suit=suit_text(suit, ""))
        return _("You have to play higher, if you can.")
    return _("You have to ruff, and to go over a trump that lies there if you can.")


# At the table ------------------------------------------------------------------------


class AdviceView(NamedTuple):
    """Advice at the table: what to do as a sentence and as an answer, the choices as a table.

    The ``notes`` say what the advice rests on. The ``worths`` are short texts of values, to be
    shown on a card or beside a call.
    """

    sentence: Text
    answer: Answer
    table: Table | None = None
    notes: Text = Text()
    worths: Sequence[tuple[Answer, str]] = ()


def advice_view(answer: Advice) -> AdviceView:
    """Return advice, or the choice of the rule of thumb, as a player at the table reads it."""
    if isinstance(answer, RuleAnswer):
        by_thumb = fill("By rule of thumb: {answer}.", answer=answer_text(answer.answer))
        return AdviceView(by_thumb, answer.answer)
    report = report_of(answer)
    sentence, notes = report.sentence, report.every_note
    if report.brief is not None:  # the notes have the figures, for a player who asks why
        sentence, notes = report.brief, [sentence, *notes]
    table = report.table if report.rows else None
    measure = answer.measure
    form = measure.behind if measure.is_chance else measure.points.replace("+.2f", "+z.1f")
    worths = [(choice, format_number(format(value, form))) for choice, value in report.worths]
    return AdviceView(Text(sentence), report.done, table, join("\n", notes), worths)


def answer_text(answer: Answer) -> AnyText:
    """Return an answer in words."""
    match answer:
        case bool():
            return text_if(answer, "claim every trick", "no claim")
        case Contract():
            return contract_in_words(answer)
        case Bid():
            return str(answer)
        case Call() | None:
            return call_in_words(answer)
        case int():
            return card_text(answer)
    return fill("put down {cards}", cards=answer) if answer else _("put down nothing")
