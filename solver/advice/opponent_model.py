"""How likely what the other seats did is, deal by deal: what they put down, called and played.

All are soft choices, with odds of e to one for every ``scale`` of what one thing is worth more
than another. What hands are worth before the play says ``HandModel``.

**How many cards a seat exchanges**: each discard that the rules allow has a chance in proportion to
exp(what the cards kept are worth / its scale), a number of cards the sum over all discards of so
many.

**What a seat calls**, with the hand it was dealt and the lines it has left to declare: each call
with a chance in proportion to exp(points / ``CALL_SCALE``). Points are those of the deal and what
the lines then left are worth in later deals (``declaration``): of a call those of the best discard,
of a pass those of playing against the call that stands.

Of the scales tried these tell most of deals in which others exchanged and called than by this
model: by rules fitted to solved deals, and by a few margins of cards.

**What was played**: by the rule of thumb, more or less closely, or at random, where worlds are
played out.

**What was declared**, where cards have points: the trump the declarer named, what he put away and
his bid. He is taken to choose by the rule of thumb (``hand_policy``), the more likely the
more points it promises: a choice that promises a scale's worth more is e times as likely. His
choices are all trumps with all the hands he could have kept. The rule's figure is a sum over suits,
so that the sum over all choices is a product of four short polynomials, whose degree counts the
cards put away. He is taken to have bid on a hand that the computer would bid on
(``hand_policy``), one that promises so much, give or take. That a better hand would have bid
higher is not concluded: its seat may have been left with the bid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..cards import Seat
from ..rollouts import Past, rollouts
from ..rules.auction import Aim, Auction, Call
from ..rules.variant import Variant
from .choices import Belief
from .compare import Floats, HandArray
from .declaration import Lines, auction_of, exchange_limit, set_values_of, used
from .hand_model import HandModel, role_of
from .hand_policy import promised
from .observation import Observation

# In tricks: where they are wanted, where they are to be avoided, where the whole hand goes.
DISCARD_SCALE, AVOIDING_SCALE, SWAP_SCALE = 0.1, 0.25, 0.5

CALL_SCALE = 0.8
"""In points."""


def model_of(observation: Observation) -> HandModel:
    """Return what hands are worth in the contract that is observed."""
    return HandModel.of(observation.variant, observation.contract)


# What was exchanged and called --------------------------------------------------------


def scale_of(observation: Observation) -> float:
    """Return how many tricks make a discard e times as likely."""
    if observation.exchange.all_or_nothing:
        return SWAP_SCALE
    return AVOIDING_SCALE if observation.contract.avoids else DISCARD_SCALE


def exchanges(observation: Observation) -> Iterator[tuple[Seat, Sequence[int], int]]:
    """Yield the other seats that had a choice, the numbers they had, and what they took."""
    before = 0
    for seat in observation.order:
        count = observation.exchanged(seat)
        if count is None and seat is observation.seat:
            count = observation.gone.bit_count()
        if count is None:
            return
        sizes = observation.sizes_of(seat, before)
        if seat is not observation.seat and len(sizes) > 1:
            yield seat, sizes, count
        before += count


def says_where(observation: Observation) -> bool:
    """Return whether what others called or exchanged says something about where the cards are.

    Of what is put away where the pile was taken up first, this model says nothing.
    """
    if observation.exchange.picks_up:
        return False
    return bool([*exchanges(observation), *_turns(observation)])


Turn = tuple[Auction, Call | None]
"""The auction before a seat's turn, and what it then said."""


def turns(variant: Variant, left: Lines, calls: Sequence[Call | None]) -> list[Turn]:
    """Return the turns so far, without those in which only one thing could be said.

    ``left`` are the lines that each seat had left to declare.
    """
    auction, found = auction_of(variant, left), []
    for call in calls:
        if len(auction.legal()) > 1:
            found.append((auction, call))
        auction = auction.call(call)
    return found


def _turns(observation: Observation) -> list[Turn]:
    """Return the calls of the other seats that say something about their hands."""
    if not observation.calls:
        return []
    every = turns(observation.variant, observation.lines_left, observation.calls)
    return [turn for turn in every if turn[0].to_call is not observation.seat]


