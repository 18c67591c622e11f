import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { flagPlace } from "../source/flag-place.ts";
import type { Place } from "../source/tree.ts";
import { invalidOverride } from "./codes.ts";
import { fieldText, isManagedBy, type ManagedField, managedFields } from "./managed-fields.ts";
import { type ManagedResource, resourceText } from "./managed-resource.ts";
import type { OverlayPath } from "./overlay.ts";

/** The value of a `--set` flag. It applies to every environment. */
export interface FlagValue {
  readonly resource: ManagedResource;
  readonly path: OverlayPath;
  readonly value: string;
  readonly place: Place;
}

/**
 * Parses the paths of `--set` flags, `toolsets.<name>.<field>`. A name may contain dots, so the longest known name that matches is used.
 */
export function flagValues(set: ReadonlyMap<string, string>, resources: readonly ManagedResource[]): Outcome<FlagValue[]> {
  const read = [...set].map(([path, value]) => readOne(path, value, resources));
  return { value: read.flatMap(({ value }) => value ?? []), diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
}

function readOne(written: string, value: string, resources: readonly ManagedResource[]): Outcome<FlagValue | undefined> {
  const place = flagPlace("--set", `${written}=${value}`);
  const refuse = (reason: string, near?: string): Outcome<undefined> => {
    const diagnostics: Diagnostic[] = [diagnostic(invalidOverride, { reason, nearest: near }, place)];
    return { value: undefined, diagnostics };
  };
  const found = resources
    .flatMap((resource) => resource.aliases.map((alias) => ({ resource, prefix: `${resourceText({ ...resource, name: alias })}.` })))
    .filter(({ prefix }) => written.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  if (found === undefined) {
    const name = written.split(".").slice(0, 2).join(".");
    return refuse(`There is no resource "${name}".`, nearest(name, resources.map(resourceText)));
  }
  const path = parsePath(written.slice(found.prefix.length));
  const own = managedFields.filter(({ resourceType }) => resourceType === found.resource.resourceType);
  if (!own.some((field) => isManagedBy(field, path))) {
    const field = written.slice(found.prefix.length);
    return refuse(
      `The resource "${resourceText(found.resource)}" has no field "${field}" that an environment can set.`,
      nearest(field, own.map(spelling)),
    );
  }
  return { value: { resource: found.resource, path, value, place }, diagnostics: [] };
}

/** An example of the path of a managed field, for messages: `0` is the index of every array. */
export function spelling({ path }: ManagedField): string {
  return fieldText(path.map((step) => (step === "*" ? 0 : step)));
}

function parsePath(text: string): OverlayPath {
  const steps = text.replace(/\[(\d+)\]/g, ".$1").split(".");
  return steps.map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));
}
