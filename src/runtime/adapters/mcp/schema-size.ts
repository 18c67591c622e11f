import type { SchemaSource, SharedSchemaFunction } from "../../schema/schema.ts";

/** Whether a schema with all that it refers to takes no more than about `limit` bytes of JSON. No more of it is looked at than that. */
export function isWithin(source: SchemaSource, limit: number): boolean {
  const met = new Set<SharedSchemaFunction>();
  const open: unknown[] = [source];
  let size = 0;
  while (open.length > 0 && size <= limit) {
    const value = open.pop();
    if (typeof value === "function") {
      const shared = value as SharedSchemaFunction; // Data holds no functions, and the compiler writes no others into a schema.
      const isNew = !met.has(shared);
      met.add(shared);
      const { name, schema } = shared();
      // `"#/$defs/Name"` where it is referred to, and `"Name":{…},` once.
      size += name.length + 10 + (isNew ? name.length + 4 : 0);
      if (isNew) open.push(schema);
    } else if (Array.isArray(value)) {
      size += value.length + 1;
      open.push(...value);
    } else if (typeof value === "object" && value !== null) {
      size += 1;
      for (const [key, member] of Object.entries(value)) {
        size += key.length + 4;
        open.push(member);
      }
    } else size += typeof value === "string" ? value.length + 2 : String(value).length;
  }
  return size <= limit;
}
