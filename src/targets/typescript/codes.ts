import type { Code } from "../../diagnostic/diagnostic.ts";

export const typeWiderThanSchema: Code<{ keyword: string; toolset: string; count: number }> = {
  code: "type-wider-than-schema",
  severity: "note",
  message: ({ keyword, toolset, count }) =>
    `TypeScript cannot express the keyword "${keyword}", so the types accept more values than ${count === 1 ? "one schema" : `${count} schemas`} of the toolset "${toolset}".`,
  help: "Calls are still validated with the whole schema. Express the constraint in another way if you can.",
};

export const typescriptCodes: readonly Code<never>[] = [typeWiderThanSchema];
