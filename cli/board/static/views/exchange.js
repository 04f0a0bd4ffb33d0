/** The exchange: cards to put down, what comes of it, and what would be best. */

/** @import {Adopted, Bounds, Exchanged, ExchangeFound, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {ExchangeState} from "../types-tabs.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import {
  bySuit,
  cardName,
  seatNamed,
  SEATS,
  seatTitle,
  seatWord,
  SUITS,
  suitSign,
  tensShown,
  trumpSign,
  trumpWord,
} from "../cards.js";
import { h } from "../h.js";
import { _, fill, ngettext, pgettext } from "../language.js";
import { mode } from "../state.js";
import { boundsOf, boundsSign, decimal, pointsText } from "../words.js";
import { cardText, withCards } from "./card.js";
import { button, cardGroup, problemList, progress, table, toggle } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { deal } = state;
  const mine = state.tabs.exchange;
  if (mode(state) === "train") {
    return h("p.quiet", _("Hidden while a puzzle is being solved."));
  }
  if (!deal || mine.deal !== deal) {
    return h("p.quiet", _("No deal yet."));
  }
  if (deal.no_exchange) {
    return h("p.quiet", deal.no_exchange);
  }
  const may = mine.seat !== null && deal.can_exchange.includes(mine.seat);
  return h(
    "div.exchanging",
    choices(deal, mine, act),
    problemList([mine.problem]),
    may ? hand(state, mine, act) : null,
    may ? trial(state, mine, act) : null,
    may ? ranking(state, mine, act) : null,
  );
}

/**
 * Who exchanges, and what is seen.
 *
 * @param {Adopted} deal
 * @param {ExchangeState} mine
 * @param {Actions} act
 */
function choices(deal, mine, act) {
  return h(
    "div.row",
    h(
      "div.group",
      { role: "group", "aria-label": _("Who exchanges") },
      SEATS.map((seat) =>
        toggle(seatTitle(seat), mine.seat === seat, () => act.exchange.choose(deal, seat)),
      ),
    ),
    h(
      "div.group",
      { role: "group", "aria-label": _("What is seen") },
      toggle(pgettext("exchange", "Open"), mine.open, () => act.exchange.see(true)),
      toggle(pgettext("exchange", "Blind"), !mine.open, () => act.exchange.see(false)),
    ),
    deal.put_away &&
      h(
        "div.group",
        { role: "group", "aria-label": _("Trump") },
        toggle(pgettext("trump", "Best"), mine.contract === null, () => act.exchange.name(null)),
        deal.put_away.trumps.map((code) =>
          toggle(
            trumpWord(code),
            mine.contract === code,
            () => act.exchange.name(code),
            trump(code),
          ),
        ),
      ),
  );
}

/** A trump as its sign. @param {string} code */
const trump = (code) => h("span", { class: `signs ${code}` }, trumpSign(code));

/**
 * The cards to put down, by clicking them.
 *
 * @param {State} state
 * @param {ExchangeState} mine
 * @param {Actions} act
 */
function hand(state, { seat, hand: cards, down }, act) {
  const what = state.deal?.put_away ? _("Cards to put away, {seat}") : _("Cards to put down, {seat}");
  const label = fill(what, { seat: seat ? seatWord(seat) : "" });
  const sorted = bySuit(cards).flatMap(([, held]) => held);
  return cardGroup("hand", { class: "hand-row", "aria-label": label }, sorted, state, act, (card) => {
    const chosen = down.includes(card);
    return {
      props: {
        class: ["legal", chosen && "down"],
        "aria-pressed": chosen,
        "aria-label": cardName(card),
        onclick: () => act.exchange.putDown(card),
      },
    };
  });
}

/**
 * What comes of the cards put down.
 *
 * @param {State} state
 * @param {ExchangeState} mine
 * @param {Actions} act
 */
function trial(state, mine, act) {
  return state.deal?.put_away
    ? putAway(state, mine, state.deal.put_away.cards, act)
    : putDown(state, mine, act);
}

/**
 * What comes of the cards put away of hand and surprise.
 *
 * @param {State} state
 * @param {ExchangeState} mine
 * @param {number} wanted how many have to be
 * @param {Actions} act
 */
