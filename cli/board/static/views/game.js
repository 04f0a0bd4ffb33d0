/** A game at the table: one's own hand, the others' backs, the trick, and what may be done. */

/** @import {Asked, Card, DealScore, Game, GameSheet, Seat} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { bySuit, cardName, contractSign, SEATS, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, capital, fill, ngettext } from "../language.js";
import { lies } from "../types-game.js";
import { back, cardText, face, pip, withCards, withSigns } from "./card.js";
import { button, table } from "./pieces.js";
import * as status from "./status.js";

const LONG = 13;
const FEW = 8; // choices that have a button each

/** @typedef {"left" | "right" | "near"} Place as the player sits, who is near */

/** @param {Game} game @returns {Record<Place, Seat>} */
function seatsOf({ own, left }) {
  const right = /** @type {Seat} */ (SEATS.find((seat) => seat !== own && seat !== left));
  return { left, right, near: own };
}

/** @param {Game} game @param {Seat} seat */
const placeOf = (game, seat) =>
  /** @type {Place[]} */ (["left", "right", "near"]).find((place) => seatsOf(game)[place] === seat) ?? "near";

/** How many cards a hand had at first. @param {Game} game */
function dealtOf({ sizes, tricks, trick, taker }) {
  const held = SEATS.reduce((sum, seat) => sum + sizes[seat], 0);
  return tricks + (held + (taker ? 0 : trick.length)) / SEATS.length;
}

/** @param {State} state @param {Actions} act @returns {VNode[]} */
export function view(state, act) {
  const { now } = state.game;
  if (!now) {
    return [h("section", { key: "wait", class: "play", "aria-label": _("Table") }, h("p", { class: "quiet" }, "…"))];
  }
  return [
    h(
      "section",
      { class: "play", key: "play", "aria-label": _("Table") },
      h(
        "div",
        { "data-step": now.step, class: `table at-table${dealtOf(now) > LONG ? " long" : ""}` },
        heading(now),
        other(now, "left", state),
        other(now, "right", state),
        now.score ? result(now, now.score, state, act) : felt(now, state, act),
        now.score ? null : asks(now, state, act),
        own(now, state, act),
        beside(now),
      ),
    ),
    h(
      "section",
      { class: "bar", key: "bar", "aria-label": _("Controls") },
      h(
        "div",
        { class: "controls" },
        button(_("What would you advise?"), () => act.game.advise(), {
          "aria-disabled": now.asked && !state.game.asking ? null : "true",
        }),
        button(_("Get up"), () => act.game.leave(), { title: _("The game is kept: you can go on with it.") }),
      ),
      status.view(state),
    ),
    h(
      "section",
      { class: "panel", key: "panel", "aria-label": _("Score") },
      h(
        "div",
        { key: now.deal, class: "tab-panel at-table-panel", tabindex: 0 },
        advice(state, act),
        now.sheet
          ? sheet(now.sheet)
          : now.deals === 1
            ? null
            : h("p", { key: "none", class: "quiet" }, _("The score sheet stands here after the first deal.")),
        log(now),
        rules(state),
      ),
    ),
  ];
}

/** @param {Game} game */
function heading(game) {
  const { contract_text: contract, targets, own, deal, deals, declarer, bid, names } = game;
  const wanted =
    targets &&
    (game.contract === "NULLO"
      ? fill(ngettext("you may take {number} trick", "you may take {number} tricks", targets[own]), { number: targets[own] })
      : fill(ngettext("you need {number} trick", "you need {number} tricks", targets[own]), { number: targets[own] }));
  const who = declarer && fill(declarer === own ? _("you declare") : _("{name} declares"), { name: names[declarer] });
  const number =
    deals === 1
      ? ""
      : deals
        ? fill(_("deal {number} of {all}"), { number: deal, all: deals })
        : fill(_("deal {number}"), { number: deal });
  const trumps = contract && game.contract?.length === 1 ? fill(_("{suit} are trumps"), { suit: contract }) : contract;
  return h(
    "div",
    { class: "heading", key: "heading" },
    h("h1", null, capital(game.game)),
    h(
      "p",
      { class: "headline" },
      [number, trumps, who, bid && fill(_("bid {bid}"), { bid }), wanted, game.needs].filter(Boolean).map((part, at) => [
        at ? " · " : "",
        h("span", { key: part, class: part === trumps ? "contract" : "" }, part),
      ]),
    ),
  );
}

