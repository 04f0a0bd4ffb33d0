/**
 * Compile what Python code there is in folders, with the Python that is going to run it.
 *
 *     node compile.mjs RUNTIME CODE LIBRARY
 *
 * Of each module is left what was compiled, without the source, and of Python's own library not
 * even what it says of itself, which numpy needs.
 */
import { pathToFileURL } from "node:url";

const [runtime, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
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
}
