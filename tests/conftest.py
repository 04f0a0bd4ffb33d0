"""Settings every test shares: where the repository's files are, and a repeatable hypothesis."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import needs
import pytest
from hypothesis import settings

from manni.cli import output

if TYPE_CHECKING:  # what needs none of them need not wait for them
    from boards import RunningBoard
    from playwright.sync_api import Browser, Page, Playwright
    from sites import StaticSite

    from manni.solver.values.solve import Solver

# The same examples on every run and no deadline: a loaded machine must not fail a test.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

# A shell's background jobs start with Ctrl-C ignored, and pass that on to the programs
# they start: the tests of an interrupt would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


# How long a test takes must not show in what a command says.
output.PATIENCE = math.inf

# What is tested is in English, whatever the locale; a language is asked for by its name.
os.environ["MANNI_LANGUAGE"] = "en"


SLOW = tuple(Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds tests/, data/ and README.md (no source, when a wheel is tested)."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def solver() -> Solver:
    """A solver of many tests: what it has learnt must not matter."""
    from manni.solver.values.solve import Solver

    return Solver(64)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests of the board's page look at the static site."""
    parser.addoption("--site", action="store_true", help="the board is that of build/site")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give slow tests time; for the site run what looks at a page of the board and is there."""
    for each in items:
        listed = each.nodeid.removeprefix("tests/").startswith(SLOW)
        if listed or each.get_closest_marker("exhaustive"):
            each.add_marker(pytest.mark.slow)
        if each.get_closest_marker("slow"):
            each.add_marker(pytest.mark.timeout(7200))
    if not config.getoption("--site"):
        return
    of_pages = [each for each in items if {"board", "browser"} <= set(each.fixturenames)]
    config.hook.pytest_deselected(items=[each for each in items if each not in of_pages])
    items[:] = of_pages
    for each in items:
        if (mark := each.get_closest_marker("server")) is not None:
            each.add_marker(pytest.mark.skip(reason=f"not on the site: {mark.args[0]}"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Say in the last line what was not run, after what pytest says."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:  # one of those that run tests side by side has none
        skipped = reporter.stats.get("skipped", ())
        if line := needs.not_run(each.longrepr[2].removeprefix("Skipped: ") for each in skipped):
            reporter.write_line(line)


@pytest.fixture(scope="session")
def board(request: pytest.FixtureRequest) -> Iterator[RunningBoard | StaticSite]:
    """A board that runs; what a test opens in it must not matter to the next."""
    from boards import RunningBoard
    from sites import StaticSite

    if request.config.getoption("--site"):
        with StaticSite() as site:
            yield site
        return
    with RunningBoard() as running:
        yield running
        assert (running.stop(), running.errors()) == (0, "Ctrl-C ends it\n")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; there can be but one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    from browser import started

    with started(playwright) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, board: RunningBoard) -> Iterator[Page]:
    """The page of the board, wide; ``browser.visit`` for another size or theme."""
    from browser import visit

    with visit(browser, board) as page:
        yield page


@pytest.fixture
def dds_library() -> None:
    """DDS, which the package endplay brings."""
    import dds

    if not dds.is_here():
        needs.missing("endplay")


@pytest.fixture(scope="session")
def screens(root: Path) -> Path:
    """A folder for screenshots, to be looked at."""
    folder = root / "build" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
