"""The board in the players' languages, by what its page shows and takes."""

from collections.abc import Iterator

import pytest
from boards import RunningBoard
from browser import accessible, at, click, says, speaks, visit
from playwright.sync_api import Browser, expect

DEAL = at('[Deal "F:KJ.A.. Q2.2.. T3.3.."]\n[Contract "NT"]\n')
LANG = {"fr": ("fr-FR", "Réglages", "Donne"), "is": ("is-IS", "Stillingar", "Gjöf")}


@pytest.fixture(scope="module")
def board() -> Iterator[RunningBoard]:
    """A board of which no language was asked."""
    with RunningBoard(env={"MANNI_LANGUAGE": "", "LC_ALL": "C.UTF-8"}) as board:
        yield board


@pytest.mark.parametrize("language", LANG)
def test_the_page_speaks_the_language_of_the_browser_until_one_is_chosen(
    language: str, board: RunningBoard, browser: Browser
) -> None:
    locale, settings, deal = LANG[language]
    with visit(browser, board, DEAL, locale=locale) as page:
        html, title = page.locator("html"), page.locator(".heading h1")
        expect(html).to_have_attribute("lang", language)
        expect(title).to_have_text(deal)
        speaks(page)
        other = page.context.new_page()
        other.goto(board.address)
        expect(other.locator("html")).to_have_attribute("lang", language)
        click(page, settings, exact=True)
        page.select_option(".settings select", "en")
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
        click(page, "Gefðu mér")
        click(page, "Halda öllum")
        expect(page.locator(".asks.yours b")).to_be_visible()
        speaks(page)
        words = "async (text) => (await import('/cards.js')).inWords(text)"
        heard = page.evaluate(words, "Spilaðu D7_object. HK er spilað eftir HK_to.")
        assert heard == "Spilaðu tígulsjöu. hjartakóngur er spilað eftir hjartakóngi."
        with board.talk() as talk:
            assert talk.hear()["hello"]["language"]["code"] == "en"
            talk.say({"speak": "xx"})
            assert "no language" in talk.hear()["error"]["message"]
