/**
 * What is kept of the work in a tab, and what can be undone.
 *
 * Each tab keeps its own, under an id that no other tab has as long as it is open: so none
 * overwrites what another has done. A new tab takes up what the last one that was closed has left.
 */

/** @import {Adopted, Card} from "../messages.js" */
/** @import {State, Tree} from "../types.js" */
/** @import {Address} from "../address.js" */
import * as kept from "../kept.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { mode } from "../state.js";
import { Part } from "./part.js";

/** @typedef {Pick<State, "file" | "deal" | "tree">} Work what is on the board */

const MINE = "manni.tab";
const MOST = 500; // steps that can be undone
const PATIENCE = 40; // times 25 ms, for a page that is loaded anew to let go of its id

/** @type {WeakMap<Adopted, string>} */
const names = new WeakMap();

/** What the records of a deal are kept under. @param {Adopted} deal */
function nameOf(deal) {
  const name = names.get(deal) ?? JSON.stringify(deal.deal);
  names.set(deal, name);
  return name;
}

export class KeepActions extends Part {
  #tab = "";
  /** @type {WeakMap<Adopted, Tree>} of the deals that have been on the board */
  #trees = new WeakMap();
  /** @type {Work} */
  #now = { file: null, deal: null, tree: record.start() };
  /** @type {Work[]} */
  #past = [];
  /** @type {Work[]} */
  #future = [];
  #train = "";

  // What is kept

