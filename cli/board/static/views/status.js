/** The status line: what happened last, or that the connection is gone. */

/** @import {State} from "../types.js" */
/** @import {VNode} from "../h.js" */
import { suitSign } from "../cards.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import { withCards } from "./card.js";

/** @param {State} state @returns {VNode} */
export function view({ link, loaded, hello, said, typed, game }) {
  const broken = link === "lost" || link === "refused";
  // At the table all of it stands in its place: here it is heard alone.
  const heard = game.open && !broken && !typed;
  // What part of the page is there, the first time it is opened.
  const loading = loaded && !hello && _("Loading: {percent} %", { percent: Math.round(100 * loaded) });
  return h(
    "p.status",
    { class: [broken && "broken", heard && "said"], role: "status" },
    broken ? linkText(link, said) : loading || withCards(said),
    typed && h("span.typed", ` ${suitSign(typed.charAt(0))}${typed.slice(1)}…`),
  );
}

/** @param {State["link"]} link @param {string} said */
const linkText = (link, said) =>
  link === "lost"
    ? _("The connection to the board is gone; it is tried again. If the board was started anew, open the address that it printed.")
    : said ||
      _("The board does not answer here. If it was started anew, open the address that it printed.");
