"""What to exchange for a seat that sees only its own cards.

The model of a hand says of every discard about what the cards kept are worth. Those it likes best
meet some sampled deals, and the best of these many others, the same for all: what luck has chosen
has to show it again. In each deal the later seats exchange by the model and all play on by the rule
of thumb, each on what it knows. Points are means of what comes out, and what a discard is behind is
a mean of differences in the same deals. Besides, some of the deals may be solved with open cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..cards import SEATS, cards_in
from ..engine import Engine
from ..errors import StoppedError
from ..exchange.discards import DiscardClass, discard_classes
from ..notation import HandLike, as_put_down
from ..position import Position
from ..rollouts import rollouts
from ..rules.exchange import check_discard
from ..rules.variant import point_table
from ..run import Run
from .answer import DiscardChoice, ExchangeAdvice
from .choices import Belief
from .compare import SHOWN, Comparison, Floats, HandArray, average, best_first
from .hand_model import HandModel
from .hand_policy import thumb_of
from .observation import ContractObservation, ExchangeObservation
from .play import brought, open_shares
from .race import Limits, Question, Race
from .worlds import Block, exchanged

ENTERING = 60
"""How many discards meet deals: those that the model likes best."""


class Way(NamedTuple):
    """A contract as a seat sees it, what it puts down in it, and what is left for later deals."""

    observation: ContractObservation
    discards: int
    later: float = 0.0

    @property
    def marks(self) -> tuple[int, ...]:
        """The tricks whose chance is given: the target, and more to who declares a great one."""
        seen, target = self.observation, self.observation.target
        most = seen.variant.tricks if seen.great and seen.seat is seen.declarer else target
        return tuple(range(target, most + 1))


def classes_of(observation: ContractObservation) -> list[DiscardClass]:
    """Return the discards that a seat may choose, those that cannot differ as one."""
    unseen, ace_low = observation.unseen, observation.ace_low
    return discard_classes(
        observation.hand, observation.sizes(), lambda size: unseen, ace_low=ace_low
    )


def liked_first(observation: ContractObservation, discards: Sequence[int]) -> list[int]:
    """Return discards, those first that the model likes best."""
    model = HandModel.of(observation.variant, observation.contract)
    role = (observation.seat - observation.leader) % SEATS
    role += SEATS * (observation.seat is observation.declarer)
    tricks = model.classes(observation.hand, np.array(discards, np.uint64), role)
    return [discards[index] for index in best_first(observation.contract.sign * tricks)]


def after_discards(
    observation: ContractObservation, worlds: Block, discards: Sequence[int]
) -> tuple[HandArray, HandArray]:
    """Return the hands at the first lead and what each seat has put down, by world and discard."""
    seat, sizes = observation.seat, np.array([cards.bit_count() for cards in discards])
    hands, gone = np.zeros((2, len(worlds.hands), len(discards), SEATS), np.uint64)
    for size in set(sizes.tolist()):
        after = exchanged(observation, worlds, size)
        hands[:, sizes == size] = after.hands[:, None]
        gone[:, sizes == size] = after.gone[:, None]
    down = np.array(discards, np.uint64)
    hands[:, :, seat] &= ~down
    gone[:, :, seat] |= down
    return hands, gone


# The race -----------------------------------------------------------------------------


class Outcome(TypedDict):
    """What a way has come to besides points, as fields of a choice."""

    reached: tuple[float, ...]
    open_cards: float | None


class Ways(Race[Way]):
    """Ways in the same worlds, those of a contract together, played out by the rule of thumb.

    They are compared by points, by these with what is left for later deals, and by tricks.
    """

    def __init__(self, question: Question, ways: Sequence[Way]) -> None:
        tables, later = np.stack(list(map(_table, ways))), np.array([way.later for way in ways])
        least, most = tables.min(axis=(1, 2)), tables.max(axis=(1, 2))
        step = float((most - least).max()) / (tables.shape[1] - 1)
        points = Comparison(len(ways), step, (least, most))
        total = Comparison(len(ways), step, (least + later, most + later))
        super().__init__(question, ways, points, total, Comparison(len(ways), 1.0))
        self._solved: list[list[float]] = []

    @property
    def judged(self) -> Comparison:
        """Points with what is left for later deals."""
        return self.compared[1]

    @property
    def solved(self) -> int:
        """How many of the worlds were solved besides."""
        return len(self._solved)

    def come_to(self, worlds: Block) -> Sequence[Floats]:
        seat = self.choices[0].observation.seat
        taken = np.concatenate([_taken(*deals) for deals in self._deals(worlds)], axis=1)
        tables = np.stack(list(map(_table, self.choices)))
        points = tables[np.arange(len(tables)), taken[:, :, 0], taken[:, :, 1]]
        later = [way.later for way in self.choices]
        return points, points + later, taken[:, :, seat].astype(np.float64)

    def _deals(self, worlds: Block) -> Iterator[tuple[ContractObservation, HandArray, HandArray]]:
        """Yield contract by contract the deals of its ways: hands, and what is put down."""
        for seen, ways in groupby(self.choices, attrgetter("observation")):
            yield seen, *after_discards(seen, worlds, [way.discards for way in ways])

    def solve(self, number: int) -> None:
        """Solve so many of the worlds with open cards, fewer if the run is over before."""
        rows = (
            worlds.of(slice(row, row + 1))
            for worlds in self.question.blocks(self.block)
            for row in range(len(worlds.hands))
        )
        with suppress(StoppedError):
            self._solved.extend(self.question.solve(self._shares, islice(rows, number)))

    def _shares(self, engine: Engine, world: Block, run: Run) -> list[float]:
        """Return the points by share of each way in a world."""
        found = []
        for seen, hands, _ in self._deals(world):
            table = point_table(seen.variant, seen.contract, seen.great, seen.declarer)[seen.seat]
            worth = [(least + most) / 2 for least, most in table]
            for dealt in hands[0].tolist():
                run.check()
                start = Position.checked(
                    tuple(dealt),
                    seen.contract,
                    seen.leader,
                    rules=seen.rules,
                    declarer=seen.declarer,
                )
                share = float(open_shares(start, engine, run)[seen.seat])
                found.append(float(np.interp(share, range(len(worth)), worth)))
        return found

    def outcome(self, index: int) -> Outcome:
        """Return the chances of a way's marks, and what open cards say of it."""
        way, weights, opened = self.choices[index], self.points.weights, None
        own, marks = self.compared[2].values[:, [index]], np.array(way.marks)
        made = way.observation.contract.sign * (own - marks) >= 0
        if self._solved:
            found = np.array(self._solved)[:, index]
            opened = float(average(found, weights[: len(found)]))
        reached = average(made.astype(np.float64), weights).round(9)
        return {"reached": tuple(reached.tolist()), "open_cards": opened}


