/** A deal in the making: cards entered, contract and leader chosen. */

/** @import {Adopted, Card, Deal, Seat, Variant} from "../messages.js" */
/** @import {Draft, Receiver} from "../types.js" */
import { cardName, cardsOf, inOrder, SEATS, seatWord } from "../cards.js";
import { _ } from "../language.js";
import { Part } from "./part.js";

/** @type {Receiver[]} */
export const RECEIVERS = [...SEATS, "manni"];

/** What the hands of a draft are at first. @typedef {"dealt" | "lead" | "now"} From */

export class DraftActions extends Part {
  /** Begin with the deal on the board, as dealt or as it stands. @param {From} [from] */
  begin(from = "dealt") {
    const draft = from === "dealt" ? this.#dealt() : this.#standing(from);
    this.put({ draft });
    this.#adopt();
  }

  /** What lies on the table, unless that is what was dealt. @returns {From} */
  onTable() {
    const { deal, tree } = this.state;
    const exchanged = Object.values(deal?.deal.discard ?? {}).some((cards) => cards.length);
    return tree.at ? "now" : exchanged ? "lead" : "dealt";
  }

  /** @returns {Draft} */
  #dealt() {
    const { hands = [], manni = [], ...rest } = this.state.deal?.deal ?? { hands: [] };
    const [F = "", M = "", D = ""] = hands;
    return draftOf(rest, { F: cardsOf(F), M: cardsOf(M), D: cardsOf(D), manni: cardsOf(manni) });
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
    const table = taker ? [] : trick;
    const kept = this.state.deal?.deal.tags;
    const bid = this.state.deal?.deal.bid;
    /** @type {Partial<Deal>} */
    const deal = { ...(kept ? { tags: kept } : {}), great, ace_low };
    Object.assign(deal, contract && { contract }, variant && { variant }, declarer && { declarer });
    Object.assign(deal, bid && { bid }); // whose declarer claims is none without it
    if (from === "lead") {
      Object.assign(deal, leader && { leader });
      return draftOf(deal, { ...start, manni });
    }
    Object.assign(deal, {
      leader: table[0]?.seat ?? to_play ?? leader,
      play: table.map(({ card }) => card),
    });
    /** @param {Seat} seat */
    const held = (seat) => [
      ...hands[seat],
      ...table.filter((each) => each.seat === seat).map(({ card }) => card),
    ];
    return draftOf(deal, { F: held("F"), M: held("M"), D: held("D"), manni: [] });
  }

  /** Begin with no cards at all. */
  clear() {
    this.#edit((draft) => {
      draft.held = { F: [], M: [], D: [], manni: [] };
      const { variant, contract, leader, ace_low } = draft.deal;
      draft.deal = { hands: [] };
      Object.assign(
        draft.deal,
        variant && { variant },
        contract && { contract },
        leader && { leader },
      );
      Object.assign(draft.deal, ace_low !== undefined && { ace_low });
      draft.to = "F";
    });
    this.say(_("All cards are back in the pack."));
  }

  /** @param {Receiver} to */
  giveTo(to) {
    this.#edit((draft) => {
      draft.to = to;
    });
  }

  /** Give a card, or take it back. @param {Card} card */
  choose(card) {
    const { draft } = this.state;
    if (!draft) {
      return;
    }
    const from = holder(draft, card);
    const to = draft.to;
    this.#edit(({ held }) => {
      if (from) {
        held[from] = held[from].filter((each) => each !== card);
      }
      if (from !== to) {
        held[to] = to === "manni" ? [...held[to], card] : inOrder([...held[to], card]);
      }
      draft.to = nextReceiver(draft);
    });
    this.say(
      from === to
        ? _("{card}: back in the pack.", { card: cardName(card) })
        : `${cardName(card)}${_(": ")}${this.#word(to, draft)}.`,
    );
  }

  /** @param {Receiver} to @param {Draft} draft */
  #word(to, { deal }) {
    const variants = this.state.hello?.variants;
    return receiverWord(
      to,
      variants?.find(({ code }) => code === deal.variant),
    );
  }

  /**
   * Choose contract, leader and the like; undefined is not known.
   *
   * @param {{[Name in keyof Deal]?: Deal[Name] | undefined}} some
   */
  set(some) {
    this.#edit((draft) => {
      draft.deal = { ...draft.deal };
      for (const [name, value] of Object.entries(some)) {
        Object.assign(draft.deal, { [name]: value });
        if (value === undefined) {
          delete draft.deal[/** @type {keyof Deal} */ (name)];
        }
      }
    });
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
    this.talk.ask("adopt", { deal: dealOf(draft) }, (answer) => {
      this.store.change(() => {
        draft.adopted = answer.deal ?? null;
        draft.problems = answer.error ? [answer.error] : (answer.problems ?? []);
        draft.wanted = answer.wanted ?? null;
      });
      if (then && answer.deal) {
        then(answer.deal);
      }
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

/** @param {Partial<Deal>} deal @param {Draft["held"]} held @returns {Draft} */
function draftOf(deal, held) {
  return {
    deal: { ...deal, hands: [] },
    held,
    to: SEATS.find((seat) => !held[seat].length) ?? "F",
    adopted: null,
    problems: [],
    wanted: null,
  };
}

/** Who gets the next card: another when a hand is full. @param {Draft} draft @returns {Receiver} */
function nextReceiver({ held, to, wanted }) {
  if (to === "manni" || wanted === null || held[to].length !== wanted) {
    return to;
  }
  return SEATS.find((seat) => held[seat].length < wanted) ?? to;
}

/** @param {Draft} draft @returns {Deal} */
function dealOf({ deal, held }) {
  const hands = SEATS.map((seat) => held[seat]);
  return held.manni.length ? { ...deal, hands, manni: held.manni } : { ...deal, hands };
}

/** Who has a card; null if it is in the pack. @param {Draft} draft @param {Card} card */
export function holder({ held }, card) {
  return RECEIVERS.find((to) => held[to].includes(card)) ?? null;
}

/** @param {Receiver} to @param {Variant} [variant] */
export const receiverWord = (to, variant) =>
  to === "manni" ? pileWord(variant) : seatWord(to);

/** What the cards on the table are called. @param {Variant} [variant] */
export const pileWord = (variant) => _(variant?.pile ?? "Manni");
