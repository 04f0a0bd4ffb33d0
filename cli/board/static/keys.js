/** Keys that work wherever the focus is, except where they are needed for something else. */

/** @import {State} from "./types.js" */
/** @import {Store} from "./store.js" */
/** @import {Actions} from "./actions.js" */

/**
 * @param {Document} document
 * @param {Store<State>} store
 * @param {Actions} act
 */
export function watchKeys(document, store, act) {
  void [document, store, act];
}
