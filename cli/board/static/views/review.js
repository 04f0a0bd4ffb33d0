/** The review: what each card of the line cost, where it turned, and what would have kept it. */

/** @import {ReviewedCard, ReviewFound, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { lineOf, numberShown } from "../actions/review.js";
import { cardName, seatNamed, seatWith } from "../cards.js";
import { h } from "../h.js";
import { _, listed, N_ } from "../language.js";
import { seatsOf } from "../state.js";
import { cardText, withCards } from "./card.js";
import { button, figures, listOf, noDeal, progress } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { deal, asked } = state;
  const { review } = act;
  const mine = asked.review;
  if (!deal || mine?.about.deal !== deal) {
    return noDeal(state);
  }
  const now = lineOf(state.tree);
  const { line } = mine.about;
  return h(
    "div.reviewing",
    now.length
      ? `${now}` !== `${line}` &&
          h(
            "div.row",
            h("p", _("The board shows a different line from the one reviewed.")),
            button(_("Review this line"), () => review.begin()),
          )
      : h(
          "p.quiet",
          _("Nothing has been played. Play, or open a deal with a record, to see what each card cost."),
        ),
    line.length > 0 &&
      progress(state, act, "review", _("Cards are reviewed, the last first")),
    mine.found && results(state, mine.found, act),
    contracts(state, act),
  );
}

/** @param {State} state @param {ReviewFound} reviewed @param {Actions} act */
function results(state, reviewed, { review }) {
  const { cards, turning_points: turning, table: all, totals, exchanges } = reviewed;
  const here = numberShown(state);
  const shown = cards[(here ?? 0) - 1];
  const off = !turning.length;
  const taken = state.deal?.deal.tags?.find(([name]) => name === "TakenBack")?.[1];
  return [
    h("p.quiet", reviewed.text),
    taken && h("p.quiet", withCards(_("Taken back: {cards}.", { cards: taken }))),
    dearest(worst(reviewed, state.deal?.own)),
    h(
      "div.turns",
      h(
        "div.row",
        button(_("Previous turning point"), () => review.turn(-1), { off }),
        button(_("Next turning point"), () => review.turn(1), { off }),
      ),
      shown && verdict(shown, seatsOf(state), (card) => review.playInstead(shown, card)),
    ),
    cards.length > 1 && graph(state, reviewed, (number) => review.show(number)),
    figures("totals", _("Over all these cards"), totals),
    exchanges.length > 0 && listOf("ul.exchanges", exchanges),
    figures(
      "reviewed",
      reviewed.caption,
      all,
      (number) => {
        const card = cards[number - 1]; // the first row is that of the start
        return {
          row: {
            class: [Boolean(card?.loss) && "cost", number === here && "here"],
            onclick: () => review.show(number),
          },
          button: { "aria-current": number === here ? "step" : null },
          said: card ? cardName(card.card) : _("To the start"),
        };
      },
      1,
    ),
  ];
}

/** The card that cost a player most. @param {ReviewFound} found @param {Seat | undefined} player */
export const worst = ({ cards }, player) => cards.filter(({ seat }) => seat === player).sort((a, b) => b.loss - a.loss)[0];

/** It in a sentence. @param {ReviewedCard | undefined} worst */
export function dearest(worst) {
  const { card = "", trick = 0, loss = 0 } = worst ?? {};
  const text = loss
    ? N_("With all cards open your costliest card was {card}, in trick {trick}: it cost {loss}.")
    : N_("None of your cards cost anything.");
  return worst && h("p.dearest", h("b", withCards(_(text, { card, trick, loss }))));
}

/**
 * A player's costly cards, each perhaps to be played differently.
 *
 * @template {{trick: number, card: string, loss: number}} Costly
 * @param {string} text what is said of each
 * @param {Costly[]} cards
 * @param {(card: Costly) => void} [again]
 */
export const costly = (text, cards, again) =>
  listOf(
    "ul.costly",
    cards.map((card) => [
      withCards(_(text, /** @type {any} */ (card))),
      " ",
      again && button(_("Try again from here"), () => again(card), { class: "small" }),
    ]),
  );

