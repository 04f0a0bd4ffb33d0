/** The other end of the page: Python and the compiled search, in a worker of the page itself. */

/** @typedef {[string, number]} Piece its name and its bytes */

/**
 * What is large, in pieces: first what the first values take, the memory of Python as the build left
 * it and the modules in C that are in it, then its files.
 *
 * @type {{first: Record<string, Piece[]>, later: Record<string, Piece[]>}}
 */
const PIECES = { first: {}, later: {} };
/** Its bytes, and from where to where there are others than 0. @type {{bytes: number, filled: [number, number][]}} */
const MEMORY = { bytes: 0, filled: [] };
/** The SHA-256 of what is kept unpacked for the next visit. @type {Record<string, string>} */
const UNPACKED = {};
const LIBRARIES = Object.keys(PIECES.first).filter((name) => name.startsWith("/board/"));
const MOST_BYTES = 192 << 20; // with what the browser needs besides, a telephone bears it
const PAGE = 1 << 16;
const HOME = new URL("../", import.meta.url);
const DATA = `manni ${HOME.pathname} data`; // the cache of the pieces, which service workers know
const TRIES = 6;
const SOON = 300; // ms without a search until what is not needed yet is loaded
const LATER = 10_000; // ms until what could not be had, and is not waited for, is asked for again;
const LATEST = 600_000; // doubled each time up to this
const PATIENCE = 300_000; // ms for a piece, after which it is asked for again

const opened = Promise.resolve(globalThis.caches?.open(DATA)).catch(
  () => undefined, // in some frames nothing may be kept
);
let total = 0;
let there = 0;
let unkept = false;

/** @param {number} bytes */
function count(bytes) {
  there += bytes;
  if (!board || waiting.length) {
    postMessage({ part: there / total });
  }
}

