"""What the player sees of a game at the table: all that the page is told of it.

Cards that the player may not see are no part of it: of a covered hand there is its size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from manni.cli.board.place import PLAYED
from manni.solver.cards import SUIT_SYMBOLS, BySeat, Seat, card_name, cards_in, hand_of
from manni.solver.cards import by_seat as for_seats
from manni.solver.i18n import _, amount, gettext, in_every_language, language, pgettext, seat_word
from manni.solver.report.commentary import (
    describe_by_thumb,
    describe_event,
    describe_outlook,
    describe_question,
)
from manni.solver.report.sheet import ended_text, outcome_text, plain, player_name, signed_text
from manni.solver.report.text import (
    AnyText,
    call_in_words,
    card_sign,
    contract_in_words,
)
from manni.solver.rules.trick import arranged
from manni.solver.rules.variant import targets
from manni.solver.schema import (
    CARD,
    CONTRACT,
    COUNT,
    FLAG,
    SEAT,
    TEXT,
    by_seat,
    list_of,
    named,
    nullable,
    one_of,
    record,
)
from manni.solver.scoresheet import Game
from manni.solver.table import steps
from manni.solver.table.deal import Settings, Table
from manni.solver.table.game import Begins, ByThumb, Stands, names_at, round_table

PASS = "pass"
CLAIM = "claim"


_STEPS = 1000
"""More than a deal has: the steps of a game taken up again are numbered as they were."""


_Said = dict[str, str]
"""A text by language: tabs of several may follow a game."""


class _Name(str):
    """A name, which no language declines."""

    def __format__(self, form: str) -> str:
        return str(self)


class Sight:
    """How a game stands, as the player may know it."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.step = 0
        self.game: Game | None = None
        self.asked: steps.Asks | None = None
        self.turn: steps.ComputerTurn | None = None
        self.waits = False
        self.is_over = False
        self.notes: list[_Said] = []
        self.number = 1
        self.deals: int | None = None
        self._deal(None)

    def _deal(self, table: Table | None) -> None:
        self.table = table
        self.trick: list[steps.Plays] = []
        self.taker: Seat | None = None
        self.calls: list[tuple[Seat, _Said]] = []
        self.counts: list[tuple[Seat, int]] = []
        self.said: list[_Said] = []
        self.log: list[_Said] = []
        self.passed = False
        self.score: steps.Scored | None = None
        self.duplicate: Table | None = None

    @staticmethod
    def goes_with(event: steps.Event) -> bool:
        """Return whether an event is shown together with the one before."""
        return isinstance(event, steps.Takes | Stands)

    def happened(self, event: steps.Event) -> bool:
        """Take note of what has happened; return whether it is to be shown."""
        if isinstance(event, ByThumb):
            self.notes.append(in_every_language(lambda: describe_by_thumb(event)))
            return False
        if isinstance(event, Stands):
            self.game = event.game
            return False
        if isinstance(event, Begins):
            self._deal(event.table)
            self.game = event.game
            self.number = 1 if event.game is None else event.game.number
            settings = Settings.of(event.table.record())
            self.deals = settings.deals if settings.is_game else 1
            self.step = _STEPS * settings.drawn
        table = self.table
        assert table is not None
        text = in_every_language(lambda: coded(describe_event(event, table, self.called)))
        is_told = any(text.values())
        joined = self.goes_with(event)
        self.step += not joined
        if is_told:
            self.said = [*self.said, text] if joined else [text]
            self.log.append(text)
        self._note(event)
        return is_told or isinstance(event, steps.Scored)

    def _note(self, event: steps.Event) -> None:
        match event:
            case steps.Called(seat, call):
                self.calls.append((seat, in_every_language(lambda: call_in_words(call))))
            case steps.HasBid(seat, name):
                said = in_every_language(lambda: call_in_words(None) if name == PASS else name)
                self.calls.append((seat, said))
            case steps.Claims(seat, bid):
                self.calls.append((seat, in_every_language(lambda: bid)))
            case steps.Exchanged(seat, cards) | steps.TakesUp(seat, cards):
                self.counts.append((seat, len(cards)))
            case steps.Plays():
                if len(self.trick) == len(Seat):
                    self.trick = []
                self.trick.append(event)
                self.taker = None
            case steps.Takes(seat):
                self.taker = seat
            case steps.PassedOut():
                self.passed = True
            case steps.Scored():
                self.score = event

    def called(self, seat: Seat) -> str:
        """Return what the player who sits in a seat is called."""
        assert self.table is not None
        own = self.table.own
        assert own is not None
        return _Name(player_name(names_at(self.table.variant)[(seat - own) % len(Seat)]))


