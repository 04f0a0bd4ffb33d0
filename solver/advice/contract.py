"""Which contract to declare, or whether to overcall, before the Manni is seen.

All the calls a seat may make are compared over sampled deals (``calls``). What a call uses
up of the contracts left to declare is added from ``contracts_left``.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from solver import checks
from solver.advice.answer import CallAdvice, ContractAdvice
from solver.advice.belief import Belief
from solver.advice.calls import Comparison, Way
from solver.advice.contracts_left import set_value, used
from solver.advice.evaluate import Value, Worth
from solver.advice.limits import checked_limits, checked_pool
from solver.advice.said import Left, Lines, auction_of, lines_left
from solver.advice.seen import Moment, Seen
from solver.cards import SEATS, Seat, cards_in
from solver.engine import DEFAULT_MEMORY_MB
from solver.errors import RuleError
from solver.pool import Pool
from solver.rules.auction import PASS, Auction, Call, checked_calls
from solver.rules.trick import check_plain
from solver.rules.variant import Variant
from solver.run import Run


def advise_contract(
    hand: int,
    variant: Variant,
    *,
    left: Left = (),
    calls: Sequence[Call | None] = (),
    deal_only: bool = False,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    value: Value = Value.SHARE,
    belief: Belief = Belief.SOFT,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> ContractAdvice:
    """Return advice to the seat to call, which sees only its own hand.

    ``left`` are the lines of a seat's list still to be declared, of the seat to call
    where the seat is None, by default all; ``calls`` what has been called, from the seat
    that opens. Passing is valued as if the call that stands then stood for good;
    ``belief`` says what is concluded from the others' calls and passes.
    ``deal_only`` leaves out what the contracts then left are worth.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over. Without a limit of
    time the answer depends on nothing but ``worlds`` and ``seed``. A ``pool`` goes before
    ``threads`` and ``memory_mb``. Raises RuleError where there is nothing to call,
    StoppedError where nothing can be said of some call.
    """
    started = monotonic()
    run, worlds = checked_limits(worlds, seconds, run)
    checks.instance(value, Value, "value")
    seed = checks.number(seed, "seed")
    ways, auction = _ways(checks.hand(hand), variant, left, calls, deal_only)
    checks.instance(belief, Belief, "belief")
    comparison = Comparison(ways, value, seed, checked_pool(pool, memory_mb, threads), belief)
    comparison.choose_discards(worlds, run)
    comparison.run(worlds, run)
    seat = auction.to_call
    assert seat is not None  # there are calls to make
    leader = comparison.leader().call
    advised = [_advised(comparison, way) for way in comparison.ways]
    met = max(max(own.ruled, own.worlds) for own in advised)
    found = comparison.deals.credit(met)
    return ContractAdvice(
        worlds=comparison.worlds,
        effective=float(met) if found is None else found.effective,
        belief=None if found is None else found.belief,
        seed=seed,
        seconds=monotonic() - started,
        partial=worlds is not None and comparison.worlds < worlds,
        variant=variant,
        seat=seat,
        hand=hand,
        standing=auction.standing,
        declarer=auction.declarer,
        value=value,
        calls=tuple(sorted(advised, key=lambda own: (own.call != leader, round(own.behind, 9)))),
        credit=found,
    )


def _ways(
    hand: int,
    variant: Variant,
    left: Left,
    calls: Sequence[Call | None],
    deal_only: bool,
) -> tuple[list[Way], Auction]:
    """Return the calls to choose from, and the auction after those made."""
    check_plain(checks.instance(variant, Variant, "variant").rules, "advice on the contract")
    if not variant.declared:
        raise RuleError(f"nobody declares in {variant.code}: what to exchange is the only question")
    auction, names = _auction(variant, left, checked_calls(calls))
    seat = auction.to_call
    if seat is None:
        raise RuleError(f"the auction is over: {auction.standing} stands")
    deal_only = checks.flag(deal_only, "deal_only")
    return [
        Way(
            call,
            _view_of(call, hand, variant, seat, auction, names),
            None
            if deal_only or not variant.declaring.once
            else set_value(variant, names[seat] - used(variant, names[seat], call)),
        )
        for call in auction.legal()
    ], auction


def _advised(comparison: Comparison, way: Way) -> CallAdvice:
    """Return what a call has come to."""
    estimate = comparison.estimate(way)
    behind, apart = comparison.behind(way)
    dropped = way.call in comparison.dropped
    worth = Worth(way.known, comparison.value)
    chances = estimate.chances(worth.marks, worth.target, way.known.contract.sign)
    return CallAdvice(
        call=way.call,
        discards=tuple(cards_in(way.discards)),
        points=estimate.mean,
        interval=estimate.interval,
        later=way.later,
        total=comparison.total(way),
        behind=behind,
        behind_interval=apart,
        told_apart=dropped or apart[0] > 0,
        marks=worth.marks,
        reached=tuple(chance for chance, _ in chances),
        reached_between=tuple(between for _, between in chances),
        worlds=len(estimate.outcomes),
        ruled=len(estimate.ruled),
        estimated=sum(not each.proved for each in estimate.outcomes),
        dropped=dropped,
    )


def _auction(variant: Variant, left: Left, calls: Sequence[Call | None]) -> tuple[Auction, Lines]:
    """Return the auction after the calls, and the lines that each seat has left."""
    # Who is to call depends on who opens and on the calls alone.
    opener = auction_of(variant, lines_left(variant, left, None)).opener
    made = tuple(call is not PASS for call in calls)
    steps = variant.declaring.steps
    to_call = Seat((opener + steps[made][0]) % SEATS) if made in steps else None
    names = lines_left(variant, left, to_call)
    auction = auction_of(variant, names)
    if not auction.left[opener]:
        raise RuleError(f"{opener.word} has nothing left to declare: it cannot open")
    for call in calls:
        auction = auction.call(call)
    return auction, names


def _view_of(
    call: Call | None,
    hand: int,
    variant: Variant,
    seat: Seat,
    auction: Auction,
    names: Lines,
) -> Seen:
    """Return what the seat knows if a call stands, or on passing the call that does."""
    declarer = seat
    if call is PASS:
        assert auction.standing is not None
        assert auction.declarer is not None
        call, declarer = auction.standing, auction.declarer
    return Seen(
        variant,
        call.contract,
        seat,
        hand,
        declarer=declarer,
        great=call.great,
        calls=auction.calls,
        lines_left=names,
        moment=Moment.CALL,
    )
