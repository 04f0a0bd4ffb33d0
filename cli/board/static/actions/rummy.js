/** Rummy: cards put in, what may be laid, the table put in order, the game that goes on, its score. */

/** @import {RummyState} from "../types.js" */
import { suitSign } from "../cards.js";
import { recall, remember, watch } from "../kept.js";
import { Part } from "./part.js";

/** Suits as signs, which are read alike in every language. @param {string} cards */
const signed = (cards) => cards.replace(/[SHDC]/g, suitSign);

/** Piles as they are written in a game. @param {string[][]} piles */
const row = (piles) => signed(piles.map((pile) => pile.join(" ")).join(" | "));

/** A position as it is sent. @param {RummyState["now"]} position */
const sent = ({ piles, players, over, ...more }) => ({
  ...more,
  players: `${players}`, // kept by an older page as a number
  cards: signed(over ? `${piles.flat()}|` : piles.join("|")),
});

/** @extends {Part<RummyState>} */
export class RummyActions extends Part {
  #unread = "";

  /** Go on with what is kept when the page is first seen, and with what another tab keeps. */
  follow() {
    if (this.state.tab === "rummy" && !this.mine.begun) {
      this.write({ begun: true });
      watch((name) => name === "rummy" && this.#recall());
      this.#recall();
    }
  }

  #recall() {
    this.write({ lays: false, to: 0, star: false, problem: null, ...recall("rummy", {}) });
    this.#look();
  }

  /**
   * Have the service read the cards, put them in order and say what is no meld; what it cannot
   * read is undone, the rest is kept.
   *
   * @param {string} [text] typed besides
   */
  #look(text = "") {
    const { now, to: at } = this.mine;
    const typed = (this.#unread = text || this.#unread); // the service answers the last that it is asked
    const { length } = now.piles;
    this.talk.ask("melds", { ...sent(now), text: typed, to: at }, ({ position, error, past: before = [], future: after, ...look }) => {
      const { to } = this.mine; // which may have been chosen meanwhile
      const past = [...this.mine.past, ...before].slice(-100);
      const future = after ?? this.mine.future;
      this.#unread = "";
      position ? now.over || Object.assign(now, position) : this.undo();
      after && this.write({ past, future });
      // What does not go with a meld has begun another, behind it.
      this.write(error ? { problem: error } : { look, to: to && to + now.piles.length - length });
      position && typed && remember("rummy", { past, now, future });
      // What was asked before these cards were read is not about them.
      this.mine.lays && this.ask(this.mine.by);
    });
  }

  /** @param {Partial<RummyState>} some @param {string} [text] */
  #put(some, text = "") {
    this.write({ lays: false, star: false, problem: null, ...some });
    const { past, now, future } = this.mine;
    text || remember("rummy", { past: past.slice(-100), now, future });
    this.#look(text);
  }

  /**
   * Go on to another position, and choose a pile.
   *
   * @param {Partial<RummyState["now"]>} some
   * @param {number} [to]
   * @param {string} [text] cards typed besides, a game that was written, or how a deal ended
   */
  go(some, to = this.mine.to, text) {
    const { past, now } = this.mine;
    this.#put({ past: [...past, now], now: { ...now, ...some }, future: [], to }, text);
  }

  /**
   * Have a card go to a pile from another, or from the pack; without one it goes back to the pack.
   *
   * @param {number} to
   * @param {string | undefined} card
   * @param {number} [at]
   * @param {number} [n] which of the pile
   */
  #move(to, card, at = -1, n) {
    const piles = this.mine.now.piles.map((pile, other) => (other === at ? pile.filter((_card, place) => place !== n) : pile));
    card && (piles[to] = [...(piles[to] ?? []), card]);
    this.go({ piles }, piles[at]?.length === 0 ? 0 : to); // which is gone then
  }

  /** Lay a card of the pack, or a joker that stands for it, onto a pile. @param {string} card @param {number} [to] */
  take(card, to = this.mine.to) {
    this.#move(to, this.mine.star ? `*${card}` : card);
  }

  /** A card is dragged to a pile: one of the pack, or of another pile, by the numbers of both. @param {string} from @param {number} to */
  drag(from, to) {
    const [at = 0, n = 0] = from.split(" ").map(Number);
    const card = this.mine.now.piles[at]?.[n];
    // A joker stands for a card in a meld alone.
    card ? at === to || this.#move(to, to > 1 ? card : card.replace(/\*.+/, "*"), at, n) : this.take(from, to);
  }

  /** Choose a pile; a card of the one that is chosen goes back to the pack. @param {number} to @param {number} [card] */
  press(to, card) {
    if (card === undefined || to !== this.mine.to || this.mine.lays) {
      this.write({ lays: false, to });
    } else {
      this.#move(to, undefined, to, card);
    }
  }

  /** A play is made, and goes down in the game, or a table is put in order. @param {string[][]} piles that lie then */
  lay(piles) {
    const { by, look: { text = "" } } = this.mine;
    const kept = `${text.split("\n").slice(4).join("\n")}laid: ${row(piles.slice(2))}`; // behind what the game is
    this.go({ piles, ...(by === "tidy" ? {} : { first: false, deals: kept }) }, 0);
  }

  /** End the deal: have what is left to each player put in, in place of the table, and then counted. @param {string} [more] who has knocked */
  end(more = "") {
    const { over, piles, players, seat } = this.mine.now;
    over
      ? this.go({ over: false }, 0, `left: ${row(piles)}${more}`)
      : this.go({ over: true, piles: players.split(",").map((_name, at) => (at === seat - 1 && piles[0]) || []) }, Number(seat === 1));
  }

  /** @param {"past" | "future"} [from] @param {"past" | "future"} [to] */
  undo(from = "past", to = "future") {
    const { [from]: all, [to]: other, now } = this.mine;
    const next = all.at(-1);
    this.#unread = "";
    next && this.#put({ [from]: all.slice(0, -1), now: next, [to]: [...other, now] });
  }

  redo() {
    this.undo("future", "past");
  }

  /** Ask what can be laid, how the table may lie, or what is drawn. @param {string} [by] */
  ask(by = this.mine.by.replace(/draw|tidy/, "cards")) {
    const { now } = this.mine;
    this.write({ lays: true, by, stage: 0, way: 0 });
    this.search("rummy", now, { ...sent(now), by }, (answer) => (answer.ways || answer.laid ? answer : undefined));
  }
}
