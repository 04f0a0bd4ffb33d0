"""``manni play``: a deal or a game against the computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import SystemRandom
from typing import ClassVar

import click

from cli import inputs, options, output
from cli.outfile import check_target, ending
from cli.params import FILE
from cli.points_table import PointsTable
from cli.renamed import has_option, is_now
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
from solver.report.sheet import player_name, sheet_text, slots_left
from solver.report.text import AnyText, Text, fill, join
from solver.rules.contract import Contract
from solver.rules.drawing import draw_dealer
from solver.rules.game import PLAYERS, Game, Names
from solver.rules.points import check_contract
from solver.rules.shuffle import generator, generator_apart
from solver.rules.variant import Dealing, Variant
from solver.scoresheet import record_deal, start_game
from solver.words import _

_DRAW = "draw"


class _Play(click.Command):
    """The command, which understands what its options meant before."""

    was: ClassVar = {
        "--deal SEED": "--seed SEED",
        "--deal FILE": "FILE",
        "--number N": "--deal N",
        "--game SEED": "--game --seed SEED",
    }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        return super().parse_args(ctx, args if ctx.resilient_parsing else _as_now(args))


def _as_now(args: list[str]) -> list[str]:
    """Return arguments in today's words.

    There were ``--deal [SEED|FILE]``, ``--number N``, ``--game [SEED]`` and ``--resume FILE``. What
    ``--deal 3`` means where there is no more to tell, ``command`` finds out.
    """
    now: list[str] = []
    left = list(args)
    numbered = has_option(args, "--number")
    while left:
        arg = left.pop(0)
        option, equals, value = arg.partition("=")
        if option not in ("--deal", "--game", "--resume", "--number"):
            now.append(arg)
            continue
        if not equals and left and (left[0] == "-" or not left[0].startswith("-")):
            value = left.pop(0)
        is_number = value.isdecimal() and value.isascii()
        if option == "--number":
            is_now(option, "--deal")
            now += ["--deal", value]
        elif option == "--deal" and not value:
            is_now(option, "what play does without it")
        elif option == "--deal" and not is_number:
            is_now(f"{option} FILE", "FILE")
            now.append(value)
        elif option == "--deal" and not numbered and int(value) > 0:
            now += [option, value]
        elif is_number and option != "--resume":
            new = ["--game"] * (option == "--game") + ["--seed"]
            is_now(f"{option} SEED", f"{' '.join(new)} SEED")
            now += [*new, value]
        else:
            now += [option, *[value] * bool(value)]
    return now


@click.command(cls=_Play)
@click.argument("file", required=False, type=FILE)
@options.deal_option
@click.option("--game", is_flag=True, help="Play deals until the game is over.")
@click.option(
    "--dealer",
    type=click.Choice(["you", "left", "right", _DRAW], case_sensitive=False),
    help="Who deals first in a game, or draw: each draws a card, and the lowest deals.  "
    "[default: the player before you, so that you are forehand]",
)
@options.resume_option
@options.variant_option
@options.seed_option(None)
@options.seat_option()
@click.option(
    "--strength",
    type=click.Choice([each.value for each in Strength]),
    default=Strength.FAIR.value,
    show_default=True,
    help="How the computer plays: by the rule of thumb, or with that rule in few or many "
    "sampled deals; in Manille these are solved.",
)
@options.out_option
@options.json_option
def command(
    file: str | None,
    number: int | None,
    game: bool,
    dealer: str | None,
    resume: bool,
    variant: Variant | None,
    seed: int | None,
    seat: Seat | None,
    strength: str,
    target: str | None,
    as_json: bool,
) -> None:
    """Play a deal or a game against the computer.

    The deal is the first of a FILE, or of the --seed, or with --deal the N-th; a game is dealt
    from the --seed. You call, exchange and play in one seat (--seat, F if none is given), the
    computer in the two others, which see no more than their own cards. A card is its suit and rank
    (SA, HT); "?" asks for advice where the question says so, "quit" or the end of the input leaves
    the table.

    What is said goes to stderr, the record of the deals to stdout or a file: manni review and
    manni score take it. With -o it is saved after every card, whatever ends the command, never over
    another record; manni play FILE --resume goes on with it, and saves it there. Of a game of
    Manille in a FILE the cards alone are taken: it is bid, exchanged and played anew.
    """
    target = None if target == "-" else target
    if number is not None and (file, seed, game) == (None, None, False):
        is_now("--deal SEED", "--seed SEED")
        number, seed = None, number
    if game and (resume or file is not None):
        raise click.UsageError("--game deals cards: it goes without a FILE.")
    if (game or resume) and (seat is not None or number is not None):
        raise click.UsageError("--seat and --deal go with a single deal.")
    done: list[Deal] = []
    if resume:
        if file is None:
            raise click.UsageError("--resume goes with a FILE.")
        if variant is not None or seed is not None or options.is_given("strength"):
            raise click.UsageError(
                "--variant, --seed and --strength do not go with --resume: they are known."
            )
        done = [deal for _, _, deal in inputs.deals_of(file)]
        as_json = as_json or is_json(inputs.text_of(file), file)
        target = file if target is None else target
    if target is not None:
        as_json |= ending(target, "manni", "json") == "json"
        check_target(target, [None if resume else file])
        if not resume or target != file:
            check_new(target)
    level = Strength(strength)
    if dealer is not None and not game:
        raise click.UsageError("--dealer goes with --game.")
    saved = SavedGame(target, as_json, is_new=not resume)
    if file is not None and resume:
        tables = _resumed(file, done, saved)
    else:
        if seed is None:
            seed = SystemRandom().randrange(1 << 32) if file is None else 0
        if game:
            settings = Settings(True, seed, level)
            tables = _game(_new_game(_named(variant), seed, dealer), settings, saved)
        else:
            settings = Settings(False, seed, level, seat or Seat.FOREHAND)
            place, deal = _dealt(file, seed, variant, number or 1)
            tables = iter([_single(place, deal, settings, variant, saved)])
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
        raise click.UsageError("Give a FILE of deals, or the game to deal: --variant.")
    return variant


def _dealt(file: str | None, seed: int, variant: Variant | None, number: int) -> tuple[str, Deal]:
    """Return one deal, from a file or a seed, after what messages call it."""
    if file is None:
        deals = islice(random_deals(_named(variant), seed), number - 1, None)
        return "the deal", next(deals)
    ((_, place, deal),) = inputs.deals_of(file, number)
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
        output.talk(_("The computer plays by the rule of thumb: {why}.").format(why=error))
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
        output.talk(_("What the players give each other between the deals is left out here."))
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
        deals = _("Deal {number}: You deal.")
        if game.dealer:
            deals = _("Deal {number}: {dealer} deals.")
        dealer = player_name(game.names[game.dealer])
        output.talk(deals.format(number=game.number, dealer=dealer))
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
            shown += [", " * bool(shown), f"{player_name(names[player])} ", card_text(card)]
        told = _("Drawn for the deal: {cards}.")
        if number:
            told = _("Drawn for the deal again, the lowest being alike: {cards}.")
        output.talk(fill(told, cards=Text(*shown)))
    return dealer


def _lines_left(game: Game) -> tuple[frozenset[str], ...]:
    return by_seat(lambda seat: frozenset(slots_left(game, game.player(seat))))
