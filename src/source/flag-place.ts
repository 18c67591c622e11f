import type { Place } from "./tree.ts";

/** The place of the value of a command-line flag. The flag is treated as a source, so that its diagnostics have a place like all others. */
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

/** The file of a source that is a flag: `x.yaml` of `--openapi x.yaml`. Any other path is returned unchanged. */
export function withoutFlag(path: string): string {
  return path.replace(/^--[a-z-]+ /, "");
}
