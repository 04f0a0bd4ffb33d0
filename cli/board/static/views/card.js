/** Cards: as faces, and as words among other words. */

/** @import {Card} from "../messages.js" */
/** @import {VNode} from "../h.js" */
import { CARD_TOLD, cardIn, FIGURES, rankOf, rankSign, ranksShown, suitOf, SUITS } from "../cards.js";
import { suitSign, suitWord } from "../cards.js";
import { h } from "../h.js";

/** A suit's sign, drawn. @param {string} suit @param {string} [name] for those who hear the page */
export const pip = (suit, name) =>
  h(
    "svg.pip",
    { class: suit, ...(name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }) },
    h("use", { href: `#pip-${suit}` }),
  );

/**
 * What stands on a card, drawn: those who hear the page, or speak to it, have the card's name.
 *
 * @param {string} name of the class
 * @param {string} text
 */
export const drawn = (name, text) => h("span", { class: name, "data-text": text });

/**
 * Have the figures of court cards, a file of its own, become part of the page, once the first of them is
 * to be seen. They are not used from where they are: Chromium would keep that file again for each card.
 */
function figures() {
  const asked = new XMLHttpRequest();
  asked.open("GET", FIGURES);
  asked.responseType = "document";
  asked.onload = () => document.querySelector(".defs")?.append(asked.response?.documentElement ?? "");
  asked.send();
  come = true;
}

let come = false; // the figures, or on their way

/**
 * Where the pips of a card are: how many in each column at its sides, and the heights of those between.
 *
 * @type {Record<string, [number, number[]]>}
 */
const PIPS = {
  A: [0, [0]],
  2: [0, [-1, 1]],
  3: [0, [-1, 0, 1]],
  4: [2, []],
  5: [2, [0]],
  6: [3, []],
  7: [3, [-0.5]],
  8: [3, [-0.5, 0.5]],
  9: [4, [0]],
  T: [4, [-0.67, 0.67]],
};

/**
 * The face of a card: index in the corners, between them its pips or its figure.
 *
 * @param {Card} card
 * @param {...(VNode | null)} marks
 * @returns {VNode}
 */
export function face(card, ...marks) {
  const [suit, rank] = [suitOf(card), rankOf(card)];
  const [sides, middle] = PIPS[rank] ?? [0, []];
  PIPS[rank] || come || figures();
  const size = rank === "A" ? 36 : 16;
  /** @param {number} x @param {number} y */
  const one = (x, y) =>
    h("use", {
      href: `#pip-${suit}`,
      x: x - size / 2,
      y: -Math.abs(y) * 47 - size / 2,
      width: size,
      height: size,
      transform: y > 0 ? "rotate(180)" : null,
    });
  const column = Array.from({ length: sides }, (_, at) => (2 * at) / (sides - 1) - 1);
  return h(
    `span.face.${suit}`,
    index(card, "span.index"),
    PIPS[rank]
      ? h(
          "svg.picture",
          { viewBox: "-50 -71 100 142", "aria-hidden": "true" },
          column.map((y) => [one(-14, y), one(14, y)]),
          middle.map((y) => one(0, y)),
        )
      : h(
          "svg.picture.court",
          { viewBox: "0 0 130 200", preserveAspectRatio: "none", "aria-hidden": "true" },
          h("use", { href: `#${card}`, width: 130, height: 200 }),
        ),
    index(card, "span.index.foot"),
    ...marks,
  );
}

/** @param {Card} card @param {string} place */
function index(card, place) {
  const sign = rankSign(card);
  return h(place, { "aria-hidden": "true" }, drawn(sign === "10" ? "rank ten" : "rank", sign), pip(suitOf(card)));
}

/**
 * "♠7" in a line of text, with its name for those who hear it.
 *
 * @param {Card} card
 * @param {string} [form] of its name
 * @returns {VNode}
 */
export const cardText = (card, form) =>
  h(
    "span.card-text",
    h(`span.signs.${suitOf(card)}`, { "aria-hidden": "true" }, pip(suitOf(card)), rankSign(card)),
    h("span.said", cardIn(card, form)),
  );

/** Cards in a line of text. @param {Card[]} cards */
export const cardsText = (cards) => cards.map((card) => [cardText(card), " "]);

/**
 * A text in which cards such as S7 stand as cards, and ranks among others as on a card.
 *
 * @param {string} text
 * @returns {(VNode | string)[]}
 */
export function withCards(text) {
  // A text, a card and its form, and so on.
  return text
    .split(CARD_TOLD)
    .flatMap((part, at, all) => (at % 3 ? (at % 3 === 1 ? cardText(part, all[at + 1]) : []) : ranksShown(part)));
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
            ranksShown(part),
          )
        : part,
    );

/** "♠ A K 7" in a line of text. @param {string} suit @param {string | undefined} ranks */
export const suitText = (suit, ranks) =>
  h("span.signs", { class: suit }, pip(suit, suitWord(suit)), " ", ranks || "–");
