import type { Change } from "../../contract/changes/change.ts";
import type { ToolRow } from "../../contract/changes/tool-rows.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Program, Tool, Toolset } from "../../ir/ir.ts";
import type { Entry } from "../../runtime/discovery/entry.ts";
import type { Json } from "../../source/json/json.ts";
import { authKinds } from "../auth-kinds.ts";
import { exampleInput } from "../example-input.ts";
import { type CallAddress, hostsOf } from "../hosts.ts";
import { type CatalogValue, groupsOf } from "./groups.ts";

/** The data of the catalog page of a project. */
export interface Catalog {
  readonly title: string;
  readonly toolsets: readonly CatalogToolset[];
  readonly agents: readonly CatalogAgent[];
  /** The findings that do not concern a tool of the catalog. */
  readonly findings: readonly Finding[];
  /** The changes since an earlier version of the project; `undefined` if the project is not compared with an earlier version. */
  readonly changes: CatalogChanges | undefined;
}

export interface CatalogAgent {
  readonly name: string;
  /** The names of the toolsets from which the agent uses at least one tool. */
  readonly toolsets: readonly string[];
  /** The names of the tools that the agent uses. */
  readonly tools: readonly string[];
}

export interface CatalogToolset {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Toolset["endpoint"]["kind"];
  /** The version that the toolset's document gives itself; `undefined` if it gives none. */
  readonly version: string | undefined;
  /** Who owns the toolset's files in the repository. */
  readonly owners: readonly string[];
  readonly hosts: readonly CallAddress[];
  /** The agents that use at least one tool of the toolset; `undefined` in a project without agents. */
  readonly agents: readonly string[] | undefined;
  readonly tools: readonly CatalogTool[];
  /** The groups of values in arguments and results, each once: the members of a group by its number. */
  readonly groups: readonly (readonly CatalogValue[])[];
}

export interface CatalogTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: "reads" | "writes" | "may lose data";
  readonly needsApproval: boolean;
  readonly isDeprecated: boolean;
  /** The method and the path, such as `GET /pets/{id}`; empty for a tool that is not an HTTP operation. */
  readonly request: string;
  /** The addresses of the tool's calls, if they differ from the addresses of the toolset; otherwise empty. */
  readonly hosts: readonly CallAddress[];
  readonly auth: readonly string[];
  readonly tokens: number;
  /** How well a model can use the tool, from 0 to 100. */
  readonly score: number;
  /** The agents that use the tool; `undefined` in a project without agents. */
  readonly agents: readonly string[] | undefined;
  readonly arguments: readonly CatalogValue[];
  readonly result: readonly CatalogValue[];
  /** Arguments that the tool accepts; `undefined` if none were found. */
  readonly example: Json | undefined;
  readonly findings: readonly Finding[];
  /** The path of the file that declares the tool. */
  readonly file: string;
  /** The tool's entry in the search index. */
  readonly entry: Entry;
}

export interface CatalogChanges {
  /** The name of the version that the project is compared with, such as a Git revision, as the page shows it. */
  readonly base: string;
  readonly changes: readonly Change[];
  readonly rows: readonly ToolRow[];
  /** Sentences about what was not compared, and why. */
  readonly unknown: readonly string[];
}

export interface CatalogInput {
  readonly title: string;
  readonly program: Program;
  readonly findings: readonly Finding[];
  readonly changes: CatalogChanges | undefined;
  /** The entries of the search index for the tools of a toolset, in the order of the tools. */
  readonly entriesOf: (toolset: Toolset) => readonly Entry[];
  readonly tokensOf: (tool: Tool, toolset: Toolset) => number;
  readonly scoreOf: (tool: Tool) => number;
  readonly versionOf: (toolset: Toolset) => string | undefined;
  readonly ownersOf: (toolset: Toolset) => readonly string[];
}

export function catalogOf(input: CatalogInput): Catalog {
  const { title, program, findings, changes, entriesOf, tokensOf, scoreOf } = input;
  const hasAgents = program.agents.length > 0;
  const agentsOf = grouped(program.agents.flatMap(({ name, tools }) => tools.map((tool) => [tool, name])));
  const findingsOf = grouped(findings.flatMap((finding) => finding.toolsets.map((toolset) => [keyOf(toolset, finding.tool), finding])));
  const shown = new Set<Finding>();
  const toolsets = program.toolsets.map((toolset): CatalogToolset => {
    const hosts = hostsOf(toolset);
    const entries = entriesOf(toolset);
    const groups = groupsOf(toolset.schemas);
    const tools = toolset.tools.map((tool, index): CatalogTool => {
      const entry = entries[index];
      if (entry === undefined) throw new Error("Every tool has an entry.");
      const own = findingsOf.get(keyOf(toolset.name, tool.id)) ?? [];
      for (const finding of own) shown.add(finding);
      const ownHosts = hostsOf(toolset, tool);
      return {
        ...factsOf(tool, toolset),
        arguments: groups.valuesOf(tool.input.json),
        result: groups.valuesOf(tool.output.json),
        example: exampleInput(tool, toolset),
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
    const [version, owners] = [input.versionOf(toolset), input.ownersOf(toolset)];
    return { name, title: displayName, description, kind: endpoint.kind, version, owners, hosts, agents, tools, groups: groups.all() };
  });
  const agents = program.agents.map(({ name, tools }) => {
    const own = new Set(tools);
    return {
      name,
      tools,
      toolsets: toolsets.filter((toolset) => toolset.tools.some((tool) => own.has(tool.name))).map((each) => each.name),
    };
  });
  return { title, toolsets, agents, findings: findings.filter((finding) => !shown.has(finding)), changes };
}

function keyOf(toolset: string, tool: string | undefined): string {
  return `${toolset}\0${tool ?? ""}`;
}

/** Groups key-value pairs by key. The values of a key keep their order. */
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
type Facts = Omit<CatalogTool, "hosts" | "tokens" | "score" | "agents" | "findings" | "entry" | "arguments" | "result" | "example">;

function factsOf(tool: Tool, toolset: Toolset): Facts {
  const { name, title, description, annotations, approval, deprecated, binding, origin } = tool;
  return {
    name,
    title,
    description,
    effect: annotations.readOnly ? "reads" : annotations.destructive ? "may lose data" : "writes",
    needsApproval: approval === "required",
    isDeprecated: deprecated,
    request: binding.transport === "http" ? `${binding.method} ${binding.path}` : "",
    auth: authKinds(tool, toolset),
    file: origin.tree.source.path,
  };
}
