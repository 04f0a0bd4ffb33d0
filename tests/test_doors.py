"""The doors of the library: whatever they are given, they are right or raise SolverError.

Each door is probed with one argument wrong, the others right; what is accepted has to be what
was meant.
"""

import pickle
import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy, deepcopy
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from games import SMALL
from hypothesis import example, given, settings
from hypothesis import strategies as st
from positions import observed

import manni
from manni.solver import checks
from manni.solver.advice.answer import Answer, Choice
from manni.solver.advice.asked import advise
from manni.solver.advice.bids import advise_bid, advise_claim
from manni.solver.advice.choices import Belief
from manni.solver.advice.exchange import advise_contract, advise_exchange
from manni.solver.advice.observation import Observation
from manni.solver.advice.play import advise_play
from manni.solver.advice.put_away import advise_put_away, advise_trump
from manni.solver.analysis.why import why
from manni.solver.cards import FULL_PACK, Contract, Seat, Suit, cards_in
from manni.solver.deal import (
    Deal,
    FieldError,
    check_tag,
)
from manni.solver.dealing import random_deals
from manni.solver.engine import Engine, Pool
from manni.solver.errors import (
    ArgumentError,
    BusyError,
    DealError,
    IllegalPlayError,
    NotationError,
    NotCompiledError,
    OutOfMemoryError,
    RuleError,
    SolverError,
    StoppedError,
)
from manni.solver.exchange.open_cards import before_exchange, best_exchange
from manni.solver.files.dealfile import Entry, format_deals, parse_deals, read_text
from manni.solver.files.jsonfile import deal_from_json, deal_to_json
from manni.solver.files.reading import read_deals, read_entries
from manni.solver.files.rummyfile import RummyRecord
from manni.solver.frames.arrays import solve_arrays, solve_many
from manni.solver.frames.frame import solve_frame
from manni.solver.goal import Goal, parse_goal
from manni.solver.notation import (
    format_card,
    format_cards,
    format_hand,
    format_hands,
    parse_call,
    parse_card,
    parse_cards,
    parse_contract,
    parse_hand,
    parse_hands,
    parse_seat,
)
from manni.solver.position import Position
from manni.solver.puzzles.check import certify
from manni.solver.puzzles.features import features, themes
from manni.solver.puzzles.find import Wish, find
from manni.solver.puzzles.puzzle_solution import solution_of
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.verify import Puzzle, reply, tries, verify
from manni.solver.review import review
from manni.solver.rules.auction import Call, bid_name, checked_calls
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.games.manille import ENCHERES
from manni.solver.rules.shuffle import generator
from manni.solver.rummy.play import (
    best_rummy_play,
    rummy_check,
    rummy_draws,
    rummy_moves,
    rummy_plays,
)
from manni.solver.rummy.score import score_rummy
from manni.solver.rummy.turn import RummyTurn
from manni.solver.run import Run
from manni.solver.scoresheet import Game
from manni.solver.values.selfish import solve_selfish
from manni.solver.values.solve import Solver, solve, solve_table

