"""The player's view of a game at the table, and its JSON for the page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypedDict

from ..cards import BySeat, Contract, Seat, card_name, cards_in
from ..errors import illegal_text
from ..i18n import (
    N_,
    _,
    amount,
    gettext,
    in_every_language,
    language,
    ngettext,
    seat_word,
    text_if,
)
from ..report.diagram import Aim, Beside, View, contract_text
from ..report.sheet import deals_table, ended_text, head_of, marks_text, outcome_text
from ..report.text import call_in_words, contract_in_words
from ..rules.auction import Bid, bid_text
from ..rules.variant import targets
from ..schema import (
    CARDS,
    COUNT,
    FLAG,
    SEAT,
    TEXT,
    Count,
    field,
    list_of,
    nullable,
    one_of,
    record,
    schema_of,
)
from ..scoresheet import Game
from . import steps
from .commentary import (
    answer_text,
    describe_event,
    describe_outlook,
    describe_question,
    name_at_table,
    side_name_at_table,
    takeback_text,
)
from .deal import DealTable, Trick
from .game import DealBegins, GameStanding, sides_in_order
from .settings import Settings
from .view import (
    FIGURES,
    PLAYED,
    VIEWED,
    capitalized,
    figures,
    illegal_reasons,
    with_card_codes,
    with_minus_signs,
)

PASS = "pass"
CLAIM = "claim"


_STEPS = 1000
"""More steps than a deal has. A resumed game numbers the steps of its deal as before."""


_Translations = dict[str, str]
"""A text by language, since tabs in several languages may follow a game."""


class GameView:
    """The state of a game as its player may know it; ``view`` has no card that is hidden.

    Attributes:
        step: the number of the last step; an answer has to name it
        deals: the number of deals agreed on; null if the game goes on until somebody has won
        waits: whether the next deal can be dealt
    """

    key: str
    step: Count = 0
    number: Count = 1
    deals: Count | None = None
    own: Seat
    table: DealTable
    waits: bool = False
    is_over: bool = False
    game: Game | None = None
    asked: steps.Asks | None = None
    turn: steps.ComputerTurn | None = None

    def __init__(self, key: str) -> None:
        self.key = key

    def _deal(self, table: DealTable) -> None:
        assert table.own is not None
        self.table, self.own = table, table.own
        self.said: list[_Translations] = []
        taken = in_every_language(lambda: with_card_codes(takeback_text(table.begun)))
        self.log: list[_Translations] = [taken] * any(taken.values())
        self.duplicate: DealTable | None = None

    @staticmethod
    def joins_step(event: steps.Event) -> bool:
        """Return whether an event is shown in the same step as the one before."""
        return isinstance(event, steps.Takes | GameStanding)

    def take_note(self, event: steps.Event) -> bool:
        """Record an event; return whether it is to be shown."""
        if isinstance(event, GameStanding):
            self.game = event.game
            return False
        if isinstance(event, DealBegins):
            self._deal(event.table)
            self.game = event.game
            self.number = 1 if event.game is None else event.game.number
            settings = Settings.of(event.table.deal)
            self.deals = settings.deals if settings.is_game else 1
            self.step = _STEPS * settings.drawn
        text = in_every_language(lambda: with_card_codes(describe_event(event, self.table)))
        is_told = any(text.values())
        joined = self.joins_step(event)
        self.step += not joined
        if is_told:
            self.said = [*self.said, text] if joined else [text]
            self.log.append(text)
        return is_told or isinstance(event, steps.Scored)

    def look(self, unsaved: str = "") -> dict[str, Any]:
        """Return the state of the game as JSON for the page."""
        self.view = _view(self, self.table)
        return dict(GAME.localized(self, unsaved=unsaved))


# The view --------------------------------------------------------------------------------


def _view(sight: GameView, table: DealTable) -> View:
    variant, asked, hands = table.variant, sight.asked, _hands(sight, table)
    held, seats, deal = table.hands, variant.seats, table.deal
    to_play = asked.seat if asked else sight.turn.asks.seat if sight.turn else None
    position = asked.position if isinstance(asked, steps.AsksCard) else None
    won = table.with_partners(table.won)
    puts = isinstance(asked, steps.AsksExchange)
    free = tuple(cards_in(hands[sight.own] or 0)) if puts else ()
    if position is not None:
        free = tuple(position.legal())
    return View(
        tuple(hands),
        deal.contract,
        rules=variant.rules,
        position=table.position,
        names=tuple(name_at_table(table, seat) for seat in seats),
        near=sight.own,
        declarer=deal.declarer,
        all_tricks=variant.tricks,
        sizes=tuple(hand.bit_count() for hand in held),
        trick=table.trick,
        to_play=to_play,
        chooses=sight.own if puts else None,
        free=free,
        why=()
        if position is None
        else illegal_reasons(position, lambda kind, _: illegal_text(kind)),
        won=won,
        notes=tuple(_note(table, seat) for seat in seats),
        beside=tuple(_side_items(table, takes_up=isinstance(asked, steps.AsksAway))),
        heads=tuple(filter(None, _headline(sight, table))),
        said=" ".join(_texts(sight.said)),
        aim=_aim(sight, table, won),
        piles=(deal.piles if table.score else table.piles) or None,
    )


def _hands(sight: GameView, table: DealTable) -> list[int | None]:
    """Return the hands that the player sees, None for those that are covered."""
    asked = sight.asked
    if table.score is not None:
        return list(table.deal.hands_played())
    hands = [table.visible_hand(seat) for seat in table.variant.seats]
    if isinstance(asked, steps.AsksExchange):
        hands[asked.seat] = asked.held
    return hands


def _drawn_cards(sight: GameView) -> list[int]:
    """Return the cards of the player's hand that were drawn, until the first trick is complete."""
    deal = sight.table.deal
    if len(deal.play) >= len(deal.hands):
        return []
    dealt = deal.dealt[sight.own]
    return [card for card in sight.view.cards(sight.own) if not dealt >> card & 1]


