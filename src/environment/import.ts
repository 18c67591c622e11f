import type { Definition } from "../definition/definition.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { Edit } from "../source/edit.ts";
import { pushAll } from "../source/text/push-all.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { conflictingValues, inexpressibleUrl } from "./exchange-codes.ts";
import type { FieldLocation } from "./field-location.ts";
import { type ManagedResource, resourceText } from "./managed-resource.ts";
import { originKey } from "./restore.ts";
import { needsSelection, notChosen, selectedEnvironment } from "./selected-environment.ts";
import type { Selection } from "./selection.ts";
import { inEnvironment, type ResourceSurvey, survey } from "./survey.ts";
import { swaggerEdits } from "./swagger-address.ts";

/** Plans the edits that replace placeholders by the values of an environment. A resource with an error keeps its placeholders. */
export function importEnvironment(definitions: readonly Definition[], project: Project, selection: Selection): Outcome<readonly Edit[]> {
  const all = survey(definitions, project, selection);
  const one = selectedEnvironment(project, all.environments);
  if (all.surveyed.some((each) => needsSelection(each, one(each.resource.app))))
    return { value: [], diagnostics: [...all.diagnostics, notChosen(all.environments)] };

  const diagnostics: Diagnostic[] = [...all.diagnostics];
  const fills: Fill[] = [];
  for (const surveyed of all.surveyed.map((each) => inEnvironment(each, one(each.resource.app)))) {
    const found = checkPlaceholders(surveyed);
    pushAll(diagnostics, found);
    if (!found.some(({ severity }) => severity === "error")) pushAll(fills, fillsOf(surveyed));
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

/**
 * The edits that write the values. Toolsets that share a document may have different values for one location. Such a location is reported
 * and not edited.
 */
function editsOf(fills: readonly Fill[]): Outcome<readonly Edit[]> {
  const diagnostics: Diagnostic[] = [];
  const byLocation = new Map<string, Fill[]>();
  for (const fill of fills) {
    const key = originKey(fill.location.origin);
    byLocation.set(key, [...(byLocation.get(key) ?? []), fill]);
  }
  const value = [...byLocation.values()].flatMap((together): readonly Edit[] => {
    const [first] = together;
    if (first === undefined) return [];
    const other = together.find((fill) => fill.value !== first.value);
    if (other !== undefined) {
      diagnostics.push(
        diagnostic(conflictingValues, { first: resourceText(first.resource), second: resourceText(other.resource) }, first.location.origin),
      );
      return [];
    }
    if (first.location.server?.kind !== "swagger") return [{ origin: first.location.origin, value: first.value }];
    const edits = swaggerEdits(first.location.origin.tree, first.value);
    if (typeof edits !== "string") return edits;
    diagnostics.push(diagnostic(inexpressibleUrl, { resource: resourceText(first.resource), reason: edits }, first.location.origin));
    return [];
  });
  return { value, diagnostics };
}
