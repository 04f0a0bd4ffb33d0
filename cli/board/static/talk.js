/**
 * The connection to the service: one channel, opened again when it breaks.
 *
 * A request has a rising number. Of each kind only the newest is listened to: an answer
 * with an older number is dropped here, so that nobody above can show it.
 */

/** @import {Open} from "./channel.js" */
/** @import {Hello, Requests} from "./messages.js" */

/**
 * @typedef {object} Standing the newest request of its kind
 * @property {number} number
 * @property {Record<string, unknown>} fields
 * @property {Listen} listen
 * @property {boolean} done
 * @property {boolean} paused its seconds are used up
 * @property {boolean} rests nobody looks at what it finds
 */

/**
 * @typedef {object} Listeners
 * @property {() => void} opened
 * @property {(part: number) => void} loads
 * @property {() => void} unkept
 * @property {(reason: string, everOpened: boolean) => void} lost
 * @property {(hello: Hello) => string} wants the language to be spoken to
 * @property {(hello: Hello) => void} hello
 */

/** @typedef {(answer: any) => void} Listen */

/**
 * @typedef {object} Talk
 * @property {<K extends keyof Requests>(kind: K, fields: Requests[K][0], listen: (answer: Requests[K][1]) => void) => void} ask
 *   and forget the older request of this kind
 * @property {(kind: keyof Requests) => boolean} waits whether the newest request of this kind has no
 *   answer yet
 * @property {(kind: keyof Requests) => void} drop listen no longer to this kind, and end its search
 * @property {(kind: keyof Requests, rests: boolean) => void} rest have the search of this kind wait while
 *   nobody looks at what it finds
 * @property {(kind: keyof Requests) => void} goOn give the newest request of this kind its seconds again
 */

const SOONEST = 500; // ms until the connection is tried again; doubled each time
const LATEST = 2000;

/**
 * @param {Open} openChannel
 * @param {Listeners} on
 * @returns {Talk}
 */
export function makeTalk(openChannel, on) {
  /** @type {Map<string, Standing>} */
  const newest = new Map();
  /** @type {((text: string) => void) | null} */
  let say = null;
  let number = 0;
  let greeted = false;
  let pause = SOONEST;

  /** @param {object} message */
  function send(message) {
    say?.(JSON.stringify(message));
  }

  /** @param {string} kind @param {Standing} standing */
  function put(kind, standing) {
    number += 1;
    standing.number = number;
    standing.paused = standing.rests = false;
    send({ ...standing.fields, number, ask: kind });
  }

  /** @param {"stop" | "go_on"} ask @param {Standing} standing */
  function tell(ask, standing) {
    number += 1;
    send({ number, ask, of: standing.number });
  }

  /** The newest request of a kind, if the service searches for it or will. @param {string} kind */
  function searched(kind) {
    const standing = newest.get(kind);
    return standing && !standing.done && standing.number ? standing : null;
  }

  /** @param {any} message */
  function hear(message) {
    if (message.hello) {
      const wanted = on.wants(message.hello);
      if (wanted !== message.hello.language.code) {
        send({ speak: wanted }); // and be greeted anew
        return;
      }
      greeted = true;
      pause = SOONEST;
      on.opened();
      // First what was standing when the connection was lost: what a hello asks for is new.
      newest.forEach((standing, kind) => standing.done || put(kind, standing));
      on.hello(message.hello);
      return;
    }
    const standing = newest.get(message.ask);
    if (standing && standing.number === message.number) {
      standing.paused = Boolean(message.paused);
      standing.done = Boolean(message.done || message.error) && !message.paused;
      standing.listen(message);
    }
  }

  function open() {
    say = openChannel({
      heard: (text) => hear(JSON.parse(text)),
      loads: on.loads,
      unkept: on.unkept,
      closed(reason) {
        say = null;
        on.lost(reason, greeted);
        setTimeout(open, pause);
        pause = Math.min(2 * pause, LATEST);
      },
    });
  }

  open();

  return {
    ask(kind, fields, listen) {
      const standing = { number: 0, fields, listen, done: false, paused: false, rests: false };
      newest.set(kind, standing);
      if (greeted) {
        put(kind, standing);
      }
    },
    waits(kind) {
      return newest.get(kind)?.done === false;
    },
    drop(kind) {
      const standing = searched(kind);
      newest.delete(kind);
      if (standing) {
        tell("stop", standing);
      }
    },
    rest(kind, rests) {
      const standing = searched(kind);
      if (standing && !standing.paused && standing.rests !== rests) {
        standing.rests = rests;
        tell(rests ? "stop" : "go_on", standing);
      }
    },
    goOn(kind) {
      const standing = searched(kind);
      if (standing) {
        standing.paused = standing.rests = false;
        tell("go_on", standing);
      }
    },
  };
}