/** What stands beside a player's name. @param {Game} game @param {Seat} seat */
function stateOf(game, seat) {
  const call = game.calls.filter((each) => each.seat === seat).at(-1);
  const exchanged = game.exchanged.find((each) => each.seat === seat);
  return [
    game.seats[seat],
    !game.contract && call ? call.text : "",
    exchanged && !game.tricks && game.trick.length === 0 ? fill(_("exchanged {number}"), { number: exchanged.cards }) : "",
    game.contract && (game.tricks || game.trick.length) ? game.won_text[seat] : "",
    seat === game.turn && seat !== game.own ? _("is thinking …") : "",
  ].filter(Boolean);
}

/** @param {Game} game @param {Seat} seat */
function name(game, seat) {
  return h(
    "p",
    { class: "name", key: "name" },
    h("b", null, game.names[seat]),
    " ",
    h("span", { class: "beside" }, stateOf(game, seat).join(" · ")),
  );
}

/** The hand of another: backs, or cards that lie open. @param {Game} game @param {Place} place @param {State} state */
function other(game, place, { sheet }) {
  const seat = seatsOf(game)[place];
  const open = game.open.includes(seat);
  const cards = game.hands[seat];
  return h(
    "div",
    {
      key: seat,
      class: `hand ${place}${seat === game.turn ? " turn-of" : ""}`,
      role: "group",
      "aria-label": [game.names[seat], ...stateOf(game, seat)].join(", "),
    },
    name(game, seat),
    open
      ? faces(cards, (card, at) =>
          h("span", { key: card, class: `card${at}`, role: "img", "aria-label": cardName(card) }, face(card)),
        )
      : h(
          "div",
          { key: "backs", class: "suits covered", role: "img", "aria-label": fill(ngettext("{number} card", "{number} cards", game.sizes[seat]), { number: game.sizes[seat] }) },
          Array.from({ length: game.sizes[seat] }, (_each, at) => h("span", { class: `card${at === game.sizes[seat] - 1 ? " ends" : ""}`, key: at }, back())),
        ),
  );
}

/** @param {Card[]} cards @param {(card: Card, place: string) => VNode} show @param {string} [first] the trump */
function faces(cards, show, first = "") {
  const suits = bySuit(cards, first);
  const order = suits.flatMap(([, held]) => held);
  const opens = new Set(suits.map(([, held]) => held[0]));
  opens.delete(order[0]);
  return h(
    "div",
    { key: "faces", class: "suits" },
    suits.map(([suit, held]) =>
      h(
        "div",
        { class: held.length ? "suit" : "suit void", key: suit },
        h("span", { class: "sign", key: "sign" }, pip(suit, held.length ? "" : fill(_("no {suit}"), { suit: suitWord(suit) })), held.length ? null : "–"),
        held.map((card) => show(card, `${opens.has(card) ? " opens" : ""}${card === order.at(-1) ? " ends" : ""}`)),
      ),
    ),
  );
}

