"""The policy for the play, and rollouts by it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from inspect import unwrap
from operator import and_, sub
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from manni.solver.cards import FULL_PACK, SEATS, TABLES, Contract, cards_in, hand_of
from manni.solver.position import Position
from manni.solver.rollouts import (
    KIND_NAMES,
    Game,
    PlayHistory,
    Rollouts,
    Weights,
    game_of,
    rollouts,
    weights,
)
from manni.solver.rules.games import get_variant
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE
from manni.solver.rules.trick import ACE_LOW, PLAIN, TrickRules, legal_cards, trick_winner

GAMES = [
    *((PLAIN, contract) for contract in Contract),
    (ACE_LOW, Contract.NULLO),
    *((rules, Contract.D) for rules in (MANILLE, ENVERS, ENCHERES)),
    (ENCHERES, Contract.NT),
]
MORE = [
    (rules, Contract.D, players)
    for players in TABLES
    if players != SEATS
    for rules in (PLAIN, ENVERS, ENCHERES)
]


CHECKSUMS = (
    1047738384, 2875365793, 434537757, 2023397009, 2703136131, 2943302877, 2932250602, 741215910,
    3847643090, 2933705204, 1677285975,
)  # fmt: skip
"""Of what the policy counts of positions and cards of each game, and of its scores."""


class Table:
    """A deal being played, with what each seat has put down and shown not to have."""

    def __init__(
        self, rng: Random, rules: TrickRules, contract: Contract, players: int = SEATS
    ) -> None:
        self.rules, self.contract, self.players = rules, contract, players
        self.pack = get_variant("manille-3" if players == SEATS else "manille-4").pack
        lengths = [4, 10]
        if rules.is_plain:
            self.pack, lengths = FULL_PACK, [3, 8, 12, 16]
        if players != SEATS:
            lengths = [2, min(16, self.pack.bit_count() // players)]
        length = rng.choice(lengths)
        pack = list(cards_in(self.pack))
        rng.shuffle(pack)
        hands = [hand_of(pack[length * seat : length * (seat + 1)]) for seat in range(players)]
        rest = pack[players * length :]
        self.gone = [hand_of(rest[seat :: players + 1]) for seat in range(players)]
        self.dealt = hands
        self.leader = rng.randrange(players)
        self.declarers = frozenset()
        if rules.partners:
            pairs = players == 4 and rng.random() < 0.5
            self.declarers = frozenset((0, 2) if pairs else {rng.randrange(players)})
        self.position = Position(
            hands, contract, self.leader, rules=rules, declarers=self.declarers
        )
        self.played = []
        self.lacks = [0] * players
        self.won = [0] * players

    @property
    def game(self):
        return game_of(self.rules, self.contract, self.declarers, self.pack, self.players)

    @property
    def sight(self) -> tuple[Any, ...]:
        """What the seat to play goes by."""
        position, seat = self.position, self.position.to_play
        lacks = [self.lacks[other] for other in self.others]
        return self.game, seat, position.hands[seat], self.unseen, position.table, lacks

    @property
    def others(self) -> list[int]:
        """The seats after the one to play, in turn."""
        seat = self.position.to_play
        return [(seat + after) % self.players for after in range(1, self.players)]

    @property
    def unseen(self) -> int:
        """The cards that the seat to play has not seen."""
        seat = self.position.to_play
        return self.pack & ~(self.position.hands[seat] | self.gone[seat] | hand_of(self.played))

    def scores(self, by: Rollouts) -> dict[int, int]:
        """Return the score of each legal card, suits in turn, lowest first."""
        scores = {card: score for card, score, _ in by.scores(*self.sight)[0]}
        order = sorted(scores, key=lambda c: (c // 13, self.rules.heights[c % 13]))
        return {card: scores[card] for card in order}

    def play(self, card: int) -> None:
        seat, table = self.position.to_play, self.position.table
        for other in cards_in(FULL_PACK) if table else ():
            # What would have bound the seat to another card, it does not hold.
            held = 1 << other | 1 << card
            legal = legal_cards(held, table, self.contract, self.rules, seat, self.declarers)
            if not legal >> card & 1:
                self.lacks[seat] |= 1 << other
        self.position = self.position.play(card)
        self.played.append(card)
        for each in range(self.players):
            self.won[each] += self.position.gain(each)

    def groups(self, scores: dict[int, int]) -> list[list[int]]:
        """Return the cards, equal ones together; suits in turn, the lowest first."""
        between, rules = self.unseen | hand_of(self.position.table), self.rules
        found = []
        for card in scores:
            last = found[-1][-1] if found else card
            gap = between & rules.higher(last) & ~(rules.higher(card) | 1 << card)
            worths = {rules.card_points[each % 13] for each in (last, card)}
            if last == card or last // 13 != card // 13 or gap or len(worths) > 1:
                found.append([])
            found[-1].append(card)
        return found

    def by_policy(self, scores: dict[int, int]) -> int:
        """Return the card with the highest score, of equals the lowest."""
        heights = self.rules.heights
        lowest = (group[0] for group in self.groups(scores))
        return min(lowest, key=lambda c: (-scores[c], heights[c % 13], c // 13))


@pytest.fixture(scope="module")
def any_weights() -> Weights:
    """Weights with something in every row, unlike the stored ones."""
    rng = np.random.default_rng(3)
    drawn = ((rng.integers(-100, 100, (7, *part.shape[1:])), part) for part in weights())
    return Weights(*(np.resize(one, part.shape).astype(np.int16) for one, part in drawn))


@pytest.mark.parametrize(("game", "expected"), list(enumerate(CHECKSUMS)))
def test_what_the_policy_counts_and_its_scores_are_as_they_were(
    game: int, expected: int, any_weights: Weights
) -> None:
    """The stored weights are fitted to them: a fact counted otherwise wants weights of its own."""
    rules, contract = GAMES[game]
    rng, by, found = Random(contract), Rollouts(*any_weights), 0
    for _ in range(4):
        table = Table(rng, rules, contract)
        while table.position.tricks:
            found = crc32(repr(by.scores(*table.sight)).encode(), found)
            table.play(rng.choice(list(table.scores(by))))
    assert found == expected


class SplitMix:
    """The random numbers of a rollout, as Steele, Lea and Flood (2014) give them."""

    def __init__(self, state: int) -> None:
        self.state = state

    def __call__(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & _WORD
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        return mixed ^ mixed >> 31


_WORD = (1 << 64) - 1


@pytest.mark.parametrize(("rules", "contract", "players"), [*((*g, SEATS) for g in GAMES), *MORE])
def test_a_rollout_is_the_policy_card_by_card_or_any_legal_card_at_random(
    rules: TrickRules, contract: Contract, players: int, any_weights: Weights
) -> None:
    rng = Random(contract)
    by = Rollouts(*any_weights)
    for turn in range(11):
        # The seats that play at random, if it is said.
        mask = None if turn < 3 else rng.randrange(1 << players)
        table = Table(rng, rules, contract, players)
        for _ in range(rng.randrange(players * table.position.tricks)):
            table.play(rng.choice(table.position.legal()))
        history, cards = tuple(table.played), table.position.legal()
        drawn = rng.randrange(1 << 64 - players) << players | mask if mask else 0
        worlds = (
            table.game, np.array([table.dealt], np.uint64), np.array([table.gone], np.uint64),
            table.leader, history,
        )  # fmt: skip
        at_random = () if mask is None else (np.array([drawn], np.uint64),)
        taken = np.zeros((1, len(cards), players), np.int16)
        card, number = rng.randrange(len(cards)), SplitMix(drawn)
        left = players * table.position.tricks - len(table.position.table)
        playouts, only = np.zeros((1, len(cards), left), np.int8), np.zeros_like(taken)
        by.play(*worlds, cards, taken, *at_random or (None,), playouts)
        by.play(*worlds, cards, only, *at_random)
        assert (taken == only).all()
        table.play(cards[card])
        while table.position.tricks:
            if drawn >> table.position.to_play & 1:
                legal = sorted(
                    table.position.legal(), key=lambda c: (c // 13, rules.heights[c % 13])
                )
                table.play(legal[number() % len(legal)])
            else:
                table.play(table.by_policy(table.scores(by)))
        assert taken[0, card].tolist() == table.won
        assert playouts[0, card].tolist() == table.played[len(history) :]


@pytest.mark.parametrize(("rules", "contract", "players"), MORE)
def test_what_is_counted_of_those_to_come_at_any_table(
    rules: TrickRules, contract: Contract, players: int
) -> None:
    rng, trump = Random(players), 0x1FFF << 13 * contract
    for _ in range(8):
        table = Table(rng, rules, contract, players)
        while table.position.tricks:
            position, unseen, lacks, others = (
                table.position, table.unseen, table.lacks, table.others,
            )  # fmt: skip
            begun, come = position.table, others[: players - 1 - len(position.table)]
            side = {*position.side(position.to_play)}
            friends = (2 if begun or others[0] in side else 1) * bool(side & {*come})
            if begun and (position.leader + trick_winner(begun, contract, rules)) % players in side:
                friends = 1 if {*come} - side else 4
            elif not come:
                friends = 3
            for card, _, facts in rollouts().scores(*table.sight)[0]:
                suit = 0x1FFF << card // 13 * 13
                void = [not suit & ~lacks[each] for each in others]
                ruffs = (unseen & trump & ~lacks[each] for each in come)
                above = [
                    sum(any(~lacks[seat] >> one & 1 for seat in seats) for one in higher)
                    for seats in (come[:1], come[1:])
                    for higher in (cards_in(unseen & rules.higher(card)),)
                ]
                ruffed = suit != trump and any(map(and_, map(bool, ruffs), void))
                # As their rows have them, which those of any card end with.
                shown, beaten, worth = map(sub, facts[-3:], (2501, 2693, 2885))
                assert shown // 8 % 4 == void[0] + 2 * any(void[1:])
                assert divmod(beaten // 2 % 16, 4) == tuple(min(each, 3) for each in above)
                assert (beaten % 2, worth // 6 % 5) == (ruffed, friends)
            table.play(rng.choice(position.legal()))


@pytest.mark.parametrize("players", [3, 5])
def test_how_likely_cards_were_is_by_the_scores(players: int) -> None:
    rng = Random(8)
    table = Table(rng, PLAIN, Contract.H, players)
    styles = [(100.0, 0.05), (300.0, 0.2), (100.0, 1.0)]
    parts = np.array([0.5, 0.3, 0.2])
    chances = np.stack([np.exp(-np.arange(500.0) / scale) for scale, _ in styles], axis=1)
    slips = np.array([slip for _, slip in styles])
    expected = np.tile(parts, (players, 1))
    steps = min(20, 3 * table.position.tricks)
    for _ in range(steps):
        scores = table.scores(rollouts())
        card = rng.choice(table.position.legal())
        runs = table.groups(scores)
        if table.position.to_play != 1 and len(runs) > 1:
            own = next(run for run in runs if card in run)
            best = max(scores.values())
            for style, slip in enumerate(slips):
                counts = {card: chances[min(best - scores[card], 499), style] for card in scores}
                chance = counts[own[0]] / sum(counts[run[0]] for run in runs) / len(own)
                chance = (1 - slip) * chance + slip / len(scores)
                expected[table.position.to_play, style] *= chance
        table.play(card)
    found = np.full((1, players, len(styles)), 7.0)
    past = PlayHistory(rollouts(), table.game, table.leader, table.played, 1, parts, chances, slips)
    past.likelihoods(np.array([table.dealt], np.uint64), np.array([table.gone], np.uint64), found)
    assert found[0, 1] == pytest.approx(parts)
    assert found[0] == pytest.approx(expected)


def weighed(game: Any, hands: Any, gone: Any, found: Any, **past: Any) -> None:
    PlayHistory(rollouts(), game, **past).likelihoods(hands, gone, found)


def moved(game: Any, hands: Any, gone: Any, found: Any, **own: Any) -> None:
    known, free, ways = (own.pop(name) for name in ("known", "free", "ways"))
    past = PlayHistory(rollouts(), game, **own)
    if hands.shape != gone.shape:
        raise ValueError
    deals = np.stack([hands, gone, gone], axis=1)
    past.move(deals, known, free, ways, 1.0, np.zeros(2, np.uint64), 20)


def wrong_worlds(hands: Any) -> Iterator[dict[str, Any]]:
    """Yield what would be written or read past an end."""
    yield from ({"leader": seat} for seat in (-1, 3))
    yield from ({"history": cards} for cards in ((52,), (-1,), range(13), range(52), range(60)))
    uneven, doubled = hands.copy(), hands.copy()
    uneven[1, 0], doubled[1, 0] = 1, hands[1, 1]
    for wrong in (hands[:1], hands[:, :2].copy(), uneven, doubled, hands << np.uint64(39)):
        yield {"hands": wrong}
    yield {"gone": hands[:1]}
    yield {"gone": hands[:, :2].copy()}


def test_what_would_be_read_or_written_past_its_end_is_refused() -> None:
    hands = np.array([[0b1111 << 13 * seat for seat in range(SEATS)]] * 2, np.uint64)
    game, by = game_of(PLAIN, Contract.NT, frozenset(), FULL_PACK, SEATS), rollouts()
    worlds = {"hands": hands, "gone": np.zeros_like(hands), "leader": 0, "history": ()}
    taken, playouts = np.zeros((2, 1, SEATS), np.int16), np.zeros((2, 1, 12), np.int8)
    likely = {"viewer": 0, "chances": np.ones((3, 2)), "slips": np.zeros(2)}
    likely |= {"parts": np.ones(2), "found": np.zeros((2, SEATS, 2))}
    asked = [
        (
            by.play,
            {"cards": (0,), "taken": taken, "playouts": playouts},
            [
                *({"taken": np.zeros(size, np.int16)} for size in ((1, 1, 3), (2, 1, 2))),
                *({"cards": own} for own in (range(18), (99,), (0, 1))),
                {"random_seats": np.zeros(1, np.uint64)},
                *({"playouts": np.zeros(size, np.int8)} for size in ((1, 1, 9), (2, 2, 9))),
                {"playouts": np.zeros((2, 1, 13), np.int8)},
            ],
        ),
        (
            weighed,
            likely,
            [
                *({"found": np.zeros(size)} for size in ((1, 3, 2), (2, 2, 2), (2, 3, 1))),
                {"slips": np.zeros(1)},
                {"parts": np.ones(1)},
                {"chances": np.ones((0, 2))},
            ],
        ),
        (
            moved,
            likely | {"known": np.zeros((3, 5), np.uint64), "free": 15, "ways": None},
            [
                *({"known": np.full(size, 1, np.uint64)} for size in ((3, 5), (2, 5), (3, 4))),
                {"free": 0},
                {"slips": np.zeros(1)},
            ],
        ),
    ]
    for ask, own, wrong in asked:
        ask(game, **worlds, **own)
        for change in (*wrong_worlds(hands), *wrong):
            with pytest.raises(ValueError):  # noqa: PT011  # each in words of its own
                ask(game, **worlds | own | change)
    tables = ((3, 4, 5),), ((52,),), ((), [0] * SEATS)
    for wrong in ((3, 1, 2), (0, FULL_PACK, 0), *((0, 1, 2, *each) for each in tables)):
        with pytest.raises(ValueError):  # noqa: PT011
            by.scores(game, *wrong)
    for place in range(4):
        with pytest.raises(ValueError, match="numbers of weights"):
            Rollouts(*(part[place == own :] for own, part in enumerate(weights())))
    right = FULL_PACK, range(13), -1, 0, False, (0, 1, 2), (0, 0, 0), [0] * 13, 1
    sides = (5, (0,)), (6, (0, 0, len(KIND_NAMES)))
    for place, wrong in ((1, [0] * 13), (1, range(14)), (2, 4), *sides, (7, ())):
        with pytest.raises(ValueError, match="no game for two"):
            Game(*(wrong if place == own else part for own, part in enumerate(right)))


@pytest.mark.parametrize(
    ("code", "declarer", "kinds"),
    [
        ("manille-3", None, 3 * ["alone"]),
        ("encheres-sans", 2, ["defender", "defender", "declarer"]),
        ("manille-4", None, 4 * ["pairs"]),
        ("encheres-5", 0, ["declarer-4+", *4 * ["defender-4+"]]),
        ("envers-5", None, 5 * ["few-4+"]),
        ("dix-sept-4", None, 4 * ["alone-4+"]),
    ],
)
def test_by_which_network_each_plays(
    code: str, declarer: int | None, kinds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("manni.solver.rollouts.Game", lambda *given: given[6])
    variant = get_variant(code)
    side = variant.side_declaring(None if declarer is None else variant.seats(declarer))
    rules = variant.rules_of(Contract.S)
    found = unwrap(game_of)(rules, Contract.S, side, variant.pack, variant.players)
    assert [KIND_NAMES[kind] for kind in found] == kinds


def test_the_file_has_every_weight() -> None:
    assert all(int(np.abs(part).max()) < 128 for part in weights()[1:])
    assert all(part.any() for kind in range(len(KIND_NAMES)) for part in (weights().out[kind],))


def test_the_build_for_this_processor_says_what_the_other_says() -> None:
    ask = (
        "from manni.solver import _rollout; "
        "{}from manni.solver import rollouts; "
        "from manni.cli.main import main; print(rollouts.Game.__module__); "
        "main('advise --at card --variant hornafjordur --contract NULLO --hand 72.KQ3.A854.JT2 "
        "--taken 4,3,0 --played S4,S3 --seat D --worlds 60 --json'.split())"
    )
    said = [
        subprocess.run([sys.executable, "-c", ask.format(plain)], capture_output=True, text=True)
        for plain in ("", "_rollout.WIDE_PROCESSOR = False; ")
    ]
    builds, answers = zip(*(each.stdout.split("\n", 1) for each in said), strict=True)
    assert builds[1] == "manni.solver._rollout"
    assert answers[0] == answers[1]
    assert json.loads(answers[0])["cards"]
