import { existsSync } from "node:fs";
import type { Settings } from "../compile.ts";
import { fromRoot, type InputOptions, type Opened } from "./open.ts";
import { UsageError } from "./usage-error.ts";

/** The flags that most commands share, as commander gives them. */
export interface CommonOptions extends InputOptions {
  readonly env?: string;
  /** The environment file that `export` writes. */
  readonly to?: string;
  readonly set?: readonly string[];
  readonly profile?: "ces";
  readonly format: "text" | "json";
}

/** Those of `validate`. */
export interface ValidateFlags extends CommonOptions {
  readonly target?: readonly string[];
}

/** Those of `compile`. */
export interface CompileFlags extends CommonOptions {
  readonly out?: string;
  readonly check?: boolean;
}

/** What the compiler is told, from flags and the clock. */
export function compileOptions({ env, to, set = [], profile }: CommonOptions, opened: Opened): Settings {
  const chosen = env === undefined ? undefined : environment(env, opened);
  return {
    input: opened.input,
    config: opened.config,
    files: [chosen, to && fromRoot(to, opened)].flatMap((path) => (path?.includes(".") ? [path] : [])),
    environment: chosen,
    set: new Map(set.map(assignment)),
    profile,
    today: new Date().toISOString().slice(0, 10),
    targets: [],
    targetDefaults: {},
  };
}

/** A name, or a file as the root sees it. */
function environment(given: string, opened: Opened): string {
  return given.includes("/") || given.endsWith(".json") || existsSync(given) ? fromRoot(given, opened) : given;
}

function assignment(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--set takes <path>=<value>, as in toolsets.shop.openApiToolset.url=https://…, and not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}
