/** The page's address: after `#` stand the token, a file of the command line, a game or a deal. */

/** @typedef {{token: string, file: string, deal: string, game: string}} Address */

/** @param {string} hash @returns {Address} */
export function parse(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    token: fields.get("token") ?? "",
    file: fields.get("file") ?? "",
    deal: fields.has("d") ? `d=${fields.get("d")}` : "",
    game: fields.get("game") ?? "",
  };
}

/** @type {Record<string, string>} */
const notes = { ...history.state };

/** What the tab has noted beside its addresses; a page loaded anew finds it. */
export const noted = () => notes;

/** @param {Record<string, string>} some */
export function note(some) {
  Object.assign(notes, some);
  history.replaceState(notes, "");
}

/**
 * Show an address, without a step in the history unless it is to be one.
 *
 * @param {string} text what stands after `#`
 * @param {boolean} [step]
 */
export function show(text, step = false) {
  const hash = text ? `#${text}` : "";
  if (hash !== location.hash) {
    history[step ? "pushState" : "replaceState"](notes, "", location.pathname + hash);
  }
}
