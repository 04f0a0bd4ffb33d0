/**
 * Compile what Python code there is in folders, with the Python that is going to run it, and see
 * that this has all that the modules in C want of it.
 *
 *     node compile.mjs RUNTIME CODE LIBRARY
 *
 * Of each module is left what was compiled, without the source, and of Python's own library not
 * even what it says of itself, which numpy needs.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const main = await WebAssembly.compile(readFileSync(join(runtime, "pyodide.asm.wasm")));
const linkage = ["memory", "__indirect_function_table", "__stack_pointer", "__memory_base", "__table_base"];
const given = new Set([...linkage, ...WebAssembly.Module.exports(main).map(({ name }) => name)]);
const python = await loadPyodide({ indexURL: runtime });
for (const [number, folder] of folders.entries()) {
  python.mountNodeFS(`/folder${number}`, folder);
  const good = python.runPython(`
    import compileall, py_compile
    from pathlib import Path
    place = Path("/folder${number}")
    good = compileall.compile_dir(
        place, maxlevels=20, ddir="", quiet=1, legacy=True, force=True,
        optimize=${2 * number}, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    if good:
        for path in place.rglob("*.py"):
            path.unlink()
    bool(good)
  `);
  if (!good) {
    process.exit(1);
  }
  for (const name of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".so"))) {
    const module = await WebAssembly.compile(readFileSync(join(folder, name)));
    const own = new Set(WebAssembly.Module.exports(module).map((each) => each.name));
    const wanted = WebAssembly.Module.imports(module).map((each) => each.name);
    const missing = wanted.filter((each) => !given.has(each) && !own.has(each));
    if (missing.length) {
      console.error(`${name} wants what is not there: ${missing.join(" ")}`);
      process.exit(1);
    }
  }
}
