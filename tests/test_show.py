"""Diagrams: the drawing in characters, the picture in SVG, ``manni show``."""

import json
import random
import re
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import needs
import pytest
from browser import headless
from commands import error, manni, output
from PIL import Image, ImageColor
from positions import random_position

from manni.cli.output import coloured
from manni.solver import i18n
from manni.solver.cards import Contract, Seat, cards_in
from manni.solver.notation import parse_card, parse_cards
from manni.solver.position import Position
from manni.solver.report.diagram import DealInfo, View, draw_view
from manni.solver.report.svg import picture
from manni.solver.report.text import card_in_words, card_sign, rank_text
from manni.solver.rules.games.manille import MANILLE
from manni.solver.rules.trick import ACE_LOW, PLAIN, TrickRules
from manni.solver.values.solve import Solver

DEAL = Position.parse("AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ", contract="H")
SVG = "{http://www.w3.org/2000/svg}"


# The drawing in characters


def draw(position: Position, *, manni: tuple[int, ...] = ()) -> str:
    """Return the drawing of a position."""
    return str(draw_view(View.of(position, manni=manni)))


def drawn_at(element: ElementTree.Element) -> float:
    """Return the x of a part of a picture that has been moved to its place."""
    return float(element.get("transform", "").removeprefix("translate(").split()[0])


@pytest.mark.parametrize("rules", [PLAIN, ACE_LOW, MANILLE])
def test_the_picture_seats_them_as_play_goes_round(rules: TrickRules) -> None:
    position = Position.parse("A..QT7. K..J86. Q..A93.", "S", rules=rules).play(parse_card("DQ"))
    root = ElementTree.fromstring(picture(View.of(position)))
    middle = float(root.get("width", "")) / 2
    names = {text.text: float(text.get("x", "")) for text in root.iter(f"{SVG}text") if text.text}
    assert (names["Forehand"] < middle) is rules.clockwise
    assert (names["Middlehand"] < middle) is not rules.clockwise
    assert names["Dealer"] == middle
    # Each card is on the side of its hand, the one on the table in front of it.
    for sign, left in (("♠A", True), ("♦T", True), ("♦Q", True), ("♠K", False), ("♦8", False)):
        name = card_in_words(parse_card(sign))
        group = next(g for g in root.iter(f"{SVG}g") if g.findtext(f"{SVG}title") == name)
        assert (drawn_at(group) + 27 < middle) is (left is rules.clockwise), sign
    # The mark of whose turn it is points at middlehand.
    mark = next(p for p in root.iter(f"{SVG}path") if p.get("fill") == "#ffd166")
    assert (drawn_at(mark) < middle) is not rules.clockwise


def test_colours_change_nothing_but_the_colour() -> None:
    position = DEAL.play(parse_card("HT"))
    drawing = draw_view(View.of(position, manni=parse_cards("S2 H3")))
    in_colours = coloured(drawing)
    assert "\x1b" not in str(drawing)
    assert re.sub(r"\x1b\[\d+m", "", in_colours) == str(drawing)
    for red in ("♥", "♥T", "♥ A K", "♦ A K 5", "♥3"):
        assert f"\x1b[31m{red}\x1b[0m" in in_colours
    for bold in ("Forehand", "Manni"):
        assert f"\x1b[1m{bold}\x1b[0m" in in_colours
    assert not re.search(r"\x1b\[31m[^\x1b]*[♠♣]", in_colours)


@pytest.mark.parametrize("seed", range(40))
def test_every_card_is_drawn_once_and_lines_fit(seed: int) -> None:
    rng = random.Random(seed)
    text = draw(position := random_position(rng, rng.randint(0, 17)))
    assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines())
    body = text.split("\n", 1)[1]
    drawn = []
    for suit, ranks in re.findall(r"([♠♥♦♣]) ?((?:[AKQJT2-9](?: (?=[AKQJT2-9]))?)+)", body):
        drawn += [suit + rank for rank in ranks.replace(" ", "")]
    held = [card for hand in position.dealt for card in cards_in(hand)]
    assert sorted(drawn) == sorted(map(card_sign, held))


# The picture


