"""Verdicts on puzzles and their solutions, as text, as JSON data and as one page of HTML.

The page has no script, needs no other file and is fit to print: what is folded away on the screen
is printed all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain, groupby
from typing import Any, NamedTuple

from ..analysis.why import Why
from ..cards import seats_from
from ..goal import Goal, Group, format_goal
from ..i18n import (
    N_,
    _,
    amount,
    contract_code,
    format_list,
    gettext,
    language,
    ngettext,
    seat_letter,
    seat_word,
    text_if,
)
from ..position import Position
from ..puzzles.check import PuzzleCheck
from ..puzzles.features import Features
from ..puzzles.find import Find
from ..puzzles.plain_player import thumb_card
from ..puzzles.puzzle_solution import Branch, Branching, PuzzleSolution, Step, Turn
from ..puzzles.tree import Node, Tree
from ..puzzles.verify import Puzzle, Try, Verdict, Verification
from ..schema import (
    CARDS,
    COUNT,
    HAND,
    LEFT_OUT,
    TEXT,
    ace_low,
    field,
    fields_at,
    given,
    hand_field,
    integer,
    list_of,
    maybe,
    nullable,
    record,
    unit_fields,
)
from .diagram import DEAL_INFO, NO_INFO, DealInfo, View
from .svg import picture
from .text import (
    AnyText,
    Table,
    Text,
    card_text,
    cards_text,
    columns,
    equals_text,
    fill,
    hand_text,
    html_text,
    indent,
    join,
    played_text,
)
from .why import WHY, hands_text, why_text, with_legend

TRICK_MARK = " ·"
"""Separates the tricks of a line of play."""

ONLY_MARK, DECIDED_MARK = "!", "×"

TRIES_LEGEND = N_("! no other card would have done (equals aside)   × from there on any would")
"""The marks of a line in which one side gets its way."""


def verdict_word(verdict: Verdict) -> str:
    """Return a verdict in the language spoken."""
    return gettext(verdict.value)


def verdict_text(verification: Verification) -> Text:
    """Return the verdict and its reason on one line, then a refutation if there is one."""
    sentence = N_("{verdict}: {why}")
    verdict = verdict_word(verification.verdict)
    lines = [fill(sentence, verdict=verdict, why=_why(verification))]
    position = verification.puzzle.position
    if verification.refutation is not None:
        lines.append("  " + line_text(position, verification.refutation.line))
    lines += ("  " + line_text(position, cook.line) for cook in verification.cooks)
    if verification.tree is not None:
        lines.append("  " + strict_text(verification.tree))
    return join("\n", lines)


def _why(verification: Verification) -> Text:
    puzzle = verification.puzzle
    goal = text_if(
        puzzle.position.ace_low,
        "{goal} in {contract}, ace low,",
        "{goal} in {contract}",
        # As it is written, its seat in the letter of the language: ``F 4+``.
        goal=seat_letter(puzzle.goal.seat) + format_goal(puzzle.goal)[1:],
        contract=contract_code(puzzle.position.contract.name),
    )
    works = _or(verification.works)
    if verification.verdict is Verdict.BUSTED:
        assert verification.refutation is not None
        tried = verification.refutation.cards[:1]
        taken = takes_text(puzzle, verification.refutation.tricks)
        if tried:
            text = fill(
                "{goal} is not reached after {card}: {taken}",
                goal=goal,
                card=tried[0],
                taken=taken,
            )
        else:
            text = fill("{goal} is not reached: {taken}", goal=goal, taken=taken)
        return text + fill("; {cards} would do", cards=works) if works else text
    if verification.verdict is Verdict.MODEST:
        more = abs(verification.tricks - puzzle.goal.tricks)
        taken = takes_text(puzzle, verification.tricks)
        return fill(
            "{goal}: {taken}, {number} better than the goal", goal=goal, taken=taken, number=more
        )
    if verification.verdict is Verdict.COOKED:
        sentence, works = _("{goal} is reached by {cards} too"), _or(verification.others)
    elif puzzle.keys:
        sentence = _("{goal} is reached by {cards} only")
    elif works:
        sentence = _("{goal} is reached by {cards}; no key is claimed")
    else:
        sentence = _("{goal} is reached")
    return fill(sentence, goal=goal, cards=works)


def takes_text(puzzle: Puzzle, tricks: int) -> str:
    """Return what comes of best play by both sides."""
    seat, wanted, at_least = puzzle.goal
    unit = puzzle.position.rules.unit
    return text_if(
        not at_least and tricks <= wanted,
        "{seat} takes no more than {number}",
        "{seat} takes {number}",
        seat=seat,
        number=tricks if unit == "tricks" else amount(tricks, unit),
    )


def strict_text(tree: Tree) -> Text:
    """Return how strict a sound puzzle is: its only-moves, or its first dual.

    A dual is a move of the solver for which more than one card works.
    """
    dual = tree.first_dual
    if dual is None:
        longest = tree.only_moves_in_a_line
        return Text(
            _(
                "strictly sound: {number} only-moves, {longest} in one line",
                number=tree.only_moves,
                longest=longest,
            )
        )
    line = line_text(tree.root.position, dual.line)
    return fill(
        text_if(
            line,
            "not strictly sound: {cards} after {line}; only-moves before: {number}",
            "not strictly sound: {cards} at once; only-moves before: {number}",
        ),
        cards=_or(dual.good),
        line=line,
        number=tree.only_moves,
    )


_STOPPED = {
    "certificate": N_("stopped before the certificate was complete"),
    "tree": N_("stopped before the tree was complete"),
    "reasons": N_("stopped before the reasons were complete"),
}
"""What to say if the time was up, by the part that the check is ``missing``."""


def check_head(check: PuzzleCheck) -> Text:
    """Return the verdict, whether it is proved, and what there was no time to complete."""
    parts: list[AnyText] = [verdict_text(check.verification)]
    if check.certificate is not None:
        sentence = _("NOT certified: {why}", why="; ".join(check.certificate.failed))
        if check.certificate.proved:
            sentence = _(
                "certified by a walk through {number} beginnings of a trick",
                number=f"{check.certificate.positions:,}",
            )
        parts.append(indent(sentence))
    if check.missing is not None:
        parts.append(Text(f"  {gettext(_STOPPED[check.missing])}"))
    return join("\n", parts)


def failing_text(puzzle: Puzzle, attempt: Try) -> Text:
    """Return a wrong first card, what comes of it and what refutes it: ``only ♥J refutes it``."""
    refuted = text_if(len(attempt.answers) == 1, "only {cards} refutes it", "{cards} refute it")
    if attempt.is_any:
        refuted = _("any answer refutes it")
    return fill(
        text_if(
            thumb_card(puzzle.position) in attempt.cards,
            "{cards} (rule of thumb): {taken}; {refuted}",
            "{cards}: {taken}; {refuted}",
        ),
        cards=equals_text(attempt.cards),
        taken=takes_text(puzzle, attempt.tricks),
        refuted=fill(refuted, cards=_or(attempt.answers)),
    )


def tries_legend(attempts: Sequence[Try]) -> list[str]:
    """Return what the signs in the play of wrong first cards mean, if there are any."""
    is_marked = any(attempt.decided is not None for attempt in attempts)
    return [gettext(TRIES_LEGEND)] * is_marked


def failures_text(
    position: Position, attempts: Sequence[Try], failures: Mapping[Group, Why | None]
) -> Text:
    """Return why first cards of a puzzle fail: what its seat is held to, or made to take."""
    blocks: list[AnyText] = [hands_text(position)]
    for attempt in attempts:
        if attempt.cards in failures:
            why = failures[attempt.cards]
            sentence = N_("{number}. {card} fails to {answer}")
            answer = _or(attempt.answers)
            if attempt.is_any:
                answer = Text(_("any answer"))
            elif len(attempt.answers) == 1:
                answer = Text(answer, ONLY_MARK)
            head = fill(
                sentence, number=len(blocks), card=equals_text(attempt.cards), answer=answer
            )
            blocks.append(why_text(head, why, attempt.tricks - why.value if why else 0))
    return with_legend(blocks)


def try_text(position: Position, attempt: Try) -> Text:
    """Return the play that shows what comes of a card, its marks at the cards that decide."""
    marks = {card: ONLY_MARK for card in attempt.only}
    if attempt.decided is not None:
        marks[attempt.decided] = marks.get(attempt.decided, "") + DECIDED_MARK
    return line_text(position, attempt.line, marks)


def failure_text(position: Position, need: Goal, card: int, tricks: int) -> Text:
    """Return that a card misses what is needed, with the tricks that come of it."""
    side = position.side(need.seat)
    if len(side) > 1 and position.declarer is None:
        sentence = text_if(
            need.at_least,
            "{card} fails: {seats} take no more than {number} of the {unit} left, with {needed} "
            "needed",
            "{card} fails: {seats} take {number} of the {unit} left, with {needed} allowed",
        )
    elif need.at_least:
        sentence = ngettext(
            "{card} fails: {seat} takes no more than {number} of the {unit} left and {needed} is "
            "needed",
            "{card} fails: {seat} takes no more than {number} of the {unit} left and {needed} are "
            "needed",
            need.tricks,
        )
    else:
        sentence = ngettext(
            "{card} fails: {seat} takes {number} of the {unit} left and {needed} is allowed",
            "{card} fails: {seat} takes {number} of the {unit} left and {needed} are allowed",
            need.tricks,
        )
    return fill(
        sentence,
        card=card,
        seat=need.seat,
        seats=format_list(side, "the"),
        number=tricks,
        unit=gettext(position.rules.unit),
        needed=need.tricks,
    )


def line_text(
    position: Position, line: Sequence[int], marks: Mapping[int, str] | None = None
) -> Text:
    """Return play on one line, each card after the letter of its seat, marks after cards."""
    text = Text()
    for card in line:
        label = played_text(position.to_play, card) + (marks or {}).get(card, "")
        position = position.play(card)
        text = Text(text, " " if text else "", label, "" if position.table else TRICK_MARK)
    return text.removesuffix(TRICK_MARK)


def _or(groups: Sequence[Group]) -> Text:
    """Return a choice of cards in words, equal ones as one."""
    return join(_(" or "), map(equals_text, groups))


# Solutions ----------------------------------------------------------------------------------

LINES = 60
"""The most lines of branches printed if no depth is asked for."""

_LEGEND = (
    N_(
        "! only card (equals aside)   [1] the defence can choose   → [1] goes on there   · new "
        "trick"
    ),
    N_("♦Q (or K): equal cards; where a line stops, the rest is plain"),
)
_BRIEF_LEGEND = N_("! only card (equals aside)   · new trick")
_NOT_SHOWN = N_("replies that branches do not show let the solver do better than the goal")
_NOT = N_("not ♥9: a reply that lets the solver do better than the goal")


def check_text(check: PuzzleCheck, about: DealInfo, tree: bool, depth: int | None) -> Text:
    """Return the whole report on a puzzle; with ``tree``, its branchings down to ``depth``."""
    puzzle, tried = check.verification.puzzle, check.tries or ()
    parts: list[AnyText] = [check_head(check), *map(indent, about.lines)]
    if check.failures:
        block = indent(failures_text(puzzle.position, tried, check.failures))
        parts.append(join("\n", ("", *(line.rstrip() for line in block.lines()), "")))
    if tree:
        if check.solution is not None:
            parts.append(indent(solution_text(check.solution, depth)))
        wrong = [
            Text(failing_text(puzzle, attempt), "\n  ", try_text(puzzle.position, attempt))
            for attempt in tried
        ]
        if wrong:
            block = join("\n", [*wrong, *tries_legend(tried)])
            parts.append(indent(_("wrong first cards") + "\n" + indent(block)))
    return join("\n", parts)


def legend(solution: PuzzleSolution) -> tuple[str, ...]:
    """Return what the signs of a solution mean."""
    return (*map(gettext, _LEGEND), gettext(_NOT if solution.all_defences else _NOT_SHOWN))


def solution_text(solution: PuzzleSolution, depth: int | None = None) -> Text:
    """Return a solution: the main line, what there is to find in it, the branches down to a depth.

    Without a depth as many levels are given as fit into ``LINES`` lines, one at least. If the
    solution has all defences, every level is given.
    """
    cells = len(solution.puzzle.position.hands) + 2
    line = Table(columns("trick", *[""] * (cells - 1), left=cells), main_rows(solution))
    parts: list[Text | str] = [_("main line"), indent(line.text())]
    if gifts := list(gifts_text(solution)):
        parts += [gettext(GIFTS), *map(indent, gifts)]
    parts += numbers_text(solution)
    if depth is None and not solution.all_defences:
        depth = shown_depth(solution)
    branchings = solution.down_to(depth)
    if branchings:
        parts += [_("branches"), *(indent(branching_text(branching)) for branching in branchings)]
    left_out = left_out_text(solution, len(branchings))
    if left_out:
        parts.append(left_out)
    return join("\n", (*parts, *legend(solution)))


def shown_depth(solution: PuzzleSolution) -> int:
    """Return how many levels of branches fit ``LINES`` lines, at least one."""
    depth, lines = 1, 0
    for branching in solution.branchings:
        lines += 1 + len(branching.branches)
        if lines > LINES:
            return max(1, branching.level - 1)
        depth = branching.level
    return depth


def left_out_text(solution: PuzzleSolution, count: int) -> str:
    """Return a line on the branchings after the first ``count``, perhaps an empty one."""
    left = solution.branchings[count:]
    if not left:
        return ""
    first, last = left[0].number, left[-1].number
    numbers = f"[{first}]"
    if first != last:
        numbers = _("{low} to {high}", low=numbers, high=f"[{last}]")
    return ngettext(
        "left out: {numbers}, {number} branching after {choices} choices of the defence or more; "
        "--depth {depth} shows all",
        "left out: {numbers}, {number} branchings after {choices} choices of the defence or more; "
        "--depth {depth} shows all",
        len(left),
        numbers=numbers,
        number=len(left),
        choices=left[0].level - 1,
        depth=solution.levels,
    )


def tricks_of(solution: PuzzleSolution) -> list[list[Step]]:
    """Return the main line trick by trick; the first may have begun before it."""
    tricks: list[list[Step]] = [[]]
    for step in solution.main:
        tricks[-1].append(step)
        if step.winner is not None:
            tricks.append([])
    return [trick for trick in tricks if trick]


def main_rows(solution: PuzzleSolution) -> list[tuple[Text, ...]]:
    """Return the main line: of each trick its number, cards and the count of the goal's seat."""
    position, seat = solution.puzzle.position, solution.puzzle.goal.seat
    table = [
        Text(f"({seat_letter(player)} ", card_text(card), ")")
        for player, card in zip(seats_from(position.leader), position.table, strict=False)
    ]
    taken = 0
    rows = []
    for number, trick in enumerate(tricks_of(solution), 1):
        cards = [
            *(table if number == 1 else ()),
            *(Text(f"{seat_letter(step.seat)} ", _step_text(step)) for step in trick),
        ]
        last = trick[-1].position
        won = trick[-1].winner in last.side(seat)
        taken += last.play(trick[-1].card).side_gain(seat)
        count = Text(f"{seat_word(seat)} {taken}") if won else Text()
        rows.append((Text(str(number)), *cards, *[Text()] * (len(last.hands) - len(cards)), count))
    return rows


