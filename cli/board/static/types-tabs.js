/** The part of the state that belongs to the tabs and sheets beside the board. */

/** @import {Adopted, Card, Deal, Problem, PuzzleEntry, Seat} from "./messages.js" */

/**
 * A part of a sheet, where its errors stand.
 *
 * @typedef {"file" | "paste" | "random" | "save" | "link" | "picture"} Spot
 */

/**
 * @typedef {object} SheetState of the sheets that open and save
 * @property {string} text pasted
 * @property {string} variant to deal
 * @property {string} seed to deal; "" for any
 * @property {Spot | null} spot where the problems stand
 * @property {Problem[]} problems why nothing was opened or saved
 * @property {boolean} copied the link
 * @property {boolean} over a file is held over the page
 */

/** @typedef {Seat | "manni"} Receiver */

/**
 * @typedef {object} Draft a deal in the making
 * @property {Deal} deal all but hands and Manni
 * @property {Record<Receiver, Card[]>} held
 * @property {Receiver} to who gets the next card
 * @property {Adopted | null} adopted the deal, if it is one
 * @property {Problem[]} problems
 * @property {number | null} wanted cards of a hand in the variant
 */

/**
 * @typedef {object} ExchangeState
 * @property {Adopted | null} deal what it is about
 * @property {Seat | null} seat who exchanges
 * @property {boolean} open all hands are seen
 * @property {Card[]} hand of the seat, as dealt, with the surprise where it is taken up
 * @property {string | null} contract the trump named for a trial, null for the best
 * @property {Card[]} down the cards put down for a trial
 */

/**
 * Of a puzzle: how many cards were wrong, and whether it came out.
 *
 * @typedef {{solved: boolean, missed: number}} Progress
 */

/**
 * @typedef {object} TrainState
 * @property {PuzzleEntry[] | null} list
 * @property {Record<string, Progress>} progress
 * @property {Adopted | null} deal the puzzle; while it is on the board values are hidden
 * @property {string | null} id of the list; null for a deal of one's own
 * @property {"try" | "ask" | "reply" | "wrong" | "shown" | "over"} phase
 *   a card is awaited, judged, answered; was wrong; the solution is shown; the end
 * @property {Problem | null} problem
 * @property {string} text what came of the last card
 * @property {number} from the place of the record before the card tried last
 * @property {boolean} helped the solution has been seen
 * @property {string} grade of those listed; "" for any
 * @property {string} theme of those listed; "" for any
 */

/**
 * @typedef {object} TabsState
 * @property {SheetState} sheet
 * @property {Draft | null} draft
 * @property {ExchangeState} exchange
 * @property {TrainState} train
 */

/** @returns {TabsState} */
export function tabsState() {
  return {
    sheet: {
      text: "",
      variant: "",
      seed: "",
      spot: null,
      problems: [],
      copied: false,
      over: false,
    },
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
  };
}
