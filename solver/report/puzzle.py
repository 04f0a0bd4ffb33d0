"""Verdicts on puzzles and their solutions, as text and as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from solver.cards import card_name
from solver.goal import format_goal
from solver.notation import format_hand
from solver.position import Position
from solver.puzzles.certify import Certificate
from solver.puzzles.find import Find
from solver.puzzles.need import until_missed
from solver.puzzles.thumb_card import thumb_card
from solver.puzzles.tree import Group, Node, Tree
from solver.puzzles.verify import Puzzle, Try, Verdict, Verification
from solver.report.cards import card_text, cards_text
from solver.report.text import Text, amount, join
from solver.report.values import unit_json

TRICK_MARK = " ·"
"""Separates the tricks of a line of play."""


def verdict_text(found: Verification) -> Text:
    """Return the verdict and its reason on one line, then a refutation if there is one."""
    lines = [Text(f"{found.verdict}: ", _why(found))]
    if found.refutation is not None:
        lines.append("  " + play_text(found.puzzle, found.refutation.line))
    if found.tree is not None:
        lines.append("  " + strict_text(found.tree))
    return join("\n", lines)


def _why(found: Verification) -> Text:
    puzzle = found.puzzle
    ace = ", ace low," if puzzle.position.ace_low else ""
    goal = f"{format_goal(puzzle.goal)} in {puzzle.position.contract.name}{ace}"
    works = _or(found.works)
    if found.verdict is Verdict.BUSTED:
        assert found.refutation is not None
        tried = found.refutation.cards[:1]
        after = Text(" after ", card_text(tried[0])) if tried else ""
        mended = Text("; ", works, " would do") if works else ""
        taken = _takes(puzzle, found.refutation.tricks)
        return Text(f"{goal} is not reached", after, f": {taken}", mended)
    if found.verdict is Verdict.MODEST:
        more = abs(found.tricks - puzzle.goal.tricks)
        return Text(f"{goal}: {_takes(puzzle, found.tricks)}, {more} better than the goal")
    if found.verdict is Verdict.COOKED:
        return Text(f"{goal} is reached by ", _or(found.others), " too")
    if puzzle.key is not None:
        return Text(f"{goal} is reached by ", works, " only")
    unclaimed = Text(" by ", works, "; no key is claimed") if works else ""
    return Text(f"{goal} is reached", unclaimed)


def _takes(puzzle: Puzzle, tricks: int) -> str:
    """Return what comes of best play by both sides."""
    seat, wanted, at_least = puzzle.goal
    limit = "no more than " if not at_least and tricks <= wanted else ""
    unit = puzzle.position.rules.unit
    counted = str(tricks) if unit == "tricks" else amount(tricks, unit)
    return f"{seat.word} takes {limit}{counted}"


def strict_text(tree: Tree) -> Text:
    """Return how strict a sound puzzle is: its only-moves, or its first dual.

    A dual is a move of the solver for which more than one card works.
    """
    dual = tree.first_dual
    if dual is None:
        longest = tree.most_only_moves()[id(tree.root)]
        return Text(f"strictly sound: {tree.only_moves} only-moves, {longest} in one line")
    line = line_text(tree.root.position, dual.line)
    return Text(
        "not strictly sound: ",
        _or(dual.good),
        " after " + line if line else " at once",
        f"; only-moves before: {tree.only_moves}",
    )


def certificate_text(certificate: Certificate) -> str:
    """Return how much was certified, or which claims failed."""
    if certificate.proved:
        return (
            f"certified: {len(certificate.claims)} claims walked through, "
            f"{certificate.positions:,} positions"
        )
    return "NOT certified: " + "; ".join(certificate.failed)


def tries_text(puzzle: Puzzle, attempts: Sequence[Try]) -> Text:
    """Return each wrong first card and the play that beats it."""
    lines = []
    for attempt in attempts:
        thumb = " (rule of thumb)" if thumb_card(puzzle.position) in attempt.cards else ""
        lines.append(
            Text(
                cards_text(attempt.cards),
                f"{thumb}: {_takes(puzzle, attempt.tricks)}\n  ",
                play_text(puzzle, attempt.line),
            )
        )
    return join("\n", lines)


def play_text(puzzle: Puzzle, line: Sequence[int]) -> Text:
    """Return a line of play up to the trick that settles that the goal is missed."""
    return line_text(puzzle.position, until_missed(puzzle.position, puzzle.need, line))


def line_text(position: Position, line: Sequence[int]) -> Text:
    """Return play on one line, each card after the letter of its seat."""
    text = Text()
    for card in line:
        label = Text(f"{position.to_play.letter} ", card_text(card))
        position = position.play(card)
        text = Text(text, " " if text else "", label, "" if position.table else TRICK_MARK)
    return text.removesuffix(TRICK_MARK)


def verification_json(
    found: Verification, certificate: Certificate | None = None, tree: Tree | None = None
) -> dict[str, Any]:
    """Return a verdict as ``manni verify --json`` prints it."""
    puzzle = found.puzzle
    data: dict[str, Any] = {
        "verdict": str(found.verdict),
        "holds": found.holds,
        "goal": format_goal(puzzle.goal),
        "solver": [seat.letter for seat in puzzle.side],
        "contract": puzzle.position.contract.name,
        "ace_low": puzzle.position.ace_low,
        **unit_json(puzzle.position.rules, puzzle.position.worth, puzzle.position.declarer),
        "cards": puzzle.position.tricks,
        "key": None if puzzle.key is None else card_name(puzzle.key),
        "works": _names(found.works),
        "tricks": found.tricks,
        "refutation": None if found.refutation is None else _try_json(found.refutation),
    }
    if found.tree is not None:
        dual = found.tree.first_dual
        data["strict"] = dual is None
        data["only_moves"] = found.tree.only_moves
        if dual is None:
            data["only_moves_in_a_line"] = found.tree.most_only_moves()[id(found.tree.root)]
        data["dual"] = (
            None
            if dual is None
            else {"line": [card_name(card) for card in dual.line], "works": _names(dual.good)}
        )
    if certificate is not None:
        data["certified"] = certificate.proved
        data["positions_walked"] = certificate.positions
        if certificate.failed:
            data["not_proved"] = list(certificate.failed)
    if tree is not None:
        data["tree"] = [_node_json(node) for node in tree.nodes]
    return data


def tries_json(attempts: Sequence[Try]) -> list[dict[str, Any]]:
    """Return the wrong first cards as JSON data."""
    return [_try_json(attempt) for attempt in attempts]


def find_json(found: Find) -> dict[str, Any]:
    """Return a puzzle that was found as ``manni puzzle find --json`` prints it."""
    puzzle, features = found.puzzle, found.features
    position = puzzle.position
    return {
        **({} if found.variant is None else {"variant": found.variant}),
        "hands": [format_hand(hand) for hand in position.hands],
        "contract": position.contract.name,
        **unit_json(position.rules, position.worth, position.declarer),
        "leader": position.leader.letter,
        "played": [card_name(card) for card in position.table],
        "ace_low": position.ace_low,
        "goal": format_goal(puzzle.goal),
        "key": None if puzzle.key is None else card_name(puzzle.key),
        "grade": features.grade,
        "features": asdict(features),
        "themes": list(found.themes),
    }


def _try_json(attempt: Try) -> dict[str, Any]:
    return {
        "cards": [card_name(card) for card in attempt.cards],
        "tricks": attempt.tricks,
        "line": [card_name(card) for card in attempt.line],
    }


def _node_json(node: Node) -> dict[str, Any]:
    return {
        "line": [card_name(card) for card in node.line],
        "to_play": node.position.to_play.letter,
        "needs": node.need.tricks,
        "good": _names(node.good),
        "bad": _names(node.bad),
    }


def _names(groups: Sequence[Group]) -> list[list[str]]:
    return [[card_name(card) for card in group] for group in groups]


def _or(groups: Sequence[Group]) -> Text:
    """Return a choice of cards in words, equal cards separated by a stroke."""
    return join(" or ", (join("/", map(card_text, group)) for group in groups))
