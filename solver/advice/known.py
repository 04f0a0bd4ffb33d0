"""What a seat knows of a deal, be it to exchange or to play."""

from __future__ import annotations

from solver import checks
from solver.cards import SEATS, Seat, card_name, cards_in
from solver.errors import DealError
from solver.exchange.before import contract_of
from solver.notation import parse_contract, parse_seat
from solver.rules.auction import Call
from solver.rules.contract import Contract
from solver.rules.points import check_contract
from solver.rules.variant import Variant


class Known:
    """What the views of a seat share: its hand, and what was said and done before it.

    Each says for itself at what moment ``hand`` is the seat's, and what ``taken`` and ``calls``
    have to hold.
    """

    variant: Variant
    contract: Contract
    seat: Seat
    hand: int
    cut: int | None
    taken: tuple[int, ...]
    declarer: Seat | None
    great: bool
    calls: tuple[Call | None, ...]

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick."""
        return self.variant.leader(self.declarer)

    @property
    def ace_low(self) -> bool:
        """Whether the ace is the lowest card of its suit."""
        return self.variant.ace_low(self.contract)

    def _take_in(self) -> None:
        """Turn what was given as text or number into what it stands for."""
        checks.instance(self.variant, Variant, "variant")
        vars(self).update(
            contract=parse_contract(self.contract),
            seat=parse_seat(self.seat),
            hand=checks.hand(self.hand),
            cut=None if self.cut is None else checks.card(self.cut, "cut"),
            taken=tuple(
                checks.number(each, "taken") for each in checks.several(self.taken, "taken", SEATS)
            ),
            declarer=None if self.declarer is None else parse_seat(self.declarer),
            great=checks.flag(self.great, "great"),
            calls=checks.several(self.calls, "calls"),
        )

    def _check_contract(self) -> None:
        contract_of(self.variant, self.contract, self.cut)
        check_contract(self.variant, self.contract, self.great, self.declarer)

    def _check_put_down(self, gone: int) -> None:
        """Raise DealError unless the seat, holding its hand, can have put down these cards."""
        for card in cards_in(self.hand & gone):
            raise DealError(f"{self.seat.word} holds {card_name(card)} and has put it down")
        check_pack(self.variant, self.seat, gone, "has put down")

    def _check_cut(self, gone: int, others: bool) -> None:
        """Raise DealError where the cut card, which is the dealer's, cannot be where it is.

        The seat has put down the cards of ``gone``, and maybe ``others``.
        """
        if self.cut is None:
            return
        variant, seat, name = self.variant, self.seat, card_name(self.cut)
        if not variant.cuts:
            raise DealError(f"no card is cut in {variant.code}: {name} is given")
        which = f"the {variant.cut_card} {name}"
        if not variant.pack >> self.cut & 1:
            raise DealError(f"{which} is not in {variant.code}'s pack")
        own = bool((self.hand | gone) >> self.cut & 1)
        if seat is Seat.DEALER and not own and not others:
            raise DealError(f"{which} is the dealer's, who does not hold it")
        if seat is not Seat.DEALER and own:
            does = "holds it" if self.hand >> self.cut & 1 else "has put it down"
            raise DealError(f"{which} is the dealer's, but {seat.word} {does}")


def check_pack(variant: Variant, seat: Seat, cards: int, does: str = "has") -> None:
    """Raise DealError unless cards are in the variant's pack."""
    checks.instance(variant, Variant, "variant")
    seat, does = checks.seat(seat), checks.text(does, "does")
    for card in cards_in(checks.hand(cards, "cards") & ~variant.pack):
        name = card_name(card)
        raise DealError(f"{seat.word} {does} {name}, which is not in {variant.code}'s pack")
