/** @import {Card, State} from "../types.js" */
/** @import {Store} from "../store.js" */
/** @import {Talk} from "../talk.js" */
/** @import {Actions} from "../actions.js" */

export class TrainActions {
  /** @param {Store<State>} store @param {Talk} talk @param {Actions} act */
  constructor(store, talk, act) {
    this.store = store;
    this.talk = talk;
    this.act = act;
  }

  /** Try a card on the puzzle. @param {Card} _card */
  tryCard(_card) {}
}
