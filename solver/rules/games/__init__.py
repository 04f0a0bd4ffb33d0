"""The games by their codes, a file for each or for a family: its ``GAMES`` are played."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from itertools import combinations

from ... import checks
from ...errors import NotationError
from ...i18n import fold_case
from ..variant import Variant

_TOTAL = "[1-9][0-9]{0,3}"
"""A number that stands for an option."""


def _families() -> dict[str, tuple[Variant, ...]]:
    """Return the games of each file by its name; those that count tricks come first."""
    names = {
        name.partition(".")[0]
        for folder in __path__
        for name in os.listdir(folder)
        if name.endswith((".py", ".pyc"))  # where no source is left, what was compiled
    }
    names.remove("__init__")
    families = {name: import_module(f"{__name__}.{name}").GAMES for name in sorted(names)}
    return dict(sorted(families.items(), key=lambda family: family[1][0].rules.unit, reverse=True))


FAMILIES = _families()
"""The games of each file in ``rules/games``, by its name."""

VARIANTS: dict[str, Variant] = {
    variant.code: variant for family in FAMILIES.values() for variant in family
}


def variant_of(given: Variant | str) -> Variant:
    """Return a game as it is, or that of a code."""
    if isinstance(given, str):
        return get_variant(given)
    return checks.instance(given, Variant, "variant")


def get_variant(code: str) -> Variant:
    """Return the variant of a code, with the options that follow it: ``hornafjordur+ace-low``.

    >>> game = get_variant("manille-3+match")
    >>> game.players, game.tricks, game.rules.unit
    (3, 10, 'points')

    Raises NotationError, which lists the codes or options there are.
    """
    return _variant(code)


@lru_cache(maxsize=64)
def _variant(code: str) -> Variant:
    name, *options = fold_case(code.strip()).split("+")
    variant = VARIANTS.get(name)
    if variant is None:
        raise NotationError(f"no variant {name[:40]!r}: there are {' '.join(VARIANTS)}")
    game, changes = variant, {}
    for option in options:
        change = _change(variant, option)
        if change is None:
            there = f"its options are {' '.join(game.options)}" if game.options else "it has none"
            raise NotationError(f"{name} has no option {option[:40]!r}: {there}")
        if option in changes:
            raise NotationError(f"{name}: the option {option} is given twice")
        variant = replace(change(variant), code=f"{variant.code}+{option}")
        changes[option] = change
    for (first, before), (second, change) in combinations(changes.items(), 2):
        if change(before(game)) == change(game):  # nothing is left of the first
            raise NotationError(f"{name}: {first} and {second} exclude each other")
    return variant


def _change(variant: Variant, option: str) -> Callable[[Variant], Variant] | None:
    """Return what an option does to a game, None where the game has no such option."""
    if option in variant.options:
        change = variant.options[option].change
        return partial(replace, **change) if isinstance(change, Mapping) else change
    numbered = next(
        (choice.numbered for choice in variant.options.values() if choice.numbered), None
    )
    if numbered is None or not re.fullmatch(_TOTAL, option):
        return None
    return lambda variant: numbered(variant, int(option))