/** One's own hand. @param {Game} game @param {State} state @param {Actions} act */
function own(game, state, act) {
  const { asked, own: seat } = game;
  const cards = bySuit(game.hands[seat], game.contract ?? "").flatMap(([, held]) => held);
  const puts = asked?.kind === "exchange" || asked?.kind === "away";
  const plays = asked?.kind === "card";
  const roving = state.roving[seat];
  const able = plays ? cards.filter((card) => asked.legal.includes(card)) : cards;
  const tab = roving && able.includes(roving) ? roving : able[0];
  return h(
    "div",
    {
      key: "own",
      class: `hand near mover big own${plays ? " choosing" : ""}${asked ? " turn-of" : ""}`,
      role: "group",
      "aria-label": [_("Your hand"), ...stateOf(game, seat)].join(", "),
      "data-seat": seat,
    },
    name(game, seat),
    faces(cards, (card, place) => {
      const may = puts || (plays && asked.legal.includes(card));
      const down = state.game.down.includes(card);
      const fresh = game.new.includes(card);
      const advised = state.game.advice?.cards.includes(card);
      const classes = [
        "card",
        place,
        may ? "legal" : "",
        down ? "down" : "",
        fresh ? "new" : "",
        advised ? "best" : "",
        state.why?.card === card ? "refused" : "",
      ];
      return h(
        "button",
        {
          key: card,
          type: "button",
          class: classes.filter(Boolean).join(" "),
          "data-card": card,
          "aria-label": [cardName(card), fresh && _("new"), advised && _("advised")].filter(Boolean).join(", "),
          "aria-disabled": may ? null : "true",
          "aria-pressed": puts ? down : null,
          tabindex: card === tab ? 0 : -1,
          onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
          onclick: () => act.game.choose(card),
          onfocus: () => act.frame.rove(seat, card),
        },
        face(card),
      );
    }, game.contract ?? ""),
    state.why && h("p", { key: "why", class: "why", "aria-hidden": "true" }, withCards(state.why.text)),
  );
}

/** @param {Game} game @param {State} state @param {Actions} act */
function felt(game, state, act) {
  const { contract, taker, trick, turn } = game;
  const trump = contract !== null && contract.length === 1;
  const whole = taker !== null;
  return h(
    "div",
    {
      key: "felt",
      class: `felt${whole ? " whole" : ""}${state.game.sweeps && taker ? ` sweeps to-${placeOf(game, taker)}` : ""}`,
      role: "group",
      "aria-label": _("On the table"),
      onclick: lies(state.game) ? () => act.game.goOn() : null,
    },
    turn && h("span", { key: "turn", class: `turn ${placeOf(game, turn)}`, "aria-hidden": "true" }),
    trick.map(({ seat, card }) =>
      h(
        "span",
        {
          key: `${game.tricks - (whole ? 1 : 0)}${card}`,
          class: `lies ${placeOf(game, seat)}${seat === taker ? " takes" : ""}`,
          role: "img",
          "aria-label": `${game.names[seat]}: ${cardName(card)}`,
        },
        face(card),
      ),
    ),
    contract &&
        h(
          "span",
          { key: "emblem", class: `emblem${trick.length ? " small" : ""}`, "aria-hidden": "true" },
          trump ? pip(contract) : contractSign(contract),
        ),
  );
}

/** Who takes the trick. @param {Game} game @param {Seat} taker */
const takes = ({ own: me, names }, taker) =>
  taker === me
    ? _("You take the trick.")
    : fill(_("{name} takes the trick."), { name: names[taker] });

/** What the player may do now. @param {Game} game @param {State} state @param {Actions} act */
function asks(game, state, act) {
  const { asked, taker, names } = game;
  const wait = taker && !asked
    ? [
        h("p", { key: "takes" }, takes(game, taker)),
        lies(state.game) ? button(_("Go on"), () => act.game.goOn(), { key: "on" }) : null,
      ]
    : [h("p", { key: "wait", class: "quiet" }, game.turn && game.turn !== game.own ? fill(_("{name} is thinking …"), { name: names[game.turn] }) : withCards(game.said))];
  return h(
    "div",
    { class: `asks${asked ? " yours" : ""}`, key: "asks", role: "group", "aria-label": _("What you may do") },
    asked
      ? [
          h("p", { key: "text" }, taker ? [takes(game, taker), " "] : "", h("b", null, withCards(asked.text))),
          answers(game, asked, state, act),
        ]
      : wait,
    (state.game.problem || game.unsaved) &&
      h("p", { key: "problem", class: "warning", role: "alert" }, withCards(state.game.problem || game.unsaved)),
  );
}