HANDS = parse_hands("AQ.3.. K2.A.. 43..5.")
POSITION = Position(HANDS, Contract.NT)
TURN = RummyTurn.of("tahiti", "S7 S8 S9", "ST")
DEAL = Deal(HANDS, contract=Contract.NT, leader=Seat.FOREHAND)
PLAYED = replace(DEAL, play=parse_cards("SA S2 S3"))
VARIANT = VARIANTS["hornafjordur"]
LAUGAVATN = VARIANTS["laugavatn"]
DEALING = VARIANT.deal(generator(1))
GAME = Game(VARIANT)
SANS_DEAL = next(random_deals(VARIANTS["encheres-sans"], 1))
PETITE_DEAL = next(random_deals(VARIANTS["encheres-petite"], 1))
HOLDING = observed(
    "away", PETITE_DEAL.hands[0], VARIANTS["encheres-petite"], surprise=PETITE_DEAL.manni
)
LAUGAVATN_GAME = Game(LAUGAVATN)
AUCTION = LAUGAVATN_GAME.auction()
EXCHANGE = Exchange(VARIANT.exchange, DEALING.hands, DEALING.manni)
SEEN = observed("exchange", "AQ.K..", SMALL, "NT", "F")
NAMES = observed("trump", "AQ9.98.KQ7.K8", VARIANTS["envers-3"])
DEALT = Deal(
    (None, None, parse_hand("AKJ.K52.AQ97.K3")), VARIANT.code, cut="SA", discards=(7, 5, None)
)
EXCHANGED = Deal(
    parse_hands("AQ.K.. K.AQ.. ..AKQ."),
    manni=tuple(cards_in(parse_hand("...AKQ"))),
    contract=Contract.NT,
    declarer=Seat(0),
)
BEFORE = before_exchange(EXCHANGED, variant=SMALL)
SOLVER = Solver(1)
ENTRY = Entry(1, 1, deal=DEAL)
FRAME = pa.table(
    {f"hand_{seat.letter}": pa.array([HANDS[seat]], pa.uint64()) for seat in Seat}
    | {"contract": ["NT"]}
)


