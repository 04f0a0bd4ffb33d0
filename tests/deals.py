"""Deals for property tests: anything a deal file can hold."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from manni.solver.cards import FULL_PACK, MAX_CARDS, Contract, Seat, cards_in, hand_of
from manni.solver.deal import Deal, meant_tag
from manni.solver.fields import KNOWN_TAGS
from manni.solver.goal import Goal
from manni.solver.position import Position
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.variant import Variant

EXCHANGED = """\
[Variant "basic"]
[Deal "F:T53.A.AQ7.KQJ94 QJ84.K8.KJ96.75 K6.Q7643.T43.86"]
[Manni "HT H5 CT D8 S9 HJ H9 CA D5 C3 SA S7"]
[Contract "D"]
[Leader "F"]
[Discard "F: -"]
[Discard "M: SQ SJ S8 S4 HK H8 DK DJ D9 D6 C7 C5"]
[Discard "D: -"]
"""
"""A deal of basic Manni with its exchange, as a file has it."""

_KNOWN = {name.lower() for name in KNOWN_TAGS}
_TAG_NAMES = st.from_regex(r"[A-Za-z0-9_]{1,12}", fullmatch=True).filter(
    lambda name: name.lower() not in _KNOWN and meant_tag(name) is None
)
_TAG_VALUES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters='\t"\\{};[]%'), max_size=30
)

POINT_GAMES = {code: each for code, each in VARIANTS.items() if each.rules.unit == "points"}
"""Games that count the points of cards."""


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a deal with any of its fields, its play a legal one; of hands that lie in no piles."""
    games = sorted(code for code, game in VARIANTS.items() if not game.in_piles)
    code = draw(st.none() | st.sampled_from(games))
    seats = Seat if code is None else get_variant(code).seats
    many = len(seats)
    pack = list(cards_in(get_variant(code).pack if code else FULL_PACK))
    cards = pack.copy()
    Random(draw(st.integers(0, 2**32))).shuffle(cards)  # ten times as fast as permutations
    size = draw(st.integers(0, min(MAX_CARDS, len(cards) // many)))
    piles = [tuple(cards[seat * size : (seat + 1) * size]) for seat in seats]
    hands = tuple(map(hand_of, piles))
    manni = tuple(cards[many * size :][: draw(st.integers(0, len(cards) - many * size))])
    rules = None if code is None else get_variant(code)
    named = rules.contracts if rules is not None and code in POINT_GAMES else Contract
    contract = draw(st.none() | st.sampled_from(named))
    ace_low = draw(st.sampled_from([None, False, True] if code not in POINT_GAMES else [None]))
    auction, bid = _bids(draw, rules)
    cut = draw(st.none() | st.sampled_from(pack))
    if rules is not None and rules.cuts and cut is not None:  # the dealer's last card
        cut = piles[-1][-1] if size else None
        contract = draw(st.sampled_from([None, rules.fixed_contract(1, cut)]))
    declared = rules is None or rules.declared or (rules.claims and bid is not None)
    deal = Deal(
        hands=hands,
        variant=code,
        manni=manni,
        cut=cut,
        contract=contract,
        great=contract is not None and draw(st.booleans()),
        ace_low=ace_low,
        auction=auction,
        bid=bid,
        declarer=draw(st.none() | st.sampled_from(seats)) if declared and not auction else None,
        leader=draw(st.none() | st.sampled_from(seats)),
        discards=_discards(draw, rules, piles, manni, seats),
        result=draw(st.none() | st.tuples(*[st.integers(0, MAX_CARDS)] * many)),
        goal=draw(
            st.none()
            | st.builds(Goal, st.sampled_from(seats), st.integers(0, MAX_CARDS), st.booleans())
        ),
        keys=draw(st.lists(st.sampled_from(pack), unique=True, max_size=3)),
        tags=tuple(draw(st.lists(st.tuples(_TAG_NAMES, _TAG_VALUES), max_size=3))),
    )
    return _with_play(draw, deal)


def _bids(draw: st.DrawFn, rules: Variant | None) -> tuple[tuple[str, ...], str | None]:
    """Draw an auction as far as it may have come, or the last bid alone, or neither."""
    if rules is None or not rules.bids or draw(st.booleans()):
        return (), None
    if rules.claims or draw(st.booleans()):
        return (), draw(st.sampled_from(rules.bids)).name
    bidding = rules.bidding()
    for _ in range(draw(st.integers(0, 6))):
        if not bidding.over:
            bidding = bidding.call(draw(st.sampled_from(bidding.legal())))
    return tuple("pass" if call is None else call.name for call in bidding.calls), None


def _discards(
    draw: st.DrawFn,
    rules: Variant | None,
    piles: list[tuple[int, ...]],
    manni: tuple[int, ...],
    seats: type[Seat],
) -> tuple[tuple[int, ...] | None, ...]:
    """Draw what each seat has put down."""
    if rules is not None and rules.exchange.picks_up:
        taker = draw(st.sampled_from(seats))
        order = st.permutations([*piles[taker], *manni])
        put_away = draw(st.none() | order.map(lambda cards: tuple(cards[: len(manni)])))
        return tuple(put_away if seat is taker else draw(st.none() | st.just(())) for seat in seats)
    discards, left = [], len(manni)
    for seat in seats:
        number = draw(st.none() | st.integers(0, min(len(piles[seat]), left)))
        discards.append(None if number is None else piles[seat][:number])
        left -= number or 0
    return tuple(discards)


def _with_play(draw: st.DrawFn, deal: Deal) -> Deal:
    contract = deal.contract_played
    if deal.leader is None or contract is None:
        return deal
    side = deal.side_declaring(deal.declarer)
    if deal.rules_played.partners and not side:
        return replace(deal, leader=None)  # nobody can say what may be played
    position = Position(
        deal.hands_played(), contract, deal.leader, rules=deal.rules_played, declarers=side
    )
    play = []
    for _ in range(draw(st.integers(0, len(position.hands) * position.tricks))):
        card = draw(st.sampled_from(position.legal()))
        position = position.play(card)
        play.append(card)
    return replace(deal, play=tuple(play))
