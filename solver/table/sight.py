"""What the player sees of a game at the table: all that the page is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, TypedDict

from ..cards import BySeat, Contract, Seat, card_name, cards_in, hand_of
from ..i18n import (
    N_,
    Name,
    _,
    amount,
    gettext,
    in_every_language,
    language,
    ngettext,
    seat_word,
)
from ..report.diagram import Scene
from ..report.sheet import deals_table, ended_text, head_of, marks_text, outcome_text, player_name
from ..report.text import call_in_words, contract_in_words
from ..rules.auction import Bid, bid_text
from ..rules.trick import arranged
from ..rules.variant import targets
from ..schema import (
    CARDS,
    COUNT,
    TEXT,
    Count,
    field,
    list_of,
    nullable,
    one_of,
    record,
)
from ..scoresheet import Game
from . import steps
from .commentary import (
    answer_text,
    describe_event,
    describe_outlook,
    describe_question,
    side_called,
)
from .deal import DealTable
from .game import Begins, Stands, names_at, round_table
from .settings import Settings
from .view import (
    BESIDE,
    FIGURES,
    VIEWED,
    Aim,
    Beside,
    View,
    capital,
    coded,
    figures,
    minus,
    why_not,
)

PASS = "pass"
CLAIM = "claim"


_STEPS = 1000
"""More than a deal has: the steps of a game taken up again are numbered as they were."""


_Said = dict[str, str]
"""A text by language: tabs of several may follow a game."""


class Sight:
    """How a game stands, as the player may know it: its ``view`` has no card that he may not.

    Attributes:
        step: an answer names it, and none to an older one is taken
        deals: of the game; null if it goes on to its end
        waits: the next deal can be dealt
    """

    key: str
    step: Count
    number: Count
    deals: Count | None
    own: Seat
    table: DealTable
    waits: bool
    is_over: bool

    def __init__(self, key: str) -> None:
        self.key = key
        self.step = 0
        self.game: Game | None = None
        self.asked: steps.Asks | None = None
        self.turn: steps.ComputerTurn | None = None
        self.waits = False
        self.is_over = False
        self.number = 1
        self.deals = None
        self.score: steps.Scored | None = None

    def _deal(self, table: DealTable) -> None:
        assert table.own is not None
        self.table, self.own = table, table.own
        self.trick: list[steps.Plays] = []
        self.taker: Seat | None = None
        self.calls: dict[Seat, Callable[[], str]] = {}
        self.counts: dict[Seat, int] = {}
        self.said: list[_Said] = []
        self.log: list[_Said] = []
        self.score = None
        self.duplicate: DealTable | None = None

    @staticmethod
    def goes_with(event: steps.Event) -> bool:
        """Return whether an event is shown together with the one before."""
        return isinstance(event, steps.Takes | Stands)

    def happened(self, event: steps.Event) -> bool:
        """Take note of what has happened; return whether it is to be shown."""
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
        text = in_every_language(lambda: coded(describe_event(event, self.table, self.called)))
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
                self.calls[seat] = partial(call_in_words, call)
            case steps.HasBid(seat, name):
                passes = partial(call_in_words, None)
                self.calls[seat] = passes if name == PASS else partial(bid_text, name)
            case steps.Claims(seat, bid):
                self.calls[seat] = partial(gettext, bid)
            case steps.Exchanged(seat, cards) | steps.TakesUp(seat, cards):
                self.counts[seat] = len(cards)
            case steps.Plays():
                if len(self.trick) == self.table.variant.players:
                    self.trick = []
                self.trick.append(event)
                self.taker = None
            case steps.Takes(seat):
                self.taker = seat
            case steps.Scored():
                self.score = event

    def called(self, seat: Seat) -> str:
        """Return what the player who sits in a seat is called."""
        names = names_at(self.table.variant)
        return Name(player_name(names[(seat - self.own) % len(names)]))

    def look(self, unsaved: str = "") -> dict[str, Any]:
        """Return how the game stands, as it is told to the page."""
        self.view = _view(self, self.table)
        shown: dict[str, Any] = GAME.localized(self, unsaved=unsaved)
        return shown


# What is seen of it ----------------------------------------------------------------------


def _view(sight: Sight, table: DealTable) -> View:
    variant, asked, hands = table.variant, sight.asked, _hands(sight, table)
    held = table.dealing.hands if table.position is None else table.position.hands
    seats = variant.seats
    to_play = asked.seat if asked else sight.turn.asks.seat if sight.turn else None
    position = asked.position if isinstance(asked, steps.AsksCard) else None
    won = table.together(table.taken() if sight.score else table.won)
    puts = isinstance(asked, steps.AsksExchange)
    free = tuple(cards_in(hands[sight.own] or 0)) if puts else ()
    if position is not None:
        free = tuple(position.legal())
    return View(
        contract=table.contract,
        seats=tuple(seats),
        names=tuple(map(sight.called, seats)),
        near=sight.own,
        round=Scene(held, rules=variant.rules).round,
        declarer=table.declarer,
        of=variant.tricks,
        hands=tuple(arranged(cards_in(hand or 0), variant.rules) for hand in hands),
        sizes=tuple(hand.bit_count() for hand in held),
        covered=[seat for seat in seats if hands[seat] is None],
        trick=sight.trick,
        taker=sight.taker,
        to_play=to_play,
        chooses=sight.own if puts else None,
        free=free,
        why=() if position is None else why_not(position, _why),
        won=won,
        notes=tuple(", ".join(_notes(sight, table, seat, won[seat], to_play)) for seat in seats),
        beside=_beside(table, takes_up=isinstance(asked, steps.AsksAway)),
        headline=" · ".join(filter(None, _headline(sight, table))),
        said=" ".join(_texts(sight.said)),
        aim=_aim(sight, table, won),
        piles=(table.dealing.piles if sight.score else table.piles) or None,
    )


def _hands(sight: Sight, table: DealTable) -> list[int | None]:
    """Return the hands that the player sees, None for those that are covered."""
    state, asked = table.exchange, sight.asked
    if sight.score is not None and state is not None:
        return list(state.hands)
    found = [table.seen(seat) for seat in table.variant.seats]
    if isinstance(asked, steps.AsksExchange):
        found[asked.seat] = asked.state.hands[asked.seat] | hand_of(asked.pile)
    return found


def _new(sight: Sight) -> list[int]:
    """Return the cards that the player was not dealt, until the first trick is whole."""
    if len(sight.table.played) >= sight.table.variant.players:
        return []
    dealt = sight.table.dealing.hands[sight.own]
    return [card for card in sight.view.hands[sight.own] if not dealt >> card & 1]


_WHY = {
    "revoke": N_("You have to follow suit."),
    "rise": N_("You have to play higher, if you can."),
}


def _why(kind: str, _reason: str) -> str:
    ruff = N_("You have to ruff, and to go over a trump that lies there if you can.")
    return gettext(_WHY.get(kind, ruff))


def _notes(
    sight: Sight, table: DealTable, seat: Seat, won: int, to_play: Seat | None
) -> Iterator[str]:
    """Yield what is said beside a name."""
    yield seat_word(seat)
    if seat in sight.calls and table.contract is None:
        yield sight.calls[seat]()
    if table.played:
        yield amount(won, table.variant.rules.unit)
    elif seat in sight.counts:
        yield _("exchanged {number}", number=sight.counts[seat])
    if seat is to_play and seat is not sight.own:
        yield _("is thinking …")


def _beside(table: DealTable, *, takes_up: bool) -> Iterator[Beside]:
    """Yield what else lies on the table."""
    variant, dealing, state = table.variant, table.dealing, table.exchange
    if dealing.cut is not None:
        yield Beside(capital(gettext(variant.cut_card)), (dealing.cut,))
    if shown := variant.face_up(dealing.manni):
        yield Beside(_("Face up:"), shown)
    drawn = 0 if state is None else state.drawn
    picked = takes_up or (state is not None and state.rule.picks_up and drawn)
    if left := 0 if picked else len(dealing.manni) - drawn:
        yield Beside(capital(gettext(variant.pile)), (), amount(left, "cards"))


def _headline(sight: Sight, table: DealTable) -> Iterator[str]:
    """Yield which deal it is, what is played, who declares, and what is needed."""
    number, deals, contract, own = sight.number, sight.deals, table.contract, sight.own
    if deals is None:
        yield _("deal {number}", number=number)
    elif deals > 1:
        yield _("deal {number} of {all}", number=number, all=deals)
    if contract is not None:
        name = contract_in_words(contract, table.great, table.rules.ace_low)
        yield name if contract.trump is None else _("{suit} are trumps", suit=name)
    if table.declarer is not None:
        yield _declares(sight, table.declarer)
    if table.bid is not None:
        yield _("bid {bid}", bid=bid_text(table.bid))
    if contract is not None and table.variant.has_targets:
        wanted = targets(table.variant, contract, table.great, table.declarer)[own]
        if contract.avoids:
            yield ngettext(
                "you may take {number} trick", "you may take {number} tricks", wanted, number=wanted
            )
        else:
            yield ngettext(
                "you need {number} trick", "you need {number} tricks", wanted, number=wanted
            )
    if sight.score is None:
        yield describe_outlook(table, sight.called)


def _declares(sight: Sight, seat: Seat) -> str:
    name = sight.called(seat)
    return _("you declare") if seat is sight.own else _("{name} declares", name=name)


def _aim(sight: Sight, table: DealTable, won: BySeat[int]) -> Aim | None:
    """Return how far the declarer is, or the player where nobody declares, with his side."""
    if outlook := table.outlook():
        seat, wanted = outlook.seat, table.together(table.won)[outlook.seat] + outlook.needs[1]
    elif table.contract is not None and table.variant.has_targets:
        seat = table.declarer or sight.own
        wanted = targets(table.variant, table.contract, table.great, table.declarer)[seat]
    else:
        return None
    [side] = (side for side in round_table(table) if seat in side)
    return Aim(side_called(side, sight.called), won[seat], wanted)


# What is asked ---------------------------------------------------------------------------


class Choice(TypedDict):
    value: str
    text: str


_KINDS: dict[type, str] = {
    steps.AsksAway: "away",
    steps.AsksBid: "bid",
    steps.AsksCall: "call",
    steps.AsksCard: "card",
    steps.AsksClaim: "claim",
    steps.AsksExchange: "exchange",
    steps.AsksTrump: "trump",
}


def said_as(answer: Any) -> str:
    """Return an answer that is said as it is sent, a card as it is called."""
    match answer:
        case None | False:
            return PASS
        case True:
            return CLAIM
        case Contract() | Bid():
            return answer.name
        case int():
            return card_name(answer)
    return str(answer)


def _choices(asks: steps.Asks) -> Iterator[Choice]:
    """Yield what can be said in answer, as it is sent and as it is read."""
    legal = asks.legal()
    if isinstance(asks, steps.AsksCall):
        legal = sorted(legal, key=lambda call: (call is None, call))
    for each in legal:
        text = str(answer_text(each))
        if isinstance(asks, steps.AsksClaim):
            text = gettext(asks.bid) if each else call_in_words(None)
        yield {"value": said_as(each), "text": text}


ASKED = record(
    field("kind", one_of(*_KINDS.values()), of=lambda sight: _KINDS[type(sight.asked)]),
    field(
        "text",
        TEXT,
        "what may be done",
        lambda sight: coded(describe_question(sight.asked, sight.table)),
    ),
    field(
        "choices",
        list[Choice],
        "of what is said; empty where cards are chosen",
        lambda sight: _choices(sight.asked),
    ),
    field(
        "sizes",
        list_of(COUNT),
        "how many cards may be put down",
        lambda sight: (
            sight.asked.state.sizes() if isinstance(sight.asked, steps.AsksExchange) else ()
        ),
    ),
    name="Asked",
    doc="of the player",
)


# What it was worth -----------------------------------------------------------------------


def _mine(sight: Sight) -> str | None:
    """Return what the computer has made of the player's cards, None while it plays them."""
    table, other = sight.table, sight.duplicate
    if other is None or other.score is None:
        return None
    if other.contract is None:
        return _("In your place the computer passed, and so did the others.")
    contract = contract_in_words(other.contract, other.great, other.rules.ace_low)
    if other.declarer is not None:
        contract = f"{contract} ({_declares(sight, other.declarer)})"
    made = N_("In your place the computer takes {taken}, the contract being {contract}: {points}.")
    if other.record().discards[sight.own]:
        made = N_(
            "In your place, after an exchange of its own, the computer takes {taken}, the contract "
            "being {contract}: {points}."
        )
    return gettext(
        made,
        taken=amount(other.together(other.taken())[sight.own], table.variant.rules.unit),
        contract=contract,
        points=minus(marks_text(other.score.points[sight.own], table.variant)),
    )


