"""What the page says in a state: after answers of the service, and what somebody does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_pages import ENDING, Answer
from board_pages import Page as Tab
from playwright.sync_api import Page

from manni.cli.board.kept import Kept
from manni.cli.board.service import Board
from manni.cli.board.worker import BoardLimits

# ``hear`` has the page hear an answer, ``asked`` is what it has asked last, ``see`` the text of a
# place, ``all`` those of several, ``data`` what the service has said.
PLAY = """async (data) => {
  const load = (name) => import(new URL(name, document.baseURI).href);
  const names = ["state.js", "actions.js", "views/frame.js", "h.js", "language.js", "keys.js"];
  const [{ makeStore }, { Actions }, frame, { render }, { speak }, { watchKeys }] =
    await Promise.all(names.map(load));
  const listens = {}, asked = {}, rests = {};
  const talk = {
    ask(kind, fields, listen) {
      asked[kind] = { ...fields, times: (asked[kind]?.times ?? 0) + 1 };
      listens[kind] = listen;
    },
    drop(kind) { delete listens[kind]; },
    rest(kind, on) { rests[kind] = on; },
    waits: () => false,
    goOn() {},
  };
  const store = makeStore(() => {});
  const state = store.state;
  const act = new Actions(store, talk);
  const hear = (kind, answer) => listens[kind](answer);
  const keys = new EventTarget();
  watchKeys(keys, store, act);
  const root = document.body.appendChild(document.createElement("div"));
  const press = (key) => {
    const event = new KeyboardEvent("keydown", { key });
    Object.defineProperty(event, "target", { value: root });
    keys.dispatchEvent(event);
  };
  speak(data.hello.language);
  act.frame.put({ hello: data.hello });
  const put = ({ deal, place, values }) => {
    act.board.showDeal(deal, []);
    hear("position", place);
    values && hear("position", values);
  };
  const sit = (game) => {
    act.game.join(game.id);
    hear("game", { game });
  };
  const draw = () => { act.follow(state); render(root, frame.view(state, act)); };
  const all = (place) => {
    draw();
    return [...root.querySelectorAll(place)].map((each) => each.textContent.trim());
  };
  const see = (place) => all(place)[0];
  const found = await (async () => { STEPS })();
  render(root, []);
  root.remove();
  return found;
}"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answer]:
    """What the service says of some deals, and of games at the table."""
    board = Board(BoardLimits(), Kept(Path(tmp_path_factory.mktemp("games"))))
    tab = Tab(board)

    def placed(deal: Answer, played: tuple[str, ...] = (), **fields: Any) -> Answer:
        number = tab.ask("position", deal=deal["deal"], played=played, **fields)
        last = tab.last(number)
        return {"deal": deal, "place": tab.of(number)[0], "values": last}

    def game(variant: str, replies: int = 0, **fields: Any) -> list[Answer]:
        fields = {"strength": "thumb", "seed": 7, "deals": 1} | fields
        key = tab.answer("sit", variant=variant, **fields)["id"]
        number = tab.ask("game", id=key)

        def told() -> list[Answer]:
            return [each["game"] for each in tab.of(number) if "game" in each]

        for left in range(replies, -1, -1):
            tab.until(lambda: told() and (told()[-1]["asked"] or told()[-1]["over"]))
            now = told()[-1]
            if left:
                cards = now["free"][:1] if now["asked"]["kind"] == "card" else []
                tab.answer("reply", id=key, step=now["step"], cards=cards)
        return told()

    tie, trial = tab.deal("hornafjordur"), tab.deal("laugavatn")
    ending = tab.answer("adopt", deal=ENDING)["deal"]
    exchange = tab.ask("exchange", deal=trial["deal"], seat="F")
    blind = tab.ask("exchange", deal=trial["deal"], seat="F", open=False)
    yield {
        "hello": tab.answers[0]["hello"],
        "tie": placed(tie),
        "own": placed(tie, own="F"),
        "ended": placed(ending, ("SA", "SK", "SQ", "S2", "S3", "S4", "HQ", "HK", "HA"), own="M"),
        "after": placed(tie, ("HA",)),
        "trial": placed(trial),
        "exchange": tab.of(exchange)[0],
        "blind": tab.of(blind)[0],
        "puzzle": placed(tab.answer("adopt", deal=ENDING | {"goal": "F 2+"})["deal"]),
        "puts": game("hornafjordur")[-1],
        "plays": game("hornafjordur", 2),
        "bids": game("encheres-petite+miseres")[-1],
    }
    board.close()


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        # Values, and where they are not to be seen.
        (
            "put(data.tie);"
            "return [see('.hand.F .worth'), see('.seats tbody'), see('.cards tr.keeps'),"
            "root.querySelector('[data-card=C2]').ariaLabel,"
            "root.querySelector('[data-card=C2] .badge').dataset.text]",
            [
                "guarantee 3 · share 6.00",
                "Forehand3126.00+2.00Middlehand093.00−1.00Dealer093.00−1.00",
                "♥A ♥Kace of hearts✓3006.003.003.00",
                "two of clubs, keeps 3, share 4.3",
                "4.3",
            ],
        ),
        (
            "put(data.puzzle); return [see('.goal'), all('.badge').length]",
            ["Goal forehand takes at least 2 tricks", 3],
        ),
        (
            "put(data.puzzle); act.train.beginWith(data.puzzle.deal);"
            "hear('position', data.puzzle.place);"
            "return [all('.badge').length, asked.position.values, see('.tab-panel')]",
            [0, False, "Hidden while a puzzle is being solved."],
        ),
        (
            "put(data.tie); act.frame.toggleValues();"
            "return [all('.badge').length, asked.position.values, see('.status')]",
            [0, False, "Values hidden."],
        ),
        # Who sits where, whose hands are seen, which cards may be moved.
        (
            "put(data.own); const names = all('.name b'), own = see('.near b');"
            "put(data.ended); return [...names, own, see('.near b')]",
            ["You, forehand", "Left, middlehand", "Right, dealer", "You, forehand", "Middlehand"],
        ),
        (
            "put(data.trial); act.frame.put({ settings: { ...state.settings, trumpsFirst: false }"
            "}); draw(); return root.querySelector('.hand.F [data-card]').dataset.card[0]",
            "S",
        ),
        (
            "put(data.tie); act.frame.put({ bottom: 'M', hidden: { F: true } });"
            "return [see('.near .name b'), all('.hand.F [data-card]').length, "
            "all('.covered .card').length]",
            ["Middlehand", 0, 12],
        ),
        (
            "put(data.tie); act.board.choose('S5');"
            "return [see('.status'), see('.hand.M .why'), state.tree.at]",
            ["Forehand is to play.", "Forehand is to play.", 0],
        ),
        (
            "put(data.tie); act.board.choose(data.after.place.position.moves[0].card);"
            "hear('position', data.after.place);"
            "return [see('.status'), all('.felt .lies').length, all('.hand.F [data-card]').length]",
            ["Forehand: ace of hearts. Middlehand to play.", 1, 11],
        ),
        # The exchange.
        (
            "put(data.trial); act.frame.showTab('exchange'); see('.table');"
            "hear('exchange', data.exchange); act.board.choose('SA'); act.board.choose('HK');"
            "const down = all('.table .down').length, rested = rests.position;"
            "act.board.playCards(['HK']); hear('position', data.trial.place);"
            "return [down, rested, asked.exchange.discards, all('.table .down').length]",
            [1, True, ["HK"], 0],
        ),
        (
            "put(data.trial); act.frame.showTab('exchange'); see('.table');"
            "hear('exchange', data.blind);"
            "return [all('.covered .card').length, all('.beside dt')]",
            [32, []],
        ),
        # At the table.
        (
            "put(data.tie); sit(data.puts); const [first, second] = data.puts.free; press('b');"
            "[first, second].forEach((card) => act.board.choose(card));"
            "const two = all('.asks .row .button');"
            "sit(data.puts); const again = all('.own .down').length, { step } = data.puts;"
            "sit({ ...data.puts, step: step + 1 }); const next = all('.own .down').length;"
            "const { maxHeight, lineHeight } = getComputedStyle(root.querySelector('.log'));"
            "const lines = parseFloat(maxHeight) / parseFloat(lineHeight);"
            "act.game.reply({ cards: [] }); act.game.reply({ cards: [] });"
            "return [two, asked.advise.step === step, again, next, asked.reply.times,"
            "all('.covered .card').length, Math.abs(lines - Math.round(lines)) < 0.05]",
            [["Put down 2 cards"], True, 2, 0, 1, 24, True],
        ),
        (
            "sit(data.bids); const { asked: { choices } } = data.bids;"
            "const misere = choices.find(({ value }) => value === 'petite-misere');"
            "const bid = see('.asks .main'), early = root.querySelector('.asks .main');"
            "sit({ ...data.bids, step: data.bids.step + 1 }); early.click();"
            "const { reply } = asked; draw(); early.click();"
            "return [misere.text, bid, reply, asked.reply.times]",
            ["petite misère", "Bid 24", None, 1],
        ),
        (
            "sit(data.bids); act.game.write({ reviewed: {} }); const { deal, step } = data.bids;"
            "const on = (more) => {"
            "hear('game', { game: { ...data.bids, step: step + 1, ...more } });"
            "act.game.choose(''); return state.game.reviewed; };"
            "return [on({}), on({ deal: deal + 1, step: step + 2 })]",
            [{}, None],
        ),
        (
            "const { plays } = data; const whole = plays.find(({ taker }) => taker);"
            "const rest = plays.slice(plays.indexOf(whole) + 1); const pace = 0;"
            "act.frame.put({ settings: { ...state.settings, pace } }); sit(whole);"
            "rest.forEach((game) => hear('game', { game }));"
            "await new Promise((go) => setTimeout(go, 2500));"
            "const lies = all('.felt .lies').length;"
            "press('ArrowRight'); await new Promise((go) => setTimeout(go, 300));"
            "return [lies, see('.takes') ?? '']",
            [3, ""],
        ),
        # Errors, and the keys.
        (
            "put(data.tie); act.board.tell({ message: 'it is no card', seat: 'M' });"
            "const said = see('.status');"
            "act.deals.write({ spot: 'file', problems: [{ message: 'x' }] });"
            "act.frame.openSheet('open'); return [said, see('.status'), all('.problems').length]",
            ["Middlehand: it is no card.", "", 0],
        ),
        (
            "put(data.tie); ['h', 'a'].forEach(press); const first = state.tree.at;"
            "press('ArrowLeft');"
            "press('s'); press('1'); const typed = see('.typed'); press('0'); press('?');"
            "return [first, typed, state.tree.places.size, all('kbd').length, "
            "see('.controls .undo')]",
            [1, "♠1…", 3, 15, "Take back"],
        ),
    ],
    ids=[
        "values",
        "goal",
        "solving",
        "hidden",
        "own",
        "suits",
        "bottom",
        "turn",
        "played",
        "exchange",
        "blind",
        "put",
        "bids",
        "reviewed",
        "clicks",
        "errors",
        "keys",
    ],
)
def test_in_a_state_the_page_says(page: Page, data: Answer, steps: str, says: object) -> None:
    found = page.evaluate(PLAY.replace("STEPS", steps), data)
    assert found == says
