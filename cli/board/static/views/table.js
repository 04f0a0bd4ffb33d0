/** A table: the hands of those who sit round it, the trick in the middle, and what lies beside. */

/** @import {Card, Seat, View} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, VNode} from "../h.js" */
/** @import {Box, Spot, Spread} from "../geometry.js" */
import { bySuit, cardName, contractSign, inWords, suitOf } from "../cards.js";
import { depth, layout } from "../geometry.js";
import { h } from "../h.js";
import { _, capital, N_, ngettext } from "../language.js";
import { advised, lies, questionOf, training, values, viewOf, waiting } from "../state.js";
import { cardsText, drawn, face, pip, withCards, withSigns } from "./card.js";

/** How much of its width a pile shows of the three under the card on top: backs, or each with its rank. */
const [COVERED, KNOWN] = [0.36, 0.96];

/** Who sits near: in a game oneself, else who was put there, or is to do something, in a puzzle who solves it. @param {State} state @param {View} view */
export function below(state, { round, near, chooses, to_play: turn }) {
  const { game, bottom, shown } = state;
  const { goal, sides = [] } = (training(state) && shown?.position) || {};
  const solvers = goal && sides.find((side) => side.includes(goal.seat));
  const acts = solvers && !solvers.includes(/** @type {Seat} */ (turn)) ? goal.seat : turn;
  return (game.open ? near : (round.find((seat) => seat === bottom) ?? chooses ?? acts ?? near)) ?? round.at(-1);
}

/**
 * @param {State} state
 * @param {Actions} act
 * @param {Child} [middle] what stands there in place of the trick
 * @param {Child} [asks] what one may do
 * @returns {VNode}
 */
export function view(state, act, middle, asks) {
  const view = viewOf(state);
  if (!view) {
    return h("div.table.empty");
  }
  const { game, hidden, room, sheet } = state;
  const at = view.round.indexOf(/** @type {Seat} */ (below(state, view)));
  const round = [...view.round.slice(at), ...view.round.slice(0, at)];
  const hands = round.map((seat) => {
    const covered = view.covered.includes(seat) || (!game.open && sheet !== "edit" && Boolean(hidden[seat]));
    const piles = view.piles?.[seat];
    const cards = piles ? [] : shownIn(state, view, seat);
    return {
      seat,
      covered,
      held: cards,
      cards: piles?.length ?? (covered ? view.sizes[seat] : cards.length),
      of: piles?.length ?? view.of ?? cards.length,
      piles: piles ? (game.open && !game.now?.score ? COVERED : KNOWN) : 0,
      opens: cards.flatMap((card, at) => (at && suitOf(card) !== suitOf(cards[at - 1] ?? "") ? at : [])),
    };
  });
  const places = layout({ ...room, hands, bare: sheet === "edit" });
  const [near, ...others] = hands.map((held, at) => {
    const place = /** @type {Box & Spread} */ (places.seats[at]);
    return hand(state, view, act, { ...held, place, near: !at, wide: !places.narrow && !places.low });
  });
  return h(
    "div.table",
    {
      class: [
        game.open ? "at-table" : waiting(state) && "waiting",
        ...["narrow", "low", "slim", "tight", "terse"].filter((name) => places[/** @type {"low"} */ (name)]),
      ],
      style: { "--plate": px(places.plate), "--lines": px(places.line.h), "--free": px(places.felt.y), "--beside": px(places.felt.x), "--foot": px(room.h - places.top) },
      "data-step": game.open && game.now ? questionOf(game.now) : null,
    },
    asks,
    near, // Tab comes to it before the others
    others,
    middle || felt(state, view, act, round, places),
  );
}

/** The cards of a hand that are seen, suit by suit. @param {State} state @param {View} view @param {Seat} seat */
const shownIn = ({ settings }, { hands, contract }, seat) =>
  bySuit(hands[seat], (settings.trumpsFirst && contract) || "").flatMap(([, cards]) => cards);

const GOAL_STATES = { open: "", reached: N_("reached"), missed: N_("missed") };

/** What there is to know, in short. @param {State} state */
export function heading(state) {
  const { game, deal, shown } = state;
  const view = viewOf(state);
  const { headline = "", beside = [] } = view ?? {};
  const goal = game.open ? null : shown?.position.goal;
  const wanted = goal
    ? { name: _("Goal"), text: [goal.text, _(GOAL_STATES[goal.state])].filter(Boolean).join(" – ") }
    : view?.aim;
  return h(
    "div.heading",
    h("h1.chip", { title: game.open ? null : deal?.title }, game.open ? capital(game.now?.game ?? "") : (deal?.title ?? "Manni")),
    wanted && h("p.chip.aim", { class: [goal && "goal", goal?.state] }, h("b", wanted.name), " ", wanted.text),
    headline && h("p.headline", headline.split(" · ").map((part, at) => [at > 0 && h("span.said", " · "), h("span.chip", withSigns(part))])),
    beside.length > 0 &&
      h(
        "dl.beside",
        beside.map(({ head, cards, text }) => h("div.chip", { key: head }, h("dt", head), " ", h("dd", cardsText(cards), text))),
      ),
    game.open ? null : deal?.warnings.map((text) => h("p.chip.warning", text)),
  );
}