def titles(svg: str) -> list[str]:
    """Return the names of the cards of a picture, in the order drawn."""
    return [title.text or "" for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


@pytest.mark.parametrize("seed", range(20))
def test_every_card_is_in_the_picture_once(seed: int) -> None:
    rng = random.Random(seed)
    position = random_position(rng, rng.randint(0, 17))
    rest = [c for c in range(52) if not any(hand >> c & 1 for hand in position.dealt)]
    manni = rng.sample(rest, min(len(rest), rng.randint(0, 16)))
    drawn = titles(picture(View.of(position, manni=manni)))
    held = [card for hand in position.dealt for card in cards_in(hand)]
    assert sorted(drawn) == sorted(map(card_in_words, [*held, *manni]))
    if manni:
        assert drawn[-len(manni) :] == list(map(card_in_words, manni))


def test_the_picture_needs_nothing_from_outside() -> None:
    svg = picture(View.of(DEAL))
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    for word in ("<script", "<style", "href", "url(", "@import", " id=", " class="):
        assert word not in svg


SPOKEN = {
    "en": ("hearts, 3 tricks", "2, share 2.00: ace of spades, 1; t", "ten of hearts, 2, best. M"),
    "fr": (
        "cœur, 3 levées",
        "2, part 2,00 : as de pique, 1 ; d",
        "dix de cœur, 2, la meilleure. S",
    ),
    "is": ("hjarta, 3 slagir", "2, hlutur 2,00: spaðaás, 1; s", "hjartatía, 2, best. M"),
}


@pytest.mark.parametrize("language", SPOKEN)
def test_the_picture_can_be_read_aloud(language: str) -> None:
    """Whatever is drawn is said: each card with its value, guarantees, the Manni, the table."""
    position = Position.parse("AT.T.. K9.J.. 87.2..", "H")
    solution = Solver(16).solve(position, cards=True)
    manni = parse_cards("CT D10")
    with i18n.speaking(language):
        told = picture(View.of(position, manni=manni), solution=solution)
        table = picture(View.of(position.play(parse_card("HT"))))
        ten, words = rank_text(parse_card("HT")), list(map(card_in_words, range(52)))
    root = ElementTree.fromstring(told)
    label = root.get("aria-label", "").replace("\xa0", " ").replace("\u202f", " ")
    assert all(said in label for said in SPOKEN[language]), label
    assert root.get("lang") == root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
    assert not set(label) & set("♠♥♦♣")
    for svg, more in ((told, manni), (table, ())):
        label = ElementTree.fromstring(svg).get("aria-label", "")
        cards = [*(card for hand in position.dealt for card in cards_in(hand)), *more]
        assert [label.count(words[card]) for card in cards] == [1] * len(cards)
        assert all(title in label for title in titles(svg))
        drawn = {text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}
        assert ten in drawn
        assert not drawn & ({"T", "10"} - {ten})


@pytest.mark.parametrize(
    "title", ['<b>&"quoted"\'</b>', "\ufffe\x0b]]>", "長" * 300, "x " * 4000, "\t"]
)
def test_any_title_makes_a_picture(title: str) -> None:
    root = ElementTree.fromstring(picture(View.of(DEAL, info=DealInfo(title))))
    assert root.tag == f"{SVG}svg"


def badges(svg: str) -> dict[str, tuple[str, bool]]:
    """Return the value on each card by its sign, and whether it is filled."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        texts = [text.text or "" for text in group.findall(f"{SVG}text")]
        if len(texts) == 2:
            filled = group.findall(f"{SVG}rect")[1].get("fill") == "#1b7a3d"
            name, *said = group.findtext(f"{SVG}title", "").split(", ")
            assert said == [texts[1], *["best"] * filled]
            found[name] = (texts[1], filled)
    return found


# Drawn by other programs than a browser


def cairo() -> Any:
    """Return the package that takes the library."""
    try:
        import cairosvg
    except OSError:
        needs.missing("the library cairo")
    return cairosvg


def by_cairo(svg: str) -> bytes:
    """Return a PNG."""
    return bytes(cairo().svg2png(bytestring=svg.encode()))


def by_resvg(svg: str) -> bytes:
    """Return a PNG."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


@pytest.mark.parametrize("render", [by_cairo, by_resvg])
def test_a_picture_is_drawn_whole(render: Callable[[str], bytes]) -> None:
    svg = picture(View.of(DEAL.play(parse_card("H9")), info=DealInfo("A deal")))
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    image = Image.open(BytesIO(render(svg))).convert("RGB")
    assert image.size == (int(size[1]), int(size[2]))
    colours = {colour: number for number, colour in image.getcolors(1 << 20)}
    whole = image.width * image.height
    for colour, share in (
        ("#fbfaf5", 0.4),
        ("#ffffff", 0.1),
        ("#2c6e52", 0.05),
        ("#c4122f", 0.001),
    ):
        assert colours.get(ImageColor.getrgb(colour), 0) > share * whole, colour


def test_the_best_cards_are_told_apart_in_grey() -> None:
    position = Position.parse("AJ4.K.. K95.A.. Q86.J..", contract="NT").play(parse_card("SJ"))
    solution = Solver(16).solve(position, cards=True)
    svg = picture(View.of(position), solution=solution)
    light = {True: set(), False: set()}
    shown = badges(svg)
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        card = group.findtext(f"{SVG}title", "").split(",")[0]
        if card in shown:
            ground = group.findall(f"{SVG}rect")[1].get("fill", "")
            light[shown[card][1]].add(ImageColor.getcolor(ground, "L"))
    assert light[True]
    assert light[False]
    assert min(light[False]) - max(light[True]) > 100


# In a browser

PAGE = """<!doctype html><meta charset="utf-8">
<body style="margin:0;background:#111">%s<pre id="report"></pre><script>
const svg = document.querySelector("svg"), frame = svg.getBoundingClientRect();
const texts = [...svg.querySelectorAll("text")].map(node => {
  const box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {text: node.textContent, x: box.x, y: box.y, right: box.right, bottom: box.bottom,
          seen: node === top || node.contains(top)};
});
const pips = [...svg.querySelectorAll("path")].map(node => {
  const box = node.getBoundingClientRect();
  return {fill: node.getAttribute("fill"), width: box.width, height: box.height};
});
const image = new Image();
image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg.outerHTML);
image.decode().then(() => {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const colours = {};
  const data = brush.getImageData(0, 0, canvas.width, canvas.height).data;
  for (let i = 0; i < data.length; i += 4) {
    const name = data[i + 3] < 255 ? "clear" : [data[i], data[i + 1], data[i + 2]].join(" ");
    colours[name] = (colours[name] || 0) + 1;
  }
  const most = Object.fromEntries(Object.entries(colours).sort((a, b) => b[1] - a[1]).slice(0, 9));
  document.querySelector("#report").textContent = JSON.stringify(
    {width: frame.right, height: frame.bottom, texts, pips, image: image.naturalWidth, most});
});
</script>"""


def in_chromium(svg: str, folder: Path) -> dict[str, Any]:
    """Return what a page that holds the picture measures in a browser."""
    page = folder / "page.html"
    page.write_text(PAGE % svg, encoding="utf-8")
    shown = ("--hide-scrollbars", "--window-size=1200,900", "--virtual-time-budget=10000")
    done = headless(folder, *shown, "--dump-dom", page.as_uri())
    report = re.search(r'<pre id="report">(.*?)</pre>', done.stdout, re.S)
    assert report[1], done.stderr
    return json.loads(report[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))


def check_picture(found: dict[str, Any]) -> list[str]:
    """Check that texts lie within the picture, apart and uncovered; return them."""
    texts = found["texts"]
    for text in texts:
        assert 0 <= text["x"] < text["right"] <= found["width"], text
        assert 0 <= text["y"] < text["bottom"] <= found["height"], text
        assert text["seen"], f"covered: {text}"
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            apart = (
                one["right"] <= other["x"] + 1 or other["right"] <= one["x"] + 1
                or one["bottom"] <= other["y"] + 3 or other["bottom"] <= one["y"] + 3
            )  # fmt: skip
            assert apart, f"{one} lies on {other}"
    return [text["text"] for text in texts]


def test_a_picture_in_a_browser(tmp_path: Path) -> None:
    position = DEAL.play(parse_card("H9")).play(parse_card("HK"))
    solution = Solver(64).solve(position, cards=True)
    manni = parse_cards("S2 S3 S4 S5 H2 H3 H4 DQ DJ D8 D7 D6 CA CT")
    svg = picture(
        View.of(position, manni=manni, won=(1, 2, 3), info=DealInfo("A <deal> & more")),
        solution=solution,
    )
    found = in_chromium(svg, tmp_path)
    texts = check_picture(found)
    for seat in Seat:
        assert any(text.startswith(seat.word.capitalize()) for text in texts)
    assert "A <deal> & more" in texts
    assert "trumps · 12 tricks · dealer to play" in texts
    assert sum(text in set("AKQJT98765432") for text in texts) >= 36 + 14
    assert found["image"] == found["width"]
    # A sign on each card, a large one on the six that lie free, the trump above.
    signs = {
        colour: [pip for pip in found["pips"] if pip["fill"] == colour]
        for colour in ("#c4122f", "#1b1b1b")
    }
    cards = [*manni, *(card for hand in position.dealt for card in cards_in(hand))]
    red = sum(card_sign(card)[0] in "♥♦" for card in cards)
    assert len(signs["#c4122f"]) + len(signs["#1b1b1b"]) == len(cards) + 6 + 1
    assert red + 3 <= len(signs["#c4122f"]) <= red + 7
    assert all(min(pip["width"], pip["height"]) > 5 for pip in found["pips"] if pip["fill"])
    # As an image of its own: ground, felt, cards and the red of hearts are there to be seen.
    for colour, least in (
        ("251 250 245", 50_000),
        ("44 110 82", 10_000),
        ("255 255 255", 30_000),
        ("196 18 47", 500),
    ):
        assert found["most"].get(colour, 0) > least, (colour, found["most"])


@pytest.mark.parametrize("title", ["W" * 500, "長い" * 90])
def test_long_hands_and_long_titles_fit_a_picture(tmp_path: Path, title: str) -> None:
    position = random_position(random.Random(3), 17, Contract.NT)
    view = View.of(position, won=(10, 11, 12), info=DealInfo(title))
    view = view._replace(great=True, declarer=position.to_play, rules=ACE_LOW)
    check_picture(in_chromium(picture(view), tmp_path))


# The command


FILE = """[Name "The first"]
[Deal "F:AK4.T.. QJ3.A.. T98.K.."]
[Manni "C2 C3"]
[Contract "great H"]
[Declarer "F"]
[Discard "F: S4"]
[Leader "F"]
[Play "F"]
SA SQ S8
C2

[Deal "F:AK4.T.. QJ3.A.. T98.K.."]
[Manni "C2 C3"]
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "two.manni"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def test_show_writes_a_picture(file: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    asked = ("show", file, "--deal", "1", "--picture")
    done = manni(*asked, out, "--values", "--title", "Mine & yours")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"wrote {out}\n")
    svg = out.read_text(encoding="utf-8")
    assert "Mine &amp; yours" in svg
    assert re.search(r"guarantee \d · share", svg)


SAID = (
    '[Name "The trap"]\n[Author "A. Solver"]\n[Source "Evening News, 1931"]\n'
    '[Comment "Duck & wait"]\n[Deal "F:AK.2.. .AQ3.. JT.K.."]\n[Contract "NT"]\n[Leader "F"]\n'
)


def test_a_long_comment_stands_on_several_lines() -> None:
    words = "word " * 60
    svg = picture(View.of(DEAL, info=DealInfo("A deal", comment=words)))
    lines = re.findall(r">((?:word ?)+)<", svg)
    assert len(lines) > 2
    assert " ".join(lines).split() == words.split()


# In print


@pytest.mark.parametrize(
    ("raised", "lacks"),
    [(ImportError("none"), "CairoSVG"), (OSError("none\nat all"), "the library cairo")],
)
def test_what_a_pdf_lacks_is_said_in_a_line(
    raised: Exception, lacks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cairosvg.py").write_text(f"raise {raised!r}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    message = error("show", "-", "--picture", tmp_path / "deal.pdf", text=SAID, code=2)
    assert message.endswith(f": {lacks} is not installed")


def test_a_picture_as_pdf(tmp_path: Path) -> None:
    cairo()
    path = tmp_path / "deal.pdf"
    output("show", "-", "--picture", path, text=SAID)
    assert path.read_bytes().startswith(b"%PDF-")
