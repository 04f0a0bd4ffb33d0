"""What to exchange for a seat that sees only its own cards.

A fitted rule (``fitted``) looks at the cards of all discards, another
(``ruled_discards``) at what those it likes best come to in some worlds, and the best of these
are raced over sampled deals (``race``). Points are what the second rule says of many worlds and
by how much it is off in those solved; once more were solved than it has looked at, these alone.
To the order it still counts as some worlds.

A world's values are those with open cards: everybody in it knows all hands. So its points
are those of perfect play, which nobody at the table can achieve.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from time import monotonic

from solver import checks
from solver.advice.answer import DiscardAdvice, ExchangeAdvice
from solver.advice.belief import Belief
from solver.advice.entrants import RACED, Entrants, entrants_of
from solver.advice.evaluate import Value
from solver.advice.limits import checked_limits, checked_pool
from solver.advice.looks import SHOWN
from solver.advice.question import Question
from solver.advice.race import Race
from solver.advice.ruled_discards import RuledDiscards
from solver.advice.seen import Moment, Seen, seen_at
from solver.advice.worlds import Opponents
from solver.cards import cards_in
from solver.engine import DEFAULT_MEMORY_MB
from solver.errors import StoppedError
from solver.pool import Pool
from solver.rules.exchange import check_discard
from solver.run import Run


def advise_exchange(
    known: Seen,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    value: Value = Value.SHARE,
    opponents: Opponents = Opponents.THUMB,
    belief: Belief = Belief.SOFT,
    only: Sequence[int] | None = None,
    also: Sequence[int] = (),
    raced: int | None = RACED,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over, whichever is
    first. Without a limit of time the answer depends on nothing but ``worlds`` and ``seed``.
    ``belief`` says what is concluded from what the others have exchanged and called.
    ``only`` are the discards to compare, as hands, by default all that are legal; as
    many as ``raced`` says meet the worlds, None for all of them, and those of ``also`` in any
    case. A ``pool`` goes before
    ``threads`` and ``memory_mb``. Raises StoppedError where not even two worlds were
    finished.
    """
    seen_at(Moment.EXCHANGE, known)
    started = monotonic()
    run, worlds = checked_limits(worlds, seconds, run)
    question = Question(
        known,
        checks.instance(value, Value, "value"),
        checks.instance(opponents, Opponents, "opponents"),
        checks.number(seed, "seed"),
        checks.instance(belief, Belief, "belief"),
    )
    if only is not None:
        only = [_checked_discard(known, cards, "only") for cards in checks.several(only, "only")]
    also = [_checked_discard(known, cards, "also") for cards in checks.several(also, "also")]
    ruled = RuledDiscards.of(question)
    entrants = entrants_of(known, only, raced, also, ruled)
    race = Race(question, entrants, checked_pool(pool, memory_mb, threads), ruled)
    race.run(worlds, run)
    return _advice(question, entrants, race, also, worlds, monotonic() - started)


def _checked_discard(known: Seen, discards: int, name: str) -> int:
    """Return a discard as a hand. Raises RuleError unless the seat may put it down."""
    discards = checks.hand(discards, f"a discard of {name}")
    check_discard(known.seat, known.hand, tuple(cards_in(discards)), known.sizes())
    return discards


def _advice(
    question: Question,
    entrants: Entrants,
    race: Race,
    also: Sequence[int],
    wanted: int | None,
    seconds: float,
) -> ExchangeAdvice:
    """Return what a race has come to. Raises StoppedError where it had no two worlds."""
    worlds = race.tally.worlds
    if worlds < 2:
        raise StoppedError("no two worlds were finished: allow more time")
    order = race.best_first()
    best = order[0]
    behind = race.behind(best)
    rule = race.rule_means()
    most = race.points(best)[0]
    least_possible, most_possible = race.evaluator.worth.possible

    def advised(index: int) -> list[DiscardAdvice]:
        """Return a discard, and those that it is with the suits renamed."""
        own = race.order[index]
        points, (low, high) = race.points(index)
        # Points differ by what discards are behind, which is known better than they are.
        shift = most - float(behind.means[index]) - points
        points = min(max(points + shift, least_possible), most_possible)
        shown = (max(low + shift, least_possible), min(high + shift, most_possible))
        apart = behind.interval(index)
        chances = (race.tally.reached[index] / race.tally.total).tolist()
        return [
            DiscardAdvice(
                alike=alike,
                discards=tuple(cards_in(alike.cards)),
                points=points,
                interval=shown,
                behind=float(behind.means[index]),
                behind_interval=apart,
                told_apart=apart[0] > 0 or apart[1] < 0,
                rule=float(rule[best] - rule[index]),
                reached=tuple((least + most) / 2 for least, most in chances),
                reached_between=tuple((least, most) for least, most in chances),
            )
            for alike in (own.alike, *own.twins)
        ]

    def of(discards: int) -> DiscardAdvice:
        index = next(i for i, own in enumerate(race.order) if discards in own)
        return next(own for own in advised(index) if discards in own.alike)

    found = question.worlds.credit(worlds)
    return ExchangeAdvice(
        view=question.known,
        value=question.value,
        opponents=question.opponents,
        worlds=worlds,
        effective=float(worlds) if found is None else found.effective,
        belief=None if found is None else found.belief,
        seed=question.seed,
        seconds=seconds,
        partial=wanted is not None and worlds < wanted,
        estimated=race.estimated,
        best=tuple(islice(chain.from_iterable(map(advised, order)), SHOWN)),
        stand=of(0),
        thumb=of(entrants.thumb),
        candidates=entrants.candidates,
        classes=entrants.classes,
        raced=race.raced,
        left=len(race.order),
        rule_worlds=entrants.rule_worlds,
        marks=race.evaluator.worth.marks,
        credit=found,
        also=tuple(map(of, also)),
    )
