"""``manni play``: advice on a card, and deals against the computer with a piped stdin."""

from __future__ import annotations

from pathlib import Path
from random import Random

import manille_plain as plain
import pytest
from commands import json_of, manni, output
from positions import played_on

from manni.cli.terminal import play
from manni.solver.advice.choices import Belief, Strength
from manni.solver.advice.declaration import auction_of
from manni.solver.advice.observation import Observation
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import BySeat, Contract, Seat, cards_in
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.notation import parse_card
from manni.solver.position import Position, won_in
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Dealing
from manni.solver.table.advice import card_to_play
from manni.solver.table.deal import Table
from manni.solver.table.game import at_table

TABLE = ("play", "--seed", "7", "--variant", "hornafjordur", "--strength", "thumb")

EVERY_CARD = "".join(f"{suit}{rank}\n" for suit in "SHDC" for rank in "23456789TJQKA")
# What is wrong is asked for again: with every card in turn any deal comes to its end.
WHOLE_DEAL = "none\n" + 16 * EVERY_CARD
EVERY_CARD_OF_MANILLE = "".join(f"{suit}{rank}\n" for suit in "SHDC" for rank in "789JQKAT")


def at_random(code: str, seed: int) -> str:
    """Return more answers than a game of Manille can take; what cannot be said is asked again."""
    words = EVERY_CARD_OF_MANILLE.split() + 8 * ["pass"]
    words += [*"HSDC", "none", "20", "25", "30", "general"]
    return "\n".join(Random(f"{code} {seed}").choices(words, k=20_000))


MANILLE_DEAL = "40\npass\nnone\nH\n" + 12 * EVERY_CARD_OF_MANILLE


# At the table ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["5", "6"])
@pytest.mark.parametrize(
    "code",
    [
        *VARIANTS,
        "encheres-petite+talon-declarer",
        "encheres-grande+miseres+realised",
        "manille-4+muette",
        "encheres-5+miseres",
    ],
)
def test_a_deal_is_played_to_its_end(code: str, seed: str, tmp_path: Path) -> None:
    path = tmp_path / "deal.manni"
    variant = get_variant(code)
    points, seat = variant.rules.unit == "points", variant.seats(1).letter
    ran = manni(
        "play", "--seed", seed, "--variant", code, "--strength", "thumb", "--seat", seat,
        "-o", path, text=MANILLE_DEAL if points else "pass\nNT\n" + WHOLE_DEAL,
    )  # fmt: skip
    assert ran.exit_code == 0, ran.stderr
    assert ("Marked: forehand" if points else "Points: forehand") in ran.stderr
    (deal,) = parse_deals(path.read_text(encoding="utf-8"))
    assert len(deal.play) == variant.players * variant.tricks
    # The score sheet checks all of it against the rules: the auction, what was put away, the play.
    assert output("score", path)
    assert "forehand" in output("review", path, "--from", f"{variant.tricks - 1}")
    if not points:
        assert deal.contract is not None
        assert deal.leader is not None
        start = Position(deal.hands_played(), deal.contract, deal.leader, rules=deal.rules_played)
        assert won_in(start.follow(deal.play)) == deal.result


def test_leaving_the_table_keeps_what_was_played() -> None:
    ran = manni(*TABLE, text="\n?\nS2\nxx\nD9\nquit\n")
    assert ran.exit_code == 0
    assert "You are forehand: ♠T8652 ♥A ♦QJT ♣AQT" in ran.stderr
    assert "Play " in ran.stderr  # what "?" is answered
    assert "'xx' is no card" in ran.stderr
    assert "forehand does not hold D9" in ran.stderr
    (deal,) = parse_deals(ran.stdout)
    assert deal.play[0] == parse_card("S2")
    ended = manni(*TABLE, text="\nS2\n")  # the input ends
    assert (ended.exit_code, ended.stdout) == (0, ran.stdout)


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
    assert named is not None
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
    seat = position.to_play

    def seen(hands: BySeat[int]) -> Observation:
        """Return what the seat sees where these hands were dealt and all stood pat."""
        rest = tuple(cards_in(variant.pack & ~sum(hands)))
        now = Dealing(hands, rest, None if contract else dealing.cut)
        table = Table(variant, now, seat, Strength.FAIR, 0, contract=named, declarer=declarer)
        table.bid = "20" if bids else None
        table.exchange = Exchange(variant.exchange, hands, rest)
        while table.exchange.to_exchange is not None:
            table.exchange = table.exchange.discard(())
        table.played = list(played)
        return table.observation(seat)

    known = seen(dealing.hands)
    card = card_to_play(known, Strength.FAIR, seed=2)
    for other in Worlds(known, Belief.NONE, 9).block(9, 5).hands.tolist():
        assert tuple(other) != dealing.hands
        alike = seen(tuple(other))
        assert alike == known
        assert card_to_play(alike, Strength.FAIR, seed=2) == card


