"""Old Hornafjarðarmanni: Trjámann with six contracts for each player."""

from __future__ import annotations

from dataclasses import replace

from solver.rules.auction import ALL_SIX
from solver.rules.scoring import AfterDeals
from solver.rules.trjamann import TRJAMANN
from solver.rules.variant import Variant

HORNAFJORDUR_OLD: Variant = replace(
    TRJAMANN,
    code="hornafjordur-old",
    name="old Hornafjarðarmanni",
    slots=ALL_SIX,
    ending=AfterDeals(18),
    options={},
)
