"""``manni advise``: the question of a player who sees one hand alone."""

from __future__ import annotations

import os
from functools import partial
from types import SimpleNamespace
from typing import Any

import click

from ... import Deal, NotationError, Seat
from ...solver import localized_input
from ...solver.advice.choices import WORLDS, Belief
from ...solver.checks import derived, quote
from ...solver.moments import KINDS, calls_text, moment_of
from ...solver.rules.auction import Call
from ...solver.rules.variant import Variant
from .. import inputs, options, output
from ..options import (
    BID,
    CARD,
    CARDS,
    FILE,
    HAND,
    LAID,
    SEEN_PILES,
    FormatOption,
    TextParam,
    argument,
    flag,
    option,
)
from ..outfile import check_plot, write_file

Left = tuple[Seat | None, tuple[str, ...]]
"""A seat, None for the one that asks, and the lines of its list."""

Numbers = tuple[int, ...]

_SPELLED = "manni.asked"


def _file_or_kind(context: click.Context, param: click.Parameter, word: str | None) -> str | None:
    """Return the file; what is asked may stand in its place, as in the version before."""
    if word not in KINDS or os.path.exists(word):
        return word
    output.note(f"manni advise {word}: from the next version on manni advise --at {word}")
    context.meta[_SPELLED] = word
    return None


def _at(context: click.Context, param: click.Parameter, kind: str | None) -> str | None:
    return context.meta.get(_SPELLED, kind)


def _parse_calls(text: str) -> tuple[Call | None, ...]:
    parts = text.split(",") if text.strip() else ()
    return tuple(map(localized_input.parse_call, parts))


def _numbers(expected: str, text: str) -> tuple[int, ...]:
    """Return numbers separated by commas or blanks."""
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdecimal() and len(part) <= 2 for part in parts):
        raise NotationError(f"{quote(text)}: expected {expected}")
    return tuple(map(int, parts))


_parse_counts = partial(_numbers, "numbers of cards, such as 3 or 7,5")
_parse_score = partial(_numbers, "what each seat has marked, such as 40,10,18")


def _parse_left(text: str) -> Left:
    name, colon, rest = text.partition(":")
    seat = localized_input.parse_seat(name) if colon else None
    return seat, tuple((rest if colon else text).replace(",", " ").split())


_cards = partial(option, type=CARDS, default=())


class _Seen(SimpleNamespace):
    """What a seat has seen, where there is no file to say it."""

    hand: int | None = options.hand(type=HAND)
    variant: options.VariantOption
    contract: options.ContractOption
    great: bool = flag("The contract is a great one.")
    declarer: options.DeclarerOption
    played: Numbers = _cards("Every card played so far, in order, from the first lead on.")
    taken: Numbers = option(
        "How many cards each seat has exchanged so far, in turn.",
        type=TextParam("counts", _parse_counts),
        default=(),
        metavar="N,N,N",
    )
    discarded: Numbers = _cards("What the seat itself has put down.")
    surprise: Numbers = _cards(
        "In games with a surprise: the cards taken up, if the hand is given without them."
    )
    calls: tuple[Call | None, ...] = option(
        'What has been called so far, from the seat that opens: "H, great S, pass".',
        type=TextParam("calls", _parse_calls),
        default="",
        metavar="CALLS",
    )
    left: tuple[Left, ...] = option(
        "What the seat had to declare before the calls (NULLO,NT,S), or another: D:H,D.  "
        "[default: everything]",
        type=TextParam("left", _parse_left),
        multiple=True,
        metavar="LIST",
    )
    cut: int | None = option("The card cut or turned up, which the dealer was dealt.", type=CARD)
    bid: options.BidOption
    above: str | None = option("The bid that stands.", type=BID)
    auction: str | None = option(
        'What has been said so far, from forehand on: "20, pass"; an empty text at the '
        "beginning. It is then advised what to say now.",
        metavar="BIDS",
    )
    shown: Numbers = _cards("Where numbers are bid: the cards of the surprise that lie face up.")
    score: Numbers = option(
        "What each seat has marked so far, forehand first. Where marks are bad and a "
        "claim that is made ends the game, all but the loser play for it.",
        type=TextParam("score", _parse_score),
        default=(),
        metavar="N,N,N",
    )
    laid: tuple[tuple[Seat, int], ...] = option(
        "--open",
        "A hand that lies on the table, in an open misère, or is told by word of mouth, "
        "in manille parlée, as it was when the play began.",
        type=LAID,
        multiple=True,
        metavar="SEAT:HAND",
    )
    piles: Any = options.piles(type=SEEN_PILES, default=())


