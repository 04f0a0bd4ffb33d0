/** The part of the state that belongs to the tabs and sheets beside the board. */

/** @import {Adopted, Card, ContractRow, Deal, ExchangeFound, Problem} from "./messages.js" */
/** @import {PuzzleEntry, Reason, ReviewFound, Seat} from "./messages.js" */
/** @import {Shown} from "./types.js" */

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
 * @property {number} part searched of all, 0 to 1
 * @property {ExchangeFound | null} found
 * @property {Problem | null} problem
 * @property {Shown["search"]} search
 */

/**
 * @typedef {object} ReviewState
 * @property {Adopted | null} deal what it is about
 * @property {Card[]} line the cards played
 * @property {number} part searched of all, 0 to 1
 * @property {ReviewFound | null} found
 * @property {Problem | null} problem
 * @property {Shown["search"]} search
 */

/**
 * @typedef {object} ContractsState of the deal in every contract
 * @property {Adopted | null} deal what it is about
 * @property {ContractRow[] | null} found
 * @property {Problem | null} problem
 * @property {Shown["search"]} search
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
 * @property {Reason | null} reason which cards matter after a wrong card
 * @property {string} grade of those listed; "" for any
 * @property {string} theme of those listed; "" for any
 */

/**
 * @typedef {object} TabsState
 * @property {SheetState} sheet
 * @property {Draft | null} draft
 * @property {ExchangeState} exchange
 * @property {ReviewState} review
 * @property {ContractsState} contracts
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
    exchange: noExchange(),
    review: { deal: null, line: [], part: 0, found: null, problem: null, search: "done" },
    contracts: { deal: null, found: null, problem: null, search: "done" },
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
      reason: null,
      grade: "",
      theme: "",
    },
  };
}

/** @returns {ExchangeState} */
export function noExchange() {
  return {
    deal: null,
    seat: null,
    open: true,
    hand: [],
    contract: null,
    down: [],
    part: 0,
    found: null,
    problem: null,
    search: "done",
  };
}
