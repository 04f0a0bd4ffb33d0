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

  return (state) => {
    const focused = document.activeElement;
    if (state.sheet && !sheet) {
      opener = focused;
    }
    draw(state);
    const lost = focused !== document.body && !focused?.isConnected;
    if (lost && sheet && !state.sheet) {
      focus(opener?.isConnected ? opener : null);
    } else if (lost && focused instanceof HTMLElement && focused.dataset["card"]) {
      focus(
        page.querySelector(".hand.mover [data-card][tabindex='0']") ??
          page.querySelector(".controls .undo"),
      );
    }
    if (sheet && state.sheet && file !== state.file) {
      showDeals(page);
    }
    sheet = state.sheet;
    file = state.file;
    if (at !== state.tree.at) {
      at = state.tree.at;
      showCurrent(page);
    }
  };
}

/** @param {Element | null} element */
function focus(element) {
  if (element instanceof HTMLElement) {
    element.focus({ preventScroll: true });
  }
}

/** Go to the deals of a file that has just been opened: they stand first. @param {Element} page */
function showDeals(page) {
  focus(page.querySelector("dialog .deal-list [aria-current]"));
  page.querySelector("dialog")?.scrollTo({ top: 0 });
}

/** Scroll the record, never the page, to the card one stands at. @param {HTMLElement} page */
function showCurrent(page) {
  const panel = page.querySelector("#panel");
  const current = panel?.querySelector("[aria-current=step]");
  if (panel && current && panel.scrollHeight > panel.clientHeight) {
    const outer = panel.getBoundingClientRect();
    const inner = current.getBoundingClientRect();
    panel.scrollTop +=
      Math.min(0, inner.top - outer.top - 40) + Math.max(0, inner.bottom - outer.bottom + 40);
  }
}
