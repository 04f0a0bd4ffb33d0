"""What people read goes through the catalogue: where it should, nothing bypasses it.

``TRANSLATED`` names the modules of which that holds, besides those of the board's page; others are
in English in every language, as docs/guide/formats.md says. A literal of two words or more is taken
for something that people read, unless it documents, is an error's, or is a mark of what is no text.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest

TRANSLATED = (
    "solver/report/*.py",
    "solver/cards.py",
    "solver/rules/games/m*.py",
    *(f"solver/rules/{name}.py" for name in ("declaring", "scoring")),
    "cli/terminal.py",
    *(f"cli/board/{name}.py" for name in ("exchange", "look", "puzzles", "review", "shelf")),
    "solver/table/*.py",
)
NOT_TRANSLATED = ("deal_view.py", "schemas.py", "game.py", "record.js")
"""Of these places what describes, quotes and raises."""

LOOKED_UP = {
    "_",
    "by",
    "fill",
    "text_if",
    "N_",
    "NP_",
    "gettext",
    "ngettext",
    "pgettext",
    "npgettext",
}
# Descriptions of fields, which are in English, and errors.
OF_PROGRAMS = {
    "field",
    "counted",
    "record",
    "said",
    "maybe",
    "RuleError",
    "NotationError",
    "given",
    "held",
    "_by_player",
    "_replace",
    "Schema",
}
NO_TEXT = re.compile(
    r"^[<\w-]*\s?[<=\"]|=\"|font-|^Helvetica|^[MCA]?-?[\d.]|^\"F M D\"$"
    r"|^the deal$|^lower right$|^axes fraction$|^offset points$"
)

HEADS = {
    *("best case", "best in", "bid made", "chance of", "kept by", "put away", "sure of"),
    *("the best then", "not held", "no card to play", "out of turn", "played twice"),
}
"""Heads of columns, which are also the names that programs know; ``Table.text`` looks them up.
Kinds of errors besides."""

_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")


@pytest.fixture(scope="module")
def source(root: Path) -> Path:
    if not (root / "solver").exists():
        pytest.skip("installed without the source")
    return root


def bypassing(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield what people would read in English, with its line."""
    skipped = set()
    for node in ast.walk(tree):
        if node in skipped:
            skipped.update(ast.iter_child_nodes(node))
            continue
        if isinstance(node, ast.Raise) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            skipped.update(ast.iter_child_nodes(node))
        elif isinstance(node, ast.FunctionDef) and node.name.endswith("_fields"):
            skipped.update(node.args.defaults + [each for each in node.args.kw_defaults if each])
        elif isinstance(node, ast.Call | ast.Subscript):
            called = node.func if isinstance(node, ast.Call) else node.value
            name = getattr(called, "id", getattr(called, "attr", ""))
            if name in LOOKED_UP | OF_PROGRAMS:
                skipped.update(ast.iter_child_nodes(node))
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _WORDS.search(node.value)
            and not NO_TEXT.search(node.value)
            and node.value not in HEADS
        ):
            yield node.lineno, node.value


def modules(root: Path, places: Iterable[str]) -> Iterator[Path]:
    """Yield the modules of some places that are translated."""
    for path in chain.from_iterable(sorted(root.glob(place)) for place in places):
        if path.name not in NOT_TRANSLATED:
            yield path


def test_what_a_module_says_is_looked_up(source: Path) -> None:
    found = {
        path.name: list(bypassing(ast.parse(path.read_text(encoding="utf-8"))))
        for path in modules(source, TRANSLATED)
    }
    assert len(found) > 20
    assert not {name: said for name, said in found.items() if said}


def test_what_stands_in_a_sentence_is_written_as_the_language_does(source: Path) -> None:
    """Numbers are where ``gettext`` or ``filled`` put them in, not ``str.format``."""
    formats = [
        (path.name, node.lineno)
        for path in modules(source, TRANSLATED)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.keywords
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    ]
    assert not formats


def test_a_bid_is_said_by_its_name_in_words(source: Path) -> None:
    """``bid_text`` knows it: in the catalogue there is none of ``petite-misere``."""
    raw = re.compile(r"gettext\([\w.]*bid\b")
    for path in modules(source, TRANSLATED):
        assert not raw.search(path.read_text(encoding="utf-8")), path


def test_a_sentence_that_bypasses_is_found() -> None:
    def found(text: str) -> list[str]:
        return [literal for _, literal in bypassing(ast.parse(text))]

    assert found('say(f"{seat} takes the trick")') == [" takes the trick"]
    assert found('say("You hold " + x or "no card")') == ["no card", "You hold "]
    assert not found('say(_("You take the trick"))\n"""A docstring of it."""')
    assert not found('raise RuleError(f"{seat} may not pass")')


_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
_PLURAL = re.compile(r"ngettext\(.*?\)", re.S)


def bypassing_in(script: str) -> list[str]:
    """Return the literals of a script that people would read in English."""
    plain = _PLURAL.sub("", _COMMENT.sub("", script))
    found = []
    for literal in _LITERAL.finditer(plain):
        text = re.sub(r"\$\{.*?\}", "", literal[0])
        before = plain[: literal.start()]
        looked_up = re.search(r'(?:\b(?:_|N_)\(\s*|(?:pgettext|NP_)\("\w+",\s*)$', before)
        if (
            _WORDS.search(text)
            and not looked_up
            and not re.search(r"class: ?$|type\w*: ?$", before)
        ):
            found.append(literal[0])
    return found


def test_what_the_page_says_is_looked_up(source: Path) -> None:
    marks = re.compile(
        r'^"(?:button|rank|suit|index|card|quick|brand|field|hand|small|line|deal-list|parts|row|entry|accept'
        r"|class|figures|spades|ace)\b"
    )
    found = {
        path.name: [text for text in bypassing_in(path.read_text("utf-8")) if not marks.match(text)]
        for path in modules(source, ["cli/board/static/**/*.js"])
        if path.parent.name != "vendor"
    }
    assert len(found) > 30
    assert not {name: said for name, said in found.items() if said}


def test_a_sentence_of_the_page_that_bypasses_is_found() -> None:
    assert bypassing_in('h("p", null, "No deal yet.")') == ['"No deal yet."']
    assert bypassing_in("say(`${seat} takes the trick`)") == ["`${seat} takes the trick`"]
    assert not bypassing_in('h("p", { class: "quiet small" }, _("No deal yet."))')
