import { compileFlags } from "../../src/cli/compile-flags.ts";

/** The name of a flag of `compile`, as a member of its type. */
export type FlagName = keyof typeof compileFlags;

/** A real value of each flag of `compile`, for `shop.openapi.yaml`, `dev.json` and `known.json` in the working directory. */
export const samples: { readonly [Name in FlagName]: readonly string[] } = {
  check: ["--check"],
  watch: ["--watch"],
  save: ["--save"],
  openapi: ["--openapi", "shop.openapi.yaml"],
  include: ["--include", "tag:orders", "--include", "GET /users"],
  exclude: ["--exclude", "method:DELETE"],
  toolset: ["--toolset", "shop"],
  out: ["--out", "other files"],
  force: ["--force"],
  env: ["--env", "dev.json"],
  set: ["--set", "toolsets.shop.openApiToolset.url=https://set.example"],
  profile: ["--profile", "openapi"],
  allowRoot: ["--allow-root", "."],
  allowCode: ["--allow-code"],
  baseline: ["--baseline", "known.json"],
  failOn: ["--fail-on", "warning"],
  maxWarnings: ["--max-warnings", "70"],
  quiet: ["--quiet"],
  format: ["--format", "github"],
  report: ["--report", "json=report.json"],
};

export const flagNames = Object.keys(compileFlags) as FlagName[]; // The table has exactly the keys of its type.

/** The sample of a flag, with the document that selections of operations require. */
export function sampleArgs(name: FlagName): readonly string[] {
  return name === "include" || name === "exclude" ? [...samples.openapi, ...samples[name]] : samples[name];
}
