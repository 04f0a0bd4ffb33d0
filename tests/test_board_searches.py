"""How the board's searches share the engines: newest first, limits, wrong messages."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from random import Random
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest
from board_pages import DEEP, ENDING, PATIENCE, Answer, Page, bounds_of

from manni.cli.board.searches import SearchRequest
from manni.cli.board.service import KINDS, Board, kind_asked
from manni.cli.board.worker import BoardLimits, BoardSearch, SingleThread, Workers
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.values.iterative_bounds import IterativeBounds

LIMITS = BoardLimits(memory_mb=32, seconds=1000.0)


@pytest.fixture
def board() -> Iterator[Board]:
    """A board of its own for each test."""
    board = Board(LIMITS)
    yield board
    board.close()


def deep(number: int) -> Answer:
    """Return one of many positions that are searched for long."""
    hands = DEEP["hands"]
    leader = "FMD"[number % 3]
    contract = ("NULLO", "NT", "S", "H")[number // 3 % 4]
    return {"hands": hands, "contract": contract, "leader": leader}


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """No question of a position with many cards is ever answered, whatever comes nearer.

    Returns those that are being searched.
    """
    work, working = IterativeBounds.work, []

    def waits(self: IterativeBounds, engine: Engine, run: Run) -> None:
        if self.position.tricks < 8:
            work(self, engine, run)
            return
        working.append(self.position)
        while not run.is_over():
            time.sleep(0.001)
            run.report(1)
        working.remove(self.position)

    monkeypatch.setattr(IterativeBounds, "work", waits)
    return working


# One tab -----------------------------------------------------------------------------


@pytest.mark.usefixtures("endless")
def test_a_click_during_a_deep_search_shows_the_new_position(board: Board) -> None:
    page = Page(board)
    old = page.ask("position", deal=DEEP, played=[])
    page.until(lambda: len(page.of(old)) > 1)
    new = page.ask("position", deal=ENDING, played=[])
    assert page.last(new)["values"]["exact"]
    asked = page.answers.index(page.of(new)[0])
    assert all(answer["number"] == new for answer in page.answers[asked:])


def test_a_wrong_request_ends_the_older_one_too(board: Board) -> None:
    page = Page(board)
    page.ask("position", deal=DEEP, played=[])
    page.error("position", deal=ENDING, played=["SK"])
    count = len(page.answers)
    time.sleep(0.2)
    assert len(page.answers) == count


def test_many_quick_steps_never_show_an_old_position(board: Board) -> None:
    page = Page(board)
    rng = Random(3)
    for _ in range(300):
        page.ask("position", deal=deep(rng.randrange(12)), played=[])
        if rng.random() < 0.2:
            time.sleep(rng.random() / 100)
    final = page.ask("position", deal=ENDING, played=[])
    page.last(final)
    numbers = [answer["number"] for answer in page.answers[1:]]
    assert numbers == sorted(numbers)
    assert numbers[-1] == final


def test_kinds_do_not_end_one_another(board: Board) -> None:
    page = Page(board)
    numbers = [
        page.ask("exchange", deal=page.deal("hornafjordur")["deal"], seat="M"),
        page.ask("review", deal=page.deal("played")["deal"]),
        page.ask("position", deal=ENDING),
        page.ask("move", deal=ENDING),
    ]
    assert all(page.last(number)["done"] for number in numbers)


@pytest.mark.usefixtures("endless")
def test_the_seconds_are_over_and_it_goes_on_when_asked() -> None:
    board = Board(replace(LIMITS, seconds=0.2))
    page = Page(board)
    number = page.ask("position", deal=DEEP, played=[])
    paused = page.last(number)
    assert (paused["paused"], paused["done"]) == (True, False)
    assert bounds_of(paused["values"])["F"] == [0, 17]
    count, told = len(page.answers), len(page.of(number))
    time.sleep(0.1)
    assert len(page.answers) == count
    begun = time.monotonic()
    assert page.answer("go_on", of=number)["done"]
    page.until(lambda: len(page.of(number)) > told and "paused" in page.of(number)[-1])
    assert time.monotonic() - begun >= 0.2  # the seconds it may take, once more
    for ask in ("go_on", "stop"):
        assert page.error(ask, of=number + 100)
    page.answer("position", deal=ENDING, played=[])
    assert f"goes on for the request {number}" in page.error("go_on", of=number)["message"]
    board.close()


def test_a_search_that_is_stopped_waits_until_it_is_to_go_on(
    board: Board, endless: list[Position]
) -> None:
    page = Page(board)
    number = page.ask("position", deal=DEEP, played=[])
    until(lambda: endless)
    page.answer("stop", of=number)
    until(lambda: not endless)
    page.answer("move", deal=ENDING, played=[])  # an engine was free, and took something else
    assert not endless
    page.answer("go_on", of=number)
    until(lambda: endless)
    assert not page.of(number)[-1].get("paused")


@pytest.mark.usefixtures("endless")
def test_a_move_is_made_when_its_seconds_are_over() -> None:
    board = Board(replace(LIMITS, move_seconds=0.1))
    page = Page(board)
    found = page.answer("move", deal=DEEP, played=[])
    assert found["done"]
    assert found["exact"] is False
    assert found["card"] in page.answer("position", deal=DEEP, values=False)["position"]["free"]
    board.close()


SEARCHED = {
    "position": ("hornafjordur", {}),
    "exchange": ("trjamann 5", {"seat": "F", "discards": []}),
    "review": ("", {"deal": {**ENDING, "play": "SA S3 S4 S2 SK SQ HA HQ HK"}}),
    "contracts": ("endings", {}),
    "train": ("", {"deal": {**ENDING, "goal": "F 1+"}, "card": "SA"}),
}
"""What is searched for in steps: a sample deal, and what is asked of it."""


@pytest.mark.parametrize("kind", SEARCHED)
def test_every_slice_however_short_brings_something_that_is_not_lost(
    kind: str, board: Board
) -> None:
    """Nobody waits for the clock here: of slices without any time so many are enough."""
    hurried = Board(replace(LIMITS, seconds=0.0))
    page = Page(hurried)
    sample, fields = SEARCHED[kind]
    if sample:
        name, _, deal = sample.partition(" ")
        fields = {"deal": page.deal(name, int(deal or 1))["deal"], **fields}
    number = page.ask(kind, **fields)
    for _ in range(2000):
        last = page.last(number)
        if last.get("done"):
            break
        assert last["paused"]
        count = len(page.of(number))
        page.answer("go_on", of=number)
        page.until(lambda: len(page.of(number)) > count)  # noqa: B023
    assert last | {"number": 0} == Page(board).answer(kind, **fields) | {"number": 0}
    hurried.close()


@pytest.mark.parametrize(("between", "most"), [(0.0, 1000), (0.1, 1)])
def test_values_are_not_told_too_often(
    monkeypatch: pytest.MonkeyPatch, between: float, most: int
) -> None:
    """Without time passing there is one answer on the way, if there has to be any between two."""
    monkeypatch.setattr("manni.cli.board.searches.monotonic", lambda: 0.0)
    board = Board(replace(LIMITS, between_answers=between))
    page = Page(board)
    number = page.ask("position", deal=page.deal("hornafjordur")["deal"], played=[])
    assert page.last(number)["done"]
    told = sum("values" in answer for answer in page.of(number)[:-1])
    assert min(3, most) <= told <= most
    board.close()


# Many tabs, none looking -------------------------------------------------------------


@pytest.mark.usefixtures("endless")
def test_eight_tabs_in_deep_search_all_get_answers(board: Board) -> None:
    pages = [Page(board) for _ in range(8)]
    for number, page in enumerate(pages):
        page.ask("position", deal=deep(number), played=[])
    for page in pages:
        page.until(lambda: any("values" in answer for answer in page.answers))  # noqa: B023
    for page in pages:
        assert page.answer("position", deal=ENDING, played=[])["values"]["exact"]


@pytest.mark.usefixtures("endless")
def test_a_long_exchange_delays_no_click() -> None:
    board = Board(replace(LIMITS, blind_seconds=1000, seconds=1000))
    pages = [Page(board) for _ in range(3)]
    for page in pages:  # more than there are engines
        page.ask("exchange", deal=page.deal("trjamann", 2)["deal"], seat="F", open=False)
    assert pages[0].answer("position", deal=ENDING, played=[])["done"]
    assert Page(board).answer("move", deal=ENDING, played=[])["done"]
    board.close()


class Counting(BoardSearch):
    """A search that counts its slices until it is told to end."""

    def __init__(self) -> None:
        super().__init__()
        self.slices = 0
        self.wanted = True
        self.over = False
        self.running = Event()

    def is_wanted(self) -> bool:
        return self.wanted and not self.over

    def is_over(self) -> bool:
        return self.over

    def work(self, engine: Engine, run: Run) -> None:
        self.slices += 1
        self.running.set()
        while not run.is_over():
            time.sleep(0.001)
        self.running.clear()

    def fail(self, error: Exception) -> None:
        raise AssertionError("it does not fail")


def until(holds: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_the_newest_search_goes_first_and_old_ones_take_turns() -> None:
    workers = Workers(2, 1, 0.01)
    old = [Counting() for _ in range(6)]
    for search in old:
        workers.add(search)
    until(lambda: all(search.slices > 3 for search in old))
    # Slices grow with the time that has been spent: they end for any search.
    assert all(search.spent > 0.01 for search in old)
    new = Counting()
    workers.add(new)
    until(new.running.is_set)
    new.over = True
    slices = [search.slices for search in old]
    until(lambda: all(search.slices > before for search, before in zip(old, slices, strict=True)))
    workers.close()


def test_a_search_that_nobody_wants_waits_and_one_that_is_over_is_gone() -> None:
    workers = Workers(2, 1, 0.01)
    search = Counting()
    workers.add(search)
    until(search.running.is_set)
    search.wanted = False
    until(lambda: not search.running.is_set())
    slices = search.slices
    time.sleep(0.05)
    assert search.slices <= slices + 1  # a worker may have been about to begin one
    search.wanted = True
    workers.wake()
    until(search.running.is_set)
    search.over = True
    until(lambda: not search.running.is_set())
    slices = search.slices
    workers.wake()
    workers.close()
    assert search.slices <= slices + 1


def test_without_threads_a_search_is_left_after_a_slice_whether_another_waits_or_not() -> None:
    alone = SingleThread(1, 0.01)
    assert not alone.run_slice()
    old, new = Counting(), Counting()
    alone.add(old)
    assert alone.run_slice()
    assert (old.slices, new.slices) == (1, 0)
    alone.add(new)
    assert [alone.run_slice() for _ in range(4)] == [True] * 4
    assert old.slices >= 2
    assert new.slices >= 2
    old.over, new.wanted = True, False
    assert not alone.run_slice()
    new.wanted = True
    assert alone.run_slice()
    alone.close()
    assert not alone.run_slice()


def test_a_closed_tab_s_search_ends_and_nothing_is_sent(
    board: Board, endless: list[Position]
) -> None:
    page = Page(board)
    page.ask("position", deal=DEEP, played=[])
    until(lambda: endless)
    page.tab.close()
    until(lambda: not endless)
    count = len(page.answers)
    page.ask("puzzles")
    page.ask("position", deal=DEEP)
    assert len(page.answers) == count
    assert Page(board).answer("move", deal=ENDING)["done"]
    assert not endless


@pytest.mark.usefixtures("endless")
def test_a_board_closes_in_the_midst_of_searches() -> None:
    before = threading.active_count()
    board = Board(replace(LIMITS, blind_seconds=1000, seconds=1000))
    for number in range(4):
        page = Page(board)
        page.ask("position", deal=deep(number), played=[])
        page.ask("exchange", deal=page.deal("trjamann", 1)["deal"], seat="F", open=number > 1)
    board.close()
    assert threading.active_count() == before


# Errors of the program ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "raised", "said"),
    [
        ("manni.cli.board.look.Look.search", MemoryError, "not enough memory"),
        (
            "manni.solver.values.iterative_bounds.IterativeBounds.work",
            ZeroDivisionError,
            "internal error",
        ),
        ("manni.cli.board.requests.place_of", ZeroDivisionError, "internal error"),
    ],
)
def test_an_error_of_the_program_is_told_and_the_board_goes_on(
    where: str,
    raised: type[Exception],
    said: str,
    board: Board,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    page = Page(board)
    with monkeypatch.context() as patched:
        patched.setattr(where, Mock(side_effect=raised))
        assert said in page.error("position", deal=ENDING)["message"]
    assert len(caplog.records) == 1
    assert page.answer("position", deal=ENDING)["values"]["exact"]  # the thread still serves


# Messages of strangers ---------------------------------------------------------------

SCALARS = (
    None, True, False, 0, 1, -1, 7, 2**53, -(10**30), 10**400, 0.5, 1e308, "", "F", "M", "D", "SA",
    "NT", "NULLO", "laugavatn", "basic", "\ud800", "\x00", "♠A", "A" * 5000, "A... K... Q...",
    "T9863.K52.Q7643.J854", "puzzles-1", "played", "d=eJw", "F 2+", "__class__",
)  # fmt: skip
FIELDS_OF_DEALS = (
    "variant", "hands", "manni", "cut", "contract", "great", "declarer", "leader", "ace_low",
    "discard", "play", "result", "goal", "key", "tags",
)  # fmt: skip


def anything(rng: Random, depth: int = 3) -> Any:
    """Return any JSON, now and then something that is nearly right."""
    roll = rng.random()
    if depth and roll < 0.15:
        return [anything(rng, depth - 1) for _ in range(rng.randrange(4))]
    if depth and roll < 0.3:
        names = rng.sample((*FIELDS_OF_DEALS, "F", "M", "D", "deal", ""), rng.randrange(4))
        return {name: anything(rng, depth - 1) for name in names}
    if roll < 0.45:
        return a_deal(rng)
    if roll < 0.55:
        return [rng.choice(("SA", "S2", "HK", "SK", "HA", "S3", "ZZ")) for _ in range(3)]
    return rng.choice(SCALARS)


def a_deal(rng: Random) -> Answer:
    """Return a deal with a few of its fields spoilt."""
    deal = dict(rng.choice((ENDING, DEEP)))
    for _ in range(rng.randrange(3)):
        deal[rng.choice(FIELDS_OF_DEALS)] = anything(rng, 2)
    return deal


def a_message(rng: Random, number: int) -> str:
    """Return a message of a stranger."""
    kind = rng.choice((*KINDS, "lost"))
    message = {"number": number, "ask": kind}
    for name in kind_asked(kind).wanted() if kind in KINDS else ():
        if rng.random() < 0.9:
            deal = name == "deal" and rng.random() < 0.7
            message[name] = a_deal(rng) if deal else anything(rng)
    if rng.random() < 0.1:
        message[rng.choice(("number", "ask", "more", "deal", "played"))] = anything(rng)
    text = json.dumps(message, ensure_ascii=rng.random() < 0.5)
    roll = rng.random()
    if roll < 0.05:
        start = rng.randrange(len(text))
        return text[:start] + rng.choice(("", "}", "\\", '"', "[" * 3000, "\ud800")) + text[start:]
    if roll < 0.08:
        return text[: rng.randrange(len(text))]
    return text


def fuzz(board: Board, seed: int, messages: int) -> None:
    """Send messages; each must be answered, or searched for."""
    page = Page(board)
    rng = Random(seed)
    for number in range(1, messages + 1):
        text = a_message(rng, number)
        count = len(page.answers)
        page.say(text)
        # What can be read may be searched for, and is answered later.
        with suppress(ValueError, RecursionError, LookupError, TypeError):
            if issubclass(kind_asked(json.loads(text)["ask"]), SearchRequest):
                continue
        assert len(page.answers) > count, text
    page.tab.close()


@pytest.mark.parametrize(
    ("messages", "tabs"), [(500, 1), (60, 4), pytest.param(10_000, 1, marks=pytest.mark.exhaustive)]
)
def test_wrong_messages_cause_no_internal_error(
    messages: int, tabs: int, caplog: pytest.LogCaptureFixture
) -> None:
    board = Board(replace(LIMITS, seconds=0.02, move_seconds=0.02, blind_seconds=0.05))
    with ThreadPoolExecutor(tabs) as threads:
        list(threads.map(fuzz, repeat(board), range(tabs), repeat(messages)))
    board.close()
    assert not caplog.records
