/** A table: the hands of those who sit round it, the trick in the middle, and what lies beside. */

/** @import {Card, CardValue, Position, Seat, View} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, VNode} from "../h.js" */
import { bySuit, cardName, contractSign, seatNamed, seatTitle, seatWord, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_, ngettext } from "../language.js";
import { advised, covered, handOf, lies, manniOf, mode, values } from "../state.js";
import { boundsOf, boundsSign, cardWorth, decimal, lossKind, lossSign, proved, scoreText } from "../words.js";
import { back, cardsText, drawing, drawn, face, pip, withCards } from "./card.js";
import { button } from "./pieces.js";

const LONG = 13; // tricks; more cards stand closer together

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

/**
 * @typedef {object} Shown how a table is shown, of the analysis or of a game that is played
 * @property {View} view
 * @property {Seat} near
 * @property {Seat | null} big whose cards are large on a telephone
 * @property {(seat: Seat) => string} name
 * @property {(seat: Seat) => Card[]} hand
 * @property {(seat: Seat) => boolean} covered
 * @property {Seat | null} chooses who puts cards down
 * @property {Card[]} down
 */

/** @param {State} state @returns {Shown | null} */
function shownBy(state) {
  const { now, down } = state.game;
  if (state.game.open && now) {
    const { own, hands, sizes, names, asked } = now;
    return {
      view: now,
      near: own,
      big: own,
      name: (seat) => names[seat],
      hand: (seat) => hands[seat],
      covered: (seat) => hands[seat].length < sizes[seat],
      chooses: asked?.sizes.length ? own : null,
      down,
    };
  }
  const view = state.shown?.position;
  const { deal, exchange } = state;
  if (!view) {
    return null;
  }
  const { round, to_play: turn } = view;
  const bottom = round.find((seat) => seat === state.bottom) ?? deal?.own; // whose deal it was
  return {
    view,
    near: bottom ?? round[round.length - 1],
    big: bottom ?? turn,
    name: (seat) =>
      seat === deal?.own ? _("You, {seat}", { seat: seatWord(seat) }) : seatTitle(seat),
    hand: (seat) => handOf(state, seat),
    covered: (seat) => covered(state).includes(seat),
    chooses: mode(state) === "exchange" ? exchange.seat : null,
    down: exchange.down,
  };
}

/** The places in rows, the far ones first, turned so that one seat is near. @param {Shown} shown @param {Seat} [seat] */
function placesAt({ near, view: { round } }, seat = near) {
  const at = round.indexOf(seat);
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
  const shown = shownBy(state);
  if (!shown) {
    return h("div.table.empty", empty(state, act));
  }
  const { view } = shown;
  const number = view.round.length;
  /** @type {Child[]} */
  const hands = placesAt(shown).map((place) => hand(state, shown, place, act));
  const near = hands.pop();
  // With three the trick has a row of its own, with more it lies between the last two.
  hands.splice(hands.length > 2 ? -1 : hands.length, 0, middle || felt(state, shown, act));
  const manni = state.game.open ? [] : manniOf(state);
  const { game } = state;
  return h(
    "div.table",
    {
      class: [game.open ? "at-table" : state.waiting && "waiting", view.of > LONG && "long", number !== 3 && "oval"],
      // Those of the hands at the sides, between which the trick lies.
      style: { "--rows": `${2 + ((number + 1) % 2)} / span ${(number - 1) >> 1}` },
      "data-step": game.open ? game.now?.step : null,
    },
    heading(state, view.headline),
    hands,
    asks,
    near,
    h(
      "dl.beside",
      [...(manni.length ? [{ head: capital(_("Manni")), cards: manni, text: "" }] : []), ...view.beside].map(
        ({ head, cards, text }) =>
          h("div", { key: head }, h("dt", head), " ", h("dd", cardsText(cards), text)),
      ),
    ),
  );
}

/** What stands there until there is a position. @param {State} state @param {Actions} act */
const empty = ({ deal }, act) =>
  h(
    "div.heading",
    h("h1", deal ? titleOf(deal) : "Manni"),
    !deal && [
      h("p", _("Play against the computer:"), " ", button(_("Sit down at a table"), () => act.frame.openSheet("sit"), { class: "main" })),
      h("p.quiet", _("Or look at cards: open a deal, have one dealt, or enter cards.")),
    ],
  );

/** @param {{title: string}} deal */
const titleOf = ({ title }) => title || _("A deal");

const GOAL_STATES = { open: "", reached: N_("reached"), missed: N_("missed") };

