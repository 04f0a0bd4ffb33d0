/** What the browser remembers. Where it may not store anything, nothing is remembered. */

/** @import {Settings} from "./types.js" */

const PREFIX = "manni.";

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  fourColours: false,
  pace: "calm",
  letters: true,
  hideValues: false,
};

/**
 * Return what was remembered under a name, or `otherwise` if that is not there or not JSON.
 *
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Denied or full: it holds until the page is closed.
  }
}

/** Settings as remembered; what has another type than it should is left out. @returns {Settings} */
export function settings() {
  const found = /** @type {Record<string, unknown>} */ (recall("settings", {}) ?? {});
  const good = Object.entries(DEFAULTS).map(([name, value]) => [
    name,
    typeof found[name] === typeof value ? found[name] : value,
  ]);
  return Object.fromEntries(good);
}
