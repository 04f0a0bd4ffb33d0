/** The part of the state that belongs to a game at the table. */

/** @import {Card, Game, GameListed, Rule, Seat} from "./messages.js" */

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
 * @property {Card[]} down chosen to be put down
 * @property {string} bid chosen
 * @property {boolean} dealing the next deal has been asked for
 * @property {string} problem
 * @property {SitForm} form
 * @property {GameListed[]} list
 * @property {string} leaving the game of the list that is to be deleted, if that is confirmed
 * @property {string} rulesOf the game whose rules they are
 * @property {Rule[]} rules
 */

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
    dealing: false,
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
