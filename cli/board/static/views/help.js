/** Keys and words. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { h } from "../dom.js";

const KEYS = [
  ["s7, ht, d10", "play that card: suit, then rank"],
  ["Enter", "play the card in focus"],
  ["Tab", "from hand to hand, to the controls and tabs"],
  ["← →", "step through the record; in a hand, from card to card"],
  ["↑ ↓", "in a hand: step through the record"],
  ["Home, End", "to the start, to the end"],
  ["Backspace", "take back"],
  ["B", "play the best card"],
  ["V", "hide or show values"],
  ["?", "this help"],
  ["Esc", "close what lies over the board"],
];

const WORDS = [
  [
    "guarantee",
    "What a seat is sure of against any play of the two others, even if they play as one side to hurt it: at least so many tricks or points, where few are wanted (in NULLO, à l’envers) at most so many. Of two partners it is what they get together.",
  ],
  ["best case", "The best a seat can get if the two others get no more than their own guarantees."],
  [
    "share",
    "One fair number a seat: all three stand at the same fraction of the way from guarantee to best case, and add up to the tricks or points.",
  ],
  [
    "points",
    "Share minus target, in NULLO target minus share: what the deal is worth to the seat. In Manille points are what is won: those of the cards, and one a trick.",
  ],
  ["loss", "By how much a card lowers its player’s own guarantee, compared with his best card."],
  [
    "sure loss",
    "What a card costs its player if all play for their own tricks alone, whatever the others choose. Shown from eight cards on.",
  ],
  ["equal cards", "Cards of which it makes no difference which is played."],
  ["the Manni", "The cards that lie aside, from which hands are exchanged."],
  [
    "talon, surprise",
    "The cards that lie aside in Manille: nobody sees the talon, the declarer takes up the surprise.",
  ],
  [
    "rise, ruff, overruff",
    "What a card has to do in Manille, if it can, while a foe is winning the trick: beat his card in the suit led, trump it, beat his trump.",
  ],
];

/** @param {State} state @param {Actions} _act @returns {VNode} */
export function view(state, _act) {
  return h(
    "div",
    { class: "help" },
    h("h3", null, "Keys"),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, what]) =>
        h("div", { key }, h("dt", null, h("kbd", null, key)), h("dd", null, what)),
      ),
    ),
    h("p", { class: "quiet" }, "Keys of a single letter can be switched off in the settings."),
    h("h3", null, "Words"),
    h(
      "dl",
      null,
      WORDS.map(([word, what]) =>
        h("div", { key: word }, h("dt", null, word), h("dd", null, what)),
      ),
    ),
    h("p", { class: "quiet" }, state.hello ? `Manni ${state.hello.version}` : null),
  );
}
