/** The first state, and questions to it that more than one place asks. */

/** @import {Card, CardValue, Seat, State} from "./types.js" */
import * as memory from "./memory.js";
import * as record from "./record.js";
import { tabsState } from "./types-tabs.js";

/** @returns {State} */
export function firstState() {
  return {
    link: "opening",
    hello: null,
    tab: "values",
    sheet: null,
    settings: memory.settings(),
    file: null,
    deal: null,
    tree: record.start(),
    shown: null,
    waiting: false,
    said: "",
    why: null,
    typed: "",
    roving: {},
    computer: { seats: { F: false, M: false, D: false }, paused: false },
    tabs: tabsState(),
  };
}

/** What a click on a card means. @param {State} state @returns {"play" | "exchange" | "train"} */
export function mode(state) {
  if (state.tabs.train.id !== null) {
    return "train";
  }
  return state.tab === "exchange" && state.tabs.exchange.seat !== null ? "exchange" : "play";
}

/** Whether values may be seen, and are to be searched. @param {State} state */
export function valuesWanted(state) {
  return !state.settings.hideValues && mode(state) !== "train";
}

/** The values of the position shown. @param {State} state */
export function values(state) {
  return valuesWanted(state) && mode(state) === "play" ? (state.shown?.values ?? null) : null;
}

/** @param {State} state @param {Card} card @returns {CardValue | null} */
export function valueOf(state, card) {
  return values(state)?.cards.find((value) => value.card === card) ?? null;
}

/** The cards known to be best, as the service orders them. @param {State} state @returns {Card[]} */
export function bestCards(state) {
  return (values(state)?.cards ?? []).filter((value) => value.best).map((value) => value.card);
}

/** The hands on the table: in an exchange those dealt. @param {State} state @param {Seat} seat @returns {Card[]} */
export function handOf(state, seat) {
  return state.shown?.position.hands[seat] ?? [];
}

/** The seats whose cards are not to be seen. @param {State} _state @returns {Seat[]} */
export function covered(_state) {
  return [];
}
