/** Sentences for the status line. */

/** @import {Position, Problem} from "./messages.js" */
import { cardName, seatNamed, SEATS, seatTitle, seatWord } from "./cards.js";
import { _, capital } from "./language.js";

/** The last card, and what comes next. @param {Position} position */
export function placeText({ moves, over, taker, to_play: next, won, unit, last_worth: worth }) {
  const last = moves.at(-1);
  const card = last ? `${seatTitle(last.seat)}${_(": ")}${cardName(last.card)}. ` : "";
  if (over) {
    const taken = SEATS.map((seat) => `${seatWord(seat)} ${won[seat]}`).join(", ");
    return card + _("The end: {won} {unit}.", { won: taken, unit: _(unit) });
  }
  if (!next) {
    return card;
  }
  const seat = seatNamed(next);
  if (!taker) {
    return card + (last ? _("{seat:The} to play.", { seat }) : _("{seat:The} leads.", { seat }));
  }
  return (
    card +
    (worth
      ? _("{seat:The} wins {points} and leads.", { seat, points: worth })
      : _("{seat:The} wins and leads.", { seat }))
  );
}

/** @param {string} text of an error */
export function sentence(text) {
  return `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** An error of the service as a sentence. @param {Problem} problem */
export function problemText(problem) {
  const where = [
    problem.line === undefined ? "" : _("line {number}", { number: problem.line }),
    problem.seat === undefined ? "" : seatWord(problem.seat),
  ].filter((part) => part && !problem.message.includes(part));
  return sentence([...where, problem.message].join(_(": ")));
}
