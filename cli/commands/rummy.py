"""``manni rummy``: manipulation rummy, in which melds on the table may be laid anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import click

from ... import NotationError, SolverError
from ...solver import i18n
from ...solver.checks import quote
from ...solver.errors import one_line
from ...solver.files.questions import parse_line
from ...solver.files.rummyfile import RummyRecord
from ...solver.report.rummy import (
    CHECK,
    DRAWS,
    SHEET,
    best_json,
    check_text,
    draws_text,
    hints_of,
    kept_text,
    moves_text,
    play_picture,
    play_text,
    sheet_text,
    steps_of,
    table_text,
)
from ...solver.report.text import Text, error_text
from ...solver.rummy.games import CODES
from ...solver.rummy.moves import AIMS
from ...solver.rummy.play import (
    best_rummy_play,
    rummy_check,
    rummy_draws,
    rummy_plays,
)
from ...solver.rummy.score import score_rummy
from ...solver.rummy.turn import RummyTurn, pile_text
from .. import inputs, options, output
from ..main import LazyGroup
from ..options import WholeRange, flag, option
from ..outfile import check_target, write_and_report, write_file


@click.group(cls=LazyGroup)
def command() -> None:
    """Manipulation rummy: the best play of a turn, the next draws, the score.

    Melds on the table may be taken apart and laid anew. The games are carousel, guadalupe,
    machiavelli, manipulation, shanghai, tahiti and vatikan.
    """


_GAME = options.TextParam("game", str, lambda: CODES)
_GameOption = Annotated[str, option("The game, by its code.", type=_GAME, default="")]
_cards = partial(option, default="", metavar="CARDS")


class _Turn(SimpleNamespace):
    """A turn, as options."""

    game: _GameOption
    table: str = option(
        'The melds on the table, "S7 S8 *S9 | C7 D7 H7": *S9 is a joker in place of S9.',
        default="",
        metavar="MELDS",
    )
    hand: str = options.hand(type=options.TextParam("hand", str), default="")
    open: str = _cards("--open-cards", "In Tahiti: the single cards.")
    first: bool = flag("In Vatikan: the player has laid nothing before.")
    players: int = option(
        "How many play, which says what packs are taken.",
        type=WholeRange(1),
        default=3,
        show_default=True,
    )


@options.command
def best(
    *,
    file: options.OptionalFile,
    turn: _Turn,
    by: str = option(
        "Lay the most cards, keep the fewest points, or lay all cards or none.",
        type=click.Choice(AIMS),
        default="cards",
        show_default=True,
    ),
    steps: bool = flag("Tell the moves in order, too."),
    alternatives: int = option(
        "Tell up to N other plays that are as good.", type=WholeRange(0), default=0
    ),
    picture: options.PictureOption,
    as_json: options.JsonOption,
) -> None:
    """Lay as many cards as can be, and say how the table lies then.

    Among plays that are as good it is one that keeps the most melds as they are. A hand has a
    joker as *. FILE (- is stdin) is a game that manni rummy play keeps, or has lines of JSON,
    {"id": …, "game": "machiavelli", "table": ["S7 S8 S9", …], "hand": "…"}, and perhaps "open",
    "first", "players" and "by"; each is answered by a line, a wrong one by its "error", with exit
    code 1 at the end.
    """
    by_hand, text = options.is_given("hand"), ""
    options.refuse_if((file is None) != by_hand, "Give a FILE or a --hand, one of the two.")
    if file is not None:
        text = inputs.text_of(file)

    find_plays = partial(rummy_plays, number=1 + alternatives)
    to_json = partial(best_json, steps=steps, alternatives=alternatives > 0)

    if file is not None and not text.lstrip().startswith("rummy"):
        options.refuse_if(picture is not None, "--picture draws one turn: give it by --hand.")
        _answer_lines(text, {"by": by, **vars(turn)}, lambda *asked: to_json(find_plays(*asked)))
        return
    if picture is not None:
        check_target(picture, "svg", reads=[file], needed=True)
    if file is not None:
        with inputs.DealLoop().errors_at(inputs.name_of(file)):
            asked = RummyRecord.read(text).turn
    else:
        _check_game(turn.game)
        asked = RummyTurn.of(**vars(turn))
    plays = find_plays(asked, by)
    if picture is not None:
        write_and_report(picture, play_picture(plays[0]))
    if as_json:
        output.result_json(to_json(plays))
    elif picture != "-":
        for number, play in enumerate(plays):
            output.result(Text("\n" * (number > 0), play_text(play)))
            if steps and play.laid:
                output.result(Text("\n", moves_text(play)))
            if play.laid:
                output.result(Text("\n", table_text(play)), fold=False)


@options.command
def check(
    *,
    turn: _Turn,
    loose: str = _cards("Cards that lie in no meld."),
    as_json: options.JsonOption,
) -> None:
    """Put a table in order: melds of all its cards and of the loose ones.

    The melds of --table may be broken. As many as can be are kept as they are; where no such table
    can be made, the exit code is 1. A joker stays what it stands for, * may become any card.
    """
    _check_game(turn.game)
    result = rummy_check(turn.game, turn.table, loose, turn.players)
    if as_json:
        output.result_json(CHECK.json(result, **(steps_of(result) if result else {})))
    else:
        output.result(check_text(result))
    if not result:
        raise click.exceptions.Exit(1)


@options.command
def play(
    *,
    file: options.FileArgument,
    game: _GameOption,
    names: str = option("Of a new game: the players, or how many.", default="3"),
) -> None:
    """Keep a table over turns, in FILE, which is saved after every step.

    A step is "hand S7 H2", "table S7-9 | C7 D7 H7" ("table + SQ SK SA" adds melds), "laid" (the
    best play, or the table after another), "drew H5", "open H2", "first no" or "left S7 | | D2"
    (what each has when a deal is over). "hint" tells more of the best play each time, "best" all;
    "undo" and "redo" go through the game, "quit" leaves.
    """
    from ..terminal import LeftError, answer

    check_target(file)
    if Path(file).exists():
        with inputs.DealLoop().errors_at(inputs.name_of(file)):
            kept = RummyRecord.read(inputs.text_of(file))
    else:
        _check_game(game)
        kept = RummyRecord.read(f"rummy 1\ngame: {game}\nplayers: {names}\n")
    output.talk(kept_text(kept))
    hints_given = 0
    with suppress(LeftError):
        while True:
            output.talk("> ", newline=False)
            try:
                word, _, value = re.sub("[: ]+", " ", answer(), count=1).partition(" ")
                best_play = best_rummy_play(kept.turn) if word in ("hint", "best", "laid") else None
                if best_play and word != "laid":
                    stages = hints_of(best_play, kept.turn.hand, kept.turn.open)
                    hints = [stage.text for stage in stages][hints_given:] if word == "hint" else []
                    output.talk([*hints, play_text(best_play)][0])
                    hints_given += 1
                    continue
                if best_play and not value:
                    value = " | ".join(pile_text(meld.cards) for meld in best_play.melds)
                if value.startswith("+"):
                    melds = (pile_text(meld.cards) for meld in kept.turn.table)
                    value = " | ".join([*melds, value[1:].strip()])
                colon = ":" * (word not in ("undo", "redo"))
                kept, hints_given = kept.then(f"{word}{colon} {value}"), 0
                write_file(file, kept.text)
                output.talk(kept_text(kept))
            except SolverError as error:
                output.talk(error_text(error))


def _lines(text: str) -> Iterator[tuple[str, bytes]]:
    """Yield the place of each line of a file that is not empty, and what it says."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}", line.encode()


