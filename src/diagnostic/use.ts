/**
 * Who uses the tools of a toolset. `model`: only models, which read each result anew. `typed`: also programs with the types of the tools.
 * `strict`: also programs that check each result with the schema that they were written for.
 */
export type Use = (typeof uses)[number];

const uses = ["model", "typed", "strict"] as const;

export function isUse(value: unknown): value is Use {
  return uses.some((use) => use === value);
}
