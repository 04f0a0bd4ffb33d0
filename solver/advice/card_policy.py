"""The rule of thumb for the play of the cards: a heuristic policy on the seat's own knowledge.

**The policy** is a small network with a score for each legal card. The card with the highest score
is played; ties go to the lowest card, then in the order S H D C. The network was trained by self
play, by ``tools/data/train_policy.py``, which is in the history up to b91b8186. All features are
small numbers, cut at a limit; each value of a feature has a row of 16 weights. The rows of the
position and of the card are added up, negative sums become 0, and the rest is weighted by the
output layer. In addition, each feature of a card has a weight of its own. The features of a card,
separately for a seat that leads, follows suit or is void:

* **leading**: how many unseen cards are above the card and below it; the length of its suit here
  and unseen; whether the suit's top card stands; who has shown to be void in it, and whether
  trumps are out; how far the deal has gone; the card's place from the bottom;
* **following suit**, separately for the last seat and for winning cards: the unseen cards above
  and below; the seat's other cards above and below; how many of its cards win and how many do
  not; whether the next seat is void, and whether the card is the lowest or highest of its kind;
  the cards of the suit unseen and how far the deal has gone; how safe the winning card is;
* **void**, separately for the last seat and for plain cards, low trumps and winning ones: much
  the same as leading;
* **always**: its height; how many unseen cards lie between it and the seat's next ones; the top
  cards of its suit, and its length; who is void; how many cards each later seat may beat it with;
  its points and those on the table, and whether a partner wins or comes.

The features of the position: the length and the top cards of each suit in the hand, how many of the
suit are unseen and who is void in it; how many cards are left, and how many unseen cards nobody
holds; how high the winning card is, whose it is, and the points of the trick. There is a network
for each kind of contract for tricks. For points there is one for a seat that plays alone, for many
or for few points, one for a declarer and one for the opponents; others of all these for more than
three players; and one for two pairs.

The policy is compiled (``_policy.pxi``) and computes in integers; ``tests/test_rollouts.py`` keeps
its features of random plays.

**The plain rule** plays where the policy does not: with a hand open on the table or in piles, in a
misère, and where every trick is claimed. It is written out, and nothing in it is fitted:

* **leading**, a card that no other hand can beat, trumps first as long as the others may have
  some, else the one worth most; without any the lowest of the longest suit, trumps last;
* **able to win** where an opponent is winning: with no opponent to come the card worth most,
  otherwise the card worth most that no later one can beat. A ruff is the lowest that wins, and so
  is a card that may still be beaten;
* **a partner winning**: the card worth most if the trick is safe for the side, else the cheapest;
* **unable to win**: the cheapest;
* **little wanted**: lead the lowest card, go under with the highest that does, throw the
  highest, and win with the cheapest where the trick has to be taken.

It chooses among legal cards, to which the duties often leave little choice.
"""

from __future__ import annotations

from ..cards import rank_of, seats_from, suit_of, suit_ranks
from ..rollouts import rollouts
from ..rules.trick import low_first, takes_lead, trick_winner
from .observation import Observation


def rule_of_thumb(observation: Observation) -> int:
    """Return the card that the rule of thumb of the game plays."""
    if not observation.rolls_out:
        return plain_card(observation)
    record, height = observation.record, observation.rules.height
    scored, _ = rollouts().scores(
        observation.rollout_game,
        observation.seat,
        observation.left,
        observation.unseen,
        record.table,
        [record.lacks[seat] for seat in observation.others],
    )
    *_, card = min((-score, height(card), suit_of(card), card) for card, score, _ in scored)
    return card


def plain_card(observation: Observation) -> int:
    """Return the card that the plain rule plays: a choice among the legal cards."""
    rules, table, trump = observation.rules, observation.record.table, observation.contract.trump
    # Lowest first, so that ties go to the lowest.
    legal = sorted(observation.legal, key=lambda card: low_first(rules, card))

    def points(card: int) -> int:
        return rules.card_points[rank_of(card)]

    def cheapness(card: int) -> tuple[int, int]:
        """Return the key by which cards are given away: points, then height."""
        return points(card), rules.height(card)

    def wins(card: int) -> bool:
        """Return whether a card takes the lead in the trick."""
        return takes_lead(card, table, observation.contract, rules)

    def is_master(card: int) -> bool:
        """Return whether a card is above all cards of its suit that others may hold."""
        return not observation.beyond & rules.higher(card)

    def is_safe(card: int) -> bool:
        """Return whether no later seat can beat a card, by its suit or, as is known, by a trump."""
        return is_master(card) and (suit_of(card) == trump or not trumps_out)

    trumps_out = trump is not None and suit_ranks(observation.beyond, trump) > 0
    if len(legal) == 1:
        return legal[0]
    if observation.avoids:
        if not table:
            return legal[0]
        under = [card for card in legal if not wins(card)]
        return max(under, key=cheapness) if under else min(legal, key=cheapness)
    if not table:
        if masters := [card for card in legal if is_master(card)]:
            return max(
                masters, key=lambda card: (trumps_out and suit_of(card) == trump, points(card))
            )
        return max(
            legal,
            key=lambda card: (
                suit_of(card) != trump,
                suit_ranks(observation.left, suit_of(card)).bit_count(),
                -rules.height(card),
            ),
        )
    later = observation.others[: len(observation.others) - len(table)]
    is_last = {*later} <= {*observation.side}
    best = trick_winner(table, observation.contract, rules)
    friend = seats_from(observation.record.leader)[best] in observation.side
    if winners := [] if friend else [card for card in legal if wins(card)]:
        safe = winners if is_last else [card for card in winners if is_safe(card)]
        if not safe or suit_of(winners[0]) != suit_of(table[0]):
            return winners[0]
        return max(safe, key=points)
    if friend and (is_last or is_safe(table[best])):
        return max(legal, key=points)
    return min(legal, key=cheapness)
