/** Where the focus and the record go after a change of the page, so that nobody gets lost. */

/** @import {State} from "./types.js" */

/**
 * Return a function that draws, and then looks after the focus.
 *
 * @param {HTMLElement} page
 * @param {(state: State) => void} draw
 * @returns {(state: State) => void}
 */
export function minding(page, draw) {
  /** @type {Element | null} */
  let opener = null;
  /** @type {State["sheet"]} */
  let sheet = null;
  /** @type {State["file"]} */
  let file = null;
  let at = -1;
  let step = -1;
  let waits = false; // for what may be done next at the table

  return (state) => {
    const focused = document.activeElement;
    if (state.sheet && !sheet) {
      opener = focused;
    }
    draw(state);
    const lost = focused !== document.body && !focused?.isConnected;
    const { open, now } = state.game;
    waits = open && (lost || waits) && document.activeElement === document.body && !state.sheet;
    if (state.sheet === "edit" && sheet !== "edit") {
      focus(page.querySelector(".pack [tabindex='0']"));
    } else if (waits || (open && now && now.step !== step && isIdle(focused))) {
      waits = !focus(toDo(page));
    } else if (lost && sheet && !state.sheet) {
      focus(opener?.isConnected ? opener : null);
    } else if (lost && focused instanceof HTMLElement && focused.dataset["card"]) {
      focus(
        page.querySelector(".hand.mover [data-card][tabindex='0']") ??
          page.querySelector(".pack [tabindex='0']") ??
          page.querySelector(".controls .undo"),
      );
    }
    if (sheet && state.sheet && file !== state.file) {
      showDeals(page);
    }
    step = now?.step ?? -1;
    sheet = state.sheet;
    file = state.file;
    if (at !== state.tree.at) {
      at = state.tree.at;
      // The record is scrolled to the card one stands at; the page never is, whose panel is fixed.
      page.querySelector("#panel [aria-current=step]")?.scrollIntoView({ block: "nearest" });
    }
  };
}

/** @param {Element | null} element @returns {boolean} whether there is one */
function focus(element) {
  if (element instanceof HTMLElement) {
    element.focus({ preventScroll: true });
  }
  return element !== null;
}

/** Whether the focus is on a card of one's own that may not be played. @param {Element | null} at */
const isIdle = (at) => Boolean(at?.matches(".own [data-card][aria-disabled=true]"));

/** What is to be done now at the table: a card to choose, a call, the next deal. @param {Element} page */
const toDo = (page) =>
  page.querySelector(".own .card.legal[tabindex='0']") ??
  page.querySelector(".asks.yours .main") ??
  page.querySelector(".asks.yours .row .button") ??
  page.querySelector(".result .button.main");

/** Go to the deals of a file that has just been opened: they stand first. @param {Element} page */
function showDeals(page) {
  focus(page.querySelector("dialog .deal-list [aria-current]"));
  page.querySelector("dialog")?.scrollTo({ top: 0 });
}
