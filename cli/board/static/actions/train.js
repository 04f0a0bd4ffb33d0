/** Puzzles: a card is tried, and answered by the others' replies or by what beats it. */

/** @import {Adopted, Card} from "../messages.js" */
/** @import {Problem, TrainAnswer} from "../messages.js" */
/** @import {Progress, TrainState, Tree} from "../types.js" */
import { cardName } from "../cards.js";
import { _ } from "../language.js";
import { recall, remember } from "../kept.js";
import * as record from "../record.js";
import { sentence } from "../words.js";
import { chosen, training, waiting } from "../state.js";
import { Part } from "./part.js";

const PACE = 700; // ms between cards that are shown, so that they can be followed
const REMEMBERED = "puzzles";

/** What has come of puzzles, as the browser remembers it. @returns {Record<string, Progress>} */
export const remembered = () => recall(REMEMBERED, {});

/** What has come of one of them. @param {string} id @returns {Progress} */
export const progressOf = (id, all = remembered()) => all[id] ?? { solved: false, missed: 0 };

/** @extends {Part<TrainState>} */
export class TrainActions extends Part {
  timer = 0;
  #wanted = false;

  /** Get the list when the tab is first seen. */
  follow() {
    const { hello, tab } = this.state;
    if (tab === "puzzles" && hello && !this.mine.list) {
      this.write({ list: [] });
      this.talk.ask("puzzles", {}, ({ puzzles = [], error }) => {
        this.write({ list: puzzles, problem: error ?? null });
        this.#wanted && this.first();
      });
    }
  }

  /** Begin the first puzzle that has not been solved, at once or when the list is there. */
  first() {
    this.act.frame.showTab("puzzles");
    this.#wanted = !this.mine.list?.length;
    this.next();
  }

  // Which puzzle

  /** @param {string} id of the list */
  begin(id) {
    const at = id.lastIndexOf("-");
    const fields = { sample: id.slice(0, at), only: Number(id.slice(at + 1)) };
    this.talk.ask("open", fields, ({ deals, error }) => {
      this.write({ problem: error ?? null });
      deals?.[0] && this.beginWith(deals[0], id);
    });
  }

  /** Solve a deal that has a goal. @param {Adopted} deal @param {string | null} [id] */
  beginWith(deal, id = null) {
    const played = deal.moves.map((move) => move.card);
    this.#start(deal, { id, helped: false }, played, record.start(deal.moves));
  }

  /**
   * Go on with a puzzle as it was left.
   *
   * @param {Adopted} deal
   * @param {Pick<TrainState, "id" | "from" | "helped">} left
   */
  resume(deal, left) {
    const tree = this.act.keep.treeOf(deal);
    const at = tree.places.has(left.from) ? left.from : record.ROOT;
    this.#start(deal, left, record.cards(tree, at), tree);
  }

