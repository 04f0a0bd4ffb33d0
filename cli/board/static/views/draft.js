/** The sheets of a deal in the making: its cards, and what is played. */

/** @import {Deal, Problem, Variant} from "../messages.js" */
/** @import {Draft, Receiver, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, VNode} from "../h.js" */
import {
  bySuit,
  cardName,
  inOrder,
  inWords,
  PACK,
  rankSign,
  seatLetter,
  seatNamed,
  seatTitle,
  SUITS,
  suitOf,
  suitWord,
} from "../cards.js";
import { h } from "../h.js";
import { holder, pileWord, receiversOf, receiverWord } from "../actions/draft.js";
import { _, capital, N_, ngettext } from "../language.js";
import { problemText } from "../words.js";
import { variantOf } from "../state.js";
import { cardsText, drawn, suitText, withCards } from "./card.js";
import { button, cardGroup, problemList, select } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {Child} */
export function editor(state, act) {
  const { deal, tree, draft } = state;
  if (!draft) {
    return null;
  }
  const variant = variantOf(state, draft.deal);
  const lies = variant?.manni !== 0 || draft.held.manni.length > 0;
  const missing = problemsAt(draft, null);
  const parts = [
    h(
      "div.row",
      button(_("The hands dealt"), () => act.draft.begin("dealt")),
      Object.keys(deal?.deal.discard ?? {}).length > 0 &&
        button(_("After the exchange"), () => act.draft.begin("lead")),
      tree.at > 0 && button(_("As they are now"), () => act.draft.begin("now")),
      button(_("No cards"), () => act.draft.clear()),
    ),
    h(
      "div.receivers",
      { role: "group", "aria-label": _("Who gets the next card") },
      receiversOf(draft).filter((to) => to !== "manni" || lies).map((to) =>
        receiver(state, variant, draft, to, act),
      ),
    ),
    pack(state, variant, draft, act),
    h("details", h("summary", _("Contract and leader")), fields(state, draft, act)),
  ];
  const rest =
    missing.length > 0 &&
    h("ul.missing", missing.map((problem) => h("li", withCards(problemText(problem)))));
  return making(draft, act, parts, rest);
}

/**
 * What is wrong with a hand; or, beside none, with the deal as a whole, or still missing.
 *
 * @param {Draft} draft
 * @param {Receiver | null} place
 * @returns {Problem[]}
 */
const problemsAt = (draft, place) =>
  draft.problems.filter(
    ({ seat, card }) => (seat ?? (card === undefined ? null : holder(draft, card))) === place,
  );

/**
 * What somebody holds; the one chosen gets the next card.
 *
 * @param {State} state
 * @param {Variant | undefined} variant
 * @param {Draft} draft
 * @param {Receiver} to
 * @param {Actions} act
 */
function receiver(state, variant, draft, to, act) {
  const cards = draft.held[to];
  const problems = problemsAt(draft, to);
  const number = cards.length;
  const { wanted } = draft;
  const wrong = problems.length > 0 && `wrong-${to}`;
  return h(
    "div.receiver",
    h(
      "button.entry",
      {
        class: wrong && "wrong",
        "aria-pressed": draft.to === to,
        "aria-describedby": wrong || null,
        onclick: () => act.draft.giveTo(to),
      },
      h("b", capital(receiverWord(to, variant))),
      h(
        "span.quiet",
        to !== "manni" && wanted !== null
          ? _("{number} of {wanted} cards", { number, wanted })
          : ngettext("{number} card", "{number} cards", number),
      ),
      h(
        "span.held",
        to === "manni"
          ? cardsText(cards)
          : bySuit(inOrder(cards, variantOf(state, draft.deal)?.pack)).map(([suit, held]) =>
              suitText(suit, held.map(rankSign).join(" ")),
            ),
      ),
    ),
    problemList(problems, `wrong-${to}`),
  );
}

/** @param {State} state @param {Variant | undefined} variant @param {Draft} draft @param {Actions} act */
function pack(state, variant, draft, act) {
  const { to } = draft;
  const known = variantOf(state, draft.deal)?.pack ?? PACK;
  // Cards that are held although the game does not have them must be there to be taken back.
  const cards = inOrder(
    PACK.filter((card) => known.includes(card) || holder(draft, card)),
    known,
  );
  const hint =
    to === "manni"
      ? N_("A card clicked goes to the {pile}, or back to the pack.")
      : N_("A card clicked goes to {seat:to}, or back to the pack.");
  const parts = to === "manni" ? { pile: pileWord(variant) } : { seat: seatNamed(to) };
  return h(
    "section.pack",
    h("p.quiet", _(hint, parts)),
    SUITS.map((suit) =>
      cardGroup(
        `pack-${suit}`,
        { class: "pack-suit", "aria-label": suitWord(suit) },
        cards.filter((card) => suitOf(card) === suit),
        state,
        act,
        (card) => {
          const where = holder(draft, card);
          const problem = draft.problems.find((each) => each.card === card);
          const words = [
            cardName(card),
            where ? receiverWord(where, variant) : _("in the pack"),
            problem && _("wrong: {what}", { what: inWords(problem.message) }),
          ];
          const mine = where === to;
          return {
            class: [!where && "free", mine && "mine", problem && "wrong"],
            "aria-label": words.filter(Boolean).join(", "),
            "aria-pressed": mine,
            onclick: () => act.draft.choose(card),
            mark: where && drawn("holder", mark(where, variant)),
          };
        },
      ),
    ),
  );
}

const LONGEST_MARK = 5; // letters that a small card has room for