/** Whether bytes are what their name says. @param {string} url @param {ArrayBuffer} bytes */
async function isWhole(url, bytes) {
  // On plain http there is nothing to see it with.
  const hash = new Uint8Array((await crypto.subtle?.digest("SHA-256", bytes)) ?? []);
  return url.includes(`/${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

/** Where the host has a piece. @param {string} name */
const address = (name) => new URL(`data/${name}`, HOME).href;

/** Where a service worker has a file that is kept unpacked. @param {string} name */
const unpackedAt = (name) => new URL(`${UNPACKED[name]}.unpacked`, import.meta.url).href;

/** Return what an earlier visit has kept, if it has. @param {string} url */
async function keptAt(url) {
  const cache = await opened;
  // A browser reads a file that it knows the size of in half the time.
  const kept = await cache?.match(url).then(async (found) => (await found?.blob())?.arrayBuffer(), () => null);
  return kept && (await isWhole(url, kept)) ? kept : null;
}

/** Return a piece from the host, and keep it where there is room. @param {Piece} of */
async function newPiece([name]) {
  const cache = await opened;
  const url = address(name);
  for (let tries = 1; ; tries++) {
    const before = there;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
      const counted = new TransformStream({
        transform(chunk, out) {
          count(chunk.length);
          out.enqueue(chunk);
        },
      });
      const bytes = await new Response(response.body?.pipeThrough(counted)).arrayBuffer();
      if (!response.ok || !(await isWhole(url, bytes))) {
        throw new Error(`not as it was published (${response.status})`);
      }
      if (!unkept) {
        await cache?.put(url, new Response(bytes)).catch(() => {
          unkept = true;
          return caches.delete(DATA); // and with it what would take the room of games
        });
      }
      return bytes;
    } catch (error) {
      there = before;
      if (tries === TRIES) {
        throw new Error(`${url}: ${error}`);
      }
      await new Promise((done) => setTimeout(done, 500 << tries));
    }
  }
}

/** @type {Promise<any>} what is fetched of the large files, one after another */
let last = Promise.resolve();

/**
 * Return some of the large files of the site, unpacked while their pieces come. What is kept is
 * looked for at once.
 *
 * @param {Record<string, Piece[]>} some
 * @returns {Record<string, Response>}
 */
function load(some) {
  total += Object.values(some).flat().reduce((sum, [, bytes]) => sum + bytes, 0);
  const files = Object.entries(some).map(([name, pieces]) => {
    const { readable, writable } = new DecompressionStream("gzip");
    const into = writable.getWriter();
    const kept = pieces.map(async ([name, size]) => {
      const bytes = await keptAt(address(name));
      bytes && count(size);
      return bytes;
    });
    last = last.then(async () => {
      for (const [number, each] of pieces.entries()) {
        into.write(new Uint8Array((await kept[number]) ?? (await newPiece(each))));
      }
      into.close();
    });
    last.catch((error) => setTimeout(() => into.abort(error))); // once it is told itself
    return [name, new Response(readable, { headers: { "content-type": "application/wasm" } })];
  });
  return Object.fromEntries(files);
}

/** What had to be unpacked. @type {Set<string>} */
const packed = new Set();

/** Return one of the large files that come first, unpacked. @param {string} name */
function loadFirst(name) {
  packed.add(name);
  return load({ [name]: PIECES.first[name] })[name];
}

/** Have the next visit find unpacked what takes long to unpack, where there is room. */
async function keepUnpacked() {
  const cache = await opened;
  for (const name of packed) {
    unkept || (await cache?.put(unpackedAt(name), loadFirst(name)));
  }
}

/** Return the code of Python: by way of the service worker the browser knows what it has compiled of it. */
async function code() {
  const url = unpackedAt("pyodide.asm.wasm");
  const kept = (await keptAt(url)) && (await fetch(url).catch(() => null));
  return kept?.ok ? kept : loadFirst("pyodide.asm.wasm");
}

/** Put the memory of Python where it was. @param {Uint8Array} left */
async function fill(left) {
  const kept = await keptAt(unpackedAt("memory"));
  const parts = [...MEMORY.filled];
  let [at, end] = [0, 0];
  const into = {
    write(/** @type {Uint8Array} */ chunk) {
      for (let rest = chunk; rest.length; ) {
        if (at === end) {
          [at, end] = parts.shift();
        }
        const part = rest.subarray(0, end - at);
        left.set(part, at);
        at += part.length;
        rest = rest.subarray(part.length);
      }
    },
  };
  await (kept ? into.write(new Uint8Array(kept)) : loadFirst("memory").body.pipeTo(new WritableStream(into)));
}

/** No more memory than that: a search that wants more is told so, and the page goes on. */
function bound() {
  const Memory = WebAssembly.Memory;
  WebAssembly.Memory = /** @type {any} */ (
    function (/** @type {WebAssembly.MemoryDescriptor} */ wanted) {
      const most = Math.min(wanted.maximum ?? Infinity, MOST_BYTES / PAGE);
      return new Memory({ ...wanted, maximum: most });
    }
  );
}

/** @type {(kept: {games: unknown[], port: MessagePort}) => void} */
let given;
/** The games kept by the page, and where it is told of others. @type {Promise<Parameters<given>[0]>} */
const told = new Promise((resolve) => {
  given = resolve;
});
let runs = false;

async function start() {
  new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  runs = true;
  bound();
  const { "pyodide.asm.wasm": _code, memory: _memory, ...libraries } = PIECES.first;
  // Python would compile itself only when its memory is there.
  const compiled = WebAssembly.compileStreaming(code());
  const left = new Uint8Array(MEMORY.bytes); // Python begins before it is filled
  const filled = fill(left);
  const files = load(libraries);
  const fetch = globalThis.fetch;
  globalThis.fetch = async (url, options) => {
    const isAsked = (/** @type {string} */ name) => `${url}`.endsWith(name);
    const found = Object.keys(files).find(isAsked);
    if (found) {
      return files[found];
    }
    const isOurs = Object.keys({ ...PIECES.first, ...PIECES.later }).some(isAsked);
    return isOurs ? new Response() : fetch(url, options);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const [{ loadPyodide }] = await Promise.all([
    import("./runtime/pyodide.js"),
    import("./runtime/pyodide.asm.js"),
  ]);
  const scope = /** @type {any} */ (globalThis);
  const create = scope._createPyodideModule;
  scope._createPyodideModule = async (/** @type {any} */ settings) => {
    const python = await create(Object.assign(settings, { dynamicLibraries: LIBRARIES }));
    await filled;
    return python;
  };
  const [python] = await Promise.all([
    loadPyodide({
      indexURL: new URL("runtime/", import.meta.url).href,
      lockFileContents: { info: { abi_version: "2025_0" }, packages: {} },
      _loadSnapshot: left,
    }),
    last, // Python itself would wait for what does not come; what is wrong with it is told first
    compiled,
    filled,
  ]);
  structuredClone(left.buffer, { transfer: [left.buffer] }); // nothing of it is kept
  // How functions in C are called here, which the build does not know.
  /** @type {any} */ (python)._module.LDSO.loadedLibsByName.__main__.exports._PyEM_InitTrampoline_js();
  const { InPage } = python.pyimport("manni.cli.board.inpage");
  const send = (/** @type {string} */ text) => postMessage(text);
  const { games, port } = await told;
  const keep = (/** @type {unknown[]} */ ...game) => port.postMessage(game);
  const page = InPage(send, navigator.languages, python.toPy(games), keep);
  port.onmessage = ({ data }) => attempt(() => page.take(...data));
  return { page, python };
}

/** Give Python its files, for what is asked next. @param {any} python */
async function complete(python) {
  total = there = 0;
  last = last.catch(() => null);
  const files = load(PIECES.later);
  const bytes = async (/** @type {string} */ name) =>
    new Uint8Array((await files[name]?.arrayBuffer()) ?? 0);
  const all = [last, bytes("board.zip"), bytes("python_stdlib.zip")];
  const [, code, library] = await Promise.all(all);
  python.FS.writeFile("/lib/python313.zip", library);
  python.FS.writeFile("/board.zip", code, { canOwn: true });
  python.runPython(`
    import importlib, os
    importlib.invalidate_caches()
    import zipfile
    with zipfile.ZipFile("/board.zip") as packed:
        packed.extractall("/board")
    os.remove("/board.zip")
    importlib.invalidate_caches()
  `);
}

/** @type {string[]} */
const waiting = [];
/** @type {{receive: (text: string) => void, turn: () => boolean} | null} */
let board = null;
let hasFiles = false;
let busy = false;
let idle = 0;
/** Have Python's files come: they are asked for, or there is time. @type {() => void} */
let want;
// Between two slices of a search comes what the page has said meanwhile.
const { port1: next, port2: later } = new MessageChannel();

/** Do something of Python's; where that is broken, the page is told and starts anew. */
function attempt(/** @type {() => void} */ work) {
  try {
    work();
  } catch (error) {
    fail(error);
  }
}

function tellUnkept() {
  unkept && postMessage({ unkept });
}

/** @param {unknown} error */
function fail(error) {
  const why = runs ? "" : "The board needs WebAssembly, which this browser or host does not allow. ";
  postMessage({ closed: why + `${error}`.slice(-400), forbidden: !runs });
  close();
}

/** Whether it takes no file of Python's: the build has rehearsed it. @param {string} text */
function isFirst(text) {
  const { ask, address, speak } = JSON.parse(text);
  return speak || ["games", "position", "stop", "go_on"].includes(ask) || (ask === "open" && address);
}

/** Take what the page has said, and search. */
function serve() {
  for (let text = waiting[0]; board && text && (hasFiles || isFirst(text)); text = waiting[0]) {
    waiting.shift();
    attempt(() => board?.receive(text));
  }
  if (board && waiting.length) {
    want();
  }
  if (board && !busy) {
    busy = true;
    later.postMessage(null);
  }
}

next.onmessage = () =>
  attempt(() => {
    busy = false;
    clearTimeout(idle);
    if (board?.turn()) {
      serve();
    } else {
      idle = setTimeout(want, SOON);
    }
  });

onmessage = ({ data }) => {
  if (data.port) {
    given(data);
    return;
  }
  waiting.push(data);
  serve();
};

/** Answer those who wait for files that there are none. @param {unknown} error */
function refuse(error) {
  postMessage({ part: 1 });
  for (const text of waiting.splice(0)) {
    const { ask, number } = JSON.parse(text);
    if (isFirst(text)) {
      waiting.push(text);
    } else {
      postMessage(JSON.stringify({ ask, number, error: { message: `${error}` } }));
    }
  }
  serve();
}

async function run() {
  const { page, python } = await start();
  for (let pause = LATER; !hasFiles; pause = Math.min(2 * pause, LATEST)) {
    const wanted = new Promise((resolve) => {
      want = () => resolve(null);
    });
    if (!board) {
      board = page;
      serve();
      tellUnkept();
    } else {
      setTimeout(want, pause);
    }
    await wanted;
    try {
      await complete(python);
      hasFiles = true;
    } catch (error) {
      refuse(error);
    }
  }
  postMessage({ part: 1 });
  serve();
  tellUnkept();
  await new Promise((resolve) => {
    want = () => resolve(null);
  });
  await keepUnpacked().catch(() => null); // there is no room: it is unpacked at each visit
}

// The page is given it when this worker is gone, however that comes.
const life = `manni ${Math.random()}`;
globalThis.navigator.locks?.request(life, () => {
  postMessage({ life });
  return new Promise(() => {});
}).catch(() => null);
run().catch(fail);
