/** The channel of the page to its service: a worker of the page, from the files of the same site. */

/** @import {Open} from "../../cli/board/static/channel.js" */
import { keepGames } from "./games.js";

export const licences = "licences.html";

const version = document.documentElement.dataset["version"];
const scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("manni", {
  createScriptURL: (/** @type {string} */ url) => url,
});
/** The address of a script of this site. @param {string} path @returns {string} */
const script = (path) => {
  const url = new URL(path, import.meta.url).href;
  return scripts ? scripts.createScriptURL(url) : url;
};

/** Return what opens a channel. @returns {Open} */
export const makeChannels = () => open;

/** @type {Open} */
function open(on) {
  /** @type {Worker | null} */
  let worker = null;

  /** @param {unknown} reason */
  function end(reason) {
    worker?.terminate();
    worker = null;
    on.closed(`${reason}`);
  }

  served(on.loads).then(() => {
    worker = new Worker(script("worker.js"), { type: "module" });
    worker.onmessage = ({ data }) =>
      typeof data === "string" ? on.heard(data) : end(data.closed);
    keepGames(worker);
    worker.onerror = (event) => end(event.message ?? "");
  }, end);
  return (text) => worker?.postMessage(text);
}

/**
 * Wait until the service worker serves this page, so that all of it is of one version, as it was
 * published, and stays when the network goes. Where there is none, the host serves it.
 *
 * @param {(part: number) => void} loads
 */
async function served(loads) {
  const workers = /** @type {ServiceWorkerContainer | undefined} */ (navigator.serviceWorker);
  const registration = await workers?.register(script("service-worker.js")).catch(() => null);
  if (!registration) {
    return;
  }
  if (!workers.controller) {
    const coming = registration.installing ?? registration.waiting;
    if (!coming) {
      return; // loaded anew past the service worker, whole from the host
    }
    await /** @type {Promise<void>} */ (
      new Promise((done, fail) => {
        workers.onmessage = ({ data }) => loads(data.part);
        workers.oncontrollerchange = () => done();
        coming.onstatechange = () =>
          coming.state === "redundant" && fail("a file of this site is not to be had as it was published");
      })
    );
  }
  if (registration.waiting) {
    registration.waiting.postMessage("take over");
  }
  workers.oncontrollerchange = () => location.reload();
  if ((await asked(workers.controller)) !== version) {
    location.reload();
  }
}

/** Which version a service worker serves. @param {ServiceWorker | null} worker */
function asked(worker) {
  const { port1, port2 } = new MessageChannel();
  worker?.postMessage("version", [port2]);
  return new Promise((tell) => {
    port1.onmessage = ({ data }) => tell(data);
  });
}
