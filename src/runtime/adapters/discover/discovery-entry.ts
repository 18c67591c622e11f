import { createEntry } from "../../discovery/create-entry.ts";
import type { Entry } from "../../discovery/entry.ts";
import type { FollowReference, NamedSchema } from "../../discovery/read-schema.ts";
import { isRecord } from "../../json.ts";
import { sourceOf } from "../../schema/create-schema.ts";
import type { SharedSchema, SharedSchemaFunction } from "../../schema/schema.ts";
import type { StandardSchema } from "../../schema/standard-schema.ts";
import type { Tool } from "../../tool/tool.ts";

/** The entry of a tool in the search index. */
export function discoveryEntry(tool: Tool): Entry {
  const [input, output] = [schemaOf(tool.inputSchema), schemaOf(tool.outputSchema)];
  return createEntry(tool, { schema: input, follow: followIn(input) }, { schema: output, follow: followIn(output) });
}

/**
 * The JSON of a schema, in which the schemas that it refers to remain references, so that they are not bundled. A schema of another library
 * is converted.
 */
function schemaOf(schema: StandardSchema<unknown>): unknown {
  const source = sourceOf(schema) ?? schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return typeof source === "function" ? { $ref: source } : source;
}

/**
 * Returns a function that resolves references. In modules, references are functions; in manifests and in schemas of other libraries,
 * strings.
 */
function followIn(root: unknown): FollowReference {
  // All shared schemas of a tool are those of one manifest.
  let stored: SharedSchema["stored"];
  const shared = (reference: SharedSchemaFunction): NamedSchema => {
    const found = sharedSchema(reference);
    stored ??= found.stored;
    return { name: found.name, schema: found.stored === undefined ? found.schema : found.stored.schema };
  };
  return (reference) => {
    // The cast is safe: the compiler writes only these functions into a schema.
    if (typeof reference === "function") return shared(reference as SharedSchemaFunction);
    const name = typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
    if (name === undefined) return undefined;
    const found = stored?.find(name);
    if (found !== undefined) return shared(found);
    const own = isRecord(root) ? root["$defs"] : undefined;
    return isRecord(own) && Object.hasOwn(own, name) ? { name, schema: own[name] } : undefined;
  };
}

/**
 * Shared schemas by the functions that create them. Each call of a function creates its schema again, and hundreds of tools may share one
 * schema.
 */
const created = new WeakMap<SharedSchemaFunction, SharedSchema>();

function sharedSchema(reference: SharedSchemaFunction): SharedSchema {
  const shared = created.get(reference) ?? reference();
  created.set(reference, shared);
  return shared;
}

const prefix = "#/$defs/";
