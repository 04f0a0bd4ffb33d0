"""A game in progress: who deals, what has been declared, who has how many points.

Players are 0, 1 and 2, in the order in which they play. The deal passes in it too, so a
player's seat changes with every deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from manni.solver.cards import SEATS, BySeat, Seat, by_seat, triple
from manni.solver.checks import derived
from manni.solver.errors import ArgumentError, RuleError
from manni.solver.rules.auction import Auction, Call, ContractsLeft, contracts_left, slot_of
from manni.solver.rules.bidding import Bidding
from manni.solver.rules.contract import Contract
from manni.solver.rules.legality import check_bid
from manni.solver.rules.marking import Marks, total, totals
from manni.solver.rules.points import marks
from manni.solver.rules.scoring import Round
from manni.solver.rules.variant import Variant

T = TypeVar("T")

PLAYERS = SEATS
Names = BySeat[str]
NUMBERS: Names = ("player 1", "player 2", "player 3")


@dataclass(frozen=True)
class PlayedDeal:
    """A deal played: what each player took and the points that brings him.

    He takes tricks, or points where cards count; ``slot`` is the line the declarer used up.
    """

    dealer: int
    contract: Contract
    great: bool
    declarer: int | None
    slot: str | None
    taken: BySeat[int]
    points: Marks
    bid: str | None = None


@dataclass(frozen=True)
class Game:
    """The deals of a game so far; ``record`` returns the game with one more.

    ``first_dealer`` is the player who deals first: by default the third, so that the
    first is forehand in the first deal. ``names`` are for messages.
    """

    variant: Variant
    first_dealer: int = 2
    names: Names = NUMBERS
    deals: tuple[PlayedDeal, ...] = ()

    def __post_init__(self) -> None:
        if len(self.names) != PLAYERS:
            raise ArgumentError(f"{len(self.names)} names: expected {PLAYERS}, in playing order")

    @property
    def number(self) -> int:
        """The number of the next deal, from 1."""
        return len(self.deals) + 1

    @property
    def dealer(self) -> int:
        """The player who deals next.

        Where the variant ``skips``, a deal that nobody can open is left out.
        """
        if not self.deals:
            return self.first_dealer
        turns = [(self.deals[-1].dealer + turn) % PLAYERS for turn in range(1, PLAYERS + 1)]
        if not self.variant.declaring.skips:
            return turns[0]
        opens = self.variant.declaring.opens + 1
        return next((d for d in turns if self.left((d + opens) % PLAYERS)), turns[0])

    def player(self, seat: int) -> int:
        """Return the player in a seat in the next deal."""
        return (self.dealer + 1 + seat) % PLAYERS

    def seat(self, player: int) -> Seat:
        """Return the seat of a player in the next deal."""
        return Seat((player - self.dealer - 1) % SEATS)

    def used(self, player: int) -> frozenset[str]:
        """Return the lines of his list that a player has used up."""
        if not self.variant.declaring.once:
            return frozenset()
        return frozenset(
            deal.slot for deal in self.deals if deal.declarer == player and deal.slot is not None
        )

    def left(self, player: int) -> ContractsLeft:
        """Return the contracts a player may still declare."""
        return contracts_left(self.variant.slots, self.used(player))

    def auction(self) -> Auction:
        """Return the auction of the next deal, before the first call.

        The first seat that may open and has a contract left does. Raises RuleError
        if nobody declares in this game or everything has been declared.
        """
        return self.variant.auction(by_seat(lambda seat: self.left(self.player(seat))))

    def bidding(self) -> Bidding:
        """Return the auction of numbers of the next deal, before the first bid.

        Raises RuleError if there is none in this game.
        """
        if not self.variant.bids or self.variant.claims:
            raise RuleError(f"no numbers are bid in {self.variant.code}")
        return Bidding(self.variant.bids)

    @property
    def points(self) -> tuple[Marks, ...]:
        """Each player's points in each deal."""
        return tuple(deal.points for deal in self.deals)

    @property
    def totals(self) -> Marks:
        """Each player's points; in a match, in the round last played."""
        return self.totals_after(len(self.deals))

    def totals_after(self, deals: int) -> Marks:
        """Return each player's points in the first ``deals`` deals; in a match, in their round."""
        rounds = self.variant.ending.rounds(self.points[:deals])
        return rounds[-1].totals if rounds else totals(self.points[:deals])

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of a match, of which the last may be under way; none in another game."""
        return self.variant.ending.rounds(self.points)

    @property
    def plus(self) -> Marks:
        """Each player's plus points alone."""
        return totals(self.points, plus=True)

    @property
    def minus(self) -> Marks:
        """Each player's minus points alone, without their sign."""
        gained = zip(self.plus, totals(self.points), strict=True)
        return triple(total((plus, -points)) for plus, points in gained)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.deals) and self.variant.ending.over(self.points)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won; empty until the game is over."""
        if not self.over:
            return ()
        return self.variant.ending.winners(self.points)

    def check(
        self,
        contract: Contract,
        declarer: Seat | None = None,
        great: bool = False,
        cut: int | None = None,
        bid: str | None = None,
    ) -> None:
        """Raise RuleError unless the next deal can be played in this contract."""
        check_bid(self.variant, contract, declarer, bid, great)
        if self.over:
            raise RuleError(
                f"the game was over after deal {len(self.deals)}: "
                f"{self.variant.code} is played {self.variant.ending}"
            )
        fixed = self.variant.fixed_contract(self.number, cut)
        if fixed is not None and fixed is not contract:
            source = f"deal {self.number}" if cut is None else self.variant.cut_text(cut)
            raise RuleError(f"{source} makes the contract {fixed.name}, not {contract.name}")
        if declarer is not None and self.variant.slots:
            self._check_declared(Call(contract, great), declarer)

    def _check_declared(self, call: Call, declarer: Seat) -> None:
        name = self.names[self.player(declarer)]
        auction = self.auction()
        if call.contract not in auction.left[declarer]:
            rest = " ".join(c.name for c in sorted(auction.left[declarer])) or "nothing"
            raise RuleError(
                f"{declarer.word} ({name}) {self._why_gone(call.contract, declarer)}: "
                f"left is {rest}"
            )
        outcomes = auction.outcomes()
        if (declarer, call) not in outcomes:
            legal = " ".join(str(c) for s, c in sorted(outcomes) if s == declarer) or "nothing"
            raise RuleError(
                f"{declarer.word} ({name}) cannot come to declare {call}: "
                f"{auction.opener.word} opens, {declarer.word} can declare {legal}"
            )

    def _why_gone(self, contract: Contract, declarer: Seat) -> str:
        """Return why a contract is not left to a seat: which lines of its list are used up."""
        player = self.player(declarer)
        having = {slot.name for slot in self.variant.slots if contract in slot.contracts}
        spent = [
            (number, deal)
            for number, deal in enumerate(self.deals, 1)
            if deal.declarer == player and deal.slot in having
        ]
        if not spent:
            return f"has no {contract.name} to declare"
        if all(deal.contract is contract for _, deal in spent):
            deals = " and ".join(f"deal {number}" for number, _ in spent)
            return f"has declared {contract.name} already, in {deals}"
        used = " and ".join(
            f'"{deal.slot}" was used up by {deal.contract.name} in deal {number}'
            for number, deal in spent
        )
        return f"cannot declare {contract.name}, since {used}"

    def record(
        self,
        contract: Contract,
        taken: Sequence[int],
        declarer: Seat | None = None,
        great: bool = False,
        cut: int | None = None,
        bid: str | None = None,
    ) -> Game:
        """Return the game after its next deal; ``taken`` is by seat.

        It is in tricks, or in points where cards count. Raises RuleError.
        """
        self.check(contract, declarer, great, cut, bid)
        variant = self.variant
        worth = marks(variant, contract, taken, declarer, bid, cut, great)
        player = None if declarer is None else self.player(declarer)
        slot = None
        if player is not None:
            slot = slot_of(variant.slots, self.used(player), contract)
        deal = PlayedDeal(
            dealer=self.dealer,
            contract=contract,
            great=great,
            declarer=player,
            slot=None if slot is None else slot.name,
            taken=self._by_player(taken),
            points=variant.ending.marked(self.totals, self._by_player(worth)),
            bid=bid,
        )
        return derived(self, deals=(*self.deals, deal))

    def _by_player(self, values: Sequence[T]) -> tuple[T, T, T]:
        return triple(values[self.seat(player)] for player in range(PLAYERS))
