/** The channel of the page to its service: a worker of the page, from the files of the same site. */

/** @import {Open} from "../../cli/board/static/channel.js" */
import * as address from "./address.js";
import { keepGames } from "./games.js";

export const licences = "licences.html";

const LATEST = 60_000; // ms until the worker is started again; doubled each time
const SILENT = 10_000; // ms without a word of a new one until it is asked what is wrong with it
// What stands in the page: why the board cannot run, what is wrong with a file of the host, how the
// address of a script is trusted, the first worker. A host may forbid what stands there.
const { wrong, fault, script: trusted, first } = /** @type {any} */ (globalThis).manni ?? {
  wrong: "",
  fault: async () => "",
  script: trusting(),
  first: { heard: [] },
};

function trusting() {
  const same = { createScriptURL: (/** @type {string} */ url) => url };
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("manni", same) ?? same;
  return (/** @type {string} */ url) => policy.createScriptURL(url);
}

/** The address of a script of this site. @param {string} path @returns {string} */
const script = (path) => trusted(new URL(path, import.meta.url).href);

let pause = 0;

/** Return what opens a channel. @returns {Open} */
export function makeChannels() {
  keep().catch(() => null); // without it the host serves the page
  return open;
}

/** Why a worker has ended: by the file it names, where one was not to be had. @param {string} text */
async function reason(text) {
  const [url] = /https?:\S+\.\w+/.exec(text) ?? [];
  return (url && (await fault(url))) || text;
}

/** @type {Open} */
function open(on) {
  /** @type {Worker | undefined} */
  let worker;
  let ended = false;

  /** @param {any} data */
  function hear(data) {
    if (typeof data === "string") {
      pause = 0;
      on.heard(data);
    } else if (data.closed && !ended) {
      ended = true;
      if (data.forbidden) {
        // The next try has it as the host sends it now, with its policy.
        fetch(new URL("worker.js", import.meta.url), { cache: "reload" }).catch(() => null);
      }
      worker?.terminate();
      worker = undefined;
      reason(data.closed).then(on.closed);
    } else if (data.life) {
      const own = worker;
      navigator.locks.request(data.life, () => {
        worker === own && hear({ closed: "The search has ended by itself; it is begun anew." });
      });
    } else if (data.unkept) {
      on.unkept();
    } else if (data.part) {
      on.loads(data.part);
    }
  }

  function start() {
    try {
      if (wrong) {
        throw wrong;
      }
      const url = script("worker.js");
      const fail = (/** @type {string} */ closed) => closed && hear({ closed });
      worker = /** @type {Worker} */ (first.worker ?? new Worker(url, { type: "module" }));
      delete first.worker;
      const silent = setTimeout(async () => fail(await fault(`${url}`)), SILENT);
      worker.onmessage = ({ data }) => {
        clearTimeout(silent);
        hear(data);
      };
      worker.onerror = ({ message }) => fail(message || `${url} is not to be had here`);
      for (const event of first.heard.splice(0)) {
        worker.dispatchEvent(event);
      }
      keepGames(worker);
    } catch (error) {
      hear({ closed: `${error}` }); // as in a frame that may have none
    }
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
