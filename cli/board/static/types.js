/** What the page and the service say to each other, and the state of the page. Types only. */

/** @typedef {"F" | "M" | "D"} Seat */
/** @typedef {string} Card suit, then rank: "S7", "HT" */
/** @template T @typedef {Record<Seat, T>} BySeat */
/** @typedef {[number, number]} Bounds the least and the most it can be; the same when proved */

// Messages

/**
 * @typedef {object} Guarantees
 * @property {Partial<BySeat<number | null>>} [guarantee] null where it is not proved
 * @property {any} [bounds] by seat, there only where one is not proved
 */

/**
 * @typedef {object} Deal as in a JSON file of deals
 * @property {string} [variant]
 * @property {(string | Card[])[]} hands
 * @property {Card[] | string} [manni]
 * @property {Card} [cut]
 * @property {string[]} [auction]
 * @property {string} [bid]
 * @property {string} [contract]
 * @property {boolean} [great]
 * @property {Seat} [declarer]
 * @property {Seat} [leader]
 * @property {boolean} [ace_low]
 * @property {Partial<BySeat<Card[]>>} [discard]
 * @property {Card[]} [play]
 * @property {Partial<BySeat<number>>} [result]
 * @property {string} [goal]
 * @property {Card} [key]
 * @property {[string, string][]} [tags]
 */

/** @typedef {{seat: Seat, card: Card}} Played */
/** @typedef {{number: number, trick: number, seat: Seat, card: Card, wins?: Seat, worth?: number}} Move */

/**
 * @typedef {object} Problem
 * @property {string} message
 * @property {number} [deal]
 * @property {number} [line]
 * @property {Seat} [seat]
 * @property {Card} [card]
 */

/**
 * @typedef {object} Adopted a deal as the service took it
 * @property {Deal} deal
 * @property {string} title
 * @property {string[]} warnings
 * @property {Move[]} moves of the recorded play
 * @property {Seat[]} can_exchange
 * @property {string | null} no_exchange why there is no exchange to look at in its game
 * @property {PutAway | null} put_away what is put away of hand and surprise, if there is one
 * @property {Problem} [problem] why the record cannot be followed
 */

/**
 * @typedef {object} PutAway
 * @property {number} cards how many are put away
 * @property {string[]} trumps that may be named
 * @property {Partial<BySeat<Card[]>>} held hand and surprise of who may declare
 */

/**
 * @typedef {object} Variant
 * @property {string} code
 * @property {string} name
 * @property {number} cards in a hand
 * @property {Card[]} pack suit by suit, the highest first
 * @property {number} manni cards of the Manni
 * @property {string} pile what the Manni is called
 * @property {string | null} cut_card what the card cut is called; null if none is
 * @property {string[]} bids their names, the lowest first
 * @property {("great" | "declarer" | "ace" | "cut" | "bid")[]} setup what else is chosen for a deal
 * @property {string[]} contracts their codes
 * @property {boolean} declared whether somebody is the declarer
 */

/**
 * @typedef {object} Hello what the service says first
 * @property {string} version
 * @property {Variant[]} variants
 * @property {{code: string, name: string}[]} contracts
 * @property {{id: string, name: string, deals: number}[]} samples
 * @property {{id: string, name: string, deals: number}[]} files given on the command line
 * @property {number} puzzles
 * @property {{message: number, deals: number, seconds: number}} limits
 */

/**
 * @typedef {object} Goal
 * @property {string} text
 * @property {Seat} seat
 * @property {number} tricks
 * @property {boolean} at_least
 * @property {"open" | "reached" | "missed"} state
 */

/**
 * @typedef {object} Position
 * @property {string | null} contract
 * @property {string} contract_name
 * @property {boolean} great
 * @property {boolean} ace_low
 * @property {Seat | null} declarer
 * @property {Seat} leader
 * @property {string} variant
 * @property {number} tricks left, the one in progress included
 * @property {number} of all tricks of the deal
 * @property {number} trick the number of this one
 * @property {BySeat<Card[]>} hands in the order in which they are shown
 * @property {BySeat<Card[]>} start the hands at the first lead
 * @property {Played[]} table
 * @property {Played[] | null} last_trick
 * @property {Seat | null} last_winner
 * @property {string | null} last_worth of the last trick, where tricks differ
 * @property {"tricks" | "points"} unit what is counted
 * @property {BySeat<number>} won in that unit
 * @property {BySeat<string> | null} won_text null before anything is won
 * @property {boolean} at_most little is wanted: a guarantee is the most a seat takes
 * @property {Seat[][]} sides whose value is one figure: each seat, or a declarer and two partners
 * @property {{head: string, cards: Card[], text: string}[]} beside what else lies or was said
 * @property {Seat | null} to_play
 * @property {Card[]} legal
 * @property {Record<Card, string>} why every other card held: why it may not be played
 * @property {boolean} over
 * @property {Card[]} manni
 * @property {Move[]} moves
 * @property {Goal | null} goal
 * @property {string} headline
 * @property {string} address
 */

