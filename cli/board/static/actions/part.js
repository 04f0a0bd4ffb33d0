/** What the parts of the actions have in common. */

/** @import {Problem, Requests} from "../messages.js" */
/** @import {Searched, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
import { problemText } from "../words.js";

/** @template [T=State] what of the state is its own */
export class Part {
  /** @param {Actions} act @param {keyof State} [key] what of the state is its own, else all */
  constructor(act, key) {
    this.act = act;
    this.key = key;
    this.store = act.store;
    this.talk = act.talk;
  }

  get state() {
    return this.store.state;
  }

  /** What is its own. @returns {T} */
  get mine() {
    return /** @type {any} */ (this.key ? this.state[this.key] : this.state);
  }

  /** Write what is its own. @param {Partial<T>} some */
  write(some) {
    this.store.change(() => Object.assign(/** @type {any} */ (this.mine), some));
  }

  /** @param {Partial<State>} some */
  put(some) {
    this.store.change((s) => Object.assign(s, some));
  }

  /** Put a sentence into the status line. @param {string} text */
  say(text) {
    this.put({ said: text });
  }

  /** Say what is wrong, if anything is. @param {Problem | null | undefined} problem */
  tell(problem) {
    problem && this.say(problemText(problem));
  }

  /**
   * Have something searched for: how far that is stands in `asked`, with what it is about.
   *
   * @template {keyof Searched} K
   * @param {K} kind
   * @param {NonNullable<Searched[K]>["about"]} about
   * @param {Requests[K][0] | null} fields null if there is nothing to search for
   * @param {(answer: Requests[K][1]) => NonNullable<Searched[K]>["found"] | undefined} hear
   *   returns what is found
   * @param {NonNullable<Searched[K]>["found"]} [before]
   */
  search(kind, about, fields, hear, before = null) {
    const asked = /** @type {any} */ ({ about, part: 0, found: before, problem: null, search: "busy" });
    this.put({ asked: { ...this.state.asked, [kind]: asked } });
    if (!fields) {
      this.talk.drop(kind);
      return;
    }
    this.talk.ask(kind, fields, (answer) => {
      const { done, paused, error, part } = /** @type {any} */ (answer);
      asked.part = part ?? asked.part;
      asked.problem = error ?? null;
      asked.search = paused ? "paused" : done || error ? "done" : "busy";
      asked.found = hear(answer) ?? asked.found;
      this.put({});
    });
  }

  /** Wait for what was asked no longer, nor show what was found. @param {keyof Searched} kind */
  dismiss(kind) {
    this.talk.drop(kind);
    delete this.state.asked[kind];
    this.put({});
  }

  /** Search on for the seconds of one request more. @param {keyof Searched} kind */
  searchOn(kind) {
    const asked = this.state.asked[kind];
    asked && (asked.search = "busy");
    this.put({});
    this.talk.goOn(kind);
  }
}
