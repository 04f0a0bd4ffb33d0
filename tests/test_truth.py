"""What may be 0 or not given is never asked whether it is true: 0 is a card and a place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from manni.solver.cards import Contract, Seat, Suit

ROOT = Path(__file__).parents[1]


def optional_numbers(scope: ast.AST) -> set[str]:
    """Return the names that a function or class has for a number that may not be given."""
    every = [*ast.iter_child_nodes(scope)]
    every += [each for node in every if isinstance(node, ast.arguments) for each in ast.walk(node)]
    return {
        node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
        for node in every
        if isinstance(node, ast.arg | ast.AnnAssign)
        and node.annotation is not None
        and ast.unparse(node.annotation) == "int | None"
    }


def asked(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a node asks the truth of; ``x or 0`` is the number itself."""
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test) | ast.Assert(test):
            yield test
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BoolOp(ast.Or(), [_, ast.Constant(value=0)]):
            pass
        case ast.BoolOp():
            yield from node.values[:-1]
        case ast.comprehension():
            yield from node.ifs


def truths(source: str) -> list[int]:
    """Return the lines that ask the truth of a number that may not be given."""
    found = []
    for scope in ast.walk(ast.parse(source)):
        if isinstance(scope, ast.FunctionDef | ast.ClassDef):
            of = "self." if isinstance(scope, ast.ClassDef) else ""
            names = {of + name for name in optional_numbers(scope)}
            every = (each for node in ast.walk(scope) for each in asked(node))
            found += [each.lineno for each in every if ast.unparse(each) in names]
    return found


def test_no_number_that_may_not_be_given_is_asked_for_its_truth() -> None:
    assert truths("def f(at: int | None) -> int:\n    return at or 1") == [2]
    assert truths("class A:\n    at: int | None\n    def f(self): return not self.at") == [3]
    paths = [path for room in ("solver", "cli") for path in (ROOT / room).rglob("*.py")]
    found = {str(path): truths(path.read_text(encoding="utf-8")) for path in paths}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("kind", [Seat, Suit, Contract])
def test_a_seat_a_suit_and_a_contract_are_true(kind: type[Seat | Suit | Contract]) -> None:
    assert all(kind)
    assert kind(0) == 0
