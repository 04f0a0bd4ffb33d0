/** The first state, and questions to it that more than one place asks. */

/** @import {Card, Deal, Game, Seat, View} from "./messages.js" */
/** @import {GameState, State, TrainState} from "./types.js" */
import { inOrder, seatTitle } from "./cards.js";
import { recall, settings } from "./kept.js";
import { _, ngettext } from "./language.js";
import * as record from "./record.js";

/**
 * @typedef {object} Store
 * @property {State} state to be read; written only by `change`
 * @property {(fn: (state: State) => void) => void} change
 */

/**
 * Return a store, drawn once a frame: changes of one frame together.
 *
 * @param {(state: State) => void} draw
 * @returns {Store}
 */
export function makeStore(draw) {
  const state = firstState();
  let due = false;

  /** @param {(state: State) => void} fn */
  function change(fn) {
    fn(state);
    if (!due) {
      due = true;
      requestAnimationFrame(() => {
        due = false;
        draw(state);
      });
    }
  }

  change(() => {});
  return { state, change };
}

/** @returns {State} */
function firstState() {
  return {
    link: "opening",
    loaded: 0,
    hello: null,
    tab: "values",
    sheet: null,
    settings: settings(),
    file: null,
    deal: null,
    tree: record.start(),
    shown: null,
    opening: false,
    said: "",
    note: "",
    why: null,
    asked: {},
    typed: "",
    roving: {},
    getting: { text: "", seed: "", spot: null, problems: [], copied: false, over: false },
    draft: null,
    exchange: { deal: null, seat: null, open: true, view: null, left: false, contract: null, down: [] },
    train: {
      list: null,
      deal: null,
      id: null,
      phase: "try",
      problem: null,
      text: "",
      from: 0,
      helped: false,
      grade: "",
      theme: "",
    },
    game: gameState(),
    rummy: {
      steps: [{ game: "machiavelli", players: "3", seat: 1, deals: "", piles: [[], []] }],
      undone: 0,
      to: 0,
      look: {},
      star: false,
      by: "cards",
      stage: 0,
      way: 0,
    },
    bottom: null,
    hidden: {},
    room: { w: 0, h: 0, em: 1 },
  };
}

/** @returns {GameState} */
export function gameState() {
  return {
    open: false,
    id: "",
    now: null,
    next: [],
    sweeps: false,
    looks: false,
    down: [],
    bid: "",
    reviewed: null,
    answered: null,
    problem: "",
    form: { variant: "hornafjordur", seat: "F", strength: "fair", deals: 0, seed: "", ...recall("sit", {}) },
    list: [],
    leaving: "",
  };
}

/** The trick on the table is whole, and waits to be looked at. @param {GameState} game */
export const lies = ({ now, next }) => Boolean(now?.taker && next.length);

/** Whether rummy is shown. @param {State} state */
export const isRummy = ({ game, tab }) => tab === "rummy" && !game.open;

/** Whether a puzzle is being solved. @param {State} state */
export const training = ({ deal, train }) => train.deal !== null && train.deal === deal;

/** Whether the place one stands at is not shown yet. @param {State} state */
export const waiting = ({ deal, opening, shown, tree }) => (deal ? shown?.about !== record.line(tree) : opening);

/** The table before an exchange that is looked at. @param {State} state */
export const exchanging = (state) =>
  state.tab === "exchange" && state.exchange.deal === state.deal && !state.exchange.left && !training(state)
    ? state.exchange.view
    : null;

/**
 * The table of a deal in the making: who gets the next card has the turn, and all of them can be
 * taken back.
 *
 * @param {State} state
 * @returns {View | null}
 */
function drafted(state) {
  const { draft, hello, sheet } = state;
  if (sheet !== "edit" || !draft) {
    return null;
  }
  const { deal, seats, held, to } = draft;
  const game = variantOf(state, deal);
  /** @template T @param {(seat: Seat) => T} of */
  const by = (of) => Object.fromEntries(seats.map((seat) => [seat, of(seat)]));
  const view = {
    round: (game ?? hello?.variants[0])?.round,
    names: by(seatTitle),
    notes: by((seat) => numberOf(held[seat], game?.tricks)),
    hands: by((seat) => inOrder(held[seat], game?.pack)),
    of: game?.tricks,
    to_play: to === "manni" ? null : to,
    free: seats.flatMap((seat) => held[seat]),
    contract: deal.contract,
    covered: [],
    beside: [],
    trick: [],
  };
  return /** @type {any} */ (view);
}

