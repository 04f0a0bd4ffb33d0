/** Rummy: the melds on the table, the hand, the pack to press, and what is answered. */

/** @import {Stage} from "../messages.js" */
/** @import {RummyState, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children} from "../h.js" */
import { bySuit, cardName, PACK, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_ } from "../language.js";
import { bar, sign } from "./bar.js";
import { withCards } from "./card.js";
import { button, cardGroup, check, field, problemList, progress, select, toggle } from "./pieces.js";

const GAMES = ["carousel", "guadalupe", "machiavelli", "manipulation", "shanghai", "tahiti", "vatikan"];

/** @type {[RummyState["mode"], string, string][]} */
const MODES = [
  ["put", "drawer", N_("Cards")],
  ["lay", "best", N_("What can I lay?")],
  ["tidy", "last", N_("Check the table")],
];

/** @type {[string, string][]} */
const AIMS = [
  ["cards", N_("Most cards")],
  ["points", N_("Fewest points")],
  ["out", N_("Out at once")],
];

/** @param {string} card */
const nameOf = (card) => (card.length < 2 ? _("Joker") : (card.length > 2 ? `${_("Joker")}, ` : "") + cardName(card.slice(-2)));

/** What is found for the cards as they lie. @param {State} state */
const waysOf = ({ rummy, asked: { rummy: asked } }) => (asked?.about === rummy.now ? (asked.found ?? []) : []);

/** @param {State} state @param {Actions} act @returns {Child[]} */
export function page(state, act) {
  const { now, past, future, mode, stage = 0, way = 0 } = state.rummy;
  const shown = mode === "put" ? undefined : waysOf(state)[way]?.[stage];
  const piles = shown?.piles ?? now.piles;
  /** @param {number} at @param {string} word */
  const lies = (at, word) => pile(state, act, piles[at] ?? [], at, word, shown);
  return [
    h(
      "section.play.rummy",
      { key: "rummy", "aria-label": _("Table") },
      h(
        "div.melds",
        piles.map((cards, at) => at > 1 && cards.length > 0 && lies(at, _("Meld {number}", { number: at - 1 }))),
        !shown && lies(piles.length, _("New meld")),
      ),
      h("div.melds.own", now.game === "tahiti" && lies(1, _("Open cards")), lies(0, _("Hand"))),
    ),
    bar({ ...state, said: "" }, act, [
      button(sign("undo", _("Undo")), () => act.rummy.undo(), { off: !past.length }),
      button(sign("redo", _("Redo")), () => act.rummy.redo(), { off: !future.length }),
      MODES.map(([each, icon, word]) => button(sign(icon, _(word)), () => act.rummy.ask(each), { "aria-pressed": each === mode })),
    ]),
    h("section.panel.laying", (mode === "put" ? putting : answer)(state, act)),
  ];
}

/**
 * Cards that lie together, or the place for some.
 *
 * @param {State} state
 * @param {Actions} act
 * @param {string[]} cards
 * @param {number} at
 * @param {string} word
 * @param {Stage | undefined} shown
 */
function pile(state, act, cards, at, word, shown) {
  const { to, look } = state.rummy;
  const here = at === to && !shown;
  const marked = shown?.marked.includes(at - 1);
  // Cards that are equal, in a hand, are told apart by their places.
  const ids = cards.map((card, n) => (card === "*" ? "★★" : card.replace("*", "")) + n);
  return h(
    "div.meld",
    {
      key: at,
      ref: (element) => (here || marked) && element?.scrollIntoView({ block: "nearest" }),
      class: [here && "to", marked && "marked", !shown && cards.length > 2 && look.wrong?.[at - 2] && "wrong"],
    },
    h("button.receiver", { "aria-label": word, "aria-pressed": here, onclick: () => act.rummy.press(at) }, word.match(/\d+/) ?? word),
    cardGroup(`meld-${at}`, { "aria-label": word }, ids, state, act, (id) => {
      const n = Number(id.slice(2));
      const card = cards[n] ?? "";
      return {
        "aria-label": nameOf(card),
        mark: card.startsWith("*") ? h("span.under", "★") : null,
        onclick: () => act.rummy.press(at, n),
      };
    }),
  );
}

/** @param {State} state @param {Actions} act @returns {Children} */
function putting(state, act) {
  const { past, now, to, star, look, problem } = state.rummy;
  const wrong = (now.piles[to]?.length ?? 0) > 2 && look.wrong?.[to - 2];
  return [
    h(
      "div.pack",
      bySuit(PACK).map(([suit, cards]) =>
        cardGroup(`pack-${suit}`, { "aria-label": suitWord(suit) }, cards, state, act, (card) => {
          const left = look.unseen?.[card] ?? 0;
          return {
            class: !left && "dealt",
            "aria-label": `${cardName(card)}, ${_("{number} left", { number: left })}`,
            "aria-pressed": !left, // quick presses side by side are meant
            onclick: () => act.rummy.take(card),
          };
        }),
      ),
    ),
    problemList([problem, wrong ? { message: wrong } : null]),
    field(_("Typed or pasted"), "textarea", { key: past.length, rows: 1, placeholder: "S7-J, 7SHD", onchange: ({ target }) => act.rummy.go({}, to, target.value), onkeydown: ({ key, target }) => key === "Enter" && target.blur() }),
    h(
      "div.row",
      Boolean(look.unseen?.["*"]) && toggle(_("Joker"), star, () => (to > 1 ? act.rummy.write({ star: !star }) : act.rummy.take("*"))),
      select(_("Game"), now.game, GAMES.map((code) => [code, capital(code)]), (game) => act.rummy.go({ game })),
      select(_("Players"), `${now.players}`, [..."2345678"], (players) => act.rummy.go({ players: Number(players) })),
      button(_("New deal"), () => act.rummy.go({ piles: [[], []] }, 0)),
      now.game === "vatikan" && check(_("I have laid nothing yet"), now.first, (first) => act.rummy.go({ first })),
    ),
    h("details", h("summary", _("The game as text")), h("pre", look.text)),
  ];
}

/** @param {State} state @param {Actions} act @returns {Children} */
function answer(state, { rummy: act }) {
  const { mode, by, stage = 0, way = 0 } = state.rummy;
  const ways = waysOf(state);
  const stages = ways[way] ?? [];
  const next = stages[stage + 1];
  /** @param {number} to */
  const go = (to) => act.write({ stage: to });
  return [
    mode === "lay" && select(_("Wanted"), by, AIMS, (aim) => act.ask("lay", aim)),
    progress(state.asked.rummy, _("Searching"), () => act.searchOn("rummy")),
    h(
      "div.verdict",
      { "aria-live": "polite" },
      state.asked.rummy?.found && !ways.length && _("These cards do not make melds: put them back."),
      stages.slice(0, stage + 1).map(({ text }) => h("p", withCards(text))),
    ),
    h(
      "div.row",
      next
        ? [button(next.ask, () => go(stage + 1), { class: "main" }), button(_("All at once"), () => go(stages.length - 1))]
        : stage > 0 && button(_("This was laid"), () => act.go({ first: false, piles: stages[stage]?.piles ?? [] }, 0), { class: "main" }),
      stage > 0 && button(_("Step back"), () => go(stage - 1)),
      ways[1] && button(_("Another way"), () => act.write({ way: (way + 1) % ways.length, stage: 2 })),
    ),
  ];
}
