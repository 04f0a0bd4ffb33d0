"""Random search for puzzles that are sound and worth solving.

A random position, its goal the best that the seat to play can do, or the best that it and
its partner can do against the third seat, is **worth solving** if

* the goal is open: neither none nor, by count, out of reach, and in a misère, which one
  trick loses, it is no trick at all, or one at least;
* exactly one card, up to equals, reaches it, of three or more when leading and of two or
  more when following, and the rule of thumb (``thumb_card``) plays another;
* in its main line (``Tree.main_line``) the solver has at least two only-moves, and they are at
  least half of its moves: little of the play is automatic;
* a plain player (``plain_player``), who cashes what he can and sees two tricks, fails;
* no seat is a bystander: each seat of the defence has, in some position of the solution
  tree, both a card that still fights and one that does not, and each of the solver an
  only-move. Where the goal is no trick at all this is asked of the solver alone: a defence
  that cannot get a trick has nothing worse to choose.

``Features.grade`` says how hard it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import product

from .. import checks
from ..cards import (
    CARDS,
    MAX_CARDS,
    RANKS,
    SEATS,
    SUITS,
    BySeat,
    Contract,
    Seat,
    hand_of,
    seats_from,
    suit_of,
)
from ..deal import Deal
from ..engine import Engine, Pool
from ..errors import ArgumentError
from ..goal import Goal, met_by_count
from ..notation import parse_seat
from ..position import Position, rules_for, side_for
from ..records import frozen
from ..rules.auction import Aim
from ..rules.trick import MOST_WORTH, TrickRules, avoids
from ..rules.variant import Variant
from ..run import Run
from ..values.solve import Solver
from .features import (
    THEMES,
    Features,
    features,
    may_begin,
    theme_exists,
    themes,
)
from .plain_player import line_that_fails, thumb_card
from .tree import Tree
from .verify import Puzzle, Verdict, verify

ALL_CONTRACTS = tuple(Contract)

# The odds of a puzzle that begins with no, one or two cards on the table, by theme: the rule
# of thumb plays low second to the trick, so that a key that holds up or ducks is the third card.
_ON_TABLE: dict[str | None, BySeat[int]] = {
    None: (6, 3, 2),
    "hold-up": (0, 0, 1),
    "duck": (0, 0, 1),
    "unblock": (0, 1, 1),
    "ruff": (0, 1, 1),
    "overruff": (0, 0, 1),
    "early take": (0, 1, 1),
}


_ODDS = {Contract.NULLO: 0.1}
"""Of a contract to be drawn, 1 by default: of random positions so many more are puzzles."""

_LONG = 12
"""From so many cards a hand on the time goes into searches, which threads do side by side."""

# Themes of following suit; they hardly come up where most seats are void in most suits.
_FOLLOWING = ("hold-up", "duck", "unblock")


@frozen
class Find:
    """A puzzle worth solving, its features and its themes, and the game it is of, if any.

    Attributes:
        features: What makes it hard.
        themes: What it is about.
        variant: The code of the game.
    """

    puzzle: Puzzle
    features: Features
    themes: tuple[str, ...]
    variant: str | None = None

    def deal(self) -> Deal:
        """Return the puzzle as a deal of a file, with grade, features and themes as tags."""
        position = self.puzzle.position
        tags = [("Grade", str(self.features.grade)), ("Features", str(self.features))]
        if self.themes:
            tags.append(("Theme", ", ".join(self.themes)))
        return Deal.checked(
            hands=position.dealt,
            variant=self.variant,
            contract=position.contract,
            declarer=position.declarer,
            leader=position.leader,
            ace_low=True if position.ace_low and self.variant is None else None,
            play=position.table,
            goal=self.puzzle.goal,
            keys=self.puzzle.keys,
            tags=tuple(tags),
        )


@frozen
class Wish:
    """What to search for; each try draws one of the contracts and one of the lengths.

    ``tricks`` is the number in the goal, None for whatever is best. ``seat`` is to play, for
    itself or ``against`` another seat. ``strict`` asks for strictly sound puzzles, ``theme``
    for those that have it. ``variant`` is the game, the plain one by default; where one seat plays
    against all others, it is that of the goal. Contracts and lengths in which
    nothing can be found so are left out; raises ArgumentError or NotationError if none remains.
    """

    contracts: Sequence[Contract] = ALL_CONTRACTS
    cards: Sequence[int] = (6,)
    tricks: int | None = None
    seat: Seat = Seat.FOREHAND
    strict: bool = True
    ace_low: bool = False
    against: Seat | None = None
    theme: str | None = None
    variant: Variant | None = None

    def __post_init__(self) -> None:
        for name in ("seat", "against"):
            if (seat := getattr(self, name)) is not None:
                vars(self)[name] = parse_seat(seat, self.seats)
        lengths = tuple(checks.number(length, "cards", 1, MAX_CARDS) for length in self.cards)
        if not self.contracts or not lengths:
            raise ArgumentError("a wish needs a contract and a number of cards")
        most = max(lengths) if self._is_for_tricks else MOST_WORTH
        if self.tricks is not None:
            checks.number(self.tricks, "tricks", 0, most)
        if self.against is self.seat:
            raise ArgumentError(f"against: {self.seat.word} is to play, so not against itself")
        side = side_for(self.against, self.variant)
        if self.against is not None and self.seat in side:
            raise ArgumentError(f"against: {self.against.word} is a partner of {self.seat.word}")
        if self.theme not in (None, *THEMES):
            raise ArgumentError(f"theme: {checks.quote(self.theme)} is none of {', '.join(THEMES)}")
        if self.theme is not None and not self._is_for_tricks:
            raise ArgumentError(f"theme: {self.theme} is one of the games for tricks")
        self.kinds()

    def kinds(self) -> list[tuple[Contract, int]]:
        """Return the contracts and lengths in which there may be such a puzzle.

        Raises ArgumentError where there are none.
        """
        game, theme, tricks = self.variant, self.theme, self.tricks
        names = ", ".join(contract.name for contract in self.contracts)
        if game is not None and game.in_piles:
            raise ArgumentError(f"{game.code}: its hands lie in piles, and these are not drawn")
        contracts = [
            contract for contract in self.contracts if game is None or contract in game.contracts
        ]
        if game is not None and not contracts:
            raise ArgumentError(f"contracts: {game.code} does not have {names}")
        contracts = [
            contract for contract in contracts if theme is None or theme_exists(theme, contract)
        ]
        if not contracts:
            raise ArgumentError(f"theme: there is no {theme} in {names}")
        kinds = [*product(contracts, self.cards)]
        if tricks is not None:
            kinds = [kind for kind in kinds if self._is_open(*kind, tricks)]
        if kinds:
            return kinds
        why = "any play would reach it"
        if all(map(self.is_misere, contracts)):
            why = "one trick loses a misère"
        raise ArgumentError(f"tricks: {tricks} is no goal in {names}: {why}")

    def rules(self, contract: Contract) -> TrickRules:
        """Return the rules of a contract."""
        return rules_for(contract, self.ace_low or None, self.variant)

    @property
    def seats(self) -> type[Seat]:
        """The seats of the game."""
        return Seat if self.variant is None else self.variant.seats

    @property
    def goal_seat(self) -> Seat:
        """The seat of the goal."""
        return self.against or self.seat

    def goal(self, contract: Contract, tricks: int) -> Goal:
        """Return the goal of a position whose best is so many tricks."""
        for_itself = self.against is None
        return Goal(
            self.goal_seat, tricks, for_itself is not avoids(contract, self.rules(contract))
        )

    def is_misere(self, contract: Contract) -> bool:
        """Return whether who declares this contract says that he takes no trick at all."""
        bids = () if self.variant is None else self.variant.bids
        return contract.avoids and any(bid.aim is Aim.NONE for bid in bids)

    @property
    def misere_goal(self) -> int:
        """The tricks of a goal in a misère, which one trick loses."""
        return 0 if self.against is None else 1

    @property
    def _is_for_tricks(self) -> bool:
        return self.variant is None or self.variant.rules.unit == "tricks"

    def _is_open(self, contract: Contract, length: int, tricks: int) -> bool:
        """Return whether a number of tricks is one that play decides."""
        if self.is_misere(contract):
            return tricks == self.misere_goal
        at_least = self.goal(contract, tricks).at_least
        return not self._is_for_tricks or met_by_count(tricks, length, at_least) is None


def find(
    wish: Wish,
    seed: int,
    solver: Solver,
    *,
    run: Run | None = None,
) -> Iterator[Find | None]:
    """Look at positions, without end; yield the puzzle of each, None if it has none.

    >>> from manni import Solver
    >>> puzzles = filter(None, find(Wish(cards=(4,)), seed=2, solver=Solver()))
    >>> next(puzzles).themes
    ('throw-in',)

    They are drawn at random; in search of a theme, from those of which the first card may
    show it, if one can tell, and for themes of following suit from two suits alone. The same
    wish and seed give the same puzzles, other contracts, lengths or seats other positions.
    Raises StoppedError once the run is over.
    """
    run, seed = Run.of(run), checks.number(seed, "seed")
    kinds = wish.kinds()
    names = " ".join(f"{contract.name}{length}" for contract, length in kinds)
    against = "" if wish.against is None else wish.against.letter
    game = "" if wish.variant is None else f" {wish.variant.code}"
    rng = random.Random(f"{seed} {names} {wish.seat.letter}{against} {wish.ace_low}{game}")
    is_long = min(length for _, length in kinds) >= _LONG
    pool = solver.pool if is_long else Pool.of(solver.engine)

    def look(engine: Engine, position: Position, run: Run) -> Find | None:
        return _examine(position, wish, Solver.on(engine), run)

    def positions() -> Iterator[Position]:
        """Yield random positions that may be what is wished for, until the run is over."""
        odds = [_ODDS.get(contract, 1.0) for contract, _ in kinds]
        while True:
            run.check()
            position = _random_position(wish, *rng.choices(kinds, odds)[0], rng)
            if wish.theme is None or may_begin(position, wish.theme):
                yield position

    def examine_all() -> Iterator[Find | None]:
        with closing(pool.imap(look, positions(), run)) as finds:
            for looked_at, looked in enumerate(finds, 1):
                yield looked
                run.report(looked_at)

    return examine_all()


def _random_position(wish: Wish, contract: Contract, length: int, rng: random.Random) -> Position:
    """Return a random position with the wish's seat to play."""
    pack: Sequence[int] = range(CARDS)
    if wish.theme in _FOLLOWING and SEATS * length <= 2 * RANKS:
        # Of two suits, so that seats must follow.
        pack = [
            card
            for suit in rng.sample(range(SUITS), 2)
            for card in range(suit * RANKS, (suit + 1) * RANKS)
        ]
    if wish.variant is not None:
        pack = [card for card in pack if wish.variant.pack >> card & 1]
    odds = _ON_TABLE.get(wish.theme, _ON_TABLE[None])
    odds = (odds + odds[-1:] * len(wish.seats))[: len(wish.seats)]
    on_table = rng.choices(range(len(odds)), odds)[0]
    leader = seats_from(wish.seat)[-on_table]
    # Who cannot follow the first suit: a ruff is not waited for.
    void: Sequence[Seat] = ()
    if contract.trump is not None and wish.theme == "ruff":
        void = (wish.seat,)
    elif contract.trump is not None and wish.theme == "overruff":
        void = [seat for seat in wish.seats if seat is not leader]
    left, hands = list(pack), [0] * len(wish.seats)
    if void:
        suit = rng.choice([suit for suit in range(SUITS) if suit != contract.trump])
        # Those who may hold fewer first.
        for seat in sorted(wish.seats, key=lambda seat: seat not in void):
            may = [card for card in left if seat not in void or suit_of(card) != suit]
            drawn = rng.sample(may, length)
            hands[seat] = hand_of(drawn)
            left = [card for card in left if card not in drawn]
    else:
        drawn = rng.sample(pack, len(hands) * length)
        hands = [hand_of(drawn[seat * length :][:length]) for seat in wish.seats]
    rules = wish.rules(contract)
    position = Position.checked(
        tuple(hands),
        contract,
        leader,
        rules=rules,
        declarers=side_for(wish.goal_seat, wish.variant),
    )
    for _ in range(on_table):
        position = position.play(rng.choice(position.legal()))
    return position


