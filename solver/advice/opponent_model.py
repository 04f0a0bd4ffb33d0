"""The opponent model: how likely the other seats' exchanges, calls and plays are in each deal.

Every choice is a softmax (logit) choice with a temperature: an option worth one temperature more is
e times as likely. Before the play, hands are valued by ``HandModel``.

**The number of cards a seat exchanges.** Each discard that the rules allow has a probability in
proportion to exp(value of the cards kept / temperature). A number of cards has the sum over all
discards of so many.

**Calls.** With the hand dealt and the lines left to declare, each call has a probability in
proportion to exp(points / ``CALL_SCALE``). The points are those of the deal plus the value that the
lines left after it have in later deals (``declaration``). A call counts with its best discard, a
pass with the points of playing against the call that stands.

The temperatures were fitted. Test deals were exchanged and called by players of other kinds: other
models, rules fitted to solved deals, simple margins of cards. Of the temperatures tried, these
predict the deals best.

**Plays.** Each card is chosen by the rule of thumb, more or less closely, or at random. This is
used where deals are rolled out.

**Declarations**, where cards have points: the trump named, the cards put away and the bid. The
declarer's choices are all trumps with all hands that can be kept. A choice is weighted by the
points that the rule of thumb expects (``hand_model``): one that promises ``_SCALE`` points more is
e times as likely. These points are a sum over suits. So the sum over all choices is a product of
four short polynomials, one for each suit, whose degree counts the cards put away.

The bid says that the hand is good enough for it: the hand promises about the points on which the
computer would bid so much (``hand_model``), or more. The model does not conclude that a better
hand would have bid higher, since the others may have passed first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..cards import Seat
from ..rollouts import PlayHistory, rollouts
from ..rules.auction import Aim, Auction, Call
from ..rules.variant import Variant
from .choices import Belief
from .compare import Floats, HandArray
from .declaration import Lines, auction_of, line_of_call, values_by_left
from .hand_model import HandModel, expectation_to_bid, role_of, suit_contracts
from .observation import Observation

# Temperatures of discards in tricks: where tricks are wanted, where they are to be avoided, and
# where the whole hand is exchanged.
DISCARD_SCALE, AVOIDING_SCALE, SWAP_SCALE = 0.1, 0.25, 0.5

CALL_SCALE = 0.8
"""The temperature of calls, in points."""


def model_of(observation: Observation) -> HandModel:
    """Return the model of hands for the contract that is observed."""
    return HandModel.of(observation.variant, observation.contract)


# What was exchanged and called --------------------------------------------------------


def temperature_of(observation: Observation) -> float:
    """Return the temperature of discards, in tricks."""
    if observation.exchange.all_or_nothing:
        return SWAP_SCALE
    return AVOIDING_SCALE if observation.contract.avoids else DISCARD_SCALE


def exchanges(observation: Observation) -> Iterator[tuple[Seat, Sequence[int], int]]:
    """Yield the other seats that had a choice: seat, numbers allowed, number exchanged."""
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


def calls_are_informative(observation: Observation) -> bool:
    """Return whether the others' calls or exchanges tell anything about their cards.

    This model has no likelihood for a seat that took up the pile before it put cards away.
    """
    if observation.exchange.picks_up:
        return False
    return bool([*exchanges(observation), *_informative_turns(observation)])


Turn = tuple[Auction, Call | None]
"""The auction before a seat's turn, and the call that the seat then made."""


def informative_turns(variant: Variant, left: Lines, calls: Sequence[Call | None]) -> list[Turn]:
    """Return the turns so far, without those in which only one call was possible.

    ``left`` are the lines that each seat had left to declare.
    """
    auction, turns = auction_of(variant, left), []
    for call in calls:
        if len(auction.legal()) > 1:
            turns.append((auction, call))
        auction = auction.call(call)
    return turns


def _informative_turns(observation: Observation) -> list[Turn]:
    """Return the turns of the other seats in which they had a choice."""
    if not observation.calls:
        return []
    turns = informative_turns(observation.variant, observation.lines_left, observation.calls)
    return [turn for turn in turns if turn[0].to_call is not observation.seat]