/** @param {Game} game @param {Asked} asked @param {State} state @param {Actions} act */
function answers(game, asked, state, act) {
  const { down, bid } = state.game;
  if (asked.kind === "exchange" || asked.kind === "away") {
    const whole = asked.sizes.length === 2 && asked.kind === "exchange";
    const fits = asked.sizes.includes(down.length) && down.length > 0;
    const number = whole ? game.hands[game.own].length : down.length;
    return h(
      "div",
      { class: "row", key: "row" },
      button(
        whole
          ? fill(_("Exchange all {number} cards"), { number })
          : asked.kind === "away"
            ? fill(ngettext("Put away {number} card", "Put away {number} cards", number), { number })
            : fill(ngettext("Put down {number} card", "Put down {number} cards", number), { number }),
        () => {
          if (whole) {
            act.game.putDown(game.hands[game.own]);
          }
          if (whole || fits) {
            act.game.exchange();
          }
        },
        { class: "button main", "aria-disabled": whole || fits ? null : "true" },
      ),
      asked.sizes.includes(0) && asked.kind === "exchange"
        ? button(_("Keep all cards"), () => {
            act.game.putDown([]);
            act.game.exchange();
          })
        : null,
    );
  }
  if (!asked.choices.length) {
    return null;
  }
  const passes = asked.choices.find(({ value }) => value === "pass");
  const others = asked.choices.filter((each) => each !== passes);
  if (others.length <= FEW) {
    return h(
      "div",
      { class: "row", key: "row" },
      asked.choices.map(({ value, text }) => button(capital(text), () => act.game.call(value), { key: value })),
    );
  }
  const chosen = bid || (others[0]?.value ?? "");
  const at = others.findIndex(({ value }) => value === chosen.trim().toLowerCase());
  const value = others[at]?.value;
  const most = others.length - 1;
  /** @param {string} sign @param {string} word @param {number} by */
  const step = (sign, word, by) =>
    button(sign, () => act.game.chooseBid(others[Math.min(most, Math.max(0, at + by))]?.value ?? ""), {
      key: sign,
      "aria-label": word,
      "aria-disabled": at + by < 0 || at + by > most ? "true" : null,
    });
  const say = () => value && act.game.call(value);
  return h(
    "div",
    { class: "row", key: "row" },
    step("−", _("Bid less"), -1),
    h("input", {
      key: "bid",
      class: "bid",
      type: "text",
      "aria-label": _("Your bid"),
      "aria-invalid": value ? null : "true",
      autocomplete: "off",
      value: chosen,
      oninput: (/** @type {Event} */ event) =>
        act.game.chooseBid(/** @type {HTMLInputElement} */ (event.target).value || " "),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") {
          say();
        }
      },
    }),
    step("+", _("Bid more"), 1),
    button(fill(_("Bid {bid}"), { bid: value ?? "…" }), say, {
      key: "say",
      class: "button main",
      "aria-disabled": value ? null : "true",
    }),
    passes ? button(capital(passes.text), () => act.game.call("pass")) : null,
  );
}

/** What a deal was worth. @param {Game} game @param {DealScore} score @param {State} state @param {Actions} act */
function result(game, score, state, act) {
  const { left, right } = seatsOf(game);
  return h(
    "div",
    { class: "result", key: "result", role: "group", "aria-label": _("The deal") },
    score.text.split("\n").map((line, at) => h("p", { key: at }, h("b", null, line))),
    h("p", { key: "mine", class: "quiet" }, score.mine ?? _("To compare, the computer now plays this deal in your place …")),
    game.over && game.sheet ? h("p", { key: "end", class: "end" }, h("b", null, game.sheet.text)) : null,
    h(
      "div",
      { class: "row", key: "row" },
      game.waits
        ? button(state.game.dealing ? _("Dealing …") : _("Next deal"), () => act.game.deal(), {
            key: "next",
            class: "button main",
            "aria-disabled": state.game.dealing ? "true" : null,
          })
        : null,
      game.over ? button(_("A new game"), () => act.frame.openSheet("sit"), { key: "new", class: "button main" }) : null,
      button(_("Review this deal"), () => act.game.review(), { key: "review" }),
      [left, right].map((seat) =>
        button(fill(_("Play it again in the place of {name}"), { name: game.names[seat] }), () => act.game.again(seat), { key: seat }),
      ),
    ),
    state.game.problem && h("p", { key: "problem", class: "warning", role: "alert" }, state.game.problem),
    h(
      "div",
      { key: "away", class: "quiet" },
      [game.own, left, right]
        .filter((seat) => score.put_down[seat].length)
        .map((seat) =>
          h(
            "p",
            { key: seat },
            fill(game.bid ? _("{name} put away:") : _("{name} put down:"), { name: game.names[seat] }),
            " ",
            score.put_down[seat].map((card) => [cardText(card), " "]),
          ),
        ),
    ),
  );
}

