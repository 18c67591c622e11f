import { plainData } from "../../contract/plain-data.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Program, Schema, Toolset } from "../../ir/ir.ts";
import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { assignNames } from "../../source/text/assign-names.ts";
import { escapeUnit } from "../../source/text/escape-unit.ts";
import type { File, Target } from "../target.ts";
import { agentsOmittedInCes, cesCodes, noEnvironmentForCes, toolOmittedInCes, unreplacedPlaceholderInCes } from "./codes.ts";
import { resolvePlaceholders } from "./placeholders.ts";
import { type CesResource, resourcesOf } from "./resources.ts";
import { unsupportedFeatures } from "./unsupported-features.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type CesTargetOptions = {
  /** The display name of the app. An import replaces the app of that name. */
  readonly app: string;
  /**
   * The environment whose values are written to `environment.json`. By default, it is each toolset's default environment, or its only one.
   */
  readonly environment: string;
};

/** An app in the layout that CX Agent Studio exports and imports, with the settings of `toolsetc.yaml` applied to its tools. */
export const cesTarget: Target<CesTargetOptions> = {
  name: "ces",
  description: "An app in the layout that CX Agent Studio imports.",
  page: "ces.md",
  codes: cesCodes,
  options: {
    app: {
      kind: "string",
      description: "The display name of the app. An import replaces the app of that name.",
      form: { pattern: "\\S", name: "a string that is not empty" },
      default: "app",
    },
    environment: {
      kind: "string",
      description:
        "The environment whose values are written to `environment.json`. By default, each toolset's default or only environment.",
      form: undefined,
      default: "",
    },
  },
  emit: emitCes,
};

function emitCes(program: Program, { app, environment }: CesTargetOptions): Outcome<File[]> {
  const diagnostics: Diagnostic[] = [];
  const candidates = program.toolsets.map(withDocumentation).flatMap((toolset): ResolvedResource[] => {
    const resources = resourcesOf(toolset);
    const ofToolset = resources.value.map((resource) => resolveResource(resource, toolset, environment));
    diagnostics.push(...unsupportedFeatures(toolset), ...resources.diagnostics, ...ofToolset.flatMap((each) => each.diagnostics));
    return ofToolset.map(({ value }) => value);
  });
  const { value: resolved, diagnostics: duplicates } = withoutDuplicates(candidates);
  diagnostics.push(...duplicates);
  const [first] = program.toolsets;
  if (program.agents.length > 0 && first !== undefined)
    diagnostics.push(diagnostic(agentsOmittedInCes, { count: program.agents.length }, first.origin));
  const folders = foldersOf(resolved);
  const values = environmentOf(resolved);
  const files: File[] = [
    { path: "app.json", text: jsonFile({ displayName: app }) },
    ...(Object.keys(values).length === 0 ? [] : [{ path: "environment.json", text: jsonFile(values) }]),
    ...resolved.flatMap(({ resource, toolset }) =>
      filesOf(resource, folders.get(resource) ?? resource.displayName).map((file) => ({ ...file, toolset: toolset.name })),
    ),
  ];
  return { value: files, diagnostics };
}

/** Replaces each schema of the toolset by the one with the authored descriptions, since people also read the emitted files. */
function withDocumentation(toolset: Toolset): Toolset {
  const documented = (schema: Schema): Schema => ({ ...schema, json: schema.documented });
  return {
    ...toolset,
    schemas: new Map([...toolset.schemas].map(([name, schema]) => [name, documented(schema)])),
    tools: toolset.tools.map((tool) => ({ ...tool, input: documented(tool.input), output: documented(tool.output) })),
  };
}

/** A resource whose only remaining placeholders are those that CES replaces. `values` has the values of these placeholders. */
interface ResolvedResource {
  readonly toolset: Toolset;
  readonly resource: CesResource;
  readonly values: JsonObject;
}

/**
 * Omits tools whose display name another tool of the app has. A client function of a toolset becomes a tool, and may have the name of a
 * Tool resource. The Tool resource is kept.
 */
function withoutDuplicates(resolved: readonly ResolvedResource[]): Outcome<ResolvedResource[]> {
  const alone = resolved.filter(({ toolset }) => toolset.resource === "tool");
  const names = new Set(alone.map(({ resource }) => resource.displayName));
  const isDuplicate = ({ toolset, resource }: ResolvedResource) =>
    toolset.resource === "toolset" && resource.collection === "tools" && names.has(resource.displayName);
  const reason = "another tool of the app has the same display name";
  return {
    value: resolved.filter((each) => !isDuplicate(each)),
    diagnostics: resolved.filter(isDuplicate).map(({ toolset, resource: { displayName: name } }) => {
      return diagnostic(toolOmittedInCes, { kind: "tool", name, reason }, toolset.origin, { toolset: toolset.name });
    }),
  };
}

