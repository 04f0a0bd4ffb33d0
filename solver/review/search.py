"""The search behind a review: the play, the exchanges and what the right cards lead to.

The values of every position of a recorded play, searched from the last card backwards.

Which cards of a play decided it, and the lines that the right cards would have led to.

How a card did in the worlds that its player could not tell from the deal.

With open cards many a card is a mistake that its player could not have recognised. So the
player's view is taken as advice takes it: his own hand and discards, how many cards each seat
exchanged, the cut card and the cards played so far, from which the voids follow. Worlds that
agree with it are sampled, and every card he might have played meets all of them
(``advice.play``). The best card there is the best of several averages, and some of its lead is
luck. So the card played and the best one meet as many other worlds, which did not choose either.

Why a card that cost its player something did so: what its player is held to after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import Unpack

from manni.solver import checks
from manni.solver.advice.choices import SEEN_POINTS_WORLDS, SEEN_WORLDS
from manni.solver.advice.observation import Observation
from manni.solver.advice.observe import observation_of
from manni.solver.advice.play import advise_play, card_behind
from manni.solver.advice.race import MOST_WORLDS, Limits
from manni.solver.analysis.why import Why, whys_after
from manni.solver.cards import SEATS, Seat, by_seat, triple
from manni.solver.deal import Deal, PointInDeal
from manni.solver.engine import Engine
from manni.solver.errors import DealError, RuleError, StoppedError
from manni.solver.exchange.open_cards import before_exchange, best_exchange
from manni.solver.exchange.surprise import best_put_away, taken_up
from manni.solver.files.reading import deal_of
from manni.solver.pool import Pool
from manni.solver.position import Position
from manni.solver.review.results import (
    BestExchange,
    Losses,
    PlayedCard,
    Review,
    ReviewedExchange,
    SeenCard,
    TurningPoint,
)
from manni.solver.rules import points as scoring
from manni.solver.rules.legality import check_taken
from manni.solver.run import Run
from manni.solver.scoresheet import check_won, seat_names
from manni.solver.values.bid import BidGoal, bid_goal
from manni.solver.values.share import Shares, Tricks, share
from manni.solver.values.solve import Solver, best_line


class Play:
    """The cards of a play and, as far as the search has come, what each did.

    Lists are indexed by the number of cards played. ``values`` are what a seat is sure of from
    there on; ``losses`` are those of the cards of the seat to play.
    """

    def __init__(self, start: Position, won: Tricks, cards: Sequence[int]) -> None:
        self.cards = cards
        self.positions = start.follow(cards)
        self.won = [*accumulate(self.positions[1:], won_after, initial=won)]
        self.values: dict[tuple[int, Seat], int] = {}
        self.losses: dict[int, Losses] = {}

    def look_at_all(self, pool: Pool, run: Run) -> None:
        """Find the values of all seats, the last position first, until the run is over.

        One engine values all positions of a seat: its table from later positions makes the
        search of an earlier one short.
        """
        engines = min(len(pool.engines), SEATS)
        shares = [[seat for seat in Seat if seat % engines == number] for number in range(engines)]

        def look_at(engine: Engine, seats: list[Seat], inner: Run) -> None:
            try:
                for index in reversed(range(len(self.positions))):
                    for seat in seats:
                        if (index, seat) in self.values:
                            continue
                        self._look_at(index, seat, engine, inner)
                        run.report(len(self.values), SEATS * len(self.positions))
            except StoppedError:
                pass  # what is missing from ``values`` says how far it got

        for _ in pool.imap(look_at, shares, run):
            pass

    def _look_at(self, index: int, seat: Seat, engine: Engine, run: Run) -> None:
        position = self.positions[index]
        guess = self.values.get((index + 1, seat), 0)
        value = engine.value(position, seat, run=run, guess=guess)
        if position.to_play is seat and index < len(self.cards):
            self.losses[index] = _losses(engine, position, value, run)
        self.values[index, seat] = value

    @property
    def first_known(self) -> int:
        """How many cards were played before the first position with all values known."""
        index = len(self.positions)
        while index and all((index - 1, seat) in self.values for seat in Seat):
            index -= 1
        return index

    def guarantee(self, index: int) -> Tricks:
        """Return what each seat is sure of from a position on."""
        return by_seat(lambda seat: self.values[index, seat])

    def totals(self, index: int) -> Tricks:
        """Return what each seat, with its partner, has won by a position and is sure of from it."""
        position, won = self.positions[index], self.won[index]
        return triple(
            sum(won[partner] for partner in position.side(seat)) + sure
            for seat, sure in zip(Seat, self.guarantee(index), strict=True)
        )

    def shares(self, index: int) -> Shares:
        """Return each seat's share in a position, what was won before it counted.

        Between a declarer and partners nothing is open: it is what each side is sure of.
        """
        position = self.positions[index]
        if position.declarer is not None:
            return triple(map(Fraction, self.totals(index)))
        guarantee = self.guarantee(index)
        shares = share(guarantee, position.worth, position.contract, position.rules)
        return triple(
            seat_share + had for seat_share, had in zip(shares, self.won[index], strict=True)
        )

    def loss(self, index: int) -> int:
        """Return how much worse a card makes its player's guarantee than the best card."""
        return dict(self.losses[index])[self.cards[index]]

    def cost(self, index: int) -> Fraction:
        """Return how many tricks, or points, worse a card makes its player's share."""
        position = self.positions[index]
        seat = position.to_play
        return position.sign * (self.shares(index)[seat] - self.shares(index + 1)[seat])

    def played_card(self, index: int, skipped: int) -> PlayedCard:
        """Return a card and what it did; ``skipped`` cards of the record come before the first."""
        number = skipped + index
        return PlayedCard(
            number=number + 1,
            trick=number // SEATS + 1,
            seat=self.positions[index].to_play,
            side=self.positions[index].side(self.positions[index].to_play),
            card=self.cards[index],
            before=self.totals(index),
            after=self.totals(index + 1),
            share_before=self.shares(index),
            share_after=self.shares(index + 1),
            taken_by=self.positions[index + 1].taken_by,
            losses=self.losses[index],
        )


