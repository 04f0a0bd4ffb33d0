/** A deal in the making: cards entered, contract and leader chosen. */

/** @import {Adopted, Card, Deal, Variant} from "../messages.js" */
/** @import {Draft, Receiver} from "../types.js" */
import { cardName, cardsOf, seatWord, toggled } from "../cards.js";
import { _ } from "../language.js";
import { variantOf } from "../state.js";
import { sentence } from "../words.js";
import { Part } from "./part.js";

/** What the hands of a draft are at first. @typedef {"dealt" | "lead" | "now"} From */

export class DraftActions extends Part {
  /** Begin with the deal on the board, as dealt or as it stands. @param {From} [from] */
  begin(from = "dealt") {
    this.put({ draft: from === "dealt" ? this.#dealt() : this.#standing(from) });
    this.#adopt();
  }

  /** What lies on the table, unless that is what was dealt. @returns {From} */
  onTable() {
    const { deal, tree } = this.state;
    const exchanged = Object.values(deal?.deal.discard ?? {}).some((cards) => (Array.isArray(cards) ? cards.length : cards));
    return tree.at ? "now" : exchanged ? "lead" : "dealt";
  }

  /** @returns {Draft} */
  #dealt() {
    const { hands = [], manni = [], ...rest } = this.state.deal?.deal ?? { hands: [] };
    const seats = this.#seats(this.state.deal?.deal);
    const dealt = hands.map((hand, at) => [seats[at], cardsOf(hand ?? "")]);
    const lain = manni.filter((card) => card !== null);
    return draftOf(rest, { ...Object.fromEntries(dealt), manni: lain });
  }

  /**
   * An excerpt: the hands at the first lead, or at the lead to this trick with what lies on the
   * table.
   *
   * @param {From} from
   * @returns {Draft}
   */
  #standing(from) {
    const position = this.state.shown?.position;
    if (!position) {
      return this.#dealt();
    }
    const { variant, contract, declarer, great, ace_low } = position;
    const { hands, start, trick, taker, to_play, leader, manni } = position;
    const { tags, bid } = this.state.deal?.deal ?? {}; // whose declarer claims is none without it
    const deal = { tags, bid, variant, contract, declarer, great, ace_low, leader };
    if (from === "lead") {
      return draftOf(deal, { ...start, manni });
    }
    const table = taker ? [] : trick;
    const held = { ...hands, manni: [] };
    table.forEach(({ seat, card }) => (held[seat] = [...held[seat], card]));
    return draftOf({ ...deal, leader: table[0]?.seat ?? to_play ?? leader, play: table.map(({ card }) => card) }, held);
  }

  /** Who plays a deal; of which no game is named, those of the first. @param {{variant?: string | null | undefined}} [deal] */
  #seats(deal) {
    return (variantOf(this.state, deal) ?? this.state.hello?.variants[0])?.seats ?? [];
  }

  /** Begin with no cards at all. */
  clear() {
    this.#edit((draft) => {
      const { variant, contract, leader, ace_low } = draft.deal;
      Object.assign(draft, { held: { manni: [] }, deal: { variant, contract, leader, ace_low }, to: null });
    });
    this.say(_("All cards are back in the pack."));
  }

  /** @param {Receiver} to */
  giveTo(to) {
    this.#edit((draft) => (draft.to = to));
  }

  /** Give a card, or take it back; who had it gets the next one. @param {Card} card */
  choose(card) {
    const draft = /** @type {Draft} */ (this.state.draft);
    const from = holder(draft, card);
    const to = from ?? draft.to;
    const variant = variantOf(this.state, draft.deal);
    this.say(
      from
        ? _("{card}: back in the pack.", { card: cardName(card) })
        : `${cardName(card)}${_(": ")}${receiverWord(to, variant)}.`,
    );
    this.#edit(({ held, deal }) => {
      held[to] = toggled(held[to], card);
      draft.to = from ?? nextReceiver(draft, variant?.tricks);
      deal.piles = null;
    });
  }

  /** Choose contract, leader and the like; undefined is not known. @param {Draft["deal"]} some */
  set(some) {
    this.#edit(({ deal }) => Object.assign(deal, some));
  }

  /** @param {(draft: Draft) => void} change */
  #edit(change) {
    this.store.change(({ draft }) => draft && change(draft));
    this.#adopt();
  }

  /**
   * Ask whether it is a deal, and what is wrong with it.
   *
   * @param {(made: Adopted) => void} [then]
   */
  #adopt(then) {
    const { draft } = this.state;
    if (!draft) {
      return;
    }
    const { deal, held, to } = draft;
    draft.seats = this.#seats(deal);
    draft.seats.forEach((seat) => (held[seat] ??= []));
    draft.to =
      receiversOf(draft).find((receiver) => receiver === to) ??
      draft.seats.find((seat) => !held[seat].length) ??
      draft.seats[0];
    this.talk.ask("adopt", { deal: dealOf(draft) }, (answer) => {
      const { deal: adopted = null, error: problem = null } = answer;
      this.put({ draft: Object.assign(draft, { adopted, problem }), why: null });
      if (problem?.card && draft.seats.includes(/** @type {any} */ (holder(draft, problem.card)))) {
        this.act.board.refuse(problem.card, sentence(problem.message));
      }
      adopted && then?.(adopted);
    });
  }

  /**
   * Put the deal made on the board, in place of the one it came from or after it.
   *
   * @param {boolean} added
   */
  use(added) {
    this.#adopt((made) => {
      this.act.deals.replace(added ? null : this.state.deal, made);
      this.act.frame.closeSheet();
    });
  }
}

/** A draft before it is known who sits there. @param {Draft["deal"]} deal @param {Draft["held"]} held @returns {any} */
const draftOf = (deal, held) => ({ deal, held, adopted: null, problem: null });

/** Who may get cards. @param {Draft} draft @returns {Receiver[]} */
const receiversOf = ({ seats }) => [...seats, "manni"];

/** Who gets the next card: another when a hand is full. @param {Draft} draft @param {number} [wanted] */
const nextReceiver = ({ held, seats, to }, wanted = 0) =>
  (to !== "manni" && held[to].length === wanted && seats.find((seat) => held[seat].length < wanted)) || to;

/** @param {Draft} draft @returns {Deal} */
function dealOf({ deal, seats, held }) {
  const begun = seats.some((seat) => held[seat].length); // then a hand without a card is not known
  const hands = seats.map((seat) => (held[seat].length ? held[seat] : begun ? null : ""));
  return /** @type {any} */ ({ ...deal, hands, manni: held.manni.length ? held.manni : null });
}

/** Who has a card; null if it is in the pack. @param {Draft} draft @param {Card} card */
export function holder(draft, card) {
  return receiversOf(draft).find((to) => draft.held[to].includes(card)) ?? null;
}

/** @param {Receiver} to @param {Variant} [variant] */
export const receiverWord = (to, variant) =>
  to === "manni" ? pileWord(variant) : seatWord(to);

/** What the cards on the table are called. @param {Variant} [variant] */
export const pileWord = (variant) => _(variant?.pile ?? "Manni");
