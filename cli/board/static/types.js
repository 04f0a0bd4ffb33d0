/** The state of the page. Types only; what the service says is in messages.js, made by `make page`. */

/** @import {Adopted, Advised, BySeat, Card, EveryContract, ExchangeFound, Hello, Move} from "./messages.js" */
/** @import {Position, Problem, Reason, ReviewFound, Seat, Values} from "./messages.js" */

/** @typedef {"values" | "record" | "review" | "exchange" | "puzzles"} Tab */
/** @typedef {"sit" | "open" | "edit" | "setup" | "share" | "settings" | "help"} Sheet */
/** @typedef {"auto" | "light" | "dark"} Theme */

/**
 * @typedef {object} Settings remembered by the browser
 * @property {string} language that was chosen; "" where none was
 * @property {Theme} theme
 * @property {boolean} fourColours
 * @property {boolean} letters single letters are keys
 * @property {boolean} hideValues
 * @property {"calm" | "quick"} pace at which a game at the table is shown
 */

/**
 * @typedef {object} Place a place in the record: the root, or behind a card
 * @property {number} id
 * @property {number} up the place before; -1 above the root
 * @property {Card} card "" at the root
 * @property {Move | null} move what the service said of the card
 * @property {number[]} next the main continuation first
 * @property {boolean} recorded came with the deal
 * @property {string} [mark] "!", "?" and the like
 * @property {string} [comment]
 */

/**
 * @typedef {object} Tree the record of a deal with its branches
 * @property {ReadonlyMap<number, Place>} places
 * @property {number} at
 * @property {ReadonlyMap<number, number>} last the continuation of a place seen last
 * @property {number} made the last place made: what is taken away leaves its number unused
 * @property {number} changes how often it has been changed since the deal came
 */

/**
 * @typedef {object} Shown what the table shows: one answer, so that all of it belongs together
 * @property {string} place the line of the record up to it
 * @property {Position} position
 * @property {Asked<string, Values> | null} asked what it is worth
 */

/**
 * What the service has been asked to search for, and what has come of it by now.
 *
 * @template A, F
 * @typedef {object} Asked
 * @property {A} about
 * @property {number} part searched of all, 0 to 1
 * @property {F | null} found
 * @property {Problem | null} problem
 * @property {"busy" | "paused" | "done"} search
 */

/**
 * @typedef {object} Searched what was asked last; null where nothing was
 * @property {Asked<string, Values> | null} position about a line of the record
 * @property {Asked<Adopted, ExchangeFound> | null} exchange
 * @property {Asked<{deal: Adopted | null, line: Card[]}, ReviewFound> | null} review of the cards played
 * @property {Asked<Adopted, EveryContract> | null} contracts
 * @property {Asked<{deal: Adopted, played: Card[], seat: Seat}, Reason> | null} reasons
 * @property {Asked<number, Advised> | null} advise about a step of the game
 */

/**
 * @typedef {object} State
 * @property {"opening" | "open" | "lost" | "refused"} link
 * @property {number} loaded what part of what the page needs is there, while it opens first
 * @property {Hello | null} hello
 * @property {Tab} tab
 * @property {Sheet | null} sheet what lies over the board
 * @property {Settings} settings
 * @property {{name: string, deals: Adopted[], errors: Problem[], at: number} | null} file
 * @property {Adopted | null} deal on the board
 * @property {Tree} tree
 * @property {Shown | null} shown
 * @property {boolean} waiting for the position of `tree.at`
 * @property {string} said the status line
 * @property {string} note said with the next place
 * @property {{card: Card, text: string} | null} why beside the card that may not be played
 * @property {Searched} asked
 * @property {string} typed the beginning of a card: its suit, perhaps a 1
 * @property {Partial<Record<string, Card>>} roving the card of each hand or group that Tab leads to
 * @property {import("./types-tabs.js").TabsState} tabs
 * @property {import("./types-game.js").GameState} game
 * @property {Seat | null} bottom who is to sit below; null as it comes
 * @property {Partial<BySeat<boolean>>} hidden whose cards the user has covered
 */

export {};
