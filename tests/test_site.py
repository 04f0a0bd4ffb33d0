"""The board as static files: the same answers, whole without a network, and nothing else asked."""

import base64
import gzip
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from math import inf
from pathlib import Path
from zipfile import ZipFile

import needs
import pytest
from browser import (
    Complaints,
    at,
    cards,
    chromium,
    click,
    context,
    exact,
    fits,
    goes,
    holds,
    opened,
    ranked,
    said,
    says,
    sit,
    started_at,
    status,
    tab,
    until,
    visit,
)
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from same_values import POSITIONS, answers
from sites import BUILT, FOLDER, ROOT, Habits, StaticSite, large, pieces

import manni

pytestmark = pytest.mark.site

SAMPLES = ROOT / "data" / "sample_deals"

SCREENS = ["desktop", "telephone"]
FIREFOX = pytest.param("firefox", marks=pytest.mark.exhaustive)


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python code of the site, in a folder, and what runs it, in ``runtime``."""
    folder = tmp_path_factory.mktemp("code")
    [scripts] = BUILT.glob("*/runtime")
    runtime = shutil.copytree(scripts, folder / "runtime")
    (runtime / "pyodide.js").rename(runtime / "pyodide.mjs")
    for name, data in large().items():
        (runtime / Path(name).name).write_bytes(data)
    with ZipFile(runtime / "board.zip") as archive:
        archive.extractall(folder)
    return folder


def test_values_and_nodes_are_those_of_the_native_search(code: Path) -> None:
    native = json.loads(json.dumps(answers(str(SAMPLES))))
    assert sum(POSITIONS.values()) >= 2000
    samples = code / "manni" / "cli" / "board" / "sample_deals"
    assert len(native["puzzles"]) > 30
    program = Path(__file__).with_name("in_node.mjs")
    expression = 'answers("/board/manni/cli/board/sample_deals")'
    assert samples.is_dir()
    positions = Path(__file__).with_name("same_values.py")
    done = subprocess.run(
        ["node", program, code / "runtime", code, positions, expression],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found.keys() == native.keys()
    for kind in found:
        assert found[kind] == native[kind], kind


def test_what_differs_from_the_page_of_the_server() -> None:
    page = Path(manni.__path__[0], "cli", "board") / "static"
    own = {path.relative_to(page).as_posix(): path for path in page.rglob("*.*")}
    said = (BUILT / "licences.html").read_text()
    for path in [each for each in own if each.endswith(".LICENSE")]:
        assert html.escape(own.pop(path).read_text().strip()) in said
    [script] = BUILT.glob("*/main.js")
    version = script.parent.name
    built = {
        path.relative_to(BUILT).as_posix().removeprefix(f"{version}/"): path
        for path in BUILT.rglob("*")
        if path.is_file() and path.parent.name != "data"
    }
    scripts = {name for name in own if name.endswith(".js")}
    assert own.keys() - built.keys() == scripts - {"main.js"}  # of which the others are part
    assert built.keys() - own.keys() == {
        *("worker.js", "service-worker.js", "manifest.webmanifest", "deal.js"),
        *("licences.html", "licences.css", "icon-180.png", "icon-192.png", "icon-512.png"),
        *("runtime/pyodide.js", "runtime/pyodide.asm.js"),
    }
    both = own.keys() & built.keys()
    marked = "utf-8-sig"  # which a browser heeds, whatever charset a host names
    other = {name for name in both if own[name].read_text("utf-8") != built[name].read_text(marked)}
    assert other == {"main.js", "index.html"}
    # Nothing but lines for the head, the folder of the version and integrity.
    faults = r"(?s) *<script>.*?</script>\n"
    plain = re.sub(
        rf'{faults}| integrity="[^"]+"|\b{version}/', "", built["index.html"].read_text()
    )
    lines = [line for line in plain.splitlines() if not re.search(r"<(meta|link) | async ", line)]
    before = own["index.html"].read_text().splitlines()
    assert lines == [line for line in before if not re.search(r"<(meta|link) ", line)]


def test_addresses_are_relative_and_every_file_has_its_integrity() -> None:
    page = (BUILT / "index.html").read_text()
    for address in re.findall(r'(?:href|src)="([^"]*)"', page):
        assert not re.match(r"/|\w+:", address), address
    for kind in ("script", 'link rel="stylesheet"', 'link rel="part"'):
        tags = re.findall(f"<{kind} [^>]*>", page)
        assert tags
        assert all("integrity=" in tag for tag in tags)
    worker = (BUILT / "service-worker.js").read_text()
    [site] = re.findall(r"const SITE = (\{.*?\n\});", worker, re.S)
    files = json.loads(site)
    version = files.pop("version")
    there = {path.relative_to(BUILT).as_posix() for path in BUILT.rglob("*") if path.is_file()}
    listed = [name for part in files.values() for name in part]
    assert sorted([*listed, "service-worker.js"]) == sorted(there)
    assert files["needed"].keys() == {"index.html"} | {
        name for name in there if name.startswith(f"{version}/")
    }
    # Names that hosts have no opinions on: .mjs, .wasm and .gz are served in many ways.
    kinds = {".html", ".css", ".js", ".png", ".svg", ".webmanifest", ".bin"}
    assert {Path(name).suffix for name in there} == kinds
    assert max((BUILT / name).stat().st_size for name in files["data"]) <= 1 << 20


def test_its_policy_is_that_of_the_server_and_web_assembly() -> None:
    from manni.cli.board.server import page_headers

    def parts(policy: str) -> set[str]:
        return set(policy.split("; "))

    [own] = re.findall(
        r'Content-Security-Policy" content="([^"]+)"', (BUILT / "index.html").read_text()
    )
    served = parts(page_headers(8736)["Content-Security-Policy"])
    [script] = re.findall(r"(?s)<script>(.*?)</script>", (BUILT / "index.html").read_text())
    assert script.isascii()  # whatever charset a host names
    digest = base64.b64encode(hashlib.sha384(script.encode()).digest()).decode()
    assert {part for part in served - parts(own) if not part.startswith("connect-src")} == {
        "script-src 'self'",
        "frame-ancestors 'none'",  # a page may be embedded, and a tag cannot say it
    }
    assert parts(own) - served == {
        f"script-src 'self' 'sha384-{digest}' 'wasm-unsafe-eval'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "trusted-types manni",
    }


# In a browser ----------------------------------------------------------------------------


def shown(text: str) -> str:
    """Return the end of an address of the site for a deal of a sample file."""
    return f"#{at(text)[1:]}"


def arrive(
    window: BrowserContext,
    site: StaticSite,
    complaints: Complaints | None = None,
    deal: str = "endings",
) -> Page:
    """Open the site by a link to a deal."""
    page = window.new_page()
    if complaints is not None:
        complaints.watch(page, site.host)
    if site.habits.megabytes < inf:
        window.new_cdp_session(page).send(
            "Storage.overrideQuotaForOrigin",
            {"origin": site.origin, "quotaSize": int(site.habits.megabytes * 1e6)},
        )
    page.goto(site.place + shown(deal))
    return page


def draw(page: Page, path: Path) -> None:
    """Keep a picture; Firefox is given a style for it, which the page's policy forbids."""
    browser = page.context.browser
    if browser is not None and browser.browser_type.name == "chromium":
        page.screenshot(path=path)


