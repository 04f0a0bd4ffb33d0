/**
 * What is kept of the work, and what can be undone.
 *
 * The browser keeps one work, the last: a page begins with it. Tabs that are open side by side write
 * over what the other has kept.
 */

/** @import {Adopted} from "../messages.js" */
/** @import {State, Tab, Tree} from "../types.js" */
/** @import {Address} from "../address.js" */
import * as address from "../address.js";
import * as kept from "../kept.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { training } from "../state.js";
import { Part } from "./part.js";

/** @typedef {Pick<State, "file" | "deal" | "tree">} Work what is on the board */

const MOST = 500; // steps that can be undone

export class KeepActions extends Part {
  #begun = false;
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
   * Begin with the last work; what the address asks for goes before, unless it is that of this work.
   *
   * @param {Address} asked
   */
  async begin(asked) {
    kept.onceNotKept(() => {
      const said = _("The browser keeps nothing here: save what is to stay.");
      this.put({ said, note: said }); // with the next place, too
    });
    const noted = /** @type {Tab | undefined} */ (address.noted()["tab"]);
    this.#begun = true;
    await kept.begin(); // another tab may have gone on since
    const left = kept.rows;
    // Where the user has gone meanwhile, else where one was when the page was loaded anew.
    const tab = this.state.tab === "values" ? noted : this.state.tab;
    const other = asked.deal && asked.deal !== left.get("now")?.address;
    if (asked.file || other || !(await this.#takeUp(left).catch(() => false))) {
      this.act.board.begin(asked, tab);
    } else if (tab && !asked.game) {
      this.act.frame.beginAt(tab);
    }
    this.put({}); // what has been opened meanwhile is to be kept
  }

  /** Show what was left; return whether there was anything. Fails where it is damaged. @param {Map<IDBValidKey, any>} all */
  async #takeUp(all) {
    const [left, file] = [all.get("now"), all.get("file")];
    if (!left?.deal) {
      return false;
    }
    if (left.language !== this.state.hello?.language.code) {
      [left.deal] = await this.#reread([left.deal]);
      file && (file.deals = await this.#reread(file.deals));
    }
    if (this.state.deal || this.talk.waits("open")) {
      return true; // the user was faster
    }
    const deal = left.own ? file.deals[left.at] : left.deal;
    /** @type {Adopted[]} */
    const deals = file?.deals ?? [];
    deals.forEach((deal, at) => all.has(at) && this.#trees.set(deal, all.get(at)));
    this.#trees.set(deal, left.tree);
    this.put({ file: file ? { ...file, at: left.at } : null });
    this.#now = { file: this.state.file, deal, tree: left.tree };
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
      this.talk.ask("open", { deals: deals.map(({ deal }) => deal) }, (answer) =>
        resolve(deals.map((deal, at) => ({ ...deal, ...answer.deals?.[at] }))),
      );
    });
  }

  /** The record of a deal as it was left. @param {Adopted} deal */
  treeOf(deal) {
    return this.#trees.get(deal) ?? record.of(deal);
  }

  /** Keep what has changed, and remember what there was. */
  follow() {
    const { file, deal, tree, tab, train: puzzle } = this.state;
    const before = this.#now;
    this.#begun && tab !== address.noted()["tab"] && address.note({ tab });
    const { id, from, helped } = puzzle;
    const trains = training(this.state);
    const train = trains ? JSON.stringify({ id, from, helped }) : "";
    const same = file === before.file && deal === before.deal;
    const stays = same && train === this.#train;
    if (!deal || !this.#begun || (stays && tree === before.tree)) {
      return;
    }
    const unchanged = same && tree.changes === before.tree.changes;
    if (before.deal && !trains && !unchanged) {
      this.#past = [...this.#past.slice(1 - MOST), before];
      this.#future = [];
    }
    this.#now = { file, deal, tree };
    this.#train = train;
    this.#keep(file !== before.file, stays && unchanged && tree.at === before.tree.at);
  }

  /**
   * Keep the work; what is but seen here does not take the place of what another tab has done.
   *
   * @param {boolean} all the file too
   * @param {boolean} [seen] nothing has been done
   */
  #keep(all, seen = false) {
    const { file, deal, tree } = this.#now;
    if (!deal) {
      return;
    }
    this.#trees.set(deal, tree);
    if (seen && !kept.mine) {
      return;
    }
    const language = this.state.hello?.language.code;
    const train = this.#train ? JSON.parse(this.#train) : null;
    const at = file?.at ?? 0;
    const own = file?.deals[at] === deal; // else it is a puzzle, or edited
    /** @param {boolean} whole */
    const entries = (whole) => {
      const address = this.state.shown?.position.address;
      const now = { address, at, own, deal, tree, train, language };
      /** @type {kept.Entry[]} */
      const changed = [["now", now]];
      if (whole) {
        // In place of another page's file and of the records of its deals, which have numbers.
        changed.push(["file", file], [IDBKeyRange.upperBound(Infinity), undefined]);
        file?.deals.forEach((listed, other) => {
          const known = this.#trees.get(listed);
          known && changed.push([other, known]);
        });
      } else if (own) {
        changed.push([at, tree]);
      }
      return changed;
    };
    kept.putWork(entries, all);
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
    if (training(this.state)) {
      this.act.train.retry();
    } else {
      this.follow(); // first: what was done since the last frame is a step, too
      this.#swap(this.#past, this.#future, _("Undone."), _("Nothing to undo."));
    }
  }

  redo() {
    this.follow();
    this.#swap(this.#future, this.#past, _("Done again."), _("Nothing to do again."));
  }

  /** @param {Work[]} from @param {Work[]} to @param {string} done @param {string} none */
  #swap(from, to, done, none) {
    const then = from.pop();
    if (!then) {
      this.say(none);
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
