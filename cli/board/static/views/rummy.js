/** Rummy: the melds on the table, the hand, the pack to press, what is answered, and the score. */

/** @import {RummyState, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children} from "../h.js" */
import { nowOf, stagesOf } from "../actions/rummy.js";
import { cardName, PACK } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_, ngettext } from "../language.js";
import { bar, sign } from "./bar.js";
import { withCards } from "./card.js";
import { button, cardGroup, check, field, figures, pack, problemList, progress, select, taking } from "./pieces.js";

/** @type {[string, string][]} */
const AIMS = [
  ["cards", N_("Most cards")],
  ["points", N_("Fewest points")],
  ["out", N_("Out at once")],
  ["draw", N_("The next draw")],
  ["tidy", N_("Check the table")],
];

/** What a pile is called: after a player, once a deal is over. @param {State} state @param {number} at */
function pileWord({ rummy }, at) {
  const { over, players } = nowOf(rummy);
  const named = over ? players.split(", ")[at - 2] : "";
  return named || (at > 1 ? _("Meld {number}", { number: at - 1 }) : at ? _("Open cards") : _("Hand"));
}

/** @param {number} number */
const canLay = (number) => ngettext("{number} card can be laid.", "{number} cards can be laid.", number);

/** @param {State} state @param {Actions} act @returns {Child[]} */
export function page(state, act) {
  const { rummy: { steps, undone, to, star, stage, look: { sheet, unseen = {}, wrong = [] } }, asked: { rummy: asked } } = state;
  const { over, game, piles: now } = nowOf(state.rummy);
  const stages = stagesOf(state);
  const then = stages[stage]?.piles;
  const piles = then?.length ? then : now;
  const broken = wrong.some(Boolean);
  return [
    h(
      "section.play.rummy",
      { key: "rummy", "aria-label": _("Table") },
      h(
        "div.melds",
        { "data-pile": over ? null : piles.length },
        piles.map((cards, at) => at > 1 && pile(state, act, cards, at)),
        !over && !asked && pile(state, act, [], Math.max(piles.length, to), _("New meld")),
        !piles.flat().length && h("p.quiet", _("Put in your hand, then press New meld and put in each meld on the table.")),
        sheet && figures("score", _("Score (★ has won)"), sheet),
      ),
      over || h("div.melds.own", { "data-pile": 0 }, game === "tahiti" && pile(state, act, piles[1], 1), pile(state, act, piles[0], 0)),
    ),
    bar({ ...state, said: "" }, act, [
      button(sign("undo", _("Undo")), () => act.rummy.undo(), { off: !asked && !steps[undone + 1] }),
      button(sign("redo", _("Redo")), () => act.rummy.redo(), { off: !undone }),
      Boolean(unseen["*"]) && button(sign("best", `${_("Joker")} ${asked?.found?.laid?.["*"] ?? ""}`), () => act.rummy.move("*"), { "aria-pressed": star }),
      // Where melds are broken nothing else can be asked.
      button(sign("advice", over ? _("Count") : broken ? _("Check the table") : _("What can I lay?")), () => (over ? act.rummy.end() : act.rummy.ask(broken ? "tidy" : undefined)), { class: "main" }),
    ]),
    h("section.panel.laying", asked ? answer(state, act) : putting(state, act)),
  ];
}

/**
 * Cards that lie together, or the place for some.
 *
 * @param {State} state
 * @param {Actions} act
 * @param {string[]} cards
 * @param {number} at
 * @param {string} [word]
 */
function pile(state, act, cards, at, word = pileWord(state, at)) {
  const { rummy, asked } = state;
  const shown = stagesOf(state)[rummy.stage];
  const here = at === rummy.to && !asked.rummy;
  const marked = shown?.marked.includes(at - 1);
  // Cards that are equal, in a hand, are told apart by their places.
  const ids = cards.map((card, n) => card.replace("*", "").padEnd(2, "★") + n);
  return h(
    "div.meld",
    {
      key: at,
      "data-pile": at,
      ref: (element) => (here || marked) && element?.scrollIntoView({ block: "nearest" }),
      class: [here && "to", marked && "marked", !shown && wrongAt(rummy, at) && "refused"],
    },
    cardGroup(`meld-${at}`, { "aria-label": word }, ids, state, act, (id) => {
      const n = Number(id.slice(2));
      const card = cards[n];
      const joker = card.startsWith("*") && _("Joker");
      return {
        "aria-label": [joker, card.length > 1 && cardName(card.slice(-2))].filter(Boolean).join(", "),
        [shown ? "data-melded" : "data-from"]: shown ? id.slice(0, 2) + at : `${at} ${n}`,
        mark: joker ? h("span.under", "★") : null,
        onclick: () => act.rummy.press(at, n),
      };
    }),
    h("button.receiver", { "aria-label": word, "aria-pressed": here, onclick: () => act.rummy.press(at) }, word.match(/\d+$/) ?? word),
  );
}

