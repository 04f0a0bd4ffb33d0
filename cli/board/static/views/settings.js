/** Settings, which this browser remembers. */

/** @import {State, Theme} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, N_ } from "../language.js";
import { check, select, taking } from "./pieces.js";

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", N_("As the system has it")],
  ["light", N_("Light")],
  ["dark", N_("Dark")],
];

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ hello, settings }, { frame }) {
  /** @param {"forced" | "fourColours" | "trumpsFirst" | "letters"} name @param {string} word */
  const choice = (name, word) => check(word, settings[name], (on) => frame.set({ [name]: on }));
  const languages = Object.entries(hello?.languages ?? {}).map(([code, name]) => ({ code, name }));
  return h(
    "div.settings",
    // A language has its own name.
    select(_("Language"), settings.language, [["", N_("As the system has it")], ...languages], (language) => frame.set({ language })),
    select(_("Colours"), settings.theme, THEMES, (theme) => frame.set({ theme: /** @type {Theme} */ (theme) })),
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
}
