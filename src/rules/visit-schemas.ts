import type { Schema, Tool, Toolset } from "../ir/ir.ts";
import { eachSubschema, roles } from "../schema/keywords.ts";
import { originOf } from "../schema/origin-of.ts";
import { isArray, isObject, type Json, type JsonObject } from "../source/json/json.ts";
import { originOfKey } from "../source/tree.ts";
import type { VisitedNames, VisitedText } from "./rule.ts";

/**
 * A schema or subschema of an input, an output or a shared schema, except `true` and `false`. Its path is composed only for findings, since
 * a toolset has thousands of schemas and few findings.
 */
export interface VisitedSchema {
  /** `undefined` for a shared schema and its subschemas. */
  readonly tool: Tool | undefined;
  readonly schema: JsonObject;
  /** The schema that contains this one, at its path. */
  readonly root: Schema;
  /** The schema of which this one is a direct subschema, and the steps between them; `undefined` for `root` itself. */
  readonly outer: { readonly schema: VisitedSchema; readonly keyword: string; readonly step: string | number | undefined } | undefined;
}

/**
 * Visits every schema and subschema of the inputs, outputs and shared schemas of a toolset. A shared schema is visited once. The traversal
 * is not recursive, so that a deep schema does not overflow the stack.
 */
export function visitSchemas({ schemas, tools }: Toolset, visit: (schema: VisitedSchema) => void): void {
  const open: VisitedSchema[] = [];
  const visitAll = (root: Schema, tool: Tool | undefined) => {
    open.push({ tool, schema: root.documented, root, outer: undefined });
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const schema = next;
      visit(schema);
      eachSubschema(schema.schema, (value, keyword, step) => {
        if (isObject(value)) open.push({ tool, schema: value, root, outer: { schema, keyword, step } });
      });
    }
  };
  for (const root of schemas.values()) visitAll(root, undefined);
  for (const tool of tools) {
    visitAll(tool.input, tool);
    visitAll(tool.output, tool);
  }
}

/** The names of the properties of an object schema; `undefined` if all of them consist of visible ASCII characters, which hide nothing. */
export function unusualNames(visited: VisitedSchema, toolset: Toolset): VisitedNames | undefined {
  const { properties } = visited.schema;
  if (!isObject(properties)) return undefined;
  const names = Object.keys(properties);
  if (names.every((name) => visibleAscii.test(name))) return undefined;
  const { tool, root } = visited;
  const placed = names.map((name) => {
    const origin = originOf(root, [...pathOf(visited), "properties", name]);
    const { tree, path: written } = origin;
    // The place is the property's key. The schema of an OpenAPI parameter has no such key, so the place is the schema.
    return { name, place: written.at(-1) === name ? originOfKey(tree, written) : origin };
  });
  return { toolset, tool, names: placed };
}

const visibleAscii = /^[ -~]*$/;

/** The description of a schema. */
export function textOfSchema(visited: VisitedSchema, toolset: Toolset): VisitedText | undefined {
  const { description } = visited.schema;
  return typeof description !== "string" || description === "" ? undefined : textAt(visited, "description", description, toolset);
}

/** Keywords whose texts are no orders: they have fixed values, or `textOfSchema` finds them. */
const withoutOrders: ReadonlySet<string> = new Set(["description", "type", "$ref", "$dynamicRef", "required", "mapping"]);
/** The length of the shortest text that can be an order. */
const shortest = 6;

/** Visits what a model reads of a schema besides its description. Subschemas are schemas of their own. */
export function visitStrings(visited: VisitedSchema, toolset: Toolset, visit: (string: VisitedText) => void): void {
  const { schema } = visited;
  for (const keyword in schema) {
    if (withoutOrders.has(keyword)) continue;
    const role = roles.get(keyword);
    const value = schema[keyword];
    if (role === "members") {
      if (!isObject(value)) continue;
      for (const name in value) if (name.length >= shortest) visit(textAt(visited, keyword, name, toolset));
    } else if (role === "text" || role === "pattern" || role === "data" || role === "enum" || role === "examples" || role === "example")
      visitTexts(value ?? null, (text) => visit(textAt(visited, keyword, text, toolset)));
  }
}

function visitTexts(value: Json, visit: (text: string) => void): void {
  if (typeof value === "string") {
    if (value.length >= shortest) visit(value);
  } else if (isArray(value)) for (const item of value) visitTexts(item, visit);
  else if (isObject(value)) for (const name in value) visitTexts(value[name] ?? null, visit);
}

function textAt(visited: VisitedSchema, keyword: string, text: string, toolset: Toolset): VisitedText {
  const { tool, root } = visited;
  return {
    toolset,
    tool,
    text,
    subject: () => {
      const name = pathOf(visited).findLast((_step, index, path) => path[index - 1] === "properties");
      const what = keyword === "properties" ? "the names of the members" : `the ${keyword}`;
      const subject = `${what} of ${name === undefined ? "a schema" : `the property "${name}"`}`;
      return tool === undefined ? subject : `${subject} of the tool "${tool.id}"`;
    },
    place: () => originOf(root, [...pathOf(visited), keyword]),
  };
}

function pathOf({ outer }: VisitedSchema): (string | number)[] {
  if (outer === undefined) return [];
  const path = pathOf(outer.schema);
  path.push(outer.keyword);
  if (outer.step !== undefined) path.push(outer.step);
  return path;
}
