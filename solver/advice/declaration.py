"""What was said before the play: the lines left on the lists, the calls, and who then declares.

**What it is worth to have contracts left to declare**: the game, not the deal.

A player who declares with a set of contracts left picks the one with the most expected
points and value of what is left then. The values ship as ``solver/data/set_values.json``,
made by ``tools/data/set_values.py`` of 405514c2: what hands promise by the model of a hand, and
the sets worked out backwards over random hands. Overcalls, and what the others have left, are not
in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from .. import checks
from ..cards import BySeat, Contract, Seat
from ..errors import DealError, RuleError
from ..moments import auction_left
from ..notation import parse_seat
from ..package_data import load_json
from ..rules.auction import Auction, Call, slot_of
from ..rules.games import get_variant
from ..rules.variant import Variant

Left = Sequence[tuple[Seat | None, Sequence[str]]]
"""The lines that seats have still to declare; None is the seat that asks."""

Lines = BySeat[frozenset[str]]
"""The names of the lines that each seat has left, by seat."""


def lines_left(variant: Variant, left: Left, asker: Seat | None) -> Lines:
    """Return the lines that each seat has left: what is said of it, else all.

    ``asker`` is whose lines those without a seat are. How a name is capitalised does not matter.
    Raises RuleError for a line that the game does not have, and where a line or a seat is given
    twice.
    """
    possible = [slot.name for slot in variant.slots]
    by_name = {name.lower(): name for name in possible}
    names = [frozenset(possible) for _ in variant.seats]
    given: set[Seat] = set()
    for given_lines in checks.several(left, "left"):
        one, own = checks.pair(given_lines, "left", "a seat and the lines of its list")
        named = [checks.text(line, "a line") for line in checks.several(own, "lines")]
        lines = [line if line in possible else by_name.get(line.lower(), line) for line in named]
        seat = asker if one is None else parse_seat(one, variant.seats)
        if seat is None:
            continue
        names[seat] = frozenset(lines)
        for name in lines:
            if lines.count(name) > 1:
                raise RuleError(f"{seat.word}: {name} is given twice")
            if name not in possible:
                raise RuleError(
                    f"{seat.word} cannot have {name} left: {variant.code} has {' '.join(possible)}"
                )
        if seat in given:
            raise RuleError(f"what {seat.word} has left is given twice")
        given.add(seat)
    return tuple(names)


def auction_of(variant: Variant, left: Lines) -> Auction:
    """Return the auction before the first call, of seats with these lines left.

    The first of them that has any opens, as in ``Game.auction``. Raises RuleError where that is
    not forehand in a game in which forehand has to.
    """
    auction, declaring = auction_left(variant, left), variant.declaring
    if auction.opener is not variant.opener and not declaring.opening_passes_on:
        why = "the deal is left out" if declaring.skips else "it cannot open"
        raise RuleError(f"{declaring.opens.word} has nothing left to declare: {why}")
    return auction


def declaration_of(
    variant: Variant,
    calls: Sequence[Call | None],
    left: Left,
    seat: Seat | None,
    declarer: Seat | None,
    contract: Contract | None,
    great: bool,
) -> tuple[Seat | None, Contract | None, bool, Lines]:
    """Return who declares what, as given or where there are ``calls`` as these say, and the lines.

    Those are the ones that each seat had left before the first call. ``left`` is as in
    ``lines_left``, for the ``seat`` that asks. Raises DealError where the calls contradict what is
    given or are not over, RuleError for calls that cannot be.
    """
    if not calls:
        if left:
            raise RuleError("what was left to declare (--left) only says what calls (--calls) mean")
        return declarer, contract, great, ()
    names = lines_left(variant, left, seat)
    last, standing = declarer_and_call(variant, calls, names, declarer, contract, great)
    if seat is None:  # the list without a seat is the declarer's, who is known only now
        names = lines_left(variant, left, last)
        declarer_and_call(variant, calls, names, last)
    return last, standing.contract, standing.great, names


def declarer_and_call(
    variant: Variant,
    calls: Sequence[Call | None],
    left: Lines,
    declarer: Seat | None,
    contract: Contract | None = None,
    great: bool = False,
) -> tuple[Seat, Call]:
    """Return who declares what after the calls.

    Raises DealError where that is not who is said to declare, nor what, and where somebody is still
    to call, RuleError for calls that cannot be.
    """
    state = auction_of(variant, left)
    for call in calls:
        state = state.call(call)
    if state.to_call is not None:
        raise DealError(f"the calls do not end there: {state.to_call.word} is to call")
    standing, last = state.standing, state.declarer
    assert standing is not None  # the first call is no pass
    assert last is not None
    if declarer not in (None, last):
        raise DealError(f"{last.word} declares by the calls, not {declarer.word}")
    given = standing.contract if contract is None else contract
    call = Call(given, great or (contract is None and standing.great))
    if call != standing:
        raise DealError(f"{last.word} declares {standing} by the calls, not {call}")
    return last, standing


# What contracts left are worth --------------------------------------------------------

FILE = "set_values.json"
Names = frozenset[str]


def exchange_limit(variant: Variant) -> int:
    """Return how many cards a declarer may exchange."""
    return variant.exchange.sizes(Seat.FOREHAND, 0, variant.tricks, variant.manni)[-1]


@cache
def _games() -> list[tuple[Variant, dict[Names, float]]]:
    return [
        (
            get_variant(game["game"]),
            {frozenset(key.split()): value for key, value in game["values"].items()},
        )
        for game in load_json(FILE)["games"]
    ]


def _decides(variant: Variant) -> tuple[object, ...]:
    """Return what the values of a game's list rest on: what a hand is worth to its declarer.

    They are worked out over hands dealt, so that the auction has no part in them; nor has what
    is in a line, of which its name stands for the whole.
    """
    return (
        tuple(slot.name for slot in variant.slots),
        variant.pack,
        variant.tricks,
        variant.manni,
        variant.exchange,
        variant.leads,
        getattr(variant.scoring, "plain", None),
        getattr(variant.scoring, "nullo", None),
        variant.rules,
        variant.nullo_rules,
    )


@lru_cache(maxsize=64)
def set_values_of(variant: Variant) -> Mapping[Names, float] | None:
    """Return the values stored of a game's list, None where they are those of no such game."""
    decides = _decides(variant)
    return next((values for game, values in _games() if _decides(game) == decides), None)


def set_value(variant: Variant, left: Names) -> float:
    """Return a player's expected points in the deals still to be declared with ``left``.

    Raises RuleError for a game whose values are not stored.
    """
    values = set_values_of(variant)
    if values is None:
        raise RuleError(
            f"no values of contracts left are stored for {variant.code}: "
            "leave them out (--deal-only)"
        )
    return values[left]


def line_used(variant: Variant, names: Names, call: Call | None) -> Names:
    """Return the line that a call uses up of those a player has left, none for a pass."""
    if call is None:
        return frozenset()
    slots = variant.slots
    slot = slot_of(slots, frozenset(slot.name for slot in slots) - names, call.contract)
    if slot is None:
        raise RuleError(f"{call.contract.name} is not left to declare")
    return frozenset((slot.name,))