def _note(table: DealTable, seat: Seat) -> str:
    """Return the line beside a name: a call, an exchange, or the seat unless it is a number."""
    deal, auction = table.deal, table.auction
    if deal.contract is None and auction is not None and seat in auction.last_calls:
        return str(answer_text(auction.last_calls[seat]))
    if not deal.play and (exchanged := deal.discards[seat]) is not None:
        return _("exchanged {number}", number=len(exchanged))
    return "" if seat.letter.isdigit() else str(seat_word(seat))


def _side_items(table: DealTable, *, takes_up: bool) -> Iterator[Beside]:
    """Yield the other cards on the table: the cut card, those face up, the pile."""
    variant, deal = table.variant, table.deal
    if deal.cut is not None:
        yield Beside(capitalized(gettext(variant.cut_card)), (deal.cut,))
    if cards := variant.face_up(deal.manni):
        yield Beside(_("Face up:"), cards)
    if deal.manni_left and not takes_up:
        yield Beside(capitalized(gettext(variant.pile)), (), amount(len(deal.manni_left), "cards"))


def _headline(sight: GameView, table: DealTable) -> Iterator[str]:
    """Yield the parts of the headline: contract, declarer, bid, target and deal."""
    number, deals, deal, seat = sight.number, sight.deals, table.deal, sight.own
    contract, declarer = deal.contract, deal.declarer
    if contract is not None:
        great, low = deal.great, table.rules.ace_low
        in_words = contract.trump is None or great or low
        yield contract_in_words(contract, great, low) if in_words else str(contract_text(contract))
    if declarer is not None:
        yield _declares(sight, declarer)
    if deal.bid is not None:
        yield _("bid {bid}", bid=bid_text(deal.bid))
    if contract is not None and table.variant.has_targets and declarer not in (None, seat):
        wanted = targets(table.variant, contract, deal.great, declarer)[seat]  # else it is his aim
        if contract.avoids:
            yield ngettext(
                "you may take {number} trick", "you may take {number} tricks", wanted, number=wanted
            )
        else:
            yield ngettext(
                "you need {number} trick", "you need {number} tricks", wanted, number=wanted
            )
    if table.score is None:
        yield describe_outlook(table)
    if deals is None:
        yield _("deal {number}", number=number)
    elif deals > 1:
        yield _("deal {number} of {all}", number=number, all=deals)


def _declares(sight: GameView, seat: Seat) -> str:
    name = name_at_table(sight.table, seat)
    return _("you declare") if seat is sight.own else _("{name} declares", name=name)


def _aim(sight: GameView, table: DealTable, won: BySeat[int]) -> Aim | None:
    """Return how far the declarer's side is, or the player's if nobody declares.

    Where nobody wants so much, it is what the player has won.
    """
    contract, unit = table.deal.contract, table.rules.unit
    if outlook := table.outlook():
        seat = outlook.seat
        wanted = table.with_partners(table.won)[seat] + outlook.points_needed[1]
    elif contract is None:
        return None
    elif table.variant.has_targets:
        declarer = table.deal.declarer
        seat = declarer or sight.own
        wanted = targets(table.variant, contract, table.deal.great, declarer)[seat]
    else:
        return Aim(name_at_table(table, sight.own), amount(won[sight.own], unit))
    [side] = (side for side in sides_in_order(table) if seat in side)
    text = text_if(
        contract and contract.avoids,
        "{number} of at most {all:to}",
        "{number} of {all:to}",
        number=won[seat],
        all=amount(wanted, unit),
    )
    return Aim(side_name_at_table(table, side), text)


# The question ----------------------------------------------------------------------------


class Choice(TypedDict):
    value: str
    text: str


