"""``manni play``: deals and games against the computer; what is printed is in ``golden``."""

from random import Random

import manille_plain as plain
import pytest
from commands import json_of, manni
from positions import observed, played_on

from manni.cli.terminal import play
from manni.solver.advice.choices import Belief, Strength
from manni.solver.advice.declaration import auction_of
from manni.solver.advice.observation import Observation
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import BySeat, Contract, Seat, cards_in
from manni.solver.deal import Deal
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.notation import parse_card
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Dealing
from manni.solver.table.advice import card_to_play
from manni.solver.table.deal import DealTable
from manni.solver.table.game import single_deal_course

TABLE = ("play", "--seed", "7", "--variant", "hornafjordur", "--strength", "thumb")


def at_random(code: str, seed: int) -> str:
    """Return more answers than a game of Manille can take; what cannot be said is asked again."""
    words = [suit + rank for suit in "SHDC" for rank in "789JQKAT"] + 8 * ["pass"]
    words += [*"HSDC", "none", "20", "25", "30", "general"]
    return "\n".join(Random(f"{code} {seed}").choices(words, k=20_000))


# At the table ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "contract"),
    [
        *(("hornafjordur", contract) for contract in ("S", "NT", "NULLO")),
        *(
            pytest.param("hornafjordur", contract, marks=pytest.mark.slow)
            for contract in ("H", "D", "C")
        ),
        ("manille-4+muette", None),
        ("encheres-5", "H"),
        ("envers-4", "D"),
    ],
)
@pytest.mark.parametrize("cards", [5, 17])
def test_the_computer_sees_no_cards_but_its_own(
    code: str, contract: str | None, cards: int
) -> None:
    variant, rng = get_variant(code), generator(cards)
    dealing = variant.deal(rng)
    named = Contract[contract] if contract else variant.fixed_contract(1, dealing.cut)
    bids = code.startswith("encheres")
    declarer = variant.seats(1) if bids else None
    start = Position.checked(
        dealing.hands,
        named,
        variant.leader(declarer),
        rules=variant.rules_of(named),
        declarers=variant.side_declaring(declarer),
    )
    played, position = played_on(rng, start, cards)
    seat, order = position.to_play, variant.exchange.order(None, variant.seats)
    stood_pat = tuple(() if each in order else None for each in variant.seats)

    def seen(hands: BySeat[int]) -> Observation:
        """Return what the seat sees where these hands were dealt and all stood pat."""
        rest = tuple(cards_in(variant.pack & ~sum(hands)))
        now = Dealing(hands, rest, None if contract else dealing.cut)
        deal = Deal.of(variant, now, contract=named, declarer=declarer, leader=start.leader)
        deal = deal.but(bid="20" if bids else None, discards=stood_pat, play=tuple(played))
        return DealTable(deal, seat, Strength.FAIR, 0).observation(seat)

    known = seen(dealing.hands)
    for other in Worlds(known, Belief.NONE, 9).block(9, 5).hands.tolist():
        assert tuple(other) != dealing.hands
        assert seen(tuple(other)) == known  # and of that alone the card depends


def test_opponents_of_every_strength_play_what_they_may() -> None:

    known = observed(
        "card",
        "AQ5.K84.J962.T7",
        "hornafjordur",
        "NT",
        "D",
        played="C8 C9",
    )
    for strength in Strength:
        assert card_to_play(known, strength) == parse_card("CT")


def test_calls_are_believed_whoever_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = get_variant("laugavatn+no-skip")
    every = frozenset(slot.name for slot in variant.slots)
    left = (frozenset(), every, every)
    auction = auction_of(variant, left)
    assert auction.opener is Seat.MIDDLEHAND
    deal = Deal.of(variant, variant.deal(generator(4)))
    table = DealTable(deal, Seat.FOREHAND, Strength.FAIR, 0, auction=auction, left=left)
    answers = iter(["pass", "pass", "quit"])
    monkeypatch.setattr("manni.cli.terminal.answer", lambda: next(answers))
    monkeypatch.setattr("manni.cli.terminal.talk", lambda *args, **options: None)
    with pytest.raises(StopIteration):
        play(single_deal_course(table))
    known = table.observation(Seat.FOREHAND)
    assert known.calls[0] is not None
    assert known.lines_left == left


def test_a_terminal_is_asked_before_all_hands_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manni.cli.output.on_terminal", lambda: True)
    for text, shown in (("quit\n", False), ("quit\nno\n", False), ("quit\nshow\n", True)):
        ran = manni(*TABLE, text=text)
        assert "with all hands?" in ran.stderr
        assert bool(ran.stdout) is shown


# Whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "code",
    [
        *("manille-4", "manille-4+muette+match", "decouverte"),
        *("encheres-4+miseres", "encheres-5+miseres", "encheres-6+miseres", "encheres-7+miseres"),
        *("envers-4", "envers-5", "dix-sept-4", "encheres-petite+talon-declarer"),
    ],
)
def test_a_game_is_what_its_record_says(code: str, games: int) -> None:
    """Whatever somebody answers, who played what tells how it stands, in words of their own."""
    for seed in range(games):
        ran = manni(
            "play", "--game", "--seed", str(seed), "--variant", code, "--strength", "thumb",
            text=at_random(code, seed),
        )  # fmt: skip
        assert ran.exit_code == 0, ran.stderr
        sheet = json_of("score", "-", text=ran.stdout)
        names = [*sheet["totals"]]
        totals, winners = plain.score(ran.stdout)
        assert [*sheet["totals"].values()] == totals
        assert sheet["winners"] == [names[player] for player in winners] != []
        assert format_deals(parse_deals(ran.stdout)) == ran.stdout
