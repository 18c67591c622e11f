import { isInvalidAt } from "../../definition/is-invalid-at.ts";
import { field, items, keyOrigin, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { McpTool, McpToolList } from "../../document/mcp/check-tool-list.ts";
import type { RootSchema } from "../../document/root-schema.ts";
import type { Resolved } from "../../environment/resolved.ts";
import type { Overrides } from "../../project/config/config.ts";
import type { McpBinding } from "../../runtime/binding.ts";
import { listedText } from "../../runtime/mcp/listed-text.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { member } from "../../source/json/json.ts";
import { sha256 } from "../../source/text/hash.ts";
import { type Origin, originOfValue } from "../../source/tree.ts";
import { unknownMcpTool } from "../codes.ts";
import { type Draft, type Lowered, type RequestedName, withoutDocument, withoutOperation } from "../draft.ts";
import { endpointOf, noDocument } from "../endpoint.ts";
import { finishDraft } from "../finish-draft.ts";
import { annotationsOfServer } from "../overrides/annotate.ts";
import { chooseOperations } from "../overrides/choose-operations.ts";
import { memberNames, overrideMembers } from "../overrides/override-parameters.ts";
import { authoredSchema } from "../schemas/authored-schema.ts";
import { asObject, closedObject, literalSchema, resultObject } from "../schemas/build-schema.ts";
import type { CreateSchemaSource, RootSchemaSource } from "../schemas/schema-source.ts";
import { lowerTask } from "../waiting/lower-waiting.ts";
import { withTask } from "../waiting/with-waiting.ts";

/** A tool of the server and its override in the definition. */
interface ServerTool {
  readonly id: string;
  readonly key: string;
  readonly method: undefined;
  readonly tags: readonly [];
  readonly tool: McpTool;
  readonly override: Node | undefined;
}

/** Lowers the tools of a snapshot. In the definition, an override may contain a snapshot of one tool, whose schemas take precedence. */
export function lowerMcp(resolved: Resolved, { tools, toolCount, refused }: McpToolList, settings: McpSettings): Outcome<Lowered> {
  const { body, node } = resolved.definition;
  const overrides = items(field(body, "toolOverrides"));
  const broken = overrides.filter(({ path }) => isInvalidAt(resolved.definition, path));
  const byName = new Map(
    overrides.filter((override) => !broken.includes(override)).map((override) => [stringValue(field(override, "tool")) ?? "", override]),
  );
  // A tool with an invalid override is omitted, because the intended values are unknown.
  const omitted = new Set(broken.map((override) => stringValue(field(override, "tool"))));
  const usable = tools.filter(({ name }) => !omitted.has(name));
  const serverTools = usable.map(
    (tool): ServerTool => ({ id: tool.name, key: tool.name, method: undefined, tags: [], tool, override: byName.get(tool.name) }),
  );
  const known = new Set(tools.map(({ name }) => name));
  const unknown = [...byName]
    .filter(([name]) => !known.has(name) && !refused.has(name))
    .map(([tool, override]) => {
      return diagnostic(unknownMcpTool, { tool, near: nearest(tool, known) }, valueOrigin(field(override, "tool") ?? override));
    });
  const lowered = lowerServerTools(resolved, serverTools, { ...settings, place: keyOrigin(node) });
  return {
    value: { ...lowered.value, account: { ...lowered.value.account, operations: toolCount } },
    diagnostics: [...unknown, ...lowered.diagnostics],
  };
}

/** Lowers an mcpTool. Its definition contains the description and the schemas, so it needs no snapshot. */
export function lowerMcpTool(resolved: Resolved, settings: McpSettings): Outcome<Lowered> {
  const { body, node } = resolved.definition;
  const name = stringValue(field(body, "name")) ?? resolved.definition.name;
  const tool: McpTool = {
    name,
    title: "",
    description: stringValue(field(body, "description")) ?? "",
    input: authoredSchema(body, "inputSchema"),
    output: authoredSchema(body, "outputSchema"),
    annotations: {},
    listed: undefined,
    isTask: false,
    tree: body.tree,
    path: body.path,
  };
  const serverTools: ServerTool = { id: name, key: name, method: undefined, tags: [], tool, override: body };
  return lowerServerTools(resolved, [serverTools], { ...settings, place: keyOrigin(node) });
}

export interface McpSettings {
  readonly overrides: Overrides | undefined;
  readonly sourceOf: CreateSchemaSource;
}

function lowerServerTools(
  resolved: Resolved,
  serverTools: readonly ServerTool[],
  { overrides, sourceOf, place }: McpSettings & { place: Origin },
): Outcome<Lowered> {
  const source = sourceOf(
    serverTools.flatMap((each) => [schemaOf(each, "input"), schemaOf(each, "output")]).filter((root) => root !== undefined),
  );
  const choice = chooseOperations(serverTools, overrides, place);
  const diagnostics: Diagnostic[] = [...choice.diagnostics];
  const drafts = choice.value.chosen.map((each) => {
    const ofTool = choice.value.toolOverrides.get(each.key);
    const waiting = lowerTask(each.tool.isTask, { overrides: ofTool, id: each.id });
    const draft = draftOf(each, waiting.value, source);
    const described = overrideMembers(draft.input, each.id, ofTool);
    diagnostics.push(...waiting.diagnostics, ...described.diagnostics);
    return withTask(finishDraft({ ...draft, input: described.value }, ofTool, choice.value));
  });
  const value = {
    endpoint: endpointOf(resolved, noDocument),
    requestedNames: serverTools.map(
      ({ id, key, override }): RequestedName => ({ id, key, tags: [], name: stringValue(field(override, "nameOverride")) || id }),
    ),
    drafts,
    toolOverrides: choice.value.toolOverrides,
    library: source,
    ...withoutDocument,
    account: { operations: serverTools.length, excluded: choice.value.excluded.size, webhooks: 0, callbacks: 0 },
  };
  return { value, diagnostics };
}

function draftOf(serverTools: ServerTool, waiting: McpBinding["waiting"], source: RootSchemaSource): Draft {
  const { id, key, tool, override } = serverTools;
  // Only explicit hints decide about approval: by MCP's defaults, nearly every tool would be destructive and need approval.
  const destructive = tool.annotations.destructiveHint === true && tool.annotations.readOnlyHint !== true;
  const origin = originOfValue(tool.tree, tool.path);
  const snapshot = field(override, "snapshot");
  const input = schemaOf(serverTools, "input");
  const output = schemaOf(serverTools, "output");
  const accepted = input === undefined ? closedObject([], origin) : asObject(source.convert(input, "input"));
  const converted = output && source.convert(output, "output");
  const description =
    stringValue(field(override, "descriptionOverride")) || stringValue(field(snapshot, "description")) || tool.description;
  return {
    key,
    id,
    title: tool.title,
    description: description.trim(),
    documentation: description.trim(),
    input: accepted,
    inputs: memberNames(accepted),
    output: outputOf(converted, origin),
    annotations: annotationsOfServer(tool.annotations),
    approval: destructive ? "required" : "none",
    ...withoutOperation,
    binding: {
      transport: "mcp",
      tool: id,
      structured: converted !== undefined,
      output: isObjectOutput(converted) ? "object" : "result",
      destructive,
      digest: tool.listed === undefined ? null : sha256(listedText(tool.listed)),
      waiting,
    },
    origin,
  };
}

function schemaOf({ tool, override }: ServerTool, side: "input" | "output"): RootSchema | undefined {
  return authoredSchema(field(override, "snapshot"), `${side}Schema`) ?? tool[side];
}

/** The output schema of a tool. If no output schema is authored, the result is content for a model, so any value is accepted. */
function outputOf(output: SchemaUse | undefined, origin: Origin): SchemaUse {
  if (output === undefined) return resultObject(literalSchema({}, origin), origin);
  return isObjectOutput(output) ? asObject(output) : resultObject(output, origin);
}

function isObjectOutput(output: SchemaUse | undefined): boolean {
  return output !== undefined && member(output.schema.json, "type") === "object";
}
