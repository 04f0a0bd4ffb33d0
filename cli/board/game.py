"""The requests of somebody who plays a game at the table."""

from __future__ import annotations

from dataclasses import field
from typing import Any, TypedDict

from ...solver.advice.choices import Strength
from ...solver.engine import Engine, Pool
from ...solver.errors import DealError, NotationError
from ...solver.i18n import _, gettext, pgettext
from ...solver.notation import parse_seat
from ...solver.report.text import fill
from ...solver.report.variants import rule_lines
from ...solver.rules.games import get_variant
from ...solver.rules.shuffle import checked_seed
from ...solver.rules.trick import trick_winner
from ...solver.run import Run
from ...solver.schema import TEXT, Card, maybe, record
from ...solver.table import steps
from ...solver.table.advice import advise_at
from ...solver.table.commentary import AdviceView, advice_view
from ...solver.table.deal import TAKEN_TAG, DealTable, before_last_choice, without_table
from ...solver.table.sight import GAME, answer_code
from ...solver.table.view import FIGURES, capitalized, figures, with_card_codes, with_minus_signs
from ...solver.values.solve import Solver, best_line
from .deals import DEALS, GameList, adopt_deal
from .games import Sitting
from .requests import PART, Cards, Data, Number, StrengthAsked, Text
from .searches import Quick, SearchRequest
from .shelf import Shelf

MOST_DEALS = 100


class Rule(TypedDict):
    head: str
    text: str


class _Advised(TypedDict):
    """What is advised, and how its choices compare.

    Attributes:
        text: what to do
        cards: that are to be put down or played
        value: what is to be said; null where cards are chosen
        notes: what it rests on
        worths: of what may be answered, by value or card
    """

    text: str
    cards: list[Card]
    value: str | None
    notes: str
    worths: dict[str, str]


ADVISED = record(*FIGURES.fields, of=_Advised, name="Advised")


class Forget(GameList):
    """A game to be deleted; what is left is answered."""

    id: Text

    def answer(self, shelf: Shelf) -> Data:
        shelf.games.remove(self.id)
        return super().answer(shelf)


class Rules(Quick):
    """The rules of a game in short."""

    answers = (maybe("rules", list[Rule]),)

    variant: Text

    def answer(self, shelf: Shelf) -> Data:
        variant = get_variant(self.variant)
        lines = rule_lines(variant)
        if not variant.rules.duties:
            lines[pgettext("rule", "duties")] = _("follow suit; who cannot may play any card")
        return {"rules": [{"head": head, "text": text} for head, text in lines.items()]}


class Sit(Quick):
    """A new game: so many deals, 0 until it is over; or a ``deal`` of the game ``again``.

    That begins anew, or goes on ``after`` so many cards as they were played.
    """

    answers = (maybe("id", TEXT),)

    variant: Text | None = None
    seat: Text = "F"
    strength: StrengthAsked = Strength.FAIR
    deals: Number = 0
    seed: Number | None = None
    again: Text | None = None
    deal: Number = 1
    after: Number | None = None

    def answer(self, shelf: Shelf) -> Data:
        if self.again is not None:
            played = shelf.games.played(self.again, self.deal)
            seat = parse_seat(self.seat, played.seats)
            return {"id": shelf.games.again(played, seat, self.after)}
        if self.variant is None:
            raise NotationError("no game to play: its name is missing")
        if not 0 <= self.deals <= MOST_DEALS:
            raise NotationError(f"{self.deals} deals: a game has up to {MOST_DEALS:,}")
        seed = None if self.seed is None else checked_seed(self.seed)
        variant = get_variant(self.variant)
        seat = parse_seat(self.seat, variant.seats)
        return {"id": shelf.games.sit(variant, seat, self.strength, self.deals, seed)}


class AtStep(Quick):
    """What is done at a step of a game."""

    id: Text
    step: Number


class NextDeal(AtStep):
    """The next deal of a game, whose last one has been looked at."""

    def answer(self, shelf: Shelf) -> Data:
        shelf.games.sitting(self.id).go_on(self.step)
        return {}


