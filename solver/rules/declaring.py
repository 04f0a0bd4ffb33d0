"""Where the contract of a deal comes from, and who declares it.

Each way is an object that knows its rule and the words for it. They are written out, not
dataclasses, each of which would cost ``manni solve`` half a millisecond.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import RANK_LETTERS, Contract, Seat, rank_of, suit_of
from ..i18n import N_, _, contract_code, filled, gettext, pgettext, rank_letter
from .auction import CHOICE, Bid, Slot, Steps

_NO_STEPS: Steps = {}


class Declaring:
    """Where the contract of a deal comes from and who declares it.

    One is equal to another of its kind that was made of the same.

    ``slots`` are the lines of a player's list, each of which he declares once in a game;
    ``steps`` is the auction of contracts, which forehand opens, and ``skips_deals`` leaves out
    deals in which forehand has nothing left. ``bids`` are
    what may be bid, lowest first; ``claims`` says that one is made without an auction, once the
    contract is known. ``leader_names`` says that the seat that leads names the contract and does
    not declare for that. ``card`` is what the dealer's card is called that makes the contract, if
    one does, ``tag`` its tag in files. ``template`` says where the contract comes from.
    """

    slots: tuple[Slot, ...] = ()
    steps: Steps = _NO_STEPS
    skips_deals: bool = False
    bids: tuple[Bid, ...] = ()
    claims: bool = False
    leader_names: bool = False
    card: str = ""
    tag: str = "Cut"
    template: str = ""

    def __init__(self, bids: tuple[Bid, ...] = ()) -> None:
        self.bids = bids

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self).__name__)

    @property
    def declared(self) -> bool:
        """Whether somebody declares."""
        return bool(self.slots or (self.bids and not self.claims))

    @property
    def callers(self) -> frozenset[int]:
        """Who may call, in seats from the one that opens on, where that has something left."""
        return frozenset(caller for caller, _ in self.steps.values())

    @property
    def opening_passes_on(self) -> bool:
        """Whether the next seat opens where forehand has nothing left."""
        return len(self.callers) > 1 and not self.skips_deals

    def contract(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract of a game's ``number``-th deal (from 1) with this card.

        None where it is called, or the card is not known.
        """
        return None

    def words(self, contracts: Sequence[Contract]) -> str:
        """Return where a contract, one of these, comes from."""
        return gettext(self.template)

    def list_text(self) -> str:
        """Return what each player has to declare in the course of a game, empty if nothing."""
        return ""


class Rotation(Declaring):
    """Contracts in turn, deal by deal; nobody declares."""

    def __init__(self, turns: Sequence[Contract]) -> None:
        self.turns = tuple(turns)

    def contract(self, number: int, cut: int | None) -> Contract:
        """Return the contract of the ``number``-th deal."""
        return self.turns[(number - 1) % len(self.turns)]

    def words(self, contracts: Sequence[Contract]) -> str:
        """Return where a contract comes from."""
        return _("in turn {contracts}", contracts=_names(self.turns))


class CutCard(Declaring):
    """The rank of a card cut makes the contract, in ``bands``: None is its own suit as trump."""

    card = N_("cut card")

    def __init__(self, bands: tuple[tuple[str, Contract | None], ...]) -> None:
        self.bands = bands

    def contract(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract, None if the card cut is not known."""
        if cut is None:
            return None
        rank = RANK_LETTERS[rank_of(cut)]
        contract = next(contract for ranks, contract in self.bands if rank in ranks)
        return contract or Contract(suit_of(cut))

    def words(self, contracts: Sequence[Contract]) -> str:
        """Return where a contract comes from."""
        made = (
            _(
                "{low} to {high} {contract}",
                low=rank_letter(ranks[0]),
                high=rank_letter(ranks[-1]),
                contract=_("its suit") if contract is None else contract_code(contract.name),
            )
            for ranks, contract in self.bands
        )
        return _("by the card cut: {contracts}", contracts=", ".join(made))


class TurnedCard(Declaring):
    """The dealer's last card is turned up: its suit is trump; any seat may claim ``bids``."""

    card = N_("turned card")
    tag = "Turned"
    template = N_("the suit of the dealer's last card, turned up, is trump")

    def __init__(self, bids: tuple[Bid, ...] = ()) -> None:
        super().__init__(bids)
        self.claims = bool(bids)

    def contract(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract, None if the card turned up is not known."""
        return None if cut is None else Contract(suit_of(cut))


class Named(Declaring):
    """Forehand names a contract of its list; where ``steps`` say so, others may overcall.

    ``template`` are the words for it.
    """

    def __init__(
        self,
        slots: tuple[Slot, ...],
        steps: Steps = CHOICE,
        template: str = N_("named by forehand, who declares"),
        skips_deals: bool = False,
    ) -> None:
        self.slots, self.steps = slots, steps
        self.template, self.skips_deals = template, skips_deals

    def list_text(self) -> str:
        """Return what each player has to declare in the course of a game."""
        lists = ", ".join(
            name if len(slot.contracts) == 1 else f"{name} ({_names(slot.contracts)})"
            for slot in self.slots
            for name in (slot_name(slot.name),)
        )
        if not self.skips_deals:
            return _("once each: {contracts}", contracts=lists)
        return _(
            "once each: {contracts}; a {seat} who has none left is skipped",
            contracts=lists,
            seat=Seat.FOREHAND,
        )


class Auctioned(Declaring):
    """Numbers are bid: whoever bids last declares, and names a contract."""

    def words(self, contracts: Sequence[Contract]) -> str:
        """Return where a contract comes from."""
        named = _names([contract for contract in contracts if not contract.avoids])
        text = _("the last to bid declares and names it: {contracts}")
        if any(contract.avoids for contract in contracts):
            text = _("the last to bid declares and names it: {contracts}; NULLO after a misère")
        return filled(text, contracts=named)


class NamedOrClaimed(Declaring):
    """Forehand names a contract without declaring; any seat may claim what ``bids`` are."""

    claims = True
    leader_names = True
    template = N_("named by forehand")


def slot_name(name: str) -> str:
    """Return what a line of a list is called: a contract, or ``other``."""
    return pgettext("contract", "other") if name == "other" else contract_code(name)


def _names(contracts: Sequence[Contract]) -> str:
    return " ".join(contract_code(contract.name) for contract in contracts)
