/** The sheet in which cards are entered. */

/** @import {Card, Problem, Variant} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Draft, Receiver} from "../types-tabs.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import {
  bySuit,
  cardName,
  inOrder,
  inWords,
  PACK,
  seatLetter,
  seatNamed,
  SUITS,
  suitOf,
  suitWord,
} from "../cards.js";
import { h } from "../h.js";
import { holder, pileWord, receiverWord, RECEIVERS } from "../actions/draft.js";
import { _, capital, fill, ngettext } from "../language.js";
import { problemText } from "../sentences.js";
import { packOf } from "../state.js";
import { cardText, face, suitText, withCards } from "./card.js";
import { button, cardGroup, problemList } from "./pieces.js";
import { fields, making, variantOf } from "./setup.js";

/** @param {State} state @param {Actions} act @returns {VNode | null} */
export function view(state, act) {
  const { draft } = state.tabs;
  if (!draft) {
    return null;
  }
  const parts = [
    beginnings(state, act),
    hands(state, draft, act),
    pack(state, draft, act),
    h(
      "details",
      { key: "setup" },
      h("summary", null, _("Contract and leader")),
      fields(state, draft, act),
    ),
  ];
  return making(draft, act, parts, rest(draft));
}

/** What the cards are at first. @param {State} state @param {Actions} act */
function beginnings({ deal, tree }, act) {
  const exchanged = Object.keys(deal?.deal.discard ?? {}).length > 0;
  return h(
    "div",
    { class: "row", key: "from" },
    button(_("The hands dealt"), () => act.draft.begin("dealt")),
    exchanged ? button(_("After the exchange"), () => act.draft.begin("lead"), { key: "lead" }) : null,
    tree.at ? button(_("As they are now"), () => act.draft.begin("now"), { key: "now" }) : null,
    button(_("No cards"), () => act.draft.clear()),
  );
}

/**
 * Who holds what; the one chosen gets the next card.
 *
 * @param {State} state
 * @param {Draft} draft
 * @param {Actions} act
 */
function hands(state, draft, act) {
  const variant = variantOf(state.hello, draft.deal);
  const lies = variant?.manni !== 0 || draft.held.manni.length > 0;
  return h(
    "div",
    { class: "receivers", role: "group", "aria-label": _("Who gets the next card"), key: "hands" },
    RECEIVERS.filter((to) => to !== "manni" || lies).map((to) =>
      receiver(variant, packOf(state, draft.deal), draft, to, act),
    ),
  );
}

/**
 * @param {Variant | undefined} variant
 * @param {Card[] | undefined} pack
 * @param {Draft} draft
 * @param {Receiver} to
 * @param {Actions} act
 */
function receiver(variant, pack, draft, to, act) {
  const cards = draft.held[to];
  const sorted = inOrder(cards, pack);
  const problems = draft.problems.filter((problem) => placeOf(draft, problem) === to);
  const number = cards.length;
  const count =
    to !== "manni" && draft.wanted !== null
      ? fill(_("{number} of {wanted} cards"), { number, wanted: draft.wanted })
      : fill(ngettext("{number} card", "{number} cards", number), { number });
  const word = receiverWord(to, variant);
  return h(
    "div",
    { key: to, class: "receiver" },
    h(
      "button",
      {
        type: "button",
        class: `entry${problems.length ? " wrong" : ""}`,
        "aria-pressed": draft.to === to,
        "aria-describedby": problems.length ? `wrong-${to}` : null,
        onclick: () => act.draft.giveTo(to),
      },
      h("b", null, capital(word)),
      h("span", { class: "quiet" }, count),
      h(
        "span",
        { class: "held" },
        to === "manni"
          ? cards.flatMap((card) => [cardText(card), " "])
          : bySuit(sorted).map(([suit, held]) => suitText(suit, held)),
      ),
    ),
    problemList(problems, `wrong-${to}`),
  );
}

/**
 * The hand beside which a problem stands.
 *
 * @param {Draft} draft
 * @param {Problem} problem
 * @returns {Receiver | null}
 */
function placeOf(draft, { seat, card }) {
  return seat ?? (card === undefined ? null : holder(draft, card));
}

/** What is wrong with the deal as a whole, or still missing. @param {Draft} draft */
function rest(draft) {
  const problems = draft.problems.filter((problem) => placeOf(draft, problem) === null);
  return problems.length
    ? h(
        "ul",
        { class: "missing", key: "rest" },
        problems.map((problem, at) => h("li", { key: at }, withCards(problemText(problem)))),
      )
    : null;
}

/** @param {State} state @param {Draft} draft @param {Actions} act */
function pack(state, draft, act) {
  const variant = variantOf(state.hello, draft.deal);
  const known = packOf(state, draft.deal) ?? PACK;
  // Cards that are held although the game does not have them must be there to be taken back.
  const cards = inOrder(
    PACK.filter((card) => known.includes(card) || holder(draft, card)),
    known,
  );
  return h(
    "section",
    { class: "pack", key: "pack" },
    h("p", { class: "quiet" }, hint(draft, variant)),
    SUITS.map((suit) =>
      cardGroup(
        { class: "pack-suit small-cards", key: `pack-${suit}`, "aria-label": suitWord(suit) },
        cards.filter((card) => suitOf(card) === suit),
        state,
        act,
        (card, more) => packCard(variant, draft, card, act, more),
      ),
    ),
  );
}

/** @param {Draft} draft @param {Variant | undefined} variant */
function hint({ to }, variant) {
  return to === "manni"
    ? fill(_("A card clicked goes to the {pile}, or back to the pack."), {
        pile: pileWord(variant),
      })
    : fill(_("A card clicked goes to {seat:to}, or back to the pack."), { seat: seatNamed(to) });
}

const LONGEST_MARK = 5; // letters that a small card has room for

/** Who holds a card, on the card. @param {Receiver} to @param {Variant | undefined} variant */
function mark(to, variant) {
  const word = to === "manni" ? pileWord(variant) : seatLetter(to);
  return word.length > LONGEST_MARK ? `${word.slice(0, LONGEST_MARK - 1)}.` : word;
}

/**
 * @param {Variant | undefined} variant
 * @param {Draft} draft
 * @param {Card} card
 * @param {Actions} act
 * @param {{tabindex: number, onfocus: () => void}} more
 */
function packCard(variant, draft, card, act, more) {
  const where = holder(draft, card);
  const problem = draft.problems.find((each) => each.card === card);
  const words = [
    cardName(card),
    where ? receiverWord(where, variant) : _("in the pack"),
    problem ? fill(_("wrong: {what}"), { what: inWords(problem.message) }) : "",
  ];
  const classes = [
    "card",
    where ? `by-${where}` : "free",
    where === draft.to ? "mine" : "",
    problem ? "wrong" : "",
  ];
  return h(
    "button",
    {
      key: card,
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "aria-label": words.filter(Boolean).join(", "),
      "aria-pressed": where === draft.to,
      onclick: () => act.draft.choose(card),
      ...more,
    },
    face(
      card,
      where
        ? h("span", { class: `holder by-${where}`, "data-text": mark(where, variant) })
        : null,
    ),
  );
}