def won_after(won: Tricks, position: Position) -> Tricks:
    """Return what each seat has won once the card that led to a position is played."""
    return triple(had + position.gain(seat) for seat, had in enumerate(won))


def _losses(engine: Engine, position: Position, best: int, run: Run) -> Losses:
    """Return what each legal card costs the seat to play, whose guarantee is ``best``."""
    seat, sign = position.to_play, position.sign
    side, losses = position.side(seat), {}
    for group in position.equivalent_cards():
        child = position.play(group[0])
        took = sum(map(child.gain, side))
        value = engine.value(child, seat, run=run, guess=best - took) + took
        losses.update(dict.fromkeys(group, sign * (best - value)))
    return tuple((card, losses[card]) for card in position.legal())


# Which cards of a play decided it, and the lines that the right cards w ----

MOST_TURNS = 3
"""More would be a list of losses, which the table already is."""


def turning_points(play: Play, start: int, targets: Tricks | None, great: bool) -> list[int]:
    """Return the indices of the cards that decided a play, the dearest first.

    They are at most ``MOST_TURNS`` from ``start`` on. Each cost some of the guarantee and either
    a whole trick of its player's share or the target; of equally dear ones the first comes first.
    """
    # A smaller loss of share is of a trick that no other seat is sure of yet. Where cards have
    # points, the mean worth of a trick.
    first = play.positions[0]
    a_trick = Fraction(first.worth, max(1, first.tricks))
    dear = {}
    for index in range(start, len(play.cards)):
        if play.loss(index):
            cost = play.cost(index)
            if cost >= a_trick or misses_target(play, index, targets, great):
                dear[index] = cost
    return sorted(dear, key=lambda index: (-dear[index], index))[:MOST_TURNS]


def misses_target(play: Play, index: int, targets: Tricks | None, great: bool) -> bool:
    """Return whether the player's share reached his target before a card and not after it.

    A ``great`` contract pays for tricks that are won, not shares: there it is the guarantee.
    """
    if targets is None:
        return False
    seat, sign = play.positions[index].to_play, play.positions[index].sign
    figures = play.totals if great else play.shares
    before, after = (
        sign * (figures(number)[seat] - targets[seat]) for number in (index, index + 1)
    )
    return before >= 0 > after


# How a card did in the worlds that its player could not tell from the d ----


def seen_worlds(deal: Deal) -> int:
    """Return how many worlds the cards of a deal meet by default."""
    return SEEN_WORLDS if deal.rules_played.rolls_out else SEEN_POINTS_WORLDS