/**
 * "Dealer's ♥Q costs 3; ♣K, ♣8 or ♣7 would have kept it."
 *
 * @param {ReviewedCard} card
 * @param {Seat[]} seats
 * @param {(card: string) => void} playInstead
 */
function verdict({ seat, card, trick, loss, before, after, kept, gave }, seats, playInstead) {
  const text = loss
    ? N_("Trick {trick}: {seat:The}’s {card} costs {loss}: {before} to {after}.")
    : N_("Trick {trick}: {seat:The}’s {card} costs nothing.");
  const parts = { trick, seat: seatNamed(seat), card, loss, before: before[seat], after: after[seat] };
  const given = seats.flatMap((other) => (gave[other] ? seatWith(other, gave[other]) : []));
  return h(
    "div.verdict",
    { class: loss > 0 && "cost" },
    h(
      "p",
      withCards(_(text, parts)),
      given.length > 0 && _(" It gives {what}.", { what: given.join(", ") }),
    ),
    loss > 0 &&
      h(
        "div.row",
        h("span", _("Kept by")),
        kept.map((instead) => button(cardText(instead), () => playInstead(instead), { class: "small" })),
      ),
  );
}

const STEP = 10; // of the graph, a card; its height is that of a hundred units

/**
 * What each side was sure of, card by card; a click leads to the card. Those who use no mouse have the
 * same in the table of the cards.
 *
 * @param {State} state
 * @param {ReviewFound} found
 * @param {(number: number) => void} show
 */
export function graph(state, { cards, guarantee }, show) {
  const here = numberShown(state);
  const { sides = [], names } = state.shown?.position ?? {};
  const word = _("What each seat was sure of, card by card");
  const most = Math.max(1, ...cards.flatMap(({ after }) => Object.values(after).map(Number)));
  /** @param {number} value */
  const high = (value) => Math.round(100 - (92 * value) / most) - 4;
  return h(
    "figure.graph",
    h("figcaption.quiet", word),
    h("p.scale", { "aria-hidden": "true" }, h("span", most), h("span", "0")),
    h(
      "svg",
      {
        viewBox: `0 0 ${STEP * cards.length} 100`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": word,
        onclick: ({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          show(Math.max(1, Math.ceil(((clientX - left) / width) * cards.length)));
        },
      },
      here ? h("rect.here", { x: STEP * (here - 1), y: 0, width: STEP, height: 100 }) : null,
      sides.map(([seat], at) => {
        // From what was before to what is after.
        const sure = [guarantee[seat], ...cards.map(({ after }) => after[seat])].map(high);
        const steps = cards.map((_card, step) => `M${STEP * step} ${sure[step]}V${sure[step + 1]}H${STEP * (step + 1)}`);
        return h("path.line", { class: `side-${at}`, d: steps.join("") });
      }),
    ),
    h(
      "p.scale.tricks",
      { "aria-hidden": "true" },
      [cards[0], cards.at(-1)].map((card) => h("span", _("trick {number}", { number: card?.trick ?? "" }))),
    ),
    h(
      "p.legend-line",
      sides.map((side, at) =>
        h(
          "span",
          h("svg.dash", { "aria-hidden": true }, h("path.line", { class: `side-${at}`, d: "M0 1H24" })),
          listed(side.map((seat) => `${names?.[seat].split(",", 1)}`)), // without where they sit
        ),
      ),
    ),
  );
}

/** What the deal is worth in every contract, whoever leads. @param {State} state @param {Actions} act */
function contracts(state, act) {
  const { deal, asked: { contracts: mine } } = state;
  const { review } = act;
  const values = mine?.about === deal && mine.found;
  return h(
    "section.contracts",
    mine?.about === deal
      ? progress(state, act, "contracts", _("Every contract is searched"))
      : button(_("In every contract"), () => review.contracts()),
    values &&
      figures("totals", _("Before the first lead, whoever leads"), values, (at) => ({
        row: {},
        button: {
          class: "button small",
          title: _("Play the deal in this contract"),
          onclick: () => review.playIn(values.asked[at]),
        },
      })),
  );
}