def _put_down(sight: Sight) -> Iterator[Beside]:
    """Yield what each has put down, who has anything."""
    table = sight.table
    discards = table.record().discards
    for seat in chain(*round_table(table)):
        if cards := discards[seat]:
            name = sight.called(seat)
            text = _("{name} put down:", name=name)
            if table.bid is not None:
                text = _("{name} put away:", name=name)
            yield Beside(text, cards)


SCORE = record(
    field(
        "text",
        TEXT,
        of=lambda sight: coded(describe_event(sight.score, sight.table, sight.called)),
    ),
    field("mine", nullable(TEXT), "what the computer makes of the player's cards", _mine),
    field("put_down", list_of(BESIDE), of=_put_down),
    name="DealScore",
)


class _SheetText(TypedDict):
    """What is said of a sheet.

    Attributes:
        text: who has won, or how it goes on
    """

    text: str


SHEET = record(
    *FIGURES.fields,
    of=_SheetText,
    name="GameSheet",
)


def _sheet(sight: Sight) -> dict[str, Any] | None:
    """Return the score sheet: who sits here first, then the one at his left."""
    game = sight.game
    if game is None or not game.deals:
        return None
    sides = game.sides if game.variant.rules.clockwise else (game.sides[0], *game.sides[:0:-1])
    heads = (game.variant.scoring.worth, "total")
    names = [f"{head_of(game, side)} {head}" for side in sides for head in heads]
    is_ended = sight.is_over and not game.over
    return figures(deals_table(game), ["deal", "contract", "bid", *names]) | {
        "text": minus(ended_text(game, sides) if is_ended else outcome_text(game)),
    }


def _texts(said: list[_Said]) -> list[str]:
    return [each[language()] for each in said]


GAME = record(
    "id=key:",
    "step",
    "variant=table.variant.code:",
    field("game", TEXT, of=lambda sight: gettext(sight.table.variant.name)),
    "deal=number: its number",
    "deals",
    "own:",
    *VIEWED,
    field("new", CARDS, "of the player's, which he has drawn and not seen before", _new),
    field(
        "log",
        list_of(TEXT),
        "what has happened in the deal",
        lambda sight: _texts(sight.log),
    ),
    field("asked", nullable(ASKED), of=lambda sight: sight if sight.asked else None),
    field("score", nullable(SCORE), "once the deal is over", lambda at: at if at.score else None),
    field("sheet", nullable(SHEET), of=_sheet),
    "waits",
    "over=is_over:",
    field("unsaved", TEXT, "why the game could not be saved", None),
    of=Sight,
    name="Game",
    doc="at the table",
)