/** @param {State} state @param {string} headline */
function heading({ game, deal, shown }, headline) {
  const goal = game.open ? null : shown?.position.goal;
  return h(
    "div.heading",
    h("h1", { title: game.open ? null : deal?.title }, game.open ? capital(game.now?.game ?? "") : deal && titleOf(deal)),
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

/** @param {State} state @param {Shown} shown @param {Place} place @param {Actions} act */
function hand(state, shown, { seat, side }, act) {
  const { view, big, near } = shown;
  // On a telephone the table is turned so that who is to play sits below.
  const turned = placesAt(shown, big ?? near);
  const order = turned.findIndex((each) => each.seat === seat);
  const name = shown.name(seat);
  const note = view.notes[seat];
  const cards = shown.hand(seat);
  const { game, why } = state;
  return h(
    `div.hand.${side}.${seat}`,
    {
      key: seat,
      class: [seat === view.to_play && "mover", seat === big && "big", turned[order].side === "far" && "opposite", game.open && side === "near" && "own"],
      style: { "--order": `${order - turned.length}` },
      role: "group",
      "aria-label": [name, note].filter(Boolean).join(", "),
      "data-seat": seat,
    },
    h("p.name", h("b", name), " ", h("span.note", note), game.open ? null : tools(state, seat, act)),
    game.open ? null : h("p.worth", worth(state, seat)),
    shown.covered(seat) ? backs(view.sizes[seat]) : suits(state, shown, seat, cards, act),
    why && cards.includes(why.card) && h("p.why", { "aria-hidden": "true" }, withCards(why.text)),
  );
}

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

/** What the deal has brought a seat, or what it is sure of. @param {State} state @param {Seat} seat */
function worth(state, seat) {
  const found = values(state);
  const { over, score, at_most: most, sides } = /** @type {Position} */ (state.shown?.position);
  if (over) {
    return score && _("{points} points", { points: scoreText(score[seat]) });
  }
  if (!found) {
    return null;
  }
  const number = boundsSign(boundsOf(found, seat));
  const side = sides.find((each) => each.includes(seat)) ?? [];
  const [partner, ...more] = side.filter((each) => each !== seat);
  const sure = most ? _("at most {number}", { number }) : _("guarantee {number}", { number });
  const both = more.length
    ? _("{worth} together", { worth: sure })
    : partner
      ? _("{worth} with {seat}", { worth: sure, seat: seatNamed(partner) })
      : sure;
  return found.share && found.columns[0]
    ? `${both} · ${_("share {number}", { number: decimal(found.share[seat]) })}`
    : both;
}

/** @param {number} size */
const backs = (size) =>
  h(
    "div.suits.covered",
    { role: "img", "aria-label": ngettext("{number} card", "{number} cards", size) },
    Array.from({ length: size }, () => h("span.card", back())),
  );

/** @param {State} state @param {Shown} shown @param {Seat} seat @param {Card[]} held @param {Actions} act */
function suits(state, shown, seat, held, act) {
  const { view, chooses, down } = shown;
  const { game, why, roving } = state;
  // At a table the trumps stand before the others.
  const groups = bySuit(held, (game.open && view.contract) || "");
  const found = game.open ? null : values(state);
  const cards = groups.flatMap(([, suit]) => suit);
  const able = chooses === seat ? cards : cards.filter((card) => view.legal.includes(card));
  const walked = roving[seat];
  const tab = walked && able.includes(walked) ? walked : (able[0] ?? cards[0]);
  /** @param {Card} card @param {number} at in its suit */
  const shownCard = (card, at) => {
    const may = able.includes(card);
    const value = found?.cards.find((each) => each.card === card) ?? null;
    const fresh = game.open && game.now?.new.includes(card);
    const best = game.open && advised(state)?.found?.cards.includes(card);
    return h(
      "button.card",
      {
        key: card,
        class: [
          at === 0 && card !== cards[0] && "opens",
          card === cards.at(-1) && "ends",
          may && "legal",
          may && chooses && down.includes(card) && "down",
          fresh && "new",
          best && "best",
          why?.card === card && "refused",
        ],
        "data-card": card,
        "aria-label": [
          cardWorth(card, value, seat, state.shown?.position.at_most ?? false),
          fresh && _("new"),
          best && _("advised"),
        ]
          .filter(Boolean)
          .join(", "),
        "aria-disabled": may ? null : "true",
        "aria-pressed": may && chooses ? down.includes(card) : null,
        tabindex: card === tab ? 0 : -1,
        // A mouse leaves the focus where it is, and with it what the arrow keys do.
        onmousedown: (event) => event.preventDefault(),
        onclick: () => act.board.choose(card),
        onfocus: () => act.frame.rove(seat, card),
      },
      face(card, value && badge(value, seat)),
    );
  };
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
        own.map(shownCard),
      ),
    ),
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
  const [low, high] = bounds;
  return h(
    "span.badge",
    { class: lossKind(value.loss_bounds), "aria-hidden": "true" },
    drawn("loss", lossSign(value.loss_bounds)),
    high > 9 && !proved(bounds) // which would not fit beside each other
      ? h("span.tricks", drawn("low", `${low}–`), drawn("high", `${high}`))
      : drawn("tricks", boundsSign(bounds)),
  );
}

/** @param {State} state @param {Shown} shown @param {Actions} act */
function felt(state, shown, act) {
  const { contract, trick, taker, to_play: turn } = shown.view;
  const places = placesAt(shown);
  /** @param {Seat} seat @param {string} [to] */
  const style = (seat, to = "") => {
    const { x, y } = /** @type {Place} */ (places.find((place) => place.seat === seat));
    return { [`--${to}x`]: `${x}`, [`--${to}y`]: `${y}` };
  };
  const { game } = state;
  const sweeps = taker && game.open && game.sweeps;
  const worth = state.shown?.position.last_worth;
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
          "aria-label": `${shown.name(seat)}${_(": ")}${cardName(card)}`,
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
        [_("to {seat:to}", { seat: seatNamed(taker) }), worth].filter(Boolean).join(", "),
      ),
  );
}
