"""Which puzzles of a file a command is about: by number, grade and theme."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated

import click

from ..solver.deal import Deal
from ..solver.puzzles.features import THEMES, themes_of
from . import options

GradeOption = Annotated[
    int | None,
    options.option(
        "--grade", type=options.WholeRange(1, 5), metavar="N", help="Only puzzles of this grade."
    ),
]
ThemeOption = Annotated[
    str | None,
    options.option("--theme", type=click.Choice(THEMES), help="Only puzzles with this theme."),
]


class Chosen(SimpleNamespace):
    """The puzzles a command is about, by what their tags say of them."""

    grade: GradeOption
    theme: ThemeOption
    number: options.DealOption

    def has(self, deal: Deal) -> bool:
        """Return whether the tags of a deal say that grade and theme."""
        is_graded = self.grade is None or deal.tag("Grade").strip() == str(self.grade)
        return is_graded and (self.theme is None or self.theme in themes_of(deal))

    @property
    def none_told(self) -> str:
        """What is told where no deal is chosen."""
        which = "" if self.number is None else f"deal {self.number} is "
        if self.grade is None and self.theme is None:
            return f"{which or 'it holds '}no puzzle: a puzzle has a [Goal]"
        grade = "" if self.grade is None else f" of grade {self.grade}"
        theme = "" if self.theme is None else f" with the theme {self.theme}"
        return f"{which}no puzzle{grade}{theme}, by the tags Grade and Theme"