  /**
   * Begin with what was left here, or by the last tab that was closed; what the address asks for
   * goes before, unless the page has only been loaded anew.
   *
   * @param {Address} asked
   */
  async begin(asked) {
    const entry = performance.getEntriesByType("navigation")[0];
    const again = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type !== "navigate";
    const wanted = asked.file || (asked.deal && !again);
    const left = await this.#claim(!wanted);
    if (wanted || !left || !(await this.#takeUp(left))) {
      this.act.board.begin(asked);
    }
    this.store.change(() => {}); // what has been opened meanwhile is to be kept
  }

  /**
   * Take an id that no other tab has; return the one whose work is to go on, if any.
   *
   * @param {boolean} goesOn whether to take one that another tab has left
   */
  async #claim(goesOn) {
    const mine = sessionStorage.getItem(MINE) ?? "";
    const found = mine ? [mine] : goesOn ? await kept.names("tabs") : [];
    for (const id of found) {
      for (let tries = mine ? PATIENCE : 1; tries > 0 && !this.#tab; tries -= 1) {
        this.#tab = (await isFree(id)) ? id : "";
        if (!this.#tab && tries > 1) {
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
      }
      if (this.#tab) {
        break;
      }
    }
    const left = this.#tab || mine; // a tab that was doubled begins with the other's work
    this.#tab ||= crypto.randomUUID();
    await isFree(this.#tab);
    sessionStorage.setItem(MINE, this.#tab);
    return left;
  }

  /** Show what a tab has left; return whether there was anything. @param {string} id */
  async #takeUp(id) {
    const [file, left] = await Promise.all([kept.get("files", id), kept.get("tabs", id)]);
    if (!left?.deal) {
      return false;
    }
    if (left.language !== this.state.hello?.language.code) {
      [left.deal] = await this.#reread([left.deal]);
      file && (file.deals = await this.#reread(file.deals));
    }
    const name = JSON.stringify(left.deal.deal);
    const known = await kept.get("records", [id, name]);
    if (this.state.deal || ["open", "paste", "random"].some((kind) => this.talk.waits(kind))) {
      return true; // the user was faster
    }
    /** @type {Adopted[]} */
    const deals = file?.deals ?? [];
    const deal = deals[left.at] && nameOf(deals[left.at]) === name ? deals[left.at] : left.deal;
    if (known) {
      this.#trees.set(deal, known.tree);
    }
    this.store.change((s) => {
      s.file = file ? { ...file, at: left.at } : null;
    });
    if (left.train) {
      this.act.train.resume(deal, left.train);
    } else {
      this.act.board.showDeal(deal);
    }
    return true;
  }

  /**
   * Take in anew what was said of deals in another language.
   *
   * @param {Adopted[]} deals
   * @returns {Promise<Adopted[]>}
   */
  #reread(deals) {
    return new Promise((resolve) => {
      this.talk.ask("reread", { deals: deals.map(({ deal }) => deal) }, (answer) =>
        resolve(deals.map((each, at) => ({ ...each, ...answer.deals?.[at] }))),
      );
    });
  }

  /** The record of a deal as it was left. @param {Adopted} deal */
  treeOf(deal) {
    return this.#trees.get(deal) ?? record.of(deal);
  }

  /** Keep what has changed, and remember what there was. */
  follow() {
    const { file, deal, tree, tabs } = this.state;
    const before = this.#now;
    const { id, from, helped } = tabs.train;
    const training = mode(this.state) === "train";
    const train = training ? JSON.stringify({ id, from, helped }) : "";
    const same = file === before.file && deal === before.deal;
    if (!deal || !this.#tab || (same && tree === before.tree && train === this.#train)) {
      return;
    }
    if (!this.#trees.has(deal)) {
      this.#graft(deal);
    }
    if (before.deal && !training && !(same && tree.changes === before.tree.changes)) {
      this.#past = [...this.#past.slice(1 - MOST), before];
      this.#future = [];
    }
    this.#now = { file, deal, tree };
    this.#train = train;
    this.#keep(file !== before.file);
  }

  /** @param {boolean} all the file too */
  #keep(all) {
    const { file, deal, tree } = this.#now;
    if (!deal) {
      return;
    }
    const when = Date.now();
    const name = nameOf(deal);
    this.#trees.set(deal, tree);
    if (all) {
      kept.put("files", this.#tab, file);
    }
    if (tree.changes || tree.at !== record.ROOT) {
      kept.put("records", [this.#tab, name], { deal: name, when, tree });
    }
    const language = this.state.hello?.language.code;
    const train = this.#train ? JSON.parse(this.#train) : null;
    kept.put("tabs", this.#tab, { when, at: file?.at ?? 0, deal, train, language });
  }

  /** Add the branches that were made of a deal, the last time it was open. @param {Adopted} deal */
  async #graft(deal) {
    const found = await kept.newest(nameOf(deal));
    const { tree } = this.state;
    if (!found?.tree.changes || this.state.deal !== deal || tree.changes || mode(this.state) === "train") {
      return;
    }
    const cards = record.cards(tree);
    const grown = follow({ ...found.tree, last: new Map() }, cards);
    this.#now = { ...this.#now, deal, tree: grown };
    this.store.change((s) => {
      s.tree = grown;
    });
    this.act.board.look();
    this.#keep(false);
  }

  // What is undone

  get undoable() {
    return this.#past.length > 0;
  }

  get redoable() {
    return this.#future.length > 0;
  }

  /** Undo what was done last: a card, a branch taken away, a deal edited or opened. */
  undo() {
    if (mode(this.state) === "train") {
      this.act.train.retry();
    } else {
      this.#swap(this.#past, this.#future, _("Undone."), _("Nothing to undo."));
    }
  }

  redo() {
    this.#swap(this.#future, this.#past, _("Done again."), _("Nothing to do again."));
  }

  /** @param {Work[]} from @param {Work[]} to @param {string} done @param {string} none */
  #swap(from, to, done, none) {
    const then = from.pop();
    if (!then) {
      this.act.frame.say(none);
      return;
    }
    const before = this.#now;
    to.push(before);
    this.#now = then;
    this.talk.drop("move");
    this.store.change((s) => {
      Object.assign(s, then, { why: null, typed: "", note: done });
      if (then.deal !== before.deal) {
        s.shown = null;
      }
    });
    this.act.board.look();
    this.#keep(then.file !== before.file);
  }
}

/**
 * Whether an id is no other tab's; it is this one's from then on.
 *
 * @param {string} id
 * @returns {Promise<boolean>}
 */
function isFree(id) {
  return new Promise((resolve) => {
    const held = navigator.locks?.request(`manni.tab.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {}); // as long as the page is there
    });
    if (!held) {
      resolve(true);
    }
  });
}

/** A tree after these cards. @param {Tree} tree @param {Card[]} cards */
const follow = (tree, cards) =>
  cards.reduce((here, card) => record.play(here, card), record.first(tree));
