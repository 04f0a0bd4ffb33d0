/**
 * What the browser keeps for good, in a database of the page (IndexedDB). Where it may not keep
 * anything, reading gives nothing and writing does nothing.
 */

/** @typedef {"keys" | "records"} Shelf */

/** @type {Shelf[]} */
const SHELVES = ["keys", "records"];

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("manni", 1);
    asked.onupgradeneeded = () => SHELVES.forEach((name) => asked.result.createObjectStore(name));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

/**
 * Do something with a shelf; resolves once it is on the disk.
 *
 * @template T
 * @param {Shelf} shelf
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T | undefined>}
 */
async function within(shelf, mode, work) {
  try {
    const base = await database();
    return await new Promise((resolve, reject) => {
      const transaction = base.transaction(shelf, mode, { durability: "strict" });
      const request = work(transaction.objectStore(shelf));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

/** @param {Shelf} shelf @param {string} name @returns {Promise<any>} */
export const get = (shelf, name) => within(shelf, "readonly", (store) => store.get(name));

/** @param {Shelf} shelf @param {string} name @param {unknown} value */
export const put = (shelf, name, value) =>
  within(shelf, "readwrite", (store) => store.put(value, name));
