"""``manni play table``: a deal or a game against the computer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import SystemRandom

import click

from cli import inputs, options, output
from cli.outfile import check_target, write_file
from cli.params import COUNT, SEAT
from cli.points_table import PointsTable
from cli.table import LeftError, Table
from solver.advice.opponents import Strength
from solver.advice.play import check_advised
from solver.cards import Seat, by_seat
from solver.deal import Deal
from solver.dealing import random_deals
from solver.errors import DealError, RuleError, SolverError
from solver.exchange.before import check_declarer
from solver.files.dealfile import format_deals
from solver.files.jsonfile import format_json
from solver.report.cards import card_text
from solver.report.sheet import sheet_text, slots_left
from solver.report.text import AnyText, Text, join
from solver.rules.contract import Contract
from solver.rules.drawing import draw_dealer
from solver.rules.game import PLAYERS, Game, Names
from solver.rules.points import check_contract
from solver.rules.shuffle import generator, generator_apart
from solver.rules.variant import Dealing, Variant

_MOST_SEED = 1 << 128
_DRAW = "draw"


def _source(context: click.Context, option: click.Parameter, text: str | None) -> int | str | None:
    """Return a seed, a file's name, or None where the option is not given."""
    if text is None:
        return None
    if not text:
        return SystemRandom().randrange(1 << 32)
    if text.isdecimal() and text.isascii():
        if len(text) > 39 or int(text) >= _MOST_SEED:
            raise click.BadParameter("a seed has at most 128 bits", context, option)
        return int(text)
    return text


def _seed(context: click.Context, option: click.Parameter, text: str | None) -> int | None:
    found = _source(context, option, text)
    if isinstance(found, str):
        raise click.BadParameter(f"{found!r} is no seed, a whole number", context, option)
    return found


@click.command("table")
@click.option(
    "--deal",
    "source",
    is_flag=False,
    flag_value="",
    callback=_source,
    metavar="[SEED|FILE]",
    help="Play one deal: that of a seed, the first of a FILE, or a random one.",
)
@click.option(
    "--game",
    is_flag=False,
    flag_value="",
    callback=_seed,
    metavar="[SEED]",
    help="Play deals until the game is over.",
)
@click.option(
    "--dealer",
    type=click.Choice(["you", "left", "right", _DRAW], case_sensitive=False),
    help="Who deals first in a game, or draw: each draws a card, and the lowest deals.  "
    "[default: the player before you, so that you are forehand]",
)
@options.variant_option
@click.option(
    "--number", type=COUNT, default=1, metavar="N", help="The N-th deal of the FILE or seed."
)
@click.option("--seat", type=SEAT, help="Where you sit.  [default: F]")
@click.option(
    "--strength",
    type=click.Choice([each.value for each in Strength]),
    default=Strength.FAIR.value,
    show_default=True,
    help="How the computer plays: by the rule of thumb, or with that rule in few or many "
    "sampled deals; in Manille these are solved.",
)
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the record there.  [default: stdout]",
)
@options.json_option
def command(
    source: int | str | None,
    game: int | None,
    dealer: str | None,
    variant: Variant | None,
    number: int,
    seat: Seat | None,
    strength: str,
    target: str | None,
    as_json: bool,
) -> None:
    """Play a deal or a game against the computer.

    You call, exchange and play in one seat, the computer in the two others, which see no more
    than their own cards. A card is its suit and rank (SA, HT); "?" asks for advice, "quit" or
    the end of the input leaves the table. What is said goes to stderr, the record of the deals
    to stdout or a file: manni review and manni score take it. Of a game of Manille in a FILE the
    cards alone are taken: it is bid, exchanged and played anew.
    """
    if (source is None) == (game is None):
        raise click.UsageError("Give --deal or --game, one of the two.")
    if target is not None:
        check_target(target, [source if isinstance(source, str) else None])
    level = Strength(strength)
    if game is not None:
        if seat is not None or number != 1:
            raise click.UsageError("--seat and --number go with --deal.")
        tables = _game(_named(variant), game, level, dealer)
    else:
        if dealer is not None:
            raise click.UsageError("--dealer goes with --game.")
        assert source is not None
        tables = iter([_single(source, variant, number, seat or Seat.FOREHAND, level)])
    played: list[Deal] = []
    try:
        stopped = _play(tables, played, is_game=game is not None)
    except SolverError:
        if played:  # what was played is kept
            _write(played, target, as_json)
        raise
    _write(played, target, as_json)
    if stopped:
        output.stopped()


