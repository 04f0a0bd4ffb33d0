"""The page's parts by themselves, in the browser: what is vendored, views drawn, the record."""

import gzip
import hashlib
import re
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from browser import exact, opened, says
from playwright.sync_api import Page, expect

from manni.cli.board.address import address_of
from manni.solver.files.dealfile import parse_deals

ENDING = Path(__file__).parent.parent.joinpath("data/sample_deals/endings.manni").read_text("utf-8")
VENDORED = {
    "preact": (
        "js",
        "MIT",
        "dcb2a6d292c53b4983fce94bf2ffa43e7104571ffd18b1f1657b4013a7945e0c"
        "c85669a05654a5698426209addfb7f092a973416789430e2d271d35b744d75f1",
    ),
    "lean-qr": (
        "js",
        "MIT",
        "17bbb6a6037ff05a62b1ba71944deaec505053798da52c3d36cce731a857998c"
        "b60344991c661300bd206334e40f9cdd720d3501b016219f472203bd983754ad",
    ),
    "figures": (
        "svg",
        "CC0",
        "f11d8a08e3f4c7cba38e06ebf6fec17bc84c781e6dcff62a1ba3dea6842b79ce"
        "fc29caebeeb5193691e96cc5bf4f710011e18a3298e36f7dec884b8f28426201",
    ),
}
"""The SHA-512 of what `make vendor` writes, and under which licence it is."""
MOST = 100_000
"""The bytes of the figures of court cards when packed, which no first sight waits for."""


def test_what_is_vendored_is_what_its_authors_made() -> None:
    vendor = resources.files("manni.cli.board") / "static" / "vendor"
    for name, (kind, licence, known) in VENDORED.items():
        made = (vendor / f"{name}.{kind}").read_bytes()
        assert hashlib.sha512(made).hexdigest() == known
        assert licence in made[:400].decode()
        assert licence in (vendor / f"{name}.LICENSE").read_text(encoding="utf-8")
    assert len(gzip.compress(made)) < MOST


FACES = """async () => {
  const load = (name) => import(new URL(name, document.baseURI).href);
  const [{ h, render }, { PACK, ranksShown }, { face }] =
    await Promise.all(["h.js", "cards.js", "views/card.js"].map(load));
  const root = document.createElement("div");
  document.body.append(root);
  render(root, h("div", PACK.map((card) => face(card))));
  const drawn = [...root.querySelectorAll(".picture")].map((picture, at) => [PACK[at],
    [...picture.querySelectorAll("use")].map((use) => {
      const { x, y, width, height } = use.getBBox();
      const turned = use.hasAttribute("transform") ? -1 : 1;
      return [use.getAttribute("href"), x + width / 2, turned * (y + height / 2), turned];
    })]);
  return [drawn, ["♠T8652", "♥AT and ♦9", "♣10T", "♦T", "S7"].map(ranksShown)];
}"""


def test_a_face_has_as_many_pips_as_its_rank_and_courts_have_their_figure(page: Page) -> None:
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    drawn, texts = page.evaluate(FACES)
    for card, uses in drawn:
        suit, rank = card
        if rank in "JQK":
            assert [use[0] for use in uses] == [f"#{card}"]
            continue
        assert {use[0] for use in uses} == {f"#pip-{suit}"}
        places = {(round(x), round(y)) for _, x, y, _ in uses}
        assert len(places) == len(uses) == ("A23456789T".index(rank) + 1)
        assert {(-x, y) for x, y in places} == places
        assert (sum(y for _, y in places) < 0) is (rank == "7")
        if rank != "7":  # the card looks the same turned about
            assert {(-x, -y) for x, y in places} == places
        assert all((turned < 0) is (y > 1) for _, _, y, turned in uses)
    made = (resources.files("manni.cli.board") / "static/vendor/figures.svg").read_text()
    figures = {f"{suit}{rank}" for suit in "SHDC" for rank in "KQJ"}
    assert figures == {card for card, _ in drawn if f'<symbol id="{card}"' in made}
    assert asked.count("figures.svg") == 1  # for all, however many are drawn
    assert texts == [
        "♠10\u202f8\u202f6\u202f5\u202f2",
        "♥A\u202f10 and ♦9",
        "♣10\u202f10",
        "♦10",
        "S7",
    ]