def _step_text(step: Step) -> Text:
    named = join(_between(step.is_solver), map(equals_text, step.groups))
    number = "" if step.branching is None else f" [{step.branching}]"
    return Text(named, ONLY_MARK if step.is_only else "", number)


GIFTS = N_("replies in it that let the solver do better")


def gifts_text(solution: PuzzleSolution) -> Iterator[Text]:
    """Yield lines on replies of the main line after which the solver does better than the goal.

    There is a line for each turn. If the solution has all defences, there is one for each reply,
    with the play after it.
    """
    for number, trick in enumerate(tricks_of(solution), 1):
        for step in trick:
            place = _("trick {number}, {seat}: ", number=number, seat=step.seat)
            if solution.all_defences:
                for gift in step.gifts:
                    taken = takes_text(solution.puzzle, gift.tricks)
                    line = try_text(step.position, gift)
                    yield Text(place, equals_text(gift.cards), f": {taken}\n  ", line)
            elif step.gifts:
                by_tricks = sorted(step.gifts, key=lambda gift: gift.tricks)
                results = (
                    Text(
                        join(", ", (equals_text(gift.cards) for gift in gifts)),
                        _(": "),
                        takes_text(solution.puzzle, tricks),
                    )
                    for tricks, gifts in groupby(by_tricks, key=lambda gift: gift.tricks)
                )
                yield Text(place, join(_("; "), results))


