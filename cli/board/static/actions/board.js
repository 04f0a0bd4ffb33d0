/** The deal on the board: which one, and which place of its record. */

/** @import {Adopted, Card, OpenAnswer, Position, PositionAnswer, Seat} from "../messages.js" */
/** @import {State, Tree} from "../types.js" */
/** @import {Address} from "../address.js" */
import * as address from "../address.js";
import * as record from "../record.js";
import { placeText } from "../sentences.js";
import { mode, valuesWanted, withLines } from "../state.js";
import { Part } from "./part.js";

export class BoardActions extends Part {
  // Which deal

  /**
   * Begin with the deal of the address, else with a file of the command line: not if the user has
   * opened something before the service answered.
   *
   * @param {Address} asked
   */
  begin(asked) {
    const file = asked.file || (this.state.hello?.files[0]?.id ?? "");
    if ((asked.deal || file) && !this.talk.waits("open")) {
      this.open({ ...asked, file }, () => !this.state.deal);
    }
  }

  /**
   * Put the deal of an address on the board, or where there is none, or a wrong one, its file.
   *
   * @param {Address} says
   * @param {() => boolean} [due] whether it is still to be opened
   */
  open(says, due = () => true) {
    const { deal, file } = says;
    this.talk.ask("open", deal ? { address: deal } : { file }, (answer) => {
      if (!due()) {
        return;
      }
      if (!answer.error) {
        this.take(answer);
        return;
      }
      this.tell(answer.error);
      if (deal && file) {
        this.open({ ...says, deal: "" }, due);
      }
    });
  }

  /**
   * Show a file's deals, the one at `at` on the board.
   *
   * @param {OpenAnswer} answer
   * @param {number} [at]
   */
  take(answer, at = 0) {
    const { name = "", deals = [], errors = [], place } = answer;
    this.put({ file: { name, deals, errors, at } });
    if (deals[at]) {
      this.showDeal(deals[at], place);
    }
  }

  /** Show another deal of the file. @param {number} at */
  showDealAt(at) {
    const { file } = this.state;
    const deal = file?.deals[at];
    if (deal) {
      file.at = at;
      this.showDeal(deal);
    }
  }

  /**
   * Put a deal on the board with its record as it was left, or after these cards.
   *
   * @param {Adopted} deal
   * @param {Card[]} [played]
   * @param {Tree} [from] the record to begin with
   */
  showDeal(deal, played, from = this.act.keep.treeOf(deal)) {
    const tree = played
      ? played.reduce((here, card) => record.play(here, card), record.first(from))
      : from;
    this.talk.drop("move");
    const { game, said } = this.state;
    this.put({ deal, tree, shown: null, said: game.open ? said : "", why: null, roving: {} });
    this.look();
    this.tell(deal.problem);
  }

  // Which place of it

  /** Have a sentence said with the next place. @param {string} note */
  sayNext(note) {
    this.put({ note });
  }

  /** Ask for the place one stands at. */
  look() {
    const { deal, tree } = this.state;
    if (!deal) {
      return;
    }
    const place = record.line(tree);
    const values = valuesWanted(this.state);
    const lined = withLines(this.state, deal.deal); // for the page's address
    const fields = { deal: lined, played: record.cards(tree), values };
    this.search("position", place, fields, (answer) => this.#hear(place, answer));
    this.store.change((s) => {
      s.waiting = s.shown?.place !== place;
      if (s.shown?.place === place) {
        s.shown.asked = s.asked.position;
      }
    });
  }

  /** @param {string} place @param {PositionAnswer} answer */
  #hear(place, answer) {
    this.tell(answer.error);
    const { position } = answer;
    this.store.change((s) => {
      if (position) {
        s.said = s.game.open ? s.said : said(s, position);
        s.shown = { place, position, asked: s.asked.position };
        s.tree = record.learn(s.tree, position.moves);
        s.note = "";
      }
      // After an error the place asked for is still not the one shown.
      s.waiting = s.shown?.place !== place;
    });
    if (position && !this.state.game.open) {
      address.show(position.address);
      this.act.play.playEarly();
    }
    return answer.values;
  }

  /**
   * Go elsewhere in the record.
   *
   * @param {Tree} tree
   * @param {string} [note] said with the place
   */
  #go(tree, note = "") {
    this.talk.drop("move");
    const moved = tree.at !== this.state.tree.at;
    this.put({ tree, why: null, typed: "", note });
    if (moved) {
      this.look();
    }
  }

  /** Ask which cards matter for a seat's guarantee where one stands. @param {Seat} seat */
  askReason(seat) {
    const { deal, tree } = this.state;
    if (deal) {
      const played = record.cards(tree);
      const fields = { deal: deal.deal, played, seat };
      this.search("reasons", { deal, played, seat }, fields, ({ reason }) => reason);
    }
  }

  back() {
    this.#go(record.back(this.state.tree));
  }

  forward() {
    this.#go(record.forward(this.state.tree));
  }

  first() {
    this.#go(record.first(this.state.tree));
  }

  end() {
    this.#go(record.end(this.state.tree));
  }

  /** @param {number} id a place of the record @param {string} [note] said with the place */
  jump(id, note = "") {
    this.#go(record.jump(this.state.tree, id), note);
  }

  /**
   * Show the deal after these cards, known to be legal; new ones are a branch.
   *
   * @param {Card[]} played
   * @param {string} note said with the place
   */
  goTo(played, note) {
    const start = record.first(this.state.tree);
    this.#go(
      played.reduce((tree, card) => record.play(tree, card), start),
      note,
    );
  }

  /** Make the line through a place the main line. @param {number} id */
  promote(id) {
    this.put({ tree: record.promote(this.state.tree, id) });
  }

  /** Mark the last card, or say something of it. @param {{mark?: string, comment?: string}} some */
  remark(some) {
    const { tree } = this.state;
    this.put({ tree: record.remark(tree, tree.at, some) });
  }

  /** Take a place of a branch away, with all that follows. @param {number} id */
  remove(id) {
    this.#go(record.takeBack(this.state.tree, id));
  }

  /** Play cards known to be legal. @param {Card[]} cards */
  playCards(cards) {
    this.#go(cards.reduce((tree, card) => record.play(tree, card), this.state.tree));
  }

  /**
   * Add cards known to be legal to the record without going there; return their places.
   *
   * @param {Card[]} cards
   */
  prepare(cards) {
    const { at } = this.state.tree;
    /** @type {number[]} */
    const places = [];
    let { tree } = this.state;
    for (const card of cards) {
      tree = record.play(tree, card);
      places.push(tree.at);
    }
    this.put({ tree: { ...tree, at } });
    return places;
  }

  /** Take back the last card. What lies ahead stays: then it is only left. */
  takeBack() {
    if (mode(this.state) === "train") {
      this.act.train.retry();
      return;
    }
    const { tree } = this.state;
    this.#go(record.place(tree).next.length ? record.back(tree) : record.takeBack(tree));
  }
}

/**
 * What is said of a place: of the start of a deal just opened, and of the place one stands at
 * already, what there was to say.
 *
 * @param {State} state
 * @param {Position} position
 */
function said({ note, said: before, shown, tree }, position) {
  const fresh = shown === null && !position.moves.length;
  const text = note || !(fresh || shown?.place === record.line(tree)) ? placeText(position) : before;
  return [note, text].filter(Boolean).join(" ");
}
