import type { ConvertedSchema } from "../../schema/convert/converted.ts";
import { originOf } from "../../schema/origin-of.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { type Origin, originOfKey, originOfValue, type Path, parsePointer, valueAt } from "../../source/tree.ts";
import type { TextPlace } from "../texts/read-texts.ts";
import type { Change } from "./change.ts";

/** The schemas and the origin of a tool after a change. */
export interface ChangedTool {
  readonly input: ConvertedSchema;
  readonly output: ConvertedSchema;
  readonly origin: Origin;
  /** The shared schemas of the tool's toolset, by name. */
  readonly shared: ReadonlyMap<string, ConvertedSchema>;
}

/**
 * The origin of a change of a tool. For a change in the input or the output, the origin is that of the changed text or of the schema of the
 * changed member, or, if this member no longer exists, of the innermost existing member that contained it. In all other cases, it is the
 * origin of the tool.
 */
export function changeOrigin(
  { kind, pointer, schema: changed }: Pick<Change, "kind" | "pointer"> & Partial<Pick<Change, "schema">>,
  { input, output, origin, shared }: ChangedTool,
): Origin {
  const target = changed && shared.get(changed.name);
  if (changed !== undefined && target !== undefined) return originOf(target, changed.path);
  const [part, ...rest] = parsePointer(pointer);
  if (part !== "input" && part !== "output") return origin;
  // The last step of the pointer to a changed text is the schema keyword that has the text, not the name of a member.
  const steps = kind === "changed-text" ? rest.slice(0, -1) : rest;
  let place: SchemaPart = { schema: part === "input" ? input : output, path: [] };
  let found = 0;
  for (const step of steps) {
    const inner = memberOf(place, step, shared);
    if (inner === undefined) break;
    place = inner;
    found += 1;
  }
  if (found === 0) return origin;
  const keyword = parsePointer(pointer).at(-1) ?? "";
  const text =
    kind === "changed-text" && found === steps.length
      ? partIn(place, shared, (node) => (Object.hasOwn(node, keyword) ? [keyword] : undefined))
      : undefined;
  const { schema, path } = text ?? followed(place, shared);
  return originOf(schema, path);
}

/** The parts of a toolset that changes have as origins: those of its definition and its documents, or those of its lock. */
export interface ChangedToolset {
  readonly name: string;
  readonly tools: readonly (Omit<ChangedTool, "shared"> & { readonly id: string; readonly name: string })[];
  /** The shared schemas, by name. */
  readonly schemas: ReadonlyMap<string, ConvertedSchema>;
  readonly origin: Origin;
}

/**
 * The origin of a change of what all tools of a toolset share: the field of its definition, or the servers or the security scheme in its
 * document. It is the origin of the toolset if they are not written there.
 */
export function toolsetChangeOrigin(
  { pointer }: Pick<Change, "pointer">,
  { origin, tools }: Pick<ChangedToolset, "origin" | "tools">,
): Origin {
  const [part, ...path] = parsePointer(pointer);
  if (part === "definition") {
    const field = [...origin.path, ...path];
    return valueAt(origin.tree, field) === undefined ? origin : originOfValue(origin.tree, field);
  }
  const document = tools[0]?.origin.tree;
  const keys = keysOf[part ?? ""]?.map((key) => [...key, ...path.slice(0, 1)]) ?? [];
  const key = document && keys.find((each) => valueAt(document, each) !== undefined);
  return document === undefined || key === undefined ? origin : originOfKey(document, key);
}

/** Where the documents of all versions of OpenAPI have what tools share. */
const keysOf: { readonly [part: string]: readonly Path[] } = {
  servers: [["servers"], ["host"], ["basePath"]],
  securitySchemes: [["components", "securitySchemes"], ["securityDefinitions"]],
};

/** The origin of a text in a toolset; `undefined` if its tool or shared schema does not exist. */
export function textOrigin({ owner, path }: TextPlace, { tools, schemas }: ChangedToolset): Origin | undefined {
  if (owner?.kind === "schema") {
    const schema = schemas.get(owner.id);
    return schema && originOf(schema, path);
  }
  const tool = tools.find(({ id }) => id === owner?.id);
  const [side, ...inner] = path;
  return tool === undefined || (side !== "input" && side !== "output") ? tool?.origin : originOf(tool[side], inner);
}

interface SchemaPart {
  readonly schema: ConvertedSchema;
  readonly path: Path;
}

/** Replaces a schema that has only a `$ref` by the target of the reference, because only the target can have changed. */
function followed(place: SchemaPart, shared: ChangedTool["shared"]): SchemaPart {
  const node = nodeAt(place);
  const target = isObject(node) && Object.keys(node).length === 1 ? shared.get(sharedSchemaName(node.$ref) ?? "") : undefined;
  return target === undefined ? place : { schema: target, path: [] };
}

/** The maximum number of schemas of one value that are searched for a member. */
const maxParts = 1000;

/** Finds the schema of a member in the schemas that apply to a value. `*` stands for all items and additional properties. */
function memberOf(place: SchemaPart, step: string, shared: ChangedTool["shared"]): SchemaPart | undefined {
  return partIn(place, shared, (node) => stepInto(node, step));
}

/** Finds what `pathIn` leads to from the first of the schemas that apply to a value and have it. */
function partIn(
  place: SchemaPart,
  shared: ChangedTool["shared"],
  pathIn: (schema: JsonObject) => Path | undefined,
): SchemaPart | undefined {
  const seen = new Set<Json>();
  const waiting = [{ ...place, node: nodeAt(place) }];
  for (let next = waiting.shift(); next !== undefined && seen.size < maxParts; next = waiting.shift()) {
    const { schema, path, node } = next;
    if (!isObject(node) || seen.has(node)) continue;
    seen.add(node);
    const named = pathIn(node);
    if (named !== undefined) return { schema, path: [...path, ...named] };
    const target = shared.get(sharedSchemaName(node.$ref) ?? "");
    if (target !== undefined) waiting.push({ schema: target, path: [], node: target.json });
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const parts = node[keyword];
      for (const [index, part] of (isArray(parts) ? parts.slice(0, maxParts) : []).entries())
        waiting.push({ schema, path: [...path, keyword, index], node: part });
    }
  }
  return undefined;
}

function stepInto(
  { properties, items, prefixItems, additionalProperties }: { readonly [keyword: string]: Json },
  step: string,
): Path | undefined {
  if (isObject(properties) && Object.hasOwn(properties, step)) return ["properties", step];
  if (isArray(prefixItems) && prefixItems[Number(step)] !== undefined) return ["prefixItems", Number(step)];
  if (step !== "*") return undefined;
  if (isObject(items)) return ["items"];
  return isObject(additionalProperties) ? ["additionalProperties"] : undefined;
}

function nodeAt({ schema, path }: SchemaPart): Json {
  return path.reduce<Json>(
    (node, step) => (isArray(node) ? node[Number(step)] : isObject(node) ? node[String(step)] : null) ?? null,
    schema.json,
  );
}
