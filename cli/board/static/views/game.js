/** A game at the table: what may be done there, and what is told beside it. */

/** @import {Asked, DealScore, Game} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, VNode} from "../h.js" */
import { SUITS } from "../cards.js";
import { h } from "../h.js";
import { _, capital, N_, ngettext } from "../language.js";
import { advised, lies } from "../state.js";
import { bar, sign } from "./bar.js";
import { cardsText, pip, withCards } from "./card.js";
import { button, drawer, figures, listOf, progress, taking, terms } from "./pieces.js";
import { costly, dearest, graph, worst } from "./review.js";
import * as round from "./table.js";

const FEW = 8; // choices that have a button each

/** @param {State} state @param {Actions} act @returns {VNode[]} */
export function view(state, act) {
  const { now } = state.game;
  if (!now) {
    return [h("section.play", { key: "wait", "aria-label": _("Table") }, h("p.quiet", "…"))];
  }
  const { score } = now;
  return [
    h(
      "section.play",
      { key: "play", "aria-label": _("Table") },
      round.view(state, act, score && result(now, score, state, act), !score && asks(now, state, act)),
    ),
    bar(
      state,
      act,
      [
        button(sign("advice", _("Advice")), () => act.game.advise(), { off: !now.asked || advised(state)?.search === "busy" }),
        button(sign("last", _("Last trick")), () => act.game.lookBack(), { off: !now.last, "aria-pressed": state.game.looks }),
        button(sign("undo", _("Take back")), () => act.game.takeBack(), { off: Boolean(score) }),
      ],
      _("Score"),
    ),
    drawer(
      _("Score"),
      h(
        "div.tab-panel.at-table-panel",
        { key: now.deal, tabindex: 0 },
        score && after(now, score, state, act),
        costliest(state, act),
        now.sheet
          ? h("section", h("h2", _("Score")), figures("score", "", now.sheet), h("p.end", now.sheet.text))
          : now.deals !== 1 && h("p.quiet", _("The score sheet stands here after the first deal.")),
        h(
          "details",
          h("summary", _("The rules in short")),
          terms("dl.rules", (state.game.rules ?? []).map(({ head, text }) => [head, text])),
        ),
        log(now),
      ),
    ),
  ];
}

/** What the player may do now. @param {Game} now @param {State} state @param {Actions} act */
function asks(now, state, act) {
  const { asked, taker, last, free, own, names, to_play: turn, said, unsaved } = now;
  const takes =
    taker && (taker === own ? _("You take the trick.") : _("{name} takes the trick.", { name: names[taker] }));
  const wrong = state.game.problem || unsaved;
  const advice = asked && advised(state);
  const tells = advice && adviceGiven(advice, act);
  const { value = "", worths = {} } = advice?.found ?? {};
  const chosen = value !== null && worths[value]; // the choices tell it
  const claims = asked?.claims && free.length > 1 && (taker || last) && !advice;
  const [, first, more = ""] = asked?.text.match(/^(.*?[.] .*?[.])?(.*)/) ?? []; // two sentences are enough to read
  return h(
    "div.asks",
    { class: asked && "yours", role: "group", "aria-label": _("What you may do") },
    asked
      ? [
          !chosen && h("p", !advice?.found && [!claims && takes, " ", h("b", withCards(first ?? more)), first && withCards(more)], tells),
          answers(now, asked, state, act, chosen && tells),
          claims && !wrong && button(_("The rest is mine"), () => act.game.claim(), { class: "rest" }),
        ]
      : [
          h("p.quiet", takes || (turn && turn !== own ? _("{name} is thinking …", { name: names[turn] }) : withCards(said))),
          lies(state.game) && button(_("Go on"), () => act.game.goOn()),
        ],
    wrong && h("p.warning", { role: "alert" }, withCards(wrong)),
  );
}

/** @param {Game} now @param {Asked} asked @param {State} state @param {Actions} act @param {Child} why beside them @returns {Child} */
function answers({ hands, own, seats }, { kind, sizes, choices }, state, { game }, why) {
  const { down, bid, now } = state.game;
  const { value: best, worths = {} } = advised(state)?.found ?? {};
  /** @param {string} value @param {Children} text @param {string | boolean} [kind] its class */
  const say = (value, text, kind = "") =>
    button([text, worths[value] && h("span.worth", worths[value])].flat(), () => game.reply({ value }, now), { class: [kind, value === best && "best"] });
  if (sizes.length) {
    const puts = kind === "exchange";
    const whole = puts && sizes.length === 2;
    const cards = whole ? hands[own] : down;
    const fits = cards.length > 0 && sizes.includes(cards.length);
    const number = cards.length || (sizes.find(Boolean) ?? 0);
    const word = whole
      ? _("Exchange all {number} cards", { number })
      : puts
        ? ngettext("Put down {number} card", "Put down {number} cards", number)
        : ngettext("Put away {number} card", "Put away {number} cards", number);
    const keeps = puts && sizes.includes(0) && (whole || !cards.length);
    return h(
      "div.row",
      (whole || !keeps) && button(word, () => game.reply({ cards }, now), { class: whole || "main", off: !fits }),
      keeps && button(_("Keep all cards"), () => game.reply({ cards: [] }, now)),
    );
  }
  const others = choices.filter(({ value }) => value !== "pass");
  if (others.length <= FEW) {
    return (
      choices.length > 0 &&
      h("div.row", choices.map(({ value, text }) =>
        SUITS.includes(value) ? say(value, [pip(value), h("span.said", capital(text))], "suit") : say(value, capital(text)),
      ), why)
    );
  }
  // A declarer wants more than his share of all there is.
  const most = Math.max(...others.map(({ value }) => Number(value) || 0)); // the last are words
  const at = Math.max(0, others.findIndex(({ value }) => (bid ? value === bid : Number(value) * seats.length > most)));
  return h(
    "div.row",
    choices.map(({ value, text }) => value === "pass" && say(value, capital(text))),
    others.slice(at, at + (best ? 2 : 3)).map(({ value, text }, nth) => say(value, nth ? text : _("Bid {bid}", { bid: text }), !nth && best !== "pass" && "main")),
    h(
      "select.bid",
      { "aria-label": _("Your bid"), value: others[at]?.value, onchange: taking((bid) => game.pick({ bid })) },
      others.map(({ value, text }) => h("option", { value }, text)),
    ),
    why,
  );
}

