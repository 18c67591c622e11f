import { posix } from "node:path";
import * as validator from "@cfworker/json-schema";
import ts from "typescript";
import * as connector from "../../src/runtime/connector/connector.ts";
import * as runtime from "../../src/runtime/index.ts";
import * as mcp from "../../src/runtime/mcp/mcp.ts";
import * as tls from "../../src/runtime/tls/tls.ts";
import type { File } from "../../src/targets/target.ts";

const library: { readonly [name: string]: object } = {
  "@cfworker/json-schema": validator,
  "@toolsetc/runtime": runtime,
  "@toolsetc/runtime/mcp": mcp,
  "@toolsetc/runtime/connector": connector,
  "@toolsetc/runtime/tls": tls,
};

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };

/** Runs every module of what was generated as JavaScript. */
export function evaluate(files: readonly File[]): void {
  const texts = new Map(files.filter(({ path }) => path.endsWith(".js")).map(({ path, text }) => [path, text]));
  const modules = new Map<string, object>();
  const load = (path: string): object => {
    const known = modules.get(path);
    if (known !== undefined) return known;
    const text = texts.get(path);
    if (text === undefined) throw new Error(`There is no module ${path}.`);
    const exports = {};
    modules.set(path, exports);
    // Any other package is what the configuration calls the run-time library.
    const require = (name: string) => library[name] ?? (name.startsWith(".") ? load(posix.join(posix.dirname(path), name)) : runtime);
    const { outputText } = ts.transpileModule(text, { compilerOptions, fileName: path });
    // A module may well have an `Object` of its own, which TypeScript's CommonJS does not expect.
    const code = outputText.replaceAll("Object.defineProperty(exports", "defineProperty(exports");
    new Function("require", "exports", "defineProperty", code)(require, exports, Object.defineProperty);
    return exports;
  };
  for (const path of texts.keys()) load(path);
}
