import { type Compilation, type CompileOptions, compile } from "../src/compile.ts";
import type { Finding } from "../src/diagnostic/report.ts";
import type { Host } from "../src/project/load.ts";
import { findingsOf } from "../src/report.ts";

/** A fixed day, so that no test depends on when it runs. */
export function optionsOf(options: CompileOptions = {}): CompileOptions {
  return { today: "2026-01-01", ...options };
}

/** A host whose files are only in memory. */
export function memoryHost(texts: { readonly [path: string]: string }): Host {
  const encoder = new TextEncoder();
  const folders = new Set(
    Object.keys(texts).flatMap((path) => path.split("/").map((_step, index, steps) => steps.slice(0, index).join("/"))),
  );
  return {
    read: async (path) => {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      return text !== undefined ? encoder.encode(text) : folders.has(path) ? "folder" : "absent";
    },
    list: async () => Object.keys(texts),
  };
}

/** Compiles a project that is only in memory. */
export async function compileTexts(
  texts: { readonly [path: string]: string },
  options: CompileOptions = {},
): Promise<Compilation & { findings: Finding[] }> {
  const compilation = await compile(memoryHost(texts), optionsOf(options));
  return { ...compilation, findings: findingsOf(compilation) };
}
