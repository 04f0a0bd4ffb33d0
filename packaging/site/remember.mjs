/**
 * Write down the memory of a Python that has answered once what pages ask first, with which a page
 * goes on: it needs no file for that.
 *
 *     node remember.mjs RUNTIME CODE LIBRARY MEMORY MODULE…
 *
 * The modules in C, of those in /board, are there from the start: each has to lie where it lay.
 */
import crypto from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [runtime, code, library, memory, ...libraries] = process.argv.slice(2);
// No time but steps, and no chance: the same memory every time.
let now = 0;
Date.now = performance.now = () => (now += 10);
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
const files = readdirSync(code, { recursive: true }).filter(
  (name) => /^(manni|lru)/.test(name) && statSync(join(code, name)).isFile(),
);
for (const name of files.sort()) {
  python.FS.mkdirTree(dirname(`/board/${name}`));
  python.FS.writeFile(`/board/${name}`, readFileSync(join(code, name)));
}
python.runPython('import sys; sys.path.insert(0, "/board")');
python.runPython(readFileSync(new URL("rehearsal.py", import.meta.url), "utf-8"));
python.runPython("import gc; rehearse(); gc.collect()");
// Once more without them: nothing is looked for that is not in the memory.
python.FS.rename("/board", "/gone");
python.FS.rename("/lib/python313.zip", "/gone/library");
python.runPython("import gc; rehearse(); gc.collect()");
// What is free again holds nothing: so it packs well. Of small pieces Python has its own.
python.runPython("[[bytes(1 << n) for _ in range(1 << (20 - n))] for n in (20, 18, 16, 14, 12, 10, 9)]");
python.runPython("for n in range(48, 513, 16): [bytes(n - 33) for _ in range(1200000 // n)]\nimport gc; gc.collect()");
writeFileSync(memory, python.makeMemorySnapshot());
