import type { Entry } from "../../discovery/entry.ts";
import { type NamedSchema, parametersOf, returnedBy } from "../../discovery/read-schema.ts";
import { actionsOf } from "../../discovery/verbs.ts";
import { isRecord } from "../../json.ts";
import { sourceOf } from "../../schema/create-schema.ts";
import type { SharedSchema, SharedSchemaFunction } from "../../schema/schema.ts";
import type { StandardSchema } from "../../schema/standard-schema.ts";
import type { Tool } from "../../tool/tool.ts";

/** The entry of a tool in the search index. */
export function discoveryEntry({ name, title, description, tags, annotations, binding, inputSchema, outputSchema }: Tool): Entry {
  const [input, output] = [schemaOf(inputSchema), schemaOf(outputSchema)];
  return {
    name,
    title,
    description,
    tags,
    actions: actionsOf({ name, title, annotations, method: binding.transport === "http" ? binding.method : "" }),
    path: binding.transport === "http" ? binding.path : "",
    parameters: parametersOf(input, followIn(input)),
    returned: returnedBy(output, followIn(output)),
  };
}

/** The source of a schema: reading the source avoids bundling all schemas that it refers to. A schema of another library is converted. */
function schemaOf(schema: StandardSchema<unknown>): unknown {
  const source = sourceOf(schema) ?? schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return typeof source === "function" ? { $ref: source } : source;
}

/** Resolves references. They are functions in schemas of this library, and strings in schemas of other libraries. */
function followIn(root: unknown) {
  return (reference: unknown): NamedSchema | undefined => {
    // The compiler writes no other functions into a schema.
    if (typeof reference === "function") return sharedSchema(reference as SharedSchemaFunction);
    const name = typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
    const shared = isRecord(root) ? root["$defs"] : undefined;
    return name !== undefined && isRecord(shared) && Object.hasOwn(shared, name) ? { name, schema: shared[name] } : undefined;
  };
}

/** A cache of shared schemas by their functions: each call of a function creates the schema again, and hundreds of tools may share it. */
const created = new WeakMap<SharedSchemaFunction, SharedSchema>();

function sharedSchema(reference: SharedSchemaFunction): SharedSchema {
  const shared = created.get(reference) ?? reference();
  created.set(reference, shared);
  return shared;
}

const prefix = "#/$defs/";