def answer_code(answer: Any) -> str:
    """Return the code of an answer in messages; a card by its name."""
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
    """Yield the possible answers, each with its code and its words."""
    for answer in asks.legal():
        text = str(answer_text(answer))
        if isinstance(asks, steps.AsksClaim):
            text = bid_text(asks.bid) if answer else call_in_words(None)
        yield {"value": answer_code(answer), "text": text}


ASKED = record(
    field("kind", one_of(*steps.KINDS.values()), of=lambda sight: steps.KINDS[type(sight.asked)]),
    field(
        "text",
        TEXT,
        "what may be done",
        lambda sight: with_card_codes(describe_question(sight.asked, sight.table)),
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
    field(
        "claims",
        FLAG,
        "whether he leads, and wants tricks: the rest may be his",
        lambda sight: (
            isinstance(sight.asked, steps.AsksCard)
            and not (sight.asked.position.table or sight.asked.position.avoids)
        ),
    ),
    name="Asked",
    doc="of the player",
)


# The score -------------------------------------------------------------------------------


def _duplicate_text(sight: GameView) -> str | None:
    """Return what the computer took with the player's cards, None while it plays them."""
    table, other = sight.table, sight.duplicate
    if other is None or other.score is None:
        return None
    deal = other.deal
    if deal.contract is None:
        return _("In your place the computer passed, and so did the others.")
    contract = contract_in_words(deal.contract, deal.great, other.rules.ace_low)
    if deal.declarer is not None:
        contract = f"{contract} ({_declares(sight, deal.declarer)})"
    made = N_("In your place the computer takes {taken} in {contract}: {points}.")
    if deal.discards[sight.own]:
        made = N_(
            "In your place, with its own exchange, the computer takes {taken} in {contract}: "
            "{points}."
        )
    return gettext(
        made,
        taken=amount(other.with_partners(other.won)[sight.own], table.variant.rules.unit),
        contract=contract,
        points=with_minus_signs(marks_text(other.score.points[sight.own], table.variant)),
    )


def _put_down(sight: GameView) -> Iterator[Beside]:
    """Yield the discards of each seat that has any."""
    table = sight.table
    for seat in chain(*sides_in_order(table)):
        if cards := table.deal.discards[seat]:
            name = name_at_table(sight.table, seat)
            text = _("{name} put down:", name=name)
            if table.deal.bid is not None:
                text = _("{name} put away:", name=name)
            yield Beside(text, cards)


SCORE = record(
    field(
        "text",
        TEXT,
        of=lambda sight: with_card_codes(describe_event(sight.table.score, sight.table)),
    ),
    field("mine", nullable(TEXT), "what the computer makes of the player's cards", _duplicate_text),
    field("put_down", list_of(schema_of(Beside)), of=_put_down),
    name="DealScore",
)


SHEET = record(
    *FIGURES.fields,
    field("text", TEXT, "who has won, or how it goes on", lambda sheet: sheet["text"]),
    name="GameSheet",
)


def _sheet(sight: GameView) -> dict[str, Any] | None:
    """Return the score sheet, the player's side first, then round the table to the left."""
    game = sight.game
    if game is None or not game.deals:
        return None
    sides = game.sides if game.variant.rules.clockwise else (game.sides[0], *game.sides[:0:-1])
    heads = (game.variant.scoring.worth, "total")
    names = [f"{head_of(game, side)} {head}" for side in sides for head in heads]
    is_ended = sight.is_over and not game.over
    return figures(deals_table(game), ["deal", "contract", "bid", *names]) | {
        "text": with_minus_signs(ended_text(game, sides) if is_ended else outcome_text(game)),
    }


def _texts(translations: list[_Translations]) -> list[str]:
    return [text[language()] for text in translations]


LAST = record(field("trick", list_of(PLAYED)), "taker", of=Trick, name="LastTrick")

GAME = record(
    "id=key:",
    "step",
    "variant=table.variant.code:",
    field("game", TEXT, of=lambda sight: gettext(sight.table.variant.name)),
    "deal=number: its number",
    "deals",
    "own:",
    *VIEWED,
    field(
        "sides",
        list_of(list_of(SEAT)),
        "who play together",
        lambda sight: sight.table.variant.sides(sight.table.deal.declarer),
    ),
    field("last", nullable(LAST), "the trick before, once another is led", "table.last"),
    field("new", CARDS, "of the player's, which he has drawn and not seen before", _drawn_cards),
    field(
        "log",
        list_of(TEXT),
        "what has happened in the deal",
        lambda sight: _texts(sight.log),
    ),
    field("asked", nullable(ASKED), of=lambda sight: sight if sight.asked else None),
    field(
        "score",
        nullable(SCORE),
        "once the deal is over",
        lambda sight: sight if sight.table.score else None,
    ),
    field("sheet", nullable(SHEET), of=_sheet),
    "waits",
    "over=is_over:",
    field("unsaved", TEXT, "what went wrong: it could not be saved, say", None),
    of=GameView,
    name="Game",
    doc="at the table",
)
