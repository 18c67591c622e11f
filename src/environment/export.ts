import type { Definition } from "../definition/definition.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { isAppEnvironment } from "../project/definitions/authored-files.ts";
import type { Project } from "../project/project.ts";
import type { Edit } from "../source/edit.ts";
import { formatJsonText, type JsonStyle } from "../source/json/format-json.ts";
import { isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { placeholder } from "../source/text/placeholder.ts";
import { notExported } from "./exchange-codes.ts";
import { type FieldLocation, fieldLocations } from "./field-location.ts";
import { isLiteral, type LeftValue, leftValues, reasonToLeave } from "./literal-values.ts";
import { environmentKey, fieldText } from "./managed-fields.ts";
import { entryKey, type ManagedResource, managedResources, resourceText } from "./managed-resource.ts";
import { type OverlayPath, withValueAt } from "./overlay.ts";
import { originKey, restorable } from "./restore.ts";
import { swaggerEdits } from "./swagger-address.ts";
import { describeValueError, findValueError, hasVariables } from "./value-format.ts";
import { environmentFileFor } from "./writable-environment-file.ts";

/** Which values `export` moves to environment files, and to which files. */
export interface ExportOptions {
  /** Also export the fields in which CES does not replace `$env_var`: `mcpToolset.serverAddress` and `connectorToolset.connection`. */
  readonly extensions: boolean;
  /** The environment that receives the values, by name or file; `undefined` for the default environment. */
  readonly environment: string | undefined;
  /** The file that receives the values instead of the environment's own file, relative to the project's root. */
  readonly environmentFile: string | undefined;
}

/** The planned changes of an export. Nothing is written yet. */
export interface Exported {
  /** The edits of the definitions, for `applyEdits`. */
  readonly edits: readonly Edit[];
  /** The new content of each environment file that changes, by path. Existing entries are kept. */
  readonly environmentFiles: ReadonlyMap<string, JsonObject>;
  /** The values that remain in their resources because the export does not include their fields. `diagnostics` have the other ones. */
  readonly left: readonly LeftValue[];
}

/** A value that may be exported. */
interface ExportCandidate {
  readonly resource: ManagedResource;
  readonly location: FieldLocation;
}

/**
 * Plans the edits that replace managed values by the placeholder, and the environment files that receive the values.
 * A value that an import could not restore exactly is not exported.
 */
export function exportEnvironment(definitions: readonly Definition[], project: Project, options: ExportOptions): Outcome<Exported> {
  const fileFor = environmentFileFor(project, options);
  if (fileFor.value === undefined) return { value: { edits: [], environmentFiles: new Map(), left: [] }, diagnostics: fileFor.diagnostics };
  const diagnostics: Diagnostic[] = [...fileFor.diagnostics];
  const resources = managedResources(definitions, project);
  const managed = resources.flatMap((resource) =>
    exportableLocations(resource, project, options).map((location): ExportCandidate => ({ resource, location })),
  );
  const valid = managed.filter((candidate) => canExport(candidate, reasonToKeep(candidate, project), diagnostics));
  const restored = new Set([...restorable(distinct(valid).map(({ location }) => location.origin))].map(originKey));
  const files = environmentFiles(fileFor.value);
  const exported = valid.filter((candidate) => {
    const reason = restored.has(originKey(candidate.location.origin))
      ? files.add(candidate)
      : "an import could not restore the file byte for byte";
    return canExport(candidate, reason, diagnostics);
  });
  return {
    value: {
      edits: distinct(exported).map(({ location }) => ({ origin: location.origin, value: placeholder })),
      environmentFiles: files.changed(),
      left: resources.flatMap((resource) => leftValues(resource, project, options.extensions)),
    },
    diagnostics,
  };
}

/** The locations that an export with these options includes. */
function exportableLocations(resource: ManagedResource, project: Project, { extensions }: ExportOptions): FieldLocation[] {
  return fieldLocations(resource, project).filter(
    (location) => isLiteral(location.value) && reasonToLeave(location, extensions) === undefined,
  );
}

/** Why a value must stay in the resource; `undefined` if the value can be exported. */
function reasonToKeep({ resource, location }: ExportCandidate, project: Project): string | undefined {
  const servers =
    location.server === undefined ? [] : fieldLocations(resource, project).filter(({ server }) => server?.level === "document");
  if (servers.length > 1) return `the document has ${servers.length} servers, but an environment has only one \`url\``;
  const error = findValueError(location.value, location.field.format);
  if (error !== undefined) return `the value ${describeValueError(error)}`;
  if (location.server !== undefined && hasVariables(location.value)) return "the URL has server variables";
  if (location.server?.kind !== "swagger") return undefined;
  const edits = swaggerEdits(location.origin.tree, String(location.value));
  const canRestore = typeof edits !== "string" && edits.length === 1 && edits[0]?.value === location.server.value;
  return canRestore ? undefined : "the `host`, `basePath` and `schemes` of the document do not form exactly one URL";
}

/** Whether a value can be exported, which is true if there is no `reason` against it. Reports the reason. */
function canExport({ resource, location }: ExportCandidate, reason: string | undefined, diagnostics: Diagnostic[]): boolean {
  if (reason === undefined) return true;
  const error = findValueError(location.value, location.field.format);
  const isSecret = error !== undefined && "isSecret" in error && error.isSecret;
  const about = resource.resourceType === "toolset" ? { toolset: resource.name } : {};
  diagnostics.push(
    diagnostic(notExported, { resource: resourceText(resource), field: fieldText(location.path), reason }, location.origin, {
      ...about,
      isSecret,
    }),
  );
  return false;
}

/** Returns each location once. Toolsets that share a document also share the location of its server. */
function distinct(candidates: readonly ExportCandidate[]): ExportCandidate[] {
  return [...new Map(candidates.map((each) => [originKey(each.location.origin), each])).values()];
}

/**
 * Collects values by file. `add` returns the reason if a value cannot be added. An added value replaces the existing value for its field,
 * because the existing value had no effect while the resource contained a value instead of the placeholder.
 */
function environmentFiles(fileFor: (resource: ManagedResource) => { readonly path: string; readonly content: Json | undefined }) {
  const all = new Map<string, JsonObject>();
  const before = new Map<string, Json | undefined>();
  const given = new Map<string, Json>();
  function add({ resource, location }: ExportCandidate): string | undefined {
    const { path, content } = fileFor(resource);
    const current = all.get(path) ?? (isObject(content) ? content : {});
    before.set(path, content);
    const group = environmentKey[resource.resourceType];
    if (resource.aliases.filter((alias) => member(member(current, group), alias) !== undefined).length > 1)
      return `"${path}" has two entries for this resource`;
    const keys: OverlayPath = resource.resourceType === "app" ? [group] : [group, entryKey(resource, current)];
    const key = JSON.stringify([path, ...keys, ...location.path]);
    if (given.has(key) && given.get(key) !== location.value) return "another resource of the same name has a different value";
    given.set(key, location.value);
    const next = withEntry(current, keys, { path: location.path, value: location.value });
    all.set(path, next);
    return undefined;
  }
  // A file to which no new value was added is not written, so that its formatting remains.
  const changed = () => new Map([...all].filter(([path, file]) => JSON.stringify(file) !== JSON.stringify(before.get(path))));
  return { changed, add };
}

/**
 * A copy of the file with a value in the entry of a resource. Unlike field names, the names of resources are compared exactly, not in
 * camelCase.
 */
function withEntry(
  file: JsonObject,
  [group, name]: OverlayPath,
  { path, value }: { readonly path: OverlayPath; readonly value: Json },
): JsonObject {
  const key = String(group);
  const entries = Object.hasOwn(file, key) ? file[key] : undefined;
  if (name === undefined) return withMember(file, key, withValueAt(entries, path, value));
  const object = isObject(entries) ? entries : {};
  const entry = Object.hasOwn(object, name) ? object[name] : undefined;
  return withMember(file, key, withMember(object, String(name), withValueAt(entry, path, value)));
}

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  const members = new Map(Object.entries(object));
  return Object.fromEntries(members.set(name, value));
}

/**
 * The text of an environment file as `fmt` formats it. The members keep their order. The style `exported` is that of the files that CES
 * writes.
 */
export function environmentText(file: JsonObject, style: JsonStyle = "free"): string {
  return formatJsonText(JSON.stringify(file), style);
}

/** The style of the environment file at a path: `exported` for an exported app, else `free`. */
export function environmentStyle(path: string, project: Project): JsonStyle {
  return isAppEnvironment(path, project) ? "exported" : "free";
}
