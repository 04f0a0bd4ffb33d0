"""What every card of a played deal cost its player, and what it gave the others.

All tricks here are those of the whole record: already won plus guaranteed from there on.
A seat's figure changes only when a card changes it. Its own cards can only worsen it, by
their **loss**; the others' cards can only improve it, by what they **gave**. At the end
it is the seat's result:

    result = guarantee at the start - own losses + gifts     (NULLO: + losses - gifts)

In games for points they are points, and partners have one figure: what the two get together.

The guarantees add up to the tricks only at the end. So a gift need not be a mistake; a loss
is one against others who join. What a card moved from seat to seat is told by the shares before
and after it.

The values of every position of a recorded play are searched from the last card backwards.

With open cards many a card is a mistake that its player could not have recognised. So the
player's view is taken as advice takes it: his own hand and discards, how many cards each seat
exchanged, the cut card and the cards played so far, from which the voids follow. Worlds that
agree with it are sampled, and every card he might have played meets all of them
(``advice.play``). The best card there is the best of several averages, and some of its lead is
luck. So the card played and the best one meet as many other worlds, which did not choose either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from . import checks, schema
from .advice.choices import SEEN_POINTS_WORLDS, SEEN_WORLDS
from .advice.observation import Observation, observation_of
from .advice.play import advise_play, card_behind
from .advice.race import MOST_WORLDS, Limits
from .cards import Contract, Seat, card_name, seats_of
from .checks import derived
from .deal import Deal, PointInDeal, check_result
from .engine import Engine, Pool
from .errors import DealError, RuleError, StoppedError
from .exchange.open_cards import before_exchange, best_exchange
from .files.reading import deal_of
from .position import Position
from .records import frozen
from .reprs import Printable, by_seat_text, repr_text
from .rules.variant import points, targets
from .run import Run
from .schema import (
    LOSS,
    SHARE,
    TEXT,
    Card,
    Cards,
    Count,
    Interval,
    Loss,
    Points,
    Worlds,
    by_card,
    integer,
)
from .scoresheet import Names, seat_names
from .values.solution import BidGoal, Shares, Tricks, bid_goal, share
from .values.solve import Solver, best_line

if TYPE_CHECKING:
    from .analysis.why import Why


Losses = Annotated[tuple[tuple[int, int], ...], by_card(LOSS)]
"""Each legal card, in the order of ``Position.legal()``, with what it would have cost."""


@frozen
class SeenCard:
    """How a card did over worlds that its player could not tell from the deal.

    In a misère ``behind`` is how much less of a chance it had.

    Attributes:
        best: The best card on average.
        behind: Points fewer than that card made.
        worlds: Worlds met, and as many others to choose the best card.
        least: How far behind a card has to be to be a mistake.
    """

    best: Card
    behind: Points
    interval: Interval
    worlds: Worlds
    least: Points

    @property
    def is_mistake(self) -> bool | None:
        """Whether it was worse beyond chance, and by `least` at least; null where the worlds cannot
        tell.

        It is no mistake where the card is the best, or less than that behind whatever chance has
        done.
        """
        low, high = self.interval
        if low > 0 and self.behind >= self.least:
            return True
        return None if high >= self.least else False


@frozen
class PlayedCard:
    """A card of the record and what it did, tricks or points by seat for the whole record.

    ``side`` is the player's seat and its partner's.

    Attributes:
        number: From 1, in the whole record.
        trick: From 1.
        before: What each seat is sure of before the card, won tricks counted.
        after: The same after it.
        share_after: The shares after it, won tricks counted.
        losses: What every legal card would have cost.
        taken_by: Who took the trick that it completed, null if it completed none.
        seen: With --seen, of cards that cost something: how it did over worlds its player could not
            tell from the deal.
    """

    number: Count
    trick: Count
    seat: Seat
    side: tuple[Seat, ...]
    card: Card
    before: Tricks
    after: Tricks
    share_before: Shares
    share_after: Shares
    losses: Losses
    taken_by: Seat | None = None
    seen: SeenCard | None = None

    def __repr__(self) -> str:
        place = f"trick {self.trick}: {self.seat} {card_name(self.card)}"
        return repr_text(self, place, f"loss {self.loss}", by_seat_text("after", self.after))

    @property
    def loss(self) -> Loss:
        """Tricks of its player's guarantee that it cost."""
        return dict(self.losses)[self.card]

    @property
    def kept(self) -> Cards:
        """The cards that keep the player's guarantee."""
        return tuple(card for card, loss in self.losses if not loss)

    @property
    def gave(self) -> Tricks:
        """Tricks of their guarantees that it gave the others."""
        return tuple(
            0 if seat in self.side else abs(after - before)
            for seat, before, after in zip(type(self.seat), self.before, self.after, strict=True)
        )

    @property
    def moved(self) -> Shares:
        """By how many tricks each seat's share changed; they add up to 0."""
        return tuple(
            after - before
            for before, after in zip(self.share_before, self.share_after, strict=True)
        )


