import type { Definition } from "../definition/definition.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Edit } from "../source/edit.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { addressDoesNotFit, twoValuesForOnePlace } from "./codes.ts";
import { environmentsFor } from "./environments.ts";
import type { FieldLocation } from "./field-location.ts";
import { type ManagedResource, resourceText } from "./managed-resource.ts";
import { placeKey } from "./restore.ts";
import type { Selection } from "./selection.ts";
import { inEnvironment, type ResourceSurvey, survey } from "./survey.ts";
import { swaggerEdits } from "./swagger-address.ts";
import { notChosen, selectedEnvironment } from "./writable-environment-file.ts";

/** Replaces placeholders by the values of an environment. A resource with an error keeps its placeholders. */
export function importEnvironment(definitions: readonly Definition[], project: Project, selection: Selection): Outcome<readonly Edit[]> {
  const all = survey(definitions, project, selection);
  const one = selectedEnvironment(project, all.environments);
  const isAmbiguous = all.surveyed.some(
    ({ resource, placeholders }) =>
      placeholders.length > 0 && one(resource.app) === undefined && environmentsFor(resource.app, all.environments).length > 1,
  );
  if (isAmbiguous) return { value: [], diagnostics: [...all.diagnostics, notChosen(all.environments)] };

  const diagnostics: Diagnostic[] = [...all.diagnostics];
  const fills: Fill[] = [];
  for (const surveyed of all.surveyed.map((each) => inEnvironment(each, one(each.resource.app)))) {
    const found = checkPlaceholders(surveyed);
    diagnostics.push(...found);
    if (!found.some(({ severity }) => severity === "error")) fills.push(...fillsOf(surveyed));
  }
  const { value, diagnostics: conflicts } = editsOf(fills);
  return { value, diagnostics: [...diagnostics, ...conflicts] };
}

/** A value and the location that it is written to. */
interface Fill {
  readonly resource: ManagedResource;
  readonly location: FieldLocation;
  readonly value: string;
}

function fillsOf({ resource, placeholders }: ResourceSurvey): Fill[] {
  return placeholders.flatMap(({ locations, environmentValues }) =>
    environmentValues.flatMap((environmentValue) =>
      environmentValue.state === "given" ? locations.map((location) => ({ resource, location, value: environmentValue.value })) : [],
    ),
  );
}

/** One edit for each place, and none where two toolsets share it and have different values. */
function editsOf(fills: readonly Fill[]): Outcome<readonly Edit[]> {
  const diagnostics: Diagnostic[] = [];
  const byPlace = new Map<string, Fill[]>();
  for (const fill of fills) {
    const key = placeKey(fill.location.origin);
    byPlace.set(key, [...(byPlace.get(key) ?? []), fill]);
  }
  const value = [...byPlace.values()].flatMap((together): readonly Edit[] => {
    const [first] = together;
    if (first === undefined) return [];
    const other = together.find((fill) => fill.value !== first.value);
    if (other !== undefined) {
      diagnostics.push(
        diagnostic(
          twoValuesForOnePlace,
          { first: resourceText(first.resource), second: resourceText(other.resource) },
          first.location.origin,
        ),
      );
      return [];
    }
    if (first.location.server?.kind !== "swagger") return [{ origin: first.location.origin, value: first.value }];
    const edits = swaggerEdits(first.location.origin.tree, first.value);
    if (typeof edits !== "string") return edits;
    diagnostics.push(diagnostic(addressDoesNotFit, { resource: resourceText(first.resource), reason: edits }, first.location.origin));
    return [];
  });
  return { value, diagnostics };
}
