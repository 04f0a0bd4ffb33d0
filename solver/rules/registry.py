"""The games by their codes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from solver import checks
from solver.errors import NotationError
from solver.rules.basic import BASIC
from solver.rules.dix_sept import DIX_SEPT_3
from solver.rules.encheres import ENCHERES_GRANDE, ENCHERES_PETITE, ENCHERES_SANS
from solver.rules.envers import ENVERS_3
from solver.rules.hornafjordur import HORNAFJORDUR, HORNAFJORDUR_IO
from solver.rules.hornafjordur_old import HORNAFJORDUR_OLD
from solver.rules.laugavatn import LAUGAVATN
from solver.rules.manille_3 import MANILLE_3
from solver.rules.trjamann import TRJAMANN
from solver.rules.variant import MANNI, Dealing, Variant

__all__ = [
    "MANILLE_GAMES", "MANNI", "MANNI_GAMES", "VARIANTS", "Dealing", "Variant", "get_variant",
]  # fmt: skip

MANNI_GAMES: dict[str, Variant] = {
    variant.code: variant
    for variant in (BASIC, TRJAMANN, HORNAFJORDUR, HORNAFJORDUR_IO, HORNAFJORDUR_OLD, LAUGAVATN)
}
"""Games that count tricks."""

MANILLE_GAMES: dict[str, Variant] = {
    variant.code: variant
    for variant in (
        MANILLE_3, ENCHERES_SANS, ENCHERES_PETITE, ENCHERES_GRANDE, DIX_SEPT_3, ENVERS_3
    )
}  # fmt: skip
"""Games that count the points of cards."""

VARIANTS = MANNI_GAMES | MANILLE_GAMES


def get_variant(code: str) -> Variant:
    """Return the variant of a code, with the options that follow it: ``hornafjordur+ace-low``.

    Raises NotationError, which lists the codes or options there are.
    """
    return _variant(checks.text(code, "variant"))


@lru_cache(maxsize=64)
def _variant(code: str) -> Variant:
    name, *options = code.strip().lower().split("+")
    variant = VARIANTS.get(name)
    if variant is None:
        raise NotationError(f"no variant {name[:40]!r}: there are {' '.join(VARIANTS)}")
    possible = variant.options
    for option in options:
        if option not in possible:
            there = f"its options are {' '.join(possible)}" if possible else "it has none"
            raise NotationError(f"{name} has no option {option[:40]!r}: {there}")
        if options.count(option) > 1:
            raise NotationError(f"{name}: the option {option} is given twice")
        variant = replace(possible[option].change(variant), code=f"{variant.code}+{option}")
    return variant
