import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { sha256 } from "../source/text/hash.ts";

/** The default export of a module, or why there is none. */
type ImportedModule = { readonly exported: unknown } | { readonly problem: string } | "absent";

/**
 * Loads the code of a rule: the only place that runs code of a project. A file with other content is loaded again; what it imports is not, as
 * long as the process lasts.
 */
export async function importRule(root: string, path: string): Promise<ImportedModule> {
  const file = resolve(root, path);
  if (!existsSync(file)) return "absent";
  try {
    const url = pathToFileURL(file);
    url.searchParams.set("content", sha256(readFileSync(file)).slice(0, 16));
    const { default: exported }: { readonly default?: unknown } = await import(/* @vite-ignore */ url.href);
    return { exported };
  } catch (error) {
    return { problem: `loading it failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}` };
  }
}