def _between(is_solver: bool) -> str:
    """Return what separates cards: "or" for the solver's choice, "/" if any reply is alike."""
    return _(" or ") if is_solver else "/"


def numbers_text(solution: PuzzleSolution) -> list[str]:
    """Return how much there is to find in the main line, and in all."""
    main = solution.main
    counts = (
        (
            N_("only-moves: {number} in the main line{among}, {positions} in all"),
            [step.good + step.bad for step in main if step.is_only],
            solution.tree.only_moves,
        ),
        (
            N_("choices of the defence: {number} in the main line{among}, {positions} in all"),
            [step.good for step in main if not step.is_solver and step.good > 1],
            solution.forks,
        ),
    )
    return [
        gettext(
            sentence,
            number=len(numbers),
            among=_of(numbers),
            positions=ngettext("{number} position", "{number} positions", count, number=count),
        )
        for sentence, numbers, count in counts
    ]


def _of(counts: list[int]) -> str:
    """Return among how many cards a seat had to choose."""
    if not counts:
        return ""
    least, most = min(counts), max(counts)
    return text_if(
        least == most,
        " (among {low} cards)",
        " (among {low} to {high} cards)",
        low=least,
        high=most,
    )


def branching_text(branching: Branching) -> Text:
    """Return a branching: a heading, then a line for each reply of the defence."""
    lines = [Text(branching_head(branching), not_text(branching.gifts))]
    lines += (Text("  ", branch_text(branch)) for branch in branching.branches)
    return join("\n", lines)


