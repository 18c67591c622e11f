import { isRecord, ownMember } from "../../json.ts";
import { compactSchema } from "../../projection/reduce/compact-schema.ts";
import { containedBy } from "../../projection/reduce/schema-graph.ts";
import { isSchema, referredName, type SchemaObject, schemasByName } from "../../projection/schema.ts";
import { cutAtSentence } from "../../projection/text/cut-at-sentence.ts";
import { utf8Length } from "../../result/cut-value.ts";
import type { JsonSchema } from "../../schema/schema.ts";

/** A schema that fits, and whether subschemas were replaced by their paths. */
export interface FittedSchema {
  readonly schema: JsonSchema;
  readonly isPartial: boolean;
}

/**
 * The subschema at `path`, a JSON Pointer, in at most `maxBytes` bytes of JSON; `undefined` if the schema has no such path. If the whole
 * subschema is too large, it is shown in less detail, and then less deep: the schemas below a level are replaced by their paths. Each
 * keyword that is shown is complete, since a model reads a shortened `enum` or `required` as the truth.
 */
export function fitSchema(whole: SchemaObject, path: string, maxBytes: number): FittedSchema | undefined {
  const pointer = pointerOf(path);
  const part = partAt(whole, pointer);
  if (!isRecord(part)) return part === undefined ? undefined : { schema: part, isPartial: false };
  const definitions = new Map(schemasByName(whole["$defs"]));
  const { $defs: _all, ...root } = part;
  const levels = levelsOf(root, definitions);
  const full = withDefinitions(
    root,
    [...levels.keys()].map((name) => [name, definitions.get(name) ?? true]),
  );
  const fits = (schema: JsonSchema) => utf8Length(JSON.stringify(schema)) <= maxBytes;
  if (fits(full)) return { schema: full, isPartial: false };
  const compact = compactSchema(full, Number.POSITIVE_INFINITY);
  if (fits(compact)) return { schema: compact, isPartial: false };
  let fitted = withoutLevels(compact, levels, { pointer, depth: 0, omitted: () => true });
  if (!fits(fitted)) return { schema: withoutLists(compact, pointer), isPartial: true };
  for (let depth = 0, omitted = withPath; ; depth += omitted === withPath ? 0 : 1, omitted = withDescription) {
    const deeper = withoutLevels(compact, levels, { pointer, depth, omitted });
    if (!fits(deeper)) return { schema: fitted, isPartial: true };
    fitted = deeper;
  }
}

/** Values of a keyword that is too large for its schema, and the path of the further values. */
export interface KeywordValues {
  readonly values: readonly unknown[];
  readonly next?: string;
}

/**
 * The values of the keyword at `path`, as many as have at most `maxBytes` bytes: the items of an array, or the names of an object. A path
 * such as `/enum@100` begins with the value of that index. `undefined` if the schema has no such keyword.
 */
export function listValues(whole: SchemaObject, path: string, maxBytes: number): KeywordValues | undefined {
  const [, pointer = "", from = "0"] = /^(.*?)(?:@(\d+))?$/.exec(pointerOf(path)) ?? [];
  const found = keysOf(pointer).reduce<unknown>(
    (value, key) => (isRecord(value) || Array.isArray(value) ? ownMember(value, key) : undefined),
    whole,
  );
  const all = isRecord(found) ? Object.keys(found) : found;
  if (!Array.isArray(all)) return undefined;
  const start = Number(from);
  let end = start;
  for (let bytes = 0; end < all.length; end++) {
    bytes += utf8Length(JSON.stringify(all[end])) + 1;
    if (bytes > maxBytes && end > start) break;
  }
  return { values: all.slice(start, end), ...(end < all.length ? { next: `${pointer}@${end}` } : {}) };
}

/** The schema with the paths of its long keywords in their place. */
function withoutLists({ $defs: _all, ...schema }: SchemaObject, pointer: string): SchemaObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, isShort(value) ? value : { path: `${pointer}/${escaped(keyword)}` }]),
  );
}

