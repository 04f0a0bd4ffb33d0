/** What the service says to the page; written by docs/make_json.py. Types only. */

/** @typedef {"F" | "M" | "D"} Seat */
/** @typedef {string} Card suit, then rank: "S7", "HT" */
/** @template T @typedef {Record<Seat, T>} BySeat */
/** @typedef {[number, number]} Bounds the least and the most it can be; the same when proved */
/** @typedef {number | {guarantee: number, best_case: number}} Points of a seat */

/**
 * @typedef {object} Played
 * @property {Seat} seat
 * @property {Card} card
 */

/**
 * @typedef {object} Move
 * @property {number} number
 * @property {number} trick
 * @property {Seat} seat
 * @property {Card} card
 * @property {Seat} [wins] who takes the trick that it completes
 * @property {number} [worth] of that trick
 */

/**
 * @typedef {object} Problem
 * @property {string} message
 * @property {number} [deal]
 * @property {number} [line]
 * @property {Seat} [seat]
 * @property {Card} [card]
 */

/**
 * @typedef {object} Deal as in a JSON file of deals
 * @property {string} [variant] The code of the game.
 * @property {(string | Card[])[]} hands The hands when the record starts, forehand's first.
 * @property {Card[] | string} [manni] What lies on the table (talon, surprise).
 * @property {Card} [cut] The card cut (turned).
 * @property {string[]} [auction] What was said, from forehand on.
 * @property {string} [bid] The last bid.
 * @property {string} [contract] The contract.
 * @property {boolean} [great] Whether the contract is a great one.
 * @property {Seat} [declarer] Who declares.
 * @property {Seat} [leader] Who leads to the first trick.
 * @property {boolean} [ace_low] Whether the ace is the lowest of its suit.
 * @property {Partial<BySeat<Card[]>>} [discard] What was put down; none: stood pat.
 * @property {Card[]} [play] The cards played, in order.
 * @property {BySeat<number>} [result] What each seat took.
 * @property {string} [goal] The goal of a puzzle, such as F 4+.
 * @property {string} [key] The card that is said to reach the goal; also several.
 * @property {([string, string])[]} [tags] The other tags, those without a meaning here.
 */

/**
 * @typedef {object} PutAway
 * @property {number} cards how many are put away
 * @property {string[]} trumps that may be named
 * @property {Partial<BySeat<Card[]>>} held hand and surprise of who may declare
 */

/**
 * @typedef {object} Remark
 * @property {Card[]} played the last is meant
 * @property {string} mark
 * @property {string} comment
 */

/**
 * @typedef {object} Adopted a deal as the service took it
 * @property {Deal} deal
 * @property {string} title
 * @property {string[]} warnings
 * @property {Move[]} moves of the recorded play
 * @property {Move[][]} variations other ways to play
 * @property {Remark[]} remarks
 * @property {Seat[]} can_exchange
 * @property {string | null} no_exchange why there is no exchange to look at in its game
 * @property {PutAway | null} put_away what is put away of hand and surprise, if there is one
 * @property {Problem} [problem] why the record cannot be followed
 * @property {Seat} [own] the player's, where the page had it from the table
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
 * @property {"tricks" | "points"} unit what is counted
 * @property {string} ending when a game is over
 */

/**
 * @typedef {object} Hello what the service says first
 * @property {string} version
 * @property {{code: string, words: Record<string, string>, plurals: number[]}} language what the board speaks with the page; nothing is looked up in English
 * @property {string[]} languages that it speaks as well: the page sends which in `speak`
 * @property {boolean} asked_for whether the language was asked for where the board was started
 * @property {Variant[]} variants
 * @property {{code: string, name: string}[]} contracts
 * @property {{id: string, name: string, deals: number}[]} samples
 * @property {{id: string, name: string, deals: number}[]} files given on the command line
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
 * @property {boolean} clockwise forehand sits on the dealer's left
 * @property {Seat | null} declarer
 * @property {string} declares what the declarer does
 * @property {Seat | null} leader
 * @property {string | null} variant
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
 * @property {BySeat<number> | null} score points of the score sheet, once it is over
 * @property {Card[]} manni
 * @property {Move[]} moves
 * @property {Goal | null} goal
 * @property {string} headline
 * @property {string} address
 */

/**
 * @typedef {object} Guarantees
 * @property {Partial<BySeat<number | null>>} [guarantee]
 * @property {any} [bounds] by seat, there only where one is not proved
 */

/**
 * @typedef {object} CardValue
 * @property {Card} card
 * @property {Card[]} equal The other legal cards that are equal to it.
 * @property {Partial<BySeat<number | null>>} guarantee
 * @property {Partial<BySeat<[number, number]>>} [bounds]
 * @property {BySeat<number> | null} share The shares after the card, tricks of the position.
 * @property {number | null} loss Tricks of the mover's guarantee that the card costs against his best card; null if not proved.
 * @property {Bounds} loss_bounds in the unit of the game; 0 keeps the guarantee
 * @property {number | null} sure_loss in selfish play; null where not worked out
 */

