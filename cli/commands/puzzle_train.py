"""``manni puzzle train``: puzzles to solve in the terminal, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ... import Contract, Deal, DealError, Position, Run, Solver, parse_deals
from ...solver import localized_input
from ...solver.cards import contract_words, suit_of
from ...solver.goal import Goal
from ...solver.i18n import N_, _, fold_case, gettext, ngettext, pgettext, seat_word
from ...solver.puzzles.verify import Puzzle, keeping_cards, puzzle_of, refute, reply
from ...solver.report.diagram import DealInfo, Scene, draw_scene
from ...solver.report.puzzle import failure_text, line_text
from ...solver.report.text import Text, card_text, cards_text, fill
from .. import inputs, options
from ..board.shelf import samples
from ..puzzles import Chosen
from ..terminal import LeftError, asked, say

_HELP = N_('Name a card when asked; "?" gives a hint, "skip" the next puzzle, "quit" leaves.')
_MEMORY_MB = 64


@options.command
def command(file: options.OptionalFile, chosen: Chosen) -> None:
    """Solve puzzles card by card, with hints and refutations.

    Of FILE or, without one, of those that come with the program, in their order. At each turn of
    yours name a card; a wrong one is refuted, and you choose again. The others play what makes it
    hardest. "?" gives a hint: the first time the suit, then the card. "skip" goes on to the next
    puzzle, "quit" leaves.
    """
    solver = Solver(_MEMORY_MB, 1)
    puzzles = [
        _Training(place, deal, puzzle, solver)
        for place, deal in _deals(file, chosen.number)
        if (puzzle := puzzle_of(deal)) is not None and chosen.has(deal)
    ]
    if not puzzles:
        told = chosen.none_told
        raise DealError(told if file is None else f"{inputs.name_of(file)}: {told}")
    say(gettext(_HELP), "\n")
    with suppress(LeftError):
        for training in puzzles:
            training.solve()
    begun = [training for training in puzzles if training.ended]
    if len(puzzles) > 1 and begun:
        alone = sum(training.is_solved and not training.helped for training in begun)
        solved = sum(training.is_solved for training in begun)
        say(
            _(
                "{number} of {all} puzzles solved, {alone} at once.",
                number=solved,
                all=len(begun),
                alone=alone,
            )
        )


def _deals(file: str | None, number: int | None) -> Iterator[tuple[str, Deal]]:
    """Yield deals with what messages call them: of a file, else those that come along."""
    if file is not None:
        for _number, place, deal in inputs.deals_of(file, number):
            yield place, deal
        return
    shipped = parse_deals(samples()["puzzles"])
    if number is not None and number > len(shipped):
        raise DealError(f"there are {len(shipped)} puzzles: there is no deal {number}")
    for at, deal in enumerate(shipped, 1):
        if number in (None, at):
            yield _("deal {number}", number=at), deal


class _Training:
    """One puzzle being solved: ``helped`` counts wrong cards and hints."""

    def __init__(self, place: str, deal: Deal, puzzle: Puzzle, solver: Solver) -> None:
        self._solver = solver
        self._place, self._deal, self._puzzle = place, deal, puzzle
        self._ranks = "" if deal.rules is None else deal.rules.ranks_told
        self.helped, self.is_solved, self.ended = 0, False, False

    def solve(self) -> None:
        """Play the puzzle to its end. Raises LeftError if the player leaves."""
        position, need = self._puzzle.position, self._puzzle.goal
        about, grade = DealInfo.of(self._deal), self._deal.tag("Grade")
        graded = _(", grade {grade}", grade=grade) if grade else ""
        say(f"{about.name or self._place}{graded}", f"\n{about.credit}" if about.credit else "")
        say(draw_scene(Scene.of(position, goal=self._puzzle.goal)), "\n")
        if not need.is_reached(self._solver.engine, position):
            say(_("The goal cannot be reached: manni puzzle check tells more."))
            return
        self.ended = True
        while need.met_by_count(position) is not True:
            if self._is_asked(position, need):
                chosen = self._asked(position, need)
                if chosen is None:
                    say(_("Skipped."), "\n")
                    return
                card = chosen
            else:
                card, told = position.legal()[0], _("{seat:The} has only {card}.")
                if not need.is_solver(position):
                    card, told = reply(position, need, self._solver), _("{seat:The} plays {card}.")
                say("  ", fill(told, seat=seat_word(position.to_play), card=card_text(card)))
            position = position.play(card)
            need = need.after(position)
            if need.met_by_count(position) is None and self._is_asked(position, need):
                goal = Goal(need.seat, need.tricks, need.at_least)
                say("\n", draw_scene(Scene.of(position, goal=goal)), "\n")
        self.is_solved = True
        told = _("Solved at once.")
        if self.helped:
            told = ngettext(
                "Solved, with {number} wrong card or hint.",
                "Solved, with {number} wrong cards or hints.",
                self.helped,
            )
        say(told.format(number=self.helped))
        say(f"{about.comment}\n" if about.comment else "")

    @staticmethod
    def _is_asked(position: Position, need: Goal) -> bool:
        """Return whether the player has a choice: equal cards are none."""
        return need.is_solver(position) and len(position.equivalent_cards()) > 1

    def _asked(self, position: Position, need: Goal) -> int | None:
        """Return a right card of the player's, None if he goes on to the next puzzle."""
        asked_for_hints = 0

        def hint() -> Text:
            nonlocal asked_for_hints
            asked_for_hints += 1
            self.helped += 1
            right = sorted(keeping_cards(position, need, self._solver))
            if asked_for_hints > 1:
                return fill("Right is {cards}.", cards=cards_text(right))
            suits = sorted({suit_of(card) for card in right})
            names = _(" or ").join(contract_words(Contract(suit)) for suit in suits)
            return fill("Look at {suits}.", suits=names)

        def read(line: str) -> int | None:
            if fold_case(line) in ("skip", "next", fold_case(pgettext("answer", "skip"))):
                return None
            card = localized_input.parse_card(line, self._ranks)
            position.play(card)  # an error where it is not legal
            if not need.is_kept(self._solver.engine, position, card):
                self.helped += 1
                raise DealError(str(self._refuted(position, need, card)))
            return card

        question = _("{seat:The} plays: ", seat=seat_word(position.to_play))
        return asked(question, read, hint)

    def _refuted(self, position: Position, need: Goal, card: int) -> Text:
        """Return what beats a card."""
        beaten = refute(position, need, card, self._solver, Run())
        return fill(
            "{what}: {line}",
            what=failure_text(position, need, card, beaten.tricks),
            line=line_text(position, beaten.line),
        )
