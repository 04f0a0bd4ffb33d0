/** The other end of the page: Python and the compiled search, in a worker of the page itself. */

import { loadPyodide } from "./runtime/pyodide.mjs";

const MOST_BYTES = 192 << 20; // with what the browser needs besides, a telephone bears it
const PAGE = 1 << 16;

/** Fetch a packed file; return what is in it. @param {string} path */
async function unpacked(path) {
  const packed = await fetch(path);
  const plain = /** @type {ReadableStream} */ (packed.body).pipeThrough(
    new DecompressionStream("gzip"),
  );
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/**
 * Read what a tar archive holds into the files of Python.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes @param {any} fs @param {string} top
 */
function lay(bytes, fs, top) {
  const text = new TextDecoder();
  /** @param {number} from @param {number} length */
  const field = (from, length) => text.decode(bytes.subarray(from, from + length)).split("\0", 1)[0];
  const made = new Set();
  for (let at = 0; at < bytes.length && bytes[at]; ) {
    const name = field(at, 100);
    const length = parseInt(field(at + 124, 12) ?? "", 8);
    const path = `${top}/${field(at + 345, 155)}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) {
      fs.mkdirTree(folder);
      made.add(folder);
    }
    fs.writeFile(path, bytes.subarray(at + 512, at + 512 + length), { canOwn: true });
    at += 512 + 512 * Math.ceil(length / 512);
  }
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

/** @returns {Promise<{receive: (text: string) => void, turn: () => boolean}>} */
async function start() {
  bound();
  const [python, code] = await Promise.all([
    loadPyodide({
      indexURL: new URL("runtime/", import.meta.url).href,
      env: { HOME: "/home/pyodide" },
    }),
    unpacked("board.tar.gz"),
  ]);
  lay(code, python.FS, "/board");
  python.runPython('import sys; sys.path.insert(0, "/board")');
  const { InPage } = python.pyimport("manni.cli.board.inpage");
  const send = (/** @type {string} */ text) => postMessage(text);
  const { games, port } = await told;
  const keep = (/** @type {unknown[]} */ ...game) => port.postMessage(game);
  const page = InPage(send, navigator.languages, python.toPy(games), keep);
  port.onmessage = ({ data }) => attempt(() => page.take(...data));
  return page;
}

/** @type {string[]} */
const waiting = [];
/** @type {Awaited<ReturnType<typeof start>> | null} */
let board = null;
let busy = false;
// Between two slices of a search comes what the page has said meanwhile.
const { port1: next, port2: later } = new MessageChannel();

/** Do something of Python's; where that is broken, the page is told and starts anew. */
function attempt(/** @type {() => void} */ work) {
  try {
    work();
  } catch (error) {
    postMessage({ closed: `${error}`.slice(-400) });
    close();
  }
}

function search() {
  if (!busy) {
    busy = true;
    later.postMessage(null);
  }
}

next.onmessage = () =>
  attempt(() => {
    busy = false;
    if (board?.turn()) {
      search();
    }
  });

onmessage = ({ data }) => {
  if (data.port) {
    given(data);
    return;
  }
  if (!board) {
    waiting.push(data);
    return;
  }
  attempt(() => board?.receive(data));
  search();
};

start().then(
  (started) => {
    board = started;
    waiting.forEach((text) => attempt(() => started.receive(text)));
    search();
  },
  (error) => postMessage({ closed: `${error}`.slice(-400) }),
);
