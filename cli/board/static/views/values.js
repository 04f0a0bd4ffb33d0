/** What the position and each card are worth. */

/** @import {Card, Position, Reason, Seat, Values} from "../messages.js" */
/** @import {Shown, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Children, VNode} from "../h.js" */
import { cardName, seatNamed, seatTitle, SUITS } from "../cards.js";
import { h } from "../h.js";
import { _, N_ } from "../language.js";
import { seatsOf, training, values } from "../state.js";
import { suitText, withCards } from "./card.js";
import { button, figures, noDeal, problemList } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {Children} */
export const view = (state, act) => [worths(state, act), !training(state) && state.shown && seating(state, act)];

/** Who sits at the bottom, and whose cards are covered. @param {State} state @param {Actions} act */
function seating({ bottom, hidden, shown }, { frame }) {
  /** @param {string} word @param {(seat: Seat) => boolean | undefined} on @param {(seat: Seat) => void} go */
  const tools = (word, on, go) =>
    h(
      "div.row",
      shown?.position.seats.map((seat) =>
        button(_(word, { seat: seatNamed(seat) }), () => go(seat), { class: "small", "aria-pressed": Boolean(on(seat)) }),
      ),
    );
  return h(
    "section.seating",
    tools(N_("Put {seat:object} at the bottom"), (seat) => bottom === seat, (seat) => frame.put({ bottom: bottom === seat ? null : seat })),
    tools(N_("Cover {seat:object}"), (seat) => hidden[seat], (seat) => frame.put({ hidden: { ...hidden, [seat]: !hidden[seat] } })),
  );
}

/** @param {State} state @param {Actions} act @returns {VNode} */
function worths(state, act) {
  const { shown } = state;
  if (training(state)) {
    return h("p.quiet", _("Hidden while a puzzle is being solved."));
  }
  if (state.settings.hideValues) {
    return h(
      "div",
      h("p.quiet", _("Values are hidden, and none are searched.")),
      button(_("Show values"), () => act.frame.toggleValues()),
    );
  }
  if (!shown) {
    return noDeal(state);
  }
  const { position } = shown;
  if (position.contract === null) {
    return h(
      "div",
      h("p.quiet", _("A position has values once a contract is named.")),
      button(_("Name a contract"), () => act.frame.openSheet("setup")),
    );
  }
  if (position.over) {
    return h("div.worths", position.outcome && figures("seats", _("The score"), position.outcome));
  }
  const searched = values(state);
  return h(
    "div.worths",
    progress(shown, act),
    searched
      ? [
          figures("seats", searched.caption, searched.by_seat),
          searched.cards.length > 0 && cards(position, searched, act),
          h(
            "details.legend",
            { open: true },
            h("summary", _("What the numbers say")),
            searched.legend.split("\n").map((line) => h("p", line)),
          ),
        ]
      : h("p.quiet", _("Searching …")),
    position.unit === "tricks" && matters(state, position, act),
  );
}

/**
 * Which cards matter for each guarantee, asked seat by seat.
 *
 * @param {State} state
 * @param {Position} position
 * @param {Actions} act
 */
function matters(state, { moves }, { board }) {
  const { deal, asked: { reasons } } = state;
  const { about, found, problem, search } = reasons ?? {};
  const here = about?.deal === deal && `${about?.played}` === `${moves.map(({ card }) => card)}`;
  return h(
    "section.matters",
    h("h2", _("Which cards matter")),
    h(
      "div.row",
      seatsOf(state).map((seat) =>
        button(seatTitle(seat), () => board.askReason(seat), {
          class: "small",
          "aria-pressed": here && about?.seat === seat,
        }),
      ),
    ),
    here &&
      (found
        ? reasonView(found)
        : problem
          ? problemList([problem])
          : h("p.quiet", search === "paused" ? _("not found in time") : _("Searching …"))),
  );
}

/** @param {Shown} shown @param {Actions} act */
function progress({ found, search }, { board, frame }) {
  const kind = found?.exact ? "exact" : search;
  const words = {
    exact: _("exact"),
    paused: _("bounds; the search has paused"),
    busy: _("searching, bounds narrow"),
    done: "",
  };
  return h(
    "div.progress",
    { class: kind },
    h("span", words[kind]),
    kind === "paused" && button(_("Go on"), () => board.searchOn("position"), { class: "small" }),
    button(_("Hide values"), () => frame.toggleValues(), { class: "small" }),
  );
}

/** A row equal cards, the best first. @param {Position} position @param {Values} found @param {Actions} act */
const cards = ({ to_play: seat }, { cards: all, rows, by_card: table }, { board }) =>
  figures("cards", _("After each card of {seat:of}", { seat: seatNamed(/** @type {Seat} */ (seat)) }), table, (at) => {
    const card = /** @type {Card} */ (rows[at]);
    return {
      row: { class: all.find((value) => value.card === card)?.kind },
      button: { onclick: () => board.choose(card) },
      said: cardName(card),
    };
  });

/** Which cards matter: a diagram with x for those that do not. @param {Reason} reason @returns {VNode} */
export const reasonView = ({ text, suits }) =>
  h(
    "section.reason",
    h("p", withCards(text)),
    h(
      "table",
      { "aria-label": _("Which cards matter") },
      h(
        "tbody",
        Object.entries(suits).map(([seat, ranks]) =>
          h(
            "tr",
            h("th", { scope: "row" }, seatTitle(/** @type {Seat} */ (seat))),
            SUITS.map((suit, at) => h("td", suitText(suit, ranks[at]))),
          ),
        ),
      ),
    ),
    h("p.quiet", _("x: whatever other card of the suit it is, as long as the hand stays in order.")),
  );
