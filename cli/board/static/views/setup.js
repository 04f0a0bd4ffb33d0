/** The sheet of what is played: game, contract, leader and the like. */

/** @import {Deal, Seat, Variant} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Draft} from "../types-tabs.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { cardName, SEATS, seatTitle } from "../cards.js";
import { h } from "../h.js";
import { _, N_ } from "../language.js";
import { withCards } from "./card.js";
import { button, problemList, select } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode | null} */
export function view(state, act) {
  const { draft } = state.tabs;
  return draft && making(draft, act, [fields(state, draft, act)], problemList(draft.problems));
}

/**
 * The sheet of a deal in the making: its parts scroll, what comes of it stays in sight below.
 *
 * @param {Draft} draft
 * @param {Actions} act
 * @param {VNode[]} parts
 * @param {VNode | null} problems
 * @returns {VNode}
 */
export function making(draft, act, parts, problems) {
  return h(
    "div",
    { class: "making" },
    h("div", { class: "parts" }, parts),
    h("div", { class: "foot" }, problems, dropped(draft), ending(draft, act)),
  );
}

/** @type {[string, string]} */
const NOT_SAID = ["", N_("not said")];

/** The seats to choose from. */
const seatOptions = () => SEATS.map((seat) => pair(seat, seatTitle(seat)));

/** @type {[string, string][]} */
const ACES = [
  ["", N_("as the game has it")],
  ["low", N_("low")],
  ["high", N_("high")],
];

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

/** @param {State} state @param {Draft} draft @param {Actions} act @returns {VNode} */
export function fields({ hello }, draft, act) {
  const { deal } = draft;
  const variant = variantOf(hello, deal);
  const setup = variant?.setup ?? ANY;
  const codes = variant?.contracts;
  const contracts = (hello?.contracts ?? []).filter(({ code }) => !codes || codes.includes(code));
  /** @param {string} value */
  const given = (value) => value || undefined;
  /** @type {[string, string][]} */
  const variants = (hello?.variants ?? []).map(({ code, name }) => [code, name]);
  if (deal.variant && !variant) {
    variants.push([deal.variant, deal.variant]); // one with options: hornafjordur+ace-low
  }
  return h(
    "div",
    { class: "fields", key: "fields" },
    select(_("Game"), deal.variant ?? "", [NOT_SAID, ...variants], (code) =>
      act.draft.set({ ...without(hello, code), variant: given(code) }),
    ),
    select(
      _("Contract"),
      deal.contract ?? "",
      [
        NOT_SAID,
        ...contracts.map((each) => /** @type {[string, string]} */ ([each.code, each.name])),
      ],
      (code) => act.draft.set({ contract: given(code), ...(code ? {} : { great: undefined }) }),
    ),
    setup.includes("bid")
      ? select(
          _("Bid"),
          deal.bid ?? "",
          [NOT_SAID, ...(variant?.bids ?? []).map((bid) => pair(bid, bid))],
          (bid) => act.draft.set({ bid: given(bid), auction: undefined }),
        )
      : null,
    setup.includes("great")
      ? check(_("Great contract"), Boolean(deal.great), (great) =>
          act.draft.set({ great: great || undefined }),
        )
      : null,
    select(_("Leader"), deal.leader ?? "", [NOT_SAID, ...seatOptions()], (seat) =>
      act.draft.set({ leader: /** @type {Seat | undefined} */ (given(seat)) }),
    ),
    setup.includes("declarer")
      ? select(_("Declarer"), deal.declarer ?? "", [["", _("nobody")], ...seatOptions()], (seat) =>
          act.draft.set({
            declarer: /** @type {Seat | undefined} */ (given(seat)),
            auction: undefined,
          }),
        )
      : null,
    setup.includes("ace")
      ? select(
          _("Ace"),
          deal.ace_low === undefined ? "" : deal.ace_low ? "low" : "high",
          ACES,
          (ace) => act.draft.set({ ace_low: ace ? ace === "low" : undefined }),
        )
      : null,
    setup.includes("cut")
      ? select(cutWord(variant), deal.cut ?? "", [["", _("none")], ...cuts(draft)], (card) =>
          act.draft.set({ cut: given(card) }),
        )
      : null,
    besides(draft, act),
  );
}

/** @param {string} value @param {string} text @returns {[string, string]} */
const pair = (value, text) => [value, text];

/**
 * The game of a deal; undefined if it is none of those offered.
 *
 * @param {State["hello"]} hello
 * @param {Deal} deal
 */
export function variantOf(hello, deal) {
  return hello?.variants.find(({ code }) => code === deal.variant);
}

/** What a game does not know, to be taken out. @param {State["hello"]} hello @param {string} code */
function without(hello, code) {
  const setup = variantOf(hello, { hands: [], variant: code })?.setup ?? ANY;
  const names = /** @type {Variant["setup"]} */ (Object.keys(CHOICES));
  return Object.fromEntries(
    names
      .filter((name) => !setup.includes(name))
      .flatMap((name) => CHOICES[name].map((field) => [field, undefined])),
  );
}

/** @param {Variant | undefined} variant */
function cutWord(variant) {
  const word = variant?.cut_card ? _(variant.cut_card) : _("card cut");
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * What else is recorded, which other cards or another contract may contradict.
 *
 * @param {Draft} draft
 * @param {Actions} act
 */
function besides({ deal }, act) {
  const { discard, play, goal } = deal;
  return discard || play || goal
    ? h(
        "div",
        { class: "row besides", key: "besides" },
        discard
          ? button(_("Without the exchange"), () => act.draft.set({ discard: undefined, ...NO_PLAY }))
          : null,
        play ? button(_("Without the play"), () => act.draft.set(NO_PLAY)) : null,
        goal
          ? button(_("Without the goal"), () => act.draft.set({ goal: undefined, key: undefined }))
          : null,
      )
    : null;
}

const NO_PLAY = { play: undefined, result: undefined };

/** @param {string} word @param {boolean} on @param {(on: boolean) => void} choose */
function check(word, on, choose) {
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      checked: on,
      onchange: (/** @type {Event} */ event) =>
        choose(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    ` ${word}`,
  );
}

/** The dealer's cards, and the one recorded. @param {Draft} draft @returns {[string, string][]} */
function cuts({ deal, held }) {
  const cards = deal.cut && !held.D.includes(deal.cut) ? [deal.cut, ...held.D] : held.D;
  return cards.map((card) => [card, cardName(card)]);
}

/** What of the record does not fit any more. @param {Draft} draft @returns {VNode | null} */
function dropped({ adopted }) {
  return adopted?.problem
    ? h(
        "p",
        { key: "dropped", class: "warning" },
        _("The record is cut: "),
        withCards(adopted.problem.message),
      )
    : null;
}

/** @param {Draft} draft @param {Actions} act @returns {VNode} */
function ending(draft, act) {
  const none = draft.adopted ? null : "true";
  return h(
    "div",
    { class: "row ending", key: "ending" },
    button(_("Put on the board"), () => act.draft.use(false), {
      class: "button main",
      "aria-disabled": none,
    }),
    button(_("Add as a new deal"), () => act.draft.use(true), { "aria-disabled": none }),
  );
}
