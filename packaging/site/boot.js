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
  const lacking = NEEDED.split(" ").filter((path) => !has(path)).join(", ");
  const wrong =
    location.protocol === "file:"
      ? "The board does not run from a folder of the disk. Put it on a web host, or try it here: " +
        "call 'python -m http.server' in this folder and open http://localhost:8000/"
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

  /** What is wrong with a file of the site as the host gives it now, "" if nothing is. */
  const fault = async (url) => {
    const name = url.replace(home, "");
    try {
      const { ok, status, headers } = await fetch(url, { cache: "reload" });
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
    const same = fetch(url, { integrity: integrityOf(url), cache: "force-cache" });
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
  /** @type {any} */ (window).manni = { wrong, fault };
}
