"""``manni rummy``: manipulation rummy, in which melds on the table may be laid anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Annotated, Any

import click

from ... import NotationError, SolverError
from ...solver import i18n
from ...solver.checks import quote
from ...solver.errors import one_line
from ...solver.fields import echo, flag_of, read_field, text_of, whole_of
from ...solver.files.questions import parse_line
from ...solver.rummy.games import CODES
from ...solver.rummy.play import AIMS, RummyPlay, best_rummy_play, rummy_draws
from ...solver.rummy.score import score_rummy
from ...solver.rummy.turn import RummyTurn
from .. import inputs, options, output
from ..main import LazyGroup
from ..options import WholeRange, flag, option
from ..outfile import check_target, write_told


@click.group(cls=LazyGroup)
def command() -> None:
    """Manipulation rummy: the best play of a turn, the next draws, the score.

    Melds on the table may be taken apart and laid anew. The games are carousel, guadalupe,
    machiavelli, manipulation, shanghai, tahiti and vatikan.
    """


_GAME = options.TextParam("game", str, lambda: CODES)
_GameOption = Annotated[
    str, option("--game", type=_GAME, default="", help="The game, by its code.")
]


class _Turn(SimpleNamespace):
    """A turn, as options."""

    game: _GameOption
    table: Annotated[
        str,
        option(
            "--table",
            default="",
            metavar="MELDS",
            help='The melds on the table, "S7 S8 *S9 | C7 D7 H7": *S9 is a joker in place of S9.',
        ),
    ]
    hand: Annotated[str, options.hand(type=options.TextParam("hand", str), default="")]
    open: Annotated[
        str,
        option("--open-cards", default="", metavar="CARDS", help="In Tahiti: the single cards."),
    ]
    first: Annotated[bool, flag("--first", help="In Vatikan: the player has laid nothing before.")]
    players: Annotated[
        int,
        option(
            "--players",
            type=WholeRange(1),
            default=3,
            show_default=True,
            metavar="N",
            help="How many play, which says what packs are taken.",
        ),
    ]


@options.command
def best(
    file: options.OptionalFile,
    turn: _Turn,
    by: Annotated[
        str,
        option(
            "--by",
            type=click.Choice(AIMS),
            default="cards",
            show_default=True,
            help="Lay the most cards, keep the fewest points, or lay all cards or none.",
        ),
    ],
    picture: options.PictureOption,
    as_json: options.JsonOption,
) -> None:
    """Lay as many cards as can be, and say how the table lies then.

    Among plays that are as good it is one that keeps the most melds as they are. A hand has a
    joker as *. FILE (- is stdin) has lines of JSON, {"id": …, "game": "machiavelli", "table":
    ["S7 S8 S9", …], "hand": "…"}, and perhaps "open", "first", "players" and "by"; each is
    answered by a line, a wrong one by its "error", with exit code 1 at the end.
    """
    from ...solver.report.rummy import PLAY, play_picture, play_text, table_text
    from ...solver.report.text import Text

    fields, by_hand = {"by": by, **vars(turn)}, options.is_given("hand")
    options.refuse_if((file is None) != by_hand, "Give a FILE or a --hand, one of the two.")
    if file is not None:
        options.refuse_if(picture is not None, "--picture draws one turn: give it by --hand.")
        _answer_lines(file, fields)
        return
    _check_game(turn.game)
    if picture is not None:
        check_target(picture, "svg", needed=True)
    play = _best(**fields)
    if picture is not None:
        write_told(picture, play_picture(play))
    if as_json:
        output.result_json(PLAY.json(play))
    elif picture != "-":
        output.result(play_text(play))
        if play.laid:
            output.result(Text("\n", table_text(play)), fold=False)


def _lines(file: str) -> Iterator[tuple[str, bytes]]:
    """Yield the place of each line of a file that is not empty, and what it says."""
    for number, line in enumerate(inputs.text_of(file).split("\n"), 1):
        if line.strip():
            yield f"line {number}", line.encode()


def _check_game(game: str) -> None:
    options.refuse_if(not game, f"--game is missing: there are {' '.join(CODES)}.")


_Reader = Callable[[Any], Any]


def _array(read: _Reader, wanted: str, other: type = str) -> _Reader:
    """Return a reader of an array, or of what is of the other type."""

    def each(value: Any) -> Any:
        if not isinstance(value, list | other):
            raise NotationError(f"{echo(value)}: expected {wanted}")
        return [*map(read, value)] if isinstance(value, list) else value

    return each


_text = text_of(str)
_cards = _array(_text, "a string or an array of cards")
_TURN: dict[str, _Reader] = {
    "by": _text,
    "game": _text,
    "table": _array(_cards, "a string or an array of melds"),
    "hand": _cards,
    "open": _cards,
    "first": flag_of,
    "players": whole_of,
}
_DEAL: dict[str, _Reader] = {
    "left": _array(_cards, "an array of hands", list),
    "knocker": lambda value: None if value is None else whole_of(value),
}


def _read(line: Mapping[str, Any], readers: dict[str, _Reader], *also: str) -> dict[str, Any]:
    """Return the fields of a line. Raises NotationError for others and for what is none."""
    for key in sorted(line.keys() - readers):
        known = " ".join([*also, *readers])
        raise NotationError(f"no field is called {quote(key)}: there are {known}")
    return {key: read_field(key, value, readers[key]) for key, value in line.items()}


def _answer_lines(file: str, fields: dict[str, Any]) -> None:
    """Answer each line of a file; what is not in it is as given."""
    from ...solver.report.rummy import PLAY

    bad = False
    with i18n.plain_english():
        for place, line in _lines(file):
            answer = dict[str, Any]()
            try:
                asked = parse_line(line)
                answer |= {"id": asked.pop("id")} if "id" in asked else {}
                asked = fields | _read(asked, _TURN, "id")
                if not asked["game"]:
                    raise NotationError('the field "game" is missing')
                answer |= PLAY.json(_best(**asked))
            except SolverError as error:
                answer["error"], bad = f"{place}: {one_line(str(error))}", True
            output.result_json(answer)
    if bad:
        raise click.exceptions.Exit(1)


def _best(by: str, **fields: Any) -> RummyPlay:
    return best_rummy_play(RummyTurn.of(**fields), by)


@options.command
def draw(
    turn: _Turn,
    draws: Annotated[
        int,
        option(
            "--draws",
            type=WholeRange(1, 2),
            default=2,
            show_default=True,
            metavar="N",
            help="Tell the chance to be out by the next card, or by the next two.",
        ),
    ],
    as_json: options.JsonOption,
) -> None:
    """What each unseen card would let one lay, and the chance to be out with the next.

    The table lies as it does, and all cards that are not seen are alike.
    """
    from ...solver.report.rummy import DRAWS, draws_text

    _check_game(turn.game)
    with output.working("draws") as run:
        found = rummy_draws(RummyTurn.of(**vars(turn)), draws, run)
    if as_json:
        output.result_json(DRAWS.json(found))
    else:
        output.result(draws_text(found))


@options.command
def score(
    file: options.OptionalFile,
    game: _GameOption,
    held: Annotated[
        tuple[str, ...],
        option("--held", multiple=True, metavar="CARDS", help="What is left to a player, in turn."),
    ],
    knocker: Annotated[
        int | None,
        option("--knocker", type=WholeRange(1), metavar="N", help="In Carousel: who has knocked."),
    ],
    target: Annotated[
        int | None,
        option(
            "--target",
            type=WholeRange(1),
            metavar="POINTS",
            help="The points that end the game.  [default: as the game has it]",
        ),
    ],
    as_json: options.JsonOption,
) -> None:
    """What a deal counts, or the deals of a game.

    FILE (- is stdin) has a deal a line, {"left": ["S7 HK", "", "D2 *"], "knocker": 3}: what is
    left to each player, in turn, "" to one who is out.
    """
    from ...solver.report.rummy import SHEET, sheet_text

    options.refuse_if((file is None) == (not held), "Give a FILE or --held, one of the two.")
    options.refuse_if(bool(file and knocker), "--knocker goes with --held.")
    _check_game(game)
    deals = [(held, knocker)]
    if file is not None:
        deals = []
        for place, line in _lines(file):
            with inputs.DealLoop().caught(f"{inputs.name_of(file)}: {place}"):
                deal = {"left": [], "knocker": None, **parse_line(line)}
                deals.append(tuple(_read(deal, _DEAL).values()))
    sheet = score_rummy(game, deals, target)
    if as_json:
        output.result_json(SHEET.json(sheet))
    else:
        output.result(sheet_text(sheet))


for question in (best, draw, score):
    command.add_command(question)
