import type { Definition } from "../definition/definition.ts";
import { resourceNames } from "../definition/definition-names.ts";
import { field, items, type Node, stringValue, valueOrigin } from "../definition/node.ts";
import { systemTools } from "../definition/system-tools.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Group, Toolset } from "../ir/ir.ts";
import type { App, Project } from "../project/project.ts";
import { lastSegment } from "../source/text/last-segment.ts";
import { valueAt } from "../source/tree.ts";
import { unknownAgentTool, unknownAgentToolset, unknownToolId } from "./codes.ts";

/** A compiled toolset and its definition. */
export interface CompiledDefinition {
  readonly definition: Definition;
  readonly toolset: Toolset;
  /** The ids of all operations, including those that did not become tools. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Creates a group for each agent of each exported app: the agent's compiled standalone tools, then the tools of its toolsets, each in the
 * agent's order.
 */
export function groupByAgent(
  compiled: readonly CompiledDefinition[],
  { apps, resources }: Pick<Project, "apps" | "resources">,
): Outcome<Group[]> {
  const groups: Group[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const app of apps) {
    const own = compiled.filter(({ definition }) => definition.app === app.root);
    const known = knownNames(app, resources);
    for (const tree of app.agents) {
      if (tree.data === undefined) continue; // The syntax error in this file has been reported.
      const agent: Node = { tree, path: [], value: tree.data };
      const name = stringValue(field(agent, "displayName")) || (tree.source.path.split("/").at(-2) ?? "");
      const { value, diagnostics: found } = toolsOf(agent, { name, own, known });
      diagnostics.push(...found);
      groups.push({ name, description: stringValue(field(agent, "description")) ?? "", tools: [...new Set(value)] });
    }
  }
  return { value: groups, diagnostics };
}

/** The names of all toolsets and tools of an app, compiled or not. */
interface KnownNames {
  readonly toolsets: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
}

function knownNames(app: App, resources: Project["resources"]): KnownNames {
  const names = (kind: "toolset" | "tool") =>
    resources
      .filter(({ resource, app: root }) => resource === kind && root === app.root)
      .flatMap(({ tree, path, fallbackName }) => {
        const node: Node = { tree, path, value: valueAt(tree, path) ?? null };
        return [...resourceNames(node, fallbackName), ...(stringValue(field(node, "name"))?.split("/").slice(-1) ?? [])];
      });
  return { toolsets: new Set(names("toolset")), tools: new Set(names("tool")) };
}

interface Agent {
  readonly name: string;
  readonly own: readonly CompiledDefinition[];
  readonly known: KnownNames;
}

function toolsOf(node: Node, agent: Agent): Outcome<string[]> {
  const ofToolsets = items(field(node, "toolsets")).map((reference) => toolsetTools(reference, agent));
  const ofTools = items(field(node, "tools")).map((reference) => standaloneTools(reference, agent));
  const all = [...ofTools, ...ofToolsets];
  return { value: all.flatMap(({ value }) => value), diagnostics: all.flatMap(({ diagnostics }) => diagnostics) };
}

function toolsetTools(reference: Node, { name: agent, own, known }: Agent): Outcome<string[]> {
  const named = field(reference, "toolset");
  const name = stringValue(named);
  if (named === undefined || name === undefined) return { value: [], diagnostics: [] };
  const found = own.find(({ definition }) => definition.resource === "toolset" && hasName(definition, name));
  if (found === undefined) {
    // The toolset exists, but was not compiled. Another diagnostic reports the reason.
    if (known.toolsets.has(lastSegment(name))) return { value: [], diagnostics: [] };
    const near = nearest(name, known.toolsets);
    return { value: [], diagnostics: [diagnostic(unknownAgentToolset, { agent, toolset: name, near }, valueOrigin(named))] };
  }
  const { toolset, ids } = found;
  const chosen = field(reference, "toolIds");
  // An empty `toolIds` selects no tools. Without `toolIds`, the agent has all tools.
  if (chosen === undefined) return { value: toolset.tools.map((tool) => tool.name), diagnostics: [] };
  const exported = byExportedId(ids);
  const byId = new Map(toolset.tools.map((tool) => [tool.id, tool.name]));
  const tools: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const each of items(chosen)) {
    const written = stringValue(each) ?? "";
    const id = ids.has(written) ? written : exported.get(written);
    const tool = id === undefined ? undefined : byId.get(id);
    if (tool !== undefined) tools.push(tool);
    if (id === undefined) {
      const params = { agent, toolset: name, id: written, near: nearest(written, ids) };
      diagnostics.push(diagnostic(unknownToolId, params, valueOrigin(each), { toolset: toolset.name }));
    }
  }
  return { value: tools, diagnostics };
}

/**
 * The ids of operations by the ids in an export of CES, in which a single `_` replaces several `_` in a row (`users_list` for
 * `users__list`). The value is `undefined` if several operations have the same exported id.
 */
function byExportedId(ids: ReadonlySet<string>): ReadonlyMap<string, string | undefined> {
  const exported = new Map<string, string | undefined>();
  for (const id of ids) {
    const exportedId = id.replace(/_+/g, "_");
    exported.set(exportedId, exported.has(exportedId) ? undefined : id);
  }
  return exported;
}

function standaloneTools(reference: Node, { name: agent, own, known }: Agent): Outcome<string[]> {
  const name = stringValue(reference);
  if (name === undefined) return { value: [], diagnostics: [] };
  const found = own.find(({ definition }) => definition.resource === "tool" && hasName(definition, name));
  if (found !== undefined) return { value: found.toolset.tools.map((tool) => tool.name), diagnostics: [] };
  if (known.tools.has(lastSegment(name)) || systemTools.includes(name)) return { value: [], diagnostics: [] };
  const near = nearest(name, [...known.tools, ...systemTools]);
  return { value: [], diagnostics: [diagnostic(unknownAgentTool, { agent, tool: name, near }, valueOrigin(reference))] };
}

/** Whether a definition has this name: as an alias, as its resource name, or as the last segment of its resource name. */
function hasName({ aliases, node }: Definition, name: string): boolean {
  if (aliases.includes(name)) return true;
  const own = stringValue(field(node, "name"));
  return own !== undefined && (own === name || lastSegment(own) === lastSegment(name));
}
