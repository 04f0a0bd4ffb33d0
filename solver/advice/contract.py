"""Which contract to declare, or whether to overcall, before the Manni is seen.

All legal calls are evaluated on the same sampled deals, each with its best discard, by rollouts
(``exchange``). Passing means playing against the call that stands, whose declarer exchanges by the
model. ``declaration`` adds the value of the contracts that are then left to declare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from .. import checks
from ..cards import cards_in
from ..checks import derived
from ..deal import CALLS_TAG, Deal
from ..errors import RuleError
from ..moments import calls_text
from ..notation import HandLike, as_hand
from ..rules.auction import Auction, Call, checked_calls
from ..rules.games import variant_of
from ..rules.variant import Variant
from .answer import CallChoice, ContractAdvice
from .choices import Belief
from .declaration import Left, Lines, auction_of, line_of_call, lines_left, value_of_left
from .exchange import ContractPlan, ContractPlanRace, PlanFigures, classes_by_model
from .observation import Observation, why_never
from .race import STAYING, Limits, Question


def advise_contract(
    hand: HandLike,
    variant: Variant | str,
    *,
    left: Left = (),
    calls: Sequence[Call | None] = (),
    deal_only: bool = False,
    belief: Belief = Belief.SOFT,
    solved: int = 0,
    **limits: Unpack[Limits],
) -> ContractAdvice:
    """Return advice to the seat to call, which sees only its own hand.

    >>> from manni import advise_contract
    >>> advice = advise_contract("AKQJ5.KQ3.A8542.JT9", "laugavatn", worlds=20, deal_only=True)
    >>> str(advice.calls[0].call)
    'D'

    ``left`` has pairs of a seat and the contracts of its list that it may still declare; by default
    all. The seat None is the seat to call. ``calls`` are the calls so far, from the seat that
    opens. ``belief`` says what is concluded from the others' calls and passes.

    A pass is valued as if the call that stands then were the last one. ``deal_only`` leaves out the
    value in later deals of the contracts that are then left.

    The first ``solved`` of the sampled deals are also solved with open cards, which alone uses
    threads and memory. ``limits`` are the keyword arguments ``worlds`` (default 1,000),
    ``seconds``, ``seed``, ``threads``, ``memory_mb``, ``pool`` and ``run``.

    Raises RuleError if nobody is to call, StoppedError if fewer than two deals were evaluated in
    time.
    """
    hand, variant = as_hand(hand), variant_of(variant)
    if (why := why_never("call", variant)) is not None:
        raise RuleError(why)
    auction, names = _auction(variant, left, checked_calls(calls))
    seat = auction.to_call
    if seat is None:
        raise RuleError(f"the auction is over: {auction.standing} stands")
    counts_later = not checks.flag(deal_only, "deal_only") and variant.declaring.once
    deal = Deal(
        [hand if each is seat else None for each in variant.seats],
        variant.code,
        tags=((CALLS_TAG, calls_text(auction.calls)),),
    )
    ways: list[list[ContractPlan]] = []
    for call in auction.legal():
        after = auction.call(call)
        assert after.standing is not None  # nobody may pass before the first call
        supposed = derived(deal, **after.standing._asdict(), declarer=after.declarer)
        seen = Observation.checked(question="call", deal=supposed, seat=seat, lines_left=names)
        later, liked = 0.0, [0]
        if call is not None:
            liked = [own.cards for own in classes_by_model(seen)[:STAYING]]
        if counts_later:
            later = value_of_left(variant, names[seat] - line_of_call(variant, names[seat], call))
        ways.append([ContractPlan(seen, discards, later) for discards in liked])
    question = Question(ways[0][0].observation, belief, **limits)
    solved = checks.number(solved, "solved")
    race = ContractPlanRace(question, [_best(question, each) for each in ways])
    race.run()
    race.solve(solved)

    def choice(way: ContractPlan, told: PlanFigures) -> CallChoice:
        seen = way.observation
        return CallChoice(
            **told,
            call=Call(seen.contract, seen.great) if seen.declarer is seat else None,
            discards=tuple(cards_in(way.discards)),
            later=way.later if counts_later else None,
            total=told["points"] + way.later,
            marks=way.marks,
        )

    return ContractAdvice(
        **race.exchange_origin(),
        variant=variant,
        seat=seat,
        hand=hand,
        standing=auction.standing,
        declarer=auction.declarer,
        calls=tuple(choice(*each) for each in race.plan_figures().items()),
    )


def _best(question: Question, ways: Sequence[ContractPlan]) -> ContractPlan:
    """Return the best discard of a call, by a first round of the race."""
    race = ContractPlanRace(question, ways)
    if len(ways) > 1:
        race.eliminate()
    return race.choices[0]


def _auction(variant: Variant, left: Left, calls: Sequence[Call | None]) -> tuple[Auction, Lines]:
    """Return the auction after the calls, and the lines that each seat has left."""
    # The seat to call depends on the opener and on the calls alone.
    opened = auction_of(variant, lines_left(variant, left, None))
    names = lines_left(variant, left, derived(opened, calls=tuple(calls)).to_call)
    auction = auction_of(variant, names)
    if not auction.left[opened.opener]:
        raise RuleError(f"{opened.opener.word} has nothing left to declare: it cannot open")
    for call in calls:
        auction = auction.call(call)
    return auction, names
