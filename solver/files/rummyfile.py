"""A game that goes on, as it is kept: a text, a line a step, and what lies there after each.

The first line is ``rummy 1``. Lines on the game follow, ``game: vatikan``, ``players: Anna, Björn``
and perhaps ``seat: 2``, the player whose hand it is; then a line for each step:

- ``table: S7 S8 S9 | C7 D7 H7``, ``hand: ST D4``, ``open: H2``: what lies there, or is held, now;
- ``laid: …``, the table after one's own play; ``drew: H5``, the cards that are drawn;
- ``first: no``: the player has laid before, where a first meld is a run (``yes``: he has not);
- ``left: S7 HK | | D2 * knocked 3``: a deal is over, what is left to each player, and who knocked.

``undone: 2`` at the end means that so many last steps are undone. Lines that begin with ``#`` and
empty ones count for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Any, NamedTuple

from .. import checks
from ..errors import DealError, NotationError, RuleError, SolverError
from ..records import frozen
from ..rummy.games import RummyGame, get_game
from ..rummy.play import laid
from ..rummy.score import RummySheet, score_rummy
from ..rummy.turn import RummyTurn, in_order, melds_of, pile_of
from ..schema import Count

_VERSION = "rummy 1"
_GAME = ("game", "players", "seat")


class _State(NamedTuple):
    """What the player sees after a step, and the deals that are over."""

    turn: RummyTurn
    deals: tuple[tuple[list[str], int | None], ...] = ()
    sheet: RummySheet | None = None


@frozen
class RummyRecord:
    """A game as it is kept: its steps, and what lies there now.

    >>> from manni import RummyRecord
    >>> record = RummyRecord.read("rummy 1\\ngame: shanghai\\nplayers: Anna, Björn, Carl")
    >>> record.players, record.turn.hand
    (('Anna', 'Björn', 'Carl'), ())

    Attributes:
        game: The game.
        players: Their names.
        seat: The player whose hand it is, as a number from 1.
        steps: The steps, as lines of its text, those that are undone too.
        undone: How many last steps are undone.
    """

    game: RummyGame
    players: tuple[str, ...]
    seat: Count
    steps: tuple[str, ...] = ()
    undone: Count = 0
    _states: tuple[_State, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def read(cls, text: str) -> RummyRecord:
        """Return a game from its text. Raises NotationError, which names the line.

        >>> from manni import RummyRecord
        >>> record = RummyRecord.read("rummy 1\\ngame: shanghai\\nhand: S7 S8 H2")
        >>> record = record.then("drew: S9").then("laid: S7 S8 S9")
        >>> record.turn.hand
        (13,)
        >>> record.then("undo").text.splitlines()[-1]
        'undone: 1'
        """
        head, record, begun = dict[str, str](), None, False
        for number, line in enumerate(checks.text(text, "text").splitlines(), 1):
            key, _, value = (part.strip() for part in line.partition(":"))
            if not key or key[0] == "#":
                continue
            try:
                if not begun and line.strip() != _VERSION:
                    raise NotationError(f"a game begins with the line {_VERSION}")
                if key in _GAME and not (record and record.steps):
                    head[key] = value
                    record = cls.new(**head) if "game" in head else None
                elif record:
                    record = record.then(f"undo {value}" if key == "undone" else line)
                elif begun:
                    raise NotationError("the line game: is missing before it")
                begun = True
            except SolverError as error:
                raise NotationError(f"line {number}: {error}") from None
        if record is None:
            raise NotationError(f"expected the line {_VERSION}, then game: and its code")
        return record

    @classmethod
    def new(cls, game: str, players: str = "3", seat: str = "1") -> RummyRecord:
        """Return a game that begins: its code, the players or how many, whose hand it is."""
        rules, names = get_game(game), tuple(name.strip() for name in players.split(","))
        if players.isdecimal():
            names = tuple(str(number) for number in range(1, int(players) + 1))
        turn = RummyTurn(rules, (), (), (), rules.first_run, len(names))
        at = checks.number(_whole(seat), "seat", 1, len(names))
        return cls(rules, names, at, _states=(_State(turn),))

    @property
    def text(self) -> str:
        """The text of the game, which ``read`` reads."""
        head = [_VERSION, f"game: {self.game.code}", f"players: {', '.join(self.players)}"]
        undone = [f"undone: {self.undone}"] * (self.undone > 0)
        return "\n".join([*head, f"seat: {self.seat}", *self.steps, *undone, ""])

    @property
    def turn(self) -> RummyTurn:
        """What the player sees now; the hand may be empty."""
        return self._states[-1 - self.undone].turn

    @property
    def sheet(self) -> RummySheet | None:
        """The score of the deals that are over, None before the first is."""
        return self._states[-1 - self.undone].sheet

    def then(self, line: str) -> RummyRecord:
        """Return the game after a step, ``undo`` or ``redo``, or so many of these, ``undo 3``.

        A step takes the place of those that are undone. Raises NotationError, DealError or
        RuleError for what cannot be.
        """
        line = checks.text(line, "line").strip()
        word, _, number = line.partition(" ")
        now = len(self.steps) - self.undone
        if word in ("undo", "redo"):
            most, sign = (now, 1) if word == "undo" else (self.undone, -1)
            if (times := _whole(number or "1")) > most:
                raise RuleError(f"{word}: only {most} can be {word[:-2]}done")
            return replace(self, undone=self.undone + sign * times)
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in _STEPS:
            raise NotationError(f"{checks.quote(key)}: expected one of {' '.join(_STEPS)}, and :")
        state = _STEPS[key](self._states[now], value)
        states = (*self._states[: now + 1], state)
        return replace(self, steps=(*self.steps[:now], line), undone=0, _states=states)


def _whole(text: str) -> int:
    if not text.strip().isdecimal():
        raise NotationError(f"{checks.quote(text)}: expected a whole number")
    return int(text)


def _turned(**fields: Callable[[RummyTurn, str], Any]) -> Callable[[_State, str], _State]:
    """Return a step that sets fields of the turn."""
    return lambda state, value: state._replace(
        turn=replace(state.turn, **{key: read(state.turn, value) for key, read in fields.items()})
    )


def _over(state: _State, value: str) -> _State:
    """End a deal."""
    turn, (left, knocks, knocker) = state.turn, value.partition("knocked")
    hands = [pile.strip() for pile in left.split("|")]
    if len(hands) != turn.players:
        raise DealError(
            f"left: expected {turn.players} hands, found {len(hands)}: "
            "when others play, begin a new game"
        )
    deals = (*state.deals, (hands, _whole(knocker) if knocks else None))
    new = RummyTurn(turn.game, (), (), (), turn.game.first_run, turn.players)
    return _State(new, deals, score_rummy(turn.game.code, deals))


def _flag(turn: RummyTurn, value: str) -> bool:
    if value not in ("yes", "no"):
        raise NotationError(f"first: {checks.quote(value)}, expected yes or no")
    return value == "yes"


_STEPS: dict[str, Callable[[_State, str], _State]] = {
    "table": _turned(table=lambda turn, value: melds_of(value, turn.game)),
    "hand": _turned(hand=lambda turn, value: in_order(pile_of(value, "hand"))),
    "open": _turned(open=lambda turn, value: in_order(pile_of(value, "open cards"))),
    "drew": _turned(hand=lambda turn, value: in_order((*turn.hand, *pile_of(value, "drew")))),
    "laid": lambda state, value: state._replace(
        turn=laid(state.turn, melds_of(value, state.turn.game))
    ),
    "first": _turned(first=_flag),
    "left": _over,
}
