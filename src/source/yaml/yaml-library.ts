import { createRequire } from "node:module";
import type * as Yaml from "yaml";

let loaded: typeof Yaml | undefined;

/**
 * The package `yaml`. It is loaded for the first text that needs it, since loading takes as long as compiling a small project, and
 * JSON and ordinary YAML do not need it.
 */
export function yamlLibrary(): typeof Yaml {
  // The cast is safe: the package `yaml` declares these types for its main module.
  loaded ??= createRequire(import.meta.url)("yaml") as typeof Yaml;
  return loaded;
}