class Stranger:
    """Something whose repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


NUMBERS = st.one_of(
    st.integers(),
    st.integers(-3, 60),
    st.integers(0, FULL_PACK),
    st.integers(min_value=2**64, max_value=2**70),
    st.sampled_from([10**5000, -(10**5000)]),
    st.floats(),
    st.booleans(),
    st.builds(np.int64, st.integers(-3, 60)),
    st.builds(np.uint64, st.integers(0, 2**52)),
    st.builds(np.float64, st.floats()),
    st.builds(np.array, st.integers(-3, 60)),
    st.sampled_from([*Seat, *Contract, *Suit, np.bool_(True), Fraction(1), 1 + 0j]),
)
ANYTHING = st.one_of(
    st.none(),
    NUMBERS,
    st.text(max_size=12),
    st.sampled_from(["NT", "F", "SA", "AK4.T9..QJ32", "F 4+", "\0", "basic", "S" * 10000]),
    st.binary(max_size=4),
    st.builds(Stranger),
    st.builds(object),
    st.just(object),
    st.lists(NUMBERS, max_size=5),
    st.lists(st.none() | st.text(max_size=3), max_size=4),
    st.builds(tuple, st.lists(NUMBERS, max_size=4)),
    st.builds(np.array, st.lists(st.integers(-3, 60), max_size=4)),
    st.builds(np.zeros, st.sampled_from([(), (0,), (3, 3)])),
    st.builds(lambda values: iter(values), st.lists(NUMBERS, max_size=4)),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.sets(st.integers(-1, 60), max_size=3),
    st.sampled_from([POSITION, DEAL, VARIANT, GAME, AUCTION, EXCHANGE, ENTRY, Call(Contract.S)]),
)


def first(values: Iterable[Any]) -> Any:
    """Return the first of what a door yields: it may yield without end."""
    return list(islice(values, 1))


RIGHT = {
    "hands": HANDS,
    "contract": "NT",
    "leader": "F",
    "ace_low": False,
    "declarer": "M",
    "after": 0,
    "position": POSITION,
    "seat": "F",
    "variant": VARIANT,
    "seed": 1,
    "belief": Belief.SOFT,
    "also": (),
    "solved": 1,
    "cards": True,
    "line": "F",
    "solver": SOLVER,
    "seconds": 5,
    "threads": 1,
    "run": None,
    "turn": TURN,
    "by": "cards",
}
"""What is right for most doors that take an argument of this name."""


def door(call: Callable[..., Any], usual: str = "", **own: Any) -> tuple[Any, dict[str, Any]]:
    """Return a door and arguments that are right: some of the usual ones, and its own."""
    return call, {name: RIGHT[name] for name in usual.split()} | own


# Where data enter, and arguments that are right: what ``solver`` offers, with the methods of
# these types, what reads files and text, and what commands hand numbers to.
# What lies behind them is checked by mypy alone.
DOORS = {
    "Position": door(Position, "hands contract leader ace_low", table=()),
    "Position.parse": door(Position.parse, "contract leader", hands="A... K... Q...", played=""),
    "Position.play": door(POSITION.play, card=parse_card("SA")),
    "Deal": door(
        Deal,
        "hands contract leader",
        variant="trjamann",
        manni=(50, 51),
        cut=0,
        auction=(),
        bid=None,
        great=True,
        ace_low=True,
        declarer="F",
        discards=((parse_card("SA"),), (), None),
        play=(0,),
        result=(1, 1, 1),
        goal=Goal(Seat.FOREHAND, 1, at_least=True),
        keys=0,
        tags=(("Event", "Sunday"),),
    ),
    "Deal.position": door(DEAL.position, "contract leader ace_low declarer after"),
    "Deal.standing": door(DEAL.standing, "contract leader ace_low declarer after"),
    "why": door(why, "position seat", says="exactly", engine=Engine(1), searches=2, seconds=0.2),
    "review": door(
        review, "solver seed seconds run", deal=PLAYED, first_trick=1, exchanges=False, seen=None
    ),
    "check_tag": door(check_tag, name="Event", value="Sunday"),
    "random_deals": door(lambda variant, seed: first(random_deals(variant, seed)), "variant seed"),
    "bid_name": door(bid_name, text="general"),
    "advise_bid": door(
        partial(advise_bid, worlds=2),
        "seed",
        hand=SANS_DEAL.hands[0],
        variant=VARIANTS["encheres-sans"],
        above="69",
        shown=(),
    ),
    "advise": door(
        partial(advise, worlds=2),
        "seed",
        known=DEALT,
        at="exchange",
        seat=Seat.DEALER,
        left=(),
        score=(),
    ),
    "Observation": door(Observation.at, known=DEALT, question="exchange", score=()),
    "advise_put_away": door(
        partial(advise_put_away, worlds=2), "also seed", observation=HOLDING, contract="S"
    ),
    "advise_exchange": door(
        partial(advise_exchange, worlds=2),
        "belief solved",
        observation=SEEN,
        also=(0,),
        pool=Pool(4),
    ),
    "advise_contract": door(
        partial(advise_contract, worlds=2),
        "belief solved",
        hand=SEEN.hand,
        variant=SMALL,
        left=((Seat.MIDDLEHAND, ("S", "NT")),),
        calls=(Call(Contract.NULLO),),
        deal_only=True,
        run=Run(),
    ),
    "advise_trump": door(partial(advise_trump, worlds=2), "seed", observation=NAMES),
    "advise_claim": door(
        partial(advise_claim, worlds=2),
        observation=observed("claim", NAMES.hand, NAMES.variant, Contract.S, Seat(0)),
    ),
    "advise_play": door(
        partial(advise_play, worlds=2),
        "seed belief",
        observation=observed("card", SEEN.hand, SMALL, Contract.NT, Seat(0), declarer=Seat(0)),
    ),
    "before_exchange": door(
        before_exchange,
        "ace_low",
        deal=EXCHANGED,
        seat=Seat.FOREHAND,
        variant=SMALL,
        contract=Contract.H,
        declarer=Seat.FOREHAND,
    ),
    "best_exchange": door(
        best_exchange, "seconds", before=BEFORE, recorded=(), keep=3, engine=Engine(4)
    ),
    "parse_card": door(parse_card, text="SA"),
    "parse_cards": door(parse_cards, text="SA S3"),
    "parse_hand": door(parse_hand, text="AK..."),
    "parse_hands": door(parse_hands, text="A... K... Q..."),
    "parse_contract": door(parse_contract, text="NT"),
    "parse_call": door(parse_call, text="great H"),
    "parse_seat": door(parse_seat, text="F"),
    "parse_goal": door(parse_goal, value="F 4+"),
    "parse_deals": door(parse_deals, text='[Deal "F:A... K... Q..."]', file="x"),
    "format_deals": door(format_deals, deals=[DEAL]),
    "deal_from_json": door(deal_from_json, data=deal_to_json(DEAL)),
    "read_deals": door(read_deals, path=__file__),
    "read_entries": door(lambda path: list(read_entries(path)), path=__file__),
    "solve": door(solve, "position cards line seconds threads run", seats=["M"]),
    "solve of a text": door(partial(solve, seats=["M"]), position=format_deals([DEAL])),
    "solve_selfish of a deal": door(solve_selfish, position=DEAL),
    "solve_table of a text": door(partial(solve_table, solver=SOLVER), hands="AQ... K2... 43..."),
    "solve_table": door(
        solve_table,
        "hands solver seconds run",
        contracts=["NT"],
        leaders=["F"],
        seats=["D"],
        ace_low=["NT"],
    ),
    "Solver": door(partial(Solver, 1), "threads"),
    "solve_many": door(
        partial(solve_many, memory_mb=1),
        "contract leader ace_low threads",
        hands=np.array([HANDS], dtype=np.uint64),
    ),
    "solve_arrays": door(
        partial(solve_arrays, memory_mb=1),
        "contract leader ace_low cards line threads",
        hands=np.array([HANDS], dtype=np.uint64),
    ),
    "solve_selfish": door(solve_selfish, "position seconds run"),
    "solve_frame": door(
        partial(solve_frame, memory_mb=1), "threads", frame=FRAME, share=False, seconds=None
    ),
    "RummyTurn": door(
        RummyTurn.of, game="tahiti", table="S7 S8 S9", hand="ST", open="S2", first=False, players=3
    ),
    "best_rummy_play": door(best_rummy_play, "turn by"),
    "rummy_plays": door(rummy_plays, "turn by", number=2),
    "rummy_check": door(rummy_check, game="tahiti", table="S7 S8", loose="S9", players=3),
    "rummy_moves": door(rummy_moves, play=best_rummy_play(TURN)),
    "RummyRecord": door(RummyRecord.read, text="rummy 1\ngame: tahiti"),
    "RummyRecord.then": door(RummyRecord.read("rummy 1\ngame: tahiti").then, line="hand: S7"),
    "rummy_draws": door(partial(rummy_draws, draws=1), "turn run"),
    "rummy_draws of one": door(partial(rummy_draws, TURN), draws=1),
    "score_rummy": door(score_rummy, game="carousel", deals=[(["S2", "S3 *"], 1)], target=100),
    "Run": door(Run, "seconds", cancelled=None, progress=None),
    "Run.within": door(Run(5).within, "seconds", progress=None),
    "Run.part": door(Run(5).part, fraction=0.5),
    "Position.side": door(POSITION.side, "seat"),
    "Position.follow": door(POSITION.follow, cards=parse_cards("SA S2 S3")),
}
RIGHT_BUT_REFUSED = {"read_deals"}  # there are no deals in this file


def test_every_public_function_is_a_door() -> None:
    public = {name: getattr(manni, name) for name in manni.__all__}
    # Nobody hands these in.
    answers = {"ArrayValues", "CardValue", "SelfishCard", "SelfishSolution", "Solution", "Why"}
    answers |= {"WholeCardValue", "WholeSolution", "RummyDraws", "RummyPlay", "RummySheet"}
    answers |= {"RummyMove"}
    others = Exception | Enum | Answer | Choice
    for name, value in public.items():
        if name in answers or (isinstance(value, type) and issubclass(value, others)):
            continue
        assert name in DOORS or value.__name__ in DOORS


def knock(ask: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a door; return what it gives, None where it raises SolverError in one line."""
    try:
        return ask(**given)
    except SolverError as error:
        message = str(error)
        assert message
        assert "\n" not in message
        assert len(message) < 600 or "file name too long" in message
        return None


