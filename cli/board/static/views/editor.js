/** The sheet in which cards are entered. */

/** @import {Problem, Variant} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Draft, Receiver} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child} from "../h.js" */
import {
  bySuit,
  cardName,
  inOrder,
  inWords,
  PACK,
  rankSign,
  seatLetter,
  seatNamed,
  SUITS,
  suitOf,
  suitWord,
} from "../cards.js";
import { h } from "../h.js";
import { holder, pileWord, receiverWord, RECEIVERS } from "../actions/draft.js";
import { _, capital, N_, ngettext } from "../language.js";
import { problemText } from "../sentences.js";
import { packOf } from "../state.js";
import { cardsText, drawn, suitText, withCards } from "./card.js";
import { button, cardGroup, problemList } from "./pieces.js";
import { fields, making, variantOf } from "./setup.js";

/** @param {State} state @param {Actions} act @returns {Child} */
export function view(state, act) {
  const { deal, tree, draft } = state;
  if (!draft) {
    return null;
  }
  const variant = variantOf(state.hello, draft.deal);
  const lies = variant?.manni !== 0 || draft.held.manni.length > 0;
  const missing = problemsAt(draft, null);
  const parts = [
    h(
      "div.row",
      button(_("The hands dealt"), () => act.draft.begin("dealt")),
      Object.keys(deal?.deal.discard ?? {}).length > 0 &&
        button(_("After the exchange"), () => act.draft.begin("lead")),
      tree.at > 0 && button(_("As they are now"), () => act.draft.begin("now")),
      button(_("No cards"), () => act.draft.clear()),
    ),
    h(
      "div.receivers",
      { role: "group", "aria-label": _("Who gets the next card") },
      RECEIVERS.filter((to) => to !== "manni" || lies).map((to) =>
        receiver(state, variant, draft, to, act),
      ),
    ),
    pack(state, variant, draft, act),
    h("details", h("summary", _("Contract and leader")), fields(state, draft, act)),
  ];
  const rest =
    missing.length > 0 &&
    h("ul.missing", missing.map((problem) => h("li", withCards(problemText(problem)))));
  return making(draft, act, parts, rest);
}

/**
 * What is wrong with a hand; or, beside none, with the deal as a whole, or still missing.
 *
 * @param {Draft} draft
 * @param {Receiver | null} place
 * @returns {Problem[]}
 */
const problemsAt = (draft, place) =>
  draft.problems.filter(
    ({ seat, card }) => (seat ?? (card === undefined ? null : holder(draft, card))) === place,
  );

/**
 * What somebody holds; the one chosen gets the next card.
 *
 * @param {State} state
 * @param {Variant | undefined} variant
 * @param {Draft} draft
 * @param {Receiver} to
 * @param {Actions} act
 */
function receiver(state, variant, draft, to, act) {
  const cards = draft.held[to];
  const problems = problemsAt(draft, to);
  const number = cards.length;
  const { wanted } = draft;
  const wrong = problems.length > 0 && `wrong-${to}`;
  return h(
    "div.receiver",
    h(
      "button.entry",
      {
        class: wrong && "wrong",
        "aria-pressed": draft.to === to,
        "aria-describedby": wrong || null,
        onclick: () => act.draft.giveTo(to),
      },
      h("b", capital(receiverWord(to, variant))),
      h(
        "span.quiet",
        to !== "manni" && wanted !== null
          ? _("{number} of {wanted} cards", { number, wanted })
          : ngettext("{number} card", "{number} cards", number),
      ),
      h(
        "span.held",
        to === "manni"
          ? cardsText(cards)
          : bySuit(inOrder(cards, packOf(state, draft.deal))).map(([suit, held]) =>
              suitText(suit, held.map(rankSign).join(" ")),
            ),
      ),
    ),
    problemList(problems, `wrong-${to}`),
  );
}

/** @param {State} state @param {Variant | undefined} variant @param {Draft} draft @param {Actions} act */
function pack(state, variant, draft, act) {
  const { to } = draft;
  const known = packOf(state, draft.deal) ?? PACK;
  // Cards that are held although the game does not have them must be there to be taken back.
  const cards = inOrder(
    PACK.filter((card) => known.includes(card) || holder(draft, card)),
    known,
  );
  const hint =
    to === "manni"
      ? N_("A card clicked goes to the {pile}, or back to the pack.")
      : N_("A card clicked goes to {seat:to}, or back to the pack.");
  const parts = to === "manni" ? { pile: pileWord(variant) } : { seat: seatNamed(to) };
  return h(
    "section.pack",
    h("p.quiet", _(hint, parts)),
    SUITS.map((suit) =>
      cardGroup(
        `pack-${suit}`,
        { class: "pack-suit", "aria-label": suitWord(suit) },
        cards.filter((card) => suitOf(card) === suit),
        state,
        act,
        (card) => {
          const where = holder(draft, card);
          const problem = draft.problems.find((each) => each.card === card);
          const words = [
            cardName(card),
            where ? receiverWord(where, variant) : _("in the pack"),
            problem && _("wrong: {what}", { what: inWords(problem.message) }),
          ];
          const mine = where === to;
          return {
            props: {
              class: [!where && "free", mine && "mine", problem && "wrong"],
              "aria-label": words.filter(Boolean).join(", "),
              "aria-pressed": mine,
              onclick: () => act.draft.choose(card),
            },
            mark: where && drawn("holder", mark(where, variant)),
          };
        },
      ),
    ),
  );
}

const LONGEST_MARK = 5; // letters that a small card has room for

/** Who holds a card, on the card. @param {Receiver} to @param {Variant | undefined} variant */
function mark(to, variant) {
  const word = to === "manni" ? pileWord(variant) : seatLetter(to);
  return word.length > LONGEST_MARK ? `${word.slice(0, LONGEST_MARK - 1)}.` : word;
}
