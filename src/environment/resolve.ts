import type { Definition } from "../definition/definition.ts";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.ts";
import type { Project } from "../project/project.ts";
import type { JsonObject } from "../source/json/json.ts";
import { checkEntries } from "./check-entries.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { defaultEnvironment, type Environment } from "./environments.ts";
import { overlayOf } from "./overlay.ts";
import type { PlacedValue, ResolvedWithPlaces } from "./resolved.ts";
import type { Selection } from "./selection.ts";
import { type ResourceSurvey, survey } from "./survey.ts";

/**
 * Resolves the placeholders of each definition in each environment. A definition with an error in any environment is omitted: one build
 * contains all environments, and a tool that fails only in production would be noticed too late.
 */
export function resolve(definitions: readonly Definition[], project: Project, selection: Selection): Outcome<ResolvedWithPlaces[]> {
  const { surveyed, environments, flags, diagnostics } = survey(definitions, project, selection);
  const checked = surveyed.map((each) => ({ each, found: checkPlaceholders(each) }));
  const value = checked.flatMap(({ each, found }) => {
    const { definition } = each.resource;
    if (definition === undefined || found.some(isError) || isUnread(each)) return [];
    return [
      {
        definition,
        environments: overlays(each),
        defaultEnvironment: defaultEnvironment(project, each.environments),
        values: givenValues(each),
      },
    ];
  });
  return { value, diagnostics: [...diagnostics, ...checked.flatMap(({ found }) => found), ...checkEntries(surveyed, environments, flags)] };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Whether values are unknown because an environment file could not be read. `load` has reported this file. */
function isUnread({ placeholders }: ResourceSurvey): boolean {
  return placeholders.some(({ environmentValues }) => environmentValues.some(({ state }) => state === "unread"));
}

function givenValues({ placeholders }: ResourceSurvey): PlacedValue[] {
  return placeholders.flatMap(({ environmentValues }) =>
    environmentValues.flatMap((each) => (each.state === "given" ? [{ value: each.value, place: each.place }] : [])),
  );
}

function overlays({ placeholders, environments }: ResourceSurvey): ReadonlyMap<string, JsonObject> {
  if (placeholders.length === 0) return new Map();
  return new Map(environments.map((environment) => [environment.name, overlayIn(placeholders, environment)]));
}

function overlayIn(placeholders: ResourceSurvey["placeholders"], environment: Environment): JsonObject {
  const values = placeholders.flatMap(({ path, environmentValues }) =>
    environmentValues.flatMap((environmentValue) =>
      environmentValue.state === "given" && environmentValue.environment === environment ? [[path, environmentValue.value] as const] : [],
    ),
  );
  return overlayOf(values);
}