@pytest.mark.parametrize("name", DOORS)
def test_what_is_right_passes(name: str) -> None:
    ask, right = DOORS[name]
    if name in RIGHT_BUT_REFUSED:
        assert knock(ask, right) is None
    else:
        ask(**right)


@pytest.mark.parametrize(
    ("name", "argument"), [(name, each) for name, (_, right) in DOORS.items() for each in right]
)
@settings(max_examples=12)
@given(value=ANYTHING)
@example(value=1 << 64)
@example(value=np.zeros((3, 3)))
def test_one_argument_wrong(name: str, argument: str, value: object) -> None:
    ask, right = DOORS[name]
    knock(ask, {**right, argument: value})


@given(value=NUMBERS, low=st.integers(-5, 5), width=st.integers(0, 60))
def test_a_number_is_an_index_in_its_range_and_nothing_else(
    value: Any, low: int, width: int
) -> None:
    is_whole = isinstance(value, int | np.integer | np.ndarray) and not isinstance(
        value, bool | Seat | Contract | Suit
    )
    if is_whole and low <= value <= low + width:
        found = checks.number(value, "n", low, low + width)
        assert type(found) is int
        assert found == value
    else:
        with pytest.raises(ArgumentError):
            checks.number(value, "n", low, low + width)


@pytest.mark.parametrize("contract", ["nullo", 5])
@pytest.mark.parametrize("leader", ["M", "middlehand", 1, np.int8(1)])
@pytest.mark.parametrize("kind", [list, partial(np.array, dtype=np.uint64)])
def test_what_a_position_takes_it_makes_its_own(contract: Any, leader: Any, kind: Any) -> None:
    table = Position(HANDS, Contract.NULLO, Seat.MIDDLEHAND, (), ace_low=True).play("SK")
    given = [np.int16(card) for card in table.table]
    found = Position(kind(table.hands), contract, leader, given, np.bool_(True))
    assert (found, hash(found), found.ace_low) == (table, hash(table), True)
    assert (type(found.leader), type(found.contract), type(found.ace_low)) == (Seat, Contract, bool)
    assert {*map(type, (*found.hands, *found.table))} == {int}


