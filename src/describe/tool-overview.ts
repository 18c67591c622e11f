import { plainData } from "../contract/plain-data.ts";
import type { Program, Tool, Toolset } from "../ir/ir.ts";
import { selfContained } from "../schema/closure.ts";
import { withoutFlag } from "../source/flag-place.ts";
import type { JsonObject, JsonSchema } from "../source/json/json.ts";
import { locate } from "../source/locate.ts";
import { lineAt, lineStarts } from "../source/source.ts";
import type { Origin } from "../source/tree.ts";
import { toolTokens } from "../targets/tool-tokens.ts";
import { type NeededCredential, neededCredentials } from "./auth-kinds.ts";
import { exampleInput } from "./example-input.ts";
import { type CallAddress, hostsOf } from "./hosts.ts";
import { membersOfSchema, type OverviewMember, typescriptOf } from "./members.ts";

type HttpBinding = Extract<Tool["binding"], { readonly transport: "http" }>;
type PagesBinding = NonNullable<HttpBinding["pages"]>;
type McpBinding = Extract<Tool["binding"], { readonly transport: "mcp" }>;

/** A description of a tool for people. It contains no values of credentials. */
export interface ToolOverview {
  /** The display name of the tool's toolset. `toolsetc call` identifies a tool by this name and the tool's local name. */
  readonly toolset: string;
  readonly id: string;
  readonly name: string;
  readonly localName: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Toolset["endpoint"]["kind"];
  /**
   * What a call requests: `GET /pets/{id}`, the name of the tool on an MCP server, or the operation of a connector; empty for a client
   * function.
   */
  readonly request: string;
  /** How the pages of a list follow each other; `null` if that is not known. */
  readonly pages:
    | (Pick<PagesBinding, "style" | "items"> & {
        readonly parameter: string | null;
        readonly collect: NonNullable<PagesBinding["collect"]> | null;
      })
    | null;
  /** What a call waits for after its request; `null` if the first answer is the result. `request` is empty if the answer has the address. */
  readonly waiting:
    | (Pick<NonNullable<HttpBinding["waiting"]>, "state" | "pending" | "seconds"> & {
        readonly style: NonNullable<(HttpBinding | McpBinding)["waiting"]>["style"];
        readonly request: string;
      })
    | null;
  readonly hosts: readonly CallAddress[];
  /** The alternative sets of credentials for a call; empty if calls need no credentials. A call needs all credentials of one set. */
  readonly credentials: readonly (readonly NeededCredential[])[];
  /** The names of the context variables that calls read. */
  readonly variables: readonly string[];
  readonly annotations: Tool["annotations"];
  readonly approval: Tool["approval"];
  readonly deprecated: boolean;
  /** The estimated tokens of the tool's declaration. */
  readonly tokens: number;
  readonly tags: readonly string[];
  /** The agents of an exported app that may use the tool. */
  readonly agents: readonly string[];
  /** The lines of the tool's operation and of its definition. File paths are relative to the root of the project. */
  readonly sources: readonly { readonly file: string; readonly line: number }[];
  readonly input: readonly OverviewMember[];
  readonly output: readonly OverviewMember[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly typescript: string;
  /** Arguments that the input schema accepts; `null` if no such arguments were found. */
  readonly example: JsonObject | null;
}

/** Creates the description of a tool. */
export function toolOverview(tool: Tool, toolset: Toolset, { agents }: Pick<Program, "agents">): ToolOverview {
  const { id, name, localName, title, description, annotations, approval, deprecated, tags, input, output } = tool;
  return {
    toolset: toolset.displayName,
    id,
    name,
    localName,
    title,
    description,
    kind: toolset.endpoint.kind,
    request: requestOf(tool),
    pages: pagesOf(tool),
    waiting: waitingOf(tool),
    hosts: hostsOf(toolset, tool),
    credentials: neededCredentials(tool, toolset),
    variables: variablesOf(tool, toolset),
    annotations,
    approval,
    deprecated,
    tokens: toolTokens(tool, toolset),
    tags,
    agents: agents.filter(({ tools }) => tools.includes(name)).map((agent) => agent.name),
    sources: sourcesOf([tool.origin, toolset.origin]),
    input: membersOfSchema(input, toolset),
    output: membersOfSchema(output, toolset),
    inputSchema: selfContained(input.json, toolset.schemas),
    outputSchema: selfContained(output.json, toolset.schemas),
    typescript: typescriptOf(input, output, toolset),
    example: exampleInput(tool, toolset) ?? null,
  };
}

function requestOf({ binding }: Tool): string {
  switch (binding.transport) {
    case "http":
      return `${binding.method} ${binding.path}`;
    case "mcp":
      return binding.tool;
    case "connector":
      return `${binding.operation} ${binding.target}`;
    case "client":
      return "";
  }
}

function pagesOf({ binding }: Tool): ToolOverview["pages"] {
  if (binding.transport !== "http" || binding.pages === null) return null;
  const { style, parameter = null, items, collect = null } = binding.pages;
  return { style, parameter, items, collect };
}

function waitingOf({ binding }: Tool): ToolOverview["waiting"] {
  if (binding.transport === "mcp" && binding.waiting)
    return { ...binding.waiting, request: "tasks/get", state: ["status"], pending: ["working"] };
  if (binding.transport !== "http" || !binding.waiting) return null;
  const { style, operation, state, pending, seconds } = binding.waiting;
  return { style, request: operation === null ? "" : `GET ${operation.path}`, state, pending, seconds };
}

/**
 * The names of the context variables that the definition refers to as `$context.variables.<name>`, or that are the values of parameters.
 */
function variablesOf({ binding }: Tool, { endpoint }: Toolset): string[] {
  const texts = JSON.stringify([plainData(endpoint.definition), plainData(endpoint.securitySchemes)]);
  const written = [...texts.matchAll(/\$context\.variables\.([\w.-]+)/g)].map(([, name = ""]) => name);
  const sent = [...JSON.stringify(plainData(binding)).matchAll(/"context":"variables\.([^"]+)"/g)].map(([, name = ""]) => name);
  return [...new Set([...written, ...sent])];
}

function sourcesOf(origins: readonly Origin[]): { readonly file: string; readonly line: number }[] {
  const spans = locate(origins);
  const places = origins.flatMap((origin) => {
    const span = spans.get(origin);
    // The value of a flag, and the definition that is made for a document of `--openapi`, are in no file of the project.
    return span === undefined || span.source.isFlag === true || withoutFlag(span.source.path) !== span.source.path
      ? []
      : [{ file: span.source.path, line: lineAt(lineStarts(span.source.text, span.start), span.start) + 1 }];
  });
  return places.filter((place, index) => places.findIndex(({ file, line }) => file === place.file && line === place.line) === index);
}
