/** The first state, and questions to it that more than one place asks. */

/** @import {Card, Deal, Seat} from "./messages.js" */
/** @import {GameState, State, TrainState} from "./types.js" */
import { cardsOf, inOrder } from "./cards.js";
import { settings } from "./kept.js";
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
    waiting: false,
    said: "",
    note: "",
    why: null,
    asked: {},
    typed: "",
    roving: {},
    getting: { text: "", variant: "", seed: "", spot: null, problems: [], copied: false, over: false },
    draft: null,
    exchange: { deal: null, seat: null, open: true, hand: [], contract: null, down: [] },
    train: {
      list: null,
      progress: {},
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
    bottom: null,
    hidden: {},
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
    down: [],
    bid: "",
    answered: null,
    problem: "",
    form: { variant: "hornafjordur", seat: "F", strength: "fair", deals: 0, seed: "" },
    list: [],
    leaving: "",
    rulesOf: "",
    rules: [],
  };
}

/** The trick on the table is whole, and waits to be looked at. @param {GameState} game */
export const lies = ({ now, next }) => Boolean(now?.taker && next.length);

/** What a click on a card means. @param {State} state @returns {"play" | "exchange" | "train"} */
export function mode(state) {
  const { exchange, train } = state;
  if (train.deal !== null && train.deal === state.deal) {
    return "train";
  }
  const exchanges =
    exchange.deal === state.deal && exchange.seat && state.deal?.can_exchange.includes(exchange.seat);
  const here = state.tab === "exchange" && state.tree.at === record.ROOT;
  return here && exchanges ? "exchange" : "play";
}

/** Whether values may be seen, and are to be searched. @param {State} state */
export function valuesWanted(state) {
  return !state.settings.hideValues && mode(state) !== "train";
}

/** The values of the position shown. @param {State} state */
export function values(state) {
  return valuesWanted(state) && mode(state) === "play" ? (state.shown?.asked?.found ?? null) : null;
}

/**
 * The game of a deal, without those options that are not offered.
 *
 * @param {State} state
 * @param {{variant?: string | null | undefined}} [deal]
 */
export const variantOf = ({ hello, deal: own }, deal = own?.deal) =>
  hello?.variants.findLast(({ code }) => `${deal?.variant}+`.startsWith(`${code}+`));

/**
 * Who plays a deal, in playing order: of which no game is named, those of the first.
 *
 * @param {State} state
 * @param {{variant?: string | null | undefined}} [deal]
 */
export const seatsOf = (state, deal) =>
  (variantOf(state, deal) ?? state.hello?.variants[0])?.seats ?? [];

/** Who plays before a seat. @param {State} state @param {Seat} seat */
export function seatsBefore(state, seat) {
  const seats = seatsOf(state);
  return seats.slice(0, seats.indexOf(seat));
}

/**
 * A hand as the table shows it: in an exchange those who have not exchanged yet hold what they
 * were dealt.
 *
 * @param {State} state
 * @param {Seat} seat
 * @returns {Card[]}
 */
export function handOf(state, seat) {
  const position = state.shown?.position;
  const { exchange } = state;
  if (mode(state) !== "exchange" || !exchange.seat) {
    return position?.hands[seat] ?? [];
  }
  if (seat === exchange.seat && state.deal?.put_away) {
    return exchange.hand;
  }
  if (seatsBefore(state, exchange.seat).includes(seat)) {
    return position?.start[seat] ?? [];
  }
  const dealt = state.deal?.deal.hands[seatsBefore(state, seat).length];
  return inOrder(cardsOf(dealt ?? ""), variantOf(state)?.pack);
}

/**
 * The Manni as the table shows it: in an exchange as the seat finds it.
 *
 * @param {State} state
 * @returns {Card[]}
 */
export function manniOf(state) {
  const { open, seat } = state.exchange;
  if (mode(state) !== "exchange" || !seat) {
    return state.shown?.position.manni ?? [];
  }
  if (state.deal?.put_away) {
    return []; // it has been taken up
  }
  const { manni = [], discard = {} } = state.deal?.deal ?? {};
  const drawn = seatsBefore(state, seat).reduce(
    (sum, each) => sum + (discard[each]?.length ?? 0),
    0,
  );
  return open ? cardsOf(manni).slice(drawn) : [];
}

/** The seats whose cards are not to be seen. @param {State} state @returns {Seat[]} */
export function covered(state) {
  const { deal, open, seat } = state.exchange;
  const blind = state.tab === "exchange" && deal === state.deal && !open;
  if (blind && seat) {
    return seatsOf(state).filter((each) => each !== seat);
  }
  return seatsOf(state).filter((each) => state.hidden[each]);
}

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
  const tags = [...record.otherTags(/** @type {[string, string][]} */ (before)), ...record.tags(tree)];
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
  const { result: _, ...rest } = given;
  const leader = given.leader ?? shown?.position.leader;
  return { ...rest, play, ...(leader ? { leader } : {}) };
}

/** What has been asked of advice on what is asked of the player now. @param {State} state */
export function advised({ asked: { advise }, game: { now } }) {
  return advise?.about === now?.step ? advise : null;
}

/** The puzzles that are listed. @param {TrainState} train */
export function chosen({ list, grade, theme }) {
  return (list ?? []).filter(
    (each) => (!grade || each.grade === grade) && (!theme || each.themes.includes(theme)),
  );
}
