/** Pieces that several tabs and sheets are made of. */

/** @import {Card, Problem} from "../messages.js" */
/** @import {Shown, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, fill } from "../language.js";
import { problemText } from "../sentences.js";
import { withCards } from "./card.js";

/**
 * What is wrong, a line each.
 *
 * @param {Problem[]} problems
 * @param {string} [id]
 * @returns {VNode | null}
 */
export function problemList(problems, id = "") {
  return problems.length
    ? h(
        "ul",
        { class: "problems", id },
        problems.map((problem, at) => h("li", { key: at }, withCards(problemText(problem)))),
      )
    : null;
}

/**
 * @param {string} word
 * @param {() => void} go
 * @param {Record<string, string | boolean | null>} [more]
 * @returns {VNode}
 */
export function button(word, go, more = {}) {
  return h("button", { type: "button", class: "button", ...more, onclick: go }, word);
}

/**
 * A button that is on or off.
 *
 * @param {string} word
 * @param {boolean} on
 * @param {() => void} go
 * @param {VNode} [sign] to be seen in place of the word
 * @returns {VNode}
 */
export function toggle(word, on, go, sign) {
  const label = sign ? { "aria-label": word } : {};
  return h(
    "button",
    {
      key: word,
      type: "button",
      class: "button toggle",
      "aria-pressed": on,
      ...label,
      onclick: go,
    },
    sign ?? word,
  );
}

/**
 * A group of cards to click: Tab leads to one of them, arrows walk to the others.
 *
 * @param {Record<string, string>} props of the group; `key` is its name
 * @param {Card[]} cards
 * @param {State} state
 * @param {Actions} act
 * @param {(card: Card, more: {tabindex: number, onfocus: () => void}) => VNode} show
 * @returns {VNode}
 */
export function cardGroup(props, cards, { roving }, act, show) {
  const name = props["key"] ?? "";
  const last = roving[name];
  const tab = last && cards.includes(last) ? last : cards[0];
  return h(
    "div",
    {
      role: "group",
      onkeydown: (/** @type {KeyboardEvent} */ event) => walked(event, "button")?.focus(),
      ...props,
    },
    cards.map((card) =>
      show(card, { tabindex: card === tab ? 0 : -1, onfocus: () => act.frame.rove(name, card) }),
    ),
  );
}

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
  const at = all.findIndex((each) => each === event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey) {
    return null;
  }
  event.preventDefault(); // the record is not stepped through
  return all.at(to % all.length) ?? null;
}

/**
 * A field with its label.
 *
 * @param {string} word
 * @param {string} value
 * @param {[string, string][]} options value and text
 * @param {(value: string) => void} choose
 * @returns {VNode}
 */
export function select(word, value, options, choose) {
  return h(
    "label",
    { class: "field" },
    h("span", null, word),
    h(
      "select",
      {
        value,
        onchange: (/** @type {Event} */ event) =>
          choose(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      options.map(([code, text]) => h("option", { key: code, value: code }, _(text))),
    ),
  );
}

/**
 * A table with a row of heads; an empty one has nothing below it to name.
 *
 * @param {Record<string, string>} props
 * @param {string} caption or nothing
 * @param {string[]} heads
 * @param {VNode[]} rows
 * @returns {VNode}
 */
export function table(props, caption, heads, rows) {
  return h(
    "table",
    props,
    caption ? h("caption", null, caption) : null,
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((head) => (head ? h("th", { key: head, scope: "col" }, head) : h("td", null))),
      ),
    ),
    h("tbody", null, rows),
  );
}

/**
 * How far a search has got.
 *
 * @param {Shown["search"]} search
 * @param {number} part of all, 0 to 1
 * @param {string} doing
 * @param {() => void} goOn
 * @returns {VNode | null}
 */
export function progress(search, part, doing, goOn) {
  if (search === "done") {
    return null;
  }
  const percent = `${Math.floor(100 * part)} %`;
  return h(
    "div",
    { class: `progress ${search}`, key: "progress" },
    h("progress", { value: part, max: 1, "aria-label": doing }),
    h(
      "span",
      null,
      search === "paused"
        ? fill(_("The search has paused at {percent}."), { percent })
        : `${doing}, ${percent} …`,
    ),
    search === "paused" &&
      h("button", { type: "button", class: "button small", key: "on", onclick: goOn }, _("Go on")),
  );
}
