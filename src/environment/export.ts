import type { Definition } from "../definition/definition.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Edit } from "../source/edit.ts";
import { isObject, type Json, type JsonObject, member } from "../source/json.ts";
import { leftInPlace } from "./codes.ts";
import { environmentFileFor } from "./environment-file.ts";
import { entryKey, type Holder, holdersOf, holderText } from "./holder.ts";
import { environmentKey, fieldText } from "./managed-fields.ts";
import { type OverlayPath, withValue } from "./overlay.ts";
import { isPlaceholder, placeholder } from "./placeholder.ts";
import { placeKey, restorable } from "./restore.ts";
import { type Site, sitesOf } from "./site.ts";
import { swaggerEdits } from "./swagger-address.ts";
import { faultOf, faultText, hasVariables } from "./value-format.ts";

export interface ExportOptions {
  /** Also what CES does not manage: `mcpToolset.serverAddress` and `connectorToolset.connection`. */
  readonly extensions: boolean;
  /** The environment that gets the values, by name or file; `undefined` for the default. */
  readonly environment: string | undefined;
  /** The file to write the values into, from the project's root, instead of the environment's own. */
  readonly environmentFile: string | undefined;
}

export interface Exported {
  readonly edits: readonly Edit[];
  /** What each environment file that changes is to hold, by path. Entries that it has stay. */
  readonly environmentFiles: ReadonlyMap<string, JsonObject>;
}

/** A value that may leave its resource. */
interface Leaving {
  readonly holder: Holder;
  readonly site: Site;
}

/** Puts the placeholder where managed values stand, and the values into the environment's file. What could not come back the same stays. */
export function exportEnvironment(definitions: readonly Definition[], project: Project, options: ExportOptions): Outcome<Exported> {
  const fileFor = environmentFileFor(project, options);
  if (fileFor.value === undefined) return { value: { edits: [], environmentFiles: new Map() }, diagnostics: fileFor.diagnostics };
  const diagnostics: Diagnostic[] = [...fileFor.diagnostics];
  const managed = holdersOf(definitions, project).flatMap((holder) =>
    leavingSites(holder, options).map((site): Leaving => ({ holder, site })),
  );
  const sound = managed.filter((leaving) => leaves(leaving, reasonToStay(leaving), diagnostics));
  const restored = new Set([...restorable(onePerPlace(sound).map(({ site }) => site.origin))].map(placeKey));
  const files = environmentFiles(fileFor.value);
  const left = sound.filter((leaving) => {
    const reason = restored.has(placeKey(leaving.site.origin))
      ? files.add(leaving)
      : "it cannot be taken out and put back with nothing else in the file changed";
    return leaves(leaving, reason, diagnostics);
  });
  return {
    value: { edits: onePerPlace(left).map(({ site }) => ({ origin: site.origin, value: placeholder })), environmentFiles: files.changed() },
    diagnostics,
  };
}

/** What an export takes, by the table. */
function leavingSites(holder: Holder, { extensions }: ExportOptions): Site[] {
  return sitesOf(holder).filter(({ field, value, server }) => {
    const isAsked = field.source !== "extension" || extensions;
    return isAsked && value !== "" && !isPlaceholder(value) && (server === undefined || server.level === "document");
  });
}

function reasonToStay({ holder, site }: Leaving): string | undefined {
  const servers = site.server === undefined ? [] : sitesOf(holder).filter(({ server }) => server?.level === "document");
  if (servers.length > 1) return `its document has ${servers.length} servers, and an environment has one \`url\``;
  const fault = faultOf(site.value, site.field.format);
  if (fault !== undefined) return `the value ${faultText(fault)}`;
  if (site.server !== undefined && hasVariables(site.value)) return "the address has server variables";
  if (site.server?.kind !== "swagger") return undefined;
  const edits = swaggerEdits(site.origin.tree, String(site.value));
  const isUndone = typeof edits !== "string" && edits.length === 1 && edits[0]?.value === site.server.value;
  return isUndone ? undefined : "its `host`, `basePath` and `schemes` do not make one address";
}

/** Whether nothing keeps a value from leaving; what does is said. */
function leaves({ holder, site }: Leaving, reason: string | undefined, diagnostics: Diagnostic[]): boolean {
  if (reason === undefined) return true;
  const fault = faultOf(site.value, site.field.format);
  const isSecret = fault?.kind === "address" && fault.isSecret;
  const about = holder.owner === "toolset" ? { toolset: holder.name } : {};
  diagnostics.push(
    diagnostic(leftInPlace, { holder: holderText(holder), field: fieldText(site.path), reason }, site.origin, { ...about, isSecret }),
  );
  return false;
}

/** Toolsets that share a document have its server in common. */
function onePerPlace(leaving: readonly Leaving[]): Leaving[] {
  return [...new Map(leaving.map((each) => [placeKey(each.site.origin), each])).values()];
}

/** Collects values by file. A file's own value for a field gives way: it was not in use while the resource had one. */
function environmentFiles(fileFor: (holder: Holder) => { readonly path: string; readonly now: Json | undefined }) {
  const all = new Map<string, JsonObject>();
  const before = new Map<string, Json | undefined>();
  const given = new Map<string, Json>();
  function add({ holder, site }: Leaving): string | undefined {
    const { path, now } = fileFor(holder);
    const held = all.get(path) ?? (isObject(now) ? now : {});
    before.set(path, now);
    const group = environmentKey[holder.owner];
    if (holder.aliases.filter((alias) => member(member(held, group), alias) !== undefined).length > 1)
      return `"${path}" has two entries for it`;
    const keys: OverlayPath = holder.owner === "app" ? [group] : [group, entryKey(holder, held)];
    const key = JSON.stringify([path, ...keys, ...site.path]);
    if (given.has(key) && given.get(key) !== site.value) return "another resource of that name has another value";
    given.set(key, site.value);
    const next = withEntry(held, keys, { path: site.path, value: site.value });
    all.set(path, next);
    return undefined;
  }
  // A file that says all this already keeps its text.
  const changed = () => new Map([...all].filter(([path, file]) => JSON.stringify(file) !== JSON.stringify(before.get(path))));
  return { changed, add };
}

/** The names of resources are the author's, and are not read as fields in another spelling. */
function withEntry(
  file: JsonObject,
  [group, name]: OverlayPath,
  { path, value }: { readonly path: OverlayPath; readonly value: Json },
): JsonObject {
  const key = String(group);
  const entries = Object.hasOwn(file, key) ? file[key] : undefined;
  if (name === undefined) return withMember(file, key, withValue(entries, path, value));
  const object = isObject(entries) ? entries : {};
  const entry = Object.hasOwn(object, name) ? object[name] : undefined;
  return withMember(file, key, withMember(object, String(name), withValue(entry, path, value)));
}

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  const members = new Map(Object.entries(object));
  return Object.fromEntries(members.set(name, value));
}

/** The text of an environment file: two spaces, and the order in which it was written. */
export function environmentText(file: JsonObject): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
