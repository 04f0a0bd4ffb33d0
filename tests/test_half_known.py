"""Deals of which hands and cards are not known: on paper, seen from a seat, and what is advised."""

import json
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

import pytest
from commands import manni, output

from manni import Deal, format_deals, parse_deals, read_deals
from manni.solver.cards import cards_in
from manni.solver.checks import derived
from manni.solver.errors import SolverError
from manni.solver.files.jsonfile import deal_from_json, deal_to_json
from manni.solver.moments import Moment, calls_of, moment_of, moments
from manni.solver.notation import format_cards, format_hand
from manni.solver.piles import format_piles
from manni.solver.rules.auction import PASS

DATA = Path(__file__).resolve().parent.parent / "data"
FILES = sorted(
    file for file in DATA.glob("sample_*/*.manni") if file.stem not in ("freaks", "puzzles")
)
ASKING = ("--worlds", "2", "--jobs", "1", "--json")

HALF = """\
[Variant "hornafjordur"]
[Deal "F:AKJ.K52.AQ97.K3 ? ?"]
[Manni "? ? ? S4 ? ? ? ? ? ? ? ? ? ? ? ?"]
[Contract "NT"]
[Discard "F: 3"]
[Discard "M: S5 ?"]
"""
PILES = """\
[Variant "decouverte"]
[Deal "F:? ?"]
[Piles "F:DK???, SA???, HJ???, S7??? / D:DA???, SQ???, D9???, S9???"]
[Turned "S9"]
"""


@pytest.mark.parametrize("text", [HALF, PILES])
def test_half_known_deals_are_read_and_written(text: str) -> None:
    (deal,) = parse_deals(text)
    assert parse_deals(format_deals([deal])) == [deal]
    assert deal_from_json(json.loads(json.dumps(deal_to_json(deal)))) == deal
    as_json = output("convert", "-", "--to", "json", text=text)
    assert output("convert", "-", "--to", "manni", text=as_json) == format_deals([deal])
    assert eval(repr(deal)) == deal
    assert "?" in output("show", "-", text=text)


# What a seat has seen ----------------------------------------------------------------------


def deals() -> Iterator[tuple[Path, int, Deal]]:
    for file in FILES:
        for number, deal in enumerate(read_deals(file), 1):
            if deal.rules is not None:
                yield file, number, deal


def whole(moment: Moment) -> bool:
    """Return whether the record is one of a whole deal, as advice needs it."""
    deal, variant = moment.deal, moment.variant
    return deal.dealt[0].bit_count() == variant.tricks and not deal.lacks_piles


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.stem}-{file.stem}")
def test_covered_cards_leak_nowhere(file: Path) -> None:
    for deal in read_deals(file):
        if deal.rules is None:
            continue
        for moment in list(moments(deal))[::5]:
            seen = moment.deal.seen_by(moment.seat)
            assert seen == seen.seen_by(moment.seat)
            assert parse_deals(format_deals([seen]))[0].hands == seen.hands
            if moment.deal.piles or any(
                cards is None for seat, cards in enumerate(seen.hands) if seat != moment.seat
            ):
                assert all(seen == other.seen_by(moment.seat) for other in alike(moment.deal, seen))


def alike(deal: Deal, seen: Deal) -> Iterator[Deal]:
    """Yield deals that differ in two covered cards alone."""
    played = {*deal.play, *chain(*(own or () for own in deal.discards)), *deal.manni, deal.cut}
    hidden = [seat for seat in deal.seats if seen.hands[seat] is None and not deal.piles]
    for one, other in pairwise(hidden):
        first = [card for card in cards_in(deal.dealt[one]) if card not in played]
        second = [card for card in cards_in(deal.dealt[other]) if card not in played]
        if first and second:
            swapped = 1 << first[0] | 1 << second[0]
            hands = [hand ^ swapped * (at in (one, other)) for at, hand in enumerate(deal.dealt)]
            yield derived(deal, hands=tuple(hands))


def test_a_half_known_deal_is_asked_about_like_the_whole_one() -> None:
    for file, _, deal in deals():
        try:
            moment = moment_of(deal)
        except SolverError:
            continue
        again = moment_of(moment.deal.seen_by(moment.seat), moment.kind, moment.number)
        assert again[:3] == moment[:3], file


# Advice -------------------------------------------------------------------------------------


