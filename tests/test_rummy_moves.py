"""The moves of a play, made one by one, other plays as good, and tables put in order.

What is a meld and how cards are written is all that is used of the library to judge them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from commands import error, json_of, manni
from rummy import random_turn
from rummy_plain import melds_of, with_jokers

from manni import (
    RummyPlay,
    RummyRecord,
    best_rummy_play,
    rummy_check,
    rummy_moves,
    rummy_plays,
)
from manni.solver.rummy.games import CODES, get_game
from manni.solver.rummy.turn import pile_text


def signs(cards: object) -> list[str]:
    return pile_text(cards).split()


def make_moves(play: RummyPlay) -> int:
    """Make the moves of a play with cards as texts; return how many there are."""
    turn, lock = play.turn, play.turn.game.jokers == "lock"
    piles = [signs(meld.cards) for meld in turn.table]
    hand, spare = signs(turn.hand), signs(turn.open)
    held = {at: card for at, pile in enumerate(piles, 1) if lock for card in pile if card[2:]}
    touched, moves = set[int](), rummy_moves(play)
    for move in moves:
        assert move.pile != move.to
        gone, come = signs(move.cards), signs(move.becomes)
        places = {"hand": hand, "open": spare}
        if move.source == "pile":
            assert move.pile is not None
            places["pile"] = piles[move.pile - 1]
            touched.add(move.pile)
            # In Tahiti a joker holds its meld together until its card lies there too.
            star = held.get(move.pile)
            assert not star or star[1:] in piles[move.pile - 1]
            if star in gone:
                del held[move.pile]
        else:
            assert move.pile is None
        touched.add(move.to)
        while len(piles) < move.to:
            piles.append([])
        for was, now in zip(gone, come, strict=True):
            places[move.source].remove(was)
            piles[move.to - 1].append(now)
            if was != now:  # a joker from the hand, or one whose card is there
                face = was[1:]
                assert (was[0], now[0]) == ("*", "*")
                assert not face or any(face in pile for pile in piles)
        table = [sorted(signs(pile)) for pile in move.table]
        assert table[: len(piles)] == [sorted(pile) for pile in piles]
        assert not any(table[len(piles) :])
    assert sorted(map(sorted, filter(None, piles))) == sorted(
        sorted(signs(meld.cards)) for meld in play.melds
    )
    assert Counter(hand) == Counter(signs(play.left))
    assert Counter(spare) == Counter(signs(play.open))
    assert moves or not play.laid
    dealt = {
        (frozenset(moves[-1].table[move.to - 1]), card)
        for move in moves
        if move.source == "hand"
        for card in move.becomes
    }
    marked = {(frozenset(meld.cards), card) for meld in play.melds for card in meld.added}
    assert lock or marked == dealt
    still = [at for at in range(1, len(turn.table) + 1) if at not in touched]
    # Two jokers may change places, each into another meld: one lies as it did then.
    assert len(still) == play.kept or any("*" in pile_text(move.becomes) for move in moves)
    return len(moves)


def play_moves(code: str, seed: int) -> None:
    turn = random_turn(code, 10 + seed % 20, seed, 1 + seed % 8, 0.3)
    best, *others = plays = rummy_plays(turn, number=1 + seed % 3)
    assert [best] == [*rummy_plays(turn, number=1)]
    tables = {
        frozenset(Counter(frozenset(meld.cards) for meld in play.melds).items()) for play in plays
    }
    assert len(tables) == len(plays)
    assert all((len(best.left), best.points) == (len(own.left), own.points) for own in others)
    assert [own.kept for own in plays] == sorted((own.kept for own in plays), reverse=True)
    for play in plays:
        make_moves(play)


@pytest.mark.parametrize("code", CODES)
def test_moves_lead_to_the_table(code: str) -> None:
    for seed in range(30):
        play_moves(code, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", CODES)
def test_five_hundred_plays_are_moved(code: str) -> None:
    for seed in range(30, 530):
        play_moves(code, seed)


def plain_covers(
    cards: Counter[str], kinds: list[tuple[str, ...]]
) -> Iterator[list[frozenset[str]]]:
    """Yield the ways to lay all of some cards in melds."""
    first = min(cards, default=None)
    if first is None:
        yield []
        return
    for meld in kinds:
        # A joker of a meld is one that is that card, or one that is free.
        own = Counter(card if card in cards else card[0] if card[2:] else card for card in meld)
        if first in own and own <= cards:
            for rest in plain_covers(cards - own, kinds):
                yield [frozenset(meld), *rest]


@pytest.mark.parametrize("code", ["machiavelli", "carousel", "shanghai", "manipulation"])
def test_a_table_is_put_in_order(code: str) -> None:
    """Against every table that can be made of the cards."""
    game, found = get_game(code), Counter[bool]()
    for seed in range(25):
        rng = Random(seed)
        after = best_rummy_play(random_turn(code, 11, seed, 3, 0.3)).melds
        piles = [signs(meld.cards) for meld in after]
        loose = [rng.choice(piles).pop() for _ in range(seed % 4) if len(piles[0]) > 1]
        piles = [[*pile] for pile in piles if pile]
        loose = [card[:1] if card[2:] else card for card in loose]
        loose += ["S2"] * (seed % 3 == 1)
        told = rummy_check(code, [" ".join(pile) for pile in piles], loose)
        cards = Counter([*(card for pile in piles for card in pile), *loose])
        free = sum(card.startswith("*") for card in cards.elements())
        faces = {card[-2:] for card in cards}
        kinds = [
            own
            for meld in melds_of(game)
            if len({*meld} - faces) <= free
            for own in with_jokers(meld, free)
        ]
        kept = [
            (Counter(map(frozenset, piles)) & Counter(table)).total()
            for table in plain_covers(cards, kinds)
        ]
        found[bool(kept)] += 1
        assert (told and told.kept) == (max(kept) if kept else None), (piles, loose)
        if told:
            make_moves(told)
    assert min(found.values()) >= 5


def test_a_broken_table_keeps_the_rules_of_jokers() -> None:
    """In Tahiti a meld with a joker stays as it is; in Vatikan that of a run stays in a run."""
    assert rummy_check("tahiti", "S7 S8 *S9 | H9 D9", "") is None
    assert rummy_check("carousel", "S7 S8 *S9", "H9 D9 S6")
    assert rummy_check("vatikan", "S7 S8 *S9", "H9 D9 S6") is None
    # A joker that is loose lies in its pile as what it becomes, each of two as another.
    found = rummy_check("carousel", "S7 * *", "S6")
    assert found is not None
    assert [sorted(move.table[0]) for move in rummy_moves(found)] == [sorted(found.melds[0].cards)]
    found = rummy_check("tahiti", "H9 *C9 | S7-9", "D9")
    assert found is not None
    assert [pile_text(move.table[0]) for move in rummy_moves(found)] == ["H9 D9 *C9"]


GAME = """rummy 1
game: tahiti
players: Anna, Björn, Carl
seat: 2
open: H2 ST
table: S7 S8 S9 | C7 D7 H7
hand: SJ D4 HK
laid: S7 S8 S9 ST SJ | C7 D7 H7
drew: H5
left: S7 HK | | D2 *
undone: 1
"""


def test_a_game_is_read_and_written() -> None:
    record = RummyRecord.read(GAME.replace("open", "# of others\n\nopen"))
    assert record.text == GAME
    assert (pile_text(record.turn.hand), pile_text(record.turn.open)) == ("HK H5 D4", "H2")
    assert record.sheet is None
    over = record.then("redo")
    assert over.sheet is not None
    assert (over.sheet.totals, over.turn.table) == ((17, 0, 32), ())
    assert RummyRecord.read(over.text) == over
    assert over.then("undo 3").turn == RummyRecord.read(GAME).then("undo 2").turn
    again = over.then("undo 4").then("hand: S2")
    assert (again.undone, again.steps[-1], len(again.steps)) == (0, "hand: S2", 3)


def test_a_table_is_kept_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = "hand S7 ST HT CK|table: S8 S9 *ST|hint|hint|hint|hint|laid|drew H5|undo|foo|quit"
    call = ("rummy", "play", file, "--game", "carousel", "--names", "Anna, Björn")
    told = manni(*call, text=lines.replace("|", "\n")).stderr
    for words in (
        "> 3 cards can be laid.\n",
        "> ♠T ♠7 ♥T\n",
        "> Melds that change: 1\n",
        "> ♠7 from the hand",
    ):
        assert words in told
    assert "'foo': expected one of table" in told
    assert file.read_text("utf-8").splitlines()[4:] == [
        "hand: S7 ST HT CK",
        "table: S8 S9 *ST",
        "laid: S7 S8 S9 | ST HT *DT",
        "drew: H5",
        "undone: 1",
    ]
    told = manni("rummy", "play", file, text="redo\ntable + C7 D7 H7\nbest").stderr
    assert "2 ♠T ♥T *♦T\n3 ♥7 ♦7 ♣7" in told
    assert json_of("rummy", "best", file, "--by", "points")["left"] == ["H5", "CK"]
    file.write_text("rummy 1\ngame: x", "utf-8")
    assert error("rummy", "best", file).startswith(f"{file}: line 2: no game 'x'")
