/** The bar below: going through the record, taking back, the best card, and values. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { button } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ tree, settings }, { board, frame, play }) {
  const atStart = tree.at === record.ROOT;
  const atEnd = record.following(tree) === undefined;
  return h(
    "div.controls",
    h(
      "div.group",
      { role: "group", "aria-label": _("Steps") },
      step("first", _("To the start"), "Home", atStart, () => board.first()),
      step("back", _("Step back"), "←", atStart, () => board.back()),
      step("forward", _("Step forward"), "→", atEnd, () => board.forward()),
      step("end", _("To the end"), "End", atEnd, () => board.end()),
    ),
    step("undo", _("Take back"), "Backspace", atStart, () => board.takeBack(), _("Take back")),
    button([_("Best"), h("span.word", _("card"))], () => play.best(), {
      title: _("Play the best card (B)"),
    }),
    button(_("Values"), () => frame.toggleValues(), {
      class: "toggle",
      title: _("Values (V)"),
      "aria-pressed": !settings.hideValues,
    }),
  );
}

/**
 * A button that stays in reach of Tab where it can do nothing, so that the focus stays too.
 *
 * @param {string} icon
 * @param {string} name
 * @param {string} key
 * @param {boolean} off
 * @param {() => void} go
 * @param {string} [word] shown beside the sign
 */
const step = (icon, name, key, off, go, word) =>
  button(
    [
      h(
        "svg.icon",
        { "aria-hidden": true, focusable: "false" },
        h("use", { href: `#icon-${icon}` }),
      ),
      word && h("span.word", word),
    ],
    () => off || go(),
    { class: icon, title: `${name} (${key})`, "aria-label": name, "aria-disabled": off || null },
  );
