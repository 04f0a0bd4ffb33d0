"""``manni play table``: a deal or a game against the computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import SystemRandom

import click

from cli import inputs, options, output
from cli.outfile import check_target, ending
from cli.params import COUNT, SEAT
from cli.points_table import PointsTable
from cli.saved_game import MOST_DRAWN, SavedGame, Settings, check_new, without_table
from cli.table import LeftError, Table, calls_of
from solver.advice.opponents import Strength
from solver.advice.play import check_advised
from solver.cards import Seat, by_seat
from solver.deal import Deal
from solver.dealing import random_deals
from solver.errors import DealError, RuleError, SolverError
from solver.exchange.before import check_declarer
from solver.files.reading import is_json
from solver.report.cards import card_text
from solver.report.sheet import sheet_text, slots_left
from solver.report.text import AnyText, Text, join
from solver.rules.contract import Contract
from solver.rules.drawing import draw_dealer
from solver.rules.game import PLAYERS, Game, Names
from solver.rules.points import check_contract
from solver.rules.shuffle import generator, generator_apart
from solver.rules.variant import Dealing, Variant
from solver.scoresheet import record_deal, start_game

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
    source = _source(context, option, text)
    if isinstance(source, str):
        raise click.BadParameter(f"{source!r} is no seed, a whole number", context, option)
    return source


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
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Go on with the deal or game that -o has saved in FILE, and save it there.",
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
    help="Save the record there after every card; never over another.  [default: stdout]",
)
@options.json_option
def command(
    source: int | str | None,
    game: int | None,
    dealer: str | None,
    resume: str | None,
    variant: Variant | None,
    number: int,
    seat: Seat | None,
    strength: str,
    target: str | None,
    as_json: bool,
) -> None:
    """Play a deal or a game against the computer.

    You call, exchange and play in one seat, the computer in the two others, which see no more
    than their own cards. A card is its suit and rank (SA, HT); "?" asks for advice where the
    question says so, "quit" or
    the end of the input leaves the table. What is said goes to stderr, the record of the deals
    to stdout or a file: manni review and manni score take it. With -o it is saved after every
    card, whatever ends the command; manni play --resume FILE goes on. Of a game of Manille in a
    FILE the cards alone are taken: it is bid, exchanged and played anew.
    """
    if [source, game, resume].count(None) != 2:
        raise click.UsageError("Give --deal, --game or --resume, one of them.")
    if (game is not None or resume is not None) and (seat is not None or number != 1):
        raise click.UsageError("--seat and --number go with --deal.")
    done: list[Deal] = []
    if resume is not None:
        if variant is not None or options.is_given("strength"):
            raise click.UsageError("--variant and --strength do not go with --resume: it is known.")
        done = [deal for _, _, deal in inputs.deals_of(resume)]
        as_json = as_json or is_json(inputs.text_of(resume), resume)
        target = resume if target is None else target
    if target is not None:
        as_json |= ending(target, "manni", "json") == "json"
        check_target(target, [source if isinstance(source, str) else None])
        if target != resume:
            check_new(target)
    level = Strength(strength)
    if dealer is not None and game is None:
        raise click.UsageError("--dealer goes with --game.")
    saved = SavedGame(target, as_json, is_new=resume is None)
    if resume is not None:
        tables = _resumed(resume, done, saved)
    elif game is not None:
        tables = _game(_new_game(_named(variant), game, dealer), Settings(True, game, level), saved)
    else:
        assert source is not None
        seed = source if isinstance(source, int) else 0
        settings = Settings(False, seed, level, seat or Seat.FOREHAND)
        tables = iter([_single(*_dealt(source, variant, number), settings, variant, saved)])
    try:
        stopped = _play(tables)
    except SolverError:
        if saved.deals():  # what was played is kept
            saved.finish()
        raise
    saved.finish()
    if stopped:
        output.stopped()


def _play(tables: Iterator[Table]) -> bool:
    """Play deals until all are played or the table is left; return whether by Ctrl-C."""
    for each in tables:
        try:
            each.play()
        except LeftError:
            return False
        except KeyboardInterrupt:
            return True
    return False


def _resumed(file: str, done: Sequence[Deal], saved: SavedGame) -> Iterator[Table]:
    """Return the tables of a deal or game that was saved, from where it was left."""
    place = f"{inputs.name_of(file)}: deal"
    every = []
    for number, deal in enumerate(done, 1):
        with inputs.BadDeals(keep_going=False).caught(f"{place} {number}"):
            every.append(Settings.of(deal))
            calls_of(deal)  # an error before anything is played
            if deal.rules is None:
                raise DealError("no variant is named")
            if (every[-1].is_game, every[-1].seed) != (every[0].is_game, every[0].seed):
                raise DealError("not of the same game as the first")
            if not every[0].is_game and number > 1:
                raise DealError("the first deal was played by itself: expected no other")
    last, settings = done[-1], every[-1]
    if settings.is_game:
        with inputs.BadDeals(keep_going=False).caught(f"{place} 1"):
            game = start_game(done[0])
            _check_table(game.variant)
        return _game(game, settings, saved, list(zip(every, done, strict=True)), place)
    if last.result is not None:
        raise DealError(f"{inputs.name_of(file)}: the deal has been played to its end")
    # What was called is called again, and led to the contract.
    dealt = replace(last, play=(), discards=(None, None, None), result=None)
    if calls_of(last):
        dealt = replace(dealt, contract=None, great=False, declarer=None, leader=None, ace_low=None)
    return iter([_single(f"{place} 1", dealt, settings, last.rules, saved, begun=last)])


def _named(variant: Variant | None) -> Variant:
    if variant is None:
        raise click.UsageError("Give the game: --variant.")
    return variant


def _dealt(source: int | str, variant: Variant | None, number: int) -> tuple[str, Deal]:
    """Return one deal, from a seed or a file, after what messages call it."""
    if isinstance(source, int):
        deals = islice(random_deals(_named(variant), source), number - 1, None)
        return "the deal", next(deals)
    ((_, place, deal),) = inputs.deals_of(source, number)
    return place, deal


def _single(
    place: str,
    deal: Deal,
    settings: Settings,
    variant: Variant | None,
    saved: SavedGame,
    begun: Deal | None = None,
) -> Table:
    """Return the table of one deal, of which ``begun`` has happened."""
    seat, seed = settings.seat, settings.seed
    assert seat is not None
    with inputs.BadDeals(keep_going=False).caught(place):
        rules = variant or deal.rules
        if rules is None:
            raise DealError("no variant is named: give one (--variant)")
        if deal.contract_played is None or rules.rules.unit == "points":
            _check_table(rules)
        rules.check_deal(deal.hands, deal.manni, deal.cut)
        dealing = Dealing(deal.hands, deal.manni, deal.cut)
        level = _level_in(rules, settings.strength)
        deal = replace(deal, tags=(*without_table(deal.tags), settings.tag()))
        if rules.rules.unit == "points":
            table: Table = _points_table(rules, dealing, seat, level, seed, deal.tags)
        elif rules.manni and not deal.manni:
            raise DealError("the Manni is not recorded: its cards may be drawn")
        else:
            table = _recorded_table(rules, deal, dealing, seat, level, seed)
        table.begun = begun
        saved.begin(table)
        return table


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


def _new_game(variant: Variant, seed: int, dealer: str | None) -> Game:
    """Return a game before its first deal; ``dealer`` deals it, a player, or cards are drawn."""
    _check_table(variant)
    next_to, last = ("Left", "Right") if variant.rules.clockwise else ("Right", "Left")
    names = ("You", next_to, last)
    if dealer == _DRAW:
        return Game(variant, _drawn_dealer(variant, seed, names), names)
    return Game(variant, PLAYERS - 1 if dealer is None else names.index(dealer.capitalize()), names)


def _game(
    game: Game,
    settings: Settings,
    saved: SavedGame,
    done: Sequence[tuple[Settings, Deal]] = (),
    place: str = "deal",
) -> Iterator[Table]:
    """Yield the table of each deal until the game is over, and say how it stands between.

    ``done`` are the deals of a game that was saved, the last of which may have stopped midway,
    and ``place`` what messages call one of them.
    """
    variant = game.variant
    level, seed = _level_in(variant, settings.strength), settings.seed
    if variant.giving is not None:
        output.talk("What the players give each other between the deals is left out here.")
    rng = generator(seed)
    left = list(enumerate(done, 1))
    for drawn in range(1, MOST_DRAWN + 1):
        if game.over:
            break
        own = game.seat(0)
        dealing = variant.deal(rng)
        begun = None
        if left:
            number, (was, begun) = left[0]
            if was.drawn > drawn:
                continue  # all had passed
            del left[0]
            with inputs.BadDeals(keep_going=False).caught(f"{place} {number}"):
                if (was.drawn, begun.hands, begun.manni, begun.cut) != (drawn, *dealing):
                    raise DealError(f"not the cards that the seed {seed} deals")
                if left or begun.result is not None:
                    game = record_deal(game, begun)
                    saved.add(begun)
                    if not left and game.over:
                        raise DealError("with it the game is over: there is nothing to go on with")
                    if not left:
                        output.talk(join("\n", [sheet_text(game), ""]))
                    continue
        output.talk(f"Deal {game.number}: {game.names[game.dealer]} deal{'s'[: game.dealer]}.")
        now = replace(settings, drawn=drawn)
        tags = (
            ("Players", ", ".join(game.names)),
            ("Dealer", game.names[game.dealer]),
            now.tag(),
        )
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
        each.begun = begun
        saved.begin(each)
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
