"""The board in the players' languages, by what its page shows and takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, accessible, visit
from playwright.sync_api import Browser, Page, expect

from cli.board.address import address_of
from cli.board.shelf import sample_files
from solver.deal import Deal
from solver.files.dealfile import parse_deals
from solver.notation import parse_hand
from solver.rules.contract import Contract

LANGUAGES = ("fr", "is")
GAMES = ("hornafjordur", "encheres-petite")


@pytest.fixture(scope="module", params=LANGUAGES)
def speaking(request: pytest.FixtureRequest) -> Iterator[tuple[str, RunningBoard]]:
    """A board that speaks a language."""
    with RunningBoard("--language", request.param) as board:
        yield request.param, board
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


def words_of(page: Page) -> str:
    """Return what a page shows and says, but for the title and comment of the deal."""
    texts = page.locator("body *:not(script, style, option, h1)").evaluate_all(
        """all => all.filter(each => !each.matches(".puzzles b, .file-name")).flatMap(each => [
            ...[...each.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
            each.getAttribute("aria-label"), each.title, each.placeholder,
        ]).filter(Boolean)"""
    )
    return "\n".join(texts)


ENGLISH = re.compile(
    r"\b(forehand|middlehand|dealer|guarantee|share|tricks?|best case|trumps?|leads|to play|record"
    r"|review|exchange|puzzles|open|edit|save|settings|help|spades|hearts|diamonds|clubs|ace|king"
    r"|queen|jack|loses|keeps|card|at least|at most|step|take back|hand)\b",
    re.I,
)


DEAL = Deal(
    (parse_hand("KJ.A.."), parse_hand("Q2.2.."), parse_hand("T3.3..")), contract=Contract.NT
)


def place(game: str) -> str:
    """Return the first sample deal of a game as a part of the board's address."""
    deal = parse_deals(sample_files()[game].read_text(encoding="utf-8"))[0]
    return f"&{address_of(deal)}"


@pytest.mark.parametrize("game", GAMES)
def test_the_table_and_its_values(
    speaking: tuple[str, RunningBoard], game: str, browser: Browser, screens: Path
) -> None:
    language, board = speaking
    with visit(browser, board, place(game)) as page:
        expect(page.locator("html")).to_have_attribute("lang", language)
        exact = {"fr": "exact", "is": "nákvæmt"}[language]
        expect(page.locator(".progress.exact")).to_contain_text(exact)
        page.screenshot(path=screens / f"board-{language}-{game}.png")
        accessible(page)
        assert not ENGLISH.findall(words_of(page))
        rank, seat = {"fr": ("V", "Premier"), "is": ("G", "Forhönd")}[language]
        expect(page.locator(f".hand .index .rank[data-text={rank}]").first).to_be_visible()
        expect(page.locator(".hand .name", has_text=seat)).to_have_count(1)
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= NARROW[0]


def test_a_card_is_typed_in_the_letters_of_the_language(
    speaking: tuple[str, RunningBoard], browser: Browser
) -> None:
    language, board = speaking
    keys, name = {"fr": ("pv", "valet de pique"), "is": ("sg", "spaðagosi")}[language]
    with visit(browser, board, f"&{address_of(DEAL)}") as page:
        expect(page.locator(".hand")).not_to_have_count(0)
        for key in keys:
            page.keyboard.press(key)
        expect(page.get_by_role("status")).to_contain_text(name)


def test_every_sheet_opens_in_every_language(
    speaking: tuple[str, RunningBoard], browser: Browser, screens: Path
) -> None:
    language, board = speaking
    with visit(browser, board, place(GAMES[0])) as page:
        expect(page.locator(".progress.exact")).to_be_visible()
        sheets = {
            "fr": ("Ouvrir", "Modifier", "Contrat", "Garder", "Réglages", "Aide"),
            "is": ("Opna", "Breyta", "Sögn", "Vista", "Stillingar", "Hjálp"),
        }
        for word in sheets[language]:
            page.get_by_role("button", name=word, exact=True).click()
            dialog = page.locator("dialog")
            expect(dialog.locator("h2")).to_have_text(word)
            page.screenshot(path=screens / f"sheet-{language}-{word}.png")
            accessible(page)
            if word not in ("Ouvrir", "Opna"):  # whose sample files have English names
                assert not ENGLISH.findall(words_of(page))
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)