def _play(tables: Iterator[Table], played: list[Deal], *, is_game: bool) -> bool:
    """Play deals until all are played or the table is left, adding each to ``played``.

    Of a game those that all have passed are left out: the cards are dealt again. Returns
    whether it was ended by Ctrl-C.
    """
    for each in tables:
        try:
            each.play()
        except LeftError:
            return False
        except KeyboardInterrupt:
            return True
        finally:  # after an error too
            if not (is_game and each.is_passed_out):
                played.append(each.record())
    return False


def _write(played: list[Deal], target: str | None, as_json: bool) -> None:
    text = format_json(played) if as_json else format_deals(played)
    if target is None:
        output.result_utf8(text)
    else:
        write_file(target, text.encode("utf-8"))


def _named(variant: Variant | None) -> Variant:
    if variant is None:
        raise click.UsageError("Give the game: --variant.")
    return variant


def _single(
    source: int | str, variant: Variant | None, number: int, seat: Seat, level: Strength
) -> Table:
    """Return the table of one deal, from a seed or a file."""
    if isinstance(source, int):
        deal = next(islice(random_deals(_named(variant), source), number - 1, None))
        place, seed = "the deal", source
    else:
        ((_, place, deal),) = inputs.deals_of(source, number)
        seed = 0
    with inputs.BadDeals(keep_going=False).caught(place):
        rules = variant or deal.rules
        if rules is None:
            raise DealError("no variant is named: give one (--variant)")
        if deal.contract_played is None or rules.rules.unit == "points":
            _check_table(rules)
        rules.check_deal(deal.hands, deal.manni, deal.cut)
        dealing = Dealing(deal.hands, deal.manni, deal.cut)
        level = _level_in(rules, level)
        if rules.rules.unit == "points":
            return _points_table(rules, dealing, seat, level, seed, deal.tags)
        if rules.manni and not deal.manni:
            raise DealError("the Manni is not recorded: its cards may be drawn")
        return _recorded_table(rules, deal, dealing, seat, level, seed)


def _check_table(variant: Variant) -> None:
    """Raise RuleError for a game whose contracts come about as the table does not know."""
    for_points = variant.rules.unit == "points"
    fixed = variant.cuts or variant.fixed_contract(1, None)
    if fixed or (variant.bids if for_points else variant.slots):
        return
    if not variant.bids and not variant.slots:
        raise RuleError(f"nobody names a contract in {variant.code}: the table cannot play it")
    what = "calls contracts" if for_points else "bids numbers"
    where = "tricks are counted, without duties" if for_points else "cards have points"
    raise RuleError(f"the computer {what} only where {where}, not in {variant.code}")


def _level_in(variant: Variant, level: Strength) -> Strength:
    """Return how the computer plays: by the rule of thumb where there is no advice, and say so."""
    try:
        check_advised(variant)
    except RuleError as error:
        output.talk(f"The computer plays by the rule of thumb: {error}.")
        return Strength.THUMB
    return level


def _recorded_table(
    variant: Variant, deal: Deal, dealing: Dealing, own: Seat, level: Strength, seed: int
) -> Table:
    """Return the table of a recorded deal, which is played by the rules of the game alone."""
    contract, declarer = variant.contract_of(deal.contract_played, deal.cut), None
    if contract is not None:
        if variant.declared:
            declarer = variant.declaring.opens if deal.declarer is None else deal.declarer
        check_contract(variant, contract, deal.great, declarer)
        check_declarer(variant, declarer, contract, deal.great)
        _check_rules(variant, deal, contract, declarer)
    elif not variant.declared:
        what = "contract and no cut card" if variant.cuts else "contract"
        raise DealError(f"no {what} is recorded: nobody declares in {variant.code}")
    return Table(
        variant,
        dealing,
        own,
        level,
        seed,
        contract=contract,
        great=deal.great,
        declarer=declarer,
        auction=Game(variant).auction() if variant.declared else None,
        tags=deal.tags,
    )