def seen_card(observation: Observation, card: int, **limits: Unpack[Limits]) -> SeenCard:
    """Return how a card did over sampled worlds; number and seed determine it.

    Cards are judged by points even if a number was bid, in a misère or where every trick is
    claimed by the chance of making it. Raises StoppedError if the run is over first.
    """
    claimed = observation.rules.claimed
    if not claimed:
        observation = replace(observation, bid=None)
    advice = advise_play(observation, **limits)
    if advice.partial:
        raise StoppedError("the run was over before all worlds were met")
    least = least_mistake(observation)
    if claimed and not advice.by_chance:
        return SeenCard(card, 0.0, (0.0, 0.0), advice.worlds, least)  # for it all are alike
    best = advice.best
    if card in best.equals:
        return SeenCard(card, 0.0, (0.0, 0.0), advice.worlds, least)
    behind, interval = card_behind(observation, card, best.card, **limits)
    return SeenCard(best.card, behind, interval, advice.worlds, least)


def least_mistake(observation: Observation) -> float:
    """Return how far behind a card has to be to be called a mistake.

    That is a fifth of a trick, where cards have points of a trick's mean worth, or a chance of
    a twentieth. Nobody at a table sees less.
    """
    if observation.rules.claimed:
        return 0.05
    if observation.rules.is_plain:
        return 0.2
    return (
        0.2
        * observation.variant.worth((0, 0, 0), observation.contract)[1]
        / observation.variant.tricks
    )


# The search behind a review: the play, the exchanges and what the right ----


def review(
    deal: Deal | str,
    solver: Solver | None = None,
    *,
    first_trick: int = 1,
    exchanges: bool = False,
    seen: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    run: Run | None = None,
) -> Review:
    """Return the review of a deal's play from a trick on; a text stands for the one it holds.

    ``exchanges`` asks for the best exchange beside each recorded one, a search of its own.
    ``seen`` asks how the cards that cost something did in so many worlds that their players
    could not tell from the deal, the same worlds for the same ``seed``.

    The search goes from the last card backwards; a run that is over first leaves a partial
    review, which begins with the first whole trick it got to. Raises StoppedError if it got
    to none, DealError where nothing is recorded to review, IllegalPlayError at the first
    card that could not be played, naming trick, seat and card.
    """
    run = Run.of(run, seconds)
    deal = deal_of(deal)
    solver = Solver() if solver is None else checks.instance(solver, Solver, "solver")
    search = ReviewSearch(deal, first_trick=first_trick, exchanges=exchanges, seen=seen, seed=seed)
    search.work(solver.pool, run)
    try:
        return search.review()
    except StoppedError:
        run.check()
        raise