QR = """
█▀▀▀▀▀█ ▄▄█  ▄█▀▄ █▀▀▀▀▀█
█ ███ █ ▀▄   ▀▄██ █ ███ █
█ ▀▀▀ █ █▀█ ▀▀ ▄▀ █ ▀▀▀ █
▀▀▀▀▀▀▀ █ █▄▀ █ ▀ ▀▀▀▀▀▀▀
██ █  ▀▀▄▄ ▀▄█ ▄█ █▀█ ▀█
█ ▀ ▀ ▀▄█▄▄██▄▄▀▄▀██▄▀▀ ▄
▀▀█ ▀▀▀▄█▄▀ █▀▄▄█▀▀█▄ ███
▀▄█▀█▄▀▄ █ ▄█▀  ▄ █▄▀▀ ▀
▀▀▀  ▀▀▀█ ▀ ▄▄  █▀▀▀█   ▀
█▀▀▀▀▀█ ▀▀▀ █▀▀ █ ▀ ██▄██
█ ███ █ ▄█▄█▄█▄██████ ▀▀
█ ▀▀▀ █ ▄ ▀█ ▄▄▀ ▄▀▀ █▀▄█
▀▀▀▀▀▀▀ ▀▀▀ ▀   ▀   ▀▀ ▀▀
"""
"""https://example.org/#d=eNo, as zxing and OpenCV have read it; a telephone can, dark on light."""

DRAWN = """async (link) => {
  const load = (name) => import(new URL(name, document.baseURI).href);
  const [{ qrCode }, { render }] = await Promise.all(["views/deals.js", "h.js"].map(load));
  const root = document.createElement("div");
  render(root, qrCode(link));
  const svg = root.querySelector("svg");
  return [svg.getAttribute("viewBox"), svg.querySelector("path").getAttribute("d")];
}"""


def test_a_link_is_drawn_as_its_qr_code(page: Page) -> None:
    box, path = page.evaluate(DRAWN, "https://example.org/#d=eNo")
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    lines = QR.strip().splitlines()
    signs = (
        "".join(" ▀▄█"[((x, y) in dark) + 2 * ((x, y + 1) in dark)] for x in range(25))
        for y in range(0, 25, 2)
    )
    assert [line.rstrip() for line in signs] == lines
    assert box == "-4 -4 33 33"
    page.evaluate(DRAWN, "https://example.org/#" + "x" * 2500)  # longer than any


@pytest.mark.parametrize("link", ["&d=wrong", f"&{address_of(parse_deals(ENDING)[0])}"])
def test_no_deal_is_missed_beside_a_link_that_holds_one(page: Page, link: str) -> None:
    page.add_init_script("""setInterval(() => {
        globalThis.none ||= document.body?.textContent.includes("No deal yet");
    })""")
    page.locator(".start").wait_for()  # it has kept its token
    page.goto(page.url.partition("#")[0] + f"?#{link}")
    if "wrong" in link:
        says(page, ".panel", "No deal yet.")
        return
    exact(page)
    assert not page.evaluate("globalThis.none")
    sheet = opened(page, "Save")
    expect(sheet.get_by_label(re.compile("^To this deal"))).to_have_value(re.compile("#d="))
    expect(sheet.locator(".qr")).to_have_count(0)  # no other machine finds this one's address


TRANSLATED = """async (seeds) => {
  const { h, render } = await import(new URL("h.js", document.baseURI).href);
  const [root, other] = ["div", "div"].map((tag) => document.createElement(tag));
  const view = (seed) => h("div", [seed % 3 > 0 && h("b", `${seed}`), `figure ${seed}`,
    ...[...`${seed}`].map((key, at) => h("p", { key: key + at }, key, h("i", "exact")))]);
  return seeds.every((seed) => {
    render(root, view(seed));
    render(other, view(seed));
    const same = root.innerHTML === other.innerHTML;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const all = [];
    while (texts.nextNode()) all.push(texts.currentNode);
    for (const [at, text] of all.entries()) {
      const font = document.createElement("font");
      const ways = [
        () => { text.replaceWith(font); font.append("fremd"); },
        () => { text.replaceWith(font); font.append(text); text.data = "fremd"; },
        () => text.parentNode.replaceChildren(font),
        () => { text.data = "fremd"; },
        () => text.before(font),
        () => {},
      ];
      text.parentNode && ways[(seed + at) % ways.length]();
    }
    return same;
  });
}"""


def test_what_a_translator_has_done_is_gone_with_the_next_figure(page: Page) -> None:
    assert page.evaluate(TRANSLATED, [Random(5).randrange(10**6) for _ in range(200)])
    assert page.evaluate("document.documentElement.translate") is False


ORDERS = """async (orders) => {
  const { h, render } = await import(new URL("h.js", document.baseURI).href);
  const root = document.createElement("div");
  document.body.append(root);
  const show = (order) => render(root, h("div",
    order.map((key) => h("button", { key }, key)), h("p", "after")));
  show(orders[0]);
  const kept = root.querySelector("button");
  kept.focus();
  const after = root.querySelector("p");
  return orders.map((order) => {
    show(order);
    const texts = [...root.querySelectorAll("button")].map((button) => button.textContent);
    return document.activeElement === kept && after === root.querySelector("p")
      && texts.join() === order.join();
  });
}"""


