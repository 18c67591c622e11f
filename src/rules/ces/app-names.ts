import type { Definition } from "../../definition/definition.ts";
import { resourceNames } from "../../definition/definition-names.ts";
import { field, items, type Node, nodeAt, stringValue } from "../../definition/node.ts";
import { systemTools } from "../../definition/system-tools.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { OpenApiDocument } from "../../document/openapi/read/operation.ts";
import type { App, AppCollection, AppContent, Project } from "../../project/project.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import type { Tree } from "../../source/tree.ts";

/** What a reference can refer to. Messages contain these words. */
export type Referent = "agent" | "tool" | "toolset" | "guardrail" | "evaluation" | "evaluation dataset" | "evaluation expectation";

/** The names in an exported app. */
export interface AppNames {
  /** The names of all resources: display names, folders, and the last segments of resource names. */
  readonly of: ReadonlyMap<Referent, ReadonlySet<string>>;
  readonly variables: ReadonlySet<string>;
  /**
   * The operationIds of each toolset, by each of its names. The value is `undefined` if only the server of the toolset knows the
   * operations, or if they could not be read.
   */
  readonly operations: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /**
   * The name that calls an operation, by each spelling of the name that authors may write. The value is `undefined` for a spelling that
   * several operations have.
   */
  readonly calledNames: ReadonlyMap<string, string | undefined>;
}

/** The files of a project that contain names. */
interface Resources {
  readonly project: Pick<Project, "resources">;
  readonly definitions: readonly Definition[];
  readonly documentOf: (definition: Definition) => OpenApiDocument | undefined;
}

/** The tools that agents and Python code may call by name. */
export interface Callable {
  readonly names: ReadonlySet<string>;
  /** The names in which a single `_` replaces several `_` in a row. The service exports names in this form. */
  readonly shortened: ReadonlySet<string>;
  /** The prefixes of callable names for toolsets whose tools are unknown: each name with such a prefix counts as callable. */
  readonly prefixes: readonly string[];
}

/** The kind of the resources in each collection. The kind "example" is not a `Referent`, because nothing refers to examples. */
export const resourceKinds = {
  guardrails: "guardrail",
  evaluations: "evaluation",
  evaluationDatasets: "evaluation dataset",
  evaluationExpectations: "evaluation expectation",
  examples: "example",
} as const satisfies { readonly [collection in AppCollection]: Referent | "example" };

/** Collects the names of an app. */
export function appNames(app: App, content: AppContent, all: Resources): AppNames {
  const of = new Map<Referent, Set<string>>();
  function add(referent: Referent, names: readonly string[]): void {
    const known = of.get(referent) ?? new Set();
    for (const name of names) known.add(name);
    of.set(referent, known);
  }
  add("tool", systemTools);
  for (const tree of app.agents) add("agent", namesOf(nodeAt({ tree, path: [] }), tree.source.path.split("/").at(-2) ?? ""));
  for (const resource of all.project.resources)
    if (resource.app === app.root) add(resource.resource, namesOf(nodeAt(resource), resource.fallbackName));
  for (const { collection, tree, fallbackName } of content.resources) {
    const kind = resourceKinds[collection];
    if (kind !== "example") add(kind, namesOf(nodeAt({ tree, path: [] }), fallbackName));
  }
  const node = nodeAt({ tree: app.tree, path: [] });
  const declared = [...items(field(node, "variableDeclarations")), ...items(field(node, "predefinedVariableDeclarations"))];
  const variables = new Set(declared.flatMap((declaration) => stringValue(field(declaration, "name")) ?? []));
  const operations = operationsOf(app, all);
  return { of, variables, operations, calledNames: calledNamesOf(operations) };
}

/** The names by which a reference may name a resource: its display name or folder, and the last segment of its resource name. */
export function namesOf(node: Node, fallbackName: string): string[] {
  const id = stringValue(field(node, "name"));
  return [...resourceNames(node, fallbackName), ...(id === undefined ? [] : [lastSegment(id)])];
}

function operationsOf(app: App, { project, definitions, documentOf }: Resources): AppNames["operations"] {
  const operations = new Map<string, ReadonlySet<string> | undefined>();
  const definitionOf = new Map(definitions.map((definition) => [definition.node.tree, definition]));
  for (const resource of project.resources) {
    if (resource.app !== app.root || resource.resource !== "toolset") continue;
    const definition = definitionOf.get(resource.tree);
    const document = definition?.kind === "openapi" ? documentOf(definition) : undefined;
    const isKnown = document !== undefined && document.refused.length === 0 && document.unreadable.length === 0;
    const ids = isKnown ? new Set(document.operations.flatMap(({ operationId }) => operationId ?? [])) : undefined;
    for (const name of resourceNames(nodeAt(resource), resource.fallbackName)) operations.set(name, ids);
  }
  return operations;
}

