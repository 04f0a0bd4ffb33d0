/** Which cards matter: a diagram with x for those that do not. */

/** @import {Reason} from "../messages.js" */
/** @import {VNode} from "../h.js" */
import { SEATS, seatTitle, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import { pip } from "./card.js";

const SUITS = ["S", "H", "D", "C"];

/** @param {Reason} reason @returns {VNode} */
export function reasonView({ text, suits }) {
  const rows = SEATS.map((seat) =>
    h(
      "tr",
      { key: seat },
      h("th", { scope: "row" }, seatTitle(seat)),
      SUITS.map((suit, at) =>
        h(
          "td",
          { key: suit },
          h("span", { class: `signs ${suit}` }, pip(suit, suitWord(suit)), " ", suits[seat][at] || "–"),
        ),
      ),
    ),
  );
  return h(
    "section",
    { class: "reason", key: "reason" },
    h("p", null, text),
    h("table", { "aria-label": _("Which cards matter") }, h("tbody", null, rows)),
    h(
      "p",
      { class: "quiet" },
      _("x: whatever other card of the suit it is, as long as the hand stays in order."),
    ),
  );
}
