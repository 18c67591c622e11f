import type { Entry } from "../runtime/discovery/entry.ts";
import { parametersOf, returnedBy } from "../runtime/discovery/read-schema.ts";
import { actionsOf } from "../runtime/discovery/verbs.ts";
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
  return tools.map(({ id, name, title, description, tags, deprecated, annotations, binding, input, output }) => ({
    id,
    name,
    title,
    description,
    tags,
    deprecated,
    actions: actionsOf({ name, title, annotations, method: binding.transport === "http" ? binding.method : "" }),
    path: binding.transport === "http" ? binding.path : "",
    parameters: parametersOf(input.json, follow),
    returned: returnedBy(output.json, follow),
  }));
}
