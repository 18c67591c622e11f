import type { SchemaObject } from "../../projection/schema.ts";
import { cutAtSentence } from "../../projection/text/cut-at-sentence.ts";
import { utf8Length } from "../../result/cut-value.ts";
import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { unsentError } from "../../tool-error.ts";
import { maxBytes } from "./declare.ts";
import { fitSchema, listValues } from "./fit-schema.ts";

/** The tools whose results contain values of a parameter, such as the identifiers that it requires. */
interface ParameterProducers {
  readonly parameter: string;
  readonly tools: readonly Tool[];
}

const maxProducers = 5;

/** The result of `describe_tool`: what a model reads about a tool before it calls the tool. It has at most `maxBytes` bytes of JSON. */
export function describeTool(tool: Tool, producers: readonly ParameterProducers[]): object {
  const { name, description, approval, deprecated } = tool;
  const known = producers.filter(({ tools }) => tools.length > 0);
  const before = {
    name,
    description: cutAtSentence(description, maxBytes / 8),
    ...(deprecated ? { deprecated } : {}),
    ...(approval === "required" ? { approval: "A person must approve the call. Use call_tool_with_approval." } : {}),
  };
  const after =
    known.length === 0
      ? {}
      : {
          idsFrom: Object.fromEntries(
            known.map(({ parameter, tools }) => [parameter, tools.slice(0, maxProducers).map((each) => each.name)]),
          ),
        };
  return { ...before, ...schemaAt(tool, "", "arguments", maxBytes - jsonLength({ ...before, ...after })), ...after };
}

/** The result of `describe_tool` for a path: what an earlier result omitted, which is a schema or the values of a keyword. */
export function describePart(tool: Tool, path: string): object {
  const before = { name: tool.name, path };
  const bytes = maxBytes - jsonLength(before);
  const part = schemaAt(tool, path, "schema", bytes) ?? listValues(schemaOf(tool), path, bytes - 100 - jsonLength(path));
  if (part !== undefined) return { ...before, ...part };
  const message = `The arguments of ${tool.name} have no schema at the path ${JSON.stringify(path)}. Use a path from an earlier result.`;
  throw unsentError("invalid-arguments", message, "describe_tool");
}

function schemaAt(tool: Tool, path: string, member: "arguments" | "schema", bytes: number): object | undefined {
  const fitted = fitSchema(schemaOf(tool), path, bytes - jsonLength({ omitted, [member]: 0 }));
  return fitted && { [member]: fitted.schema, ...(fitted.isPartial ? { omitted } : {}) };
}

function schemaOf(tool: Tool): SchemaObject {
  return showTool(tool, {}).input("draft-2020-12");
}

/** What a model reads if the result does not have the whole schema. */
const omitted =
  'Where a "path" is shown in place of a schema or a list, call describe_tool with this name and that path to read it. Where only `true` is shown, the path is that of its place, such as /properties/id.';

function jsonLength(value: unknown): number {
  return utf8Length(JSON.stringify(value));
}
