/** Cards: as faces, and as words among other words. */

/** @import {Card} from "../messages.js" */
/** @import {VNode} from "../h.js" */
import { cardName, rankSign, suitOf, SUITS, suitSign, suitWord, tensShown } from "../cards.js";
import { h } from "../h.js";

/**
 * A drawing of the page, with a name for those who hear it.
 *
 * @param {string} kind its class
 * @param {string} id
 * @param {string} [name]
 */
export const drawing = (kind, id, name) =>
  h(
    "svg",
    { class: kind, ...(name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }) },
    h("use", { href: `#${id}` }),
  );

/** A suit's sign, drawn. @param {string} suit @param {string} [name] */
export const pip = (suit, name) => drawing(`pip ${suit}`, `pip-${suit}`, name);

/**
 * What stands on a card, drawn: those who hear the page, or speak to it, have the card's name.
 *
 * @param {string} name of the class
 * @param {string} text
 */
export const drawn = (name, text) => h("span", { class: name, "data-text": text });

/**
 * The face of a card: index in the corners and the suit large.
 *
 * @param {Card} card
 * @param {...(VNode | null)} marks
 * @returns {VNode}
 */
export function face(card, ...marks) {
  const suit = suitOf(card);
  return h(
    "span",
    { class: `face ${suit}` },
    index(card, "index"),
    drawing("big", `pip-${suit}`),
    index(card, "index foot"),
    ...marks,
  );
}

/** @param {Card} card @param {string} place */
function index(card, place) {
  const sign = rankSign(card);
  return h(
    "span",
    { class: place, "aria-hidden": "true" },
    drawn(sign === "10" ? "rank ten" : "rank", sign),
    pip(suitOf(card)),
  );
}

/** A card that nobody is to see. @returns {VNode} */
export function back() {
  return h("span", { class: "face back" });
}

/**
 * "♠7" in a line of text, with its name for those who hear it.
 *
 * @param {Card} card
 * @returns {VNode}
 */
export function cardText(card) {
  return h(
    "span",
    { class: "card-text" },
    h(
      "span",
      { class: `signs ${suitOf(card)}`, "aria-hidden": "true" },
      pip(suitOf(card)),
      rankSign(card),
    ),
    h("span", { class: "said" }, cardName(card)),
  );
}

/** Cards in a line of text. @param {Card[]} cards */
export const cardsText = (cards) => cards.map((card) => [cardText(card), " "]);

/**
 * A text in which cards such as S7 stand as cards, and tens among others as on a card.
 *
 * @param {string} text
 * @returns {(VNode | string)[]}
 */
export function withCards(text) {
  return text.split(/\b([SHDC][2-9TJQKA])\b/).map((part, at) => (at % 2 ? cardText(part) : tensShown(part)));
}

/** A text of the library, with "♠53" in the colour of its suit. @param {string} text */
export const withSigns = (text) =>
  text
    .split(/([♠♥♦♣][^\s.,:;)]*)/)
    .map((part, at) =>
      at % 2
        ? h(
            "span.signs",
            { class: SUITS.find((suit) => suitSign(suit) === part.charAt(0)) },
            tensShown(part),
          )
        : part,
    );

/** "♠ A K 7" in a line of text. @param {string} suit @param {string | undefined} ranks */
export const suitText = (suit, ranks) =>
  h("span.signs", { class: suit }, pip(suit, suitWord(suit)), " ", ranks || "–");
