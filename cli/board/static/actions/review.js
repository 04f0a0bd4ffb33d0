/** The review of the line on the board: what each card cost. */

/** @import {ContractRow, Card, ReviewedCard} from "../messages.js" */
/** @import {State, Tree} from "../types.js" */
import { _, fill } from "../language.js";
import { problemText } from "../sentences.js";
import { searchOf } from "../talk.js";
import * as record from "../record.js";
import { withPlay } from "../state.js";
import { Part, takeUp } from "./part.js";

export class ReviewActions extends Part {
  /** Review the deal on the board when the tab is first seen with it. */
  follow() {
    const { deal, tab, tabs } = this.state;
    if (tab === "review" && deal && tabs.review.deal !== deal) {
      this.begin();
    }
  }

  /** Review the line on which the board stands. */
  begin() {
    const { deal, tree } = this.state;
    const line = lineOf(tree);
    const search = line.length ? "busy" : "done";
    this.store.change((s) => {
      s.tabs.review = { deal, line, part: 0, found: null, problem: null, search };
    });
    this.talk.drop("review");
    if (deal && line.length) {
      const fields = { deal: withPlay(this.state, line) };
      this.talk.ask("review", fields, (answer) => {
        this.store.change((s) => takeUp(s.tabs.review, answer, answer.review));
      });
    }
  }

  /** Find what the deal is worth in every contract, whoever leads. */
  contracts() {
    const { deal } = this.state;
    if (!deal || this.state.tabs.contracts.deal === deal) {
      return;
    }
    this.store.change((s) => {
      s.tabs.contracts = { deal, found: null, problem: null, search: "busy" };
    });
    this.talk.ask("contracts", { deal: deal.deal }, (answer) => {
      this.store.change((s) => {
        const mine = s.tabs.contracts;
        mine.found = answer.contracts ?? mine.found;
        mine.problem = answer.error ?? null;
        mine.search = searchOf(answer);
      });
    });
  }

  contractsOn() {
    this.store.change((s) => {
      s.tabs.contracts.search = "busy";
    });
    this.talk.goOn("contracts");
  }

  /**
   * Show the deal after so many cards of the line reviewed.
   *
   * @param {number} number
   * @param {string} [note]
   */
  show(number, note = "") {
    this.act.board.goTo(this.state.tabs.review.line.slice(0, number), note);
  }

  /** Show the next turning point, or with -1 the one before. @param {1 | -1} way */
  turn(way) {
    const { found } = this.state.tabs.review;
    const here = numberShown(this.state) ?? 0;
    const turning = (found?.turning_points ?? []).map((each) => each.number).sort((a, b) => a - b);
    const number =
      way > 0 ? turning.find((each) => each > here) : turning.filter((each) => each < here).at(-1);
    const card = found?.cards.find((each) => each.number === number);
    if (card) {
      this.show(card.number, costs(card));
    }
  }

  /** Put the deal on the board once more, in another contract. @param {ContractRow} row */
  playIn({ code, leader }) {
    const { play: _play, result: _result, great: _great, cut: _cut, ...rest } = this.state.deal?.deal ?? { hands: [] };
    const deal = { ...rest, contract: code, leader };
    this.talk.ask("adopt", { deal }, ({ deal: made, problems = [], error }) => {
      const wrong = error ?? problems[0];
      if (made) {
        this.act.deals.replace(null, made);
      } else if (wrong) {
        this.act.frame.say(problemText(wrong));
      }
    });
  }

  /** Play a card that would have cost nothing. @param {ReviewedCard} instead @param {Card} card */
  playInstead(instead, card) {
    const { line } = this.state.tabs.review;
    this.act.board.goTo([...line.slice(0, instead.number - 1), card], _("Instead:"));
  }
}

/** "Trick 7, 3 lost:" @param {ReviewedCard} card */
function costs(card) {
  return fill(_("Trick {trick}, {loss} lost:"), { trick: card.trick, loss: card.loss });
}

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
export function numberShown({ tree, tabs }) {
  const played = record.cards(tree);
  return played.every((card, index) => card === tabs.review.line[index]) ? played.length : null;
}