/**
 * @typedef {object} Values as manni solve has them, with words
 * @property {string} contract
 * @property {boolean} ace_low Whether the ace is the lowest card of its suit.
 * @property {"points"} [unit] There where not tricks are counted but points, in games for the points of cards: all guarantees, bounds, best cases, shares and losses, and what is won before, are points.
 * @property {number} [worth] With unit: the points to be won, in the trick in progress too.
 * @property {Seat} [declarer] There where the two others are partners: the seat that plays against them. A partner's guarantee is what the two get together, and there are no shares.
 * @property {Seat} leader Who led to the trick in progress.
 * @property {Seat} to_play Who is to play.
 * @property {number} tricks Tricks to be played, the one in progress included.
 * @property {BySeat<string>} hands The cards held, without those on the table.
 * @property {Card[]} table The cards on the table, in the order played.
 * @property {BySeat<number>} won Tricks won before the position; not counted in what follows.
 * @property {Partial<BySeat<number | null>>} guarantee
 * @property {Partial<BySeat<[number, number]>>} [bounds]
 * @property {BySeat<number> | null} best_case What each seat gets if the two others secure no more than their guarantees.
 * @property {BySeat<number> | null} share A fair number of tricks for each seat; they add up to the tricks.
 * @property {BySeat<number | {guarantee: number, best_case: number}>} [points] What the deal is worth to each seat; there only for a whole deal of a variant.
 * @property {Partial<BySeat<{guarantee: number, diagram: BySeat<string>, named_needed: Card[], named_not_known: Card[], comparisons: {above: Card, below: Card, otherwise: {hands: BySeat<string>, guarantee: number} | null}[], minimal: boolean, rests_on: number, used: number, pairs: number, deals: number, deals_alike: number, chance: number, same: {high: Card, low: Card, high_seat: Seat, low_seat: Seat, steps: number, guarantee: number} | null, more: {high: Card, low: Card, high_seat: Seat, low_seat: Seat, steps: number, guarantee: number}[], fewer: {high: Card, low: Card, high_seat: Seat, low_seat: Seat, steps: number, guarantee: number}[], steps: number, complete: boolean}>>} [why] With --why: what the guarantee of each seat rests on; left out where there was no time.
 * @property {CardValue[]} cards
 * @property {("best_case" | "share" | "points")[]} columns what there is besides a guarantee
 * @property {string} caption
 * @property {boolean} exact
 * @property {string} legend
 */

/**
 * @typedef {object} Exchanged a choice as the answers of manni exchange have it, put down or away
 * @property {string} text the cards, suit by suit: "♠5/4" where either may go
 * @property {Card[]} [discards] The cards put down; none for standing pat.
 * @property {Card[][]} [alike] Every discard that comes to the same, this one among them.
 * @property {Card[]} [drawn] The cards drawn from the Manni.
 * @property {Partial<BySeat<number | null>>} [guarantee]
 * @property {any} [bounds] By seat the proved limits of its guarantee; there only if one is not exact.
 * @property {BySeat<number> | null} [share] Shares at the first lead; null where not proved.
 * @property {number | {guarantee: number, best_case: number} | null} points What the deal is then worth to the seat; null where not proved.
 * @property {[number, number]} [interval] The interval of the points.
 * @property {number} [behind] Points fewer than the best choice.
 * @property {[number, number]} [behind_interval] The interval of that difference.
 * @property {boolean} [told_apart] Whether it differs from the best at the stated confidence.
 * @property {number} [rule] Points fewer by the fitted rule alone.
 * @property {number[]} [reached] The chance of each of the marks.
 * @property {([number, number])[]} [reached_between] Between what each of these chances lies, whatever is true of deals not proved.
 * @property {string} [contract]
 * @property {Card[]} [put_away] The cards put away.
 * @property {number | null} [chance] In what part of the worlds the bid is made; null without a bid.
 * @property {[number, number] | null} [chance_interval] The interval of that chance.
 * @property {number | null} [balance] What the declarer marks more than each other, on average; null without a bid.
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
 * @typedef {object} ReviewedCard in the unit of the game
 * @property {number} number From 1, in the whole record.
 * @property {number} trick From 1.
 * @property {Seat} seat
 * @property {Card} card
 * @property {BySeat<number>} before What each seat is sure of before the card, won tricks counted.
 * @property {BySeat<number>} after The same after it.
 * @property {BySeat<number>} share The shares after it, won tricks counted.
 * @property {Seat | null} taken_by Who took the trick that it completed, null if it completed none.
 * @property {number} loss Tricks of its player's guarantee that it cost.
 * @property {number | null} sure_loss What it cost him whatever selfish others choose, null where not worked out.
 * @property {{least: BySeat<number>, most: BySeat<number>} | null} selfish The fewest and most tricks of each seat in selfish play after it, won tricks counted.
 * @property {{best: Card, behind: number, interval: [number, number], confidence: number, mistake: boolean | null, least: number, worlds: number} | null} seen With --seen, of cards that cost something: how it did over worlds its player could not tell from the deal.
 * @property {BySeat<number>} gave Tricks of their guarantees that it gave the others.
 * @property {Card[]} kept The cards that keep the player's guarantee.
 * @property {Record<Card, number>} losses What every legal card would have cost.
 */

