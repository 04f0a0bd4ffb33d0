/** Values in words and signs, and sentences. In NULLO a guarantee is the most a seat takes. */

/** @import {Bounds, Card, CardValue, Guarantees, Points, Position, Problem, Seat} from "./messages.js" */
import { cardName, seatNamed, seatTitle, seatWith, seatWord } from "./cards.js";
import { _, capital, N_ } from "./language.js";

const NUMBERS = [
  N_("zero"),
  N_("one"),
  N_("two"),
  N_("three"),
  N_("four"),
  N_("five"),
  N_("six"),
  N_("seven"),
  N_("eight"),
  N_("nine"),
  N_("ten"),
  N_("eleven"),
  N_("twelve"),
  N_("thirteen"),
  N_("fourteen"),
  N_("fifteen"),
  N_("sixteen"),
];

/** @param {number} number */
const numberWord = (number) => {
  const word = NUMBERS[number];
  return word ? _(word) : `${number}`;
};

/** @param {Bounds} bounds */
export const proved = ([low, high]) => low === high;

/** "4", or "2–5" while it is not proved. @param {Bounds} bounds */
export const boundsSign = ([low, high]) => (low === high ? `${low}` : `${low}–${high}`);

/**
 * What a seat is sure of, from an answer that has bounds where it is not proved.
 *
 * @param {Guarantees} value
 * @param {Seat} seat
 * @returns {Bounds}
 */
export function boundsOf({ guarantee, bounds }, seat) {
  const proved = guarantee?.[seat] ?? 0;
  return bounds?.[seat] ?? [proved, proved];
}

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** "+2", what a deal has brought. @param {number} points */
export const scoreText = (points) =>
  Number.isInteger(points) ? (points ? signed(points) : "0") : decimal(points, true);

/** A number with two decimals, and a plus if it is to have one. @param {number} number */
export function decimal(number, plus = false) {
  const text = number.toFixed(2).replace("-0.00", "0.00").replace("-", "−");
  return plus && !text.startsWith("−") ? `+${text}` : text;
}

/** Points of a seat: in a great contract those of the guarantee and of the best case. @param {Points} points */
export function pointsText(points) {
  return typeof points === "number"
    ? decimal(points, true)
    : `${signed(points.guarantee)}..${signed(points.best_case)}`;
}

/** Whether a card keeps the guarantee, as far as that is proved. @param {Bounds} loss */
export const lossKind = (loss) => (!proved(loss) ? "open" : loss[0] === 0 ? "keeps" : "loses");

/** "✓", "−1", or nothing while it is not proved. @param {Bounds} loss */
export const lossSign = (loss) => ({ open: "", keeps: "✓", loses: `−${loss[0]}` })[lossKind(loss)];

/** "✓", "−1", "−1 to −3". @param {Bounds} loss */
export const lossBounds = (loss) =>
  lossSign(loss) ||
  _("{low} to {high}", { low: `${loss[0] ? "−" : ""}${loss[0]}`, high: `−${loss[1]}` });

/**
 * "seven of spades, keeps four", "…, loses one", "…, 2 to 5".
 *
 * @param {Card} card
 * @param {CardValue | null} value
 * @param {Seat} seat that plays it
 * @param {boolean} atMost
 */
export function cardWorth(card, value, seat, atMost) {
  if (!value) {
    return cardName(card);
  }
  const [low, high] = boundsOf(value, seat);
  const number = low === high ? numberWord(low) : _("{low} to {high}", { low, high });
  const parts = { card: cardName(card), number };
  if (!proved(value.loss_bounds)) {
    return atMost ? _("{card}, at most {number}", parts) : _("{card}, {number}", parts);
  }
  const [loss] = value.loss_bounds;
  if (loss === 0) {
    return atMost ? _("{card}, keeps at most {number}", parts) : _("{card}, keeps {number}", parts);
  }
  return _("{card}, loses {number}", { ...parts, number: numberWord(loss) });
}

// Sentences for the status line

/** The last card, and what comes next. @param {Position} position @param {Seat[]} seats */
export function placeText({ moves, over, taker, to_play: next, won, unit, last_worth: worth }, seats) {
  const last = moves.at(-1);
  const card = last ? `${seatTitle(last.seat)}${_(": ")}${cardName(last.card)}. ` : "";
  if (over) {
    const taken = seats.map((seat) => seatWith(seat, won[seat])).join(", ");
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
