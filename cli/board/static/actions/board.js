/** The deal on the board: which one, which place of its record, and playing. */

/** @import {Adopted, Card, DealsAnswer, MoveAnswer, Position, PositionAnswer} from "../types.js" */
/** @import {Problem, Seat, State, Tree} from "../types.js" */
/** @import {Address} from "../address.js" */
/** @import {Store} from "../store.js" */
/** @import {Talk} from "../talk.js" */
/** @import {Actions} from "../actions.js" */
import * as address from "../address.js";
import { cardName, SEATS, seatTitle, seatWord } from "../cards.js";
import * as record from "../record.js";
import { mode, valuesWanted } from "../state.js";

const PACE = 450; // ms between the computer's cards, so that they can be followed

export class BoardActions {
  /** @param {Store<State>} store @param {Talk} talk @param {Actions} act */
  constructor(store, talk, act) {
    this.store = store;
    this.talk = talk;
    this.act = act;
    this.note = ""; // said with the next place
  }

  get state() {
    return this.store.state;
  }

  // Which deal

  /**
   * Put the deal of the address on the board, else a file of the command line, else a sample.
   *
   * @param {Address} asked
   */
  begin({ deal, file }) {
    const hello = this.state.hello;
    const given = file || hello?.files[0]?.id;
    const sample = hello?.samples[0]?.id;
    const fields = deal ? { address: deal } : given ? { file: given } : sample ? { sample } : null;
    if (!fields) {
      return;
    }
    this.talk.ask("open", fields, (/** @type {DealsAnswer} */ answer) => {
      if (answer.error && deal) {
        this.begin({ token: "", deal: "", file });
      } else {
        this.take(answer);
      }
      if (answer.error) {
        this.act.frame.say(problemText(answer.error));
      }
    });
  }

  /**
   * Show a file's deals, the one at `at` on the board.
   *
   * @param {DealsAnswer} answer
   * @param {number} [at]
   */
  take(answer, at = 0) {
    const { name = "", deals = [], errors = [], place } = answer;
    this.store.change((s) => {
      s.file = { name, deals, errors, at };
    });
    if (deals[at]) {
      this.showDeal(deals[at], place);
    }
  }

  /** Show another deal of the file. @param {number} at */
  showDealAt(at) {
    const deal = this.state.file?.deals[at];
    if (deal) {
      this.store.change((s) => {
        if (s.file) {
          s.file.at = at;
        }
      });
      this.showDeal(deal);
    }
  }

  /** Put a deal on the board, after these cards. @param {Adopted} deal @param {Card[]} [played] */
  showDeal(deal, played = []) {
    const tree = played.reduce((here, card) => record.play(here, card), record.start(deal.moves));
    this.talk.drop("move");
    this.store.change((s) => {
      s.deal = deal;
      s.tree = tree;
      s.shown = null;
      s.why = null;
      s.roving = {};
      s.computer = { seats: { F: false, M: false, D: false }, paused: false, follows: true };
    });
    this.look();
    if (deal.problem) {
      this.act.frame.say(problemText(deal.problem));
    }
  }

  // Which place of it

  /** Ask for the place one stands at. */
  look() {
    const { deal, tree } = this.state;
    if (!deal) {
      return;
    }
    const place = tree.at;
    this.store.change((s) => {
      s.waiting = s.shown?.place !== place;
      if (s.shown?.place === place) {
        s.shown.values = null;
      }
    });
    const values = valuesWanted(this.state);
    const fields = { deal: deal.deal, played: record.cards(tree), values };
    this.talk.ask("position", fields, (answer) => this.#hear(place, answer));
  }

  /** @param {number} place @param {PositionAnswer} answer */
  #hear(place, answer) {
    if (answer.error) {
      this.act.frame.say(problemText(answer.error));
    }
    const { position } = answer;
    this.store.change((s) => {
      if (position) {
        s.shown = { place, position, values: null, search: "busy" };
        s.tree = record.learn(s.tree, place, position.moves);
        s.said = [this.note, place === record.ROOT && !this.note ? s.said : placeText(position)]
          .filter(Boolean)
          .join(" ");
        this.note = "";
      }
      // After an error the place asked for is still not the one shown.
      s.waiting = s.shown?.place !== place;
      if (s.shown?.place === place) {
        s.shown.values = answer.values ?? s.shown.values;
        s.shown.search = answer.paused ? "paused" : answer.done ? "done" : "busy";
      }
    });
    if (position) {
      address.show(position.address);
      this.letComputerPlay();
    }
  }