class _Asked(SimpleNamespace):
    """What is wanted of the advice, and what it may take."""

    away: Numbers | None = option(
        "In games with a surprise: cards to put away that are judged in any case.", type=CARDS
    )
    deal_only: bool = flag("Leave out what the contracts left are worth.")
    belief: Belief = option(
        "What the others' exchanges, calls and cards say of their hands: nothing, or that "
        "they did much as the rule of thumb does.",
        type=click.Choice([belief.value for belief in Belief]),
        default=Belief.SOFT.value,
        show_default=True,
        callback=lambda context, param, value: Belief(value),
    )
    solved: int = option(
        "Say besides what open cards come to, in so many of the deals: slow in nullo.",
        type=options.WholeRange(min=0),
        default=0,
    )
    picture: options.PictureOption
    worlds: int | None = options.worlds(
        f"{WORLDS:,}; of deals that are solved what the time allows"
    )
    seed: options.SeedOption
    threads: options.JobsOption
    memory_mb: options.MemoryOption
    seconds: float | None = options.seconds(
        "--time",
        f"{options.TIME}  [default: 30 for a call or a bid, 10 for an exchange, else 3, "
        "unless --worlds is given]",
    )


_SECONDS = {"call": 30.0, "trump": 30.0, "bid": 30.0, "exchange": 10.0, "away": 10.0}
"""How long it may take, where it is not 3 seconds."""
_TAKES = {
    "exchange": "contract great declarer cut taken discarded calls left belief solved picture",
    "away": "contract declarer discarded surprise bid away picture",
    "call": "calls left deal_only belief solved picture",
    "trump": "",
    "bid": "above auction shown",
    "claim": "contract cut score laid piles",
    "card": "contract great declarer played taken discarded calls left cut bid score shown laid "
    "piles belief",
}
"""What is said of a deal where so is asked, and what the advice takes, besides what all do."""
_WITH_FILE = {"contract", "left", "score"}
"""What is said besides a file: one trump to look at, and of the game before the deal."""


