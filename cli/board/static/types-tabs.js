/** The part of the state that belongs to the tabs and sheets beside the board. */

/** @import {Adopted, Answer, BySeat, Card, Deal, Move, Points, Problem} from "./types.js" */
/** @import {Seat, Shown} from "./types.js" */

// Messages

/**
 * A choice as the answers of `manni exchange` describe it, put down or away, all cards open or not.
 *
 * @typedef {object} Exchanged
 * @property {string} text the cards, suit by suit: "♠5/4" where either may go
 * @property {Card[]} [discards]
 * @property {Card[]} [put_away]
 * @property {string} [contract] the trump named, where a surprise is taken up
 * @property {Card[]} [drawn]
 * @property {Partial<BySeat<number | null>>} [guarantee]
 * @property {any} [bounds] by seat, or of the points where cards are put away
 * @property {BySeat<number> | null} [share]
 * @property {Points | null} points
 * @property {[number, number]} [interval] of the points, where they are an estimate
 * @property {number | null} [chance] that the bid is made
 * @property {number} [behind] the best
 * @property {boolean} [told_apart] from the best
 */

/**
 * @typedef {object} ExchangeFound
 * @property {Exchanged[]} best
 * @property {Exchanged | null} [stand]
 * @property {Exchanged | null} [trial]
 * @property {boolean} exact
 * @property {string} [text]
 * @property {Problem} [problem] why the cards put down cannot be tried
 * @property {Seat[]} [covered]
 */

/**
 * @typedef {object} ReviewedCard of the whole deal, in the unit of the game
 * @property {number} number
 * @property {number} trick
 * @property {Seat} seat
 * @property {Card} card
 * @property {number} loss
 * @property {Card[]} kept the cards that would have cost nothing
 * @property {BySeat<number>} gave
 * @property {BySeat<number>} before
 * @property {BySeat<number>} after
 */

/**
 * @typedef {object} ReviewFound
 * @property {number} first_trick
 * @property {boolean} partial
 * @property {ReviewedCard[]} cards
 * @property {{number: number}[]} turning_points cards that decided the deal, the dearest first
 * @property {BySeat<number>} lost
 * @property {BySeat<number>} got
 * @property {BySeat<number>} guarantee
 * @property {BySeat<string> | null} share null where two are partners
 * @property {BySeat<number>} sure where the record stops
 * @property {string} caption
 * @property {string} text
 * @property {string[]} exchanges
 */

/**
 * @typedef {object} PuzzleEntry of the list
 * @property {string} id
 * @property {string} title
 * @property {string} contract
 * @property {number} cards
 * @property {string} goal
 * @property {Seat} seat
 */

/** @typedef {Answer & {part?: number, exchange?: ExchangeFound}} ExchangeAnswer */
/** @typedef {Answer & {part?: number, review?: ReviewFound}} ReviewAnswer */
/** @typedef {Answer & {puzzles?: PuzzleEntry[]}} PuzzlesAnswer */
/**
 * @typedef {object} Adoption what became of a deal in the making
 * @property {Adopted | null} [deal]
 * @property {Problem[]} [problems]
 * @property {BySeat<number>} [sizes]
 * @property {number | null} [wanted]
 */
/** @typedef {Answer & Adoption} AdoptAnswer */
/** @typedef {Answer & {text?: string, name?: string}} SaveAnswer */
/** @typedef {Answer & {svg?: string}} PictureAnswer */
/**
 * @typedef {object} Judgement of a card in a puzzle
 * @property {boolean} [keeps]
 * @property {Card[]} [replies]
 * @property {"open" | "reached" | "missed"} [state]
 * @property {Move[]} [refutation]
 * @property {number} [tricks]
 * @property {string} [text]
 */
/** @typedef {Answer & Judgement} TrainAnswer */

// State

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
 * @property {boolean} swapping
 * @property {Card | null} picked the first of two cards to swap
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
 */

/**
 * @typedef {object} TabsState
 * @property {SheetState} sheet
 * @property {Draft | null} draft
 * @property {ExchangeState} exchange
 * @property {ReviewState} review
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