/** Who holds a card, on the card. @param {Receiver} to @param {Variant | undefined} variant */
function mark(to, variant) {
  const word = to === "manni" ? pileWord(variant) : seatLetter(to);
  return word.length > LONGEST_MARK ? `${word.slice(0, LONGEST_MARK - 1)}.` : word;
}

// What is played

/** @param {State} state @param {Actions} act @returns {Child} */
export function setup(state, act) {
  const { draft } = state;
  return draft && making(draft, act, fields(state, draft, act), problemList(draft.problems));
}

/**
 * The sheet of a deal in the making: its parts scroll, what comes of it stays in sight below.
 *
 * @param {Draft} draft
 * @param {Actions} act
 * @param {Children} parts
 * @param {Child} problems
 * @returns {VNode}
 */
function making({ adopted }, act, parts, problems) {
  const off = !adopted;
  return h(
    "div.making",
    h("div.parts", parts),
    h(
      "div.foot",
      problems,
      adopted?.problem &&
        h("p.warning", _("The record is cut: "), withCards(adopted.problem.message)),
      h(
        "div.row.ending",
        button(_("Put on the board"), () => act.draft.use(false), { class: "main", off }),
        button(_("Add as a new deal"), () => act.draft.use(true), { off }),
      ),
    ),
  );
}

/**
 * What can be chosen besides game, contract and leader, and the fields of a deal that say it.
 *
 * @type {Record<Variant["setup"][number], (keyof Deal)[]>}
 */
const CHOICES = {
  bid: ["bid", "auction"],
  great: ["great"],
  declarer: ["declarer"],
  ace: ["ace_low"],
  cut: ["cut"],
};

/** What is chosen where no game is named: none bids without one. @type {Variant["setup"]} */
const ANY = ["great", "declarer", "ace", "cut"];

const NO_PLAY = { play: undefined, result: undefined };

/** @param {State} state @param {Draft} draft @param {Actions} act @returns {VNode} */
function fields(state, { deal, held, seats: own }, act) {
  const { hello } = state;
  const variant = variantOf(state, deal);
  const setup = variant?.setup ?? ANY;
  const { contracts: codes, bids = [] } = variant ?? {};
  const { variant: code, contract, leader, declarer, cut, bid, ace_low: low } = deal;
  const { discard, play, goal } = deal;
  const seats = own.map((seat) => /** @type {[string, string]} */ ([seat, seatTitle(seat)]));
  const last = held[own[own.length - 1]]; // the dealer's
  const cuts = cut && !last.includes(cut) ? [cut, ...last] : last; // or that recorded
  /**
   * A choice, of which nothing is recorded where nothing is said.
   *
   * @param {string} word
   * @param {string | null | undefined} value
   * @param {Parameters<typeof select>[2]} options
   * @param {(value: string | undefined) => Record<string, unknown>} given
   * @param {string} [none]
   */
  const choice = (word, value, options, given, none = N_("not said")) =>
    select(word, value ?? "", [["", none], ...options], (said) => act.draft.set(given(said || undefined)));
  return h(
    "div.fields",
    choice(
      _("Game"),
      code,
      [
        ...(hello?.variants ?? []),
        ...(code && code !== variant?.code ? [code] : []), // one with options: hornafjordur+ace-low
      ],
      (said) => ({ ...without(state, said), variant: said, piles: null }),
    ),
    choice(
      _("Contract"),
      contract,
      (hello?.contracts ?? []).filter((each) => codes?.includes(each.code) ?? true),
      (said) => ({ contract: said, ...(said ? {} : { great: undefined }) }),
    ),
    setup.includes("bid") &&
      choice(_("Bid"), bid, bids, (said) => ({ bid: said, auction: undefined })),
    setup.includes("great") &&
      h(
        "label.check",
        h("input", {
          type: "checkbox",
          checked: Boolean(deal.great),
          onchange: (event) => act.draft.set({ great: event.target.checked || undefined }),
        }),
        ` ${_("Great contract")}`,
      ),
    choice(_("Leader"), leader, seats, (said) => ({ leader: said })),
    setup.includes("declarer") &&
      choice(
        _("Declarer"),
        declarer,
        seats,
        (said) => ({ declarer: said, auction: undefined }),
        N_("nobody"),
      ),
    setup.includes("ace") &&
      choice(
        _("Ace"),
        low === undefined ? "" : low ? "low" : "high",
        [
          ["low", N_("low")],
          ["high", N_("high")],
        ],
        (said) => ({ ace_low: said && said === "low" }),
        N_("as the game has it"),
      ),
    setup.includes("cut") &&
      choice(
        capital(_(variant?.cut_card ?? N_("card cut"))),
        cut,
        cuts.map((card) => [card, cardName(card)]),
        (said) => ({ cut: said }),
        N_("no card"),
      ),
    // What else is recorded, which other cards or another contract may contradict.
    h(
      "div.row.besides",
      discard &&
        button(_("Without the exchange"), () => act.draft.set({ discard: undefined, ...NO_PLAY })),
      play && button(_("Without the play"), () => act.draft.set(NO_PLAY)),
      goal &&
        button(_("Without the goal"), () => act.draft.set({ goal: undefined, key: undefined })),
    ),
  );
}

/** What a game does not know, to be taken out. @param {State} state @param {string | undefined} variant */
function without(state, variant) {
  const setup = variantOf(state, { variant })?.setup ?? ANY;
  return Object.fromEntries(
    Object.entries(CHOICES)
      .filter(([name]) => !setup.some((own) => own === name))
      .flatMap(([, names]) => names.map((name) => [name, undefined])),
  );
}
