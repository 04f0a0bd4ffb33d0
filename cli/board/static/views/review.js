/** The review: what each card of the line cost, where it turned, and what would have kept it. */

/** @import {BySeat, ReviewedCard, ReviewFound, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { lineOf, numberShown } from "../actions/review.js";
import { seatLetter, seatNamed, SEATS, seatTitle, seatWord } from "../cards.js";
import { h } from "../h.js";
import { _, fill, pgettext } from "../language.js";
import { cardText, withCards } from "./card.js";
import { button, problemList, progress, table } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const mine = state.tabs.review;
  if (!state.deal || mine.deal !== state.deal) {
    return h("p.quiet", _("No deal yet."));
  }
  const { found, problem, search, part } = mine;
  return h(
    "div.reviewing",
    line(state, act),
    problemList([problem]),
    mine.line.length
      ? progress(search, part, _("Cards are reviewed, the last first"), () =>
          act.review.searchOn("review"),
        )
      : null,
    found ? h("p", { class: found.partial ? "partial" : "quiet" }, found.text) : null,
    found && !found.partial && state.deal.own ? dearest(found, state.deal.own) : null,
    found ? turns(state, found, act) : null,
    found && found.cards.length > 1 ? graph(state, found, act) : null,
    found ? totals(found) : null,
    found?.exchanges.length
      ? h("ul.exchanges", found.exchanges.map((text, at) => h("li", { key: at }, text)))
      : null,
    found ? cards(state, found, act) : null,
    contracts(state, act),
  );
}

/** What the deal is worth in every contract, whoever leads. @param {State} state @param {Actions} act */
function contracts({ deal, tabs }, act) {
  const { deal: asked, found, problem, search } = tabs.contracts;
  const mine = asked === deal;
  return h(
    "section.contracts",
    mine ? null : button(_("In every contract"), () => act.review.contracts()),
    mine && problem ? problemList([problem]) : null,
    mine && search !== "done"
      ? h(
          "p.quiet",
          search === "busy" ? _("Searching …") : _("bounds; the search has paused"),
          " ",
          search === "paused" &&
            button(_("Go on"), () => act.review.contractsOn(), { class: "small" }),
        )
      : null,
    mine && found
      ? table(
          "totals",
          _("Before the first lead, whoever leads"),
          [pgettext("column", "contract"), _("leads"), ...SEATS.map(seatLetter)],
          found.map((row) =>
            h(
              "tr",
              { key: `${row.contract} ${row.leader}` },
              h(
                "th",
                { scope: "row" },
                button(row.contract, () => act.review.playIn(row), { class: "small", title: _("Play the deal in this contract") }),
              ),
              h("td", seatLetter(row.leader)),
              SEATS.map((seat) => {
                const [low, high] = row.bounds[seat];
                return h(
                  "td",
                  { key: seat, class: low === high ? "" : "unproved" },
                  low === high ? low : `${low}–${high}`,
                );
              }),
            ),
          ),
        )
      : null,
  );
}

/**
 * Which line is reviewed, where that is not the one on the board.
 *
 * @param {State} state
 * @param {Actions} act
 */
function line(state, act) {
  const now = lineOf(state.tree);
  if (!now.length) {
    return h(
      "p.quiet",
      _("Nothing has been played. Play, or open a deal with a record, to see what each card cost."),
    );
  }
  if (`${now}` === `${state.tabs.review.line}`) {
    return null;
  }
  return h(
    "div.row",
    h("p", _("The board shows another line than the one reviewed.")),
    button(_("Review this line"), () => act.review.begin()),
  );
}

/** What cost the player most. @param {ReviewFound} found @param {Seat} own */
function dearest({ cards }, own) {
  const mine = cards.filter((each) => each.seat === own);
  const [worst] = mine.sort((one, other) => other.loss - one.loss);
  return (
    worst &&
    h(
      "p",
      h(
        "b",
        worst.loss
          ? withCards(fill(_("Your dearest card was {card}, in trick {trick}: it cost {loss}."), {
              card: worst.card,
              trick: worst.trick,
              loss: worst.loss,
            }))
          : _("None of your cards cost anything."),
      ),
    )
  );
}

/**
 * From turning point to turning point, and what is to be said of the card last played.
 *
 * @param {State} state
 * @param {ReviewFound} found
 * @param {Actions} act
 */
function turns(state, found, act) {
  const here = numberShown(state);
  const card = found.cards.find((each) => each.number === here) ?? null;
  const number = found.turning_points.length;
  return h(
    "div.turns",
    h(
      "div.row",
      button(_("Previous turning point"), () => act.review.turn(-1), {
        "aria-disabled": number ? null : "true",
      }),
      button(_("Next turning point"), () => act.review.turn(1), {
        "aria-disabled": number ? null : "true",
      }),
    ),
    card ? verdict(card, act) : null,
  );
}

/**
 * "Dealer's ♥Q costs 3; ♣K, ♣8 or ♣7 would have kept it."
 *
 * @param {ReviewedCard} card
 * @param {Actions} act
 */
