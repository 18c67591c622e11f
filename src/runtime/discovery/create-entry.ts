import type { Annotations, Binding } from "../binding.ts";
import type { Entry } from "./entry.ts";
import { type FollowReference, parametersOf, returnedBy } from "./read-schema.ts";
import { actionsOf } from "./verbs.ts";

/** What an entry contains of a tool, which is one of the compiler or one at run time. */
interface IndexedTool extends Pick<Entry, "id" | "name" | "title" | "description" | "tags" | "deprecated"> {
  readonly annotations: Annotations;
  readonly binding: Binding;
}

/** A schema, with what finds the schemas that it refers to. */
interface ReadableSchema {
  readonly schema: unknown;
  readonly follow: FollowReference;
}

/** The entry of a tool in the search index. */
export function createEntry(tool: IndexedTool, input: ReadableSchema, output: ReadableSchema): Entry {
  const { id, name, title, description, tags, deprecated, annotations, binding } = tool;
  const { method, path } = binding.transport === "http" ? binding : { method: "", path: "" };
  return {
    id,
    name,
    title,
    description,
    tags,
    deprecated,
    actions: actionsOf({ name, title, annotations, method }),
    path,
    parameters: parametersOf(input.schema, input.follow),
    returned: returnedBy(output.schema, output.follow),
  };
}
