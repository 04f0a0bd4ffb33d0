"""What makes a variant, one ``Variant`` for each game, what can be in it and what it is worth.

Of what can be in a game, a deal, a contract, who declares and bids it, what the seats take, each
``check_…`` raises RuleError, or DealError for cards, and says what would be possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import (
    FULL_PACK,
    RANK_LETTERS,
    THE_SIX,
    BySeat,
    Contract,
    Seat,
    by_seat,
    card_name,
    cards_in,
    check_disjoint,
    hand_of,
    rank_of,
    seats_of,
)
from ..checks import counted, quote
from ..errors import DealError, RuleError
from ..i18n import N_
from ..records import frozen
from .auction import (
    Aim,
    Auction,
    Bid,
    Bidding,
    Call,
    ContractsLeft,
    OpenHands,
    Slot,
    contracts_left,
    find_bid,
    rungs_text,
)
from .declaring import Declaring
from .exchange import NO_EXCHANGE, ExchangeRule
from .scoring import Ending, Marking, Marks, Scoring, Sides, Taken
from .trick import PLAIN, TrickRules, cards_worth, once_claimed

if TYPE_CHECKING:
    import numpy as np


MANNI = -1
"""The receiver of packets that go to the table: the Manni, a talon or a surprise.

The others are the seats, from 0 on.
"""


class Dealing(NamedTuple):
    """What was dealt: hands, the Manni in draw order, the card cut or turned up if there is one.

    ``piles`` are by seat the piles in which hands lie, where they do, each from its top card down.
    """

    hands: BySeat[int]
    manni: tuple[int, ...]
    cut: int | None = None
    piles: BySeat[tuple[tuple[int, ...], ...]] = ()


class Option(NamedTuple):
    """Another way to play a game: what is different, and the fields that are, or what makes it.

    ``offered`` are words for the game played that way where it is offered beside the usual
    one, for an option that changes the play. Where the option is a number, ``numbered`` makes
    the game of any other number that stands in its place.
    """

    meaning: str
    change: Mapping[str, Any] | Callable[[Variant], Variant]
    offered: str = ""
    numbered: Callable[[Variant, int], Variant] | None = None


@frozen
class Variant:
    """One game.

    ``packets`` says who is dealt how many cards, packet by packet: a seat or ``MANNI``; the seats
    are those of ``cards.seats_of`` so many. ``partners`` are the two sides of a game in which they
    are the same in every deal; ``spoken`` says that partners may tell each other what they hold.
    ``lowest_deals`` says that who draws the lowest card deals first in a game; ``in_piles`` that a
    hand lies on the table, each packet a pile, and only the top cards are open and may be played.
    ``declaring`` is where the contract comes from and who declares, ``leads`` who leads to the
    first trick, None for the declarer. ``pile`` is what the cards on the table are called, of
    which ``shown`` lie face up; they count for nobody, or, where ``pile_counts``, for the
    declarer. ``rules`` say how tricks are played, ``nullo_rules`` how in NULLO where that is
    otherwise. ``options`` are other ways to play the game, by name.
    """

    code: str
    name: str
    packets: tuple[tuple[int, int], ...]
    declaring: Declaring
    exchange: ExchangeRule
    scoring: Marking
    ending: Ending
    leads: Seat | None = None
    pack: int = FULL_PACK
    contracts: tuple[Contract, ...] = THE_SIX
    pile: str = N_("Manni")
    shown: int = 0
    pile_counts: bool = False
    rules: TrickRules = PLAIN
    nullo_rules: TrickRules | None = None
    partners: Sides = ()
    spoken: bool = False
    lowest_deals: bool = False
    in_piles: bool = False
    options: Mapping[str, Option] = field(default_factory=dict)
    players: int = field(init=False, compare=False)
    """How many play: what ``packets`` say."""

    def __post_init__(self) -> None:
        vars(self)["players"] = 1 + max(to for to, _ in self.packets)
        if self.partners:
            for name in ("rules", "nullo_rules"):
                rules = getattr(self, name)
                vars(self)[name] = rules and replace(rules, partners=True)

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def seats(self) -> type[Seat]:
        """The seats of its table, in playing order."""
        return seats_of(self.players)

    def seat(self, seat: Seat) -> Seat:
        """Return the seat here that one is: forehand and the dealer sit at every table.

        Raises RuleError where there is none of that name.
        """
        seats = self.seats
        if type(seat) is seats:
            return seat
        if seat.name not in seats.__members__:
            raise self._no_seat(seat)
        return seats[seat.name]

    def _no_seat(self, seat: Seat) -> RuleError:
        words = [seat.word for seat in self.seats]
        there = f"{', '.join(words[:-1])} and {words[-1]}"
        return RuleError(f"{seat.word} is no seat of {self.code}: there are {there}")

    def _two_sides(self, declarer: Seat | None) -> bool:
        declares = declarer is not None and (self.rules.partners or self.claims)
        return bool(self.partners) or declares

    def sides(self, declarer: Seat | None = None) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats by who plays together where this one declares, or nobody."""
        if self.partners:
            return tuple(tuple(map(self.seats, side)) for side in self.partners)
        if not self._two_sides(declarer):
            return tuple((seat,) for seat in self.seats)
        declarers = () if declarer is None else (declarer,)
        return declarers, tuple(seat for seat in self.seats if seat not in declarers)

    def side_declaring(self, declarer: Seat | None = None) -> frozenset[Seat]:
        """Return the ``declarers`` of a position: one of two sides, nobody where there are none."""
        return frozenset(self.sides(declarer)[0] if self._two_sides(declarer) else ())

    def claim_sides(
        self, claimer: Seat, totals: Marks | None = None
    ) -> tuple[tuple[Seat, ...], ...]:
        """Return who plays for a claim of every trick, and who against it.

        It is the claimer's side against the other. Where marks are bad and the score is known, by
        seat, all are for it but those who would lose the game by it, if anybody would.
        """
        if not self.partners and self.scoring.marks_are_bad and totals:
            price = self.bids[0].worth
            after = by_seat(lambda seat: totals[seat] + price * (seat != claimer), self.seats)
            if self.ending.over((after,)):
                against = tuple(seat for seat in self.seats if after[seat] == max(after))
                return tuple(seat for seat in self.seats if seat not in against), against
        return tuple(sorted(self.sides(claimer), key=lambda side: claimer not in side))

    def _dealt_to(self, receiver: int) -> int:
        return sum(number for to, number in self.packets if to == receiver)

    @property
    def tricks(self) -> int:
        """The cards of a hand, which are the tricks of a deal."""
        return self._dealt_to(Seat.FOREHAND)

    @property
    def manni(self) -> int:
        """The cards of the Manni."""
        return self._dealt_to(MANNI)

    @property
    def taken_up(self) -> int:
        """How many cards of it a declarer takes up, to put as many away."""
        return self.manni * self.exchange.picks_up

    @property
    def declared(self) -> bool:
        """Whether somebody declares."""
        return self.declaring.declared

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The lines of each player's list of contracts to declare."""
        return self.declaring.slots

    @property
    def bids(self) -> tuple[Bid, ...]:
        """What may be bid, lowest first."""
        return self.declaring.bids

    @property
    def claims(self) -> bool:
        """Whether a bid is made without an auction, once the contract is known."""
        return self.declaring.claims

    @property
    def trumps(self) -> tuple[Contract, ...]:
        """The trumps that a declarer may name, no trump among them where the game has it."""
        return tuple(contract for contract in self.contracts if not contract.avoids)

    @property
    def names_trump(self) -> bool:
        """Whether the seat that leads names the contract and does not declare for that."""
        return self.declaring.leader_names

    @property
    def ranks(self) -> str:
        """The ranks in the pack, the highest first."""
        held = {RANK_LETTERS[rank_of(card)] for card in cards_in(self.pack)}
        return "".join(rank for rank in reversed(self.rules.order) if rank in held)

    @property
    def ranks_told(self) -> str:
        """The ranks that errors list: of a pack with an order of its own, else the usual ones."""
        return "" if self.rules.in_order else self.ranks

    @property
    def cuts(self) -> bool:
        """Whether a card of the dealer's makes the contract."""
        return bool(self.declaring.card)

    @property
    def opener(self) -> Seat:
        """Who opens an auction of contracts."""
        return self.seats.FOREHAND

    @property
    def callers(self) -> frozenset[Seat]:
        """The seats that may call in it where the opener has something left."""
        return frozenset(map(self.seats, self.declaring.callers))

    @property
    def cut_card(self) -> str:
        """What that card is called."""
        return self.declaring.card or "cut card"

    def cut_text(self, cut: int) -> str:
        """Return what that card is called, and which it is."""
        return f"the {self.cut_card} {card_name(cut)}"

    @property
    def has_targets(self) -> bool:
        """Whether tricks are counted against targets, so that the points add up to zero."""
        return isinstance(self.scoring, Scoring)

    @property
    def playable(self) -> tuple[Contract, ...]:
        """The contracts that may be asked about: of a Manni game all, since each plays them alike.

        Those of the game are ``contracts``; one with rules of its own has only these.
        """
        return THE_SIX if self.rules.is_plain else self.contracts

    def fixed_contract(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract of a game's ``number``-th deal (from 1) with this card.

        None where it is called, or the card is not known.
        """
        return self.declaring.contract(number, cut)

    def contract_of(
        self, contract: Contract | None, cut: int | None, number: int | None = None
    ) -> Contract | None:
        """Return the contract given or made by the cut card, None if neither says it.

        In a game that of the deal of a ``number`` may be made by this too. Raises RuleError where
        the two contradict each other.
        """
        known = number is not None or (self.cuts and cut is not None)
        made = self.fixed_contract(1 if number is None else number, cut) if known else None
        if contract is not None and made not in (None, contract):
            source = f"deal {number}" if cut is None else self.cut_text(cut)
            raise RuleError(f"{source} makes the contract {made.name}, not {contract.name}")
        return contract or made

    def auction(self, left: BySeat[ContractsLeft]) -> Auction:
        """Return the auction before the first call, of seats with these contracts left.

        Raises RuleError if nobody declares from a list or nothing is left of it.
        """
        if not self.slots:
            why = "numbers are bid" if self.declared else "nobody declares"
            raise RuleError(f"{why} in {self.code}: there is no auction of contracts")
        opener = next((seat for seat in self.seats if left[seat]), None)
        if opener is None:
            raise RuleError("every player has declared every contract")
        return Auction(left, self.declaring.steps, opener)

    def bidding(self, names: Sequence[str] = ()) -> Bidding:
        """Return the auction of numbers in which this was said.

        Raises RuleError where no numbers are bid, or not in an auction, and for what cannot be.
        """
        if not self.bids or self.claims:
            raise RuleError(f"no numbers are bid in {self.code}")
        return Bidding.of(self.bids, names, self.players)

    def bid_of(self, name: str) -> Bid:
        """Return the bid of a name. Raises RuleError or NotationError where there is none."""
        if not self.bids:
            raise RuleError(f"nobody bids in {self.code}: {quote(name)} is given")
        return find_bid(self.bids, name)

    def face_up(self, manni: Sequence[int]) -> tuple[int, ...]:
        """Return the cards on the table that lie face up, which are dealt last."""
        return tuple(manni[len(manni) - self.shown :]) if len(manni) == self.manni else ()

    def leader(self, declarer: Seat | None) -> Seat:
        """Return who leads to the first trick: as the game says, forehand if that is not known."""
        return self.seat(self.leads or declarer or self.seats.FOREHAND)

    def laid_open(
        self, bid: str | None, declarer: Seat | None, hands: Sequence[int]
    ) -> BySeat[int]:
        """Return the hands that lie open on the table where a bid stands, 0 for the others.

        They are all where partners tell each other what they hold.
        """
        laid = OpenHands.ALL if self.spoken else OpenHands.NONE
        if bid is not None and not self.spoken:
            laid = self.bid_of(bid).laid

        def is_open(seat: Seat) -> bool:
            return laid is OpenHands.ALL or (laid is OpenHands.DECLARER and seat is declarer)

        return by_seat(lambda seat: hands[seat] * is_open(seat), self.seats)

    def exchange_in(self, contract: Contract) -> ExchangeRule:
        """Return who exchanges in a contract: nobody where no trick is bid, on the hand dealt."""
        if contract.avoids and any(bid.aim is Aim.NONE for bid in self.bids):
            return NO_EXCHANGE
        return self.exchange

    def most_points(self, contract: Contract) -> int:
        """Return the most that can be counted in a deal, by all together."""
        return self.value_range((), contract)[1]

    def value_range(self, hands: Sequence[int], contract: Contract) -> tuple[int, int]:
        """Return the least and the most that can be counted in a deal, by all together.

        That is one number if the hands after the exchange are known; empty ones are not.
        """
        rules = self.rules_of(contract)
        if any(hands) and not self.pile_counts:
            return (cards_worth(hands, rules),) * 2
        if not rules.counts_cards:
            return (self.tricks * rules.trick_points,) * 2
        cards = sorted(rules.card_points[rank_of(card)] for card in cards_in(self.pack))
        whole = self.tricks * rules.trick_points + sum(cards)
        if self.pile_counts or not self.manni:
            return whole, whole
        return whole - sum(cards[-self.manni :]), whole - sum(cards[: self.manni])

    def with_pile(self, contract: Contract, won: BySeat[int], declarer: Seat | None) -> BySeat[int]:
        """Return what was taken, for the declarer with the cards put away where they count."""
        if not self.pile_counts or declarer is None:
            return won
        rest = self.most_points(contract) - sum(won)
        return by_seat(lambda seat: won[seat] + rest * (seat is declarer), self.seats)

    def taken(
        self,
        points: Marks,
        contract: Contract,
        declarer: Seat | None = None,
        bid: Bid | None = None,
        turned: int = 0,
        great: bool = False,
    ) -> Taken:
        """Return what came of a deal, for its marks; ``turned`` is the worth of that card."""
        whole = self.most_points(contract)
        return Taken(points, declarer, bid, turned, contract, great, self.partners, whole)

    def rules_of(self, contract: Contract, claimed: bool = False) -> TrickRules:
        """Return how tricks are played in a contract.

        Where every trick has been ``claimed`` many points are wanted, whatever the game, and
        the others are one side against the claim. The Manni games play a contract alike, so
        that each may be asked of any of them. Raises RuleError for one that a game with rules of
        its own does not have.
        """
        if contract not in self.playable:
            self.check_contract(contract)
        if contract is Contract.NULLO:
            return self.nullo_rules or self.rules
        if claimed and self.claims:
            return once_claimed(self.rules, bool(self.partners))
        return self.rules

    def check_contract(self, contract: Contract) -> None:
        """Raise RuleError unless this is a contract of the game."""
        if contract not in self.contracts:
            names = " ".join(possible.name for possible in self.contracts)
            raise RuleError(f"{self.code} has no {contract.name}: its contracts are {names}")

    def check_declarer(self, declarer: Seat | None, bid: str | None) -> None:
        """Raise RuleError for a declarer where nobody declares, or only who claims every trick.

        So too for a seat of another table.
        """
        if declarer is not None and type(declarer) is not self.seats:
            raise self._no_seat(declarer)
        if declarer is None or self.declared:
            return
        if not self.claims:
            raise RuleError(f"nobody declares in {self.code}: {declarer.word} cannot")
        if bid is None:
            raise RuleError(
                f"only who bids {self.bids[0]} declares in {self.code}: "
                f"no bid of {declarer.word} is recorded"
            )

    def ace_low(self, contract: Contract) -> bool:
        """Return whether the ace is the lowest card of its suit."""
        return self.rules_of(contract).ace_low

    def deal(self, rng: np.random.Generator) -> Dealing:
        """Return a random deal, all equally likely."""
        from .shuffle import shuffled  # here: most commands deal nothing

        return self.deal_pack(shuffled(sorted(cards_in(self.pack)), rng))

    def deal_pack(self, pack: Sequence[int]) -> Dealing:
        """Return the deal of the game's pack in this order.

        The Manni is drawn from in the order in which it is dealt; the cut card, if there
        is one, is the last of the pack.
        """
        cards = iter(pack)
        dealt = [(receiver, tuple(islice(cards, number))) for receiver, number in self.packets]

        def packets_of(receiver: int) -> list[tuple[int, ...]]:
            return [packet for to, packet in dealt if to == receiver]

        piles = by_seat(
            lambda seat: tuple(packets[::-1] for packets in packets_of(seat)), self.seats
        )
        return Dealing(
            hands=tuple(hand_of(chain(*packets)) for packets in piles),
            manni=tuple(chain(*packets_of(MANNI))),
            cut=pack[-1] if self.cuts else None,
            piles=piles if self.in_piles else (),
        )


def check_cards(variant: Variant, *piles: tuple[str, int]) -> None:
    """Raise DealError unless piles, each with its name, share no card and are of the pack."""
    check_disjoint(*piles)
    for name, cards in piles:
        for card in cards_in(cards & ~variant.pack):
            which = f"which {variant.code}'s pack does not have"
            raise DealError(f"{name} holds {card_name(card)}, {which}", card=card)


def check_cut(variant: Variant, cut: int, held: bool, elsewhere: str = "") -> None:
    """Raise DealError unless a card is cut in the game and the dealer ``held`` it.

    ``elsewhere`` is who has it instead.
    """
    if not variant.cuts:
        raise DealError(f"no card is cut in {variant.code}: {card_name(cut)} is given", card=cut)
    if not held:
        which = f"{variant.cut_text(cut)} is the dealer's, who does not hold it"
        raise DealError(which + (elsewhere and f": {elsewhere} holds it"), card=cut)


def check_pile(variant: Variant, cards: Sequence[int]) -> None:
    """Raise DealError unless as many cards as these lie on the table in the game."""
    if len(cards) != variant.manni:
        size = counted(len(cards), "card")
        raise DealError(f"a {variant.pile} of {size}: {variant.code}'s has {variant.manni}")


def check_contract(
    variant: Variant, contract: Contract, great: bool, declarer: Seat | None
) -> None:
    """Raise RuleError unless the variant has the contract and it is declared as it must be."""
    variant.check_contract(contract)
    scoring = variant.scoring
    if great and not (isinstance(scoring, Scoring) and scoring.great):
        raise RuleError(f"{variant.code} has no great contracts: {contract.name} is ordinary")
    if great and contract.avoids:
        raise RuleError(f"there is no great {contract.name}: a great contract is S H D C or NT")
    if variant.declared and declarer is None:
        *most, last = (seat.word for seat in variant.seats)
        raise RuleError(f"{variant.code} needs a declarer: {', '.join(most)} or {last}")
    if not variant.claims:
        variant.check_declarer(declarer, None)


def check_bid(
    variant: Variant,
    contract: Contract,
    declarer: Seat | None,
    bid: str | None,
    great: bool = False,
) -> Bid | None:
    """Return the bid of a name, None where there is none and need not be.

    Raises RuleError unless it can be made in the variant and goes with contract and declarer.
    """
    check_contract(variant, contract, great, declarer)
    variant.check_declarer(declarer, bid)
    if bid is None:
        if variant.bids and not variant.claims:
            raise RuleError(f"no bid is recorded: there is {rungs_text(variant.bids)}")
        return None
    bid_made = variant.bid_of(bid)
    if declarer is None:
        raise RuleError(f"no declarer is named: who bids {bid_made}?")
    if contract.avoids != (bid_made.aim is Aim.NONE):
        wanted = "NULLO" if bid_made.aim is Aim.NONE else "a trump"
        raise RuleError(f"{bid_made} is played in {wanted}, not in {contract.name}")
    return bid_made


def check_can_declare(
    variant: Variant,
    declarer: Seat | None,
    contract: Contract | None = None,
    great: bool = False,
) -> None:
    """Raise RuleError for a declarer, or a declarer with this call, that no auction leads to."""
    callers = variant.callers
    if declarer is None or not callers:
        return
    if declarer not in callers:
        words = " ".join(caller.word for caller in sorted(callers))
        raise RuleError(f"{declarer.word} may not declare in {variant.code}: only {words} may")
    if contract is None:
        return
    call = Call(contract, great)
    possible = [outcome for seat, outcome in _outcomes(variant) if seat is declarer]
    if call not in possible:
        words = ", ".join(map(str, sorted(possible)))
        raise RuleError(
            f"{declarer.word} cannot come to declare {call} in {variant.code}: "
            f"it can declare {words}"
        )


@lru_cache(maxsize=32)
def _outcomes(variant: Variant) -> frozenset[tuple[Seat, Call]]:
    """Return every declarer and call that an auction can end with, from any lists of lines left."""
    all_contracts = contracts_left(variant.slots, frozenset())
    # A seat with no line left passes the opening on, unless its deal is skipped.
    outcomes: set[tuple[Seat, Call]] = set()
    seats = tuple(variant.seats)
    for passed in range(len(seats) if variant.declaring.opening_passes_on else 1):
        # So many seats from the one that opens have nothing left.
        left = {seat: all_contracts for seat in seats[passed:]}
        lists = tuple(left.get(seat, frozenset()) for seat in variant.seats)
        outcomes |= variant.auction(lists).outcomes()
    return frozenset(outcomes)


def check_may_exchange(variant: Variant, order: Sequence[Seat], seat: Seat | None = None) -> None:
    """Raise RuleError where nobody is in the ``order`` of the exchange, or a seat is not."""
    if (why := why_none_exchange(variant, order)) is not None:
        raise RuleError(why)
    if seat is not None and seat not in order:
        words = " ".join(exchanger.word for exchanger in order)
        raise RuleError(f"{seat.word} may not exchange in {variant.code}: only {words} may")


def why_none_exchange(variant: Variant, order: Sequence[Seat]) -> str | None:
    """Return why nobody exchanges where the ``order`` is empty, None where somebody does."""
    return None if order else f"nobody exchanges cards with the table in {variant.code}"


def check_taken(
    variant: Variant,
    contract: Contract,
    taken: Sequence[int],
    hands: Sequence[int] = (),
) -> BySeat[int]:
    """Return the points that each seat took. Raises RuleError unless they add up.

    ``hands`` are those after the exchange, empty if they are not known.
    """
    rules = variant.rules_of(contract)
    if len(taken) != variant.players:
        count = f"{rules.unit} of {len(taken)} seats"
        raise RuleError(f"{count}: {variant.code} is for {variant.players}")
    which = "this deal" if any(hands) else f"a deal of {variant.code}"
    return check_sum(taken, variant.value_range(hands, contract), rules.unit, which)


def check_sum(
    taken: Sequence[int], whole: tuple[int, int], unit: str, which: str = "this deal"
) -> BySeat[int]:
    """Return what each seat took. Raises RuleError unless it adds up to the least or the most."""
    least, most = whole
    if min(taken) < 0 or not least <= sum(taken) <= most:
        there = f"{least}" if least == most else f"{least} to {most}"
        raise RuleError(
            f"{unit} {' '.join(map(str, taken))} add up to {sum(taken)}: {which} has {there}"
        )
    return tuple(taken)


def targets(
    variant: Variant, contract: Contract, great: bool = False, declarer: Seat | None = None
) -> BySeat[int]:
    """Return the tricks at which each seat neither wins nor loses a point.

    Raises RuleError if the variant has no such contract, needs a declarer or has no targets.
    """
    check_contract(variant, contract, great, declarer)
    if not isinstance(variant.scoring, Scoring):
        raise RuleError(f"{variant.code} has no targets: {variant.scoring}")
    declarers = next((side for side in variant.sides() if declarer in side), ())
    return variant.scoring.targets(contract, great).by_seat(declarers, variant.seats)


def points(
    variant: Variant,
    contract: Contract,
    great: bool,
    declarer: Seat | None,
    tricks: Sequence[int],
) -> BySeat[int]:
    """Return each seat's points for the tricks taken in a whole deal; they add up to zero.

    Raises RuleError if the tricks do not add up to those of a deal or the variant has
    no such contract.
    """
    return tuple(map(int, marks(variant, contract, tricks, declarer, great=great)))


PointTable = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=256)
def point_table(
    variant: Variant, contract: Contract, great: bool = False, declarer: Seat | None = None
) -> PointTable:
    """Return by seat, then by the tricks it takes, its least and its most points.

    The two differ only in great contracts, for a seat that does not declare: its points
    depend on how many of the other tricks the declarer takes. A guarantee is worth the
    least points of its tricks, a best case the most.
    """
    total = variant.tricks
    table: list[list[list[int]]] = [[[] for _ in range(total + 1)] for _ in variant.seats]
    for tricks in trick_splits(total, variant.players):
        marked = points(variant, contract, great, declarer, tricks)
        for seat in variant.seats:
            table[seat][tricks[seat]].append(marked[seat])
    return tuple(tuple((min(marked), max(marked)) for marked in seat) for seat in table)


def trick_splits(total: int, players: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways in which so many tricks can be taken by so many."""
    if players == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in trick_splits(total - first, players - 1))


def marks(
    variant: Variant,
    contract: Contract,
    taken: Sequence[int],
    declarer: Seat | None = None,
    bid: str | None = None,
    cut: int | None = None,
    great: bool = False,
) -> Marks:
    """Return what each seat marks for what was taken in a whole deal: its points, or marks.

    Raises RuleError if that cannot be taken in a deal, the bid cannot be or, where the dealer
    marks it, the turned card is not known.
    """
    made = check_bid(variant, contract, declarer, bid, great)
    counted = check_taken(variant, contract, taken)
    turned = 0
    if variant.scoring.turned:
        if cut is None:
            raise RuleError(f"no {variant.cut_card} is recorded: the dealer marks its points")
        turned = variant.rules_of(contract).card_points[rank_of(cut)]
    return variant.scoring.marks(variant.taken(counted, contract, declarer, made, turned, great))