def test_opponents_of_every_strength_play_what_they_may() -> None:
    from manni.solver.notation import parse_cards, parse_hand

    known = Observation(
        get_variant("hornafjordur"),
        "NT",
        "D",
        parse_hand("AQ5.K84.J962.T7"),
        played=parse_cards("C8 C9"),
    )
    for strength in Strength:
        assert card_to_play(known, strength) == parse_card("CT")


def test_calls_are_believed_whoever_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = get_variant("laugavatn+no-skip")
    every = frozenset(slot.name for slot in variant.slots)
    left = (frozenset[str](), every, every)
    auction = auction_of(variant, left)
    assert auction.opener is Seat.MIDDLEHAND
    dealing = variant.deal(generator(4))
    table = Table(variant, dealing, Seat.FOREHAND, Strength.FAIR, 0, auction=auction, left=left)
    answers = iter(["pass", "pass", "quit"])
    monkeypatch.setattr("manni.cli.terminal.answer", lambda: next(answers))
    monkeypatch.setattr("manni.cli.terminal.output.talk", lambda *args, **options: None)
    with pytest.raises(StopIteration):
        play(at_table(table))
    known = table.observation(Seat.FOREHAND)
    assert known.calls[0] is not None
    assert known.lines_left == left


def test_a_terminal_is_asked_before_all_hands_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manni.cli.output.on_terminal", lambda: True)
    for text, shown in (("quit\n", False), ("quit\nno\n", False), ("quit\nshow\n", True)):
        ran = manni(*TABLE, text=text)
        assert "with all hands?" in ran.stderr
        assert bool(ran.stdout) is shown


def test_all_may_pass_in_manille() -> None:
    ran = manni(
        "play", "--seed", "1", "--variant", "encheres-sans", "--strength", "thumb",
        text="71\nfoo\n?\npass\n" + MANILLE_DEAL,
    )  # fmt: skip
    assert ran.stderr.count("Your bid (1 to 70, general; or pass; ? for advice): 'foo'") == 1
    assert "'71' cannot be said here" in ran.stderr
    assert "Your bid (1 to 70, general; or pass; ? for advice): " in ran.stderr
    assert parse_deals(ran.stdout)[0].auction[0] == "pass"


# Whole games -----------------------------------------------------------------------------


def test_a_game_goes_on_until_it_is_over(tmp_path: Path) -> None:
    path = tmp_path / "game.manni"
    ran = manni(
        "play", "--game", "--seed", "3", "--variant", "basic", "--strength", "thumb", "-o", path,
        text=40 * ("none\n" + 13 * EVERY_CARD),
    )  # fmt: skip
    assert ran.exit_code == 0, ran.stderr
    sheet = output("score", path)
    assert "has won with" in sheet or "share the win" in sheet
    assert "Deal 2: You deal." in ran.stderr


@pytest.mark.parametrize("games", [2, pytest.param(50, marks=pytest.mark.slow)])
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


GAME = ("play", "--game", "--seed", "8", "--variant", "dix-sept-3", "--strength", "thumb")


@pytest.mark.parametrize(
    ("dealer", "said"),
    [
        ("you", "Deal 1: You deal.\nYou are dealer: "),
        ("Right", "Deal 1: Right deals.\nYou are middlehand: "),
        ("left", "Deal 1: Left deals.\nYou are forehand: "),
        ("draw",
         "Drawn for the deal: You ♣K, Right ♠8, Left ♦8.\n"
         "Drawn for the deal again, the lowest being alike: Right ♠J, Left ♣A.\n"
         "Deal 1: Right deals.\n"),
    ],
)  # fmt: skip
def test_any_player_may_deal_first(dealer: str, said: str) -> None:
    usual = manni(*GAME, text="quit\n")
    assert usual.stderr.startswith("Drawn for the deal: You ♣K")  # as it is in Manille
    manni_game = manni(*GAME, "--variant", "basic", text="quit\n")
    assert manni_game.stderr.startswith("Deal 1: Right deals.\n")
    ran = manni(*GAME, "--dealer", dealer, text="quit\n")
    assert ran.stderr.startswith(said)
    first = "Right" if dealer == "draw" else dealer.capitalize()
    assert f'[Dealer "{first}"]' in ran.stdout
    # The same cards to the same seats.
    assert ran.stdout.split("[Deal ")[1] == usual.stdout.split("[Deal ")[1]
