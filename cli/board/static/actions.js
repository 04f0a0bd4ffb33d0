/**
 * What a user can do, by what it is about. Nothing else changes the state or asks the service.
 */

/** @import {State} from "./types.js" */
/** @import {Store} from "./store.js" */
/** @import {Talk} from "./talk.js" */
import { BoardActions } from "./actions/board.js";
import { ExchangeActions } from "./actions/exchange.js";
import { FrameActions } from "./actions/frame.js";
import { TrainActions } from "./actions/train.js";

export class Actions {
  /** @param {Store<State>} store @param {Talk} talk */
  constructor(store, talk) {
    this.frame = new FrameActions(store, this);
    this.board = new BoardActions(store, talk, this);
    this.exchange = new ExchangeActions(store, talk, this);
    this.train = new TrainActions(store, talk, this);
  }
}
