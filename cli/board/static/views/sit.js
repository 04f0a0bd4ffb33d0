/** The sheet at which one sits down to a game: a new one, or one that was left. */

/** @import {GameListed, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { _, capital, fill, N_, ngettext } from "../language.js";
import { SEATS, seatTitle } from "../cards.js";
import { h } from "../h.js";
import { button, select } from "./pieces.js";

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
export function view(state, act) {
  return h("div", { class: "parts sitting-down" }, fresh(state, act), left(state, act));
}

/** @param {State} state @param {Actions} act */
function fresh({ hello, game }, act) {
  const { variant, seat, strength, deals, seed } = game.form;
  const variants = hello?.variants ?? [];
  const chosen = variants.find(({ code }) => code === variant);
  return h(
    "section",
    { key: "new", class: "wide" },
    h("h3", null, _("A new game")),
    h(
      "form",
      {
        class: "fields",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          act.game.sit();
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" && event.target instanceof HTMLSelectElement) {
            event.preventDefault();
            act.game.sit();
          }
        },
      },
      h(
        "label",
        { class: "field" },
        h("span", null, _("Game")),
        h(
          "select",
          {
            value: variant,
            autofocus: true,
            "aria-describedby": "about",
            onchange: (/** @type {Event} */ event) =>
              act.game.write({ variant: /** @type {HTMLSelectElement} */ (event.target).value }),
          },
          FAMILIES.map(([unit, family]) =>
            h(
              "optgroup",
              { key: unit, label: _(family) },
              variants
                .filter((each) => each.unit === unit)
                .map(({ code, name }) => h("option", { key: code, value: code }, capital(name))),
            ),
          ),
        ),
      ),
      select(
        _("Your seat in the first deal"),
        seat,
        SEATS.map((each) => [each, each === "F" ? _("Forehand, next to the dealer") : seatTitle(each)]),
        (value) => act.game.write({ seat: /** @type {Seat} */ (value) }),
      ),
      select(_("The two others"), strength, STRENGTHS, (value) =>
        act.game.write({ strength: value }),
      ),
      select(_("How long"), `${deals}`, DEALS, (value) => act.game.write({ deals: Number(value) })),
      h(
        "label",
        { class: "field" },
        h("span", null, _("Seed, for the same deals again")),
        h("input", {
          type: "text",
          inputmode: "numeric",
          pattern: "[0-9]{1,10}",
          title: _("A number of up to ten figures"),
          autocomplete: "off",
          placeholder: _("any"),
          value: seed,
          oninput: (/** @type {Event} */ event) =>
            act.game.write({ seed: /** @type {HTMLInputElement} */ (event.target).value }),
        }),
      ),
      h("button", { type: "submit", class: "button main" }, _("Sit down")),
    ),
    chosen &&
      h(
        "p",
        { key: "about", id: "about", class: "quiet" },
        `${_(ABOUT[chosen.unit] ?? chosen.name)} `,
        fill(_("How long a whole game lasts: {ending}."), { ending: chosen.ending }),
      ),
    game.problem ? h("p", { key: "problem", class: "warning", role: "alert" }, game.problem) : null,
  );
}

/** @param {State} state @param {Actions} act */
function left({ game }, act) {
  return game.list.length
    ? h(
        "section",
        { key: "left", class: "wide" },
        h("h3", null, _("Games you have played")),
        h(
          "ul",
          { class: "left-games" },
          game.list.map((each) =>
            h(
              "li",
              { key: each.id, class: "left-game" },
              h(
                "button",
                { type: "button", class: "entry", onclick: () => act.game.join(each.id) },
                h("b", null, capital(each.game)),
                h("span", { class: "quiet" }, stands(each)),
              ),
              game.leaving === each.id
                ? [
                    button(_("Delete it"), () => act.game.forget(each.id), { key: "yes", class: "button small warning" }),
                    button(_("Keep it"), () => act.game.doubt(""), { key: "no", class: "button small" }),
                  ]
                : button("×", () => act.game.doubt(each.id), {
                    key: "ask",
                    class: "button small",
                    "aria-label": fill(_("Delete {game}, {when}"), { game: capital(each.game), when: stands(each) }),
                    title: _("Delete this game"),
                  }),
            ),
          ),
        ),
      )
    : null;
}

/** @param {GameListed} game */
function stands({ deals, over, of: all, when }) {
  const date = new Date(1000 * when); // which not every browser can write in Icelandic
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const time = [date.getHours(), date.getMinutes()].map((part) => `${part}`.padStart(2, "0")).join(":");
  const at = fill(_("{day}/{month}/{year}, {time}"), { day, month, year, time });
  const number = all ? fill(ngettext("{number} of {all} deal", "{number} of {all} deals", all), { number: deals, all }) : fill(ngettext("{number} deal", "{number} deals", deals), { number: deals });
  return [over ? _("over") : _("go on"), number, at].join(" · ");
}
