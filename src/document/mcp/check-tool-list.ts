import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Dialect } from "../../schema/convert/dialect.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { hasProblemAt } from "../../source/problem-index.ts";
import { originOfValue, type Path, type Tree, valueAt } from "../../source/tree.ts";
import { duplicateMcpTool, invalidMcpTool } from "../codes.ts";
import type { RootSchema } from "../root-schema.ts";
import { checkSnapshotFormat } from "../snapshot.ts";

/** The valid tools of an MCP server, from a snapshot. */
export interface McpToolList {
  /** Whether the list could be read. If it could not, an error was reported. */
  readonly isReadable: boolean;
  readonly tools: readonly McpTool[];
  /** The number of tools in the snapshot, including rejected ones. */
  readonly toolCount: number;
  /** The names of the rejected tools. */
  readonly refused: ReadonlySet<string>;
}

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Undefined only if a tool in a `:retrieveTools` response has no input schema. */
  readonly input: RootSchema | undefined;
  readonly output: RootSchema | undefined;
  /** MCP's ToolAnnotations, as the server sent them. */
  readonly annotations: JsonObject;
  /** The tool as the server sent it; `undefined` if the snapshot is a `:retrieveTools` response of CES. */
  readonly listed: JsonObject | undefined;
  /** Whether the server executes the tool only as a task (MCP 2025-11-25, Tasks). */
  readonly isTask: boolean;
  readonly tree: Tree;
  readonly path: Path;
}

/**
 * Reads a `tools/list` result, an array of such results (pages), or a saved `:retrieveTools` response. An invalid tool does not affect the
 * valid ones.
 */
export function checkToolList(tree: Tree): Outcome<McpToolList> {
  const places = listedPlaces(tree);
  const { isReadable, diagnostics } = checkSnapshotFormat({ tree, expected: "it has no array `tools`", isExpected: places !== undefined });
  const found: Diagnostic[] = [...diagnostics];
  const tools = new Map<string, McpTool>();
  const refused = new Set<string>();
  for (const path of isReadable ? (places ?? []) : []) {
    if (hasProblemAt(tree, path)) continue; // The parser reported the problem.
    const { value, violation } = readTool(tree, path);
    if (value === undefined) {
      found.push(diagnostic(invalidMcpTool, violation, originOfValue(tree, violation.path)));
      refused.add(violation.name);
    } else if (tools.has(value.name))
      found.push(
        diagnostic(duplicateMcpTool, { tool: value.name }, originOfValue(tree, [...value.path, "name"]), firstOf(tools, value.name)),
      );
    else tools.set(value.name, value);
  }
  return { value: { isReadable, tools: [...tools.values()], toolCount: places?.length ?? 0, refused }, diagnostics: found };
}

/** The paths of all tools in all pages; `undefined` if some page has no array of tools. */
function listedPlaces(tree: Tree): Path[] | undefined {
  const pages: Path[] = isArray(tree.data) ? tree.data.map((_page, index) => [index]) : [[]];
  const lists = pages.map((page) => {
    // If the page is a JSON-RPC response, the tools are in `result`.
    return [
      [...page, "tools"],
      [...page, "result", "tools"],
    ].find((list) => isArray(valueAt(tree, list)));
  });
  const found = lists.filter((list) => list !== undefined);
  if (found.length === 0 || found.length < lists.length) return undefined;
  return found.flatMap((list) => {
    const tools = valueAt(tree, list);
    return isArray(tools) ? tools.map((_tool, index): Path => [...list, index]) : [];
  });
}

type ReadTool =
  | { readonly value: McpTool; readonly violation: undefined }
  | {
      readonly value: undefined;
      readonly violation: { readonly tool: string; readonly name: string; readonly violation: string; readonly path: Path };
    };

function readTool(tree: Tree, listed: Path): ReadTool {
  const whole = valueAt(tree, listed);
  const isRetrieved = isObject(member(whole, "mcpTool"));
  const path = isRetrieved ? [...listed, "mcpTool"] : listed;
  const tool = valueAt(tree, path);
  const name = member(tool, "name");
  const called = typeof name === "string" && name !== "" ? `"${name}"` : `number ${Number(listed.at(-1)) + 1}`;
  const fail = (violation: string, at: readonly string[] = []): ReadTool => ({
    value: undefined,
    violation: { tool: called, name: String(name), violation, path: [...path, ...at] },
  });

  if (!isObject(tool)) return fail("is not an object");
  if (typeof name !== "string" || name === "") return fail("has no name");
  for (const field of ["title", "description"]) {
    const value = member(tool, field);
    if (value !== undefined && value !== null && typeof value !== "string") return fail(`has a ${field} that is not a string`, [field]);
  }
  const annotations = member(tool, "annotations") ?? {};
  if (!isObject(annotations)) return fail("has annotations that are not an object", ["annotations"]);
  const schemas: Record<"inputSchema" | "outputSchema", RootSchema | undefined> = { inputSchema: undefined, outputSchema: undefined };
  for (const field of ["inputSchema", "outputSchema"] as const) {
    const schema = member(tool, field) ?? undefined;
    if (schema === undefined) continue;
    if (!isObject(schema)) return fail(`has an ${field} that is not an object`, [field]);
    schemas[field] = { tree, path: [...path, field], dialect: isRetrieved ? "ces" : dialectOf(schema) };
  }
  if (schemas.inputSchema === undefined && !isRetrieved) return fail("has no inputSchema");
  if (schemas.inputSchema !== undefined && !isOfObjects(valueAt(tree, schemas.inputSchema.path)))
    return fail("has an inputSchema that is not of type object", ["inputSchema"]);

  const value = {
    name,
    title: textOf(tool, "title") || textOf(annotations, "title"),
    description: textOf(tool, "description"),
    input: schemas.inputSchema,
    output: schemas.outputSchema,
    annotations,
    listed: isRetrieved ? undefined : tool,
    isTask: member(member(tool, "execution"), "taskSupport") === "required",
    tree,
    path,
  };
  return { value, violation: undefined };
}

/** The dialect of a schema: 2020-12 unless `$schema` specifies another dialect (MCP 2025-11-25, "JSON Schema Usage"). */
function dialectOf(schema: JsonObject): Dialect {
  const named = member(schema, "$schema");
  return typeof named === "string" && /draft-0[3-7]\b/.test(named) ? "draft-07" : "2020-12";
}

/** Whether the `type` of a schema allows only objects. A schema without a type is assumed to allow only objects. */
function isOfObjects(schema: Json | undefined): boolean {
  const type = member(schema, "type");
  const types = isArray(type) ? type : [type];
  return types.every((each) => each === undefined || each === "object" || each === "OBJECT");
}

function textOf(object: JsonObject, name: string): string {
  const value = member(object, name);
  return typeof value === "string" ? value : "";
}

function firstOf(tools: ReadonlyMap<string, McpTool>, name: string) {
  const first = tools.get(name);
  return {
    related: first === undefined ? [] : [{ message: "The first tool is here.", place: originOfValue(first.tree, [...first.path, "name"]) }],
  };
}