class ReviewSearch:
    """A review on the way to being found; what has been found is kept between calls of ``work``.

    Raises what ``review`` does for a deal with nothing to review.
    """

    def __init__(
        self,
        deal: Deal,
        *,
        first_trick: int = 1,
        exchanges: bool = False,
        seen: int | None = None,
        seed: int = 0,
    ) -> None:
        self.deal = deal
        self.first_trick = checks.number(first_trick, "first_trick", 1)
        self._with_best = checks.flag(exchanges, "exchanges")
        if not deal.play:
            raise DealError("no play is recorded")
        self._skipped = SEATS * (self.first_trick - 1)
        if self._skipped >= len(deal.play):
            raise DealError(
                f"only {-(-len(deal.play) // SEATS)} tricks are recorded: there is no trick "
                f"{checks.quote(self.first_trick)} to begin with"
            )
        begun = deal.standing(after=self._skipped)
        _check_result(deal)
        self._play = Play(begun.position, begun.won, deal.play[self._skipped :])
        self._exchangers = [seat for seat in Seat if first_trick == 1 and deal.discards[seat]]
        self._compared: list[ReviewedExchange] = []
        self._lines: dict[int, tuple[int, ...]] = {}  # by the index of the card replaced
        self._worlds = None if seen is None else checks.number(seen, "seen", 2, MOST_WORLDS)
        self._seed = checks.number(seed, "seed")
        self._seen: dict[int, SeenCard] = {}
        if self._worlds is not None:
            observation_of(
                deal, begun.position.to_play, self._skipped
            )  # an error before any search
        self._bid = bid_goal(deal, begun.position, begun.won)
        self._targets = (
            _targets(deal, begun) if self._bid is None else _bid_targets(self._bid, begun)
        )
        self._names = seat_names(deal)

    @property
    def is_whole(self) -> bool:
        """Whether all has been looked at that was asked for."""
        return (
            not self._play.first_known
            and all(index in self._lines for index in self._turns(0))
            and not self._unseen()
            and len(self._compared) == len(self._exchangers)
        )

    def work(self, pool: Pool, run: Run) -> None:
        """Look at more of the cards, the last first, until all are or the run is over."""
        self._play.look_at_all(pool, run)
        if not self._play.first_known:
            self._find_lines(pool, run)
            self._look_as_seen(pool, run)
            left = self._exchangers[len(self._compared) :]
            compared = _exchanges(self.deal, left, self._play.totals(0), self._with_best, pool, run)
            self._compared += compared

    def review(self) -> Review:
        """Return the review so far. Raises StoppedError if not one whole trick is known."""
        play = self._play
        tricks_left_out = -(-play.first_known // SEATS)
        start = SEATS * tricks_left_out
        if start >= len(play.cards):
            raise StoppedError("the search was stopped before it had looked at one trick")
        return Review(
            start=play.positions[start],
            first_trick=self.first_trick + tricks_left_out,
            cards=tuple(map(self._played_card, range(start, len(play.cards)))),
            guarantee=play.totals(start),
            share=play.shares(start),
            exchanges=tuple(self._compared),
            asked_from=self.first_trick,
            not_compared=tuple(self._exchangers[len(self._compared) :]),
            turning_points=tuple(map(self._turning_point, self._turns(start))),
            names=self._names,
            targets=self._targets,
            bid=None if self._bid is None else self._bid.bid.name,
            points=self._points(),
            seen_worlds=self._worlds,
        )

    def _played_card(self, index: int) -> PlayedCard:
        return replace(self._play.played_card(index, self._skipped), seen=self._seen.get(index))

    def _unseen(self) -> list[int]:
        """Return the cards that are still to be looked at as their players saw them."""
        play = self._play
        if self._worlds is None:
            return []
        return [
            index
            for index in range(len(play.cards))
            if play.loss(index) and index not in self._seen
        ]

    def _look_as_seen(self, pool: Pool, run: Run) -> None:
        """Find how costly cards did in the worlds their players thought possible."""
        left, play, worlds = self._unseen(), self._play, self._worlds
        if worlds is None:
            return

        def look(engine: Engine, index: int, inner: Run) -> SeenCard:
            view = observation_of(self.deal, play.positions[index].to_play, self._skipped + index)
            card = play.cards[index]
            pool = Pool.of(engine)
            return seen_card(view, card, worlds=worlds, seed=self._seed, pool=pool, run=inner)

        with suppress(StoppedError):
            for index, seen in zip(left, pool.imap(look, left, run), strict=False):
                self._seen[index] = seen

    def _turns(self, start: int) -> list[int]:
        return turning_points(self._play, start, self._targets, self.deal.great)

    def _find_lines(self, pool: Pool, run: Run) -> None:
        """Find what the right cards would have led to, until the run is over."""
        left = [index for index in self._turns(0) if index not in self._lines]

        def find(engine: Engine, index: int, inner: Run) -> tuple[int, ...]:
            position = self._play.positions[index]
            return best_line(position, position.to_play, Solver.on(engine), inner)

        with suppress(StoppedError):
            for index, line in zip(left, pool.imap(find, left, run), strict=False):
                self._lines[index] = line

    def _turning_point(self, index: int) -> TurningPoint:
        play = self._play
        position, line = play.positions[index], self._lines.get(index)
        return TurningPoint(
            self._played_card(index),
            position,
            play.cost(index),
            misses_target(play, index, self._targets, self.deal.great),
            line,
            None if line is None else reduce(won_after, position.follow(line)[1:], play.won[index]),
        )

    def _points(self) -> Tricks | None:
        """Return the points of the deal, if its play is complete and its game is known."""
        deal, rules = self.deal, self.deal.rules
        play = self._play
        if rules is None or self._targets is None or self._bid or play.positions[-1].tricks:
            return None
        contract = play.positions[0].contract
        return scoring.points(rules, contract, deal.great, deal.declarer, play.won[-1])


def _check_result(deal: Deal) -> None:
    """Raise RuleError where the result recorded is none that the play can lead to."""
    if deal.result is None:
        return
    ended = deal.standing(after=len(deal.play))
    check_won(deal.result, ended.won, ended.position.rules.unit)
    if deal.rules is not None and deal.rules.rules.unit == "tricks":
        check_taken(deal.rules, ended.position.contract, deal.result)


def _targets(deal: Deal, begun: PointInDeal) -> Tricks | None:
    """Return the tricks at which each seat breaks even, None where the record does not tell.

    It must be one of a whole deal, played and declared as its game has it.
    """
    rules = deal.rules
    if rules is None or rules.tricks != sum(begun.won) + begun.position.tricks:
        return None
    try:
        return scoring.targets(rules, begun.position.contract, deal.great, deal.declarer)
    except RuleError:
        return None


def _bid_targets(wanted: BidGoal, begun: PointInDeal) -> Tricks:
    """Return what the declarer needs to make his bid, and the two others to defeat it."""
    position = begun.position
    everything = sum(begun.won) + position.worth
    others = everything - wanted.needed + position.sign
    return by_seat(lambda seat: wanted.needed if seat is position.declarer else others)


def _exchanges(
    deal: Deal, seats: Sequence[Seat], guarantee: Tricks, with_best: bool, pool: Pool, run: Run
) -> tuple[ReviewedExchange, ...]:
    """Return what the recorded exchanges of seats did, as many as there was time for."""

    def compare(engine: Engine, seat: Seat, run: Run) -> ReviewedExchange:
        discards = deal.discards[seat] or ()
        without = tuple(
            () if other is seat else cards for other, cards in zip(Seat, deal.discards, strict=True)
        )
        at_lead = replace(deal, discards=without, play=()).position(after=0)
        pat = engine.value(at_lead, seat, run=run, guess=guarantee[seat])
        best = _best_exchange(deal, seat, engine, run) if with_best else None
        return ReviewedExchange(seat, discards, guarantee[seat], pat, best)

    compared: list[ReviewedExchange] = []
    try:
        for exchange in pool.imap(compare, seats, run):
            compared.append(exchange)
    except StoppedError:
        pass  # the seats that are missing say so
    return tuple(compared)


def _best_exchange(deal: Deal, seat: Seat, engine: Engine, run: Run) -> BestExchange | None:
    """Return the best exchange of a seat. Raises StoppedError if the run is over first."""
    discards = deal.discards[seat] or ()
    if deal.rules is not None and deal.rules.exchange.picks_up:
        return _best_put_away(deal, discards, engine, run)
    before = before_exchange(deal, seat)
    ranking = best_exchange(before, recorded=discards, keep=1, engine=engine, run=run)
    if not ranking.exact:
        raise StoppedError("the best exchange was not found in the time given")
    best, recorded, lost = ranking.best[0], ranking.recorded, ranking.guarantee_lost
    if recorded is None or lost is None or best.guarantee is None or recorded.guarantee is None:
        return None
    return BestExchange(
        best.discards,
        best.guarantee,
        recorded.guarantee,
        lost,
        others_follow=bool(before.later),
    )


def _best_put_away(
    deal: Deal, cards: Sequence[int], engine: Engine, run: Run
) -> BestExchange | None:
    """Return what the declarer had best put away of hand and surprise, and the trump to name."""
    contract = deal.contract_played
    assert contract is not None
    ranking = best_put_away(taken_up(deal), recorded=(contract, cards), engine=engine, run=run)
    best, recorded, lost = ranking.best[0], ranking.recorded, ranking.lost
    if lost is None or recorded is None or recorded.points is None or best.points is None:
        raise StoppedError("the best exchange was not found in the time given")
    return BestExchange(best.cards, best.points, recorded.points, lost, best.contract)


# Why a card that cost its player something did so: what its player is h ----


@dataclass(frozen=True)
class Reason:
    """A costly card, and why its player is sure of no more after it; None if there was no time.

    Where tricks are to be avoided: why he can be made to take so many.
    """

    played: PlayedCard
    why: Why | None


def reasons(review: Review, *, run: Run | None = None) -> list[Reason]:
    """Return why each card of a review that cost something did, in the order played.

    Cards of the last trick are left out: there is nothing left to compare after them. Raises
    RuleError in games for points.
    """
    way = review.start.follow([played.card for played in review.cards])
    costly = [
        (played, after)
        for played, after in zip(review.cards, way[1:], strict=True)
        if played.loss and after.tricks
    ]
    says = "at least" if review.start.avoids else "at most"
    whys = whys_after(((after, played.seat) for played, after in costly), says, Run.of(run))
    return [Reason(played, why) for (played, _), why in zip(costly, whys, strict=True)]
