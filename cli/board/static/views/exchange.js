/** The exchange: cards to put down, what comes of it, and what would be best. */

/** @import {ExchangeRow} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { cardName, seatNamed, seatTitle, trumpSign, trumpWord } from "../cards.js";
import { h } from "../h.js";
import { _, ngettext, pgettext } from "../language.js";
import { seatsOf, training } from "../state.js";
import { cardsText, withSigns } from "./card.js";
import { button, figures, noDeal, problemList, progress, toggle } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { deal } = state;
  const mine = state.exchange;
  if (training(state)) {
    return h("p.quiet", _("Hidden while a puzzle is being solved."));
  }
  if (!deal || mine.deal !== deal || deal.no_exchange) {
    return deal?.no_exchange ? h("p.quiet", deal.no_exchange) : noDeal(state);
  }
  const { put_away: away, can_exchange: seats } = deal;
  const { exchange } = act;
  const { seat, open, contract, down, view: before } = mine;
  const hand = before?.free ?? [];
  const asked = state.asked.exchange;
  const advice = asked?.found;
  const choices = h(
    "div.row",
    group(
      _("Who exchanges"),
      seatsOf(state).map((other) =>
        toggle(seatTitle(other), seat === other, () => exchange.choose(deal, other)),
      ),
    ),
    group(_("What is seen"), [
      toggle(pgettext("exchange", "Open"), open, () => exchange.ask({ open: true })),
      toggle(pgettext("exchange", "Blind"), !open, () => exchange.ask({ open: false })),
    ]),
    away &&
      group(_("Trump"), [
        toggle(pgettext("trump", "Best"), contract === null, () => exchange.putDownAll(mine.down, null)),
        ...away.trumps.map((code) =>
          toggle(
            trumpWord(code),
            contract === code,
            () => exchange.putDownAll(mine.down, code),
            h("span.signs", { class: code }, trumpSign(code)),
          ),
        ),
      ]),
  );
  if (!seat || !seats.includes(seat)) {
    return h("div.exchanging", choices, problemList([asked?.problem]));
  }
  const number = down.length;
  const next = seats[seats.indexOf(seat) + 1];
  const trial = advice?.trial;
  const named = trial?.contract && trumpWord(trial.contract);
  /** @param {ExchangeRow} row */
  const isDown = ({ cards, contract: trump }) =>
    cards.length === number &&
    (contract ?? trump) === trump &&
    cards.every((card) => down.includes(card));
  return h(
    "div.exchanging",
    choices,
    h(
      "section.trial",
      { "aria-label": away ? _("The cards put away") : _("The cards put down") },
      h(
        "p",
        h(
          "b",
          away
            ? _("{number} of {wanted} put away", { number, wanted: away.cards }) +
                (number ? _(": ") : ". ")
            : number
              ? ngettext("{number} put down: ", "{number} put down: ", number)
              : _("Nothing put down: click cards on the table. "),
        ),
        cardsText(down),
      ),
      advice &&
        trial &&
        h(
          "p.worth",
          withSigns(
            advice.heads.flatMap((head, at) => (head && at > 1 ? `${head} ${trial.cells[at]}` : [])).join(" · "),
          ),
          advice.verdict && ` · ${advice.verdict}`,
        ),
      problemList([advice?.problem]),
      h(
        "div.row",
        away
          ? named &&
              button(_("Name {trump} and play", { trump: named }), () => exchange.take(null), {
                class: "main",
              })
          : button(
              number ? _("Take it and play") : _("Stand pat and play"),
              () => exchange.take(null),
              { class: "main" },
            ),
        next &&
          !away &&
          button(_("… and {seat:the} next", { seat: seatNamed(next) }), () =>
            exchange.take(next),
          ),
        number > 0 && button(_("Take up all"), () => exchange.putDownAll([])),
        !away &&
          number < hand.length &&
          button(_("Put down all"), () => exchange.putDownAll(hand)),
      ),
    ),
    h(
      "section.ranking",
      h("h2", away ? _("The best choices") : _("The best exchanges")),
      progress(state, act, "exchange", open ? _("Discards are compared") : _("Deals are sampled")),
      advice && [
        h("p", { class: advice.exact || !open ? "quiet" : "partial" }, withSigns(advice.text)),
        figures(
          "ranked",
          "",
          { heads: advice.heads, rows: advice.rows.map(({ cells }) => cells) },
          (at) => {
            const row = /** @type {ExchangeRow} */ (advice.rows[at]);
            const chosen = isDown(row);
            const { cards, contract: trump } = row;
            return {
              row: { class: chosen && "here", onclick: () => exchange.putDownAll(cards, trump) },
              button: { "aria-pressed": chosen },
              said: cards.map(cardName).join(", ") || _("stand pat"),
            };
          },
        ),
      ],
    ),
  );
}

/** Toggles of which one is on. @param {string} word @param {VNode[]} toggles */
const group = (word, toggles) => h("div.group", { role: "group", "aria-label": word }, toggles);