def branching_head(branching: Branching) -> str:
    """Return the number of a branching, where it is and who plays there."""
    return _(
        "[{number}] trick {trick}, {seat} plays",
        number=branching.number,
        trick=branching.trick,
        seat=branching.position.to_play,
    )


def branch_text(branch: Branch) -> Text:
    """Return a reply and what follows on one line."""
    text = Text()
    for turn in branch.turns:
        between = " " if text else ""
        text = Text(text, between, turn_text(turn), TRICK_MARK if turn.ends_trick else "")
    if branch.to is None:
        return text.removesuffix(TRICK_MARK)
    return Text(text, f" → [{branch.to}]")


def turn_text(turn: Turn) -> Text:
    """Return what a seat plays at one point of a branch."""
    if turn.is_any:
        return Text(_("{seat} any", seat=seat_letter(turn.seat)))
    cards = join(_between(turn.is_solver), map(equals_text, turn.groups))
    only = ONLY_MARK if turn.is_only else ""
    return Text(f"{seat_letter(turn.seat)} ", cards, only, not_text(turn.gifts))


def not_text(gifts: Sequence[Group]) -> Text:
    """Return which cards let the solver do better, in brackets, or nothing."""
    if not gifts:
        return Text()
    cards = join(", ", map(equals_text, gifts))
    return fill(" (not {cards})", cards=cards)


