"""Games on the board, without a browser: every game to its end, and nothing told that is hidden."""

import json
import os
import re
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from board_pages import Answer, Page
from commands import json_of, manni

from manni.cli.board import games
from manni.cli.board.inpage import InPage
from manni.cli.board.kept import Kept
from manni.cli.board.service import Board
from manni.cli.board.worker import BoardLimits
from manni.solver import i18n
from manni.solver.advice.choices import Strength
from manni.solver.cards import card_name, cards_in, hand_of
from manni.solver.files.dealfile import parse_deals
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.table.deal import DealTable
from manni.solver.table.steps import ComputerTurn

SEED = 8736_2026
GAMES = [*VARIANTS, "encheres-sans+miseres", "encheres-5+miseres", "manille-4+muette"]
SIDES = {
    2: ["You", "Opponent"],
    3: ["You", "Left", "Right"],
    4: ["You", "Left", "Opposite", "Right"],
    5: ["You", "Left", "Far left", "Far right", "Right"],
    6: ["You", "Left", "Far left", "Opposite", "Far right", "Right"],
    7: ["You", "Left", "Far left", "Opposite left", "Opposite right", "Far right", "Right"],
}
"""What the players are called, from the one who sits here round to his right."""
CARD = re.compile(r"\b[SHDC][2-9TJQKA](?=\b|_)")

Game = dict[str, Any]


class Player:
    """Somebody who plays a game on a board, and has kept all that he was told."""

    def __init__(self, board: Board, key: str) -> None:
        self.page = Page(board)
        self.key = key
        self.board = board
        self.follow()

    def follow(self) -> None:
        self.number = self.page.ask("game", id=self.key)

    @property
    def told(self) -> list[Game]:
        return [answer["game"] for answer in self.page.of(self.number) if "game" in answer]

    def now(self) -> Game:
        """Wait until something is to be done, or the game is over; return how it stands."""

        def ready() -> bool:
            told = self.told
            return bool(told) and bool(told[-1]["asked"] or told[-1]["waits"] or told[-1]["over"])

        self.page.until(ready)
        return self.told[-1]

    def reply(self, game: Game, choose: Callable[[list[Any]], Any] = lambda all: all[-1]) -> None:
        """Answer with one of the choices, or play one of the legal cards; put down nothing."""
        asked, at = game["asked"], {"id": self.key, "step": game["step"]}
        if game["waits"]:
            self.page.answer("next", **at)
        elif asked["choices"]:
            said = sorted(asked["choices"], key=lambda each: each["value"] == "pass")
            self.page.answer("reply", **at, value=choose(said)["value"])
        elif asked["kind"] == "card":
            self.page.answer("reply", **at, cards=[choose(game["free"])])
        else:
            self.page.answer("reply", **at, cards=[])

    def play(self, most: int = 10**6) -> Game:
        """Play so many answers, or to the end."""
        for _ in range(most):
            game = self.now()
            if game["over"]:
                break
            self.reply(game)
        return self.now()


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    monkeypatch.setattr("os.fsync", lambda number: None)  # no machine goes down here
    board = Board(None, Kept(tmp_path))
    yield board
    board.close()


def sit(board: Board, variant: str, **fields: Any) -> Player:
    fields = {"strength": "thumb", "seed": SEED} | fields
    return Player(board, Page(board).answer("sit", variant=variant, **fields)["id"])