  /** Search on for the seconds of one request more. */
  goOn() {
    this.store.change((s) => {
      if (s.shown) {
        s.shown.search = "busy";
      }
    });
    this.talk.goOn("position");
  }

  /**
   * Go elsewhere in the record.
   *
   * @param {Tree} tree
   * @param {boolean} [playing] whether the computer is to go on from there
   */
  #go(tree, playing = false) {
    this.talk.drop("move");
    const moved = tree.at !== this.state.tree.at;
    this.store.change((s) => {
      s.tree = tree;
      s.why = null;
      s.typed = "";
      s.computer.follows = playing;
    });
    if (moved) {
      this.look();
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
    this.note = note;
    this.#go(record.jump(this.state.tree, id));
  }

  /**
   * Show the deal after these cards, known to be legal; new ones are a branch.
   *
   * @param {Card[]} played
   * @param {string} note said with the place
   */
  goTo(played, note) {
    this.note = note;
    this.#go(played.reduce((tree, card) => record.play(tree, card), record.first(this.state.tree)));
  }

  /** Make the line through a place the main line. @param {number} id */
  promote(id) {
    this.store.change((s) => {
      s.tree = record.promote(s.tree, id);
    });
  }

  /** Take a place of a branch away, with all that follows. @param {number} id */
  remove(id) {
    this.#go(record.takeBack(this.state.tree, id));
  }

  // Playing

  /** What a click on a card means now. @param {Card} card */
  chooseCard(card) {
    const now = mode(this.state);
    if (now === "exchange") {
      this.act.exchange.putDown(card);
    } else if (now === "train") {
      this.act.train.tryCard(card);
    } else {
      this.play(card);
    }
  }

  /** Play a card, or say why it may not be played. @param {Card} card */
  play(card) {
    const { shown, waiting } = this.state;
    if (!shown || waiting) {
      return;
    }
    if (shown.position.legal.includes(card)) {
      this.playCards([card]);
    } else {
      this.explain(card);
    }
  }

  /** Say why a card may not be played. @param {Card} card */
  explain(card) {
    const given = this.state.shown?.position.why[card];
    const text = given ? sentence(given) : `The ${cardName(card)} is not held any more.`;
    this.store.change((s) => {
      s.why = { card, text };
      s.said = text;
    });
  }

