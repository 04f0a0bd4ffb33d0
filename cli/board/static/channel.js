/** The channel of the page to its service: a WebSocket to the server that the page came from. */

import * as address from "./address.js";
import { recall } from "./kept.js";

/**
 * @typedef {object} Ends what a channel tells
 * @property {(text: string) => void} heard
 * @property {(part: number) => void} loads how much of what it needs is there
 * @property {() => void} unkept the browser has no room for that
 * @property {(reason: string) => void} closed it will tell nothing more
 */

/** @typedef {(on: Ends) => (text: string) => void} Open what it gives sends a text, once it can */

/** Where the licences of what comes with the page are shown, "" where only the page comes. */
export const licences = "";

/**
 * Return what opens a channel. The token that any tab was given last counts, which holds as long as
 * the board runs; where it does not open, this tab's own is tried, which may be newer.
 *
 * @returns {Open}
 */
export function makeChannels() {
  let isNoted = false;
  return (on) => {
    const { token: noted = "none" } = address.noted();
    const token = isNoted ? noted : recall("token", noted);
    const words = ["manni", encodeURIComponent(token)];
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/talk`, words);
    socket.onmessage = (event) => on.heard(event.data);
    isNoted = !isNoted;
    socket.onopen = () => {
      isNoted = !isNoted;
    };
    socket.onclose = (event) => on.closed(event.reason);
    return (text) => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(text);
      }
    };
  };
}
