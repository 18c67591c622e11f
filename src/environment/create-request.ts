import type { Definition } from "../definition/definition.ts";
import { fieldAt, stringValue } from "../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { kinds } from "../kinds.ts";
import { appNamePattern } from "../project/definitions/check-request.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { originOfValue } from "../source/tree.ts";
import { appFile } from "./app-file.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { documentText } from "./document-text.ts";
import { invalidRequestFlag, notACesToolset, notInRequest } from "./exchange-codes.ts";
import { resourceText } from "./managed-resource.ts";
import { withValueAt } from "./overlay.ts";
import { needsSelection, notChosen, selectedEnvironment } from "./selected-environment.ts";
import type { Selection } from "./selection.ts";
import { inEnvironment, type ResourceSurvey, survey } from "./survey.ts";

export interface CreateRequestOptions extends Selection {
  /** The resource name of the app: `projects/…/locations/…/apps/…` */
  readonly parent: string;
  /** The id of the new toolset; `undefined` if the service creates the id. */
  readonly toolsetId: string | undefined;
  /** The contents of the files that `filesToInline` returns, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A request that creates a toolset in CES, as data for two protocols. The compiler does not send it. */
export interface CreateRequest {
  readonly toolset: string;
  /** The CreateToolsetRequest of the CES API. */
  readonly request: JsonObject;
  /** The body of an MCP `tools/call` of `create_toolset`. */
  readonly call: JsonObject;
}

/** The paths of the files whose content a request contains: the Python code for the fake mode of CES. */
export function filesToInline(definitions: readonly Definition[], project: Project): string[] {
  return [...new Set(definitions.flatMap((definition) => pythonFile(definition, project) ?? []))];
}

/**
 * Builds a create request for each toolset. The request has the values of placeholders and the content of files, but no output-only fields.
 */
export function createRequests(
  definitions: readonly Definition[],
  project: Project,
  options: CreateRequestOptions,
): Outcome<CreateRequest[]> {
  const all = survey(definitions, project, options);
  const toolsets = all.surveyed.filter(({ resource }) => resource.resourceType === "toolset" && resource.definition !== undefined);
  const flags = checkFlags(options, toolsets.length);
  const one = selectedEnvironment(project, all.environments);
  const needsChoice = toolsets.some((each) => needsSelection(each, one(each.resource.app)));
  const refusals = [...all.diagnostics, ...flags, ...(needsChoice ? [notChosen(all.environments)] : [])];
  if (flags.length > 0 || needsChoice) return { value: [], diagnostics: refusals };

  const made = toolsets.map((surveyed) => createToolset(inEnvironment(surveyed, one(surveyed.resource.app)), project, options.texts));
  const value = made
    .flatMap(({ value }) => value ?? [])
    .map(({ name, toolset }, index) => requestOf(name, toolset, { options, id: index + 1 }));
  return { value, diagnostics: [...refusals, ...made.flatMap(({ diagnostics }) => diagnostics)] };
}

function checkFlags({ parent, toolsetId }: CreateRequestOptions, count: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (flag: string, written: string, reason: string) =>
    found.push(diagnostic(invalidRequestFlag, { reason }, flagPlace(flag, written)));
  if (!appNamePattern.test(parent)) report("--parent", parent, `The value "${parent}" of --parent is not the resource name of an app.`);
  if (toolsetId === undefined) return found;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{4,35}$/.test(toolsetId))
    report("--toolset-id", toolsetId, `The value "${toolsetId}" of --toolset-id is not a valid id for a toolset.`);
  if (count > 1) report("--toolset-id", toolsetId, `--toolset-id is the id of one toolset, but ${count} toolsets are selected.`);
  return found;
}

function requestOf(
  name: string,
  toolset: JsonObject,
  { options, id }: { readonly options: CreateRequestOptions; readonly id: number },
): CreateRequest {
  const request = { parent: options.parent, ...(options.toolsetId === undefined ? {} : { toolsetId: options.toolsetId }), toolset };
  return {
    toolset: name,
    request,
    call: { jsonrpc: "2.0", id, method: "tools/call", params: { name: "create_toolset", arguments: request } },
  };
}