/** How many cards there are. @param {Card[]} cards @param {number} [wanted] */
export const numberOf = ({ length: number }, wanted) =>
  wanted
    ? _("{number} of {wanted} cards", { number, wanted })
    : ngettext("{number} card", "{number} cards", number);

/** What is seen at the table. @param {State} state @returns {View | null | undefined} */
export const viewOf = (state) =>
  state.game.open
    ? state.game.now && { ...state.game.now, ...(state.game.looks && state.game.now.last) }
    : (drafted(state) ?? exchanging(state) ?? state.shown?.position);

/** Whether values may be seen, and are to be searched. @param {State} state */
export function valuesWanted(state) {
  return !state.settings.hideValues && !training(state);
}

/** The values of the position shown. @param {State} state */
export function values(state) {
  return valuesWanted(state) && state.sheet !== "edit" && !exchanging(state) ? (state.shown?.found ?? null) : null;
}

/**
 * The game of a deal, without those options that are not offered.
 *
 * @param {State} state
 * @param {{variant?: string | null | undefined}} [deal]
 */
export const variantOf = ({ hello, deal: onBoard }, deal = onBoard?.deal) =>
  hello?.variants.findLast(({ code }) => `${deal?.variant}+`.startsWith(`${code}+`));

/** The seat chosen for the next game, which has to have it. @param {State} state @returns {Seat} */
export function seatIn(state) {
  const { form } = state.game;
  return variantOf(state, form)?.seats.includes(form.seat) ? form.seat : "F";
}

/** Who plays the deal on the board, in playing order. @param {State} state */
export const seatsOf = ({ shown }) => shown?.position.seats ?? [];

/**
 * The deal on the board as it is to be saved: its play is the main line.
 *
 * @param {State} state
 * @returns {Deal}
 */
export function dealToSave(state) {
  const { deal, tree } = state;
  const given = deal?.deal ?? { hands: [] };
  // A play that cannot be followed is kept as it came; that of a puzzle leads up to it.
  const kept = given.goal || (given.play?.length ?? 0) !== (deal?.moves.length ?? 0);
  const main = record.mainLine(tree).map((here) => here.card);
  return withLines(state, kept ? given : withPlay(state, main));
}

/**
 * A deal with the variations and remarks of the record on the board.
 *
 * @param {State} state
 * @param {Deal} given
 * @returns {Deal}
 */
export function withLines({ tree }, given) {
  const { tags: before = [], ...rest } = given;
  const tags = record.tags(tree, before);
  return tags.length ? { ...rest, tags } : rest;
}

/**
 * The deal on the board with another play; a result that it contradicts is left out.
 *
 * @param {State} state
 * @param {Card[]} play
 * @returns {Deal}
 */
export function withPlay({ deal, shown }, play) {
  const given = deal?.deal ?? { hands: [] };
  if (`${play}` === `${given.play ?? []}`) {
    return given;
  }
  const { result, ...rest } = given;
  const leader = given.leader ?? shown?.position.leader;
  return { ...rest, play, ...(leader ? { leader } : {}) };
}

/** What has been asked of advice on what is asked of the player now. @param {State} state */
export function advised({ asked: { advise }, game: { now } }) {
  return now && advise?.about === questionOf(now) ? advise : null;
}

/** What is asked in a game: who passes a claim is asked another thing at the same step. @param {Game} now */
export const questionOf = ({ step, asked }) => `${step} ${asked?.kind ?? ""}`;

/** The puzzles that are listed. @param {TrainState} train */
export function chosen({ list, grade, theme }) {
  return (list ?? []).filter(
    (puzzle) => (!grade || puzzle.grade === grade) && (!theme || puzzle.themes.includes(theme)),
  );
}
