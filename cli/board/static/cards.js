/** Cards and seats in words and signs. */

/** @import {Card, Seat} from "./messages.js" */
import { _, capital, pgettext, Word } from "./language.js";

/** Where the figures of court cards are: beside the main script, in which this one may lie. */
export const FIGURES = new URL("vendor/figures.svg", import.meta.url);

export const SUITS = [..."SHDC"];

const RANKS = [..."AKQJT98765432"];

// Their words, which the catalogue has from solver/cards.py.
const SUIT_WORDS = "spades hearts diamonds clubs".split(" ");
const RANK_WORDS = "ace king queen jack ten nine eight seven six five four three two".split(" ");

/** @param {Card} card */
export const suitOf = (card) => card.charAt(0);

/** @param {Card} card */
export const rankOf = (card) => card.charAt(1);

/** The rank as it stands on the card: "10" for T. @param {Card} card */
export const rankSign = (card) => letterOf(rankOf(card)).replace("T", "10");

/** A rank as the language writes it. @param {string} rank */
const letterOf = (rank) => pgettext("rank", rank).split(" ")[0] ?? rank;

/** @param {string} suit */
export const suitSign = (suit) => "♠♥♦♣"[SUITS.indexOf(suit)] ?? suit;

/** @param {string} suit */
export const suitWord = (suit) => pgettext("contract", SUIT_WORDS[SUITS.indexOf(suit)] ?? suit);

/** @param {string} code of a contract with many tricks wanted */
export const trumpSign = (code) => (SUITS.includes(code) ? suitSign(code) : contractSign(code));

/** "NT". @param {string} code of a contract */
export const contractSign = (code) =>
  pgettext(SUITS.includes(code) ? "suit" : "contract", code).split(" ")[0] ?? code;

/** @param {string} code of a contract with many tricks wanted */
export const trumpWord = (code) =>
  SUITS.includes(code) ? suitWord(code) : pgettext("contract", "no trump");

/** "seven of spades". @param {Card} card */
export const cardName = (card) => cardIn(card, "");

/** The same in the form that a sentence has it in. @param {Card} card @param {string} [form] */
export const cardIn = (card, form = "") =>
  pgettext("card", "{rank} of {suit}", {
    rank: pgettext(`card ${form}`.trim(), RANK_WORDS[RANKS.indexOf(rankOf(card))] ?? card),
    suit: pgettext("card", SUIT_WORDS[SUITS.indexOf(suitOf(card))] ?? card),
  });

/**
 * What a key means of a card, by the letters of the language before those of the notation.
 *
 * @param {string[]} signs of suits, or of ranks
 * @param {string} kind
 * @param {string} key in small letters
 */
function meant(signs, kind, key) {
  /** @param {string} sign */
  const letters = (sign) => pgettext(kind, sign).toLowerCase().split(" ");
  return (
    signs.find((sign) => letters(sign).includes(key)) ??
    signs.find((sign) => sign.toLowerCase() === key)
  );
}

/** The suit that a key means. @param {string} key in small letters */
export const suitTyped = (key) => meant(SUITS, "suit", key);

/** The rank that a key means. @param {string} key in small letters */
export const rankTyped = (key) => meant(RANKS, "rank", key);

/** A text of the service with the ranks beside a suit's sign apart, and the ten as on a card. @param {string} text */
export const ranksShown = (text) =>
  text.replace(/(?<=[♠♥♦♣])(10|[2-9\p{Lu}x])+/gu, (ranks) =>
    (ranks.match(/10|./gu) ?? []).map((rank) => (rank === "T" ? rankSign("ST") : rank)).join("\u202f"),
  );

/** A card in a text of the service, and the form of its name. */
export const CARD_TOLD = /\b([SHDC][2-9TJQKA])(?:_(\w+))?\b/g;

/** A text of the service with its cards in words. @param {string} text */
export const inWords = (text) => text.replace(CARD_TOLD, (_all, card, form) => cardIn(card, form));

/** @param {Seat} seat */
export const seatWord = (seat) => seatNamed(seat).in("");

/** A seat for sentences, which take it in the form that they need. @param {Seat} seat */
export const seatNamed = (seat) => new Word(seat);

/** "forehand 3", "seat 2: 3". @param {Seat} seat @param {number | string} number */
export const seatWith = (seat, number) => `${seatWord(seat)} ${number}`.replace(/(\d) /, `$1${_(": ")}`);

/** @param {Seat} seat */
export const seatTitle = (seat) => capital(seatWord(seat));

/**
 * Cards by suit, in the order they come; the trumps before the others, where they are named.
 *
 * @param {Card[]} cards
 * @param {string} [first]
 * @returns {[string, Card[]][]}
 */
export function bySuit(cards, first = "") {
  const suits = [...SUITS].sort((one, other) => Number(other === first) - Number(one === first));
  return suits.map((suit) => [suit, cards.filter((card) => suitOf(card) === suit)]);
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
export const inOrder = (cards, pack = PACK) =>
  [...new Set([...pack, ...PACK])].filter((card) => cards.includes(card));

/** The cards of a hand, "AK4.T9..QJ32". @param {string} held @returns {Card[]} */
export const cardsOf = (held) =>
  held.split(".").flatMap((ranks, index) => [...ranks].map((rank) => SUITS[index] + rank));

/** Cards with one more, or without it where it was there. @param {Card[]} cards @param {Card} card */
export const toggled = (cards, card) =>
  cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card];