function verdict(card, act) {
  const { seat, before, after, kept } = card;
  const text = card.loss
    ? _("Trick {trick}: {seat:The}’s {card} costs {loss}: {before} to {after}.")
    : _("Trick {trick}: {seat:The}’s {card} costs nothing.");
  const parts = {
    trick: card.trick,
    seat: seatNamed(seat),
    card: card.card,
    loss: card.loss,
    before: before[seat],
    after: after[seat],
  };
  return h(
    "div",
    { class: `verdict${card.loss ? " cost" : ""}` },
    h("p", withCards(fill(text, parts)), gift(card)),
    card.loss
      ? h(
          "div.row",
          h("span", _("Kept by")),
          kept.map((each) =>
            h(
              "button.button.small",
              {
                key: each,
                onclick: () => act.review.playInstead(card, each),
              },
              cardText(each),
            ),
          ),
        )
      : null,
  );
}

/** @param {ReviewedCard} card */
function gift({ gave }) {
  const given = SEATS.filter((seat) => gave[seat]).map(
    (seat) => `${seatWord(seat)} ${gave[seat]}`,
  );
  const said = fill(_(" It gives {what}."), { what: given.join(", ") });
  return given.length ? said : "";
}

/**
 * Every card, as `manni review` lists them.
 *
 * @param {State} state
 * @param {ReviewFound} found
 * @param {Actions} act
 */
function cards(state, found, act) {
  const here = numberShown(state);
  const heads = [
    pgettext("column", "trick"),
    pgettext("column", "card"),
    ...SEATS.map(seatLetter),
    pgettext("column", "loss"),
    pgettext("column", "gave"),
  ];
  return table(
    "reviewed",
    found.caption,
    heads,
    found.cards.map((card, at) =>
      h(
        "tr",
        {
          key: card.number,
          class: [
            card.loss ? "cost" : "",
            card.number === here ? "here" : "",
            card.trick % 2 ? "odd" : "",
          ]
            .filter(Boolean)
            .join(" "),
        },
        h("td", found.cards[at - 1]?.trick === card.trick ? "" : card.trick),
        h(
          "th",
          { scope: "row" },
          h(
            "button.line",
            {
              "aria-current": card.number === here ? "step" : null,
              onclick: () => act.review.show(card.number),
            },
            `${seatLetter(card.seat)} `,
            cardText(card.card),
          ),
        ),
        SEATS.map((seat) => h("td", { key: seat }, card.after[seat])),
        h("td", card.loss || "·"),
        h("td", gaveSign(card.gave)),
      ),
    ),
  );
}

/** "F1 D2". @param {BySeat<number>} gave */
function gaveSign(gave) {
  return (
    SEATS.filter((seat) => gave[seat])
      .map((seat) => `${seatLetter(seat)}${gave[seat]}`)
      .join(" ") || "·"
  );
}

/** @param {ReviewFound} found */
function totals(found) {
  const heads = [
    "",
    pgettext("column", "guarantee"),
    pgettext("column", "lost"),
    pgettext("column", "got"),
    pgettext("column", "sure of"),
    ...(found.share ? [pgettext("column", "share")] : []),
  ];
  /** @param {Seat} seat */
  const cells = (seat) => [
    found.guarantee[seat],
    found.lost[seat],
    found.got[seat],
    found.sure[seat],
    ...(found.share ? [found.share[seat]] : []),
  ];
  const rows = SEATS.map((seat) =>
    h(
      "tr",
      { key: seat },
      h("th", { scope: "row" }, seatTitle(seat)),
      cells(seat).map((cell, at) => h("td", { key: at }, cell)),
    ),
  );
  return table("totals", _("Over all these cards"), heads, rows);
}

const STEP = 10; // of the graph, a card; its height is that of a hundred units

/**
 * What each seat was sure of, card by card; a click leads to the card. Those who use no mouse have the
 * same in the table of the cards.
 *
 * @param {State} state
 * @param {ReviewFound} found
 * @param {Actions} act
 */
function graph(state, found, act) {
  const { cards: all, guarantee } = found;
  const first = /** @type {ReviewedCard} */ (all[0]).number;
  const most = Math.max(1, ...SEATS.flatMap((seat) => all.map((card) => card.after[seat] ?? 0)));
  const width = STEP * all.length;
  /** @param {number} value */
  const high = (value) => Math.round(100 - (92 * value) / most) - 4;
  /** From what was before to what is after; a gap where either is not proved. @type {(value: number | null | undefined, at: number, seat: Seat) => string} */
  const step = (value, at, seat) => {
    const before = at ? all[at - 1]?.after[seat] : guarantee[seat];
    if (value === null || value === undefined) {
      return "";
    }
    return `M${STEP * at} ${high(before ?? value)}V${high(value)}H${STEP * (at + 1)}`;
  };
  const here = numberShown(state);
  /** @param {MouseEvent} event */
  const go = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * all.length);
    act.review.show(first + Math.max(0, Math.min(all.length - 1, at)));
  };
  return h(
    "figure.graph",
    h("figcaption.quiet", _("What each seat was sure of, card by card")),
    h(
      "svg",
      {
        viewBox: `0 0 ${width} 100`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": _("What each seat was sure of, card by card"),
        onclick: go,
      },
      here !== null && here >= first
        ? h("rect.here", {
            x: `${STEP * (here - first)}`,
            y: "0",
            width: `${STEP}`,
            height: "100",
          })
        : null,
      SEATS.map((seat) =>
        h("path", {
          key: seat,
          class: `line ${seat}`,
          d: all.map((card, at) => step(card.after[seat], at, seat)).join(""),
        }),
      ),
    ),
    h(
      "p.legend-line",
      SEATS.map((seat) =>
        h("span", { key: seat }, h("span", { class: `dash ${seat}`, "aria-hidden": "true" }), seatTitle(seat)),
      ),
    ),
  );
}