/** @typedef {number | {guarantee: number, best_case: number}} Points of a seat */

/**
 * @typedef {object} CardValue
 * @property {Card} card
 * @property {Partial<BySeat<number | null>>} guarantee null where it is not proved
 * @property {Partial<BySeat<Bounds>>} [bounds] there only where one is not proved
 * @property {Card[]} equal the other cards that are equal to it
 * @property {BySeat<number> | null} share
 * @property {Bounds} loss_bounds in the unit of the game; 0 keeps the guarantee
 * @property {number | null} sure_loss in selfish play; null where not worked out
 */

/**
 * @typedef {object} Values from the position on, in the unit of the game
 * @property {Partial<BySeat<number | null>>} guarantee null where it is not proved
 * @property {Partial<BySeat<Bounds>>} [bounds] there only where one is not proved
 * @property {BySeat<number> | null} best_case
 * @property {BySeat<number> | null} share
 * @property {BySeat<Points>} [points]
 * @property {("best_case" | "share" | "points")[]} columns what there is besides a guarantee
 * @property {string} caption
 * @property {boolean} exact
 * @property {CardValue[]} cards
 * @property {string} legend
 */

/**
 * An answer: what it holds depends on its kind.
 *
 * @typedef {object} Answer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 */

/** @typedef {Answer & {position?: Position, values?: Values}} PositionAnswer */
/** @typedef {Answer & {card?: Card, exact?: boolean}} MoveAnswer */
/** @typedef {{name?: string, deals?: Adopted[], errors?: Problem[], place?: Card[]}} DealsFound */
/** @typedef {Answer & DealsFound & {seed?: number}} DealsAnswer */

// State

/** @typedef {"values" | "record" | "review" | "exchange" | "puzzles"} Tab */
/** @typedef {"open" | "edit" | "setup" | "share" | "settings" | "help"} Sheet */
/** @typedef {"auto" | "light" | "dark"} Theme */

/**
 * @typedef {object} Settings remembered by the browser
 * @property {Theme} theme
 * @property {boolean} fourColours
 * @property {boolean} letters single letters are keys
 * @property {boolean} hideValues
 * @property {"open" | "thumb" | "fair" | "strong"} computer how it plays its seats: seeing all
 *   hands, or from its own, so strong
 */

/**
 * @typedef {object} Place a place in the record: the root, or behind a card
 * @property {number} id
 * @property {number} up the place before; -1 above the root
 * @property {Card} card "" at the root
 * @property {Move | null} move what the service said of the card
 * @property {number[]} next the main continuation first
 * @property {boolean} recorded came with the deal
 */

/**
 * @typedef {object} Tree the record of a deal with its branches
 * @property {ReadonlyMap<number, Place>} places
 * @property {number} at
 * @property {ReadonlyMap<number, number>} last the continuation of a place seen last
 * @property {number} made the last place made: what is taken away leaves its number unused
 */

/**
 * @typedef {object} Shown what the table shows: one answer, so that all of it belongs together
 * @property {number} place of the record
 * @property {Position} position
 * @property {Values | null} values
 * @property {"busy" | "paused" | "done"} search
 */

/**
 * @typedef {object} State
 * @property {"opening" | "open" | "lost" | "refused"} link
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
 * @property {string} typed the beginning of a card: its suit, perhaps a 1
 * @property {Partial<Record<string, Card>>} roving the card of each hand or group that Tab leads to
 * @property {{seats: BySeat<boolean>, paused: boolean, follows: boolean}} computer
 *   `follows` while one plays, not while one looks through the record
 * @property {import("./types-tabs.js").TabsState} tabs
 */

export {};
