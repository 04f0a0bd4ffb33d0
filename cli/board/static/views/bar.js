/** The bar below: going through the record, the best card, values, and what happened last. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Children, VNode} from "../h.js" */
import { suitSign } from "../cards.js";
import { COMMANDS } from "../commands.js";
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { withCards } from "./card.js";
import { button } from "./pieces.js";

/**
 * The bar: the menu and the drawer, which on wide windows stand open, and between them what can be done.
 *
 * @param {State} state
 * @param {Actions} act
 * @param {Children} does
 * @param {string} [drawer] what it holds
 */
export const bar = (state, act, does, drawer) =>
  h(
    "section.bar",
    { key: "bar", "aria-label": _("Controls") },
    status(state),
    h(
      "div.controls",
      h("button.button.folds", { popovertarget: "menu" }, sign("menu", _("Menu"))),
      does,
      drawer && h("button.button.folds", { popovertarget: "drawer", onclick: (event) => folds(event, act) }, sign("drawer", drawer)),
    ),
  );

/** Where the drawer stands open it is folded away, or comes back. @param {Event} event @param {Actions} act */
function folds(event, { frame }) {
  if (matchMedia("(min-width: 900px) and (min-height: 481px)").matches) {
    event.preventDefault();
    frame.set({ folded: !frame.state.settings.folded });
  }
}

/** @type {Record<string, string>} */
const ICONS = {
  first: "M5 5h2.4v14H5zM20 5v14L9 12z",
  back: "M17 5v14L6 12z",
  forward: "M7 5v14l11-7z",
  end: "M16.6 5H19v14h-2.4zM4 5v14l11-7z",
  menu: "M3 5h18v2.600H3zM3 10.700h18v2.600H3zM3 16.400h18V19H3z",
  drawer: "M4 4h16v16H4zm2 2v3h12V6zm0 5v2h5v-2zm7 0v2h5v-2zm-7 4v2h5v-2zm7 0v2h5v-2z",
  best: "m12 2.500 2.900 6.300 6.900.8-5.100 4.700 1.400 6.800-6.100-3.400-6.100 3.400 1.400-6.800L2.200 9.600l6.900-.8z",
  advice: "M12 2a7 7 0 0 0-4 12.700V17h8v-2.300A7 7 0 0 0 12 2zM8.500 18.500h7V20h-7zm1.500 2.500h4v1.500h-4z",
  last: "M6 3h12v2H8v12H6zm4 4h9v14h-9zm2 2v10h5V9z",
  values: "M12 5c5 0 9 4 10.500 7-1.500 3-5.500 7-10.500 7S3 15 1.500 12C3 9 7 5 12 5zm0 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  redo: "M14.5 4 21 10l-6.5 6v-4.200h-4.200a3.3 3.3 0 0 0 0 6.6h5.200V21h-5.200a6 6 0 0 1 0-12.200h4.200z",
  undo: "M9.5 4 3 10l6.5 6v-4.200h4.200a3.3 3.3 0 0 1 0 6.6H8.5V21h5.200a6 6 0 0 0 0-12.200H9.5z",
};

/** What stands on a button of the bar. @param {string} icon @param {string} word */
export const sign = (icon, word) => [
  h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ICONS[icon] })),
  h("span.word", word),
];

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
  const broken = ["lost", "refused"].includes(link);
  // At the table all of it stands in its place: here it is heard alone.
  const heard = game.open && !broken && !typed;
  // What part is there of the page, or of what is waited for.
  const loading = loaded > 0 && (loaded < 1 || !hello) && _("Loading: {percent} %", { percent: Math.round(100 * loaded) });
  return h(
    "p.status",
    { class: [broken && "broken", heard && "said"], role: "status" },
    broken ? linkText(link, said) : loading || withCards(said),
    typed && h("b.typed", ` ${suitSign(typed.charAt(0))}${typed.slice(1)}…`),
  );
}

/** @param {State["link"]} link @param {string} text */
const linkText = (link, text) =>
  link === "lost"
    ? _("The connection to the board is lost; trying again. If the board was restarted, open the address that it printed.")
    : text ||
      _("The board does not answer here. If it was restarted, open the address that it printed.");
