/** The seats that the computer plays, and the best card. */

/** @import {Adopted, Card, MoveAnswer, Seat} from "../messages.js" */
/** @import {Settings, Tree} from "../types.js" */
import * as record from "../record.js";
import { problemText } from "../sentences.js";
import { mode } from "../state.js";
import { Part } from "./part.js";

const PACE = 450; // ms between its cards, so that they can be followed

export class ComputerActions extends Part {
  /**
   * Ask for the best card; what comes after one has gone elsewhere is dropped.
   *
   * @param {(card: Card) => void} then
   * @param {Settings["computer"]} [strength] of a computer that sees its own hand alone
   */
  findBest(then, strength = "open") {
    const { deal, tree } = this.state;
    const fields = {
      deal: deal?.deal,
      played: record.cards(tree),
      ...(strength === "open" ? {} : { strength }),
    };
    this.talk.ask("move", fields, (/** @type {MoveAnswer} */ { card, error }) => {
      if (error) {
        this.act.frame.say(problemText(error));
      } else if (card) {
        then(card);
      }
    });
  }

  /**
   * Whether the card behind `id`, on the way one came, is the computer's.
   *
   * @param {Tree} tree
   * @param {number} id
   */
  playedAfter(tree, id) {
    const { seats, paused } = this.state.computer;
    const seat = record.path(tree).find((here) => here.up === id)?.move?.seat;
    return seat !== undefined && seats[seat] && !paused;
  }

  /** @param {Seat} seat @param {boolean} on */
  setSeat(seat, on) {
    this.store.change((s) => {
      s.computer.seats[seat] = on;
      s.computer.paused = false;
      s.computer.follows = true;
    });
    this.playIfDue();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.store.change((s) => {
      s.computer.paused = paused;
      s.computer.follows = true;
    });
    this.playIfDue();
  }

  /** The seat of the computer that is to play now. @returns {Seat | null} */
  #turn() {
    const { computer, shown, tree } = this.state;
    const seat = shown?.place === tree.at ? shown.position.to_play : null;
    const free = mode(this.state) === "play" && computer.follows && !computer.paused;
    return seat && computer.seats[seat] && free ? seat : null;
  }

  /** Have the computer play if it is its turn. */
  playIfDue() {
    const { deal, tree } = this.state;
    if (!deal || !this.#turn()) {
      return; // and no word about a move asked for: the user may be waiting for his best card
    }
    const since = performance.now();
    this.findBest((card) => {
      const rest = PACE - (performance.now() - since);
      setTimeout(() => this.#play(deal, tree.at, card), Math.max(0, rest));
    }, this.state.settings.computer);
  }

  /** @param {Adopted} deal @param {number} place @param {Card} card */
  #play(deal, place, card) {
    const seat = this.#turn();
    if (seat && this.state.deal === deal && this.state.tree.at === place) {
      this.act.board.playCards([card]);
    }
  }
}