def exchange_log_likelihoods(observation: Observation, dealt: HandArray) -> Floats:
    """Return by deal the log-likelihood of the numbers of cards exchanged, from the hands dealt."""
    model = model_of(observation)
    logs = np.zeros(len(dealt))
    for seat, sizes, count in exchanges(observation):
        chances = model.log_partition(dealt[:, seat], temperature_of(observation), sizes[-1])
        logs += chances[:, count] - np.logaddexp.reduce(chances[:, list(sizes)], axis=1)
    return logs


def call_log_likelihoods(observation: Observation, dealt: HandArray) -> Floats:
    """Return by deal the log-likelihood of the others' calls, from the hands dealt."""
    logs = np.zeros(len(dealt))
    for auction, call in _informative_turns(observation):
        points = call_points(observation.variant, auction, observation.lines_left, dealt)
        odds = points / CALL_SCALE
        logs += odds[auction.legal().index(call)] - np.logaddexp.reduce(odds, axis=0)
    return logs


def call_points(variant: Variant, auction: Auction, left: Lines, dealt: HandArray) -> Floats:
    """Return the expected points of each legal call of the seat in turn: ``[calls, deals]``."""
    seat, legal, values = auction.to_call, auction.legal(), values_by_left(variant)
    assert seat is not None
    hands = dealt[:, seat]
    sizes = variant.exchange.sizes(seat, 0, variant.tricks, variant.manni)
    points = np.zeros((len(legal), len(hands)))
    best: dict[object, Floats] = {}
    for row, call in zip(points, legal, strict=True):
        after = auction.call(call)
        stands, declarer = after.standing, after.declarer
        assert stands is not None  # nobody may pass before the first call
        model = HandModel.of(variant, stands.contract)
        role = role_of(variant, seat, declarer)
        if call is None:
            tricks = model.tricks(hands, 0, role)
        else:
            if call.contract not in best:
                best[call.contract] = model.best(hands, range(sizes[-1] + 1), role)[1]
            tricks = best[call.contract]
        row += model.points(tricks, seat, declarer, stands.great)
        if values is not None:
            row += values[left[seat] - line_of_call(variant, left[seat], call)]
    return points


# What was played and declared ---------------------------------------------------------


# The styles of players: their prior probabilities, the temperatures of their cards by the scores
# of the rule of thumb, and the probabilities with which they play any legal card instead.
_PARTS = np.array([0.3, 0.3, 0.3, 0.1])
_SCALES = np.array([50.0, 100.0, 200.0, 100.0])
_SLIPS = np.array([0.05, 0.05, 0.05, 1.0])  # the last plays at random
# The likelihood of the cards played is raised to this power in the weights of deals.
_POWER = 0.85
# By style: the relative probability of a card whose score is n below the best, for n = 0, 1, ...
_CHANCES = np.exp(-np.arange(4096.0)[:, None] / _SCALES)

_SCALE = 3.0
_BID_SCALE = 8.0  # temperature of a bid, in points promised above its least
_SHARP = 0.5  # a temperature so low that the best choice is almost the whole sum


def play_is_informative(observation: Observation, belief: Belief) -> bool:
    """Return whether the others' plays or declarations change the weights of deals."""
    if belief is Belief.NONE or observation.piles:
        return False
    return (observation.rolls_out and bool(observation.played)) or _is_declared(observation)


def _is_declared(observation: Observation) -> bool:
    """Return whether another seat has named the trump of a game with points for cards."""
    if not observation.rules.counts_cards:
        return False
    # Where the cards put away count for the declarer, the rule has no model of the choice.
    if observation.variant.pile_counts or observation.contract.trump is None:
        return False
    return observation.declarer not in (None, observation.seat)


