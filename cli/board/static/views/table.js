/** Three hands round the table, and the trick in the middle. */

/** @import {Adopted, Bounds, Card, CardValue, Position, Seat, Values} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { bySuit, cardName, contractSign, seatNamed, SEATS, seatTitle, seatWord, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, capital, fill, N_ } from "../language.js";
import { bottomOf, covered, handOf, manniOf, mode, valueOf, values } from "../state.js";
import { boundsOf, boundsSign, cardWorth, decimal, lossKind, lossSign, proved, scoreText } from "../words.js";
import { back, cardText, drawn, face, pip, withCards } from "./card.js";
import { button } from "./pieces.js";

const LONG = 13; // tricks; more cards stand closer together

/** @typedef {"left" | "right" | "near"} Place round the table, as the dealer sees it */

/** @type {Place[]} */
const PLACES = ["left", "right", "near"];

/**
 * Who sits where: the next as play goes sits at one's left, or where it goes the other way right.
 *
 * @param {State} state
 * @param {Position} position
 * @returns {Record<Place, Seat>}
 */
function seatsOf(state, { clockwise }) {
  const near = bottomOf(state) ?? "D";
  const [next, last] = /** @type {[Seat, Seat]} */ (
    [1, 2].map((turn) => SEATS[(SEATS.indexOf(near) + turn) % SEATS.length])
  );
  return clockwise ? { left: next, right: last, near } : { left: last, right: next, near };
}

/** Where a seat is. @param {State} state @param {Position} position @param {Seat} seat */
const placeOf = (state, position, seat) =>
  PLACES.find((place) => seatsOf(state, position)[place] === seat) ?? "near";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const position = state.shown?.position;
  if (!position) {
    return h("div", { class: "table empty" }, empty(state, act));
  }
  return h(
    "div",
    { class: `table${state.waiting ? " waiting" : ""}${position.of > LONG ? " long" : ""}` },
    heading(state, position),
    ...PLACES.map((place) => hand(state, position, place, act)),
    felt(state, position),
    manni(manniOf(state)),
    beside(position),
  );
}

/** What stands there until there is a position. @param {State} state @param {Actions} act */
function empty({ deal }, act) {
  return h(
    "div",
    { class: "heading", key: "heading" },
    h("h1", null, deal ? titleOf(deal) : "Manni"),
    deal
      ? null
      : [
          h("p", { key: "play" }, _("Play against the computer:"), " ", button(_("Sit down at a table"), () => act.frame.openSheet("sit"), { class: "button main" })),
          h("p", { key: "none", class: "quiet" }, _("Or look at cards: open a deal, have one dealt, or enter cards.")),
        ],
  );
}

/** @param {Adopted} deal */
const titleOf = (deal) => deal.title || _("A deal");

const GOAL_STATES = { reached: N_("reached"), missed: N_("missed") };

/** @param {State} state @param {Position} position */
function heading(state, position) {
  const { goal } = position;
  return h(
    "div",
    { class: "heading", key: "heading" },
    h("h1", { title: state.deal?.title }, state.deal ? titleOf(state.deal) : ""),
    h("p", { class: "headline" }, position.headline),
    goal &&
      h(
        "p",
        { class: `goal ${goal.state}` },
        h("b", null, _("Goal"), " "),
        goal.text,
        goal.state === "open" ? "" : ` – ${_(GOAL_STATES[goal.state])}`,
      ),
    ...(state.deal?.warnings ?? []).map((text) => h("p", { class: "warning" }, text)),
  );
}

/** What stands beside a seat's name. @param {Position} position @param {Seat} seat */
function stateOf(position, seat) {
  const parts = [];
  if (seat === position.declarer) {
    parts.push(position.declares);
  }
  if (seat === position.to_play) {
    parts.push(position.table.length ? _("to play") : _("to lead"));
  }
  if (position.won_text) {
    parts.push(position.won_text[seat]);
  }
  return parts.join(", ");
}

