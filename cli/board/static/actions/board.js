/** The deal on the board: which one, which place of its record, and what a click on a card means. */

/** @import {Adopted, Card, OpenAnswer, Position, PositionAnswer, Seat} from "../messages.js" */
/** @import {State, Tab, Tree} from "../types.js" */
/** @import {Address} from "../address.js" */
import * as address from "../address.js";
import * as record from "../record.js";
import { cardName, inWords } from "../cards.js";
import { _ } from "../language.js";
import { sentence } from "../words.js";
import { isRummy, training, valuesWanted, viewOf, waiting, withLines } from "../state.js";
import { Part } from "./part.js";

export class BoardActions extends Part {
  // Which deal

  /**
   * Begin with the deal of the address, else with a file of the command line: not if the user has
   * opened something before the service answered.
   *
   * @param {Address} asked
   * @param {Tab | undefined} tab where one was when the page was loaded anew
   */
  begin(asked, tab) {
    const file = asked.file || (this.state.hello?.files[0]?.id ?? "");
    if ((asked.deal || file) && !this.talk.waits("open")) {
      this.open({ ...asked, file }, () => !this.state.deal);
    } else if (!asked.game && !this.state.deal) {
      this.act.frame.beginAt(tab === "rummy" ? tab : "start");
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
    this.#begin();
    this.talk.ask("open", deal ? { address: deal } : { file }, (answer) => {
      if (due() && !answer.error) {
        this.take(answer);
      } else if (due()) {
        this.tell(answer.error);
        this.put({ opening: false });
        deal && file && this.open({ ...says, deal: "" }, due);
      }
    });
  }

  /**
   * Show a file's deals, the one at `at` on the board.
   *
   * @param {Partial<OpenAnswer>} answer
   * @param {number} [at]
   */
  take(answer, at = 0) {
    const { name = "", deals = [], errors = [], place } = answer;
    this.put({ file: { name, deals, errors, at } });
    deals[at] && this.showDeal(deals[at], place);
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
    const tree = played ? record.playAll(record.first(from), played) : from;
    this.talk.drop("move");
    const { game, said } = this.state;
    this.#begin();
    this.put({ deal, tree, shown: null, said: game.open ? said : "", why: null, roving: {} });
    this.look();
    this.tell(deal.problem);
  }

  /** Leave the start. */
  #begin() {
    ["start", "rummy"].includes(this.state.tab) && this.put({ tab: "values" });
  }

  // Which place of it

  /** Ask for the place one stands at. */
  look() {
    const { deal, shown, tree } = this.state;
    if (deal) {
      const place = record.line(tree);
      const lined = withLines(this.state, deal.deal); // for the page's address
      const fields = { deal: lined, played: record.cards(tree), values: valuesWanted(this.state), own: deal.own ?? null };
      this.search("position", place, fields, (answer) => this.#hear(answer));
      shown?.about === place && this.#show(shown.position);
    }
  }

  /** Show what has been asked for, of which this is known first. @param {Position} position */
  #show(position) {
    this.put({ shown: /** @type {any} */ (Object.assign(this.state.asked.position ?? {}, { position })) });
  }

