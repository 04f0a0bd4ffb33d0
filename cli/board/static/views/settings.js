/** Settings, which this browser remembers. */

/** @import {Settings, State, Theme} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, capital, N_ } from "../language.js";

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", N_("As the system has it")],
  ["light", N_("Light")],
  ["dark", N_("Dark")],
];

/** @type {[Settings["pace"], string][]} */
const PACES = [
  ["calm", N_("Calm")],
  ["quick", N_("Quick")],
];

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ hello, settings }, act) {
  const languages = (hello?.languages ?? []).map((code) => [code, nameOf(code)]);
  return h(
    "div",
    { class: "settings" },
    choices(
      _("Language"),
      "language",
      /** @type {[string, string][]} */ ([["", THEMES[0]?.[1] ?? ""], ...languages]),
      settings.language,
      (language) => act.frame.set({ language }),
    ),
    choices(_("Colours"), "theme", THEMES, settings.theme, (theme) => act.frame.set({ theme })),
    choices(_("Pace at the table"), "pace", PACES, settings.pace, (pace) => act.frame.set({ pace })),
    h(
      "fieldset",
      { class: "choices" },
      h("legend", null, _("Board")),
      choice(settings, "fourColours", _("Four colours: diamonds blue, clubs green"), act),
      choice(settings, "letters", _("Single letters are keys (s7, B, V, ?)"), act),
      choice(settings, "hideValues", _("Hide values"), act),
    ),
  );
}

/** What a language is called in itself. @param {string} code */
function nameOf(code) {
  return capital(new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code);
}

/**
 * One of several.
 *
 * @template {string} T
 * @param {string} legend
 * @param {string} name
 * @param {[T, string][]} all values and words
 * @param {T} chosen
 * @param {(value: T) => void} choose
 */
function choices(legend, name, all, chosen, choose) {
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", null, legend),
    all.map(([value, word]) =>
      h(
        "label",
        { key: value },
        h("input", {
          type: "radio",
          name,
          checked: value === chosen,
          onchange: () => choose(value),
        }),
        ` ${_(word)}`,
      ),
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
