/**
 * How the page comes in: it knows the board's token and never sends it, since a board that is
 * started anew has the same one, and something else may listen on the port in between.
 */

import * as kept from "./kept.js";

const KEY = "board";

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const nonce = () => hex(crypto.getRandomValues(new Uint8Array(16)));

/** @param {CryptoKey} key @param {string} text */
async function proof(key, text) {
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}

/**
 * Return what has the board prove itself, and then gives the words by which a tab comes in; it
 * fails where nothing answers, or not the board.
 *
 * @param {string} token of the address; without one, that of the last board counts
 * @returns {() => Promise<string[]>}
 */
export function makeDoor(token) {
  const given = token ? keep(token) : Promise.resolve(undefined);
  return async () => {
    const own = await given;
    const key = /** @type {CryptoKey | undefined} */ ((await kept.get("keys", KEY)) ?? own);
    if (!key) {
      throw new Error("no token is known");
    }
    const [asked, mine] = [nonce(), nonce()];
    const answer = await (await fetch(`open?nonce=${asked}`)).text();
    const [run = ""] = answer.split(".");
    if (answer !== `${run}.${await proof(key, `answers ${asked} ${run}`)}`) {
      throw new Error("this is not the board");
    }
    return ["manni", `${mine}.${await proof(key, `asks ${mine} ${run}`)}`];
  };
}

/** Keep a token as a key that proves and cannot be read. @param {string} token */
async function keep(token) {
  const text = new TextEncoder().encode(token);
  const way = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text, way, false, ["sign"]);
  await kept.put("keys", KEY, key);
  return key;
}
