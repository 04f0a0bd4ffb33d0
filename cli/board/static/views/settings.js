/** Settings, which this browser remembers. */

/** @import {Settings, State, Theme} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { h } from "../dom.js";

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", "As the system has it"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ settings }, act) {
  return h(
    "div",
    { class: "settings" },
    h(
      "fieldset",
      { class: "choices" },
      h("legend", null, "Colours"),
      THEMES.map(([theme, word]) =>
        h(
          "label",
          { key: theme },
          h("input", {
            type: "radio",
            name: "theme",
            checked: settings.theme === theme,
            onchange: () => act.frame.set({ theme }),
          }),
          ` ${word}`,
        ),
      ),
    ),
    h(
      "fieldset",
      { class: "choices" },
      h("legend", null, "Board"),
      choice(settings, "fourColours", "Four colours: diamonds blue, clubs green", act),
      choice(settings, "letters", "Single letters are keys (s7, B, V, ?)", act),
      choice(settings, "hideValues", "Hide values", act),
    ),
  );
}

/**
 * @param {Settings} settings
 * @param {"fourColours" | "letters" | "hideValues"} name
 * @param {string} word
 * @param {Actions} act
 */
function choice(settings, name, word, act) {
  return h(
    "label",
    null,
    h("input", {
      type: "checkbox",
      checked: settings[name],
      onchange: (/** @type {Event} */ event) =>
        act.frame.set({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
    }),
    ` ${word}`,
  );
}
