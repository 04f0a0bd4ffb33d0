"""What of the prose can be checked.

Every console block is run, every Python session is a doctest, the generated pages are
complete, the rules name every game, and every link leads somewhere.
"""

import contextlib
import doctest
import importlib
import os
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from pathlib import Path

import needs
import pytest
from commands import installed, manni

from manni import __all__, cli, solver
from manni.cli.main import COMMANDS
from manni.solver.notation import parse_card, parse_contract, parse_seat
from manni.solver.report.schemas import answers
from manni.solver.rules.games import FAMILIES, VARIANTS, get_variant
from manni.solver.scoresheet import Game

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))
"""Their examples are run."""
NOT_BESIDE_A_WHEEL = (
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "../../solver/puzzles/check_certificate.py",
)
"""Files that stay with the source when the tests run against an installed wheel."""

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
_NOT_RUN = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
"""What would not end by itself."""
_LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]*))?\)")


@dataclass
class Example:
    """A command and what it prints, ``...`` for anything."""

    command: str
    expected: list[str] = field(default_factory=list)


def examples(block: str) -> list[Example]:
    """Return the commands of a console block, each with the lines below it."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Example(line[2:]))
        elif line == ">" or line.startswith("> "):
            found[-1].command += "\n" + line[2:]
        else:
            found[-1].expected.append(line)
    return found


def blocks(page: Path) -> list[list[Example]]:
    """Return the console blocks of a page; a tutorial is one, as it is gone through in order."""
    found = [examples(block) for block in _BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [list(chain(*found))] if page.parent.name == "tutorials" else found


BLOCKS = [block for page in PAGES for block in blocks(page)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the data, where the examples may write."""
    (tmp_path / "data").symlink_to(ROOT / "data", target_is_directory=True)
    return tmp_path


def run(command: str, folder: Path) -> str:
    """Return what a shell shows for a command, errors where they come."""
    if re.fullmatch(r"manni [^|<>&;*$`\\\n]*", command):  # nothing that takes a shell
        with contextlib.chdir(folder):
            return manni(*shlex.split(command)[1:], columns=None).output
    path = f"{Path(installed()).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONIOENCODING": "utf-8"},
        check=False,
    ).stdout