@frozen
class TurningPoint:
    """A card that decided something, and what the right one would have led to.

    ``line`` goes on from ``position``, in which the card was played: its player plays to his
    guarantee there, the others hold him to it.

    Attributes:
        cost: Tricks of its player's share that it cost.
        missed_target: Whether the share (in a great contract the guarantee) reached the target
            before and not after it.
        line: The line from the right card on, its player's side against the others.
        tricks: What each seat has at its end, tricks won before counted.
    """

    played: PlayedCard
    position: Position
    cost: Annotated[Fraction, SHARE]
    missed_target: bool
    line: Cards
    tricks: Tricks

    def __repr__(self) -> str:
        line = f"line {' '.join(map(card_name, self.line))}"
        return repr_text(self, repr(self.played), f"cost {self.cost}", line)


@frozen
class BestExchange:
    """The best exchange beside a recorded one: guarantees at that moment, and their difference.

    ``others_follow`` says that seats may exchange after this one.

    Attributes:
        guarantee: With the best exchange, before the later seats exchange.
        recorded: With the recorded one, at the same moment.
        lost: How much worse that is.
        contract: The trump to name with it, where it is named after the exchange.
    """

    discards: Cards
    guarantee: Loss
    recorded: Loss
    lost: Loss
    contract: Contract | None = None
    others_follow: bool = False


@frozen
class ReviewedExchange:
    """What a seat's exchange did for it: its guarantee at the first lead with and without.

    ``best`` compares at the moment of the exchange, with the later seats standing pat, or where a
    trump is named after it, with any trump.

    Attributes:
        discards: The cards put down.
        guarantee: What the seat was sure of at the first lead.
        pat: What it would have been sure of without its exchange, the others as recorded.
        best: With --exchange.
    """

    seat: Seat
    discards: Cards
    guarantee: Loss
    pat: Loss
    best: BestExchange | None = None


