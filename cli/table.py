"""A deal at the table: somebody sits in one seat, the computer in the two others.

What is said goes to stderr, answers come from stdin, one per line. A wrong answer
is told and asked for again; "quit" and the end of the input leave the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cli import inputs, output
from solver import spoken
from solver.advice.opponents import Strength, call_to_make, card_to_play, cards_to_put_down
from solver.advice.play import advise_play
from solver.advice.seen import Seen
from solver.cards import SEATS, Seat, cards_in, hand_of, triple
from solver.deal import Deal
from solver.errors import NotationError, SolverError
from solver.notation import parse_call
from solver.position import Position
from solver.report.card_choice import play_sentence
from solver.report.cards import call_text, card_text, cards_text, contract_name, hand_text
from solver.report.sheet import plain, signed
from solver.report.text import AnyText, Text, fill
from solver.rules.auction import Auction, Call
from solver.rules.bidding import PASS, find_bid
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange
from solver.rules.marking import Taken
from solver.rules.points import marks, points
from solver.rules.trick import TrickRules
from solver.rules.variant import Dealing, Variant
from solver.words import (
    N_,
    NP_,
    _,
    amount,
    folded,
    gettext,
    ngettext,
    pgettext,
    plain_english,
    seat_word,
)

Answer = TypeVar("Answer")


CALLS_TAG = "Calls"
"""The tag of a record with what was called, for which files have no field."""


_NO_HINT = N_(
    "There is no advice on this at the table: manni advise call, bid and exchange give it."
)


class LeftError(Exception):
    """The table was left before the deal was played."""


def nothing() -> None:
    """Do nothing."""


@dataclass
class Table:
    """A deal being played: ``own`` is the seat of the player who answers.

    Without a ``contract`` there has to be an ``auction``, before its first call. ``bid`` is what
    stands where numbers are bid, ``said`` their auction.

    ``begun`` is the record of the deal so far, which is followed before anybody decides
    anything. ``changed`` is called after each call, exchange and card that is new.
    """

    variant: Variant
    dealing: Dealing
    own: Seat
    strength: Strength
    seed: int
    contract: Contract | None = None
    great: bool = False
    declarer: Seat | None = None
    auction: Auction | None = None
    left: tuple[frozenset[str], ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    begun: Deal | None = None
    changed: Callable[[], None] = nothing

    def __post_init__(self) -> None:
        self.exchange: Exchange | None = None
        self._calls: tuple[Call | None, ...] = ()
        self.played: list[int] = []
        self.won = (0, 0, 0)
        self.bid: str | None = None
        self.said: tuple[str, ...] = ()

    # The deal --------------------------------------------------------------------------

    def play(self) -> None:
        """Call, exchange and play. Raises LeftError where the input ends or says so."""
        dealing, contract = self.dealing, self.contract
        own = hand_text(dealing.hands[self.own], self._rules)
        say(fill(_("You are {seat}: {hand}"), seat=seat_word(self.own), hand=own))
        if dealing.cut is not None:
            name = gettext(self.variant.cut_card)
            told = _("{card} is the {cut_card}, which the dealer holds.")
            say(fill(told, card=card_text(dealing.cut), cut_card=name))
        if contract is None:
            self._call()
        if self.contract is None:
            say(_("All have passed: the cards are dealt again."))
            return
        say(self._contract_said(self.contract))
        self._claim(self.contract)
        self._exchange(self.contract)
        self._play(self.contract)

    @property
    def _rules(self) -> TrickRules:
        variant, contract = self.variant, self.contract
        if contract is None:
            return variant.rules
        return variant.rules_of(contract, self.bid is not None)

    @property
    def _ace_low(self) -> bool:
        return self._rules.ace_low

    def _call(self) -> None:
        auction = self.auction
        assert auction is not None  # nothing else makes the contract
        told = calls_of(self.begun)
        while not auction.over:
            seat = auction.to_call
            assert seat is not None
            legal = auction.legal()
            known = len(auction.calls) < len(told)
            if seat is self.own and not known:
                names = ", ".join(map(call_text, legal))
                question = _("Your call ({calls}): ").format(calls=names)
                auction = asked(question, self._read_call(auction))
            else:
                hand = self.dealing.hands[seat]
                call = (
                    told[len(auction.calls)] if known else call_to_make(self.variant, auction, hand)
                )
                say(f"{self._name_of(seat)}: {call_text(call)}")
                auction = auction.call(call)
            self._calls = auction.calls
            if not known:
                self.changed()
        standing = auction.standing
        assert standing is not None
        self.contract, self.great, self.declarer = *standing, auction.declarer

    def _name_of(self, seat: Seat) -> str:
        return pgettext("player", "You") if seat is self.own else seat_word(seat)

    @staticmethod
    def _read_call(auction: Auction) -> Callable[[str], Auction]:
        def read(line: str) -> Auction:
            passes = folded(line) in ("pass", folded(call_text(None)))
            return auction.call(None if passes else Call(*spoken.parse_call(line)))

        return read

    def _contract_said(self, contract: Contract) -> AnyText:
        """Return what is said of the contract that is played."""
        name = contract_name(contract, self.great, self._ace_low)
        return _("The contract is {contract}.").format(contract=name)

    def _claim(self, contract: Contract) -> None:
        """Ask who claims every trick, in games in which that can be claimed."""

    def _exchange(self, contract: Contract) -> None:
        state = Exchange(
            self.variant.exchange, self.dealing.hands, self.dealing.manni, self.declarer
        )
        while (seat := state.to_exchange) is not None:
            self.exchange = state
            made = None if self.begun is None else self.begun.discards[seat]
            if made is not None:
                state = state.discard(made)
                if seat is self.own:
                    if made:
                        say(fill(_("You put down {cards}."), cards=cards_text(made)))
                    else:
                        say(_("You put down nothing."))
                else:
                    say(_exchanges(seat, made))
                continue
            sizes = state.sizes()
            pile = hand_of(state.manni) if state.rule.picks_up else 0
            if seat is self.own and max(sizes):
                if pile:
                    say(fill(_("You take up {cards}"), cards=cards_text(state.manni)))
                hold(state.hands[seat] | pile, self._rules)
                if pile:
                    wanted = _("Put down ({number} or none; none: an empty line): ")
                elif state.rule.all_or_nothing:
                    wanted = _("Put down (all or none; none: an empty line): ")
                else:
                    wanted = _("Put down (0 to {number}; none: an empty line): ")
                state = asked(wanted.format(number=sizes[-1]), self._read_discard(state))
                self._exchanged(state)
                continue
            held = state.hands[seat] | pile
            cards = cards_to_put_down(self.variant, contract, held, sizes[-1:] if pile else sizes)
            state = state.discard(cards)
            if seat is not self.own:
                say(_exchanges(seat, cards))
            self._exchanged(state)
        self.exchange = state

    def _exchanged(self, state: Exchange) -> None:
        """Take note of an exchange."""
        self.exchange = state
        self.changed()

    def _read_discard(self, state: Exchange) -> Callable[[str], Exchange]:
        def read(line: str) -> Exchange:
            seat = state.to_exchange
            assert seat is not None
            if is_answer(line, "all"):
                return state.discard(tuple(cards_in(state.hands[seat])))
            return state.discard(() if is_answer(line, "none") else self.cards_read(line))

        return read

    def cards_read(self, line: str) -> tuple[int, ...]:
        """Return the cards that a line names; errors list the ranks of the game."""
        return spoken.parse_cards(line, self.variant.ranks_told)

    def _play(self, contract: Contract) -> None:
        assert self.exchange is not None
        leader = self.variant.leader(self.declarer)
        position = Position(
            self.exchange.hands, contract, leader, rules=self._rules, declarer=self.declarer
        )
        laid = self.variant.laid_open(self.bid, self.declarer, position.hands)
        for each in Seat:
            if laid[each]:
                lays = _("You lay your hand open: {hand}")
                if each is not self.own:
                    lays = _("{seat} lays the hand open: {hand}")
                hand = hand_text(laid[each], self._rules)
                say(fill(lays, seat=seat_word(each), hand=hand))
        told = () if self.begun is None else self.begun.play
        while position.tricks:
            seat = position.to_play
            known = len(self.played) < len(told)
            if known:
                card = told[len(self.played)]
                say(f"{self._name_of(seat)}: ", card_text(card))
            elif seat is self.own:
                card = self._own_card(position)
            else:
                seed = 1000 * self.seed + len(self.played)
                card = card_to_play(self.view(seat), self.strength, seed=seed)
                say(f"{seat_word(seat)}: ", card_text(card))
            position = position.play(card)
            self.played.append(card)
            if position.taken_by is not None:
                self.won = triple(won + position.gain(each) for each, won in enumerate(self.won))
            if not known:
                self.changed()
            if position.taken_by is not None:
                takes = _("You take the trick: {tricks}.")
                if position.taken_by is not self.own:
                    takes = _("{seat} takes the trick: {tricks}.")
                tricks = ", ".join(f"{seat_word(each)} {self.won[each]}" for each in Seat)
                say(takes.format(seat=seat_word(position.taken_by), tricks=tricks), "\n")
        self._score(contract)

    def _score(self, contract: Contract) -> None:
        """Say what the deal is worth to each."""
        variant = self.variant
        if variant.has_targets:
            score = points(variant, contract, self.great, self.declarer, self.won)
            told = ", ".join(f"{seat_word(each)} {signed(score[each])}" for each in Seat)
            say(_("Points: {points}.").format(points=told))
            return
        found = marks(variant, contract, self.taken(), self.declarer, self.bid, self.dealing.cut)
        if self.bid is not None and self.declarer is not None:
            bid = find_bid(variant.bids, self.bid)
            made = Taken(self.taken(), self.declarer, bid).made
            if self.declarer is self.own:
                makes = _("You make {bid}.") if made else _("You do not make {bid}.")
            else:
                makes = _("{seat} makes {bid}.") if made else _("{seat} does not make {bid}.")
            say(makes.format(seat=seat_word(self.declarer), bid=bid))
        told = ", ".join(f"{seat_word(each)} {plain(found[each])}" for each in Seat)
        say(_("Marked: {points}.").format(points=told))

    def _own_card(self, position: Position) -> int:
        legal = position.legal()
        hold(position.hands[self.own], self._rules)
        for seat in self.view(self.own).open_seats:
            hand = hand_text(position.hands[seat], self._rules)
            say(fill(_("Open, {seat}: {hand}"), seat=seat_word(seat), hand=hand))
        if position.table:
            say(fill(_("On the table: {cards}"), cards=cards_text(position.table)))

        def read(line: str) -> int:
            card = spoken.parse_card(line, self.variant.ranks_told)
            position.play(card)
            return card

        def hint() -> AnyText:
            known = self.view(self.own)
            worlds = Strength.STRONG.worlds_in(known.rules)
            return play_sentence(advise_play(known, worlds=worlds, seed=self.seed))

        question = ngettext(
            "Your card ({number} may be played; ? for advice): ",
            "Your card ({number} may be played; ? for advice): ",
            len(legal),
        )
        return asked(question.format(number=len(legal)), read, hint)

    def view(self, seat: Seat) -> Seen:
        """Return what a seat knows when it is to play."""
        state = self.exchange
        assert state is not None
        assert self.contract is not None
        order = state.rule.order(self.declarer)
        put_down = dict(zip(order, state.discards, strict=True))
        return Seen(
            self.variant,
            self.contract,
            seat,
            state.hands[seat],
            tuple(self.played),
            self.declarer,
            self.great,
            self.dealing.cut,
            tuple(map(len, state.discards)),
            hand_of(put_down.get(seat, ())),
            self._calls,
            self.left if self._calls else (),
            self.bid,
            self.variant.face_up(self.dealing.manni),
            laid=self.variant.laid_open(self.bid, self.declarer, state.hands),
        )

    # The record ------------------------------------------------------------------------

    @property
    def is_passed_out(self) -> bool:
        """Whether all have passed, so that nothing is played."""
        return self.contract is None and self.said == (PASS,) * SEATS

    @property
    def is_over(self) -> bool:
        """Whether the deal was played to its end."""
        return len(self.played) == SEATS * self.variant.tricks

    def taken(self) -> tuple[int, int, int]:
        """Return what each seat has taken in all."""
        return self.won

    def record(self) -> Deal:
        """Return what has happened so far."""
        state = self.exchange
        discards: list[tuple[int, ...] | None] = [None, None, None]
        if state is not None:
            order = state.rule.order(self.declarer)
            for seat, cards in zip(order, state.discards, strict=False):
                discards[seat] = cards
        known = self.contract is not None
        with plain_english():
            calls = ((CALLS_TAG, ", ".join(map(call_text, self._calls))),) * bool(self._calls)
        return Deal(
            hands=self.dealing.hands,
            variant=self.variant.code,
            manni=self.dealing.manni,
            cut=self.dealing.cut,
            auction=self.said,
            bid=self.bid,
            contract=self.contract,
            great=self.great,
            ace_low=True if known and self._ace_low else None,
            declarer=self.declarer,
            leader=self.variant.leader(self.declarer) if known else None,
            discards=tuple(discards),
            play=tuple(self.played),
            result=self.taken() if self.is_over else None,
            tags=(*self.tags, *calls),
        )


def calls_of(deal: Deal | None) -> tuple[Call | None, ...]:
    """Return what was called in a deal that was recorded at the table.

    Raises NotationError where its tag is not what the table writes.
    """
    tags = () if deal is None else deal.tags
    said = next((value for name, value in tags if name == CALLS_TAG), "")
    return tuple(
        None if text == "pass" else Call(*parse_call(text))
        for text in (said.split(", ") if said else ())
    )


def _exchanges(seat: Seat, cards: Sequence[int]) -> str:
    if not cards:
        return _("{seat} exchanges no card.").format(seat=seat_word(seat))
    number = amount(len(cards), "cards")
    return _("{seat} exchanges {cards}.").format(seat=seat_word(seat), cards=number)


def is_answer(line: str, answer: str) -> bool:
    """Return whether a line is this answer, in the language spoken or in English."""
    return folded(line) in (answer, folded(pgettext("answer", answer)))


_ANSWERS = (NP_("answer", "all"), NP_("answer", "none"), NP_("answer", "quit"))


def hold(hand: int, rules: TrickRules) -> None:
    """Say what the player holds."""
    say(fill(_("You hold {hand}"), hand=hand_text(hand, rules)))


def say(*parts: AnyText) -> None:
    """Say something at the table."""
    output.talk(Text(*parts))


def asked(
    question: str, read: Callable[[str], Answer], hint: Callable[[], AnyText] | None = None
) -> Answer:
    """Return what an answer is read as; a wrong one is told and asked for again."""
    while True:
        output.talk(question, newline=False)
        line = answer()
        try:
            if line == "?":
                output.talk(gettext(_NO_HINT) if hint is None else hint())
                continue
            return read(line)
        except SolverError as error:
            output.talk(output.one_line(str(error)))


def answer() -> str:
    """Return the next line of stdin. Raises LeftError at its end and for "quit"."""
    try:
        raw = inputs.stdin().readline()
    except OSError as error:
        raise NotationError(f"stdin: cannot be read: {error.strerror}") from error
    line = raw.decode("utf-8", "replace").strip()
    if not raw or line.lower() in ("q", "exit") or is_answer(line, "quit"):
        output.talk("")
        raise LeftError
    return line