def test_what_a_deal_takes_it_makes_its_own() -> None:
    found = Deal(
        list(HANDS),
        contract="nt",
        leader=np.int64(1),
        declarer="D",
        manni=[np.int8(40)],
        result=[np.int8(1), 1, 1],
        discards=[None, [], ()],
        tags=[["Event", "Sunday"]],
    )
    assert found == Deal(
        HANDS,
        contract=Contract.NT,
        leader=Seat.MIDDLEHAND,
        declarer=Seat.DEALER,
        manni=(40,),
        result=(1, 1, 1),
        discards=(None, (), ()),
        tags=(("Event", "Sunday"),),
    )
    assert hash(found) == hash(Deal(**vars(found)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: POSITION.play(99), "card (13 times the suit and the rank): 99, expected 0 to 51"),
        (lambda: Position((*HANDS, 0), "NT"), "the hands differ in length"),
        (lambda: Position(HANDS[:1], "NT"), "1 hand: expected 2 to 7, forehand first"),
        (
            lambda: Position(HANDS, "NT", rules=ENCHERES, declarers="FMD"),
            "all seats declare: nobody is left",
        ),
        (lambda: Position(HANDS, 9), "contract: 9, expected one of S H D C NT NULLO"),
        (lambda: Position(HANDS, "NT", 5), "seat: 5, expected one of FOREHAND MIDDLEHAND DEALER"),
        (lambda: Position(HANDS, Seat.FOREHAND), "contract: <Seat.FOREHAND: 0>, expected one of"),
        (lambda: Position(HANDS, "NT", ace_low=1), "ace_low: 1, expected True or False"),
        (lambda: Position((-1, 0, 0), "NT"), "forehand (a bit per card): -1, expected at least 0"),
        (lambda: Deal(HANDS, cut=10**5000), "a number of 16610 bits, expected 0 to 51"),
        (lambda: checked_calls(["H"]), "call: 'H', expected a Call"),
        (lambda: Solver(-1), "memory in MB: -1, expected a number above 0"),
        (lambda: random_deals(VARIANT, -1), "seed: -1, expected 0 to"),
        (lambda: random_deals(3, 1), "variant: 3, expected a Variant"),
        (lambda: review(PLAYED, SOLVER, seen=1), "seen: 1, expected 2 to 10000000"),
        (lambda: solve(2 * "A... K... Q...\n"), "the text has 2 deals, expected one"),
        (lambda: solve(5), "position: 5, expected a Position, Deal or text"),
        (lambda: get_variant("hornafjordur+ace-low+ace-low"), "the option ace-low is given twice"),
        (GAME.auction, "nobody declares in hornafjordur: there is no auction of contracts"),
        (Game(VARIANTS["encheres-sans"]).auction, "numbers are bid in encheres-sans"),
        (lambda: parse_card(None), "card: None, expected a str"),
        (lambda: read_text(0), "path: 0, expected a text or a Path"),
        (lambda: Wish(cards=(0,)), "cards: 0, expected 1 to 17"),
        (lambda: Wish(contracts=()), "a wish needs a contract and a number of cards"),
        (lambda: Wish(cards=(4,), tricks=5), "tricks: 5, expected 0 to 4"),
        (
            lambda: features(Puzzle(CERTAIN, PUZZLE.goal), TREE, SOLVER, Run()),
            "without a key has no grade",
        ),
        (lambda: review(PLAYED, SOLVER, first_trick=0), "first_trick: 0, expected at least 1"),
    ],
)
def test_the_value_is_named(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(SolverError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("advise_exchange", {"solved": -1}, "solved: -1, expected at least 0"),
        ("advise_exchange", {"also": [parse_hand("K...")]}, "forehand discards SK, which it"),
        ("advise_exchange", {"also": [SEEN.hand]}, "forehand exchanges 3 cards: it may"),
        ("advise_exchange", {"also": 3}, "also: 3, expected several"),
        ("advise_contract", {"hand": 1 << 60}, "outside the pack of 52"),
        ("advise_contract", {"left": "S"}, "left: 'S', expected several"),
        ("advise_contract", {"left": ((None, "S"),)}, "expected several"),
        ("advise_contract", {"calls": ("NT",)}, "call: 'NT', expected a Call"),
        ("advise_contract", {"variant": "small"}, "no variant 'small'"),
        ("best_exchange", {"keep": 0}, "keep: 0, expected at least 1"),
        ("best_exchange", {"before": DEAL}, "expected a ExchangeTurn"),
        ("best_exchange", {"recorded": (0,)}, "forehand discards S2, which it does not hold"),
        ("best_exchange", {"engine": Pool(4)}, "expected a Engine"),
        ("advise", {"known": POSITION}, "expected a Deal"),
        ("advise", {"seat": "X"}, "'X' is no seat"),
        ("advise", {"at": "card"}, "there is no card of dealer to advise on in the deal"),
        ("Observation", {"question": "card"}, "to exchange, expected one that is to play"),
    ],
)
def test_what_is_wrong_is_named(name: str, wrong: dict[str, Any], message: str) -> None:
    ask, right = DOORS[name]
    with pytest.raises(SolverError) as error:
        ask(**right | wrong)
    assert message in str(error.value)


