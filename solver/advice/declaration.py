"""What is said before the play: the lines left on the lists, the calls, and the declarer.

**The contracts left to declare** have a value in later deals, whatever the deal at hand.

A player with a set of contracts left declares the one with the highest sum: its
expected points plus the value of the set without it. The values ship as
``solver/data/set_values.json``, made by ``tools/data/set_values.py`` of 405514c2. That tool values
random hands with the model of a hand, and works the sets out backwards. It leaves out overcalls,
and what the others have left.
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
    """Return the lines that each seat has left: those given for it, or all.

    Lines given without a seat are those of ``asker``. Capitals in a name do not matter. Raises
    RuleError for a line that the game does not have, and for a line or a seat given twice.
    """
    possible = [slot.name for slot in variant.slots]
    by_name = {name.lower(): name for name in possible}
    names = [frozenset(possible) for _ in variant.seats]
    given: set[Seat] = set()
    for given_lines in checks.several(left, "left"):
        one, named_lines = checks.pair(given_lines, "left", "a seat and the lines of its list")
        named = [checks.text(line, "a line") for line in checks.several(named_lines, "lines")]
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

    The first seat with a line left opens, as in ``Game.auction``. Some games do not pass the
    opening on: there RuleError is raised if the seat that opens has no line left.
    """
    auction, declaring = auction_left(variant, left), variant.declaring
    if auction.opener is not variant.opener and not declaring.opening_passes_on:
        why = "the deal is left out" if declaring.skips_deals else "it cannot open"
        raise RuleError(f"{variant.opener.word} has nothing left to declare: {why}")
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
    """Return the declarer, the contract, whether it is great, and the lines each seat had left.

    With ``calls`` all follows from these; the lines are those left before the first call. Without
    calls the arguments are returned, and no lines. ``left`` is as in ``lines_left``, for the
    ``seat`` that asks. Raises DealError if the calls contradict the arguments or do not end the
    auction. Raises RuleError for illegal calls, and for ``left`` without calls.
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
    """Return the declarer after the calls, and the call that stands.

    Raises DealError if another declarer or contract is given, or if a seat is still to call. Raises
    RuleError for illegal calls.
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


@cache
def _games() -> list[tuple[Variant, dict[Names, float]]]:
    return [
        (
            get_variant(game["game"]),
            {frozenset(key.split()): value for key, value in game["values"].items()},
        )
        for game in load_json(FILE)["games"]
    ]


def _value_key(variant: Variant) -> tuple[object, ...]:
    """Return the rules on which a game's stored values depend: games equal in these share them.

    They are the rules that decide what a hand is worth to its declarer. The values are averages
    over hands dealt, so the auction does not matter. The name of a line stands for its contracts.
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
def values_by_left(variant: Variant) -> Mapping[Names, float] | None:
    """Return the value of each set of lines left in a game, None if none are stored for it."""
    decides = _value_key(variant)
    return next((values for game, values in _games() if _value_key(game) == decides), None)


def value_of_left(variant: Variant, left: Names) -> float:
    """Return the points a player can expect from the deals that he declares with ``left``.

    Raises RuleError for a game whose values are not stored.
    """
    values = values_by_left(variant)
    if values is None:
        raise RuleError(
            f"no values of contracts left are stored for {variant.code}: "
            "leave them out (--deal-only)"
        )
    return values[left]


def line_of_call(variant: Variant, names: Names, call: Call | None) -> Names:
    """Return the set of the one line that a call uses up, empty for a pass.

    ``names`` are the lines that the player has left. Raises RuleError if none has the contract.
    """
    if call is None:
        return frozenset()
    slots = variant.slots
    slot = slot_of(slots, frozenset(slot.name for slot in slots) - names, call.contract)
    if slot is None:
        raise RuleError(f"{call.contract.name} is not left to declare")
    return frozenset((slot.name,))
