/** Pieces that several tabs and sheets are made of. */

/** @import {Card, Problem} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, Handler, Props, VNode} from "../h.js" */
import { bySuit, suitWord } from "../cards.js";
import { h } from "../h.js";
import { _, capital } from "../language.js";
import { waiting } from "../state.js";
import { problemText } from "../words.js";
import { face, withCards, withSigns } from "./card.js";

/** @param {string} selector @param {Children[]} items */
export const listOf = (selector, items) => h(selector, items.map((item) => h("li", item)));

/** Words, and what each means. @param {string} selector @param {Children[][]} all */
export const terms = (selector, all) => h(selector, all.map(([word, what]) => h("div", h("dt", word), h("dd", what))));

/** What is wrong, a line each. @param {(Problem | null | undefined)[]} problems @returns {Child} */
export function problemList(problems) {
  const lines = problems.flatMap((problem) => (problem ? [withCards(problemText(problem))] : []));
  return lines.length > 0 && listOf("ul.problems", lines);
}

/** Where there is none: while one is on its way, as from a link, nothing is said. @param {State} state */
export const noDeal = (state) => h("p.quiet", !waiting(state) && _("No deal yet."));

/**
 * A button. Where it is `off` it stays in reach of Tab, so that the focus stays too.
 *
 * @param {Children} word
 * @param {() => void} go
 * @param {Props & {off?: unknown}} [more]
 * @returns {VNode}
 */
export const button = (word, go, { off, ...more } = {}) =>
  h("button.button", { ...more, "aria-disabled": Boolean(off) || null, onclick: () => off || go() }, word);

/** One of them, and a line of it. @param {{code: string, name: string}} what @param {string} line @param {() => void} go */
export const entry = ({ code, name }, line, go) =>
  h("button.entry", { "data-game": code, onclick: go }, h("b", capital(name)), line && h("span.quiet", line));

/**
 * A button that is on or off.
 *
 * @param {string} word
 * @param {boolean} on
 * @param {() => void} go
 * @param {VNode} [sign] to be seen in place of the word
 * @returns {VNode}
 */
export const toggle = (word, on, go, sign) =>
  button(sign ?? word, go, {
    class: "toggle",
    "aria-pressed": on,
    "aria-label": sign ? word : null,
  });

/**
 * A group of cards to click: Tab leads to one of them, arrows walk to the others.
 *
 * @param {string} name
 * @param {Props} props of the group
 * @param {Card[]} cards
 * @param {State} state
 * @param {Actions} act
 * @param {(card: Card) => {mark?: VNode | null, [prop: string]: any}} show
 * @returns {VNode}
 */
export function cardGroup(name, props, cards, { roving }, act, show) {
  const last = roving[name];
  const tab = last && cards.includes(last) ? last : cards[0];
  return h(
    "div.small-cards",
    { role: "group", onkeydown: (event) => walked(event, "button")?.focus(), ...props },
    cards.map((card) => {
      const { mark = null, ...props } = show(card);
      return h(
        "button.card",
        {
          key: card,
          tabindex: card === tab ? 0 : -1,
          onfocus: () => act.frame.rove(name, card),
          ...props,
        },
        face(card.slice(0, 2), mark), // of two that are equal the place follows
      );
    }),
  );
}

/** Cards to press, a group a suit. @param {Card[]} cards @param {State} state @param {Actions} act @param {Parameters<typeof cardGroup>[5]} show */
export const pack = (cards, state, act, show) =>
  h("div.pack", bySuit(cards).map(([suit, suitCards]) => cardGroup(`pack-${suit}`, { "aria-label": suitWord(suit) }, suitCards, state, act, show)));

/**
 * The one of a group's elements that a key leads to from another; null if the key is no arrow,
 * Home or End.
 *
 * @param {KeyboardEvent} event of the group
 * @param {string} selector of its elements
 * @returns {HTMLElement | null}
 */
export function walked(event, selector) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]);
  const at = all.findIndex((element) => element === event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey) {
    return null;
  }
  event.preventDefault(); // the record is not stepped through
  return all.at(to % all.length) ?? null;
}

/** What stands beside the table, on a telephone comes from below. @param {string} name @param {Children} what */
export const drawer = (name, what) => h("section.panel", { key: "panel", id: "drawer", popover: "auto", "aria-label": name }, what);

/** What takes the value of a field. @param {(value: string) => void} take @returns {Handler} */
export const taking = (take) => (event) => take(event.target.value);

