/** The part of the state that belongs to the tabs and sheets beside the board. Types only. */

/**
 * @typedef {object} TabsState
 * @property {{seat: import("./types.js").Seat | null, down: import("./types.js").Card[]}} exchange
 * @property {{id: string | null}} train the puzzle being solved; values are hidden then
 */

/** @returns {TabsState} */
export function tabsState() {
  return { exchange: { seat: null, down: [] }, train: { id: null } };
}
