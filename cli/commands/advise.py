"""``manni advise``: the questions of a player who sees one hand alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Annotated, Any

import click

from ... import NotationError, RuleError, Seat
from ...solver import localized_input
from ...solver.advice.choices import WORLDS, Belief
from ...solver.checks import quote
from ...solver.rules.auction import Call
from .. import options, output
from ..main import LazyGroup
from ..options import (
    BID,
    CARD,
    CARDS,
    HAND,
    LAID,
    SEEN_PILES,
    FormatOption,
    Option,
    TextParam,
    flag,
    option,
)
from ..outfile import check_plot, write_file

Left = tuple[Seat | None, tuple[str, ...]]
"""A seat, None for the one that asks, and the lines of its list."""


@click.group(cls=LazyGroup)
def command() -> None:
    """What to exchange, call, bid, claim or play, seeing one hand.

    Deals that agree with what that seat knows, called worlds, are sampled, and what it may do is
    compared over them. In the games of Manni and of the French Manille; `manni variants` lists
    them.
    """


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


def _time(default: float) -> Option:
    """Return the option of a time limit, of which there is a default without --worlds."""

    def limit(context: click.Context, param: click.Parameter, given: float | None) -> float | None:
        # What is not given comes last, in the order of the options: --worlds is known.
        return default if given is None and context.params["worlds"] is None else given

    help = f"{options.TIME}  [default: {default:g}, unless --worlds is given]"
    return options.seconds("--time", callback=limit, help=help)


_cards = partial(option, type=CARDS, default=())

HandOption = Annotated[int, options.hand(type=HAND, required=True)]


def _or_piles(context: click.Context, param: click.Parameter, hand: int | None) -> int:
    """Return the hand, which piles hold that are given in its place."""
    # What is not given comes last.
    if hand is None and not context.params.get("piles"):
        raise click.MissingParameter(ctx=context, param=param)
    return hand or 0


HandOrPiles = Annotated[int, options.hand(type=HAND, callback=_or_piles)]
PilesOption = Annotated[Any, options.piles(type=SEEN_PILES, default=())]
LaidOption = Annotated[
    tuple[tuple[Seat, int], ...],
    option(
        "--open",
        type=LAID,
        multiple=True,
        metavar="SEAT:HAND",
        help="A hand that lies on the table, in an open misère, or is told by word of mouth, in "
        "manille parlée, as it was when the play began.",
    ),
]
ScoreOption = Annotated[
    tuple[int, ...],
    option(
        "--score",
        type=TextParam("score", _parse_score),
        default=(),
        metavar="N,N,N",
        help="What each seat has marked so far, forehand first. Where marks are bad and a claim "
        "that is made ends the game, all but the loser play for it.",
    ),
]
CallsOption = Annotated[
    tuple[Call | None, ...],
    option(
        "--calls",
        type=TextParam("calls", _parse_calls),
        default="",
        metavar="CALLS",
        help='What has been called so far, from the seat that opens: "H, great S, pass".',
    ),
]
LeftOption = Annotated[
    tuple[Left, ...],
    option(
        "--left",
        type=TextParam("left", _parse_left),
        multiple=True,
        metavar="LIST",
        help="What the seat had to declare before the calls (NULLO,NT,S), or another: D:H,D.  "
        "[default: everything]",
    ),
]
CutOption = Annotated[
    int | None,
    option("--cut", type=CARD, help="The card cut or turned up, which the dealer was dealt."),
]
GreatOption = Annotated[bool, flag("--great", help="The contract is a great one.")]
TakenOption = Annotated[
    tuple[int, ...],
    option(
        "--taken",
        type=TextParam("counts", _parse_counts),
        default=(),
        metavar="N,N,N",
        help="How many cards each seat has exchanged so far, in turn.",
    ),
]
DiscardedOption = Annotated[
    tuple[int, ...], _cards("--discarded", help="What the seat itself has put down.")
]
ShownOption = Annotated[
    tuple[int, ...],
    _cards("--shown", help="Where numbers are bid: the cards of the surprise that lie face up."),
]
BeliefOption = Annotated[
    Belief,
    option(
        "--belief",
        type=click.Choice([each.value for each in Belief]),
        default=Belief.SOFT.value,
        show_default=True,
        callback=lambda context, param, value: Belief(value),
        help="What the others' exchanges, calls and cards say of their hands: nothing, or that "
        "they did much as the rule of thumb does.",
    ),
]
WorldsOption = Annotated[
    int | None, options.worlds(f"{WORLDS:,}; of deals that are solved what the time allows")
]


class _Means(SimpleNamespace):
    """The deals that are sampled, and what that may take."""

    worlds: WorldsOption
    seed: options.SeedOption
    threads: options.JobsOption
    memory_mb: options.MemoryOption


class _Sampling(SimpleNamespace):
    """The same with what is believed of the deals, how many are also solved, and a picture."""

    belief: BeliefOption
    worlds: WorldsOption
    solved: Annotated[
        int,
        option(
            "--solved",
            type=options.WholeRange(min=0),
            default=0,
            metavar="N",
            help="Say besides what open cards come to, in so many of the deals: slow in nullo.",
        ),
    ]
    seed: options.SeedOption
    threads: options.JobsOption
    picture: options.PictureOption
    memory_mb: options.MemoryOption


def _answer(form: str, ask: Callable[..., Any], *seen: Any, **asked: Any) -> None:
    """Ask for advice, print it in a format and, if one is wanted, a picture.

    Ctrl-C while it is found leaves the answer so far, and the exit code that says so.
    """
    from ...solver.report import advice

    seconds, picture = asked.pop("seconds"), asked.pop("picture", None)
    if picture is not None:
        kind = check_plot(picture)
    with output.working("worlds", asked["worlds"], seconds) as run:
        answer = ask(*seen, **asked, run=run)
    output.Printer(form).show(
        lambda: advice.answer_json(answer),
        lambda: advice.answer_table(answer),
        lambda: advice.answer_text(answer),
    )
    if picture is not None:
        write_file(picture, advice.answer_picture(answer, kind))
    if run.is_cancelled():
        output.stopped()


class _ToExchange(SimpleNamespace):
    """What a seat that is to exchange has seen."""

    hand: HandOption
    variant: options.GameOption
    contract: options.ContractOption
    great: GreatOption
    seat: options.SeatOption
    declarer: options.DeclarerOption
    cut: CutOption
    taken: TakenOption
    discarded: DiscardedOption
    calls: CallsOption
    left: LeftOption
    bid: options.BidOption


_NOT_WITH_SURPRISE = (
    "great",
    "cut",
    "taken",
    "calls",
    "left",
    "belief",
    "solved",
)
"""Options that mean nothing to a declarer who takes up a surprise."""

_ONLY_WITH_SURPRISE = ("surprise", "bid", "away")
"""Options that mean something to him alone."""


@options.command
def exchange(
    seen: _ToExchange,
    surprise: Annotated[
        tuple[int, ...],
        _cards(
            "--surprise",
            help="In games with a surprise: the cards taken up, if the hand is given without them.",
        ),
    ],
    away: Annotated[
        tuple[int, ...] | None,
        option(
            "--away",
            type=CARDS,
            help="In games with a surprise: cards to put away that are judged in any case.",
        ),
    ],
    sampling: _Sampling,
    seconds: Annotated[float | None, _time(10.0)],
    form: FormatOption,
) -> None:
    """Best discards with only one hand seen.

    Deals that agree with what the seat knows, called worlds, are sampled and played out by the rule
    of thumb, and the discards are compared over them. Ctrl-C ends it and gives the answer so far.

    In games with a surprise that the declarer takes up: what he should put away and which
    trump he should name, once he has seen it. The hand is all he then holds, or what he was
    dealt and --surprise what he has taken up. --contract looks at one trump; with --bid,
    making it is what counts. Once he has put --discarded away, or where there is no surprise,
    only the trump is looked for.
    """
    variant, seat, declarer = seen.variant, seen.seat, seen.declarer
    asked = vars(sampling) | {"seconds": seconds}
    if variant.exchange.picks_up or not variant.rules.is_plain:
        from ...solver.advice.observation import PutAwayObservation
        from ...solver.advice.put_away import advise_put_away

        options.refuse(_NOT_WITH_SURPRISE, variant)
        if seat is not None and declarer not in (None, seat):
            raise RuleError(f"only the declarer exchanges in {variant.code}: {declarer.word}")
        declarer = seat if declarer is None else declarer
        taken_up = PutAwayObservation.of(seen.hand, variant, declarer, surprise, seen.bid)
        del asked["belief"], asked["solved"]
        also = () if away is None else (away,)
        asked |= {"contract": seen.contract, "discarded": seen.discarded, "also": also}
        _answer(form, advise_put_away, taken_up, **asked)
        return
    from ...solver.advice.exchange import advise_exchange
    from ...solver.advice.observation import ExchangeObservation

    options.refuse(_ONLY_WITH_SURPRISE, variant)
    known = ExchangeObservation.of(**vars(seen))
    _answer(form, advise_exchange, known, **asked)


_WITH_CALLS = ("left", "calls", "deal_only", "belief", "solved", "picture")
"""Options that mean nothing where a trump is named without an auction."""


@options.command
def call(
    hand: HandOption,
    variant: options.GameOption,
    left: LeftOption,
    calls: CallsOption,
    deal_only: Annotated[
        bool, flag("--deal-only", help="Leave out what the contracts left are worth.")
    ],
    sampling: _Sampling,
    seconds: Annotated[float | None, _time(30.0)],
    form: FormatOption,
) -> None:
    """Which contract to declare or trump to name, or to pass.

    The Manni, or a surprise, has not been seen.

    Expected points of every call the seat may make, with its best discards, and in an
    auction with overcalls of passing, which is playing against the call that stands.
    What the contracts that are left then are worth in later deals is added, unless
    --deal-only is given.
    Where a trump is named without an auction: what the seat that names it takes under each.
    Ctrl-C gives the answer so far.
    """
    asked = vars(sampling) | {"seconds": seconds}
    if variant.names_trump:
        options.refuse(_WITH_CALLS, variant)
        from ...solver.advice.observation import TrumpObservation
        from ...solver.advice.without_auction import advise_trump

        del asked["belief"], asked["solved"]
        known = TrumpObservation(variant, variant.leader(None), hand)
        _answer(form, advise_trump, known, **asked)
        return
    if variant.claims:
        raise RuleError(f"nobody calls in {variant.code}: manni advise claim says what to claim")
    if variant.bids:
        raise RuleError(
            f"numbers are bid in {variant.code}: manni advise bid says how high, manni advise "
            "exchange which trump to name then"
        )
    from ...solver.advice.contract import advise_contract

    asked |= {"left": left, "calls": calls, "deal_only": deal_only}
    _answer(form, advise_contract, hand, variant, **asked)


@options.command
def bid(
    hand: HandOption,
    variant: options.GameOption,
    above: Annotated[str | None, option("--above", type=BID, help="The bid that stands.")],
    auction: Annotated[
        str | None,
        option(
            "--auction",
            metavar="BIDS",
            help='What has been said so far, from forehand on: "20, pass"; an empty text at the '
            "beginning. It is then advised what to say now.",
        ),
    ],
    shown: ShownOption,
    means: _Means,
    seconds: Annotated[float | None, _time(30.0)],
    form: FormatOption,
) -> None:
    """How high to bid, where numbers are bid.

    How often each bid is made, what it brings, and up to what number bidding pays. The
    surprise has not been seen, but for what is --shown of it. With --auction the others are
    taken to have bid, and to bid, as the computer does, and it is advised what to say now and how
    far to go on. Ctrl-C gives the answer so far.
    """
    if not variant.bids or variant.claims:
        what = "claim" if variant.claims and not variant.names_trump else "call"
        raise RuleError(f"no numbers are bid in {variant.code}: manni advise {what}")
    calls = None
    if auction is not None:
        calls = [word.strip() for word in auction.split(",") if word.strip()]
    from ...solver.advice.bids import advise_bid

    asked = {"above": above, "calls": calls, "shown": shown, **vars(means), "seconds": seconds}
    _answer(form, advise_bid, hand, variant, **asked)


@options.command
def claim(
    hand: HandOrPiles,
    variant: options.GameOption,
    seat: options.SeatOption,
    contract: options.ContractOption,
    cut: CutOption,
    score: ScoreOption,
    laid: LaidOption,
    piles: PilesOption,
    means: _Means,
    seconds: Annotated[float | None, _time(3.0)],
    form: FormatOption,
) -> None:
    """Whether to claim every trick, where that can be claimed.

    That is once the trump is known, which --contract or --cut says: how often a claim of
    --seat is made, and what it brings beside playing on. Ctrl-C gives the answer so far.
    """
    from ...solver.advice.observation import ClaimObservation
    from ...solver.advice.without_auction import advise_claim

    more = {"cut": cut, "score": score, "laid": laid, "piles": piles}
    known = ClaimObservation.of(hand, variant, contract, seat, **more)
    _answer(form, advise_claim, known, **vars(means), seconds=seconds)


class _ToPlay(SimpleNamespace):
    """What a seat that is to play has seen."""

    hand: HandOrPiles
    variant: options.GameOption
    contract: options.ContractOption
    great: GreatOption
    seat: options.RequiredSeat
    declarer: options.DeclarerOption
    played: Annotated[
        tuple[int, ...],
        _cards("--played", help="Every card played so far, in order, from the first lead on."),
    ]
    taken: TakenOption
    discarded: DiscardedOption
    calls: CallsOption
    left: LeftOption
    cut: CutOption
    bid: options.BidOption
    score: ScoreOption
    shown: ShownOption
    laid: LaidOption
    piles: PilesOption


@options.command
def card(
    seen: _ToPlay,
    belief: BeliefOption,
    worlds: Annotated[int | None, options.worlds()],
    seed: options.SeedOption,
    seconds: Annotated[float | None, _time(3.0)],
    form: FormatOption,
) -> None:
    """Which card to play, with only one hand seen.

    The hand is given as it was when the play began, cards played since included. Deals that
    agree with what the seat knows are sampled, every card is played in each of
    them, and they are played out by a rule of thumb, every seat on its own knowledge. In a misère,
    after a claim, where a hand lies open and where cards lie in piles they are solved instead, as
    if all cards were open; where all hands are open, that is exact. In the games of Manille points
    are those taken. Ctrl-C gives the answer so far.
    """
    from ...solver.advice.observation import Observation
    from ...solver.advice.play import advise_play

    known = Observation.of(**vars(seen))
    _answer(form, advise_play, known, belief=belief, worlds=worlds, seed=seed, seconds=seconds)


for question in (exchange, call, bid, claim, card):
    command.add_command(question)
