/** The sheet at which one sits down to a game: a new one, or one that was left. */

/** @import {GameListed, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { _, capital, N_, ngettext } from "../language.js";
import { seatTitle } from "../cards.js";
import { h } from "../h.js";
import { button, field, select, taking, textField } from "./pieces.js";

/** @type {[string, string][]} */
const STRENGTHS = [
  ["novice", N_("1. novice: takes what tricks he can")],
  ["thumb", N_("2. steady: plays by rule of thumb")],
  ["fair", N_("3. fair: thinks a little")],
];

/** What a game is about, by what is counted in it. @type {Record<string, string>} */
const ABOUT = {
  tricks: N_(
    "Each of three players needs so many tricks and scores what he takes above or below that. Before the play some or all exchange cards for those that lie aside, the Manni.",
  ),
  points: N_(
    "The French game of 32 cards, for three. Cards have points, and so have tricks; the ten is the highest card, then ace, king, queen and jack.",
  ),
};

/** @type {[string, string][]} */
const FAMILIES = [
  ["tricks", N_("Manni, from Iceland")],
  ["points", N_("Manille, from France")],
];

/** @type {[string, string][]} */
const DEALS = [
  ["0", N_("until the game is over")],
  ["1", N_("one deal")],
  ["3", N_("three deals")],
  ["6", N_("six deals")],
  ["9", N_("nine deals")],
];

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view({ hello, game }, act) {
  const { variant, seat, strength, deals, seed } = game.form;
  const variants = hello?.variants ?? [];
  const chosen = variants.find(({ code }) => code === variant);
  return h(
    "div.parts.sitting-down",
    h(
      "section.wide",
      h("h3", _("A new game")),
      h(
        "form.fields",
        {
          onsubmit: (event) => {
            event.preventDefault();
            act.game.sit();
          },
          onkeydown: (event) => {
            if (event.key === "Enter" && event.target instanceof HTMLSelectElement) {
              event.preventDefault();
              act.game.sit();
            }
          },
        },
        field(
          _("Game"),
          "select",
          {
            value: variant,
            autofocus: true,
            "aria-describedby": "about",
            onchange: taking((code) => act.game.fillIn({ variant: code })),
          },
          FAMILIES.map(([unit, family]) =>
            h(
              "optgroup",
              { label: _(family) },
              variants
                .filter((each) => each.at_table && each.unit === unit)
                .map(({ code, name }) => h("option", { key: code, value: code }, capital(name))),
            ),
          ),
        ),
        select(
          _("Your seat in the first deal"),
          seat,
          (chosen?.seats ?? []).map((each, at) => [each, at ? seatTitle(each) : _("Forehand, next to the dealer")]),
          (value) => act.game.fillIn({ seat: /** @type {Seat} */ (value) }),
        ),
        select(_("The two others"), strength, STRENGTHS, (value) =>
          act.game.fillIn({ strength: value }),
        ),
        select(_("How long"), `${deals}`, DEALS, (value) => act.game.fillIn({ deals: Number(value) })),
        textField(
          _("Seed, for the same deals again"),
          seed,
          (value) => act.game.fillIn({ seed: value }),
          {
            inputmode: "numeric",
            pattern: "[0-9]{1,10}",
            title: _("A number of up to ten figures"),
            placeholder: _("any"),
          },
        ),
        h("button.button.main", { type: "submit" }, _("Sit down")),
      ),
      chosen &&
        h(
          "p.quiet",
          { id: "about" },
          `${_(ABOUT[chosen.unit] ?? chosen.name)} `,
          _("How long a whole game lasts: {ending}.", { ending: chosen.ending }),
        ),
      game.problem && h("p.warning", { role: "alert" }, game.problem),
    ),
    game.list.length > 0 &&
      h(
        "section.wide",
        h("h3", _("Games you have played")),
        h("ul.left-games", game.list.map((each) => left(each, game.leaving === each.id, act))),
      ),
  );
}

/** A game that was left; where it is to be deleted, that is asked. @param {GameListed} game @param {boolean} leaving @param {Actions} act */
function left(game, leaving, act) {
  const name = capital(game.game);
  const when = stands(game);
  return h(
    "li.left-game",
    { key: game.id },
    h("button.entry", { onclick: () => act.game.join(game.id) }, h("b", name), h("span.quiet", when)),
    leaving
      ? [
          button(_("Delete it"), () => act.game.forget(game.id), { class: "small warning" }),
          button(_("Keep it"), () => act.game.write({ leaving: "" }), { class: "small" }),
        ]
      : button("×", () => act.game.write({ leaving: game.id }), {
          class: "small",
          "aria-label": _("Delete {game}, {when}", { game: name, when }),
          title: _("Delete this game"),
        }),
  );
}

/** @param {GameListed} game */
function stands({ deals: number, over, of: all, when }) {
  const date = new Date(1000 * when); // which not every browser can write in Icelandic
  const [hours, minutes] = [date.getHours(), date.getMinutes()].map((part) => `${part}`.padStart(2, "0"));
  const at = _("{day}/{month}/{year}, {time}", {
    day: date.getDate(),
    month: date.getMonth() + 1,
    year: date.getFullYear(),
    time: `${hours}:${minutes}`,
  });
  const played = all
    ? ngettext("{number} of {all} deal", "{number} of {all} deals", all, { number, all })
    : ngettext("{number} deal", "{number} deals", number);
  return [over ? _("over") : _("go on"), played, at].join(" · ");
}