def _examine(position: Position, wish: Wish, solver: Solver, run: Run) -> Find | None:
    """Return the puzzle of a position, None if it is not worth solving or not what is wished for.

    Its contract, length and seat are taken to be those of the wish.
    """
    engine = solver.engine
    if len(position.equivalent_cards()) < (2 if position.table else 3):
        return None
    tricks = engine.value(position, wish.goal_seat, run=run)
    misere = wish.is_misere(position.contract)
    if misere:
        if (tricks > 0) != (wish.misere_goal > 0):
            return None
        tricks = wish.misere_goal
    elif wish.tricks not in (None, tricks):
        return None
    goal = wish.goal(position.contract, tricks)
    if goal.met_by_count(position) is not None:
        return None
    if goal.is_kept(engine, position, thumb_card(position), run):
        return None
    works, _ = goal.partition(engine, position, run)
    if len(works) != 1:
        return None
    # Sound: the goal is the best there is, and nothing else reaches it.
    puzzle = Puzzle.checked(position=position, goal=goal, keys=works[0][:1])
    tree = Tree(engine, position, goal, until_dual=wish.strict, run=run)
    if (wish.strict and tree.first_dual) or not _gives_all_enough_to_find(
        tree, tuple(position.seats) if tricks or not misere else puzzle.side
    ):
        return None
    if line_that_fails(position, goal, engine, run) is None:
        return None
    assert verify(puzzle, solver, run=run).verdict is Verdict.SOUND
    theme_names = themes(puzzle, tree, solver, run)
    if wish.theme not in (None, *theme_names):
        return None
    code = None if wish.variant is None else wish.variant.code
    return Find(puzzle, features(puzzle, tree, solver, run), theme_names, code)


def _gives_all_enough_to_find(tree: Tree, seats: Sequence[Seat]) -> bool:
    """Return whether each of these seats has enough to find."""
    moves = [node for node in tree.main_line if node.is_solver and (node.good or node.bad)]
    only_moves = sum(node.is_only for node in moves)
    if only_moves < 2 or 2 * only_moves < len(moves):
        return False
    choosers = {
        node.position.to_play
        for node in tree.nodes
        if node.is_only or (not node.is_solver and node.good and node.bad)
    }
    return choosers.issuperset(seats)
