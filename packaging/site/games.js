/** The games of the site: each a record of its own beside the last work, for a worker without files. */

import { recall, remember, rows, watch } from "./kept.js";

/** @typedef {{when: number, text: string}} Game when it was written, in seconds since 1970 */

const NAME = "game ";
/** @type {Promise<unknown> | undefined} whether the browser may not throw away what is kept */
let lasting;

/**
 * Keep the games that a worker plays, and tell it of those that other tabs keep. What another has
 * written meanwhile stays.
 *
 * @param {Worker} worker
 */
export function keepGames(worker) {
  const { port1: here, port2: port } = new MessageChannel();
  here.onmessage = ({ data: [key, text, was] }) => {
    /** @type {string | undefined} */
    const now = recall(NAME + key, null)?.["text"];
    if (text === undefined || now === undefined || now === was) {
      remember(NAME + key, text === undefined ? text : { when: Date.now() / 1000, text });
      lasting ??= navigator.storage?.persist?.().catch(() => null);
    }
  };
  watch((name, game) => {
    if (name.startsWith(NAME)) {
      here.postMessage([name.slice(NAME.length), game?.when, game?.text]);
    }
  });
  // Whatever is there has a time and a text: what is no game is named in the list, the others stay.
  const games = [...rows].flatMap(([name, game]) =>
    `${name}`.startsWith(NAME) && game
      ? [[`${name}`.slice(NAME.length), Number(game.when) || 0, `${game.text}`]]
      : [],
  );
  worker.postMessage({ games, port }, [port]);
}