def test_nobody_is_to_exchange_once_all_have() -> None:
    with pytest.raises(SolverError, match="the exchange is over"):
        replace(BEFORE, exchange=BEFORE.exchange.discard(()))


# Cards, hands, seats, contracts and games as text ------------------------------------------


def each(write: Callable[[Any], str]) -> Callable[[Any], list[str]]:
    return lambda values: [*map(write, values)]


def seat_of(value: Any) -> str:
    return Seat(value).word


# How arguments are written: by name, since that is what they are called everywhere.
WRITTEN = {
    "card": [format_card],
    "cards": [format_cards, each(format_card)],
    "cut": [format_card],
    "contract": [lambda value: value.name],
    "declarer": [seat_of],
    "discarded": [format_cards],
    "discards": [lambda value: [own and format_cards(own) for own in value]],
    "hand": [format_hand],
    "hands": [format_hands, each(format_hand)],
    "leader": [seat_of],
    "manni": [format_cards, each(format_card)],
    "also": [lambda value: ["" if not hand else format_hand(hand) for hand in value]],
    "play": [format_cards, each(format_card)],
    "played": [format_cards],
    "recorded": [format_cards],
    "seat": [seat_of, lambda value: Seat(value).letter],
    "shown": [format_cards],
    "surprise": [format_cards],
    "table": [format_cards],
    "variant": [lambda value: value.code],
}
ONE = {"card", "contract", "cut", "declarer", "hand", "leader", "seat", "variant"}
ARRAYS = {"solve_many", "solve_arrays"}  # which take numbers by the million
INNER = {"Observation", "Worlds"}  # what a game is, or a seat's number, is said before
CASES = [
    pytest.param(name, argument, write, id=f"{name}-{argument}-{number}")
    for name, (_, right) in DOORS.items()
    for argument, value in right.items()
    if argument in WRITTEN and value is not None and not isinstance(value, str | bool)
    if argument in ONE or isinstance(value, tuple | list)
    if argument != "variant" or value.code in VARIANTS
    for number, write in enumerate(WRITTEN[argument])
    if not (name in ARRAYS and argument == "hands")
    and not (name.split()[0].split(".")[0] in INNER and argument in ("variant", "seat"))
]