def number_logs(observation: Observation, dealt: HandArray) -> Floats:
    """Return the logarithms of how likely the numbers of cards exchanged are by the hands dealt."""
    model = model_of(observation)
    logs = np.zeros(len(dealt))
    for seat, sizes, count in exchanges(observation):
        chances = model.log_chances(dealt[:, seat], scale_of(observation), sizes[-1])
        logs += chances[:, count] - np.logaddexp.reduce(chances[:, list(sizes)], axis=1)
    return logs


def call_logs(observation: Observation, dealt: HandArray) -> Floats:
    """Return the logarithms of how likely the others' calls are by the hands dealt."""
    logs = np.zeros(len(dealt))
    for auction, said in _turns(observation):
        points = call_points(observation.variant, auction, observation.lines_left, dealt)
        odds = points / CALL_SCALE
        logs += odds[auction.legal().index(said)] - np.logaddexp.reduce(odds, axis=0)
    return logs


def call_points(variant: Variant, auction: Auction, left: Lines, dealt: HandArray) -> Floats:
    """Return the points that each call promises the seat in turn, in each world."""
    seat, legal, values = auction.to_call, auction.legal(), set_values_of(variant)
    assert seat is not None
    hands = dealt[:, seat]
    found = np.zeros((len(legal), len(hands)))
    best: dict[object, Floats] = {}
    for row, call in zip(found, legal, strict=True):
        after = auction.call(call)
        stands, declarer = after.standing, after.declarer
        assert stands is not None  # nobody may pass before the first call
        model = HandModel.of(variant, stands.contract)
        role = role_of(variant, seat, declarer)
        if call is None:
            tricks = model.tricks(hands, 0, role)
        else:
            if call.contract not in best:
                best[call.contract] = model.best(hands, range(exchange_limit(variant) + 1), role)[1]
            tricks = best[call.contract]
        row += model.points(tricks, seat, declarer, stands.great)
        if values is not None:
            row += values[left[seat] - used(variant, left[seat], call)]
    return found


# What was played and declared ---------------------------------------------------------


# How closely players go by the rule of thumb: so large a part of them plays like that, a card whose
# score is a scale less is e times less likely, and with the chance of a slip it is any legal card.
_PARTS = np.array([0.3, 0.3, 0.3, 0.1])
_SCALES = np.array([50.0, 100.0, 200.0, 100.0])
_SLIPS = np.array([0.05, 0.05, 0.05, 1.0])  # the last plays at random
# The power of the chances of what the others have played by which worlds count.
_POWER = 0.85
# By style, what a card counts whose score is so much below the best; none if it is farther below.
_CHANCES = np.exp(-np.arange(4096.0)[:, None] / _SCALES)

_SCALE = 3.0
_BID_SCALE = 8.0  # of points promised above the least
_SHARP = 0.5  # a scale at which the best choice is almost all of the sum


def says_something(observation: Observation, belief: Belief) -> bool:
    """Return whether anything that the others did in play, or to declare, is to be believed."""
    if belief is Belief.NONE or observation.piles:
        return False
    return (observation.rolls_out and bool(observation.played)) or _is_declared(observation)


def _is_declared(observation: Observation) -> bool:
    """Return whether another seat has named the trump of a game with points for cards."""
    if not observation.rules.counts_cards:
        return False
    # Where the cards put away count for the declarer, the rule does not know what he wants.
    if observation.variant.pile_counts or observation.contract.trump is None:
        return False
    return observation.declarer not in (None, observation.seat)


def believed(
    observation: Observation, belief: Belief, hands: HandArray, gone: HandArray
) -> tuple[Floats, Floats]:
    """Return how likely what the others did was in each world, and who plays at random.

    The first are logarithms, the second by world and seat the chance that the seat plays at random,
    judged by the cards it has played. ``hands`` are those at the first lead, and ``gone`` what each
    seat knew to be gone. All is 0 where nothing is to be believed.
    """
    found, at_random = np.zeros(len(hands)), np.zeros(hands.shape)
    if says_something(observation, belief):
        if observation.rolls_out and observation.played:
            found, at_random = _by_play(observation, hands, gone)
        if _is_declared(observation):
            found = found + declarer_logs(observation, hands)
    return found, at_random


