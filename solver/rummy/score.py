"""What deals count, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .. import checks
from ..errors import RuleError, SolverError
from ..i18n import N_, _, amount, gettext
from ..records import frozen
from ..reprs import Printable
from ..schema import Count
from .games import RummyGame, get_game
from .turn import PileLike, RummyCards, check_pack, in_order, pile_of


class RummyDeal(NamedTuple):
    """A deal that is over: what is left of the hands, who has knocked, and what each scores.

    Attributes:
        left: The cards left to each player.
        knocker: Who has knocked, as a number from 1.
        points: What each player scores.
        winners: Who has won the deal, as numbers from 1.
    """

    left: tuple[RummyCards, ...]
    knocker: Count | None
    points: tuple[Count, ...]
    winners: tuple[Count, ...]


@frozen
class RummySheet(Printable):
    """The score of the deals of a game. Players are numbers from 1.

    >>> from manni import score_rummy
    >>> sheet = score_rummy("carousel", [(["S7 HK", "", "D2 *"], None)])
    >>> sheet.deals[0].winners, sheet.winners
    ((2,), ())

    Attributes:
        deals: The deals.
        totals: The total of each player, with any bonus at the end of the game.
        winners: The players who have won the game, as numbers from 1; empty before its end.
    """

    game: RummyGame
    deals: tuple[RummyDeal, ...]
    totals: tuple[Count, ...]
    winners: tuple[Count, ...]


def score_rummy(
    game: str, deals: Iterable[tuple[Sequence[PileLike], int | None]], target: int | None = None
) -> RummySheet:
    """Return the score sheet of some deals.

    Each deal is a pair: the cards left in the hand of each player, and the number of the player
    who knocked, from 1, or None.

    >>> from manni import score_rummy
    >>> score_rummy("carousel", [(["S7 HK", "", "D2 *"], None)]).totals
    (0, 69, 0)

    Raises RuleError for a knock or a target that the game does not have, and for deals after its
    end.
    """
    rules, played, totals, end = get_game(game), list[RummyDeal](), list[int](), 0
    most = rules.target if target is None else checks.number(target, "target", 1)
    if most and not rules.counts:
        raise RuleError(f"{rules.code} counts no points: it has no target")
    for number, row in enumerate(checks.several(deals, "deals"), 1):
        try:
            hands, knocker, *_more = *checks.several(row, "deal", 2), None, None
            left = tuple(in_order(pile_of(hand, "hand")) for hand in checks.several(hands, "left"))
            deal = _scored(rules, left, knocker)
            totals = totals or [0] * len(left)
            if end or len(left) != len(totals):
                raise RuleError.translated(lambda: _("the game is over, or others played before"))
        except SolverError as error:
            raise RuleError(f"deal {number}: {error}", told=error.told) from None
        played.append(deal)
        totals = [sum(column) for column in zip(totals, deal.points, strict=True)]
        end = most and max(totals) // most
    if not played:
        raise RuleError("there are no deals")
    if end:
        won = Counter(player for deal in played for player in deal.winners)
        for at, total in enumerate(totals):
            totals[at] += rules.won if total >= most else rules.deal_won * won[at + 1]
    best = (max if rules.knock else min)(totals)
    winners = tuple(player for player, total in enumerate(totals, 1) if end and total == best)
    return RummySheet(rules, tuple(played), tuple(totals), winners)


def _scored(game: RummyGame, left: tuple[tuple[int, ...], ...], knocker: int | None) -> RummyDeal:
    """Return a deal with its points."""
    check_pack(game, len(left), Counter(card for hand in left for card in hand))
    points = [game.points(hand) if game.counts else 0 for hand in left]
    out = [player for player, hand in enumerate(left, 1) if not hand]
    if len(out) > 1:
        raise RuleError.translated(lambda: _("more than one hand is empty"))
    if knocker is not None:
        count_left = points[checks.number(knocker, "knocker", 1, len(left)) - 1]
        why = ""
        if not game.knock:
            why = N_("player {player} cannot knock: {game} has no knocking")
        elif out:
            why = N_("player {player} cannot knock with {points}: player {out} is out")
        elif count_left > game.knock:
            why = N_("player {player} cannot knock with {points}: {game} has {most} at most")
        if why:
            raise RuleError.translated(
                lambda: gettext(
                    why,
                    player=knocker,
                    points=amount(count_left, "points"),
                    game=game.code,
                    most=game.knock,
                    out=out and out[0],
                )
            )
    lowest = [player for player, count in enumerate(points, 1) if count == min(points)]
    others = [player for player in lowest if player != knocker]
    winners = others or lowest if game.counts else out
    if game.knock:
        bonus = game.out * len(out) + game.undercut * (knocker not in (None, *winners))
        points = [
            (sum(points) - len(points) * count + bonus) * (player in winners)
            for player, count in enumerate(points, 1)
        ]
    return RummyDeal(left, knocker, tuple(points), tuple(winners))