class Reply(AtStep):
    """An answer to what was asked at a step: a ``value`` that is said, or ``cards``."""

    value: Text | None = None
    cards: Cards | None = None

    def answer(self, shelf: Shelf) -> Data:
        shelf.games.sitting(self.id).answer(self.step, self._read)
        return {}

    def _read(self, asks: steps.Asks) -> Any:
        if isinstance(asks, steps.AsksExchange | steps.AsksCard):
            if self.cards is None:
                raise NotationError(
                    "no cards are given: expected those that are put down or played"
                )
            if isinstance(asks, steps.AsksExchange):
                return self.cards
            if len(self.cards) != 1:
                raise NotationError(f"{len(self.cards)} cards: expected the one that is played")
            return self.cards[0]
        if self.value is None:
            raise NotationError("nothing is said: expected a value")
        return asks.parse(
            self.value, {answer_code(choice): choice for choice in asks.legal()}.__getitem__
        )


class TakeBack(AtStep):
    """The last card that the player chose is to be taken back."""

    def answer(self, shelf: Shelf) -> Data:
        shelf.games.sitting(self.id).change(self.step, before_last_choice, allow_older=True)
        return {}


class Played(Quick):
    """A deal of a game that has been played to its end, to be looked at with all cards."""

    answers = DEALS

    id: Text
    deal: Number

    def answer(self, shelf: Shelf) -> Data:
        deal = shelf.games.played(self.id, self.deal)
        game = "" if deal.rules is None else gettext(deal.rules.name)
        name = _("{game}, deal {number}", game=capitalized(game), number=self.deal)
        taken = [tag for tag in deal.tags if tag[0] == TAKEN_TAG]
        tags = (*without_table(deal.tags), *taken, *[("Event", name)] * (not deal.name))
        return {"deals": [adopt_deal(deal.but(tags=tags))], "errors": []}


class Follow(SearchRequest):
    """A game that a tab follows: it tells by itself how it stands, whenever that changes."""

    answers = (maybe("game", GAME),)

    id: Text

    def prepare(self) -> bool:
        """Be shown the game from now on. Raises NotationError where there is none."""
        self.page.shelf.games.sitting(self.id).follow(self, self.answer)
        return False


class Advise(SearchRequest):
    """What the player would be advised now, by no more than he has seen."""

    answers = (PART, maybe("advice", ADVISED))

    id: Text
    step: Number

    _sitting: Sitting = field(init=False)
    _table: DealTable = field(init=False)
    _asks: steps.Asks = field(init=False)

    def prepare(self) -> bool:
        """Raise DealError where nothing is asked of the player."""
        self.sliced = False
        self._sitting = self.page.shelf.games.sitting(self.id)
        self._table, self._asks = self._sitting.advice_at(self.step)
        self.seconds = self.page.shelf.limits.move_seconds
        return True

    def search(self, engine: Engine, run: Run) -> Data:
        """Look at as many worlds as there is time for."""
        pool = Pool.of(engine)

        def advise(run: Run) -> AdviceView:
            return advice_view(advise_at(self._table, self._asks, pool=pool, run=run))

        sentence, answer, table, notes, worths = self.within_its_time(advise, run)
        cards: Any = ()
        code = None
        if isinstance(self._asks, steps.AsksCard):
            cards = (answer,)
        elif isinstance(self._asks, steps.AsksExchange):
            cards = answer
        else:
            code = answer_code(answer)
        advised: Data = figures(table) | {
            "text": with_card_codes(sentence),
            "cards": cards,
            "value": code,
            "notes": with_card_codes(notes),
            "worths": [(answer_code(choice), with_minus_signs(worth)) for choice, worth in worths],
        }
        return {"advice": ADVISED.localized(advised)}


class Claim(Advise):
    """A claim of the rest: it is played if it is sure with all cards open, else it is refused."""

    answers = (PART, maybe("refused", TEXT))

    def search(self, engine: Engine, run: Run) -> Data:
        """Play the rest, or return the card that beats the player."""
        asks = self._asks
        if not isinstance(asks, steps.AsksCard):
            raise DealError("the rest is claimed where a card is asked")
        position, side = asks.position, asks.position.side(asks.seat)
        line = best_line(position, asks.seat, Solver.on(engine), run)
        for card in line:
            trick = *position.table, card
            position = position.play(card)
            taker = position.taken_by
            if taker is not None and (taker in side) is position.avoids:
                best = trick[trick_winner(trick, position.contract, position.rules)]
                sentence = _("The rest is not yours: {card} takes a trick.")
                return {"refused": with_card_codes(fill(sentence, card=best))}
        self._sitting.change(self.step, lambda deal, _: deal.but(play=(*deal.play, *line)))
        return {}
