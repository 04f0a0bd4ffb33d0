/**
 * What the browser keeps, in one database of the page (IndexedDB): settings and the like by name,
 * and the last work. It may be absent, refuse, never answer, be full or closed by the browser: then
 * the page goes on without, and whoever asked for it is told so once.
 *
 * All there is has been read when the page begins. What is kept by name later, in other tabs too, is
 * known here at once.
 */

/** @import {Settings} from "./types.js" */

/** @typedef {[any, unknown]} Entry name and value; undefined for what is to go, by name or range */

const SHELF = "work";
const PATIENCE = 3000; // ms for what takes a few

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  fourColours: false,
  trumpsFirst: true,
  pace: 1,
  folded: false,
  forced: null,
  letters: true,
  hideValues: false,
};

/** @type {(() => void) | null} */
let tell = null;
let failed = false;

/** Have it told, once, that something cannot be kept. @param {() => void} listen */
export function onceNotKept(listen) {
  tell = listen;
  failed && fail();
}

function fail() {
  failed = true;
  tell?.();
  tell = null;
}

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  if (!opened) {
    const asked = indexedDB.open("manni", 2);
    asked.onupgradeneeded = () => {
      const base = asked.result;
      [...base.objectStoreNames].forEach((name) => base.deleteObjectStore(name));
      base.createObjectStore(SHELF);
    };
    opened = answered(asked);
  }
  return opened;
}

/**
 * Return what a request to a database brings.
 *
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Return what a database brings, which may never answer: then it is given up.
 *
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
function inTime(work) {
  return Promise.race([work, new Promise((_resolve, reject) => setTimeout(reject, PATIENCE))]);
}

/**
 * Work on the database to the end of the transaction; null where that cannot be done. The next time
 * it is opened anew.
 *
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => T} work
 * @returns {Promise<T | null>}
 */
async function transact(mode, work) {
  const done = async () => {
    const transaction = (await database()).transaction(SHELF, mode);
    const result = work(transaction.objectStore(SHELF));
    transaction.commit(); // at once: a page that goes away takes back what is not committed
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    });
    return result;
  };
  try {
    return await inTime(done());
  } catch {
    opened = null;
    return null;
  }
}

/** What this page has kept by name. @type {Map<IDBValidKey, any>} */
const given = new Map();
/** What is kept, by name, as it was read last, and what was given since. */
export let rows = new Map(given);
let known = false; // whether it has been read at all

/** Read what is kept; what has been given meanwhile counts. */
export async function begin() {
  const asked = await transact("readonly", (store) => [store.getAllKeys(), store.getAll()]);
  if (!asked) {
    fail();
    return;
  }
  const [keys = [], values = []] = asked.map(({ result }) => result);
  const stored = new Map(keys.map((key, at) => [key, values[at]]));
  if (!known) {
    known = true;
    given.forEach((value, name) => {
      // Who gave it did not know what it is to be added to.
      const whole = typeof value === "object" ? { ...stored.get(name), ...value } : value;
      given.set(name, whole);
      others?.postMessage([name, whole]);
    });
    put(() => [...given], false);
  }
  rows = new Map([...stored, ...given]);
}

/**
 * Keep what has changed, or the whole: so too where the browser has closed the database meanwhile.
 * Nothing is kept before it is known what that would take the place of. Return whether it is kept.
 *
 * @param {(whole: boolean) => Entry[]} entries
 * @param {boolean} whole
 */
async function put(entries, whole) {
  known || (await begin());
  if (!known) {
    return false;
  }
  /** @param {boolean} all */
  const write = (all) =>
    transact("readwrite", (store) => {
      entries(all).forEach(([name, value]) =>
        value === undefined ? store.delete(name) : store.put(value, name),
      );
      return true;
    });
  const done = (await write(whole)) ?? (await write(true));
  done || fail();
  return done;
}

// What has a name

/** @type {((name: string, value: any) => void)[]} */
const listeners = [];
/** Whether what is kept of the work is of this page. */
export let mine = false;

const others = (() => {
  try {
    return new BroadcastChannel("manni");
  } catch {
    return null;
  }
})();
others?.addEventListener("message", ({ data: [name, value] }) => {
  mine &&= name !== SHELF;
  given.delete(name);
  rows.set(name, value);
  listeners.forEach((listen) => listen(name, value));
});

/** Hear what other tabs keep. @param {(name: string, value: any) => void} listen */
export function watch(listen) {
  listeners.push(listen);
}

/**
 * Return what was kept under a name, here or by an older page, else `otherwise`.
 *
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    return rows.get(name) ?? JSON.parse(localStorage.getItem(`manni.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keep something under a name; return whether it is kept.
 *
 * @param {string} name @param {unknown} value
 */
export function remember(name, value) {
  given.set(name, value);
  rows.set(name, value);
  known && others?.postMessage([name, value]);
  return put(() => [[name, rows.get(name)]], false);
}

/** @returns {Settings} */
export const settings = () => ({ ...DEFAULTS, ...recall("settings", {}) });

// The work

/**
 * Keep what has changed of the work, or the whole, as where another page has written meanwhile.
 *
 * @param {(whole: boolean) => Entry[]} entries
 * @param {boolean} whole
 */
export function putWork(entries, whole) {
  put(entries, whole || !mine);
  if (!mine) {
    mine = true;
    others?.postMessage([SHELF]);
  }
}
