"""What deals count, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .. import checks
from ..errors import RuleError, SolverError
from ..reprs import Printable
from .games import RummyGame, get_game
from .play import points_of
from .turn import PileLike, check_pack, in_order, pile_of


@dataclass(frozen=True)
class RummyDeal:
    """A deal that is over: what is left of the hands, who has knocked, and what each scores."""

    left: tuple[tuple[int, ...], ...]
    knocker: int | None
    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class RummySheet(Printable):
    """Deals of a game, what they add up to, and who has won, as numbers from 1."""

    game: RummyGame
    deals: tuple[RummyDeal, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def score_rummy(
    game: str, deals: Iterable[tuple[Sequence[PileLike], int | None]], target: int | None = None
) -> RummySheet:
    """Return the sheet of deals: of each the cards left in the hands, and who knocked, from 1.

    Raises RuleError for what the game does not know, and for deals after its end.
    """
    rules = get_game(game)
    if target is not None:
        rules = replace(rules, target=checks.number(target, "target", 1))
    played, totals, over = list[RummyDeal](), Counter[int](), False
    for number, told in enumerate(checks.several(deals, "deals"), 1):
        try:
            hands, knocker, *_ = *checks.several(told, "deal", 2), None, None
            left = tuple(in_order(pile_of(hand, "hand")) for hand in checks.several(hands, "left"))
            deal = _scored(rules, left, knocker)
        except SolverError as error:
            raise RuleError(f"deal {number}: {error}") from None
        if over or (played and len(deal.left) != len(played[0].left)):
            raise RuleError(f"deal {number}: the game is over, or others played before")
        played.append(deal)
        totals.update(dict(enumerate(deal.points, 1)))
        over = 0 < rules.target <= max(totals.values())
    if over:
        won = Counter(player for deal in played for player in deal.winners)
        for player, total in totals.items():
            more = rules.won if total >= rules.target else rules.deal_won * won[player]
            totals[player] += more
    best = (min if rules.knock is None else max)(totals.values(), default=0)
    winners = [player for player in totals if over and totals[player] == best]
    return RummySheet(rules, tuple(played), tuple(totals.values()), tuple(winners))


def _scored(game: RummyGame, left: tuple[tuple[int, ...], ...], knocker: int | None) -> RummyDeal:
    """Return a deal with its points."""
    check_pack(game, len(left), Counter(card for hand in left for card in hand))
    counts = [points_of(game, hand) or 0 for hand in left]
    out = [player for player, hand in enumerate(left, 1) if not hand]
    if len(out) > 1:
        raise RuleError("more than one hand is empty")
    if knocker is not None:
        points = counts[checks.number(knocker, "knocker", 1, len(left)) - 1]
        if out or game.knock is None or points > game.knock:
            raise RuleError(
                f"player {knocker} cannot knock with {points} points: "
                f"{game.code} has {game.knock or 'none'}, while nobody is out"
            )
    lowest = [player for player, count in enumerate(counts, 1) if count == min(counts)]
    winners = out or [
        player for player in lowest if game.counts and (player != knocker or len(lowest) < 2)
    ]
    if game.knock is not None:
        counts = [
            (player in winners)
            * (
                sum(counts)
                - len(left) * count
                + game.out * (player in out)
                + game.undercut * (knocker not in (None, player))
            )
            for player, count in enumerate(counts, 1)
        ]
    return RummyDeal(left, knocker, tuple(counts), tuple(winners))
