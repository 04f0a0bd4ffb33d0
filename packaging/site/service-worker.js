/**
 * The site without a network: all its files, of one version, each as it was published.
 *
 * A new version is fetched whole beside the old one, which serves until no page of it is open.
 */

/** @type {{version: string, files: Record<string, string>}} */
const SITE = { version: "", files: {} };
const HOME = new URL("./", location.href).href;
const NAME = `manni ${new URL(HOME).pathname} `;
const SAYS = "x-manni-integrity";
const scope = /** @type {any} */ (globalThis);

/** @param {string} path */
const address = (path) => new URL(path, location.href).href;

/** Fetch a file, which has to be what its integrity says. @param {string} path */
async function published(path) {
  const integrity = SITE.files[path] ?? "";
  for (const name of await caches.keys()) {
    const old = name.startsWith(NAME) && (await (await caches.open(name)).match(address(path)));
    if (old && old.headers.get(SAYS) === integrity) {
      return old;
    }
  }
  const response = await fetch(address(path), { integrity, cache: "no-cache" });
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`);
  }
  const headers = new Headers(response.headers);
  headers.set(SAYS, integrity);
  ["content-encoding", "content-length"].forEach((name) => headers.delete(name));
  return new Response(response.body, { headers });
}

/** All open pages of the site, those of an older version too. */
async function pages() {
  const all = await scope.clients.matchAll({ includeUncontrolled: true });
  return all.filter((/** @type {any} */ page) => page.url.startsWith(HOME));
}

async function install() {
  const cache = await caches.open(NAME + SITE.version);
  let done = 0;
  const paths = Object.keys(SITE.files);
  await Promise.all(
    paths.map(async (path) => {
      await cache.put(address(path), await published(path));
      done += 1;
      const part = done / paths.length;
      (await pages()).forEach((/** @type {any} */ page) => page.postMessage({ part }));
    }),
  );
}

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== NAME + SITE.version) {
      await caches.delete(name);
    }
  }
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const path = origin + pathname;
  const cache = await caches.open(NAME + SITE.version);
  return (await cache.match(path === address("./") ? address("index.html") : path)) ?? fetch(request);
}

/** Tell a page which version serves it; let a new one serve where that page is the only one. */
async function hear(/** @type {any} */ event) {
  if (event.data === "version") {
    event.ports[0].postMessage(SITE.version);
  } else if (event.data === "take over") {
    for (let second = 0; second < 5 && (await pages()).length > 1; second++) {
      await new Promise((done) => setTimeout(done, 1000)); // a closed page counts for a moment longer
    }
    if ((await pages()).length <= 1) {
      scope.skipWaiting();
    }
  }
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
scope.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(hear(event)));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") {
    event.respondWith(answer(event.request));
  }
});
