import { createEntry } from "../runtime/discovery/create-entry.ts";
import type { Entry } from "../runtime/discovery/entry.ts";
import { sharedSchemaName } from "../schema/references.ts";
import type { Toolset } from "./ir.ts";

/** The entries of a toolset's tools in the search index, in the order of the tools. */
// `discoveryEntry` creates the same entries for tools at run time; a test compares the results of the two functions.
export function discoveryEntries({ tools, schemas }: Pick<Toolset, "tools" | "schemas">): Entry[] {
  const follow = (reference: unknown) => {
    const name = typeof reference === "string" ? sharedSchemaName(reference) : undefined;
    const schema = name === undefined ? undefined : schemas.get(name);
    return name === undefined || schema === undefined ? undefined : { name, schema: schema.json };
  };
  return tools.map((tool) => createEntry(tool, { schema: tool.input.json, follow }, { schema: tool.output.json, follow }));
}
