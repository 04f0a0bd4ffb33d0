"""What a seat knows before it exchanges: its own cards and what has happened so far."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from solver import checks
from solver.advice.known import Known, check_pack
from solver.advice.lists import Left, lines_left
from solver.cards import SEATS, Seat, card_name, triple
from solver.errors import ArgumentError, DealError, RuleError
from solver.exchange.before import check_declarer, check_may_exchange, contract_of
from solver.notation import parse_contract, parse_seat
from solver.rules.auction import Auction, Call, contracts_left, opener_of
from solver.rules.contract import Contract
from solver.rules.trick import check_plain
from solver.rules.variant import Variant


@dataclass(frozen=True)
class View(Known):
    """All that a seat knows of a deal before it is played.

    ``taken`` is how many cards each seat before it has exchanged, in turn; ``cut`` is the
    cut card, known to be the dealer's. ``gone`` are the cards, as a hand, that the seat has
    already put down: nobody has them, and they count against its limit. ``calls`` are those
    made so far, by which seats are believed to hold their hands; ``left`` the lines that each
    seat had left to declare, if that is not all.
    Raises DealError or RuleError for what the rules of the variant do not allow; whether
    it is the seat's turn to exchange is ``check_turn``'s to say.
    """

    variant: Variant
    contract: Contract
    seat: Seat
    hand: int
    cut: int | None = None
    taken: tuple[int, ...] = ()
    declarer: Seat | None = None
    great: bool = False
    gone: int = 0
    calls: tuple[Call | None, ...] = ()
    left: tuple[frozenset[str], ...] = ()

    def __post_init__(self) -> None:
        self._take_in()
        vars(self).update(gone=checks.hand(self.gone, "gone"), left=checked_left(self.left))
        check_plain(self.variant.rules, "advice on the exchange")
        check_hand(self.hand, self.variant, self.seat)
        self._check_put_down(self.gone)
        self._check_cut(self.gone, others=False)
        self._check_contract()

    @property
    def lines_left(self) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        """The names of the lines that each seat had left to declare."""
        every = frozenset(slot.name for slot in self.variant.slots)
        return triple(self.left or [every] * SEATS)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats that may exchange, in turn."""
        return self.variant.exchange.order(self.declarer)

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange after this one."""
        return self.order[self.order.index(self.seat) + 1 :]

    def sizes(self) -> Sequence[int]:
        """Return how many cards the seat may exchange, besides those it already has."""
        sizes = self.variant.exchange.sizes(
            self.seat, sum(self.taken), self.variant.tricks, self.variant.manni
        )
        done = self.gone.bit_count()
        return [size - done for size in sizes if size >= done] if done else sizes

    @property
    def all_or_nothing(self) -> bool:
        """Whether the seat may exchange its whole hand or no card, and nothing between."""
        return self.variant.exchange.all_or_nothing

    def check_turn(self) -> None:
        """Raise DealError or RuleError unless the seat may exchange now."""
        exchange, variant = self.variant.exchange, self.variant
        if not self.calls:  # else these say who declares
            check_declarer(variant, self.declarer, self.contract, self.great)
        check_may_exchange(variant, self.seat, self.declarer)
        earlier = self.order[: self.order.index(self.seat)]
        if len(self.taken) != len(earlier):
            words = " and ".join(each.word for each in earlier)
            wanted = f"how many cards {words} exchanged" if earlier else "nobody exchanged"
            raise DealError(
                f"taken: {checks.counted(len(self.taken), 'number')}, expected {len(earlier)}: "
                f"{wanted} before {self.seat.word}"
            )
        for index, (each, count) in enumerate(zip(earlier, self.taken, strict=True)):
            sizes = exchange.sizes(each, sum(self.taken[:index]), variant.tricks, variant.manni)
            if count not in sizes:
                cards = checks.counted(count, "card")
                raise RuleError(f"{each.word} cannot have exchanged {cards}: {_range(sizes)}")
        sizes = exchange.sizes(self.seat, sum(self.taken), variant.tricks, variant.manni)
        if self.gone.bit_count() not in sizes:
            cards = checks.counted(self.gone.bit_count(), "card")
            raise RuleError(f"{self.seat.word} cannot have put down {cards}: {_range(sizes)}")

    @property
    def unseen(self) -> int:
        """The cards that others may hold, or that may still be drawn."""
        return self.variant.pack & ~self.hand & ~self.gone


def auction_of(variant: Variant, left: Sequence[Set[str]]) -> Auction:
    """Return the auction before the first call, of seats with these lines left.

    The first of them that has any opens, as in ``Game.auction``. Raises RuleError where that is
    not forehand in a game in which forehand has to.
    """
    checks.instance(variant, Variant, "variant")
    every = frozenset(slot.name for slot in variant.slots)
    names = checked_left(left) or (every,) * SEATS
    contracts = triple(contracts_left(variant.slots, every - each) for each in names)
    opener = opener_of(contracts)
    if opener is None:
        raise RuleError("nobody has anything left to declare")
    if opener is not Seat.FOREHAND and (variant.skips or len(variant.callers) == 1):
        why = "the deal is left out" if variant.skips else "it cannot open"
        raise RuleError(f"forehand has nothing left to declare: {why}")
    return Auction(contracts, variant.steps, opener)


def auction_ended(
    variant: Variant, left: Sequence[Set[str]], calls: Sequence[Call | None]
) -> Auction:
    """Return the auction after the calls.

    Raises RuleError for calls that cannot be, DealError where somebody is still to call.
    """
    state = auction_of(variant, left)
    for call in calls:
        state = state.call(call)
    if state.to_call is not None:
        raise DealError(f"the calls do not end there: {state.to_call.word} is to call")
    return state


def view(
    hand: int,
    variant: Variant,
    contract: Contract | str | None,
    seat: Seat | str | None = None,
    *,
    cut: int | None = None,
    taken: Sequence[int] = (),
    declarer: Seat | str | None = None,
    great: bool = False,
    discarded: Sequence[int] = (),
    calls: Sequence[Call | None] = (),
    left: Left = (),
) -> View:
    """Return what a seat knows, checked against the rules of the variant.

    ``discarded`` are the cards that the seat itself has already put down. ``contract`` may
    be left to the cut card, and with ``declarer`` and ``great`` to the ``calls``. Of ``seat``
    and ``declarer`` either stands for the other; with neither given it is forehand, in games in
    which somebody declares. ``left`` is what was left to declare before the calls, where that
    is not everything. Raises DealError or RuleError.
    """
    checks.instance(variant, Variant, "variant")
    seat = None if seat is None else parse_seat(seat)
    calls = checks.several(calls, "calls")
    declarer, contract, great, names = said(
        variant, calls, left, seat=seat, declarer=declarer, contract=contract, great=great
    )
    if variant.declared:
        declarer = next((each for each in (declarer, seat) if each is not None), Seat.FOREHAND)
        seat = declarer if seat is None else seat
    if seat is None:
        raise DealError("no seat: say whose hand it is, F, M or D (--seat)")
    check_hand(hand, variant, seat)
    gone = 0
    for card in checks.cards(discarded, "discarded"):
        if gone >> card & 1:
            raise DealError(f"{seat.word} has put down {card_name(card)} twice")
        gone |= 1 << card
    cut = None if cut is None else checks.card(cut, "cut")
    played = contract_of(variant, contract, cut)
    if played is None:
        or_cut = " or the cut card (--cut)" if variant.cuts else ""
        raise DealError(f"no contract: give one (--contract){or_cut}")
    taken = checks.several(taken, "taken", SEATS)
    known = View(variant, played, seat, hand, cut, taken, declarer, great, gone, calls, names)
    known.check_turn()
    return known


class Said(NamedTuple):
    """Who declares what, and the lines that each seat had left before the first call."""

    declarer: Seat | None
    contract: Contract | str | None
    great: bool
    left: tuple[frozenset[str], ...]


def said(
    variant: Variant,
    calls: Sequence[Call | None],
    left: Left = (),
    *,
    seat: Seat | None = None,
    declarer: Seat | str | None = None,
    contract: Contract | str | None = None,
    great: bool = False,
) -> Said:
    """Return who declares what: as given, and where there are ``calls`` as these say.

    ``left`` is as in ``view``, for the ``seat`` that asks. Raises DealError where the calls
    contradict what is given or are not over, RuleError for calls that cannot be.
    """
    checks.instance(variant, Variant, "variant")
    declarer = None if declarer is None else parse_seat(declarer)
    if not checks.several(calls, "calls"):
        if left:
            raise RuleError("what was left to declare (--left) only says what calls (--calls) mean")
        return Said(declarer, contract, great, ())
    names = lines_left(variant, left, seat)
    declarer, standing = _called(variant, calls, declarer, names)
    contract, great = _same_call(standing, declarer, contract, great)
    if seat is None:  # the list without a seat is the declarer's, who is known only now
        names = lines_left(variant, left, declarer)
        _called(variant, calls, declarer, names)
    return Said(declarer, contract, great, names)


def _called(
    variant: Variant,
    calls: Sequence[Call | None],
    declarer: Seat | None,
    left: Sequence[Set[str]] = (),
) -> tuple[Seat, Call]:
    """Return who declares after the calls and what. Raises RuleError for calls that cannot be."""
    if not variant.declared:
        raise RuleError(f"nobody calls in {variant.code}")
    state = auction_ended(variant, left, calls)
    standing, last = state.standing, state.declarer
    assert standing is not None  # the first call is no pass
    assert last is not None
    if declarer not in (None, last):
        raise DealError(f"{last.word} declares by the calls, not {declarer.word}")
    return last, standing


def _same_call(
    standing: Call, declarer: Seat, contract: Contract | str | None, great: bool
) -> tuple[Contract, bool]:
    """Return the contract that stands. Raises DealError where another is given."""
    given = standing.contract if contract is None else parse_contract(contract)
    great = checks.flag(great, "great") or (contract is None and standing.great)
    if Call(given, great) != standing:
        raise DealError(
            f"{declarer.word} declares {standing} by the calls, not {Call(given, great)}"
        )
    return standing


def check_hand(hand: int, variant: Variant, seat: Seat) -> None:
    """Raise DealError unless the variant can deal the hand."""
    hand, seat = checks.hand(hand), checks.seat(seat)
    checks.instance(variant, Variant, "variant")
    check_pack(variant, seat, hand)
    if hand.bit_count() != variant.tricks:
        raise DealError(
            f"a hand of {hand.bit_count()} cards: {variant.code} deals {variant.tricks}"
        )


def checked_left(left: object) -> tuple[frozenset[str], ...]:
    """Return the lines that each seat has left, nothing where none are given."""
    names = tuple(
        frozenset(
            checks.text(line, "a line")
            for line in (lines if isinstance(lines, Set) else checks.several(lines, "lines"))
        )
        for lines in checks.several(left, "left", SEATS)
    )
    if names and len(names) != SEATS:
        raise ArgumentError(f"left: the lines of {len(names)} seats, expected {SEATS}")
    return names


def _range(sizes: Sequence[int]) -> str:
    if len(sizes) > 2:
        return f"{sizes[0]} to {sizes[-1]} are possible"
    return f"{' or '.join(map(str, sizes))} {'is' if len(sizes) == 1 else 'are'} possible"