/** What else lies on the table. @param {Game} game */
function beside(game) {
  const { cut, face_up: shown, pile } = game;
  return h(
    "p",
    { class: "manni", key: "beside" },
    cut && h("span", { key: "cut" }, capital(game.cut_text), " ", cardText(cut), pile ? " · " : ""),
    shown.length
      ? h("span", { key: "up" }, _("Face up:"), " ", shown.map((card) => [cardText(card), " "]), pile ? "· " : "")
      : null,
    pile ? fill(ngettext("{pile}: {number} card", "{pile}: {number} cards", pile), { pile: capital(game.pile_text), number: pile }) : null,
  );
}

/** @param {State} state @param {Actions} act */
function advice({ game: { advice: found, asking, part } }, act) {
  if (!found) {
    return asking
      ? h(
          "p",
          { key: "asking", class: "progress" },
          h("progress", { value: part, max: 1, "aria-label": _("Thinking about advice …") }),
          h("span", null, _("Thinking about advice …")),
          button(_("Cancel"), () => act.game.unasked(), { class: "button small" }),
        )
      : null;
  }
  return h(
    "section",
    { key: "advice", class: "advised" },
    h("h2", null, _("Advice")),
    h("p", { class: "advice-text" }, withCards(found.text)),
    found.value !== null || found.cards.length ? button(_("Do that"), () => act.game.obey(), { key: "do" }) : null,
    h(
      "details",
      null,
      h("summary", null, _("Why?")),
      h(
        "p",
        { key: "first" },
        _("The cards that you do not see were dealt again and again, as they may lie, and each choice was played out. What did best on average is advised."),
      ),
      found.notes.split("\n").map((line, at) => h("p", { key: `note${at}` }, withCards(line))),
      found.rows.length
        ? h(
            "div",
            { class: "scrolls", tabindex: 0, role: "group", "aria-label": _("Why?") },
            table(
              "figures",
              "",
              found.heads,
              found.rows.map((row, at) =>
                h("tr", { key: at }, row.map((cell, place) => h("td", { key: place }, withSigns(cell)))),
              ),
            ),
          )
        : null,
    ),
  );
}

/** @param {GameSheet} sheet */
function sheet({ players, deals, text }) {
  return h(
    "section",
    { key: "sheet" },
    h("h2", null, _("Score")),
    table(
      "figures score",
      "",
      [_("deal, its points, total"), ...players],
      deals.map(({ deal, points, totals }) =>
        h(
          "tr",
          { key: deal },
          h("th", { scope: "row" }, deal),
          points.map((own, at) => h("td", { key: at }, h("span", { class: "quiet" }, own), " ", h("b", null, totals[at]))),
        ),
      ),
    ),
    h("p", { class: "end" }, text),
  );
}

/** The rules in short. @param {State} state */
function rules({ game: { rules: lines } }) {
  return h(
    "details",
    { key: "rules" },
    h("summary", null, _("The rules in short")),
    h(
      "dl",
      { class: "rules" },
      lines.map(({ head, text }) =>
        h("div", { key: head }, h("dt", null, head), h("dd", null, text)),
      ),
    ),
  );
}

/** @param {Game} game */
function log({ log: lines }) {
  return lines.length
    ? h(
        "section",
        { key: "log" },
        h("h2", null, _("What has happened")),
        h(
          "div",
          { class: "log", tabindex: 0, role: "group", "aria-label": _("What has happened") },
          h("ol", null, lines.map((line, at) => h("li", { key: at }, withCards(line)))),
        ),
      )
    : null;
}
