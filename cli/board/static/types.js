/** The state of the page. Types only; what the service says is in messages.js, made by `make page`. */

/** @import {Adopted, Advised, BySeat, Card, CostlyCard, Deal, EveryContract, ExchangeFound, Game} from "./messages.js" */
/** @import {GameListed, Hello, Move, Position, Problem, PuzzleEntry, Reason, ReviewFound} from "./messages.js" */
/** @import {MeldsAnswer, Rule, RummyAnswer, RummyPosition, Seat, Values, View} from "./messages.js" */

/** @typedef {"start" | "values" | "record" | "review" | "exchange" | "puzzles" | "rummy"} Tab */
/** @typedef {"open" | "edit" | "setup" | "share" | "settings" | "help" | "why" | "games"} Sheet */
/** @typedef {"auto" | "light" | "dark"} Theme */

/**
 * @typedef {object} Settings remembered by the browser
 * @property {string} language that was chosen; "" where none was
 * @property {Theme} theme
 * @property {boolean} fourColours
 * @property {boolean} trumpsFirst
 * @property {boolean} letters single letters are keys
 * @property {boolean} hideValues
 * @property {number} pace at which a game at the table is shown: to 6, the quickest; at 0 a trick lies until a click
 * @property {boolean} folded the drawer of a wide window
 * @property {boolean | null} forced a card that has to be played plays itself; null until a deal has been played
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
 * What the table shows: the line of the record up to it, its position, and what that is worth.
 *
 * @typedef {Asked<string, Values> & {position: Position}} Shown
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
 * @typedef {object} Searched what was asked last
 * @property {Asked<string, Values>} [position] about a line of the record; it is `shown` once its position has come
 * @property {Asked<Adopted, ExchangeFound>} [exchange]
 * @property {Asked<{deal: Adopted | null, line: Card[]}, ReviewFound>} [review] of the cards played
 * @property {Asked<Adopted, EveryContract>} [contracts]
 * @property {Asked<{deal: Adopted, played: Card[], seat: Seat}, Reason>} [reasons]
 * @property {Asked<string, CostlyCard[]>} [dearest] of the game
 * @property {Asked<string, RummyAnswer>} [rummy] of the cards as they lie: what is wanted
 * @property {Asked<string, Advised>} [advise] about what is asked at a step of the game
 */

/**
 * @typedef {object} State
 * @property {"opening" | "open" | "lost" | "refused"} link
 * @property {number} loaded what part of what is waited for has been loaded
 * @property {Hello | null} hello
 * @property {Tab} tab
 * @property {Sheet | null} sheet what lies over the board
 * @property {Settings} settings
 * @property {{name: string, deals: Adopted[], errors: Problem[], at: number} | null} file
 * @property {Adopted | null} deal on the board
 * @property {Tree} tree
 * @property {Shown | null} shown
 * @property {boolean} opening a deal that the page's address or the command line names
 * @property {string} said the status line
 * @property {string} note said with the next place
 * @property {{card: Card, text: string} | null} why beside the card that may not be played
 * @property {Searched} asked
 * @property {string} typed the beginning of a card: its suit, perhaps a 1
 * @property {Partial<Record<string, Card>>} roving the card of each hand or group that Tab leads to
 * @property {Getting} getting
 * @property {Draft | null} draft
 * @property {ExchangeState} exchange
 * @property {TrainState} train
 * @property {GameState} game
 * @property {RummyState} rummy
 * @property {Seat | null} bottom who is to sit below; null as it comes
 * @property {Partial<BySeat<boolean>>} hidden whose cards the user has covered
 * @property {{w: number, h: number, em: number}} room of the table, and how large type is
 */

/**
 * A part of a sheet, where its errors stand.
 *
 * @typedef {"file" | "paste" | "random" | "save" | "link" | "picture"} Spot
 */

/**
 * @typedef {object} Getting of the sheets that open and save
 * @property {string} text pasted
 * @property {string} seed to deal; "" for any
 * @property {Spot | null} spot where the problems stand
 * @property {Problem[]} problems why nothing was opened or saved
 * @property {boolean} copied the link
 * @property {boolean} over a file is held over the page
 */

/** @typedef {Seat | "manni"} Receiver */

/**
 * @typedef {object} Draft a deal in the making
 * @property {{[Name in keyof Deal]?: Deal[Name] | null | undefined}} deal all but hands and Manni
 * @property {Seat[]} seats
 * @property {Record<Receiver, Card[]>} held
 * @property {Receiver} to who gets the next card
 * @property {Adopted | null} adopted the deal, if it is one
 * @property {Problem | null} problem
 */

/**
 * @typedef {object} ExchangeState
 * @property {Adopted | null} deal what it is about
 * @property {Seat | null} seat who exchanges
 * @property {boolean} open all hands are seen
 * @property {View | null} view the table before it
 * @property {boolean} left the board has been taken elsewhere since
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
 * @property {Adopted | null} deal the puzzle; while it is on the board values are hidden
 * @property {string | null} id of the list; null for a deal of one's own
 * @property {"try" | "ask" | "wrong" | "shown" | "over"} phase
 *   a card is awaited, judged, answered; was wrong; the solution is shown; the end
 * @property {Problem | null} problem
 * @property {string} text what came of the last card
 * @property {number} from the place of the record before the card tried last
 * @property {boolean} helped the solution has been seen
 * @property {string} grade of those listed; "" for any
 * @property {string} theme of those listed; "" for any
 */

/**
 * @typedef {object} SitForm what is asked before one sits down
 * @property {string} variant
 * @property {Seat} seat
 * @property {string} strength
 * @property {number} deals 0 until the game is over
 * @property {string} seed
 */

/**
 * @typedef {object} GameState
 * @property {boolean} open the table is shown, not the board
 * @property {string} id of the game one sits at, "" where one does not
 * @property {Game | null} now as the table shows it
 * @property {Game[]} next what has happened since, to be shown in turn
 * @property {boolean} sweeps the trick goes to who takes it
 * @property {boolean} looks the trick before is shown
 * @property {Card[]} down chosen to be put down
 * @property {string} bid chosen
 * @property {Adopted | null} reviewed the deal at the table, as it lies on the board for its review
 * @property {Game | null} answered what of it has been answered
 * @property {string} problem
 * @property {SitForm} form
 * @property {GameListed[]} list
 * @property {string} leaving the game of the list that is to be deleted, if that is confirmed
 * @property {Rule[]} [rules] of the game
 */

/**
 * @typedef {object} RummyState
 * @property {(RummyPosition & {over?: boolean, text?: string})[]} steps positions, the last first; where a deal is over,
 *   with what is left to each player for piles, before what has been typed is read, with that
 * @property {number} undone how many of them are
 * @property {number} to the pile that gets the next card: a new one if there is none
 * @property {boolean} star the next card is a joker that stands for it
 * @property {Partial<MeldsAnswer>} look what is wrong with melds, what the pack has left, all as it is kept or sent
 * @property {Problem | null} [problem]
 * @property {string} by what is wanted of a play, or asked besides
 * @property {number} stage how much of the answer has been shown
 * @property {number} way which of those as good
 */

export {};
