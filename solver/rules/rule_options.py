"""The rules of a contract that is asked for: the one place that decides about ace and leader."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from manni.solver.cards import Contract, Seat
from manni.solver.errors import RuleError
from manni.solver.rules.trick import PLAIN, TrickRules, plain_rules

if TYPE_CHECKING:
    from manni.solver.rules.variant import Variant


def rules_for(
    contract: Contract, ace_low: bool | None, variant: Variant | None, claimed: bool = False
) -> TrickRules:
    """Return the rules of a contract.

    They are the variant's, where every trick may have been ``claimed``, the plain ones where
    there is none. ``ace_low`` puts the ace low
    or high, whatever the contract, if it is not None. Raises RuleError for a low ace in a
    variant that has an order of its own, and for a contract that such a variant does not have.
    """
    rules = PLAIN if variant is None else variant.rules_of(contract, claimed)
    if ace_low is None:
        return rules
    if rules.in_order:
        return rules if rules.ace_low == ace_low else _with_ace(rules, ace_low)
    if ace_low and variant is not None:
        raise RuleError(low_ace(variant))
    return rules


def low_ace(variant: Variant) -> str:
    """Return why the ace of a game cannot be low."""
    return f"a low ace: the ranks of {variant.code} have an order of their own"


def rules_said(
    contract: Contract,
    ace_low: bool | None,
    variant: Variant | None,
    declarer: Seat | None,
    bid: str | None,
) -> TrickRules:
    """Return the rules of a contract that somebody declares, perhaps with a bid.

    Raises RuleError for what nobody can declare or bid in the variant, besides what
    ``rules_for`` raises.
    """
    if bid is not None and variant is None:
        raise RuleError(f"a bid, {bid}, is one of a game: name the variant")
    if variant is not None:
        variant.check_declarer(declarer, bid)
        if bid is not None:
            from manni.solver.rules.variant import check_bid  # here: hardly any question has a bid

            check_bid(variant, contract, declarer, bid)
    return rules_for(contract, ace_low, variant, claimed=bid is not None)


def leader_for(declarer: Seat | None, variant: Variant | None) -> Seat:
    """Return who leads to the first trick if this seat declares, or nobody.

    As in the variant; where there is none, the declarer, else forehand.
    """
    if variant is not None:
        return variant.leader(declarer)
    return Seat.FOREHAND if declarer is None else declarer


@lru_cache(maxsize=64)
def _with_ace(rules: TrickRules, low: bool) -> TrickRules:
    return replace(rules, order=plain_rules(low).order)
