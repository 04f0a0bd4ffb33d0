/** The review of the line on the board: what each card cost. */

/** @import {Card, EveryContract, ReviewedCard} from "../messages.js" */
/** @import {State, Tree} from "../types.js" */
import { _ } from "../language.js";
import * as record from "../record.js";
import { withPlay } from "../state.js";
import { Part } from "./part.js";

export class ReviewActions extends Part {
  /** Review the deal on the board when the tab is first seen with it. */
  follow() {
    const { deal, tab, asked } = this.state;
    if (tab === "review" && deal && asked.review?.about.deal !== deal) {
      this.begin();
    }
  }

  /** Review the line on which the board stands. */
  begin() {
    const { deal, tree } = this.state;
    const line = lineOf(tree);
    const fields = line.length ? { deal: withPlay(this.state, line) } : null;
    this.search("review", { deal, line }, fields, ({ review }) => review);
  }

  /** Find what the deal is worth in every contract, whoever leads. */
  contracts() {
    const { deal } = this.state;
    if (deal) {
      this.search("contracts", deal, { deal: deal.deal }, ({ contracts }) => contracts);
    }
  }

  /**
   * Show the deal after so many cards of the line reviewed.
   *
   * @param {number} number
   * @param {string} [note]
   */
  show(number, note = "") {
    this.act.board.goTo(reviewed(this.state).slice(0, number), note);
  }

  /** Show the next turning point, or with -1 the one before. @param {1 | -1} way */
  turn(way) {
    const here = numberShown(this.state) ?? 0;
    const { cards = [], turning_points: turning = [] } = this.state.asked.review?.found ?? {};
    const ahead = turning.map(({ number }) => way * (number - here)).filter((steps) => steps > 0);
    const card = cards[here + way * Math.min(...ahead) - 1];
    card && this.show(card.number, _("Trick {trick}, {loss} lost:", { trick: card.trick, loss: card.loss }));
  }

  /** Put the deal on the board once more, in another contract. @param {EveryContract["asked"][0] | undefined} some */
  playIn(some) {
    const { play: _play, result: _result, great: _great, cut: _cut, ...rest } = this.state.deal?.deal ?? { hands: [] };
    this.act.deals.adopt(null, { ...rest, ...some });
  }

  /** Play a card that would have cost nothing. @param {ReviewedCard} instead @param {Card} card */
  playInstead(instead, card) {
    const line = reviewed(this.state);
    this.act.board.goTo([...line.slice(0, instead.number - 1), card], _("Instead:"));
  }
}

/** The cards of the line reviewed. @param {State} state */
const reviewed = ({ asked }) => asked.review?.about.line ?? [];

/**
 * The cards of the line on which the board stands, to its end.
 *
 * @param {Tree} tree
 * @returns {Card[]}
 */
export function lineOf(tree) {
  return record.cards(record.end(tree));
}

/**
 * How many cards of the line reviewed the board shows played; null if it stands on another line.
 *
 * @param {State} state
 */
export function numberShown(state) {
  const [played, line] = [record.cards(state.tree), reviewed(state)];
  return played.every((card, index) => card === line[index]) ? played.length : null;
}
