/** The bar below: going through the record, the best card, values, and what happened last. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Children, VNode} from "../h.js" */
import { suitSign } from "../cards.js";
import { COMMANDS } from "../commands.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { drawing, withCards } from "./card.js";
import { button } from "./pieces.js";

/**
 * The bar: the menu and the drawer, which on wide windows stand open, and between them what can be done.
 *
 * @param {State} state
 * @param {Children} does
 * @param {string} [drawer] what it holds
 */
export const bar = (state, does, drawer) =>
  h(
    "section.bar",
    { key: "bar", "aria-label": _("Controls") },
    status(state),
    h(
      "div.controls",
      h("button.button.folds", { popovertarget: "menu" }, sign("menu", _("Menu"))),
      does,
      drawer && h("button.button.folds", { popovertarget: "drawer", onclick: folds }, sign("drawer", drawer)),
    ),
  );

/** Where the drawer stands open it is folded away, or comes back. @param {Event} event */
function folds(event) {
  if (matchMedia("(min-width: 900px) and (min-height: 481px)").matches) {
    event.preventDefault();
    document.documentElement.classList.toggle("folded");
    dispatchEvent(new Event("resize"));
  }
}

/** What stands on a button of the bar. @param {string} icon @param {string} word */
export const sign = (icon, word) => [drawing("icon", `icon-${icon}`), h("span.word", word)];

/**
 * Going through the record.
 *
 * @param {State} state
 * @param {Actions} act
 * @param {boolean} [more] what there is no room for in the bar of a telephone
 * @returns {Children}
 */
export function controls({ tree, settings, deal }, act, more) {
  if (!deal) {
    return null;
  }
  const atStart = tree.at === record.ROOT;
  const atEnd = record.following(tree) === undefined;
  /** @param {string[]} icons */
  const steps = (icons) =>
    COMMANDS.flatMap(({ key = "", sign: named = key, icon = "", what, board: go }) => {
      const off = ["forward", "end"].includes(icon) ? atEnd : atStart;
      const props = { class: icon, title: `${_(what)} (${_(named)})`, "aria-label": _(what), off };
      return icons.includes(icon) && go ? button(sign(icon, _(what)), () => go(act), props) : [];
    });
  const rest = [
    steps(["first", "end", "undo"]),
    button(sign("values", _("Values")), () => act.frame.toggleValues(), {
      title: _("Values (V)"),
      "aria-pressed": !settings.hideValues,
    }),
  ];
  return more
    ? h("div.row.folds", rest)
    : [
        steps(["back", "forward"]),
        button(sign("best", _("Best card")), () => act.board.best(), { class: "main", title: _("Play the best card (B)") }),
        h("span.unfolds", rest),
      ];
}

/** What happened last, or that the connection is gone. @param {State} state @returns {VNode} */
function status({ link, loaded, hello, said, typed, game }) {
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