function putAway(state, { down, found }, wanted, act) {
  const tried = found?.trial ?? null;
  const name = tried?.contract ? trumpWord(tried.contract) : "";
  return h(
    "section.trial",
    { "aria-label": _("The cards put away") },
    h(
      "p",
      h(
        "b",
        fill(_("{number} of {wanted} put away"), { number: down.length, wanted }),
        down.length ? ": " : ". ",
      ),
      down.flatMap((card) => [cardText(card), " "]),
    ),
    tried ? worth(state, tried) : null,
    problemList([found?.problem]),
    h(
      "div.row",
      name
        ? button(fill(_("Name {trump} and play"), { trump: name }), () => act.exchange.take(null), {
            class: "main",
          })
        : null,
      down.length ? button(_("Take up all"), () => act.exchange.putDownAll([])) : null,
    ),
  );
}

/**
 * What comes of the cards put down.
 *
 * @param {State} state
 * @param {ExchangeState} mine
 * @param {Actions} act
 */
function putDown(state, { seat, hand: cards, down, found }, act) {
  const tried = found?.trial ?? null;
  const later = state.deal?.can_exchange ?? [];
  const next = later[later.findIndex((each) => each === seat) + 1];
  return h(
    "section.trial",
    { "aria-label": _("The cards put down") },
    h(
      "p",
      h(
        "b",
        down.length
          ? fill(ngettext("{number} put down: ", "{number} put down: ", down.length), {
              number: down.length,
            })
          : _("Nothing put down. "),
      ),
      down.flatMap((card) => [cardText(card), " "]),
    ),
    tried ? worth(state, tried) : null,
    problemList([found?.problem]),
    h(
      "div.row",
      button(
        down.length ? _("Take it and play") : _("Stand pat and play"),
        () => act.exchange.take(null),
        { class: "main" },
      ),
      next
        ? button(
            fill(_("… and {seat:the} next"), { seat: seatNamed(next) }),
            () => act.exchange.take(next),
          )
        : null,
      down.length ? button(_("Take up all"), () => act.exchange.putDownAll([])) : null,
      down.length < cards.length
        ? button(_("Put down all"), () => act.exchange.putDownAll(cards))
        : null,
    ),
  );
}

/** The cards of a choice. @param {Exchanged} value */
const cardsIn = (value) => value.discards ?? value.put_away ?? [];

/**
 * What the seat is sure of with a choice, of points where cards are put away; null with one hand
 * seen.
 *
 * @param {Exchanged} value
 * @param {Seat} seat
 * @returns {Bounds | null}
 */
function sure(value, seat) {
  if (value.interval) {
    return null;
  }
  return value.put_away ? (value.bounds ?? [value.points, value.points]) : boundsOf(value, seat);
}

/** The points of a choice; where cards are put away they are the declarer's own. @param {Exchanged} value */
function pointsOf({ points, put_away: away }) {
  return points === null ? null : away ? decimal(Number(points)) : pointsText(points);
}

/** Their interval. @param {Exchanged} value */
const span = ({ interval = [0, 0], put_away: away }) =>
  interval.map((end) => decimal(end, !away)).join("..");

/** How often the bid is made, null where none is. @param {Exchanged} value */
const madeText = ({ chance = null }) => (chance === null ? null : `${Math.round(100 * chance)}%`);

/**
 * By how much a choice is behind the best, with all cards open in its share.
 *
 * @param {ExchangeState} mine
 * @param {Exchanged} value
 * @param {boolean} atMost
 */
function behindText({ found, seat }, value, atMost) {
  const best = found?.exact && seat && found.best[0]?.share;
  const behind = value.behind ?? (best && value.share ? best[seat] - value.share[seat] : null);
  return behind === null ? null : decimal(atMost && best ? -behind : behind);
}

/** What an exchange leads to, in words. @param {State} state @param {Exchanged} value */
function worth(state, value) {
  const mine = state.tabs.exchange;
  const seat = mine.seat ?? "F";
  const atMost = state.shown?.position.at_most ?? false;
  const bounds = sure(value, seat);
  const points = bounds && value.put_away ? null : pointsOf(value);
  const made = madeText(value);
  const behind = behindText(mine, value, atMost);
  const parts = [
    value.contract && fill(_("{trump} named"), { trump: trumpWord(value.contract) }),
    bounds && fill(sureSentence(atMost, Boolean(value.contract)), { number: boundsSign(bounds) }),
    value.share && fill(_("share {number}"), { number: decimal(value.share[seat]) }),
    points &&
      (value.interval
        ? fill(_("{points} points ({interval})"), { points, interval: span(value) })
        : fill(_("{points} points"), { points })),
    made && fill(_("the bid is made in {percent}"), { percent: made }),
    behind &&
      (behind === decimal(0)
        ? _("as good as the best")
        : fill(_("{points} behind the best"), { points: behind })),
  ];
  return h("p.worth", drawn(value), parts.filter(Boolean).join(" · "));
}