def told(answer: object) -> str:
    """Return what an answer says but for the time it took."""
    return re.sub(r"seconds=[0-9.e-]+", "", re.sub(r" at 0x[0-9a-f]+", "", repr(answer)))


@pytest.mark.parametrize(("name", "argument", "write"), CASES)
def test_text_is_what_it_stands_for(name: str, argument: str, write: Callable[[Any], Any]) -> None:
    ask, right = DOORS[name]
    text = write(right[argument])
    expected, found = ask(**right), ask(**{**right, argument: text})
    assert told(found) == told(expected)
    assert type(found) is type(expected)
    wrong = ["Q9X"] * max(1, len(text)) if isinstance(text, list) else "Q9X"
    with pytest.raises(SolverError) as caught:
        ask(**{**right, argument: wrong})
    assert "q9x" in str(caught.value).lower() or "'X' is no rank" in str(caught.value)
    assert "\n" not in str(caught.value)


def kinds_of(error: type[SolverError]) -> set[type[SolverError]]:
    return {error}.union(*map(kinds_of, error.__subclasses__()))


COPIES = [copy, deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
ERRORS = [
    NotationError("no card", line=2, column=3, deal=1, file="a.manni", card=4),
    FieldError("no hand", field="Deal", seat=Seat.DEALER, card=0),
    IllegalPlayError("no spade", index=1, seat=0, card=3, kind="revoke"),
    DealError("twice", card=0),
    *[kind("no") for kind in (SolverError, ArgumentError, RuleError, StoppedError, BusyError)],
    NotCompiledError("no"),
    OutOfMemoryError("no"),
]


@pytest.mark.parametrize("copied", COPIES)
def test_errors_and_values_go_to_other_processes(copied: Callable[[Any], Any]) -> None:
    assert set(map(type, ERRORS)) == kinds_of(SolverError)
    for error in ERRORS:
        found = copied(error)
        assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))
    for name in DOORS.keys() - {"read_deals", "Solver"} - {each for each in DOORS if "Run" in each}:
        ask, right = DOORS[name]
        answer = ask(**right)
        assert told(copied(answer)) == told(answer)
    own = copied(Solver(4, 2)).pool
    assert [engine._memory for engine in own.engines] == [2, 2]
    assert own.map(lambda *_: 1, [0], Run(), bool) == [1]