def _check_game(game: str) -> None:
    options.refuse_if(not game, f"--game is missing: there are {' '.join(CODES)}.")


def _known(line: dict[str, Any], *known: str) -> dict[str, Any]:
    """Return the fields of a line. Raises NotationError for others."""
    for key in sorted(line.keys() - known):
        raise NotationError(f"no field is called {quote(key)}: there are {' '.join(known)}")
    return line


def _answer_lines(
    text: str, fields: dict[str, Any], best: Callable[[RummyTurn, str], dict[str, Any]]
) -> None:
    """Answer each line of a file; what is not in it is as given."""
    bad = False
    with i18n.plain_english():
        for place, line in _lines(text):
            answer = dict[str, Any]()
            try:
                asked = parse_line(line)
                answer |= {"id": asked["id"]} if "id" in asked else {}
                asked = fields | _known(asked, "id", *fields)
                if not asked["game"]:
                    raise NotationError('the field "game" is missing')
                asked.pop("id", None)
                aim = asked.pop("by")
                answer |= best(RummyTurn.of(**asked), aim)
            except SolverError as error:
                answer["error"], bad = f"{place}: {one_line(str(error))}", True
            output.result_json(answer)
    if bad:
        raise click.exceptions.Exit(1)


@options.command
def draw(
    *,
    turn: _Turn,
    draws: int = option(
        "Tell the chance to be out by the next card, or by the next two.",
        type=WholeRange(1, 2),
        default=2,
        show_default=True,
    ),
    as_json: options.JsonOption,
) -> None:
    """What each unseen card would let one lay, and the chance to be out with the next.

    The table lies as it does, and all cards that are not seen are alike.
    """
    _check_game(turn.game)
    with output.working("draws") as run:
        chances = rummy_draws(RummyTurn.of(**vars(turn)), draws, run)
    if as_json:
        output.result_json(DRAWS.json(chances))
    else:
        output.result(draws_text(chances))


@options.command
def score(
    *,
    file: options.OptionalFile,
    game: _GameOption,
    held: tuple[str, ...] = option(
        "What is left to a player, in turn.", multiple=True, metavar="CARDS"
    ),
    knocker: int | None = option("In Carousel: who has knocked.", type=WholeRange(1)),
    target: int | None = option(
        "The points that end the game.  [default: as the game has it]",
        type=WholeRange(1),
        metavar="POINTS",
    ),
    as_json: options.JsonOption,
) -> None:
    """What a deal counts, or the deals of a game.

    FILE (- is stdin) has a deal a line, {"left": ["S7 HK", "", "D2 *"], "knocker": 3}: what is
    left to each player, in turn, "" to one who is out.
    """
    options.refuse_if((file is None) == (not held), "Give a FILE or --held, one of the two.")
    options.refuse_if(bool(file and knocker), "--knocker goes with --held.")
    _check_game(game)
    deals = [(held, knocker)]
    if file is not None:
        deals = []
        for place, line in _lines(inputs.text_of(file)):
            with inputs.DealLoop().errors_at(f"{inputs.name_of(file)}: {place}"):
                deal = _known(parse_line(line), "left", "knocker")
                deals.append((deal.get("left", []), deal.get("knocker")))
    sheet = score_rummy(game, deals, target)
    if as_json:
        output.result_json(SHEET.json(sheet))
    else:
        output.result(sheet_text(sheet))


for question in (best, check, draw, play, score):
    command.add_command(question)
