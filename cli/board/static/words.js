/** Errors as sentences. */

/** @import {Problem} from "./messages.js" */
import { seatWord } from "./cards.js";
import { _, capital } from "./language.js";

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
