"""The plain search against endings worked out by hand and a search plainer still."""

from random import Random

import pytest
from positions import GAMES, manille_position, random_position

from manni.solver import reference
from manni.solver.cards import Seat
from manni.solver.position import Position
from manni.solver.rules.trick import TrickRules


def plainest(position: Position, seats: tuple[Seat, ...]) -> int:
    """Return what these seats get together by playing out everything, nothing remembered."""
    found = []
    for card in position.legal():
        after = position.play(card)
        found.append(sum(map(after.gain, seats)) + plainest(after, seats))
    if not found:
        return 0
    own = position.to_play in seats
    return max(found) if own is not position.avoids else min(found)


@pytest.mark.parametrize(
    "rules", [None, *GAMES], ids=["plain", "manille", "encheres", "envers", "misere"]
)
def test_it_is_what_playing_everything_out_gives(rules: TrickRules | None) -> None:
    """With partners also for the pair: its value and the declarer's come to all there is."""
    rng = Random(f"plainest {rules}")
    for number in range(60 if rules is None else 30):
        if rules is None:
            position = random_position(rng, 1 + number % 3)
        else:
            position = manille_position(rng, 3, (rules,))
        for seat in Seat:
            assert reference.guarantee(position, seat) == plainest(position, position.side(seat))


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
    assert reference.guarantees(Position.parse(hands, contract, leader, played)) == expected
