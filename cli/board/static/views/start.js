/** The start: the ways on, to play, to solve a puzzle, to look at a deal. */

/** @import {GameListed, Hello, Seat} from "../messages.js" */
/** @import {Sheet, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, VNode} from "../h.js" */
import { _, capital, N_, ngettext } from "../language.js";
import { seatTitle } from "../cards.js";
import { seatIn, variantOf } from "../state.js";
import { h } from "../h.js";
import { bar } from "./bar.js";
import { face } from "./card.js";
import { button, entry, listOf, seedField, select } from "./pieces.js";

/** @type {[string, string][]} */
const STRENGTHS = [
  ["novice", N_("1. novice: takes what tricks he can")],
  ["thumb", N_("2. steady: plays by rule of thumb")],
  ["fair", N_("3. fair: thinks a little, if five play at most")],
];

/** What games are about; those for three are named first. @type {Record<string, string>} */
const ABOUT = {
  hornafjordur: N_("The card cut says what is played; cards are exchanged for those that lie aside."),
  laugavatn: N_("Forehand names what is played, exchanges up to four cards, plays against two."),
  "encheres-petite": N_("With bids: who bids most names the trump and plays against two."),
  "manille-3": N_("The French game: cards and tricks count points, and the ten is the highest."),
  trjamann: N_("Sixteen cards each; forehand names one of five contracts, each of them once."),
  "dix-sept-3": N_("The card turned up is trump; who comes last to a hundred points loses."),
  "envers-3": N_("Turned about: who comes to a hundred points loses."),
  basic: N_("The suits in turn; who has a bad hand takes the twelve cards aside for it."),
  decouverte: N_("Four piles each: the cards on top are played, those under them are turned."),
  "manille-4": N_("Two against two, who sit opposite and tell each other what they hold."),
};

/** How many play the others. @type {[number, string][]} */
const TABLES = [
  [3, N_("More games for three")],
  [2, N_("For two")],
  [4, N_("For four")],
  [5, N_("For five")],
  [6, N_("For six")],
  [7, N_("For seven")],
];

/** @type {[string, string][]} */
const DEALS = [
  ["0", N_("until the game is over")],
  ["1", N_("one deal")],
  ["3", N_("three deals")],
  ["6", N_("six deals")],
  ["9", N_("nine deals")],
];

/** @typedef {Hello["variants"][0]} Variant */

/** The cards one sees first. */
const FAN = ["SA", "HK", "DQ", "CJ", "ST"];

/** @param {State} state @param {Actions} act @returns {VNode[]} */
export function page(state, act) {
  const { hello, game } = state;
  const { form, list, problem } = game;
  const last = variantOf(state, form) ?? hello?.variants[0];
  // The last of each game: two of one could not be told apart here.
  const left = list.filter(({ over, id }) => !over && id !== game.id)
    .filter((game, at, all) => at === all.findIndex((other) => other.game === game.game)).slice(0, 2);
  /** @param {Sheet} sheet */
  const opens = (sheet) => () => act.frame.openSheet(sheet);
  return [
    h(
      "section.play",
      { key: "start", "aria-label": _("Start") },
      h(
        "div.start",
        h("h1", "Manni"),
        h("div.fan", { "aria-hidden": "true" }, FAN.map((card, at) => h("span.card", { style: { "--at": `${at}` } }, face(card)))),
        h(
          "div.ways",
          last && [
            button([h("b", _("Deal me in")), h("span", capital(last.name))], () => act.game.sit(last.code), {
              class: "main",
              "data-game": last.code,
            }),
            button(_("Another game …"), opens("games"), { class: "wide" }),
            button(_("A puzzle"), () => act.train.first()),
            button(_("A deal of your own"), opens("edit")),
            button(_("Look at a deal"), opens("open")),
            button(_("Rummy"), () => act.frame.showTab("rummy")),
            left.map((game) => button(_("Go on: {game}", { game: capital(game.game) }), () => act.game.join(game.id), { key: game.id, class: "wide quiet" })),
          ],
        ),
        problem && h("p.warning", { role: "alert" }, problem),
      ),
    ),
    bar(state, act, null),
  ];
}

/** What games there are, how they are played, and those one has left. @param {State} state @param {Actions} act @returns {Child} */
export function view(state, act) {
  const { hello, game } = state;
  if (!hello) {
    return null;
  }
  const { form, list } = game;
  const played = hello.variants;
  const last = variantOf(state, form) ?? played[0];
  const named = Object.keys(ABOUT).flatMap((code) => played.filter((variant) => variant.code === code && variant.seats.length === 3));
  const others = played.filter((variant) => !named.includes(variant));
  /** @param {Variant[]} all */
  const choices = (all) =>
    listOf("ul.offers", all.map((variant) => entry(variant, _(ABOUT[variant.code] ?? variant.ending), () => act.game.sit(variant.code))));
  return h(
    "div.games",
    choices(named),
    TABLES.map(([number, word]) => more(_(word), choices(others.filter(({ seats }) => seats.length === number)))),
    more(_("Your seat, the others, how long"), settings({ ...form, seat: seatIn(state) }, last, act)),
    list.length > 0 &&
      more(
        _("Games you have played"),
        h("ul.left-games", list.map((other) => kept(other, game.leaving === other.id, act))),
      ),
  );
}

/** What is shown when one asks for it. @param {string} word @param {VNode} what */
const more = (word, what) => h("details", h("summary", word), what);

/** How a game is played. @param {State["game"]["form"]} form @param {Variant | undefined} last @param {Actions} act */
const settings = ({ seat, strength, deals, seed }, last, { game }) =>
  h(
    "div.fields",
    select(
      _("Your seat in the first deal"),
      seat,
      (last?.seats ?? []).map((place, at) => [place, at ? seatTitle(place) : _("Forehand, next to the dealer")]),
      (value) => game.fillIn({ seat: /** @type {Seat} */ (value) }),
    ),
    select(_("The others"), strength, STRENGTHS, (value) => game.fillIn({ strength: value })),
    select(_("How long"), `${deals}`, DEALS, (value) => game.fillIn({ deals: Number(value) })),
    seedField(seed, (value) => game.fillIn({ seed: value })),
    last && h("p.quiet", _("How long a whole game lasts: {ending}.", { ending: last.ending })),
  );

/** A game that was left; where it is to be deleted, that is asked. @param {GameListed} game @param {boolean} leaving @param {Actions} act */
function kept(game, leaving, act) {
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
  // Every browser can write it as in Swedish, and it is read everywhere: 2026-11-30 18:05.
  const at = new Date(1000 * when).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" });
  const played = all
    ? ngettext("{number} of {all} deal", "{number} of {all} deals", all, { number, all })
    : ngettext("{number} deal", "{number} deals", number);
  return [over ? _("over") : _("go on"), played, at].join(" · ");
}