def log_likelihoods(
    observation: Observation, belief: Belief, hands: HandArray, gone: HandArray
) -> tuple[Floats, Floats]:
    """Return the log-likelihood of plays and declarations, and the chance of random play.

    The first array has one number for a deal. The second has by deal and seat the posterior
    probability that the seat plays at random, given the cards it has played. ``hands`` are those at
    the first lead, ``gone`` the cards that each seat knew to be out of play. Both arrays are 0 if
    the model concludes nothing.
    """
    logs, at_random = np.zeros(len(hands)), np.zeros(hands.shape)
    if play_is_informative(observation, belief):
        if observation.rolls_out and observation.played:
            # The style of a player is unknown, but the same throughout the deal. The likelihood is
            # the mean over the styles. So cards that only random play explains change the weights
            # little, however many there are.
            chances = np.zeros((*hands.shape, len(_PARTS)))
            _play_history(observation).likelihoods(hands, gone, chances)
            whole = chances.sum(axis=2)
            at_random = chances[:, :, _SLIPS == 1].sum(axis=2) / whole
            at_random[:, observation.seat] = 0
            logs = _POWER * np.log(whole).sum(axis=1)
        if _is_declared(observation):
            logs = logs + declarer_log_likelihoods(observation, hands)
    return logs, at_random


def dealt_hands(hands: HandArray, gone: HandArray, drawn: HandArray) -> HandArray:
    """Return the hands dealt, from the hands after the exchange, the discards and cards drawn."""
    return np.where(drawn > 0, hands & ~drawn | gone, hands)


def announcement_log_likelihoods(
    observation: Observation, belief: Belief, deals: HandArray
) -> Floats | None:
    """Return by deal the log-likelihood of calls and declarations, None if there were none.

    ``deals`` has hands, discards and cards drawn. Seats called with the hands dealt and declared
    with the hands after the exchange.
    """
    declared = play_is_informative(observation, belief) and _is_declared(observation)
    if not declared and not _informative_turns(observation):
        return None
    hands, gone, drawn = deals.swapaxes(0, 1)
    logs = call_log_likelihoods(observation, dealt_hands(hands, gone, drawn))
    return logs + declarer_log_likelihoods(observation, hands) if declared else logs


def metropolis_steps(
    observation: Observation, deals: HandArray, known: HandArray, seeds: HandArray, steps: int
) -> HandArray:
    """Return deals after so many Metropolis steps, by discards and plays (``PlayHistory.move``)."""
    moved, ways = deals.copy(), None
    if known[:, -1].any():
        model = model_of(observation)
        ways = model.discard_chooser(temperature_of(observation))
    # The dealer's cut card stays where it is if it is unknown what the dealer discarded.
    still = [int(dealt) for *_, dealt, _, sizes in known.tolist() if not sizes]
    free = observation.unseen & ~sum(still)
    if free:
        _play_history(observation).move(moved, known, free, ways, _POWER, seeds, steps)
    return moved


def _play_history(observation: Observation) -> PlayHistory:
    played = observation.played if observation.rolls_out else ()
    game, seat = observation.rollout_game, observation.seat
    return PlayHistory(rollouts(), game, observation.leader, played, seat, _PARTS, _CHANCES, _SLIPS)


def declarer_log_likelihoods(observation: Observation, hands: HandArray) -> Floats:
    """Return by deal the log-likelihood of the declarer's trump, cards put away and bid."""
    declarer = observation.declarer
    assert declarer is not None
    kept = hands[:, declarer]
    away = np.zeros_like(kept)
    variant, named = observation.variant, observation.contract
    size = variant.taken_up
    if size:
        away = in_no_hand(observation, hands)
    models = [HandModel.of(variant, trump) for trump in suit_contracts(variant)]

    def sums(scale: float) -> Floats:
        partitions = [model.log_partition(kept | away, scale, size)[:, size] for model in models]
        return np.asarray(np.logaddexp.reduce(partitions, axis=0))

    chosen = HandModel.of(variant, named).log_partition(kept, _SCALE, 0)[:, 0]
    logs = chosen - sums(_SCALE)
    bid = observation.standing
    if bid is not None and bid.aim is Aim.POINTS:
        best = models[0].intercept + _SHARP * sums(_SHARP)
        logs = logs - np.logaddexp(0.0, (expectation_to_bid(variant, bid) - best) / _BID_SCALE)
    return logs


def in_no_hand(observation: Observation, hands: HandArray) -> HandArray:
    """Return by deal the cards that are in no hand."""
    return np.asarray(np.uint64(observation.variant.pack) & ~np.bitwise_or.reduce(hands, axis=1))