def test_the_way_of_a_position_in_text() -> None:
    way = POSITION.follow("SA, S2 S3")
    assert (way[-1].gain("F"), way[-1].gain("dealer"), way[-1].side("M")) == (1, 0, (Seat(1),))
    with pytest.raises(SolverError, match="column 7: 'S11' is no card"):
        POSITION.follow("SA S2 S11")


def test_a_number_with_a_name_is_written_by_it() -> None:
    assert [*map(str, [*Contract, *Seat])] == ["S", "H", "D", "C", "NT", "NULLO", "F", "M", "D"]
    seat, contract = Seat.DEALER, Contract.NT
    assert f"{seat} {contract} {contract:>3} {contract:d} {seat:02d} {contract!r}" == (
        "D NT  NT 4 02 <Contract.NT: 4>"
    )


# Puzzles: work that ends before there is an answer ------------------------------------------

CERTAIN = Position.parse("AK.2.. .AQ3.. JT.K..", "NT")
NEED = Goal(Seat.FOREHAND, 2, True)
PUZZLE = Puzzle(CERTAIN, NEED, 12)
TREE = Tree(SOLVER.engine, CERTAIN, PUZZLE.goal)
SOLVED = Deal(CERTAIN.hands, contract=Contract.NT, leader=Seat.FOREHAND, play=(12, 25, 8))
LONG = {
    "verify": door(verify, "solver", puzzle=PUZZLE),
    "tries": door(tries, "solver", puzzle=PUZZLE),
    "reply": door(reply, "solver", position=CERTAIN.play("SA"), need=NEED),
    "Tree": door(Tree, oracle=SOLVER.engine, position=CERTAIN, need=NEED),
    "solution_of": door(solution_of, "solver", puzzle=PUZZLE, tree=TREE),
    "certify": door(certify, verification=verify(PUZZLE, SOLVER), oracle=SOLVER.engine),
    "themes": door(themes, "solver", puzzle=PUZZLE, tree=TREE),
    "features": door(features, "solver", puzzle=PUZZLE, tree=TREE),
    "find": door(lambda **given: first(find(**given)), "seed solver", wish=Wish(cards=(2,))),
    "review": door(review, "solver", deal=SOLVED),
}


@pytest.mark.parametrize("name", LONG)
def test_work_that_is_called_off_or_late_is_no_answer(name: str) -> None:
    ask, right = LONG[name]
    ask(**right, run=Run())
    # Another solver: what is known already costs no time.
    fresh = {"solver": Solver(1), "oracle": Solver(1).engine}
    given = right | {name: fresh[name] for name in fresh.keys() & right.keys()}
    run = Run()
    run.cancel()
    with pytest.raises(StoppedError, match="called off"):
        ask(**given, run=run)
    with pytest.raises(StoppedError, match="allow more"):
        ask(**given, run=Run(1e-9))


@pytest.mark.parametrize("asked", range(12))
def test_a_verdict_that_is_called_off_anywhere_is_no_verdict(asked: int) -> None:
    """However far it got: either there is no verdict or it is the true one."""
    whole = verify(PUZZLE, Solver(1), strict=True)
    times = 0

    def cancelled() -> bool:
        nonlocal times
        times += 1
        return times > 5 * asked

    try:
        found = verify(PUZZLE, Solver(1), strict=True, run=Run(cancelled=cancelled))
    except StoppedError:
        return
    assert found.verdict is whole.verdict
    assert found.works == whole.works
    assert [node.line for node in found.tree.nodes] == [node.line for node in whole.tree.nodes]
