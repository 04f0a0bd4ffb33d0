/**
 * Write down the memory of a Python that has imported what the first values of a page need, with
 * which the page goes on:
 *
 *     node remember.mjs RUNTIME CODE LIBRARY MEMORY MODULE…
 *
 * The modules in C, of those in /board, are there from the start: each has to lie where it lay.
 */
import crypto from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [runtime, code, library, memory, ...libraries] = process.argv.slice(2);
// No time and no chance: the same memory every time.
Date.now = performance.now = () => 0;
crypto.randomFillSync = (bytes) => bytes.fill(0);
// Nothing in it that one browser lacks: how Python calls functions in C is found out by this name.
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "iPad" } });
const { loadPyodide } = await import(join(runtime, "pyodide.mjs"));
await import(join(runtime, "pyodide.asm.js"));
const create = globalThis._createPyodideModule;
globalThis._createPyodideModule = (settings) => {
  settings.dynamicLibraries = [...libraries];
  settings.locateFile = (name) =>
    name.startsWith("/board/") ? join(code, name.slice(6)) : join(runtime, name);
  return create(settings);
};
const python = await loadPyodide({
  indexURL: runtime,
  stdLibURL: library,
  env: { PYTHONHASHSEED: "0" },
  _sysExecutable: "python",
  _makeSnapshot: true,
});
for (const name of readdirSync(code, { recursive: true }).sort()) {
  if (/^(manni|lru).*\.(pyc|so)$/.test(name)) {
    python.FS.mkdirTree(dirname(`/board/${name}`));
    python.FS.writeFile(`/board/${name}`, readFileSync(join(code, name)));
  }
}
python.runPython(`
  import gc, sys
  sys.path.insert(0, "/board")
  import manni.cli.board.inpage, manni.cli.board.look, manni.solver.exchange.open_cards
  import email.parser, importlib.readers
  gc.collect()
`);
writeFileSync(memory, python.makeMemorySnapshot());