/**
 * What the seat is sure of, in points where a trump is named.
 *
 * @param {boolean} atMost
 * @param {boolean} inPoints
 */
function sureSentence(atMost, inPoints) {
  if (inPoints) {
    return _("guarantee {number} points");
  }
  return atMost ? _("guarantee at most {number}") : _("guarantee {number}");
}

/** @param {Exchanged} value */
function drawn({ drawn: cards }) {
  return cards?.length
    ? [...withCards(fill(_("draws {cards}"), { cards: cards.join(" ") })), " · "]
    : [];
}

/**
 * The best discards, and standing pat.
 *
 * @param {State} state
 * @param {ExchangeState} mine
 * @param {Actions} act
 */
function ranking(state, mine, act) {
  const { found, search, part } = mine;
  return h(
    "section.ranking",
    h("h2", state.deal?.put_away ? _("The best choices") : _("The best exchanges")),
    progress(search, part, mine.open ? _("Discards are compared") : _("Deals are sampled"), () =>
      act.exchange.searchOn("exchange"),
    ),
    found?.text
      ? h("p", { class: found.exact || !mine.open ? "quiet" : "partial" }, found.text)
      : null,
    found ? ranked(state, mine, found, act) : null,
  );
}

/**
 * @param {State} state
 * @param {ExchangeState} mine
 * @param {ExchangeFound} found
 * @param {Actions} act
 */
function ranked(state, mine, found, act) {
  const away = Boolean(state.deal?.put_away);
  const [best] = found.best;
  const sureHead = state.shown?.position.at_most ? _("at most") : pgettext("column", "guarantee");
  const open = [sureHead, pgettext("column", "share"), pgettext("column", "points")];
  const heads = best?.interval
    ? [
        pgettext("column", "points"),
        madeText(best) ? pgettext("column", "made") : "95 %",
        pgettext("column", "behind"),
      ]
    : open.slice(away ? -1 : 0);
  const first = away
    ? [pgettext("column", "put away"), pgettext("column", "trump")]
    : [pgettext("column", "put down")];
  const rows = found.best.map((value, at) => row(mine, value, `${at}`, act));
  if (found.stand) {
    rows.push(row(mine, found.stand, "stand", act));
  }
  return table("ranked", "", [...first, ...heads], rows);
}

/** What a choice comes to, under the heads. @param {Exchanged} value @param {Seat} seat */
function cellsOf(value, seat) {
  const bounds = sure(value, seat);
  if (bounds) {
    const share = value.share && decimal(value.share[seat]);
    return [boundsSign(bounds), ...(value.put_away ? [] : [share, pointsOf(value)])];
  }
  const behind = decimal(value.behind ?? 0);
  return [
    pointsOf(value),
    madeText(value) ?? span(value),
    value.told_apart || behind === decimal(0) ? behind : `≈ ${behind}`,
  ];
}

/**
 * @param {ExchangeState} mine
 * @param {Exchanged} value
 * @param {string} key
 * @param {Actions} act
 */
function row(mine, value, key, act) {
  const cards = cardsIn(value);
  const chosen =
    mine.down.length === cards.length &&
    (mine.contract ?? value.contract ?? null) === (value.contract ?? null) &&
    cards.every((card) => mine.down.includes(card));
  return h(
    "tr",
    { key, class: chosen ? "chosen" : "" },
    h(
      "th",
      { scope: "row" },
      h(
        "button.line",
        {
          "aria-pressed": chosen,
          onclick: () => act.exchange.putDownAll(cards, value.contract ?? null),
        },
        cards.length ? discardText(value) : _("stand pat"),
      ),
    ),
    value.contract
      ? h(
          "td",
          h("span", { "aria-hidden": "true" }, trump(value.contract)),
          h("span.said", trumpWord(value.contract)),
        )
      : null,
    cellsOf(value, mine.seat ?? "F").map((cell, at) => h("td", { key: at }, cell ?? "…")),
  );
}

/** "♠53 ♥10/9", where either heart may go. @param {Exchanged} value */
function discardText(value) {
  return [
    h(
      "span",
      { "aria-hidden": "true" },
      tensShown(value.text)
        .split(" ")
        .flatMap((part) => [
          h("span", { class: `signs ${SUITS[SIGNS.indexOf(part.charAt(0))] ?? ""}` }, part),
          " ",
        ]),
    ),
    h("span.said", cardsIn(value).map(cardName).join(", ")),
  ];
}

const SIGNS = SUITS.map(suitSign);