# The page ------------------------------------------------------------------------------------

_REFERENCE = re.compile(r"\[(\d+)\]")
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1e23; --faint: #5c6068; --red: #b3102a;
  --ground: #fff; --line: #d3d0c6; --box: #f6f5f0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --faint: #a5a8ad; --red: #ff8a95;
  --ground: #191b1f; --line: #3b3e45; --box: #23262b; } }
body { max-width: 54rem; margin: 0 auto; padding: 1rem; color: var(--ink);
  background: var(--ground); font: 1rem/1.5 Georgia, "Liberation Serif", "DejaVu Serif", serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .3rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p { margin: .3rem 0; } .faint { color: var(--faint); } .red { color: var(--red); }
svg { display: block; margin: .8rem 0; max-width: 100%; height: auto; }
summary { cursor: pointer; font-weight: bold; margin: .6rem 0 .2rem; }
details details { margin-left: 1rem; }
table { border-collapse: collapse; } td, th { padding: .1rem .9rem .1rem 0; text-align: left;
  font-weight: normal; white-space: nowrap; }
th { color: var(--faint); }
.hands { background: var(--box); border: 1px solid var(--line); border-radius: .4rem;
  padding: .4rem .7rem; margin: .3rem 0; display: inline-block; font-size: .9rem; }
section { margin: .8rem 0 .8rem 1rem; } section ul { margin: .2rem 0; padding-left: 1.2rem; }
.problems { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); }
.brief { columns: 21rem 2; column-gap: 2rem; line-height: 1.35; }
.brief div { margin: 0 0 1rem; break-inside: avoid; } .problems section { margin: 0; }
.problems h2, .brief h2 { margin: 0; font-size: 1rem; }
a { color: inherit; } :target > p { background: var(--box); }
@media (max-width: 40rem) { td, th { padding-right: .5rem; white-space: normal; } }
@media print {
  :root { --ink: #000; --faint: #444; --ground: #fff; --box: #fff; }
  body { max-width: none; padding: 0 2px; font-size: 10pt; } a { text-decoration: none; }
  article { break-before: page; } article:first-of-type { break-before: auto; }
  .problems { grid-template-columns: repeat(2, minmax(0, 1fr)); } .solutions { break-before: page; }
  section, svg, tr { break-inside: avoid; } h2 { break-after: avoid; } svg { max-height: 9cm; }
  .problems svg { max-height: 6.5cm; margin: .2rem 0; }
  details::details-content { content-visibility: visible; height: auto; }
  summary { list-style: none; }
}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class PagePuzzle(NamedTuple):
    """A puzzle on the page: its ``name``, a ``sentence`` on it, and what it was found to be.

    ``check`` is None if the deal is no puzzle; ``sentence`` then says why. The comment of ``about``
    is shown with the solution.
    """

    name: str
    sentence: AnyText
    check: PuzzleCheck | None = None
    about: DealInfo = NO_INFO

    @property
    def view(self) -> View | None:
        """The problem as it is drawn."""
        if self.check is None:
            return None
        puzzle = self.check.verification.puzzle
        return View.of(puzzle.position, goal=puzzle.goal)


def solutions_page(
    title: str,
    entries: Sequence[PagePuzzle],
    *,
    sheet: bool = False,
    depth: int | None = None,
    note: str = "",
) -> str:
    """Return the page, branches down to a ``depth``; ``note`` warns at the top of what is missing.

    A ``sheet`` is to be printed: the problems are in black and white, the solutions at the back.
    Without a depth a sheet gives only main lines and what refutes wrong first cards.
    """
    head = [f"<h1>{escape(title)}</h1>"]
    if note:
        head.append(f"<p><strong>{escape(note)}</strong></p>")
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
            *head,
            *(_sheet if sheet else _articles)(entries, depth),
            "</body>\n</html>\n",
        )
    )


