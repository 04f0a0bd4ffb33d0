/** A table: the hands of those who sit round it, the trick in the middle, and what lies beside. */

/** @import {Card, CardValue, Seat, View} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, VNode} from "../h.js" */
import { bySuit, cardName, contractSign, inWords, seatNamed, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_, ngettext } from "../language.js";
import { advised, lies, questionOf, values, viewOf } from "../state.js";
import { back, cardsText, drawing, drawn, face, pip, withCards } from "./card.js";

const LONG = 13; // tricks; more cards stand closer together
const ROW = 8; // cards beside each other on a telephone, all of each of them to be seen

/**
 * Where those who sit at a table have their places, from the middle to the right and down: the
 * first near, two opposite each other, more of them round a cross or an oval.
 *
 * @template S
 * @param {S[]} seats in the order in which they sit, to the left
 */
export const placesOf = (seats) =>
  seats.map((seat, at) => {
    const turn = (2 * Math.PI * at) / seats.length;
    const [x = 0, y = 0] = [-Math.sin(turn), Math.cos(turn)].map((part) => Math.round(100 * part) / 100 + 0);
    return { seat, x, y, side: at === 0 ? "near" : x < 0 ? "left" : x > 0 ? "right" : "far" };
  });

/** @typedef {ReturnType<typeof placesOf<Seat>>[0]} Place */

/** Who sits near: who was put there, else where the service has somebody. @param {State} state @param {View} view */
const below = ({ game, bottom }, { round, near }) =>
  (game.open ? null : round.find((seat) => seat === bottom)) ?? near;

/**
 * The places in rows, the far ones first, turned so that one seat is near.
 *
 * @param {View} view
 * @param {Seat | null | undefined} seat
 */
function placesAt({ round }, seat) {
  const at = seat ? round.indexOf(seat) : round.length - 1;
  return placesOf([...round.slice(at), ...round.slice(0, at)]).sort(
    (one, other) => one.y - other.y || one.x - other.x,
  );
}

/**
 * @param {State} state
 * @param {Actions} act
 * @param {Child} [middle] what stands there in place of the trick
 * @param {Child} [asks] what one may do in a game
 * @returns {VNode}
 */
export function view(state, act, middle, asks) {
  const view = viewOf(state);
  if (!view) {
    return h("div.table.empty", h("div.heading", h("h1", state.deal ? titleOf(state.deal) : "Manni")));
  }
  const number = view.round.length;
  /** @type {Child[]} */
  const hands = placesAt(view, below(state, view)).map((place) => hand(state, view, place, act));
  const near = hands.pop();
  // With two or three the trick has a row of its own, with more it lies between the last two.
  hands.splice(hands.length > 2 ? -1 : hands.length, 0, middle || felt(state, view, act));
  const { game } = state;
  return h(
    "div.table",
    {
      class: [game.open ? "at-table" : state.waiting && "waiting", view.of > LONG && "long", number > 3 && "oval"],
      // Those of the hands at the sides, between which the trick lies.
      style: { "--rows": `${2 + ((number + 1) % 2)} / span ${(number - 1) >> 1}`, "--others": `${number - 1}` },
      "data-step": game.open && game.now ? questionOf(game.now) : null,
    },
    heading(state, view),
    hands,
    asks,
    near,
    h(
      "dl.beside",
      view.beside.map(
        ({ head, cards, text }) =>
          h("div", { key: head }, h("dt", head), " ", h("dd", cardsText(cards), text)),
      ),
    ),
  );
}

/** @param {{title: string}} deal */
const titleOf = ({ title }) => title || _("A deal");

const GOAL_STATES = { open: "", reached: N_("reached"), missed: N_("missed") };

/** @param {State} state @param {View} view */
function heading({ game, deal, shown, tab }, { headline, aim }) {
  const starts = tab === "start" && !game.open;
  const goal = game.open || starts ? null : shown?.position.goal;
  return h(
    "div.heading",
    h("h1", { title: game.open ? null : deal?.title }, game.open ? capital(game.now?.game ?? "") : starts ? "Manni" : deal && titleOf(deal)),
    aim &&
      h(
        "p.aim",
        h("b", aim.name),
        h("progress", { value: aim.won, max: aim.wanted || 1, "aria-hidden": "true" }),
        _("{number} of {all}", { number: aim.won, all: aim.wanted }),
      ),
    h("p.headline", headline),
    goal &&
      h(
        "p.goal",
        { class: goal.state },
        h("b", _("Goal"), " "),
        [goal.text, _(GOAL_STATES[goal.state])].filter(Boolean).join(" – "),
      ),
    game.open ? null : deal?.warnings.map((text) => h("p.warning", text)),
  );
}