def _table(way: Way) -> Floats:
    """Return the points of the seat by the tricks of forehand and middlehand."""
    seen = way.observation
    return brought(seen.variant, seen.contract, seen.great, seen.declarer)[:, :, seen.seat]


def _taken(seen: ContractObservation, hands: HandArray, gone: HandArray) -> NDArray[np.int16]:
    """Return the tricks of all seats in deals that are played out, by world and way."""
    taken = np.zeros((hands.size // SEATS, 1, SEATS), np.int16)
    deals = hands.reshape(-1, SEATS), gone.reshape(-1, SEATS)
    rollouts().play(seen.rollout_game, *deals, seen.leader, (), (), taken)
    return taken.reshape(hands.shape)


# The advice ---------------------------------------------------------------------------


def advise_exchange(
    observation: ExchangeObservation,
    *,
    belief: Belief = Belief.SOFT,
    only: Sequence[HandLike] | None = None,
    also: Sequence[HandLike] = (),
    solved: int = 0,
    **limits: Unpack[Limits],
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    ``belief`` says what is concluded from what the others have exchanged and called. ``only`` are
    the discards to compare, as hands, by default all that are legal, and those of ``also`` are
    judged in any case. Of the worlds, 1,000 unless the ``limits`` say another number, the first
    ``solved`` are also solved with open cards; nothing else takes threads or memory. Raises
    StoppedError where not even two worlds were finished.
    """
    question = Question(ExchangeObservation, observation, belief, **limits)
    solved = checks.number(solved, "solved")
    among = None
    if only is not None:
        among = [_checked(observation, cards, "only") for cards in checks.several(only, "only")]
    asked = [_checked(observation, cards, "also") for cards in checks.several(also, "also")]
    every, thumb = classes_of(observation), thumb_of(observation)
    guarded, field = [0, thumb, *asked], every
    if among is not None:
        field = [own for own in every if any(cards in own for cards in (*guarded, *among))]

    def alike(discards: int) -> DiscardClass:
        return next(own for own in field if discards in own)

    liked = liked_first(observation, [own.cards for own in field])[:ENTERING]
    stay = [Way(observation, alike(cards).cards) for cards in guarded]
    raced = list(dict.fromkeys([*(Way(observation, cards) for cards in liked), *stay]))
    race = Ways(question, raced)
    race.choose(stay)
    race.run()
    race.solve(solved)
    order = race.best_first()
    behind = race.judged.behind(order[0])

    def choice(index: int) -> DiscardChoice:
        own = alike(race.choices[index].discards)
        return DiscardChoice(
            **race.points.row(index, behind),
            **race.outcome(index),
            alike=own,
            discards=tuple(cards_in(own.cards)),
        )

    def of(discards: int) -> DiscardChoice:
        return choice(race.choices.index(Way(observation, alike(discards).cards)))

    credit = question.worlds.credit(race.met)
    return ExchangeAdvice(
        **race.origin(credit),
        observation=observation,
        solved=race.solved,
        best=tuple(map(choice, order[:SHOWN])),
        stand=of(0),
        thumb=of(thumb),
        also=tuple(map(of, asked)),
        candidates=sum(map(len, every)),
        classes=len(every),
        raced=len(raced),
        left=len(race.choices),
        marks=race.choices[0].marks,
        credit=credit,
    )


def _checked(observation: ContractObservation, discards: HandLike, name: str) -> int:
    """Return a discard as a hand. Raises RuleError unless the seat may put it down."""
    gone = as_put_down(discards, f"a discard of {name}")
    check_discard(observation.seat, observation.hand, tuple(cards_in(gone)), observation.sizes())
    return gone
