/** Sentences for the status line. */

/** @import {Position, Problem} from "./messages.js" */
import { cardName, SEATS, seatTitle, seatWord } from "./cards.js";

/** The last card, and what comes next. @param {Position} position */
export function placeText({ moves, over, table, to_play: next, won, unit, last_worth: worth }) {
  const last = moves.at(-1);
  const card = last ? `${seatTitle(last.seat)}: ${cardName(last.card)}. ` : "";
  if (over) {
    const taken = SEATS.map((seat) => `${seatWord(seat)} ${won[seat]}`).join(", ");
    return `${card}The end: ${taken} ${unit}.`;
  }
  if (!next) {
    return card;
  }
  return (
    card +
    (table.length
      ? `${seatTitle(next)} to play.`
      : `${seatTitle(next)} ${last ? `wins${worth ? ` ${worth}` : ""} and leads` : "leads"}.`)
  );
}

/** @param {string} text of an error */
export function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** An error of the service as a sentence. @param {Problem} problem */
export function problemText(problem) {
  const where = [
    problem.line === undefined ? "" : `line ${problem.line}`,
    problem.seat === undefined ? "" : seatWord(problem.seat),
  ].filter((part) => part && !problem.message.includes(part));
  return sentence([...where, problem.message].join(": "));
}