@options.command
def command(
    *,
    file: str | None = argument(required=False, type=FILE, is_eager=True, callback=_file_or_kind),
    number: options.DealOption,
    at: str | None = option(
        "What is asked, if it is not what comes next.", type=click.Choice(KINDS), callback=_at
    ),
    after: options.AfterOption,
    seat: options.SeatOption,
    seen: _Seen,
    asked: _Asked,
    form: FormatOption,
) -> None:
    """What to exchange, call, bid, claim or play, seeing one hand.

    Deals that agree with what that seat knows, called worlds, are sampled, and what it may do is
    compared over them. In the games of Manni and of the French Manille; `manni variants` lists
    them.

    FILE holds a deal (- is stdin), of which a hand that is not known may be ?. Advised is the seat
    whose turn it is there, or was --after some cards (with --at a call, say, after so many calls),
    or the first time that --seat was asked; what it cannot have seen is not looked at. Without a
    FILE options say what it has seen.

    An exchange: what to put down and draw, or, of a surprise taken up or to come, what to put away
    and which trump to name; --contract looks at one trump, with --bid making it is what counts. A
    call: which contract to declare, or to pass, by its points in the deal and what the contracts
    then left are worth, unless --deal-only; or which trump to name. A bid: what each comes to and
    up to what number bidding pays; with --auction what to say now. A claim: how often it is made.
    A card: every card is played in each of the deals, which are played out by a rule of
    thumb; in a misère, after a claim, where a hand lies open and where cards lie in piles they are
    solved instead, as if all cards were open. Ctrl-C gives the answer so far.
    """
    from ...solver.advice.asked import advise
    from ...solver.advice.declaration import lines_left
    from ...solver.advice.observation import observation_from, question_of
    from ...solver.report import advice

    options.refuse_if(
        file is None and (number, after) != (None, None), "--deal and --after go with a FILE."
    )
    if file is None:
        variant = _needed("variant", seen.variant)
        kind, place = at or _next(seen, variant), ""
    else:
        options.refuse(vars(seen).keys() - _WITH_FILE, "a FILE")
        deals = inputs.deals_of(file, number)
        options.refuse_if(
            len(deals) > 1,
            f"{inputs.name_of(file)} holds {len(deals)} deals: choose one with --deal.",
        )
        ((_number, place, deal),) = deals
        with inputs.DealLoop().errors_at(place):
            lines = lines_left(deal.rules, seen.left, None) if deal.rules else ()
            known: Any = moment_of(deal, at, after, seat, lines)
        kind, variant = known.kind, known.variant
    key = question_of(kind, variant)
    takes = {*_TAKES[key].split(), "worlds", "seed", "threads", "memory_mb"}
    all_options = {*vars(seen), *vars(asked)} - {"hand", "variant", "seconds"}
    options.refuse(all_options - takes, f"--at {kind} in {variant.code}")
    limits = {name: value for name, value in vars(asked).items() if name in takes}
    if key == "card":
        del limits["threads"], limits["memory_mb"]
    if key == "away":
        also = limits.pop("away")
        limits |= {"contract": seen.contract, "also": () if also is None else (also,)}
    if (picture := limits.pop("picture", None)) is not None:
        drawn = check_plot(picture)
    seconds = asked.seconds
    if seconds is None and asked.worlds is None:
        seconds = _SECONDS.get(key, 3.0)
    if file is None:
        facts = {name: value for name, value in vars(seen).items() if name in takes}
        hand = (seen.hand or 0) if facts.get("piles") else _needed("hand", seen.hand)
        if key == "card":
            _needed("seat", seat)
        elif key == "away":
            del facts["contract"]
        elif key == "bid":
            limits["above"], bids = facts.pop("above"), facts["auction"]
            limits |= {"calls": None} if bids is None else {}
            facts["auction"] = [*filter(None, map(str.strip, (bids or "").split(",")))]
        known = observation_from(key, hand, variant, seat=seat, **facts)
    with (
        inputs.DealLoop().errors_at(place),
        output.working("worlds", asked.worlds, seconds) as run,
    ):
        answer = advise(known, left=seen.left, score=seen.score, **limits, run=run)
    output.Printer(form).show(
        lambda: advice.answer_json(answer),
        lambda: advice.answer_table(answer),
        lambda: advice.answer_text(answer),
    )
    if picture is not None:
        write_file(picture, advice.answer_picture(answer, drawn))
    if run.is_cancelled():
        output.exit_stopped()


def _needed(name: str, value: Any) -> Any:
    """Return what an option says that has to be given."""
    if value is None:
        context = click.get_current_context()
        param = next(param for param in context.command.params if param.name == name)
        raise click.MissingParameter(ctx=context, param=param)
    return value


def _next(seen: _Seen, variant: Variant) -> str:
    """Return what is asked next where so much has been said and done."""
    order = variant.exchange.order(seen.declarer, variant.seats)
    taken = dict(zip(order, seen.taken, strict=False))
    deal = derived(
        Deal((None,) * variant.players, variant.code),
        contract=seen.contract,
        cut=seen.cut,
        declarer=seen.declarer,
        bid=seen.bid,
        auction=tuple((seen.auction or "").replace(",", " ").split()),
        play=seen.played,
        tags=(("Calls", calls_text(seen.calls)),),
        discards=tuple((None,) * taken[seat] if seat in taken else None for seat in variant.seats),
    )
    return moment_of(deal).kind