@frozen
class Review(Printable):
    """A play record looked at card by card, tricks by seat in playing order.

    ``start`` is the position before ``first_trick``, with which the review begins.

    Attributes:
        first_trick: The first trick reviewed, from 1.
        cards: Every card reviewed.
        guarantee: What each seat was sure of at first, won tricks counted.
        share: Its share there, won tricks counted.
        exchanges: What each recorded exchange did.
        turning_points: The cards that decided the deal, the costliest first, at most three.
        names: The players' names by seat, null if the record does not tell.
        targets: The tricks at which each seat breaks even, with a bid the points that the declarer
            needs to make it and the others to defeat it; null if the game does not tell.
        goal: What was bid or claimed, and what it takes.
        points: The points of the deal, null unless it is complete and its game known.
        seen_worlds: With --seen: how many worlds each card was to meet; else null.
    """

    start: Position
    first_trick: Count
    cards: tuple[PlayedCard, ...]
    guarantee: Tricks
    share: Shares
    exchanges: tuple[ReviewedExchange, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    names: Annotated[Names, schema.by_seat(TEXT)] | None = None
    targets: Tricks | None = None
    goal: BidGoal | None = None
    points: Annotated[Tricks, schema.by_seat(integer(unit="points"))] | None = None
    seen_worlds: Annotated[int, integer(unit="worlds")] | None = None

    def __repr__(self) -> str:
        values = by_seat_text("guarantee", self.guarantee), by_seat_text("share", self.share)
        return repr_text(self, f"{len(self.cards)} cards", *values, repr(self.start))

    @property
    def mistakes(self) -> tuple[PlayedCard, ...]:
        """The costly cards that were wrong on what their players could see."""
        return tuple(
            played for played in self.costly if played.seen is not None and played.seen.is_mistake
        )

    @property
    def bid(self) -> str | None:
        """The bid: a number of points, general, or a misère; None if the game has none."""
        return None if self.goal is None else self.goal.bid.name

    def bid_makes(self, figures: Tricks) -> bool | None:
        """Return whether the bid is made where the seats are sure of this, None without a bid."""
        if self.goal is None:
            return None
        return self.start.sign * (figures[self.goal.seat] - self.goal.needed) >= 0

    @property
    def bid_turned(self) -> tuple[PlayedCard, ...]:
        """The cards after which a bid that was sure to be made is not, or the other way round."""
        return tuple(
            played
            for played in self.cards
            if self.bid_makes(played.before) is not self.bid_makes(played.after)
        )

    @property
    def complete(self) -> bool:
        """Whether the deal was played to its end."""
        start = self.start
        return len(self.cards) + len(start.table) == len(start.hands) * start.tricks

    @property
    def sure(self) -> Tricks:
        """What each seat is sure of where the record stops: its result if complete."""
        return self.cards[-1].after

    def lost(self, seat: Seat) -> int:
        """Return what the seat's own cards cost it."""
        return sum(played.loss for played in self.cards if played.seat is seat)

    def got(self, seat: Seat) -> int:
        """Return what the others' cards gave the seat."""
        return sum(played.gave[seat] for played in self.cards)

    @property
    def seen_all(self) -> bool:
        """Whether the players knew all hands, as far as what they could see was looked at."""
        return all(played.seen is not None and played.seen.worlds == 1 for played in self.costly)

    @property
    def costly(self) -> tuple[PlayedCard, ...]:
        """The cards that cost their player some of his guarantee, in the order played."""
        return tuple(played for played in self.cards if played.loss)


MOST_TURNS = 3
"""More would be a list of losses, which the table already is."""


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
    """Review the play of a deal card by card: what each cost its player, and whom it helped.

    >>> from manni import read_deals, review
    >>> played = read_deals("data/sample_deals/played.manni")[0]
    >>> found = review(played)
    >>> found.turning_points[0].played  # the dealer's queen of hearts cost three tricks
    <PlayedCard trick 7: D HQ, loss 3, after (5, 1, 3)>

    Args:
        deal: A ``Deal`` with a recorded ``play``, or a text that holds one such deal.
        solver: A solver to use, with its threads and its table.
        first_trick: The number of the trick with which to begin, from 1.
        exchanges: Whether to find the best exchange beside each recorded one, too.
        seen: The number of sampled deals on which to judge each card that cost something, by what
            its player had seen. None judges none.
        seed: The seed of these sampled deals.
        seconds: The time limit. ``run`` can be given instead.

    Raises StoppedError if the run is over first, DealError where nothing is recorded to review,
    IllegalPlayError at the first card that could not be played, naming trick, seat and card.
    """
    run = Run.of(run, seconds)
    deal = deal_of(deal)
    solver = Solver() if solver is None else checks.instance(solver, Solver, "solver")
    search = ReviewSearch(deal, first_trick=first_trick, exchanges=exchanges, seen=seen, seed=seed)
    return search.review(solver.pool, run)


class ReviewSearch:
    """A review on the way to being found; what has been found is kept between calls of ``review``.

    Lists are indexed by the number of cards played from the first trick that is reviewed. Raises
    what ``review`` does for a deal with nothing to review.
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
        self._seats = seats_of(len(deal.hands))
        self._skipped = len(self._seats) * (self.first_trick - 1)
        if self._skipped >= len(deal.play):
            raise DealError(
                f"only {-(-len(deal.play) // len(self._seats))} tricks are recorded: there is no "
                f"trick {checks.quote(self.first_trick)} to begin with"
            )
        begun = deal.standing(after=self._skipped)
        check_result(deal)
        self._cards = deal.play[self._skipped :]
        self._positions = begun.position.way(self._cards)
        self._won = [*accumulate(self._positions[1:], _won_after, initial=begun.won)]
        self._values: dict[tuple[int, Seat], int] = {}
        """What a seat is sure of from a position on."""
        self._losses: dict[int, Losses] = {}
        """Those of the cards of the seat to play."""
        begins = first_trick == 1
        self._exchangers = [seat for seat in self._seats if begins and deal.discards[seat]]
        self._results: dict[Callable[..., Any], dict[Any, Any]] = {}
        """What is found once all values are, by what looks for it and at what."""
        self._worlds = None if seen is None else checks.number(seen, "seen", 2, MOST_WORLDS)
        self._seed = checks.number(seed, "seed")
        if self._worlds is not None:
            self._observation(0)  # an error before any search
        self._goal = bid_goal(deal, begun.position, begun.won)
        self._targets = (
            _targets(deal, begun) if self._goal is None else _bid_targets(self._goal, begun)
        )
        self._names = seat_names(deal)

    # What each card did ------------------------------------------------------------------

    def _totals(self, index: int) -> Tricks:
        """Return what each seat, with its partner, has won by a position and is sure of from it."""
        position, won = self._positions[index], self._won[index]
        return tuple(
            sum(won[partner] for partner in position.side(seat)) + self._values[index, seat]
            for seat in self._seats
        )

    def _shares(self, index: int) -> Shares:
        """Return each seat's share in a position, what was won before it counted.

        Between two sides nothing is open: it is what each is sure of.
        """
        position = self._positions[index]
        if position.declarers:
            return tuple(map(Fraction, self._totals(index)))
        sure = [self._values[index, seat] for seat in self._seats]
        shares = share(sure, position.worth, position.contract, position.rules)
        return tuple(map(add, shares, self._won[index]))

    def _turns(self, cards: Sequence[PlayedCard]) -> list[tuple[Fraction, int, bool]]:
        """Return the cards that decided the play, the costliest first: minus the cost, index, miss.

        The cost is how many tricks, or points, worse a card makes its player's share; a card may
        miss the target. They are at most ``MOST_TURNS``. Each cost some of the guarantee and either
        a whole trick of its player's share or the target; of equally dear ones the first comes
        first.
        """
        # A smaller loss of share is of a trick that no other seat is sure of yet. Where cards have
        # points, the mean worth of a trick.
        first = self._positions[0]
        a_trick = Fraction(first.worth, max(1, first.tricks))
        dear = []
        for index, played in enumerate(cards):
            gain, missed = first.sign * played.moved[played.seat], self._misses_target(played)
            if played.loss and (-gain >= a_trick or missed):
                dear.append((gain, index, missed))
        return sorted(dear)[:MOST_TURNS]

    def _misses_target(self, played: PlayedCard) -> bool:
        """Return whether the player's share reached his target before a card and not after it.

        A great contract pays for tricks that are won, not shares: there it is the guarantee.
        """
        if self._targets is None:
            return False
        seat, sign = played.seat, self._positions[0].sign
        figures: tuple[Sequence[Fraction | int], ...] = played.share_before, played.share_after
        if self.deal.great:
            figures = played.before, played.after
        before, after = (sign * (values[seat] - self._targets[seat]) for values in figures)
        return before >= 0 > after

    def _observation(self, index: int) -> Observation:
        """Return what the player of a card could see."""
        deal = derived(self.deal, tags=())  # by the exchange and the play alone
        return observation_of(deal, self._positions[index].to_play, self._skipped + index)

    # The search --------------------------------------------------------------------------

    def _look_at_all(self, pool: Pool, run: Run) -> None:
        """Find the values of all seats, the last position first.

        One engine values all positions of a seat: its table from later positions makes the
        search of an earlier one short.
        """
        all_seats = tuple(self._seats)
        engines = min(len(pool.engines), len(all_seats))
        seats = [all_seats[number::engines] for number in range(engines)]

        def look(engine: Engine, seats: tuple[Seat, ...], inner: Run) -> None:
            for index, position in reversed([*enumerate(self._positions)]):
                for seat in seats:
                    if (index, seat) in self._values:
                        continue
                    guess = self._values.get((index + 1, seat), 0)
                    value = engine.value(position, seat, run=inner, guess=guess)
                    if position.to_play is seat and index < len(self._cards):
                        self._losses[index] = _losses(engine, position, value, inner)
                    self._values[index, seat] = value
                    run.report(len(self._values), len(all_seats) * len(self._positions))

        for _ in pool.imap(look, seats, run):
            pass

    def _map_keys(
        self, look: Callable[..., Any], keys: Iterable[Any], pool: Pool, run: Run
    ) -> dict[Any, Any]:
        """Return what is found by looking at each of the keys."""
        results = self._results.setdefault(look, {})
        left = [key for key in keys if key not in results]
        for key, result in zip(left, pool.imap(look, left, run), strict=True):
            results[key] = result
        return results

    def _line(self, engine: Engine, index: int, run: Run) -> tuple[int, ...]:
        """Return what the right card would have led to."""
        position = self._positions[index]
        return best_line(position, position.to_play, Solver.on(engine), run)

    def _seen_card(self, engine: Engine, index: int, run: Run) -> SeenCard:
        """Return how a card did in the worlds that its player thought possible."""
        return seen_card(
            self._observation(index),
            self._cards[index],
            worlds=self._worlds,
            seed=self._seed,
            run=run,
            pool=Pool.of(engine),
        )

    def _exchange(self, engine: Engine, seat: Seat, run: Run) -> ReviewedExchange:
        """Return what a recorded exchange did."""
        deal, sure, best = self.deal, self._totals(0)[seat], None
        made = deal.discards[seat] or ()
        without = tuple(() if other is seat else deal.discards[other] for other in self._seats)
        at_lead = deal.but(discards=without, play=()).position(after=0)
        pat = engine.value(at_lead, seat, run=run, guess=sure)
        if self._with_best:
            before = before_exchange(deal, seat)
            ranking = best_exchange(before, recorded=made, keep=1, engine=engine, run=run)
            first, recorded, lost = ranking.best[0], ranking.recorded, ranking.guarantee_lost
            if recorded is None or lost is None:
                raise StoppedError("the best exchange was not found in the time given")
            best = BestExchange(
                first.discards,
                first.bounds[0],
                recorded.bounds[0],
                lost,
                first.contract if before.takes_up else None,
                bool(before.later),
            )
        return ReviewedExchange(seat, made, sure, pat, best)

    # What was found ----------------------------------------------------------------------

    def review(self, pool: Pool, run: Run) -> Review:
        """Return the review. Raises StoppedError if the run is over first."""
        self._look_at_all(pool, run)
        cards = [self._played_card(index) for index in range(len(self._cards))]
        turns = self._turns(cards)
        lines = self._map_keys(self._line, [index for _, index, _ in turns], pool, run)
        if self._worlds is not None:
            costly = [index for index, played in enumerate(cards) if played.loss]
            for index, seen in self._map_keys(self._seen_card, costly, pool, run).items():
                cards[index] = derived(cards[index], seen=seen)
        exchanges = self._map_keys(self._exchange, self._exchangers, pool, run)
        return Review(
            start=self._positions[0],
            first_trick=self.first_trick,
            cards=tuple(cards),
            guarantee=self._totals(0),
            share=self._shares(0),
            exchanges=tuple(exchanges.values()),
            turning_points=tuple(
                TurningPoint(
                    cards[index],
                    self._positions[index],
                    -gain,
                    missed,
                    lines[index],
                    reduce(_won_after, way[1:], self._won[index]),
                )
                for gain, index, missed in turns
                for way in [self._positions[index].way(lines[index])]
            ),
            names=self._names,
            targets=self._targets,
            goal=self._goal,
            points=self._points(),
            seen_worlds=self._worlds,
        )

    def _played_card(self, index: int) -> PlayedCard:
        number, position = self._skipped + index, self._positions[index]
        return PlayedCard(
            number=number + 1,
            trick=number // len(self._seats) + 1,
            seat=position.to_play,
            side=position.side(position.to_play),
            card=self._cards[index],
            before=self._totals(index),
            after=self._totals(index + 1),
            share_before=self._shares(index),
            share_after=self._shares(index + 1),
            taken_by=self._positions[index + 1].taken_by,
            losses=self._losses[index],
        )

    def _points(self) -> Tricks | None:
        """Return the points of the deal, if its play is complete and its game is known."""
        deal, rules, contract = self.deal, self.deal.rules, self._positions[0].contract
        if rules is None or self._targets is None or self._goal or self._positions[-1].tricks:
            return None
        return points(rules, contract, deal.great, deal.declarer, self._won[-1])


def _won_after(won: Tricks, position: Position) -> Tricks:
    """Return what each seat has won once the card that led to a position is played."""
    return tuple(had + position.gain(seat) for seat, had in zip(position.seats, won, strict=True))


def _losses(engine: Engine, position: Position, best: int, run: Run) -> Losses:
    """Return what each legal card costs the seat to play, whose guarantee is ``best``."""
    seat, sign = position.to_play, position.sign
    losses = {}
    for group in position.equivalent_cards():
        child = position.play(group[0])
        took = child.side_gain(seat)
        value = engine.value(child, seat, run=run, guess=best - took) + took
        losses.update(dict.fromkeys(group, sign * (best - value)))
    return tuple((card, losses[card]) for card in position.legal())


def _targets(deal: Deal, begun: PointInDeal) -> Tricks | None:
    """Return the tricks at which each seat breaks even, None where the record does not tell.

    It must be one of a whole deal, played and declared as its game has it.
    """
    rules = deal.rules
    if rules is None or rules.tricks != sum(begun.won) + begun.position.tricks:
        return None
    try:
        return targets(rules, begun.position.contract, deal.great, deal.declarer)
    except RuleError:
        return None


def _bid_targets(wanted: BidGoal, begun: PointInDeal) -> Tricks:
    """Return what the declarer needs to make his bid, and the others to defeat it."""
    position = begun.position
    side = position.side(wanted.seat)
    everything = sum(begun.won) + position.worth
    others = everything - wanted.needed + position.sign
    return tuple(wanted.needed if seat in side else others for seat in position.seats)


# As its player saw it -----------------------------------------------------------------


def seen_worlds(deal: Deal) -> int:
    """Return how many worlds the cards of a deal meet by default."""
    rolls_out = deal.rules_played.rolls_out and not deal.piles
    return SEEN_WORLDS if rolls_out else SEEN_POINTS_WORLDS


def seen_card(observation: Observation, card: int, **limits: Unpack[Limits]) -> SeenCard:
    """Return how a card did over sampled worlds; number and seed determine it.

    Cards are judged by points even if a number was bid, in a misère or where every trick is
    claimed by the chance of making it. Raises StoppedError if the run is over first.
    """
    claimed = observation.claimed
    if not claimed:
        deal = derived(observation.deal, bid=None, contract=observation.contract)
        observation = observation.but(deal=deal)
    advice = advise_play(observation, **limits)
    if advice.partial:
        raise StoppedError("the run was over before all worlds were met")
    least = least_mistake(observation)
    best, alike = advice.best, claimed and not advice.by_chance  # for the claim all cards
    if alike or card in best.equals:
        return SeenCard(card, 0.0, (0.0, 0.0), advice.worlds, least)
    behind, interval = card_behind(observation, card, best.card, **limits)
    return SeenCard(best.card, behind, interval, advice.worlds, least)


def least_mistake(observation: Observation) -> float:
    """Return how far behind a card has to be to be called a mistake.

    That is a fifth of a trick, where cards have points of a trick's mean worth, or a chance of
    a twentieth. Nobody at a table sees less.
    """
    if observation.claimed:
        return 0.05
    if observation.rules.is_plain:
        return 0.2
    return 0.2 * observation.variant.most_points(observation.contract) / observation.variant.tricks


# Why it cost something ----------------------------------------------------------------


@frozen
class LossReason:
    """A costly card, and why its player is sure of no more after it; None if there was no time.

    Where tricks are to be avoided: why he can be made to take so many.
    """

    played: PlayedCard
    why: Why | None


def reasons(review: Review, run: Run) -> list[LossReason]:
    """Return why each card of a review that cost something did, in the order played.

    Cards of the last trick are left out: there is nothing left to compare after them. Raises
    RuleError in games for points.
    """
    from .analysis.why import explain  # here: few ask why

    way = review.start.way([played.card for played in review.cards])
    costly = [
        (played, after)
        for played, after in zip(review.cards, way[1:], strict=True)
        if played.loss and after.tricks
    ]
    says = "at least" if review.start.avoids else "at most"
    explained = explain(((after, played.seat) for played, after in costly), says, run)
    return [LossReason(played, why) for (played, _), why in zip(costly, explained, strict=True)]