/**
 * @param {State} state
 * @param {View} view
 * @param {Actions} act
 * @param {{seat: Seat, covered: boolean, held: Card[], piles: number, place: Box & Spread, near: boolean, wide: boolean}} own
 */
function hand(state, view, act, { seat, covered, held, piles, place, near, wide }) {
  const { game, why } = state;
  const [name, note] = [view.names[seat], view.notes[seat]];
  const won = Object.values(view.won ?? {}).some(Boolean) ? view.won[seat] : null;
  const makes = state.sheet === "edit";
  const worth = !game.open && !makes && (state.shown?.position.worth[seat] || values(state)?.notes[seat]);
  return h(
    `div.hand.${seat}`,
    {
      key: seat,
      class: [near ? "near" : "other", seat === view.to_play && "mover", near && game.open && "own"],
      style: { ...laid(place), "--pile": `${piles}` },
      role: "group",
      "aria-label": [name, note, won !== null && _("won: {number}", { number: won })].filter(Boolean).join(", "),
      "data-seat": seat,
      onclick: makes ? () => act.draft.giveTo(seat) : null,
    },
    named(name, note, makes ? seat === view.to_play : null, {
      worth,
      side: sideOf(state, view, seat),
      won,
      pile: wide && game.open && game.now?.last?.taker === seat ? () => act.game.lookBack() : null,
    }),
    covered && !view.piles?.[seat]
      ? backs(place.spots)
      : cards(state, view, seat, held, place.spots, act),
    why && view.hands[seat].includes(why.card) && h("p.why", { "aria-hidden": "true" }, withCards(why.text)),
  );
}

/** @param {number} number */
const px = (number) => `${Math.round(10 * number) / 10}px`;

/** A part of the table, and how wide its cards are. @param {Box & {width: number}} box */
const laid = ({ x, y, w, h: height, width }) => ({
  left: px(x),
  top: px(y),
  width: px(w),
  height: px(height),
  "--width": px(width),
});

/** Who has a colour with a seat: partners share one. @param {State} state @param {View} view @param {Seat} seat */
function sideOf({ game, shown }, { round }, seat) {
  const sides = (game.open ? game.now?.sides : shown?.position.sides) ?? [];
  const paired = sides.some((side) => side.length > 1);
  return paired ? sides.findIndex((side) => side.includes(seat)) : round.indexOf(seat);
}

/** What stands on somebody's disc. @param {string} name */
const initials = (name) =>
  (name.split(",")[0] ?? "")
    .split(/\s+/)
    .filter((_, at, all) => !at || at === all.length - 1)
    .map((word) => word.charAt(0).toUpperCase())
    .join("")
    .replace(/\D+(?=\d)/, "");

/**
 * A name, which may be pressed where cards are given.
 *
 * @param {Child} name
 * @param {Child} note
 * @param {boolean | null} on
 * @param {{worth?: Child, side?: number, won?: number | null, pile?: (() => void) | null}} [more]
 */
export const named = (name, note, on, { worth, side, won = null, pile } = {}) =>
  h(
    "p.name",
    side !== undefined && h("span.disc", { style: { "--side": `${side}` }, "aria-hidden": "true", "data-text": initials(`${name}`) }),
    h(
      "span.told",
      on === null ? h("b", name) : h("button.receiver", { title: _("Who gets the next card"), "aria-pressed": on }, h("b", name)),
      " ",
      h("span.also", worth && h("span.worth", worth), worth && note && " · ", note),
    ),
    won !== null && h(pile ? "button.won" : "span.won", { "aria-label": pile && _("Last trick"), "aria-hidden": !pile || null, onclick: pile }, drawn("number", `${won}`)),
  );

/** @param {Spot[]} spots */
const backs = (spots) =>
  h(
    "div.suits.covered",
    { role: "img", "aria-label": ngettext("{number} card", "{number} cards", spots.length) },
    spots.map((spot, at) => h("span.card", { style: lying(spot, at, spots.length) }, h("span.face.back"))),
  );

/** Where a card lies, those of a fan turned a little. @param {Spot} [spot] @param {number} [at] @param {number} [of] */
const lying = ({ x, y } = { x: 0, y: 0 }, at = 0, of = 0) => ({
  left: px(x),
  top: px(y),
  rotate: of > 1 ? `${((at / (of - 1)) * 16 - 8).toFixed(1)}deg` : "",
});

/**
 * @param {State} state
 * @param {View} view
 * @param {Seat} seat
 * @param {Card[]} held
 * @param {Spot[]} spots
 * @param {Actions} act
 */
