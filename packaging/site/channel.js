/** The channel of the page to its service: a worker of the page, from the files of the same site. */

/** @import {Open} from "../../cli/board/static/channel.js" */
import * as address from "./address.js";
import { keepGames } from "./games.js";

export const licences = "licences.html";

const LATEST = 60_000; // ms until the worker is started again; doubled each time
const scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("manni", {
  createScriptURL: (/** @type {string} */ url) => url,
});
/** The address of a script of this site. @param {string} path @returns {string} */
const script = (path) => {
  const url = new URL(path, import.meta.url).href;
  return scripts ? scripts.createScriptURL(url) : url;
};

let pause = 0;

/** Return what opens a channel. @returns {Open} */
export function makeChannels() {
  keep().catch(() => null); // without it the host serves the page
  return open;
}

/** @type {Open} */
function open(on) {
  /** @type {Worker | undefined} */
  let worker;

  /** @param {string} reason */
  function end(reason) {
    worker?.terminate();
    worker = undefined;
    on.closed(reason);
  }

  function start() {
    worker = new Worker(script("worker.js"), { type: "module" });
    worker.onerror = ({ message }) => end(message || "worker.js is not to be had from this host");
    worker.onmessage = ({ data }) => {
      if (typeof data === "string") {
        pause = 0;
        on.heard(data);
      } else if (data.closed) {
        if (data.forbidden) {
          // The next try has it as the host sends it now, with its policy.
          fetch(new URL("worker.js", import.meta.url), { cache: "reload" }).catch(() => null);
        }
        end(data.closed);
      } else if (data.unkept) {
        on.unkept();
      } else {
        on.loads(data.part);
      }
    };
    keepGames(worker);
  }

  setTimeout(start, pause);
  pause = Math.min(2 * pause || 2000, LATEST);
  return (text) => worker?.postMessage(text);
}

/**
 * Have a service worker keep the site, and a new version serve where this page is the only one: then
 * it is loaded anew, once from each version.
 */
async function keep() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(script("../service-worker.js"));
  registration.waiting?.postMessage("take over");
  const left = `left ${import.meta.url}`;
  if (serviceWorker.controller && !address.noted()[left]) {
    serviceWorker.oncontrollerchange = () => {
      address.note({ [left]: "yes" });
      location.reload();
    };
  }
}
