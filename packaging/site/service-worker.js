/**
 * The site without a network: what its page loads, of one version, each file as it was published.
 *
 * A page does not wait for it, and goes on from the host where it cannot be installed. What is
 * large the worker of the page keeps, piece by piece. A new version comes whole, beside the old
 * one, which serves until no page of it is open.
 */

/**
 * The version, and by their names the integrity of the files that the page needs, of more that it
 * can do without, and of the pieces of what is large.
 *
 * @type {any}
 */
const SITE = {};
const HOME = new URL("./", location.href).href;
const NAME = `manni ${new URL(HOME).pathname} `;
const OWN = NAME + SITE.version;
const DATA = `${NAME}data`;
const TRIES = 8;
const FILES = { ...SITE.needed, ...SITE.more };
const scope = /** @type {any} */ (globalThis);

/** Whether a file is as published. @param {Response} file @param {string} integrity */
async function isWhole(file, integrity) {
  const hash = await crypto.subtle.digest("SHA-384", await file.clone().arrayBuffer());
  return integrity === `sha384-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}

/**
 * Return a file as published, from a cache of the site, where it is kept if it is not yet, is
 * damaged, or is to be asked for again.
 *
 * @param {string} path @param {string} [name] @param {boolean} [anew]
 */
async function published(path, name = OWN, anew = false) {
  const cache = await caches.open(name);
  const integrity = FILES[path] ?? SITE.data[path];
  const found = await cache.match(HOME + path);
  const kept = found && (await isWhole(found, integrity).catch(() => false)) ? found : null;
  if (kept && !anew) {
    return kept;
  }
  /** @param {RequestCache} mode */
  const asked = (mode) => fetch(HOME + path, { integrity, cache: mode });
  // What the page has loaded a moment ago the browser still has.
  let response = await asked(anew ? "reload" : "force-cache").catch(() => kept);
  for (let tries = 2; !response; tries++) {
    response = await asked("reload").catch((error) =>
      tries < TRIES ? new Promise((done) => setTimeout(done, 300)) : Promise.reject(error),
    );
  }
  const headers = new Headers(response.headers);
  ["content-encoding", "content-length", "vary"].forEach((each) => headers.delete(each));
  const whole = new Response(response.body, { headers });
  await cache.put(HOME + path, whole.clone());
  return whole;
}

async function install() {
  const more = Object.keys(SITE.more).map((path) => published(path).catch(() => null));
  await Promise.all([...Object.keys(SITE.needed).map((path) => published(path)), ...more]);
  if (scope.registration.active) {
    try {
      for (const path of Object.keys(SITE.data)) {
        await published(path, DATA);
      }
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "QuotaExceededError") {
        throw error; // the next time it goes on from here
      }
    }
  }
}

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== OWN && name !== DATA) {
      await caches.delete(name);
    }
  }
  const data = await caches.open(DATA);
  for (const request of await data.keys()) {
    const path = request.url.slice(HOME.length);
    if (!SITE.data[path] && !path.startsWith(SITE.version)) {
      await data.delete(request);
    }
  }
  await scope.clients.claim();
}

/** All open pages of the site, those of an older version too. */
async function pages() {
  const all = await scope.clients.matchAll({ includeUncontrolled: true });
  return all.filter((/** @type {any} */ page) => page.url.startsWith(HOME));
}

/** Let a new version serve where the page that wants it is the only one. */
async function takeOver() {
  for (let second = 0; second < 5 && (await pages()).length > 1; second++) {
    await new Promise((done) => setTimeout(done, 1000)); // a closed page counts for a moment longer
  }
  if ((await pages()).length <= 1) {
    scope.skipWaiting();
  }
}

scope.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(
    install().catch(async (error) => {
      if (error.name === "QuotaExceededError") {
        await caches.delete(OWN); // it takes the room of games
      }
      throw error; // else the next visit goes on from here
    }),
  ),
);
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
scope.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = origin + pathname;
  const path = address.slice(HOME.length) || "index.html";
  const own = address.startsWith(HOME) && Object.hasOwn(FILES, path);
  if (event.request.method === "GET" && own) {
    const anew = event.request.cache === "reload";
    event.respondWith(published(path, OWN, anew).catch(() => fetch(event.request)));
  } else if (path.startsWith(SITE.version) && path.endsWith(".unpacked")) {
    event.respondWith(caches.match(address, { cacheName: DATA })); // its worker sees that it is whole
  }
});