/** What a pile that is being put in is no meld for. @param {RummyState} rummy @param {number} at */
const wrongAt = (rummy, at) => (nowOf(rummy).piles[at]?.[2] ? rummy.look.wrong?.[at - 2] : null);

/** @param {State} state @param {Actions} act @returns {Children} */
function putting(state, act) {
  const { rummy } = act;
  const { to, problem, look: { text = "", first, games } } = state.rummy;
  const { over, players, game, deals } = nowOf(state.rummy);
  return [
    packOf(state, act),
    h("div.parts", problemList([problem, wrongAt(state.rummy, to)]), over
      ? [
          h("p", _("Put in what each player has left.")),
          game === "carousel" && to > 1 && button(_("{name} has knocked", { name: pileWord(state, to) }), () => rummy.end(` knocked ${to - 1}`)),
        ]
      : [
          h(
            "div.row",
            select(_("Game"), game, (games ?? [game]).map((code) => [code, capital(code)]), (other) => rummy.go({ game: other, deals: "" })),
            field(_("Players"), "input", { value: players, onchange: taking((named) => rummy.go({ players: named })) }),
            game === "vatikan" && check(_("I have laid nothing yet"), first, (nothing) => rummy.go({ deals: `${deals}first: ${nothing ? "yes" : "no"}\n` })),
            button(_("The deal is over"), () => rummy.end()),
            button(_("New game"), () => rummy.go({ piles: [[], []], deals: "" }, 0)),
          ),
          field(_("Typed or pasted"), "textarea", { key: text, rows: 1, placeholder: "S7-J, 7SHD", onchange: taking((typed) => rummy.go({ text: typed })), onkeydown: ({ key, target }) => key === "Enter" && target.blur() }),
          h("details", h("summary", _("The game as text")), h("pre", { lang: "en" }, text)),
        ]),
  ];
}

/**
 * The pack, in which a card is pressed to lay it onto a pile; on it stands how many could be laid if it were drawn.
 *
 * @param {State} state
 * @param {Actions} act
 */
function packOf(state, act) {
  const { rummy: { look: { unseen = {} } }, asked } = state;
  const { laid = {} } = asked.rummy?.found ?? {};
  const least = Math.min(...Object.values(laid));
  return pack(PACK, state, act, (card) => {
    const { [card]: left = 0 } = unseen;
    const { [card]: number = least } = laid;
    return {
      class: !left && "dealt",
      "data-from": card,
      "aria-label": [cardName(card), _("{number} left", { number: left }), laid[card] && canLay(number)].filter(Boolean).join(", "),
      "aria-pressed": !left, // quick presses side by side are meant
      mark: number > least ? h("span.badge", { class: number > nowOf(state.rummy).piles[0].length && "best", "data-text": `${number}` }) : null,
      onclick: () => act.rummy.move(card),
    };
  });
}

/** @param {State} state @param {Actions} act @returns {Children} */
function answer(state, act) {
  const { rummy: { by, stage, way }, asked: { rummy: asked } } = state;
  const { ways = [], laid } = asked?.found ?? {};
  const stages = stagesOf(state);
  const [next, then] = [stages[stage + 1], stages[stage]?.piles ?? []];
  const lines = stages.slice(0, stage + 1).reverse().flatMap(({ text }) => text.split("\n"));
  // Before and after, once all is told. What is told last comes first; what is pressed next stays above it.
  const changed = then.flatMap((cards, at) => {
    const both = [stages[0].piles[at] ?? [], cards].map((pile) => pile.join(" ") || "–");
    return next || both[0] === both[1] ? [] : `${pileWord(state, at)}${_(": ")}${both.join(" → ")}`;
  });
  return [
    progress(state, act, "rummy", _("Searching")),
    h(
      "div.row",
      next
        ? [button(next.ask, () => act.rummy.write({ stage: stage + 1 }), { class: "main" }), button(_("All at once"), () => act.rummy.write({ stage: stages.length - 1 }))]
        : stage > 0 && button(_("This was laid"), () => act.rummy.lay(then), { class: "main" }),
      ways[1] && button(_("Another way"), () => act.rummy.write({ stage: 2, way: (way + 1) % ways.length })),
    ),
    laid && packOf(state, act),
    h(
      "div.parts",
      h("div.verdict", { "aria-live": "polite" }, [...changed, ...lines].map((text) => h("p", withCards(text)))),
      select(_("Wanted"), by, AIMS, (aim) => act.rummy.ask(aim)),
    ),
  ];
}
