/** What the parts of the actions have in common. */

/** @import {Answer, Problem} from "../messages.js" */
/** @import {Shown} from "../types.js" */
/** @import {Store} from "../state.js" */
/** @import {Talk} from "../talk.js" */
/** @import {Actions} from "../actions.js" */
import { searchOf } from "../talk.js";

export class Part {
  /** @param {Store} store @param {Talk} talk @param {Actions} act */
  constructor(store, talk, act) {
    this.store = store;
    this.talk = talk;
    this.act = act;
  }

  get state() {
    return this.store.state;
  }

  /** Search on for the seconds of one request more. @param {"exchange" | "review"} tab */
  searchOn(tab) {
    this.store.change((s) => {
      s.tabs[tab].search = "busy";
    });
    this.talk.goOn(tab);
  }
}

/**
 * Take up how far a search has got, and what it has found by now.
 *
 * @template F
 * @param {{part: number, found: F | null, problem: Problem | null, search: Shown["search"]}} mine
 * @param {Answer & {part?: number}} answer
 * @param {F | undefined} found
 */
export function takeUp(mine, answer, found) {
  mine.part = answer.part ?? mine.part;
  mine.found = found ?? mine.found;
  mine.problem = answer.error ?? null;
  mine.search = searchOf(answer);
}
