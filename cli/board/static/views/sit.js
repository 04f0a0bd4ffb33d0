/** The sheet at which one sits down to a game: a new one, or one that was left. */

/** @import {GameListed, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { _, capital, fill, N_, ngettext } from "../language.js";
import { SEATS, seatTitle } from "../cards.js";
import { h } from "../dom.js";
import { select } from "./pieces.js";

/** @type {[string, string][]} */
const STRENGTHS = [
  ["novice", N_("a novice: takes what he can")],
  ["casual", N_("casual: forgets what was played")],
  ["thumb", N_("easy: by rule of thumb")],
  ["fair", N_("fair: thinks a little")],
  ["strong", N_("strong: thinks more")],
];

/** @type {[string, string][]} */
const DEALS = [
  ["0", N_("until the game is over")],
  ["points", N_("until it is over, for points alone")],
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
  const { variant, seat, strength, deals, points, seed } = game.form;
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
      },
      select(
        _("Game"),
        variant,
        (hello?.variants ?? []).map(({ code, name }) => [code, capital(name)]),
        (code) => act.game.write({ variant: code }),
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
      select(_("How long"), points ? "points" : `${deals}`, DEALS, (value) =>
        act.game.write({ deals: Number(value) || 0, points: value === "points" }),
      ),
      h(
        "label",
        { class: "field" },
        h("span", null, _("Seed, for the same deals again")),
        h("input", {
          type: "text",
          inputmode: "numeric",
          pattern: "[0-9]{1,10}",
          autocomplete: "off",
          placeholder: _("any"),
          value: seed,
          oninput: (/** @type {Event} */ event) =>
            act.game.write({ seed: /** @type {HTMLInputElement} */ (event.target).value }),
        }),
      ),
      h("button", { type: "submit", class: "button main" }, _("Sit down")),
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
          { class: "samples" },
          game.list.map((each) =>
            h(
              "li",
              { key: each.id },
              h(
                "button",
                { type: "button", class: "entry", onclick: () => act.game.join(each.id) },
                h("b", null, capital(each.game)),
                h("span", { class: "quiet" }, stands(each)),
              ),
            ),
          ),
        ),
      )
    : null;
}

/** @param {GameListed} game */
function stands({ deals, over, of: all, when }) {
  const day = new Date(1000 * when).toLocaleDateString(document.documentElement.lang);
  const number = all ? fill(_("{number} of {all} deals"), { number: deals, all }) : fill(ngettext("{number} deal", "{number} deals", deals), { number: deals });
  return [over ? _("over") : _("go on"), number, day].join(" · ");
}
