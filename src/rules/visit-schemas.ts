import type { Schema, Tool, Toolset } from "../ir/ir.ts";
import { eachSubschema } from "../schema/keywords.ts";
import { originOf } from "../schema/origin-of.ts";
import { isObject, type JsonObject } from "../source/json/json.ts";
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
  const { tool, schema, root } = visited;
  const { description } = schema;
  if (typeof description !== "string" || description === "") return undefined;
  return {
    toolset,
    tool,
    text: description,
    subject: () => {
      const name = pathOf(visited).findLast((_step, index, path) => path[index - 1] === "properties");
      const subject = `the description of ${name === undefined ? "a schema" : `the property "${name}"`}`;
      return tool === undefined ? subject : `${subject} of the tool "${tool.id}"`;
    },
    place: () => originOf(root, [...pathOf(visited), "description"]),
  };
}

function pathOf({ outer }: VisitedSchema): (string | number)[] {
  if (outer === undefined) return [];
  const path = pathOf(outer.schema);
  path.push(outer.keyword);
  if (outer.step !== undefined) path.push(outer.step);
  return path;
}
