import type { SchemaSource, SharedSchemaFunction } from "../../schema/schema.ts";

/**
 * Estimates the size of a schema in bytes of JSON, including all schemas that it refers to. Stops counting when the size is more than
 * `limit`.
 */
export function schemaSize(source: SchemaSource, limit: number): number {
  const visited = new Set<SharedSchemaFunction>();
  const open: unknown[] = [source];
  let size = 0;
  while (open.length > 0 && size <= limit) {
    const value = open.pop();
    if (typeof value === "function") {
      const shared = value as SharedSchemaFunction; // The cast is safe: the compiler writes only these functions into a schema.
      const isNew = !visited.has(shared);
      visited.add(shared);
      const { name, schema } = shared();
      // Adds the length of `"#/$defs/Name"` for each reference, and of `"Name":{…},` once for each shared schema.
      size += name.length + 10 + (isNew ? name.length + 4 : 0);
      if (isNew) open.push(schema);
    } else if (Array.isArray(value)) {
      size += value.length + 1;
      for (const item of value) open.push(item);
    } else if (typeof value === "object" && value !== null) {
      size += 1;
      for (const [key, member] of Object.entries(value)) {
        size += key.length + 4;
        open.push(member);
      }
    } else size += typeof value === "string" ? value.length + 2 : String(value).length;
  }
  return size;
}
