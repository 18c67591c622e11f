import { createRequire } from "node:module";
import type * as Yaml from "yaml";

let loaded: typeof Yaml | undefined;

/**
 * The package `yaml`, loaded for the first text that needs it. JSON and ordinary YAML never do, and loading it takes
 * as long as it takes to compile a small project.
 */
export function yamlLibrary(): typeof Yaml {
  // The package declares these types for what is loaded here.
  loaded ??= createRequire(import.meta.url)("yaml") as typeof Yaml;
  return loaded;
}
