/** The status line: what happened last, or that the connection is gone. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { suitSign } from "../cards.js";
import { h } from "../h.js";
import { _, fill } from "../language.js";
import { withCards } from "./card.js";

/** @param {State} state @param {Actions} _act @returns {VNode} */
export function view(state, _act) {
  const broken = state.link === "lost" || state.link === "refused";
  // At the table all of it stands in its place: here it is heard alone.
  const heard = state.game.open && !broken && !state.typed;
  return h(
    "p",
    { class: `status${broken ? " broken" : ""}${heard ? " said" : ""}`, role: "status" },
    broken ? linkText(state) : state.loaded && !state.hello ? loading(state) : withCards(state.said),
    state.typed &&
      h(
        "span",
        { class: "typed", key: "typed" },
        ` ${suitSign(state.typed.charAt(0))}${state.typed.slice(1)}…`,
      ),
  );
}

/** @param {State} state */
function linkText({ link, said }) {
  return link === "lost"
    ? _("The connection to the board is gone; it is tried again. If the board was started anew, open the address that it printed.")
    : said ||
        _("The board does not answer here. If it was started anew, open the address that it printed.");
}

/** What part of the page is there, the first time it is opened. @param {State} state */
function loading({ loaded }) {
  return fill(_("Loading: {percent} %"), { percent: Math.round(100 * loaded) });
}
