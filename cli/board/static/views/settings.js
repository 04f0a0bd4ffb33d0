/** Settings, which this browser remembers. */

/** @import {Settings, State, Theme} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, N_ } from "../language.js";

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
  ["clicks", N_("Each trick lies until you click it")],
];

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ hello, settings }, { frame }) {
  const languages = Object.entries(hello?.languages ?? {});
  return h(
    "div.settings",
    choices(_("Language"), "language", [["", THEMES[0]?.[1]], ...languages]),
    choices(_("Colours"), "theme", THEMES),
    choices(_("Pace at the table"), "pace", PACES),
    h(
      "fieldset.choices",
      h("legend", _("Board")),
      choice("fourColours", _("Four colours: diamonds blue, clubs green")),
      choice("trumpsFirst", _("Trumps before the other suits")),
      choice("letters", _("Single letters are keys (s7, B, V, ?)")),
      choice("hideValues", _("Hide values")),
    ),
  );

  /**
   * One of several.
   *
   * @param {string} legend
   * @param {"language" | "theme" | "pace"} name
   * @param {(string | undefined)[][]} all values and words
   */
  function choices(legend, name, all) {
    return h(
      "fieldset.choices",
      h("legend", legend),
      all.map(([value, word = ""]) =>
        h(
          "label",
          h("input", {
            type: "radio",
            name,
            checked: value === settings[name],
            onchange: () => frame.set({ [name]: value }),
          }),
          ` ${name === "language" && value ? word : _(word)}`, // a language has its own name
        ),
      ),
    );
  }

  /** @param {"fourColours" | "trumpsFirst" | "letters" | "hideValues"} name @param {string} word */
  function choice(name, word) {
    return h(
      "label",
      h("input", {
        type: "checkbox",
        checked: settings[name],
        onchange: (event) => frame.set({ [name]: event.target.checked }),
      }),
      ` ${word}`,
    );
  }
}
