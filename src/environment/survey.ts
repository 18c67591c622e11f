import type { Definition } from "../definition/definition.ts";
import { valueOrigin } from "../definition/node.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Json } from "../source/json.ts";
import type { Place } from "../source/tree.ts";
import { chosenEnvironments, defaultEnvironmentName, type Environment, environmentsFor } from "./environments.ts";
import { type FieldLocation, fieldLocations } from "./field-location.ts";
import { type FlagValue, flagValues } from "./flag-values.ts";
import { fieldText, type ManagedField } from "./managed-fields.ts";
import { type ManagedResource, managedResources } from "./managed-resource.ts";
import { type EntryConflict, type EnvironmentEntry, entryOf, nodeAtPath, type OverlayPath } from "./overlay.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Selection } from "./selection.ts";
import { findValueError, type ValueError } from "./value-format.ts";

/** A managed field whose value is the placeholder, and its value in each environment. */
export interface Placeholder {
  readonly field: ManagedField;
  readonly path: OverlayPath;
  /** Where the placeholder is written. Several locations in one document are an error. */
  readonly locations: readonly FieldLocation[];
  readonly environmentValues: readonly EnvironmentValue[];
}

export type EnvironmentValue =
  | { readonly environment: Environment; readonly state: "given"; readonly value: string; readonly place: Place }
  | { readonly environment: Environment; readonly state: "invalid"; readonly error: ValueError; readonly place: Place }
  /** `unread`: the file is absent or cannot be parsed, which was reported before. */
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

/** The path of an environment without a file, whose values come from flags alone. */
const flagsOnly = "";

/** Finds the value of every placeholder in every environment. `resolve` checks the result, the matrix shows it, `import` writes it. */
export function survey(definitions: readonly Definition[], project: Project, selection: Selection): Survey {
  const resources = managedResources(definitions, project);
  const chosen = chosenEnvironments(project, selection.environment);
  const flags = flagValues(selection.set, resources);
  // Values from flags belong to an environment, so there is one even where no file is.
  const isBare = chosen.value.length === 0 && flags.value.length > 0 && selection.environment === undefined;
  const environments = isBare ? [{ name: defaultEnvironmentName, path: flagsOnly, tree: undefined, app: undefined }] : chosen.value;
  const surveyed = resources.map((resource) => surveyResource(resource, environments, flags.value));
  // A flag may set a value of a resource outside of the selected part. All flags were checked with the whole project before.
  const unknown = project.isPart ? [] : flags.diagnostics;
  return { surveyed, environments, flags: flags.value, diagnostics: [...chosen.diagnostics, ...unknown] };
}

function surveyResource(resource: ManagedResource, all: readonly Environment[], flags: readonly FlagValue[]): ResourceSurvey {
  const locations = fieldLocations(resource);
  const own = environmentsFor(resource.app, all);
  const entries = own.map((environment) => ({ environment, entry: entryOf(resource, environment) }));
  const unfilled = locations.filter(({ value }) => isPlaceholder(value));
  const firsts = unfilled.filter(
    ({ path }, index) => unfilled.findIndex((location) => fieldText(location.path) === fieldText(path)) === index,
  );
  const placeholders = firsts.map(({ field, path }) => {
    const together = unfilled.filter((location) => fieldText(location.path) === fieldText(path));
    const flag = flags.filter((each) => each.resource === resource && fieldText(each.path) === fieldText(path)).at(-1);
    const environmentValues = entries.map(({ environment, entry }) =>
      environmentValueOf(environment, field, flag ?? valueNode(entry, path)),
    );
    return { field, path, locations: together, environmentValues };
  });
  const conflicts = entries.flatMap(({ environment, entry }) =>
    entry !== undefined && "entries" in entry ? [{ environment, conflict: entry }] : [],
  );
  return { resource, locations, placeholders, environments: own, conflicts };
}

function valueNode(entry: EnvironmentEntry | EntryConflict | undefined, path: OverlayPath): { value: Json; place: Place } | undefined {
  const holding = entry !== undefined && "entries" in entry ? entry.entries[0] : entry;
  const node = holding && nodeAtPath(holding.node, path);
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
  // `findValueError` accepts only strings.
  return { environment, state: "given", value: String(value), place };
}

/** The survey with the values of one environment only. */
export function inEnvironment(surveyed: ResourceSurvey, environment: Environment | undefined): ResourceSurvey {
  const isSelected = (each: { readonly environment: Environment }): boolean => each.environment === environment;
  const placeholders = surveyed.placeholders.map((each) => ({ ...each, environmentValues: each.environmentValues.filter(isSelected) }));
  return { ...surveyed, placeholders, conflicts: surveyed.conflicts.filter(isSelected) };
}
