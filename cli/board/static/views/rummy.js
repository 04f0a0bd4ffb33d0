/** Rummy: the melds on the table, the hand, the pack to press, what is answered, and the score. */

/** @import {Stage} from "../messages.js" */
/** @import {RummyState, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children} from "../h.js" */
import { nowOf } from "../actions/rummy.js";
import { cardName, PACK } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_, ngettext } from "../language.js";
import { bar, sign } from "./bar.js";
import { drawn, withCards } from "./card.js";
import { button, cardGroup, check, field, figures, pack, problemList, progress, select, taking, toggle } from "./pieces.js";

/** @type {[string, string][]} */
const AIMS = [
  ["cards", N_("Most cards")],
  ["points", N_("Fewest points")],
  ["out", N_("Out at once")],
  ["draw", N_("The next draw")],
  ["tidy", N_("Check the table")],
];

/** @param {number} at */
const pileWord = (at) => (at > 1 ? _("Meld {number}", { number: at - 1 }) : at ? _("Open cards") : _("Hand"));

/** @param {State} state @param {Actions} act @returns {Child[]} */
export function page(state, act) {
  const { rummy, asked: { rummy: asked } } = state;
  const { steps, undone, to, stage = 0, way = 0, look: { sheet } } = rummy;
  const { over, players, seat, game, piles: now } = nowOf(rummy);
  const shown = asked?.found?.ways?.[way]?.[stage];
  const piles = shown?.piles ?? now;
  /** @param {number} at @param {string} [word] */
  const lies = (at, word = pileWord(at)) => pile(state, act, piles[at] ?? [], at, word, shown);
  return [
    h(
      "section.play.rummy",
      { key: "rummy", "aria-label": _("Table") },
      h(
        "div.melds",
        { "data-pile": over ? null : piles.length },
        over
          ? players.split(", ").map((name, at) => lies(at, at === seat - 1 ? pileWord(0) : name))
          : piles.map(({ length }, at) => at > 1 && length > 0 && lies(at)),
        // Between two deals.
        sheet && !piles.flat().length && [figures("score", _("Score (★ has won)"), sheet), button(_("New game"), () => act.rummy.go({ deals: "" }, 0))],
        !shown && !over && lies(Math.max(piles.length, to), _("New meld")),
      ),
      over || h("div.melds.own", { "data-pile": 0 }, game === "tahiti" && lies(1), lies(0)),
    ),
    bar({ ...state, said: "" }, act, [
      button(sign("undo", _("Undo")), () => act.rummy.undo(), { off: !steps[undone + 1] }),
      button(sign("redo", _("Redo")), () => act.rummy.redo(), { off: !undone }),
      button(sign("best", _("What can I lay?")), () => act.rummy.ask(), { class: "main", off: over }),
    ]),
    h("section.panel.laying", asked && answer(state, act), putting(state, act)),
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
  const here = at === state.rummy.to && !shown;
  const marked = shown?.marked.includes(at - 1);
  // Cards that are equal, in a hand, are told apart by their places.
  const ids = cards.map((card, n) => card.replace("*", "").padEnd(2, "★") + n);
  return h(
    "div.meld",
    {
      key: at,
      "data-pile": at,
      ref: (element) => (here || marked) && element?.scrollIntoView({ block: "nearest" }),
      class: [here && "to", marked && "marked", !shown && wrongAt(state.rummy, at) && "refused"],
    },
    h("button.receiver", { "aria-label": word, "aria-pressed": here, onclick: () => act.rummy.press(at) }, word.match(/\d+$/) ?? word),
    cardGroup(`meld-${at}`, { "aria-label": word }, ids, state, act, (id) => {
      const n = Number(id.slice(2));
      const card = cards[n] ?? "";
      const joker = card.startsWith("*");
      return {
        "aria-label": [joker && _("Joker"), card.length > 1 && cardName(card.slice(-2))].filter(Boolean).join(", "),
        "data-melded": shown ? id.slice(0, 2) + at : null,
        "data-from": shown ? null : `${at} ${n}`,
        mark: joker ? drawn("under", "★") : null,
        onclick: () => act.rummy.press(at, n),
      };
    }),
  );
}

/** What a pile that is being put in is no meld for. @param {RummyState} rummy @param {number} at */
const wrongAt = (rummy, at) => nowOf(rummy).piles[at]?.[2] && rummy.look.wrong?.[at - 2];

/** @param {State} state @param {Actions} act @returns {Children} */
function putting(state, act) {
  const { rummy } = act;
  const { to, star, problem, look: { text = "", unseen = {}, games } } = state.rummy;
  const { over, players, game, first } = nowOf(state.rummy);
  const message = wrongAt(state.rummy, to);
  return [
    packOf(state, act),
    problemList([problem, message ? { message } : null]),
    over || field(_("Typed or pasted"), "textarea", { key: text, rows: 1, placeholder: "S7-J, 7SHD", onchange: taking((typed) => rummy.go({ text: typed })), onkeydown: ({ key, target }) => key === "Enter" && target.blur() }),
    h(
      "div.row",
      Boolean(unseen["*"]) && toggle(_("Joker"), star, () => (to > 1 && !over ? rummy.write({ star: !star }) : rummy.move("*"))),
      over
        ? [
            h("p", _("Put in what each player has left.")),
            game === "carousel" && button(_("{name} has knocked", { name: players.split(", ")[to] ?? "" }), () => rummy.end(` knocked ${to + 1}`)),
            button(_("Count"), () => rummy.end(), { class: "main" }),
          ]
        : [
            select(_("Game"), game, (games ?? [game]).map((code) => [code, capital(code)]), (other) => rummy.go({ game: other, deals: "", first: other === "vatikan" })),
            field(_("Players"), "input", { value: players, onchange: taking((named) => rummy.go({ players: named })) }),
            game === "vatikan" && check(_("I have laid nothing yet"), first, (nothing) => rummy.go({ first: nothing })),
            button(_("Check the table"), () => rummy.ask("tidy")),
            button(_("The deal is over"), () => rummy.end()),
            button(_("New deal"), () => rummy.go({ piles: [[], []], first: game === "vatikan" }, 0)),
          ],
    ),
    over || h("details", h("summary", _("The game as text")), h("pre", { lang: "en" }, text)),
  ];
}

/**
 * The pack, in which a card is pressed to lay it onto a pile; on it stands how many could be laid if it were drawn.
 *
 * @param {State} state
 * @param {Actions} act
 */
function packOf(state, act) {
  const { rummy, asked } = state;
  const { laid = {} } = asked.rummy?.found ?? {};
  const least = Math.min(...Object.values(laid));
  return pack(PACK, state, act, (card) => {
    const left = rummy.look.unseen?.[card] ?? 0;
    const number = laid[card] ?? least;
    return {
      class: !left && "dealt",
      "data-from": card,
      "aria-label": [cardName(card), _("{number} left", { number: left }), ...(card in laid ? [canLay(number)] : [])].join(", "),
      "aria-pressed": !left, // quick presses side by side are meant
      mark: number > least ? h("span.badge", { class: number > (nowOf(rummy).piles[0]?.length ?? 0) && "best", "data-text": `${number}` }) : null,
      onclick: () => act.rummy.move(card, card in laid ? 0 : rummy.to),
    };
  });
}

/** @param {number} number */
const canLay = (number) => ngettext("{number} card can be laid.", "{number} cards can be laid.", number);

/** @param {State} state @param {Actions} act @returns {Children} */
function answer(state, act) {
  const { rummy, asked: { rummy: asked } } = state;
  const { by, stage = 0, way = 0 } = rummy;
  const { ways, laid, chances = "" } = asked?.found ?? {};
  const stages = ways?.[way] ?? [];
  const [before, then, next] = [stages[0]?.piles, stages[stage]?.piles ?? [], stages[stage + 1]];
  const changed = then.flatMap((cards, at) => {
    const lay = before?.[at] ?? [];
    return `${cards}` === `${lay}` ? [] : `${pileWord(at)}${_(": ")}${[lay, cards].map((pile) => pile.join(" ") || "–").join(" → ")}`;
  });
  const none = ways?.length === 0;
  // What is told last comes first; what is pressed next stays above it.
  const lines = laid
    ? [...chances.split("\n"), ...(laid["*"] ? [`${_("Joker")}${_(": ")}${canLay(laid["*"])}`] : [])]
    : none
      ? [_("These cards do not make melds: put them back.")]
      : [...(next ? [] : changed), ...stages.slice(0, stage + 1).map(({ text }) => text).reverse()];
  /** @param {number} to @param {number} [other] */
  const go = (to, other = way) => act.rummy.write({ stage: to, way: other });
  return [
    progress(state, act, "rummy", _("Searching")),
    h(
      "div.row",
      next
        ? [button(next.ask, () => go(stage + 1), { class: "main" }), button(_("All at once"), () => go(stages.length - 1))]
        : stage > 0 && button(_("This was laid"), () => act.rummy.lay(then), { class: "main" }),
      stage > 0 && button(_("Step back"), () => go(stage - 1)),
      ways?.[1] && button(_("Another way"), () => go(2, (way + 1) % ways.length)),
    ),
    h("div.verdict", { "aria-live": "polite", class: none && "cost" }, lines.map((text) => h("p", withCards(text)))),
    select(_("Wanted"), by, AIMS, (aim) => act.rummy.ask(aim)),
  ];
}