/** @param {State} state @param {View} view @param {Place} place @param {Actions} act */
function hand(state, view, { seat, side, x }, act) {
  // On a telephone the table is turned so that who is to play sits below, and his cards are large.
  const big = below(state, view) ?? view.chooses ?? view.to_play;
  const turned = placesAt(view, big);
  const order = turned.findIndex((each) => each.seat === seat);
  const [name, note, cards] = [view.names[seat], view.notes[seat], view.hands[seat]];
  const { game, why, hidden } = state;
  const makes = state.sheet === "edit";
  const analysed = !game.open && !makes;
  return h(
    `div.hand.${side}.${seat}`,
    {
      key: seat,
      class: [seat === view.to_play && "mover", seat === big && "big", turned[order].side === "far" && "opposite", game.open && side === "near" && "own"],
      style: { "--order": `${order - turned.length}`, "--x": `${x}` },
      role: "group",
      "aria-label": [name, note].filter(Boolean).join(", "),
      "data-seat": seat,
      onclick: makes ? () => act.draft.giveTo(seat) : null,
    },
    named(name, note, makes ? seat === view.to_play : null, analysed && tools(state, seat, act)),
    analysed && h("p.worth", state.shown?.position.worth[seat] || values(state)?.notes[seat]),
    view.covered.includes(seat) || (analysed && hidden[seat])
      ? backs(view.sizes[seat])
      : suits(state, view, seat, cards, act),
    why && cards.includes(why.card) && h("p.why", { "aria-hidden": "true" }, withCards(why.text)),
  );
}

/**
 * A name, which may be pressed where cards are given.
 *
 * @param {Child} name
 * @param {Child} note
 * @param {boolean | null} on
 * @param {Children} [more]
 */
export const named = (name, note, on, more) =>
  h(
    "p.name",
    on === null ? h("b", name) : h("button.receiver", { title: _("Who gets the next card"), "aria-pressed": on }, h("b", name)),
    " ",
    h("span.note", note),
    more,
  );

/** The small buttons beside a name. @param {State} state @param {Seat} seat @param {Actions} act */
function tools({ bottom, hidden }, seat, act) {
  /** @param {string} icon @param {string} text @param {boolean} on @param {() => void} go */
  const tool = (icon, text, on, go) => {
    const title = _(text, { seat: seatNamed(seat) });
    return h(
      "button.tool",
      { title, "aria-label": title, "aria-pressed": on, onclick: go },
      drawing("icon", `icon-${icon}`),
    );
  };
  return [
    " ",
    tool("below", N_("Put {seat:object} at the bottom"), bottom === seat, () => act.frame.putBelow(seat)),
    tool("cover", N_("Cover {seat:object}"), Boolean(hidden[seat]), () => act.frame.cover(seat)),
  ];
}

/** @param {number} size */
const backs = (size) =>
  h(
    "div.suits.covered",
    { role: "img", "aria-label": ngettext("{number} card", "{number} cards", size) },
    Array.from({ length: size }, () => h("span.card", back())),
  );

