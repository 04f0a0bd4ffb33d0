/** Which cards matter: a diagram with x for those that do not. */

/** @import {Reason} from "../messages.js" */
/** @import {VNode} from "../h.js" */
import { SEATS, seatTitle, SUITS } from "../cards.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import { suitText } from "./card.js";
import { row } from "./pieces.js";

/** @param {Reason} reason @returns {VNode} */
export const reasonView = ({ text, suits }) =>
  h(
    "section.reason",
    h("p", text),
    h(
      "table",
      { "aria-label": _("Which cards matter") },
      h(
        "tbody",
        SEATS.map((seat) =>
          row(
            {},
            seatTitle(seat),
            SUITS.map((suit, at) =>
              suitText(suit, suits[seat][at]),
            ),
          ),
        ),
      ),
    ),
    h("p.quiet", _("x: whatever other card of the suit it is, as long as the hand stays in order.")),
  );
