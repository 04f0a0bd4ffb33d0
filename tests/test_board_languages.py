"""The board in the players' languages, by what its page shows and takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, accessible, click, fits, opened, said, says, tab, visit
from playwright.sync_api import Browser, Page, expect

from manni.cli.board.address import address_of
from manni.cli.board.shelf import samples
from manni.solver.cards import Contract
from manni.solver.deal import Deal
from manni.solver.files.dealfile import parse_deals
from manni.solver.notation import parse_hand

LANGUAGES = ("fr", "is")


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


# Sheets, tabs, the key of the jack of spades and its name, and what is said at a puzzle's end.
WORDS = {
    "fr": (
        ("Ouvrir", "Modifier", "Contrat", "Garder", "Réglages", "Aide"),
        ("Revue", "Échange", "Problèmes"),
        ("pv", "valet de pique"),
        ("Montrer la solution", "Le but est atteint."),
    ),
    "is": (
        ("Opna", "Breyta", "Sögn", "Vista", "Stillingar", "Hjálp"),
        ("Yfirferð", "Skipti", "Þrautir"),
        ("sg", "spaðagosi"),
        ("Sýna lausnina", "Markmiðinu er náð."),
    ),
}


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param("is", NARROW, id="is-narrow"),
        pytest.param("fr", WIDE, id="fr-wide"),
        pytest.param("is", WIDE, id="is-wide", marks=pytest.mark.exhaustive),
        pytest.param("fr", NARROW, id="fr-narrow", marks=pytest.mark.exhaustive),
    ],
)
def test_every_sheet_and_tab_speaks_the_language(
    language: str, size: tuple[int, int], browser: Browser
) -> None:
    sheets, tabs, (keys, name), (solution, over) = WORDS[language]

    def all_is_said() -> None:
        assert not ENGLISH.findall(words_of(page))
        fits(page)

    with RunningBoard("--language", language) as board:
        with visit(browser, board, f"&{address_of(DEAL)}", size) as page:
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator(f".rank[data-text={keys[1].upper()}]").first).to_be_visible()
            for key in keys:
                page.keyboard.press(key)
            said(page, name)
        for game in ("encheres-petite", "played"):
            deal = parse_deals(samples()[game])[0]
            with visit(browser, board, f"&{address_of(deal)}", size) as page:
                expect(page.locator(".seats tbody tr").first).to_be_visible()
                accessible(page)
                all_is_said()
                if game != "played":
                    continue
                for word in sheets:
                    dialog = opened(page, word)
                    expect(dialog.locator("h2")).to_have_text(word)
                    accessible(page)
                    all_is_said()
                    page.keyboard.press("Escape")
                    expect(dialog).to_have_count(0)
                signs = (".reviewed tbody tr", ".ranked tbody tr", ".puzzles .entry")
                for word, sign in zip(tabs, signs, strict=True):
                    tab(page, word)
                    expect(page.locator(sign).first).to_be_visible()
                    all_is_said()
                page.locator(".puzzles .entry").first.click()
                click(page, solution)
                says(page, ".solving .outcome", over)
                all_is_said()
        assert (board.stop(), board.errors()) == (0, "Ctrl-C ends it\n")


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
        click(page, settings, exact=True)
        page.get_by_label("English").click()
        for each in (page, other):  # the other tab too
            expect(each.locator("html")).to_have_attribute("lang", "en")
        expect(title).to_have_text("Deal")  # which was kept, and was said in the other language
        says(page, ".progress.exact", "exact")
        page.reload()
        expect(html).to_have_attribute("lang", "en")
        expect(title).to_have_text("Deal")
        click(page, "Settings", exact=True)
        accessible(page)


def test_a_game_is_seen_in_the_language_of_the_page(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, locale="is-IS") as page:
        click(page, "Gefið mér")
        click(page, "Halda öllum")
        expect(page.locator(".asks.yours b")).to_be_visible()
        assert not ENGLISH.findall(words_of(page))
        with board.talk() as talk:
            assert talk.hear()["hello"]["language"]["code"] == "en"
            talk.say({"speak": "xx"})
            assert "no language" in talk.hear()["error"]["message"]
