/** Keys and words. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { licences } from "../channel.js";
import { h } from "../dom.js";
import { _, N_ } from "../language.js";

/** Keys, and what they do. @type {[string, string][]} */
const KEYS = [
  [N_("s7, ht, d10"), N_("play that card: suit, then rank")],
  [N_("Enter"), N_("play the card in focus")],
  [N_("Tab"), N_("from hand to hand, to the controls and tabs")],
  ["← →", N_("step through the record; in a hand, from card to card")],
  ["↑ ↓", N_("in a hand: step through the record")],
  [N_("Home, End"), N_("to the start, to the end")],
  [N_("Backspace"), N_("take back")],
  ["Ctrl-Z, Ctrl-Y", N_("undo what was done last, do it again")],
  ["B", N_("play the best card; at a table: ask for advice")],
  ["V", N_("hide or show values")],
  ["?", N_("this help")],
  [N_("Esc"), N_("close what lies over the board")],
];

/** @type {[string, string][]} */
const WORDS = [
  [
    N_("guarantee"),
    N_("What a seat is sure of against any play of the two others, even if they play as one side to hurt it: at least so many tricks or points, where few are wanted (in NULLO, à l’envers) at most so many. Of two partners it is what they get together."),
  ],
  [N_("best case"), N_("The best a seat can get if the two others get no more than their own guarantees.")],
  [
    N_("share"),
    N_("One fair number a seat: all three stand at the same fraction of the way from guarantee to best case, and add up to the tricks or points."),
  ],
  [
    N_("points"),
    N_("Share minus target, in NULLO target minus share: what the deal is worth to the seat. In Manille points are what is won: those of the cards, and one a trick."),
  ],
  [N_("loss"), N_("By how much a card lowers its player’s own guarantee, compared with his best card.")],
  [
    N_("sure loss"),
    N_("What a card costs its player if all play for their own tricks alone, whatever the others choose. Shown from eight cards on."),
  ],
  [N_("equal cards"), N_("Cards of which it makes no difference which is played.")],
  [N_("the Manni"), N_("The cards that lie aside, from which hands are exchanged.")],
  [
    N_("talon, surprise"),
    N_("The cards that lie aside in Manille: nobody sees the talon, the declarer takes up the surprise."),
  ],
  [
    N_("rise, ruff, overruff"),
    N_("What a card has to do in Manille, if it can, while a foe is winning the trick: beat his card in the suit led, trump it, beat his trump."),
  ],
];

/** @param {State} state @param {Actions} _act @returns {VNode} */
export function view(state, _act) {
  return h(
    "div",
    { class: "help" },
    h("h3", null, _("Keys")),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, what]) =>
        h("div", { key }, h("dt", null, h("kbd", null, _(key))), h("dd", null, _(what))),
      ),
    ),
    h("p", { class: "quiet" }, _("Keys of a single letter can be switched off in the settings.")),
    h("h3", null, _("Words")),
    h(
      "dl",
      null,
      WORDS.map(([word, what]) =>
        h("div", { key: word }, h("dt", null, _(word)), h("dd", null, _(what))),
      ),
    ),
    h("p", { class: "quiet" }, state.hello ? `Manni ${state.hello.version}` : null),
    licences &&
      h("p", null, h("a", { href: licences }, _("What this page is made of, and its licences"))),
  );
}
