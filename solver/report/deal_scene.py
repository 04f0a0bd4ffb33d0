"""The scene of a deal, and as what ``manni show`` describes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import attrgetter

from ..cards import Contract, Seat
from ..deal import Deal
from ..errors import DealError
from ..fields import FIELDS
from ..goal import format_goal
from ..rules.trick import PLAIN
from ..schema import (
    HAND,
    SHOWN,
    TEXT,
    Field,
    Schema,
    ace_low,
    by_seat,
    counted,
    field,
    held,
    nullable,
    record,
    within,
)
from ..scoresheet import seat_names
from .diagram import DEAL_INFO, DealInfo, Scene
from .values import DEAL_OF_FILE, VARIANT


def deal_scene(
    deal: Deal,
    *,
    contract: Contract | None = None,
    leader: Seat | None = None,
    ace_low: bool | None = None,
    after: int | None = None,
) -> Scene:
    """Return the scene of a deal as far as its play is followed, with what lies on the table.

    The arguments are those of ``Deal.standing``, and so are the errors; without a contract, or
    where nothing is known of the piles in which they lie, the hands alone are drawn.
    """
    begun, note = False, None
    named = deal.contract_played if contract is None else contract
    if named is None or deal.lacks_piles or not deal.is_whole:
        unknown = "contract is {}" if named is None else "pile is {}"
        if not deal.is_whole:
            unknown = "hand but some is known"
        if after not in (None, 0):
            raise DealError(f"no {unknown.format('recorded')}, so nobody can say who won a trick")
        if deal.play and after is None:
            note = f"the play is not followed: no {unknown.format('named')}"
        hands = deal.seen_played()
        scene = Scene(
            tuple(hand or 0 for hand in hands),
            named,
            rules=PLAIN if deal.rules is None else deal.rules.rules,
            won=(0,) * len(hands),
            covered=tuple(seat for seat in deal.seats if hands[seat] is None),
            piles=deal.piles or None,
        )
    else:
        standing = deal.standing(contract=contract, leader=leader, ace_low=ace_low, after=after)
        begun, note = standing.played > 0, standing.note
        scene = Scene.of(standing.position, won=standing.won)
    goal = None if scene.position is None or deal.contract_played is None else deal.goal
    if goal is not None and deal.position() != scene.position:  # from which it is not told
        goal = None
    special = deal.rules is not None and not scene.rules.is_plain
    as_declared = deal.contract is not None and deal.contract is scene.contract
    return scene._replace(
        manni=() if begun else deal.manni_left,
        pile="Manni" if deal.rules is None else deal.rules.pile,
        declarer=deal.declarer if as_declared else scene.declarer,
        great=deal.great and as_declared,
        variant=deal.variant if special else None,
        bid=deal.bid if special else None,
        goal=goal,
        info=DealInfo.of(deal),
        names=seat_names(deal),
        note=note,
    )


_PILES = next((each.key, *map(str.lower, each.also)) for each in FIELDS if each.key == "manni")
"""What games call the cards on the table, as in deals; the first stands for all others."""


def pile_key(pile: str) -> str:
    """Return the key of the cards that a game calls so."""
    name = pile.lower()
    return name if name in _PILES else _PILES[0]


def pile_fields(schema: Schema, doc: str) -> Iterator[Field]:
    """Yield the fields of what lies on the table, one for each name that games have for it."""
    for name in _PILES:
        yield field(
            name,
            schema,
            doc,
            partial(lambda name, own: own.manni if pile_key(own.pile) == name else None, name),
            optional=True,
        )


DEAL_SCENE = record(
    DEAL_OF_FILE._replace(get=attrgetter("number")),
    *within("info", DEAL_INFO),
    VARIANT._replace(get=attrgetter("variant")),
    "contract",
    ace_low(),
    *counted("", unit=": what is won is points"),
    "leader",
    "to_play",
    "tricks: Tricks to be played, the one in progress included.",
    held(
        "hands",
        "The cards held, without those on the table; of seats whose hands are known.",
        "seen",
        "rules",
        by_seat(HAND, every=False),
    ),
    "piles?",
    "table",
    "won",
    *pile_fields(SHOWN, "What lies on the table, by the name that the game has for it."),
    "bid?",
    field(
        "goal",
        nullable(TEXT),
        "The goal of a puzzle that is to be reached from here, null if there is none.",
        lambda shown: None if shown.goal is None else format_goal(shown.goal),
    ),
    of=Scene,
    name="show",
    title="manni show --json",
    doc="A deal or position as it is drawn, one line per deal.",
)
