"""A deal at the moment when a seat is to exchange."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from manni.solver import checks
from manni.solver.cards import BySeat, Seat
from manni.solver.deal import Deal
from manni.solver.errors import DealError, RuleError
from manni.solver.files.given import deal_of
from manni.solver.notation import parse_contract, parse_seat
from manni.solver.position import Position
from manni.solver.rules.contract import Contract
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.legality import (
    check_can_declare,
    check_contract,
    check_deal,
    check_may_exchange,
)
from manni.solver.rules.registry import get_variant, variant_of
from manni.solver.rules.trick import check_plain
from manni.solver.rules.variant import Variant


@dataclass(frozen=True)
class ExchangeTurn:
    """A deal at the moment when a seat is to exchange: the contract and the exchange so far.

    ``unrecorded`` are earlier ones.
    """

    variant: Variant
    contract: Contract
    great: Annotated[bool, "Whether the contract is a great one."]
    leader: Seat
    ace_low: bool
    exchange: Exchange
    unrecorded: Annotated[
        tuple[Seat, ...], "Seats whose exchange is not recorded and taken as standing pat."
    ] = ()

    def __post_init__(self) -> None:
        if self.exchange.to_exchange is None:
            raise RuleError("the exchange is over: nobody may exchange any more")

    @property
    def seat(self) -> Seat:
        """Who exchanges."""
        seat = self.exchange.to_exchange
        assert seat is not None  # it has been checked
        return seat

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange after it."""
        order = self.exchange.rule.order(self.exchange.declarer)
        return order[order.index(self.seat) + 1 :]

    def position(self, hands: BySeat[int]) -> Position:
        """Return the position at the first lead, with these hands after the exchange."""
        return Position(hands, self.contract, self.leader, ace_low=self.ace_low)


def before_exchange(
    deal: Deal | str,
    seat: Seat | str | None = None,
    *,
    variant: Variant | str | None = None,
    contract: Contract | str | None = None,
    declarer: Seat | str | None = None,
    ace_low: bool | None = None,
) -> ExchangeTurn:
    """Return a recorded deal at the moment when ``seat``, by default the first, exchanges.

    A text stands for the one deal it holds. Arguments override the record; a recorded leader
    counts only with the recorded declarer. Raises DealError or RuleError where the deal is not a
    whole one, the contract is impossible or the seat may not exchange.
    """
    deal = deal_of(deal)
    variant = _variant_of(deal, variant)
    check_plain(variant.rules, "the exchange")
    if not variant.manni:
        check_may_exchange(variant, ())
    if not deal.manni:
        raise DealError("no Manni is recorded: what would be drawn is not known")
    check_deal(variant, deal.hands, deal.manni, deal.cut)
    declarer = deal.declarer if declarer is None else parse_seat(declarer)
    asked = None if contract is None else parse_contract(contract)
    great = deal.great and asked in (None, deal.contract)
    played = variant.contract_of(deal.contract_played if asked is None else asked, deal.cut)
    if played is None:
        raise DealError("no contract is recorded: give one (--contract)")
    check_contract(variant, played, great, declarer)
    ace_low = None if ace_low is None else checks.flag(ace_low, "ace_low")
    rules = deal.rules_in(played, ace_low, variant)
    order = variant.exchange.order(declarer)
    check_may_exchange(variant, order)
    seat = order[0] if seat is None else parse_seat(seat)
    check_can_declare(variant, declarer)
    check_may_exchange(variant, order, seat)
    state = Exchange(variant.exchange, deal.hands, deal.manni, declarer)
    earlier = order[: order.index(seat)]
    for other in earlier:
        state = state.discard(deal.discards[other] or ())
    return ExchangeTurn(
        variant,
        played,
        great,
        deal.leader_under(declarer, variant),
        rules.ace_low,
        state,
        tuple(other for other in earlier if deal.discards[other] is None),
    )


def _variant_of(deal: Deal, variant: Variant | str | None) -> Variant:
    if variant is not None:
        return variant_of(variant)
    if deal.variant is None:
        raise DealError("no variant is recorded: give one (--variant)")
    return get_variant(deal.variant)