TABS = {"fr": ("Revue", "Échange", "Problèmes"), "is": ("Yfirferð", "Skipti", "Þrautir")}


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_reviews_exchanges_and_puzzles(
    speaking: tuple[str, RunningBoard], size: tuple[int, int], browser: Browser, screens: Path
) -> None:
    language, board = speaking
    review, exchange, puzzles = TABS[language]
    with visit(browser, board, place("played"), size) as page:
        for tab, sign in (
            (review, ".reviewed tbody tr"),
            (exchange, ".ranked tbody tr"),
            (puzzles, ".puzzles li"),
        ):
            page.get_by_role("tab", name=tab).click()
            expect(page.locator(sign).first).to_be_visible()
            page.screenshot(path=screens / f"tab-{language}-{tab}-{size[0]}.png")
            assert not ENGLISH.findall(words_of(page))
            assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]


def test_a_puzzle_is_judged_in_the_language(
    speaking: tuple[str, RunningBoard], browser: Browser
) -> None:
    language, board = speaking
    with visit(browser, board, "") as page:
        page.get_by_role("tab", name=TABS[language][2]).click()
        page.locator(".puzzles .entry").first.click()
        expect(page.locator(".solving .task")).to_be_visible()
        page.get_by_role(
            "button", name={"fr": "Montrer la solution", "is": "Sýna lausnina"}[language]
        ).click()
        over = {"fr": "Le but est atteint.", "is": "Markmiðinu er náð."}[language]
        expect(page.locator(".solving .outcome")).to_contain_text(over)
        assert not ENGLISH.findall(words_of(page))


LANG = {"fr": ("fr-FR", "Réglages", "Donne"), "is": ("is-IS", "Stillingar", "Gjöf")}


@pytest.fixture(scope="module")
def board() -> Iterator[RunningBoard]:
    """A board of which no language was asked."""
    with RunningBoard(env={"MANNI_LANGUAGE": "", "LC_ALL": "C.UTF-8"}) as board:
        yield board


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_language_of_the_browser_until_one_is_chosen(
    language: str, board: RunningBoard, browser: Browser
) -> None:
    locale, settings, deal = LANG[language]
    with visit(browser, board, f"&{address_of(DEAL)}", locale=locale) as page:
        html, title = page.locator("html"), page.locator(".heading h1")
        expect(html).to_have_attribute("lang", language)
        expect(title).to_have_text(deal)
        assert not ENGLISH.findall(words_of(page))
        other = page.context.new_page()
        other.goto(board.address)
        expect(other.locator("html")).to_have_attribute("lang", language)
        page.get_by_role("button", name=settings, exact=True).click()
        page.get_by_label("English").click()
        for each in (page, other):  # the other tab too
            expect(each.locator("html")).to_have_attribute("lang", "en")
        expect(title).to_have_text("Deal")  # which was kept, and was said in the other language
        expect(page.locator(".progress.exact")).to_contain_text("exact")
        page.reload()
        expect(html).to_have_attribute("lang", "en")
        expect(title).to_have_text("Deal")
        page.get_by_role("button", name="Settings", exact=True).click()
        accessible(page)


def test_a_game_is_seen_in_the_language_of_the_page(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, locale="is-IS") as page:
        page.get_by_role("button", name="Setjast að spilum", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Setjast að spilum").click()
        page.get_by_role("button", name="Halda öllum").click()
        expect(page.locator(".asks.yours b")).to_be_visible()
        assert not ENGLISH.findall(words_of(page))
        with board.talk() as talk:
            assert talk.hear()["hello"]["language"]["code"] == "en"
            talk.say({"speak": "xx"})
            assert "no language" in talk.hear()["error"]["message"]
