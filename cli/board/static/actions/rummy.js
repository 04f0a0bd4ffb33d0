/** Rummy: cards put in, what may be laid, the table put in order, the game that goes on, its score. */

/** @import {Actions} from "../actions.js" */
/** @import {RummyState, State} from "../types.js" */
import { suitSign } from "../cards.js";
import { recall, remember, watch } from "../kept.js";
import { Part } from "./part.js";

/** @typedef {RummyState["steps"][0]} Position */

/** The cards as they lie. @param {RummyState} rummy */
export const nowOf = ({ steps, undone }) => steps[undone];

/** The stages of the answer that is shown. @param {State} state */
export const stagesOf = ({ rummy: { way }, asked }) => asked.rummy?.found?.ways?.[way] ?? [];

/** Piles as they are written in a game, with suits as signs, which are read alike in every language. @param {string[][]} piles */
const written = (piles) => piles.map((pile) => pile.join(" ")).join(" | ").replace(/[SHDC]/g, suitSign);

/** A position as it is sent. @param {Position} position */
const sent = ({ over, piles, text: _text, ...more }) => ({ ...more, cards: written(over ? [piles.flat(), []] : piles) });

const KEPT = "rummy";

/** @extends {Part<RummyState>} */
export class RummyActions extends Part {
  /** @param {Actions} act */
  constructor(act) {
    super(act, "rummy");
    watch((name) => name === KEPT && this.begin());
  }

  /** Go on with what is kept, perhaps by another tab. */
  begin() {
    this.#show({ to: 0, ...recall(KEPT, {}) }, false);
  }

  /**
   * Show cards; have the service read what was typed with them, put them in order and say what is
   * no meld. What it cannot read is undone.
   *
   * @param {Partial<RummyState>} some
   * @param {boolean} [keeps]
   */
  #show(some, keeps = true) {
    this.dismiss("rummy");
    this.write({ star: false, problem: null, ...some });
    const { steps, undone } = this.mine;
    keeps && remember(KEPT, { steps, undone });
    const { over, piles, text = "" } = nowOf(this.mine);
    over && this.mine.to < 2 && this.write({ to: 2 }); // the first player
    this.talk.ask("melds", { ...sent(nowOf(this.mine)), text, to: this.mine.to }, ({ error, steps: read = [], undone: back = 0, ...look }) => {
      const { steps, undone, to } = this.mine; // which may have been chosen meanwhile
      if (error) {
        steps[undone + 1] && this.#show({ steps: [...steps.slice(0, undone), ...steps.slice(undone + 1)] });
        this.write({ problem: error });
        return;
      }
      over || this.write({ steps: [...steps.slice(0, undone), ...read, ...steps.slice(undone + 1)], undone: undone + back });
      // What does not go with a meld has begun another, behind it.
      this.write({ look, to: to && to + nowOf(this.mine).piles.length - piles.length });
      // What was asked before these cards were read is not about them.
      this.state.asked.rummy && this.ask(this.mine.by);
    });
  }

  /**
   * Go on to another position, and choose a pile.
   *
   * @param {Partial<Position>} some
   * @param {number} [to]
   */
  go(some, to = this.mine.to) {
    const { steps, undone } = this.mine;
    this.#show({ steps: [{ ...nowOf(this.mine), ...some }, ...steps.slice(undone, undone + 100)], undone: 0, to });
  }

  /**
   * Have a card go to a pile; without one it goes back to the pack.
   *
   * @param {string} from a card of the pack, or the numbers of a pile and of a card in it
   * @param {number | null} [to]
   */
  move(from, to = this.state.asked.rummy ? 0 : this.mine.to) {
    const { over, piles: lie } = nowOf(this.mine);
    const { star } = this.mine;
    // On a meld a joker stands for the card that is pressed next, which elsewhere is none.
    const stands = Number(to) > 1 && !over;
    if (from === "*" && stands) {
      this.write({ star: !star });
      return;
    }
    const [at, n] = from.split(" ").map(Number);
    const piles = structuredClone(lie);
    const [card = star ? `*${from}` : from] = piles[at]?.splice(n, 1) ?? [];
    to === null || (piles[to] ??= []).push(stands ? card : card.replace(/\*.+/, "*"));
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
    const before = text.replace(/(.*\n){4}/, ""); // without what the game is
    this.go({ piles, ...(by !== "tidy" && { deals: `${before}laid: ${written(piles.slice(2))}\n` }) }, 0);
  }

  /** End the deal: have what is left to each player put in, in place of melds, and then counted. @param {string} [more] who has knocked */
  end(more = "") {
    const { over, piles: [hand, , ...left], players, seat, deals } = nowOf(this.mine);
    over
      ? this.go({ over: false, piles: [[], []], deals: `${deals}left: ${written(left)}${more}\n` }, 0)
      : this.go({ over: true, piles: [[], [], ...players.split(",").map((_name, at) => (at === seat - 1 ? hand : []))] }, seat > 1 ? 2 : 3);
  }

  /** Go on to what was there before so many steps. @param {number} number below 0 for those that are done again */
  #back(number) {
    const undone = this.mine.undone + number;
    this.mine.steps[undone] && this.#show({ undone });
  }

  /** Take a step back, of the answer that is shown, else of the game. */
  undo() {
    const { stage } = this.mine;
    if (!this.state.asked.rummy) {
      this.#back(1);
    } else if (stage) {
      this.write({ stage: stage - 1 });
    } else {
      this.dismiss("rummy");
    }
  }

  redo() {
    this.#back(-1);
  }

  /** Ask what can be laid, how the table may lie, or what is drawn. @param {string} [by] */
  ask(by = this.mine.by.replace(/draw|tidy|out/, "cards")) {
    this.write({ by, stage: 0, way: 0 });
    this.search("rummy", by, { ...sent(nowOf(this.mine)), by }, (answer) => (answer.ways ? answer : undefined));
  }
}
