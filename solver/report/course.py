"""What happens at the table, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from solver.cards import Seat
from solver.report.cards import (
    call_text,
    card_text,
    cards_text,
    contract_name,
    hand_text,
    suit_text,
)
from solver.report.sheet import plain, player_name, signed
from solver.report.text import AnyText, Text, fill
from solver.rules.bidding import PASS
from solver.table.deal import Table
from solver.table.game import Begins, ByThumb, NothingGiven
from solver.table.steps import (
    Agreed,
    Called,
    Claims,
    Declares,
    Event,
    Exchanged,
    FaceUp,
    HasBid,
    Lays,
    PassedOut,
    Plays,
    Scored,
    Takes,
)
from solver.words import _, amount, gettext, pgettext, seat_word


def noted(event: ByThumb | NothingGiven) -> str:
    """Return what there is to know of a game before its first deal."""
    if isinstance(event, ByThumb):
        return _("The computer plays by the rule of thumb: {why}.").format(why=event.why)
    return _("What the players give each other between the deals is left out here.")


def told(event: Event, table: Table) -> AnyText:
    """Return an event as the player is told it who sits at this table."""
    match event:
        case FaceUp(cards):
            return fill(_("Face up: {cards}"), cards=cards_text(cards))
        case Called(seat, call):
            return f"{name_at(table, seat)}: {call_text(call)}"
        case HasBid(seat, name):
            return f"{name_at(table, seat)}: {call_text(None) if name == PASS else name}"
        case Declares(seat, bid):
            return _("{seat} declares: {bid}.").format(seat=seat_word(seat), bid=bid)
        case Claims(seat, bid):
            return _("{seat} claims {bid}, every trick.").format(seat=seat_word(seat), bid=bid)
        case PassedOut():
            return _("All have passed: the cards are dealt again.")
        case Exchanged(seat, cards):
            return _exchanged(seat, cards, seat is table.own)
        case Lays(seat, hand):
            lays = _("You lay your hand open: {hand}")
            if seat is not table.own:
                lays = _("{seat} lays the hand open: {hand}")
            return fill(lays, seat=seat_word(seat), hand=hand_text(hand, table.rules))
        case Plays(seat, card):
            return Text(f"{name_at(table, seat)}: ", card_text(card))
        case Takes(seat, won):
            takes = _("You take the trick: {tricks}.")
            if seat is not table.own:
                takes = _("{seat} takes the trick: {tricks}.")
            tricks = ", ".join(f"{seat_word(each)} {won[each]}" for each in Seat)
            return takes.format(seat=seat_word(seat), tricks=tricks)
        case Agreed():
            return _contract_told(table)
        case Scored():
            return "\n".join(_score_told(event, table))
        case Begins(_table, game) if game is not None:
            deals = _("Deal {number}: You deal.")
            if game.dealer:
                deals = _("Deal {number}: {dealer} deals.")
            dealer = player_name(game.names[game.dealer])
            return deals.format(number=game.number, dealer=dealer)
    return ""


def name_at(table: Table, seat: Seat) -> str:
    """Return what the player is told of who sits there."""
    return pgettext("player", "You") if seat is table.own else seat_word(seat)


def dealt_lines(table: Table) -> list[AnyText]:
    """Return what the player sees once the cards are dealt: his hand, and the cut card."""
    dealing, own = table.dealing, table.own
    assert own is not None
    hand = hand_text(dealing.hands[own], table.rules)
    lines: list[AnyText] = [fill(_("You are {seat}: {hand}"), seat=seat_word(own), hand=hand)]
    if dealing.cut is not None:
        name = gettext(table.variant.cut_card)
        cut = _("{card} is the {cut_card}, which the dealer holds.")
        lines.append(fill(cut, card=card_text(dealing.cut), cut_card=name))
    return lines


def _exchanged(seat: Seat, cards: Sequence[int], is_own: bool) -> AnyText:
    if is_own:
        if cards:
            return fill(_("You put down {cards}."), cards=cards_text(cards))
        return _("You put down nothing.")
    if not cards:
        return _("{seat} exchanges no card.").format(seat=seat_word(seat))
    number = amount(len(cards), "cards")
    return _("{seat} exchanges {cards}.").format(seat=seat_word(seat), cards=number)


def _contract_told(table: Table) -> AnyText:
    """Return what is said of the contract that is played."""
    contract = table.contract
    assert contract is not None
    if table.variant.rules.unit == "points":
        if contract.trump is None:
            return _("There is no trump.")
        return fill(_("{suit} is trump."), suit=suit_text(contract.trump, ""))
    name = contract_name(contract, table.great, table.rules.ace_low)
    return _("The contract is {contract}.").format(contract=name)


def _score_told(scored: Scored, table: Table) -> list[str]:
    lines = []
    if scored.made is not None:
        assert table.declarer is not None
        if table.declarer is table.own:
            makes = _("You make {bid}.") if scored.made else _("You do not make {bid}.")
        else:
            makes = _("{seat} makes {bid}.") if scored.made else _("{seat} does not make {bid}.")
        lines.append(makes.format(seat=seat_word(table.declarer), bid=table.bid))
    if table.variant.has_targets:
        points = ", ".join(f"{seat_word(each)} {signed(scored.points[each])}" for each in Seat)
        return [*lines, _("Points: {points}.").format(points=points)]
    marks = ", ".join(f"{seat_word(each)} {plain(scored.points[each])}" for each in Seat)
    return [*lines, _("Marked: {points}.").format(points=marks)]
