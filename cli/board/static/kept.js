/**
 * What the browser keeps for good: the last work, in a database of the page (IndexedDB). Where it
 * may not keep anything, reading gives nothing and writing does nothing.
 */

const SHELF = "work";

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

/** What is kept, by name. @returns {Promise<Map<IDBValidKey, any>>} */
export async function all() {
  try {
    const store = (await database()).transaction(SHELF).objectStore(SHELF);
    const asked = [store.getAllKeys(), store.getAll()];
    const [keys = [], values = []] = await Promise.all(
      asked.map(
        (request) =>
          new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(/** @type {any[]} */ (request.result));
            request.onerror = () => reject(request.error);
          }),
      ),
    );
    return new Map(keys.map((/** @type {IDBValidKey} */ key, /** @type {number} */ at) => [key, values[at]]));
  } catch {
    return new Map();
  }
}

/**
 * Keep these, beside what is there or in place of all of it.
 *
 * @param {[IDBValidKey, unknown][]} entries names and values
 * @param {boolean} alone
 */
export async function put(entries, alone) {
  try {
    const transaction = (await database()).transaction(SHELF, "readwrite");
    const store = transaction.objectStore(SHELF);
    alone && store.clear();
    entries.forEach(([name, value]) => store.put(value, name));
    transaction.commit(); // at once: a page that goes away takes back what is not committed
  } catch {
    // Denied or full: it holds until the page is closed.
  }
}