/** A path as a JSON Pointer (RFC 6901). Models may write it like a `$ref`. */
function pointerOf(path: string): string {
  return path.replace(/^#?\/?/, "/").replace(/\/$/, "");
}

function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The schema at a JSON Pointer. */
function partAt(whole: SchemaObject, pointer: string): JsonSchema | undefined {
  let part: unknown = whole;
  const keys = keysOf(pointer);
  for (let keyword = keys.shift(); keyword !== undefined; keyword = keys.shift()) {
    const kind = keyword === "$defs" ? "map" : containedBy.get(keyword);
    const value = kind === undefined ? undefined : ownMember(part, keyword);
    part = kind === "one" ? value : ownMember(value, keys.shift() ?? "");
  }
  return isSchema(part) ? part : undefined;
}

/** The level of each shared schema that is reached from `root`: the lowest number of schemas around a reference to it. */
function levelsOf(root: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const open: [part: JsonSchema, level: number][] = [[root, 0]];
  // `open` grows while it is iterated, until all schemas are visited.
  for (const [part, level] of open) {
    if (!isRecord(part)) continue;
    const name = referredName(part["$ref"]);
    if (name !== undefined && level < (levels.get(name) ?? Number.POSITIVE_INFINITY)) {
      levels.set(name, level);
      open.push([definitions.get(name) ?? true, level]);
    }
    mapSubschemas(part, "", (each) => {
      open.push([each, level + 1]);
      return each;
    });
  }
  return levels;
}

interface Depth {
  /** The JSON Pointer of the schema in the complete schema. */
  readonly pointer: string;
  /** The number of levels below the root that are shown. */
  readonly depth: number;
  /** Returns what is shown in place of a schema. */
  readonly omitted: (part: SchemaObject, pointer: string) => JsonSchema;
}

/** The schema, with each schema below the level `depth` replaced. `levels` has the level of each shared schema. */
function withoutLevels(whole: SchemaObject, levels: ReadonlyMap<string, number>, { pointer, depth, omitted }: Depth): SchemaObject {
  const inside = (part: SchemaObject, at: string, level: number) => mapSubschemas(part, at, (each, below) => shown(each, below, level + 1));
  const shown = (part: JsonSchema, at: string, level: number): JsonSchema => {
    if (!isRecord(part)) return part;
    if (level <= depth) return inside(part, at, level);
    if (isShort(part)) return part;
    const name = referredName(part["$ref"]);
    return omitted(part, name === undefined ? at : `/$defs/${escaped(name)}`);
  };
  const { $defs, ...root } = whole;
  const shared = schemasByName($defs).flatMap(([name, schema]): [string, JsonSchema][] => {
    const level = levels.get(name) ?? 0;
    return level > depth ? [] : [[name, shown(schema, `/$defs/${escaped(name)}`, level)]];
  });
  return withDefinitions(inside(root, pointer, 0), shared);
}

function withPath(_part: SchemaObject, path: string): SchemaObject {
  return { path };
}

function withDescription({ type, description }: SchemaObject, path: string): SchemaObject {
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof description === "string" ? { description: cutAtSentence(description, maxDescription) } : {}),
    path,
  };
}

const maxDescription = 100;

/** Whether a schema or the value of a keyword is about as short as its path. */
function isShort(part: unknown): boolean {
  const text = JSON.stringify(part);
  return text.length <= 100 && !text.includes('"$ref"');
}

/** The schema with the results of `map` in place of its subschemas. `map` also gets the JSON Pointer of each. */
function mapSubschemas(part: SchemaObject, pointer: string, map: (schema: JsonSchema, pointer: string) => JsonSchema): SchemaObject {
  const mapped = (value: unknown, ...keys: readonly string[]) =>
    isSchema(value) ? map(value, [pointer, ...keys.map(escaped)].join("/")) : value;
  return Object.fromEntries(
    Object.entries(part).map(([keyword, value]) => {
      const kind = containedBy.get(keyword);
      if (kind === "one") return [keyword, mapped(value, keyword)];
      if (kind === "array" && Array.isArray(value)) return [keyword, value.map((each, index) => mapped(each, keyword, String(index)))];
      if (kind === "map" && isRecord(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, keyword, name)]))];
      return [keyword, value];
    }),
  );
}

function withDefinitions(root: SchemaObject, definitions: readonly [string, JsonSchema][]): SchemaObject {
  return definitions.length > 0 ? { ...root, $defs: Object.fromEntries(definitions) } : root;
}

/** A key in a JSON Pointer. */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