/** What a deal was worth. @param {Game} now @param {DealScore} score @param {State} state @param {Actions} act */
function result(now, { text }, state, act) {
  const { game } = state;
  const { own, waits, over, sheet: end } = now;
  const dealing = game.answered === now;
  const review = reviewOf(state);
  const dear = review?.found && worst(review.found, own);
  return h(
    "div.result",
    { role: "group", "aria-label": _("The deal") },
    text.split("\n").map((line) => h("p", h("b", line))),
    review && progress(state, act, "review", _("Cards are reviewed, the last first")),
    dear && dearest(dear),
    over && end && h("p.end", h("b", end.text)),
    h(
      "div.row",
      waits && button(dealing ? _("Dealing …") : _("Next deal"), () => act.game.deal(), { class: "main", off: dealing }),
      over && button(_("A new game"), () => act.game.sit(now.variant), { class: "main" }),
      review
        ? button(_("Card by card"), () => act.game.show(false))
        : button(_("Review this deal"), () => act.game.review()),
      dear && dear.loss > 0 && button(_("Try again from here"), () => act.game.again(own, dear.number - 1)),
    ),
    game.problem && h("p.warning", { role: "alert" }, game.problem),
  );
}

/** The review of the deal at the table. @param {State} state */
const reviewOf = ({ asked: { review }, game }) => (review?.about.deal === game.reviewed ? review : null);

/** What else there is to a deal that is over. @param {Game} now @param {DealScore} score @param {State} state @param {Actions} act */
function after({ own, names, seats }, { put_down, mine }, state, { game, review }) {
  const reviewed = state.deal === state.game.reviewed && reviewOf(state)?.found;
  return [
    h("p.quiet", mine ?? _("To compare, the computer now plays this deal in your place …")),
    reviewed && [
      costly(
        N_("Trick {trick}: {card} cost {loss}."),
        reviewed.cards.filter(({ seat, loss }) => seat === own && loss > 0),
        ({ number }) => game.again(own, number - 1),
      ),
      graph(state, reviewed, (number) => {
        game.show(false);
        review.show(number);
      }),
    ],
    put_down.length > 0 && h("div.quiet", put_down.map(({ head, cards }) => h("p", head, " ", cardsText(cards)))),
    h(
      "div.row",
      h("p", _("Play it again in the place of:")),
      seats.map(
        (seat) =>
          seat !== own &&
          button(names[seat], () => game.again(seat), {
            class: "small",
            "aria-label": _("Play it again in the place of {name}", { name: names[seat] }),
          }),
      ),
    ),
  ];
}

/** What is advised, where it is asked. @param {NonNullable<ReturnType<typeof advised>>} advice @param {Actions} act */
function adviceGiven({ found, part, search, problem }, act) {
  if (!found) {
    const thinks = _("Thinking about advice …");
    return (
      search === "busy" && !problem &&
      h(
        "span.progress",
        h("progress", { value: part, max: 1, "aria-label": thinks }),
        h("span", thinks),
        button(_("Cancel"), () => act.game.dismiss("advise"), { class: "small" }),
      )
    );
  }
  const { text, value, cards, rows, notes, worths } = found;
  const short = withCards(`${text.split(/(?<=\d)\s?: |[.] |[.]$/u, 1)}`);
  return h(
    "span.advised",
    cards.length > 0
      ? button(short, () => act.game.obey(), { class: "main obey", title: _("Do that") })
      : h("b", { class: value !== null && worths[value] && "said" }, short), // the choice stands out
    (rows.length > 0 || notes) && button(_("Why?"), () => act.frame.openSheet("why")),
  );
}

/** What the advice rests on. @param {State} state @returns {Child} */
export function why(state) {
  const advice = advised(state)?.found;
  return (
    advice &&
    h(
      "div.parts",
      h("p", h("b", withCards(advice.text))),
      h("div", advice.notes.split("\n").map((line) => h("p", withCards(line)))),
      figures("", "", advice),
    )
  );
}

/** What cost most in the game. @param {State} state @param {Actions} act */
function costliest(state, act) {
  const { asked: { dearest: mine }, game: { id, now } } = state;
  return (
    now?.over && mine?.about === id &&
    h(
      "section",
      h("h2", _("Your costliest cards")),
      progress(state, act, "dearest", _("Cards are reviewed, the last first")),
      mine.found && (mine.found.length ? costly(N_("Deal {deal}, trick {trick}: {card} cost {loss}."), mine.found) : h("p", _("None of your cards cost anything."))),
    )
  );
}

/** @param {Game} game */
const log = ({ log: lines }) =>
  lines.length > 0 &&
  h(
    "section",
    h("h2", _("What has happened")),
    h(
      "div.log",
      { tabindex: 0, role: "group", "aria-label": _("What has happened") },
      listOf("ol", lines.map(withCards)),
    ),
  );