def dealt_hands(hands: HandArray, gone: HandArray, drawn: HandArray) -> HandArray:
    """Return the hands dealt, by what each seat drew; what it put down was among them."""
    return np.where(drawn > 0, hands & ~drawn | gone, hands)


def said_logs(observation: Observation, belief: Belief, deals: HandArray) -> Floats | None:
    """Return how likely what the others said was, None if nobody said anything.

    These are logarithms. They called with the hands dealt, and declared with what they then held.
    """
    declared = says_something(observation, belief) and _is_declared(observation)
    if not declared and not _turns(observation):
        return None
    hands, gone, drawn = deals.swapaxes(0, 1)
    logs = call_logs(observation, dealt_hands(hands, gone, drawn))
    return logs + declarer_logs(observation, hands) if declared else logs


def moved(
    observation: Observation, deals: HandArray, known: HandArray, seeds: HandArray, steps: int
) -> HandArray:
    """Return deals moved so many steps, by what was put down and played (``Past.move``)."""
    found, ways = deals.copy(), None
    if known[:, -1].any():
        model = model_of(observation)
        ways = model.ways(scale_of(observation))
    # The cut card of a dealer of whom it is not known what he put down stays where it is.
    still = [int(dealt) for *_, dealt, _, sizes in known.tolist() if not sizes]
    free = observation.unseen & ~sum(still)
    if free:
        _past(observation).move(found, known, free, ways, _POWER, seeds, steps)
    return found


def _past(observation: Observation) -> Past:
    played = observation.played if observation.rolls_out else ()
    game, seat = observation.rollout_game, observation.seat
    return Past(rollouts(), game, observation.leader, played, seat, _PARTS, _CHANCES, _SLIPS)


def _by_play(observation: Observation, hands: HandArray, gone: HandArray) -> tuple[Floats, Floats]:
    """Return the same by the cards played alone.

    How closely a player goes by the rule of thumb is not known. Each has one style throughout:
    what he played is as likely as it is on average over the styles, so that cards which fit none
    but chance say little, however many they are.
    """
    chances = np.zeros((*hands.shape, len(_PARTS)))
    _past(observation).likelihoods(hands, gone, chances)
    whole = chances.sum(axis=2)
    at_random = chances[:, :, _SLIPS == 1].sum(axis=2) / whole
    at_random[:, observation.seat] = 0
    return _POWER * np.log(whole).sum(axis=1), at_random


def declarer_logs(observation: Observation, hands: HandArray) -> Floats:
    """Return the logarithm of how likely the declarer's choices were in each world."""
    declarer = observation.declarer
    assert declarer is not None
    kept = hands[:, declarer]
    away = np.zeros_like(kept)
    variant, named = observation.variant, observation.contract
    size = variant.taken_up
    if size:
        away = in_no_hand(observation, hands)
    models = [HandModel.of(variant, each) for each in variant.contracts if each.trump is not None]

    def sums(scale: float) -> Floats:
        every = [model.log_chances(kept | away, scale, size)[:, size] for model in models]
        return np.asarray(np.logaddexp.reduce(every, axis=0))

    chosen = HandModel.of(variant, named).log_chances(kept, _SCALE, 0)[:, 0]
    logs = chosen - sums(_SCALE)
    bid = observation.standing
    if bid is not None and bid.aim is Aim.POINTS:
        best = models[0].start + _SHARP * sums(_SHARP)
        logs = logs - np.logaddexp(0.0, (promised(variant, bid) - best) / _BID_SCALE)
    return logs


def in_no_hand(observation: Observation, hands: HandArray) -> HandArray:
    """Return the cards that are in no hand, in each world."""
    return np.asarray(np.uint64(observation.variant.pack) & ~np.bitwise_or.reduce(hands, axis=1))