def _sheet(entries: Sequence[PagePuzzle], depth: int | None) -> Iterator[str]:
    yield '<div class="problems">'
    for number, entry in enumerate(entries, 1):
        if (view := entry.view) is not None:
            yield f"<section>\n<h2>{number}. {escape(entry.name)}</h2>"
            if entry.about.credit:
                yield f"<p>{escape(entry.about.credit)}</p>"
            yield f"{picture(view, grey=True, lines=True)}\n</section>"
    solutions = [entry.check.solution for entry in entries if entry.check and entry.check.solution]
    brief = depth is None and not any(solution.all_defences for solution in solutions)
    head = _("Solutions")
    yield f'</div>\n<div class="solutions">\n<h1>{escape(head)}</h1>'
    if brief:
        yield from _faint(map(gettext, (_BRIEF_LEGEND, _LEGEND[1])[: 2 * len(solutions)]))
    else:
        yield from _legend(entries)
    yield f"<div{' class=brief' * brief}>"
    for number, entry in enumerate(entries, 1):
        yield f"<div>\n<h2>{number}. {escape(entry.name)}</h2>"
        yield from _sentence_html(entry)
        yield from _in_brief(entry) if brief else _solved(number, entry, depth)
        yield "</div>"
    yield "</div>\n</div>"


def _articles(entries: Sequence[PagePuzzle], depth: int | None) -> Iterator[str]:
    summary = _("Solution")
    for number, entry in enumerate(entries, 1):
        yield f"<article>\n<h2>{escape(entry.name)}</h2>"
        if entry.about.credit:
            yield f'<p class="faint">{escape(entry.about.credit)}</p>'
        if (view := entry.view) is None:
            yield f"<p>{_html(entry.sentence)}</p>"
        else:
            yield f"{picture(view)}\n<details><summary>{escape(summary)}</summary>"
            yield from _sentence_html(entry)
            yield from _solved(number, entry, depth)
            yield from _legend([entry])
            yield "</details>"
        yield "</article>"


def _sentence_html(entry: PagePuzzle) -> Iterator[str]:
    """Yield what is told of a puzzle."""
    if entry.about.comment:
        yield f"<p>{escape(entry.about.comment)}</p>"
    yield from _paragraphs(Text(entry.sentence).lines())


def _in_brief(entry: PagePuzzle) -> Iterator[str]:
    """Yield the main line of a puzzle on one line, and what refutes wrong first cards."""
    if (check := entry.check) is None:
        return
    puzzle = check.verification.puzzle
    if check.solution is not None:
        main = check.solution.main
        marks = {step.card: ONLY_MARK for step in main if step.is_only}
        yield from _paragraphs([line_text(puzzle.position, [step.card for step in main], marks)])
    yield from _paragraphs(failing_text(puzzle, attempt) for attempt in check.tries or ())


def _solved(number: int, entry: PagePuzzle, depth: int | None) -> Iterator[str]:
    """Yield the solution of a puzzle and what beats wrong first cards."""
    if (check := entry.check) is None:
        return
    if check.solution is not None:
        yield from _solution(number, check.solution, depth)
    wrong = _("Wrong first cards")
    if check.tries:
        puzzle = check.verification.puzzle
        yield f"<details open><summary>{escape(wrong)}</summary>"
        for attempt in check.tries:
            yield from _paragraphs(
                (failing_text(puzzle, attempt), try_text(puzzle.position, attempt))
            )
        yield "</details>"


