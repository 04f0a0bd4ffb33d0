/**
 * What the browser keeps: settings and the like by name (localStorage), the last work in a database
 * of the page (IndexedDB). Either may be absent, refuse, never answer, be full or closed by the
 * browser: then the page goes on without, and whoever asked for it is told so once.
 */

/** @import {Settings} from "./types.js" */

const PREFIX = "manni.";
const SHELF = "work";
const PATIENCE = 3000; // ms for what takes a few

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  fourColours: false,
  pace: "calm",
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
    fail();
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

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("manni", 2);
    asked.onupgradeneeded = () => {
      const base = asked.result;
      [...base.objectStoreNames].forEach((name) => base.deleteObjectStore(name));
      base.createObjectStore(SHELF);
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return opened;
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
    return await Promise.race([
      done(),
      new Promise((_resolve, reject) => setTimeout(reject, PATIENCE)),
    ]);
  } catch {
    opened = null;
    return null;
  }
}

/** What is kept of the work, by name. @returns {Promise<Map<IDBValidKey, any>>} */
export async function all() {
  const asked = await transact("readonly", (store) => [store.getAllKeys(), store.getAll()]);
  if (!asked) {
    fail();
  }
  const [keys = [], values = []] = asked?.map(({ result }) => result) ?? [];
  return new Map(keys.map((key, at) => [/** @type {IDBValidKey} */ (key), values[at]]));
}

/**
 * Keep of the work what has changed, or all in place of what is there: so too where the browser has
 * closed the database meanwhile. Return whether it is kept.
 *
 * @param {(whole: boolean) => [IDBValidKey, unknown][]} entries names and values
 * @param {boolean} whole
 */
export async function put(entries, whole) {
  /** @param {boolean} alone */
  const write = (alone) =>
    transact("readwrite", (store) => {
      alone && store.clear();
      entries(alone).forEach(([name, value]) => store.put(value, name));
      return true;
    });
  const written = (await write(whole)) ?? (await write(true));
  if (!written) {
    fail();
  }
  return Boolean(written);
}