/** The tools that any agent and any code of the app may call. */
export function callableInApp(app: App, names: AppNames): Callable {
  const uses = app.agents.map((tree) => toolsOf(tree));
  // If an agent lists an unknown toolset, only the toolset is reported. Its tools count as callable, so that texts with these tools are not
  // reported too.
  const unknown = uses.flatMap(({ toolsets }) => toolsets).filter(({ name }) => names.of.get("toolset")?.has(name) !== true);
  const all = [...[...names.operations.keys()].map((name) => ({ name, ids: undefined })), ...unknown];
  return callable([...(names.of.get("tool") ?? []), ...uses.flatMap(({ tools }) => tools)], all, names);
}

/** The tools that an agent may call. */
export function callableBy(agent: Tree, names: AppNames): Callable {
  const { tools, toolsets } = toolsOf(agent);
  const found = callable([...systemTools, ...tools], toolsets, names);
  // Models see display names. If an agent lists ids instead, the names of its tools are unknown, so every name counts as callable.
  const isClear = tools.every((name) => !name.includes("/")) && toolsets.every(({ name }) => !isId(name, names));
  return isClear ? found : { ...found, prefixes: [""] };
}

function isId(toolset: string, { of, operations }: AppNames): boolean {
  return !operations.has(toolset) && of.get("toolset")?.has(toolset) === true;
}

interface ToolUse {
  readonly tools: readonly string[];
  readonly toolsets: readonly ChosenToolset[];
}

interface ChosenToolset {
  readonly name: string;
  /** The operationIds of the chosen tools; `undefined` for all tools of the toolset. */
  readonly ids: readonly string[] | undefined;
}

function toolsOf(agent: Tree): ToolUse {
  const node = nodeAt({ tree: agent, path: [] });
  const toolsets = items(field(node, "toolsets")).flatMap((reference): ChosenToolset[] => {
    const name = stringValue(field(reference, "toolset"));
    const chosen = field(reference, "toolIds");
    const ids = chosen === undefined ? undefined : items(chosen).flatMap((id) => stringValue(id) ?? []);
    return name === undefined ? [] : [{ name: lastSegment(name), ids }];
  });
  return { tools: items(field(node, "tools")).flatMap((tool) => stringValue(tool) ?? []), toolsets };
}

/**
 * Collects the names of standalone tools and of the tools of toolsets. CES names a tool of a toolset by the toolset's display name, `_` and
 * the operationId.
 */
function callable(tools: readonly string[], toolsets: readonly ChosenToolset[], { operations }: AppNames): Callable {
  const all = new Set(tools);
  const prefixes: string[] = [];
  for (const { name, ids } of toolsets) {
    const known = ids ?? operations.get(name);
    if (known === undefined) prefixes.push(`${name}_`);
    for (const id of known ?? []) all.add(`${name}_${id}`);
  }
  return { names: all, shortened: new Set([...all].map(shorten)), prefixes };
}

/** Whether a tool of this name may be called. The service treats several `_` in a row as one. */
export function isCallable(name: string, { names, shortened, prefixes }: Callable): boolean {
  return names.has(name) || shortened.has(shorten(name)) || prefixes.some((prefix) => name.startsWith(prefix));
}

function shorten(name: string): string {
  return name.replace(/_+/g, "_");
}

/** The name that calls an operation, by each spelling of the name: `orders_find` for `orders_find`, `orders.find` and `find`. */
function calledNamesOf(operations: AppNames["operations"]): AppNames["calledNames"] {
  const called = new Map<string, string | undefined>();
  for (const [toolset, ids] of operations) {
    for (const id of ids ?? []) {
      const name = `${toolset}_${id}`;
      // A spelling that operations of two toolsets have is ambiguous, so no name is suggested for it.
      for (const form of [id, name, `${toolset}.${id}`]) called.set(form, called.has(form) && called.get(form) !== name ? undefined : name);
    }
  }
  return called;
}

/**
 * The maximum number of unknown names that get a suggestion. Each name is compared with all candidates, of which there may be a million.
 */
const maxSuggestions = 200;

/**
 * Returns a function that suggests a correction of an unknown name: the name in `calledNames`, else the nearest candidate. After
 * `maxSuggestions` calls, the function returns `undefined`.
 */
export function createSuggest(
  candidates: Iterable<string>,
  calledNames: AppNames["calledNames"] = new Map(),
): (name: string) => string | undefined {
  let left = maxSuggestions;
  return (name) => {
    if (left === 0) return undefined;
    left -= 1;
    return calledNames.get(name) ?? nearest(name, candidates);
  };
}