/** @param {State} state @param {View} view @param {Seat} seat @param {Card[]} held @param {Actions} act */
function suits(state, view, seat, held, act) {
  const { game, why, roving, exchange, settings } = state;
  const { down } = game.open ? game : exchange;
  const groups = bySuit(held, (settings.trumpsFirst && view.contract) || "");
  const found = game.open ? null : values(state);
  const cards = groups.flatMap(([, suit]) => suit);
  const half = cards.length > ROW && cards[(cards.length - 1) >> 1];
  const able = cards.filter((card) => view.free.includes(card));
  const walked = roving[seat];
  const tab = walked && able.includes(walked) ? walked : (able[0] ?? cards[0]);
  /** @param {Card} card @param {number} at in its suit @param {number} [under] cards of its pile that are not seen */
  const shownCard = (card, at, under = 0) => {
    const may = able.includes(card);
    const value = found?.cards.find((each) => each.card === card) ?? null;
    const fresh = game.open && game.now?.new.includes(card);
    const advice = game.open && seat === view.near ? advised(state)?.found : null;
    const best = advice?.cards.includes(card);
    const points = advice?.worths[card];
    return h(
      "button.card",
      {
        key: card,
        class: [
          at === 0 && card !== cards[0] && "opens",
          card === cards.at(-1) && "ends",
          may && "legal",
          may && view.chooses && down.includes(card) && "down",
          fresh && "new",
          best && "best",
          why?.card === card && "refused",
        ],
        "data-card": card,
        "aria-label": [
          value ? inWords(value.said) : cardName(card),
          under && ngettext("{number} card under it", "{number} cards under it", under),
          fresh && _("new"),
          best && _("advised"),
          points,
          why?.card === card && inWords(why.text),
        ]
          .filter(Boolean)
          .join(", "),
        "aria-disabled": may ? null : "true",
        "aria-pressed": may && view.chooses ? down.includes(card) : null,
        tabindex: card === tab ? 0 : -1,
        // A mouse leaves the focus where it is, and with it what the arrow keys do.
        onmousedown: (event) => event.preventDefault(),
        onclick: () => act.board.choose(card),
        onfocus: () => act.frame.rove(seat, card),
      },
      face(card, value ? badge(value) : points ? h("span.badge.points", { "aria-hidden": "true" }, points) : null),
      under > 0 && drawn("under", `${under}`),
    );
  };
  const piles = view.piles?.[seat];
  if (piles) {
    return h("div.piles", piles.map((pile, at) => h("div.stack", { key: at }, stacked(pile, shownCard))));
  }
  return h(
    "div.suits",
    groups.map(([suit, own]) =>
      h(
        "div.suit",
        { key: suit, class: !own.length && "void" },
        h(
          "span.sign.signs",
          { class: suit },
          pip(suit, own.length ? "" : _("no {suit}", { suit: suitWord(suit) })),
          !own.length && "–",
        ),
        // On a telephone those of one's own lie in two rows.
        own.map((card, at) => [shownCard(card, at), card === half && h("span.half")]),
      ),
    ),
  );
}

/**
 * The cards of a pile, the one on top last; it is said how many lie under it that nobody sees.
 *
 * @param {(Card | null)[]} pile
 * @param {(card: Card, at: number, under: number) => VNode} show
 */
const stacked = (pile, show) =>
  pile
    .map((card, at) => (card ? show(card, 1, pile.slice(at).filter((each) => !each).length) : h("span.card", { key: at }, back())))
    .reverse();

/** What the mover is sure of after a card, and whether it keeps it. @param {CardValue} value */
function badge({ kind, mark, sure, tells }) {
  const [low, high = ""] = sure.split("–");
  return h(
    "span.badge",
    { class: kind, "aria-hidden": "true" },
    drawn("loss", mark),
    high.length > 1 // which would not fit beside each other
      ? h("span.tricks", drawn("low", `${low}–`), drawn("high", high))
      : drawn("tricks", sure),
    tells && drawn("share", tells),
  );
}

/** @param {State} state @param {View} view @param {Actions} act */
function felt(state, view, act) {
  const { contract, trick, taker, names, to_play: turn } = view;
  const places = placesAt(view, below(state, view));
  /** @param {Seat} seat @param {string} [to] */
  const style = (seat, to = "") => {
    const { x, y } = /** @type {Place} */ (places.find((place) => place.seat === seat));
    return { [`--${to}x`]: `${x}`, [`--${to}y`]: `${y}` };
  };
  const { game } = state;
  const sweeps = taker && game.open && game.sweeps;
  return h(
    "div.felt",
    {
      class: [taker && "whole", sweeps && "sweeps"],
      style: sweeps ? style(taker, "to-") : null,
      role: "group",
      "aria-label": _("On the table"),
      onclick: game.open && lies(game) ? () => act.game.goOn() : null,
    },
    turn && h("span.turn", { style: style(turn), "aria-hidden": "true" }),
    trick.map(({ seat, card }) =>
      h(
        "span.lies",
        {
          key: card,
          class: seat === taker && "takes",
          style: style(seat),
          role: "img",
          "aria-label": `${names[seat]}${_(": ")}${cardName(card)}`,
        },
        face(card),
      ),
    ),
    h(
      "span.emblem",
      { class: trick.length > 0 && "small", "aria-hidden": "true" },
      contract?.length === 1 ? pip(contract) : contract ? contractSign(contract) : !game.open && "?",
    ),
    taker &&
      !game.open &&
      h(
        "p.last",
        _("last trick"),
        " ",
        cardsText(trick.map(({ card }) => card)),
        state.shown?.position.last,
      ),
  );
}
