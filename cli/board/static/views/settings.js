/** Settings, which this browser remembers. */

/** @import {State, Theme} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, N_ } from "../language.js";
import { check, taking } from "./pieces.js";

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", N_("As the system has it")],
  ["light", N_("Light")],
  ["dark", N_("Dark")],
];

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ hello, settings }, { frame }) {
  const languages = Object.entries(hello?.languages ?? {});
  return h(
    "div.settings",
    choices(_("Language"), "language", [["", THEMES[0]?.[1]], ...languages]),
    choices(_("Colours"), "theme", THEMES),
    h(
      "fieldset.choices",
      h("legend", _("Pace at the table")),
      h(
        "label",
        _("Calm"),
        " ",
        h("input", {
          type: "range",
          max: 6,
          "aria-label": _("Pace at the table"),
          value: settings.pace,
          onchange: taking((pace) => frame.set({ pace: Number(pace) })),
        }),
        " ",
        _("Quick"),
      ),
      !settings.pace && h("p", _("Each trick lies until you click it")),
      choice("forced", _("The only card plays itself")),
    ),
    h(
      "fieldset.choices",
      h("legend", _("Board")),
      choice("fourColours", _("Four colours: diamonds blue, clubs green")),
      choice("trumpsFirst", _("Trumps before the other suits")),
      choice("letters", _("Single letters are keys (s7, B, V, ?)")),
    ),
  );

  /**
   * One of several.
   *
   * @param {string} legend
   * @param {"language" | "theme"} name
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

  /** @param {"forced" | "fourColours" | "trumpsFirst" | "letters"} name @param {string} word */
  function choice(name, word) {
    return check(word, settings[name], (on) => frame.set({ [name]: on }));
  }
}