KEPT = "() => Boolean(navigator.serviceWorker.controller)"
"""Whether the page is there without its host."""

WHOLE = """async (number) => {
    const [name] = (await caches.keys()).filter((name) => name.endsWith(" data"));
    return name && (await (await caches.open(name)).keys()).length === number;
}"""
"""Whether all that is large is."""


def whole(page: Page) -> None:
    """Wait until all is kept of what is large."""
    number = len(list((BUILT / "data").iterdir()))
    until(page, lambda: page.evaluate(WHOLE, number))


@pytest.fixture(scope="module")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Firefox, where it is."""
    needs.program("firefox-esr")
    driver = str(Path(__file__).with_name("firefox.py"))
    profile = str(tmp_path_factory.mktemp("profile"))
    with playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=sys.executable,
        ignore_default_args=True,
        args=[driver, "--headless", "--remote-debugging-port=0", "--profile", profile],
    ) as browser:
        yield browser


@contextmanager
def window_of(request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Open a window of chromium, on a desktop or a telephone, or of Firefox."""
    browser = request.getfixturevalue("firefox" if request.param == "firefox" else "browser")
    devices = request.getfixturevalue("playwright").devices
    with context(browser, **devices["Pixel 5"] if request.param == "telephone" else {}) as window:
        window.set_default_timeout(90_000)
        yield window


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A window that has been nowhere."""
    with window_of(request) as window:
        yield window


@pytest.fixture(scope="module", params=[*SCREENS, FIREFOX])
def offline(request: pytest.FixtureRequest) -> Iterator[tuple[BrowserContext, StaticSite]]:
    """A window that has once been at the site, whose host is gone."""
    with StaticSite() as site, window_of(request) as window:
        page = arrive(window, site, complaints := Complaints(), "hornafjordur")
        exact(page, 90_000)
        whole(page)
        page.close()
        assert not complaints
        site.stop()
        yield window, site


@pytest.fixture
def away(offline: tuple[BrowserContext, StaticSite]) -> Iterator[tuple[Page, str]]:
    """A page without a network, and the address of the site."""
    window, site = offline
    page = window.new_page()
    complaints = Complaints()
    complaints.watch(page, site.host)
    yield page, site.place
    page.close()
    assert not complaints, complaints


def test_a_deal_is_played_reviewed_and_leads_to_its_link(
    away: tuple[Page, str], screens: Path, browser: Browser
) -> None:
    page, place = away
    page.goto(place + shown("endings"))
    exact(page, 90_000)
    kind = "telephone" if page.evaluate("innerWidth") < 500 else "desktop"
    draw(page, screens / f"site-{kind}.png")
    left = cards(page).count()
    for number in range(left):
        page.keyboard.press("b")
        holds(page, left - number - 1)
    tab(page, "Review")
    expect(page.locator(".reviewed tbody tr")).to_have_count(
        left + 1, timeout=90_000
    )  # and one for the start
    draw(page, screens / f"site-review-{kind}.png")
    with StaticSite() as site, context(browser) as window:
        other = window.new_page()
        other.goto(site.place + page.url.partition(FOLDER)[2])
        expect(other.locator(".headline")).to_have_text(page.locator(".headline").inner_text())


def test_advice_with_one_hand_seen_without_a_network(away: tuple[Page, str]) -> None:
    page, place = away
    page.goto(place + shown("trjamann 2"))
    panel = tab(page, "Exchange")
    click(panel, "Blind")
    ranked(panel)


STEP = """() => {
    const words = ["Next deal", "Go on", "Keep all cards"];
    const button = [...document.querySelectorAll("main button, .asks button, .result button")]
        .find((each) => words.includes(each.textContent) && !each.closest(".panel"));
    const call = document.querySelector(".asks.yours .row button:not(:has(~ .main))");
    const card = document.querySelector(".own .legal:not([aria-pressed])");
    const next = button ?? card ?? call;
    next?.click();
    return document.body.innerText.includes("A new game");
}"""
"""Does what is asked of the player next: the first thing there is."""


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        ("hornafjordur", "3"),
        *(
            pytest.param(game, "1", marks=pytest.mark.exhaustive)
            for game in ("manille-4", "encheres-5", "decouverte")
        ),
    ],
)
def test_a_game_is_played_and_kept_without_a_network(
    game: str, deals: str, away: tuple[Page, str], screens: Path
) -> None:
    page, place = away
    page.goto(place)
    sit(page, game, deals, "28")
    kind = "telephone" if page.evaluate("innerWidth") < 500 else "desktop"
    draw(page, screens / f"site-{game}-{kind}.png")
    for _ in range(1500):
        if page.evaluate(STEP):
            break
        page.wait_for_timeout(100)
    says(page, ".result", "A new game")
    page.wait_for_timeout(1000)  # the browser keeps it a moment later
    page.goto("about:blank")
    page.goto(place)
    expect(started_at(page)).to_contain_text(f"over · {deals} of {deals} deal")


@pytest.mark.parametrize("window", ["desktop", FIREFOX], indirect=True)
def test_tabs_keep_their_games_and_two_in_one_game_say_so(window: BrowserContext) -> None:
    window.add_init_script(
        "StorageManager.prototype.persist = async () => { globalThis.lasting = true; }"
    )
    with StaticSite() as site:
        pages = [window.new_page(), window.new_page()]
        for page in pages:
            page.goto(site.place)
        for number, page in enumerate(pages):
            sit(page, "hornafjordur", "1", f"{number}")
            page.evaluate(STEP)
        one, new = pages[0], window.new_page()
        new.goto(one.url)
        expect(new.locator(".hand.own")).to_be_visible(timeout=90_000)
        expect(started_at(new).get_by_role("button", name="Delete")).to_have_count(2)
        new.keyboard.press("Escape")
        goes(new, "Back to the table")

        def told() -> bool:
            new.evaluate(STEP)
            return "Another tab goes on with this game." in one.locator(".status").inner_text()

        until(new, told)
        assert one.evaluate("globalThis.lasting")


def test_a_link_stays_where_its_host_forbids_frames(browser: Browser, tmp_path: Path) -> None:
    with StaticSite(habits=Habits({"X-Frame-Options": "DENY"})) as site, context(browser) as window:
        (tmp_path / "index.html").write_text(
            f"<!doctype html><script src='{site.place}deal.js' defer></script>"
            f"<manni-deal><a href='{site.place}{shown('endings')}'>A deal</a></manni-deal>"
        )
        with StaticSite(tmp_path) as other:
            page = window.new_page()
            page.goto(other.place)
            page.locator("iframe[title='A deal']").wait_for()
            page.get_by_role("link", name="A deal").click()
            exact(page, 90_000)


@pytest.mark.parametrize("way", ["iframe", "manni-deal"])
def test_a_deal_stands_in_the_page_of_another_site_that_may_keep_nothing(
    playwright: Playwright, tmp_path: Path, way: str
) -> None:
    """Both by plain http, where a browser refuses cookies of others, and so all that is kept."""
    text = (ROOT / "docs" / "guide" / "board.md").read_text(encoding="utf-8")
    [example] = (found for found in re.findall(r"```html\n(.+?)```", text, re.S) if way in found)
    preferences, article = tmp_path / "profile" / "Default" / "Preferences", tmp_path / "article"
    preferences.parent.mkdir(parents=True)
    preferences.write_text('{"profile": {"cookie_controls_mode": 1}}')
    article.mkdir()
    window = playwright.chromium.launch_persistent_context(
        tmp_path / "profile",
        executable_path=chromium(),
        args=[
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP *.test 127.0.0.1",
        ],
    )
    sandboxed = '<iframe sandbox="allow-scripts allow-same-origin" '
    with window, StaticSite() as site:
        place = site.place.replace("127.0.0.1", "manni.test")
        here = example.replace("https://example.org/manni/", place)
        here = here.replace("#d=…", shown("endings")).replace("<iframe ", sandboxed)
        (article / "index.html").write_text(f"<!doctype html><title>An article</title>{here}")
        with StaticSite(article) as other:
            page = window.new_page()
            page.goto(other.place.replace("127.0.0.1", "article.test"))
            board = page.frame_locator("iframe[title='A deal']")
            says(board, ".panel", "exact", timeout=90_000)
            refused = "() => { try { return !localStorage; } catch { return !isSecureContext; } }"
            assert page.frames[-1].evaluate(refused)


# Hosts ----------------------------------------------------------------------------------

LATIN = "charset=iso-8859-1"


@pytest.mark.parametrize(
    "habits",
    [
        pytest.param(
            Habits(
                headers={"X-Content-Type-Options": "nosniff"},
                types=dict.fromkeys((".bin", ".json", ".webmanifest"), "text/plain")
                | {".js": f"text/javascript; {LATIN}", ".css": f"text/css; {LATIN}"},
            ),
            id="types",
        ),
        pytest.param(Habits({"Content-Encoding": "gzip"}, renames=True), id="packs"),
        pytest.param(Habits({"Vary": "*", "Cache-Control": "no-store"}), id="vary"),
        pytest.param(Habits(lacks=r"manifest|licences|icon|deal\.js"), id="lacks"),
        pytest.param(Habits(breaks=r"data/"), id="breaks"),
        pytest.param(Habits(drops=5), id="drops"),
    ],
)
@pytest.mark.parametrize("window", ["desktop", FIREFOX], indirect=True)
def test_the_board_comes_from_a_host_with_its_habits_and_stays(
    window: BrowserContext, habits: Habits
) -> None:
    with StaticSite(habits=habits) as site:
        page = arrive(window, site)
        while habits.drops < inf and not page.evaluate(KEPT):
            page.wait_for_timeout(5000)
            page.reload()  # as the page says
        exact(page, 90_000)
        expect(page).to_have_title(re.compile(" – Manni$"))
        if "Vary" in habits.headers and window.browser.browser_type.name == "firefox":
            return  # which takes no service worker that varies: the host serves each visit
        page.wait_for_function(KEPT)
        if not habits.headers.get("Cache-Control") and habits.drops == inf:
            twice = {path for path in site.asked if site.asked.count(path) > 1}
            faults = f"{habits.breaks}|{habits.lacks}"
            again = {path for path in twice if not re.search(faults, path)}
            assert again <= {"service-worker.js"}  # each file is asked for once
        site.stop()
        exact(arrive(window, site), 90_000)


@pytest.mark.parametrize("seconds_per_mb", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_a_slow_visit_goes_on_where_the_last_one_ended(
    browser: Browser, seconds_per_mb: int
) -> None:
    """Lines of 50 and 25 kB a second, twenty times as fast."""
    habits = Habits(seconds_per_mb=seconds_per_mb)
    with StaticSite(habits=habits) as site, context(browser) as window:
        page = arrive(window, site)
        said(page, re.compile(r"Loading: [3-8]\d %"))
        page.close()
        page = arrive(window, site)
        exact(page, 90_000)
        whole(page)
        asked = [path for path in site.asked if path.startswith("data/")]
        assert len(asked) <= len(set(asked)) + 2  # what was on its way


def test_values_come_before_the_files_of_python(browser: Browser) -> None:
    _, later = pieces()
    missing = "|".join(name for each in later.values() for name, _ in each)
    with StaticSite(habits=Habits(lacks=missing)) as site, context(browser) as window:
        window.add_init_script("""setInterval(() => {
            globalThis.none ||= document.body?.textContent.includes("No deal yet");
        })""")
        for deal in ("endings", "hornafjordur", "manille-puzzles"):
            page = arrive(window, site, deal=deal)
            exact(page, 90_000)
            page.wait_for_timeout(1000)
            assert not page.evaluate("globalThis.none")
        tab(page, "Exchange")
        page.keyboard.press("b")
        said(page, re.compile(r"data/\w+\.bin: "))
        site.habits = Habits()
        left = cards(page).count()
        until(page, lambda: page.keyboard.press("b") or cards(page).count() < left)


@pytest.mark.parametrize(
    ("window", "habits", "sentence"),
    [
        ("telephone", Habits(megabytes=0.1), "The browser keeps nothing here"),
        ("telephone", Habits(megabytes=5), "There is no room to keep the board here"),
        ("desktop", Habits(name="0.0.0.0"), ""),  # http to another machine
        ("desktop", Habits(lacks=r"service-worker"), ""),
    ],
    indirect=["window"],
    ids=["nothing", "full", "plain", "serves"],
)
def test_where_nothing_is_kept_the_host_serves_each_visit(
    window: BrowserContext, habits: Habits, sentence: str
) -> None:
    with StaticSite(habits=habits) as site:
        told = []
        for _ in range(2):
            page = arrive(window, site)
            exact(page, 90_000)
            page.wait_for_timeout(2000)
            told.append(sentence in status(page).inner_text())
            far = site.host.startswith("0.")  # a telephone finds this machine by that name
            expect(opened(page, "Save").locator(".qr")).to_have_count(int(far))
            fits(page)
            page.close()
        assert told == [True, "no room" not in sentence]  # what is remembered is said once
        asked = [path for path in site.asked if path.startswith("data/")]
        assert len(asked) <= 2 * len(set(asked))


@pytest.mark.parametrize(
    ("habits", "sentence"),
    [
        pytest.param(
            Habits({"Content-Security-Policy": "script-src 'self'"}),
            "The board needs WebAssembly, which this browser or host does not allow",
            id="forbids",
        ),
        *(
            pytest.param(habits, re.compile(sentence), id=sentence)
            for habits, sentence in (
                (Habits(lacks="/main.js"), r"lacks \w+/main\.js \(404\)"),
                (Habits(lacks="/worker.js"), r"lacks \w+/worker\.js \(404\)"),
                (Habits(lacks=r"\.asm\.js"), r"lacks \w+/runtime/pyodide\.asm\.js \(404\)"),
                (Habits(lacks=r"\.js$", status=503), r"busy \(503\)"),
                (Habits(lacks=r"\.bin$", status=503), r"busy \(503\)"),
                (Habits(changes=r"main\.js$"), r"/main\.js is not what was published"),
                (Habits(changes=r"\.bin$"), r"data/\w+\.bin is not what was published"),
                (Habits(types={".js": "text/plain"}), r"/[\w.]+\.js as text/plain, which is not"),
            )
        ),
    ],
)
@pytest.mark.parametrize("window", [*SCREENS, FIREFOX], indirect=True)
def test_what_hinders_the_board_is_said_until_it_is_mended(
    window: BrowserContext, habits: Habits, sentence: str | re.Pattern[str]
) -> None:
    with StaticSite(habits=habits) as site:
        page = arrive(window, site)
        expect(page.locator("body")).to_contain_text(sentence)
        fits(page)
        if isinstance(sentence, str):
            page.wait_for_timeout(5000)
            assert not any(path.startswith("data/") for path in site.asked)
        site.habits = Habits()
        page.reload()
        exact(page, 90_000)
        expect(page.locator("body")).not_to_contain_text(sentence)
        page.wait_for_function(KEPT)
        site.stop()
        exact(arrive(window, site), 90_000)


@pytest.mark.parametrize("name", ["DecompressionStream", "WebAssembly.compileStreaming"])
def test_a_browser_that_lacks_what_is_needed_is_told_what_and_fetches_nothing(
    browser: Browser, name: str
) -> None:
    with StaticSite() as site, context(browser) as window:
        window.add_init_script(f"delete globalThis.{name}")
        page = arrive(window, site)
        expect(page.locator("body")).to_contain_text(f"This browser lacks {name}, which the board")
        page.wait_for_timeout(3000)
        assert not any(path.startswith("data/") for path in site.asked)


def test_an_address_without_its_slash_and_a_file_of_the_disk(browser: Browser) -> None:
    with StaticSite() as site, context(browser) as window:
        page = window.new_page()
        page.goto(site.place.rstrip("/") + shown("endings"))
        exact(page, 90_000)
        assert page.evaluate("location.pathname") == FOLDER
        page.goto((BUILT / "index.html").as_uri())
        expect(page.locator("body")).to_contain_text("call 'python -m http.server' in this folder")


def test_the_zip_is_the_site_and_runs_from_a_folder(browser: Browser, tmp_path: Path) -> None:
    there = sorted(path for path in BUILT.rglob("*") if path.is_file())
    with ZipFile(BUILT.with_suffix(".zip")) as archive:
        assert archive.namelist() == [path.relative_to(BUILT).as_posix() for path in there]
        for info in archive.infolist():
            assert (info.date_time[0], info.external_attr >> 16) == (1980, 0o644)
        archive.extractall(tmp_path)
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]
    with (
        subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server,
        context(browser) as window,
    ):
        [address] = re.findall(r"http://[\d.:]+/", server.stdout.readline())
        page = window.new_page()
        page.goto(address + shown("endings"))
        exact(page, 90_000)
        server.terminate()


DAMAGED = """async ([path, way]) => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            if (request.url.endsWith(path)) {
                const kept = await cache.match(request);
                const bytes = new Uint8Array(await kept.arrayBuffer());
                bytes[100] ^= 1;
                const part = { empty: [], halved: bytes.slice(0, bytes.length / 2), other: bytes };
                await cache.put(request, new Response(part[way], { headers: kept.headers }));
            }
        }
    }
}"""


def test_what_is_kept_and_damaged_is_fetched_anew(browser: Browser) -> None:
    first, _ = pieces()
    parts = [name for each in first.values() for name, _ in each][::4]
    kept = [(name, way) for name in parts for way in ("empty", "halved", "other")]
    kept += [
        ("/worker.js", "empty"),
        ("/main.js", "other"),
        ("/", "empty"),
    ]
    with StaticSite() as site, context(browser) as window:
        page = arrive(window, site)
        exact(page, 90_000)
        whole(page)
        page.wait_for_function(KEPT)
        for group in kept[0::3], kept[1::3], kept[2::3]:
            for name, way in group:
                page.evaluate(DAMAGED, ["index.html" if name == "/" else name, way])
            page.close()
            page = arrive(window, site)
            exact(page, 90_000)
            whole(page)
        page.close()
        site.stop()
        exact(arrive(window, site), 90_000)


def test_a_search_that_is_gone_is_begun_anew(browser: Browser) -> None:
    with StaticSite() as site, visit(browser, site, at("endings")) as page:
        exact(page, 90_000)
        left = cards(page).count()
        [worker] = page.workers
        worker.evaluate("setTimeout(close)")
        page.keyboard.press("b")
        holds(page, left - 1, timeout=90_000)
        assert len(page.workers) == 1


@pytest.mark.parametrize("megabytes", [22.5, 25])
def test_a_version_for_which_there_is_no_room_beside_the_old_one(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, megabytes: float
) -> None:
    live = shutil.copytree(BUILT, tmp_path / "live")
    with StaticSite(live, Habits(megabytes=megabytes)) as site, context(browser) as window:
        for number in range(3):
            page = arrive(window, site)
            for _ in range(2):
                expect(page.locator(".progress.exact")).to_be_attached(timeout=90_000)
                page.wait_for_timeout(3000)  # should it load itself anew
            if not number:
                site.asked.clear()
                other_version(live, monkeypatch, data=True)
            other = page.evaluate(VERSIONS)[1]
            page.close()
        assert other == ("yes" if megabytes > 22.5 else "no")
        often = {path for path in site.asked if site.asked.count(path) > 2}
        assert often <= {"service-worker.js"}


# A new version --------------------------------------------------------------------------


def other_version(folder: Path, monkeypatch: pytest.MonkeyPatch, data: bool = False) -> None:
    """Make another version of a copy of the site: its page has a mark, its worker is Icelandic.

    With ``data`` what is large is another one too.
    """
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    static_site = import_module("static_site")
    parts, files = pieces(folder), large(folder)
    [script] = folder.glob("*/main.js")
    for path in script.parent.iterdir():
        path.rename(folder / path.name)
    script.parent.rmdir()
    shutil.copy(ROOT / "cli/board/static/index.html", folder)
    shutil.copy(ROOT / "packaging/site/service-worker.js", folder)
    main, worker = folder / "main.js", folder / "worker.js"
    main.write_text(main.read_text() + 'document.documentElement.dataset["other"] = "yes";\n')
    before = worker.read_text()
    text = before.replace("navigator.languages", '["is"]')
    assert text != before
    worker.write_text(text)
    if data:
        shutil.rmtree(folder / "data")
        made = {
            which: static_site.cut({name: gzip.compress(files[name], 8) for name in part}, folder)
            for which, part in zip(("first", "later"), parts, strict=True)
        }
        static_site.fill(worker, "PIECES", made)
    static_site.finish(folder)


VERSIONS = """() => {
    const { dataset: { other }, lang } = document.documentElement;
    return [document.querySelector("script[src]").src, other ?? "no", lang];
}"""
"""The version of a page: by its head, by a script of its, by its worker."""


def test_a_new_version_comes_whole(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, new = tmp_path / "live", tmp_path / "new"
    shutil.copytree(BUILT, live)
    shutil.copytree(BUILT, new)
    other_version(new, monkeypatch)
    seen = set()

    def version_of(page: Page) -> tuple[str, ...]:
        row = page.locator(".panel tbody tr").first
        expect(row).to_be_visible(timeout=90_000)
        page.wait_for_timeout(500)  # should it load itself anew
        expect(row).to_be_visible(timeout=90_000)
        seen.add(tuple(page.evaluate(VERSIONS)))
        return tuple(page.evaluate(VERSIONS))

    with StaticSite(live) as site, context(browser) as window:
        complaints = Complaints()

        first = arrive(window, site, complaints)
        old = version_of(first)
        assert old[1:] == ("no", "en")
        # The host has parts of both: whoever comes sees the old one.
        last = ("index.html", "service-worker.js")
        shutil.copytree(new, live, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*last))
        first.reload()
        assert version_of(first) == old
        # The new one is there, but a page of the old is open: so are others.
        for name in last:
            shutil.copy(new / name, live)
        second = arrive(window, site, complaints)
        assert version_of(second) == old
        second.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration()).waiting"
        )
        assert version_of(first) == old
        first.reload()
        assert version_of(first) == old
        # Past the service worker, and where all that was kept is gone, the host has the new one.
        loads = []
        second.on("load", lambda page: loads.append(page))
        window.new_cdp_session(second).send("Page.reload", {"ignoreCache": True})
        second.wait_for_function("() => document.documentElement.dataset.other === 'yes'")
        newer = version_of(second)
        first.evaluate(
            "caches.keys().then((names) => Promise.all(names.map((n) => caches.delete(n))))"
        )
        second.reload()
        second.wait_for_timeout(3000)
        assert version_of(second) == newer
        assert len(loads) == 2
        first.close()
        second.close()
        third = arrive(window, site, complaints)
        third.wait_for_function("() => document.documentElement.dataset.other === 'yes'")
        assert version_of(third) == newer
        assert newer[0] != old[0]
        assert newer[1:] == ("yes", "is")
        assert version_of(arrive(window, site, complaints)) == newer
        names = third.evaluate("caches.keys()")
        assert len(names) == 2  # of the version and of what is large: the old one is gone
        assert seen == {old, newer}
        assert not complaints, complaints


# Little memory ---------------------------------------------------------------------------


@pytest.fixture
def confined(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[StaticSite]:
    """The site with less memory than it wants, in megabytes."""
    folder = tmp_path / "site"
    shutil.copytree(BUILT, folder)
    [worker] = folder.glob("*/worker.js")
    text = worker.read_text()
    worker.write_text(text.replace("MOST_BYTES = 192", f"MOST_BYTES = {request.param}"))
    assert worker.read_text() != text
    with StaticSite(folder) as site:
        yield site


@pytest.mark.parametrize("confined", [80], indirect=True)
def test_what_finds_no_memory_says_so_and_the_board_goes_on(
    browser: Browser, confined: StaticSite
) -> None:
    complaints = Complaints()
    place = at("hornafjordur")
    with visit(browser, confined, place, complaints=complaints) as page:
        exact(page, 90_000)
        panel = page.get_by_role("tabpanel")
        click(panel, "Forehand", exact=True)
        expect(panel).to_contain_text("There is not enough memory for this; the board goes on")
        assert "no room for a table of 32 MB" in "".join(complaints)
        complaints.clear()
        page.locator(".hand .card.legal").first.click()
        holds(page, 35, timeout=90_000)
        exact(page, 90_000)
