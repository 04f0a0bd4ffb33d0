/** Rummy: cards put in, what may be laid, the table put in order, the game that goes on, its score. */

/** @import {Actions} from "../actions.js" */
/** @import {RummyState} from "../types.js" */
import { suitSign } from "../cards.js";
import { recall, remember, watch } from "../kept.js";
import { Part } from "./part.js";

/** @typedef {RummyState["steps"][0]} Position */

/** The cards as they lie. @param {RummyState} rummy */
export const nowOf = ({ steps, undone }) => /** @type {Position} */ (steps[undone]);

/** Piles as they are written in a game, with suits as signs, which are read alike in every language. @param {string[][]} piles */
const written = (piles) => piles.map((pile) => pile.join(" ")).join(" | ").replace(/[SHDC]/g, suitSign);

/** A position as it is sent. @param {Position} position */
const sent = ({ piles, players, over, text: _text, ...more }) => ({
  ...more,
  players: `${players}`, // kept by an older page as a number
  cards: written(over ? [piles.flat(), []] : piles),
});

/** What was before a position, and what of that which came after it is undone, the next last. @param {Record<string, any>} history */
const stepsOf = ({ past, now, future }) => ({ steps: [...future, now, ...[...past].reverse()], undone: future.length });

/** @extends {Part<RummyState>} */
export class RummyActions extends Part {
  /** @param {Actions} act */
  constructor(act) {
    super(act, "rummy");
    watch((name) => name === "rummy" && this.begin());
  }

  /** Go on with what is kept, perhaps by an older page or another tab. */
  begin() {
    const kept = recall("rummy", /** @type {any} */ ({}));
    this.#show({ to: 0, ...(kept.now ? stepsOf(kept) : kept) });
  }

  /**
   * Show cards; have the service read what was typed with them, put them in order and say what is
   * no meld. What it cannot read is undone.
   *
   * @param {Partial<RummyState>} some
   */
  #show(some) {
    this.dismiss("rummy");
    this.write({ star: false, problem: null, ...some });
    const now = nowOf(this.mine);
    const { length } = now.piles;
    this.talk.ask("melds", { ...sent(now), text: now.text, to: this.mine.to }, ({ position, error = null, past = [], future, ...look }) => {
      if (error) {
        this.undo();
        this.write({ problem: error });
        return;
      }
      const { steps, to } = this.mine; // which may have been chosen meanwhile
      now.over || Object.assign(now, position, { text: "" });
      future && this.write(stepsOf({ past: [...steps.slice(1).reverse(), ...past], now, future }));
      // What does not go with a meld has begun another, behind it.
      this.write({ look, to: to && to + now.piles.length - length });
      // What was asked before these cards were read is not about them.
      this.state.asked.rummy && this.ask(this.mine.by);
    });
  }

  /** @param {Partial<RummyState>} some */
  #put(some) {
    this.#show(some);
    const { steps, undone } = this.mine;
    remember("rummy", { steps, undone });
  }

  /**
   * Go on to another position, and choose a pile.
   *
   * @param {Partial<Position>} some
   * @param {number} [to]
   */
  go(some, to = this.mine.to) {
    const { steps, undone } = this.mine;
    this.#put({ steps: [{ ...nowOf(this.mine), ...some }, ...steps.slice(undone, undone + 100)], undone: 0, to });
  }

  /**
   * Have a card go to a pile; without one it goes back to the pack.
   *
   * @param {string} from a card of the pack, or the numbers of a pile and of a card in it
   * @param {number | null} [to]
   */
  move(from, to = this.mine.to) {
    const [at = 0, n = 0] = from.split(" ").map(Number);
    const piles = nowOf(this.mine).piles.map((pile) => [...pile]);
    const [card = this.mine.star ? `*${from}` : from] = piles[at]?.splice(n, 1) ?? [];
    // A joker stands for a card in a meld alone.
    to === null || (piles[to] ??= []).push(to > 1 ? card : card.replace(/\*.+/, "*"));
    at === to || this.go({ piles }, piles[at]?.length === 0 ? 0 : (to ?? at)); // an empty pile is gone then
  }

  /** Choose a pile; a card of the one that is chosen goes back to the pack. @param {number} to @param {number} [card] */
  press(to, card) {
    if (card === undefined || to !== this.mine.to || this.state.asked.rummy) {
      this.dismiss("rummy");
      this.write({ to });
    } else {
      this.move(`${to} ${card}`, null);
    }
  }

  /** A play is made, and goes down in the game, or a table is put in order. @param {string[][]} piles that lie then */
  lay(piles) {
    const { by, look: { text = "" } } = this.mine;
    const deals = `${text.split("\n").slice(4).join("\n")}laid: ${written(piles.slice(2))}`; // behind what the game is
    this.go({ piles, ...(by !== "tidy" && { first: false, deals }) }, 0);
  }

  /** End the deal: have what is left to each player put in, in place of the table, and then counted. @param {string} [more] who has knocked */
  end(more = "") {
    const { over, piles, players, seat } = nowOf(this.mine);
    over
      ? this.go({ over: false, text: `left: ${written(piles)}${more}` }, 0)
      : this.go({ over: true, piles: players.split(",").map((_name, at) => (at === seat - 1 && piles[0]) || []) }, Number(seat === 1));
  }

  /** Undo a step, or so many; those that are below 0 are done again. @param {number} [number] */
  undo(number = 1) {
    const undone = this.mine.undone + number;
    this.mine.steps[undone] && this.#put({ undone });
  }

  redo() {
    this.undo(-1);
  }

  /** Ask what can be laid, how the table may lie, or what is drawn. @param {string} [by] */
  ask(by = this.mine.by.replace(/draw|tidy/, "cards")) {
    this.write({ by, stage: 0, way: 0 });
    this.search("rummy", by, { ...sent(nowOf(this.mine)), by }, (answer) => (answer.ways || answer.laid ? answer : undefined));
  }
}
