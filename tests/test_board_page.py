"""The board's page in a browser: that it opens, minds its policy, and is out of others' reach."""

from collections.abc import Iterator
from pathlib import Path
from socket import create_server

import pytest
from boards import RunningBoard
from browser import Complaints, accessible, card, context, holds, said, visit
from playwright.sync_api import Browser, Error, Page, Request, Route

from manni.cli.board.address import address_of
from manni.solver.deal import Deal


def test_a_tab_goes_on_with_a_board_started_again(browser: Browser, tmp_path: Path) -> None:
    """It has another token, which the page learns from the address that is opened."""
    file = tmp_path / "other.manni"
    file.write_text('[Deal "F:A2... K3... Q4..."]\n[Contract "NT"]\n')
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {"XDG_RUNTIME_DIR": str(tmp_path)}
    with RunningBoard(port=port, env=env) as first, context(browser) as window:
        page = window.new_page()
        deal = Deal("AK.42.. Q3..A.2 7.A.K.A", contract="H", leader="F")
        page.goto(f"{first.address}&{address_of(deal)}")
        holds(page, 12)
        assert "token" not in page.url
        assert first.stop() == 0
        with RunningBoard(port=port, env=env) as second:
            assert second.token != first.token
            said(page, "open the address that it printed")
            accessible(page)
            window.new_page().goto(second.address)
            card(page, "SA").click()
            said(page, "Middlehand to play")
        with RunningBoard(file, port=port, env=env) as third:  # whose address is put into the tab
            page.evaluate("(address) => (location.href = address)", third.address)
            holds(page, 6)
            assert "token" not in page.url


def test_the_policy_holds(browser: Browser, board: RunningBoard) -> None:
    complaints = Complaints()
    with visit(browser, board, complaints=complaints) as page:
        page.wait_for_function("() => document.title !== ''")
        assert not complaints
        found = page.evaluate("""async () => {
            const tried = (work) => { try { work(); return "done"; } catch (e) { return e.name; } };
            const loaded = (element) => new Promise((tell) => {
                element.onload = () => tell("loaded");
                element.onerror = () => tell("refused");
                document.body.append(element);
            });
            const inline = document.createElement("div");
            inline.setAttribute("style", "color: rgb(1, 2, 3)");
            document.body.append(inline);
            const image = new Image();
            const picture = loaded(image);
            image.src = "http://127.0.0.1:9/x.png";
            return {
                html: tried(() => { document.body.innerHTML = "<p>"; }),
                code: tried(() => setTimeout("window.ran = true")),
                style: getComputedStyle(inline).color,
                image: await picture,
                other: await fetch("http://127.0.0.1:9/").catch((e) => e.name),
            };
        }""")
        assert found.pop("style") != "rgb(1, 2, 3)"
        assert found == {
            "html": "TypeError",
            "code": "TypeError",
            "image": "refused",
            "other": "TypeError",
        }
        complaints.clear()


@pytest.fixture
def stranger(browser: Browser) -> Iterator[Page]:
    """An empty page of another origin on this machine."""

    def answer(route: Route, request: Request) -> None:
        route.fulfill(body="<!doctype html><title>stranger</title>", content_type="text/html")

    with context(browser) as window:
        window.route("http://127.0.0.1:1024/**", answer)
        page = window.new_page()
        page.goto("http://127.0.0.1:1024/")
        yield page


# What a page of another origin tries that knows everything, the token too.
TRIES = """async ([host, words]) => {
    const element = (kind, set) => new Promise((tell) => {
        const made = document.createElement(kind);
        made.onload = () => tell("loaded");
        made.onerror = () => tell("refused");
        set(made, `http://${host}`);
        document.body.append(made);
    });
    const asked = (path, options) => fetch(`http://${host}${path}`, options)
        .then((answer) => answer.type + answer.status, (error) => error.name);
    const talk = (protocols) => new Promise((tell) => {
        const socket = new WebSocket(`ws://${host}/talk`, protocols);
        socket.onopen = () => tell("opened");
        socket.onerror = () => tell("refused");
    });
    return {
        page: await asked("/"),
        silently: await asked("/", {mode: "no-cors"}),
        sent: await asked("/open", {method: "POST", mode: "no-cors", body: "x"}),
        script: await element("script", (made, at) => { made.src = at + "/main.js"; }),
        module: await element("script", (made, at) => {
            made.type = "module";
            made.src = at + "/main.js";
        }),
        style: await element("link", (made, at) => {
            made.rel = "stylesheet";
            made.href = at + "/base.css";
        }),
        image: await element("img", (made, at) => { made.src = at + "/icon.svg"; }),
        talk: await talk(words),
        tokenless: await talk(["manni"]),
    };
}"""


@pytest.mark.server("the host says who may load and frame it, and there is no socket")
def test_a_page_of_another_origin_reaches_nothing(stranger: Page, board: RunningBoard) -> None:
    found = stranger.evaluate(TRIES, [board.host, board.subprotocols()])
    assert found == {
        "page": "TypeError",
        "silently": "TypeError",
        "sent": "TypeError",
        "script": "refused",
        "module": "refused",
        "style": "refused",
        "image": "refused",
        "talk": "refused",
        "tokenless": "refused",
    }
    stranger.evaluate(
        """(address) => new Promise((tell) => {
            const frame = document.createElement("iframe");
            frame.onload = () => tell();
            frame.src = address;
            document.body.append(frame);
        })""",
        board.address,
    )
    with pytest.raises(Error):
        stranger.frames[1].wait_for_function("() => document.title === 'Manni'", timeout=500)
    assert "error" in stranger.frames[1].evaluate("() => location.protocol")
    # Nor does it hold the board's window.
    with stranger.expect_popup() as popup:
        stranger.evaluate("(address) => { window.other = window.open(address); }", board.address)
    popup.value.wait_for_url(f"{board.origin}/**")
    assert popup.value.evaluate("() => window.opener") is None
    stranger.wait_for_function("() => window.other.closed")
