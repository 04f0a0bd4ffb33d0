"""The view of a deal, and the schema of the answer of ``manni show``."""

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
    field,
    fields_at,
    hand_field,
    nullable,
    record,
    unit_fields,
)
from ..scoresheet import seat_names
from .diagram import DEAL_INFO, DealInfo, View
from .values import DEAL_OF_FILE, VARIANT


def deal_view(
    deal: Deal,
    *,
    contract: Contract | None = None,
    leader: Seat | None = None,
    ace_low: bool | None = None,
    after: int | None = None,
) -> View:
    """Return the view of a deal, at the point to which its play is followed.

    The arguments and the errors are those of ``Deal.standing``. The view has the hands alone if no
    contract is known, if a hand is unknown, or if the piles in which the hands lie are unknown.
    """
    begun, named = False, contract or deal.contract_played
    if named is not None and not deal.lacks_piles and deal.is_whole:
        standing = deal.standing(contract=contract, leader=leader, ace_low=ace_low, after=after)
        view = View.of(standing.position, won=standing.won, note=standing.note)
        begun = standing.played > 0
    else:
        unknown, note = "no contract is {}" if named is None else "no pile is {}", None
        if not deal.is_whole:
            unknown = "not all hands are known"
        if after not in (None, 0):
            raise DealError(f"{unknown.format('recorded')}, so nobody can say who won a trick")
        if deal.play and after is None:
            note = f"the play is not followed: {unknown.format('named')}"
        hands = deal.seen_played()
        view = View(
            hands,
            named,
            rules=PLAIN if deal.rules is None else deal.rules.rules,
            won=(0,) * len(hands),
            piles=deal.piles or None,
            note=note,
        )
    return with_deal(view, deal, begun)._replace(names=seat_names(deal))


def with_deal(view: View, deal: Deal, begun: bool) -> View:
    """Return a view with further facts from its deal. Once play has ``begun`` no pile is shown."""
    goal = None if view.position is None or deal.contract_played is None else deal.goal
    if goal is not None and deal.position() != view.position:  # a goal holds at its own position
        goal = None
    special = deal.rules is not None and not view.rules.is_plain
    as_declared = deal.contract is not None and deal.contract is view.contract
    return view._replace(
        manni=() if begun else deal.manni_left,
        pile="Manni" if deal.rules is None else deal.rules.pile,
        declarer=deal.declarer if as_declared else view.declarer,
        great=deal.great and as_declared,
        variant=deal.variant if special else None,
        bid=deal.bid if special else None,
        goal=goal,
        info=DealInfo.of(deal),
    )


_PILES = next(
    (field.key, *map(str.lower, field.other_tags)) for field in FIELDS if field.key == "manni"
)
"""The keys of the cards on the table: one for each name that games have for them.

A game with another name uses the first key.
"""


def pile_key(pile: str) -> str:
    """Return the key of the cards on the table in a game that calls them ``pile``."""
    name = pile.lower()
    return name if name in _PILES else _PILES[0]


def pile_fields(schema: Schema, doc: str) -> Iterator[Field]:
    """Yield the fields of the cards on the table, one for each name that games give them."""
    for name in _PILES:
        yield field(
            name,
            schema,
            doc,
            partial(lambda name, view: view.manni if pile_key(view.pile) == name else None, name),
            optional=True,
        )


DEAL_VIEW = record(
    DEAL_OF_FILE._replace(get=attrgetter("number")),
    *fields_at("info", DEAL_INFO),
    VARIANT._replace(get=attrgetter("variant")),
    "contract",
    ace_low(),
    *unit_fields("", unit=": what is won is points"),
    "leader to_play",
    "tricks: Tricks to be played, the one in progress included.",
    hand_field(
        "hands: The cards held, without those on the table; of seats whose hands are known.",
        "rules",
        by_seat(HAND, required=False),
    ),
    "piles? table won",
    *pile_fields(SHOWN, "What lies on the table, by the name that the game has for it."),
    "bid?",
    field(
        "goal: The goal of a puzzle that is to be reached from here, null if there is none.",
        nullable(TEXT),
        lambda view: None if view.goal is None else format_goal(view.goal),
    ),
    of=View,
    name="show",
    title="manni show --json",
    doc="A deal or position as it is drawn, one line per deal.",
)