def _legend(entries: Sequence[PagePuzzle]) -> Iterator[str]:
    """Yield what the signs in solutions mean, each once."""
    checks = [entry.check for entry in entries if entry.check is not None]
    solutions = (legend(check.solution) for check in checks if check.solution is not None)
    tries = (tries_legend(check.tries or ()) for check in checks)
    return _faint(dict.fromkeys(chain(*solutions, *tries)))


def _faint(lines: Iterable[str]) -> Iterator[str]:
    return (f'<p class="faint">{escape(line)}</p>' for line in lines)


def _paragraphs(lines: Iterable[AnyText]) -> Iterator[str]:
    return (f"<p>{_html(line)}</p>" for line in lines)


def _solution(number: int, solution: PuzzleSolution, depth: int | None) -> Iterator[str]:
    head = _("Main line")
    yield f"<h3>{escape(head)}</h3>\n<table>"
    for row in main_rows(solution):
        cells = "".join(f"<td>{_linked(number, cell)}</td>" for cell in row)
        yield f"<tr>{cells}</tr>"
    yield "</table>"
    if gifts := list(gifts_text(solution)):
        yield f"<h3>{escape(gettext(GIFTS).capitalize())}</h3>"
        yield from _paragraphs(line for gift in gifts for line in gift.lines())
    yield from _paragraphs(numbers_text(solution))
    branchings = solution.down_to(depth)
    for level, group in groupby(branchings, key=lambda branching: branching.level):
        is_open = " open" if level == 1 else ""
        yield f"<details{is_open}><summary>{_level_words(level)}</summary>"
        for branching in group:
            yield from _section(number, branching)
        yield "</details>"
    yield from _faint(filter(None, [left_out_text(solution, len(branchings))]))


def _level_words(level: int) -> str:
    ordinals = {
        1: N_("Branches at the first choice of the defence"),
        2: N_("Branches at the second choice of the defence"),
        3: N_("Branches at the third choice of the defence"),
    }
    if level in ordinals:
        return gettext(ordinals[level])
    return _("Branches at choice {number} of the defence", number=level)


def _section(number: int, branching: Branching) -> Iterator[str]:
    position, branch_number = branching.position, branching.number
    yield f'<section id="p{number}b{branch_number}">'
    gifts = _html(not_text(branching.gifts))
    yield f"<p>{escape(branching_head(branching))}{gifts}</p>"
    yield '<table class="hands">'
    for seat in position.seats:
        hand = hand_text(position.hands[seat], position.rules)
        yield f"<tr><th>{seat_word(seat)}</th><td>{_html(hand)}</td></tr>"
    if position.table:
        head = escape(_("on the table"))
        yield f"<tr><th>{head}</th><td>{_html(cards_text(position.table))}</td></tr>"
    yield "</table>\n<ul>"
    for branch in branching.branches:
        yield f"<li>{_linked(number, branch_text(branch))}</li>"
    yield "</ul>\n</section>"


def _html(text: AnyText) -> str:
    return html_text(text, 'class="red"')


def _linked(number: int, text: AnyText) -> str:
    """Return play of a puzzle as HTML in which numbers lead to their branchings."""
    return _REFERENCE.sub(rf'<a href="#p{number}b\1">[\1]</a>', _html(text))


# As JSON data --------------------------------------------------------------------------------

_TRY = record(
    "cards tricks line answers any_answer=is_any only decided",
    of=Try,
    name="try",
)
_NODE = record(
    "line",
    "to_play=position.to_play:",
    field("needs=need.tricks: Tricks still needed.", integer(unit="tricks or points")),
    "good bad",
    of=Node,
)
record(
    "seat:",
    "card:",
    field("equals: Cards equal to it.", CARDS, lambda step: step.groups[0][1:]),
    field("alike: Cards that would do as well.", CARDS, lambda step: step.cards[1:]),
    "good bad only=is_only branching winner gifts",
    of=Step,
)
record("seat cards groups only=is_only any=is_any gifts", of=Turn)
record(of=Branch)
record(
    "number level trick line",
    "to_play=position.to_play:",
    "branches gifts",
    of=Branching,
)


class PrintedSolution(NamedTuple):
    """A solution down to a depth of its branchings, None for all."""

    solution: PuzzleSolution
    depth: int | None = None

    @property
    def branchings(self) -> tuple[Branching, ...]:
        """Where the defence has a choice, breadth first."""
        return self.solution.down_to(self.depth)


