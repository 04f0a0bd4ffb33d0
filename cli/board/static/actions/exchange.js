/** @import {Card, State} from "../types.js" */
/** @import {Store} from "../store.js" */
/** @import {Talk} from "../talk.js" */
/** @import {Actions} from "../actions.js" */

export class ExchangeActions {
  /** @param {Store<State>} store @param {Talk} talk @param {Actions} act */
  constructor(store, talk, act) {
    this.store = store;
    this.talk = talk;
    this.act = act;
  }

  /** Put a card down, or take it up again. @param {Card} _card */
  putDown(_card) {}
}