function cards(state, view, seat, held, spots, act) {
  const { game, why, roving, exchange } = state;
  const { down } = game.open ? game : exchange;
  const searched = game.open ? null : values(state);
  const mover = view.to_play;
  const best = Math.max(...(searched?.cards ?? []).map(({ kind, share }) => (kind === "keeps" && mover && share?.[mover]) || 0));
  const piles = view.piles?.[seat];
  const all = piles?.flat().flatMap((card) => card ?? []) ?? held;
  const able = all.filter((card) => view.free.includes(card));
  const walked = roving[seat];
  const tab = walked && able.includes(walked) ? walked : (able[0] ?? all[0]);
  const advice = game.open && seat === view.near ? advised(state)?.found : null;
  const most = advice?.worths[advice.cards[0] ?? ""];
  /** @param {Card} card @param {Record<string, string>} [style] @param {number} [under] cards of its pile that are not seen */
  const shownCard = (card, style = {}, under = 0) => {
    const may = able.includes(card);
    const chosen = may && view.chooses ? down.includes(card) : null;
    const refused = why?.card === card && why.text;
    const value = searched?.cards.find((other) => other.card === card);
    const fresh = game.open && game.now?.new.includes(card);
    const isAdvised = advice?.cards.includes(card);
    const points = advice?.worths[card];
    const first = value?.kind === "keeps" && ((mover && value.share?.[mover]) || 0) === best;
    const kind = value ? (first ? "best" : value.kind) : isAdvised ? "best" : points === most ? "keeps" : "loses";
    const number = value ? value.tells || value.sure : points;
    return h(
      "button.card",
      {
        key: card,
        class: [
          may && "legal",
          chosen && "down",
          fresh && "new",
          isAdvised && "best",
          refused && "refused",
        ],
        style,
        "data-card": card,
        "aria-label": [
          value ? inWords(value.said) : cardName(card),
          under && ngettext("{number} card under it", "{number} cards under it", under),
          fresh && _("new"),
          isAdvised && _("advised"),
          points,
          refused && inWords(refused),
        ]
          .filter(Boolean)
          .join(", "),
        "aria-disabled": may ? null : "true",
        "aria-pressed": chosen,
        tabindex: card === tab ? 0 : -1,
        // A mouse leaves the focus where it is, and with it what the arrow keys do.
        onmousedown: (event) => event.preventDefault(),
        onclick: () => act.board.choose(card),
        onfocus: () => act.frame.rove(seat, card),
      },
      face(card),
      number && h("span.badge", { class: kind, "aria-hidden": "true", "data-text": number }),
      under > 0 && drawn("under", `${under}`),
    );
  };
  if (!piles) {
    return h("div.suits", held.map((card, at) => shownCard(card, lying(spots[at]))));
  }
  /** The cards of a pile, the one on top last; it is said how many lie under it that nobody sees. @param {(Card | null)[]} pile */
  const stacked = (pile) =>
    pile.map((card, at) => (card ? shownCard(card, {}, pile.slice(at).filter((lower) => !lower).length) : h("span.card", { key: at }, h("span.face.back")))).reverse();
  return h("div.piles", piles.map((pile, at) => h("div.stack", { key: at, style: lying(spots[at]) }, stacked(pile))));
}

/**
 * @param {State} state
 * @param {View} view
 * @param {Actions} act
 * @param {Seat[]} round from the near one to the left
 * @param {ReturnType<typeof layout>} places
 */
function felt(state, view, act, round, { felt: room, trick: { spots, width } }) {
  const { contract, trick, taker, names } = view;
  const { game } = state;
  return h(
    "div.felt",
    {
      class: [taker && "whole", taker && game.open && game.sweeps && "sweeps"],
      style: laid({ ...room, width }),
      role: "group",
      "aria-label": _("On the table"),
      onclick: game.open && lies(game) ? () => act.game.goOn() : null,
    },
    h(
      "span.emblem",
      { "aria-hidden": "true" },
      contract?.length === 1 ? pip(contract) : contract ? contractSign(contract) : !game.open && "?",
    ),
    trick.map(({ seat, card }) => {
      const spot = /** @type {(typeof spots)[0]} */ (spots[round.indexOf(seat)]);
      return h(
        "span.lies",
        {
          key: card,
          class: seat === (taker ?? view.winning) && "takes",
          style: { ...lying(spot), rotate: `${spot.tilt.toFixed(1)}deg`, "z-index": `${depth(spot)}` },
          role: "img",
          "aria-label": `${names[seat]}${_(": ")}${cardName(card)}`,
          "data-seat": seat,
          "data-lies": card,
        },
        face(card),
      );
    }),
    taker &&
      !game.open &&
      h(
        "p.last.said",
        _("last trick"),
        " ",
        cardsText(trick.map(({ card }) => card)),
        state.shown?.position.last,
      ),
  );
}
