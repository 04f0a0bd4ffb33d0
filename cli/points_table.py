"""A deal of Manille at the table: numbers are bid, the surprise taken up, a trump named."""

from __future__ import annotations

from collections.abc import Callable

from cli.table import Table, asked, hold, is_answer, say
from solver import spoken
from solver.advice.claim import advise_claim
from solver.advice.name_trump import advise_trump
from solver.advice.seen import Moment
from solver.advice.thumb_bids import bid_to_make
from solver.advice.thumb_hand import best_kept, takes_all, trump_to_name
from solver.advice.view import naming, view
from solver.cards import Seat, cards_in, hand_of, triple
from solver.errors import RuleError
from solver.exchange.surprise import trumps_of
from solver.report.cards import call_text, cards_text, suit_text
from solver.report.claim import claim_sentence
from solver.report.name_trump import trump_sentence
from solver.report.text import AnyText, fill
from solver.rules.bidding import PASS, Aim, Bidding, find_bid, is_pass, rungs_text
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange
from solver.rules.trick import cards_worth
from solver.words import _, contract_code, seat_word

_WORLDS = 40
"""Worlds over which trumps, or a claim and none, are compared for a hint."""


class PointsTable(Table):
    """A deal of a game in which cards have points."""

    def _call(self) -> None:
        """Bid, take up the surprise and name a trump; without a contract where all pass."""
        variant, dealing = self.variant, self.dealing
        if variant.shown:
            say(fill(_("Face up: {cards}"), cards=cards_text(variant.face_up(dealing.manni))))
        if variant.names_trump:
            self._name(Seat.FOREHAND, dealing.hands[Seat.FOREHAND])
            return
        bidding = self._auction()
        if bidding.standing is None:
            return
        self.bid, self.declarer = bidding.standing.name, bidding.declarer
        told = _("{seat} declares: {bid}.")
        say(told.format(seat=seat_word(self._declarer), bid=self.bid))
        if bidding.standing.aim is Aim.NONE:
            self.contract = Contract.NULLO
            return
        held = dealing.hands[self._declarer]
        if variant.exchange.picks_up:
            held = self._take_up()
        self._name(self._declarer, held)

    def _contract_said(self, contract: Contract) -> AnyText:
        """Return what is trump."""
        if contract.trump is None:
            return _("There is no trump.")
        return fill(_("{suit} is trump."), suit=suit_text(contract.trump, ""))

    def _claim(self, contract: Contract) -> None:
        """Ask each seat, from forehand on, whether it claims every trick; the first plays for it.

        That is asked once the trump is known, by which everybody judges his hand.
        """
        if not self.variant.claims:
            return
        name, begun = self.variant.bids[0].name, self.begun
        if begun is not None and (begun.bid or begun.play):
            self.bid, self.declarer = begun.bid, begun.declarer
            if self.declarer is not None:
                self._say_claim(self.declarer, name)
            return
        for seat in Seat:
            hand = self.dealing.hands[seat]
            if seat is self.own:
                question = _("{bid}, every trick, or pass (an empty line; ? for advice): ")
                question = question.format(bid=name)
                claims = asked(question, self._read_claim, lambda: self._claim_hint(contract))
            else:
                claims = takes_all(self.variant, contract, hand)
            if claims:
                self.bid, self.declarer = name, seat
                self._say_claim(seat, name)
                self.changed()
                return

    @staticmethod
    def _say_claim(seat: Seat, name: str) -> None:
        say(_("{seat} claims {bid}, every trick.").format(seat=seat_word(seat), bid=name))

    def _read_claim(self, line: str) -> bool:
        if not line or is_pass(line):
            return False
        find_bid(self.variant.bids, line)
        return True

    def _claim_hint(self, contract: Contract) -> AnyText:
        dealing, own = self.dealing, self.own
        known = view(
            dealing.hands[own], self.variant, contract, own, moment=Moment.CLAIM, cut=dealing.cut
        )
        return claim_sentence(advise_claim(known, worlds=_WORLDS, seed=self.seed))

    @property
    def _declarer(self) -> Seat:
        assert self.declarer is not None
        return self.declarer

    def _auction(self) -> Bidding:
        variant, dealing = self.variant, self.dealing
        bidding, shown = Bidding(variant.bids), variant.face_up(dealing.manni)
        told = () if self.begun is None else self.begun.auction
        while (seat := bidding.to_call) is not None:
            known = len(bidding.calls) < len(told)
            if known:
                text = told[len(bidding.calls)]
                bidding = bidding.say(text)
                say(f"{self._name_of(seat)}: {_bid_text(text)}")
            elif seat is self.own:
                rungs = [bid for bid in bidding.legal() if bid is not None]
                question = _("Your bid ({bids}; or pass): ").format(bids=rungs_text(rungs))
                bidding = asked(question, bidding.say)
            else:
                bid = bid_to_make(variant, bidding, dealing.hands[seat], shown)
                say(f"{seat_word(seat)}: {_bid_text(PASS if bid is None else bid.name)}")
                bidding = bidding.call(bid)
            self.said = tuple(PASS if call is None else call.name for call in bidding.calls)
            if not known:
                self.changed()
        return bidding

    def _take_up(self) -> int:
        """Have the declarer put cards away; return the hand he keeps."""
        dealing, seat = self.dealing, self._declarer
        state = Exchange(self.variant.exchange, dealing.hands, dealing.manni, seat)
        held = dealing.hands[seat] | hand_of(dealing.manni)
        made = None if self.begun is None else self.begun.discards[seat]
        if made is not None:
            state = state.discard(made)
        elif seat is self.own:
            say(fill(_("You take up {cards}"), cards=cards_text(dealing.manni)))
            hold(held, self.variant.rules)
            question = _("Put away {number} (none: what you took up): ")
            state = asked(question.format(number=len(dealing.manni)), self._read_away(state))
        else:
            kept = best_kept(self.variant, held)[1]
            state = state.discard(tuple(cards_in(held & ~kept)))
        self.exchange = state
        if made is None:
            self.changed()
        return state.hands[seat]

    def _read_away(self, state: Exchange) -> Callable[[str], Exchange]:
        def read(line: str) -> Exchange:
            cards = () if is_answer(line, "none") else self.cards_read(line)
            return state.discard(cards or state.manni)

        return read

    def _name(self, seat: Seat, hand: int) -> None:
        """Have a seat name the trump."""
        if self.begun is not None and self.begun.contract is not None:
            self.contract = self.begun.contract
            return
        trumps = trumps_of(self.variant)

        def read(line: str) -> Contract:
            named = spoken.parse_contract(line)
            if named not in trumps:
                raise RuleError(f"{named.name} cannot be named here")
            return named

        def hint() -> AnyText:
            known = naming(hand, self.variant)
            return trump_sentence(advise_trump(known, worlds=_WORLDS, seed=self.seed))

        if seat is self.own:
            question = _("Your trump ({contracts}): ")
            if self.variant.names_trump:
                question = _("Your trump ({contracts}; ? for advice): ")
            names = " ".join(contract_code(contract.name) for contract in trumps)
            self.contract = asked(
                question.format(contracts=names), read, hint if self.variant.names_trump else None
            )
        else:
            self.contract = trump_to_name(self.variant, hand)
        self.changed()

    def _exchange(self, contract: Contract) -> None:
        """Do nothing: who takes up a surprise does so before the trump is named."""
        if self.exchange is None:
            rule = self.variant.exchange_in(contract)
            self.exchange = Exchange(rule, self.dealing.hands, self.dealing.manni, self.declarer)

    def taken(self) -> tuple[int, int, int]:
        """Return the points each seat has taken, with the cards put away where they count."""
        state, contract = self.exchange, self.contract
        if state is None or contract is None or not self.variant.pile_counts:
            return self.won
        away = self.variant.worth(state.hands, contract)[0] - cards_worth(
            state.hands, self.variant.rules_of(contract)
        )
        return triple(
            won + away * (seat is self.declarer) for seat, won in zip(Seat, self.won, strict=True)
        )


def _bid_text(name: str) -> str:
    """Return a bid, or a pass, as it is said."""
    return call_text(None) if name == PASS else name
