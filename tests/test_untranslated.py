"""What people read goes through the catalogue: where it should, nothing bypasses it.

``TRANSLATED`` and ``PAGE`` name the modules of which that holds; others are in English in every
language, as docs/guide/formats.md says. A literal of two words or more is taken for something that
people read, unless it documents, is an error's, or is a mark of what is no text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TRANSLATED = (
    "solver/report/advised.py",
    "solver/report/advice.py",
    "solver/report/bid.py",
    "solver/report/bids.py",
    "solver/report/call_choice.py",
    "solver/report/card_choice.py",
    "solver/report/cards.py",
    "solver/report/course.py",
    "solver/report/claim.py",
    "solver/report/credit.py",
    "solver/report/diagram.py",
    "solver/report/goal.py",
    "solver/report/name_trump.py",
    "solver/report/open_exchange.py",
    "solver/report/pictured.py",
    "solver/report/plots.py",
    "solver/report/put_away.py",
    "solver/report/puzzle.py",
    "solver/report/review.py",
    "solver/report/selfish.py",
    "solver/report/sheet.py",
    "solver/report/solution.py",
    "solver/report/solution_page.py",
    "solver/report/surprise.py",
    "solver/report/svg.py",
    "solver/report/tables.py",
    "solver/report/variants.py",
    "solver/report/why.py",
    "solver/rules/contract.py",
    "solver/rules/declaring.py",
    "solver/rules/marking.py",
    "solver/rules/scoring.py",
    "solver/rules/games/manille.py",
    "solver/rules/games/manni.py",
    "cli/commands/puzzle_train.py",
    "cli/table.py",
    "cli/board/exchange.py",
    "cli/board/place.py",
    "cli/board/seen.py",
    "cli/board/quick.py",
    "cli/board/look.py",
    "cli/board/puzzles.py",
    "cli/board/searches.py",
)
PAGE = (
    "actions/board.js",
    "actions/computer.js",
    "actions/deals.js",
    "actions/draft.js",
    "actions/exchange.js",
    "actions/frame.js",
    "actions/play.js",
    "actions/review.js",
    "actions/train.js",
    "cards.js",
    "sentences.js",
    "words.js",
    "actions/game.js",
    "views/card.js",
    "views/controls.js",
    "views/editor.js",
    "views/exchange.js",
    "views/frame.js",
    "views/game.js",
    "views/help.js",
    "views/open.js",
    "views/pieces.js",
    "views/puzzles.js",
    "views/record.js",
    "views/review.js",
    "views/settings.js",
    "views/setup.js",
    "views/sit.js",
    "views/share.js",
    "views/status.js",
    "views/table.js",
    "views/values.js",
)
"""The modules of the board's page, in ``cli/board/static``."""

LOOKED_UP = {"_", "N_", "NP_", "gettext", "ngettext", "pgettext", "npgettext"}
# Descriptions of fields, which are in English, and errors.
OF_PROGRAMS = {
    "field",
    "counted",
    "in_columns",
    "record",
    "said",
    "maybe",
    "named",
    "RuleError",
    "NotationError",
    "_where",
    "_by_player",
    "_replace",
}
NO_TEXT = re.compile(
    r"^[<\w-]*\s?[<=\"]|=\"|font-|^Helvetica|^[MCA]?-?[\d.]|^\"F M D\"$"
    r"|^lower right$|^axes fraction$|^offset points$"
)

HEADS = {"best case"}
"""Heads of columns, which are also the names that programs know; ``Table.text`` looks them up."""

_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")


@pytest.fixture(scope="module")
def source(root: Path) -> Path:
    if not (root / "solver").exists():
        pytest.skip("installed without the source")
    return root


def bypassing(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield what people would read in English, with its line."""
    skipped: set[ast.AST] = set()
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
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
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


@pytest.mark.parametrize("name", TRANSLATED)
def test_what_a_module_says_is_looked_up(name: str, source: Path) -> None:
    tree = ast.parse((source / name).read_text(encoding="utf-8"))
    assert not list(bypassing(tree))


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


@pytest.mark.parametrize("name", PAGE)
def test_what_the_page_says_is_looked_up(name: str, source: Path) -> None:
    script = (source / "cli" / "board" / "static" / name).read_text(encoding="utf-8")
    marks = re.compile(
        r'^"(?:button|rank|suit|index|card|quick|brand|field|hand|small|line|deal-list|parts|row|entry|accept'
        r"|class)\b"
    )
    assert not [text for text in bypassing_in(script) if not marks.match(text)]


def test_a_sentence_of_the_page_that_bypasses_is_found() -> None:
    assert bypassing_in('h("p", null, "No deal yet.")') == ['"No deal yet."']
    assert bypassing_in("say(`${seat} takes the trick`)") == ["`${seat} takes the trick`"]
    assert not bypassing_in('h("p", { class: "quiet small" }, _("No deal yet."))')