def test_a_fault_in_what_the_computer_plays_is_told(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays by the rule of thumb, and says so until the player has answered again."""
    decides, fails = games.computer_answer, [True]

    def computer_answer(table: DealTable, turn: ComputerTurn, **limits: Any) -> Any:
        if fails[0] and turn.strength is not Strength.THUMB:
            raise RuntimeError("a fault")
        return decides(table, turn, **limits)

    monkeypatch.setattr(games, "computer_answer", computer_answer)
    player = sit(board, "hornafjordur", strength="fair", deals=1)
    assert "rule of thumb" in player.play(2)["unsaved"]
    fails[0] = False
    assert player.play(2)["unsaved"] == ""


def seen_by(player: Player) -> set[str]:
    """Return the cards that the player may have seen in the deal at the table."""
    sight = player.board.shelf.games.sitting(player.key).sight
    table, own, deal = sight.table, sight.own, sight.table.deal
    seats, whole = table.variant.seats, len(deal.play) // table.variant.players
    turned = hand_of(deal.play[: whole * table.variant.players])
    cards = hand_of(deal.play) | hand_of(table.variant.face_up(deal.manni))
    for seat in seats:
        if table.variant.in_piles:  # the top cards, and what lay under those of whole tricks
            for pile in deal.piles[seat]:
                under = pairwise(pile)
                cards |= hand_of(low for high, low in under if turned >> high & 1) | 1 << pile[0]
        elif seat is own or table.variant.spoken:
            cards |= deal.hands[seat]
    hands = deal.hands_played()
    cards |= 0 if table.variant.in_piles else hands[own]
    if table.variant.exchange.picks_up and any(deal.discards) and deal.declarer is own:
        cards |= hand_of(deal.manni)
    for seat, hand in zip(
        seats, table.variant.laid_open(deal.bid, deal.declarer, hands), strict=True
    ):
        cards |= hand if table.position is not None and seat is not own else 0
    asked = player.told[-1]["asked"]
    if asked and asked["kind"] == "away":
        cards |= hand_of(deal.manni)
    if deal.cut is not None:
        cards |= 1 << deal.cut
    return {card_name(card) for card in cards_in(cards)}


@pytest.mark.parametrize("code", GAMES)
def test_a_game_is_played_to_its_end_and_nothing_is_told_that_is_hidden(
    code: str, board: Board, tmp_path: Path
) -> None:
    variant = get_variant(code)
    player = sit(board, code, deals=2, seat=variant.seats(1).letter)
    heard = 0
    while not (game := player.now())["over"]:
        may = seen_by(player)
        for answer in player.page.answers[heard:]:
            if "game" in answer and not answer["game"]["score"]:
                assert set(CARD.findall(json.dumps(answer))) <= may, answer
        heard = len(player.page.answers)
        player.reply(game)
    assert str(SEED) not in json.dumps(player.page.answers)
    assert not player.page.misfits
    sheet = json_of("score", tmp_path / f"{player.key}.manni")
    rows = game["sheet"]
    cells = zip(rows["over"], rows["heads"], rows["rows"][-1], strict=True)
    totals = {name: float(cell.replace("−", "-")) for name, head, cell in cells if head == "total"}
    sides = [[name] for name in SIDES[variant.players]]
    if variant.partners:
        sides = [["You", "Partner"], ["Right", "Left"]]
    names = [" and ".join(side) for side in sides]
    assert [*totals] == names
    for side, total in zip(sides, totals.values(), strict=True):
        assert {total} == {sheet["totals"][name] for name in side}
    assert len(sheet["deals"]) == 2
    player.page.until(lambda: player.told[-1]["score"]["mine"])
    mine, sight = player.told[-1]["score"]["mine"], board.shelf.games.sitting(player.key).sight
    exchanged = sight.duplicate.deal.discards[sight.own]
    assert ("its own exchange" in mine) is bool(exchanged)
    assert ("declare" in mine) is (sight.duplicate.deal.declarer is not None)
    # After two deals, unless somebody has won by then.
    assert re.match("The end: You |.* won with", game["sheet"]["text"])
    assert {len(hand) for hand in game["hands"].values()} == {variant.tricks}
    # Whole sentences without letters for suits, the player first, then left, and so on round.
    said = {line for answer in player.told for line in answer["log"]}
    for text in said | {answer["asked"]["text"] for answer in player.told if answer["asked"]}:
        assert text.endswith((".", ")")) or "open: " in text or "Face up: " in text, text
        assert not re.search(r"\b(NT|NULLO|great [SHDC])\b| [SHDC]\b(?!\.)|-\d", text), text
        each = re.findall(rf"\b({'|'.join(sorted(names, key=len)[::-1])}) [−+\d]", text)
        assert not each or each[: len(names)] == names, text
    for answer in player.told:
        if not answer["score"]:
            assert set(answer["new"]) <= set(answer["hands"][answer["own"]])


def test_it_is_said_where_the_contract_comes_from_and_what_has_been_drawn(board: Board) -> None:
    player = sit(board, "hornafjordur", deals=1)
    game = player.now()
    assert re.fullmatch(r"The cut card \w\w makes it [a-z ]+\.", game["log"][0])
    hand = game["hands"]["F"]
    player.page.answer("reply", id=player.key, step=game["step"], cards=hand[:3])
    after = player.now()
    assert set(after["new"]) == {*after["hands"]["F"]} - {*hand}
    [line] = [line for line in after["log"] if line.startswith("You put down")]
    assert set(CARD.findall(line)) == {*hand[:3], *after["new"]}


def test_a_whole_game_ends_when_its_rules_say(board: Board) -> None:
    game = sit(board, "encheres-petite").play()
    assert re.search("won with|share the win", game["sheet"]["text"])


def test_what_a_board_has_left_another_goes_on_with(board: Board, tmp_path: Path) -> None:
    """The game is the same after every answer, whichever board goes on with it."""
    end = sit(board, "laugavatn", deals=2).play()
    player = sit(board, "laugavatn", deals=2)
    while True:
        before = player.now()
        other = Board(None, Kept(tmp_path))
        assert Player(other, player.key).now() | {"score": 0} == before | {"score": 0}
        other.close()
        if before["over"]:
            break
        player.reply(before)
    assert before["sheet"]["rows"] == end["sheet"]["rows"]


def test_the_cards_that_cost_most_in_a_game_are_those_of_the_reviews(board: Board) -> None:
    player = sit(board, "laugavatn", deals=3)
    player.play()
    found = player.page.answer("dearest", id=player.key)["costly"]
    own = {game["deal"]: game["own"] for game in player.told}
    costly = []
    for number, seat in own.items():
        [deal] = player.page.answer("played", id=player.key, deal=number)["deals"]
        cards = player.page.answer("review", deal=deal["deal"])["review"]["cards"]
        costly += [
            {"deal": number, **{name: card[name] for name in ("trick", "card", "loss")}}
            for card in cards
            if card["seat"] == seat and card["loss"]
        ]
    assert len(found) == 3
    assert found == sorted(costly, key=lambda card: -card["loss"])[:3]


def test_a_terminal_goes_on_with_a_game_and_the_board_follows(board: Board, tmp_path: Path) -> None:
    player = sit(board, "hornafjordur", deals=1)
    player.play(3)
    file = tmp_path / f"{player.key}.manni"
    cards = "".join(f"{suit}{rank}\n" for suit in "SHDC" for rank in "23456789TJQKA")
    assert manni("play", file, "--resume", text=2 * cards).exit_code == 0
    [deal] = parse_deals(file.read_text(encoding="utf-8"))
    player.page.error("reply", id=player.key, step=player.told[-1]["step"], cards=["S2"])
    player.follow()
    assert len(deal.play) >= 6
    assert sum(player.now()["won"].values()) == len(deal.play) // 3


@pytest.mark.parametrize("code", ["is", "fr"])
def test_what_is_told_is_in_the_language_spoken(code: str, board: Board) -> None:
    i18n.choose(code)
    try:
        for game in ("hornafjordur", "encheres-grande", "laugavatn", "manille-4", "decouverte"):
            player = sit(board, game, deals=1)
            assert player.play()["over"]
            told = " ".join(each["said"] for each in player.told)
            assert not re.search(
                r"\b(takes|trick|exchanges|contract|You|Left|Partner|Opponent)\b", told
            )
            assert not player.page.misfits
    finally:
        i18n.choose("en")


def test_the_tab_that_opened_a_game_last_is_told_of_it(board: Board) -> None:
    first = sit(board, "basic", deals=1)
    game = first.now()
    second = Player(board, first.key)
    assert second.now() == game
    lost = first.page.last(first.number)
    assert lost["error"]["message"] == "another tab goes on with this game"
    second.reply(second.now())
    second.now()
    assert first.page.of(first.number)[-1] == lost
    stale = first.page.error("reply", id=first.key, step=game["step"], cards=["S2"])
    assert "the game has gone on" in stale["message"]
    first.follow()
    assert first.now() == second.told[-1]


def test_games_kept_by_a_browser_are_gone_on_with_in_another_of_its_tabs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {}
    pages = []
    told = [[], [], []]

    def open_tab() -> Callable[..., Answer]:
        at, numbers = len(pages), count(1)
        games = [(key, 0.0, text) for key, text in kept.items()]

        def keep(key: str, text: str | None, was: str | None) -> None:
            if text is None:
                del kept[key]
            else:
                assert kept.get(key) == was
                kept[key] = text
            for other in pages[:at] + pages[at + 1 :]:
                other.take(key, 1.0, text)

        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / str(at)))
        pages.append(InPage(lambda text: told[at].append(json.loads(text)), (), games, keep))

        def ask(kind: str, **fields: Any) -> Answer:
            pages[at].receive(json.dumps({"number": next(numbers), "ask": kind, **fields}))
            while pages[at].turn():
                pass
            return told[at][-1]

        return ask

    one, two = open_tab(), open_tab()
    keys = [ask("sit", variant="basic", deals=1, seed=SEED)["id"] for ask in (one, two)]
    assert {game["id"] for game in one("games")["games"]} == set(keys)
    one("game", id=keys[0])
    game = two("game", id=keys[0])["game"]
    two("reply", id=keys[0], step=game["step"], cards=[])
    assert told[0][-1]["error"]["message"] == "another tab goes on with this game"
    assert one("game", id=keys[0])["game"] == told[1][-1]["game"]
    two("game", id=keys[1])
    assert len(open_tab()("forget", id=keys[1])["games"]) == 1
    gone = "there is no such game"
    assert told[1][-1]["error"]["message"] == gone
    for ask in (one, two):
        assert ask("game", id=keys[1])["error"]["message"] == gone
    assert kept.keys() == {keys[0]}


@pytest.mark.parametrize("code", ["encheres-petite", "manille-4", "decouverte"])
def test_a_deal_is_played_again_from_another_seat(code: str, board: Board) -> None:
    player = sit(board, code, deals=1, seat="F")
    assert player.play()["own"] == "F"
    other = Player(board, player.page.answer("sit", again=player.key, deal=1, seat="D")["id"])
    assert other.now()["own"] == "D"
    sights = [board.shelf.games.sitting(each.key).sight for each in (player, other)]
    first, again = (sight.table.deal.hands for sight in sights)
    assert first == again
    assert other.play()["over"]


@pytest.mark.parametrize(
    "code", ["hornafjordur", "laugavatn", "encheres-grande", "envers-3", "manille-4", "decouverte"]
)
def test_a_card_is_taken_back_the_rest_is_claimed_and_a_deal_is_tried_again(
    code: str, board: Board, tmp_path: Path
) -> None:
    player = sit(board, code, deals=1)
    page, at = player.page, {"id": player.key}
    while (game := player.now())["asked"]["kind"] != "card" or len(game["free"]) == 1:
        assert "chosen no card" in page.error("back", **at, step=game["step"])["message"]
        player.reply(game)
    player.reply(game)
    page.answer("back", **at, step=player.now()["step"])
    again = player.now()
    assert (again["hands"], again["trick"]) == (game["hands"], game["trick"])
    file, card = tmp_path / f"{player.key}.manni", game["free"][-1]
    assert f'[TakenBack "{card}"]' in file.read_text(encoding="utf-8")
    player.reply(again, lambda all: all[0])
    while not (game := player.now())["over"]:
        if (refused := page.answer("rest", **at, step=game["step"]).get("refused")) is None:
            break
        assert re.fullmatch(r"The rest is not yours: \w\w takes a trick\.", refused)
        player.reply(game)
    end = player.now()
    gained = {seat for seat, won in end["won"].items() if won > game["won"][seat]}
    side = next(side for side in end["sides"] if end["own"] in side)
    assert end["over"]
    assert gained <= {*side} or not gained & {*side}
    [deal] = parse_deals(file.read_text(encoding="utf-8"))
    [told] = page.answer("played", **at, deal=1)["deals"]
    assert ["TakenBack", card] in told["deal"]["tags"]
    key = page.answer("sit", again=player.key, deal=1, seat=end["own"], after=7)["id"]
    assert Player(board, key).now()["asked"]["kind"] == "card"
    [other] = parse_deals((tmp_path / f"{key}.manni").read_text(encoding="utf-8"))
    assert (other.play[:7], other.hands) == (deal.play[:7], deal.hands)


def test_a_deal_is_reviewed_when_it_is_over_and_not_before(board: Board) -> None:
    player = sit(board, "hornafjordur", deals=2)
    player.play(4)
    refused = player.page.error("played", id=player.key, deal=1)
    assert refused["message"] == "this deal has not been played to its end"
    while not player.now()["waits"]:
        player.reply(player.now())
    [deal] = player.page.answer("played", id=player.key, deal=1)["deals"]
    assert len(deal["moves"]) == 36
    assert deal["title"] == "Hornafjarðarmanni, deal 1"
    assert "seed" not in json.dumps(deal).lower()
    assert player.page.error("played", id=player.key, deal=2)


@pytest.mark.parametrize(
    "code", ["laugavatn", "encheres-grande", "envers-3", "manille-4", "decouverte", "encheres-5"]
)
def test_advice_is_given_on_whatever_is_asked(code: str, tmp_path: Path) -> None:
    board = Board(BoardLimits(move_seconds=0.5), Kept(tmp_path))
    player, kinds = sit(board, code, deals=1), set()
    while "card" not in kinds:
        game = player.now()
        kinds.add(game["asked"]["kind"])
        advice = player.page.answer("advise", id=player.key, step=game["step"])["advice"]
        assert advice["text"].endswith(".")
        may = seen_by(player)
        assert set(CARD.findall(json.dumps(advice))) <= may
        player.reply(game, lambda all: all[0])
    assert len(kinds) >= 2
    assert not player.page.misfits
    board.close()


def test_what_is_wrong_is_said_and_changes_nothing(board: Board) -> None:
    player = sit(board, "hornafjordur", deals=1)
    game = player.now()
    at = {"id": player.key, "step": game["step"]}
    held = game["hands"][game["own"]]
    other = next(f"S{rank}" for rank in "23456789TJQKA" if f"S{rank}" not in held)
    for ask, fields, message in (
        ("reply", at, "no cards are given"),
        ("reply", at | {"cards": [other]}, "which it does not hold"),
        ("reply", at | {"cards": held}, "it may exchange"),
        ("game", {"id": "../../x"}, "no such game"),
        ("game", {"id": "0123456789"}, "no such game"),
        ("sit", {}, "no game to play"),
        ("sit", {"variant": "basic", "deals": 101}, "101 deals"),
    ):
        assert message in player.page.error(ask, **fields)["message"]
    player.follow()
    assert player.now() == game


def test_the_games_are_listed(board: Board, tmp_path: Path) -> None:
    over = sit(board, "basic", deals=1)
    over.play()
    begun = sit(board, "manille-3")
    begun.play(2)
    bad = [f"{number:010}.manni" for number in range(4)]
    (tmp_path / bad[0]).write_text("no game", encoding="utf-8")
    (tmp_path / bad[1]).write_text('[Name "Hélène"]', encoding="latin-1")
    text = (tmp_path / f"{over.key}.manni").read_text(encoding="utf-8")
    (tmp_path / bad[2]).write_text(re.sub(r".Variant.*", "", text), encoding="utf-8")
    (tmp_path / bad[3]).mkdir()
    os.name == "nt" or (tmp_path / "ffffffffff.manni").symlink_to("nothing")
    (tmp_path / f".{over.key}.manni.tmp").write_text("left by a kill", encoding="utf-8")
    answer = over.page.answer("games")
    listed = {game["id"]: game for game in answer["games"]}
    assert listed.keys() == {over.key, begun.key}
    assert sorted(re.findall(r"\d{10}\.manni", " ".join(answer["unread"]))) == bad
    assert "byte 0xe9 is not UTF-8" in " ".join(answer["unread"])
    assert (listed[over.key]["over"], listed[over.key]["deals"]) == (True, 1)
    assert (listed[begun.key]["over"], listed[begun.key]["of"]) == (False, None)
    Kept(tmp_path)  # another board begins
    assert not list(tmp_path.glob("*.tmp"))
    assert os.name == "nt" or (tmp_path / f"{over.key}.manni").stat().st_mode & 0o777 == 0o600