/**
 * A field with its label.
 *
 * @param {string} word
 * @param {string} tag
 * @param {Props} props
 * @param {VNode[]} [options]
 */
export const field = (word, tag, props, options) =>
  h("label.field", h("span", word), h(tag, props, options));

/**
 * A field of one line.
 *
 * @param {string} word
 * @param {string} value
 * @param {(value: string) => void} write
 * @param {Props} [more]
 */
export const textField = (word, value, write, more) =>
  field(word, "input", { type: "text", autocomplete: "off", value, oninput: taking(write), ...more });

/** The seed of what is dealt. @param {string} value @param {(value: string) => void} write */
export const seedField = (value, write) =>
  textField(_("Seed, for the same deals again"), value, write, { inputmode: "numeric", placeholder: _("any") });

/** What is on or off. @param {string} word @param {unknown} on @param {(on: boolean) => void} turn */
export const check = (word, on, turn) =>
  h("label", h("input", { type: "checkbox", checked: Boolean(on), onchange: ({ target }) => turn(target.checked) }), ` ${word}`);

/**
 * A choice of one.
 *
 * @param {string} word
 * @param {string} value
 * @param {(string | [string, string] | {code: string, name: string})[]} options values, with what
 *   they are called
 * @param {(value: string) => void} choose
 */
export const select = (word, value, options, choose) =>
  field(
    word,
    "select",
    { value, onchange: taking(choose) },
    options.map((option) => {
      const [code, text] =
        typeof option === "string"
          ? [option, _(option) || "–"]
          : "code" in option
            ? [option.code, option.name]
            : [option[0], _(option[1])];
      return h("option", { key: code, value: code }, text);
    }),
  );

/**
 * A table under a row of heads.
 *
 * @param {string} kind its class
 * @param {Child} caption
 * @param {Child[]} heads
 * @param {Children} rows
 * @param {string[]} [over] what stands over the heads, the same over those that belong together
 * @returns {VNode}
 */
export const table = (kind, caption, heads, rows, over = []) =>
  h(
    "table",
    { class: kind },
    caption && h("caption", caption),
    h(
      "thead",
      over.some(Boolean) && h("tr", over.map((word, at) => group(word, at, over))),
      h("tr", heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td")))),
    ),
    h("tbody", rows),
  );

/** The head over columns that belong together. @param {string} word @param {number} at @param {string[]} over */
const group = (word, at, over) =>
  word
    ? word !== over[at - 1] &&
      h("th", { scope: "colgroup", colspan: over.filter((other) => other === word).length }, word)
    : h("td");

/**
 * A table of the library. Where its rows are `about` something, one is chosen by a click in it, or
 * by the button in a column.
 *
 * @param {string} kind its class
 * @param {string} caption
 * @param {{over?: string[], heads: string[], rows: string[][]}} all
 * @param {(at: number) => {row: Props, button: Props, said?: string}} [about]
 * @param {number} [column]
 * @returns {VNode}
 */
export const figures = (kind, caption, { over, heads, rows }, about, column = 0) =>
  h(
    "div.scrolls",
    { tabindex: 0, role: "group", "aria-label": caption || null },
    table(
      `figures ${kind}`,
      caption,
      heads,
      rows.map((cells, at) => {
        const choice = about?.(at);
        return h(
          "tr",
          choice?.row ?? {},
          cells.map((cell, place) => {
            const text = withSigns(cell);
            return place === column
              ? h(
                  "th",
                  { scope: "row" },
                  choice ? h("button.line", choice.button, text, h("span.said", choice.said)) : text,
                )
              : h("td", { class: /\d–\d/.test(cell) && "unproved" }, text);
          }),
        );
      }),
      over,
    ),
  );

/**
 * How far a search has got, and what is wrong with what was asked.
 *
 * @param {State} state
 * @param {Actions} act
 * @param {keyof State["asked"]} kind
 * @param {string} doing
 * @returns {Child[]}
 */
export function progress(state, act, kind, doing) {
  const { search, part, problem } = state.asked[kind] ?? { search: "done", part: 0 };
  const percent = `${Math.floor(100 * part)} %`;
  const paused = search === "paused";
  return [
    problemList([problem]),
    search !== "done" &&
      h(
        "div.progress",
        { class: search },
        h("progress", { value: part, max: 1, "aria-label": doing }),
        h(
          "span",
          paused
            ? _("The search has paused at {percent}.", { percent })
            : `${doing}, ${percent} …`,
        ),
        paused && button(_("Go on"), () => act.frame.searchOn(kind), { class: "small" }),
      ),
  ];
}
