import type { Place } from "./tree.ts";

/** The place of the value of a command-line flag. The flag is treated as a `Source`, so that a diagnostic about the value has a place. */
export function flagPlace(flag: string, text: string): Place {
  const tree = {
    source: { path: flag, text, isFlag: true as const },
    format: "yaml" as const,
    data: text,
    problems: [],
    within: undefined,
  };
  return { tree, range: { start: 0, end: text.length } };
}

/**
 * The file path in the path of a `Source`: `x.yaml` for the flag `--openapi x.yaml`. A path that does not begin with a flag is returned
 * unchanged.
 */
export function withoutFlag(path: string): string {
  return path.replace(/^--[a-z-]+ /, "");
}
