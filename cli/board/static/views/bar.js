/** The bar below: going through the record, the best card, values, and what happened last. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { suitSign } from "../cards.js";
import { COMMANDS } from "../commands.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { drawing, withCards } from "./card.js";
import { button } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function controls({ tree, settings }, act) {
  const atStart = tree.at === record.ROOT;
  const atEnd = record.following(tree) === undefined;
  const steps = COMMANDS.flatMap(({ key = "", sign = key, icon, what, board: go }) => {
    const off = ["forward", "end"].includes(icon ?? "") ? atEnd : atStart;
    const word = icon === "undo" && h("span.word", _(what));
    const props = { class: icon ?? "", title: `${_(what)} (${_(sign)})`, "aria-label": _(what), off };
    return icon && go ? button([drawing("icon", `icon-${icon}`), word], () => go(act), props) : [];
  });
  return h(
    "div.controls",
    h("div.group", { role: "group", "aria-label": _("Steps") }, steps.slice(0, -1)),
    steps.slice(-1), // to take back
    button([_("Best"), h("span.word", _("card"))], () => act.board.best(), {
      title: _("Play the best card (B)"),
    }),
    button(_("Values"), () => act.frame.toggleValues(), {
      class: "toggle",
      title: _("Values (V)"),
      "aria-pressed": !settings.hideValues,
    }),
  );
}

/** What happened last, or that the connection is gone. @param {State} state @returns {VNode} */
export function status({ link, loaded, hello, said, typed, game }) {
  const broken = link === "lost" || link === "refused";
  // At the table all of it stands in its place: here it is heard alone.
  const heard = game.open && !broken && !typed;
  // What part is there of the page, or of what is waited for.
  const loading = loaded > 0 && (loaded < 1 || !hello) && _("Loading: {percent} %", { percent: Math.round(100 * loaded) });
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