def as_options(moment: Moment) -> Iterator[str]:
    """Yield the options that said to the commands before what a seat has seen."""
    deal, variant, seat, kind = moment.deal, moment.variant, moment.seat, moment.kind
    hands, own = deal.hands_played(), deal.discards[seat]
    at_first = kind != "card"
    hand = deal.dealt[seat] if at_first else hands[seat]
    yield from ("--variant", variant.code)
    takes_up = kind == "exchange" and variant.exchange.picks_up
    away = () if own is None else own or deal.manni
    if kind in ("claim", "card") and deal.piles:
        yield from ("--piles", format_piles(deal.seen_by(seat).piles))
    else:
        yield from ("--hand", format_hand(hand))
    if takes_up:
        yield from ("--surprise", format_cards(deal.manni))
    puts_away = kind == "exchange" and not variant.rules.is_plain
    if kind in ("exchange", "claim", "card"):
        yield from ("--seat", seat.letter)
    if kind in ("claim", "card") or (kind == "exchange" and not puts_away):
        if deal.contract_played is not None:
            yield from ("--contract", deal.contract_played.name)
        if deal.cut is not None and variant.cuts and not (deal.piles):
            yield from ("--cut", format_cards([deal.cut]))
    if kind in ("exchange", "card"):
        if deal.declarer is not None and not puts_away:
            yield from ("--declarer", deal.declarer.letter)
        if deal.great:
            yield "--great"
        if deal.bid is not None:
            yield from ("--bid", deal.bid)
    if puts_away and own is not None:
        yield from ("--discarded", format_cards(away))
    if kind == "bid":
        yield from ("--auction", ", ".join(deal.auction))
    if kind in ("bid", "card") and (up := variant.face_up(deal.manni)):
        yield from ("--shown", format_cards(up))
    if (calls := calls_of(deal)) and kind in ("call", "exchange", "card"):
        yield from ("--calls", ", ".join(PASS if call is None else str(call) for call in calls))
    if kind == "card":
        yield from ("--played", format_cards(deal.play))
        if own and variant.exchange_in(deal.contract_played or variant.contracts[0]).order(
            deal.declarer, variant.seats
        ):
            yield from ("--discarded", format_cards(away))
    if kind in ("exchange", "card") and not puts_away and deal.contract_played is not None:
        order = variant.exchange_in(deal.contract_played).order(deal.declarer, variant.seats)
        if kind == "exchange":
            order = order[: order.index(seat)]
        taken = [deal.discards[each] for each in order]
        if taken and None not in taken:
            counts = [
                len(cards or deal.manni * variant.exchange.picks_up)
                for cards in taken
                if cards is not None
            ]
            yield from ("--taken", ",".join(map(str, counts)))
    if kind in ("claim", "card") and not deal.piles:
        for each, laid in enumerate(variant.laid_open(deal.bid, deal.declarer, hands)):
            if laid and each != seat:
                yield from ("--open", f"{variant.seats(each).letter}:{format_hand(laid)}")


def compared(file: Path, number: int, moment: Moment) -> None:
    place = ("--deal", str(number), "--at", moment.kind, "--after", str(moment.number))
    now = manni("advise", file, *place, *ASKING)
    before = manni("advise", moment.kind, *as_options(moment), *ASKING)
    assert f"manni advise --at {moment.kind}" in before.stderr
    assert (now.exit_code, now.stdout) == (before.exit_code, before.stdout), (
        place,
        now.stderr,
        before.stderr,
    )


def asked_in(file: Path, step: int, most: int) -> None:
    for number, deal in enumerate(read_deals(file)[:most], 1):
        if deal.rules is None:
            continue
        cards = 0
        for moment in moments(deal):
            cards += moment.kind == "card"
            if whole(moment) and (moment.kind != "card" or cards % step == 1 % step):
                compared(file, number, moment)


SOME = ("hornafjordur", "laugavatn", "encheres-petite", "encheres-5", "dix-sept-3", "decouverte")


@pytest.mark.parametrize("name", SOME)
def test_advice_of_a_file_is_that_of_the_options(name: str) -> None:
    asked_in(DATA / f"sample_deals/{name}.manni", 99, 1)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.stem}-{file.stem}")
def test_advice_of_a_file_is_that_of_the_options_at_every_moment(file: Path) -> None:
    asked_in(file, 1, 99)