  /** @param {PositionAnswer} answer */
  #hear({ position, values, error }) {
    this.tell(error);
    if (position) {
      const { game, tree } = this.state;
      game.open || this.say(placeText(this.state, position));
      this.#show(position);
      this.put({ tree: record.learn(tree, position.moves), note: "" });
      this.showAddress();
      game.open || this.playEarly();
    }
    return values;
  }

  /** Have the page's address name what is shown, nothing at the start, not yet what a link opens. */
  showAddress() {
    const { game, shown, tab } = this.state;
    const text = ["start", "rummy"].includes(tab) ? "" : this.talk.waits("open") ? undefined : shown?.position.address;
    game.open || text === undefined || address.show(text);
  }

  /**
   * Go elsewhere in the record.
   *
   * @param {Tree} tree
   * @param {string} [note] said with the place
   */
  #go(tree, note = "") {
    this.talk.drop("move");
    this.#begin();
    const moved = tree.at !== this.state.tree.at;
    this.put({ tree, why: null, typed: "", note });
    if (moved) {
      this.act.exchange.write({ left: true });
      this.look();
    }
  }

  /**
   * Ask which cards matter for a seat's guarantee, where one stands or after these cards.
   *
   * @param {Seat} seat
   * @param {Card[]} [played]
   * @param {"at_least" | "at_most" | null} [says]
   */
  askReason(seat, played = record.cards(this.state.tree), says = null) {
    const { deal } = this.state;
    if (deal) {
      const fields = { deal: deal.deal, played, seat, says };
      this.search("reasons", { deal, played, seat }, fields, ({ reason }) => reason);
    }
  }

  /** @param {"first" | "back" | "forward" | "end"} way */
  step(way) {
    this.#go(record[way](this.state.tree));
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
    this.#go(record.playAll(record.first(this.state.tree), played), note);
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
    this.#go(record.playAll(this.state.tree, cards));
  }

  /**
   * Add cards known to be legal to the record without going there; return their places.
   *
   * @param {Card[]} cards
   */
  prepare(cards) {
    const { at } = this.state.tree;
    const before = record.path(this.state.tree).length;
    const tree = record.playAll(this.state.tree, cards);
    this.put({ tree: { ...tree, at } });
    return record.path(tree).slice(before).map(({ id }) => id);
  }

  /** Take back the last card. What lies ahead stays: then it is only left. */
  takeBack() {
    const { tree } = this.state;
    training(this.state)
      ? this.act.train.retry()
      : this.#go(record.place(tree).next.length ? record.back(tree) : record.takeBack(tree));
  }

  // Playing a card

  /** Cards typed before their place was there, the first of them at `at`. */
  #early = { at: "", cards: /** @type {Card[]} */ ([]) };

  /** What a click on a card means now. @param {Card} card */
  choose(card) {
    if (this.state.game.open) {
      this.act.game.choose(card);
    } else if (this.state.sheet === "edit") {
      this.act.draft.choose(card);
    } else if (isRummy(this.state)) {
      this.act.rummy.move(card);
    } else if (training(this.state)) {
      this.act.train.tryCard(card);
    } else if (viewOf(this.state)?.chooses) {
      this.act.exchange.putDown(card);
    } else {
      this.card(card);
    }
  }

  /** Play a card, or say why it may not be played. @param {Card} card */
  card(card) {
    const { shown, tree } = this.state;
    if (shown && waiting(this.state)) {
      const at = record.line(tree);
      const cards = this.#early.at === at ? this.#early.cards : [];
      this.#early = { at, cards: [...cards, card] };
    } else if (shown) {
      shown.position.free.includes(card) ? this.playCards([card]) : this.explain(card);
    }
  }

  /** Play the next of the cards typed early, if its place has come; the others wait for theirs. */
  playEarly() {
    const [card, ...cards] = this.#early.at === record.line(this.state.tree) ? this.#early.cards : [];
    if (card) {
      this.choose(card);
      this.#early = { at: record.line(this.state.tree), cards: waiting(this.state) ? cards : [] };
    }
  }

  /** Say why a card may not be played. @param {Card} card */
  explain(card) {
    const given = this.state.shown?.position.why[card];
    this.refuse(
      card,
      given ? sentence(given) : _("The {card} is not held any more.", { card: cardName(card) }),
    );
  }

  /** Say beside a card why it is not played. @param {Card} card @param {string} text */
  refuse(card, text) {
    this.put({ why: { card, text }, said: text });
  }

  /** Have the best card found and played; where one has gone elsewhere meanwhile it is dropped. */
  best() {
    const { deal, shown, tree } = this.state;
    if (training(this.state) || viewOf(this.state)?.chooses) {
      this.say(_("The best card is not shown here."));
    } else if (shown?.position.contract === null) {
      this.say(_("Name a contract first."));
    } else if (shown?.position.over) {
      this.say(_("All cards have been played."));
    } else if (deal && shown?.position.to_play && !waiting(this.state)) {
      this.say(_("Looking for the best card …"));
      const fields = { deal: deal.deal, played: record.cards(tree) };
      this.talk.ask("move", fields, ({ card, error }) => {
        this.tell(error);
        card && this.playCards([card]);
      });
    }
  }
}

/**
 * What is said of a place: of the start of a deal just opened, and of the place one stands at
 * already, what there was to say.
 *
 * @param {State} state
 * @param {Position} position
 */
function placeText(state, position) {
  const { note, said: before, shown, tree } = state;
  const fresh = shown === null && !position.moves.length;
  const text = note || !(fresh || shown?.about === record.line(tree)) ? inWords(position.said) : before;
  return [note, text].filter(Boolean).join(" ");
}