@pytest.mark.parametrize("block", BLOCKS, ids=[block[0].command[:40] for block in BLOCKS])
def test_console(block: list[Example], folder: Path) -> None:
    for example in block:
        found = run(example.command, folder)
        expected = "".join(line + "\n" for line in example.expected)
        checker = doctest.OutputChecker()
        assert checker.check_output(expected, found, doctest.ELLIPSIS), (
            f"$ {example.command}\n{found}"
        )


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", DOCS / "guide" / "python.md", DOCS / "tutorials" / "python.md"],
    ids=lambda page: page.name,
)
def test_python(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert tried >= 5
    assert failed == 0


SOLVER = Path(solver.__path__[0])
WITH_EXAMPLES = [path for path in SOLVER.rglob("*.py") if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_examples_of_docstrings(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    name = ".".join(path.relative_to(SOLVER).with_suffix("").parts).removesuffix(".__init__")
    module = importlib.import_module(f"manni.solver.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("name", __all__)
def test_what_is_public_has_an_example(name: str) -> None:
    assert ">>> " in getattr(importlib.import_module("manni"), name).__doc__


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(name: str) -> None:
    commands = [example.command for block in BLOCKS for example in block]
    commands += [text for page in PAGES for text in _NOT_RUN.findall(page.read_text("utf-8"))]
    assert any(re.search(rf"\bmanni {name}\b", command) for command in commands)


@pytest.fixture(scope="module")
def generated() -> Iterator[Callable[[str], str]]:
    """What returns a generated file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        yield importlib.import_module("make_docs").text


def test_the_generated_pages_are_complete(generated: Callable[[str], str]) -> None:
    commands = generated("commands.md")
    for name in COMMANDS:
        assert f"\n## manni {name}\n" in commands
    keys = generated("json.md")
    for name in answers():
        assert f"\n## {name}\n" in keys


def test_the_page_gets_the_types_it_imports(generated: Callable[[str], str]) -> None:
    written = set(re.findall(r"@typedef \{.*\} (\w+)", generated("messages.js")))
    for script in Path(cli.__path__[0], "board", "static").rglob("*.js"):
        for names in re.findall(
            r"@import \{(.*)\} from \"[./]+/messages.js\"", script.read_text("utf-8")
        ):
            assert set(names.split(", ")) <= written, script


def test_the_man_page_can_be_printed(generated: Callable[[str], str]) -> None:
    printed = subprocess.run(
        [needs.program("groff"), "-K", "utf8", "-man", "-T", "utf8", "-ww"],
        input=generated("manni.1"),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert printed.stderr == ""
    text = re.sub(".\b", "", printed.stdout)  # bold is a letter struck twice
    text = " ".join(text.split())  # lines are filled with blanks
    for name in COMMANDS:
        assert f"manni {name} [OPTIONS]" in text


GUIDE = DOCS / "guide"
RULES = {
    variant.code: GUIDE / ("rules.md" if family in ("manni", "manille") else f"rules/{family}.md")
    for family, games in FAMILIES.items()
    for variant in games
}
"""The page of each game."""


@pytest.mark.parametrize("code", VARIANTS)
def test_every_game_and_option_is_in_the_rules(code: str) -> None:
    rules = RULES[code].read_text(encoding="utf-8")
    assert f"`{code}`" in rules
    for option in VARIANTS[code].options:
        assert f"`{code}+{option}`" in rules or f"`+{option}`" in rules


@pytest.mark.parametrize("code", [code for code in VARIANTS if RULES[code].parent == GUIDE])
def test_the_tables_of_the_games_say_what_the_games_say(code: str) -> None:
    variant = VARIANTS[code]
    page = RULES[code].read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| .* \| `{code}` \|(.*)\|$", page, re.M)
    cards, hand, table, *_, end = (cell.strip() for cell in row.split("|"))
    assert (int(cards), int(hand)) == (variant.pack.bit_count(), variant.tricks)
    assert re.findall(r"\d+", table) == [str(variant.manni)] * bool(variant.manni)
    assert re.findall(r"\d+", end) == re.findall(r"\d+", str(variant.ending))


_EXAMPLE = re.compile(
    r"^\| `(\S+)` \| (great )?(\w+)(?: (\w\w))? \|(?: ([FMD2-6]))?(?: (\S+))? +"
    r"\| ([\d ]+) \| ([^|]+) \|$",
    re.M,
)
_EXAMPLES = re.compile(r"^\| game \| contract \| declarer.*\|\n(?:\|.*\n)+", re.M)


@pytest.mark.parametrize("page", sorted(set(RULES.values())), ids=lambda p: p.name)
def test_examples_of_points(page: Path) -> None:
    """A table of a page of rules says what a deal is worth: game, contract, declarer, taken."""
    text = page.read_text(encoding="utf-8")
    found = _EXAMPLE.findall(text)
    assert len(found) == sum(table.count("\n") - 2 for table in _EXAMPLES.findall(text))
    assert {code for code, *_ in found} >= {
        code for code in VARIANTS if RULES[code] == page and page.parent != GUIDE
    }
    assert found
    for code, great, contract, cut, declarer, bid, taken, marked in found:
        variant = get_variant(code)
        game = Game(variant).record(
            parse_contract(contract),
            [*map(int, taken.split())],
            parse_seat(declarer, variant.seats) if declarer else None,
            bool(great),
            parse_card(cut) if cut else None,
            bid or None,
        )
        assert game.deals[0].points == tuple(map(Fraction, marked.split()))


_FENCED = re.compile(r"^ *```.*?^ *```$", re.M | re.S)
_CODE = re.compile(r"`([^`]+)`")
_SOURCE = re.compile(r"[\w./-]*\w\.(?:css|h|js|md|po|pxd|pxi|pyi?|pyx|toml|txt)\b")


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_files_that_are_named_are_there(page: Path) -> None:
    """A name may leave out the folders before it; one in capitals stands for any."""
    if not (ROOT / "solver").exists():
        pytest.skip("installed without the source")
    prose = _FENCED.sub("", page.read_text(encoding="utf-8"))
    for name in {name for code in _CODE.findall(prose) for name in _SOURCE.findall(code)}:
        folders = (each for each in ROOT.glob("[!.]*/") if each.name not in ("build", "dist"))
        assert (
            Path(name).stem.isupper()
            or (ROOT / name).exists()
            or any(any(folder.rglob(name)) for folder in folders)
        ), name


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("C*.md")], ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for file, anchor in _LINK.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / file).resolve() if file else page
        assert target.exists() or file in NOT_BESIDE_A_WHEEL, file
        assert not anchor or anchor in anchors(target), anchor


SENTENCE, TOTAL = 35, 30_000
"""The most words a sentence of docs may have, and all of docs."""
_NOT_YET = {"rummy.md"}
"""Pages with longer sentences."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page: of its paragraphs, items of lists and cells of tables."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", _CODE.sub("code", _FENCED.sub("", text)))
    text = re.sub(r"^( *(?:[*-]|\d+\.) |#+ )", r"\n\1", text, flags=re.M)
    text = re.sub(r"^ *\|.*$", lambda row: "\n\n".join(row[0].split("|")), text, flags=re.M)
    for paragraph in re.split(r"\n\s*\n", text):
        yield from re.split(r"(?<=[.!?])[*_\")]*\s+", " ".join(paragraph.split()))


@pytest.mark.parametrize("page", [p for p in PAGES if p.name not in _NOT_YET], ids=lambda p: p.name)
def test_no_sentence_is_long(page: Path) -> None:
    for sentence in sentences(page.read_text(encoding="utf-8")):
        assert len(re.findall(r"\S*\w\S*", sentence)) <= SENTENCE, sentence


def test_docs_stay_short() -> None:
    assert sum(len(page.read_text("utf-8").split()) for page in DOCS.rglob("*.md")) <= TOTAL
