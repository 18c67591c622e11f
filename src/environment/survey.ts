import type { Definition } from "../definition/definition.ts";
import { valueOrigin } from "../definition/node.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Json } from "../source/json/json.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import type { Place } from "../source/tree.ts";
import { chosenEnvironments, defaultEnvironmentName, type Environment, environmentsFor } from "./environments.ts";
import { type FieldLocation, fieldLocations } from "./field-location.ts";
import { type FlagValue, flagValues } from "./flag-values.ts";
import { fieldText, type ManagedField } from "./managed-fields.ts";
import { type ManagedResource, managedResources } from "./managed-resource.ts";
import { type EntryConflict, type EnvironmentEntry, entryOf, nodeAtPath, type OverlayPath } from "./overlay.ts";
import type { Selection } from "./selection.ts";
import { findValueError, type ValueError } from "./value-format.ts";

/** A managed field whose value is the placeholder, and its value in each environment. */
export interface Placeholder {
  readonly field: ManagedField;
  readonly path: OverlayPath;
  /** The locations of the placeholder. `checkPlaceholders` reports several locations in one document as an error. */
  readonly locations: readonly FieldLocation[];
  readonly environmentValues: readonly EnvironmentValue[];
}

export type EnvironmentValue =
  | { readonly environment: Environment; readonly state: "given"; readonly value: string; readonly place: Place }
  | { readonly environment: Environment; readonly state: "invalid"; readonly error: ValueError; readonly place: Place }
  /** `unread`: the file of the environment is absent or cannot be parsed, which `load` has reported. */
  | { readonly environment: Environment; readonly state: "missing" | "unread" };

/** A resource, its managed fields and their values in its environments. */
export interface ResourceSurvey {
  readonly resource: ManagedResource;
  readonly locations: readonly FieldLocation[];
  readonly placeholders: readonly Placeholder[];
  readonly environments: readonly Environment[];
  readonly conflicts: readonly { readonly environment: Environment; readonly conflict: EntryConflict }[];
}

export interface Survey {
  readonly surveyed: readonly ResourceSurvey[];
  readonly environments: readonly Environment[];
  readonly flags: readonly FlagValue[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The path of an environment that has no file, because all of its values come from flags. */
const flagsOnly = "";

/**
 * Finds the value of every placeholder in every environment. `resolve` checks these values, the matrix shows their states, and `import`
 * writes them.
 */
export function survey(definitions: readonly Definition[], project: Project, selection: Selection): Survey {
  const resources = managedResources(definitions, project);
  const chosen = chosenEnvironments(project, selection.environment);
  const flags = flagValues(selection.set, resources);
  // Values from flags belong to an environment. If the project has no environment, one without a file is created for these values.
  const isWithoutFile = chosen.value.length === 0 && flags.value.length > 0 && selection.environment === undefined;
  const environments = isWithoutFile ? [{ name: defaultEnvironmentName, path: flagsOnly, tree: undefined, app: undefined }] : chosen.value;
  const surveyed = resources.map((resource) => surveyResource(resource, { environments, flags: flags.value, project }));
  // If only a part of the project is loaded, a flag may name a resource that is not loaded. `checkRequested` has checked the flags before.
  const unknown = project.isPart ? [] : flags.diagnostics;
  return { surveyed, environments, flags: flags.value, diagnostics: [...chosen.diagnostics, ...unknown] };
}

interface SurveyContext {
  readonly environments: readonly Environment[];
  readonly flags: readonly FlagValue[];
  readonly project: Project;
}

function surveyResource(resource: ManagedResource, { environments, flags, project }: SurveyContext): ResourceSurvey {
  const locations = fieldLocations(resource, project);
  const own = environmentsFor(resource.app, environments);
  const entries = own.map((environment) => ({ environment, entry: entryOf(resource, environment) }));
  const flagOf = new Map(flags.filter((flag) => flag.resource === resource).map((flag) => [fieldText(flag.path), flag]));
  const byPath = new Map<string, [FieldLocation, ...FieldLocation[]]>();
  for (const location of locations.filter(({ value }) => isPlaceholder(value))) {
    const text = fieldText(location.path);
    const known = byPath.get(text);
    if (known === undefined) byPath.set(text, [location]);
    else known.push(location);
  }
  const placeholders = Array.from(byPath, ([text, together]): Placeholder => {
    const [{ field, path }] = together;
    const environmentValues = entries.map(({ environment, entry }) =>
      environmentValueOf(environment, field, flagOf.get(text) ?? valueNode(entry, path)),
    );
    return { field, path, locations: together, environmentValues };
  });
  const conflicts = entries.flatMap(({ environment, entry }) =>
    entry !== undefined && "entries" in entry ? [{ environment, conflict: entry }] : [],
  );
  return { resource, locations, placeholders, environments: own, conflicts };
}

function valueNode(entry: EnvironmentEntry | EntryConflict | undefined, path: OverlayPath): { value: Json; place: Place } | undefined {
  const used = entry !== undefined && "entries" in entry ? entry.entries[0] : entry;
  const node = used && nodeAtPath(used.node, path);
  return node && { value: node.value, place: valueOrigin(node) };
}

function environmentValueOf(
  environment: Environment,
  field: ManagedField,
  given: { readonly value: Json; readonly place: Place } | undefined,
): EnvironmentValue {
  if (given === undefined)
    return { environment, state: environment.path !== flagsOnly && environment.tree?.data === undefined ? "unread" : "missing" };
  const { value, place } = given;
  const error = findValueError(value, field.format);
  if (error !== undefined) return { environment, state: "invalid", error, place };
  // The value is a string, because `findValueError` rejects all other values.
  return { environment, state: "given", value: String(value), place };
}

/** A copy of the survey with only the values of one environment. */
export function inEnvironment(surveyed: ResourceSurvey, environment: Environment | undefined): ResourceSurvey {
  const isSelected = (each: { readonly environment: Environment }): boolean => each.environment === environment;
  const placeholders = surveyed.placeholders.map((each) => ({ ...each, environmentValues: each.environmentValues.filter(isSelected) }));
  return { ...surveyed, placeholders, conflicts: surveyed.conflicts.filter(isSelected) };
}
