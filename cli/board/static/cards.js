/** Cards and seats in words and signs. */

/** @import {Card, Seat} from "./messages.js" */

/** @type {Seat[]} */
export const SEATS = ["F", "M", "D"];

/** @type {Record<string, string>} */
const SEAT_WORDS = { F: "forehand", M: "middlehand", D: "dealer" };

/** @type {Record<string, string>} */
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** @type {Record<string, string>} */
const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** @type {Record<string, string>} */
const RANK_WORDS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};

export const SUITS = ["S", "H", "D", "C"];

export const RANKS = Object.keys(RANK_WORDS).sort((a, b) => rankPlace(b) - rankPlace(a));

/** @param {string} rank */
function rankPlace(rank) {
  return "23456789TJQKA".indexOf(rank);
}

/** @param {Card} card */
export const suitOf = (card) => card.charAt(0);

/** @param {Card} card */
export const rankOf = (card) => card.charAt(1);

/** The rank as it stands on the card: "10" for T. @param {Card} card */
export const rankSign = (card) => (rankOf(card) === "T" ? "10" : rankOf(card));

/** @param {string} suit */
export const suitSign = (suit) => SUIT_SIGNS[suit] ?? suit;

/** @param {string} suit */
export const suitWord = (suit) => SUIT_WORDS[suit] ?? suit;

/** @param {string} code of a contract with many tricks wanted */
export const trumpSign = (code) => (SUITS.includes(code) ? suitSign(code) : code);

/** @param {string} code of a contract with many tricks wanted */
export const trumpWord = (code) => (SUITS.includes(code) ? suitWord(code) : "no trump");

/** "♠7". @param {Card} card */
export const cardSign = (card) => suitSign(suitOf(card)) + rankSign(card);

/** "seven of spades". @param {Card} card */
export const cardName = (card) =>
  `${RANK_WORDS[rankOf(card)] ?? card} of ${suitWord(suitOf(card))}`;

/** A text of the service with its cards in words. @param {string} text */
export const inWords = (text) => text.replace(/\b[SHDC][2-9TJQKA]\b/g, cardName);

/** @param {Seat} seat */
export const seatWord = (seat) => SEAT_WORDS[seat] ?? seat;

/** @param {Seat} seat */
export const seatTitle = (seat) => seatWord(seat).charAt(0).toUpperCase() + seatWord(seat).slice(1);

/** "Forehand and dealer". @param {Seat[]} side */
export const sideTitle = (side) =>
  side.map((seat, at) => (at ? seatWord(seat) : seatTitle(seat))).join(" and ");

/** Cards by suit, in the order they come. @param {Card[]} cards @returns {[string, Card[]][]} */
export function bySuit(cards) {
  return SUITS.map((suit) => [suit, cards.filter((card) => suitOf(card) === suit)]);
}

/** The pack of which no variant is named. @type {Card[]} */
export const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

/**
 * Cards as a pack is ordered; those that it does not have come last.
 *
 * @param {Card[]} cards
 * @param {Card[]} [pack]
 * @returns {Card[]}
 */
export function inOrder(cards, pack = PACK) {
  const others = PACK.filter((card) => !pack.includes(card));
  return [...pack, ...others].filter((card) => cards.includes(card));
}

/**
 * The cards of a hand, "AK4.T9..QJ32", or of a list, "SA S3".
 *
 * @param {string | Card[]} held
 * @returns {Card[]}
 */
export function cardsOf(held) {
  if (typeof held !== "string") {
    return held;
  }
  if (!held.includes(".")) {
    return held.split(" ").filter(Boolean);
  }
  return held.split(".").flatMap((ranks, index) => [...ranks].map((rank) => SUITS[index] + rank));
}
