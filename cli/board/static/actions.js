/**
 * What a user can do, by what it is about. Nothing else changes the state or asks the service.
 */

/** @import {State} from "./types.js" */
/** @import {Store} from "./state.js" */
/** @import {Talk} from "./talk.js" */
import { BoardActions } from "./actions/board.js";
import { DealActions } from "./actions/deals.js";
import { DraftActions } from "./actions/draft.js";
import { ExchangeActions } from "./actions/exchange.js";
import { FrameActions } from "./actions/frame.js";
import { GameActions } from "./actions/game.js";
import { KeepActions } from "./actions/keep.js";
import { ReviewActions } from "./actions/review.js";
import { RummyActions } from "./actions/rummy.js";
import { TrainActions } from "./actions/train.js";
import { exchanging } from "./state.js";

export class Actions {
  /** @param {Store} store @param {Talk} talk */
  constructor(store, talk) {
    this.store = store;
    this.talk = talk;
    this.frame = new FrameActions(this);
    this.board = new BoardActions(this);
    this.deals = new DealActions(this, "getting");
    this.draft = new DraftActions(this);
    this.exchange = new ExchangeActions(this, "exchange");
    this.review = new ReviewActions(this);
    this.keep = new KeepActions(this);
    this.train = new TrainActions(this, "train");
    this.game = new GameActions(this, "game");
    this.rummy = new RummyActions(this);
  }

  /** Have each part do what a change of the state brings with it. @param {State} state */
  follow(state) {
    this.keep.follow();
    // A tab asks for what it shows once it is seen, with whatever deal is on the board then.
    [this.exchange, this.review, this.train].forEach((tab) => tab.follow());
    // What it does not show need not be searched for.
    this.talk.rest("position", exchanging(state) !== null);
    this.talk.rest("exchange", state.tab !== "exchange");
    this.talk.rest("review", state.tab !== "review");
  }
}