def _check_rules(variant: Variant, deal: Deal, contract: Contract, declarer: Seat | None) -> None:
    """Raise DealError where a record has another ace or leader than the game."""
    low = variant.ace_low(contract)
    if deal.rules_in(contract, variant=variant).ace_low != low:
        raise DealError(
            f"the record has a {'high' if low else 'low'} ace: in {variant.code} it is "
            f"{'low' if low else 'high'} in {contract.name}"
        )
    leads = variant.leader(declarer)
    if deal.leader not in (None, leads):
        raise DealError(
            f"the record has {deal.leader.word} lead: in {variant.code} it is {leads.word}"
        )


def _points_table(
    variant: Variant,
    dealing: Dealing,
    own: Seat,
    level: Strength,
    seed: int,
    tags: tuple[tuple[str, str], ...],
) -> Table:
    """Return the table of a deal of Manille, which begins with the auction."""
    if variant.cuts and dealing.cut is None:
        raise DealError(f"no {variant.cut_card} is recorded: it makes the contract")
    if variant.exchange.picks_up and not dealing.manni:
        raise DealError(f"the {variant.pile} is not recorded: the declarer takes it up")
    contract = variant.fixed_contract(1, dealing.cut)
    return PointsTable(variant, dealing, own, level, seed, contract=contract, tags=tags)


def _game(variant: Variant, seed: int, level: Strength, dealer: str | None) -> Iterator[Table]:
    """Yield the table of each deal until the game is over, and say how it stands between.

    ``dealer`` is who deals first: a player, or that cards are drawn for it.
    """
    _check_table(variant)
    level = _level_in(variant, level)
    next_to, last = ("Left", "Right") if variant.rules.clockwise else ("Right", "Left")
    names = ("You", next_to, last)
    if dealer == _DRAW:
        first = _drawn_dealer(variant, seed, names)
    else:
        first = PLAYERS - 1 if dealer is None else names.index(dealer.capitalize())
    game = Game(variant, first, names)
    if variant.giving is not None:
        output.talk("What the players give each other between the deals is left out here.")
    rng = generator(seed)
    while not game.over:
        own = game.seat(0)
        dealing = variant.deal(rng)
        output.talk(f"Deal {game.number}: {game.names[game.dealer]} deal{'s'[: game.dealer]}.")
        tags = (("Players", ", ".join(game.names)), ("Dealer", game.names[game.dealer]))
        if variant.rules.unit == "tricks":
            each = Table(
                variant,
                dealing,
                own,
                level,
                seed + game.number,
                contract=variant.fixed_contract(game.number, dealing.cut),
                auction=game.auction() if variant.declared else None,
                left=_lines_left(game),
                tags=tags,
            )
        else:
            each = _points_table(variant, dealing, own, level, seed + game.number, tags)
        yield each
        if each.contract is None:
            continue  # all have passed
        taken = each.taken()
        game = game.record(each.contract, taken, each.declarer, each.great, dealing.cut, each.bid)
        output.talk(join("\n", ["", sheet_text(game), ""]))


def _drawn_dealer(variant: Variant, seed: int, names: Names) -> int:
    """Return who deals first by the cards that are drawn for it, and show them.

    They are drawn apart from the deals, which stay those of the seed.
    """
    dealer, drawn = draw_dealer(variant, generator_apart(seed))
    for number, cards in enumerate(drawn):
        shown: list[AnyText] = []
        for player, card in cards.items():
            shown += [", " * bool(shown), f"{names[player]} ", card_text(card)]
        again = " again, the lowest being alike" * bool(number)
        output.talk(Text(f"Drawn for the deal{again}: ", *shown, "."))
    return dealer


def _lines_left(game: Game) -> tuple[frozenset[str], ...]:
    return by_seat(lambda seat: frozenset(slots_left(game, game.player(seat))))
