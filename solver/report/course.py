"""What happens at the table, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.cards import Seat, suit_of, suit_ranks
from solver.position import Position
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
    AsksAway,
    AsksBid,
    AsksCall,
    AsksCard,
    AsksClaim,
    AsksExchange,
    AsksTrump,
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
    Question,
    Scored,
    Takes,
    TakesUp,
)
from solver.words import _, amount, gettext, pgettext, seat_word


def noted(event: ByThumb | NothingGiven) -> str:
    """Return what there is to know of a game before its first deal."""
    if isinstance(event, ByThumb):
        return _("The computer plays by the rule of thumb: {why}.").format(why=event.why)
    return _("What the players give each other between the deals is left out here.")


Naming = Callable[[Seat], str]
"""What somebody is called who sits in a seat."""


def told(event: Event, table: Table, called: Naming = seat_word) -> AnyText:
    """Return an event as the player is told it who sits at this table.

    ``called`` is what the others are called, by default what their seats are.
    """

    def name_at(seat: Seat) -> str:
        return pgettext("player", "You") if seat is table.own else called(seat)

    match event:
        case FaceUp(cards):
            return fill(_("Face up: {cards}"), cards=cards_text(cards))
        case Called(seat, call):
            return f"{name_at(seat)}: {call_text(call)}"
        case HasBid(seat, name):
            return f"{name_at(seat)}: {call_text(None) if name == PASS else name}"
        case Declares(seat, bid):
            declares = _("You declare: {bid}.")
            if seat is not table.own:
                declares = _("{seat} declares: {bid}.")
            return declares.format(seat=called(seat), bid=bid)
        case Claims(seat, bid):
            claims = _("You claim {bid}, every trick.")
            if seat is not table.own:
                claims = _("{seat} claims {bid}, every trick.")
            return claims.format(seat=called(seat), bid=bid)
        case PassedOut():
            return _("All have passed: the cards are dealt again.")
        case Exchanged(seat, cards):
            return _exchanged(called(seat), cards, seat is table.own)
        case TakesUp(seat, cards):
            away = _("You put away {cards}.")
            if seat is not table.own:
                away = _("{seat} takes up the {pile} and puts away {number}.")
            number = amount(len(cards), "cards")
            pile = gettext(table.variant.pile)
            return fill(away, cards=cards_text(cards), number=number, seat=called(seat), pile=pile)
        case Lays(seat, hand):
            lays = _("You lay your hand open: {hand}")
            if seat is not table.own:
                lays = _("{seat} lays the hand open: {hand}")
            return fill(lays, seat=called(seat), hand=hand_text(hand, table.rules))
        case Plays(seat, card):
            return Text(f"{name_at(seat)}: ", card_text(card))
        case Takes(seat, won):
            takes = _("You take the trick: {tricks}.")
            if seat is not table.own:
                takes = _("{seat} takes the trick: {tricks}.")
            tricks = ", ".join(f"{called(each)} {won[each]}" for each in Seat)
            return takes.format(seat=called(seat), tricks=tricks)
        case Agreed():
            return _contract_told(table)
        case Scored():
            return "\n".join(_score_told(event, table, called))
        case Begins(_table, game) if game is not None:
            deals = _("Deal {number}: You deal.")
            if game.dealer:
                deals = _("Deal {number}: {dealer} deals.")
            dealer = player_name(game.names[game.dealer])
            return deals.format(number=game.number, dealer=dealer)
    return ""


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


def _exchanged(name: str, cards: Sequence[int], is_own: bool) -> AnyText:
    if is_own:
        if cards:
            return fill(_("You put down {cards}."), cards=cards_text(cards))
        return _("You put down nothing.")
    if not cards:
        return _("{seat} exchanges no card.").format(seat=name)
    number = amount(len(cards), "cards")
    return _("{seat} exchanges {cards}.").format(seat=name, cards=number)


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


def _score_told(scored: Scored, table: Table, called: Naming) -> list[str]:
    lines = []
    if scored.made is not None:
        assert table.declarer is not None
        if table.declarer is table.own:
            makes = _("You make {bid}.") if scored.made else _("You do not make {bid}.")
        else:
            makes = _("{seat} makes {bid}.") if scored.made else _("{seat} does not make {bid}.")
        lines.append(makes.format(seat=called(table.declarer), bid=table.bid))
    if table.variant.has_targets:
        points = ", ".join(f"{called(each)} {signed(scored.points[each])}" for each in Seat)
        return [*lines, _("Points: {points}.").format(points=points)]
    marks = ", ".join(f"{called(each)} {plain(scored.points[each])}" for each in Seat)
    return [*lines, _("Marked: {points}.").format(points=marks)]


def wanted(asks: Question, table: Table) -> AnyText:
    """Return what the player may do now, in a sentence for somebody who has read no rules."""
    variant = table.variant
    pile = gettext(variant.pile)
    match asks:
        case AsksCall(_, auction):
            if None in auction.legal():
                return _("Name a contract, and play it against the two others, or pass.")
            return _("Name the contract: you play it against the two others.")
        case AsksBid(_, bidding):
            if bidding.standing is None:
                return _("Bid how many points you will take, or pass.")
            stands = _("{bid} is bid: bid more, or pass.")
            return stands.format(bid=bidding.standing)
        case AsksAway():
            away = _("You have taken up the {pile}. Choose {cards} to put away.")
            return away.format(pile=pile, cards=amount(len(asks.pile), "cards"))
        case AsksExchange(_, state):
            most = state.sizes()[-1]
            if asks.pile:
                away = _("You may take up the {pile}: choose {cards} to put away, or none.")
                return away.format(pile=pile, cards=amount(most, "cards"))
            if state.rule.all_or_nothing:
                return _("You may change your whole hand for the {pile}.").format(pile=pile)
            may = _("Choose up to {cards} to put down. You draw as many from the {pile}.")
            return may.format(pile=pile, cards=amount(most, "cards"))
        case AsksTrump():
            return _("Name the trump.")
        case AsksClaim(_, _contract, bid):
            return _("Claim {bid} if you will take every trick, else pass.").format(bid=bid)
        case AsksCard(seat, position):
            return _card_wanted(position, position.hands[seat])
    return ""


def _card_wanted(position: Position, hand: int) -> AnyText:
    legal = position.legal()
    if not position.table:
        return _("You lead: play any card.")
    suit = suit_of(position.table[0])
    if len(legal) == hand.bit_count():
        if all(suit_of(card) == suit for card in legal):
            return _("Play any card.")
        return fill(_("You have no {suit}: play any card."), suit=suit_text(suit, ""))
    if all(suit_of(card) == suit for card in legal):
        if len(legal) == suit_ranks(hand, suit).bit_count():
            return fill(_("Follow suit: play a {suit}."), suit=suit_text(suit, ""))
        return _("You have to play higher, if you can.")
    return _("You have to ruff, and to go over a trump that lies there if you can.")
