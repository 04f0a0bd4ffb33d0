/** The bar below: going through the record, taking back, the best card, and values. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _ } from "../language.js";
import * as record from "../record.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { tree, settings } = state;
  const atStart = tree.at === record.ROOT;
  const atEnd = record.following(tree) === undefined;
  const { board, frame } = act;
  return h(
    "div",
    { class: "controls" },
    h(
      "div",
      { class: "steps", role: "group", "aria-label": _("Steps") },
      step("first", _("To the start"), "Home", atStart, () => board.first()),
      step("back", _("Step back"), "←", atStart, () => board.back()),
      step("forward", _("Step forward"), "→", atEnd, () => board.forward()),
      step("end", _("To the end"), "End", atEnd, () => board.end()),
    ),
    step("undo", _("Take back"), "Backspace", atStart, () => board.takeBack(), _("Take back")),
    h(
      "button",
      {
        type: "button",
        class: "button",
        title: _("Play the best card (B)"),
        onclick: () => act.play.best(),
      },
      _("Best"),
      h("span", { class: "word" }, _("card")),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button toggle",
        title: _("Values (V)"),
        "aria-pressed": !settings.hideValues,
        onclick: () => frame.toggleValues(),
      },
      _("Values"),
    ),
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
function step(icon, name, key, off, go, word) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${icon}`,
      title: `${name} (${key})`,
      "aria-label": name,
      "aria-disabled": off ? "true" : null,
      onclick: () => off || go(),
    },
    h(
      "svg",
      { class: "icon", "aria-hidden": "true", focusable: "false" },
      h("use", { href: `#icon-${icon}` }),
    ),
    word ? h("span", { class: "word" }, word) : null,
  );
}