  /**
   * @param {Adopted} deal
   * @param {Pick<TrainState, "id" | "helped">} of the puzzle
   * @param {Card[]} played
   * @param {Tree} tree its record
   */
  #start(deal, { id, helped }, played, tree) {
    this.#stop();
    this.write({ deal, id, helped, phase: "try", problem: null, text: "" });
    this.act.board.showDeal(deal, played, tree);
    this.write({ from: this.state.tree.at });
  }

  /** Wait for no answer that another puzzle, or another card, was asked for. */
  #stop() {
    clearTimeout(this.timer);
    this.talk.drop("train");
    this.talk.drop("move");
  }

  /** The next puzzle of the list that has not been solved, else the next one. */
  next() {
    const { id } = this.mine;
    const all = chosen(this.mine);
    const here = all.findIndex((puzzle) => puzzle.id === id);
    const others = [...all.slice(here + 1), ...all.slice(0, Math.max(0, here))];
    const next = others.find((puzzle) => !progressOf(puzzle.id).solved) ?? others[0];
    next && this.begin(next.id);
  }

  /** Leave the puzzle on the board, with its values. */
  leave() {
    this.#stop();
    this.write({ deal: null, id: null });
    this.act.board.look();
  }

  /** Begin the puzzle anew. */
  again() {
    const { deal, id } = this.mine;
    deal && this.beginWith(deal, id);
  }

  // Solving it

  /** Try a card on the puzzle. @param {Card} card */
  tryCard(card) {
    const { deal, phase } = this.mine;
    const position = this.state.shown?.position;
    if (!deal || !position || waiting(this.state) || phase === "ask") {
      return;
    }
    if (!position.free.includes(card)) {
      this.act.board.explain(card);
    } else if (phase === "wrong" || phase === "shown") {
      this.say(_("Take back first."));
    } else {
      this.write({ phase: "ask", problem: null });
      this.#ask(deal, card, (answer) => answer.keeps !== undefined && (answer.keeps ? this.#right(card, answer) : this.#wrong(card, answer)));
    }
  }

  /** Ask what comes of a card. @param {Adopted} deal @param {Card} card @param {(answer: TrainAnswer) => void} then */
  #ask(deal, card, then) {
    const { tree } = this.state;
    this.write({ from: tree.at });
    this.talk.ask("train", { deal: deal.deal, played: record.cards(tree), card }, (answer) =>
      training(this.state) && (answer.error ? this.#give(answer.error) : then(answer)),
    );
  }

  /** @param {Problem | undefined} problem */
  #give(problem) {
    problem && this.write({ phase: "try", problem });
  }

  /** @param {Card} card @param {TrainAnswer} answer */
  #right(card, { replies = [], state = "open" }) {
    const text = _("The {card} keeps the goal.", { card: cardName(card) });
    this.write({ text });
    this.#go([card, ...replies], state, text, () => this.write({ phase: "try" }));
  }

  /**
   * Show cards that keep the goal, then the end of the puzzle, or what comes before that.
   *
   * @param {Card[]} cards
   * @param {TrainAnswer["state"]} state
   * @param {string} text said with the first
   * @param {() => void} then
   */
  #go(cards, state, text, then) {
    this.#show(cards, text, () => (state === "open" ? then() : this.#finish(state === "reached")));
  }

  /** @param {Card} card @param {TrainAnswer} answer */
  #wrong(card, { refutation = [], text = "" }) {
    this.#note((progress) => ({ ...progress, missed: progress.missed + 1 }));
    const why = text
      ? sentence(text)
      : _("The {card} misses the goal.", { card: cardName(card) });
    this.write({ phase: "wrong", text: why });
    const goal = this.state.shown?.position.goal;
    // Which cards matter; in games for points nobody knows.
    goal && this.act.board.askReason(goal.seat, [...record.cards(this.state.tree), card], goal.at_least ? "at_most" : "at_least");
    this.#show(refutation.map((move) => move.card), why, () => {});
  }

  /** @param {boolean} reached */
  #finish(reached) {
    const { helped } = this.mine;
    reached && !helped && this.#note((progress) => ({ ...progress, solved: true }));
    const text = reached ? _("The goal is reached.") : _("The goal is missed.");
    this.write({ phase: "over", text });
    this.put(waiting(this.state) ? { note: text } : { said: text });
  }

  /**
   * Add cards to the record and show them one after the other, then go on. Whoever steps
   * elsewhere in the meantime is left there: the cards are in the record.
   *
   * @param {Card[]} cards
   * @param {string} text said with the first
   * @param {() => void} then
   */
  #show(cards, text, then) {
    clearTimeout(this.timer);
    const { deal } = this.mine;
    const { board } = this.act;
    let here = this.state.tree.at;
    const coming = board.prepare(cards);
    const step = () => {
      if (!training(this.state) || this.mine.deal !== deal) {
        return;
      }
      const next = this.state.tree.at === here ? coming.shift() : undefined;
      if (next !== undefined) {
        board.jump(next, here === this.mine.from ? text : "");
        here = next;
      }
      next !== undefined && coming.length ? (this.timer = setTimeout(step, PACE)) : then();
    };
    step();
  }

  /** Go back to before the wrong card, to try another; else to before the card tried last. */
  retry() {
    this.#stop();
    const { from, phase } = this.mine;
    const { tree } = this.state;
    this.write({ phase: "try", text: "" });
    const tried = record.path(tree).find((here) => here.up === from);
    if (phase === "wrong" && tried && !tried.recorded) {
      this.act.board.remove(tried.id);
    } else {
      this.act.board.jump(from);
    }
  }

  /** Play the solution, card after card. It does not count as solved then. */
  solution() {
    const { deal } = this.mine;
    if (!deal) {
      return;
    }
    this.mine.phase === "wrong" && this.retry();
    this.write({ helped: true, phase: "shown", text: "" });
    this.#solve(deal);
  }

  /** Play the solver's card and the replies to it, and so on. @param {Adopted} deal */
  #solve(deal) {
    const played = record.cards(this.state.tree);
    /** @param {Card | undefined} card */
    const tell = (card) =>
      card &&
      this.#ask(
        deal,
        card,
        ({ replies = [], state }) =>
          state &&
          this.#go([card, ...replies], state, "", () => {
            this.timer = setTimeout(() => this.#solve(deal), PACE);
          }),
      );
    const key = deal.deal.key?.split(" ")[0]; // there may be several
    if (key && played.length === deal.moves.length) {
      tell(key);
    } else {
      this.talk.ask("move", { deal: deal.deal, played }, ({ card, error }) => {
        this.#give(error);
        tell(card);
      });
    }
  }

  /**
   * Note in the browser what came of the puzzle.
   *
   * @param {(progress: Progress) => Progress} change
   */
  #note(change) {
    const { id } = this.mine;
    id !== null && remember(REMEMBERED, { ...remembered(), [id]: change(progressOf(id)) });
  }
}
