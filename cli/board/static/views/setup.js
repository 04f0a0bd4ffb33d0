/** The sheet of what is played: game, contract, leader and the like. */

/** @import {Deal, Variant} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Draft} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, VNode} from "../h.js" */
import { cardName, SEATS, seatTitle } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_ } from "../language.js";
import { withCards } from "./card.js";
import { button, problemList, select } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {Child} */
export function view(state, act) {
  const { draft } = state;
  return draft && making(draft, act, fields(state, draft, act), problemList(draft.problems));
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
export function making({ adopted }, act, parts, problems) {
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
export function fields({ hello }, { deal, held }, act) {
  const variant = variantOf(hello, deal);
  const setup = variant?.setup ?? ANY;
  const { contracts: codes, bids = [] } = variant ?? {};
  const { variant: code = "", contract, leader, declarer, cut, bid, ace_low: low } = deal;
  const { discard, play, goal } = deal;
  const seats = SEATS.map((seat) => /** @type {[string, string]} */ ([seat, seatTitle(seat)]));
  const cuts = cut && !held.D.includes(cut) ? [cut, ...held.D] : held.D; // or that recorded
  /**
   * A choice, of which nothing is recorded where nothing is said.
   *
   * @param {string} word
   * @param {string | undefined} value
   * @param {(string | [string, string])[]} options
   * @param {(value: string | undefined) => Record<string, unknown>} given
   * @param {string} [none]
   */
  const choice = (word, value = "", options, given, none = N_("not said")) =>
    select(word, value, [["", none], ...options], (said) => act.draft.set(given(said || undefined)));
  return h(
    "div.fields",
    choice(
      _("Game"),
      code,
      [
        ...(hello?.variants ?? []).map(named),
        ...(variant ? [] : [code]).filter(Boolean), // one with options: hornafjordur+ace-low
      ],
      (said) => ({ ...without(hello, said), variant: said }),
    ),
    choice(
      _("Contract"),
      contract,
      (hello?.contracts ?? []).filter((each) => codes?.includes(each.code) ?? true).map(named),
      (said) => ({ contract: said, ...(said ? {} : { great: undefined }) }),
    ),
    setup.includes("bid") &&
      choice(_("Bid"), bid, bids, (said) => ({ bid: said, auction: undefined })),
    setup.includes("great") &&
      h(
        "label.check",
        h("input", {
          type: "checkbox",
          checked: Boolean(deal.great),
          onchange: (event) => act.draft.set({ great: event.target.checked || undefined }),
        }),
        ` ${_("Great contract")}`,
      ),
    choice(_("Leader"), leader, seats, (said) => ({ leader: said })),
    setup.includes("declarer") &&
      choice(
        _("Declarer"),
        declarer,
        seats,
        (said) => ({ declarer: said, auction: undefined }),
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
        (said) => ({ ace_low: said && said === "low" }),
        N_("as the game has it"),
      ),
    setup.includes("cut") &&
      choice(
        capital(_(variant?.cut_card ?? N_("card cut"))),
        cut,
        cuts.map((card) => [card, cardName(card)]),
        (said) => ({ cut: said }),
        N_("none"),
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

/** @param {{code: string, name: string}} thing @returns {[string, string]} */
const named = ({ code, name }) => [code, name];

/**
 * The game of a deal; undefined if it is none of those offered.
 *
 * @param {State["hello"]} hello
 * @param {Partial<Deal>} deal
 */
export function variantOf(hello, deal) {
  return hello?.variants.find(({ code }) => code === deal.variant);
}

/** What a game does not know, to be taken out. @param {State["hello"]} hello @param {string} [code] */
function without(hello, code) {
  const setup = variantOf(hello, { variant: code ?? "" })?.setup ?? ANY;
  return Object.fromEntries(
    Object.entries(CHOICES)
      .filter(([name]) => !setup.some((own) => own === name))
      .flatMap(([, names]) => names.map((name) => [name, undefined])),
  );
}
