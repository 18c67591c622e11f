import type { Change } from "../changes/change.ts";
import type { ToolRow } from "../changes/tool-rows.ts";
import { authKinds } from "../describe/auth-kinds.ts";
import { type CallAddress, hostsOf } from "../describe/hosts.ts";
import { plainType } from "../describe/plain-type.ts";
import type { Finding } from "../diagnostic/report.ts";
import type { Program, Tool, Toolset } from "../ir/ir.ts";
import type { Entry } from "../runtime/discovery/entry.ts";
import { sharedSchemaName } from "../schema/references.ts";
import { isArray, isObject, type Json, member } from "../source/json.ts";

/** The data of the catalog page of a project. */
export interface Catalog {
  readonly title: string;
  readonly toolsets: readonly CatalogToolset[];
  readonly agents: readonly CatalogAgent[];
  /** The findings that do not belong to a tool of the catalog. */
  readonly findings: readonly Finding[];
  /** The changes since a base; `undefined` if no base is given. */
  readonly changes: CatalogChanges | undefined;
}

export interface CatalogAgent {
  readonly name: string;
  /** The names of the toolsets and tools that it uses. */
  readonly toolsets: readonly string[];
  readonly tools: readonly string[];
}

export interface CatalogToolset {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Toolset["endpoint"]["kind"];
  readonly hosts: readonly CallAddress[];
  /** The agents that use its tools; `undefined` in a project without agents. */
  readonly agents: readonly string[] | undefined;
  readonly tools: readonly CatalogTool[];
}

export interface CatalogTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: "reads" | "writes" | "may delete";
  readonly needsApproval: boolean;
  readonly isDeprecated: boolean;
  /** `GET /pets/{id}`; empty for a tool that is not an HTTP operation. */
  readonly request: string;
  /** Its own hosts, if they are not those of its toolset. */
  readonly hosts: readonly CallAddress[];
  readonly auth: readonly string[];
  readonly tokens: number;
  /** How ready it is for a model, from 0 to 100. */
  readonly score: number;
  /** The agents that use it; `undefined` in a project without agents. */
  readonly agents: readonly string[] | undefined;
  readonly arguments: readonly CatalogValue[];
  readonly result: readonly CatalogValue[];
  readonly findings: readonly Finding[];
  /** The path of its source file. */
  readonly file: string;
  /** Its entry in the search index. */
  readonly entry: Entry;
}

/** An argument, or a member of a result. */
export interface CatalogValue {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

export interface CatalogChanges {
  /** What the project is compared with, for readers. */
  readonly base: string;
  readonly changes: readonly Change[];
  readonly rows: readonly ToolRow[];
}

export interface CatalogInput {
  readonly title: string;
  readonly program: Program;
  readonly findings: readonly Finding[];
  readonly changes: CatalogChanges | undefined;
  /** The entries of a toolset's tools, in their order. */
  readonly entriesOf: (toolset: Toolset) => readonly Entry[];
  readonly tokensOf: (tool: Tool, toolset: Toolset) => number;
  readonly scoreOf: (tool: Tool) => number;
}

/** Gathers the data of the catalog page. */
export function catalogOf({ title, program, findings, changes, entriesOf, tokensOf, scoreOf }: CatalogInput): Catalog {
  const hasAgents = program.agents.length > 0;
  const agentsOf = grouped(program.agents.flatMap(({ name, tools }) => tools.map((tool) => [tool, name])));
  const findingsOf = grouped(findings.flatMap((finding) => finding.toolsets.map((toolset) => [keyOf(toolset, finding.tool), finding])));
  const shown = new Set<Finding>();
  const toolsets = program.toolsets.map((toolset): CatalogToolset => {
    const hosts = hostsOf(toolset);
    const entries = entriesOf(toolset);
    const tools = toolset.tools.map((tool, index): CatalogTool => {
      const entry = entries[index];
      if (entry === undefined) throw new Error("Every tool has an entry.");
      const own = findingsOf.get(keyOf(toolset.name, tool.id)) ?? [];
      for (const finding of own) shown.add(finding);
      const ownHosts = hostsOf(toolset, tool);
      return {
        ...factsOf(tool, toolset),
        hosts: JSON.stringify(ownHosts) === JSON.stringify(hosts) ? [] : ownHosts,
        tokens: tokensOf(tool, toolset),
        score: scoreOf(tool),
        agents: hasAgents ? (agentsOf.get(tool.name) ?? []) : undefined,
        findings: own,
        entry,
      };
    });
    const agents = hasAgents ? [...new Set(tools.flatMap((tool) => tool.agents ?? []))] : undefined;
    const { name, displayName, description, endpoint } = toolset;
    return { name, title: displayName, description, kind: endpoint.kind, hosts, agents, tools };
  });
  const agents = program.agents.map(({ name, tools }) => ({
    name,
    tools,
    toolsets: toolsets.filter((toolset) => toolset.tools.some((tool) => tools.includes(tool.name))).map((toolset) => toolset.name),
  }));
  return { title, toolsets, agents, findings: findings.filter((finding) => !shown.has(finding)), changes };
}

function keyOf(toolset: string, tool: string | undefined): string {
  return `${toolset}\0${tool ?? ""}`;
}

/** The values of pairs by their keys, in their order. */
function grouped<Value>(pairs: readonly (readonly [key: string, value: Value])[]): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** The data of a tool that depends only on the tool and its toolset. */
type Facts = Omit<CatalogTool, "hosts" | "tokens" | "score" | "agents" | "findings" | "entry">;

function factsOf(tool: Tool, toolset: Toolset): Facts {
  const { name, title, description, annotations, approval, deprecated, binding, input, output, origin } = tool;
  return {
    name,
    title,
    description,
    effect: annotations.readOnly ? "reads" : annotations.destructive ? "may delete" : "writes",
    needsApproval: approval === "required",
    isDeprecated: deprecated,
    request: binding.transport === "http" ? `${binding.method} ${binding.path}` : "",
    auth: authKinds(tool, toolset),
    arguments: valuesOf(input.json, toolset.schemas),
    result: valuesOf(output.json, toolset.schemas),
    file: origin.tree.source.path,
  };
}

/** The properties of an object schema. */
function valuesOf(schema: Json, shared: Toolset["schemas"]): CatalogValue[] {
  const object = resolved(schema, shared);
  const [properties, required] = [member(object, "properties"), member(object, "required")];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, value]) => {
    const description = member(value, "description") ?? member(resolved(value, shared), "description");
    return {
      name,
      type: plainType(value, shared),
      isRequired: isArray(required) && required.includes(name),
      description: typeof description === "string" ? description : "",
    };
  });
}

/** The target of a reference, or the schema itself. */
function resolved(schema: Json, shared: Toolset["schemas"]): Json {
  const name = sharedSchemaName(member(schema, "$ref"));
  return (name === undefined ? undefined : shared.get(name)?.json) ?? schema;
}