function createToolset(
  surveyed: ResourceSurvey,
  project: Project,
  texts: ReadonlyMap<string, string>,
): Outcome<{ name: string; toolset: JsonObject } | undefined> {
  const { resource } = surveyed;
  const { definition } = resource;
  const found = checkPlaceholders(surveyed);
  if (definition === undefined || found.some(({ severity }) => severity === "error")) return { value: undefined, diagnostics: found };
  const place = originOfValue(resource.node.tree, resource.node.path);
  const names = { resource: resourceText(resource) };
  const details = { toolset: resource.name };
  if (!isCesToolset(definition)) return { value: undefined, diagnostics: [...found, diagnostic(notACesToolset, names, place, details)] };
  const toolset = completeToolset(surveyed, { definition, pythonFile: pythonFile(definition, project), texts });
  if ("reason" in toolset)
    return { value: undefined, diagnostics: [...found, diagnostic(notInRequest, { ...names, ...toolset }, place, details)] };
  return { value: { name: resource.name, toolset: toolset.value }, diagnostics: found };
}

/**
 * The toolset of a definition with the values of its placeholders and the content of its files, or the reason why it cannot be completed.
 */
function completeToolset(
  surveyed: ResourceSurvey,
  {
    definition,
    pythonFile,
    texts,
  }: { readonly definition: Definition; readonly pythonFile: string | undefined; readonly texts: ReadonlyMap<string, string> },
): { readonly value: JsonObject } | { readonly reason: string } {
  let toolset = withoutOutputOnly(definition.node.value);
  for (const { path, locations, environmentValues } of surveyed.placeholders) {
    const [environmentValue] = environmentValues;
    // `checkPlaceholders` has reported a placeholder without a value as an error.
    if (environmentValue?.state === "given" && locations.some(({ server }) => server === undefined))
      toolset = withValueAt(toolset, path, environmentValue.value);
  }
  const field = kinds[definition.kind].document;
  if (field !== undefined) {
    const document = documentText(surveyed);
    if ("reason" in document) return document;
    toolset = withValueAt(toolset, [definition.member, field], document.text);
  }
  if (pythonFile !== undefined) {
    const code = texts.get(pythonFile);
    if (code === undefined) return { reason: `its file "${pythonFile}" cannot be read` };
    toolset = withValueAt(toolset, ["toolFakeConfig", "codeBlock", "pythonCode"], code);
  }
  return { value: isObject(toolset) ? toolset : {} };
}

/** Whether CES has toolsets of this kind. */
function isCesToolset({ kind }: Definition): boolean {
  switch (kind) {
    case "openapi":
    case "mcp":
    case "connector":
      return true;
    case "client":
      return false;
  }
}

/**
 * The path of the file with the Python code for the fake mode. An exported resource has this path where the API expects the code itself.
 */
function pythonFile(definition: Definition, project: Project): string | undefined {
  if (definition.resource !== "toolset") return undefined;
  const code = fieldAt(definition.node, ["toolFakeConfig", "codeBlock", "pythonCode"]);
  const written = stringValue(code);
  return code === undefined || written === undefined || !/^[^\n]+\.py$/.test(written) ? undefined : appFile(code, project);
}

/** Output-only fields. `name` is one of them: the service forms it from the parent and the id. */
const outputOnly = ["name", "createTime", "create_time", "updateTime", "update_time", "etag"];

function withoutOutputOnly(value: Json): Json {
  const toolset = withoutMembers(value, outputOnly);
  const [mcp] = ["mcpToolset", "mcp_toolset"].filter((name) => isObject(member(toolset, name)));
  const [list] = ["toolOverrides", "tool_overrides"].filter((name) => mcp !== undefined && isArray(member(member(toolset, mcp), name)));
  if (mcp === undefined || list === undefined) return toolset;
  const overrides = member(member(toolset, mcp), list);
  const kept = isArray(overrides) ? overrides.map((override) => withoutMembers(override, ["snapshot"])) : [];
  return withValueAt(toolset, ["mcpToolset", "toolOverrides"], kept);
}

function withoutMembers(value: Json, names: readonly string[]): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : value;
}
