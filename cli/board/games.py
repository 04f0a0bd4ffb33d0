"""The games that are played on the board: each at a table of its own, and saved with every card.

A game is driven here and seen by the tab that follows it. It is told what the player may know and
nothing else: the other hands, the pile and the seed stay here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import RLock
from typing import Any

from ...solver.advice.choices import Strength
from ...solver.cards import Seat
from ...solver.deal import Deal
from ...solver.dealing import random_deals
from ...solver.engine import Engine, Pool
from ...solver.errors import DealError, NotationError, StoppedError
from ...solver.files.dealfile import format_deals, parse_deals
from ...solver.i18n import N_, _, gettext, speaking
from ...solver.rules.variant import Variant
from ...solver.run import Run
from ...solver.table.advice import computer_answer
from ...solver.table.deal import DealTable
from ...solver.table.game import (
    GameStanding,
    SavedGame,
    deal_course,
    dealt_again,
    game_course,
    new_game,
    resumed,
)
from ...solver.table.settings import Settings
from ...solver.table.sight import GameView
from ...solver.table.steps import Asks, ComputerTurn, Course, Step
from .kept import Kept
from .requests import Data
from .worker import BoardSearch

_SEEDS = 1 << 32
_NO_GAME = "there is no such game"
_GONE_ON = "the game has gone on: look at it again"


class Sitting:
    """A game at the table, step by step, and the tab that has come to follow it last."""

    def __init__(self, key: str, games: Games, text: str = "") -> None:
        self.key = key
        self.text = text  # of its file
        self.lock = RLock()
        self._games = games
        self._follower: BoardSearch | None = None
        self._tell: Callable[[Data], None]
        self._course: Course
        self._unsaved = self.failed = ""

    def begin(self, course: Callable[[SavedGame], Course]) -> None:
        """Play a new course, up to the first question."""
        with self.lock:
            self.sight = GameView(self.key)
            self.saved = SavedGame(self._write, at_once=True, is_new=not self.text)
            self._course = course(self.saved)
            self._go_on(None)

    def resume(self, deals: Sequence[Deal]) -> None:
        """Go on with a game as its record has it."""
        self.begin(lambda saved: resumed(deals, saved, "the game", again=True))

    # Who sees it

    def follow(self, follower: BoardSearch, tell: Callable[[Data], None]) -> None:
        """Have a tab follow the game; it is shown at once how it stands."""
        with self.lock:
            self.release()
            self._follower, self._tell = follower, tell
            self._show(self._look())

    def release(self, is_there: bool = True) -> None:
        """Tell the tab that follows the game that another goes on with it, or it is deleted."""
        if self._follower is not None:
            with speaking(self._follower.language):
                going_on = DealError(_("another tab goes on with this game"))
                self._follower.fail(going_on if is_there else NotationError(_NO_GAME))
            self._follower = None

    def is_looked_at(self) -> bool:
        """Return whether anybody looks at it."""
        return self._follower is not None and self._follower.is_wanted()

    def take_over(self, other: Sitting) -> None:
        """Show who followed another record of this game how it stands now."""
        follower, other._follower = other._follower, None
        if follower is not None:
            self.follow(follower, other._tell)

    def _look(self) -> Data:
        """Return how the game stands, in the language of the tab that follows it."""
        if self._follower is None:
            return {}
        with speaking(self._follower.language):
            wrong = self._unsaved, gettext(self.failed)
            return self.sight.look(" ".join(filter(None, wrong)))

    def _show(self, look: Data) -> None:
        if self._follower is not None:
            self._tell({"game": look})

    # What happens

    def answer(self, step: int, read: Callable[[Asks], Any]) -> None:
        """Take an answer to what was asked at this step. Raises SolverError for a wrong one."""
        with self.lock:
            asked = self._asked_at(step)
            self.failed = ""
            self._go_on(asked.apply(read(asked)))

    def go_on(self, step: int) -> None:
        """Deal the next deal. Raises SolverError where there is none."""
        with self.lock:
            if step != self.sight.step or not self.sight.waits:
                raise DealError("the next deal is not dealt now")
            self._go_on(None)

    def change(
        self, step: int, change: Callable[[Deal, Seat], Deal], *, allow_older: bool = False
    ) -> None:
        """Go on with the record of the deal at the table changed. Raises DealError.

        With ``allow_older`` the others may have gone on since that step.
        """
        with self.lock:
            sight = self.sight
            if sight.table.score or (step > sight.step if allow_older else step != sight.step):
                raise DealError(_GONE_ON)
            *played, deal = self.saved.deals()
            deals = [*played, change(deal, sight.own)]
            sight.turn = None  # what the computer thinks about
            follower, self._follower = self._follower, None
            self.resume(deals)
            self._write(self.saved.deals())
            if follower is not None:
                self.follow(follower, self._tell)

    def _asked_at(self, step: int) -> Asks:
        asked = self.sight.asked
        if asked is None or step != self.sight.step:
            raise DealError(_GONE_ON)
        return asked

    def advice_at(self, step: int) -> tuple[DealTable, Asks]:
        """Return the question asked at a step, and the table. Raises DealError."""
        with self.lock:
            return self.sight.table, self._asked_at(step)

    def _play_duplicate(self, played: DealTable) -> None:
        """Have the computer play the deal once more, in the player's place too."""
        table = played.from_start()
        course = table.course()

        def go_on(done: Any) -> None:
            step: Step | None = course.send(done)
            while step is not None and not isinstance(step, ComputerTurn):
                step = next(course, None)
            if step is not None:
                self._games.add(
                    ComputerMove(self, table, step, lambda: self.sight.table is played, go_on)
                )
            else:
                self.sight.duplicate = table
                self._show(self._look())

        go_on(None)

    def _go_on(self, answer: Any) -> None:
        """Go on to the next question, the computer's next turn, or the end of the deal."""
        sight = self.sight
        untold: Data | None = None
        sight.asked = sight.turn = None
        sight.waits = False
        while True:
            try:
                step = self._course.send(answer)
            except StopIteration:
                sight.is_over = True
                break
            answer = None
            if isinstance(step, Asks):
                sight.asked = step
                break
            if isinstance(step, ComputerTurn):
                sight.turn = step
                break
            # Shown before the next step is taken, which changes what is at the table.
            if untold is not None and not sight.joins_step(step):
                self._show(untold)
                untold = None
            untold = self._look() if sight.take_note(step) else untold
            if isinstance(step, GameStanding):
                sight.is_over, sight.waits = step.over, not step.over
                break
        self._show(self._look())
        table, turn = sight.table, sight.turn
        if turn is not None:
            self._games.add(
                ComputerMove(self, table, turn, lambda: sight.turn is turn, self._go_on)
            )
        if table.score is not None and sight.duplicate is None:
            self._play_duplicate(table)

    def _write(self, deals: list[Deal]) -> None:
        text = format_deals(deals)
        try:
            self._games.kept.write(self.key, text)
        except OSError as error:
            self._unsaved = error.strerror or str(error)
        else:
            self._unsaved, self.text = "", text