/** @param {State} state @param {Position} position @param {Place} place @param {Actions} act */
function hand(state, position, place, act) {
  const seat = seatsOf(state, position)[place];
  const mover = seat === position.to_play;
  const big = seat === (bottomOf(state) ?? position.to_play);
  const beside = stateOf(position, seat);
  const cards = handOf(state, seat);
  const found = values(state);
  return h(
    "div",
    {
      key: seat,
      class: `hand ${place} ${seat}${mover ? " mover" : ""}${big ? " big" : ""}`,
      role: "group",
      "aria-label": [fill(_("{seat:The}’s hand"), { seat: seatNamed(seat) }), beside].filter(Boolean).join(", "),
      "data-seat": seat,
    },
    h(
      "p",
      { class: "name" },
      h("b", null, seat === state.deal?.own ? fill(_("You, {seat}"), { seat: seatWord(seat) }) : seatTitle(seat)),
      " ",
      h("span", { class: "beside" }, beside),
      " ",
      tool("below", fill(_("Put {seat:object} at the bottom"), { seat: seatNamed(seat) }), state.bottom === seat, () => act.frame.putBelow(seat)),
      tool("cover", fill(_("Cover {seat:object}"), { seat: seatNamed(seat) }), Boolean(state.hidden[seat]), () => act.frame.cover(seat)),
    ),
    h(
      "p",
      { class: "worth" },
      position.over ? scoreOf(position, seat) : found && worth(found, position, seat),
    ),
    covered(state).includes(seat) ? backs(cards) : suits(state, position, seat, act),
    state.why &&
      cards.includes(state.why.card) &&
      h("p", { class: "why", "aria-hidden": "true" }, withCards(state.why.text)),
  );
}

/** What the deal has brought a seat. @param {Position} position @param {Seat} seat */
const scoreOf = ({ score }, seat) =>
  score && fill(_("{points} points"), { points: scoreText(score[seat]) });

/** A small button beside a name. @param {string} icon @param {string} word @param {boolean} on @param {() => void} go */
function tool(icon, word, on, go) {
  return h(
    "button",
    { key: icon, type: "button", class: "tool", title: word, "aria-label": word, "aria-pressed": on, onclick: go },
    h("svg", { class: "icon", "aria-hidden": "true", focusable: "false" }, h("use", { href: `#icon-${icon}` })),
  );
}

/** @param {Values} found @param {Position} position @param {Seat} seat */
function worth(found, { at_most: most, sides }, seat) {
  const bounds = boundsSign(boundsOf(found, seat));
  const partner = sides.find((side) => side.includes(seat))?.find((each) => each !== seat);
  const number = fill(most ? _("at most {number}") : _("guarantee {number}"), { number: bounds });
  const both = partner
    ? fill(_("{worth} with {seat}"), { worth: number, seat: seatNamed(partner) })
    : number;
  return found.share
    ? `${both} · ${fill(_("share {number}"), { number: decimal(found.share[seat]) })}`
    : both;
}

/** @param {Card[]} cards */
function backs(cards) {
  return h(
    "div",
    { class: "suits" },
    cards.map((card, at) => h("span", { class: "card", key: at }, back())),
  );
}

/** @param {State} state @param {Position} position @param {Seat} seat @param {Actions} act */
function suits(state, position, seat, act) {
  const cards = handOf(state, seat);
  const roving = state.roving[seat];
  const tab =
    roving && cards.includes(roving)
      ? roving
      : (cards.find((card) => position.legal.includes(card)) ?? cards[0]);
  const opens = new Set(bySuit(cards).map(([, held]) => held[0]));
  opens.delete(cards[0]);
  /** @param {Card} card */
  const place = (card) =>
    `${opens.has(card) ? " opens" : ""}${card === cards.at(-1) ? " ends" : ""}`;
  return h(
    "div",
    { class: "suits" },
    bySuit(cards).map(([suit, held]) =>
      h(
        "div",
        { class: held.length ? "suit" : "suit void", key: suit },
        h(
          "span",
          { class: "sign", key: "sign" },
          pip(suit, held.length ? "" : fill(_("no {suit}"), { suit: suitWord(suit) })),
          held.length ? null : "–",
        ),
        held.map((card) =>
          cardButton(state, position, seat, card, `card${place(card)}`, card === tab, act),
        ),
      ),
    ),
  );
}

/**
 * @param {State} state
 * @param {Position} position
 * @param {Seat} seat
 * @param {Card} card
 * @param {string} place in the hand, as classes
 * @param {boolean} tab whether Tab leads to it
 * @param {Actions} act
 */
