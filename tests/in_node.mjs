/**
 * Run a program in the Python of the site: node in_node.mjs RUNTIME CODE PROGRAM EXPRESSION
 *
 * Prints the JSON of what the expression gives after the program.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, code, program, expression] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: runtime,
  lockFileContents: { info: { abi_version: "2025_0" }, packages: {} },
});
python.mountNodeFS("/board", code);
python.runPython('import json, sys; sys.path.insert(0, "/board")');
python.runPython(readFileSync(program, "utf8"));
console.log(python.runPython(`json.dumps(${expression})`));