/**
 * @typedef {object} ReviewFound
 * @property {string} contract
 * @property {boolean} ace_low Whether the ace is the lowest card of its suit.
 * @property {"points"} [unit] There where not tricks are counted but points, in games for the points of cards: all numbers of tricks a seat takes are points.
 * @property {number} [worth] With unit: the points to be won from the start of the review on.
 * @property {Seat} [declarer] There where the two others are partners: the seat that plays against them. A partner's numbers are what the two get together, and shares are what a side is sure of.
 * @property {Seat} leader Who led to the first trick reviewed.
 * @property {number} tricks Tricks from there on.
 * @property {number} first_trick The first trick reviewed, from 1.
 * @property {number} asked_from The first one asked for.
 * @property {boolean} partial Whether some of what was asked for has not been looked at.
 * @property {boolean} complete Whether the deal was played to its end.
 * @property {BySeat<number>} guarantee What each seat was sure of at first, won tricks counted.
 * @property {BySeat<string> | null} share null where two are partners
 * @property {BySeat<number>} sure What each seat is sure of where the record stops: its result if complete.
 * @property {BySeat<number>} lost Tricks of its guarantee that each seat's own cards cost it.
 * @property {BySeat<number>} got Tricks that the others' cards gave it.
 * @property {BySeat<string> | null} names The players' names by seat, null if the record does not tell.
 * @property {BySeat<number> | null} targets The tricks at which each seat breaks even, with a bid the points that the declarer needs to make it and the others to defeat it; null if the game does not tell.
 * @property {{name: string, made: boolean, turned_by: number[]}} [bid] What came of the bid; there only for a whole deal of a game in which numbers are bid.
 * @property {BySeat<number> | null} points The points of the deal, null unless it is complete and its game known.
 * @property {number | null} seen_worlds With --seen: how many worlds each card was to meet; else null.
 * @property {number[] | null} mistakes With --seen: numbers of the cards that were wrong on what their players could see; else null.
 * @property {{number: number, cost: number, moved: BySeat<number>, missed_target: boolean, line: Card[] | null, tricks: BySeat<number> | null}[]} turning_points The cards that decided the deal, the dearest first, at most three.
 * @property {{seat: Seat, discards: Card[], guarantee: number, standing_pat: number, best?: {discards: Card[], guarantee: number, recorded: number, cost: number, contract?: string}}[]} exchange What each recorded exchange did.
 * @property {Seat[]} not_compared Seats whose exchange there was no time for.
 * @property {ReviewedCard[]} cards Every card reviewed.
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
 * @property {string} grade by its tag, empty without one
 * @property {string[]} themes by its tag
 * @property {string} credit author and source
 * @property {string} comment may give it away
 */

/**
 * @typedef {object} Reason
 * @property {Seat} seat
 * @property {string} text
 * @property {BySeat<string[]>} suits ranks by suit, x for a card that may be another, in brackets on the table
 */

/**
 * @typedef {object} GameListed
 * @property {string} id
 * @property {string} game
 * @property {number} when it was played last, in seconds since 1970
 * @property {number} deals played to their end
 * @property {number | null} of deals; null if it goes on to its end
 * @property {boolean} over
 */

/**
 * @typedef {object} Rule
 * @property {string} head
 * @property {string} text
 */

/**
 * @typedef {object} Choice
 * @property {string} value
 * @property {string} text
 */

/**
 * @typedef {object} Asked of the player
 * @property {"call" | "bid" | "exchange" | "away" | "trump" | "claim" | "card"} kind
 * @property {string} text what may be done
 * @property {Choice[]} choices of what is said; empty where cards are chosen
 * @property {number[]} sizes how many cards may be put down
 * @property {Card[]} legal that may be played
 * @property {{card: Card, text: string}[]} why not the others
 */

/**
 * @typedef {object} DealScore
 * @property {string} text
 * @property {BySeat<string>} points what the deal is worth to each
 * @property {string | null} mine what the computer makes of the player's cards
 * @property {BySeat<Card[]>} put_down
 * @property {Card[]} pile what lay on the table
 */

