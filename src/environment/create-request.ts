import type { Definition } from "../definition/definition.ts";
import { fieldAt, text } from "../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { kinds } from "../kinds.ts";
import type { Project } from "../project/project.ts";
import { flagPlace } from "../source/flag-place.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import { originOfValue } from "../source/tree.ts";
import { appFile } from "./app-file.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { notACesToolset, notInRequest, requestFlag } from "./codes.ts";
import { documentText } from "./document-text.ts";
import { notChosen, oneFor } from "./environment-file.ts";
import { environmentsFor } from "./environments.ts";
import { holderText } from "./holder.ts";
import { withValue } from "./overlay.ts";
import type { Selection } from "./selection.ts";
import { inEnvironment, type Surveyed, survey } from "./survey.ts";

export interface RequestOptions extends Selection {
  /** `projects/…/locations/…/apps/…` */
  readonly parent: string;
  /** `undefined`: the service makes one up. */
  readonly toolsetId: string | undefined;
  /** The texts of `filesToInline`, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What creates one toolset, in both forms. Nothing is sent. */
export interface CreateRequest {
  readonly toolset: string;
  /** A CreateToolsetRequest. */
  readonly request: JsonObject;
  /** The body of an MCP `tools/call` of `create_toolset`. */
  readonly call: JsonObject;
}

/** The files beside documents that requests hold: the Python code of fakes. */
export function filesToInline(definitions: readonly Definition[], project: Project): string[] {
  return [...new Set(definitions.flatMap((definition) => pythonFile(definition, project) ?? []))];
}

/** A request for each toolset, its files and values in it, without what only the service writes. */
export function createRequests(definitions: readonly Definition[], project: Project, options: RequestOptions): Outcome<CreateRequest[]> {
  const all = survey(definitions, project, options);
  const toolsets = all.surveyed.filter(({ holder }) => holder.owner === "toolset" && holder.definition !== undefined);
  const flags = checkFlags(options, toolsets.length);
  const one = oneFor(project, all.environments);
  const isUnclear = toolsets.some(
    ({ holder, placeholders }) =>
      placeholders.length > 0 && one(holder.app) === undefined && environmentsFor(holder.app, all.environments).length > 1,
  );
  const refusals = [...all.diagnostics, ...flags, ...(isUnclear ? [notChosen(all.environments)] : [])];
  if (flags.length > 0 || isUnclear) return { value: [], diagnostics: refusals };

  const made = toolsets.map((surveyed) => createToolset(inEnvironment(surveyed, one(surveyed.holder.app)), project, options.texts));
  const value = made
    .flatMap(({ value }) => value ?? [])
    .map(({ name, toolset }, index) => requestOf(name, toolset, { options, id: index + 1 }));
  return { value, diagnostics: [...refusals, ...made.flatMap(({ diagnostics }) => diagnostics)] };
}

function checkFlags({ parent, toolsetId }: RequestOptions, count: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  const say = (flag: string, written: string, reason: string) => found.push(diagnostic(requestFlag, { reason }, flagPlace(flag, written)));
  if (!/^projects\/[^/\s]+\/locations\/[^/\s]+\/apps\/[^/\s]+$/.test(parent))
    say("--parent", parent, `"${parent}" is not the name of an app.`);
  if (toolsetId === undefined) return found;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{4,35}$/.test(toolsetId)) say("--toolset-id", toolsetId, `"${toolsetId}" is not the id of a toolset.`);
  if (count > 1) say("--toolset-id", toolsetId, `One id is given for ${count} toolsets.`);
  return found;
}

function requestOf(
  name: string,
  toolset: JsonObject,
  { options, id }: { readonly options: RequestOptions; readonly id: number },
): CreateRequest {
  const request = { parent: options.parent, ...(options.toolsetId === undefined ? {} : { toolsetId: options.toolsetId }), toolset };
  return {
    toolset: name,
    request,
    call: { jsonrpc: "2.0", id, method: "tools/call", params: { name: "create_toolset", arguments: request } },
  };
}

function createToolset(
  surveyed: Surveyed,
  project: Project,
  texts: ReadonlyMap<string, string>,
): Outcome<{ name: string; toolset: JsonObject } | undefined> {
  const { holder } = surveyed;
  const found = checkPlaceholders(surveyed);
  const refuse = (reason: string): Outcome<undefined> => ({
    value: undefined,
    diagnostics: [
      ...found,
      diagnostic(notInRequest, { holder: holderText(holder), reason }, originOfValue(holder.node.tree, holder.node.path), {
        toolset: holder.name,
      }),
    ],
  });
  const { definition } = holder;
  if (definition === undefined || found.some(({ severity }) => severity === "error")) return { value: undefined, diagnostics: found };
  if (!isOfCes(definition))
    return {
      value: undefined,
      diagnostics: [
        ...found,
        diagnostic(notACesToolset, { holder: holderText(holder) }, originOfValue(holder.node.tree, holder.node.path), {
          toolset: holder.name,
        }),
      ],
    };

  let toolset = withoutOutputOnly(definition.node.value);
  for (const { path, sites, answers } of surveyed.placeholders) {
    const [answer] = answers;
    // A placeholder without a value is an error, and has been said.
    if (answer?.state === "given" && sites.some(({ server }) => server === undefined)) toolset = withValue(toolset, path, answer.value);
  }
  const field = kinds[definition.kind].document;
  if (field !== undefined) {
    const document = documentText(surveyed);
    if ("reason" in document) return refuse(document.reason);
    toolset = withValue(toolset, [definition.member, field], document.text);
  }
  const python = pythonFile(definition, project);
  if (python !== undefined) {
    const code = texts.get(python);
    if (code === undefined) return refuse(`its file "${python}" cannot be read`);
    toolset = withValue(toolset, ["toolFakeConfig", "codeBlock", "pythonCode"], code);
  }
  return { value: { name: holder.name, toolset: isObject(toolset) ? toolset : {} }, diagnostics: found };
}

/** Whether CES has toolsets of this kind. */
function isOfCes({ kind }: Definition): boolean {
  switch (kind) {
    case "openapi":
    case "mcp":
    case "connector":
      return true;
    case "client":
      return false;
  }
}

/** A path in an export, where the API has the code itself. */
function pythonFile(definition: Definition, project: Project): string | undefined {
  if (definition.resource !== "toolset") return undefined;
  const code = fieldAt(definition.node, ["toolFakeConfig", "codeBlock", "pythonCode"]);
  const written = text(code);
  return code === undefined || written === undefined || !/^[^\n]+\.py$/.test(written) ? undefined : appFile(code, project);
}

/** `name` is the service's too: it is made of the parent and the id. */
const outputOnly = ["name", "createTime", "create_time", "updateTime", "update_time", "etag"];

function withoutOutputOnly(value: Json): Json {
  const toolset = withoutMembers(value, outputOnly);
  const [mcp] = ["mcpToolset", "mcp_toolset"].filter((name) => isObject(member(toolset, name)));
  const [list] = ["toolOverrides", "tool_overrides"].filter((name) => mcp !== undefined && isArray(member(member(toolset, mcp), name)));
  if (mcp === undefined || list === undefined) return toolset;
  const overrides = member(member(toolset, mcp), list);
  const kept = isArray(overrides) ? overrides.map((override) => withoutMembers(override, ["snapshot"])) : [];
  return withValue(toolset, ["mcpToolset", "toolOverrides"], kept);
}

function withoutMembers(value: Json, names: readonly string[]): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : value;
}
