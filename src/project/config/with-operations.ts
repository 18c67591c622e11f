import type { Loaded } from "../load.ts";

/** What was loaded: with `all`, without the selectors that leave operations out. */
export function withOperations(loaded: Loaded, operations: "chosen" | "all"): Loaded {
  if (operations === "chosen") return loaded;
  const { config } = loaded.project;
  const overrides = new Map([...config.overrides].map(([name, entry]) => [name, { ...entry, include: [], exclude: [] }]));
  return { ...loaded, project: { ...loaded.project, config: { ...config, overrides } } };
}