_SIGNED = re.compile(rf"[{''.join(SUIT_SYMBOLS)}][^\s.,:;)]+")


def coded(text: AnyText) -> str:
    """Return a text with its cards in the notation, which the page draws and says in words."""
    codes = {card_sign(card): card_name(card) for card in range(52)}
    return minus(_SIGNED.sub(lambda sign: codes.get(sign[0], sign[0]), str(text)))


def minus(text: str) -> str:
    """Return a text with a minus, and not a hyphen, before its numbers."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)


# What is told of it ----------------------------------------------------------------------

_CARDS = list_of(CARD)


CHOICE = record(named("value", TEXT), named("text", TEXT), name="Choice")

ASKED = record(
    named("kind", one_of("call", "bid", "exchange", "away", "trump", "claim", "card")),
    named("text", TEXT, "what may be done"),
    named("choices", list_of(CHOICE), "of what is said; empty where cards are chosen"),
    named("sizes", list_of(COUNT), "how many cards may be put down"),
    named("legal", _CARDS, "that may be played"),
    named("why", list_of(record(named("card", CARD), named("text", TEXT))), "not the others"),
    name="Asked",
    doc="of the player",
)

_SPOKEN = record(named("seat", SEAT), named("text", TEXT))
_COUNTED = record(named("seat", SEAT), named("cards", COUNT))

SCORE = record(
    named("text", TEXT),
    named("points", by_seat(TEXT), "what the deal is worth to each"),
    named("mine", nullable(TEXT), "what the computer makes of the player's cards"),
    named("put_down", by_seat(_CARDS)),
    named("pile", _CARDS, "what lay on the table"),
    name="DealScore",
)

SHEET = record(
    named("players", list_of(TEXT)),
    named(
        "deals",
        list_of(
            record(
                named("deal", TEXT),
                named("points", list_of(TEXT)),
                named("totals", list_of(TEXT)),
            )
        ),
    ),
    named("text", TEXT, "who has won, or how it goes on"),
    name="GameSheet",
)

SEEN = record(
    named("id", TEXT),
    named("step", COUNT, "an answer names it, and none to an older one is taken"),
    named("variant", TEXT),
    named("game", TEXT),
    named("deal", COUNT, "its number"),
    named("deals", nullable(COUNT), "of the game; null if it goes on to its end"),
    named("own", SEAT),
    named("left", SEAT, "who sits at the player's left"),
    named("names", by_seat(TEXT)),
    named("seats", by_seat(TEXT)),
    named("hands", by_seat(_CARDS), "what is seen of them"),
    named("new", _CARDS, "of the player's, which he has drawn and not seen before"),
    named("sizes", by_seat(COUNT)),
    named("open", list_of(SEAT), "whose hands are seen"),
    named("trick", list_of(PLAYED), "that lies on the table, whole until the next is led"),
    named("taker", nullable(SEAT), "who takes it"),
    named("won", by_seat(COUNT)),
    named("won_text", by_seat(TEXT)),
    named("tricks", COUNT, "played"),
    named("contract", nullable(CONTRACT)),
    named("contract_text", TEXT),
    named("targets", nullable(by_seat(COUNT)), "tricks wanted, or in nullo allowed"),
    named("needs", TEXT, "what is still needed, where points are counted"),
    named("declarer", nullable(SEAT)),
    named("bid", nullable(TEXT)),
    named("calls", list_of(_SPOKEN)),
    named("exchanged", list_of(_COUNTED)),
    named("cut", nullable(CARD)),
    named("cut_text", TEXT),
    named("face_up", _CARDS),
    named("pile", COUNT, "cards that lie on the table"),
    named("pile_text", TEXT),
    named("said", TEXT, "what has just happened"),
    named("log", list_of(TEXT), "what has happened in the deal"),
    named("asked", nullable(ASKED)),
    named("turn", nullable(SEAT), "whose turn it is"),
    named("score", nullable(SCORE), "once the deal is over"),
    named("sheet", nullable(SHEET)),
    named("waits", FLAG, "the next deal can be dealt"),
    named("over", FLAG),
    named("unsaved", TEXT, "why the game could not be saved"),
    name="Game",
    doc="at the table",
)


def seen_at(sight: Sight, unsaved: str = "") -> dict[str, Any]:
    """Return how a game stands, as it is told to the page."""
    table = sight.table
    assert table is not None
    assert table.own is not None
    variant, contract, spoken = table.variant, table.contract, language()
    hands = _hands(sight, table)
    won = table.taken() if sight.score else table.won
    asked, shown = sight.asked, [seat for seat in Seat if hands[seat] is not None]
    data = dict(
        id=sight.key,
        step=sight.step,
        variant=variant.code,
        game=gettext(variant.name),
        deal=sight.number,
        deals=sight.deals,
        own=table.own,
        left=round_table(table)[1],
        names=list(map(sight.called, Seat)),
        seats=list(map(seat_word, Seat)),
        hands=for_seats(lambda seat: arranged(cards_in(hands[seat] or 0), variant.rules)),
        new=_new(table, hands),
        sizes=_sizes(table),
        open=shown,
        trick=sight.trick,
        taker=sight.taker,
        won=won,
        won_text=[amount(each, variant.rules.unit) for each in won],
        tricks=len(table.played) // len(Seat),
        contract=contract,
        contract_text=_contract_text(table),
        targets=_targets(table),
        needs="" if sight.score else describe_outlook(table, sight.called),
        declarer=table.declarer,
        bid=table.bid,
        calls=[{"seat": seat, "text": text[spoken]} for seat, text in sight.calls],
        exchanged=[{"seat": seat, "cards": cards} for seat, cards in sight.counts],
        cut=table.dealing.cut,
        cut_text=gettext(variant.cut_card) if variant.cuts else "",
        face_up=variant.face_up(table.dealing.manni),
        pile=0 if isinstance(asked, steps.AsksAway) else _pile(table),
        pile_text=gettext(variant.pile),
        said=" ".join(each[spoken] for each in sight.said),
        log=[each[spoken] for each in (*sight.notes, *sight.log)],
        asked=None if asked is None else _asked(asked, table),
        turn=asked.seat if asked else sight.turn.asks.seat if sight.turn else None,
        score=_score(sight, table),
        sheet=_sheet(sight),
        waits=sight.waits,
        over=sight.is_over,
        unsaved=unsaved,
    )
    shown_: dict[str, Any] = SEEN.localized(data)
    return shown_


def _hands(sight: Sight, table: Table) -> list[int | None]:
    """Return the hands that the player sees, None for those that are covered."""
    variant, state, position = table.variant, table.exchange, table.position
    asked = sight.asked
    held = table.dealing.hands if state is None else state.hands
    if sight.score is not None:
        return list(held)
    left = held if position is None else position.hands
    laid = (0, 0, 0) if position is None else variant.laid_open(table.bid, table.declarer, held)
    found: list[int | None] = [
        left[seat] if seat is table.own or laid[seat] else None for seat in Seat
    ]
    if isinstance(asked, steps.AsksExchange):
        found[asked.seat] = asked.state.hands[asked.seat] | hand_of(asked.pile)
    return found


def _sizes(table: Table) -> tuple[int, ...]:
    hands = table.dealing.hands if table.position is None else table.position.hands
    return tuple(hand.bit_count() for hand in hands)


def _pile(table: Table) -> int:
    taken = 0 if table.exchange is None else table.exchange.drawn
    picked = table.exchange is not None and table.exchange.rule.picks_up and taken
    return 0 if picked else len(table.dealing.manni) - taken


def _new(table: Table, hands: list[int | None]) -> list[int]:
    """Return the cards that the player was not dealt, until the first trick is whole."""
    assert table.own is not None
    if len(table.played) >= len(Seat):
        return []
    return list(cards_in((hands[table.own] or 0) & ~table.dealing.hands[table.own]))


def _contract_text(table: Table) -> str:
    if table.contract is None:
        return ""
    return contract_in_words(table.contract, table.great, table.rules.ace_low)


def _targets(table: Table) -> BySeat[int] | None:
    variant = table.variant
    if table.contract is None or not variant.has_targets:
        return None
    return targets(variant, table.contract, table.great, table.declarer)


def _asked(asks: steps.Asks, table: Table) -> dict[str, Any]:
    kind, choices, sizes = _KINDS[type(asks)], list(_choices(asks)), []
    legal: list[int] = []
    why: list[dict[str, Any]] = []
    if isinstance(asks, steps.AsksExchange):
        sizes = list(asks.state.sizes())
    if isinstance(asks, steps.AsksCard):
        legal = list(asks.position.legal())
        why = list(_why_not(asks, table))
    data = dict(
        kind=kind,
        text=coded(describe_question(asks, table)),
        choices=choices,
        sizes=sizes,
        legal=legal,
        why=why,
    )
    return data


_KINDS: dict[type, str] = {
    steps.AsksAway: "away",
    steps.AsksBid: "bid",
    steps.AsksCall: "call",
    steps.AsksCard: "card",
    steps.AsksClaim: "claim",
    steps.AsksExchange: "exchange",
    steps.AsksTrump: "trump",
}


def _choices(asks: steps.Asks) -> Iterator[dict[str, str]]:
    """Yield what can be said in answer, as it is sent and as it is read."""
    passes = {"value": PASS, "text": pgettext("call", "pass")}
    match asks:
        case steps.AsksCall(_seat, auction):
            calls = sorted(call for call in auction.legal() if call is not None)
            for call in sorted(calls, key=lambda call: call.great):
                yield {"value": str(call), "text": contract_in_words(*call)}
            if None in auction.legal():
                yield passes
        case steps.AsksBid(_seat, bidding):
            for bid in bidding.legal():
                yield passes if bid is None else {"value": bid.name, "text": bid.name}
        case steps.AsksTrump(_seat, trumps):
            for contract in trumps:
                yield {"value": contract.name, "text": contract_in_words(contract)}
        case steps.AsksClaim(_seat, _contract, bid):
            yield {"value": CLAIM, "text": bid}
            yield passes


def _why_not(asks: steps.AsksCard, table: Table) -> Iterator[dict[str, Any]]:
    """Yield why the other cards held may not be played."""
    position, legal = asks.position, asks.position.legal()
    held = position.hands[asks.seat]
    for card in cards_in(held):
        if card not in legal:
            kind, _reason = position.why_illegal(card)
            yield {"card": card, "text": _WHY.get(kind, _WHY["revoke"])()}


_WHY: dict[str, Callable[[], str]] = {
    "revoke": lambda: _("You have to follow suit."),
    "rise": lambda: _("You have to play higher, if you can."),
    "ruff": lambda: _("You have to ruff, and to go over a trump that lies there if you can."),
    "overruff": lambda: _("You have to ruff, and to go over a trump that lies there if you can."),
}


def _score(sight: Sight, table: Table) -> dict[str, Any] | None:
    """Return what the deal was worth, once it is over; then all cards are seen."""
    if sight.score is None:
        return None
    written = signed_text if table.variant.scoring.signed else plain
    record_ = table.record()
    mine = None
    if sight.duplicate is not None and sight.duplicate.score is not None:
        mine = _mine(sight.duplicate, table, written)
    data = dict(
        text=coded(describe_event(sight.score, table, sight.called)),
        points=[minus(str(written(points))) for points in sight.score.points],
        mine=mine,
        put_down=[list(record_.discards[seat] or ()) for seat in Seat],
        pile=list(table.dealing.manni),
    )
    return data


def _mine(other: Table, table: Table, written: Any) -> str:
    """Return what the computer has made of the player's cards."""
    assert table.own is not None
    assert other.score is not None
    if other.contract is None:
        return _("In your place the computer passed, and so did the two others.")
    unit = "points" if table.variant.rules.unit == "points" else "tricks"
    made = _("In your place the computer takes {taken}, the contract being {contract}: {points}.")
    if table.variant.exchange.order(other.declarer):
        made = _(
            "In your place, after an exchange of its own, the computer takes {taken}, the contract "
            "being {contract}: {points}."
        )
    return minus(
        made.format(
            taken=amount(other.taken()[table.own], unit),
            contract=contract_in_words(other.contract, other.great, other.rules.ace_low),
            points=written(other.score.points[table.own]),
        )
    )


def _sheet(sight: Sight) -> dict[str, Any] | None:
    """Return the score sheet: who sits here first, then the one at his left."""
    game = sight.game
    if game is None or not game.deals:
        return None
    written = signed_text if game.variant.scoring.signed else plain
    order = (0, 1, 2) if game.variant.rules.clockwise else (0, 2, 1)

    def row(points: Any) -> list[str]:
        return [minus(str(written(points[player]))) for player in order]

    deals = []
    for number, deal in enumerate(game.deals, 1):
        name = deal.bid or contract_in_words(deal.contract, deal.great)
        row_ = {"deal": f"{number}. {name}", "points": row(deal.points)}
        deals.append(row_ | {"totals": row(game.totals_after(number))})
    over = sight.is_over and not game.over
    text = minus(ended_text(game, order) if over else outcome_text(game))
    return dict(
        players=[player_name(game.names[player]) for player in order], deals=deals, text=text
    )
