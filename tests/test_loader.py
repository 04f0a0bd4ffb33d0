"""What has the site come from a host: its files without Python's, which takes no build."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import context
from playwright.sync_api import Browser, Page, expect
from sites import ROOT, Habits, StaticSite

sys.path.insert(0, str(ROOT / "packaging"))
import static_site


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("loader") / "site"
    shutil.copytree(ROOT / static_site.PAGE, out, ignore=shutil.ignore_patterns("*.LICENSE"))
    for path in static_site.SOURCES.iterdir():
        if path.suffix in (".js", ".css", ".png", ".webmanifest") and path != static_site.BOOT:
            shutil.copy(path, out)
    (out / "runtime").mkdir()
    (out / "data").mkdir()
    for name in static_site.RUNTIME.values():
        (out / "runtime" / name).write_text("export const loadPyodide = 0;")
    static_site.finish(out)
    return out


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with context(browser) as window:
        yield window.new_page()


RAN = "loadPyodide is not a function"  # all that lies here has come


@pytest.mark.parametrize("before", range(2))
def test_a_file_that_did_not_come_is_asked_for_again(page: Page, folder: Path, before: int) -> None:
    with StaticSite(folder, Habits(drops=5)) as site:
        site.asked += [""] * before
        page.goto(site.address)
        expect(page.locator("body")).to_contain_text(RAN)


def test_an_address_with_a_name_and_a_password_finds_its_files(page: Page, folder: Path) -> None:
    with StaticSite(folder) as site:
        page.goto(site.address.replace("//", "//club:cards@"))
        expect(page.locator("body")).to_contain_text(RAN)


def test_web_assembly_switched_off_is_no_old_browser(page: Page, folder: Path) -> None:
    with StaticSite(folder) as site:
        page.add_init_script("delete globalThis.WebAssembly")
        page.goto(site.address)
        expect(page.locator("body")).to_contain_text("needs WebAssembly, which this browser or")
