"""Several threads on one table: the same values, whatever the others write meanwhile."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from positions import ENDLESS, random_position

from manni.solver import _search
from manni.solver.cards import SEATS, Contract
from manni.solver.engine import Engine
from manni.solver.errors import BusyError
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import HelpedSearch, HelperPool

try:
    from manni.solver import _search_v3
except ImportError:
    BUILDS = [_search.Search]
else:
    BUILDS = [_search.Search, _search_v3.Search][: 1 + _search.wide_processor()]
Search = BUILDS[-1]

Question = tuple[Position, int]

TINY = 0  # the table takes the least there is: it comes round all the time


def questions(seed: int, count: int, sizes: range) -> list[Question]:
    rng = Random(seed)
    return [
        (random_position(rng, rng.choice(sizes), rng.choice(list(Contract))), rng.randrange(SEATS))
        for _ in range(count)
    ]


def bounds(
    search: _search.Search,
    question: Question,
    called_off: Callable[[], bool] | None = None,
    call_in: Callable[[], None] | None = None,
) -> tuple[int, int]:
    position, seat = question
    return search.bounds(
        position.hands,
        position.contract,
        position.leader,
        seat,
        position.table,
        position.ace_low,
        called_off=called_off,
        call_in=call_in,
        alone=0,
    )


@contextmanager
def threads_of(count: int, work: Callable[[int], None]) -> Iterator[None]:
    """Have ``work`` done by as many threads, and raise what one of them raises."""
    errors = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def agree_side_by_side(threads: int, asked: list[Question], memory: int) -> None:
    """Have all threads answer all questions on one table, each in an order of its own."""
    alone = Search(1 << 24)
    expected = [bounds(alone, question) for question in asked]
    first = Search(memory)
    searches = [first, *(Search(0, beside=first) for _ in range(threads - 1))]

    def work(number: int) -> None:
        order = list(range(len(asked)))
        Random(number).shuffle(order)
        for index in order:
            assert bounds(searches[number], asked[index]) == expected[index], asked[index]

    first.share(True)
    with threads_of(threads, work):
        pass
    first.share(False)
    # What was left behind is as good for one thread.
    for question, value in zip(asked, expected, strict=True):
        assert bounds(first, question) == value


@pytest.mark.parametrize("threads", [2, 3, 4, 8])
@pytest.mark.parametrize(
    ("seed", "count", "sizes", "memory"),
    [
        (0, 4000, range(4, 9), TINY),
        (0, 120, range(9, 12), 1 << 24),  # the table grows
        pytest.param(10, 40000, range(5, 11), TINY, marks=pytest.mark.slow),
    ],
)
def test_threads_on_one_table_agree_with_one_alone(
    threads: int, seed: int, count: int, sizes: range, memory: int
) -> None:
    agree_side_by_side(threads, questions(seed + threads, count // threads, sizes), memory)


@pytest.mark.parametrize("threads", [2, 3, 4, 8])
@pytest.mark.parametrize("memory", [TINY, 1 << 24])
def test_helpers_from_the_first_card_on_change_no_value(threads: int, memory: int) -> None:
    alone, first = Search(1 << 24), Search(memory)
    crew = HelperPool(threads, lambda: Search(0, beside=first))
    running = threading.active_count()
    for question in questions(threads, 25, range(9, 12)):
        help = HelpedSearch(crew, first)
        found = bounds(first, question, call_in=help.call_in)
        help.end()
        assert not first.is_shared
        assert threading.active_count() == running
        assert found == bounds(alone, question), question


def test_a_block_that_is_being_changed_is_not_read() -> None:
    asked = questions(1, 100, range(5, 8))
    search = Search(1 << 24)
    expected = [bounds(search, question) for question in asked]
    search.share(True)
    before = search.nodes
    assert [bounds(search, question) for question in asked] == expected
    with_patterns = search.nodes - before
    search.tear(stamps=False, answers=True)
    assert [bounds(search, question) for question in asked] != expected  # they are read
    search.clear()
    for question in asked:
        bounds(search, question)
    search.tear(stamps=True, answers=True)
    before = search.nodes
    assert [bounds(search, question) for question in asked] == expected
    assert search.nodes - before > 3 * with_patterns


def test_a_thread_comes_to_help_with_one_question_only() -> None:
    first = Search(1 << 24)
    helper = Search(0, beside=first)
    question = questions(2, 1, range(8, 9))[0]
    bounds(first, question)
    helper.help(first, first.question)  # it is over
    assert helper.nodes == 0
    late = first.question

    def call_in() -> None:
        helper.help(first, late)

    bounds(first, questions(3, 1, range(10, 11))[0], call_in=call_in)
    assert helper.nodes == 0


@pytest.mark.parametrize("end", [lambda: True, lambda: 1 / 0])
def test_what_ends_the_search_ends_the_help(end: Callable[[], bool]) -> None:
    first = Search(1 << 24)
    help = HelpedSearch(HelperPool(3, lambda: Search(0, beside=first)), first)
    running = threading.active_count()

    def called_off() -> bool:
        return first.helpers == 2 and end()

    try:
        lower, upper = bounds(first, (ENDLESS, 0), called_off, help.call_in)
        assert lower < upper
    except ZeroDivisionError:
        pass
    finally:
        help.end()
    assert first.helpers == 0
    assert threading.active_count() == running


def test_an_interrupt_while_waiting_for_help_to_end_waits_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = Search(1 << 24)
    help = HelpedSearch(HelperPool(2, lambda: Search(0, beside=first)), first)
    bounds(first, (ENDLESS, 0), lambda: first.helpers == 1, help.call_in)
    join, interrupts = threading.Thread.join, iter([KeyboardInterrupt])

    def interrupted_join(thread: threading.Thread, timeout: float | None = None) -> None:
        for interrupt in interrupts:
            raise interrupt
        join(thread, timeout)

    monkeypatch.setattr(threading.Thread, "join", interrupted_join)
    with pytest.raises(KeyboardInterrupt):
        help.end()
    assert first.helpers == 0
    assert not first.is_shared


def test_a_system_without_threads_to_give_is_searched_on_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    question = questions(4, 1, range(10, 11))[0]
    expected = bounds(Search(1 << 24), question)
    first = Search(1 << 24)
    crew = HelperPool(3, lambda: Search(0, beside=first))
    help = HelpedSearch(crew, first)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert bounds(first, question, call_in=help.call_in) == expected
    help.end()
    assert not first.is_shared
    assert crew.take() is not None  # nobody is taken to be at work


def test_nobody_helps_while_all_have_work_of_their_own() -> None:
    first = Search(TINY)
    crew = HelperPool(3, lambda: Search(0, beside=first))
    crew.set_at_work(3)
    assert crew.take() is None
    crew.set_at_work(2)
    helper = crew.take()
    assert crew.take() is None
    crew.give_back(helper)
    assert crew.take() is helper


HARD = random_position(Random(6), 14, Contract.NULLO, ace_low=False, on_table=0)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_an_engine_of_several_threads_finds_the_same(threads: int) -> None:
    one, many = Engine(64), Engine(64, threads=threads)
    running = threading.active_count()
    for seat in range(SEATS):
        assert many.value(HARD, seat) == one.value(HARD, seat)
    assert threading.active_count() == running
    many.clear()


@pytest.mark.parametrize("threads", [2, 3])
def test_a_time_limit_ends_a_search_of_several_threads(threads: int) -> None:
    engine = Engine(64, threads=threads)
    running = threading.active_count()
    lower, upper = engine.bounds(ENDLESS, 0, run=Run(0.3))
    assert 0 <= lower < upper <= ENDLESS.tricks
    assert threading.active_count() == running
    assert engine.bounds(ENDLESS, 0, run=Run(0.1)) >= (lower, 0)


def test_a_table_others_are_searching_on_is_not_cleared() -> None:
    engine = Engine(16, threads=2)
    other = Engine(beside=engine)
    with engine.shared(), pytest.raises(BusyError, match="another engine"):
        other.clear()
    other.clear()


COLLECTED = """
import gc
gc.disable()
first = Search(1 << 20)
beside = Search(0, beside=first)
circle = [beside]
circle.append(circle)
del beside, circle
gc.collect()
del first
"""


def test_a_search_in_a_circle_takes_nothing_of_the_others_along() -> None:
    """The collector clears what an object refers to before the object goes."""
    code = f"from {Search.__module__} import Search\n{COLLECTED}"
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