@dataclass(eq=False)
class ComputerMove(BoardSearch):
    """What the computer does in a turn; what cannot be left after a slice begins anew.

    ``then`` goes on with it as long as it ``is_due``.
    """

    sitting: Sitting
    table: DealTable
    turn: ComputerTurn
    is_due: Callable[[], bool]
    then: Callable[[Any], None]
    sliced = False
    done = False

    def is_wanted(self) -> bool:
        return not self.is_over() and self.sitting.is_looked_at()

    def is_over(self) -> bool:
        return self.done or not self.is_due()

    def work(self, engine: Engine, run: Run) -> None:
        with suppress(StoppedError):
            self._do(computer_answer(self.table, self.turn, pool=Pool.of(engine), run=run))

    def fail(self, error: Exception) -> None:
        """Say so, and do by the rule of thumb what the search could not."""
        self.sitting.failed = N_("An internal error: the computer goes by the rule of thumb.")
        self._do(computer_answer(self.table, replace(self.turn, strength=Strength.THUMB)))

    def _do(self, done: Any) -> None:
        with self.sitting.lock:
            if not self.is_over():
                self.done = True
                self.then(done)


class Games:
    """The games that are kept, at a table each; ``add`` has the computer search."""

    def __init__(self, kept: Kept, add: Callable[[BoardSearch], None]) -> None:
        self.kept = kept
        self.add = add
        self._lock = RLock()
        self._sittings: dict[str, Sitting] = {}

    def sit(
        self,
        variant: Variant,
        seat: Seat,
        strength: Strength,
        deals: int,
        seed: int | None,
    ) -> str:
        """Begin a game of so many deals, 0 for all; return what it is called here."""
        seed = secrets.randbelow(_SEEDS) if seed is None else seed
        if deals == 1:
            settings = Settings(False, seed, strength, seat)
            deal = next(random_deals(variant, seed))
            return self._begin(partial(deal_course, "the deal", deal, settings, variant))
        settings = Settings(True, seed, strength, deals=deals or None)
        game = new_game(variant, variant.players - 1 - seat)
        return self._begin(partial(game_course, game, settings))

    def again(self, deal: Deal, seat: Seat, after: int | None) -> str:
        """Begin a deal that has been played here, from another seat, or go on after some cards."""
        settings = Settings(False, secrets.randbelow(_SEEDS), Settings.of(deal).strength, seat)
        dealt = dealt_again(deal)
        begun = None if after is None else deal.but(play=deal.play[:after], result=None)
        course = partial(deal_course, "the deal", dealt, settings, None, begun=begun)
        return self._begin(course)

    def _begin(self, course: Callable[[SavedGame], Course]) -> str:
        sitting = Sitting(secrets.token_hex(5), self)
        sitting.begin(course)
        sitting.saved.finish()  # of what was played before, too
        with self._lock:
            self._sittings[sitting.key] = sitting
        return sitting.key

    def sitting(self, key: str) -> Sitting:
        """Return a game: as it is here, or as its file has it. Raises SolverError."""
        with self._lock:
            here = self._sittings.get(key)
            text = self.kept.text(key)
            if here is not None and (text is None or text == here.text):
                return here
            if text is None:
                raise NotationError(_NO_GAME)
            sitting = Sitting(key, self, text)
            sitting.resume(parse_deals(text))
            self._sittings[key] = sitting
        if here is not None:  # another board or terminal has gone on with it
            sitting.take_over(here)
        return sitting

    def release(self, key: str, is_there: bool) -> None:
        """Tell the tab that follows a game that another goes on with it, or has deleted it."""
        with self._lock:
            sitting = self._sittings.pop(key, None)
        if sitting is not None:
            sitting.release(is_there)

    def remove(self, key: str) -> None:
        """Delete a game. Raises NotationError where there is none, DealError where it stays."""
        with self._lock:
            self._sittings.pop(key, None)
            try:
                self.kept.delete(key)
            except FileNotFoundError:
                raise NotationError(_NO_GAME) from None
            except OSError as error:
                raise DealError(f"the game cannot be deleted: {error.strerror}") from None

    def played(self, key: str, number: int) -> Deal:
        """Return a deal of a game that has been played to its end. Raises SolverError."""
        deals = self.sitting(key).saved.deals()
        if not 1 <= number <= len(deals) or deals[number - 1].result is None:
            raise DealError("this deal has not been played to its end")
        return deals[number - 1]
