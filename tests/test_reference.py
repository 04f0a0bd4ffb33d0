"""The plain search against endings worked out by hand."""

from __future__ import annotations

import pytest
import reference

from manni.solver.position import Position


@pytest.mark.parametrize(
    ("hands", "contract", "leader", "played", "expected"),
    [
        # No cards, no tricks.
        ("... ... ...", "NT", "F", "", (0, 0, 0)),
        # All the top cards, whoever leads.
        ("AKQ... JT9... 876...", "NT", "F", "", (3, 0, 0)),
        ("AKQ... JT9... 876...", "NT", "M", "", (3, 0, 0)),
        # Spades that nobody else leads win nothing in NT, as trumps they ruff everything.
        ("AKQ... .AKQ.. ..AKQ.", "NT", "M", "", (0, 3, 0)),
        ("AKQ... .AKQ.. ..AKQ.", "S", "M", "", (3, 0, 0)),
        # The dealer's hearts are both high; nobody is let in to cash the ace of spades.
        ("K2... A3... .AK..", "NT", "D", "", (0, 0, 2)),
        # Forehand on lead can only choose which spade goes to the ace.
        ("K2... A3... .AK..", "NT", "F", "", (0, 2, 0)),
        # The ace or the king, not both: KJ lies behind AQ.
        ("AQ... KJ... T9...", "NT", "D", "", (1, 1, 0)),
        # The queen falls under the king or the jack under the ace.
        ("A2... QJ... K3...", "NT", "F", "", (1, 0, 1)),
        # Middlehand's ace is on the table: the king is kept and wins what follows.
        ("K2... 3... T4...", "NT", "M", "SA", (1, 1, 0)),
        # NULLO: high cards take tricks whoever is on lead.
        ("AKQ... JT9... 876...", "NULLO", "F", "", (3, 0, 0)),
        # NULLO: two leads through the ace; the dealer beats the three or the two, not both.
        ("A2... K3... 54...", "NULLO", "F", "", (1, 0, 1)),
    ],
)
def test_endings_by_hand(
    hands: str, contract: str, leader: str, played: str, expected: tuple[int, int, int]
) -> None:
    assert reference.guarantees(Position(hands, contract, leader, played)) == expected


def test_a_low_ace_loses_to_the_king() -> None:
    high = Position("A... K... Q...", "NULLO")
    low = Position("A... K... Q...", "NULLO", ace_low=True)
    assert reference.guarantees(high) == (1, 0, 0)
    assert reference.guarantees(low) == (0, 1, 0)
