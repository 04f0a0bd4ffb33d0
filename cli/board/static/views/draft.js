/** The sheets of a deal in the making: its cards, and what is played. */

/** @import {Deal, Variant} from "../messages.js" */
/** @import {Draft, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, VNode} from "../h.js" */
import { cardName, PACK, seatTitle } from "../cards.js";
import { h } from "../h.js";
import { holder, pileWord, receiverWord } from "../actions/draft.js";
import { _, capital, N_ } from "../language.js";
import { numberOf, variantOf } from "../state.js";
import { withCards } from "./card.js";
import { button, cardGroup, check, pack, problemList, select } from "./pieces.js";
import { named } from "./table.js";

/** @param {State} state @param {Actions} act @returns {Child} */
export function editor(state, act) {
  const { deal, tree, draft } = state;
  if (!draft) {
    return null;
  }
  const variant = variantOf(state, draft.deal);
  const parts = [
    pack(variant?.pack ?? PACK, state, act, (card) => {
      const where = holder(draft, card);
      return {
        class: where && "dealt",
        "aria-pressed": Boolean(where),
        "aria-label": `${cardName(card)}, ${where ? receiverWord(where, variant) : _("in the pack")}`,
        onclick: () => act.draft.choose(card),
      };
    }),
    h(
      "div.row",
      button(_("The hands dealt"), () => act.draft.begin("dealt")),
      Object.keys(deal?.deal.discard ?? {}).length > 0 &&
        button(_("After the exchange"), () => act.draft.begin("lead")),
      tree.at > 0 && button(_("As they are now"), () => act.draft.begin("now")),
      button(_("No cards"), () => act.draft.clear()),
    ),
    h("p.quiet", _("Click a card: one in the pack goes to the hand marked, one on the table back to the pack.")),
    h("details", h("summary", _("Contract and leader")), fields(state, draft, act)),
  ];
  return making(draft, act, parts, !state.why && problemList([draft.problem]));
}

/** What lies in the middle of the table while a deal is made, if anything may. @param {State} state @param {Actions} act */
export function pile(state, act) {
  const { draft } = state;
  const variant = variantOf(state, draft?.deal);
  const cards = draft?.held.manni ?? [];
  const to = draft?.to === "manni";
  return (
    (variant?.manni !== 0 || cards.length > 0 || to) &&
    h(
      "div.pile",
      { onclick: () => act.draft.giveTo("manni") },
      named(capital(pileWord(variant)), numberOf(cards, variant?.manni), to),
      cardGroup("pile", { "aria-label": pileWord(variant) }, cards, state, act, (card) => ({
        "data-card": card,
        "aria-label": cardName(card),
        onclick: () => act.draft.choose(card),
      })),
    )
  );
}

// What is played

/** @param {State} state @param {Actions} act @returns {Child} */
export function setup(state, act) {
  const { draft } = state;
  return draft && making(draft, act, fields(state, draft, act), problemList([draft.problem]));
}

/**
 * The sheet of a deal in the making: its parts scroll, what comes of it stays in sight below.
 *
 * @param {Draft} draft
 * @param {Actions} act
 * @param {Children} parts
 * @param {Child} problems
 * @returns {VNode}
 */
function making({ adopted }, act, parts, problems) {
  const off = !adopted;
  return h(
    "div.making",
    h("div.parts", parts),
    h(
      "div.foot",
      problems,
      adopted?.problem &&
        h("p.warning", _("The record is cut: "), withCards(adopted.problem.message)),
      h(
        "div.row.ending",
        button(_("Put on the board"), () => act.draft.use(false), { class: "main", off }),
        button(_("Add as a new deal"), () => act.draft.use(true), { off }),
      ),
    ),
  );
}

/**
 * What can be chosen besides game, contract and leader, and the fields of a deal that say it.
 *
 * @type {Record<Variant["setup"][number], (keyof Deal)[]>}
 */