function cardButton(state, position, seat, card, place, tab, act) {
  const legal = position.legal.includes(card);
  const now = mode(state);
  const may = now === "exchange" ? state.tabs.exchange.seat === seat : legal;
  const down = now === "exchange" && state.tabs.exchange.down.includes(card);
  const value = legal ? valueOf(state, card) : null;
  const classes = [
    place,
    may ? "legal" : "",
    down ? "down" : "",
    state.why?.card === card ? "refused" : "",
  ];
  return h(
    "button",
    {
      key: card,
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "data-card": card,
      "aria-label": cardWorth(card, value, seat, position.at_most),
      "aria-disabled": may ? null : "true",
      "aria-pressed": now === "exchange" && may ? down : null,
      tabindex: tab ? 0 : -1,
      // A mouse leaves the focus where it is, and with it what the arrow keys do.
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
      onclick: () => act.play.choose(card),
      onfocus: () => act.frame.rove(seat, card),
    },
    face(card, value && badge(value, seat)),
  );
}

/**
 * What the mover is sure of after a card, and whether it keeps it.
 *
 * @param {CardValue} value
 * @param {Seat} seat
 */
function badge(value, seat) {
  const bounds = boundsOf(value, seat);
  const kind = lossKind(value.loss_bounds);
  return h(
    "span",
    { class: `badge ${kind}`, "aria-hidden": "true" },
    drawn("loss", lossSign(value.loss_bounds)),
    bounds[1] > 9 && !proved(bounds)
      ? h("span", { class: "tricks" }, stacked(bounds))
      : drawn("tricks", boundsSign(bounds)),
  );
}

/** Bounds with two figures would not fit beside each other. @param {Bounds} bounds */
function stacked([low, high]) {
  return [drawn("low", `${low}–`), drawn("high", `${high}`)];
}

/** @param {State} state @param {Position} position */
function felt(state, position) {
  const { contract, last_trick: last, table, to_play: seat } = position;
  const trump = contract !== null && contract.length === 1;
  // A whole trick lies there until the next is led, so that it can be looked at.
  const trick = table.length ? table : (last ?? []);
  const taker = table.length ? null : position.last_winner;
  return h(
    "div",
    {
      class: `felt${taker ? " whole" : ""}`,
      key: "felt",
      role: "group",
      "aria-label": _("On the table"),
    },
    seat && h("span", { class: `turn ${placeOf(state, position, seat)}`, "aria-hidden": "true" }),
    trick.map(({ seat: by, card }) =>
      h(
        "span",
        {
          key: card,
          class: `lies ${placeOf(state, position, by)}${by === taker ? " takes" : ""}`,
          role: "img",
          "aria-label": `${seatWord(by)}: ${cardName(card)}`,
        },
        face(card),
      ),
    ),
    trick.length
      ? null
      : h(
          "span",
          { class: "emblem", "aria-hidden": "true" },
          trump ? pip(contract) : contract ? contractSign(contract) : "?",
        ),
    last &&
      !table.length &&
      position.last_winner &&
      h(
        "p",
        { class: "last" },
        _("last trick"),
        " ",
        last.map(({ card }) => [cardText(card), " "]),
        fill(_("to {seat:to}"), { seat: seatNamed(position.last_winner) }) + worthOf(position),
      ),
  );
}

/** @param {Position} position */
const worthOf = ({ last_worth: worth }) => (worth ? `, ${worth}` : "");

/** What else lies on the table, or was said. @param {Position} position */
function beside({ beside: lines }) {
  return lines.length
    ? h(
        "dl",
        { class: "manni", key: "beside" },
        lines.map(({ head, cards, text }) =>
          h(
            "div",
            { key: head },
            h("dt", null, head),
            h(
              "dd",
              null,
              cards.map((card) => [cardText(card), " "]),
              text,
            ),
          ),
        ),
      )
    : null;
}

/** @param {Card[]} cards */
function manni(cards) {
  return cards.length
    ? h(
        "p",
        { class: "manni", key: "manni" },
        h("b", null, capital(_("Manni")), " "),
        cards.map((card) => [cardText(card), " "]),
      )
    : null;
}