  /** Play cards known to be legal. @param {Card[]} cards */
  playCards(cards) {
    this.#go(
      cards.reduce((tree, card) => record.play(tree, card), this.state.tree),
      true,
    );
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
    this.store.change((s) => {
      s.tree = { ...tree, at };
    });
    return places;
  }

  /** Have the best card found and played. */
  playBest() {
    const { shown, waiting } = this.state;
    if (mode(this.state) !== "play") {
      this.act.frame.say("The best card is not told here.");
    } else if (shown?.position.to_play && !waiting) {
      this.act.frame.say("Looking for the best card …");
      this.#findBest((card) => this.playCards([card]));
    }
  }

  /**
   * Ask for the best card; what comes after one has gone elsewhere is dropped.
   *
   * @param {(card: Card) => void} then
   */
  #findBest(then) {
    const { deal, tree } = this.state;
    const fields = { deal: deal?.deal, played: record.cards(tree) };
    this.talk.ask("move", fields, (/** @type {MoveAnswer} */ { card, error }) => {
      if (error) {
        this.act.frame.say(problemText(error));
      } else if (card) {
        then(card);
      }
    });
  }

  /** Take back the last card, and before it those the computer played. */
  takeBack() {
    if (mode(this.state) === "train") {
      this.act.train.retry();
      return;
    }
    const before = this.state.tree;
    let tree = record.takeBack(before);
    while (tree.at !== record.ROOT && this.#computerPlayedAfter(before, tree.at)) {
      tree = record.takeBack(tree);
    }
    this.#go(tree, true);
  }

  /**
   * Whether the card behind `id`, on the way one came, is the computer's.
   *
   * @param {Tree} tree
   * @param {number} id
   */
  #computerPlayedAfter(tree, id) {
    const { seats, paused } = this.state.computer;
    const seat = record.path(tree).find((here) => here.up === id)?.move?.seat;
    return seat !== undefined && seats[seat] && !paused;
  }

  // The computer's seats

  /** @param {Seat} seat @param {boolean} on */
  setComputer(seat, on) {
    this.store.change((s) => {
      const { seats } = s.computer;
      seats[seat] = on;
      if (SEATS.every((each) => seats[each])) {
        seats[/** @type {Seat} */ (SEATS.find((each) => each !== seat))] = false;
      }
      s.computer.paused = false;
      s.computer.follows = true;
    });
    this.letComputerPlay();
  }

  /** Have Tab lead to this card of a hand or group. @param {string} group @param {Card} card */
  rove(group, card) {
    if (this.state.roving[group] !== card) {
      this.store.change((s) => {
        s.roving[group] = card;
      });
    }
  }

  /** @param {boolean} paused */
  pauseComputer(paused) {
    this.store.change((s) => {
      s.computer.paused = paused;
      s.computer.follows = true;
    });
    this.letComputerPlay();
  }

  /** The seat of the computer that is to play now. @returns {Seat | null} */
  #computersTurn() {
    const { computer, shown, tree } = this.state;
    const seat = shown?.place === tree.at ? shown.position.to_play : null;
    const free = mode(this.state) === "play" && computer.follows && !computer.paused;
    return seat && computer.seats[seat] && free ? seat : null;
  }

  letComputerPlay() {
    const { deal, tree } = this.state;
    if (!deal || !this.#computersTurn()) {
      return; // and no word about a move asked for: the user may be waiting for his best card
    }
    const since = performance.now();
    this.#findBest((card) => {
      const rest = PACE - (performance.now() - since);
      setTimeout(() => this.#computerPlays(deal, tree.at, card), Math.max(0, rest));
    });
  }

  /** @param {Adopted} deal @param {number} place @param {Card} card */
  #computerPlays(deal, place, card) {
    const seat = this.#computersTurn();
    if (seat && this.state.deal === deal && this.state.tree.at === place) {
      this.playCards([card]);
    }
  }
}

/** The last card, and what comes next. @param {Position} position */
function placeText({ moves, over, table, to_play: next, won }) {
  const last = moves.at(-1);
  const card = last ? `${seatTitle(last.seat)}: ${cardName(last.card)}. ` : "";
  if (over) {
    return `${card}The end: ${SEATS.map((seat) => `${seatWord(seat)} ${won[seat]}`).join(", ")}.`;
  }
  if (!next) {
    return card;
  }
  return (
    card +
    (table.length
      ? `${seatTitle(next)} to play.`
      : `${seatTitle(next)} ${last ? "wins and leads" : "leads"}.`)
  );
}

/** @param {string} text of an error */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** An error of the service as a sentence. @param {Problem} problem */
export function problemText(problem) {
  const where = [
    problem.line === undefined ? "" : `line ${problem.line}`,
    problem.seat === undefined ? "" : seatWord(problem.seat),
  ].filter((part) => part && !problem.message.includes(part));
  return sentence([...where, problem.message].join(": "));
}
