import type { Definition } from "../definition/definition.ts";
import { field, fieldAt, items, stringValue } from "../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { kinds, type Snapshot } from "../kinds.ts";
import type { ConfigValue } from "../project/config/config.ts";
import { documentTree, snapshotPath } from "../project/documents/documents.ts";
import type { Project } from "../project/project.ts";
import { namesOfResource, unknownName } from "../project/scope.ts";
import { flagPlace } from "../source/flag-place.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import { pushAll } from "../source/text/push-all.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { defaultEnvironmentName } from "./environments.ts";
import { nothingToPull } from "./exchange-codes.ts";
import { overlayOf } from "./overlay.ts";
import type { Resolved } from "./resolved.ts";
import { needsSelection, notChosen, selectedEnvironment } from "./selected-environment.ts";
import type { Selection } from "./selection.ts";
import { inEnvironment, type ResourceSurvey, survey } from "./survey.ts";

/** A document or snapshot that `pull` fetches for a toolset, and the path of the file in which it is saved. */
export type PullTask =
  | {
      readonly kind: "tools";
      readonly toolset: string;
      /** The definition with the values of the selected environment. */
      readonly resolved: Resolved;
      readonly path: string;
    }
  | { readonly kind: "document"; readonly toolset: string; readonly source: ConfigValue<string>; readonly path: string }
  | {
      readonly kind: "connection";
      readonly toolset: string;
      readonly connection: string;
      /** The entities that the definition uses; empty for a new definition. */
      readonly entities: readonly string[];
      /** The actions that the definition uses; empty for a new definition. */
      readonly actions: readonly string[];
      readonly path: string;
    };

export interface PullOptions extends Selection {
  /** The name of the toolset to pull; `undefined` for all toolsets that can be pulled. */
  readonly toolset: string | undefined;
}

/** Plans what to fetch: the tool lists of MCP servers, the schemas of connections, and OpenAPI documents with a configured source. */
export function pullTasks(definitions: readonly Definition[], project: Project, options: PullOptions): Outcome<PullTask[]> {
  const all = survey(definitions, project, options);
  const one = selectedEnvironment(project, all.environments);
  const diagnostics: Diagnostic[] = [...all.diagnostics];
  const tasks: PullTask[] = [];
  for (const surveyed of all.surveyed) {
    const { definition, app } = surveyed.resource;
    if (definition === undefined || (options.toolset !== undefined && !definition.aliases.includes(options.toolset))) continue;
    tasks.push(...documentTask(definition, project));
    const { snapshot } = kinds[definition.kind];
    if (snapshot === undefined) continue;
    const environment = one(app);
    if (needsSelection(surveyed, environment)) diagnostics.push(notChosen(surveyed.environments));
    else {
      const selected = inEnvironment(surveyed, environment);
      const found = checkPlaceholders(selected).filter(({ severity }) => severity === "error");
      pushAll(diagnostics, found);
      if (found.length > 0) continue;
      tasks.push(...snapshotTask[snapshot](selected, definition, project));
    }
  }
  if (tasks.length === 0 && diagnostics.length === 0 && options.toolset !== undefined)
    diagnostics.push(...whyNothing(options.toolset, definitions, project));
  return { value: tasks, diagnostics };
}

/**
 * Reports why nothing is pulled for a name. Definitions with errors and projects without definitions are not reported again, because `load`
 * has reported them.
 */
function whyNothing(name: string, definitions: readonly Definition[], { resources, config }: Project): Diagnostic[] {
  const place = flagPlace("pull", name);
  const definition = definitions.find(({ aliases }) => aliases.includes(name));
  if (definition !== undefined) return [diagnostic(nothingToPull, { name, reason: whyNothingFor(definition, config) }, place)];
  const isReported = resources.length === 0 || resources.some((resource) => namesOfResource(resource).includes(name));
  return isReported ? [] : [unknownName(name, resources, place)];
}

function whyNothingFor(definition: Definition, config: Project["config"]): string {
  if (kinds[definition.kind].document === undefined) return "toolsets of this kind have neither a server nor a document";
  if (sourceOf(definition, config) === undefined) return "toolsetc.yaml has no URL for the document under `sources`";
  return "the document is a part of the definition";
}

function sourceOf({ aliases }: Definition, config: Project["config"]): ConfigValue<string> | undefined {
  return aliases.map((name) => config.sources.get(name)).find((source) => source !== undefined);
}

/** The task for the document of a definition. The document is pulled if its source is configured and it is a separate file. */
function documentTask(definition: Definition, project: Project): PullTask[] {
  const { document } = kinds[definition.kind];
  const source = sourceOf(definition, project.config);
  if (document === undefined || source === undefined) return [];
  const path = documentTree(definition, project)?.source.path ?? stringValue(field(definition.body, document));
  if (path === undefined || path === definition.node.tree.source.path) return [];
  return [{ kind: "document", toolset: definition.name, source, path }];
}

const snapshotTask: {
  readonly [snapshot in Snapshot]: (selected: ResourceSurvey, definition: Definition, project: Project) => PullTask[];
} = { tools: toolsTask, connection: connectionTask };

function toolsTask({ placeholders }: ResourceSurvey, definition: Definition, project: Project): PullTask[] {
  const server = effectiveString("serverAddress", definition, placeholders) ?? field(definition.body, "stdio");
  if (server === undefined) return [];
  const values = placeholders.flatMap(({ path, environmentValues: [environmentValue] }) =>
    environmentValue?.state === "given" ? [[path, environmentValue.value] as const] : [],
  );
  const resolved: Resolved = {
    definition,
    environments: new Map(placeholders.length === 0 ? [] : [[defaultEnvironmentName, overlayOf(values)]]),
    defaultEnvironment: placeholders.length === 0 ? null : defaultEnvironmentName,
  };
  return [{ kind: "tools", toolset: definition.name, resolved, path: snapshotPath(project.base, definition.name, "tools") }];
}

function connectionTask({ placeholders }: ResourceSurvey, definition: Definition, project: Project): PullTask[] {
  const connection = effectiveString("connection", definition, placeholders);
  if (connection === undefined) return [];
  const single = field(definition.body, "action");
  const used = single === undefined ? items(field(definition.body, "connectorActions")) : [single];
  const entities = used.flatMap((each) => stringValue(fieldAt(each, ["entityOperation", "entityId"])) ?? []);
  const actions = used.flatMap((each) => stringValue(field(each, "connectionActionId")) ?? []);
  const path = snapshotPath(project.base, definition.name, "connection");
  return [{ kind: "connection", toolset: definition.name, connection, entities, actions, path }];
}

/** The value of a field of the definition. If this value is the placeholder, the value of the field in the selected environment. */
function effectiveString(name: string, { body, member }: Definition, placeholders: ResourceSurvey["placeholders"]): string | undefined {
  const written = field(body, name);
  const filled = placeholders.find(({ path }) => path.join(".") === `${member}.${name}`)?.environmentValues[0];
  return isPlaceholder(written?.value) ? (filled?.state === "given" ? filled.value : undefined) : stringValue(written);
}