def test_focus_stays_on_what_moves(page: Page) -> None:
    random = Random(3)
    orders = [["a", "b", "c"]]
    for _ in range(100):
        others = random.sample("bcdefg", random.randrange(7))
        others.insert(random.randrange(len(others) + 1), "a")
        orders.append(others)
    assert all(page.evaluate(ORDERS, orders))


RECORD = """async (steps) => {
  const record = await import(new URL("record.js", document.baseURI).href);
  const moves = ["SA", "SK", "SQ"].map((card) => ({ number: 1, trick: 1, seat: "F", card }));
  let tree = record.start(moves);
  return steps.map(([what, card]) => {
    const before = tree;
    const places = [...tree.places.keys()];
    const some = places[card % places.length];
    tree = {
      play: () => record.play(tree, `C${card}`),
      back: () => record.back(tree),
      forward: () => record.forward(tree),
      first: () => record.first(tree),
      end: () => record.end(tree),
      takeBack: () => record.takeBack(tree, some),
      jump: () => record.jump(tree, some),
      promote: () => record.promote(tree, some),
    }[what]();
    const all = [...tree.places.values()];
    return {
      what,
      here: record.cards(tree).join(" "),
      before: record.cards(before).join(" "),
      back: record.cards(record.back(record.forward(tree))).join(" "),
      next: record.following(tree) !== undefined,
      linked: all.every((place) => place.next.every((id) => tree.places.get(id)?.up === place.id)
        && (place.up < 0 || tree.places.get(place.up)?.next.includes(place.id))),
      distinct: all.every((place) => {
        const cards = place.next.map((id) => tree.places.get(id).card);
        return new Set(cards).size === cards.length;
      }),
      recorded: all.filter((place) => place.recorded).map((place) => place.card).join(" ").trim(),
      numbers: [...tree.places.keys()].filter((id) => !before.places.has(id)),
      promoted: what !== "promote" || !some || record.mainLine(tree).some(({ id }) => id === some),
      last: [...tree.last].every(([up, id]) => tree.places.get(up)?.next.includes(id)),
    };
  });
}"""

WAYS = (
    "play",
    "play",
    "play",
    "back",
    "back",
    "forward",
    "first",
    "end",
    "takeBack",
    "jump",
    "promote",
)


def test_the_record_stays_a_tree_and_keeps_what_came_with_the_deal(page: Page) -> None:
    random = Random(11)
    steps = [(random.choice(WAYS), random.randrange(2, 10)) for _ in range(600)]
    numbers = []
    for step, found in zip(steps, page.evaluate(RECORD, steps), strict=True):
        numbers += found["numbers"]
        assert found["linked"], step
        assert found["distinct"], step
        assert found["promoted"], step
        assert found["last"], step
        assert found["recorded"] == "SA SK SQ", step
        if found["next"]:
            assert found["back"] == found["here"], step
        if step[0] == "play":
            assert found["here"] == f"{found['before']} C{step[1]}".strip()
    assert len(set(numbers)) == len(numbers), "the number of a place taken away is used again"


LATE = """async () => {
  const load = (name) => import(new URL(name, document.baseURI).href);
  const [{ makeStore, waiting }, { Actions }] =
    await Promise.all(["state.js", "actions.js"].map(load));
  const heard = {};
  const ask = (kind, fields, listen) => { heard[kind] = listen; };
  const talk = { ask, drop() {}, rest() {}, waits: () => false };
  const store = makeStore(() => {});
  const act = new Actions(store, talk);
  const move = { number: 1, trick: 1, seat: "F", card: "SA" };
  const here = (moves) => {
    const position = { moves, why: {}, free: [], address: "", said: "" };
    heard.position({ position, values: { cards: [] } });
    act.keep.follow();
  };
  await act.keep.begin({});
  const deal = { deal: { hands: ["AK...", "...", "..."] }, moves: [], can_exchange: ["F"] };
  act.board.showDeal(deal);
  act.keep.follow();
  here([]);
  act.board.playCards(["SA"]);
  act.keep.follow();
  here([move]);
  act.keep.undo();
  act.board.playCards(["SK"]);
  const { shown, asked } = store.state;
  const waits = waiting(store.state);
  act.exchange.choose(deal, "F");
  act.exchange.take(null);
  heard.adopt({ error: { message: "which it does not hold", seat: undefined } });
  heard.exchange({ part: 0.5 });
  return [shown.about, waits, shown === asked.position, store.state.said];
}"""


def test_values_are_those_of_the_cards_played_and_a_refusal_stays(page: Page) -> None:
    # The page itself would take up what is kept here.
    page.route("**/main.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.reload()
    assert page.evaluate(LATE) == ["SA", True, False, "Which it does not hold."]
