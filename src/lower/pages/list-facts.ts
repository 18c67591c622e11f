import { sharedSchemaName } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, itemsIn, type JsonObject } from "../../source/json/json.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";

/** What is known of an operation that may be a list: what the styles of pages are recognized by. */
export interface ListFacts {
  readonly method: string;
  /** The last name in the path that is no variable, in its plain form: `orders` of `/shops/{id}/orders`. */
  readonly subject: string;
  /** The arguments of the tool that are sent in the query or are members of the body. */
  readonly inputs: readonly ListField[];
  /** Finds the members of the result outside of arrays. Most operations are no lists, so it is called only for those that may be. */
  readonly outputs: () => readonly ListField[];
  /** Whether the document describes the response header `Link`. */
  readonly hasLinkHeader: boolean;
}

/** An argument of a tool, or a member of its result. */
export interface ListField {
  readonly path: readonly string[];
  /** The name in lower case, without separators. */
  readonly plain: string;
  readonly types: ReadonlySet<string>;
  /** The schema, with what it refers to: the keywords of the outer schema take precedence. */
  readonly schema: JsonObject;
}

/** The maximum depth of members that are looked at: `paging.next.after` has depth 3. */
const maxDepth = 3;
/** The maximum number of alternatives and references that are looked at for the members of one schema. */
const maxParts = 64;
/** The maximum number of members at one depth that are looked at. A list has few members besides its items. */
const maxFields = 100;

/** The arguments of a tool. */
export function argumentsIn(input: SchemaUse, schemas: NamedSchemas): ListField[] {
  return membersOf(input.schema.json, schemas).map(([name, schema]) => fieldOf([name], schema, schemas));
}

/** The members of a result and of the objects in it, outer members first. */
export function membersIn(output: SchemaUse, schemas: NamedSchemas): ListField[] {
  const found: ListField[] = [];
  let level: readonly ListField[] = outerMembers(output, schemas);
  for (let depth = 1; depth <= maxDepth; depth++) {
    found.push(...level);
    if (depth < maxDepth) level = level.flatMap((outer) => insideOf(outer, schemas)).slice(0, maxFields);
  }
  return found;
}

/** The members of a result, without those of the objects in it. */
export function outerMembers(output: SchemaUse, schemas: NamedSchemas): ListField[] {
  return insideOf(fieldOf([], output.schema.json, schemas), schemas).slice(0, maxFields);
}

function insideOf({ path, schema, types }: ListField, schemas: NamedSchemas): ListField[] {
  return types.has("array") ? [] : membersOf(schema, schemas).map(([name, member]) => fieldOf([...path, name], member, schemas));
}

/** The schema of the items of an array. */
export function itemMembers({ schema }: ListField, schemas: NamedSchemas): ListField[] {
  const item = isObject(schema.items) ? schema.items : {};
  return membersOf(item, schemas).map(([name, member]) => fieldOf([name], member, schemas));
}

/** The plain form of a name: in lower case, without separators. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}

function fieldOf(path: readonly string[], json: JsonObject, schemas: NamedSchemas): ListField {
  return new LazyField(path, json, schemas);
}

/**
 * Of most fields only the name is looked at, so the rest is computed when it is. This is a class, since V8 creates a hidden class for each
 * object literal with getters.
 */
class LazyField implements ListField {
  readonly path: readonly string[];
  readonly plain: string;
  private readonly json: JsonObject;
  private readonly schemas: NamedSchemas;
  private knownParts: readonly JsonObject[] | undefined;
  private knownTypes: ReadonlySet<string> | undefined;

  constructor(path: readonly string[], json: JsonObject, schemas: NamedSchemas) {
    this.path = path;
    this.plain = plainName(path.at(-1) ?? "");
    this.json = json;
    this.schemas = schemas;
  }

  get types(): ReadonlySet<string> {
    this.knownTypes ??= typesOf(this.parts);
    return this.knownTypes;
  }

  get schema(): JsonObject {
    // The keywords of an outer schema take precedence, except those that `membersOf` gathers.
    return this.parts.length === 1 ? this.json : Object.assign({}, ...[...this.parts].reverse(), this.json);
  }

  private get parts(): readonly JsonObject[] {
    this.knownParts ??= partsOf(this.json, this.schemas);
    return this.knownParts;
  }
}

function typesOf(parts: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(parts.flatMap(({ type }) => (isArray(type) ? type : [type ?? null])).filter((type) => typeof type === "string"));
}

function membersOf(json: JsonObject, schemas: NamedSchemas): [name: string, schema: JsonObject][] {
  const members = new Map<string, JsonObject>();
  for (const { properties } of partsOf(json, schemas)) {
    for (const [name, schema] of isObject(properties) ? Object.entries(properties) : []) {
      if (isObject(schema) && !members.has(name)) members.set(name, schema);
    }
  }
  return [...members];
}

/** The keywords that lead to other parts. */
const partKeywords = ["$ref", "allOf", "anyOf", "oneOf"];

/** A schema, what it refers to, and its alternatives, each once. */
function partsOf(json: JsonObject, schemas: NamedSchemas): readonly JsonObject[] {
  if (!partKeywords.some((keyword) => json[keyword] !== undefined)) return [json];
  const parts = new Set<JsonObject>([json]);
  // The set grows while it is read.
  for (const part of parts) {
    if (parts.size > maxParts) break;
    const target = schemas.named(sharedSchemaName(part.$ref) ?? "")?.json;
    if (target !== undefined) parts.add(target);
    for (const inner of [part.allOf, part.anyOf, part.oneOf].flatMap(itemsIn)) if (isObject(inner)) parts.add(inner);
  }
  return [...parts];
}
