/** The games of the site: each a record of its own beside the last work, for a worker without files. */

import { answered, inTime, recall, remember, rows, watch } from "./kept.js";

/** @typedef {{when: number, text: string}} Game when it was written, in seconds since 1970 */

const NAME = "game ";
/** @type {Promise<unknown> | undefined} whether the browser may not throw away what is kept */
let lasting;
const BEFORE = "/state"; // where older sites kept them, as files in a database of their own

/**
 * Keep the games that a worker plays, and tell it of those that other tabs keep. What another has
 * written meanwhile stays.
 *
 * @param {Worker} worker
 */
export async function keepGames(worker) {
  // There is nothing, or nothing is to be had, or nobody answers.
  await inTime(carryOver()).catch(() => null);
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
  const games = [...rows].flatMap(([name, game]) =>
    `${name}`.startsWith(NAME) && game ? [[`${name}`.slice(NAME.length), game.when, game.text]] : [],
  );
  worker.postMessage({ games, port }, [port]);
}

/** Keep what older sites did, which goes only when all of it is kept; what is newer stays. */
async function carryOver() {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === BEFORE)) {
    return;
  }
  const base = await answered(indexedDB.open(BEFORE));
  try {
    const store = base.transaction("FILE_DATA").objectStore("FILE_DATA");
    const asked = [answered(store.getAllKeys()), answered(store.getAll())];
    const [paths, files] = await Promise.all(asked);
    for (const [at, { timestamp, contents }] of files.entries()) {
      const [, key] = /(\w+)\.manni$/.exec(paths[at]) ?? [];
      const when = timestamp / 1000;
      if (key && !(rows.get(NAME + key)?.when > when)) {
        const text = new TextDecoder().decode(contents);
        if (!(await remember(NAME + key, { when, text }))) {
          return;
        }
      }
    }
  } finally {
    base.close();
  }
  indexedDB.deleteDatabase(BEFORE);
}