const CHOICES = {
  bid: ["bid", "auction"],
  great: ["great"],
  declarer: ["declarer"],
  ace: ["ace_low"],
  cut: ["cut"],
};

/** What is chosen where no game is named: none bids without one. @type {Variant["setup"]} */
const ANY = ["great", "declarer", "ace", "cut"];

const NO_PLAY = { play: undefined, result: undefined };

/** @param {State} state @param {Draft} draft @param {Actions} act @returns {VNode} */
function fields(state, { deal, held, seats: named }, act) {
  const { hello } = state;
  const variant = variantOf(state, deal);
  const setup = variant?.setup ?? ANY;
  const { contracts: codes, bids = [] } = variant ?? {};
  const { variant: code, contract, leader, declarer, cut, bid, ace_low: low } = deal;
  const { discard, play, goal } = deal;
  const seats = named.map((seat) => /** @type {[string, string]} */ ([seat, seatTitle(seat)]));
  const last = held[named[named.length - 1]]; // the dealer's
  const cuts = cut && !last.includes(cut) ? [cut, ...last] : last; // or that recorded
  /**
   * A choice, of which nothing is recorded where nothing is said.
   *
   * @param {string} word
   * @param {string | null | undefined} value
   * @param {Parameters<typeof select>[2]} options
   * @param {(value: string | undefined) => Record<string, unknown>} given
   * @param {string} [none]
   */
  const choice = (word, value, options, given, none = N_("not said")) =>
    select(word, value ?? "", [["", none], ...options], (value) => act.draft.set(given(value || undefined)));
  return h(
    "div.fields",
    choice(
      _("Game"),
      code,
      [
        ...(hello?.variants ?? []),
        ...(code && code !== variant?.code ? [code] : []), // one with options: hornafjordur+ace-low
      ],
      (value) => ({ ...without(state, value), variant: value, piles: null }),
    ),
    choice(
      _("Contract"),
      contract,
      (hello?.contracts ?? []).filter((one) => codes?.includes(one.code) ?? true),
      (value) => ({ contract: value, ...(value ? {} : { great: undefined }) }),
    ),
    setup.includes("bid") &&
      choice(_("Bid"), bid, bids, (value) => ({ bid: value, auction: undefined })),
    setup.includes("great") &&
      check(_("Great contract"), deal.great, (great) => act.draft.set({ great: great || undefined })),
    choice(_("Leader"), leader, seats, (value) => ({ leader: value })),
    setup.includes("declarer") &&
      choice(
        _("Declarer"),
        declarer,
        seats,
        (value) => ({ declarer: value, auction: undefined }),
        N_("nobody"),
      ),
    setup.includes("ace") &&
      choice(
        _("Ace"),
        low === undefined ? "" : low ? "low" : "high",
        [
          ["low", N_("low")],
          ["high", N_("high")],
        ],
        (value) => ({ ace_low: value && value === "low" }),
        N_("as the game has it"),
      ),
    setup.includes("cut") &&
      choice(
        capital(_(variant?.cut_card ?? N_("cut card"))),
        cut,
        cuts.map((card) => [card, cardName(card)]),
        (value) => ({ cut: value }),
        N_("no card"),
      ),
    // What else is recorded, which other cards or another contract may contradict.
    h(
      "div.row.besides",
      discard &&
        button(_("Without the exchange"), () => act.draft.set({ discard: undefined, ...NO_PLAY })),
      play && button(_("Without the play"), () => act.draft.set(NO_PLAY)),
      goal &&
        button(_("Without the goal"), () => act.draft.set({ goal: undefined, key: undefined })),
    ),
  );
}

/** What a game does not know, to be taken out. @param {State} state @param {string | undefined} variant */
function without(state, variant) {
  const setup = variantOf(state, { variant })?.setup ?? ANY;
  return Object.fromEntries(
    Object.entries(CHOICES)
      .filter(([name]) => !setup.includes(/** @type {any} */ (name)))
      .flatMap(([, names]) => names.map((name) => [name, undefined])),
  );
}
