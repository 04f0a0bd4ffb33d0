/**
 * What the browser keeps for good, in a database of the page (IndexedDB). Where it may not keep
 * anything, reading gives nothing and writing does nothing.
 */

/**
 * @typedef {"keys" | "files" | "tabs" | "records"} Shelf the key to the board; by tab, the file of
 *   deals and what is on the board; by tab and deal, the records
 */

/** @type {Shelf[]} */
const SHELVES = ["keys", "files", "tabs", "records"];

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("manni", 1);
    asked.onupgradeneeded = () => {
      const base = asked.result;
      SHELVES.forEach((name) => base.createObjectStore(name));
      asked.transaction?.objectStore("records").createIndex("deal", "deal");
    };
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
      const transaction = base.transaction(shelf, mode);
      const request = work(transaction.objectStore(shelf));
      if (mode === "readwrite") {
        transaction.commit(); // at once: a page that goes away takes back what is not committed
      }
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

/** @param {Shelf} shelf @param {IDBValidKey} name @returns {Promise<any>} */
export const get = (shelf, name) => within(shelf, "readonly", (store) => store.get(name));

/** @param {Shelf} shelf @param {IDBValidKey} name @param {unknown} value */
export const put = (shelf, name, value) =>
  within(shelf, "readwrite", (store) => store.put(value, name));

/** The names on a shelf, the newest first. @param {Shelf} shelf @returns {Promise<string[]>} */
export async function names(shelf) {
  const all = await Promise.all([
    within(shelf, "readonly", (store) => store.getAllKeys()),
    within(shelf, "readonly", (store) => store.getAll()),
  ]);
  const [keys = [], values = []] = all;
  return keys
    .map((key, at) => ({ key: `${key}`, when: values[at]?.when ?? 0 }))
    .sort((a, b) => b.when - a.when)
    .map(({ key }) => key);
}

/** The newest record of a deal, whichever tab made it. @param {string} deal @returns {Promise<any>} */
export async function newest(deal) {
  const all = await within("records", "readonly", (store) => store.index("deal").getAll(deal));
  return (all ?? []).sort((a, b) => b.when - a.when)[0];
}