function resolveResource(resource: CesResource, toolset: Toolset, requested: string): Outcome<ResolvedResource> {
  const { name, endpoint, origin } = toolset;
  const names = Object.keys(endpoint.environments);
  const environment = requested !== "" ? requested : (endpoint.defaultEnvironment ?? (names.length === 1 ? names[0] : undefined));
  const has = environment !== undefined && Object.hasOwn(endpoint.environments, environment);
  const overlay = has ? plainData(Object(endpoint.environments[environment])) : undefined;
  const { message, values, isManaged, unmanaged: others } = resolvePlaceholders(resource.message, overlay);
  const diagnostics = others.map(({ field, isResolved }) =>
    diagnostic(unreplacedPlaceholderInCes, { field, toolset: name, environment: isResolved ? environment : undefined }, origin, {
      toolset: name,
    }),
  );
  if (!has && (isManaged || hasPlaceholder(resource)) && (requested !== "" || names.length > 0))
    diagnostics.push(diagnostic(noEnvironmentForCes, { toolset: name, requested, known: names }, origin, { toolset: name }));
  return { value: { toolset, resource: { ...resource, message }, values: withAddress(resource, values, overlay) }, diagnostics };
}

/** Whether a server URL in the resource's document is a placeholder. */
function hasPlaceholder({ document }: CesResource): boolean {
  return JSON.stringify(document?.value.servers ?? []).includes('"$env_var"');
}

/**
 * Adds the server address of the environment to `values`, if the resource has a document. CES reads the address from `url` in these values.
 */
function withAddress({ document }: CesResource, values: JsonObject, overlay: Json | undefined): JsonObject {
  const own = document && isObject(overlay) ? overlay[document.field] : undefined;
  if (document === undefined || !isObject(own) || own.url === undefined) return values;
  const others = values[document.field];
  return { ...values, [document.field]: { url: own.url, ...(isObject(others) ? others : {}) } };
}

/** The folder name of each resource: its display name with `_` for characters that do not occur in folder names of exported apps. */
function foldersOf(resolved: readonly ResolvedResource[]): Map<CesResource, string> {
  const folders = new Map<CesResource, string>();
  for (const collection of ["tools", "toolsets"] as const) {
    const these = resolved.map(({ resource }) => resource).filter((resource) => resource.collection === collection);
    const names = assignNames(
      these.map(({ displayName }) => ({ id: displayName, name: displayName.replace(/[^A-Za-z0-9_-]+/g, "_") || "_" })),
    );
    for (const resource of these) folders.set(resource, names.get(resource.displayName) ?? resource.displayName);
  }
  return folders;
}

function environmentOf(resolved: readonly ResolvedResource[]): JsonObject {
  const collections = (["tools", "toolsets"] as const).flatMap((collection): [string, Json][] => {
    const entries = resolved
      .filter(({ resource, values }) => resource.collection === collection && Object.keys(values).length > 0)
      .map(({ resource, values }): [string, Json] => [resource.displayName, values]);
    return entries.length === 0 ? [] : [[collection, Object.fromEntries(entries)]];
  });
  return Object.fromEntries(collections);
}

function filesOf({ collection, message, document }: CesResource, folder: string): File[] {
  const root = `${collection}/${folder}`;
  if (document === undefined) return [{ path: `${root}/${folder}.json`, text: jsonFile(message) }];
  const { field, value } = document;
  // JSON is also YAML. Exports use the file extension `.yaml` for documents even where all other files are JSON.
  const path = `${root}/${field === "openApiToolset" ? "open_api_toolset" : "open_api_tool"}/open_api_schema.yaml`;
  const member = message[field];
  const whole = { ...message, [field]: { openApiSchema: path, ...(isObject(member) ? member : {}) } };
  return [
    { path: `${root}/${folder}.json`, text: jsonFile(whole) },
    { path, text: jsonFile(value) },
  ];
}

/** Prints JSON in ASCII. The indentation of one space marks the file as generated for `isGenerated`. */
function jsonFile(value: JsonObject): string {
  return `${JSON.stringify(value, null, 1)}\n`.replace(/[^\n\x20-\x7e]/g, escapeUnit);
}