PUZZLE_SOLUTION = record(
    "main_line=solution.main",
    "only_moves=solution.tree.only_moves: Only moves in all.",
    "choices=solution.forks levels=solution.levels branchings",
    field(
        "left_out: Branchings that --depth leaves out.",
        COUNT,
        lambda printed: len(printed.solution.branchings) - len(printed.branchings),
    ),
    of=PrintedSolution,
)


_GOAL = field(
    "goal: The goal: F 4+ for at least, F 2- for at most so many tricks of a seat.",
    TEXT,
    lambda answer: format_goal(answer.puzzle.goal),
)

_VERIFIED = record(
    _GOAL,
    "solver=puzzle.side contract=puzzle.position.contract",
    ace_low("puzzle.position.ace_low"),
    *unit_fields(
        "puzzle.position",
        unit=", in games for the points of cards: goal, tricks and needs are points",
    ),
    field("cards=puzzle.position.tricks: Cards a hand.", COUNT),
    "key=puzzle.key keys=puzzle.keys works tricks refutation cooks strict?=is_strict",
    "only_moves?=tree.only_moves: Positions of the solver in which one card works and another "
    "does not.",
    field(
        "only_moves_in_a_line: The most of them in one line.",
        COUNT,
        lambda verification: (
            verification.tree.only_moves_in_a_line if verification.is_strict else None
        ),
    ),
    field(
        "dual: The first position with a choice.",
        nullable(
            record("line: The line to it.", "works=good: The cards that work there.", of=Node)
        ),
        lambda verification: (
            LEFT_OUT if verification.tree is None else verification.tree.first_dual
        ),
    ),
    of=Verification,
)

_FAILURE = record(
    field("cards: A first card, with those equal to it.", CARDS, lambda failure: failure[0]),
    field(
        "why: What its seat is held to, or made to take, after it.", WHY, lambda failure: failure[1]
    ),
)

VERIFICATION = record(
    given("file: The file.", TEXT),
    given("deal: The number of the deal in it, from 1.", COUNT),
    maybe("about: What the file says of it besides.", DEAL_INFO),
    "verdict=verification.verdict",
    "holds: Whether all that was claimed and asked for is true.",
    field(
        "why?: Why there is no verdict: the keys below are then left out.", TEXT, lambda check: None
    ),
    *(field._replace(optional=True) for field in fields_at("verification", _VERIFIED)),
    "certified?=certificate.proved: With --certify: whether a plain walk has proved all of it "
    "again.",
    "positions_walked?=certificate.positions: Positions of that walk in which a trick begins.",
    field(
        "not_proved?: What it has not proved.",
        list_of(TEXT),
        lambda check: check.certificate and (check.certificate.failed or None),
    ),
    maybe("tree: With --tree: every position of the solution.", list_of(_NODE)),
    maybe("solution: With --tree: the solution as a book prints it.", PUZZLE_SOLUTION),
    maybe("wrong: With --tree: the wrong first cards and what beats them.", list_of(_TRY)),
    field(
        "failures?: With --why: what the wrong first cards fail by.",
        list_of(_FAILURE),
        lambda check: (
            check.failures and [(group, why) for group, why in check.failures.items() if why]
        ),
    ),
    "missing?",
    of=PuzzleCheck,
    name="verify",
    title="manni puzzle check --json",
    doc="The verdict on a puzzle, one line per deal of the FILEs.",
)


def check_json(check: PuzzleCheck, tree: bool, depth: int | None, **given: Any) -> Any:
    """Return all that is told of a puzzle, with its ``tree`` down to a depth of its branchings."""
    if tree:
        given["wrong"] = check.tries
        if check.solution is not None:
            given["tree"] = check.solution.tree.nodes
            given["solution"] = PrintedSolution(check.solution, depth)
    return VERIFICATION.json(check, **given)


record(of=Features)


FIND = record(
    "variant?",
    hand_field(
        "hands=puzzle.position.hands: The hands F, M and D.",
        "puzzle.position.rules",
        list_of(HAND),
    ),
    "contract=puzzle.position.contract",
    *unit_fields("puzzle.position"),
    "leader=puzzle.position.leader: Who leads, or led to the trick in progress.",
    "played=puzzle.position.table: The cards on the table.",
    ace_low("puzzle.position.ace_low"),
    _GOAL,
    "key=puzzle.key: The first card that reaches it.",
    "grade=features.grade features themes",
    of=Find,
    name="puzzle-find",
    title="manni puzzle find --json",
    doc="A puzzle that was found, one per line.",
)
