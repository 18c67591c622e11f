import type { Place } from "./tree.ts";

/** A flag as a source, so that what is wrong with it is reported like anything else, at its own text. */
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

/** The file that a flag names, where the place is the flag as a whole: `x.yaml` of `--openapi x.yaml`. Any other path is as it was. */
export function withoutFlag(path: string): string {
  return path.replace(/^--[a-z-]+ /, "");
}
