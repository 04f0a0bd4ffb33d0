"""A play of rummy told bit by bit: how many cards, which, which melds change, then each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypedDict

from ..i18n import _, gettext, ngettext
from ..rummy.moves import rummy_moves
from ..rummy.play import RummyPlay
from ..rummy.turn import PileLike, card_sign, in_order, pile_of, pile_text
from ..schema import Count
from .rummy import move_text


class Stage(TypedDict):
    """of an answer, of which each tells more

    Attributes:
        ask: what leads to it
        text: with its cards in the notation
        piles: the hand, the single open cards, the melds, as they lie then
        marked: melds, by number
    """

    ask: str
    text: str
    piles: list[list[str]]
    marked: Sequence[Count | None]


def stages_of(play: RummyPlay, hand: PileLike, opened: PileLike) -> Iterator[Stage]:
    """Yield the stages of a play, or of a table put in order, beside the cards that lie there."""
    moves, number = rummy_moves(play), len(play.laid)
    piles = {"hand": hand, "open": opened}
    own = {name: [*in_order(pile_of(pile, name))] for name, pile in piles.items()}
    table: Iterable[Sequence[int]] = [meld.cards for meld in play.turn.table]

    def stage(ask: str, text: str, *marked: int | None) -> Stage:
        lie = [[*map(card_sign, pile)] for pile in (*own.values(), *table)]
        return {"ask": ask, "text": text, "piles": lie, "marked": marked}

    told = ngettext(
        "{number} card can be laid.", "{number} cards can be laid.", number, number=number
    )
    if not number:
        told = _("These cards make melds.") if play.by == "out" else _("No card can be laid.")
    yield stage("", told)
    if number:
        yield stage(_("Which cards?"), pile_text(play.laid))
    if moves:
        changed = {at for move in moves for at in (move.pile, move.to) if at}
        told = ", ".join(str(at) for at in sorted(changed) if at <= len(play.turn.table))
        yield stage(_("Which melds?"), _("Melds that change: {melds}", melds=told or "–"), *changed)
    for step, move in enumerate(moves, 1):
        for card in move.cards if move.source in own else ():
            own[move.source].remove(card)
        table = move.table
        told = str(move_text(move, pile_text))
        if step == len(moves) and play.left and play.then:
            told += f". {gettext(play.then).capitalize()}"
        ask = _("Step {step} of {number}", step=step, number=len(moves))
        yield stage(ask, told, move.pile, move.to)
