/**
 * What is wrong where the board does not come, in a sentence. It stands in the page itself, in
 * JavaScript that older browsers understand.
 */
{
  const NEEDED =
    "Worker WebAssembly.compileStreaming TransformStream DecompressionStream structuredClone " +
    "AbortSignal.timeout Array.prototype.findLast";
  const home = location.href.split(/[?#]/)[0].replace(/[^/]*$/, "");
  const has = (path) => path.split(".").reduce((at, name) => at && at[name], window);
  // With a name and a password in it no file can be asked for; the browser has them by now.
  const base = new URL(document.baseURI);
  if (base.username || base.password) {
    base.username = base.password = "";
    location.replace(base.href);
  }
  const lacking = NEEDED.split(" ").filter((path) => !has(path)).join(", ");
  const wrong =
    location.protocol === "file:"
      ? "The board does not run from a folder of the disk. Put it on a web host, or try it here: " +
        "call 'python -m http.server' in this folder and open http://localhost:8000/"
      : !window.WebAssembly
      ? "The board needs WebAssembly, which this browser or host does not allow."
      : lacking &&
        "This browser lacks " +
          lacking +
          ", which the board needs. Chrome and Edge have it from 103 on, Firefox from 114 on, " +
          "Safari from 16.4 on.";
  let failed = "";

  /** The parts of the site that the page names. */
  const parts = () => [...document.querySelectorAll("[integrity]")];
  const addressOf = (part) => part.src || part.href;

  /** What the bytes of a file are to be. */
  const integrityOf = (url) => {
    const [, hex] = /(\w{64})\.bin$/.exec(url) || []; // the name of a piece is its SHA-256
    const byte = (two) => String.fromCharCode(parseInt(two, 16));
    const known = parts().find((part) => addressOf(part) === url);
    return hex ? `sha256-${btoa(hex.replace(/../g, byte))}` : known ? known.integrity : "";
  };

  const TRIES = 8;
  /** What a try brings, made again where it fails. */
  const tried = (work, left = TRIES) =>
    work().catch((error) =>
      left > 1
        ? new Promise((done) => setTimeout(done, 300)).then(() => tried(work, left - 1))
        : Promise.reject(error),
    );
  const types = /** @type {any} */ (window).trustedTypes;
  const scripts = types && types.createPolicy("manni", { createScriptURL: (url) => url });
  /** The address of a script of this site. */
  const script = (url) => (scripts ? scripts.createScriptURL(url) : url);

  /** The search begins before the page has come: its worker, and what that has said so far. */
  const first = { heard: [] };
  if (!wrong) {
    try {
      const url = parts().map(addressOf).find((address) => address.endsWith("/worker.js"));
      first.worker = new Worker(script(url), { type: "module" });
      first.worker.onmessage = first.worker.onerror = (event) => first.heard.push(event);
    } catch (error) {
      // As in a frame that may have none: the page tries it again, and says so.
    }
  }

  /** Have a service worker fetch and keep all files, if there may be one. */
  const keep = async () => {
    const { serviceWorker } = navigator;
    if (serviceWorker) {
      await tried(() => serviceWorker.register(script(home + "service-worker.js")));
      const late = new Promise((done) => setTimeout(done, 60000));
      await Promise.race([serviceWorker.ready, late]);
    }
  };

  /** What is wrong with a file of the site as the host gives it now, "" if nothing is. */
  const fault = async (url) => {
    const name = url.replace(home, "");
    try {
      const { ok, status, headers } = await tried(() => fetch(url, { cache: "reload" }));
      const type = headers.get("content-type");
      if (!ok) {
        return status === 429 || status > 499
          ? "The host is busy (" + status + "). In a minute it may not be."
          : "The host lacks " + name + " (" + status + ").";
      }
      if (url.endsWith(".js") && !/(java|ecma)script/.test(type)) {
        return "The host sends " + name + " as " + type + ", which is not JavaScript.";
      }
    } catch (error) {
      return "The host does not answer (" + name + ").";
    }
    const integrity = integrityOf(url);
    const same = fetch(url, { integrity, cache: "force-cache" }).catch(() =>
      tried(() => fetch(url, { integrity, cache: "reload" }), 2),
    );
    const changed =
      " is not what was published: the host changes it (a minifier, a copy made as text) or has it " +
      "of another version.";
    return same.then(() => "", () => name + changed);
  };

  const say = (text) => {
    const place = document.querySelector(".waits");
    if (place) {
      place.textContent = text;
      place.style.animation = "none"; // it would wait for a page that comes yet
    }
  };

  /** Say what has hindered the page. */
  const look = async () => {
    const closed = `${location.pathname}/`; // as it should have been
    if (!location.pathname.endsWith("/") && (await fetch(closed + parts()[0].getAttribute("href"))).ok) {
      location.replace(closed + location.hash);
      return;
    }
    for (const part of parts()) {
      const text = await fault(addressOf(part));
      if (text) {
        say(text);
        return;
      }
    }
    const before = history.state || {};
    if (before.again) {
      say(failed);
    } else {
      history.replaceState(Object.assign({ again: true }, before), "");
      await keep().catch(() => null); // without it the host serves the page
      location.reload(); // all of it has been asked for anew
    }
  };

  addEventListener(
    "error",
    ({ message }) => {
      failed = "Something failed: " + (message || "a file did not come") + ". Load the page again.";
      document.readyState === "complete" && look();
    },
    true,
  );
  addEventListener("load", () => (wrong ? say(wrong) : failed && look()));
  /** @type {any} */ (window).manni = { wrong, fault, script, first };
}