/**
 * @typedef {object} GameSheet
 * @property {string[]} players
 * @property {{deal: string, points: string[], totals: string[]}[]} deals
 * @property {string} text who has won, or how it goes on
 */

/**
 * @typedef {object} Game at the table
 * @property {string} id
 * @property {number} step an answer names it, and none to an older one is taken
 * @property {string} variant
 * @property {string} game
 * @property {number} deal its number
 * @property {number | null} deals of the game; null if it goes on to its end
 * @property {Seat} own
 * @property {Seat} left who sits at the player's left
 * @property {BySeat<string>} names
 * @property {BySeat<string>} seats
 * @property {BySeat<Card[]>} hands what is seen of them
 * @property {Card[]} new of the player's, which he has drawn and not seen before
 * @property {BySeat<number>} sizes
 * @property {Seat[]} open whose hands are seen
 * @property {Played[]} trick that lies on the table, whole until the next is led
 * @property {Seat | null} taker who takes it
 * @property {BySeat<number>} won
 * @property {BySeat<string>} won_text
 * @property {number} tricks played
 * @property {string | null} contract
 * @property {string} contract_text
 * @property {BySeat<number> | null} targets tricks wanted, or in nullo allowed
 * @property {string} needs what is still needed, where points are counted
 * @property {Seat | null} declarer
 * @property {string | null} bid
 * @property {{seat: Seat, text: string}[]} calls
 * @property {{seat: Seat, cards: number}[]} exchanged
 * @property {Card | null} cut
 * @property {string} cut_text
 * @property {Card[]} face_up
 * @property {number} pile cards that lie on the table
 * @property {string} pile_text
 * @property {string} said what has just happened
 * @property {string[]} log what has happened in the deal
 * @property {Asked | null} asked
 * @property {Seat | null} turn whose turn it is
 * @property {DealScore | null} score once the deal is over
 * @property {GameSheet | null} sheet
 * @property {boolean} waits the next deal can be dealt
 * @property {boolean} over
 * @property {string} unsaved why the game could not be saved
 */

/**
 * @typedef {object} Advised
 * @property {string} text what to do
 * @property {Card[]} cards that are to be put down or played
 * @property {string | null} value what is to be said; null where cards are chosen
 * @property {string[]} heads of a table of what may be done
 * @property {string[][]} rows
 * @property {string} notes what it rests on
 */

/**
 * @typedef {object} Answer what it holds depends on its kind
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 */

/**
 * @typedef {object} ContractRow
 * @property {string} code
 * @property {string} contract as it is called
 * @property {Seat} leader
 * @property {BySeat<Bounds>} bounds
 */

/**
 * @typedef {object} DealsAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {string} [name]
 * @property {Adopted[]} [deals]
 * @property {Problem[]} [errors]
 * @property {Card[]} [place]
 * @property {number} [seed]
 */

/**
 * @typedef {object} PositionAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {Position} [position]
 * @property {Values} [values]
 */

/**
 * @typedef {object} MoveAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {Card} [card]
 * @property {boolean} [exact]
 */

/**
 * @typedef {object} ExchangeAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {number} [part] searched of all
 * @property {ExchangeFound} [exchange]
 */

/**
 * @typedef {object} ReviewAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {number} [part] searched of all
 * @property {ReviewFound} [review]
 */

/**
 * @typedef {object} ContractsAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {number} [part] searched of all
 * @property {ContractRow[]} [contracts]
 */

/**
 * @typedef {object} PuzzlesAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {PuzzleEntry[]} [puzzles]
 */

/**
 * @typedef {object} AdoptAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {Adopted | null} [deal]
 * @property {Problem[]} [problems]
 * @property {BySeat<number>} [sizes]
 * @property {number | null} [wanted]
 */

/**
 * @typedef {object} SaveAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {string} [text]
 * @property {string} [name]
 */

/**
 * @typedef {object} PictureAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {string} [svg]
 */

/**
 * @typedef {object} TrainAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {boolean} [keeps]
 * @property {Card[]} [replies]
 * @property {"open" | "reached" | "missed"} [state]
 * @property {Move[]} [refutation]
 * @property {number} [tricks]
 * @property {string} [text]
 */

/**
 * @typedef {object} ReasonsAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {Reason} [reason]
 */

/**
 * @typedef {object} GamesAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {GameListed[]} [games]
 */

/**
 * @typedef {object} RulesAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {Rule[]} [rules]
 */

/**
 * @typedef {object} SitAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {string} [id]
 */

/**
 * @typedef {object} GameAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {Game} [game]
 */

/**
 * @typedef {object} AdviseAnswer
 * @property {number} number
 * @property {string} ask
 * @property {boolean} [done]
 * @property {boolean} [paused] the seconds are used up; `go_on` continues
 * @property {Problem} [error]
 * @property {number} [part] searched of all
 * @property {Advised} [advice]
 */

export {};
